"""Creatures: `configs/roster/*.toml`, a stat block a file, as a referee would write it, or one for each level."""

import re
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from pydantic import Field, model_validator

from . import figures
from .checked import Label, Model, Place, between, check, few, parsed, read, shaped, word, wrong
from .errors import UNSET, ConfigError, listed
from .paths import find, label
from .special import AreaEntry, FearEntry, HitDice
from .warzone.words import MAX_GEAR, MAX_ROLLS, MAX_ROUTINES, MAX_SPELLS, Armour, Tag

Score = Annotated[int, between(1, 30)]
SaveNumber = Annotated[int, between(1, 30)]
Stem = Annotated[str, shaped(r"[a-z]{1,20}", "1 to 20 small letters")]
AC = Annotated[int, between(0, 60)]
DescendingAC = Annotated[int, between(figures.turned(60), figures.turned(0))]
Bonus = Annotated[int, between(-20, 40)]
Thac0 = Annotated[int, between(figures.turned(40), figures.turned(-20))]
Level = Annotated[int, between(1, 36)]
Spells = Annotated[dict[str, Annotated[int, between(1, 9)]], few("spells", MAX_SPELLS, of=dict)]
"""Castings of each prepared spell."""

ABILITIES = ("str", "dex", "con")

SHOWN = 20
"""Characters of a level's name that an error quotes."""


class Abilities(Model):
    """The scores that checks use, which a monster may leave out, and those of a leader, which anybody may leave out."""

    str: Score | None = None
    dex: Score | None = None
    con: Score | None = None
    int: Score | None = None
    cha: Score | None = None


class Saves(Model):
    """The five saving throws: what a d20 must reach."""

    death: SaveNumber
    wands: SaveNumber
    paralysis: SaveNumber
    breath: SaveNumber
    spells: SaveNumber


def _one_form(ascending: int | None, descending: int | None, key: str, form: str) -> None:
    """A figure stands in one of its two forms, or in both where they agree."""
    if ascending is not None and descending is not None and descending != figures.turned(ascending):
        problem = f"does not go with {form} = {ascending}"
        raise wrong(problem, f"{figures.turned(ascending)}, or one of the two alone", (key,), descending)


def _either(ascending: int | None, descending: int | None) -> int | None:
    """The ascending form of a figure that is stated in either."""
    return ascending if ascending is not None or descending is None else figures.turned(descending)


class AttackEntry(Model):
    """One complete attack routine: to hit, damage of each roll; ranged with a `range` (feet).

    To hit is `bonus` or `thac0`, here or for the whole creature; `extra` (an ability, magic) comes on top.
    """

    name: Label
    bonus: Bonus | None = None
    thac0: Thac0 | None = None
    extra: Annotated[int, between(-10, 10)] = 0
    rolls: Annotated[list[Annotated[str, parsed(figures.dice)]], few("rolls in a routine", MAX_ROLLS, 1)]
    heavy: bool = False
    range: Annotated[int, between(1, 10_000)] | None = None
    reload: bool = False

    @model_validator(mode="after")
    def _whole(self) -> "AttackEntry":
        _one_form(self.bonus, self.thac0, "thac0", "bonus")
        if self.reload and self.range is None:
            raise wrong("only a ranged routine is reloaded: range is missing", "", ("reload",), True)
        return self


class GearEntry(Model):
    """What a creature has in hand together, and the routines that wield it."""

    name: Label
    shield: bool = False
    polearm: bool = False
    ac: AC | None = None
    ac_descending: DescendingAC | None = None
    attacks: list[AttackEntry] = Field(default_factory=list)

    @model_validator(mode="after")
    def _whole(self) -> "GearEntry":
        _one_form(self.ac, self.ac_descending, "ac_descending", "ac")
        return self

    @property
    def armour_class(self) -> int | None:
        """Its own AC, ascending."""
        return _either(self.ac, self.ac_descending)


