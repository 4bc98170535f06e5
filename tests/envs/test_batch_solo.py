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
        ("pack", {"opponent": "tactician", "reward": SHAPING}),  # where the foes strike first
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


@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
@pytest.mark.parametrize(
    ("scenario", "opponent", "side"),
    [("pack", "tactician", "party"), ("duel", "random", "foes")],
    ids=["the opponent strikes first", "some are over before the learner is asked"],
)
def test_discounted_shaping_adds_nothing_whoever_begins(scenario: str, opponent: str, side: str, mode: str) -> None:
    """Of every battle of a series: the discounted return is the discounted result."""
    n = 32
    envs = WarZoneVector(n, scenario, opponent=opponent, side=side, reward=SHAPING, autoreset_mode=mode, max_rounds=4)
    _, infos = envs.reset(seed=0)
    wins = "PARTY_WINS" if side == "party" else "FOES_WIN"
    returns, discounts, ended, battles = np.zeros(n), np.ones(n), np.zeros(n, bool), 0
    for number in range(150):
        picks = [choose(mask, number + lane) for lane, mask in enumerate(infos["action_mask"])]
        begun = ended if mode == "NextStep" else np.zeros(n, bool)
        _, rewards, terminated, truncated, infos = envs.step(picks)
        assert not rewards[begun].any()
        returns += discounts * rewards
        ended = terminated | truncated
        told = infos["final_info"] if mode == "SameStep" and ended.any() else infos
        for lane in np.flatnonzero(ended):
            outcome = told["outcome"][lane]
            result = 0 if outcome in ("DRAW", "ROUND_LIMIT") else 3.0 if outcome == wins else -3.0
            assert returns[lane] == pytest.approx(discounts[lane] * result, abs=1e-9)
            battles += 1
        discounts = np.where(ended | begun, 1.0, 0.9 * discounts)
        returns[ended] = 0.0
    assert battles > 60


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
