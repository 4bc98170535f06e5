"""Random edits of the battlefield under random battles: the kernels agree with the graphs, and nobody is lost."""

import random

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.harness import scenario
from wzc_env import changing
from wzc_env.battlefield import Battlefield
from wzc_env.compiling import Compiled
from wzc_env.errors import ConfigError
from wzc_env.game import Match
from wzc_env.kernel import copy_twin
from wzc_env.referee import field_of
from wzc_env.warzone.terrain import redraw
from wzc_env.warzone.words import NONE, Edge, Life, Note, Trait, Why

from .maps import NARROW, NIGHT

FIELDS: list[Compiled] = [
    scenario(
        ["sword_fighter@bridge", "cleric@road", "magic_user@roof"],
        ["raider_captain@gate", ("goblin@yard", {"count": 3}), "orc@pit"],
        battlefield=NARROW,
    ).compile(),
    scenario(
        ["thief@roof", "sword_fighter@square", ("ogre@market", {"body": ["market", "square"]})],
        [("goblin@canal", {"count": 2, "mob": "gang"}), "burrower@sky", "wolf@shrine", "orc@ring"],
        battlefield=NIGHT,
    ).compile(),
]


def drawn(rng: random.Random, match: Match) -> dict[str, object]:
    """Any edit, sensible or not."""
    zones = [name for z, name in enumerate(match.names.zones) if not match.battle.zones[z].absent]
    one, two, three = (rng.choice(zones) for _ in range(3))
    return rng.choice(
        [
            {"do": "remove", "zone": one, "to": two, "damage": "1d4", "save": "death"},
            {"do": "remove", "zone": one},
            {"do": "block", "edge": [one, two]},
            {"do": "open", "edge": [one, two], "kind": rng.choice(["ordinary", "engagement", "vertical", "off_map"])},
            {"do": "capacity", "zone": one, "capacity": rng.choice([0, 2, 3, 4])},
            {"do": "merge", "zones": list(dict.fromkeys([one, two, three]))},
            {"do": "merge", "zones": [one, two], "traits": ["flank"], "owner": "party", "capacity": 3},
            {"do": "effect", "zone": one, "traits": [rng.choice(["underwater", "flank", "fog"])], "surcharge": 1},
            {"do": "effect", "edge": [one, two], "into": two, "check": "hard"},
        ]
    )


def plain(field: Battlefield) -> tuple[object, object]:
    """What is compared of a battlefield: its Zones, and its edges whichever end is named first."""
    zones = {name: zone.model_dump() | {"traits": set(zone.traits)} for name, zone in field.zones.items()}
    edges = {}
    for edge in field.edges:
        gates = {name: (gate.surcharge, gate.check) for name, gate in edge.into.items() if gate.surcharge or gate.check}
        edges[frozenset(edge.join)] = (edge.kind, gates, frozenset(edge.keys), edge.opens)
    return zones, edges


def edit(match: Match, entry: dict[str, object]) -> bool:
    """Make an edit if it can be made; the kernels must leave the map that the graph has."""
    before, where = match.state_bytes(), places(match)
    match.take_events()
    try:
        expected = changing.step(field_of(match), changing.operation(entry, ""), match.compiled.tables, "", "")
        match.edit(**entry)  # type: ignore[arg-type]
    except ConfigError:
        changed = match.state_bytes() != before
        assert not changed, f"{entry}: refused, and yet something changed"
        return False
    if match.over:
        return True
    assert plain(field_of(match)) == plain(expected), entry
    now = places(match)
    # Who is in flight is not asked: its Breath passes with the edit, and may take it off the field.
    events = match.take_events()
    left = {event.unit for event in events if event.note == Note.LEFT}
    assert set(now) | left == set(where)
    fled = {event.unit for event in events if event.note == Note.PAY and match.battle.units[event.unit].fleeing}
    gone = {name for name in match.names.zones if name not in expected.zones}
    for unit, zone in where.items():
        if unit in left | fled:
            continue
        assert now[unit] == zone or zone in gone, f"{entry}: {match.names.labels[unit]} went from {zone} to {now[unit]}"
    return True


def places(match: Match) -> dict[int, str]:
    """Where everybody is who has not left."""
    units = match.battle.units
    here = [i for i in range(match.setup.units_n) if units[i].life != Life.GONE]
    assert all(units[i].zone != NONE for i in here)
    return {i: match.names.zones[units[i].zone] for i in here}


def check(match: Match) -> None:
    """What holds on every map."""
    b, s = match.battle, match.setup
    for unit, name in places(match).items():
        assert not b.zones[match.names.zones.index(name)].absent, f"{match.names.labels[unit]} stands nowhere"
        assert not any(b.units[unit].body >> z & 1 and b.zones[z].absent for z in range(s.zones_n))
    for z in range(s.zones_n):
        zone = b.zones[z]
        ways = [Edge(b.edge[z][other]) for other in range(s.zones_n)]
        assert ways == [b.edge[other][z] for other in range(s.zones_n)]
        if zone.absent:
            assert set(ways) == {Edge.ABSENT}
            assert (sum(zone.occupants), zone.traits, zone.control) == (0, 0, 3)
        elif not zone.traits & Trait.OFF_MAP:
            inside = sum(
                b.units[i].zone == z and b.units[i].life == Life.UP and not b.units[i].body for i in range(s.units_n)
            )
            assert sum(zone.occupants) == inside
    fresh = copy_twin(b)
    redraw(fresh, s, match.rules)
    for z in range(s.zones_n):
        assert list(fresh.distance[z]) == list(b.distance[z])
        assert fresh.zones[z].control == b.zones[z].control
    mask = match.legal()
    assert any(mask) != match.over
    for action, legal in enumerate(mask):
        assert (match.why(action) == Why.OK) == bool(legal), match.words(action)


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, 10**6), st.sampled_from(range(len(FIELDS))))
def test_random_edits_lose_nobody_and_leave_a_battlefield(seed: int, which: int) -> None:
    rng = random.Random(seed)
    match = Match(FIELDS[which], seed=seed)
    for _ in range(40):
        if match.over:
            break
        if match.battle.depth == 0 and rng.random() < 0.5:
            edit(match, drawn(rng, match))
            check(match)
        if not match.over:
            match.step(rng.choice(match.legal_actions()))


def test_the_edits_that_are_drawn_are_made_often_enough_to_mean_something() -> None:
    made: dict[str, int] = {}
    for seed in range(12):
        rng, match = random.Random(seed), Match(FIELDS[seed % 2], seed=seed)
        for _ in range(12):
            entry = drawn(rng, match)
            if not match.over and edit(match, entry):
                made[str(entry["do"])] = made.get(str(entry["do"]), 0) + 1
    assert set(made) == {"remove", "block", "open", "capacity", "merge", "effect"}
    assert sum(made.values()) >= 40
