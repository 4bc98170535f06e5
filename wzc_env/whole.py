"""What only shows when all parts of a scenario are together: places, Capacities, numbers, who goes with what."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from . import (
    battlefield,
    changing,
    companies,
    figures,
    giants,
    hazards,
    objectives,
    stances,
)
from .checked import dotted
from .compiling import names_of
from .errors import ConfigError, listed, unknown
from .roster import Creature
from .spellbook import SpellEntry
from .warzone.words import (
    MAX_COMBATANTS,
    MAX_SPELLBOOK,
)

if TYPE_CHECKING:
    from .scenario import Scenario, ScenarioFile, UnitEntry

SIDES = ("party", "foes")

MAX_SPELL_DICE = 60
"""Dice of one spell at its caster's level: each is an event, and the record holds those of one step (MAX_NOTES)."""


def entries(form: "ScenarioFile | Scenario") -> Iterator[tuple[str, "UnitEntry"]]:
    """Every entry with its place in the file."""
    for side in SIDES:
        for number, entry in enumerate(getattr(form, side)):
            yield f"{side}[{number}]", entry


def check_whole(whole: "Scenario", file: str) -> None:
    """Check all of it. Raises ConfigError about the first thing that is wrong."""
    _check_ground(whole, file)
    zones = whole.battlefield.zones
    inside = dict.fromkeys(zones, 0)
    for where, entry in entries(whole):
        if entry.zone not in zones:
            raise ConfigError(file, f"{where}.zone", entry.zone, unknown("Zone", entry.zone, zones), listed(zones))
        _check_entry(whole, where, entry, file)
        inside[entry.zone] += entry.count
        there, room = inside[entry.zone], zones[entry.zone].capacity
        if room and there > room:
            problem = f"{there} creatures start in this Zone"
            raise ConfigError(file, f"{where}.zone", entry.zone, problem, f"{room}, its Capacity")
    _check_mobs(whole, file)
    stances.check_all(whole.stances, file)
    giants.check_bodies(list(entries(whole)), whole.battlefield, file)
    planned = changing.parse(whole.changes, file)
    if planned and "zones" not in whole.modules:
        raise ConfigError(file, "changes", problem="a battlefield without Zones does not change", allowed="none")
    starts = [(where, entry.zone) for where, entry in entries(whole)]
    changing.check_starts(whole.battlefield, planned, starts, file)
    changing.check_whole(whole.battlefield, planned, names_of(whole).labels, whole.max_rounds, whole.tables, file)
    _check_aims(whole, planned, file)
    companies.check_squads(whole, list(entries(whole)), file)
    total, spells = sum(not entry.squad for _, entry, _ in whole.units()), len(whole.spells)
    if total > MAX_COMBATANTS:
        problem = f"{total} combatants in the battle"
        raise ConfigError(file, "party + foes", problem=problem, allowed=f"{MAX_COMBATANTS} combatants at most")
    if spells > MAX_SPELLBOOK:
        problem = f"{spells} different spells in the battle"
        raise ConfigError(file, "spells", problem=problem, allowed=f"{MAX_SPELLBOOK} at most")


def _check_aims(whole: "Scenario", planned: Sequence[changing.Planned], file: str) -> None:
    """Hazards and objectives go with the battlefield, as it is or will be, and with who fights."""
    zones = {**whole.battlefield.zones, **changing.added(planned)}
    hazards.check_all(whole.hazards, zones, file)
    hazards.check_falls(whole.hazards, whole.battlefield, whole.tables, file)
    objectives.check_all(whole.objectives, whole, zones, planned, file)


def _check_ground(whole: "Scenario", file: str) -> None:
    """Zones need a battlefield of Zones; without them it is one of bands."""
    bands = whole.battlefield.bands is not None
    if "zones" not in whole.modules and not bands:
        problem = 'without "zones" the battlefield has bands, and this one has Zones'
        raise ConfigError(file, "modules", whole.modules, problem, "zones among them, or a battlefield with [bands]")
    if "zones" in whole.modules and bands:
        problem = "the battlefield has bands, and they are for battles without Zones"
        raise ConfigError(file, "modules", whole.modules, problem, "none of them: modules = []")
    if bands:
        _check_bands(whole, file)


