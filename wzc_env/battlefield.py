"""Battlefields: `configs/battlefields/*.toml` to a checked NetworkX graph, and on to the arrays of `Setup`.

NetworkX ends here. The graph is undirected. A node is a Zone (`title`, `traits`, `owner`, `capacity`, `at`);
an edge has its `kind`, `needs` (tags that open a way to Off-Map) and `into`, which maps the Zone that a step enters to
`(surcharge, check)` of that way.
"""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any

import networkx as nx
from pydantic import Field, model_validator

from .checked import Label, Model, Place, between, check, dotted, few, parsed, read, shaped, word, wrong
from .errors import ConfigError, listed, unknown
from .paths import find, label
from .warzone.state import Setup
from .warzone.tables import Tables
from .warzone.words import MAX_ZONES, Difficulty, Edge, Side, Tag, Trait

ZoneId = Annotated[str, shaped(r"[a-z][a-z0-9_]{0,23}", "a small letter, then small letters, digits and _, 24 at most")]
OFF_MAP = "off_map"
_KINDS = [name.lower() for name in Edge.__members__ if name != "ABSENT"]
_CHECKS = [name.lower() for name in Difficulty.__members__ if name != "AUTOMATIC"]


def _place(value: Any) -> None:
    if not (
        isinstance(value, list) and len(value) == 2 and all(type(part) is int and 0 <= part <= 40 for part in value)
    ):
        raise wrong("not a place", "[column, row], each 0 to 40")


TraitName = Annotated[str, word("trait", Trait)]
Owner = Annotated[str, word("owner", Side)]
Capacity = Annotated[int, between(0, 24)]
Kind = Annotated[str, word("kind", _KINDS)]


class ZoneEntry(Model):
    """A Zone. `owner` is whose Back Line, Flank or line it is; `at` is [column, row] of its drawing."""

    title: Label
    traits: list[TraitName] = Field(default_factory=list)
    owner: Owner = "nobody"
    capacity: Capacity = 0
    at: Annotated[list[int], parsed(_place)] | None = None


class GateEntry(Model):
    """What stands in one direction of an edge: Vigor on top of the movement, or a check."""

    surcharge: Annotated[int, between(0, 5)] = 0
    check: Annotated[str, word("check", _CHECKS)] | None = None


class OpensEntry(Model):
    """How a maneuver opens an edge that is blocked: the check, and the kind of edge that it is then."""

    check: Annotated[str, word("check", _CHECKS)] | None = None
    kind: Annotated[str, word("kind", ("ordinary", "engagement", "vertical"))] = "ordinary"


class EdgeEntry(Model):
    """An edge between two Zones; `into` names the Zone that a gate guards.

    Whoever has one of the tags in `needs` uses an edge to Off-Map, in both directions. Without `opens` no maneuver
    opens the edge while it is blocked.
    """

    join: Annotated[list[str], few("Zones joined", 2, 2)]
    kind: Kind = "ordinary"
    into: dict[str, GateEntry] = Field(default_factory=dict)
    needs: Annotated[list[Annotated[str, word("tag", Tag)]], few("tags", len(Tag), 1)] | None = None
    opens: OpensEntry | None = None

    @property
    def keys(self) -> tuple[str, ...]:
        """The tags, any of which opens an edge to Off-Map; none for every other edge."""
        if self.kind != OFF_MAP:
            return ()
        return ("off_map_access",) if self.needs is None else tuple(dict.fromkeys(self.needs))


class Bands(Model):
    """A battlefield without Zones: bands in a line, each so many feet deep."""

    number: Annotated[int, between(2, MAX_ZONES)]
    feet: Annotated[int, between(1, 1000)]

    def zones(self) -> dict[str, dict[str, Any]]:
        """The bands as Zones without traits, called by their distance from the party's end."""
        ends = {0: "party", self.number - 1: "foes"}
        return {
            f"ft{n * self.feet}": {"title": f"{n * self.feet} feet", "owner": ends.get(n, "nobody"), "at": [n, 0]}
            for n in range(self.number)
        }

    def edges(self) -> list[dict[str, Any]]:
        """Each band borders on the next."""
        return [{"join": list(pair)} for pair in pairwise(self.zones())]


