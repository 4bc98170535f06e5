"""Host profiles: `configs/hosts/*.toml`, facts and numbers of the game that WarZone Count is played with."""

from pathlib import Path
from typing import Annotated, Any, NamedTuple

from . import spellbook
from .checked import Label, Model, between, check, parsed, read, word, wrong
from .errors import UNSET, ConfigError
from .paths import find, label
from .spellbook import SpellEntry
from .warzone.tables import Tables, from_sections

ArmourClass = Annotated[int, between(0, 60)]
Score = Annotated[int, between(1, 30)]

SCORES = range(2, 13)
"""Morale scores on 2d6."""


def _steps(value: Any) -> None:
    """Check a list of [highest score, modifier], rising."""
    allowed = "a list of [highest score, modifier] with rising scores, such as [[8, -1], [12, 0], [18, 1]]"
    try:
        steps = [(int(top), int(modifier)) for top, modifier in value]
    except (TypeError, ValueError, OverflowError):
        raise wrong("not a table of modifiers", allowed) from None
    tops = [top for top, _ in steps]
    if not steps or tops != sorted(set(tops)) or any(not -10 <= modifier <= 10 for _, modifier in steps):
        raise wrong("not a table of modifiers", allowed)


class ArmourTable(Model):
    """Ascending AC of a creature that has none in its stat block."""

    unarmoured: ArmourClass
    leather: ArmourClass
    chain: ArmourClass
    plate: ArmourClass
    shield: Annotated[int, between(0, 10)]

    def grade(self, name: str) -> int:
        """AC of a grade of armour, without shield and DEX."""
        return int(getattr(self, name))


class AbilityTable(Model):
    """What a score is worth, and the score of monsters that have none (chosen: 10)."""

    modifiers: Annotated[list[list[int]], parsed(_steps)]
    monster: Score

    def modifier(self, score: int) -> int:
        """The modifier of a score; above the last step that of the last."""
        for top, modifier in self.modifiers:
            if score <= top:
                return modifier
        return self.modifiers[-1][1]


def _rising(value: Any) -> None:
    """Check the percentages of the scores 2 to 12."""
    allowed = "a list of 11 percentages, 1 to 100, none below the one before it"
    if not isinstance(value, list) or len(value) != len(SCORES) or any(type(part) is not int for part in value):
        raise wrong("not the percentages of the scores 2 to 12", allowed)
    if value != sorted(value) or not all(1 <= part <= 100 for part in value):
        raise wrong("not the percentages of the scores 2 to 12", allowed)


class MoraleTable(Model):
    """Whether the host rolls under a 2d6 score or a percentage, and what each score is as one.

    RULING PCT2 (chosen): a score becomes the chance of 2d6 at or below it; a percentage becomes the highest score
    whose own is not above it, or the lowest.
    """

    form: Annotated[str, word("form", ("score", "percent"))]
    percent: Annotated[list[int], parsed(_rising)]

    def number(self, score: int, percent: int | None) -> int:
        """What the host's dice must not exceed, from a stat block's score or percentage; 0 never checks."""
        if percent is not None:
            below = [one for one, chance in zip(SCORES, self.percent, strict=True) if chance <= percent]
            return percent if self.form == "percent" else below[-1] if below else SCORES[0]
        if score == 0 or self.form == "score":
            return score
        return self.percent[max(score, SCORES[0]) - SCORES[0]]


class Host(Model):
    """A host game, apart from the cells of its table."""

    name: str
    title: Label
    spells: str
    armour: ArmourTable
    abilities: AbilityTable
    morale: MoraleTable


class Profile(NamedTuple):
    """All that a host profile names: the host, the cells of its table, its list of spells."""

    host: Host
    tables: Tables
    spells: dict[str, SpellEntry]


def load(name: str | Path) -> Profile:
    """A host profile, by name or path. Raises ConfigError."""
    path = find("hosts", name)
    file, raw = label(path), _extended(path, ())
    cells = raw.pop("host", UNSET)
    if not isinstance(cells, dict):
        problem = "is missing" if cells is UNSET else "must be a table of cells"
        raise ConfigError(file, "host", cells, problem)
    if "name" in raw:
        raise ConfigError(file, "name", raw["name"], "no such key: a host is called as its file")
    host = check(Host, {"name": path.stem, **raw}, file)
    spells = find("spells", host.spells, file=file, key="spells", base=path.parent)
    table = from_sections({"host": cells}, file, host=True)
    dice = (table.cells["host.morale_dice"].value, table.cells["host.morale_die"].value)
    if host.morale.form == "percent" and dice != (1, 100):
        problem = f"morale_dice and morale_die roll {dice[0]}d{dice[1]}"
        raise ConfigError(file, "morale.form", host.morale.form, problem, "score, or 1d100")
    return Profile(host, table, spellbook.load(spells))


def _extended(path: Path, below: tuple[Path, ...]) -> dict[str, Any]:
    """The file's tables laid over those of the profile that it extends."""
    raw = read(path)
    if "extends" not in raw:
        return raw
    parent, file = raw.pop("extends"), label(path)
    if not isinstance(parent, str):
        raise ConfigError(file, "extends", parent, "must be the name of a host")
    above = find("hosts", parent, file=file, key="extends", base=path.parent)
    if above.resolve() in (*below, path.resolve()):
        raise ConfigError(file, "extends", parent, "a host cannot extend itself")
    return _laid_over(_extended(above, (*below, path.resolve())), raw)


def _laid_over(under: dict[str, Any], over: dict[str, Any]) -> dict[str, Any]:
    merged = dict(under)
    for key, value in over.items():
        deeper = isinstance(value, dict) and isinstance(merged.get(key), dict) and "value" not in value
        merged[key] = _laid_over(merged[key], value) if deeper else value
    return merged
