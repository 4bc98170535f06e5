"""Attack routines and Flurry Fatigue, and what the book says that five Attacks are worth."""

from fractions import Fraction

import pytest

from tests.harness import (
    assert_all_dice_used,
    dice_rolled,
    index,
    is_breath_of,
    modifiers,
    noted,
    play,
    stage,
    unit,
    until,
    vigor,
)
from wzc_env.warzone.words import Mod, Note, Purpose, Why

CLAWS = {"name": "claws and bite", "bonus": 2, "rolls": ["1d4", "1d4", "1d8"]}
FAIR = {"name": "staff", "bonus": 0, "rolls": ["1d4"]}
EVEN_ODDS = {"host.natural_hit": 21, "host.natural_miss": 0, "front_line.melee": 0}
"""No natural result decides, and no Zone helps: against AC 11 a bonus of 0 hits half the time."""


def beast(**options):
    """A beast of three rolls a routine against one orc that has no Vigor to react with."""
    match = stage([("spear_fighter@front", {"attacks": [CLAWS]})], [("orc@far", {"hp": 90, "ac": 13})], **options)
    unit(match, "orc").vigor = 0
    match.take_events()
    return match


@pytest.mark.rule("attack.routine")
def test_one_attack_maneuver_is_one_whole_routine_for_one_price():
    match = beast(dice=[10, 1, 9, 10, 8])  # 10 + 2 + 1 of the Front Line reaches 13, 9 does not
    events = play(match, "spear: Attack orc with claws and bite")
    rolls = dice_rolled(events, Purpose.ATTACK)
    assert [(e.roll, e.won) for e in rolls] == [(10, 1), (9, 0), (10, 1)]
    assert [(e.amount, e.roll) for e in dice_rolled(events, Purpose.DAMAGE)] == [(4, 1), (8, 8)]
    assert [-e.mod for e in noted(events, Note.PAY)] == [2]
    assert [e.amount for e in noted(events, Note.ATTACK)] == [1]
    assert_all_dice_used(match)


@pytest.mark.rule("attack.routine")
@pytest.mark.rule("flurry")
def test_one_flurry_penalty_serves_all_rolls_of_a_routine():
    match = beast(dice=[2] * 9)
    play(match, "spear: Attack orc with claws and bite")
    events = play(match, "spear: Attack orc with claws and bite")
    assert [m[Mod.FLURRY] for m in modifiers(events)] == [-2, -2, -2]
    play(match, "spear: End")
    events = play(match, "spear: Attack orc with claws and bite")
    assert [m[Mod.FLURRY] for m in modifiers(events)] == [-4, -4, -4]
    assert_all_dice_used(match)


@pytest.mark.rule("attack.routine")
def test_each_roll_of_a_routine_opens_its_own_window():
    match = beast(dice=[2, 2, 2])
    unit(match, "orc").vigor = 4
    events = play(match, "spear: Attack orc with claws and bite", "orc: Guard", "orc: Pass", "orc: Guard")
    guarded = [m.get(Mod.GUARD, 0) for m in modifiers(events)]
    assert guarded == [4, 0, 4]
    assert vigor(match)["orc"] == 0
    assert_all_dice_used(match)


@pytest.mark.rule("attack.routine")
def test_what_is_left_of_a_routine_is_lost_when_the_target_falls():
    match = stage(
        [("spear_fighter@front", {"attacks": [CLAWS]})],
        [("orc@far", {"hp": 1}), ("ogre@far", {"morale": 0, "hd": 1})],
        dice=[20, 1, 6, 6],
    )
    unit(match, "orc").vigor = unit(match, "ogre").vigor = 0
    until(match, lambda: is_breath_of(match, "spear"))
    play(match, "spear: Attack orc with claws and bite")
    assert match.battle.actor == index(match, "spear")
    assert match.dice_left == 2  # neither rolled at the fallen nor at the next one
    assert unit(match, "ogre").hp == match.setup.sheets[index(match, "ogre")].hp


@pytest.mark.rule("attack.routine")
@pytest.mark.rule("maneuver.costs")
def test_the_stat_block_makes_a_routine_heavy():
    match = stage(["spear_fighter@front"], [("ogre@far", {})], dice=[2])
    unit(match, "spear").vigor = 0
    events = until(match, lambda: is_breath_of(match, "ogre"))
    events = play(match, "ogre: Attack spear with great club")
    assert [-e.mod for e in noted(events, Note.PAY)] == [3]
    assert match.battle.units[match.battle.actor].heavies == 1


@pytest.mark.rule("attack.routine")
def test_only_what_is_in_hand_or_natural_strikes_and_only_enemies_on_their_feet():
    match = stage(
        [("raider_archer@front", {"attacks": [CLAWS]}), "spear_fighter@front"], ["orc@far", "goblin@far"], dice=[]
    )
    unit(match, "spear").vigor = 0
    until(match, lambda: is_breath_of(match, "archer"))

    def why(text):
        return match.why(match.parse(text))

    assert why("Attack orc with bow") == Why.OK
    assert why("Attack orc with short sword") == Why.NOT_WIELDED
    assert why("Attack orc with claws and bite") == Why.OK
    assert why("Attack spear with bow") == Why.NOT_AN_ENEMY
    assert why("Attack archer with bow") == Why.NOT_AN_ENEMY
    play(match, "archer: Draw")
    assert why("Attack orc with bow") == Why.NOT_WIELDED
    assert why("Attack orc with short sword") == Why.OK
    unit(match, "goblin").life = 2
    assert why("Attack goblin with short sword") == Why.TARGET_DOWN


