"""What forms a Pincer, what it gives its arms, how long it lasts (L338-347). Leaving it: test_pincer_exits.py."""

import pytest

from tests.harness import assert_all_dice_used, modifiers, noted, play, unit, zone
from tests.rules.fork import BANK, HILL, ROAD, WOOD, arms, fork, hero, next_round, pincered, strike
from wzc_env.warzone.words import Mod, Note, Purpose, Side


@pytest.mark.rule("pincer.forms")
@pytest.mark.rule("pincer.effects")
@pytest.mark.number("t31")
def test_an_attack_from_each_of_two_adjacent_zones():
    match = fork([2] * 4)
    first = strike(match, "sword")
    assert arms(match) == 0  # position and one Attack are not enough
    second = strike(match, "spear")
    assert arms(match) == HILL | WOOD
    assert [(e.zone, e.what) for e in noted(second, Note.PINCER)] == [(ROAD, Side.PARTY)]
    third, fourth = strike(match, "sword"), strike(match, "spear")
    bonus = [modifiers(events)[0].get(Mod.PINCER, 0) for events in (first, second, third, fourth)]
    assert bonus == [0, 0, 2, 2]  # RULING P3: not the Attack that completes it; RULING P2: misses count
    assert_all_dice_used(match)


@pytest.mark.rule("pincer.forms")
def test_hits_and_missiles_and_whole_routines_count():
    bow = [{"name": "bow", "bonus": 0, "range": 150, "rolls": ["1d6", "1d6"]}]
    match = fork(
        [20, 1, 20, 1, 2], party=[hero("sword_fighter", "hill"), hero("spear_fighter", "wood", gear=[], attacks=bow)]
    )
    strike(match, "sword")
    play(match, "spear: Attack ogre", "ogre: Pass")
    assert arms(match) == 0  # not complete before its last roll
    play(match, "ogre: Pass")
    assert arms(match) == HILL | WOOD
    assert_all_dice_used(match)


@pytest.mark.rule("pincer.forms")
def test_an_attack_that_fells_its_target_is_complete():
    match = fork(
        [2, 20, 1],
        foes=["ogre@road", ("goblin@road", {"hp": 1})],
        rules={"host.morale_first_loss": 0, "host.morale_half": 0},
    )
    strike(match, "sword")
    strike(match, "spear", "goblin")
    assert arms(match) == HILL | WOOD
    assert_all_dice_used(match)


@pytest.mark.rule("pincer.forms")
@pytest.mark.number("t31")
def test_it_needs_both_attacks_in_one_round():
    match = fork([2, 2])
    strike(match, "sword")
    play(match, "spear: Forfeit", "sword: Forfeit", "ogre: Forfeit", "sword: Forfeit")
    assert match.battle.turn == 2
    strike(match, "spear")
    assert arms(match) == 0


@pytest.mark.rule("pincer.forms")
def test_two_attacks_from_one_zone_are_no_pincer():
    match = fork([2, 2], party=[hero("sword_fighter", "hill"), hero("spear_fighter", "hill")])
    strike(match, "sword")
    strike(match, "spear")
    assert arms(match) == 0


@pytest.mark.rule("pincer.forms")
def test_attacks_from_inside_or_from_two_zones_away_do_not_count():
    party = [hero("magic_user", "base"), hero("sword_fighter", "road"), hero("spear_fighter", "wood")]
    match = fork([2, 2, 2], party=party)
    for who in ("mage", "sword", "spear"):
        strike(match, who)
        assert arms(match) == 0
    assert zone(match, "road").struck_from == [WOOD, 0]


@pytest.mark.rule("pincer.forms")
def test_a_blocked_edge_makes_no_neighbours():
    match = fork([2, 2], party=[hero("magic_user", "ditch"), hero("sword_fighter", "hill")])
    strike(match, "mage")  # the road is two edges away, round by the camp
    strike(match, "sword")
    assert arms(match) == 0


@pytest.mark.rule("pincer.forms")
def test_both_zones_must_be_occupied_by_whoever_and_whenever():
    party = [hero("sword_fighter", "hill"), hero("spear_fighter", "base"), hero("cleric", "base")]
    match = fork([2, 2, 2], party=party)
    strike(match, "sword", end=False)
    play(match, "sword: Move base", "sword: End Breath", "spear: Move wood")
    strike(match, "spear")
    assert arms(match) == 0  # struck from two Zones, but the hill is empty (RULING P1)
    play(match, "cleric: Move hill")
    assert arms(match) == HILL | WOOD
    assert modifiers(strike(match, "cleric"))[0][Mod.PINCER] == 2


@pytest.mark.rule("pincer.forms")
def test_the_helpless_and_the_fleeing_hold_no_arm():
    match = fork([2, 2])
    strike(match, "sword")
    unit(match, "sword").fleeing = 1
    zone(match, "hill").bodies[Side.PARTY] = 0
    strike(match, "spear", end=False)
    assert arms(match) == 0


