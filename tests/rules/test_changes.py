"""The battlefield changes while it is fought over: what each operation leaves, when a change comes, who goes where."""

from collections.abc import Mapping
from typing import Any

import pytest

from tests.harness import assert_all_dice_used, index, noted, play, stage, unit, where, zone
from wzc_env.errors import ConfigError
from wzc_env.game import Match
from wzc_env.warzone.words import FAR, NONE, Edge, Life, Note, Side, Trait

pytestmark = pytest.mark.rule("battlefield.edit")

BRIDGE = {
    "title": "A bridge",
    "zones": {
        "road": {"title": "Road", "traits": ["back_line"], "owner": "party"},
        "bridge": {"title": "Bridge", "traits": ["front_line"], "capacity": 3},
        "gate": {"title": "Gate", "traits": ["front_line"], "owner": "foes"},
        "river": {"title": "River", "traits": ["underwater"]},
        "yard": {"title": "Yard", "traits": ["flank"], "owner": "foes"},
    },
    "edges": [
        {"join": ["road", "bridge"]},
        {"join": ["bridge", "gate"], "kind": "engagement", "into": {"gate": {"surcharge": 1}}},
        {"join": ["bridge", "river"], "kind": "vertical"},
        {"join": ["road", "river"]},
        {"join": ["river", "yard"], "into": {"yard": {"check": "standard"}}},
        {"join": ["gate", "yard"]},
    ],
}
LULL = {"lull": 1}


def fought(
    *changes: Mapping[str, Any], party=("sword_fighter@bridge",), foes=("goblin@gate",), **options: Any
) -> Match:
    return stage(list(party), list(foes), battlefield=BRIDGE, changes=changes, **options)


def rest(match: Match) -> list[Any]:
    """Nobody does anything until the Round is over."""
    turn = match.battle.turn
    events = match.take_events()
    while match.battle.turn == turn and not match.over:
        legal = [match.words(action) for action in match.legal_actions()]
        match.step(next(words for words in ("Pass", "Forfeit", "End Breath") if words in legal))
        events += match.take_events()
    return events


def edge(match: Match, one: str, two: str) -> Edge:
    names = match.names.zones
    return Edge(match.battle.edge[names.index(one)][names.index(two)])


def test_a_zone_that_goes_throws_its_people_into_the_stated_one_with_damage():
    collapse = {"when": LULL, "do": "remove", "zone": "bridge", "to": "river", "damage": "2d6", "save": "paralysis"}
    match = fought(collapse, party=["sword_fighter@bridge", "spear_fighter@bridge"], dice=[5, 4, 1, 20])
    sword, spear = unit(match, "sword").hp, unit(match, "spear").hp
    events = rest(match)
    assert_all_dice_used(match)
    assert [where(match, who) for who in ("sword", "spear", "goblin")] == ["river", "river", "gate"]
    assert (unit(match, "sword").hp, unit(match, "spear").hp) == (sword - 9, spear - 4)  # one saves for half
    assert zone(match, "bridge").absent == 1
    assert all(edge(match, "bridge", other) == Edge.ABSENT for other in BRIDGE["zones"])
    assert (zone(match, "river").control, zone(match, "river").bodies[0]) == (Side.PARTY, 4)
    assert [e.amount for e in noted(events, Note.MOVE)] == [1, 1]  # by force: no check, no Interdict
    river, gate = index_of("river"), index_of("gate")
    assert match.battle.distance[river][gate] == 2  # round by the yard


def index_of(name: str) -> int:
    return list(BRIDGE["zones"]).index(name)


def test_without_a_stated_zone_they_go_to_the_first_open_neighbour():
    match = fought({"when": LULL, "do": "remove", "zone": "gate"})
    rest(match)
    assert where(match, "goblin") == "bridge"  # over its line of battle; the yard comes later on the map


