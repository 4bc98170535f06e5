"""The Melee: in, out, and missiles from outside (L334-336, L373-384)."""

import pytest

from tests.harness import (
    assert_all_dice_used,
    dice_rolled,
    modifiers,
    noted,
    play,
    stage,
    unit,
    until_breath_of,
    where,
)
from tests.rules.fields import NO_MORALE, checks, paid
from wzc_env.warzone.words import Kind, Mod, Note, Purpose, Why

PLAIN = {"tags": [], "armour": "chain"}


@pytest.mark.rule("melee.enter")
@pytest.mark.number("t28")
@pytest.mark.parametrize(
    ("kind", "changes", "free"),
    [
        ("sword_fighter", {}, False),  # chain and a shield
        ("goblin", PLAIN, False),
        ("goblin", {"tags": ["scrapper"], "armour": "plate"}, True),
        ("goblin", {"tags": ["skirmisher"], "armour": "plate"}, True),
        ("orc", {"armour": "leather"}, True),  # no more than leather, no shield
        ("orc", {"armour": "unarmoured"}, True),
        ("orc", {"armour": "leather", "gear": [{"name": "s", "shield": True}]}, False),
        ("sword_fighter", {"gear": [{"name": "sword", "shield": False}]}, False),  # chain without a shield
    ],
)
def test_who_enters_without_a_check(kind, changes, free):
    foe = "raider_captain@rear" if kind != "raider_captain" else "goblin@rear"
    match = stage(party=[(f"{kind}@front", changes)], foes=[foe], dice=[] if free else [20])
    who = match.names.labels[0]
    until_breath_of(match, who)
    events = play(match, f"{who}: Move melee")
    assert paid(events) == [2]
    assert [purpose for purpose, _, _ in checks(events)] == ([] if free else [Purpose.ENTER_MELEE])
    assert where(match, who) == "melee"
    assert_all_dice_used(match)


@pytest.mark.rule("melee.enter")
def test_the_shield_counts_while_it_is_in_hand():
    gear = [{"name": "s", "shield": True}, {"name": "t", "attacks": []}]
    match = stage(party=[("orc@front", {"armour": "leather", "gear": gear})], foes=["goblin@rear"], dice=[9])
    until_breath_of(match, "orc")
    play(match, "orc: Draw")
    assert checks(play(match, "orc: Move melee")) == []
    match = stage(party=[("orc@front", {"armour": "leather", "gear": gear})], foes=["goblin@rear"], dice=[9])
    until_breath_of(match, "orc")
    assert checks(play(match, "orc: Move melee")) == [(Purpose.ENTER_MELEE, 10, False)]


@pytest.mark.rule("melee.enter")
@pytest.mark.number("t28")
@pytest.mark.parametrize(("die", "won"), [(8, True), (7, False)])
def test_a_standard_check_of_the_better_ability(die, won):
    scores = {"abilities": {"str": 9, "dex": 16, "con": 10}}  # DEX +2
    match = stage(party=[("sword_fighter@front", scores)], foes=["raider_captain@rear"], dice=[die])
    events = play(match, "sword: Move melee")
    assert checks(events) == [(Purpose.ENTER_MELEE, 10, won)]
    assert paid(events) == [2]
    assert where(match, "sword") == ("melee" if won else "front")
    assert unit(match, "sword").exposed == (not won)
    assert_all_dice_used(match)


@pytest.mark.rule("melee.enter")
@pytest.mark.number("t28")
def test_it_is_never_a_breakthrough_even_when_the_enemy_controls_it():
    match = stage(party=["goblin@front"], foes=["raider_captain@melee", "ogre@melee", "orc@melee"])
    until_breath_of(match, "goblin")
    events = play(match, "goblin: Move melee")
    assert (paid(events), checks(events)) == ([2], [])  # a Scrapper walks in