class BandsFile(Model):
    """The file of a battlefield of bands."""

    title: Label
    bands: Bands


class Battlefield(Model):
    """A battlefield as its file or its bands lay it out; `rule` is the tag of the book's map that it is."""

    title: Label
    rule: Label | None = None
    zones: Annotated[dict[ZoneId, ZoneEntry], few("Zones", MAX_ZONES, 1, dict)]
    edges: list[EdgeEntry] = Field(default_factory=list)
    bands: Bands | None = None

    @model_validator(mode="after")
    def _banded(self) -> "Battlefield":
        """Bands lay out all there is."""
        if self.bands is not None:
            laid = {"title": self.title, "zones": self.bands.zones(), "edges": self.bands.edges()}
            plain = Battlefield.model_validate(laid)
            if (plain.zones, plain.edges) != (self.zones, self.edges):
                raise wrong("do not go with the Zones and edges beside them", "", ("bands",))
        return self

    @model_validator(mode="after")
    def _joined(self) -> "Battlefield":
        """Edges join two known Zones, each pair once; gates stand at one of the two ends."""
        seen: set[frozenset[str]] = set()
        for number, edge in enumerate(self.edges):
            place: Place = ("edges", number, "join")
            for name in edge.join:
                if name not in self.zones:
                    problem = f"{unknown('Zone', name, self.zones)}: an edge to nowhere"
                    raise wrong(problem, listed(self.zones), place, edge.join)
            pair = frozenset(edge.join)
            if len(pair) == 1:
                raise wrong("joins a Zone to itself", "two different Zones", place, edge.join)
            if pair in seen:
                raise wrong("joins two Zones that are joined already", "one edge a pair", place, edge.join)
            seen.add(pair)
            for name in edge.into:
                if name not in pair:
                    raise wrong("a gate into a Zone elsewhere", listed(edge.join), ("edges", number, "into", name))
        return self

    @model_validator(mode="after")
    def _gated(self) -> "Battlefield":
        """Off-Map is reached through its own kind of edge, and nothing else is."""
        for number, edge in enumerate(self.edges):
            outside = [name for name in edge.join if OFF_MAP in self.zones[name].traits]
            if edge.kind == OFF_MAP and len(outside) != 1:
                problem = f"{len(outside)} of its two Zones are Off-Map"
                raise wrong(problem, "one Zone with the trait off_map", ("edges", number, "join"), edge.join)
            if edge.kind not in (OFF_MAP, "blocked") and outside:
                problem = f'"{outside[0]}" is Off-Map'
                raise wrong(problem, "off_map, blocked", ("edges", number, "kind"), edge.kind)
            if edge.kind != OFF_MAP and edge.needs is not None:
                problem = "only an edge of the kind off_map needs a tag"
                raise wrong(problem, "", ("edges", number, "needs"), edge.needs)
            if outside and edge.opens is not None:
                problem = f'"{outside[0]}" is Off-Map, and no work leads there'
                raise wrong(
                    problem, "an edge between Zones of the map", ("edges", number, "opens"), edge.model_dump()["opens"]
                )
        return self

    @model_validator(mode="after")
    def _apart(self) -> "Battlefield":
        places: dict[tuple[int, ...], str] = {}
        for name, zone in self.zones.items():
            if zone.at is not None:
                other = places.setdefault(tuple(zone.at), name)
                if other != name:
                    problem = f'"{other}" is drawn there already'
                    raise wrong(problem, "one Zone a place", ("zones", name, "at"), zone.at)
        return self


def load(name: str | Path, tables: Tables) -> Battlefield:
    """A battlefield, checked as a graph and against the table in force. Raises ConfigError."""
    path = find("battlefields", name)
    where = label(path)
    raw = read(path)
    if "bands" in raw:
        form = check(BandsFile, raw, where)
        raw = {**raw, "zones": form.bands.zones(), "edges": form.bands.edges()}
    field = check(Battlefield, raw, where)
    check_whole(field, tables, where)
    return field


