"""What is wrong with a batch's arguments, actions and seeds is said before anything has changed."""

import contextlib
import gc
import sys
from typing import Any

import numpy as np
import pytest
from gymnasium.error import ClosedEnvironmentError, ResetNeeded

from wzc_env.envs.batch import WarZoneVector
from wzc_env.envs.masks import sample
from wzc_env.errors import ConfigError

from .lanes import answers


class Slow:
    """A policy for one battle at a time."""

    name = "slow"

    def choose(self, match: Any) -> int:
        return int(match.legal_actions()[0])


@pytest.mark.parametrize(
    ("arguments", "error", "text"),
    [
        ({"scenario": "skirmissh"}, ConfigError, "skirmissh"),
        ({"scenario": []}, ValueError, r"scenario = \[\]: allowed: one scenario or more"),
        ({"scenario": ["duel", 7]}, TypeError, r"scenario = 7: allowed: a name"),
        ({"num_envs": 0}, ValueError, r"num_envs = 0: allowed: an integer from 1"),
        ({"num_envs": 2.0}, TypeError, r"num_envs = 2.0: allowed: an integer from 1"),
        ({"opponent": "brutus"}, ValueError, r"agent = 'brutus': no such agent, did you mean 'brute'"),
        ({"opponent": 3}, TypeError, r"opponent = 3: allowed: 'brute', .*'random', .* or a function"),
        ({"opponent": Slow()}, TypeError, r"it plays one battle at a time; allowed in a batch"),
        ({"side": "both", "opponent": "brute"}, ValueError, r"opponent = 'brute': allowed: None, since side = 'both'"),
        ({"side": "left"}, ValueError, r"side = 'left': allowed: 'party', 'foes', 'alternate', 'both'"),
        ({"observation": "image"}, ValueError, r"observation = 'image': allowed: 'vector', 'dict'"),
        (
            {"autoreset_mode": "Later"},
            ValueError,
            r"autoreset_mode = 'Later': allowed: 'NextStep', 'SameStep', 'Disabled'",
        ),
        ({"seed": "one"}, TypeError, r"seed = 'one': allowed: an integer from 0"),
        ({"seed": -1}, ValueError, r"seed = -1: allowed: an integer from 0"),
        ({"seed": 2**63 - 1, "num_envs": 2}, ValueError, r"seed = 9223372036854775807: allowed"),
        ({"seed": [1, 2, 3], "num_envs": 2}, ValueError, r"seed: an array of shape \(3,\); allowed: one integer, or 2"),
        ({"seed": [1, 0.5], "num_envs": 2}, TypeError, r"seed\[1\] = 0.5: allowed"),
        ({"max_rounds": 0}, ValueError, r"max_rounds = 0: allowed"),
        ({"reward": "gold"}, ValueError, r"reward = 'gold': no such reward"),
        ({"pad_to": {"units": 1}}, ValueError, r"pad_to\['units'\] = 1: allowed: an integer from 2 to"),
        ({"pad_to": {"dragons": 1}}, ValueError, r"pad_to = 'dragons': allowed: 'units', 'zones', 'routines'"),
        ({"pad_to": 12}, TypeError, r"pad_to = 12: allowed: a dictionary of 'units', 'zones'"),
        ({"weights": [1, 2]}, ValueError, r"weights = \[1, 2\]: allowed: a number, 0 or more, for each of 1"),
        ({"weights": [-1.0]}, ValueError, r"weights = \[-1.0\]: allowed"),
        ({"weights": [0]}, ValueError, r"weights = \[0\]: allowed: one of them above 0"),
        ({"threads": 0}, ValueError, r"threads = 0: allowed"),
    ],
)
def test_arguments(arguments: dict[str, Any], error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=text):
        WarZoneVector(**{"num_envs": 1, "scenario": "duel", **arguments})


def test_a_batch_that_was_refused_is_forgotten_without_a_word() -> None:
    said: list[Any] = []
    old, sys.unraisablehook = sys.unraisablehook, said.append
    try:
        with contextlib.suppress(ValueError):
            WarZoneVector(0)
        gc.collect()
    finally:
        sys.unraisablehook = old
    assert not said


@pytest.mark.parametrize(
    ("actions", "error", "text"),
    [
        ([0, 0], ValueError, r"actions: an array of shape \(2,\); allowed: \(3,\)"),
        ([[0, 0, 0]], ValueError, r"actions: an array of shape \(1, 3\); allowed: \(3,\)"),
        (0, ValueError, r"actions: an array of shape \(\); allowed: \(3,\)"),
        ([0.0, 0.0, 0.0], TypeError, r"actions: an array of float64; allowed: integers from 0 to 54"),
        ([True, True, True], TypeError, r"actions: an array of bool"),
        (["a", "b", "c"], TypeError, r"actions: an array of <U1"),
        (None, TypeError, r"actions: an array of object"),
        ([0, 55, 0], ValueError, r"actions\[1\] = 55: no such action; allowed: 0 to 54"),
        ([0, 0, -1], ValueError, r"actions\[2\] = -1: no such action"),
        (np.array([0, 2**64 - 1, 0], np.uint64), ValueError, r"actions\[1\] = 18446744073709551615: no such action"),
    ],
)
def test_actions_that_are_none_change_nothing(actions: Any, error: type[Exception], text: str) -> None:
    envs = WarZoneVector(3, "duel", opponent="brute")
    envs.reset(seed=1)
    before = [envs.state_bytes(lane) for lane in range(3)]
    with pytest.raises(error, match=text):
        envs.step(actions)
    assert [envs.state_bytes(lane) for lane in range(3)] == before
    envs.step(answers(envs, 0))