def test_the_fallen_are_carried_along_and_nobody_else_is_hurt():
    collapse = {"when": LULL, "do": "remove", "zone": "bridge", "to": "river", "damage": "1d6"}
    match = fought(
        collapse, party=["sword_fighter@bridge", "cleric@road", "spear_fighter@bridge"], host="osr_dying", dice=[3]
    )
    fallen = unit(match, "spear")
    fallen.life, fallen.hp, fallen.dying = Life.DYING, 0, 5
    rest(match)
    assert (where(match, "spear"), fallen.hp, fallen.life) == ("river", 0, Life.DYING)
    assert unit(match, "cleric").hp == match.setup.sheets[1].hp_max
    assert_all_dice_used(match)


def test_a_collapse_may_kill_and_end_the_battle():
    collapse = {"when": LULL, "do": "remove", "zone": "gate", "damage": "1d6+9"}
    match = fought(collapse, dice=[1])
    rest(match)
    assert match.over
    assert unit(match, "goblin").life == Life.DEAD
    assert zone(match, "bridge").occupants[1] == 0


def test_being_thrown_ends_a_hold_and_hiding():
    match = fought({"when": LULL, "do": "remove", "zone": "gate", "to": "yard"}, foes=["goblin@gate", "orc@gate"])
    unit(match, "goblin").holder = index(match, "sword")
    unit(match, "orc").hidden_from = 1
    rest(match)
    assert (unit(match, "goblin").holder, unit(match, "orc").hidden_from) == (NONE, 0)


def test_block_and_open_with_the_gates_in_their_place():
    shut = {"when": LULL, "do": "block", "edge": ["gate", "bridge"]}
    wide = {"when": {"lull": 2}, "do": "open", "edge": ["bridge", "gate"], "kind": "ordinary"}
    match = fought(shut, wide)
    bridge, gate = index_of("bridge"), index_of("gate")
    rest(match)
    assert edge(match, "bridge", "gate") == edge(match, "gate", "bridge") == Edge.BLOCKED
    assert match.battle.distance[bridge][gate] == 3
    rest(match)
    assert edge(match, "bridge", "gate") == Edge.ORDINARY
    assert (match.battle.surcharge[bridge][gate], match.battle.distance[bridge][gate]) == (1, 1)


def test_a_door_that_shuts_may_be_worked_open():
    match = fought({"when": LULL, "do": "block", "edge": ["bridge", "gate"], "opens": {"check": "standard"}}, dice=[20])
    rest(match)
    play(match, "sword: Work on gate (open the way, Standard)")
    assert edge(match, "bridge", "gate") == Edge.ORDINARY


def test_a_way_where_there_was_none():
    match = fought({"when": LULL, "do": "open", "edge": ["road", "gate"], "kind": "vertical"})
    assert match.battle.distance[index_of("road")][index_of("gate")] == 2
    rest(match)
    assert match.battle.distance[index_of("road")][index_of("gate")] == 1


def test_a_capacity_below_what_is_inside_closes_the_zone():
    narrow = {"when": LULL, "do": "capacity", "zone": "gate", "capacity": 2}
    match = fought(narrow, foes=[("goblin@gate", {"count": 3})])
    rest(match)
    assert (zone(match, "gate").capacity, zone(match, "gate").crowded) == (2, 1)
    assert zone(match, "gate").occupants[1] == 3


def test_capacity_0_takes_the_limit_away():
    match = fought({"when": LULL, "do": "capacity", "zone": "bridge", "capacity": 0})
    rest(match)
    assert (zone(match, "bridge").capacity, zone(match, "bridge").crowded) == (0, 0)


FORD = {
    "do": "add", "zone": "ford", "title": "Ford", "traits": ["flank"], "owner": "both", "capacity": 2,
    "edges": [{"join": ["ford", "river"], "into": {"ford": {"surcharge": 2}}}, {"join": ["ford", "road"]}],
}  # fmt: skip


