"""Battlefields for proofs: a narrow one with every kind of edge, one for Pincers, one as large as a map can be."""

from typing import Any

Field = dict[str, Any]

NARROW: Field = {
    "title": "A bridge and what lies around it",
    "zones": {
        "road": {"title": "Road", "traits": ["back_line"], "owner": "party"},
        "bridge": {"title": "Bridge", "traits": ["front_line"], "owner": "party", "capacity": 3},
        "gate": {"title": "Gate", "traits": ["front_line", "high_ground"], "owner": "foes", "capacity": 2},
        "yard": {"title": "Yard", "traits": ["back_line"], "owner": "foes"},
        "river": {"title": "Riverbed", "traits": ["underwater"]},
        "pit": {"title": "Pit", "traits": ["melee"], "capacity": 4},
        "roof": {"title": "Roof", "traits": ["flank", "high_ground"], "owner": "both"},
    },
    "edges": [
        {"join": ["road", "bridge"]},
        {"join": ["bridge", "gate"], "kind": "engagement", "into": {"gate": {"surcharge": 1}}},
        {"join": ["bridge", "river"], "kind": "vertical"},
        {"join": ["river", "yard"]},
        {"join": ["gate", "yard"], "into": {"gate": {"check": "standard"}}},
        {"join": ["bridge", "pit"], "into": {"pit": {"surcharge": 1, "check": "hard"}}},
        {"join": ["gate", "pit"]},
        {"join": ["road", "roof"], "kind": "vertical", "into": {"roof": {"check": "standard"}}},
        {"join": ["roof", "gate"], "kind": "blocked"},
        {"join": ["roof", "pit"]},
    ],
}
"""road ── bridge ⇌ gate ── yard; river and pit below, a roof beside; narrow Zones, gates, surcharges."""

CROSSED: Field = {
    "title": "Between two lines",
    "zones": {
        "west": {"title": "West line", "traits": ["front_line"], "owner": "party"},
        "middle": {"title": "Middle", "owner": "foes"},
        "east": {"title": "East line", "traits": ["front_line"], "owner": "party"},
        "camp": {"title": "Camp", "traits": ["back_line"], "owner": "party"},
        "wood": {"title": "Wood", "traits": ["flank"], "owner": "foes"},
        "ring": {"title": "the Melee", "traits": ["melee"]},
    },
    "edges": [
        {"join": ["camp", "ring"]},
        {"join": ["ring", "wood"]},
        {"join": ["west", "middle"], "kind": "engagement"},
        {"join": ["east", "middle"], "kind": "engagement"},
        {"join": ["camp", "west"]},
        {"join": ["camp", "east"]},
        {"join": ["middle", "wood"]},
    ],
}
"""west ⇌ middle ⇌ east: whoever stands in the middle is soon in a Pincer. From the camp one shoots into the Melee."""

NIGHT: Field = {
    "title": "A market by night",
    "zones": {
        "market": {"title": "Market", "traits": ["back_line"], "owner": "party"},
        "square": {"title": "Square", "traits": ["front_line"], "owner": "party"},
        "shrine": {"title": "Shrine", "traits": ["front_line"], "owner": "foes"},
        "store": {"title": "Storehouse", "traits": ["back_line"], "owner": "foes"},
        "roof": {"title": "Rooftops", "traits": ["flank", "high_ground"], "owner": "both"},
        "ring": {"title": "the Melee", "traits": ["melee"]},
        "canal": {"title": "Canal Walk", "traits": ["flank"], "owner": "both"},
        "water": {"title": "Canal", "traits": ["underwater"], "capacity": 3},
        "sky": {"title": "Off-Map", "traits": ["off_map"]},
    },
    "edges": [
        {"join": ["market", "square"]},
        {"join": ["square", "shrine"], "kind": "engagement"},
        {"join": ["shrine", "store"]},
        {"join": ["market", "roof"], "kind": "vertical", "into": {"roof": {"check": "standard"}}},
        {"join": ["roof", "ring"]},
        {"join": ["ring", "canal"]},
        {"join": ["square", "ring"]},
        {"join": ["store", "canal"]},
        {"join": ["roof", "canal"], "kind": "engagement"},
        {"join": ["canal", "water"]},
        {"join": ["water", "shrine"]},
        {"join": ["square", "canal"], "kind": "blocked"},
        {"join": ["sky", "market"], "kind": "off_map"},
        {"join": ["sky", "roof"], "kind": "off_map"},
        {"join": ["sky", "ring"], "kind": "off_map"},
        {"join": ["sky", "shrine"], "kind": "off_map"},
        {"join": ["sky", "canal"], "kind": "off_map"},
    ],
}
"""Two Flanks that may hide somebody, water between, a sky above; the book's market with two edges more."""


def wide() -> Field:
    """Twelve Zones in a ring with spokes: the most that a map may have."""
    roles = [["back_line"], ["front_line"], ["melee"], ["front_line"], ["back_line"], ["flank"]]
    zones: Field = {
        f"z{number}": {
            "title": f"Zone {number}",
            "traits": roles[number % 6],
            "owner": ("party", "both", "foes", "nobody")[number % 4],
        }
        for number in range(12)
    }
    edges: list[Field] = [{"join": [f"z{number}", f"z{(number + 1) % 12}"]} for number in range(12)]
    edges += [{"join": [f"z{number}", f"z{number + 6}"], "kind": "engagement"} for number in range(6)]
    return {"title": "The widest map", "zones": zones, "edges": edges}


def alley() -> Field:
    """Twelve Zones in a row, the ends far off, and a check wherever one goes."""
    traits = [["back_line"], *[["melee"]] * 10, ["back_line"]]
    zones = {
        f"z{number}": {"title": f"Zone {number}", "traits": roles, "owner": "party" if number < 6 else "foes"}
        for number, roles in enumerate(traits)
    }
    check = {"check": "standard"}
    edges = [
        {"join": [f"z{number}", f"z{number + 1}"], "into": {f"z{number}": check, f"z{number + 1}": check}}
        for number in range(11)
    ]
    return {"title": "An alley", "zones": zones, "edges": edges}
