"""Interdict: whose entry, from where, in which order, and what a hit does (L237, L246, L371)."""

import pytest

from tests.harness import (
    assert_all_dice_used,
    dice_rolled,
    legal_words,
    modifiers,
    noted,
    play,
    stage,
    unit,
    until_breath_of,
    vigor,
    where,
)
from tests.rules.fields import NO_MORALE, checks, field, paid
from wzc_env.warzone.words import Kind, Mod, Note, Purpose, Reaction

# The sword fighter: Vigor 11, AC 16, HP 24. The captain: Vigor 10, +3, 1d10, in a Front Line that it Controls (+1).


@pytest.mark.rule("interdict")
@pytest.mark.number("t26")
def test_a_hit_cancels_the_entry_and_the_cost_stays_spent():
    match = stage(party=["sword_fighter@front"], foes=["raider_captain@far"], dice=[20, 12, 6])
    events = play(match, "sword: Move far")
    assert checks(events) == [(Purpose.BREAKTHROUGH, 10, True)]  # RULING R10: after the check and the cost
    assert vigor(match)["sword"] == 8
    assert where(match, "sword") == "front"
    assert (match.decision.kind, match.decision.unit) == (Kind.INTERDICT, 1)
    assert legal_words(match) == ["Pass", "Interdict"]
    events = play(match, "captain: Interdict")
    (roll,) = dice_rolled(events, Purpose.INTERDICT)
    assert (roll.total, roll.need, roll.won) == (16, 16, 1)
    assert unit(match, "sword").hp == 24 - 6
    assert where(match, "sword") == "front"
    assert unit(match, "sword").exposed == 0
    assert vigor(match) == {"sword": 8, "captain": 7}
    assert [(e.unit, e.other, e.zone) for e in noted(events, Note.STOPPED)] == [(0, 1, 2)]
    assert not noted(events, Note.MOVE)
    assert (match.decision.kind, match.decision.unit) == (Kind.BREATH, 0)
    assert_all_dice_used(match)


@pytest.mark.rule("interdict")
def test_a_miss_lets_the_mover_in():
    match = stage(party=["sword_fighter@front"], foes=["raider_captain@far"], dice=[20, 11])
    play(match, "sword: Move far", "captain: Interdict")
    assert where(match, "sword") == "far"
    assert unit(match, "sword").hp == 24
    assert_all_dice_used(match)


@pytest.mark.rule("interdict")
def test_declining_costs_nothing():
    match = stage(party=["sword_fighter@front"], foes=["raider_captain@far"], dice=[20])
    play(match, "sword: Move far", "captain: Pass")
    assert where(match, "sword") == "far"
    assert vigor(match)["captain"] == 10


@pytest.mark.rule("interdict")
@pytest.mark.number("t26")
def test_a_failed_check_opens_no_window():
    match = stage(party=["sword_fighter@front"], foes=["raider_captain@far"], dice=[7])
    play(match, "sword: Move far")  # 7 + 2 against 10
    assert match.decision.unit == 0
    assert vigor(match) == {"sword": 8, "captain": 10}
    assert_all_dice_used(match)


@pytest.mark.rule("interdict")
@pytest.mark.rule("reaction.readied")
def test_readied_it_costs_nothing_and_the_unused_one_is_lost():
    match = stage(party=["sword_fighter@front"], foes=["raider_captain@far"], dice=[1])
    play(match, "sword: Ready Interdict", "sword: Shove captain", "sword: End Breath")
    play(match, "captain: Ready Guard", "captain: End Breath", "captain: Forfeit")
    events = play(match, "sword: Move back")
    assert [(e.unit, e.what) for e in noted(events, Note.EXPIRE)] == [(0, Reaction.INTERDICT)]
    assert vigor(match)["sword"] == 5

    match = stage(party=["sword_fighter@front"], foes=["raider_captain@far"], dice=[1, 20, 1])
    play(match, "sword: Ready Interdict", "sword: Shove captain", "sword: End Breath")
    events = play(match, "captain: Move front", "sword: Interdict")
    assert [(e.mod, e.total) for e in noted(events, Note.REACT)] == [(0, 7)]
    assert unit(match, "sword").ready == Reaction.NONE
    assert_all_dice_used(match)


