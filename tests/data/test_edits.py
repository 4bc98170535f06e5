"""The six ways to edit a battlefield: what comes out, and what is refused."""

import networkx as nx
import pytest

from wzc_env import battlefield, editing, edits, scenario
from wzc_env.battlefield import EdgeEntry, GateEntry, ZoneEntry
from wzc_env.errors import ConfigError
from wzc_env.kernel import load as twin_of
from wzc_env.warzone import tables
from wzc_env.warzone.state import Setup
from wzc_env.warzone.words import Difficulty, Edge, Side, Trait

pytestmark = pytest.mark.rule("battlefield.edit")

TABLES = tables.load()
FIELD = """
title = "A bridge"
[zones]
road = { title = "Road", traits = ["back_line"], owner = "party", at = [0, 0] }
bridge = { title = "Bridge", traits = ["front_line"], owner = "party", capacity = 3, at = [2, 0] }
gate = { title = "Gate", traits = ["front_line"], owner = "foes", at = [4, 0] }
court = { title = "Court", traits = ["back_line"], owner = "foes", at = [6, 0] }
river = { title = "River", traits = ["underwater"], at = [2, 1] }
below = { title = "Below", traits = ["off_map"], at = [4, 1] }
[[edges]]
join = ["road", "bridge"]
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
[[edges]]
join = ["below", "court"]
kind = "off_map"
[[edges]]
join = ["below", "gate"]
kind = "off_map"
needs = ["invisible"]
"""
SCENARIO = """
title = "A test"
battlefield = "field.toml"
[[party]]
creature = "sword_fighter"
zone = "road"
[[foes]]
creature = "goblin"
zone = "court"
"""


@pytest.fixture
def graph(write):
    return battlefield.graph(battlefield.load(write("field.toml", FIELD), TABLES))


def kinds(graph):
    return {f"{one}-{two}": kind for one, two, kind in graph.edges(data="kind")}


def gates(graph):
    return {(one, two): edge["into"] for one, two, edge in graph.edges(data=True) if edge["into"]}


def test_a_graph_becomes_the_same_battlefield_again(graph):
    field = battlefield.from_graph(graph)
    assert nx.utils.graphs_equal(battlefield.graph(field), graph)
    assert list(field.zones) == ["road", "bridge", "gate", "court", "river", "below"]


def test_remove_a_zone(graph):
    changed = edits.remove_zone(graph, "river")
    assert list(changed) == ["road", "bridge", "gate", "court", "below"]
    assert kinds(changed) == {edge: kind for edge, kind in kinds(graph).items() if "river" not in edge}


def test_block_an_edge_and_open_it_again(graph):
    shut = edits.block_edge(graph, ["gate", "bridge"])
    assert kinds(shut) == kinds(graph) | {"bridge-gate": "blocked"}
    again = edits.open_edge(shut, ["bridge", "gate"], "engagement")
    assert nx.utils.graphs_equal(again, graph)  # its gate too


def test_open_a_blocked_edge(graph):
    assert kinds(edits.open_edge(graph, ["court", "bridge"])) == kinds(graph) | {"bridge-court": "ordinary"}


def test_open_a_way_where_there_was_none(graph):
    changed = edits.open_edge(graph, ["road", "river"], "vertical")
    assert kinds(changed) == kinds(graph) | {"road-river": "vertical"}


def test_an_opened_gate_to_off_map_needs_access(graph):
    shut = edits.block_edge(graph, ["below", "gate"])
    assert shut.edges["below", "gate"]["needs"] == ()
    assert edits.open_edge(shut, ["below", "gate"], "off_map").edges["below", "gate"]["needs"] == ("off_map_access",)


@pytest.mark.parametrize("capacity", [0, 2])
def test_set_a_capacity(graph, capacity):
    changed = edits.set_capacity(graph, "bridge", capacity)
    assert [changed.nodes[zone]["capacity"] for zone in changed] == [0, capacity, 0, 0, 0, 0]


def test_add_a_zone_with_its_edges(graph):
    roof = ZoneEntry(title="Roof", traits=["high_ground", "flank"], owner="foes")
    way = EdgeEntry(join=["gate", "roof"], kind="vertical", into={"roof": GateEntry(check="hard")})
    changed = edits.add_zone(graph, "roof", roof, [way])
    assert list(changed) == [*graph, "roof"]
    assert changed.nodes["roof"]["traits"] == ("high_ground", "flank")
    assert kinds(changed) == kinds(graph) | {"gate-roof": "vertical"}
    assert gates(changed)["gate", "roof"] == {"roof": (0, "hard")}


