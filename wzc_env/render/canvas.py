"""A grid of characters with a style each, for drawings made of boxes and lines."""

from rich.text import Text

Word = tuple[str, str]
"""Some characters and their style ("" for none)."""


class Canvas:
    """A drawing surface of `width` x `height` cells, all blank."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self._cells = [[(" ", "")] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, style: str = "") -> None:
        """Write from (x, y) to the right; what falls outside is not drawn."""
        for k, char in enumerate(text):
            if 0 <= x + k < self.width and 0 <= y < self.height:
                self._cells[y][x + k] = (char, style)

    def at(self, x: int, y: int) -> str:
        """The character at (x, y)."""
        return self._cells[y][x][0]

    def box(self, x: int, y: int, width: int, height: int, title: Word, style: str = "") -> None:
        """A frame with its title in the upper border."""
        self.put(x, y, "┌" + "─" * (width - 2) + "┐", style)
        for row in range(y + 1, y + height - 1):
            self.put(x, row, "│" + " " * (width - 2) + "│", style)
        self.put(x, y + height - 1, "└" + "─" * (width - 2) + "┘", style)
        text, title_style = title
        self.put(x + 1, y, f" {fit(text, width - 4)} ", title_style)

    def text(self) -> Text:
        """The drawing, line by line, without blanks at the ends of lines."""
        lines: list[Text] = []
        for cells in self._cells:
            line = Text()
            for char, style in cells:
                line.append(char, style=style or None)
            line.rstrip()
            lines.append(line)
        return Text("\n").join(lines)


def fit(text: str, width: int) -> str:
    """`text`, cut to `width` characters with an ellipsis where it is longer."""
    return text if len(text) <= width else text[: max(0, width - 1)] + "…"


def wrap(words: list[Word], width: int, between: str = ", ") -> list[list[Word]]:
    """Words set into lines of at most `width` characters, `between` after each but the last."""
    lines: list[list[Word]] = []
    used = 0
    for k, (text, style) in enumerate(words):
        last = k == len(words) - 1
        token = fit(text, width - (0 if last else 1)) + ("" if last else between.rstrip())
        gap = 1 if lines and used else 0
        if not lines or used + gap + len(token) > width:
            lines.append([])
            used, gap = 0, 0
        if gap:
            lines[-1].append((" ", ""))
        lines[-1].append((token, style))
        used += gap + len(token)
    return lines
