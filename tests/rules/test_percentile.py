"""Percentile morale: d100 at or below a percentage, 5 points for each step; every score has its percentage."""

import pytest

from tests.harness import assert_all_dice_used, noted, play, stage, unit
from wzc_env import profile
from wzc_env.paths import find
from wzc_env.warzone.words import Effect, Note, Purpose

KILL = [20, 1]


def fallen(*dice, orc=None, host="osr_percentile", pincer=False):
    """A goblin falls at the sword fighter's hand, an orc tests its morale with these dice: the check, the Match."""
    match = stage(
        ["sword_fighter@front"], [("goblin@far", {"hp": 1, "morale": 0}), ("orc@rear", orc or {})], dice=KILL, host=host
    )
    if pincer:
        match.battle.zones[match.names.zones.index("rear")].arms[0] = 3
    unit(match, "goblin").vigor = 0  # it cannot react
    match.add_dice(list(dice))
    (check,) = [e for e in noted(play(match, "sword: Attack goblin"), Note.CHECK) if e.what == Purpose.MORALE]
    assert_all_dice_used(match)
    return check, match


@pytest.mark.rule("host.contract")
@pytest.mark.parametrize(("face", "stands"), [(72, 1), (73, 0)])
def test_the_percentage_of_a_score_is_rolled_under_with_one_d100(face, stands):
    check, match = fallen(face)  # an orc's 8
    assert (check.total, check.need, check.mod, check.won) == (face, 72, 0, stands)
    assert unit(match, "orc").fleeing == 1 - stands


@pytest.mark.rule("host.contract")
@pytest.mark.parametrize(("face", "stands"), [(67, 1), (68, 0)])
def test_each_step_is_five_points(face, stands):
    check, _ = fallen(face, pincer=True)
    assert (check.need, check.mod, check.won) == (67, -5, stands)


@pytest.mark.rule("host.contract")
def test_a_step_is_one_point_of_a_2d6_score():
    check, _ = fallen(3, 4, host="osr", pincer=True)
    assert (check.total, check.need, check.mod, check.won) == (7, 7, -1, 1)


@pytest.mark.rule("host.contract")
def test_a_blessing_is_five_points_too():
    check, _ = fallen(77, orc={"effects": {"blessed": "battle"}})
    assert (check.need, check.won) == (77, 1)
    assert Effect.BLESSED == 4


@pytest.mark.rule("overlay.dragon")
def test_a_fright_is_five_points_for_each_of_its_steps():
    check, _ = fallen(63, orc={"effects": {"frightened": "battle"}})
    assert (check.need, check.won) == (72 - 2 * 5, 0)


@pytest.mark.rule("host.contract")
def test_a_stat_block_may_state_its_percentage():
    check, _ = fallen(31, orc={"morale": 0, "morale_percent": 30})
    assert (check.need, check.won) == (30, 0)
    check, _ = fallen(3, 4, orc={"morale": 0, "morale_percent": 71}, host="osr")  # 7 is 58 %, 8 is 72 %
    assert (check.need, check.won) == (7, 1)


def test_the_table_keeps_the_odds_of_2d6():
    """Each percentage is the chance of 2d6 at or below the score, to the nearest point."""
    table = profile.load(find("hosts", "osr")).host.morale
    ways = [sum(one + two <= score for one in range(1, 7) for two in range(1, 7)) for score in profile.SCORES]
    assert table.percent == [round(100 * n / 36) for n in ways]


@pytest.mark.parametrize(
    ("form", "score", "percent", "number"),
    [
        ("percent", 0, None, 0), ("percent", 1, None, 3), ("percent", 2, None, 3), ("percent", 12, None, 100),
        ("percent", 0, 45, 45), ("score", 9, None, 9), ("score", 0, None, 0), ("score", 0, 1, 2), ("score", 0, 2, 2),
        ("score", 0, 41, 5), ("score", 0, 42, 6), ("score", 0, 100, 12),
    ],
)  # fmt: skip
def test_either_form_becomes_the_other(form, score, percent, number):
    table = profile.load(find("hosts", "osr")).host.morale.model_copy(update={"form": form})
    assert table.number(score, percent) == number
