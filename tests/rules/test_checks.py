"""Checks: three difficulties for both kinds of host, the ladder between them, and which ability a check uses."""

from fractions import Fraction

import pytest

from tests.harness import assert_all_dice_used, dice_rolled, noted, play, stage, unit, until_breath_of
from wzc_env.warzone.checks import best_ability, check, shift
from wzc_env.warzone.words import Ability, Difficulty, Note, Purpose

ROLL_UNDER = {"host.roll_under": 1}
LADDER = (Difficulty.STANDARD, Difficulty.HARD, Difficulty.DIRE)


def scores(strength=10, dexterity=10, constitution=10, **options):
    """A Match whose unit 0 is a sword fighter with these scores."""
    abilities = {"str": strength, "dex": dexterity, "con": constitution}
    return stage([("sword_fighter@front", {"abilities": abilities})], ["orc@rear"], **options)


def passes(match, face, difficulty, ability=Ability.STR):
    """Whether unit 0 passes a check on this face of the d20; the one die is used up."""
    dice = match.battle.dice
    dice.tape_on, dice.tape_len, dice.tape_at, dice.tape[0] = 1, 1, 0, face
    won = check(match.battle, match.setup, match.rules, 0, ability, difficulty, Purpose.OVERLOAD)
    assert dice.tape_at == 1
    assert dice.short == 0
    return won


def chance(match, difficulty):
    """The exact chance of unit 0's STR check."""
    return Fraction(sum(passes(match, face, difficulty) for face in range(1, 21)), 20)


@pytest.mark.rule("checks.difficulties")
@pytest.mark.number("t4")
@pytest.mark.parametrize(
    ("difficulty", "least"), [(Difficulty.STANDARD, 10), (Difficulty.HARD, 14), (Difficulty.DIRE, 18)]
)
def test_a_rolling_host_compares_the_die_plus_the_modifier_with_10_14_18(difficulty, least):
    plain = scores()
    assert passes(plain, least, difficulty)
    assert not passes(plain, least - 1, difficulty)
    strong, weak = scores(strength=18), scores(strength=3)  # +3 and -3
    assert passes(strong, least - 3, difficulty)
    assert not passes(strong, least - 4, difficulty)
    assert not passes(weak, min(20, least + 2), difficulty)


@pytest.mark.rule("checks.difficulties")
@pytest.mark.number("t4")
@pytest.mark.parametrize(
    ("difficulty", "malus"), [(Difficulty.STANDARD, 0), (Difficulty.HARD, 4), (Difficulty.DIRE, 8)]
)
def test_a_roll_under_host_compares_the_die_with_the_ability_less_0_4_8(difficulty, malus):
    match = scores(strength=13, rules=ROLL_UNDER)
    assert passes(match, 13 - malus, difficulty)
    assert not passes(match, 13 - malus + 1, difficulty)


@pytest.mark.rule("checks.difficulties")
@pytest.mark.number("t3")
def test_abilities_10_to_13_give_the_calibration_bands_under_roll_under():
    chances = [[chance(scores(strength=s, rules=ROLL_UNDER), d) for d in LADDER] for s in (10, 11, 12, 13)]
    bands = [(min(column), max(column)) for column in zip(*chances, strict=True)]
    assert bands == [
        (Fraction(50, 100), Fraction(65, 100)),
        (Fraction(30, 100), Fraction(45, 100)),
        (Fraction(10, 100), Fraction(25, 100)),
    ]


@pytest.mark.rule("checks.difficulties")
@pytest.mark.number("t3")
def test_modifiers_from_minus_1_to_plus_2_give_the_same_bands_against_a_dc():
    chances = [[chance(scores(strength=s), d) for d in LADDER] for s in (8, 10, 13, 16)]  # -1, 0, +1, +2
    assert [100 * row[0] for row in chances] == [50, 55, 60, 65]
    assert [100 * row[1] for row in chances] == [30, 35, 40, 45]
    assert [100 * row[2] for row in chances] == [10, 15, 20, 25]


