"""Scenarios: who fights whom, where, under which rules. TOML to one checked, self-contained value.

`load` reads `configs/scenarios/NAME.toml` (or a path) and everything that it names: host, table, spells, battlefield,
creatures. The `Scenario` holds all of it, so that a replay needs no files: `to_record`, `from_record`. `compile` makes
the records that the kernel plays with.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

from . import battlefield, paths, profile, roster, spellbook
from .battlefield import Battlefield
from .checked import Model, between, check, few, parsed, read, shaped, word, wrong
from .compiling import Compiled, compile_scenario
from .errors import ConfigError, listed, unknown
from .profile import Host
from .roster import Creature
from .spellbook import Lulls, SpellEntry
from .warzone import tables
from .warzone.tables import Cell, Tables
from .warzone.words import MAX_COMBATANTS, MAX_SPELLBOOK, Effect

SIDES = ("party", "foes")


class UnitEntry(Model):
    """One creature or several of a kind on one side; `name` stands for the roster's stem and title."""

    creature: str
    zone: str
    count: Annotated[int, between(1, MAX_COMBATANTS)] = 1
    name: Annotated[str, shaped(r"[A-Za-z]{1,20}", "1 to 20 letters")] | None = None
    hp: Annotated[int, between(1, 9999)] | None = None
    effects: dict[Annotated[str, word("effect", Effect)], Lulls] = {}


Units = Annotated[list[UnitEntry], few("creatures: a side needs one at least", MAX_COMBATANTS, 1)]


def _changes(value: Any) -> None:
    if not isinstance(value, dict):
        raise wrong("must be a table of cells", 'such as "reaction.guard_ac" = 2')


class ScenarioFile(Model):
    """The scenario as its file states it, with names for what stands in other files."""

    title: str
    battlefield: str
    host: str = "osr"
    max_rounds: Annotated[int, between(1, 200)] = 20
    rules: Annotated[dict[str, Any], parsed(_changes)] = {}
    party: Units
    foes: Units


class Scenario(Model):
    """A scenario with everything that it needs. `cells` is the table in force, host and changes included."""

    name: str
    title: str
    max_rounds: Annotated[int, between(1, 200)]
    host: Host
    cells: dict[str, Cell]
    battlefield: Battlefield
    spells: dict[str, SpellEntry]
    creatures: dict[str, Creature]
    party: Units
    foes: Units

    @property
    def tables(self) -> Tables:
        """The table in force."""
        return Tables(self.cells)

    def units(self) -> Iterator[tuple[str, UnitEntry, Creature]]:
        """Every creature that fights, in roster order: side, its entry, its stat block."""
        for side in SIDES:
            for entry in getattr(self, side):
                for _ in range(entry.count):
                    yield side, entry, self.creatures[entry.creature]

    def replace(self, cell: str, value: int) -> "Scenario":
        """The same scenario with another value in one cell of the table. Raises ConfigError."""
        changed = self.model_copy(update={"cells": dict(self.tables.replace(cell, value).cells)})
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


def load(name: str | Path) -> Scenario:
    """The scenario of a name or of a `.toml` path. Raises ConfigError about the first thing that is wrong."""
    path = paths.find("scenarios", name)
    file, base = paths.label(path), path.parent
    form = check(ScenarioFile, read(path), file)
    host, host_cells = profile.load(form.host, file=file, base=base)
    table = tables.load().join(host_cells).overlay(form.rules, file)
    field = battlefield.load(form.battlefield, file=file, base=base)
    creatures = {}
    for side in SIDES:
        for number, entry in enumerate(getattr(form, side)):
            if entry.creature not in creatures:
                key = f"{side}[{number}].creature"
                creatures[entry.creature] = roster.load(entry.creature, file=file, key=key, base=base)
    spells = spellbook.load(host.spells, file=f"configs/hosts/{host.name}.toml", base=base)
    whole = Scenario(
        name=path.stem,
        title=form.title,
        max_rounds=form.max_rounds,
        host=host,
        cells=dict(table.cells),
        battlefield=field,
        spells=_used(spells, creatures),
        creatures=creatures,
        party=form.party,
        foes=form.foes,
    )
    _check_whole(whole, file)
    return whole


def from_record(record: Any, file: str = "record") -> Scenario:
    """The scenario of a `to_record`, checked like a file. Raises ConfigError; `file` is the name for its message."""
    whole = check(Scenario, record, file)
    names_of_cells = tables.cell_names(host=False) + tables.cell_names(host=True)
    tables.ordered(whole.cells, names_of_cells, file)
    for side in SIDES:
        for number, entry in enumerate(getattr(whole, side)):
            if entry.creature not in whole.creatures:
                problem = unknown("creature", entry.creature, whole.creatures)
                raise ConfigError(
                    file, f"{side}[{number}].creature", entry.creature, problem, listed(whole.creatures)
                )
    battlefield.check_whole(whole.battlefield, file)
    _used(whole.spells, whole.creatures)
    _check_whole(whole, file)
    return whole


def _used(spells: dict[str, SpellEntry], creatures: dict[str, Creature]) -> dict[str, SpellEntry]:
    """The spells that these creatures prepare, in the order of the list."""
    wanted: set[str] = set()
    for name, creature in creatures.items():
        for spell in creature.spells:
            if spell not in spells:
                key = f'spells."{spell}"'
                raise ConfigError(
                    f"creature {name}",
                    key,
                    creature.spells[spell],
                    unknown("spell", spell, spells),
                    listed(spells),
                )
            wanted.add(spell)
    return {name: spell for name, spell in spells.items() if name in wanted}


def _check_whole(whole: Scenario, file: str) -> None:
    """What only shows when all parts are together: places, numbers, capacities."""
    field, cells = whole.battlefield, whole.cells
    battlefield.check_capacity(field, cells["capacity.least"].value, cells["capacity.most"].value, file)
    inside = dict.fromkeys(field.zones, 0)
    for side in SIDES:
        for number, entry in enumerate(getattr(whole, side)):
            where = f"{side}[{number}]"
            if entry.zone not in field.zones:
                raise ConfigError(
                    file,
                    f"{where}.zone",
                    entry.zone,
                    unknown("Zone", entry.zone, field.zones),
                    listed(field.zones),
                )
            most = whole.creatures[entry.creature].hp
            if entry.hp is not None and entry.hp > most:
                raise ConfigError(file, f"{where}.hp", entry.hp, "more than the creature has", f"1 to {most}")
            inside[entry.zone] += entry.count
            room = field.zones[entry.zone].capacity
            if room and inside[entry.zone] > room:
                raise ConfigError(
                    file,
                    f"{where}.zone",
                    entry.zone,
                    f"{inside[entry.zone]} creatures start there",
                    f"{room}, its Capacity",
                )
    total = sum(inside.values())
    if total > MAX_COMBATANTS:
        raise ConfigError(
            file,
            "party + foes",
            problem=f"{total} combatants",
            allowed=f"{MAX_COMBATANTS} combatants at most",
        )
    if len(whole.spells) > MAX_SPELLBOOK:
        raise ConfigError(
            file,
            "spells",
            problem=f"{len(whole.spells)} different spells",
            allowed=f"{MAX_SPELLBOOK} at most",
        )
