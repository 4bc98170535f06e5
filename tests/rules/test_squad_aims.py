"""Squads under hazards and objectives: every member saves, every member counts."""

import pytest

from tests.harness import assert_all_dice_used, play, stage, unit
from tests.rules.companies import MODULES, block, company, order, squad
from tests.rules.fields import NO_MORALE
from tests.rules.test_hazards import FIRE, rounds
from tests.rules.test_merged_aims import ground
from wzc_env.warzone.words import Effect, Life, Outcome, Reason


@pytest.mark.rule("lull.hazards")
def test_each_member_of_a_squad_saves_for_half():
    match = stage(
        [squad("spears", "front", 3, led_by="nobody", morale=0, hp=9), "goblin@back"], ["orc@rear"],
        hazards=[{**FIRE, "save": "breath", "halves": True}], modules=MODULES, rules=NO_MORALE, dice=[1, 6, 20, 1, 20],
    )  # fmt: skip
    rounds(match, 2)
    assert list(block(match, "spears").hp)[:3] == [6, 3, 6]
    assert_all_dice_used(match)


@pytest.mark.rule("battlefield.objectives")
def test_every_member_of_a_squad_reaches_a_zone():
    goal = {"side": "party", "kind": "reach", "zones": ["front"], "count": 4}
    match = company(["ogre@rear"], squad("spears", "back", 4), objectives=[goal])
    while match.names.labels[match.decision.unit] != "captain":
        match.step("Forfeit")
    order(match, "spears", "Advance", "front")
    assert (match.outcome, match.reason) == (Outcome.PARTY_WINS, Reason.REACHED)


@pytest.mark.rule("combat.end")
def test_who_fell_in_flight_was_destroyed():
    match = stage(["sword_fighter@front"], ["goblin@far", "orc@rear"], dice=[])
    goblin, orc = unit(match, "goblin"), unit(match, "orc")
    for one, life in ((goblin, Life.DEAD), (orc, Life.DYING)):
        one.fleeing, one.life, one.hp, one.vigor = 1, life, 0, 0
    match.battle.capable[1] = 0
    play(match, "sword: Ready Guard")
    assert (match.outcome, match.reason) == (Outcome.PARTY_WINS, Reason.DESTROYED)


@pytest.mark.rule("overlay.dragon")
@pytest.mark.parametrize(("hd", "flees"), [(2, 1), (3, 0)])
def test_who_has_just_enough_hit_dice_is_frightened_and_stays(hd, flees):
    match = stage(["dragon@front"], [("orc@far", {"hd": hd, "hp": 90}), "ogre@rear"], dice=[1, 20, 1, 1, 1, 1, 1])
    for who in ("orc", "ogre"):
        unit(match, who).vigor = 0
    play(match, "dragon: Attack orc with claws and bite")
    orc = unit(match, "orc")
    assert (orc.fleeing, orc.timers[Effect.FRIGHTENED] > 0) == (flees, not flees)


@pytest.mark.rule("overlay.dragon")
def test_who_is_off_map_has_still_to_face_it():
    made = ground("sky ~~ gate", sky="off_map")
    match = stage(["dragon@gate"], ["burrower@sky", ("orc@gate", {"hp": 90})], battlefield=made, dice=[20, 1, 1, 1])
    for who in ("orc", "burrower"):
        unit(match, who).vigor = 0
    play(match, "dragon: Attack orc with claws and bite")
    assert (unit(match, "orc").awed, unit(match, "burrower").awed) == (1, 0)
    assert_all_dice_used(match)
