"""The Python interface of one battle: what it takes, what it turns away at the door."""

from typing import Any

import numpy as np
import pytest

from tests.harness import assert_all_dice_used, shipped, stage, unit
from wzc_env.game import Breath, Match, Refused
from wzc_env.warzone.notation import NotationError
from wzc_env.warzone.words import Reaction, Why


def duel(dice: list[int] | None = None) -> Match:
    """The sword fighter acts first, against an orc in reach that has no Vigor to react."""
    match = stage(["sword_fighter@front"], [("orc@far", {"hp": 60, "morale": 0})], dice=dice)
    unit(match, "orc").vigor = 0
    return match


NO_ACTIONS = [True, np.True_, 1.5, np.float64(2), None, [1], b"End", {}]


@pytest.mark.parametrize("value", NO_ACTIONS)
def test_what_is_no_action_is_turned_away_and_changes_nothing(value: Any) -> None:
    match = duel()
    before = match.digest()
    with pytest.raises(TypeError) as caught:
        match.step(value)
    assert str(caught.value) == f"action = {value!r}: allowed: an action id (int) or words (str)"
    with pytest.raises(TypeError) as caught:
        match.breath(["Ready Guard", value])
    assert str(caught.value) == f"Breath, maneuver 2 = {value!r}: allowed: an action id (int) or words (str)"
    assert match.digest() == before


@pytest.mark.parametrize("number", [int, np.int64, np.uint8, np.array])
def test_an_action_id_may_be_any_kind_of_integer(number: Any) -> None:
    match, twin, whole = duel(), duel(), duel()
    action = match.parse("Ready Guard")
    match.step(action)
    twin.step(number(action))
    assert twin.digest() == match.digest() != duel().digest()
    whole.breath([number(action)])
    assert unit(whole, "sword").ready == Reaction.GUARD


@pytest.mark.parametrize("value", ["Ready Guard", 3, None, {"Ready Guard"}, iter(["Ready Guard"])])
def test_what_is_no_bundle_is_turned_away(value: Any) -> None:
    with pytest.raises(TypeError, match=r"is no bundle; allowed: a list or tuple of maneuvers, such as"):
        Breath(value)
    match = duel()
    before = match.digest()
    with pytest.raises(TypeError, match="is no bundle"):
        match.breath(value)
    assert match.digest() == before


def test_a_list_or_tuple_is_taken_as_a_breath_of_it() -> None:
    said = ["Attack orc", "Ready Guard"]
    bundles: list[Any] = [Breath(said), said, tuple(said)]
    matches = [duel(dice=[2]) for _ in bundles]
    for match, bundle in zip(matches, bundles, strict=True):
        match.breath(bundle)
        assert_all_dice_used(match)
    assert len({match.digest() for match in matches}) == 1


@pytest.mark.parametrize("value", ["x", "3", 0, -1, 256, 2.5, None, True])
def test_a_die_that_is_no_face_is_named_with_its_place(value: Any) -> None:
    expected = f"dice: number 2 is {value!r}; allowed: an integer from 1 to 255"
    with pytest.raises(ValueError, match="dice") as caught:
        duel(dice=[4, value])
    assert str(caught.value) == expected
    match = duel(dice=[7])
    with pytest.raises(ValueError, match="dice") as caught:
        match.add_dice([4, value])
    assert str(caught.value) == expected
    assert match.dice_left == 1


@pytest.mark.parametrize("value", ["12", 5])
def test_dice_are_a_list(value: Any) -> None:
    with pytest.raises(ValueError, match=rf"dice = {value!r}: allowed: a list of faces"):
        duel(dice=value)


def test_dice_may_be_an_array() -> None:
    """Both the highest face there is and numpy's integers are taken; the battle's copy has dice of its own."""
    match = duel(dice=np.array([2, 255]))  # type: ignore[arg-type] # an array reads like a list
    twin = match.clone()
    match.step("Attack orc")
    assert (match.dice_left, twin.dice_left) == (1, 2)


def test_a_seed_may_be_any_kind_of_integer_but_nothing_else() -> None:
    seeds = [7, np.int64(7), np.uint8(7)]
    assert len({Match(shipped("duel").compiled, seed=seed).digest() for seed in seeds}) == 1  # type: ignore[arg-type]
    for value in (True, 1.0, None, "7", -1, 2**63, np.uint64(2**63)):
        with pytest.raises(ValueError, match=r"seed = .*: allowed: an integer from 0 to 2\*\*63 - 1"):
            Match(shipped("duel").compiled, seed=value)  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["Dance", "Attack nobody", "Move nowhere", ""])
def test_words_that_name_no_action_are_refused_like_an_id_that_is_none(text: str) -> None:
    match = duel()
    before = match.digest()
    for value in (text, 9999):
        with pytest.raises(Refused) as caught:
            match.step(value)
        assert (caught.value.why, match.digest()) == (Why.OUT_OF_RANGE, before)
        assert isinstance(caught.value, NotationError) == (value == text)
