"""Reactions: the window, what is Readied, what is improvised, what limits them (L216-246)."""

import pytest

from tests.harness import (
    assert_all_dice_used,
    dice_rolled,
    legal_words,
    noted,
    play,
    stage,
    unit,
    until_breath_of,
    vigor,
)
from tests.rules.fields import armour_classes, paid
from wzc_env.warzone.words import Kind, Note, Purpose, Reaction, Verb, Why

# The sword fighter: Vigor 11, AC 16, sword +4. The captain: Vigor 10, AC 14, heavy two-handed sword +3.
# Both stand in a Front Line that their side Controls (+1 in melee).

BLADES = [{"name": "blades", "attacks": [{"name": "blades", "bonus": 3, "rolls": ["1d8", "1d6"]}]}]
"""A routine of two rolls."""

TWO_ROLLS = ("raider_captain@far", {"gear": BLADES})


def readied(technique: str, dice: list[int], foe=TWO_ROLLS):
    """The sword fighter has Readied a technique and 7 or 8 Vigor left; it is the captain's Breath."""
    match = stage(party=["sword_fighter@front"], foes=[foe], dice=[1, *dice])
    play(match, f"sword: Ready {technique}", "sword: Shove captain", "sword: End Breath")
    assert match.decision.unit == 1
    return match


@pytest.mark.rule("reaction.window")
def test_a_reaction_interrupts_the_maneuver_which_then_goes_on():
    match = readied("Parry & Riposte", dice=[2, 20, 5, 20, 4])
    play(match, "captain: Attack sword")
    assert (match.decision.kind, match.decision.unit) == (Kind.DEFEND, 0)
    events = play(match, "sword: Parry & Riposte")
    assert [Purpose(e.what) for e in dice_rolled(events)] == [
        Purpose.ATTACK, Purpose.RIPOSTE, Purpose.DAMAGE,
    ]  # fmt: skip
    assert (match.decision.kind, match.decision.unit) == (Kind.DEFEND, 0)  # the second roll of the routine
    events = play(match, "sword: Pass")
    assert [Purpose(e.what) for e in dice_rolled(events)] == [Purpose.ATTACK, Purpose.DAMAGE]
    assert (match.decision.kind, match.decision.unit) == (Kind.BREATH, 1)  # and the captain's Breath goes on
    assert_all_dice_used(match)


@pytest.mark.rule("reaction.window")
def test_a_basic_attack_is_one_roll_and_costs_nothing():
    match = stage(party=["sword_fighter@front"], foes=[TWO_ROLLS], dice=[1, 20, 6])
    play(match, "sword: Attack captain", "captain: Parry & Riposte")
    assert vigor(match) == {"sword": 9, "captain": 7}  # 3 for the reaction, nothing for the blow
    assert unit(match, "sword").hp == 24 - 6  # one blade, of the two that the routine has
    assert match.decision.kind == Kind.BREATH
    assert_all_dice_used(match)


@pytest.mark.rule("reaction.window")
@pytest.mark.rule("count.order")
def test_vigor_spent_on_a_reaction_changes_who_is_next():
    plain = stage(party=["sword_fighter@front"], foes=["raider_captain@far"], dice=[1])
    play(plain, "sword: Attack captain", "captain: Pass", "sword: End Breath")
    assert plain.decision.unit == 1  # 10 against 9
    spent = stage(party=["sword_fighter@front"], foes=["raider_captain@far"], dice=[1])
    play(spent, "sword: Attack captain", "captain: Guard", "sword: End Breath")
    assert vigor(spent) == {"sword": 9, "captain": 8}
    assert spent.decision.unit == 0


@pytest.mark.rule("reaction.readied")
@pytest.mark.number("t23")
def test_a_readied_reaction_triggers_for_nothing_and_once():
    match = readied("Guard", dice=[2, 2])
    assert vigor(match)["sword"] == 8
    play(match, "captain: Attack sword")
    events = play(match, "sword: Guard")
    assert [(e.what, e.mod, e.total) for e in noted(events, Note.REACT)] == [(Reaction.GUARD, 0, 8)]
    assert vigor(match)["sword"] == 8
    assert unit(match, "sword").ready == Reaction.NONE
    events = play(match, "sword: Guard")  # RULING R4: the second roll needs a payment of its own
    assert [(e.mod, e.total) for e in noted(events, Note.REACT)] == [(2, 6)]
    assert_all_dice_used(match)


@pytest.mark.rule("reaction.readied")
@pytest.mark.number("t23")
def test_one_reaction_is_held_at_a_time():
    match = stage(party=["sword_fighter@front"], foes=["raider_captain@far"])
    play(match, "sword: Ready Guard")
    for technique in ("Guard", "Parry & Riposte", "Interdict"):
        assert match.why(match.parse(f"Ready {technique}")) == Why.READY_HELD  # RULING R16
    play(match, "sword: Move back", "sword: End Breath", "captain: Forfeit")
    events = play(match, "sword: Ready Interdict")
    assert unit(match, "sword").ready == Reaction.INTERDICT
    assert [e.what for e in noted(events, Note.EXPIRE)] == [Reaction.GUARD]


