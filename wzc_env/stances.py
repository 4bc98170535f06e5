"""Stances: `configs/stances/*.toml`, one a file: its price, where and with what it is kept, and what it gives.

A new one is a file and needs no code: a scenario lists it under `stances`, by name or path.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated

from pydantic import Field, model_validator

from . import paths
from .battlefield import TraitName
from .checked import Label, Model, between, check, few, read, shaped, word, wrong
from .errors import ConfigError
from .warzone.words import MAX_STANCES

MODULE = "stances"
HOLDING = "detailed_control"
"""The module that brings its own Stance, with Module 3 or without."""

Change = Annotated[int, between(-10, 10)]


class Effects(Model):
    """What a Stance gives while it lasts, in the host's language; of the two figures for Control one counts."""

    melee: Change = 0
    ranged: Change = 0
    ac: Change = 0
    detailed_control: Change = 0
    simple_control: Change = 0

    def told(self, detailed: bool) -> list[str]:
        """The effects in words, under one of the two systems of Control."""
        control = self.detailed_control if detailed else self.simple_control
        figures = {"melee attacks": self.melee, "ranged attacks": self.ranged, "AC": self.ac, "Control": control}
        return [f"{what} {figure:+d}" for what, figure in figures.items() if figure]


class StanceEntry(Model):
    """A Stance as its file states it.

    `wields` is what must be in hand, `where` the traits of a Zone any of which will do; it `lasts` until it is ended or
    for the Round; `rooted` bars voluntary movement for the rest of the Round. `module` is the one that it belongs to,
    `status` and `source` are as in the table of rules.
    """

    title: Label
    cost: Annotated[int, between(1, 2)]
    wields: Annotated[str, word("thing to wield", ("polearm", "shield", "missile"))] | None = None
    where: Annotated[list[TraitName], few("traits", 8)] = Field(default_factory=list)
    lasts: Annotated[str, word("duration", ("until_ended", "round"))] = "until_ended"
    rooted: bool = False
    module: Annotated[str, word("module", (MODULE, HOLDING))] = MODULE
    status: Annotated[str, word("status", ("S", "D", "C"))] = "C"
    source: Annotated[str, shaped(r".*\S.*", "the lines of the book, or where else it comes from")]
    effects: Effects

    @model_validator(mode="after")
    def _gives(self) -> "StanceEntry":
        if not any(self.effects.model_dump().values()):
            raise wrong("gives nothing", "at least one effect that is not 0", ("effects",))
        return self


def load(name: str | Path, file: str = "", key: str = "stance", base: Path | None = None) -> StanceEntry:
    """A Stance by name or path; `file` and `key` say where it is mentioned. Raises ConfigError."""
    path = paths.find("stances", name, file=file, key=key, base=base)
    return check(StanceEntry, read(path), paths.label(path))


def of_modules(
    wanted: Sequence[str] | None, modules: Sequence[str], file: str, base: Path | None
) -> dict[str, StanceEntry]:
    """The Stances of a battle by name: those that a scenario lists, or all that are here and whose module is on.

    The Stance of Detailed Control comes with it, listed or not. Raises ConfigError.
    """
    shipped = {name: load(name) for name in paths.names("stances")}
    chosen = {name: entry for name, entry in shipped.items() if entry.module in modules}
    if wanted is None:
        return chosen
    if MODULE not in modules:
        raise ConfigError(file, "stances", list(wanted), f'the module "{MODULE}" is off', f"modules with {MODULE}")
    listed: dict[str, StanceEntry] = {}
    for number, name in enumerate(wanted):
        place = f"stances[{number}]"
        entry = load(name, file, place, base)
        if entry.module not in modules:
            raise ConfigError(file, place, name, f'its module "{entry.module}" is off', f"modules with {entry.module}")
        short = Path(name).name.removesuffix(".toml")
        if short in listed:
            raise ConfigError(file, place, name, "stands twice", "each Stance once")
        listed[short] = entry
    return listed | {name: entry for name, entry in chosen.items() if entry.module == HOLDING}


def check_all(entries: Mapping[str, StanceEntry], file: str) -> None:
    """A battle has room for so many, and their titles tell them apart. Raises ConfigError."""
    if len(entries) > MAX_STANCES:
        raise ConfigError(file, "stances", problem=f"{len(entries)} Stances", allowed=f"{MAX_STANCES} at most")
    titles: dict[str, str] = {}
    for name, entry in entries.items():
        other = titles.setdefault(entry.title.casefold(), name)
        if other != name:
            problem = f'"{other}" has this title already'
            raise ConfigError(file, f"stances.{name}", entry.title, problem, "titles that differ")
