"""Small battlefields for rule tests, and short ways to read costs and checks from events."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from tests.harness import noted
from wzc_env.warzone.state import Event
from wzc_env.warzone.words import Note, Purpose

EDGES = {"--": "ordinary", "==": "engagement", "^^": "vertical", "xx": "blocked", "~~": "off_map"}

NO_MORALE = {"host.morale_first_loss": 0, "host.morale_half": 0}
"""Cells for tests in which somebody falls and morale is beside the point."""


def field(zones: Mapping[str, str], *edges: str, gates: Mapping[str, int | str] | None = None) -> dict[str, Any]:
    """A battlefield: `field({"bridge": "front_line party 3"}, "road -- bridge", gates={"bridge gate": 1})`.

    A Zone is its traits, its owner and its Capacity. Edges: -- ordinary, == engagement, ^^ vertical, xx blocked,
    ~~ Off-Map gate.
    A gate, "from to", is a surcharge (a number) or the difficulty of a check.
    """
    entries: dict[str, Any] = {}
    for name, text in zones.items():
        words = text.split()
        capacity = [int(word) for word in words if word.isdigit()]
        owner = [word for word in words if word in ("party", "foes", "both")]
        entries[name] = {
            "title": name.replace("_", " "),
            "traits": [word for word in words if word not in owner and not word.isdigit()],
            "owner": owner[0] if owner else "nobody",
            "capacity": capacity[0] if capacity else 0,
        }
    return {
        "title": "A field",
        "zones": entries,
        "edges": [_edge(text, gates or {}) for text in edges],
    }


def _edge(text: str, gates: Mapping[str, int | str]) -> dict[str, Any]:
    one, symbol, two = re.split(r"\s+", text)
    into = {}
    for start, end in ((one, two), (two, one)):
        gate = gates.get(f"{start} {end}")
        if gate is not None:
            into[end] = {"surcharge": gate} if isinstance(gate, int) else {"check": gate}
    return {"join": [one, two], "kind": EDGES[symbol], "into": into}


def paid(events: Sequence[Event]) -> list[int]:
    """What was paid for each maneuver."""
    return [-int(e.mod) for e in noted(events, Note.PAY)]


def checks(events: Sequence[Event]) -> list[tuple[Purpose, int, bool]]:
    """Each check that was rolled: purpose, the number to reach, success. Attack and damage dice are left out."""
    skipped = (Purpose.ATTACK, Purpose.RIPOSTE, Purpose.INTERDICT, Purpose.DAMAGE, Purpose.STRAY)
    return [(Purpose(e.what), int(e.need), bool(e.won)) for e in noted(events, Note.DIE) if e.what not in skipped]


def armour_classes(events: Sequence[Event], purpose: Purpose = Purpose.ATTACK) -> list[int]:
    """The armour class that each attack roll of a purpose had to reach."""
    return [int(e.need) for e in noted(events, Note.DIE) if e.what == purpose]


BRIDGE = field(
    {
        "road": "back_line party",
        "bridge": "front_line party 3",
        "gate": "front_line high_ground foes",
        "riverbed": "underwater",
        "courtyard": "back_line foes",
    },
    "road -- bridge",
    "bridge == gate",
    "bridge ^^ riverbed",
    "riverbed -- courtyard",
    "gate -- courtyard",
    gates={"bridge gate": 1, "courtyard gate": "standard"},
)
"""The book's gate and bridge: +1 Vigor from the bridge into the gate, a Standard check from the courtyard."""