@pytest.mark.rule("checks.difficulties")
def test_a_level_or_a_natural_result_changes_nothing():
    high = stage([("sword_fighter@front", {"level": 12, "abilities": {"str": 10, "dex": 10, "con": 10}})], ["orc@rear"])
    assert not passes(high, 9, Difficulty.STANDARD)
    weak = scores(strength=3)
    assert not passes(weak, 20, Difficulty.DIRE)  # 20 - 3 < 18: no natural success
    assert passes(
        scores(strength=30, rules={"check.standard_dc": 4}), 1, Difficulty.STANDARD
    )  # 1 + 3: no natural failure


@pytest.mark.rule("checks.ladder")
@pytest.mark.parametrize(
    ("start", "steps", "end"),
    [
        (Difficulty.STANDARD, 1, Difficulty.HARD),
        (Difficulty.HARD, 1, Difficulty.DIRE),
        (Difficulty.DIRE, 1, Difficulty.DIRE),
        (Difficulty.STANDARD, 2, Difficulty.DIRE),
        (Difficulty.DIRE, -1, Difficulty.HARD),
        (Difficulty.HARD, -1, Difficulty.STANDARD),
        (Difficulty.STANDARD, -1, Difficulty.AUTOMATIC),
        (Difficulty.AUTOMATIC, -1, Difficulty.AUTOMATIC),
    ],
)
def test_one_step_moves_one_place_between_automatic_and_dire(start, steps, end):
    assert shift(start, steps) == end


@pytest.mark.rule("checks.ladder")
def test_easier_than_standard_succeeds_without_a_die():
    match = stage(["orc@front"], ["orc@rear"], dice=[])
    events = play(match, "orc_0: Move melee (Enter the Melee)", "orc_0: End")  # an orc's leather exempts it
    assert [(e.what, e.amount, e.won) for e in noted(events, Note.CHECK)] == []
    assert not dice_rolled(events)
    assert check(match.battle, match.setup, match.rules, 0, Ability.STR, Difficulty.AUTOMATIC, Purpose.OVERLOAD)
    assert [(e.what, e.won) for e in noted(match.take_events(), Note.CHECK)] == [(Purpose.OVERLOAD, 1)]
    assert match.battle.dice.short == 0


@pytest.mark.rule("checks.difficulties")
@pytest.mark.parametrize(("strength", "dexterity", "used"), [(9, 13, 13), (13, 9, 13), (8, 6, 8), (10, 12, 12)])
def test_where_the_book_names_no_ability_the_better_of_str_and_dex_counts(strength, dexterity, used):
    match = scores(strength, dexterity, rules=ROLL_UNDER)
    assert passes(match, used, Difficulty.STANDARD, Ability.NIMBLE)
    assert not passes(match, used + 1, Difficulty.STANDARD, Ability.NIMBLE)


@pytest.mark.rule("checks.difficulties")
def test_named_abilities_are_kept():
    match = scores(strength=5, dexterity=18, constitution=11, rules=ROLL_UNDER)
    sheet = match.setup.sheets[0]
    assert best_ability(sheet, Ability.STR) == Ability.STR
    assert best_ability(sheet, Ability.CON) == Ability.CON
    assert passes(match, 11, Difficulty.STANDARD, Ability.CON)
    assert not passes(match, 12, Difficulty.STANDARD, Ability.CON)


@pytest.mark.rule("checks.difficulties")
def test_a_monster_without_scores_checks_with_10():
    match = stage(["sword_fighter@back"], ["orc@rear"], dice=[10], rules=ROLL_UNDER)
    until_breath_of(match, "orc")
    events = play(match, "orc: Overload", "orc: Ready Guard", "orc: End")
    assert [(e.roll, e.need, e.won) for e in dice_rolled(events, Purpose.OVERLOAD)] == [(10, 10, 1)]
    assert unit(match, "orc").limit == 3
    assert_all_dice_used(match)