THREE = field(
    {"camp": "back_line party", "field": "", "melee": "melee", "line": "front_line foes", "rear": "back_line foes"},
    "camp -- field",
    "field == line",
    "field -- melee",
    "melee -- line",
    "line -- rear",
)


@pytest.mark.rule("interdict")
@pytest.mark.parametrize(
    ("start", "action", "foe", "asked"),
    [
        ("camp", "Move field", "field", True),  # a Breakthrough
        ("camp", "Rush field", "field", True),
        ("field", "Move melee", "melee", True),  # the Melee's own entry
        ("melee", "Move field", "field", True),  # out of the Melee
        ("melee", "Forced Exit field", "field", True),
        ("camp", "Move field", "line", False),  # RULING R8: not from an adjacent Zone, nor across the line
        ("field", "Move melee", "line", False),
        ("field", "Move camp", "line", False),
        ("melee", "Move field", "melee", False),  # not against who leaves
    ],
)
def test_every_entry_into_the_reactors_zone_and_no_other(start, action, foe, asked):
    match = stage(party=[f"sword_fighter@{start}"], foes=[f"raider_captain@{foe}"], battlefield=THREE, dice=[20, 20])
    play(match, f"sword: {action}")  # RULING R9
    assert (match.decision.kind == Kind.INTERDICT) == asked


@pytest.mark.rule("interdict")
def test_a_plain_move_into_a_contested_zone_is_an_entry_too():
    match = stage(
        party=["sword_fighter@camp", "spear_fighter@field"], foes=["raider_captain@field"], battlefield=THREE,
        dice=[1],
    )  # fmt: skip
    events = play(match, "sword: Move field", "captain: Interdict")
    assert paid(events) == [2]
    assert where(match, "sword") == "field"


@pytest.mark.rule("interdict")
def test_not_against_who_is_there_already_nor_against_missiles():
    match = stage(party=["sword_fighter@melee"], foes=["raider_captain@melee", "raider_archer@far"], dice=[1])
    play(match, "sword: Attack captain", "captain: Pass", "sword: End Breath")
    play(match, "captain: Ready Interdict", "captain: End Breath")
    until_breath_of(match, "archer")
    unit(match, "sword").vigor = unit(match, "captain").vigor = 9
    play(match, "archer: Attack sword with bow")
    assert match.decision.kind == Kind.DEFEND
    assert legal_words(match) == ["Pass", "Guard"]


@pytest.mark.rule("interdict")
def test_only_with_a_melee_weapon_in_hand():
    match = stage(party=["sword_fighter@front"], foes=["raider_archer@far", "orc@far"], dice=[20])
    play(match, "sword: Move far")  # a bow and a crossbow in hand (RULING R12)
    assert where(match, "sword") == "far"
    match = stage(party=["sword_fighter@front"], foes=["raider_archer@far", "orc@far"], dice=[20])
    unit(match, "orc").gear = 1
    play(match, "sword: Move far")
    assert (match.decision.kind, match.decision.unit) == (Kind.INTERDICT, 2)


@pytest.mark.rule("interdict")
def test_several_strike_in_count_order_until_the_first_hit():
    foes = ["goblin@far", "raider_captain@far", ("orc@far", {"hd": 5, "gear": [], "attacks": ORC_FISTS})]
    match = stage(party=["sword_fighter@front"], foes=foes, dice=[20, 1, 20, 1])
    until_breath_of(match, "sword")
    match.battle.units[1].vigor = 9
    match.battle.units[2].vigor = 9
    unit(match, "orc").vigor = 11
    unit(match, "orc").ready = Reaction.INTERDICT
    play(match, "sword: Move far")
    assert match.decision.unit == 3  # RULING R11: most Vigor first
    play(match, "orc: Interdict")
    assert match.decision.unit == 2  # a tie at 9: more Hit Dice first
    play(match, "captain: Interdict")
    assert match.decision.unit == 0  # stopped: the goblin is not asked
    assert where(match, "sword") == "front"
    assert vigor(match) == {"sword": 8, "goblin": 9, "captain": 6, "orc": 11}
    assert_all_dice_used(match)


