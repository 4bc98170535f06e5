"""Battlefields: the shipped graphs, gates by direction, arrays, drawing."""

import networkx as nx
import pytest

from wzc_env import battlefield, paths
from wzc_env.warzone import tables
from wzc_env.warzone.opening import lay_out_zones
from wzc_env.warzone.state import Battle, Setup
from wzc_env.warzone.words import FAR, Difficulty, Edge, Side, Tag, Trait

from .edits import change

SHORT = {
    "friendly_back": "FB", "friendly_front": "FF", "friendly_flank": "FK", "melee": "M",
    "enemy_back": "EB", "enemy_front": "EF", "enemy_flank": "EK", "off_map": "X",
}  # fmt: skip


def load(name):
    return battlefield.load(name, tables.load())


@pytest.fixture(scope="module")
def default():
    return nx.relabel_nodes(battlefield.graph(load("default")), SHORT)


ORDINARY = "FB-FF EF-EB FB-FK FF-FK EB-EK EF-EK FF-M EF-M FK-M EK-M"


@pytest.mark.rule("zones.graph")
@pytest.mark.parametrize("name", ["default", "default_no_off_map"])
def test_the_default_graph_has_exactly_the_edges_of_the_book(name):
    graph = nx.relabel_nodes(battlefield.graph(load(name)), SHORT, copy=True)
    kinds = {frozenset(pair.split("-")): "ordinary" for pair in ORDINARY.split()}
    kinds[frozenset(("FF", "EF"))] = "engagement"
    if name == "default":
        kinds |= {frozenset(("X", place)): "off_map" for place in SHORT.values() if place != "X"}
    assert {frozenset((one, two)): kind for one, two, kind in graph.edges(data="kind")} == kinds
    assert all(not gates for _, _, gates in graph.edges(data="into"))


@pytest.mark.rule("trait.off_map")
def test_off_map_is_opened_by_access_alone_from_every_zone(default):
    needs = {frozenset((one, two)): needs for one, two, needs in default.edges(data="needs") if needs}
    assert needs == {frozenset(("X", place)): ("off_map_access",) for place in SHORT.values() if place != "X"}
    setup = Setup()
    battlefield.fill(default, setup)
    names = list(default.nodes)
    away = names.index("X")
    for place in range(len(names)):
        for other in range(len(names)):
            gate = Tag.OFF_MAP_ACCESS if (place == away) != (other == away) else 0
            assert setup.needs[place][other] == gate


@pytest.mark.rule("zones.graph")
@pytest.mark.parametrize(
    ("one", "two", "steps"),
    [
        ("FB", "EF", 2),
        ("FB", "EB", 3),
        ("FK", "EK", 2),
        ("FK", "EF", 2),
        ("FB", "M", 2),
        ("EB", "M", 2),
        ("X", "M", FAR),
    ],
)
def test_distances_on_the_default_graph(default, one, two, steps):
    setup, battle = Setup(), Battle()
    battlefield.fill(default, setup)
    lay_out_zones(battle, setup)
    names = list(default.nodes)
    assert battle.distance[names.index(one)][names.index(two)] == steps


def test_roles_and_owners_of_the_default_graph(default):
    roles = {
        "FB": "back_line",
        "FF": "front_line",
        "FK": "flank",
        "EB": "back_line",
        "EF": "front_line",
        "EK": "flank",
    }
    owners = {"F": "party", "E": "foes"}
    for name, role in roles.items():
        assert (default.nodes[name]["traits"], default.nodes[name]["owner"]) == ((role,), owners[name[0]])
    assert (default.nodes["M"]["traits"], default.nodes["M"]["owner"]) == (("melee",), "nobody")
    assert (default.nodes["X"]["traits"], default.nodes["X"]["owner"]) == (("off_map",), "nobody")


@pytest.mark.rule("zones.graph")
def test_the_map_of_the_worked_combat():
    graph = battlefield.graph(load("broken_line"))
    assert {(one, two, kind) for one, two, kind in graph.edges(data="kind")} == {
        ("pc_back", "pc_front", "ordinary"),
        ("pc_front", "enemy_front", "engagement"),
        ("enemy_front", "enemy_back", "ordinary"),
        ("pc_front", "melee", "ordinary"),
        ("enemy_front", "melee", "ordinary"),
    }


