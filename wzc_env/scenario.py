"""Scenarios: who fights whom, where, under which rules. TOML to one checked, self-contained value.

`load` reads `configs/scenarios/NAME.toml` (or a path) and everything that it names: host, table, spells,
battlefield, creatures. The `Scenario` holds all of it, so that a replay needs no files (`to_record`,
`from_record`). `compile` makes the records that the kernel plays with.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from . import (
    battlefield,
    editing,
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
    MAX_STANCES,
    MAX_ZONES,
    Effect,
    Module,
)
from .whole import SIDES, check_whole, entries

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
        starts = [(where, entry.zone) for where, entry in entries(self)]
        editing.check_starts(self.battlefield, edited, starts, self.name)
        changed = self.model_copy(update={"battlefield": edited})
        check_whole(changed, self.name)
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
    editing.check_starts(plain, edited, ((where, entry.zone) for where, entry in entries(form)), file)
    creatures = _stat_blocks(form, spells, file, base)
    known = {spell for _, entry in entries(form) for spell in entry.prepared(creatures[entry.block])}
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
    check_whole(whole, file)
    return whole


def _in_force(
    form: ScenarioFile, table: Tables, also: Sequence[str], file: str, base: Path | None
) -> tuple[Tables, list[str]]:
    """The table with the options of the scenario and of the game laid on it, then the scenario's changes; and which."""
    own = [options.load(name, file, f"options[{number}]", base) for number, name in enumerate(form.options)]
    more = [options.load(name, key="--with") for name in dict.fromkeys(also)]
    more = [option for option in more if option not in own]
    options.check_needs(own, form.modules, file)
    options.check_needs(more, form.modules, key="--with")
    table = options.lay(options.lay(table, own, file), more, key="--with")
    return table.overlay(form.rules, file), [option.name for option in (*own, *more)]


def from_record(record: Any, file: str = "record") -> Scenario:
    """The scenario of a `to_record`, checked like a file. Raises ConfigError, with `file` as its file."""
    whole = check(Scenario, record, file)
    tables.from_cells(whole.cells, file)
    for where, entry in entries(whole):
        if entry.block not in whole.creatures:
            problem = unknown("creature", entry.block, whole.creatures)
            raise ConfigError(file, f"{where}.creature", entry.creature, problem, listed(whole.creatures))
        place = f"creatures.{entry.block}." if entry.spells is None else f"{where}."
        _check_spells(entry.prepared(whole.creatures[entry.block]), whole.spells, file, place)
    battlefield.check_whole(whole.battlefield, whole.tables, file)
    check_whole(whole, file)
    return whole


def _stat_blocks(
    form: ScenarioFile, spells: Mapping[str, SpellEntry], file: str, base: Path | None
) -> dict[str, Creature]:
    """The creatures of all entries, by `UnitEntry.block`."""
    blocks: dict[str, Creature] = {}
    for where, entry in entries(form):
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
