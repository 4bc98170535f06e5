"""Optional Module 2: Squads without a commander (L493-502)."""

import pytest

from tests.harness import assert_all_dice_used, dice_rolled, noted, play, stage, unit, until, until_breath_of, where
from tests.rules.companies import BOW, CROSSBOW, MODULES, OGRE, SPEAR, block, company, decline, order, squad
from tests.rules.fields import NO_MORALE
from tests.rules.test_giant import BEAST, BODY
from wzc_env.warzone.words import Kind, Note, Order, Phase, Purpose, Why

GOBLIN = ("goblin@back", {"morale": 0})


def lost(place="front", dice=(), foes=(OGRE,), party=(GOBLIN,), rules=None, **changes):
    """A Squad that has nobody to lead it, a goblin beside it."""
    return stage(
        [*party, squad("spears", place, 3, led_by="nobody", **changes)], list(foes), modules=MODULES,
        rules={**NO_MORALE, **(rules or {})}, dice=list(dice),
    )  # fmt: skip


def to_the_lull(match):
    """Everybody forfeits, nobody reacts; what happened up to the Lull."""
    return until(match, lambda: match.over or match.battle.phase == Phase.MAINTENANCE or match.battle.turn == 2)


@pytest.mark.rule("squad.leaderless")
def test_it_comes_after_all_vigor_is_spent_and_costs_nothing():
    match = lost(dice=[3], foes=[("ogre@rear", {"morale": 0})])
    events = to_the_lull(match)
    order_ = [e.note for e in events if e.note in (Note.FORFEIT, Note.LEADERLESS, Note.LULL)]
    assert order_ == [Note.FORFEIT, Note.FORFEIT, Note.LEADERLESS, Note.LULL]
    assert noted(events, Note.PAY) == []


@pytest.mark.rule("squad.leaderless")
@pytest.mark.parametrize(("die", "place"), [(1, "front"), (5, "front"), (2, "back"), (6, "back")])
def test_unengaged_it_holds_on_an_odd_die_and_goes_back_on_an_even_one(die, place):
    match = lost(dice=[die], foes=[("ogre@rear", {"morale": 0})])
    events = to_the_lull(match)
    assert [(e.amount, e.roll) for e in dice_rolled(events, Purpose.LEADERLESS)] == [(6, die)]
    assert where(match, "spears") == place
    assert_all_dice_used(match)


@pytest.mark.rule("squad.leaderless")
def test_in_its_own_back_line_it_stays():
    """RULING Q8: it does not leave the battlefield."""
    match = lost("back", dice=[2], foes=[("ogre@rear", {"morale": 0})])
    to_the_lull(match)
    assert where(match, "spears") == "back"


@pytest.mark.rule("squad.leaderless")
@pytest.mark.parametrize("foe", ["ogre@front", "ogre@far"])
def test_engaged_it_fights_on(foe):
    """Same Zone or across an engagement line; one Attack of every member."""
    match = lost(dice=[2, 2, 15, 6], foes=[(foe, {"morale": 0, "hp": 60, "ac": 12})])
    events = to_the_lull(match)
    assert [e.what for e in noted(events, Note.LEADERLESS)] == [Order.ATTACK]
    assert [match.names.labels[e.unit] for e in noted(events, Note.ATTACK)] == ["spears"]
    assert [e.roll for e in dice_rolled(events, Purpose.ATTACK)] == [2, 2, 15]
    assert_all_dice_used(match)


@pytest.mark.rule("squad.leaderless")
def test_it_turns_on_the_nearest():
    match = lost(dice=[2, 2, 2], foes=[("ogre@far", {"morale": 0}), ("goblin@front", {"morale": 0})])
    events = to_the_lull(match)
    assert [match.names.labels[e.other] for e in noted(events, Note.ATTACK)] == ["goblin_1"]


@pytest.mark.rule("squad.leaderless")
def test_an_enemy_who_cannot_strike_across_does_not_engage_it():
    """An archer on the other side of the line has no melee weapon in hand."""
    match = lost(dice=[1], foes=[("raider_archer@far", {"morale": 0})])
    assert [e.what for e in noted(to_the_lull(match), Note.LEADERLESS)] == [Order.FALL_BACK]
    match = lost(dice=[2] * 3, foes=[("raider_archer@far", {"morale": 0, "gear": SPEAR})])
    assert [e.what for e in noted(to_the_lull(match), Note.LEADERLESS)] == [Order.ATTACK]


@pytest.mark.rule("squad.leaderless")
def test_who_has_no_melee_weapon_shoots():
    """RULING LDL1."""
    match = lost(dice=[2], gear=BOW)
    events = to_the_lull(match)
    assert [match.names.labels[e.unit] for e in noted(events, Note.VOLLEY)] == ["spears"]
    assert_all_dice_used(match)
    match = lost(dice=[], gear=CROSSBOW)
    unit(match, "spears").unloaded = 1
    assert [e.what for e in noted(to_the_lull(match), Note.LEADERLESS)] == [Order.SHIELD_WALL]


@pytest.mark.rule("squad.leaderless")
def test_its_target_may_use_what_it_holds_ready():
    match = lost(dice=[13, 2, 2], foes=[("ogre@far", {"morale": 0, "ac": 12})])
    until_breath_of(match, "ogre")
    play(match, "ogre: Ready Guard", "ogre: End Breath")
    until(match, lambda: match.decision.kind == Kind.DEFEND)
    events = play(match, "ogre: Guard") + decline(match)
    assert [e.need for e in dice_rolled(events, Purpose.ATTACK)] == [16, 12, 12]