def test_a_zone_that_comes_is_nowhere_until_then():
    match = fought({"when": LULL, **FORD}, party=["sword_fighter@road"])
    ford = match.names.zones.index("ford")
    assert match.battle.zones[ford].absent == 1
    assert match.battle.distance[0][ford] == FAR
    assert match.why(match.parse("Move ford")).name == "NO_EDGE"
    rest(match)
    here = match.battle.zones[ford]
    assert (here.absent, here.traits, here.owner, here.capacity) == (0, Trait.FLANK, Side.BOTH, 2)
    assert match.battle.surcharge[index_of("river")][ford] == 2
    play(match, "sword: Move ford")
    assert where(match, "sword") == "ford"


def test_merged_zones_are_one_with_all_their_people_roles_and_ways():
    merge = {"when": LULL, "do": "merge", "zones": ["bridge", "gate"]}
    match = fought(merge, foes=["goblin@gate", "orc@yard"])
    rest(match)
    assert where(match, "goblin") == where(match, "sword") == "bridge"
    here = zone(match, "bridge")
    assert (here.traits, here.owner, here.capacity) == (Trait.FRONT_LINE, Side.FOES, 0)
    assert list(here.occupants) == [1, 1]
    assert zone(match, "gate").absent == 1
    assert edge(match, "bridge", "yard") == Edge.ORDINARY
    assert edge(match, "bridge", "river") == Edge.VERTICAL
    assert match.battle.distance[index_of("bridge")][index_of("yard")] == 1


def test_merging_moves_nobody():
    match = fought({"when": LULL, "do": "merge", "zones": ["bridge", "gate"], "owner": "both", "traits": ["flank"],
                    "capacity": 4}, foes=["goblin@gate", "orc@gate"])  # fmt: skip
    unit(match, "goblin").holder = index(match, "sword")
    events = rest(match)
    assert unit(match, "goblin").holder == index(match, "sword")
    assert not noted(events, Note.MOVE)
    here = zone(match, "bridge")
    assert (here.traits, here.owner, here.capacity) == (Trait.FLANK, Side.BOTH, 4)


@pytest.mark.parametrize("hidden", [False, True])
def test_who_hid_stays_hidden_in_a_flank_without_an_enemy_in_sight(hidden):
    """The yard is a Flank; the sword stands on the bridge, and comes too where the bridge is merged."""
    zones = ["yard", "gate"] if hidden else ["yard", "gate", "bridge"]
    match = fought({"when": LULL, "do": "merge", "zones": zones}, foes=["goblin@gate", "orc@yard"])
    unit(match, "orc").hidden_from = 1
    rest(match)
    assert where(match, "orc") == "yard"
    assert bool(unit(match, "orc").hidden_from) == hidden


def test_the_most_open_way_to_a_third_zone_stays():
    match = fought({"when": LULL, "do": "merge", "zones": ["river", "bridge"]})
    rest(match)
    assert edge(match, "river", "gate") == Edge.ENGAGEMENT
    assert match.battle.surcharge[index_of("river")][index_of("gate")] == 1
    assert edge(match, "river", "road") == Edge.ORDINARY


def test_an_effect_gives_traits_and_a_gate_on_every_way_in():
    flood = {"when": LULL, "do": "effect", "zone": "yard", "traits": ["underwater"], "surcharge": 1, "check": "hard"}
    match = fought(flood)
    rest(match)
    yard = index_of("yard")
    assert zone(match, "yard").traits == Trait.FLANK | Trait.UNDERWATER
    for other in ("river", "gate"):
        assert (match.battle.surcharge[index_of(other)][yard], match.battle.gate[index_of(other)][yard]) == (1, 2)
    assert match.battle.gate[yard][index_of("gate")] == 0  # the way out is free


def test_an_effect_on_one_way():
    match = fought({"when": LULL, "do": "effect", "edge": ["gate", "yard"], "into": "yard", "check": "dire"})
    rest(match)
    yard = index_of("yard")
    assert (match.battle.gate[index_of("gate")][yard], match.battle.gate[index_of("river")][yard]) == (3, 1)


