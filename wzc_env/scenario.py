"""Scenarios: who fights whom, where, under which rules. TOML to one checked, self-contained value.

`load` reads `configs/scenarios/NAME.toml` (or a path) and everything that it names: host, table, spells,
battlefield, creatures. The `Scenario` holds all of it, so that a replay needs no files (`to_record`,
`from_record`). `compile` makes the records that the kernel plays with.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from . import (
    battlefield,
    changing,
    companies,
    editing,
    figures,
    giants,
    hazards,
    objectives,
    options,
    paths,
    profile,
    roster,
    stances,
)
from .battlefield import Battlefield
from .checked import Label, Model, between, check, dotted, few, parsed, read, shaped, word, wrong
from .compiling import Compiled, Names, compile_scenario, names_of
from .editing import Edit
from .errors import ConfigError, listed, unknown
from .hazards import HazardEntry
from .objectives import ObjectiveEntry
from .profile import Host
from .rewards import REWARDS
from .roster import Creature, Level, Spells
from .spellbook import Lulls, SpellEntry
from .stances import StanceEntry
from .warzone import tables
from .warzone.tables import Cell, Tables
from .warzone.words import (
    MAX_CHANGES,
    MAX_COMBATANTS,
    MAX_HAZARDS,
    MAX_OBJECTIVES,
    MAX_SPELLBOOK,
    MAX_STANCES,
    MAX_ZONES,
    Effect,
    Module,
)

SIDES = ("party", "foes")

MAX_SPELL_DICE = 60
"""Dice of one spell at its caster's level: each is an event, and the record holds those of one step (MAX_NOTES)."""


Name = Annotated[str, shaped(r"[A-Za-z]{1,20}", "1 to 20 letters")]


class UnitEntry(Model):
    """One creature or several of a kind on one side.

    `level` is for creatures that the roster has at several; `name` stands for the roster's stem and title; `leader`
    makes one where the stat block does not say so (or unmakes it); the members of one `mob` act together; `spells` are
    prepared instead of those of the stat block. With `squad` the entry is one Squad of `count` members, `led_by` a
    creature of its side. A giant creature has Zones for its `body`, and stands in one `zone` all the same.
    """

    creature: str
    zone: str
    level: Level | None = None
    count: Annotated[int, between(1, MAX_COMBATANTS)] = 1
    name: Name | None = None
    leader: bool | None = None
    mob: Name | None = None
    squad: bool = False
    led_by: Label | None = None
    body: Annotated[list[str], few("Zones", MAX_ZONES, 1)] | None = None
    hp: Annotated[int, between(1, 9999)] | None = None
    spells: Spells | None = None
    effects: dict[Annotated[str, word("effect", Effect)], Lulls] = Field(default_factory=dict)

    @property
    def block(self) -> str:
        """The key of its stat block in `Scenario.creatures`."""
        return self.creature if self.level is None else f"{self.creature} {self.level}"

    def prepared(self, creature: Creature) -> dict[str, int]:
        """Castings of each spell that it has prepared."""
        return creature.spells if self.spells is None else self.spells


AgentName = Annotated[str, shaped(r"[A-Za-z0-9_.-]{1,40}", "the name of an agent, such as brute")]


class Agents(Model):
    """Who plays a side where nobody says otherwise; the program looks the names up when it plays."""

    party: AgentName | None = None
    foes: AgentName | None = None


Surprised = Annotated[str, word("side", SIDES)] | None
"""The side that begins without Vigor."""

RewardName = Annotated[str, word("reward", tuple(REWARDS))]
"""What environments pay for it unless they are asked for another reward (see `rewards`)."""

NEEDS = {"detailed_control": "zones", "squads": "zones"}
"""Modules that build on another (host.modules, L36-52); Stances stand alone."""


