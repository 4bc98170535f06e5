"""Autoreset as Gymnasium defines it, in every mode, and the seeds of what is played."""

from typing import Any

import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode

from wzc_env.envs.aec import raw_env
from wzc_env.envs.batch import WarZoneVector

from .lanes import answers, to_the_ends


def batch(mode: Any, n: int = 6, **options: Any) -> WarZoneVector:
    return WarZoneVector(n, "duel", opponent="random", autoreset_mode=mode, **options)


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_a_mode_is_declared_by_name_or_as_itself(mode: AutoresetMode) -> None:
    assert batch(mode).metadata["autoreset_mode"] is mode
    assert batch(mode.value).metadata["autoreset_mode"] is mode
    assert WarZoneVector(1, "duel").metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    assert "autoreset_mode" not in WarZoneVector.metadata


def test_next_step_shows_the_end_and_begins_anew_with_the_step_after() -> None:
    envs = batch("NextStep")
    views, rewards, terminated, truncated, infos = to_the_ends(envs, 3)[-1]
    ended = terminated | truncated
    assert ended.any()
    assert not ended.all()
    assert set(infos["outcome"][ended]) <= {"PARTY_WINS", "FOES_WIN", "DRAW", "ROUND_LIMIT"}
    assert infos["_outcome"].tolist() == ended.tolist()
    assert all(name is None for name in infos["outcome"][~ended])
    for lane in np.flatnonzero(ended):
        assert rewards[lane] == {"PARTY_WINS": 1, "FOES_WIN": -1}.get(infos["outcome"][lane], 0)
        assert np.flatnonzero(infos["action_mask"][lane]).tolist() == [0]
        assert envs.observation_space[lane].contains(views[lane]) if hasattr(envs.observation_space, "spaces") else True
    before = envs.battle_seeds
    actions = np.where(ended, 10**6, answers(envs, 5))  # what is said for a finished lane is not read
    views, rewards, terminated, truncated, infos = envs.step(actions)
    assert (envs.battle_seeds != before).tolist() == ended.tolist()
    assert not (terminated | truncated)[ended].any()
    assert not rewards[ended].any()
    fresh = batch("NextStep")
    seen, told = fresh.reset(seed=[int(seed) for seed in envs.battle_seeds])
    np.testing.assert_array_equal(views[ended], seen[ended])
    np.testing.assert_array_equal(infos["action_mask"][ended], told["action_mask"][ended])


def test_same_step_begins_anew_at_once_and_keeps_what_was_seen_at_the_end() -> None:
    envs, other = batch("SameStep"), batch("NextStep")
    first, second = to_the_ends(envs, 8), None
    other.reset(seed=8)
    for number, told in enumerate(first):
        ended = told[2] | told[3]
        second = other.step(answers(other, number))
        if not ended.any():
            continue
        finals, info = told[4]["final_obs"], told[4]["final_info"]
        assert told[4]["_final_obs"].tolist() == told[4]["_final_info"].tolist() == ended.tolist()
        assert (second[2] | second[3]).tolist() == ended.tolist()
        np.testing.assert_array_equal(told[1], second[1])
        for lane in range(6):
            if ended[lane]:
                np.testing.assert_array_equal(finals[lane], second[0][lane])
                assert info["outcome"][lane] == second[4]["outcome"][lane]
            else:
                assert finals[lane] is None
        assert "outcome" not in told[4]
        begun = other.step(answers(other, number))
        np.testing.assert_array_equal(told[0][ended], begun[0][ended])
        np.testing.assert_array_equal(told[4]["action_mask"][ended], begun[4]["action_mask"][ended])
        return
    raise AssertionError


def test_disabled_wants_a_reset_of_the_lanes_that_finished() -> None:
    envs = batch("Disabled")
    envs.reset(seed=3)
    for number in range(400):
        views, _, terminated, truncated, _ = envs.step(answers(envs, number))
        ended = terminated | truncated
        if ended.any():
            break
    lane = int(np.argmax(ended))
    before = [envs.state_bytes(k) for k in range(6)]
    with pytest.raises(ResetNeeded, match=rf"lane {lane} has finished: call reset"):
        envs.step(answers(envs, 0))
    assert [envs.state_bytes(k) for k in range(6)] == before
    seen, infos = envs.reset(options={"reset_mask": ended})
    np.testing.assert_array_equal(seen[~ended], views[~ended])
    assert [envs.state_bytes(k) for k in np.flatnonzero(~ended)] == [before[k] for k in np.flatnonzero(~ended)]
    assert all(envs.state_bytes(k) != before[k] for k in np.flatnonzero(ended))
    assert infos["action_mask"][ended].any(axis=1).all()
    envs.step(answers(envs, 0))
    some = np.zeros(6, bool)
    some[2] = True
    envs.reset(seed=[None, None, 77, None, None, None], options={"reset_mask": some})
    assert envs.battle_seeds[2] == 77
    alone = raw_env("duel")
    alone.reset(seed=77)
    assert envs.state_bytes(2) == alone.state_bytes() or envs._fleet.twin(2).decisions > 0


def test_a_seed_counts_up_over_the_lanes_or_is_given_for_each() -> None:
    envs, other = batch("NextStep", side="party"), batch("NextStep")
    envs.reset(seed=20)
    other.reset(seed=np.arange(20, 26))
    assert envs.battle_seeds.tolist() == other.battle_seeds.tolist() == list(range(20, 26))
    assert [envs.state_bytes(k) for k in range(6)] == [other.state_bytes(k) for k in range(6)]
    other.reset(seed=[20, 20, 20, 20, 20, 20])
    assert len({other.state_bytes(k) for k in range(6)}) == 1
    built = batch("NextStep", seed=20)
    built.reset()
    assert built.battle_seeds.tolist() == list(range(20, 26))


def test_what_follows_in_a_lane_depends_on_its_seed_alone() -> None:
    """The same lane in other company, which finishes at other times, plays the same series."""

    def series(seeds: list[int]) -> list[int]:
        envs = batch("SameStep", n=len(seeds))
        envs.reset(seed=seeds)
        met: list[int] = []
        for _ in range(600):
            if not met or met[-1] != envs.battle_seeds[-1]:
                met.append(int(envs.battle_seeds[-1]))
            envs.step([int(np.flatnonzero(mask)[0]) for mask in envs.action_masks()])
        return met

    one = series([5, 9])
    assert len(one) > 3
    assert len(set(one)) == len(one)
    assert series([123, 4, 7, 9]) == one
    assert series([8]) != one
    envs = batch("NextStep", n=3)
    envs.reset(seed=[5, 9, 2])
    envs.reset()
    assert envs.battle_seeds[1] == one[1]


def test_without_a_seed_lanes_differ_and_runs_differ() -> None:
    envs, other = batch("NextStep"), batch("NextStep")
    envs.reset()
    other.reset()
    assert len({*envs.battle_seeds.tolist(), *other.battle_seeds.tolist()}) == 12
    assert envs.battle_seeds.min() >= 0