@pytest.mark.rule("pincer.forms")
@pytest.mark.parametrize(
    ("technique", "provoked", "die"), [("Parry & Riposte", "Attack spear", 2), ("Interdict", "Move wood", 20)]
)
def test_ripostes_and_interdicts_do_not_count(technique, provoked, die):
    match = fork([2, 2, 1, die, 2], foes=["raider_captain@road"])  # RULING P2
    strike(match, "sword", "captain", end=False)
    strike(match, "sword", "captain")
    play(match, f"spear: Ready {technique}", "spear: Shove captain", "spear: End Breath")
    play(match, f"captain: {provoked}", f"spear: {technique}")
    assert arms(match) == 0
    assert zone(match, "road").struck_from == [HILL, 0]
    assert_all_dice_used(match)


@pytest.mark.rule("pincer.forms")
@pytest.mark.rule("release")
def test_spells_do_not_count():
    match = fork([2, 4, 20], party=[hero("sword_fighter", "hill"), hero("magic_user", "wood")])
    strike(match, "sword")
    play(match, "mage: Overload", "mage: Focus", "mage: Choose magic missile", "mage: Release at ogre")
    assert arms(match) == 0


@pytest.mark.rule("pincer.effects")
def test_the_arms_have_the_bonus_and_nobody_else():
    party = [
        hero("sword_fighter", "hill"),
        hero("spear_fighter", "wood"),
        hero("magic_user", "base"),
        hero("cleric", "bank"),
    ]
    match = fork([2] * 5, party=party)
    strike(match, "sword")
    strike(match, "spear")
    assert arms(match) == HILL | WOOD
    assert Mod.PINCER not in modifiers(strike(match, "mage"))[0]  # RULING P4
    assert arms(match) == HILL | WOOD
    assert Mod.PINCER not in modifiers(strike(match, "cleric", end=False))[0]
    assert arms(match) == HILL | WOOD | BANK
    assert modifiers(strike(match, "cleric"))[0][Mod.PINCER] == 2  # RULING X11: a third arm has it too
    assert_all_dice_used(match)


@pytest.mark.rule("pincer.effects")
def test_only_attacks_into_the_target_zone_have_it():
    party = [hero("magic_user", "hill"), hero("spear_fighter", "wood")]
    match = fork([2, 2, 2, 2], party=party, foes=["ogre@road", "goblin@camp"])
    strike(match, "mage")
    strike(match, "spear")
    assert Mod.PINCER not in modifiers(strike(match, "mage", "goblin", end=False))[0]
    assert modifiers(strike(match, "mage", "ogre"))[0][Mod.PINCER] == 2
    assert_all_dice_used(match)


@pytest.mark.rule("pincer.effects")
def test_it_lasts_for_the_round_for_whoever_stands_in_an_arm():
    party = [hero("sword_fighter", "hill"), hero("spear_fighter", "wood"), hero("cleric", "base")]
    match = fork([2, 2, 2, 2], party=party)
    strike(match, "sword")
    strike(match, "spear", end=False)
    play(match, "spear: Move base", "spear: End Breath")
    assert arms(match) == HILL | WOOD  # though the wood is empty now
    play(match, "cleric: Move wood")
    assert modifiers(strike(match, "cleric"))[0][Mod.PINCER] == 2
    assert modifiers(strike(match, "sword"))[0][Mod.PINCER] == 2
    assert_all_dice_used(match)


@pytest.mark.rule("pincer.effects")
@pytest.mark.number("t31")
def test_it_is_earned_anew_each_round():
    match = fork([2, 2, 2])
    strike(match, "sword")
    strike(match, "spear")
    assert arms(match) != 0
    next_round(match)
    assert arms(match) == 0
    assert Mod.PINCER not in modifiers(strike(match, "sword"))[0]
    assert arms(match) == 0


@pytest.mark.rule("pincer.effects")
def test_ripostes_have_the_bonus_and_interdicts_have_not():
    sword = [{"name": "sword", "attacks": [{"name": "sword", "bonus": 0, "rolls": ["1d8"]}]}]
    match = pincered([2, 2, 20, 2], foe=("raider_captain@road", {"gear": sword}))  # RULING X11
    events = play(match, "captain: Attack spear", "spear: Parry & Riposte")
    assert modifiers(events, Purpose.RIPOSTE)[0][Mod.PINCER] == 2
    events = play(match, "captain: Move hill", "sword: Interdict")
    assert Mod.PINCER not in modifiers(events, Purpose.INTERDICT)[0]
    assert_all_dice_used(match)


@pytest.mark.rule("pincer.effects")
@pytest.mark.number("t31")
@pytest.mark.parametrize(("where", "score"), [("road", 6), ("camp", 7)])
def test_the_defenders_morale_is_one_worse(where, score):
    foes = ["ogre@road", (f"goblin@{where}", {"hp": 1}), f"goblin@{where}", "orc@camp"]
    party = [hero("sword_fighter", "hill"), hero("spear_fighter", "wood"), hero("magic_user", "hill")]
    match = fork([2, 2, 20, 1, 3, 3, 1, 1, 1, 1], party=party, foes=foes)
    strike(match, "sword")
    strike(match, "spear")
    events = play(match, "mage: Attack goblin_0")
    events += play(match, "goblin_0: Pass")
    needs = {int(e.unit): int(e.need) for e in noted(events, Note.CHECK) if e.what == Purpose.MORALE}
    goblin = match.names.labels.index("goblin_1")
    assert needs[goblin] == score  # 7, less 1 for those who are caught
    assert needs[match.names.labels.index("orc")] == 8
    assert unit(match, "goblin_1").fleeing == 0  # a 6