def test_merge_zones(graph):
    changed = edits.merge_zones(graph, ["gate", "court"])
    assert list(changed) == ["road", "bridge", "gate", "river", "below"]
    merged = changed.nodes["gate"]
    assert (merged["title"], merged["traits"], merged["owner"]) == ("Gate", ("front_line", "back_line"), "foes")
    assert (merged["capacity"], merged["at"]) == (0, [4, 0])
    assert {frozenset(edge.split("-")): kind for edge, kind in kinds(changed).items()} == {
        frozenset(("road", "bridge")): "ordinary",
        frozenset(("bridge", "gate")): "engagement",  # more open than the blocked way to the court
        frozenset(("bridge", "river")): "vertical",
        frozenset(("gate", "river")): "ordinary",
        frozenset(("gate", "below")): "off_map",
    }
    assert set(changed.edges["gate", "below"]["needs"]) == {"invisible", "off_map_access"}
    assert changed.edges["bridge", "gate"]["into"] == {"gate": (1, "automatic")}


def test_a_gate_goes_with_its_way_into_a_merged_zone(graph):
    gated = edits.add_gate(graph, ["river", "court"], "court", GateEntry(check="hard"))
    merged = edits.merge_zones(gated, ["gate", "court"])
    assert merged.edges["gate", "river"]["into"] == {"gate": (0, "hard")}


def test_a_merged_zone_of_both_sides(graph):
    both = edits.merge_zones(graph, ["bridge", "gate"]).nodes["bridge"]
    assert (both["owner"], both["traits"]) == ("both", ("front_line",))
    assert edits.merge_zones(graph, ["bridge", "river"]).nodes["bridge"]["owner"] == "party"


def test_a_merged_zone_may_be_described_anew(graph):
    merged = edits.merge_zones(
        graph, ["bridge", "gate"], title="The press", traits=["melee"], owner="nobody", capacity=4
    )
    assert merged.nodes["bridge"] == {
        "title": "The press",
        "traits": ("melee",),
        "owner": "nobody",
        "capacity": 4,
        "at": [2, 0],
    }


def test_an_effect_on_a_zone_stands_on_every_way_into_it(graph):
    changed = edits.add_effect(graph, "gate", ["high_ground", "front_line"], GateEntry(check="hard"))
    assert changed.nodes["gate"]["traits"] == ("front_line", "high_ground")
    into = {other: changed.edges[other, "gate"]["into"] for other in changed["gate"]}
    assert into == {"bridge": {"gate": (1, "hard")}, "court": {"gate": (0, "hard")}, "below": {"gate": (0, "hard")}}
    assert kinds(changed) == kinds(graph)


def test_an_effect_on_one_way(graph):
    changed = edits.add_gate(graph, ["road", "bridge"], "road", GateEntry(surcharge=2))
    assert changed.edges["road", "bridge"]["into"] == {"road": (2, "automatic")}


def test_no_function_touches_the_graph_that_it_was_given(graph):
    before = graph.copy()
    for change in (
        lambda g: edits.remove_zone(g, "river"),
        lambda g: edits.block_edge(g, ["river", "court"]),
        lambda g: edits.open_edge(g, ["bridge", "court"]),
        lambda g: edits.set_capacity(g, "road", 2),
        lambda g: edits.add_zone(g, "x", ZoneEntry(title="X"), [EdgeEntry(join=["x", "road"])]),
        lambda g: edits.merge_zones(g, ["road", "bridge"]),
        lambda g: edits.add_effect(g, "gate", ["high_ground"], GateEntry(surcharge=1)),
    ):
        assert not nx.utils.graphs_equal(change(graph), before)
        assert nx.utils.graphs_equal(graph, before)


ALL_SIX = """
[[edits]]
do = "remove"
zone = "river"
[[edits]]
do = "open"
edge = ["bridge", "court"]
[[edits]]
do = "block"
edge = ["bridge", "gate"]
[[edits]]
do = "capacity"
zone = "court"
capacity = 4
[[edits]]
do = "add"
zone = "altar"
title = "Altar"
traits = ["high_ground"]
edges = [{ join = ["altar", "court"] }]
[[edits]]
do = "merge"
zones = ["road", "bridge"]
title = "This side"
[[edits]]
do = "effect"
zone = "altar"
check = "dire"
[[edits]]
do = "effect"
edge = ["road", "court"]
into = "road"
surcharge = 2
"""


