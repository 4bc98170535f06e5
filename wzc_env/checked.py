"""From TOML text to checked values, with errors of one line.

`read` parses a file, `check` validates it against a `Model`; whatever is wrong becomes a `ConfigError`. The
small validators (`between`, `word`, `few`) exist so that every message states the whole of what is allowed.
"""

import re
import tomllib
from collections.abc import Callable, Sequence, Sized
from enum import IntEnum
from pathlib import Path
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, ValidationError, model_validator
from pydantic_core import PydanticCustomError

from .errors import UNSET, ConfigError, listed, unknown
from .paths import label

Checked = TypeVar("Checked", bound=BaseModel)
Place = tuple[str | int, ...]
"""A way into a file: keys of tables and numbers of list entries."""


class Model(BaseModel):
    """A table of a file: known keys only, exact types, unchangeable once read."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    @model_validator(mode="before")
    @classmethod
    def _known_keys(cls, data: Any) -> Any:
        for key in data if isinstance(data, dict) else ():
            if key not in cls.model_fields:
                problem = unknown("key", key, cls.model_fields)
                raise wrong(problem, listed(cls.model_fields), (key,), data[key])
        return data


def wrong(problem: str, allowed: str = "", path: Place = (), value: Any = UNSET) -> PydanticCustomError:
    """The error that a validator raises; `path` and `value` where the fault is below what it looked at."""
    context = {"problem": problem, "allowed": allowed, "path": path, "value": value}
    return PydanticCustomError("wrong", "{problem}", context)


def between(least: int, most: int) -> BeforeValidator:
    """A whole number within bounds, both included."""

    def validate(value: Any) -> Any:
        if type(value) is not int:
            raise wrong("must be a whole number", f"{least} to {most}")
        if not least <= value <= most:
            raise wrong("out of range", f"{least} to {most}")
        return value

    return BeforeValidator(validate)


def word(what: str, known: type[IntEnum] | Sequence[str]) -> BeforeValidator:
    """One of a few words; of an enumeration, its names in lower case."""
    words = [str(name).lower() for name in known.__members__] if isinstance(known, type) else list(known)

    def validate(value: Any) -> Any:
        if not isinstance(value, str):
            raise wrong("must be text", listed(words))
        if value not in words:
            raise wrong(unknown(what, value, words), listed(words))
        return value

    return BeforeValidator(validate)


def few(what: str, most: int, least: int = 0, of: type[Sized] = list) -> BeforeValidator:
    """A list or table of a limited number of entries."""

    def validate(value: Any) -> Any:
        if isinstance(value, of) and not least <= len(value) <= most:
            allowed = f"{least} to {most}" if 0 < least < most else str(most) if least else f"{most} at most"
            raise wrong(f"{len(value)} {what}", allowed)
        return value

    return BeforeValidator(validate)


def shaped(pattern: str, allowed: str) -> BeforeValidator:
    """Text of a given shape."""

    def validate(value: Any) -> Any:
        if not isinstance(value, str):
            raise wrong("must be text", allowed)
        if not re.fullmatch(pattern, value):
            raise wrong("not of the right form", allowed)
        return value

    return BeforeValidator(validate)


def parsed(parse: Callable[[Any], Any]) -> BeforeValidator:
    """Text that `parse` must understand (it raises `wrong`); the text itself is kept."""

    def validate(value: Any) -> Any:
        parse(value)
        return value

    return BeforeValidator(validate)


_UNSEEN = r"\x00-\x1f\x7f-\x9f\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff"
"""What a terminal obeys instead of printing it: control characters, and those that turn or hide others."""

Label = Annotated[
    str,
    shaped(
        rf"[^\s\"{_UNSEEN}]([^{_UNSEEN}]{{0,58}}[^\s\"{_UNSEEN}])?",
        'one line of 1 to 60 visible characters, without "',
    ),
]
"""A name or title as text prints it."""


DEEPEST = 40
"""How far values of a file may lie inside each other: far more than any file needs, far less than Python bears."""


def flat(value: Any) -> bool:
    """Whether lists and tables lie at most `DEEPEST` deep in each other."""
    level = [value]
    for _ in range(DEEPEST):
        inner = [item.values() if isinstance(item, dict) else item for item in level if isinstance(item, dict | list)]
        if not inner:
            return True
        level = [item for items in inner for item in items]
    return False


def read(path: Path) -> dict[str, Any]:
    """The tables of a TOML file. Raises ConfigError with the line where the text is not TOML."""
    file = label(path)
    try:
        with path.open("rb") as source:
            tables = tomllib.load(source)
        if flat(tables):
            return tables
        raise RecursionError
    except RecursionError:
        raise ConfigError(file, problem="nested too deeply", allowed=f"{DEEPEST} levels at most") from None
    except tomllib.TOMLDecodeError as error:
        text, _, place = str(error).rstrip(")").partition(" (at ")
        raise ConfigError(file, place, problem=f"not valid TOML: {text}") from None
    except UnicodeDecodeError as error:
        raise ConfigError(file, problem=f"not UTF-8 text (byte {error.start})") from None
    except OSError as error:
        raise ConfigError(file, problem=f"cannot be read: {error.strerror}") from None
    except ValueError:  # the one that is left: Python reads no more digits than its limit
        raise ConfigError(file, problem="a whole number with too many digits") from None


def check(model: type[Checked], data: Any, file: str, prefix: str = "") -> Checked:
    """The data as a `model`, or a ConfigError about the first thing that is wrong in it."""
    try:
        return model.model_validate(data)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        raise _config_error(dict(first), file, prefix) from None


_TYPES = {
    "missing": "is missing",
    "string_type": "must be text",
    "int_type": "must be a whole number",
    "bool_type": "must be true or false",
    "list_type": "must be a list",
    "dict_type": "must be a table",
    "model_type": "must be a table",
    "model_attributes_type": "must be a table",
}


def _config_error(error: dict[str, Any], file: str, prefix: str) -> ConfigError:
    path, value, context = error["loc"], error["input"], error.get("ctx", {})
    problem = _TYPES.get(error["type"], error["msg"])
    if error["type"] == "missing" or path[-1:] == ("[key]",):  # no value, or it stands in the path
        value = UNSET
    if error["type"] == "wrong":
        problem = context["problem"]
        if context["path"]:
            path += context["path"]
            value = context["value"]
    return ConfigError(file, dotted(path, prefix), value, problem, context.get("allowed", ""))


def dotted(path: Place, prefix: str = "") -> str:
    """A place in a file as text: `foes[1].zone`, `rules."reaction.guard_ac"`."""
    text = prefix
    for part in path:
        if part == "[key]":  # the checker's mark for a fault of the key itself
            continue
        if isinstance(part, int):
            text += f"[{part}]"
        else:
            name = part if re.fullmatch(r"[A-Za-z0-9_-]+", part) else f'"{part}"'
            text += f".{name}" if text else name
    return text