@pytest.mark.rule("reaction.readied")
@pytest.mark.number("t23")
def test_it_expires_at_the_next_breath_without_refund():
    match = stage(party=["sword_fighter@front"], foes=["raider_captain@far"])
    play(match, "sword: Ready Interdict", "sword: Move back", "sword: End Breath", "captain: Forfeit")
    assert unit(match, "sword").ready == Reaction.INTERDICT  # selected, but the Breath has not begun
    events = play(match, "sword: Move front")
    assert [(e.unit, e.what) for e in noted(events, Note.EXPIRE)] == [(0, Reaction.INTERDICT)]
    assert unit(match, "sword").ready == Reaction.NONE
    assert vigor(match)["sword"] == 11 - 2 - 2 - 2


@pytest.mark.rule("reaction.readied")
def test_overload_begins_the_breath_too():
    match = stage(party=["sword_fighter@front"], foes=["raider_captain@far"])
    play(match, "sword: Ready Guard", "sword: Move back", "sword: End Breath", "captain: Forfeit")
    events = play(match, "sword: Overload")
    assert [e.what for e in noted(events, Note.EXPIRE)] == [Reaction.GUARD]


@pytest.mark.rule("reaction.readied")
@pytest.mark.number("t23")
def test_it_expires_in_the_lull_and_a_forfeit_keeps_it_until_then():
    match = stage(party=["sword_fighter@front"], foes=["raider_captain@far"], dice=[1])
    play(match, "sword: Ready Guard", "sword: Move back", "sword: Move front", "sword: End Breath")
    play(match, "captain: Move rear", "captain: Move far", "captain: End Breath", "sword: Forfeit")
    assert unit(match, "sword").ready == Reaction.GUARD  # RULING B7
    play(match, "captain: Attack sword", "sword: Guard")  # at 0 Vigor (RULING B8)
    assert vigor(match) == {"sword": 0, "captain": 3}

    match = stage(party=["sword_fighter@front"], foes=["raider_captain@far"])
    play(match, "sword: Ready Guard", "sword: Move back", "sword: End Breath", "captain: Forfeit")
    events = play(match, "sword: Forfeit")
    assert [e.what for e in noted(events, Note.EXPIRE)] == [Reaction.GUARD]
    assert match.battle.turn == 2


@pytest.mark.rule("reaction.improvised")
@pytest.mark.number("t22")
@pytest.mark.parametrize(("technique", "cost"), [("Guard", 2), ("Parry & Riposte", 3)])
def test_the_improvised_cost_is_half_more_rounded_up(technique, cost):
    match = stage(party=["sword_fighter@front"], foes=["raider_captain@far"], dice=[20, 1])
    play(match, "sword: Attack captain", f"captain: {technique}")
    assert vigor(match)["captain"] == 10 - cost
    assert_all_dice_used(match)


@pytest.mark.rule("reaction.improvised")
@pytest.mark.number("t22")
def test_an_improvised_interdict_costs_three():
    match = stage(party=["sword_fighter@front"], foes=["raider_captain@far"], dice=[20, 1])
    play(match, "sword: Move far", "captain: Interdict")
    assert vigor(match)["captain"] == 7
    assert_all_dice_used(match)


@pytest.mark.rule("reaction.improvised")
@pytest.mark.parametrize(
    ("left", "offered"),
    [(0, None), (1, None), (2, ["Pass", "Guard"]), (3, ["Pass", "Guard", "Parry & Riposte"])],
)
def test_it_must_be_affordable(left, offered):
    match = stage(party=["sword_fighter@front"], foes=["raider_captain@far"], dice=[1])
    unit(match, "captain").vigor = left
    play(match, "sword: Attack captain")
    if offered is None:  # RULING R2: no debt, so nobody is asked
        assert match.decision.kind == Kind.BREATH
    else:
        assert legal_words(match) == offered
        assert (match.why(int(match.setup.offset[Verb.PARRY])) == Why.REACTION_VIGOR) == (left == 2)


@pytest.mark.rule("reaction.improvised")
def test_holding_another_technique_does_not_bar_improvising():
    match = readied("Interdict", dice=[2], foe="raider_captain@far")
    play(match, "captain: Attack sword", "sword: Guard")  # RULING R3
    assert vigor(match)["sword"] == 11 - 2 - 2 - 2
    assert unit(match, "sword").ready == Reaction.INTERDICT


