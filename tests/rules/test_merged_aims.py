"""What the scenario says of a Zone holds for the Zone that it has become a part of, and hazards keep their traits."""

import pytest

from tests.harness import assert_all_dice_used, noted, play, stage, unit, where, zone
from tests.rules.fields import field
from tests.rules.test_changes import rest
from wzc_env.render.aims import marks
from wzc_env.warzone.words import NONE, Course, Note, Outcome, Reason, Side, Trait

CALM = {"host.morale_first_loss": 0, "host.morale_half": 0}
PLACES = {
    "home": "back_line party",
    "yard": "front_line",
    "wood": "flank both",
    "gate": "front_line foes",
    "keep": "back_line foes",
}
WAYS = ("home -- yard", "yard -- wood", "yard == gate", "gate -- keep", "wood -- gate")
LULL = {"lull": 1}
MERGE = {"when": LULL, "do": "merge", "zones": ["yard", "wood"]}


def ground(*more, **zones):
    return field({**PLACES, **zones}, *WAYS, *more)


def fought(*changes, party=("sword_fighter@home",), foes=("orc@keep",), battlefield=None, dice=(), **options):
    return stage(
        list(party), list(foes), battlefield=battlefield or ground(), changes=list(changes), dice=list(dice), **options
    )


@pytest.mark.rule("battlefield.objectives")
def test_a_zone_to_reach_is_reached_in_what_it_has_become_a_part_of():
    match = fought(MERGE, objectives=[{"side": "party", "kind": "reach", "zones": ["wood"]}])
    rest(match)
    assert not match.over
    assert marks(match, 1) == [(Side.PARTY, "◎ reach")]
    assert marks(match, 2) == []
    play(match, "sword: Move yard")
    assert (match.outcome, match.reason) == (Outcome.PARTY_WINS, Reason.REACHED)


@pytest.mark.rule("battlefield.objectives")
def test_a_zone_to_hold_is_held_on_in_what_it_has_become_a_part_of():
    goal = {"side": "party", "kind": "hold", "zones": ["wood"], "lulls": 3}
    again = {"when": {"lull": 2}, "do": "merge", "zones": ["home", "yard"]}
    match = fought(MERGE, again, party=["sword_fighter@wood"], objectives=[goal])
    for held in (1, 2):
        rest(match)
        assert match.battle.progress[0] == held
    assert where(match, "sword") == "home"
    assert zone(match, "home").parts == 0b111
    rest(match)
    assert (match.outcome, match.reason) == (Outcome.PARTY_WINS, Reason.HELD)


@pytest.mark.rule("battlefield.objectives")
def test_an_escape_leads_through_what_the_exit_has_become_a_part_of():
    goal = {"side": "party", "kind": "escape", "zones": ["wood"], "count": 1}
    match = fought(MERGE, party=["sword_fighter@yard"], objectives=[goal])
    rest(match)
    play(match, "sword: Withdraw")
    assert (match.outcome, match.reason) == (Outcome.PARTY_WINS, Reason.ESCAPED)


@pytest.mark.rule("battlefield.objectives")
def test_a_way_to_open_is_the_way_to_what_its_end_has_become_a_part_of():
    goal = {"side": "party", "kind": "open", "edge": ["home", "keep"]}
    shut = ground("home xx keep")
    shut["edges"][-1]["opens"] = {}
    inner = {"when": LULL, "do": "merge", "zones": ["gate", "keep"]}
    match = fought(inner, battlefield=shut, foes=["orc@gate"], objectives=[goal])
    rest(match)
    assert not match.over
    assert [bool(marks(match, z)) for z in range(5)] == [True, False, False, True, False]
    play(match, "sword: Work on gate")
    assert (match.outcome, match.reason) == (Outcome.PARTY_WINS, Reason.OPENED)


@pytest.mark.rule("battlefield.objectives")
def test_two_zones_that_become_one_are_open_to_each_other_and_one_that_is_gone_is_not():
    shut = ground("home xx wood")
    shut["edges"][-1]["opens"] = {}
    goal = {"side": "party", "kind": "open", "edge": ["home", "wood"]}
    match = fought({**MERGE, "zones": ["yard", "home", "wood"]}, battlefield=shut, objectives=[goal])
    rest(match)
    assert (match.outcome, match.reason) == (Outcome.PARTY_WINS, Reason.OPENED)
    match = fought({"when": LULL, "do": "remove", "zone": "wood"}, battlefield=shut, objectives=[goal])
    rest(match)
    assert not match.over


@pytest.mark.rule("battlefield.edit")
@pytest.mark.parametrize(
    "when", [{"entered": "wood", "by": "party"}, {"controlled": "wood", "by": "party"}, {"opened": ["home", "wood"]}]
)
def test_a_change_waits_for_what_its_zone_has_become_a_part_of(when):
    shut = ground("home xx wood")
    late = {"when": when, "do": "capacity", "zone": "gate", "capacity": 2}
    match = fought(MERGE, late, battlefield=shut)
    assert zone(match, "gate").capacity == 0
    rest(match)
    if "opened" not in when:
        assert zone(match, "gate").capacity == 0
        play(match, "sword: Move yard")
    assert zone(match, "gate").capacity == 2


