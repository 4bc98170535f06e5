"""The host's part: attack rolls, AC, damage, saving throws, death. WarZone Count adds Vigor and leaves them alone."""

import pytest

from tests.harness import assert_all_dice_used, dice_rolled, index, modifiers, noted, play, stage, unit, until_breath_of
from wzc_env.warzone.words import Effect, Life, Mod, Note, Purpose

NO_ZONES = {"front_line.melee": 0}


def blow(face, *more, attack=None, foe=None, **options):
    """The sword fighter's one attack on an orc of AC 13 that cannot react: the events, and the Match."""
    routine = {"name": "blade", "bonus": 4, "rolls": ["1d8+2"], **(attack or {})}
    match = stage(
        [("sword_fighter@front", {"attacks": [routine]})],
        [("orc@far", {"hp": 90, "ac": 13, **(foe or {})}), "goblin@rear"],
        dice=[face, *more],
        rules={**NO_ZONES, **options.pop("rules", {})},
        **options,
    )
    unit(match, "orc").vigor = 0
    match.take_events()
    events = play(match, "sword: Attack orc with blade")
    assert_all_dice_used(match)
    return match, events


@pytest.mark.rule("host.contract")
def test_an_attack_hits_when_die_and_bonus_reach_the_ac():
    _, events = blow(9, 5)
    assert [(e.total, e.need, e.won) for e in dice_rolled(events, Purpose.ATTACK)] == [(13, 13, 1)]
    _, events = blow(8)
    assert [(e.total, e.need, e.won) for e in dice_rolled(events, Purpose.ATTACK)] == [(12, 13, 0)]
    assert modifiers(events) == [{Mod.ATTACK_BONUS: 4}]  # STR 16 and level 4 are in the bonus already


@pytest.mark.rule("host.contract")
def test_the_hosts_natural_results_decide_alone():
    _, events = blow(20, 5, foe={"ac": 60})
    assert [e.won for e in dice_rolled(events, Purpose.ATTACK)] == [1]
    _, events = blow(1, foe={"ac": 2})
    assert [e.won for e in dice_rolled(events, Purpose.ATTACK)] == [0]
    _, events = blow(19, foe={"ac": 60})
    assert [e.won for e in dice_rolled(events, Purpose.ATTACK)] == [0]
    _, events = blow(2, 5, foe={"ac": 2})
    assert [e.won for e in dice_rolled(events, Purpose.ATTACK)] == [1]


@pytest.mark.rule("host.contract")
def test_another_host_may_have_other_natural_results():
    _, events = blow(19, 5, foe={"ac": 60}, rules={"host.natural_hit": 19})
    assert [e.won for e in dice_rolled(events, Purpose.ATTACK)] == [1]
    _, events = blow(2, foe={"ac": 2}, rules={"host.natural_miss": 2})
    assert [e.won for e in dice_rolled(events, Purpose.ATTACK)] == [0]


@pytest.mark.rule("host.contract")
@pytest.mark.parametrize(
    ("rolls", "faces", "points"),
    [("1d8+2", [5], 7), ("2d6", [3, 4], 7), ("1d4-1", [3], 2), ("1d4-3", [1], 1), ("3d4+1", [1, 2, 3], 7)],
)
def test_a_hit_does_the_hosts_damage_at_least_1(rolls, faces, points):
    match, events = blow(15, *faces, attack={"rolls": [rolls]})
    assert [(e.other, e.total) for e in noted(events, Note.DAMAGE)] == [(index(match, "orc"), points)]
    assert unit(match, "orc").hp == 90 - points


def armour_class(creature, changes=None, gear=0, vigor=0):
    """What a blow must reach to hit a creature with this set of gear in hand and this Vigor left."""
    match = stage([(f"{creature}@front", changes or {})], ["ogre@far"], dice=[2])
    target = match.battle.units[0]
    target.gear, target.vigor = gear, 0
    until_breath_of(match, "ogre")
    target.vigor = vigor
    events = play(match, f"ogre: Attack {match.names.labels[0]}")
    if match.decision.unit == 0:
        events += play(match, f"{match.names.labels[0]}: Pass")
    return dice_rolled(events, Purpose.ATTACK)[0].need


@pytest.mark.rule("host.contract")
def test_ascending_ac_is_armour_shield_and_dex_or_what_the_stat_block_says():
    assert armour_class("sword_fighter") == 14 + 1 + 1  # chain, DEX 13, shield
    assert armour_class("spear_fighter") == 14 - 1 + 1  # DEX 8
    assert armour_class("cleric") == 16 + 1
    assert armour_class("magic_user") == 10
    assert armour_class("raider_archer") == 12
    assert armour_class("goblin") == 13
    assert armour_class("sword_fighter", {"ac": 18}) == 18
    pair = [{"name": "sword", "shield": True}, {"name": "great axe"}, {"name": "tower", "ac": 20}]
    assert [armour_class("sword_fighter", {"gear": pair}, gear) for gear in range(3)] == [16, 15, 20]


@pytest.mark.rule("host.contract")
def test_a_held_or_sleeping_creature_is_easier_to_hit_by_the_hosts_bonus():
    for effect in (Effect.HELD, Effect.ASLEEP):
        _, events = blow(5, 5, foe={"effects": {effect.name.lower(): "battle"}})
        assert modifiers(events) == [{Mod.ATTACK_BONUS: 4, Mod.HELPLESS: 4}]
        assert [(e.total, e.won) for e in dice_rolled(events, Purpose.ATTACK)] == [(13, 1)]


@pytest.mark.rule("host.contract")
def test_a_creature_at_0_hit_points_falls_by_the_hosts_rule():
    match, events = blow(15, 5, 1, 1, foe={"hp": 7})  # and a morale roll of the goblin
    assert unit(match, "orc").life == Life.DEAD
    assert [e.what for e in noted(events, Note.DOWN)] == [Life.DEAD]
    match, _ = blow(15, 5, foe={"hp": 8})
    assert unit(match, "orc").life == Life.UP
    match, _ = blow(15, 5, 1, 1, foe={"hp": 7}, host="osr_dying")
    assert unit(match, "orc").life == Life.DYING


def saving(face, save_number, modifier=-2):
    """Hold person (spells, -2) on an orc whose save number is given: the SAVE die."""
    saves = {"death": 2, "wands": 2, "paralysis": 2, "breath": 2, "spells": save_number}
    match = stage(["cleric@front"], [("orc@far", {"saves": saves}), "goblin@rear"], dice=[face])
    cleric = unit(match, "cleric")
    cleric.focus, cleric.vigor = 1, 12
    events = play(match, "cleric: Release at orc")
    (die,) = dice_rolled(events, Purpose.SAVE)
    assert modifiers(events, Purpose.SAVE) == [{Mod.SPELL: modifier}]
    return die, unit(match, "orc").timers[Effect.HELD]


@pytest.mark.rule("host.contract")
@pytest.mark.rule("release")
def test_a_save_is_a_d20_that_reaches_the_number_of_the_right_kind():
    die, held = saving(16, 14)
    assert (die.total, die.need, die.won) == (14, 14, 1)
    assert held == 0
    die, held = saving(15, 14)
    assert (die.total, die.need, die.won) == (13, 14, 0)
    assert held == 540


@pytest.mark.rule("host.contract")
def test_hit_points_ac_and_bonuses_do_not_depend_on_vigor():
    assert [armour_class("sword_fighter", vigor=vigor) for vigor in (0, 5, 9)] == [16, 16, 16]