@pytest.mark.rule("melee.leave")
@pytest.mark.number("t28")
@pytest.mark.parametrize(("die", "won"), [(8, True), (7, False)])
def test_leaving_for_two_makes_a_standard_check(die, won):
    match = stage(party=["sword_fighter@melee"], foes=["goblin@rear"], dice=[die])
    events = play(match, "sword: Move front")
    assert checks(events) == [(Purpose.LEAVE_MELEE, 10, won)]
    assert paid(events) == [2]
    assert where(match, "sword") == ("front" if won else "melee")
    assert unit(match, "sword").exposed == (not won)


@pytest.mark.rule("melee.leave")
@pytest.mark.number("t28")
def test_even_a_skirmisher_and_the_side_in_control_check_to_leave():
    match = stage(party=["goblin@melee"], foes=["orc@rear"], dice=[9])
    until_breath_of(match, "goblin")
    assert checks(play(match, "goblin: Move front")) == [(Purpose.LEAVE_MELEE, 10, False)]


@pytest.mark.rule("melee.leave")
@pytest.mark.number("t28")
def test_a_forced_exit_costs_four_and_no_check():
    match = stage(party=["sword_fighter@melee"], foes=["raider_captain@melee"])
    events = play(match, "sword: Forced Exit front")
    assert (paid(events), checks(events)) == ([4], [])
    assert where(match, "sword") == "front"
    assert match.why(match.parse("Forced Exit back")) == Why.NOT_IN_MELEE


@pytest.mark.rule("melee.friendly_fire")
@pytest.mark.number("t36")
@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_a_missed_shot_into_the_melee_goes_astray_on_one_or_two_in_six(die):
    astray = die <= 2
    match = stage(
        party=["magic_user@front", "spear_fighter@melee"], foes=["raider_captain@melee"], dice=[2, die, 3][: 2 + astray]
    )
    events = play(match, "mage: Attack captain with sling", "captain: Pass")
    (stray,) = dice_rolled(events, Purpose.STRAY)
    assert stray.amount == 6
    hits = [(e.other, e.total) for e in noted(events, Note.DAMAGE)]
    assert hits == ([(1, 3)] if astray else [])  # normal damage, no second roll to hit
    assert unit(match, "spear").hp == 22 - 3 * astray
    assert len(dice_rolled(events, Purpose.ATTACK)) == 1
    assert_all_dice_used(match)


@pytest.mark.rule("melee.friendly_fire")
def test_the_victim_is_drawn_among_the_shooters_allies_there():
    party = ["magic_user@front", "spear_fighter@melee", "cleric@front", "sword_fighter@melee", "goblin@melee"]
    for die, hurt in ((1, "spear"), (2, "sword"), (3, "goblin")):
        match = stage(party=party, foes=["raider_captain@melee"], dice=[2, 1, die, 2], rules=NO_MORALE)
        play(match, "sword: Forfeit")
        events = play(match, "mage: Attack captain with sling", "captain: Pass")
        (draw,) = dice_rolled(events, Purpose.STRAY_TARGET)
        assert draw.amount == 3  # RULING A12
        assert [match.names.labels[e.other] for e in noted(events, Note.DAMAGE)] == [hurt]
        assert_all_dice_used(match)


@pytest.mark.rule("melee.friendly_fire")
def test_the_die_is_rolled_with_no_ally_there_and_nothing_happens():
    match = stage(party=["magic_user@front"], foes=["raider_captain@melee", "ogre@melee"], dice=[2, 1])
    events = play(match, "mage: Attack captain with sling", "captain: Pass")
    assert len(dice_rolled(events, Purpose.STRAY)) == 1  # RULING X13
    assert not noted(events, Note.DAMAGE)
    assert_all_dice_used(match)


