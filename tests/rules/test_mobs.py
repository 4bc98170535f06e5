"""Mob Activation: minor creatures that take one Breath together, and what splits them (L148-152)."""

import pytest

from tests.harness import (
    assert_all_dice_used,
    dice_rolled,
    is_breath_of,
    legal_words,
    modifiers,
    noted,
    play,
    unit,
    vigor,
    where,
)
from tests.rules.fields import checks, field, paid
from tests.rules.packs import WALL, attack, band, mob, names, selections
from wzc_env.warzone.words import Kind, Life, Mod, Note, Purpose, Reaction


@pytest.mark.rule("mob.activation")
def test_all_take_the_same_maneuver_and_pay_for_it():
    """L150: the same combination at the same Count; dice and hit points are each one's own."""
    match = band([2, 19, 4, 3])
    assert selections(match, match.take_events()) == [("wolf_0", 3, 9)]
    events = attack(match, "wolf_0", "sword")
    assert names(match, events, Note.PAY) == names(match, events, Note.ATTACK) == ["wolf_0", "wolf_1", "wolf_2"]
    assert [(e.unit, e.roll) for e in dice_rolled(events, Purpose.ATTACK)] == [(1, 2), (2, 19), (3, 3)]
    assert vigor(match) == {"sword": 7, "wolf_0": 7, "wolf_1": 7, "wolf_2": 7}
    assert is_breath_of(match, "wolf_0") is False
    assert (match.names.labels[match.decision.unit], match.decision.kind) == ("wolf_0", Kind.BREATH)
    events = play(match, "wolf_0: Ready Guard", "wolf_0: End Breath")
    assert names(match, events, Note.READY) == names(match, events, Note.BREATH_END) == ["wolf_0", "wolf_1", "wolf_2"]
    assert is_breath_of(match, "sword")  # 7 to 6
    assert_all_dice_used(match)


@pytest.mark.rule("mob.activation")
@pytest.mark.rule("flurry")
def test_each_has_its_own_flurry():
    match = band([2] * 6)
    attack(match, "wolf_0", "sword")
    events = attack(match, "wolf_0", "sword")
    assert [found[Mod.FLURRY] for found in modifiers(events)] == [-2, -2, -2]


@pytest.mark.rule("mob.activation")
@pytest.mark.rule("breath.limit")
def test_one_limit_holds_for_each():
    match = band([2] * 6)
    attack(match, "wolf_0", "sword")
    attack(match, "wolf_0", "sword")
    assert "Attack sword with bite" not in legal_words(match)
    assert [unit(match, f"wolf_{n}").paid for n in range(3)] == [4, 4, 4]


@pytest.mark.rule("mob.activation")
@pytest.mark.rule("count.forfeit")
def test_a_forfeit_is_everybodys():
    match = band()
    events = play(match, "wolf_0: Forfeit")
    assert names(match, events, Note.FORFEIT) == ["wolf_0", "wolf_1", "wolf_2"]
    assert vigor(match) == {"sword": 7, "wolf_0": 0, "wolf_1": 0, "wolf_2": 0}


@pytest.mark.rule("mob.activation")
@pytest.mark.rule("breath.overload")
def test_an_overload_is_declared_together_and_checked_apart():
    match = band([2] * 9 + [20, 1, 20])
    play(match, "wolf_0: Overload")
    for _ in range(3):
        attack(match, "wolf_0", "sword")
    events = play(match, "wolf_0: End Breath")
    assert [(e.unit, bool(e.won)) for e in dice_rolled(events, Purpose.OVERLOAD)] == [(1, True), (2, False), (3, True)]
    assert [unit(match, f"wolf_{n}").limit for n in range(3)] == [3, 5, 3]
    assert [unit(match, f"wolf_{n}").exposed for n in range(3)] == [0, 1, 0]
    events = play(match, "sword: Forfeit")
    assert selections(match, events) == [("wolf_0", 2, 3)]  # 9 - 6; the third is at 0
    assert vigor(match)["wolf_1"] == 0
    assert match.battle.members == 0b1010
    assert_all_dice_used(match)


@pytest.mark.rule("mob.activation")
def test_the_target_falls_and_the_others_go_their_own_way():
    """L152: as soon as it needs a different action. They had not begun: nothing is spent, and they are a mob again."""
    match = band([20, 6, 2], party=[WALL, ("magic_user@front", {"abilities": {"dex": 3}, "hp_now": 1})])
    match.take_events()
    events = play(match, "wolf_0: Attack mage", "mage: Pass")
    assert names(match, events, Note.SPLIT) == ["wolf_1", "wolf_2"]
    assert vigor(match) == {"sword": 7, "mage": 0, "wolf_0": 7, "wolf_1": 9, "wolf_2": 9}
    assert not noted(events, Note.BREATH_END)
    events = play(match, "wolf_0: End Breath")
    assert selections(match, events) == [("wolf_1", 2, 9)]


