"""Squads against a giant creature whose body they stand on: who engages them, whom they strike first, Volleys."""

import pytest

from tests.harness import assert_all_dice_used, noted, stage, unit, until, until_breath_of
from tests.rules.companies import BOW, MODULES, order, squad
from tests.rules.fields import NO_MORALE
from tests.rules.test_giant import BEAST, BODY, may
from wzc_env.warzone.leaderless import engaged
from wzc_env.warzone.orders import nearest_foe
from wzc_env.warzone.words import Note, Order, Phase, Why

CAPTAIN_ON_HILL = ("raider_captain@hill", {"leader": True})


def lost(place, *foes, dice=(1,) * 9):
    """A Squad without a leader, a giant whose head, back, wing and leg are Zones, and some foes."""
    return stage(
        [("goblin@wood", {"morale": 0}), squad("spears", place, 3, led_by="nobody")],
        [("ogre@field", {**BODY, "hp": 60}), *foes],
        battlefield=BEAST, modules=MODULES, rules=NO_MORALE, dice=list(dice),
    )  # fmt: skip


@pytest.mark.rule("battlefield.giant")
@pytest.mark.rule("squad.leaderless")
@pytest.mark.parametrize(("place", "fights"), [("head", True), ("field", True), ("hill", False), ("wood", False)])
def test_a_squad_on_a_giant_or_beside_it_is_engaged_but_for_a_back_line(place, fights):
    match = lost(place)
    assert engaged(match.battle, match.setup, 1) == fights
    events = until(match, lambda: match.over or match.battle.phase == Phase.MAINTENANCE or match.battle.turn == 2)
    told = [e.what for e in noted(events, Note.LEADERLESS)]
    assert told == [Order.ATTACK if fights else Order.FALL_BACK]


@pytest.mark.rule("battlefield.giant")
@pytest.mark.rule("squad.leaderless")
def test_the_nearest_part_of_a_giant_makes_it_the_nearest_enemy():
    bow = squad("bows", "head", 3, led_by="nobody", gear=BOW)
    match = stage(
        ["goblin@wood", bow], ["goblin@back", ("ogre@field", BODY)], battlefield=BEAST, modules=MODULES, dice=[]
    )
    assert match.battle.distance[5][0] == 3
    assert match.names.labels[nearest_foe(match.battle, match.setup, 1, 1)] == "ogre"  # it is the head itself


@pytest.mark.rule("melee.friendly_fire")
@pytest.mark.rule("squad.volley")
def test_a_volley_at_the_part_of_a_giant_that_is_the_melee_may_stray_there():
    fray = {**BEAST, "zones": {**BEAST["zones"], "back": {"title": "Back", "traits": ["melee"]}}}
    match = stage(
        [CAPTAIN_ON_HILL, squad("bows", "hill", 3, gear=BOW), ("goblin@back", {"hp": 9})],
        [("ogre@field", BODY)], battlefield=fray, modules=MODULES, rules=NO_MORALE, dice=[2, 1, 4],
    )  # fmt: skip
    unit(match, "ogre").vigor = 0
    until_breath_of(match, "captain")
    order(match, "bows", "Volley", "ogre")
    assert unit(match, "goblin").hp == 9 - 4
    assert_all_dice_used(match)


@pytest.mark.rule("battlefield.giant")
def test_who_is_beside_the_giant_and_a_part_of_it_is_in_reach_by_the_part():
    camp = {**BEAST["zones"], "camp": {"title": "Camp"}}
    ways = [*BEAST["edges"], {"join": ["camp", "field"]}, {"join": ["camp", "leg"]}]
    match = stage(["sword_fighter@camp"], [("ogre@field", BODY)], battlefield={**BEAST, "zones": camp, "edges": ways})
    assert may(match, "sword", "Attack ogre with sword") == Why.OK
    assert may(match, "ogre", "Attack sword with great club") == Why.OK
