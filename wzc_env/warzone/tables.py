"""The table in force: cells of value, status and source, from `configs/rules/book.toml` and a host profile.

A cell is named `section.key` and fills the field `section_key` of `rules.Rules`; fields that begin with
`host_` belong to the host profile, all others to the book. Files and fields must agree exactly, which is
checked when a file is loaded. An experiment changes a cell without code: `replace("reaction.guard_ac", 2)`.
"""

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import numpy as np
from pydantic import ConfigDict, RootModel

from ..checked import Model, check, dotted, read, shaped, word
from ..errors import ConfigError, listed, unknown
from ..paths import find, label
from .state import Rules

_RECORDS = ("kernel/dice.py", *(f"warzone/{name}.py" for name in ("words", "state", "setup", "rules")))
"""Sources of the rules that the search for kernels does not find: the dice, codes and records."""

_LONG_SECTIONS = ("front_line", "back_line", "high_ground", "perfect_ambush")
_HOST = "host"

_BOUNDS = {
    "check": (0, 100),
    "vigor": (0, 20),
    "vigor.pc_base": (1, 20),
    "vigor.monster_most": (1, 30),
    "count": (0, 1),
    "breath": (1, 40),
    "exposed": (0, 20),
    "cost": (0, 40),
    "cost.least": (1, 40),
    "reaction": (0, 20),
    "reaction.improvised_percent": (0, 1000),
    "flurry": (0, 4),
    "flank": (0, 20),
    "melee.stray_most": (0, 100),
    "underwater.entry": (0, 20),
    "control": (0, 20),
    "detailed": (0, 20),
    "detailed.total_lead": (1, 100),
    "lever": (0, 20),
    "lever.monster_divisor": (0, 20),
    "lever.zone_factor": (0, 4),
    "lever.spell_brake": (0, 1),
    "pincer": (0, 20),
    "capacity": (1, 24),
    "withdraw": (0, 40),
    "command": (0, 40),
    "squad": (0, 20),
    "squad.wall_percent": (100, 400),
    "squad.volley_individual": (0, 1),
    "range": (0, 12),
    "range.very_short_feet": (0, 30000),
    "range.short_feet": (0, 30000),
    "range.medium_feet": (0, 30000),
    "host": (0, 100),
    "host.roll_under": (0, 1),
    "host.natural_hit": (1, 101),
    "host.interrupted_loses_slot": (0, 1),
    "host.morale_die": (1, 100),
    "host.morale_step": (1, 50),
    "host.morale_first_loss": (0, 1),
    "host.morale_half": (0, 1),
    "host.bless": (0, 20),
    "host.fright": (0, 20),
    "host.backstab_attack": (0, 20),
    "host.backstab_factor": (1, 5),
    "host.charge_attack": (-20, 20),
    "host.charge_factor": (1, 5),
    "host.shield_melee": (0, 60),
    "host.shield_missile": (0, 60),
    "host.descending": (0, 1),
}
"""Values a cell may have, by its name, else its section; what follows from them must fit the records."""


class Cell(Model):
    """One number of the table: S stated in the book, D derived from it, C chosen."""

    value: int
    status: Annotated[str, word("status", ("S", "D", "C"))]
    source: Annotated[str, shaped(r".*\S.*", "the lines of the book, or where else it comes from")]
    note: str = ""


class Sections(RootModel[dict[str, dict[str, Cell]]]):
    """The cells of a file, by section and key."""

    model_config = ConfigDict(frozen=True, strict=True)


@dataclass(frozen=True)
class Tables:
    """Cells by name (`"cost.move"`), in the order of the fields of `Rules`."""

    cells: Mapping[str, Cell]

    def replace(self, name: str, value: int, source: str = "replaced") -> "Tables":
        """A copy with another value in one cell, which is then marked as chosen. Raises ConfigError."""
        return self.overlay({name: value}, source)

    def overlay(self, changes: Mapping[str, Any], source: str) -> "Tables":
        """A copy with other values: `{"cost.move": 3}` or `{"cost": {"move": 3}}`. Raises ConfigError.

        `source` becomes the source of the changed cells and the file of an error message.
        """
        cells = dict(self.cells)
        for name, value in _flat(changes):
            where = dotted(("rules", name))
            if name not in cells:
                raise ConfigError(source, where, value, unknown("cell", name, cells), _others(name, cells))
            _check_value(name, value, source, where)
            old = cells[name]
            note = f"instead of {old.value} ({old.status}, {old.source})"
            cells[name] = Cell(value=value, status="C", source=source, note=note)
        return Tables(cells)

    def lay(self, cells: Mapping[str, Cell], file: str) -> "Tables":
        """A copy with these cells instead of its own, each with its own status and source. Raises ConfigError."""
        changed = dict(self.cells)
        for name, cell in cells.items():
            if name not in changed:
                raise ConfigError(file, name, cell.value, unknown("cell", name, changed), _others(name, changed))
            _check_value(name, cell.value, file, name)
            old = changed[name]
            note = f"instead of {old.value} ({old.status}, {old.source})" + (f"; {cell.note}" if cell.note else "")
            changed[name] = cell.model_copy(update={"note": note})
        return Tables(changed)

    def changes(self, other: "Tables") -> dict[str, tuple[Cell, Cell]]:
        """The cells whose values differ, here and in `other`, by name."""
        pairs = ((name, cell, other.cells[name]) for name, cell in self.cells.items() if name in other.cells)
        return {name: (here, there) for name, here, there in pairs if here.value != there.value}

    def join(self, other: "Tables") -> "Tables":
        """The cells of both."""
        return Tables({**self.cells, **other.cells})

    def fill(self, row: Any) -> None:
        """Write the cells into a `Rules`: its plain twin, or a record of an array."""
        for name, cell in self.cells.items():
            if isinstance(row, np.void):
                row[field_of(name)] = cell.value
            else:
                setattr(row, field_of(name), cell.value)

    def edges(self, feet: int) -> int:
        """Zone edges that a host range in feet covers.

        RULING M3: up to 10 feet the same Zone, up to 30 one edge, up to 120 two, beyond that three.
        """
        value = {name: cell.value for name, cell in self.cells.items() if name.startswith("range.")}
        for band in ("very_short", "short", "medium"):
            if feet <= value[f"range.{band}_feet"]:
                return value[f"range.{band}"]
        return value["range.longer"]

    def digest(self) -> str:
        """16 hex digits that name the values (not their sources or notes)."""
        text = "\n".join(f"{name}={self.cells[name].value}" for name in sorted(self.cells))
        return hashlib.sha256(text.encode()).hexdigest()[:16]