@pytest.mark.rule("battlefield.edit")
def test_merging_with_stated_traits_leaves_nobody_hidden_where_there_is_no_flank():
    match = fought({**MERGE, "traits": ["front_line"]}, party=["thief@wood"])
    unit(match, "thief").hidden_from = 2
    rest(match)
    assert (where(match, "thief"), unit(match, "thief").hidden_from) == ("yard", 0)
    match = fought({**MERGE, "traits": ["flank"]}, party=["thief@wood"])
    unit(match, "thief").hidden_from = 2
    rest(match)
    assert unit(match, "thief").hidden_from == 2


FOG = {"kind": "fog", "zones": ["yard"], "burns_out": 3}


@pytest.mark.rule("lull.hazards")
@pytest.mark.parametrize("burning", ["yard", "wood"])
def test_smoke_stays_in_merged_zones_whatever_their_traits_until_it_is_over(burning):
    match = fought({**MERGE, "traits": ["front_line"]}, hazards=[{**FOG, "zones": [burning]}])
    rest(match)
    assert zone(match, "yard").traits == Trait.FRONT_LINE | Trait.FOG
    assert zone(match, "wood").traits == 0
    assert match.battle.hazards[0].age[2] == NONE
    rest(match), rest(match)
    assert zone(match, "yard").traits == Trait.FRONT_LINE


@pytest.mark.rule("lull.hazards")
@pytest.mark.rule("battlefield.edit")
def test_what_an_edit_gave_a_place_outlasts_a_hazard_that_brought_the_same():
    match = fought({"when": LULL, "do": "effect", "zone": "yard", "traits": ["fog"]}, hazards=[FOG])
    for _ in range(4):
        rest(match)
    assert match.battle.hazards[0].age[1] == NONE
    assert zone(match, "yard").traits & Trait.FOG
    flood = {"kind": "flood", "zones": ["yard"], "burns_out": 3}
    match = fought(MERGE, battlefield=ground(wood="underwater"), hazards=[flood])
    for _ in range(4):
        rest(match)
    assert match.battle.hazards[0].age[1] == NONE
    assert zone(match, "yard").traits & Trait.UNDERWATER


@pytest.mark.rule("lull.hazards")
def test_a_route_goes_on_into_what_its_zone_has_become_a_part_of():
    flood = {"kind": "flood", "zones": ["home"], "spreads": 1, "route": ["wood", "gate"], "starts": 1}
    match = fought(MERGE, hazards=[flood])
    rest(match), rest(match)
    assert zone(match, "yard").traits & Trait.UNDERWATER
    assert not zone(match, "gate").traits & Trait.UNDERWATER


@pytest.mark.rule("lull.hazards")
def test_a_hazard_begins_in_what_its_zone_has_become_a_part_of():
    match = fought(MERGE, hazards=[{**FOG, "zones": ["wood"], "starts": 2}])
    rest(match)
    assert not zone(match, "yard").traits & Trait.FOG
    rest(match)
    assert zone(match, "yard").traits & Trait.FOG


PIT = {"do": "add", "zone": "pit", "title": "Pit", "edges": [{"join": ["pit", "yard"]}]}


@pytest.mark.rule("lull.hazards")
@pytest.mark.parametrize(("starts", "begins"), [(0, 1), (1, 1), (2, 2)])
def test_a_zone_that_comes_has_the_hazard_that_is_stated_for_it(starts, begins):
    match = fought({"when": LULL, **PIT}, hazards=[{**FOG, "zones": ["pit"], "burns_out": None, "starts": starts}])
    seen = []
    for _ in range(3):
        seen += [(match.battle.turn, Course(e.amount)) for e in noted(rest(match), Note.HAZARD)]
    assert [course for _, course in seen] == [Course.BEGINS]
    assert seen[0][0] - 1 == begins
    assert zone(match, "pit").traits == Trait.FOG


@pytest.mark.rule("battlefield.edit")
@pytest.mark.parametrize("capacity", [3, 4])
def test_a_capacity_that_is_raised_closes_a_zone_no_longer(capacity):
    narrow = {"when": LULL, "do": "capacity", "zone": "yard", "capacity": 2}
    wide = {**narrow, "when": {"lull": 2}, "capacity": capacity}
    match = fought(narrow, wide, party=[("sword_fighter@yard", {"count": 3})])
    rest(match)
    assert zone(match, "yard").crowded == 1
    rest(match)
    assert zone(match, "yard").crowded == 0


@pytest.mark.rule("battlefield.edit")
def test_a_door_between_them_ends_a_hold():
    shut = {"when": LULL, "do": "block", "edge": ["yard", "gate"]}
    match = fought(shut, party=["sword_fighter@yard", "cleric@gate"], foes=["orc@gate", "goblin@gate"])
    unit(match, "orc").holder = 0
    unit(match, "goblin").holder = 1
    events = rest(match)
    assert (unit(match, "orc").holder, unit(match, "goblin").holder) == (NONE, 1)
    assert [e.unit for e in noted(events, Note.FREED)] == [2]


@pytest.mark.rule("lull.hazards")
def test_the_ground_waits_for_the_hazards_of_a_lull():
    """Who is thrown from one burning Zone into another burns once."""
    fire = {"kind": "fire", "zones": ["home", "wood", "gate"], "damage": "1d4"}
    gone = {"when": {"falls": "cleric"}, "do": "remove", "zone": "wood", "to": "gate"}
    match = fought(
        gone, party=["sword_fighter@wood", ("cleric@home", {"hp_now": 1})], hazards=[fire], dice=[3, 2], rules=CALM
    )
    before = unit(match, "sword").hp
    rest(match)
    assert (where(match, "sword"), before - unit(match, "sword").hp) == ("gate", 2)
    assert_all_dice_used(match)