@pytest.mark.rule("melee.friendly_fire")
@pytest.mark.rule("guard")
def test_a_stray_shot_meets_no_guard_and_a_guarded_one_can_stray():
    match = stage(party=["magic_user@front", "spear_fighter@melee"], foes=["raider_captain@melee"], dice=[14, 2, 4])
    events = play(match, "mage: Attack captain with sling", "captain: Guard")  # 14 misses only thanks to the Guard
    assert (match.decision.kind, match.decision.unit) == (Kind.BREATH, 0)  # RULING R6: the spear is not asked
    assert [e.other for e in noted(events, Note.DAMAGE)] == [1]
    assert_all_dice_used(match)


@pytest.mark.rule("melee.friendly_fire")
def test_hits_melee_blows_and_shots_elsewhere_do_not_stray():
    match = stage(party=["magic_user@front", "spear_fighter@melee"], foes=["ogre@melee", "goblin@far"], dice=[20, 1, 2])
    play(match, "mage: Attack ogre with sling", "ogre: Pass", "mage: Attack goblin with sling", "goblin: Pass")
    assert_all_dice_used(match)
    match = stage(party=["spear_fighter@melee", "sword_fighter@melee"], foes=["ogre@melee"], dice=[2])
    play(match, "sword: Attack ogre", "ogre: Pass")
    assert_all_dice_used(match)


@pytest.mark.rule("melee.friendly_fire")
def test_every_missed_roll_of_a_routine_strays_by_itself():
    bows = {"gear": [], "attacks": [{"name": "bows", "bonus": 0, "range": 60, "rolls": ["1d6", "1d6"]}]}
    match = stage(
        party=[("sword_fighter@front", bows), "spear_fighter@melee"],
        foes=["raider_captain@melee"],
        dice=[2, 5, 2, 1, 6],
    )
    events = play(match, "sword: Attack captain", "captain: Pass", "captain: Pass")
    assert len(dice_rolled(events, Purpose.STRAY)) == 2
    assert unit(match, "spear").hp == 16
    assert_all_dice_used(match)


@pytest.mark.rule("melee.friendly_fire")
def test_a_stray_shot_can_fell_an_ally_and_breaks_a_focus():
    match = stage(
        party=["magic_user@front", ("magic_user@melee", {"abilities": {"dex": 18}})],
        foes=["raider_captain@melee"],
        dice=[2, 1, 1],
    )
    play(match, "mage_1: Focus", "mage_1: Choose sleep", "mage_1: End Breath")
    events = play(match, "mage_0: Attack captain with sling", "captain: Pass")
    assert [e.unit for e in noted(events, Note.FOCUS_LOST)] == [1]


@pytest.mark.rule("melee.friendly_fire")
def test_no_missile_leaves_the_melee():
    match = stage(party=["magic_user@melee"], foes=["raider_captain@melee", "goblin@far"], dice=[])
    assert match.why(match.parse("Attack captain with sling")) == Why.RANGED_FROM_MELEE
    assert match.why(match.parse("Attack goblin with sling")) == Why.RANGED_FROM_MELEE


@pytest.mark.rule("melee.friendly_fire")
@pytest.mark.rule("release")
def test_spells_are_released_inside_the_melee_and_do_not_stray():
    match = stage(party=["magic_user@melee", "spear_fighter@melee"], foes=["raider_captain@melee"], dice=[3, 10])
    play(match, "mage: Overload", "mage: Focus", "mage: Choose magic missile")
    events = play(match, "mage: Release at captain")  # RULING A6
    assert not dice_rolled(events, Purpose.STRAY)
    assert unit(match, "captain").hp == 22 - 4


@pytest.mark.rule("traits.gating")
@pytest.mark.parametrize("enemies", [1, 3])
def test_the_melees_own_modifier_serves_everybody(enemies):
    foes = [("ogre@melee", {"count": enemies})]
    match = stage(party=["sword_fighter@melee"], foes=foes, dice=[2])
    target = match.names.labels[1]
    events = play(match, f"sword: Attack {target}", f"{target}: Pass")
    assert modifiers(events) == [{Mod.ATTACK_BONUS: 4, Mod.IN_THE_MELEE: 1}]
