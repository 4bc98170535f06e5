"""Prepared changes where it is easy to be wrong: the dying and the gone, either side, Off-Map, owners, Pincers."""

import pytest

from tests.harness import noted, play, stage, unit, where, zone
from tests.rules.fields import field
from tests.rules.test_changes import rest
from tests.rules.test_merged_aims import LULL, MERGE, fought, ground
from wzc_env.warzone.words import Edge, Life, Note, Side

pytestmark = pytest.mark.rule("battlefield.edit")
MARK = {"do": "capacity", "zone": "yard", "capacity": 4}


def changed(match):
    return zone(match, "yard").capacity == 4


@pytest.mark.parametrize(("life", "comes"), [(Life.DYING, True), (Life.DEAD, True), (Life.GONE, False)])
def test_who_lies_dying_has_fallen_and_who_has_left_has_not(life, comes):
    match = fought({"when": {"falls": "cleric"}, **MARK}, party=["sword_fighter@home", "cleric@home"])
    unit(match, "cleric").life = life
    unit(match, "cleric").vigor = 0
    play(match, "sword: Ready Guard")
    assert changed(match) == comes


@pytest.mark.parametrize(("who", "by", "comes"), [
    ("orc", None, True), ("orc", "foes", True), ("orc", "party", False),
    ("sword", None, True), ("sword", "foes", False),
])  # fmt: skip
def test_a_zone_that_anybody_enters(who, by, comes):
    when = {"entered": "wood"} if by is None else {"entered": "wood", "by": by}
    match = fought({"when": when, **MARK}, party=["sword_fighter@yard"], foes=["orc@gate"])
    if who == "orc":
        unit(match, "sword").vigor = 0
    while match.names.labels[match.decision.unit] != who:
        match.step("Forfeit")
    play(match, f"{who}: Move to wood")
    assert changed(match) == comes


def test_no_zone_goes_that_is_the_only_way_off_the_map():
    made = ground("sky ~~ gate", "sky ~~ wood", sky="off_map")
    match = fought({"when": {"entered": "yard"}, "do": "remove", "zone": "wood"}, battlefield=made)
    sky, gate = match.names.zones.index("sky"), match.names.zones.index("gate")
    match.battle.edge[sky][gate] = match.battle.edge[gate][sky] = 0  # the other gate is shut meanwhile
    play(match, "sword: Move to yard")
    assert (match.battle.changed, zone(match, "wood").absent) == (1, 0)


def test_a_gate_off_the_map_joins_nothing_else():
    """Off-Map beside two Zones does not make a battlefield of them."""
    split = field(
        {"home": "back_line party", "yard": "front_line", "keep": "back_line foes", "sky": "off_map"},
        "home -- yard", "yard -- keep", "home -- keep", "sky ~~ home", "sky ~~ keep",
    )  # fmt: skip
    match = fought({"when": {"entered": "yard"}, "do": "remove", "zone": "yard"}, battlefield=split)
    home, keep = match.names.zones.index("home"), match.names.zones.index("keep")
    match.battle.edge[home][keep] = match.battle.edge[keep][home] = 0
    play(match, "sword: Move to yard")
    assert (match.battle.changed, zone(match, "yard").absent) == (1, 0)


def test_what_has_happened_already_is_left_out():
    shut = ground("home xx keep")
    shut["edges"][-1]["opens"] = {}
    close = {"when": LULL, "do": "block", "edge": ["wood", "gate"]}
    free = {"when": {"lull": 1}, "do": "open", "edge": ["home", "keep"]}
    match = fought(close, free, battlefield=shut)
    wood, gate, home, keep = (match.names.zones.index(name) for name in ("wood", "gate", "home", "keep"))
    match.battle.edge[wood][gate] = match.battle.edge[gate][wood] = Edge.BLOCKED
    match.battle.edge[home][keep] = match.battle.edge[keep][home] = Edge.ENGAGEMENT
    events = rest(match)
    assert [e.amount for e in noted(events, Note.CHANGE)] == [1, 1]
    assert match.battle.edge[home][keep] == Edge.ENGAGEMENT