def load(path: str | Path = "book") -> Tables:
    """The book's table. Raises ConfigError: a cell of the wrong form, one too many, one missing."""
    where = find("rules", path, key="rules")
    return from_sections(read(where), label(where), host=False)


def from_sections(sections: Mapping[str, Any], file: str, host: bool) -> Tables:
    """Cells from `{section: {key: cell}}`, complete for the book or for a host. Raises ConfigError."""
    return Tables(_complete(some_cells(sections, file), cell_names(host), file, ""))


def some_cells(sections: Mapping[str, Any], file: str) -> dict[str, Cell]:
    """Cells from `{section: {key: cell}}`, by name; their form is checked and nothing else. Raises ConfigError."""
    checked = check(Sections, sections, file).root
    return {f"{section}.{key}": cell for section, cells in checked.items() for key, cell in cells.items()}


def from_cells(cells: Mapping[str, Cell], file: str) -> Tables:
    """A whole table, book and host, from its cells by name. Raises ConfigError."""
    return Tables(_complete(cells, cell_names(host=False) + cell_names(host=True), file, "cells"))


def _complete(found: Mapping[str, Cell], names: list[str], file: str, prefix: str) -> dict[str, Cell]:
    """Exactly the cells `names`, in their order, each within its bounds."""
    for name, cell in found.items():
        place = dotted((name,), prefix) if prefix else name
        if name not in names:
            raise ConfigError(file, place, cell.value, unknown("cell", name, names), _others(name, names))
        _check_value(name, cell.value, file, place)
    for name in names:
        if name not in found:
            raise ConfigError(file, dotted((name,), prefix) if prefix else name, problem="is missing")
    return {name: found[name] for name in names}


def _others(name: str, names: Iterable[str]) -> str:
    """What may stand instead of an unknown cell: those of its section, or else the sections."""
    section = name.partition(".")[0]
    same = [known for known in names if known.startswith(f"{section}.")]
    return listed(same or (f"{known}.*" for known in dict.fromkeys(n.partition(".")[0] for n in names)))


def cell_names(host: bool) -> list[str]:
    """Names of all cells of the book, or of a host profile."""
    fields = [name for name in Rules.__annotations__ if name.startswith(f"{_HOST}_") == host]
    return [_cell_of(name) for name in fields]


def field_of(name: str) -> str:
    """The field of `Rules` that a cell fills."""
    return name.replace(".", "_", 1)


def _cell_of(field: str) -> str:
    for section in _LONG_SECTIONS:
        if field.startswith(f"{section}_"):
            return f"{section}.{field[len(section) + 1 :]}"
    return field.replace("_", ".", 1)


def bounds(name: str) -> tuple[int, int]:
    """The values that a cell may have, both included."""
    section, _, key = name.partition(".")
    if name in _BOUNDS:
        return _BOUNDS[name]
    if key.endswith(("divisor", "factor", "die", "dice", "ratio")):  # divided by, multiplied by, or rolled
        return 1, 20
    return _BOUNDS.get(section, (-20, 20))


def _check_value(name: str, value: Any, file: str, where: str) -> None:
    least, most = bounds(name)
    if type(value) is not int:
        raise ConfigError(file, where, value, "must be a whole number", f"{least} to {most}")
    if not least <= value <= most:
        raise ConfigError(file, where, value, "out of range", f"{least} to {most}")


def _flat(changes: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for name, value in changes.items():
        if isinstance(value, dict):
            yield from ((f"{name}.{key}", inner) for key, inner in value.items())
        else:
            yield name, value


def rules_hash(*tables: Tables) -> str:
    """16 hex digits that name the rules: the values of the tables, the source of kernels, records and codes.

    Text about the rules (names, notation, explanations) does not count.
    """
    text = hashlib.sha256("".join(part.digest() for part in tables).encode())
    package = Path(__file__).resolve().parent.parent
    sources = [package / name for name in _RECORDS]
    for folder in ("hosts", "warzone"):
        sources += [s for s in sorted((package / folder).glob("*.py")) if b"\n@kernel\n" in s.read_bytes()]
    for source in sources:
        text.update(f"{source.parent.name}/{source.name}\n".encode())
        text.update(source.read_bytes())
    return text.hexdigest()[:16]
