"""Creatures: `configs/roster/*.toml`, one stat block a file, as a referee would write it."""

from pathlib import Path
from typing import Annotated

from pydantic import Field, model_validator

from . import figures
from .checked import Label, Model, between, check, few, parsed, read, shaped, word, wrong
from .paths import find, label
from .warzone.words import MAX_GEAR, MAX_ROLLS, MAX_ROUTINES, MAX_SPELLS, Armour, Tag

Score = Annotated[int, between(1, 30)]
SaveNumber = Annotated[int, between(1, 30)]
Stem = Annotated[str, shaped(r"[a-z]{1,20}", "1 to 20 small letters")]

ABILITIES = ("str", "dex", "con")


class Abilities(Model):
    """The scores that checks use; a monster may leave any of them out."""

    str: Score | None = None
    dex: Score | None = None
    con: Score | None = None


class Saves(Model):
    """The five saving throws: what a d20 must reach."""

    death: SaveNumber
    wands: SaveNumber
    paralysis: SaveNumber
    breath: SaveNumber
    spells: SaveNumber


class AttackEntry(Model):
    """One complete attack routine: attack bonus, damage of each roll; ranged with a `range` (feet)."""

    name: Label
    bonus: Annotated[int, between(-20, 40)]
    rolls: Annotated[list[Annotated[str, parsed(figures.dice)]], few("rolls in a routine", MAX_ROLLS, 1)]
    heavy: bool = False
    range: Annotated[int, between(1, 10_000)] | None = None
    reload: bool = False

    @model_validator(mode="after")
    def _reload_is_ranged(self) -> "AttackEntry":
        if self.reload and self.range is None:
            raise wrong("only a ranged routine is reloaded: range is missing", "", ("reload",), True)
        return self


class GearEntry(Model):
    """What a creature has in hand together, and the routines that wield it."""

    name: Label
    shield: bool = False
    ac: Annotated[int, between(0, 60)] | None = None
    attacks: list[AttackEntry] = Field(default_factory=list)


class Creature(Model):
    """A stat block: `level` makes a player character, `hd` a monster; attacks outside `gear` are natural.

    `ac` is ascending and stands for every set of gear that has none of its own; without any, it follows from
    `armour`, a shield in hand and DEX by the host's table.
    """

    title: Label
    stem: Stem
    level: Annotated[int, between(1, 36)] | None = None
    hd: Annotated[int | str, parsed(figures.hit_dice)] | None = None
    hp: Annotated[int, between(1, 9999)]
    ac: Annotated[int, between(0, 60)] | None = None
    armour: Annotated[str, word("armour", Armour)] = "unarmoured"
    speed: Annotated[int, between(0, 1000)]
    morale: Annotated[int, between(0, 12)] = 0
    abilities: Abilities = Abilities()
    saves: Saves
    tags: list[Annotated[str, word("tag", Tag)]] = Field(default_factory=list)
    gear: Annotated[list[GearEntry], few("sets of gear", MAX_GEAR)] = Field(default_factory=list)
    attacks: list[AttackEntry] = Field(default_factory=list)
    caster_level: Annotated[int, between(1, 36)] | None = None
    spells: Annotated[dict[str, Annotated[int, between(1, 9)]], few("spells", MAX_SPELLS, of=dict)] = Field(
        default_factory=dict
    )

    @model_validator(mode="after")
    def _whole(self) -> "Creature":
        either = "level for a player character, hd for a monster"
        if self.level is not None and self.hd is not None:
            raise wrong("level and hd exclude each other", either, ("hd",), self.hd)
        if self.level is None and self.hd is None:
            raise wrong("is missing, and so is hd", either, ("level",))
        for name in ABILITIES if self.level is not None else ():
            if getattr(self.abilities, name) is None:
                problem = "is missing: a player character has all three"
                raise wrong(problem, "1 to 30", ("abilities", name))
        count = len(self.routines)
        if count > MAX_ROUTINES:
            raise wrong(f"{count} attack routines", f"{MAX_ROUTINES} at most, those of gear included", ("attacks",))
        if self.spells and self.caster_level is None and self.level is None:
            raise wrong("is missing: it has spells", "1 to 36", ("caster_level",))
        return self

    @property
    def is_pc(self) -> bool:
        """A player character."""
        return self.level is not None

    @property
    def half_dice(self) -> int:
        """Hit Dice in halves; a character has one a level."""
        return 2 * self.level if self.level is not None else figures.hit_dice(self.hd)

    @property
    def routines(self) -> list[tuple[int | None, AttackEntry]]:
        """All routines with the set of gear that wields each; None for natural ones, which come last."""
        wielded: list[tuple[int | None, AttackEntry]] = [
            (number, attack) for number, entry in enumerate(self.gear) for attack in entry.attacks
        ]
        return wielded + [(None, attack) for attack in self.attacks]


def load(name: str | Path) -> Creature:
    """A creature of the roster. Raises ConfigError."""
    path = find("roster", name)
    return check(Creature, read(path), label(path))
