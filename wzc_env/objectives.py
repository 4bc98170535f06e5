"""`[[objectives]]` of a scenario: what wins a battle for one side at once.

[[objectives]]
side = "foes"
kind = "hold"       # reach, hold, open, escort, escape, kill
zones = ["circle"]
lulls = 3           # in a row; with total = true all together
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated

from pydantic import model_validator

from .battlefield import OFF_MAP, ZoneEntry
from .changing import Planned
from .checked import Label, Model, between, few, word, wrong
from .editing import Open
from .errors import ConfigError, listed, unknown
from .warzone.state import Objective, Setup
from .warzone.words import MAX_COMBATANTS, MAX_ZONES, NONE, Goal, Side

if TYPE_CHECKING:
    from .compiling import Names
    from .scenario import Scenario

SIDES = ("party", "foes")

KEYS: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "reach": (("zones",), ("count", "creature")),
    "hold": (("zones", "lulls"), ("total",)),
    "open": (("edge",), ()),
    "escort": (("zones", "creature"), ()),
    "escape": (("count",), ("zones",)),
    "kill": (("creature",), ()),
}
"""Kind -> the keys that it needs, and those that it may have besides."""

_ALL = ("zones", "lulls", "total", "edge", "creature", "count")


class ObjectiveEntry(Model):
    """An objective of one side. Any of its `zones` will do; `creature` is one of the battle, by its label."""

    side: Annotated[str, word("side", SIDES)]
    kind: Annotated[str, word("kind of objective", Goal)]
    title: Label | None = None
    zones: Annotated[list[str], few("Zones", MAX_ZONES, 1)] | None = None
    lulls: Annotated[int, between(1, 100)] | None = None
    total: bool = False
    edge: Annotated[list[str], few("Zones joined", 2, 2)] | None = None
    creature: str | None = None
    count: Annotated[int, between(1, MAX_COMBATANTS)] | None = None

    @property
    def places(self) -> list[str]:
        """The Zones that it is about; none where any will do, or none matters."""
        return self.zones or []

    @model_validator(mode="after")
    def _whole(self) -> "ObjectiveEntry":
        """Each kind has the keys that it needs, and none that would do nothing."""
        needed, optional = KEYS[self.kind]
        for key in _ALL:
            value = getattr(self, key)
            if key in needed and not value:
                raise wrong(f'is missing: kind "{self.kind}" needs it', path=(key,))
            if value and key not in needed + optional:
                raise wrong(f'kind "{self.kind}" does not use it', listed(needed + optional), (key,), value)
        if self.creature is not None and self.count is not None:
            raise wrong("a count and a creature at once", "one of count and creature", ("count",), self.count)
        return self


def unit_of(name: str, names: "Names") -> int:
    """The number of a creature by its label or agent; NONE for no such creature."""
    for known in (names.labels, names.agents):
        if name in known:
            return known.index(name)
    return NONE


def check_all(
    entries: Sequence[ObjectiveEntry],
    whole: "Scenario",
    zones: Mapping[str, ZoneEntry],
    planned: Sequence[Planned],
    file: str,
) -> None:
    """Every objective can be reached, and none is reached before the battle begins. Raises ConfigError."""
    for number, entry in enumerate(entries):
        place = f"objectives[{number}]"
        _check_zones(entry, whole, zones, file, place)
        _check_creature(entry, whole, file, place)
        _check_edge(entry, whole, planned, file, place)
        _check_count(entry, whole, file, place)


def _check_zones(
    entry: ObjectiveEntry, whole: "Scenario", zones: Mapping[str, ZoneEntry], file: str, place: str
) -> None:
    for name in entry.places:
        if name not in zones:
            raise ConfigError(file, f"{place}.zones", entry.places, unknown("Zone", name, zones), listed(zones))
        if entry.kind == "hold" and OFF_MAP in zones[name].traits:
            raise ConfigError(file, f"{place}.zones", entry.places, f'nobody Controls "{name}"', "Zones of the map")
    if entry.kind == "escape":
        bands = whole.battlefield.bands is not None
        exits = [name for name, zone in zones.items() if _is_exit(zone, entry.side, bands)]
        for name in entry.places:
            if name not in exits:
                problem = f'"{name}" is no exit of the {entry.side}'
                raise ConfigError(file, f"{place}.zones", entry.places, problem, listed(exits))
        if not exits:
            raise ConfigError(file, f"{place}.kind", entry.kind, f"the {entry.side} have no exit on this map")


def _is_exit(zone: ZoneEntry, side: str, bands: bool) -> bool:
    """Whether a side may leave the battlefield from a Zone (its own Back Line or Flank), or a band (its own end)."""
    return zone.owner in (side, "both") and (bands or bool({"back_line", "flank"} & set(zone.traits)))


def _check_creature(entry: ObjectiveEntry, whole: "Scenario", file: str, place: str) -> None:
    """The creature fights, on the right side: an enemy to bring down, one of the side's own for all else."""
    if entry.creature is None:
        return
    names = whole.names()
    sides = [side for side, _, _ in whole.units()]
    theirs = {"party": "foes", "foes": "party"}[entry.side]
    wanted = theirs if entry.kind == "kill" else entry.side
    allowed = listed(label for label, side in zip(names.labels, sides, strict=True) if side == wanted)
    unit = unit_of(entry.creature, names)
    if unit == NONE:
        problem = unknown("creature", entry.creature, names.labels)
    elif sides[unit] != wanted:
        problem = "it is on the same side" if entry.kind == "kill" else "it is an enemy"
    else:
        return
    raise ConfigError(file, f"{place}.creature", entry.creature, problem, allowed)