def test_a_pincer_ends_with_the_ground_under_it():
    match = fought({"when": {"call": "the wall"}, "do": "block", "edge": ["gate", "yard"]},
                   party=["sword_fighter@bridge", "spear_fighter@yard"])  # fmt: skip
    gate = zone(match, "gate")
    gate.arms[0] = gate.struck_from[0] = 1 << index_of("bridge") | 1 << index_of("yard")
    match.call("the wall")
    assert (gate.arms[0], gate.struck_from[0]) == (0, 1 << index_of("bridge"))


WALL = {"do": "block", "edge": ["road", "bridge"]}


@pytest.mark.parametrize(
    ("when", "deed"),
    [
        ({"opened": ["road", "yard"]}, "open"),
        ({"falls": "goblin"}, "fall"),
        ({"half": "orc"}, "half"),
        ({"entered": "river"}, "enter"),
        ({"entered": "river", "by": "party"}, "enter"),
        ({"controlled": "river", "by": "party"}, "enter"),
    ],
)
def test_what_a_change_waits_for(when, deed):
    shut = {"join": ["road", "yard"], "kind": "blocked", "opens": {}}
    match = stage(
        ["sword_fighter@road"],
        ["goblin@gate", "orc@yard"],
        battlefield={**BRIDGE, "edges": [*BRIDGE["edges"], shut]},
        changes=[{"when": when, **WALL}],
        dice=[],
    )
    assert edge(match, "road", "bridge") == Edge.ORDINARY
    goblin, orc = unit(match, "goblin"), unit(match, "orc")
    if deed == "fall":
        goblin.life, goblin.hp = Life.DEAD, 0
    elif deed == "half":
        orc.hp = 3
        play(match, "sword: Ready Guard")
        assert edge(match, "road", "bridge") == Edge.ORDINARY  # 3 of 5 is more than half
        orc.hp = 2
    if deed == "half":
        match.step("End Breath")
    else:
        play(match, {"open": "sword: Work on yard", "enter": "sword: Move river"}.get(deed, "sword: Ready Guard"))
    assert edge(match, "road", "bridge") == Edge.BLOCKED


def test_a_side_that_is_not_meant_changes_nothing():
    match = fought({"when": {"entered": "river", "by": "foes"}, **WALL}, party=["sword_fighter@road"])
    play(match, "sword: Move river")
    assert edge(match, "road", "bridge") == Edge.ORDINARY


def test_a_change_comes_once_and_after_the_attack_that_brings_it():
    """The routine ends before the ground does."""
    match = fought({"when": {"half": "captain"}, "do": "remove", "zone": "bridge", "to": "river"},
                   foes=["raider_captain@gate"], dice=[20, 8, 20, 8])  # fmt: skip
    events = play(
        match, "sword: Attack captain with sword", "captain: Pass", "sword: Attack captain with sword", "captain: Pass"
    )
    notes = [e.note for e in events]
    assert notes.index(Note.CHANGE) > max(k for k, note in enumerate(notes) if note == Note.DAMAGE)
    assert where(match, "sword") == "river"
    assert match.battle.changed == 1
    assert not noted(rest(match), Note.CHANGE)


def test_a_change_that_has_become_impossible_is_left_out_and_told():
    """The bridge is gone when its Capacity should change: nothing of that is applied."""
    first = {"when": {"call": "first"}, "do": "capacity", "zone": "bridge", "capacity": 2}
    late = {"when": {"entered": "river"}, "do": "merge", "zones": ["road", "bridge"]}
    match = fought(first, late, party=["sword_fighter@road"], foes=["goblin@gate"])
    match.edit("remove", zone="bridge", to="river")
    match.take_events()
    events = play(match, "sword: Move river")
    change = noted(events, Note.CHANGE)[0]
    assert (change.what, change.amount) == (1, 1)
    assert zone(match, "road").absent == 0
    assert where(match, "sword") == "river"