ORC_FISTS = [{"name": "fists", "bonus": 0, "rolls": ["1d4", "1d4"]}]


@pytest.mark.rule("interdict")
def test_who_was_not_needed_keeps_what_is_readied():
    foes = [("raider_captain@far", {"hd": 9}), ("goblin@far", {"hd": 9})]
    match = stage(party=["sword_fighter@front"], foes=foes, dice=[20, 20, 2])
    for who in ("captain", "goblin"):
        play(match, f"{who}: Ready Interdict", f"{who}: End Breath")
    play(match, "sword: Move far", "captain: Interdict")
    assert unit(match, "captain").ready == Reaction.NONE
    assert unit(match, "goblin").ready == Reaction.INTERDICT


@pytest.mark.rule("interdict")
@pytest.mark.rule("flurry")
@pytest.mark.number("t10")
def test_it_neither_suffers_nor_counts_for_flurry():
    match = stage(party=["sword_fighter@front"], foes=[("raider_captain@far", {"hd": 9})], dice=[1, 20, 1])
    play(match, "captain: Attack sword", "sword: Pass", "captain: End Breath")
    events = play(match, "sword: Move far", "captain: Interdict")
    assert Mod.FLURRY not in modifiers(events, Purpose.INTERDICT)[0]
    assert unit(match, "captain").attacks == 1
    assert not noted(events, Note.ATTACK)
    assert_all_dice_used(match)


@pytest.mark.rule("interdict")
def test_one_blow_of_a_routine_with_normal_damage():
    match = stage(
        party=["sword_fighter@front"],
        foes=[("orc@far", {"gear": [], "attacks": [{"name": "fists", "bonus": 2, "rolls": ["1d4+1", "1d6"]}]})],
        dice=[20, 20, 3],
    )
    play(match, "sword: Move far", "orc: Interdict")
    assert unit(match, "sword").hp == 24 - 4
    assert_all_dice_used(match)


@pytest.mark.rule("interdict")
@pytest.mark.rule("focus.interrupted")
def test_its_damage_breaks_a_focus():
    match = stage(party=["magic_user@front"], foes=["raider_captain@melee"], dice=[20, 1])
    play(
        match,
        "mage: Focus",
        "mage: Choose sleep",
        "mage: End Breath",
        "captain: Ready Interdict",
        "captain: End Breath",
    )
    until_breath_of(match, "mage")
    events = play(match, "mage: Move melee", "captain: Interdict")  # RULING R13
    assert [e.unit for e in noted(events, Note.FOCUS_LOST)] == [0]
    assert unit(match, "mage").focus == -1


@pytest.mark.rule("interdict")
def test_a_mover_that_falls_loses_the_rest_of_its_breath():
    match = stage(
        party=[("sword_fighter@front", {"hp_now": 1}), "spear_fighter@front"],
        foes=["raider_captain@far"],
        dice=[20, 20, 1],
        rules=NO_MORALE,
    )
    events = play(match, "sword: Move far", "captain: Interdict")
    assert [e.unit for e in noted(events, Note.DOWN)] == [0]
    assert where(match, "sword") == "front"
    assert vigor(match) == {"sword": 0, "spear": 9, "captain": 7}
    assert match.decision.unit == 1
    assert_all_dice_used(match)


@pytest.mark.rule("interdict")
@pytest.mark.rule("movement.costs")
def test_a_stopped_rush_helps_no_attack():
    for die, rushed in ((20, 0), (1, 1)):
        dice = [20, die, 1, 1] if die == 20 else [20, die, 1]
        match = stage(party=["sword_fighter@front"], foes=["raider_captain@far"], dice=dice)
        play(match, "sword: Overload", "sword: Rush far", "captain: Interdict")
        assert unit(match, "sword").rushed == rushed  # RULING X8: it needs to be placed
        events = play(match, "sword: Attack captain", "captain: Pass")
        assert modifiers(events)[0].get(Mod.RUSH, 0) == rushed
        assert_all_dice_used(match)
