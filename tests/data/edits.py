"""Small changes to the text of a file."""


def change(text: str, old: str, new: str) -> str:
    """The text with one replacement, which must apply."""
    assert old in text
    return text.replace(old, new, 1)