@pytest.mark.rule("reaction.improvised")
@pytest.mark.rule("haste")
@pytest.mark.rule("slow")
@pytest.mark.parametrize(
    ("effect", "guard", "parry"), [("haste", 1, 2), ("slow", 4, 6)]
)  # RULING A7: half more first (2 and 3), then the speed
def test_speed_applies_after_the_half_more(effect, guard, parry):
    for technique, cost in (("Guard", guard), ("Parry & Riposte", parry)):
        match = stage(
            party=["sword_fighter@front"],
            foes=[("raider_captain@far", {"effects": {effect: 5}})],
            dice=[20, 1],
        )
        until_breath_of(match, "sword")
        unit(match, "captain").vigor = 10
        play(match, "sword: Attack captain", f"captain: {technique}")
        assert vigor(match)["captain"] == 10 - cost


@pytest.mark.rule("reaction.limits")
def test_each_roll_has_one_defensive_reaction_declared_before_the_die():
    match = stage(party=["sword_fighter@front"], foes=[("raider_captain@far", {"hp": 60})], dice=[20, 1])
    events = play(match, "sword: Attack captain")
    assert not dice_rolled(events)  # RULING R18: declared first, then the roll
    assert match.dice_left == 2
    events = play(match, "captain: Guard")
    assert len(dice_rolled(events, Purpose.ATTACK)) == 1
    assert match.decision.kind == Kind.BREATH  # no second declaration against the same roll
    assert_all_dice_used(match)


@pytest.mark.rule("reaction.limits")
@pytest.mark.rule("attack.routine")
def test_each_roll_of_a_routine_opens_a_window_while_it_can_be_paid():
    claws = {"gear": [], "attacks": [{"name": "claws", "bonus": 9, "rolls": ["1d4", "1d4", "1d8"]}]}
    match = stage(party=["sword_fighter@front"], foes=[("ogre@far", {**claws, "hd": 9})], dice=[2, 2, 2])
    unit(match, "sword").vigor = 5
    events = play(match, "ogre: Attack sword", "sword: Guard", "sword: Guard")
    assert vigor(match)["sword"] == 1
    assert armour_classes(events) == [20, 20, 16]  # the third roll came without a window
    assert paid(events) == [2]
    assert match.decision.unit == 1
    assert_all_dice_used(match)


@pytest.mark.rule("reaction.limits")
def test_what_is_declared_is_spent_even_against_a_wild_miss():
    match = readied("Guard", dice=[1], foe="raider_captain@far")
    play(match, "captain: Attack sword", "sword: Guard")  # RULING R18
    assert unit(match, "sword").ready == Reaction.NONE
    assert_all_dice_used(match)


@pytest.mark.rule("reaction.limits")
def test_reaction_costs_are_outside_the_breath_limit():
    match = stage(party=["sword_fighter@front"], foes=[("raider_captain@far", {"hd": 9})], dice=[1, 1])
    play(match, "captain: Attack sword", "sword: Parry & Riposte", "captain: End Breath")
    until_breath_of(match, "sword")
    assert vigor(match)["sword"] == 8
    events = play(match, "sword: Move back", "sword: Move front", "sword: Ready Guard")
    assert sum(paid(events)) == 5


@pytest.mark.rule("reaction.limits")
def test_nobody_reacts_in_its_own_breath():
    match = stage(party=["sword_fighter@front"], foes=["raider_captain@far"], dice=[1, 20, 5])
    play(match, "sword: Ready Guard", "sword: Attack captain", "captain: Parry & Riposte")
    assert unit(match, "sword").hp == 24 - 5  # RULING R1: the riposte met no Guard, though one was held
    assert unit(match, "sword").ready == Reaction.GUARD
    match = stage(party=["sword_fighter@front"], foes=["raider_captain@far"], dice=[20, 20, 3])
    play(match, "sword: Ready Guard", "sword: Move far", "captain: Interdict")
    assert unit(match, "sword").hp == 24 - 3
    assert unit(match, "sword").ready == Reaction.GUARD
    assert_all_dice_used(match)


@pytest.mark.rule("reaction.limits")
@pytest.mark.parametrize(("effect", "fleeing"), [("held", 0), ("asleep", 0), (None, 1)])
def test_the_helpless_and_the_fleeing_do_not_react(effect, fleeing):
    foes = [("raider_captain@far", {"effects": {effect: 9} if effect else {}}), "goblin@rear"]
    match = stage(party=["sword_fighter@front"], foes=foes, dice=[1, 20])
    until_breath_of(match, "sword")
    unit(match, "captain").vigor = 9
    unit(match, "captain").fleeing = fleeing  # RULING FLE1
    play(match, "sword: Attack captain")
    assert (match.decision.kind, match.decision.unit) == (Kind.BREATH, 0)
    play(match, "sword: Move far")  # no Interdict either
    assert (match.decision.kind, match.decision.unit) == (Kind.BREATH, 0)


@pytest.mark.rule("reaction.limits")
def test_interdict_at_the_entry_and_a_defence_later_in_one_breath():
    match = stage(party=["sword_fighter@front"], foes=["raider_captain@far"], dice=[20, 1, 1])
    play(match, "sword: Move far", "captain: Interdict", "sword: Attack captain", "captain: Guard")
    assert vigor(match)["captain"] == 10 - 3 - 2
    assert_all_dice_used(match)
