"""Errors about what a person wrote: one line that names the place, the value and what is allowed."""

import difflib
import json
from collections.abc import Iterable
from typing import Any, Final

UNSET: Final = object()
"""No value to show: the key is missing, or the whole file is at fault."""

_SHOWN_MOST = 60


class ConfigError(ValueError):
    """Something in a file or an argument that cannot be used.

    The text is one line, `FILE: KEY = VALUE: what is wrong; allowed: ...`, without parts that do not apply.
    """

    def __init__(self, file: str, key: str = "", value: Any = UNSET, problem: str = "", allowed: str = "") -> None:
        self.file, self.key, self.value, self.problem, self.allowed = file, key, value, problem, allowed
        where = key if value is UNSET else f"{key} = {shown(value)}"
        line = ": ".join(part for part in (file, where, problem) if part)
        if allowed:
            line += f"; allowed: {allowed}"
        super().__init__(" ".join(line.split()))


def shown(value: Any) -> str:
    """A value as its author would recognise it, cut to fit a line."""
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= _SHOWN_MOST else text[: _SHOWN_MOST - 3] + "..."


def unknown(what: str, name: object, known: Iterable[str]) -> str:
    """`no such WHAT`, with the nearest known name where one is near; what is no name at all is said to be none."""
    if not isinstance(name, str):
        return f"no name of {'an' if what[0] in 'aeiou' else 'a'} {what}"
    near = difflib.get_close_matches(str(name), list(known), n=1)
    return f"no such {what}" + (f', did you mean "{near[0]}"?' if near else "")


def listed(names: Iterable[object]) -> str:
    """Names in a row, for the `allowed` part."""
    return ", ".join(str(name) for name in names) or "none"
