"""Battlefields: `configs/battlefields/*.toml` to a checked NetworkX graph, and from there to the arrays of `Setup`.

NetworkX ends here. The graph is undirected: a node is a Zone (`title`, `traits`, `owner`, `capacity`, `at`), an edge has
its `kind` and `into`, a mapping from the Zone that a step enters to `(surcharge, check)` of that direction.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import model_validator

from .checked import Model, between, check, dotted, few, parsed, read, shaped, word, wrong
from .errors import ConfigError, listed, unknown
from .paths import find, label
from .warzone.state import Setup
from .warzone.words import MAX_ZONES, Difficulty, Edge, Side, Trait

if TYPE_CHECKING:
    import networkx as nx

    Graph = nx.Graph

ZoneId = Annotated[
    str, shaped(r"[a-z][a-z0-9_]{0,23}", "a small letter, then small letters, digits and _, 24 at most")
]
_KINDS = [name.lower() for name in Edge.__members__ if name != "ABSENT"]
_CHECKS = [name.lower() for name in Difficulty.__members__ if name != "AUTOMATIC"]


def _place(value: Any) -> None:
    if not (
        isinstance(value, list)
        and len(value) == 2
        and all(type(part) is int and 0 <= part <= 40 for part in value)
    ):
        raise wrong("not a place", "[column, row], each 0 to 40")


class ZoneEntry(Model):
    """A Zone. `owner` is whose Back Line, Flank or line it is; `at` is [column, row] of its drawing."""

    title: str
    traits: list[Annotated[str, word("trait", Trait)]] = []
    owner: Annotated[str, word("owner", Side)] = "nobody"
    capacity: Annotated[int, between(0, 24)] = 0
    at: Annotated[list[int], parsed(_place)] | None = None


class GateEntry(Model):
    """What stands in one direction of an edge: Vigor on top of the movement, or a check."""

    surcharge: Annotated[int, between(0, 5)] = 0
    check: Annotated[str, word("check", _CHECKS)] | None = None


class EdgeEntry(Model):
    """An edge between two Zones; `into` names the Zone that a gate guards."""

    join: Annotated[list[str], few("Zones joined", 2, 2)]
    kind: Annotated[str, word("kind", _KINDS)] = "ordinary"
    into: dict[str, GateEntry] = {}


class Battlefield(Model):
    """A battlefield as its file states it."""

    title: str
    zones: Annotated[dict[ZoneId, ZoneEntry], few("Zones", MAX_ZONES, 1)]
    edges: list[EdgeEntry] = []

    @model_validator(mode="after")
    def _joined(self) -> "Battlefield":
        """Edges join two known Zones, each pair once; gates stand at one of the two ends; no two Zones in one place."""
        seen: set[frozenset[str]] = set()
        for number, edge in enumerate(self.edges):
            where = f"edges[{number}].join"
            for name in edge.join:
                if name not in self.zones:
                    raise wrong(
                        f"{unknown('Zone', name, self.zones)}: an edge to nowhere",
                        listed(self.zones),
                        key=where,
                        value=edge.join,
                    )
            pair = frozenset(edge.join)
            if len(pair) == 1:
                raise wrong("joins a Zone to itself", "two different Zones", key=where, value=edge.join)
            if pair in seen:
                raise wrong(
                    "these Zones are joined already", "one edge for two Zones", key=where, value=edge.join
                )
            seen.add(pair)
            for name in edge.into:
                if name not in pair:
                    raise wrong(
                        f'a gate into "{name}", which this edge does not join',
                        listed(edge.join),
                        key=f"edges[{number}].into",
                    )
        return self

    @model_validator(mode="after")
    def _apart(self) -> "Battlefield":
        places: dict[tuple[int, ...], str] = {}
        for name, zone in self.zones.items():
            if zone.at is not None:
                other = places.setdefault(tuple(zone.at), name)
                if other != name:
                    raise wrong(
                        f'"{other}" is drawn there already',
                        "one Zone a place",
                        key=f"zones.{name}.at",
                        value=zone.at,
                    )
        return self


def load(
    name: str | Path, *, file: str = "", key: str = "battlefield", base: Path | None = None
) -> Battlefield:
    """A battlefield, checked as a graph. Raises ConfigError."""
    path = find("battlefields", name, file=file, key=key, base=base)
    where = label(path)
    field = check(Battlefield, read(path), where)
    check_whole(field, where)
    return field


def check_whole(field: Battlefield, file: str) -> None:
    """Every Zone can be reached: open edges join them all. Raises ConfigError."""
    import networkx as nx

    whole = graph(field)
    shut = [(one, two) for one, two, kind in whole.edges(data="kind") if kind == "blocked"]
    whole.remove_edges_from(shut)
    parts = list(nx.connected_components(whole))
    if len(parts) > 1:
        first = next(iter(field.zones))
        lost = next(name for name in field.zones if not nx.has_path(whole, first, name))
        raise ConfigError(
            file,
            f"zones.{lost}",
            problem=f'no open path joins it to "{first}"',
            allowed="Zones that open edges join",
        )


def check_capacity(field: Battlefield, least: int, most: int, file: str) -> None:
    """Capacities lie where the table in force wants them. Raises ConfigError."""
    for name, zone in field.zones.items():
        if zone.capacity and not least <= zone.capacity <= most:
            raise ConfigError(
                file,
                dotted(("zones", name, "capacity")),
                zone.capacity,
                "out of range",
                f"{least} to {most}, or 0 for none",
            )


def graph(field: Battlefield) -> "Graph":
    """The battlefield as an undirected NetworkX graph; the order of the nodes is the order of the Zones."""
    import networkx as nx

    whole = nx.Graph(title=field.title)
    for name, zone in field.zones.items():
        whole.add_node(
            name,
            title=zone.title,
            traits=tuple(zone.traits),
            owner=zone.owner,
            capacity=zone.capacity,
            at=zone.at,
        )
    for edge in field.edges:
        gates = {name: (gate.surcharge, gate.check or "automatic") for name, gate in edge.into.items()}
        whole.add_edge(*edge.join, kind=edge.kind, into=gates)
    return whole


def fill(whole: "Graph", setup: Setup) -> None:
    """Write the Zones and edges into the plain twin of a Setup: `places`, `edge`, `surcharge`, `gate`, `zones_n`."""
    index = {name: number for number, name in enumerate(whole.nodes)}
    setup.zones_n = len(index)
    for name, zone in whole.nodes(data=True):
        place = setup.places[index[name]]
        place.traits = sum(Trait[trait.upper()] for trait in set(zone["traits"]))
        place.owner = int(Side[zone["owner"].upper()])
        place.capacity = zone["capacity"]
    for one, two, edge in whole.edges(data=True):
        for start, end in ((one, two), (two, one)):
            i, j = index[start], index[end]
            surcharge, difficulty = edge["into"].get(end, (0, "automatic"))
            setup.edge[i][j] = int(Edge[edge["kind"].upper()])
            setup.surcharge[i][j] = surcharge
            setup.gate[i][j] = int(Difficulty[difficulty.upper()])


def layout(whole: "Graph") -> dict[str, tuple[int, int]]:
    """Column and row of every Zone: its `at`, or else a free row in the column of its distance from the first Zone."""
    import networkx as nx

    placed = {name: (at[0], at[1]) for name, at in whole.nodes(data="at") if at is not None}
    steps = nx.single_source_shortest_path_length(whole, next(iter(whole.nodes)))
    for name in whole.nodes:
        if name not in placed:
            placed[name] = next(spot for spot in _column(2 * steps[name]) if spot not in placed.values())
    return {name: placed[name] for name in whole.nodes}


def _column(column: int) -> Iterator[tuple[int, int]]:
    row = 0
    while True:
        yield column, row
        row += 1