def test_actions_of_any_integer_kind_are_taken() -> None:
    kinds = (np.int8, np.uint8, np.int32, np.int64, np.uint64, list)
    met = set()
    for kind in kinds:
        envs = WarZoneVector(3, "duel", opponent="brute")
        envs.reset(seed=1)
        actions = answers(envs, 0)
        envs.step(actions.tolist() if kind is list else actions.astype(kind))
        met.add(tuple(envs.state_bytes(lane) for lane in range(3)))
    assert len(met) == 1


def test_calls_out_of_order_and_resets_of_no_meaning() -> None:
    envs = WarZoneVector(3, "duel", opponent="brute")
    with pytest.raises(ResetNeeded, match=r"call reset\(\) first"):
        envs.step([0, 0, 0])
    some = np.array([True, False, False])
    with pytest.raises(ResetNeeded, match="before all battles have begun"):
        envs.reset(options={"reset_mask": some})
    envs.reset(seed=1)
    before = [envs.state_bytes(lane) for lane in range(3)]
    for mask, error in (
        ([True] * 3, TypeError),
        (np.ones(3), TypeError),
        (some[:2], ValueError),
        (~np.ones(3, bool), ValueError),
    ):
        with pytest.raises(error, match=r"options\['reset_mask'\] = .*allowed: a bool array of shape \(3,\)"):
            envs.reset(options={"reset_mask": mask})
    with pytest.raises(ValueError, match=r"seed: an array of shape \(2,\)"):
        envs.reset(seed=[1, 2])
    assert [envs.state_bytes(lane) for lane in range(3)] == before
    with pytest.raises(ValueError, match=r"action = 55: allowed"):
        envs.words(0, 55)


def test_what_needs_battles_says_so_before_they_have_begun() -> None:
    envs = WarZoneVector(3, "duel", opponent="brute")
    for call in (envs.action_masks, envs.sample, lambda: envs.words(0, 0)):
        with pytest.raises(ResetNeeded, match=r"no battles are under way: call reset\(\) first"):
            call()


@pytest.mark.parametrize(
    ("lane", "error"), [(3, ValueError), (-1, ValueError), (1.5, TypeError), (np.array([1]), TypeError)]
)
def test_a_lane_that_is_none(lane: Any, error: type[Exception]) -> None:
    envs = WarZoneVector(3, "duel", opponent="brute")
    envs.reset(seed=1)
    for call in (envs.state_bytes, envs.digest, lambda one: envs.words(one, 0)):
        with pytest.raises(error, match=r"lane = .*: allowed: an integer from 0 to 2"):
            call(lane)
    assert envs.state_bytes(np.int64(2)) == envs.state_bytes(2)


def test_an_option_of_reset_that_is_misspelt_resets_nothing() -> None:
    envs = WarZoneVector(3, "duel", opponent="brute")
    envs.reset(seed=1)
    before = envs.battle_seeds.tolist()
    with pytest.raises(ValueError, match=r"options = 'reset_masks': allowed: 'reset_mask'"):
        envs.reset(options={"reset_masks": np.array([True, False, False])})
    assert envs.battle_seeds.tolist() == before
    envs.reset(options={})
    assert envs.battle_seeds.tolist() != before


@pytest.mark.parametrize("threads", [1, 2])
def test_a_closed_batch_says_so(threads: int) -> None:
    envs = WarZoneVector(3, "duel", opponent="brute", threads=threads)
    envs.reset(seed=1)
    envs.close()
    for call in (lambda: envs.step([0, 0, 0]), envs.reset):
        with pytest.raises(ClosedEnvironmentError, match="has been closed"):
            call()
    envs.close()


@pytest.mark.parametrize(
    "masks", [np.ones(5, bool), np.ones((2, 5)), np.ones((2, 5), np.int64), np.ones((1, 2, 5), bool)]
)
def test_masks_of_the_wrong_form(masks: Any) -> None:
    with pytest.raises(ValueError, match=r"masks: an array of \w+ of shape .*allowed: bool, int8 or uint8 of shape"):
        sample(masks, np.random.default_rng(0))


def test_a_sample_needs_a_generator() -> None:
    envs = WarZoneVector(2, "duel", opponent="random")
    envs.reset(seed=1)
    with pytest.raises(TypeError, match=r"rng = 7: allowed: a numpy\.random\.Generator"):
        envs.sample(7)


def test_samples_are_legal_and_even() -> None:
    masks = np.zeros((30000, 9), bool)
    masks[:, [0, 3, 8]] = True
    masks[-1] = False
    picks = sample(masks, np.random.default_rng(0))
    assert picks[-1] == -1
    counts = np.bincount(picks[:-1], minlength=9)
    assert set(np.flatnonzero(counts)) == {0, 3, 8}
    assert counts[[0, 3, 8]] == pytest.approx([1e4] * 3, abs=4 * np.sqrt(3e4 * 2 / 9))


@pytest.mark.parametrize("mark", [-1, 2, 127])
def test_whatever_is_not_0_is_legal_for_a_sample(mark: int) -> None:
    masks = np.zeros((200, 5), np.int8)
    masks[:, [1, 4]] = mark
    assert set(sample(masks, np.random.default_rng(0))) == {1, 4}
