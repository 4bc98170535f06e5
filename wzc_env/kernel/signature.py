"""Type hints of kernel functions: what is allowed, and as text for the cache key."""

from dataclasses import dataclass
from enum import IntEnum
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import numpy as np

from .record import Grid, Record, dtype_of

ALLOWED = "int, bool, float, an IntEnum, a Record, list[Record], Mask, Masks, Ints, Words, Floats, Floats2, Doubles2"


@dataclass(frozen=True)
class Hint:
    """A parsed hint: `kind` int, bool, float, none, record, records or grid; `of` the Record or Grid."""

    kind: str
    of: Any = None

    def text(self) -> str:
        """Everything about this hint that compiled code depends on."""
        if self.kind in {"record", "records"}:
            return f"{self.kind} {dtype_of(self.of)!r}"
        if self.kind == "grid":
            return f"grid {np.dtype(self.of.of).str} {self.of.axes}"
        return self.kind


_SCALARS = {int: "int", bool: "bool", float: "float", type(None): "none"}


def hints_of(function: Any) -> tuple[list[Hint], Hint]:
    """(arguments, result) of a kernel function; TypeError names function, argument and what is allowed."""
    where = f"{function.__module__}.{function.__qualname__}"
    try:
        notes = get_type_hints(function, include_extras=True)
    except NameError as error:
        raise TypeError(f"kernel {where}: cannot resolve a type hint: {error}") from error
    code = function.__code__
    names = code.co_varnames[: code.co_argcount]
    arguments = [_hint(f"kernel {where}, argument {name}", notes.get(name, "nothing")) for name in names]
    for name, hint in zip(names, arguments, strict=True):
        if hint.kind == "none":
            raise TypeError(f"kernel {where}, argument {name}: None is a result, not an argument")
    result = _hint(f"kernel {where}, result", notes.get("return", "nothing"))
    if result.kind in {"record", "records", "grid"}:
        raise TypeError(f"kernel {where}: a kernel returns None, int, bool, float or an IntEnum, not {notes['return']}")
    return arguments, result


def _hint(where: str, note: Any) -> Hint:
    if isinstance(note, type):
        if note in _SCALARS:
            return Hint(_SCALARS[note])
        if issubclass(note, IntEnum):
            return Hint("int")
        if issubclass(note, Record):
            return Hint("record", note)
    if get_origin(note) is list:
        (inner,) = get_args(note)
        if isinstance(inner, type) and issubclass(inner, Record):
            return Hint("records", inner)
    if get_origin(note) is Annotated and isinstance(get_args(note)[1], Grid):
        return Hint("grid", get_args(note)[1])
    raise TypeError(f"{where}: the hint is {note!r}; allowed are {ALLOWED}, and None as a result")