def _check_bands(whole: "Scenario", file: str) -> None:
    """Bands have no Control, no traits, and stay: what needs one of these belongs to Zones."""
    for number, goal in enumerate(whole.objectives):
        if goal.kind == "hold":
            problem = "nobody holds a band: that belongs to Zones"
            allowed = "reach, escort, escape, kill"
            raise ConfigError(file, f"objectives[{number}].kind", goal.kind, problem, allowed)
    for number, danger in enumerate(whole.hazards):
        if hazards.KINDS[danger.kind] or danger.kind == hazards.COLLAPSE:
            problem = "a band takes no trait and does not come down: that belongs to Zones"
            raise ConfigError(file, f"hazards[{number}].kind", danger.kind, problem, "fire, other")
    for where, entry in entries(whole):
        if entry.body is not None:
            problem = "nobody climbs a band: that belongs to Zones"
            raise ConfigError(file, f"{where}.body", entry.body, problem, "none")


def _check_entry(whole: "Scenario", where: str, entry: "UnitEntry", file: str) -> None:
    """An entry goes with its stat block and its Zone."""
    creature = whole.creatures[entry.block]
    if entry.hp is not None and entry.hp > creature.hp:
        raise ConfigError(file, f"{where}.hp", entry.hp, "more than the creature has", f"1 to {creature.hp}")
    if entry.spells and not creature.casts:
        raise ConfigError(file, f"{where}.spells", entry.spells, "the creature has no caster_level", "none")
    for name in entry.prepared(creature):
        _check_dice(whole.spells[name], creature, f"{where}.{dotted(('spells', name))}", file)
    if battlefield.OFF_MAP in whole.battlefield.zones[entry.zone].traits:
        keys = [key for edge in whole.battlefield.edges if entry.zone in edge.join for key in edge.keys]
        if not set(keys) & set(creature.tags):
            problem = "the creature could never leave this Zone"
            raise ConfigError(
                file, f"{where}.zone", entry.zone, problem, f"a creature with a tag of {listed(sorted(set(keys)))}"
            )


def _check_dice(spell: SpellEntry, creature: Creature, place: str, file: str) -> None:
    """A spell throws no more dice at once than the record of events has room for."""
    if spell.per_level and spell.dice is not None:
        dice = figures.dice(spell.dice).dice
        if dice * creature.casts > MAX_SPELL_DICE:
            problem = f"{spell.dice} a level is {dice * creature.casts} dice at caster level {creature.casts}"
            raise ConfigError(file, place, problem=problem, allowed=f"{MAX_SPELL_DICE} dice at most")


def _check_mobs(whole: "Scenario", file: str) -> None:
    """A mob is at least two monsters of one kind and side in one Zone."""
    first: dict[str, tuple[str, UnitEntry]] = {}
    sizes: Counter[str] = Counter()
    for where, entry in entries(whole):
        if entry.mob is None:
            continue
        before, other = first.setdefault(entry.mob, (where, entry))
        sizes[entry.mob] += entry.count
        if whole.creatures[entry.block].is_pc:
            raise ConfigError(file, f"{where}.mob", entry.mob, "a player character decides alone", "monsters")
        for what, one, two in (
            ("side", where.partition("[")[0], before.partition("[")[0]),
            ("creature", whole.creatures[entry.block], whole.creatures[other.block]),
            ("Zone", entry.zone, other.zone),
            ("answer to leader", entry.leader, other.leader),
        ):
            if one != two:
                raise ConfigError(file, f"{where}.mob", entry.mob, f"{before} is of the same mob", f"one {what} a mob")
    for name, size in sizes.items():
        if size < 2:
            raise ConfigError(file, f"{first[name][0]}.mob", name, "a mob of one", "2 members or more")
