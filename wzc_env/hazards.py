"""`[[hazards]]` of a scenario: fire, fog, flood, collapse and their like, which advance in the Lull.

[[hazards]]
kind = "fire"
zones = ["store"]
damage = "1d6"
save = "breath"
halves = true
spreads = 2         # every second Lull along open edges
chance = 3          # 3 in 6 for each Zone beside it
burns_out = 4       # Lulls in each Zone

[[hazards]]
kind = "collapse"
zones = ["loft"]
after = 5           # in the fifth Lull the Zone is gone
into = "store"      # and its people lie there
damage = "2d6"
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import model_validator

from . import changing, figures
from .battlefield import OFF_MAP, Battlefield, ZoneEntry
from .changing import Collapse
from .checked import Label, Model, between, few, parsed, word, wrong
from .errors import ConfigError, listed, unknown
from .warzone.state import Hazard, Setup
from .warzone.tables import Tables
from .warzone.words import MAX_ZONES, NONE, Difficulty, Save, Trait

if TYPE_CHECKING:
    from .compiling import Names

COLLAPSE = "collapse"
KINDS = {"fire": 0, "fog": int(Trait.FOG), "flood": int(Trait.UNDERWATER), COLLAPSE: 0, "other": 0}
"""Kind -> the trait that it gives to the Zones where it is."""

MOST_DICE = 8
"""Dice of one hazard: each is an event, beside a save and its consequences for everybody in the Zone."""


def _damage(text: Any) -> None:
    if figures.dice(text).dice > MOST_DICE:
        raise wrong("too many dice", f"{MOST_DICE} at most")


Places = Annotated[list[str], few("Zones", MAX_ZONES, 1)]
Lulls = Annotated[int, between(1, 90)]
SaveName = Annotated[str, word("save", [name.lower() for name in Save.__members__ if name != "NO_SAVE"])]
CheckName = Annotated[str, word("check", [name.lower() for name in Difficulty.__members__ if name != "AUTOMATIC"])]


class HazardEntry(Model):
    """A hazard: where and when it begins, what it does to whoever stands there in the Lull, how it goes on.

    `starts` is the Lull in which it begins, 0 the beginning of the battle. Every `spreads` Lulls it goes on, along open
    edges by `chance` in 6 for each Zone, or to the next Zone of its `route`. `burns_out` counts its Lulls in a Zone. A
    collapse takes its Zones off the map `after` so many Lulls; who stood there is put `into` another, or one beside it.
    """

    kind: Annotated[str, word("kind of hazard", list(KINDS))]
    title: Label | None = None
    zones: Places
    starts: Annotated[int, between(0, 200)] = 0
    damage: Annotated[str, parsed(_damage)] | None = None
    save: SaveName | None = None
    save_modifier: Annotated[int, between(-10, 10)] = 0
    check: CheckName | None = None
    halves: bool = False
    spreads: Lulls | None = None
    chance: Annotated[int, between(1, 6)] | None = None
    route: Places | None = None
    burns_out: Lulls | None = None
    after: Lulls | None = None
    into: str | None = None

    @property
    def name(self) -> str:
        """What text calls it."""
        return self.title or self.kind

    @model_validator(mode="after")
    def _whole(self) -> "HazardEntry":
        """It does something, and no key stands there for nothing."""
        if self.kind == "other" and self.title is None:
            raise wrong('is missing: a hazard of kind "other" has a name of its own', path=("title",))
        falls = self.kind == COLLAPSE
        if falls and self.after is None:
            raise wrong("is missing: when does it come down", "Lulls, 1 to 90", ("after",))
        for key in ("after", "into") if not falls else ("spreads", "burns_out"):
            if getattr(self, key) is not None:
                raise wrong(f'kind "{self.kind}" does not use it', path=(key,), value=getattr(self, key))
        if self.damage is None and not KINDS[self.kind] and not falls:
            raise wrong("is missing: it would do nothing", figures.DICE_ALLOWED, ("damage",))
        if self.save is not None and self.check is not None:
            raise wrong("a save and a check at once", "one of save and check", ("check",), self.check)
        spared = self.save is not None or self.check is not None
        for key, needs, there in (
            ("save", "damage", self.damage is not None),
            ("check", "damage", self.damage is not None),
            ("save_modifier", "save", self.save is not None),
            ("halves", "save or check", spared),
            ("chance", "spreads", self.spreads is not None),
            ("route", "spreads", self.spreads is not None),
        ):
            value = getattr(self, key)
            if value and not there:
                raise wrong(f"without {needs} it does nothing", path=(key,), value=value)
        if self.route is not None and self.chance is not None:
            raise wrong("a route needs no chance", "chance or route", ("chance",), self.chance)
        return self


def check_all(entries: Sequence[HazardEntry], zones: Mapping[str, ZoneEntry], file: str) -> None:
    """Every Zone that a hazard names is on the map, now or later. Raises ConfigError."""
    for number, entry in enumerate(entries):
        for key in ("zones", "route", "into"):
            given = getattr(entry, key)
            named = [given] if isinstance(given, str) else given or []
            place = f"hazards[{number}].{key}"
            for name in named:
                if name not in zones:
                    raise ConfigError(file, place, given, unknown("Zone", name, zones), listed(zones))
                if OFF_MAP in zones[name].traits:
                    raise ConfigError(file, place, given, f'"{name}" is Off-Map', "Zones of the map")
            if len(set(named)) < len(named):
                raise ConfigError(file, place, given, "a Zone stands twice", "each Zone once")


def check_falls(entries: Sequence[HazardEntry], field: Battlefield, tables: Tables, file: str) -> None:
    """After each collapse there is a battlefield left, and its people have somewhere to be. Raises ConfigError."""
    numbered = [(number, entry) for number, entry in enumerate(entries) if entry.kind == COLLAPSE]
    for number, entry in sorted(numbered, key=lambda item: item[1].starts + (item[1].after or 0)):
        for name in entry.zones:
            place = f"hazards[{number}].zones"
            if entry.into == name:
                raise ConfigError(
                    file, f"hazards[{number}].into", entry.into, "it is the Zone that goes", "another Zone"
                )
            try:
                field = changing.step(field, Collapse(zone=name, to=entry.into), tables, file, f"hazards[{number}]")
            except ConfigError as error:
                raise ConfigError(file, place, entry.zones, error.problem, error.allowed) from None


def fill(setup: Setup, entries: Sequence[HazardEntry], names: "Names") -> None:
    """Write the hazards into a plain Setup."""
    setup.hazards_n = len(entries)
    for row, entry in zip(setup.hazards, entries, strict=False):
        _fill_row(row, entry, names.zones)


def _fill_row(row: Hazard, entry: HazardEntry, zones: list[str]) -> None:
    row.starts = entry.starts
    row.zones = sum(1 << zones.index(name) for name in entry.zones)
    row.route_n = len(entry.route or ())
    for place, name in enumerate(entry.route or ()):
        row.route[place] = zones.index(name)
    row.every = entry.spreads or 0
    row.chance = entry.chance or 6
    row.lasts = entry.burns_out or entry.after or 0
    row.falls = int(entry.kind == COLLAPSE)
    row.trait = KINDS[entry.kind]
    row.into = NONE if entry.into is None else zones.index(entry.into)
    row.save = int(Save[(entry.save or "no_save").upper()])
    row.save_mod = entry.save_modifier
    row.check = int(Difficulty[(entry.check or "automatic").upper()])
    row.halves = int(entry.halves)
    if entry.damage is not None:
        row.dice, row.sides, row.plus = figures.dice(entry.damage)