@pytest.mark.rule("mob.activation")
@pytest.mark.rule("breath.overload")
def test_an_overload_that_paid_for_nothing_is_not_checked():
    """L129: the check belongs to a Breath above the limit; who splits off before its first maneuver had none."""
    match = band([20, 6], party=[WALL, ("magic_user@front", {"abilities": {"dex": 3}, "hp_now": 1})])
    events = play(match, "wolf_0: Overload", "wolf_0: Attack mage", "mage: Pass")
    assert names(match, events, Note.SPLIT) == ["wolf_1", "wolf_2"]
    assert not noted(events, Note.BREATH_END)
    assert not dice_rolled(events, Purpose.OVERLOAD)
    assert [unit(match, f"wolf_{n}").overloaded for n in range(3)] == [1, 0, 0]
    match.add_dice([20])
    events = play(match, "wolf_0: End Breath")
    assert [e.unit for e in dice_rolled(events, Purpose.OVERLOAD)] == [2]  # the first wolf alone
    assert selections(match, events) == [("wolf_1", 2, 9)]
    assert [unit(match, f"wolf_{n}").limit for n in range(3)] == [3, 5, 5]
    assert_all_dice_used(match)


@pytest.mark.rule("mob.activation")
def test_who_splits_after_it_began_ends_its_breath():
    match = band([20, 6], party=[WALL, ("magic_user@front", {"abilities": {"dex": 3}, "hp_now": 1})])
    play(match, "wolf_0: Ready Guard")
    events = play(match, "wolf_0: Attack mage", "mage: Pass")
    assert names(match, events, Note.SPLIT) == names(match, events, Note.BREATH_END) == ["wolf_1", "wolf_2"]
    assert vigor(match) == {"sword": 7, "mage": 0, "wolf_0": 6, "wolf_1": 8, "wolf_2": 8}
    assert (match.names.labels[match.decision.unit], match.battle.members) == ("wolf_0", 0b100)
    assert selections(match, play(match, "wolf_0: End Breath")) == [("wolf_1", 2, 8)]


@pytest.mark.rule("mob.activation")
@pytest.mark.rule("reaction.improvised")
def test_an_improvised_reaction_splits_it():
    """RULING Q1: it has less Vigor now."""
    match = band([2], party=[("sword_fighter@front", {"hp": 90})])  # 11
    play(match, "sword: Attack wolf_1", "wolf_1: Guard", "sword: Ready Guard", "sword: End Breath")
    assert vigor(match) == {"sword": 8, "wolf_0": 9, "wolf_1": 7, "wolf_2": 9}
    assert (match.names.labels[match.decision.unit], match.battle.members) == ("wolf_0", 0b1010)
    events = play(match, "wolf_0: Ready Guard", "wolf_0: End Breath")
    play(match, "sword: Forfeit")
    assert match.battle.members == 0b1010  # 8, 7, 8
    events = play(match, "wolf_0: Ready Guard", "wolf_0: End Breath")
    assert selections(match, events)[-1] == ("wolf_0", 3, 7)  # and all at 7: together again


@pytest.mark.rule("mob.activation")
@pytest.mark.rule("reaction.readied")
def test_a_readied_reaction_is_each_ones_own():
    """RULING Q2: using it costs nothing, so it splits nobody."""
    match = band([2], party=[("sword_fighter@front", {"hp": 90, "abilities": {"dex": 9}})])
    while not is_breath_of(match, "wolf_0"):
        play(match, "sword: Ready Guard", "sword: End Breath")
    play(match, "wolf_0: Ready Guard", "wolf_0: End Breath")
    play(match, "sword: Attack wolf_1", "wolf_1: Guard", "sword: End Breath")
    assert [unit(match, f"wolf_{n}").ready for n in range(3)] == [Reaction.GUARD, Reaction.NONE, Reaction.GUARD]
    assert (match.names.labels[match.decision.unit], match.battle.members) == ("wolf_0", 0b1110)


@pytest.mark.rule("mob.activation")
@pytest.mark.rule("melee.enter")
@pytest.mark.parametrize("fails", [0, 1, 2])
def test_a_failed_check_splits_off_whoever_failed(fails):
    """The contract; the leader too (RULING MOB1: the larger part goes on)."""
    dice = [2 if n == fails else 18 for n in range(3)]
    match = band(dice, foes=[mob("ogre", hd=2, armour="chain", tags=[])])
    events = play(match, "ogre_0: Move melee")
    others = [n for n in range(3) if n != fails]
    assert [won for _, _, won in checks(events)] == [n != fails for n in range(3)]
    assert names(match, events, Note.SPLIT) == names(match, events, Note.BREATH_END) == [f"ogre_{fails}"]
    assert [where(match, f"ogre_{n}") for n in others] == ["melee", "melee"]
    assert unit(match, f"ogre_{fails}").exposed == 1
    assert vigor(match) == {"sword": 7, "ogre_0": 7, "ogre_1": 7, "ogre_2": 7}
    assert match.names.labels[match.decision.unit] == f"ogre_{others[0]}"
    assert match.battle.members == sum(2 << n for n in others)


