"""Work on a blocked edge: who may, what it costs, what the check does."""

import pytest

from tests.harness import assert_all_dice_used, noted, play, shipped, stage, where
from wzc_env.game import Breath, Refused
from wzc_env.warzone.actions import block_size, zone_id
from wzc_env.warzone.words import Edge, Note, Purpose, Verb, Why

BARRED = {
    "title": "A barred hall",
    "zones": {
        "road": {"title": "Road", "traits": ["flank"], "owner": "party"},
        "porch": {"title": "Porch", "traits": ["front_line"]},
        "hall": {"title": "Hall", "traits": ["front_line"]},
        "cellar": {"title": "Cellar"},
        "back": {"title": "Back", "traits": ["back_line"], "owner": "foes"},
    },
    "edges": [
        {"join": ["road", "porch"]},
        {"join": ["porch", "hall"], "kind": "blocked", "opens": {"check": "hard", "kind": "engagement"}},
        {"join": ["porch", "cellar"], "kind": "blocked"},
        {"join": ["cellar", "hall"], "kind": "blocked", "opens": {}},
        {"join": ["hall", "back"]},
        {"join": ["road", "back"]},
    ],
}
"""road ── porch x hall ── back ── road; the cellar is shut: no work opens it from the porch, any from the hall."""


def barred(party=("fighter@porch",), foes=("goblin@hall",), **options):
    return stage(list(party), list(foes), battlefield=BARRED, **options)


def why(match, words):
    return match.why(match.parse(words))


@pytest.mark.rule("battlefield.edit")
def test_work_opens_the_edge_with_the_maps_check():
    match = barred(dice=[14 - 2])  # STR 16: +2
    events = play(match, "fighter: Work on hall (open the way, Hard)")
    assert_all_dice_used(match)
    die = next(e for e in noted(events, Note.DIE) if e.what == Purpose.WORK)
    assert (die.need, die.won) == (14, 1)
    way = noted(events, Note.WAY)[0]
    assert (way.unit, way.zone, way.what, way.amount) == (0, 1, 2, Edge.ENGAGEMENT)
    assert match.battle.edge[1][2] == match.battle.edge[2][1] == Edge.ENGAGEMENT
    assert match.battle.distance[1][2] == 1
    assert match.battle.units[0].vigor == 9 - 2
    assert why(match, "Attack goblin with sword") == Why.OK  # the blade reaches through at once


@pytest.mark.rule("battlefield.edit")
def test_a_failure_costs_the_attempt_alone():
    match = barred(dice=[14 - 2 - 1, 20])
    play(match, "fighter: Work on hall")
    assert match.battle.edge[1][2] == Edge.BLOCKED
    assert (match.battle.units[0].vigor, match.battle.units[0].exposed) == (7, 0)
    play(match, "fighter: Work on hall")  # and again in the same Breath
    assert match.battle.edge[1][2] == Edge.ENGAGEMENT
    assert_all_dice_used(match)


@pytest.mark.rule("breath.limit")
@pytest.mark.parametrize("host", ["osr", "osr_roll_under"])
@pytest.mark.parametrize("opens", [True, False])
def test_one_breath_opens_a_way_and_goes_through_it(host, opens):
    """L117: a Breath handed over whole counts on the check, whichever way the host rolls; else nobody goes."""
    match = barred(foes=["goblin@back"], host=host, dice=[20 if opens == (host == "osr") else 1])
    match.breath(Breath(["Work on hall", "Move hall", "Ready Guard"]))
    assert (where(match, "fighter"), len(match.skipped)) == (("hall", 0) if opens else ("porch", 1))
    assert_all_dice_used(match)


@pytest.mark.rule("battlefield.edit")
def test_it_works_from_either_end_and_needs_no_check_where_the_map_has_none():
    match = barred(foes=("raider_captain@hall",), dice=[])
    play(match, "captain: Work on cellar (open the way)")
    assert match.battle.edge[3][2] == Edge.ORDINARY
    assert why(match, "Move cellar") == Why.OK