@pytest.mark.rule("squad.leaderless")
def test_squads_act_in_roster_order():
    match = stage(
        [GOBLIN, squad("spears", "front", 3, led_by="nobody"), squad("second", "flank", 3, led_by="nobody")],
        [("ogre@rear", {"morale": 0})], modules=MODULES, rules=NO_MORALE, dice=[2, 1],
    )  # fmt: skip
    events = to_the_lull(match)
    assert [match.names.labels[e.unit] for e in noted(events, Note.LEADERLESS)] == ["spears", "second"]
    assert (where(match, "spears"), where(match, "second")) == ("back", "flank")


@pytest.mark.rule("squad.leaderless")
def test_a_squad_whose_leader_is_out_of_vigor_is_idle_not_leaderless():
    """RULING Q7; so is one whose leader sleeps (RULING LDR2)."""
    match = company([OGRE], squad(), dice=[], rules=NO_MORALE)
    assert noted(to_the_lull(match), Note.LEADERLESS) == []
    match = company([OGRE], squad(), dice=[], rules=NO_MORALE)
    unit(match, "captain").timers[3] = 4
    assert noted(to_the_lull(match), Note.LEADERLESS) == []
    assert block(match, "spears").leader == 0


@pytest.mark.rule("squad.leaderless")
@pytest.mark.rule("squad.command")
def test_a_new_leader_takes_command():
    """L495: until a new leader takes command; any leader of the side may, nobody else."""
    match = lost(party=[GOBLIN, ("orc@back", {"leader": True, "name": "serjeant"})], dice=[])
    until_breath_of(match, "goblin")
    assert match.why(match.parse("Command spears")) == Why.NOT_ITS_LEADER
    until_breath_of(match, "serjeant")
    events = order(match, "spears", "Shield Wall", leader="serjeant")
    assert [(e.unit, e.other) for e in noted(events, Note.NEW_LEADER)] == [(1, 2)]
    assert block(match, "spears").leader == 1
    assert noted(to_the_lull(match), Note.LEADERLESS) == []


@pytest.mark.rule("squad.leaderless")
@pytest.mark.rule("squad.command")
def test_no_leader_of_the_enemy_takes_over_a_leaderless_squad():
    match = lost(foes=[("raider_captain@far", {"leader": True, "morale": 0})])
    until_breath_of(match, "captain")
    assert match.why(match.parse("Command spears")) == Why.NOT_ITS_LEADER


@pytest.mark.rule("squad.leaderless")
def test_it_fights_on_after_its_leader_has_left():
    """RULING LDR2: who has left leads no more."""
    match = company([("goblin@far", {"morale": 0, "hp": 50})], squad("spears", "front", 3), dice=[1, 1, 2, 2, 2],
                    rules=NO_MORALE)  # fmt: skip
    play(match, "captain: Withdraw")
    assert block(match, "spears").leader == -1
    events = to_the_lull(match)
    assert [match.names.labels[e.unit] for e in noted(events, Note.ATTACK)] == ["spears"]
    assert_all_dice_used(match)


@pytest.mark.rule("squad.leaderless")
@pytest.mark.rule("battlefield.giant")
@pytest.mark.parametrize(("place", "fights"), [("field", True), ("leg", True), ("head", True), ("wood", False)])
def test_a_giant_engages_it_from_every_part_of_its_body(place, fights):
    """It is in each Zone of its body, and strikes whoever is in or beside one (RULING GIA2)."""
    ground = {**BEAST, "zones": {**BEAST["zones"], "leg": {"title": "Leg"}}}
    match = stage(
        [("goblin@hill", {"morale": 0}), squad("spears", place, 3, led_by="nobody")],
        [("ogre@field", {**BODY, "ac": 30})], battlefield=ground, modules=MODULES, rules=NO_MORALE,
        dice=[2] * 3 if fights else [1],
    )  # fmt: skip
    events = to_the_lull(match)
    assert [e.what for e in noted(events, Note.LEADERLESS)] == [Order.ATTACK if fights else Order.FALL_BACK]
    assert_all_dice_used(match)


@pytest.mark.rule("squad.leaderless")
def test_an_enemy_who_cannot_fight_does_not_engage_it():
    """RULING ENG1."""
    match = lost(
        foes=[("goblin@front", {"morale": 0, "effects": {"asleep": 3}}), ("ogre@rear", {"morale": 0})], dice=[1]
    )
    assert [e.what for e in noted(to_the_lull(match), Note.LEADERLESS)] == [Order.FALL_BACK]
    assert_all_dice_used(match)


@pytest.mark.rule("squad.leaderless")
@pytest.mark.parametrize(("foe", "dice", "wall"), [
    ("goblin@front", [2, 2, 2], 0), ("goblin@rear", [2], 0), ("goblin@rear", [1], 1),
])  # fmt: skip
def test_its_shield_wall_opens_when_it_fights_or_goes_back_and_stands_while_it_holds(foe, dice, wall):
    match = lost(foes=[(foe, {"morale": 0, "hp": 50, "ac": 25})], dice=dice)
    block(match, "spears").wall = 1
    to_the_lull(match)
    assert block(match, "spears").wall == wall
    assert_all_dice_used(match)