def test_the_edits_of_a_scenario_reach_the_record_in_their_order(write):
    write("field.toml", FIELD)
    whole = scenario.load(write("test.toml", SCENARIO + ALL_SIX))
    compiled = whole.compile()
    setup = twin_of(Setup, compiled.setup, 0)
    assert compiled.names.zones == ["road", "gate", "court", "below", "altar"]
    assert compiled.names.zone_titles[0] == "This side"
    road, gate, court, below, altar = range(5)
    found = {(i, j): Edge(setup.edge[i][j]) for i in range(5) for j in range(i) if setup.edge[i][j]}
    assert found == {
        (court, road): Edge.ORDINARY,
        (gate, road): Edge.BLOCKED,
        (court, gate): Edge.ORDINARY,
        (below, gate): Edge.OFF_MAP,
        (below, court): Edge.OFF_MAP,
        (altar, court): Edge.ORDINARY,
    }
    assert (setup.gate[court][altar], setup.gate[altar][court]) == (Difficulty.DIRE, Difficulty.AUTOMATIC)
    assert (setup.surcharge[court][road], setup.surcharge[road][court]) == (2, 0)
    assert (setup.places[road].traits, setup.places[road].owner) == (Trait.BACK_LINE | Trait.FRONT_LINE, Side.PARTY)
    assert [place.capacity for place in setup.places[:5]] == [0, 0, 4, 0, 0]
    assert scenario.from_record(whole.to_record()).compile().setup.tobytes() == compiled.setup.tobytes()


def test_a_scenario_is_edited_in_python(write):
    write("field.toml", FIELD)
    plain = scenario.load(write("test.toml", SCENARIO))
    edited = plain.edit(editing.Remove(zone="river"), editing.SetCapacity(zone="bridge", capacity=2))
    assert "river" not in edited.battlefield.zones
    assert edited.battlefield.zones["bridge"].capacity == 2
    assert plain.battlefield.zones["bridge"].capacity == 3
    with pytest.raises(ConfigError, match=r'test: foes\[0\]\.zone = "court": an edit takes this Zone off the map'):
        plain.edit(editing.Remove(zone="river"), editing.Merge(zones=["gate", "court"]))


