"""The book's three maps: their Zones, every edge, gates, Capacity."""

import pytest

from wzc_env import battlefield
from wzc_env.warzone import tables

NIGHT_KEYS = ("off_map_access", "invisible", "skirmisher")


def load(name):
    return battlefield.graph(battlefield.load(name, tables.load()))


def edges(graph):
    """Kinds by "one-two", Off-Map gates apart."""
    return {f"{one}-{two}": kind for one, two, kind in graph.edges(data="kind") if kind != "off_map"}


def gates(graph):
    """(from, into) -> (surcharge, check)."""
    return {
        (one if into == two else two, into): gate
        for one, two, ways in graph.edges(data="into")
        for into, gate in ways.items()
    }


def roles(graph):
    return {name: (set(zone["traits"]), zone["owner"]) for name, zone in graph.nodes(data=True)}


def narrow(graph):
    return {name: zone["capacity"] for name, zone in graph.nodes(data=True) if zone["capacity"]}


def works(graph):
    return {f"{one}-{two}": opens for one, two, opens in graph.edges(data="opens") if opens}


@pytest.mark.rule("template.gate_bridge")
def test_the_gate_bridge():
    graph = load("gate_bridge")
    assert roles(graph) == {
        "road": ({"back_line"}, "party"),
        "bridge": ({"front_line"}, "party"),
        "gate": ({"front_line", "high_ground"}, "foes"),
        "riverbed": ({"underwater"}, "nobody"),
        "courtyard": ({"back_line"}, "foes"),
    }
    assert edges(graph) == {
        "road-bridge": "ordinary",
        "bridge-gate": "engagement",
        "bridge-riverbed": "vertical",
        "riverbed-courtyard": "ordinary",
        "gate-courtyard": "ordinary",
    }
    assert gates(graph) == {("bridge", "gate"): (1, "automatic"), ("courtyard", "gate"): (0, "standard")}
    assert narrow(graph) == {"bridge": 3}
    assert works(graph) == {}


@pytest.mark.rule("template.night_market")
def test_the_night_market():
    graph = load("night_market")
    assert roles(graph) == {
        "market": ({"back_line"}, "party"),
        "square": ({"front_line"}, "party"),
        "shrine": ({"front_line"}, "foes"),
        "storehouse": ({"back_line"}, "foes"),
        "rooftops": ({"flank", "high_ground"}, "both"),
        "melee": ({"melee"}, "nobody"),
        "canal_walk": ({"flank"}, "both"),
        "off_map": ({"off_map"}, "nobody"),
    }
    assert edges(graph) == {
        "market-square": "ordinary",
        "square-shrine": "engagement",
        "shrine-storehouse": "ordinary",
        "rooftops-melee": "ordinary",
        "melee-canal_walk": "ordinary",
        "market-rooftops": "vertical",
        "square-melee": "ordinary",
        "storehouse-canal_walk": "ordinary",
        "square-canal_walk": "blocked",
    }  # none joins the shrine and the Melee
    assert gates(graph) == {("market", "rooftops"): (0, "standard")}
    assert narrow(graph) == {}
    assert works(graph) == {"square-canal_walk": ("ordinary", "standard")}
    away = {two if one == "off_map" else one: needs for one, two, needs in graph.edges("off_map", data="needs")}
    assert away == dict.fromkeys(set(graph) - {"off_map"}, NIGHT_KEYS)


@pytest.mark.rule("template.dragon")
def test_the_dragon_as_a_battlefield():
    graph = load("dragon")
    plain = ("ground", "hindquarters", "back", "wing_root", "far_wing", "tail", "neck")
    assert roles(graph) == {**{name: (set(), "nobody") for name in plain}, "head": ({"high_ground"}, "nobody")}
    assert edges(graph) == {
        "ground-hindquarters": "vertical",
        "hindquarters-back": "ordinary",
        "back-wing_root": "ordinary",
        "hindquarters-tail": "ordinary",
        "back-neck": "ordinary",
        "neck-head": "ordinary",
        "wing_root-far_wing": "blocked",
    }
    assert gates(graph) == {("neck", "head"): (0, "standard")}
    assert narrow(graph) == {}
    assert works(graph) == {"wing_root-far_wing": ("ordinary", "hard")}
