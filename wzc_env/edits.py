"""Editing a battlefield at setup: six operations on its graph, in Python and as `[[edits]]` of a scenario.

    [[edits]]
    do = "block"
    edge = ["bridge", "court"]

A function takes a graph (`battlefield.graph`) and returns a changed copy; what it cannot do is a ConfigError that
names the argument. `battlefield.from_graph` makes a checked battlefield of the result; `apply` does all of it.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import networkx as nx

from .battlefield import OFF_MAP, EdgeEntry, GateEntry, ZoneEntry, edge_data, zone_data
from .checked import check
from .errors import ConfigError, listed, unknown

OPENNESS = ("engagement", "ordinary", "vertical", OFF_MAP, "blocked")
"""Kinds of edge, the one that lets most through first."""


def remove_zone(graph: nx.Graph, zone: str) -> nx.Graph:
    """Take a Zone away with its edges, for a last stand or to cut off a retreat.

    [battlefield.edit] L401-410: remove a Zone, block or open an edge, set a Capacity, add a Zone, merge Zones, add a
    special effect. The functions of this module are these six.
    """
    _known(graph, zone)
    changed = graph.copy()
    changed.remove_node(zone)
    return changed


def block_edge(graph: nx.Graph, edge: Sequence[str]) -> nx.Graph:
    """Close an edge: a door, a collapse, fire."""
    if _joined(graph, edge)["kind"] == "blocked":
        raise ConfigError("", "edge", list(edge), "it is blocked already", "an open edge")
    return _with_edge(graph, edge, kind="blocked", needs=())


def open_edge(graph: nx.Graph, edge: Sequence[str], kind: str = "ordinary") -> nx.Graph:
    """Open a blocked edge, whose gates stay, or make a way where there was none."""
    if kind == "blocked":
        raise ConfigError("", "kind", kind, "that would not open it", listed(OPENNESS[:-1]))
    opened = edge_data(check(EdgeEntry, {"join": list(edge), "kind": kind}, ""))
    if not graph.has_edge(*_ends(graph, edge)):
        return _with_edge(graph, edge, **opened)
    if _joined(graph, edge)["kind"] != "blocked":
        raise ConfigError("", "edge", list(edge), "it is open already", "a blocked edge, or Zones that no edge joins")
    return _with_edge(graph, edge, kind=kind, needs=opened["needs"])


def set_capacity(graph: nx.Graph, zone: str, capacity: int) -> nx.Graph:
    """Say how many creatures a bridge, gate, stair or tunnel holds; 0 takes the limit away."""
    _known(graph, zone)
    changed = graph.copy()
    changed.nodes[zone]["capacity"] = capacity
    return changed


def add_zone(graph: nx.Graph, name: str, zone: ZoneEntry, edges: Iterable[EdgeEntry]) -> nx.Graph:
    """Put in a Zone with the edges that join it to others: an objective, a route, a hazard, a new phase."""
    if name in graph:
        raise ConfigError("", "zone", name, "there is such a Zone already", "another name")
    changed = graph.copy()
    changed.add_node(name, **zone_data(zone))
    for number, edge in enumerate(edges):
        key = f"edges[{number}].join"
        if name not in edge.join:
            raise ConfigError("", key, edge.join, "does not join the new Zone", f"{name} and another")
        _ends(changed, edge.join, key)
        if changed.has_edge(*edge.join):
            raise ConfigError("", key, edge.join, "joins two Zones that are joined already", "one edge a pair")
        changed.add_edge(*edge.join, **edge_data(edge))
    return changed


def merge_zones(
    graph: nx.Graph,
    zones: Sequence[str],
    title: str | None = None,
    traits: Sequence[str] | None = None,
    owner: str | None = None,
    capacity: int = 0,
) -> nx.Graph:
    """Make one Zone of several, as when a line collapses; it keeps the name and place of the first.

    Unless stated, it has the title of the first, the traits of all and the owner of all (both, where they differ). Of
    several ways to one neighbour the most open stays, the first of equals; access to Off-Map is that of all.
    """
    _apart(graph, zones)
    nodes = [graph.nodes[name] for name in zones]
    owners = [owner for owner in dict.fromkeys(node["owner"] for node in nodes) if owner != "nobody"]
    changed = graph.copy()
    changed.remove_nodes_from(zones[1:])
    changed.nodes[zones[0]].update(
        title=nodes[0]["title"] if title is None else title,
        traits=tuple(dict.fromkeys(t for node in nodes for t in node["traits"])) if traits is None else tuple(traits),
        owner=owner or ("both" if len(owners) > 1 else owners[0] if owners else "nobody"),
        capacity=capacity,
    )
    for other in dict.fromkeys(other for name in zones for other in graph[name] if other not in zones):
        ways = [_way(graph, name, other, zones[0]) for name in zones if graph.has_edge(name, other)]
        best = min(ways, key=lambda way: OPENNESS.index(way["kind"]))
        if best["kind"] == OFF_MAP:
            best["needs"] = tuple(dict.fromkeys(tag for way in ways for tag in way["needs"]))
        changed.add_edge(zones[0], other, **best)
    return changed


def add_effect(graph: nx.Graph, zone: str, traits: Sequence[str] = (), gate: GateEntry | None = None) -> nx.Graph:
    """Give a Zone further traits, and every way into it a gate: Vigor on top, a check."""
    _known(graph, zone)
    changed = graph.copy()
    changed.nodes[zone]["traits"] = tuple(dict.fromkeys((*graph.nodes[zone]["traits"], *traits)))
    if gate is not None:
        for other in graph[zone]:
            changed = add_gate(changed, (other, zone), zone, gate)
    return changed


def add_gate(graph: nx.Graph, edge: Sequence[str], into: str, gate: GateEntry) -> nx.Graph:
    """Put a gate on one direction of an edge; what the gate does not state stays as it is."""
    gates = _joined(graph, edge)["into"]
    if into not in edge:
        raise ConfigError("", "into", into, "a gate into a Zone elsewhere", listed(edge))
    surcharge, difficulty = gates.get(into, (0, "automatic"))
    return _with_edge(graph, edge, into=gates | {into: (gate.surcharge or surcharge, gate.check or difficulty)})


def _known(graph: nx.Graph, zone: str, key: str = "zone", value: Any = None) -> None:
    if zone not in graph:
        shown = zone if value is None else value
        raise ConfigError("", key, shown, unknown("Zone", zone, graph.nodes), listed(graph.nodes))


def _ends(graph: nx.Graph, edge: Sequence[str], key: str = "edge") -> tuple[str, str]:
    """The two Zones that an edge joins."""
    for zone in edge:
        _known(graph, zone, key, list(edge))
    if len(set(edge)) != 2:
        raise ConfigError("", key, list(edge), "joins a Zone to itself", "two different Zones")
    return edge[0], edge[1]


def _joined(graph: nx.Graph, edge: Sequence[str]) -> dict[str, Any]:
    """What the edge between two Zones carries."""
    one, two = _ends(graph, edge)
    if not graph.has_edge(one, two):
        near = ", ".join(f"{one} and {other}" for other in graph[one])
        raise ConfigError("", "edge", list(edge), "no edge joins them", near or "none")
    data: dict[str, Any] = graph.edges[one, two]
    return data


def _with_edge(graph: nx.Graph, edge: Sequence[str], **data: Any) -> nx.Graph:
    """A copy in which an edge carries other data."""
    changed = graph.copy()
    changed.add_edge(*edge, **data)
    return changed


def _apart(graph: nx.Graph, zones: Sequence[str]) -> None:
    """Zones can be merged: at least two, different, on the map, joined by open edges among themselves."""
    for name in zones:
        _known(graph, name, "zones", list(zones))
    if len(zones) < 2 or len(set(zones)) < len(zones):
        raise ConfigError("", "zones", list(zones), "not different Zones", "two or more")
    if any(OFF_MAP in graph.nodes[name]["traits"] for name in zones):
        raise ConfigError("", "zones", list(zones), "Off-Map is beside no place", "Zones without the trait off_map")
    open_edges = [(a, b) for a, b, kind in graph.subgraph(zones).edges(data="kind") if kind != "blocked"]
    within = nx.Graph()
    within.add_nodes_from(zones)
    within.add_edges_from(open_edges)
    if not nx.is_connected(within):
        raise ConfigError("", "zones", list(zones), "no open edges join them all", "Zones beside each other")


def _way(graph: nx.Graph, zone: str, other: str, kept: str) -> dict[str, Any]:
    """What the edge between two Zones carries, once the first is called otherwise."""
    edge = graph.edges[zone, other]
    return {**edge, "into": {kept if name == zone else name: gate for name, gate in edge["into"].items()}}