@pytest.mark.rule("mob.activation")
@pytest.mark.rule("melee.enter")
def test_of_equal_parts_the_one_with_the_first_goes_on():
    match = band([2, 18], foes=[mob("ogre", count=2, hd=2, armour="chain", tags=[])])
    events = play(match, "ogre_0: Move melee")
    assert names(match, events, Note.SPLIT) == ["ogre_1"]
    assert match.names.labels[match.decision.unit] == "ogre_0"
    assert where(match, "ogre_0") == "far"


@pytest.mark.rule("mob.activation")
@pytest.mark.rule("melee.enter")
def test_all_who_fail_stay_together():
    match = band([2, 2, 2], foes=[mob("ogre", hd=2, armour="chain", tags=[])])
    events = play(match, "ogre_0: Move melee")
    assert not noted(events, Note.SPLIT)
    assert match.battle.members == 0b1110


@pytest.mark.rule("mob.activation")
@pytest.mark.rule("interdict")
@pytest.mark.parametrize("stopped", [0, 1, 2])
def test_whoever_is_interdicted_is_left_behind(stopped):
    """Each entry has its own window; the leader's hit sends the others on under the next."""
    wall = ("sword_fighter@melee", {"hp": 90, "abilities": {"dex": 3}})
    match = band([20, 1], party=[wall])
    events = play(match, "wolf_0: Move melee")
    for n in range(3):
        assert (match.decision.kind, match.names.labels[match.decision.unit]) == (Kind.INTERDICT, "sword")
        events += play(match, "sword: Interdict" if n == stopped else "sword: Pass")
    assert names(match, events, Note.STOPPED) == names(match, events, Note.SPLIT) == [f"wolf_{stopped}"]
    assert [where(match, f"wolf_{n}") for n in range(3)] == ["far" if n == stopped else "melee" for n in range(3)]
    assert match.names.labels[match.decision.unit] == f"wolf_{1 if stopped == 0 else 0}"
    assert unit(match, f"wolf_{stopped}").exposed == 0
    assert_all_dice_used(match)


@pytest.mark.rule("mob.activation")
@pytest.mark.rule("capacity")
def test_who_finds_no_room_is_left_behind():
    tight = field({"front": "front_line party", "gap": "2", "far": "foes"}, "front -- gap", "gap -- far")
    match = band(battlefield=tight)
    events = play(match, "wolf_0: Move gap")
    assert names(match, events, Note.SPLIT) == ["wolf_2"]
    assert vigor(match) == {"sword": 7, "wolf_0": 7, "wolf_1": 7, "wolf_2": 9}
    events = play(match, "wolf_0: End Breath")
    assert selections(match, events) == [("wolf_2", 1, 9)]


@pytest.mark.rule("mob.activation")
@pytest.mark.rule("breakthrough")
def test_a_step_that_becomes_cheaper_on_the_way_splits_by_vigor():
    """RULING Q1: the third finds the Zone Contested and pays a Move."""
    match = band([20, 20, 20], foes=[mob(count=4)], party=[("sword_fighter@front", {"hp": 90, "effects": {"slow": 9},
        "abilities": {"dex": 3}})])  # fmt: skip
    events = play(match, "wolf_0: Move front")
    while match.decision.kind == Kind.INTERDICT:
        events += play(match, "sword: Pass")
    assert paid(events) == [3, 3, 2, 2]
    assert names(match, events, Note.SPLIT) == ["wolf_2", "wolf_3"]
    assert match.battle.members == 0b110


@pytest.mark.rule("mob.activation")
@pytest.mark.rule("parry_riposte")
def test_a_riposte_fells_one_member_and_the_rest_go_on():
    match = band([2, 20, 8, 2, 2], foes=[mob(hp_now=1)])
    play(match, "wolf_0: Attack sword", "sword: Parry & Riposte")  # 3 of its 7; wolf_0 falls
    assert unit(match, "wolf_0").life == Life.DEAD
    events = play(match, "sword: Pass") + (play(match, "sword: Pass") if match.decision.kind == Kind.DEFEND else [])
    assert names(match, events, Note.ATTACK)[-1:] == ["wolf_2"]
    assert (match.names.labels[match.decision.unit], match.battle.members) == ("wolf_1", 0b1100)
    assert not names(match, events, Note.SPLIT)
    assert [unit(match, f"wolf_{n}").vigor for n in range(3)] == [0, 7, 7]
    assert_all_dice_used(match)


@pytest.mark.rule("mob.activation")
@pytest.mark.rule("interdict")
def test_a_leader_killed_on_its_way_is_followed_all_the_same():
    wall = ("sword_fighter@melee", {"hp": 90, "abilities": {"dex": 3}})
    match = band([20, 8], foes=[mob(hp_now=1)], party=[wall])
    play(match, "wolf_0: Move melee", "sword: Interdict", "sword: Pass", "sword: Pass")
    assert unit(match, "wolf_0").life == Life.DEAD
    assert [where(match, f"wolf_{n}") for n in (1, 2)] == ["melee", "melee"]
    assert (match.names.labels[match.decision.unit], match.battle.members) == ("wolf_1", 0b1100)
