"""From a checked scenario to the records of the kernel: facts are carried over, no rule is applied.

Exceptions are the two conversions that the table and the host profile state as data: feet to Zone edges, and
AC and modifiers of a stat block that leaves them out.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from wzc_env.kernel import RecordArray, store, zeros

from . import battlefield, changing, figures, objectives, spellbook
from . import hazards as dangers
from .companies import commander
from .profile import Host
from .roster import ABILITIES, AttackEntry, Creature
from .special import HIT_POINTS, AreaEntry, FearEntry
from .spellbook import SpellEntry
from .stances import StanceEntry
from .warzone import senses
from .warzone.actions import lay_out
from .warzone.compass import zone_order
from .warzone.state import Area, Awe, Routine, Rules, Setup, Sheet, Spell, Stance
from .warzone.tables import Tables, rules_hash
from .warzone.words import (
    FAR,
    MAX_ZONES,
    NONE,
    Armour,
    Effect,
    Module,
    Save,
    Side,
    SpellEffect,
    SpellTarget,
    Tag,
    Trait,
    Wield,
)

if TYPE_CHECKING:
    from .scenario import Scenario, UnitEntry

Reach = Callable[[int], int]
"""From host feet to Zone edges or bands."""

UNARMED = "as it is"
"""Name of the one set of gear of a creature that has none."""


@dataclass(frozen=True)
class Names:
    """What the numbers of the records are called. Lists by unit are in roster order."""

    agents: list[str]  # "captain_0"
    labels: list[str]  # what text prints and parses: "captain" if it is the only one, else "goblin_1"
    titles: list[str]  # "Raider captain", "Goblin 1"
    zones: list[str]  # "gate"
    zone_titles: list[str]
    spells: list[str]  # rows of Setup.spells
    stances: list[str]  # rows of Setup.stances
    unit_spells: list[list[str]]  # by slot
    routines: list[list[str]]
    areas: list[str]  # "fire breath"; "" for none
    gear: list[list[str]]
    changes: list[str]  # of the battlefield, as they are told
    mobs: list[str]  # "pack"; the group of Sheet.mob = 1 first
    hazards: list[str]  # "fire"
    objectives: list[str]  # titles; "" for none


@dataclass(frozen=True)
class Compiled:
    """All that a battle is played with. `setup` and `rules` have shape (1,)."""

    name: str
    title: str
    scenario: "Scenario"
    setup: RecordArray
    rules: RecordArray
    names: Names
    graph: Any  # networkx.Graph, see battlefield.graph
    layout: dict[str, tuple[int, int]]  # Zone -> column, row
    tables: Tables
    rules_hash: str


def compile_scenario(scenario: "Scenario") -> Compiled:
    """Fill the records. The scenario was checked when it was made."""
    tables, changes = scenario.tables, changing.parse(scenario.changes, scenario.name)
    graph = changing.drawn(scenario.battlefield, changes)
    names = names_of(scenario)
    setup = Setup()
    battlefield.fill(graph, setup)
    changing.fill(changes, names.zones, names.labels, setup)
    setup.modules = sum(Module[name.upper()] for name in scenario.modules)
    setup.max_turns = scenario.max_rounds
    setup.surprised = int(Side[(scenario.surprised or "nobody").upper()])
    setup.spells_n = len(scenario.spells)
    reach = _reach(scenario)
    setup.band_feet = bands.feet if (bands := scenario.battlefield.bands) else 0
    for row, spell in zip(setup.spells, scenario.spells.values(), strict=False):
        _fill_spell(row, spell, reach)
    setup.stances_n = len(scenario.stances)
    for kept, stance in zip(setup.stances, scenario.stances.values(), strict=False):
        _fill_stance(kept, stance)
    for unit, (side, entry, creature) in enumerate(scenario.units()):
        sheet = setup.sheets[unit]
        sheet.side = int(Side[side.upper()])
        sheet.breed = list(scenario.creatures).index(entry.block)
        sheet.zone = names.zones.index(entry.zone)
        sheet.body = sum(1 << names.zones.index(name) for name in entry.body or ())
        _fill_sheet(sheet, creature, scenario.host)
        _fill_gear(sheet, creature, scenario.host, reach)
        sheet.stride = _stride(scenario, creature.speed)
        _fill_start(sheet, entry, creature, names)
        setup.units_n = unit + 1
        setup.party_n += int(sheet.side == Side.PARTY)
    dangers.fill(setup, scenario.hazards, names)
    objectives.fill(setup, scenario.objectives, names)
    _form_squads(setup, scenario)
    routines = max(1, *(sheet.routines_n for sheet in setup.sheets))
    for sheet in setup.sheets[: setup.units_n]:
        for place, figure in enumerate(senses.figures(sheet)):
            sheet.figures[place] = figure
    lay_out(setup, setup.units_n, setup.zones_n, routines)
    for seat in (Side.PARTY, Side.FOES):
        setup.ego_zones[seat] = zone_order(setup, seat)
    setups, rules = zeros(Setup, 1), zeros(Rules, 1)
    store(setup, setups, 0)
    tables.fill(rules[0])
    return Compiled(
        name=scenario.name,
        title=scenario.title,
        scenario=scenario,
        setup=setups,
        rules=rules,
        names=names,
        graph=graph,
        layout=battlefield.layout(graph),
        tables=tables,
        rules_hash=rules_hash(tables),
    )


def names_of(scenario: "Scenario") -> Names:
    """What everything of a scenario is called."""
    changes = changing.parse(scenario.changes, scenario.name)
    zones = {**scenario.battlefield.zones, **changing.added(changes)}
    units = list(scenario.units())
    stems = [entry.name.lower() if entry.name else creature.stem for _, entry, creature in units]
    titles = [entry.name or creature.title for _, entry, creature in units]
    often = Counter(stems)
    numbers = [stems[:unit].count(stem) for unit, stem in enumerate(stems)]
    agents = [f"{stem}_{number}" for stem, number in zip(stems, numbers, strict=True)]
    alone = [often[stem] == 1 for stem in stems]
    return Names(
        agents=agents,
        labels=[stem if one else agent for stem, agent, one in zip(stems, agents, alone, strict=True)],
        titles=[title if one else f"{title} {n}" for title, n, one in zip(titles, numbers, alone, strict=True)],
        zones=list(zones),
        zone_titles=[zone.title for zone in zones.values()],
        spells=list(scenario.spells),
        stances=[stance.title for stance in scenario.stances.values()],
        unit_spells=[list(entry.prepared(creature)) for _, entry, creature in units],
        routines=[[attack.name for _, attack in creature.routines] for _, _, creature in units],
        areas=[creature.area.name if creature.area else "" for _, _, creature in units],
        gear=[[entry.name for entry in creature.gear] or [UNARMED] for _, _, creature in units],
        changes=[change.text for change in changes],
        mobs=list(dict.fromkeys(entry.mob for _, entry, _ in units if entry.mob is not None)),
        hazards=[hazard.name for hazard in scenario.hazards],
        objectives=[goal.title or "" for goal in scenario.objectives],
    )


def _fill_sheet(sheet: Sheet, creature: Creature, host: Host) -> None:
    """Everything of a stat block but its gear, its spells and its state at the start."""
    sheet.pc = int(creature.is_pc)
    sheet.hd_half = creature.half_dice
    sheet.level = creature.level if creature.level is not None else creature.half_dice // 2
    for which, name in enumerate(ABILITIES):
        sheet.score[which] = _score(creature, name, host)
        sheet.modifier[which] = host.abilities.modifier(sheet.score[which])
    sheet.charisma = host.abilities.modifier(_score(creature, "cha", host))
    sheet.intelligence = host.abilities.modifier(_score(creature, "int", host))
    sheet.armour = int(Armour[creature.armour.upper()])
    sheet.tags = sum(Tag[name.upper()] for name in set(creature.tags))
    sheet.speed = creature.speed
    sheet.stealth = creature.stealth or 0
    sheet.morale = host.morale.number(creature.morale, creature.morale_percent)
    if creature.fear is not None:
        _fill_awe(sheet.awe, creature.fear)
    for save in Save:
        if save != Save.NO_SAVE:
            sheet.saves[save] = getattr(creature.saves, save.name.lower())
    sheet.caster = creature.casts


def _score(creature: Creature, ability: str, host: Host) -> int:
    """A score of the stat block, or the host's for who has none."""
    score = getattr(creature.abilities, ability)
    return host.abilities.monster if score is None else int(score)