def _modules(value: Any) -> None:
    known = [name.lower() for name in Module.__members__]
    if not isinstance(value, list):
        raise wrong("must be a list of modules", listed(known))
    for number, name in enumerate(value):
        if not isinstance(name, str) or name not in known:
            raise wrong(unknown("module", name, known), listed(known), (number,), name)
        if value.index(name) < number:
            raise wrong("stands twice", "each module once", (number,), name)
        if name in NEEDS and NEEDS[name] not in value:
            raise wrong(f'needs the module "{NEEDS[name]}", which is off', f"{NEEDS[name]} beside it", (number,), name)


Modules = Annotated[list[str], parsed(_modules)]
"""What is switched on beside the Count, the menu, reactions and the Lull."""

Hazards = Annotated[list[HazardEntry], few("hazards", MAX_HAZARDS)]
Objectives = Annotated[list[ObjectiveEntry], few("objectives", MAX_OBJECTIVES)]
Changes = Annotated[list[Any], few("changes", MAX_CHANGES)]
"""Entries of `[[changes]]`, see changing.py."""

Units = Annotated[list[UnitEntry], few("creatures", MAX_COMBATANTS, 1)]


def _changes(value: Any) -> None:
    if not isinstance(value, dict):
        raise wrong("must be a table of cells", 'cells, such as "reaction.guard_ac" = 2')


class ScenarioFile(Model):
    """The scenario as its file states it, with names for what stands in other files.

    `rule` is the tag of the book's rule or example that the file is.
    """

    title: Label
    rule: Label | None = None
    battlefield: str
    host: str = "osr"
    modules: Modules = Field(default_factory=lambda: ["zones"])
    max_rounds: Annotated[int, between(1, 200)] = 20
    surprised: Surprised = None
    reward: RewardName = "terminal"
    agents: Agents = Agents()
    options: Annotated[list[str], few("options", 40)] = Field(default_factory=list)
    stances: Annotated[list[str], few("Stances", MAX_STANCES)] | None = None
    edits: Annotated[list[Any], few("edits", 40)] = Field(default_factory=list)
    hazards: Hazards = Field(default_factory=list)
    objectives: Objectives = Field(default_factory=list)
    changes: Changes = Field(default_factory=list)
    rules: Annotated[dict[str, Any], parsed(_changes)] = Field(default_factory=dict)
    party: Units
    foes: Units


class Scenario(Model):
    """A scenario with everything that it needs. `cells` is the table in force: host, options and changes included."""

    name: str
    title: Label
    modules: Modules = Field(default_factory=lambda: ["zones"])
    max_rounds: Annotated[int, between(1, 200)]
    surprised: Surprised = None
    reward: RewardName = "terminal"
    agents: Agents = Agents()
    options: list[Label] = Field(default_factory=list)
    host: Host
    cells: dict[str, Cell]
    battlefield: Battlefield
    changes: Changes = Field(default_factory=list)
    spells: dict[str, SpellEntry]
    stances: dict[str, StanceEntry] = Field(default_factory=dict)
    creatures: dict[str, Creature]
    hazards: Hazards = Field(default_factory=list)
    objectives: Objectives = Field(default_factory=list)
    party: Units
    foes: Units

    @property
    def tables(self) -> Tables:
        """The table in force."""
        return Tables(self.cells)

    def units(self) -> Iterator[tuple[str, UnitEntry, Creature]]:
        """Every creature or Squad that fights, in roster order: side, its entry, its stat block."""
        for side in SIDES:
            for entry in getattr(self, side):
                for _ in range(1 if entry.squad else entry.count):
                    yield side, entry, self.creatures[entry.block]

    def is_leader(self, entry: UnitEntry) -> bool:
        """Whether the stat block or the entry makes a leader."""
        return self.creatures[entry.block].leader if entry.leader is None else entry.leader

    def names(self) -> Names:
        """What everything is called."""
        return names_of(self)

    def replace(self, cell: str, value: int) -> "Scenario":
        """The same scenario with another value in one cell of the table. Raises ConfigError."""
        changed = self.model_copy(update={"cells": dict(self.tables.replace(cell, value).cells)})
        battlefield.check_whole(self.battlefield, changed.tables, self.name)
        return changed

    def edit(self, *changes: Edit) -> "Scenario":
        """The same scenario on an edited battlefield. Raises ConfigError."""
        edited = editing.apply(self.battlefield, changes, self.tables, self.name)
        starts = [(where, entry.zone) for where, entry in _entries(self)]
        editing.check_starts(self.battlefield, edited, starts, self.name)
        changed = self.model_copy(update={"battlefield": edited})
        _check_whole(changed, self.name)
        return changed

    def to_record(self) -> dict[str, Any]:
        """Everything as JSON values."""
        return self.model_dump(mode="json")

    def compile(self) -> Compiled:
        """The records and names that a battle is played with."""
        return compile_scenario(self)


