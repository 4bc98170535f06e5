"""A batch is so many single environments: Gymnasium's own vector of them plays, shows and pays the same."""

from typing import Any

import gymnasium
import numpy as np
import pytest

import wzc_env
from wzc_env.envs.batch import WarZoneVector
from wzc_env.envs.solo import WarZoneSolo
from wzc_env.rewards import Reward, hp_balance

from .lanes import choose

BATCH: dict[str, Any] = {"vectorization_mode": "vector_entry_point"}
SHAPING = Reward("patient", hp_balance, shaping=True, gamma=0.9, weight=2.0, result=3.0)


@pytest.mark.parametrize(
    ("scenario", "options"),
    [
        ("skirmish", {"opponent": "brute", "reward": SHAPING}),
        ("ambush", {"opponent": "tactician", "side": "foes", "sees": "table", "reward": "hp_share"}),
        ("duel", {"opponent": "random", "max_rounds": 2}),
    ],
)
def test_lanes_are_single_environments(scenario: str, options: dict[str, Any]) -> None:
    batch = WarZoneVector(3, scenario, autoreset_mode="Disabled", **options)
    alone = [WarZoneSolo(scenario, **options) for _ in range(3)]
    seen, infos = batch.reset(seed=50)
    told = [one.reset(seed=50 + lane) for lane, one in enumerate(alone)]
    assert batch.single_observation_space == alone[0].observation_space
    assert batch.single_action_space == alone[0].action_space
    ended = np.zeros(3, bool)
    for number in range(400):
        for lane, one in enumerate(alone):
            assert batch.state_bytes(lane) == one.state_bytes()
            np.testing.assert_array_equal(seen[lane], told[lane][0])
            np.testing.assert_array_equal(infos["action_mask"][lane], told[lane][-1]["action_mask"])
        if ended.any():
            break
        picks = [choose(mask, number) if number % 9 else 1 for mask in infos["action_mask"]]  # now and then illegal
        seen, rewards, terminated, truncated, infos = batch.step(picks)
        told = [one.step(pick) for one, pick in zip(alone, picks, strict=True)]
        assert rewards == pytest.approx([each[1] for each in told], abs=1e-12)
        assert terminated.tolist() == [each[2] for each in told]
        assert truncated.tolist() == [each[3] for each in told]
        illegal = infos.get("illegal", np.zeros(3, bool))
        assert illegal.tolist() == ["illegal" in each[4] for each in told]
        ended = terminated | truncated
        for lane in np.flatnonzero(ended):
            for key in ("outcome", "reason"):
                assert infos[key][lane] == told[lane][4][key]
    assert ended.any()
    assert number > 3


def test_gymnasium_makes_a_batch_by_its_id() -> None:
    envs: Any = gymnasium.make_vec("wzc/BrokenLine-v0", num_envs=3, opponent="brute", side="foes", **BATCH)
    assert isinstance(envs.unwrapped, WarZoneVector)
    same = wzc_env.make_vec("broken_line", num_envs=3, opponent="brute", side="foes")
    np.testing.assert_array_equal(envs.reset(seed=1)[0], same.reset(seed=1)[0])
    assert envs.spec.id == "wzc/BrokenLine-v0"


def test_gymnasiums_vector_of_single_environments_agrees_until_the_first_end() -> None:
    """Flags, rewards and the end's observation, in the default mode of both."""
    ours: Any = gymnasium.make_vec("wzc/Duel-v0", num_envs=4, opponent="random", **BATCH)
    theirs: Any = gymnasium.make_vec("wzc/Duel-v0", num_envs=4, opponent="random", vectorization_mode="sync")
    assert ours.metadata["autoreset_mode"] is theirs.metadata["autoreset_mode"]
    seen, infos = ours.reset(seed=9)
    np.testing.assert_array_equal(seen, theirs.reset(seed=9)[0])
    for number in range(400):
        picks = np.array([choose(mask, number) for mask in infos["action_mask"]])
        ours_told, theirs_told = ours.step(picks), theirs.step(picks)
        for one, other in zip(ours_told[:4], theirs_told[:4], strict=True):
            np.testing.assert_array_equal(one, other)
        infos = ours_told[4]
        ended = ours_told[2] | ours_told[3]
        if ended.any():
            break
    again = ours.step(picks), theirs.step(picks)
    for told in again:
        assert [part[ended].any() for part in told[1:4]] == [False] * 3
    assert infos["outcome"][ended].tolist() == theirs_told[4]["outcome"][ended].tolist()
    assert infos["_outcome"].tolist() == theirs_told[4]["_outcome"].tolist()