@pytest.mark.parametrize(("one", "two", "owner"), [
    ("party", "foes", Side.BOTH), ("foes", "foes", Side.FOES), ("", "foes", Side.FOES), ("party", "", Side.PARTY),
])  # fmt: skip
def test_merged_zones_are_their_owners(one, two, owner):
    match = fought(MERGE, battlefield=ground(yard=f"front_line {one}", wood=f"flank {two}"))
    rest(match)
    assert zone(match, "yard").owner == owner


def test_a_pincer_goes_on_through_merged_zones():
    """Its arms and the attacks on it are those of both; an arm that becomes a part of another Zone is that Zone."""
    wide = ground("home -- wood", "home == gate")
    match = fought({**MERGE, "when": {"call": "now"}}, battlefield=wide, party=["sword_fighter@wood", "cleric@home"])
    home, yard, wood, gate = range(4)
    zone(match, "gate").struck_from[0] = zone(match, "gate").arms[0] = 1 << home | 1 << wood
    zone(match, "wood").struck_from[1] = zone(match, "wood").arms[1] = 1 << home | 1 << gate
    match.call("now")
    assert (zone(match, "gate").struck_from[0], zone(match, "gate").arms[0]) == (1 << home | 1 << yard,) * 2
    assert (zone(match, "yard").struck_from[1], zone(match, "yard").arms[1]) == (1 << home | 1 << gate,) * 2


def test_merged_ways_bring_their_gates_in_both_directions_and_how_they_open():
    places = {"home": "back_line party", "yard": "front_line", "wood": "flank both", "keep": "back_line foes"}
    ways = ("home -- yard", "yard -- wood", "wood -- keep", "home xx wood")
    made = field(places, *ways, gates={"wood keep": "hard", "keep wood": "dire"})
    made["edges"][3] = {"join": ["keep", "yard"], "kind": "blocked"}
    made["edges"].append({"join": ["home", "keep"]})
    match = stage(["sword_fighter@home"], ["orc@keep"], battlefield=made, changes=[MERGE], dice=[])
    rest(match)
    yard, keep = match.names.zones.index("yard"), match.names.zones.index("keep")
    assert (match.battle.gate[yard][keep], match.battle.gate[keep][yard]) == (2, 3)
    assert where(match, "sword") == "home"


def test_a_gate_on_a_way_that_is_gone_is_left_out_and_told():
    match = fought({"when": LULL, "do": "effect", "edge": ["yard", "wood"], "into": "wood", "check": "hard"})
    yard, wood = match.names.zones.index("yard"), match.names.zones.index("wood")
    match.battle.edge[yard][wood] = match.battle.edge[wood][yard] = Edge.ABSENT
    assert [e.amount for e in noted(rest(match), Note.CHANGE)] == [1]
    assert match.battle.gate[yard][wood] == 0


def test_a_zone_does_not_come_whose_neighbours_are_gone():
    pit = {"do": "add", "zone": "pit", "title": "Pit", "edges": [{"join": ["pit", "wood"]}]}
    match = fought({"when": {"lull": 2}, **pit})
    match.edit("remove", zone="wood")
    rest(match)
    assert [e.amount for e in noted(rest(match), Note.CHANGE)] == [1]
    assert zone(match, "pit").absent == 1


def test_of_like_ways_the_kept_ones_stays_and_access_to_off_map_is_that_of_both():
    made = ground("yard ~~ sky", "wood ~~ sky", "wood -- home", sky="off_map")
    for entry, tag in ((-3, "invisible"), (-2, "skirmisher")):
        made["edges"][entry]["needs"] = [tag]
    made["edges"][-1]["into"] = {"home": {"check": "dire"}}
    match = fought(MERGE, battlefield=made)
    needs = [int(match.battle.needs[1][5]), int(match.battle.needs[2][5])]
    rest(match)
    assert match.battle.needs[1][5] == match.battle.needs[5][1] == needs[0] | needs[1] != needs[0]
    assert match.battle.gate[1][0] == 0


def test_an_arm_that_nobody_stands_in_any_more_is_moved_with_its_zone():
    match = fought({**MERGE, "when": {"call": "now"}}, battlefield=ground("home == gate"))
    zone(match, "gate").arms[0] = 1 << 0 | 1 << 2
    match.call("now")
    assert zone(match, "gate").arms[0] == 1 << 0 | 1 << 1