def names() -> list[str]:
    """Names of the shipped scenarios."""
    return paths.names("scenarios")


def load(name: str | Path, also: Sequence[str] = ()) -> Scenario:
    """The scenario of a name or of a `.toml` path. Raises ConfigError about the first thing that is wrong.

    `also` are options to play it with beside its own.
    """
    path = paths.find("scenarios", name)
    return build(read(path), path.stem, paths.label(path), path.parent, also)


def build(
    stated: Mapping[str, Any], name: str, file: str, base: Path | None = None, also: Sequence[str] = ()
) -> Scenario:
    """The scenario that the tables of a file state; other files are looked for in `base` too. Raises ConfigError."""
    form = check(ScenarioFile, stated, file)
    host, host_cells, spells = profile.load(paths.find("hosts", form.host, file=file, key="host", base=base))
    field = paths.find("battlefields", form.battlefield, file=file, key="battlefield", base=base)
    table, laid = _in_force(form, tables.load().join(host_cells), also, file, base)
    plain = battlefield.load(field, table)
    edited = editing.apply(plain, editing.parse(form.edits, file), table, file)
    editing.check_starts(plain, edited, ((where, entry.zone) for where, entry in _entries(form)), file)
    creatures = _stat_blocks(form, spells, file, base)
    known = {spell for _, entry in _entries(form) for spell in entry.prepared(creatures[entry.block])}
    whole = Scenario(
        name=name,
        title=form.title,
        modules=form.modules,
        max_rounds=form.max_rounds,
        surprised=form.surprised,
        reward=form.reward,
        agents=form.agents,
        options=laid,
        host=host,
        cells=dict(table.cells),
        battlefield=edited,
        changes=form.changes,
        spells={key: spell for key, spell in spells.items() if key in known},
        stances=stances.of_modules(form.stances, form.modules, file, base),
        creatures=creatures,
        hazards=form.hazards,
        objectives=form.objectives,
        party=form.party,
        foes=form.foes,
    )
    _check_whole(whole, file)
    return whole


def _in_force(
    form: ScenarioFile, table: Tables, also: Sequence[str], file: str, base: Path | None
) -> tuple[Tables, list[str]]:
    """The table with the options of the scenario and of the game laid on it, then the scenario's changes; and which."""
    own = [options.load(name, file, f"options[{number}]", base) for number, name in enumerate(form.options)]
    more = [options.load(name, key="--with") for name in dict.fromkeys(also)]
    more = [option for option in more if option not in own]
    table = options.lay(options.lay(table, own, file), more, key="--with")
    return table.overlay(form.rules, file), [option.name for option in (*own, *more)]


def from_record(record: Any, file: str = "record") -> Scenario:
    """The scenario of a `to_record`, checked like a file. Raises ConfigError, with `file` as its file."""
    whole = check(Scenario, record, file)
    tables.from_cells(whole.cells, file)
    for where, entry in _entries(whole):
        if entry.block not in whole.creatures:
            problem = unknown("creature", entry.block, whole.creatures)
            raise ConfigError(file, f"{where}.creature", entry.creature, problem, listed(whole.creatures))
        place = f"creatures.{entry.block}." if entry.spells is None else f"{where}."
        _check_spells(entry.prepared(whole.creatures[entry.block]), whole.spells, file, place)
    battlefield.check_whole(whole.battlefield, whole.tables, file)
    _check_whole(whole, file)
    return whole


