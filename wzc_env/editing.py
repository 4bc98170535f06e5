"""`[[edits]]` of a scenario: what an entry may say, and the battlefield after all of them."""

from collections.abc import Iterable, Sequence
from typing import Annotated, Any, Protocol

import networkx as nx
from pydantic import Field, model_validator

from . import battlefield, edits
from .battlefield import Battlefield, Capacity, EdgeEntry, GateEntry, Kind, Owner, TraitName, ZoneEntry, ZoneId
from .checked import Label, Model, check, few, wrong
from .errors import UNSET, ConfigError, listed, shown, unknown
from .warzone.tables import Tables
from .warzone.words import MAX_ZONES

Pair = Annotated[list[str], few("Zones joined", 2, 2)]


class Edit(Protocol):
    """One operation with its arguments: from a graph to a changed copy."""

    def __call__(self, graph: nx.Graph) -> nx.Graph:
        """The changed copy of a graph. Raises ConfigError."""
        ...


class Remove(Model):
    """`remove`: a Zone and its edges."""

    zone: str

    def __call__(self, graph: nx.Graph) -> nx.Graph:
        """The graph without the Zone."""
        return edits.remove_zone(graph, self.zone)


class Block(Model):
    """`block`: an edge that is open."""

    edge: Pair

    def __call__(self, graph: nx.Graph) -> nx.Graph:
        """The graph with the edge closed."""
        return edits.block_edge(graph, self.edge)


class Open(Model):
    """`open`: an edge that is blocked, or one that is not there yet."""

    edge: Pair
    kind: Kind = "ordinary"

    def __call__(self, graph: nx.Graph) -> nx.Graph:
        """The graph with the edge open."""
        return edits.open_edge(graph, self.edge, self.kind)


class SetCapacity(Model):
    """`capacity`: how many creatures a Zone holds; 0 for any number."""

    zone: str
    capacity: Capacity

    def __call__(self, graph: nx.Graph) -> nx.Graph:
        """The graph with the Capacity set."""
        return edits.set_capacity(graph, self.zone, self.capacity)


class Add(ZoneEntry):
    """`add`: a Zone, stated as in a battlefield, with its edges."""

    zone: ZoneId
    edges: list[EdgeEntry] = Field(default_factory=list)

    def __call__(self, graph: nx.Graph) -> nx.Graph:
        """The graph with the Zone in it."""
        new = ZoneEntry(**{name: getattr(self, name) for name in ZoneEntry.model_fields})
        return edits.add_zone(graph, self.zone, new, self.edges)


class Merge(Model):
    """`merge`: several Zones into the first of them."""

    zones: Annotated[list[str], few("Zones", MAX_ZONES, 2)]
    title: Label | None = None
    traits: list[TraitName] | None = None
    owner: Owner | None = None
    capacity: Capacity = 0

    def __call__(self, graph: nx.Graph) -> nx.Graph:
        """The graph with one Zone for all."""
        return edits.merge_zones(graph, self.zones, self.title, self.traits, self.owner, self.capacity)


def _given(value: str | None) -> Any:
    return UNSET if value is None else value


class Effect(GateEntry):
    """`effect`: traits of a Zone and a gate on every way into it, or a gate on one way (`edge`, `into`)."""

    zone: str | None = None
    traits: list[TraitName] = Field(default_factory=list)
    edge: Pair | None = None
    into: str | None = None

    @model_validator(mode="after")
    def _whole(self) -> "Effect":
        if (self.zone is None) == (self.edge is None):
            raise wrong("one of zone and edge says where", "zone, or edge and into", ("zone",), _given(self.zone))
        if (self.edge is None) != (self.into is None):
            problem, allowed = "edge and into go together", "the Zone of the edge that the gate guards"
            raise wrong(problem, allowed, ("into",), _given(self.into))
        if self.traits and self.zone is None:
            raise wrong("an edge has no traits", "a zone", ("traits",), self.traits)
        if not (self.traits or self.surcharge or self.check):
            raise wrong("is missing: there is no effect", "surcharge, check, or traits of a zone", ("surcharge",))
        return self

    def __call__(self, graph: nx.Graph) -> nx.Graph:
        """The graph with the effect in it."""
        gate = GateEntry(surcharge=self.surcharge, check=self.check)
        if self.edge is not None and self.into is not None:
            return edits.add_gate(graph, self.edge, self.into, gate)
        stands = gate if gate.surcharge or gate.check else None
        return edits.add_effect(graph, self.zone or "", self.traits, stands)


OPERATIONS: dict[str, type[Model]] = {
    "remove": Remove,
    "block": Block,
    "open": Open,
    "capacity": SetCapacity,
    "add": Add,
    "merge": Merge,
    "effect": Effect,
}
"""What `do` may say in an entry."""


def parse(entries: Sequence[Any], file: str) -> list[Edit]:
    """The entries as edits. Raises ConfigError."""
    found: list[Any] = []
    for number, entry in enumerate(entries):
        where = f"edits[{number}]"
        if not isinstance(entry, dict):
            raise ConfigError(file, where, entry, "must be a table")
        do = entry.get("do", UNSET)
        if not isinstance(do, str) or do not in OPERATIONS:
            problem = "is missing" if do is UNSET else unknown("edit", do, OPERATIONS)
            raise ConfigError(file, f"{where}.do", do, problem, listed(OPERATIONS))
        found.append(check(OPERATIONS[do], {key: value for key, value in entry.items() if key != "do"}, file, where))
    return found


def apply(field: Battlefield, changes: Sequence[Edit], tables: Tables, file: str = "battlefield") -> Battlefield:
    """The battlefield after the edits, one after another; each must leave one that can be played on.

    Raises ConfigError, with the number of the edit, about the first that cannot be made; nothing is changed then.
    """
    if changes and field.bands is not None:
        raise ConfigError(file, "edits", problem="bands are not edited: that belongs to Zones", allowed="none")
    for number, edit in enumerate(changes):
        field = step(field, edit, tables, file, f"edits[{number}]")
    return field


def check_starts(
    before: Battlefield, after: Battlefield, starts: Iterable[tuple[str, str]], file: str = "battlefield"
) -> None:
    """No edit takes away a Zone in which somebody starts (place in the file, Zone). Raises ConfigError."""
    for where, zone in starts:
        if zone in before.zones and zone not in after.zones:
            problem = "an edit takes this Zone off the map, and somebody starts there"
            raise ConfigError(file, f"{where}.zone", zone, problem, listed(after.zones))


def step(field: Battlefield, edit: Edit, tables: Tables, file: str, where: str) -> Battlefield:
    """The battlefield after one edit, which must leave one that can be played on. Raises ConfigError."""
    try:
        graph = edit(battlefield.graph(field))
    except ConfigError as error:
        key = f"{where}.{error.key}" if where else error.key
        raise ConfigError(file, key, error.value, error.problem, error.allowed) from None
    try:
        changed = battlefield.from_graph(graph)
        battlefield.check_whole(changed, tables, "battlefield")
    except ConfigError as error:
        made = error.key if error.value is UNSET else f"{error.key} = {shown(error.value)}"
        raise ConfigError(file, where, problem=f"makes {made}: {error.problem}", allowed=error.allowed) from None
    return changed