def test_no_zone_goes_that_would_cut_the_map_in_two():
    """Once the river is gone, the bridge is all that joins the road to the rest."""
    fall = {"do": "remove", "zone": "bridge", "to": "road"}
    match = fought({"when": {"entered": "bridge"}, **fall}, party=["sword_fighter@road"], foes=["goblin@gate"])
    match.edit("remove", zone="river", to="road")
    events = play(match, "sword: Move bridge")
    assert [(e.what, e.amount) for e in noted(events, Note.CHANGE)] == [(0, 1)]
    assert where(match, "sword") == "bridge"
    called = fought({"when": {"call": "fall"}, **fall})
    called.edit("remove", zone="river", to="road")
    with pytest.raises(ConfigError, match="the battlefield does not allow it now"):
        called.call("fall")


def test_half_of_the_hit_points_is_enough():
    match = fought({"when": {"half": "orc"}, **WALL}, party=["sword_fighter@road"], foes=[("orc@yard", {"hp": 6})])
    unit(match, "orc").hp = 4
    play(match, "sword: Ready Guard")
    assert edge(match, "road", "bridge") == Edge.ORDINARY
    unit(match, "orc").hp = 3
    match.step("End Breath")
    assert edge(match, "road", "bridge") == Edge.BLOCKED


def test_the_rest_of_a_routine_comes_before_the_change():
    """The first roll brings the orc to half; the second is made all the same, and then the ground goes."""
    claws = {"gear": [], "attacks": [{"name": "claws", "bonus": 5, "rolls": ["1d4+6", "1d4"]}]}
    fall = {"when": {"half": "orc"}, "do": "remove", "zone": "bridge", "to": "river"}
    match = fought(fall,
                   party=[("fighter@bridge", claws)], foes=[("orc@gate", {"hp": 16})], dice=[20, 2, 20, 1])  # fmt: skip
    unit(match, "orc").vigor = 0  # no reaction
    notes = [e.note for e in play(match, "fighter: Attack orc with claws")]
    assert notes.index(Note.CHANGE) > max(k for k, note in enumerate(notes) if note == Note.DIE)
    assert where(match, "fighter") == "river"
    assert_all_dice_used(match)


def test_lulls_come_after_the_maintenance_of_their_round():
    match = fought({"when": {"lull": 2}, **WALL})
    rest(match)
    assert edge(match, "road", "bridge") == Edge.ORDINARY
    events = rest(match)
    notes = [e.note for e in events]
    assert notes.index(Note.CHANGE) > notes.index(Note.LULL)
    assert edge(match, "road", "bridge") == Edge.BLOCKED


def test_two_battles_with_the_same_changes_are_equal_in_bytes():
    changes = ({"when": LULL, **FORD}, {"when": LULL, "do": "remove", "zone": "bridge", "to": "river", "damage": "1d6"})
    one, two = fought(*changes, seed=4), fought(*changes, seed=4)
    for match in (one, two):
        rest(match)
    assert one.state_bytes() == two.state_bytes()


def test_a_zone_that_goes_under_total_control_is_told_to_be_gone_and_no_more():
    captain = ("raider_captain@gate", {"leader": True, "abilities": {"cha": 13}})
    match = fought(
        {"when": LULL, "do": "remove", "zone": "gate", "to": "yard"}, party=["sword_fighter@road"], foes=[captain],
        modules=["zones", "detailed_control"],
    )  # fmt: skip
    assert zone(match, "gate").total == 1
    events = rest(match)
    gone = next(n for n, e in enumerate(events) if e.note == Note.ZONE_GONE)
    assert [match.names.zones[e.zone] for e in noted(events[gone:], Note.CONTROL)] == ["yard"]
    assert (zone(match, "gate").total, zone(match, "yard").total) == (0, 1)


def test_who_hid_in_a_flank_is_seen_where_the_merged_zone_is_stated_to_be_none():
    """RULING EDT4."""
    merged = {"when": LULL, "do": "merge", "zones": ["river", "yard"]}
    for traits, hidden in ({"traits": ["flank"]}, 1), ({"traits": ["underwater"]}, 0):
        match = fought({**merged, **traits}, foes=["goblin@gate", "orc@yard"])
        unit(match, "orc").hidden_from = 1
        rest(match)
        assert (where(match, "orc"), unit(match, "orc").hidden_from) == ("river", hidden)