def _entries(form: ScenarioFile | Scenario) -> Iterator[tuple[str, UnitEntry]]:
    """Every entry with its place in the file."""
    for side in SIDES:
        for number, entry in enumerate(getattr(form, side)):
            yield f"{side}[{number}]", entry


def _stat_blocks(
    form: ScenarioFile, spells: Mapping[str, SpellEntry], file: str, base: Path | None
) -> dict[str, Creature]:
    """The creatures of all entries, by `UnitEntry.block`."""
    blocks: dict[str, Creature] = {}
    for where, entry in _entries(form):
        if entry.block not in blocks:
            found = paths.find("roster", entry.creature, file=file, key=f"{where}.creature", base=base)
            kin = roster.load_kin(found)
            if entry.level is not None and entry.level not in kin.levels:
                problem = "no such level" if kin.levels else "the creature has one level only"
                raise ConfigError(file, f"{where}.level", entry.level, problem, listed(kin.levels))
            blocks[entry.block] = kin.usual if entry.level is None else kin.levels[entry.level]
            _check_spells(blocks[entry.block].spells, spells, paths.label(found))
        _check_spells(entry.spells or {}, spells, file, f"{where}.")
    return blocks


def _check_spells(prepared: Mapping[str, int], spells: Mapping[str, SpellEntry], file: str, prefix: str = "") -> None:
    """Only known spells are prepared."""
    for name, castings in prepared.items():
        if name not in spells:
            key = dotted(("spells", name))
            raise ConfigError(file, prefix + key, castings, unknown("spell", name, spells), listed(spells))


def _check_whole(whole: Scenario, file: str) -> None:
    """What only shows when all parts are together: places, capacities, numbers."""
    _check_ground(whole, file)
    zones = whole.battlefield.zones
    inside = dict.fromkeys(zones, 0)
    for where, entry in _entries(whole):
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
    giants.check_bodies(list(_entries(whole)), whole.battlefield, file)
    planned = changing.parse(whole.changes, file)
    if planned and "zones" not in whole.modules:
        raise ConfigError(file, "changes", problem="a battlefield without Zones does not change", allowed="none")
    starts = [(where, entry.zone) for where, entry in _entries(whole)]
    changing.check_starts(whole.battlefield, planned, starts, file)
    changing.check_whole(whole.battlefield, planned, names_of(whole).labels, whole.max_rounds, whole.tables, file)
    _check_aims(whole, planned, file)
    companies.check_squads(whole, list(_entries(whole)), file)
    total, spells = sum(not entry.squad for _, entry, _ in whole.units()), len(whole.spells)
    if total > MAX_COMBATANTS:
        problem = f"{total} combatants in the battle"
        raise ConfigError(file, "party + foes", problem=problem, allowed=f"{MAX_COMBATANTS} combatants at most")
    if spells > MAX_SPELLBOOK:
        problem = f"{spells} different spells in the battle"
        raise ConfigError(file, "spells", problem=problem, allowed=f"{MAX_SPELLBOOK} at most")


def _check_aims(whole: Scenario, planned: Sequence[changing.Planned], file: str) -> None:
    """Hazards and objectives go with the battlefield, as it is or will be, and with who fights."""
    zones = {**whole.battlefield.zones, **changing.added(planned)}
    hazards.check_all(whole.hazards, zones, file)
    hazards.check_falls(whole.hazards, whole.battlefield, whole.tables, file)
    objectives.check_all(whole.objectives, whole, zones, planned, file)


def _check_ground(whole: Scenario, file: str) -> None:
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


def _check_bands(whole: Scenario, file: str) -> None:
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
    for where, entry in _entries(whole):
        if entry.body is not None:
            problem = "nobody climbs a band: that belongs to Zones"
            raise ConfigError(file, f"{where}.body", entry.body, problem, "none")


def _check_entry(whole: Scenario, where: str, entry: UnitEntry, file: str) -> None:
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


def _check_mobs(whole: Scenario, file: str) -> None:
    """A mob is at least two monsters of one kind and side in one Zone."""
    first: dict[str, tuple[str, UnitEntry]] = {}
    sizes: Counter[str] = Counter()
    for where, entry in _entries(whole):
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
