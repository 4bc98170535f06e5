"""Gymnasium's own spaces, wrappers and conventions around a batch."""

import os
import textwrap
import time
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium import spaces
from gymnasium.vector.utils import batch_space

import wzc_env
from wzc_env.envs.batch import WarZoneVector

from .lanes import answers


@pytest.mark.parametrize("form", ["vector", "dict"])
@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
@pytest.mark.parametrize("side", ["party", "both"])
def test_all_that_is_returned_lies_in_the_spaces(form: str, mode: str, side: str) -> None:
    opponent = None if side == "both" else "brute"
    envs = WarZoneVector(
        5, "skirmish", observation=form, autoreset_mode=mode, side=side, opponent=opponent, max_rounds=3
    )
    assert isinstance(envs, gymnasium.vector.VectorEnv)
    assert envs.observation_space == batch_space(envs.single_observation_space, 5)
    assert envs.action_space == spaces.MultiDiscrete([envs.single_action_space.n] * 5)
    seen, infos = envs.reset(seed=1)
    ended_n = 0
    for number in range(150):
        assert envs.observation_space.contains(seen)
        masks = infos["action_mask"]
        assert (masks.dtype, masks.shape) == (np.int8, (5, envs.single_action_space.n))
        np.testing.assert_array_equal(masks.astype(bool), envs.action_masks())
        assert masks.any(axis=1).all()
        if form == "dict":
            np.testing.assert_array_equal(seen["action_mask"], masks)
        for mask in masks:
            assert envs.single_action_space.contains(envs.single_action_space.sample(mask))
        actions = answers(envs, number)
        assert envs.action_space.contains(actions)
        seen, rewards, terminated, truncated, infos = envs.step(actions)
        assert [rewards.dtype, terminated.dtype, truncated.dtype] == [np.float64, bool, bool]
        assert rewards.shape == terminated.shape == truncated.shape == (5,)
        assert not (terminated & truncated).any()
        for lane in np.flatnonzero(terminated | truncated):
            ended_n += 1
            if mode == "SameStep":
                assert envs.single_observation_space.contains(infos["final_obs"][lane])
    assert ended_n > 0


def test_gymnasiums_vector_wrappers_fit_around_it() -> None:
    bare = wzc_env.make_vec("duel", num_envs=4, opponent="random", seed=2)
    wrapped = gymnasium.wrappers.vector.DictInfoToList(
        gymnasium.wrappers.vector.RecordEpisodeStatistics(
            wzc_env.make_vec("duel", num_envs=4, opponent="random", seed=2)
        )
    )
    bare.reset()
    wrapped.reset()
    totals, told_n = np.zeros(4), 0
    for number in range(200):
        actions = answers(bare, number)
        _, rewards, terminated, truncated, infos = bare.step(actions)
        told = wrapped.step(actions)[4]
        totals += rewards
        for lane in range(4):
            np.testing.assert_array_equal(told[lane]["action_mask"], infos["action_mask"][lane])
            assert ("episode" in told[lane]) == (terminated[lane] or truncated[lane])
            if "episode" in told[lane]:
                told_n += 1
                assert told[lane]["episode"]["r"] == totals[lane]
                assert told[lane]["outcome"] == infos["outcome"][lane]
                totals[lane] = 0
    assert told_n > 3


def test_infos_of_both_sides_are_lists_of_dicts_in_every_mode() -> None:
    """Every key has its mask, as Gymnasium's wrappers want it."""
    for mode in ("NextStep", "SameStep", "Disabled"):
        envs = WarZoneVector(3, "duel", side="both", autoreset_mode=mode, max_rounds=1)
        wrapped: Any = gymnasium.wrappers.vector.DictInfoToList(envs)
        wrapped.reset(seed=0)
        for number in range(60):
            *_, terminated, truncated, told = wrapped.step(answers(envs, number))
            assert all(one["side"] in (0, 1) and one["rewards"].shape == (2,) for one in told)
            ended = terminated | truncated
            if ended.any():
                lane = int(np.argmax(ended))
                final = told[lane]["final_info"] if mode == "SameStep" else told[lane]
                assert final["outcome"] == "ROUND_LIMIT"
                break
        assert ended.any()


@pytest.mark.slow
@pytest.mark.skipif((os.cpu_count() or 1) < 2, reason="needs two cores")
def test_two_threads_are_well_faster_than_one() -> None:
    """The kernels hold no lock. The best of several tries, so that a busy moment of the machine is no verdict."""

    def rate(threads: int) -> float:
        envs = WarZoneVector(4096, "skirmish", opponent="random", threads=threads, copy=False)
        generator = np.random.default_rng(0)
        envs.reset(seed=1)
        actions = envs.sample(generator)
        best = 0.0
        for _ in range(30):
            begun = time.perf_counter()
            envs.step(actions)
            best = max(best, 4096 / (time.perf_counter() - begun))
            actions = envs.sample(generator)
        envs.close()
        return best

    assert max(rate(2) / rate(1) for _ in range(3)) > 1.5


def test_the_example_of_the_docstring_runs() -> None:
    text = WarZoneVector.__doc__ or ""
    example = textwrap.dedent(text.split("```python\n")[1].split("```")[0])
    space: dict[str, Any] = {}
    exec(example, space)
    assert space["observations"].shape == (256, space["envs"].single_observation_space.shape[0])
    assert space["terminated"].any() or space["envs"].battle_seeds.max() > 7 + 255


def test_a_long_run_neither_slows_down_nor_grows() -> None:
    """Battle after battle in the same lanes: the pool holds what it held, the last steps are as quick as the first."""
    envs = WarZoneVector(64, "duel", opponent="random", autoreset_mode="SameStep")
    envs.reset(seed=1)
    spans, held = [], []
    for _ in range(6):
        begun = time.process_time()
        for _ in range(300):
            envs.step(envs.sample())
        spans.append(time.process_time() - begun)
        held.append(len(envs._pool._owners))
    assert envs._fleet.lanes["episode"].min() > 20
    assert len(set(held[1:])) == 1
    assert min(spans[3:]) < 2 * min(spans[:3])