BRIDGE = """
title = "A bridge"
[zones]
bridge = { title = "Bridge", traits = ["front_line"], owner = "party", capacity = 3 }
gate = { title = "Gate", traits = ["front_line", "high_ground"], owner = "foes" }
court = { title = "Court", traits = ["back_line"], owner = "both", at = [2, 0] }
river = { title = "River", traits = ["underwater"] }
[[edges]]
join = ["bridge", "gate"]
kind = "engagement"
into = { gate = { surcharge = 1 } }
[[edges]]
join = ["gate", "court"]
into = { gate = { check = "standard" } }
[[edges]]
join = ["bridge", "river"]
kind = "vertical"
[[edges]]
join = ["river", "court"]
[[edges]]
join = ["bridge", "court"]
kind = "blocked"
"""


def test_gates_stand_in_one_direction_only(write):
    setup = Setup()
    battlefield.fill(battlefield.graph(load(write("bridge.toml", BRIDGE))), setup)
    bridge, gate, court, river = range(4)
    surcharges = {(i, j): setup.surcharge[i][j] for i in range(4) for j in range(4) if setup.surcharge[i][j]}
    gates = {(i, j): setup.gate[i][j] for i in range(4) for j in range(4) if setup.gate[i][j]}
    assert surcharges == {(bridge, gate): 1}
    assert gates == {(court, gate): Difficulty.STANDARD}
    kinds = {(i, j): setup.edge[i][j] for i in range(4) for j in range(4) if setup.edge[i][j]}
    one_way = {
        (bridge, gate): Edge.ENGAGEMENT,
        (gate, court): Edge.ORDINARY,
        (bridge, river): Edge.VERTICAL,
        (river, court): Edge.ORDINARY,
        (bridge, court): Edge.BLOCKED,
    }
    assert kinds == one_way | {(j, i): kind for (i, j), kind in one_way.items()}


def test_places_in_the_record(write):
    setup = Setup()
    battlefield.fill(battlefield.graph(load(write("bridge.toml", BRIDGE))), setup)
    assert setup.zones_n == 4
    found = [(place.traits, place.owner, place.capacity) for place in setup.places[:4]]
    assert found == [
        (Trait.FRONT_LINE, Side.PARTY, 3),
        (Trait.FRONT_LINE | Trait.HIGH_GROUND, Side.FOES, 0),
        (Trait.BACK_LINE, Side.BOTH, 0),
        (Trait.UNDERWATER, Side.NOBODY, 0),
    ]


def test_zones_without_a_place_are_laid_out_by_distance(write):
    layout = battlefield.layout(battlefield.graph(load(write("bridge.toml", BRIDGE))))
    assert layout == {"bridge": (0, 0), "gate": (2, 1), "court": (2, 0), "river": (2, 2)}


@pytest.mark.parametrize("name", paths.names("battlefields"))
def test_shipped_battlefields_are_drawn_apart(name):
    field = load(name)
    layout = battlefield.layout(battlefield.graph(field))
    assert list(layout) == list(field.zones)
    assert len(set(layout.values())) == len(layout)
    assert all(zone.at is not None for zone in field.zones.values())


@pytest.mark.rule("trait.off_map")
def test_any_of_the_tags_opens_a_gate_both_ways(write):
    text = change(
        BRIDGE,
        "[[edges]]",
        """[zones.away]
title = "Away"
traits = ["off_map"]
[[edges]]
join = ["away", "river"]
kind = "off_map"
needs = ["invisible", "skirmisher", "invisible"]
into = { away = { surcharge = 1 } }
[[edges]]""",
    )
    setup = Setup()
    battlefield.fill(battlefield.graph(load(write("bridge.toml", text))), setup)
    river, away = 3, 4
    assert (setup.places[away].traits, setup.edge[river][away]) == (Trait.OFF_MAP, Edge.OFF_MAP)
    assert setup.needs[river][away] == setup.needs[away][river] == Tag.INVISIBLE | Tag.SKIRMISHER
    assert (setup.surcharge[river][away], setup.surcharge[away][river]) == (1, 0)
    assert sum(map(sum, setup.needs)) == 2 * (Tag.INVISIBLE | Tag.SKIRMISHER)