def flurry_match(**options):
    """A fighter of 10 Vigor with a fair staff against an orc of AC 11 who never falls and never reacts."""
    changes = {"abilities": {"str": 10, "dex": 10, "con": 10}, "attacks": [FAIR]}
    match = stage([("spear_fighter@front", changes)], [("orc@far", {"hp": 900, "ac": 11})], **options)
    unit(match, "orc").vigor = 0
    assert vigor(match)["spear"] == 10
    return match


@pytest.mark.rule("flurry")
@pytest.mark.number("t10")
@pytest.mark.number("t11")
def test_vigor_10_holds_five_normal_attacks_in_breaths_of_4_4_2_at_0_2_4_6_8():
    match = flurry_match(dice=[1] * 5)
    penalties, breaths = [], []
    for size in (2, 2, 1):
        events = play(match, *["spear: Attack orc with staff"] * size)
        breaths.append(-sum(e.mod for e in noted(events, Note.PAY)))
        penalties += [m.get(Mod.FLURRY, 0) for m in modifiers(events)]
        if match.battle.turn == 1 and match.battle.actor == index(match, "spear"):
            assert match.why(match.parse("Attack orc with staff")) == Why.BREATH_LIMIT
            play(match, "spear: End")
    assert penalties == [0, -2, -4, -6, -8]
    assert breaths == [4, 4, 2]
    assert vigor(match)["spear"] == 0
    assert_all_dice_used(match)


@pytest.mark.rule("flurry")
@pytest.mark.number("t10")
def test_the_penalty_goes_on_at_2_for_every_further_attack():
    match = flurry_match(dice=[1])
    unit(match, "spear").attacks = 7
    (found,) = modifiers(play(match, "spear: Attack orc with staff"))
    assert found[Mod.FLURRY] == -14


@pytest.mark.rule("flurry")
def test_flurry_counts_hits_and_misses_alike_and_not_grapple_or_shove():
    match = flurry_match(dice=[20, 1, 20, 1])
    events = play(match, "spear: Attack orc with staff", "spear: Grapple orc", "spear: End")
    assert noted(events, Note.HELD)
    (found,) = modifiers(play(match, "spear: Attack orc with staff"))
    assert found[Mod.FLURRY] == -2
    assert_all_dice_used(match)


@pytest.mark.rule("flurry")
@pytest.mark.number("t10")
def test_a_riposte_counts_and_an_interdict_neither_pays_nor_counts():
    match = stage(
        [("sword_fighter@front", {"hp": 90})], [("orc@far", {"hp": 90, "ac": 30}), ("goblin@rear", {})], dice=[]
    )
    orc = unit(match, "orc")
    orc.gear, orc.vigor = 1, 10
    match.add_dice([1, 2, 1, 2])  # each blow misses, each riposte misses
    events = play(match, "sword: Attack orc", "orc: Parry & Riposte", "sword: Attack orc", "orc: Parry & Riposte")
    assert [m.get(Mod.FLURRY, 0) for m in modifiers(events, Purpose.RIPOSTE)] == [0, -2]
    assert orc.attacks == 2
    orc.vigor = 3
    unit(match, "goblin").vigor = 0
    play(match, "sword: End")
    match.add_dice([20, 1])
    events = play(match, "sword: Move far (Breakthrough)", "orc: Interdict")
    assert [m.get(Mod.FLURRY, 0) for m in modifiers(events, Purpose.INTERDICT)] == [0]
    assert orc.attacks == 2
    assert_all_dice_used(match)


@pytest.mark.rule("flurry")
def test_flurry_is_counted_anew_each_round():
    match = flurry_match(dice=[1, 1, 1])
    play(match, "spear: Attack orc with staff", "spear: Attack orc with staff")
    assert unit(match, "spear").attacks == 2
    until(match, lambda: match.battle.turn == 2)
    assert unit(match, "spear").attacks == 0
    until(match, lambda: is_breath_of(match, "spear"))
    unit(match, "orc").vigor = 0
    (found,) = modifiers(play(match, "spear: Attack orc with staff"))
    assert Mod.FLURRY not in found


def hit_chances(attacks):
    """The exact chance to hit of each Attack of a Round: every face of every Attack is played."""
    match = flurry_match(dice=[], rules=EVEN_ODDS)
    chances = []
    for _ in range(attacks):
        if match.why(match.parse("Attack orc with staff")) == Why.BREATH_LIMIT:
            play(match, "spear: End")
        hits = 0
        for face in range(1, 21):
            trial = match.clone()
            trial.add_dice([face, 1])
            events = play(trial, "spear: Attack orc with staff")
            hits += dice_rolled(events, Purpose.ATTACK)[0].won
        chances.append(Fraction(hits, 20))
        match.add_dice([1])
        play(match, "spear: Attack orc with staff")
    return chances


@pytest.mark.rule("flurry")
@pytest.mark.number("t12")
def test_five_attacks_at_even_odds_make_one_and_a_half_hits_three_times_one_attack():
    chances = hit_chances(5)
    assert [100 * chance for chance in chances] == [50, 40, 30, 20, 10]
    assert sum(chances) == Fraction(3, 2)
    assert sum(chances) / chances[0] == 3


@pytest.mark.rule("flurry")
@pytest.mark.number("t13")
def test_two_attacks_at_even_odds_make_nine_tenths_of_a_hit_1_8_times_one_attack():
    chances = hit_chances(2)
    assert sum(chances) == Fraction(9, 10)
    assert sum(chances) / chances[0] == Fraction(18, 10)