def check_whole(field: Battlefield, tables: Tables, file: str) -> None:
    """Edges join every Zone, without Off-Map too; Capacities are what the table allows. Raises ConfigError.

    A blocked edge counts: it may be opened.
    """
    least, most = tables.cells["capacity.least"].value, tables.cells["capacity.most"].value
    for name, zone in field.zones.items():
        if zone.capacity and not least <= zone.capacity <= most:
            place = dotted(("zones", name, "capacity"))
            raise ConfigError(file, place, zone.capacity, "out of range", f"{least} to {most}, or 0 for none")
    whole = graph(field)
    outside = [name for name, zone in field.zones.items() if OFF_MAP in zone.traits]
    inside = [name for name in field.zones if name not in outside]
    if not inside:
        raise ConfigError(file, "zones", problem="every Zone is Off-Map", allowed="at least one that is not")
    walked = nx.subgraph_view(whole, filter_edge=lambda a, b: whole.edges[a, b]["kind"] != OFF_MAP)
    reached = nx.node_connected_component(walked, inside[0])
    for name in inside:
        if name not in reached:
            raise ConfigError(file, f"zones.{name}", problem=f'no path joins it to "{inside[0]}"')
    for name in outside:
        if all(kind != OFF_MAP for _, _, kind in whole.edges(name, data="kind")):
            problem = "no way leads there"
            raise ConfigError(file, f"zones.{name}", problem=problem, allowed="at least one edge of the kind off_map")


def graph(field: Battlefield) -> nx.Graph:
    """The battlefield as an undirected NetworkX graph; the order of the nodes is the order of the Zones."""
    whole = nx.Graph(title=field.title)
    for name, zone in field.zones.items():
        whole.add_node(name, **zone_data(zone))
    for edge in field.edges:
        whole.add_edge(*edge.join, **edge_data(edge))
    return whole


def zone_data(zone: ZoneEntry) -> dict[str, Any]:
    """What a node of the graph carries."""
    return {
        "title": zone.title,
        "traits": tuple(zone.traits),
        "owner": zone.owner,
        "capacity": zone.capacity,
        "at": zone.at,
    }


def edge_data(edge: EdgeEntry) -> dict[str, Any]:
    """What an edge of the graph carries."""
    gates = {name: (gate.surcharge, gate.check or "automatic") for name, gate in edge.into.items()}
    opens = None if edge.opens is None else (edge.opens.kind, edge.opens.check or "automatic")
    return {"kind": edge.kind, "into": gates, "needs": edge.keys, "opens": opens}


def from_graph(whole: nx.Graph, file: str = "battlefield") -> Battlefield:
    """The battlefield of a graph, checked like a file. Raises ConfigError."""
    edges = []
    for one, two, edge in whole.edges(data=True):
        gates = {name: {"surcharge": more} | _checked(due) for name, (more, due) in edge["into"].items()}
        entry = {"join": [one, two], "kind": edge["kind"], "into": gates}
        if edge["needs"]:
            entry["needs"] = list(edge["needs"])
        if edge["opens"] is not None:
            entry["opens"] = {"kind": edge["opens"][0]} | _checked(edge["opens"][1])
        edges.append(entry)
    zones = {name: zone | {"traits": list(zone["traits"])} for name, zone in whole.nodes(data=True)}
    return check(Battlefield, {"title": whole.graph["title"], "zones": zones, "edges": edges}, file)


def _checked(difficulty: str) -> dict[str, str]:
    return {} if difficulty == "automatic" else {"check": difficulty}


def fill(whole: nx.Graph, setup: Setup) -> None:
    """Write Zones and edges into a plain Setup: `zones_n`, `places`, `edge`, `needs`, `surcharge`, `gate`, `opens`."""
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
            setup.needs[i][j] = sum(Tag[tag.upper()] for tag in edge["needs"])
            setup.surcharge[i][j] = surcharge
            setup.gate[i][j] = int(Difficulty[difficulty.upper()])
            setup.opens[i][j] = opening(edge["opens"])


def opening(opens: tuple[str, str] | None) -> int:
    """The kind and check with which a maneuver opens an edge, as `Setup.opens` holds them."""
    return 0 if opens is None else int(Edge[opens[0].upper()]) + 8 * int(Difficulty[opens[1].upper()])


def layout(whole: nx.Graph) -> dict[str, tuple[int, int]]:
    """Column and row of every Zone: its `at`, or a free row in the column of its distance from the first."""
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
