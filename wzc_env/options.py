"""Options of a table: `configs/rules/*.toml` beside the book's own, files of a few cells that stand instead of its.

The book's campaign levers are here, one a file, and what an experiment turns off. A scenario names them
(`options = ["lever.sharp_fatigue"]`), and so does whoever plays one (`wzc play duel --with lever.sharp_fatigue`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from . import paths
from .checked import Label, Model, check, read, word
from .errors import ConfigError, listed, unknown
from .warzone.tables import Cell, Tables, some_cells
from .warzone.words import Module

BOOK = "book"
"""The file of the folder that is the whole table and no option."""


class Heading(Model):
    """What an option's file states beside its cells; `rule` is the tag of the book's rule that it is.

    Without the module that it `needs` it would do nothing.
    """

    title: Label
    says: str
    rule: Label | None = None
    needs: Annotated[str, word("module", Module)] | None = None


@dataclass(frozen=True)
class Option:
    """A few cells under a name."""

    name: str
    title: str
    says: str
    cells: Mapping[str, Cell]
    file: str
    needs: str | None = None


def names() -> list[str]:
    """The options that are here."""
    return [name for name in paths.names("rules") if name != BOOK]


def load(name: str | Path, file: str = "", key: str = "option", base: Path | None = None) -> Option:
    """An option by name or path; `file` and `key` say where it is mentioned. Raises ConfigError."""
    text = str(name)
    plain = not text.endswith(".toml") and "/" not in text and "\\" not in text
    if plain and text not in names():
        raise ConfigError(file, key, text, unknown("option", text, names()), listed(names()))
    path = paths.find("rules", name, file=file, key=key, base=base)
    where, raw = paths.label(path), read(path)
    heading = check(Heading, {k: v for k, v in raw.items() if k in Heading.model_fields}, where)
    cells = some_cells({k: v for k, v in raw.items() if k not in Heading.model_fields}, where)
    if not cells:
        raise ConfigError(where, problem="changes no cell", allowed="cells of the table, such as those of the book")
    return Option(path.stem, heading.title, heading.says, cells, where, heading.needs)


def lay(table: Tables, chosen: Sequence[Option], file: str = "", key: str = "options") -> Tables:
    """The table with the cells of these options. Raises ConfigError: a cell of no table, or of two options."""
    setters: dict[str, str] = {}
    for number, option in enumerate(chosen):
        if option in chosen[:number]:
            raise ConfigError(file, f"{key}[{number}]", option.name, "stands twice", "each option once")
        for cell in option.cells:
            other = setters.setdefault(cell, option.name)
            if other != option.name:
                problem = f'"{other}" sets {cell} already'
                raise ConfigError(file, f"{key}[{number}]", option.name, problem, "options that do not meet in a cell")
        table = table.lay(option.cells, option.file)
    return table


def check_needs(chosen: Sequence[Option], modules: Sequence[str], file: str = "", key: str = "options") -> None:
    """Every option finds the module that it builds on. Raises ConfigError."""
    for number, option in enumerate(chosen):
        if option.needs is not None and option.needs not in modules:
            problem = f'needs the module "{option.needs}", which is off'
            raise ConfigError(file, f"{key}[{number}]", option.name, problem, f"modules with {option.needs}")