ZONES = "road, bridge, gate, court, river, below"


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        ("3", "edits[0] = 3: must be a table"),
        ('{ zone = "river" }', "edits[0].do: is missing; allowed: remove, block, open, capacity, add, merge, effect"),
        (
            '{ do = "remve", zone = "river" }',
            'edits[0].do = "remve": no such edit, did you mean "remove"?; '
            "allowed: remove, block, open, capacity, add, merge, effect",
        ),
        ('{ do = "remove" }', "edits[0].zone: is missing"),
        (
            '{ do = "remove", zone = "rivr" }',
            f'edits[0].zone = "rivr": no such Zone, did you mean "river"?; allowed: {ZONES}',
        ),
        (
            '{ do = "remove", zone = "bridge" }',
            'edits[0]: makes zones.gate: no path joins it to "road"',
        ),
        (
            '{ do = "block", edge = ["road", "bridge"] }',
            'foes[0].zone = "court": cut off from "road", and nothing opens a way; '
            "allowed: opens on a blocked edge, or a change that opens one",
        ),
        (
            '{ do = "block", edge = ["road", "gate"] }',
            'edits[0].edge = ["road", "gate"]: no edge joins them; allowed: road and bridge',
        ),
        (
            '{ do = "block", edge = ["bridge", "court"] }',
            'edits[0].edge = ["bridge", "court"]: it is blocked already; allowed: an open edge',
        ),
        ('{ do = "block", edge = ["road"] }', 'edits[0].edge = ["road"]: 1 Zones joined; allowed: 2'),
        (
            '{ do = "open", edge = ["road", "road"] }',
            'edits[0].edge = ["road", "road"]: joins a Zone to itself; allowed: two different Zones',
        ),
        (
            '{ do = "open", edge = ["road", "bridge"] }',
            'edits[0].edge = ["road", "bridge"]: it is open already; '
            "allowed: a blocked edge, or Zones that no edge joins",
        ),
        (
            '{ do = "open", edge = ["bridge", "court"], kind = "blocked" }',
            'edits[0].kind = "blocked": that would not open it; allowed: engagement, ordinary, vertical, off_map',
        ),
        (
            '{ do = "open", edge = ["road", "below"] }',
            'edits[0]: makes edges[1].kind = "ordinary": "below" is Off-Map; allowed: off_map, blocked',
        ),
        (
            '{ do = "capacity", zone = "bridge", capacity = 5 }',
            "edits[0]: makes zones.bridge.capacity = 5: out of range; allowed: 2 to 4, or 0 for none",
        ),
        (
            '{ do = "add", zone = "road", title = "R" }',
            'edits[0].zone = "road": there is such a Zone already; allowed: another name',
        ),
        ('{ do = "add", zone = "x", title = "X" }', 'edits[0]: makes zones.x: no path joins it to "road"'),
        (
            '{ do = "add", zone = "x", title = "X", edges = [{ join = ["road", "gate"] }] }',
            'edits[0].edges[0].join = ["road", "gate"]: does not join the new Zone; allowed: x and another',
        ),
        (
            '{ do = "add", zone = "x", title = "X", edges = [{ join = ["x", "roda"] }] }',
            'edits[0].edges[0].join = ["x", "roda"]: no such Zone, did you mean "road"?; allowed: ' + ZONES + ", x",
        ),
        (
            '{ do = "add", zone = "x", title = "X", at = [2, 0], edges = [{ join = ["x", "road"] }] }',
            'edits[0]: makes zones.x.at = [2, 0]: "bridge" is drawn there already; allowed: one Zone a place',
        ),
        ('{ do = "merge", zones = ["road"] }', 'edits[0].zones = ["road"]: 1 Zones; allowed: 2 to 12'),
        (
            '{ do = "merge", zones = ["road", "road"] }',
            'edits[0].zones = ["road", "road"]: not different Zones; allowed: two or more',
        ),
        (
            '{ do = "merge", zones = ["road", "gate"] }',
            'edits[0].zones = ["road", "gate"]: no open edges join them all; allowed: Zones beside each other',
        ),
        (
            '{ do = "merge", zones = ["gate", "below"] }',
            'edits[0].zones = ["gate", "below"]: Off-Map is beside no place; allowed: Zones without the trait off_map',
        ),
        (
            '{ do = "effect", zone = "road" }',
            "edits[0].surcharge: is missing: there is no effect; allowed: surcharge, check, or traits of a zone",
        ),
        (
            '{ do = "effect", surcharge = 1 }',
            "edits[0].zone: one of zone and edge says where; allowed: zone, or edge and into",
        ),
        (
            '{ do = "effect", edge = ["road", "bridge"], surcharge = 1 }',
            "edits[0].into: edge and into go together; allowed: the Zone of the edge that the gate guards",
        ),
        (
            '{ do = "effect", edge = ["road", "bridge"], into = "gate", surcharge = 1 }',
            'edits[0].into = "gate": a gate into a Zone elsewhere; allowed: road, bridge',
        ),
        (
            '{ do = "effect", edge = ["road", "bridge"], into = "road", traits = ["flank"] }',
            'edits[0].traits = ["flank"]: an edge has no traits; allowed: a zone',
        ),
        (
            '{ do = "effect", zone = "road", traits = ["flnk"] }',
            f'edits[0].traits[0] = "flnk": no such trait, did you mean "flank"?; '
            f"allowed: {', '.join(trait.lower() for trait in Trait.__members__)}",
        ),
    ],
)
def test_an_edit_that_cannot_be_made(write, entry, expected):
    write("field.toml", FIELD)
    path = write("test.toml", SCENARIO.replace("[[party]]", f"edits = [{entry}]\n[[party]]", 1))
    with pytest.raises(ConfigError) as caught:
        scenario.load(path)
    assert str(caught.value) == f"test.toml: {expected}"


def test_the_number_of_the_edit_at_fault(write):
    write("field.toml", FIELD)
    late = '[[edits]]\ndo = "remove"\nzone = "river"\n[[edits]]\ndo = "remove"\nzone = "river"\n'
    path = write("test.toml", SCENARIO + late)
    with pytest.raises(ConfigError, match=r'^test\.toml: edits\[1\]\.zone = "river": no such Zone'):
        scenario.load(path)


def test_no_edit_takes_away_where_somebody_starts(write):
    write("field.toml", FIELD)
    path = write("test.toml", SCENARIO + '[[edits]]\ndo = "merge"\nzones = ["gate", "court"]\n')
    problem = "an edit takes this Zone off the map, and somebody starts there"
    allowed = "road, bridge, gate, river, below"
    with pytest.raises(ConfigError) as caught:
        scenario.load(path)
    assert str(caught.value) == f'test.toml: foes[0].zone = "court": {problem}; allowed: {allowed}'


def test_a_function_names_its_argument(graph):
    with pytest.raises(ConfigError, match=r'^kind = "door": no such kind; allowed: ordinary'):
        edits.open_edge(graph, ["bridge", "court"], "door")
    with pytest.raises(ConfigError, match=r'^zone = "rivr": no such Zone, did you mean "river"\?'):
        edits.remove_zone(graph, "rivr")