@pytest.mark.rule("battlefield.edit")
def test_what_cannot_be_worked_on():
    match = barred()
    assert why(match, "Work on cellar") == Why.WILL_NOT_OPEN
    assert why(match, "Work on road") == Why.NOT_BLOCKED
    assert why(match, "Work on porch") == Why.NOT_BLOCKED
    assert why(match, "Move hall") == Why.EDGE_BLOCKED
    with pytest.raises(Refused, match="no maneuver opens the edge from porch to cellar"):
        match.step("Work on cellar")
    with pytest.raises(Refused, match=r'it is "\(open the way, Hard\)"'):
        match.parse("Work on hall (Dire)")


@pytest.mark.rule("battlefield.edit")
def test_who_is_held_does_no_work_and_who_works_is_seen():
    match = barred()
    match.battle.units[0].holder = 1
    assert why(match, "Work on hall") == Why.GRAPPLED
    match.battle.units[0].holder = -1
    match.battle.units[0].hidden_from = 2
    match.step("Work on hall")
    assert match.battle.units[0].hidden_from == 0


@pytest.mark.rule("maneuver.costs")
@pytest.mark.parametrize(("effects", "price"), [({}, 2), ({"haste": 3}, 1), ({"slow": 3}, 4)])
def test_an_attempt_is_an_improvised_action_of_the_ordinary_kind(effects, price):
    match = barred(party=[("fighter@porch", {"effects": effects})], dice=[1])
    before = match.battle.units[0].vigor
    play(match, "fighter: Work on hall")
    assert before - match.battle.units[0].vigor == price


@pytest.mark.rule("maneuver.costs")
def test_its_price_is_a_cell():
    match = barred(rules={"cost.improvised_ordinary": 3}, dice=[1])
    play(match, "fighter: Work on hall")
    assert match.battle.units[0].vigor == 9 - 3


def test_a_map_without_such_an_edge_has_no_such_action():
    match = shipped("duel")
    assert block_size(match.setup, Verb.WORK) == 0
    with pytest.raises(Refused, match="nothing to work on"):
        match.parse("Work on near_side")


@pytest.mark.rule("template.night_market")
def test_the_way_from_the_square_to_the_canal_stays_shut_until_it_is_opened():
    match = shipped("night_market", seed=3)
    square, canal = match.names.zones.index("square"), match.names.zones.index("canal_walk")
    assert match.battle.distance[square][canal] == 2  # through the Melee
    assert match.names.labels[match.battle.who] == "thief"
    while match.names.labels[match.battle.who] != "sword":
        match.step("Forfeit" if match.why(match.parse("Forfeit")) == Why.OK else match.legal_actions()[0])
    assert why(match, "Move canal walk") == Why.EDGE_BLOCKED
    assert match.legal()[zone_id(match.setup, Verb.WORK, canal)] == 1


@pytest.mark.rule("template.night_market")
def test_a_thief_finds_ways_that_are_on_no_map():
    match = shipped("night_market", seed=3)
    match.step("Move off_map")
    off_map = match.names.zones.index("off_map")
    assert match.battle.units[match.names.labels.index("thief")].zone == off_map


@pytest.mark.rule("template.night_market")
def test_the_way_up_to_the_rooftops_is_checked_and_the_way_down_is_not():
    match = shipped("night_market", dice=[7])
    zones = match.names.zones
    market, roof = zones.index("market"), zones.index("rooftops")
    assert (match.battle.gate[market][roof], match.battle.gate[roof][market]) == (1, 0)
    thief = match.names.labels.index("thief")
    match.battle.units[thief].zone = market
    match.step("Move rooftops (gate, Standard)")  # DEX +2: 9 is not enough
    assert (match.battle.units[thief].zone, match.battle.units[thief].exposed) == (market, 0)
    assert match.battle.units[thief].vigor == 12 - 2
    assert_all_dice_used(match)
