"""Scenarios made from a stream of choices: a small map, a few creatures on each side, some cells of the table."""

from collections.abc import Callable
from functools import cache
from typing import Any

from tests import harness
from wzc_env import paths, roster
from wzc_env.scenario import Scenario

Pick = Callable[[int, int], int]
"""Gives a whole number from the first to the second, both included; 0 and the smallest are the plainest."""

ROLES: list[list[str]] = [
    [], ["front_line"], ["back_line"], ["flank"], ["melee"], ["high_ground"], ["underwater"], ["flank", "high_ground"],
]  # fmt: skip
OWNERS = ("nobody", "party", "foes", "both")
KINDS = ("ordinary", "engagement", "vertical")
GATES: list[dict[str, Any]] = [{}, {}, {"surcharge": 1}, {"check": "standard"}, {"surcharge": 2, "check": "dire"}]
CHANGES: list[dict[str, Any]] = [
    {}, {}, {"effects": {"haste": "battle"}}, {"effects": {"slow": 2}}, {"effects": {"haste": 1, "slow": "battle"}},
    {"hp_now": 1}, {"effects": {"held": 2}}, {"effects": {"asleep": "battle"}}, {"morale": 2}, {"hd": "1/2"},
    {"stealth": 90}, {"tags": ["off_map_access"]}, {"tags": ["charger", "backstab", "skirmisher"], "stealth": 60},
]  # fmt: skip
CELLS: list[tuple[str, int]] = [
    ("count.residual_tie", 1), ("host.roll_under", 1), ("reaction.guard_ac", 2), ("host.morale_half", 0),
    ("host.aid_hp", 2), ("host.interrupted_loses_slot", 0), ("breath.limit", 4), ("host.natural_hit", 15),
]  # fmt: skip


HOSTS = [name for name in paths.names("hosts") if name.startswith("osr")]


@cache
def creatures() -> dict[str, bool]:
    """Every creature of the roster, and whether it is a player character."""
    return {name: roster.load(name).is_pc for name in sorted(paths.names("roster"))}


def choose(pick: Pick, options: Any) -> Any:
    """One of the options; the first is the plainest."""
    return options[pick(0, len(options) - 1)]


def battlefield(pick: Pick) -> dict[str, Any]:
    """Two to seven Zones: a tree of open edges, more edges across it, open or blocked; a gate to Off-Map perhaps."""
    n = pick(2, 7)
    zones = {
        f"z{i}": {
            "title": f"Zone {i}",
            "traits": choose(pick, ROLES),
            "owner": choose(pick, OWNERS),
            "capacity": 0 if i == 0 else choose(pick, (0, 0, 2, 3, 4)),
        }
        for i in range(n)
    }
    pairs = {(pick(0, i - 1), i): choose(pick, KINDS) for i in range(1, n)}
    for _ in range(pick(0, 4)):
        one, two = sorted((pick(0, n - 1), pick(0, n - 1)))
        if one != two:
            pairs.setdefault((one, two), choose(pick, (*KINDS, "blocked")))
    edges = []
    for (one, two), kind in pairs.items():
        gate = choose(pick, GATES)
        edges.append({"join": [f"z{one}", f"z{two}"], "kind": kind, "into": {f"z{two}": gate} if gate else {}})
    if pick(0, 2) == 1:
        zones["sky"] = {"title": "Off-Map", "traits": ["off_map"], "owner": "nobody", "capacity": 0}
        edges += [{"join": ["sky", f"z{i}"], "kind": "off_map"} for i in range(n)]
    return {"title": "A generated map", "zones": zones, "edges": edges}


def entries(pick: Pick, side: str, field: dict[str, Any], room: dict[str, int]) -> list[harness.Entry]:
    """One to four entries of one to three creatures, where there is room; z0 always has some."""
    found: list[harness.Entry] = []
    for number in range(pick(1, 4)):
        count = pick(1, 3)
        zone = choose(pick, [name for name in field["zones"] if name != "sky"])
        if field["zones"][zone]["capacity"]:
            if room[zone] < count:
                zone = "z0"
            else:
                room[zone] -= count
        kind, changes = choose(pick, list(creatures())), dict(choose(pick, CHANGES))
        if creatures()[kind]:
            changes.pop("hd", None)  # a player character has levels
        elif count > 1 and pick(0, 1):
            changes["mob"] = side + "abcd"[number]
        if "sky" in field["zones"] and "off_map_access" in changes.get("tags", ()):
            zone = choose(pick, (zone, "sky"))
        found.append((f"{kind}@{zone}", {**changes, "count": count}))
    return found


def scenario(pick: Pick) -> Scenario:
    """A scenario; equal choices make equal ones."""
    field = battlefield(pick)
    room = {name: zone["capacity"] for name, zone in field["zones"].items()}
    party, foes = entries(pick, "party", field, room), entries(pick, "foes", field, room)
    cells = dict(choose(pick, CELLS) for _ in range(pick(0, 3)))
    return harness.scenario(
        party,
        foes,
        battlefield=field,
        rules=cells,
        host=choose(pick, HOSTS),
        max_rounds=pick(2, 12),
        surprised=choose(pick, (None, None, "party", "foes")),
    )
