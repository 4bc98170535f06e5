"""`[[changes]]` of a scenario: edits of the battlefield while it is fought over, and what each waits for.

    [[changes]]
    when = { lull = 2 }
    text = "The bridge gives way"
    do = "remove"
    zone = "bridge"
    to = "riverbed"
    damage = "2d6"
    save = "paralysis"

`do` and its keys are those of `[[edits]]`; a `remove` may besides say where its occupants go (`to`), and what the fall
does to them (`damage`; who makes the `save` takes half); a `block` how a maneuver opens the edge again (`opens`).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

import networkx as nx
from pydantic import model_validator

from . import battlefield, editing, edits, figures
from .battlefield import OFF_MAP, Battlefield, OpensEntry, ZoneEntry
from .checked import Label, Model, between, check, parsed, word, wrong
from .editing import Add, Block, Edit, Effect, Merge, Open, Pair, Remove, SetCapacity
from .errors import UNSET, ConfigError, listed, unknown
from .warzone import state
from .warzone.tables import Tables
from .warzone.words import MAX_ZONES, NONE, Difficulty, Do, Edge, Save, Side, Tag, Trait, When

SIDES = ("party", "foes")
CONDITIONS = {
    "lull": When.LULL,
    "opened": When.OPENED,
    "falls": When.FALLS,
    "half": When.HALF,
    "entered": When.ENTERED,
    "controlled": When.CONTROLLED,
    "call": When.CALLED,
}
"""What a change may wait for: a key of its `when`."""


class WhenEntry(Model):
    """What a change waits for: one of the keys of CONDITIONS; `by` is the side that enters or Controls."""

    lull: Annotated[int, between(1, 200)] | None = None
    opened: Pair | None = None
    falls: str | None = None
    half: str | None = None
    entered: str | None = None
    controlled: str | None = None
    call: Label | None = None
    by: Annotated[str, word("side", SIDES)] | None = None

    @model_validator(mode="after")
    def _one(self) -> "WhenEntry":
        given = [name for name in CONDITIONS if getattr(self, name) is not None]
        if len(given) != 1:
            raise wrong(f"{len(given)} conditions", f"one of {listed(CONDITIONS)}")
        if self.by is not None and given[0] not in ("entered", "controlled"):
            raise wrong("only entered and controlled are by a side", "", ("by",), self.by)
        if given[0] == "controlled" and self.by is None:
            raise wrong("is missing: who Controls the Zone", listed(SIDES), ("by",))
        return self

    @property
    def kind(self) -> str:
        """The key that is given."""
        return next(name for name in CONDITIONS if getattr(self, name) is not None)


class Collapse(Remove):
    """`remove` in play: where the occupants go, and what the fall does to them."""

    to: str | None = None
    damage: Annotated[str, parsed(figures.dice)] | None = None
    save: Annotated[str, word("save", [name.lower() for name in Save.__members__ if name != "NO_SAVE"])] | None = None

    @model_validator(mode="after")
    def _harm(self) -> "Collapse":
        if self.save is not None and self.damage is None:
            raise wrong("there is no damage to save against", "damage beside it", ("save",), self.save)
        return self


class Shut(Block):
    """`block` in play, with the way to open it again."""

    opens: OpensEntry | None = None

    def __call__(self, graph: nx.Graph) -> nx.Graph:
        """The graph with the edge closed."""
        changed = super().__call__(graph)
        if self.opens is not None:
            how = battlefield.edge_data(battlefield.EdgeEntry(join=self.edge, opens=self.opens))["opens"]
            changed.edges[tuple(self.edge)]["opens"] = how
        return changed


class Unite(Merge):
    """`merge` in play: the Zone keeps the title of the first."""

    @model_validator(mode="after")
    def _untitled(self) -> "Unite":
        if self.title is not None:
            raise wrong("a Zone keeps its title while it is fought over", "none", ("title",), self.title)
        return self

    def __call__(self, graph: nx.Graph) -> nx.Graph:
        """The graph with one Zone for all; of equal ways the one that is first in the order of the map stays."""
        order = list(graph)
        rest = sorted(self.zones[1:], key=lambda name: order.index(name) if name in order else -1)
        ordered = [self.zones[0], *rest]
        return edits.merge_zones(graph, ordered, None, self.traits, self.owner, self.capacity)


OPERATIONS: dict[str, type[Model]] = editing.OPERATIONS | {"remove": Collapse, "block": Shut, "merge": Unite}
"""What `do` may say in an entry of `[[changes]]`."""


@dataclass(frozen=True)
class Planned:
    """One entry: what it waits for, how it is told, what it does."""

    when: WhenEntry
    text: str
    edit: Any  # one of OPERATIONS


def operation(entry: Mapping[str, Any], file: str, where: str = "") -> Any:
    """The operation of an entry without its `when`. Raises ConfigError."""
    place = f"{where}." if where else ""
    do = entry.get("do", UNSET)
    if not isinstance(do, str) or do not in OPERATIONS:
        problem = "is missing" if do is UNSET else unknown("edit", do, OPERATIONS)
        raise ConfigError(file, f"{place}do", do, problem, listed(OPERATIONS))
    return check(OPERATIONS[do], {key: value for key, value in entry.items() if key != "do"}, file, where)


def parse(entries: Sequence[Any], file: str) -> list[Planned]:
    """The entries, each for itself. Raises ConfigError."""
    found = []
    for number, entry in enumerate(entries):
        where = f"changes[{number}]"
        if not isinstance(entry, dict):
            raise ConfigError(file, where, entry, "must be a table")
        if "when" not in entry:
            raise ConfigError(file, f"{where}.when", problem="is missing", allowed=f"a table of {listed(CONDITIONS)}")
        when = check(WhenEntry, entry["when"], file, f"{where}.when")
        text = check(_Told, {"text": entry.get("text")}, file, where).text
        edit = operation({key: value for key, value in entry.items() if key not in ("when", "text")}, file, where)
        found.append(Planned(when, text or when.call or told(edit), edit))
    return found


class _Told(Model):
    text: Label | None = None


def told(edit: Any) -> str:
    """A change in a few words, where its author gives none."""
    if isinstance(edit, Remove):
        return f"{edit.zone} is lost"
    if isinstance(edit, Block | Open):
        return f"the way between {edit.edge[0]} and {edit.edge[1]} {'closes' if isinstance(edit, Block) else 'opens'}"
    if isinstance(edit, Add):
        return f"{edit.title} comes in sight"
    if isinstance(edit, Merge):
        return f"{' and '.join(edit.zones)} become one"
    return f"{getattr(edit, 'zone', None) or 'a way'} changes"


def drawn(field: Battlefield, changes: Sequence[Planned]) -> nx.Graph:
    """The graph with every Zone that a change adds, as a Setup holds it."""
    graph = battlefield.graph(field)
    for change in changes:
        if isinstance(change.edit, Add):
            graph = change.edit(graph)
    return graph


def added(changes: Sequence[Planned]) -> dict[str, ZoneEntry]:
    """The Zones that changes add."""
    return {change.edit.zone: change.edit for change in changes if isinstance(change.edit, Add)}


def check_whole(
    field: Battlefield, changes: Sequence[Planned], labels: Sequence[str], rounds: int, tables: Tables, file: str
) -> None:
    """Every change can come and be made, in the order of the file, and strands nobody. Raises ConfigError."""
    zones = [*field.zones, *added(changes)]
    if len(set(zones)) > MAX_ZONES:
        problem = f"{len(set(zones))} Zones with those that changes add"
        raise ConfigError(file, "changes", problem=problem, allowed=f"{MAX_ZONES} at most")
    reopened = {frozenset(change.edit.edge) for change in changes if isinstance(change.edit, Open)}
    gone: dict[str, int] = {}
    for number, change in enumerate(changes):
        where = f"changes[{number}]"
        _check_when(change.when, field, zones, labels, rounds, file, f"{where}.when")
        if isinstance(change.edit, Add) and change.edit.zone in gone:
            problem = "it was on the battlefield before"
            raise ConfigError(file, f"{where}.zone", change.edit.zone, problem, "another name")
        _check_there(change.edit, gone, file, where)
        after = step(field, change.edit, tables, file, where)
        check_ways(field, after, reopened, file, where)
        gone |= dict.fromkeys(set(field.zones) - set(after.zones), number)
        field = after


def _check_there(edit: Any, gone: Mapping[str, int], file: str, where: str) -> None:
    """No change is about a Zone that an earlier one has taken away (Zone to its number)."""
    for key in ("zone", "to", "edge", "zones"):
        value = getattr(edit, key, None)
        for name in [value] if isinstance(value, str) else value or ():
            if name in gone and not isinstance(edit, Add):
                problem = f'"{name}" is gone by then, with changes[{gone[name]}]'
                raise ConfigError(file, f"{where}.{key}", value, problem, "changes in the order in which they can come")


def _check_when(
    when: WhenEntry, field: Battlefield, zones: Sequence[str], labels: Sequence[str], rounds: int, file: str, where: str
) -> None:
    """What a change waits for can come about."""
    kind = when.kind
    value = getattr(when, kind)
    place = f"{where}.{kind}"
    if kind == "lull" and value > rounds:
        raise ConfigError(file, place, value, "the battle ends before", f"1 to {rounds}")
    if kind in ("falls", "half") and value not in labels:
        raise ConfigError(file, place, value, unknown("creature", value, labels), listed(labels))
    if kind in ("entered", "controlled", "opened"):
        for name in value if kind == "opened" else [value]:
            if name not in zones:
                raise ConfigError(file, place, value, unknown("Zone", name, zones), listed(zones))
    if kind == "opened":
        if len(set(value)) < len(value):
            raise ConfigError(file, place, value, "joins a Zone to itself", "two different Zones")
        for edge in field.edges:
            if set(edge.join) == set(value) and edge.kind != "blocked":
                raise ConfigError(file, place, value, "it is open already", "an edge that is blocked, or none yet")


def step(field: Battlefield, edit: Edit, tables: Tables, file: str, where: str) -> Battlefield:
    """The battlefield after one change. Raises ConfigError where it cannot be made or nobody could play on."""
    if isinstance(edit, Collapse):
        _check_refuge(field, edit, file, where)
    return editing.step(field, edit, tables, file, where)


def _check_refuge(field: Battlefield, edit: Collapse, file: str, where: str) -> None:
    """Whoever stands in a Zone that goes has somewhere to be."""
    dot = f"{where}." if where else ""
    if edit.to is not None:
        if edit.to not in field.zones or edit.to == edit.zone:
            problem = "it is the Zone that goes" if edit.to == edit.zone else unknown("Zone", edit.to, field.zones)
            raise ConfigError(file, f"{dot}to", edit.to, problem, listed(z for z in field.zones if z != edit.zone))
    elif edit.zone in field.zones:
        near = [edge for edge in field.edges if edit.zone in edge.join and edge.kind not in ("blocked", OFF_MAP)]
        if not near:
            problem = "is missing: no open edge leads out, and whoever stands there must go somewhere"
            raise ConfigError(
                file, f"{dot}to", problem=problem, allowed=listed(z for z in field.zones if z != edit.zone)
            )


def check_starts(field: Battlefield, changes: Sequence[Planned], starts: Sequence[tuple[str, str]], file: str) -> None:
    """Nobody starts (place in the file, Zone) where no way leads to the others, now or later. Raises ConfigError."""
    reopened = {frozenset(change.edit.edge) for change in changes if isinstance(change.edit, Open)}
    graph = _walkable(field, reopened)
    graph.add_edges_from(pair for pair in reopened if OFF_MAP not in _traits(field, pair))
    for edge in (edge for change in changes if isinstance(change.edit, Add) for edge in change.edit.edges):
        graph.add_edge(*edge.join)
    inside = [(where, zone) for where, zone in starts if zone in graph]
    for where, zone in inside:
        if not nx.has_path(graph, zone, inside[0][1]):
            problem = f'cut off from "{inside[0][1]}", and nothing opens a way'
            raise ConfigError(
                file, f"{where}.zone", zone, problem, "opens on a blocked edge, or a change that opens one"
            )


def _traits(field: Battlefield, zones: Iterable[str]) -> set[str]:
    return {trait for name in zones if name in field.zones for trait in field.zones[name].traits}


def check_ways(before: Battlefield, after: Battlefield, reopened: set[frozenset[str]], file: str, where: str) -> None:
    """No change cuts Zones off from each other for good. Raises ConfigError."""
    parts = [nx.connected_components(_walkable(field, reopened)) for field in (before, after)]
    now = list(parts[1])
    for part in parts[0]:
        apart = [sorted(part & other) for other in now if part & other]
        if len(apart) > 1:
            problem = f'cuts "{apart[1][0]}" off from "{apart[0][0]}", and nothing opens the way again'
            raise ConfigError(file, where, problem=problem, allowed="opens on the edge, or a change that opens it")


def _walkable(field: Battlefield, reopened: set[frozenset[str]]) -> nx.Graph:
    """Zones and the edges that are open or can be opened."""
    graph = nx.Graph()
    graph.add_nodes_from(name for name, zone in field.zones.items() if OFF_MAP not in zone.traits)
    for edge in field.edges:
        can = edge.kind != "blocked" or edge.opens is not None or frozenset(edge.join) in reopened
        if edge.kind != OFF_MAP and can:
            graph.add_edge(*edge.join)
    return graph


def fill(changes: Sequence[Planned], zones: Sequence[str], labels: Sequence[str], setup: state.Setup) -> None:
    """Write the changes into a plain Setup: `changes`, `changes_n`, and which Zones are absent at first."""
    for name in added(changes):
        setup.places[zones.index(name)].absent = 1
    setup.changes_n = len(changes)
    for row, change in zip(setup.changes, changes, strict=False):
        _fill_when(row, change.when, zones, labels)
        fill_edit(row, change.edit, zones)


def _fill_when(row: state.Change, when: WhenEntry, zones: Sequence[str], labels: Sequence[str]) -> None:
    row.when = int(CONDITIONS[when.kind])
    row.whose = int(Side.BOTH if when.by is None else Side[when.by.upper()])
    if when.lull is not None:
        row.what = when.lull
    elif when.opened is not None:
        row.what, row.whose = (zones.index(name) for name in when.opened)
    elif when.falls is not None or when.half is not None:
        row.what = labels.index(when.falls or when.half or "")
    elif when.entered is not None or when.controlled is not None:
        row.what = zones.index(when.entered or when.controlled or "")


def fill_edit(row: state.Change, edit: Any, zones: Sequence[str]) -> None:
    """Write what a change does."""
    row.do = int(next(do for kind, do in _DOES.items() if isinstance(edit, kind)))
    row.other = row.to = row.traits = row.owner = NONE
    if isinstance(edit, Block | Open):
        row.zone, row.other = (zones.index(name) for name in edit.edge)
    elif isinstance(edit, Merge):
        row.zone = zones.index(edit.zones[0])
        row.zones = sum(1 << zones.index(name) for name in edit.zones[1:])
        row.traits = NONE if edit.traits is None else _bits(edit.traits)
        row.owner = NONE if edit.owner is None else int(Side[edit.owner.upper()])
        row.capacity = edit.capacity
    elif isinstance(edit, Effect):
        row.traits = _bits(edit.traits)
        row.surcharge = edit.surcharge
        row.gate = int(Difficulty[(edit.check or "automatic").upper()])
        if edit.edge is not None:
            row.zone = zones.index(edit.into or "")
            row.other = next(zones.index(name) for name in edit.edge if name != edit.into)
        else:
            row.zone = zones.index(edit.zone or "")
    else:
        row.zone = zones.index(edit.zone)
    if isinstance(edit, Shut) and edit.opens is not None:
        row.opens = battlefield.opening((edit.opens.kind, edit.opens.check or "automatic"))
    elif isinstance(edit, Open):
        row.kind = int(Edge[edit.kind.upper()])
        row.needs = int(Tag.OFF_MAP_ACCESS) if edit.kind == OFF_MAP else 0
    elif isinstance(edit, SetCapacity):
        row.capacity = edit.capacity
    elif isinstance(edit, Collapse):
        row.to = NONE if edit.to is None else zones.index(edit.to)
        row.save = int(Save[(edit.save or "no_save").upper()])
        if edit.damage is not None:
            row.dice, row.sides, row.plus = figures.dice(edit.damage)


_DOES: dict[type[Model], Do] = {
    Remove: Do.REMOVE,
    Block: Do.BLOCK,
    Open: Do.OPEN,
    SetCapacity: Do.CAPACITY,
    Add: Do.ADD,
    Merge: Do.MERGE,
    Effect: Do.EFFECT,
}


def _bits(traits: Sequence[str]) -> int:
    return sum(Trait[name.upper()] for name in set(traits))