def _check_edge(entry: ObjectiveEntry, whole: "Scenario", planned: Sequence[Planned], file: str, place: str) -> None:
    """The edge to open is there, blocked, and can be opened: by work, or by a change of the battlefield."""
    if entry.edge is None:
        return
    blocked = [edge.join for edge in whole.battlefield.edges if edge.kind == "blocked"]
    if not any(set(entry.edge) == set(join) for join in blocked):
        allowed = "; ".join(" and ".join(join) for join in blocked) or "none: this map has no blocked edge"
        raise ConfigError(file, f"{place}.edge", entry.edge, "no blocked edge joins them", allowed)
    ways = {frozenset(edge.join) for edge in whole.battlefield.edges if edge.opens is not None}
    ways |= {frozenset(change.edit.edge) for change in planned if isinstance(change.edit, Open)}
    if frozenset(entry.edge) not in ways:
        allowed = "opens on the edge, or a change that opens it"
        raise ConfigError(file, f"{place}.edge", entry.edge, "nobody can open it", allowed)


def _check_count(entry: ObjectiveEntry, whole: "Scenario", file: str, place: str) -> None:
    """No more creatures are asked for than the side has, and they are not there already."""
    mine = getattr(whole, entry.side)
    total = sum(one.count for one in mine)
    if entry.count is not None and entry.count > total:
        problem = f"the {entry.side} have {total} creature{'s'[: total > 1]}"
        raise ConfigError(file, f"{place}.count", entry.count, problem, f"1 to {total}")
    if entry.kind not in ("reach", "escort"):
        return
    names = whole.names()
    wanted = None if entry.creature is None else unit_of(entry.creature, names)
    inside = sum(
        (one.count if one.squad else 1) * (one.zone in entry.places)
        for unit, (side, one, _) in enumerate(whole.units())
        if side == entry.side and wanted in (None, unit)
    )
    if inside >= (entry.count or 1):
        problem = "reached before the battle begins"
        raise ConfigError(file, f"{place}.zones", entry.places, problem, "Zones where they do not start")


def fill(setup: Setup, entries: Sequence[ObjectiveEntry], names: "Names") -> None:
    """Write the objectives into a plain Setup."""
    setup.objectives_n = len(entries)
    for row, entry in zip(setup.objectives, entries, strict=False):
        _fill_row(row, entry, names)


def _fill_row(row: Objective, entry: ObjectiveEntry, names: "Names") -> None:
    row.side = int(Side[entry.side.upper()])
    row.kind = int(Goal[entry.kind.upper()])
    row.zones = sum(1 << names.zones.index(name) for name in set(entry.places))
    row.one, row.two = (names.zones.index(name) for name in entry.edge) if entry.edge else (NONE, NONE)
    row.unit = NONE if entry.creature is None else unit_of(entry.creature, names)
    row.n = entry.lulls or entry.count or 1
    row.total = int(entry.total)