def _reach(scenario: "Scenario") -> Reach:
    """How many Zone edges, or bands, a host range in feet covers."""
    bands = scenario.battlefield.bands
    if bands is None:
        return scenario.tables.edges
    return lambda feet: min(feet // bands.feet, FAR - 1)


def _stride(scenario: "Scenario", speed: int) -> int:
    """Bands that one Move covers: the host's movement of one round, at least one band for whoever moves at all."""
    bands = scenario.battlefield.bands
    if bands is None or speed == 0:
        return 0
    feet = speed // scenario.tables.cells["host.move_divisor"].value
    return max(1, min(feet // bands.feet, MAX_ZONES))


def _fill_gear(sheet: Sheet, creature: Creature, host: Host, reach: Reach) -> None:
    sheet.gear_n = max(1, len(creature.gear))
    dex = sheet.modifier[ABILITIES.index("dex")]
    for number in range(sheet.gear_n):
        entry = creature.gear[number] if creature.gear else None
        shield = entry is not None and entry.shield
        own = creature.armour_class if entry is None or entry.armour_class is None else entry.armour_class
        worn = host.armour.grade(creature.armour) + dex + (host.armour.shield if shield else 0)
        sheet.ac[number] = worn if own is None else own
        sheet.shield[number] = int(shield)
        sheet.polearm[number] = int(entry is not None and entry.polearm)
    if creature.area is not None:
        _fill_area(sheet.area, creature.area, reach)
    sheet.routines_n = len(creature.routines)
    for routine, (wielded, attack) in zip(sheet.routines, creature.routines, strict=False):
        routine.gear = NONE if wielded is None else wielded
        _fill_routine(routine, attack, creature.to_hit(attack), reach)


def _fill_routine(routine: Routine, attack: AttackEntry, bonus: int, reach: Reach) -> None:
    routine.heavy = int(attack.heavy)
    routine.reload = int(attack.reload)
    if attack.range is not None:
        routine.ranged = 1
        routine.reach = reach(attack.range)
    routine.rolls_n = len(attack.rolls)
    for roll, text in zip(routine.rolls, attack.rolls, strict=False):
        roll.bonus = bonus
        roll.dice, roll.sides, roll.plus = figures.dice(text)
        routine.twice_mean += roll.dice * (roll.sides + 1) + 2 * roll.plus


def _fill_area(area: Area, entry: AreaEntry, reach: Reach) -> None:
    area.uses = entry.uses
    area.heavy = int(entry.heavy)
    area.reach = 0 if entry.range is None else reach(entry.range)
    if entry.damage == HIT_POINTS:
        area.by_hp = 1
    else:
        area.dice, area.sides, area.plus = figures.dice(entry.damage)
    area.save = int(Save[(entry.save or "no_save").upper()])
    area.save_mod = entry.save_modifier
    area.halves = int(entry.halves)
    area.spares = sum(Tag[name.upper()] for name in set(entry.spares))


def _fill_awe(awe: Awe, entry: FearEntry) -> None:
    awe.save = int(Save[entry.save.upper()])
    awe.save_mod = entry.save_modifier
    awe.flees = 0 if entry.flees_below is None else figures.hit_dice(entry.flees_below)
    awe.unmoved = figures.hit_dice(entry.unmoved_from)
    awe.lasts = spellbook.lulls(entry.lasts)


def _fill_start(sheet: Sheet, entry: "UnitEntry", creature: Creature, names: Names) -> None:
    """Hit points, command, mob, prepared spells and effects at the start."""
    members = entry.count if entry.squad else 1
    sheet.hp_max = members * creature.hp
    sheet.hp = members * (creature.hp if entry.hp is None else entry.hp)
    sheet.leader = int(creature.leader if entry.leader is None else entry.leader)
    sheet.mob = 0 if entry.mob is None else 1 + names.mobs.index(entry.mob)
    prepared = entry.prepared(creature)
    sheet.spells_n = len(prepared)
    for slot, (name, castings) in enumerate(prepared.items()):
        sheet.spells[slot] = names.spells.index(name)
        sheet.prepared[slot] = castings
    for name, lasts in entry.effects.items():
        sheet.timers[Effect[name.upper()]] = spellbook.lulls(lasts)


def _form_squads(setup: Setup, scenario: "Scenario") -> None:
    """Number the Squads, and let each know who leads it; whoever does is a leader."""
    units = list(scenario.units())
    for unit, (side, entry, _) in enumerate(units):
        sheet = setup.sheets[unit]
        sheet.squad = sheet.led_by = NONE
        if entry.squad:
            sheet.squad, sheet.members = setup.squads_n, entry.count
            setup.squads_n += 1
            leader = commander(scenario, side, entry)
            if leader is not None:
                sheet.led_by = next(number for number, (_, one, _) in enumerate(units) if one is leader)
                setup.sheets[sheet.led_by].leader = 1


def _fill_stance(row: Stance, entry: StanceEntry) -> None:
    row.cost = entry.cost
    row.wields = int(Wield[(entry.wields or "nothing").upper()])
    row.where = sum(Trait[trait.upper()] for trait in set(entry.where))
    row.for_round = int(entry.lasts == "round")
    row.rooted = int(entry.rooted)
    gives = entry.effects
    row.melee, row.ranged, row.ac = gives.melee, gives.ranged, gives.ac
    row.detailed, row.simple = gives.detailed_control, gives.simple_control


def _fill_spell(row: Spell, entry: SpellEntry, reach: Reach) -> None:
    row.target = int(SpellTarget[entry.target.upper()])
    row.reach = reach(entry.range)
    row.effect = int(SpellEffect[entry.effect.upper()])
    if entry.timer is not None and entry.lasts is not None:
        row.timer = int(Effect[entry.timer.upper()])
        row.lasts = spellbook.lulls(entry.lasts)
    if entry.dice is not None:
        row.dice, row.sides, row.plus = figures.dice(entry.dice)
    row.per_level = int(entry.per_level)
    row.save = int(Save[(entry.save or "no_save").upper()])
    row.save_mod = entry.save_modifier
    row.halves = int(entry.halves)
    row.hd_half_most = 0 if entry.most_hd is None else figures.hit_dice(entry.most_hd)
    row.persons = int(entry.persons)
    row.living = int(entry.living)