class Creature(Model):
    """A stat block: `level` makes a player character, `hd` a monster; attacks outside `gear` are natural.

    `ac` (or `ac_descending`) stands for every set of gear that has none of its own; without any, it follows from
    `armour`, a shield in hand and DEX by the host's table. `stealth` is the chance in 100 to hide. Morale is a 2d6
    score (0: never checks), or `morale_percent` instead; the host's table turns either into the other. A `leader`
    commands Squads, and adds its CHA to Detailed Control.
    """

    title: Label
    stem: Stem
    level: Level | None = None
    hd: HitDice | None = None
    hp: Annotated[int, between(1, 9999)]
    ac: AC | None = None
    ac_descending: DescendingAC | None = None
    armour: Annotated[str, word("armour", Armour)] = "unarmoured"
    speed: Annotated[int, between(0, 1000)]
    morale: Annotated[int, between(0, 12)] = 0
    morale_percent: Annotated[int, between(1, 100)] | None = None
    abilities: Abilities = Abilities()
    saves: Saves
    tags: list[Annotated[str, word("tag", Tag)]] = Field(default_factory=list)
    leader: bool = False
    stealth: Annotated[int, between(1, 100)] | None = None
    bonus: Bonus | None = None
    thac0: Thac0 | None = None
    gear: Annotated[list[GearEntry], few("sets of gear", MAX_GEAR)] = Field(default_factory=list)
    attacks: list[AttackEntry] = Field(default_factory=list)
    area: AreaEntry | None = None
    fear: FearEntry | None = None
    caster_level: Level | None = None
    spells: Spells = Field(default_factory=dict)

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
        if self.spells and not self.casts:
            raise wrong("is missing: it has spells", "1 to 36", ("caster_level",))
        return self

    @model_validator(mode="after")
    def _forms(self) -> "Creature":
        _one_form(self.ac, self.ac_descending, "ac_descending", "ac")
        _one_form(self.bonus, self.thac0, "thac0", "bonus")
        if self.morale and self.morale_percent is not None:
            raise wrong(
                f"stands beside morale = {self.morale}", "one of the two", ("morale_percent",), self.morale_percent
            )
        places: list[Place] = [
            ("gear", g, "attacks", a) for g, set_ in enumerate(self.gear) for a in range(len(set_.attacks))
        ]
        places += [("attacks", a) for a in range(len(self.attacks))]
        for place, (_, attack) in zip(places, self.routines, strict=True):
            if _either(attack.bonus, attack.thac0) is None and _either(self.bonus, self.thac0) is None:
                raise wrong("is missing", "bonus or thac0, here or for the whole creature", (*place, "bonus"))
        return self

    @property
    def is_pc(self) -> bool:
        """A player character."""
        return self.level is not None

    @property
    def casts(self) -> int:
        """Its caster level; 0 for who has none."""
        return self.caster_level or self.level or 0

    @property
    def half_dice(self) -> int:
        """Hit Dice in halves; a character has one a level."""
        return 2 * self.level if self.level is not None else figures.hit_dice(self.hd)

    @property
    def armour_class(self) -> int | None:
        """The AC of the stat block, ascending."""
        return _either(self.ac, self.ac_descending)

    @property
    def routines(self) -> list[tuple[int | None, AttackEntry]]:
        """All routines with the set of gear that wields each; None for natural ones, which come last."""
        wielded: list[tuple[int | None, AttackEntry]] = [
            (number, attack) for number, entry in enumerate(self.gear) for attack in entry.attacks
        ]
        return wielded + [(None, attack) for attack in self.attacks]

    def to_hit(self, attack: AttackEntry) -> int:
        """The attack bonus of one of its routines, all told."""
        own = _either(attack.bonus, attack.thac0)
        base = _either(self.bonus, self.thac0) if own is None else own
        return (base or 0) + attack.extra


class Kin(NamedTuple):
    """A file of the roster: the creature that its name means, and the same at other levels."""

    usual: Creature
    levels: dict[int, Creature]


def load(name: str | Path) -> Creature:
    """A creature of the roster, at its usual level where it has several. Raises ConfigError."""
    return load_kin(name).usual


def load_kin(name: str | Path) -> Kin:
    """A creature at every level that its file states. Raises ConfigError.

    `[levels.N]` holds what changes at that level: a key there stands instead of the one of the level before.
    `level`, beside the other keys, is the usual one.
    """
    path = find("roster", name)
    file, raw = label(path), read(path)
    if "levels" not in raw:
        return Kin(check(Creature, raw, file), {})
    tables, usual = _levels(raw.pop("levels"), file), raw.pop("level", None)
    found: dict[int, Creature] = {}
    for level, table in tables.items():
        raw = {**raw, **table, "level": level}
        try:
            found[level] = check(Creature, raw, file)
        except ConfigError as error:
            inside = error.key.partition(".")[0].partition("[")[0] in table
            place = f"levels.{level}.{error.key}" if inside else error.key
            raise ConfigError(file, place, error.value, error.problem, error.allowed) from None
    if type(usual) is not int or usual not in found:
        problem = "is missing: the level of who states none" if usual is None else "no such level"
        raise ConfigError(file, "level", UNSET if usual is None else usual, problem, listed(found))
    return Kin(found[usual], found)


def _levels(raw: Any, file: str) -> dict[int, dict[str, Any]]:
    """The tables of the levels, the lowest first."""
    allowed = "tables such as [levels.1], with what changes at that level"
    if not isinstance(raw, dict) or not raw:
        raise ConfigError(file, "levels", raw, "must be a table of levels", allowed)
    for key, table in raw.items():
        if not re.fullmatch(r"[1-9]|[12]\d|3[0-6]", key, re.ASCII):
            short = key if len(key) <= SHOWN else f"{key[:SHOWN]}..."
            raise ConfigError(file, f"levels.{short}", problem="not a level", allowed="1 to 36")
        if not isinstance(table, dict):
            raise ConfigError(file, f"levels.{key}", table, "must be a table", allowed)
        if "level" in table:
            raise ConfigError(file, f"levels.{key}.level", table["level"], "no such key: the table's name says it")
    return {int(key): raw[key] for key in sorted(raw, key=int)}
