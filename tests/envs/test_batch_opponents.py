"""Opponents in ordinary Python, asked for the whole batch at once, and both sides at home."""

from typing import Any

import numpy as np
import pytest

from wzc_env.envs.aec import WarZoneAEC, raw_env
from wzc_env.envs.batch import WarZoneVector

from .lanes import answers, choose

SIDES = ("party", "foes")


class Scholar:
    """A policy that notes what it is asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[Any, Any, dict[str, Any]]] = []

    def __call__(self, views: Any, masks: Any, info: dict[str, Any]) -> Any:
        self.asked.append((views, masks, info))
        return [choose(mask, 1) for mask in masks]


def play(envs: WarZoneVector, seed: int) -> None:
    """Some steps from the beginning."""
    envs.reset(seed=seed)
    for number in range(50):
        envs.step(answers(envs, number))


def lead_on(battle: WarZoneAEC, mine: str) -> list[Any]:
    """Answer for the opponent as the scholar does; returns what it saw."""
    seen = []
    while battle.agents and battle.agent_selection != mine and not battle.terminations[mine]:
        if battle.truncations[mine]:
            break
        observation = battle.observe(battle.agent_selection)
        seen.append(observation)
        battle.step(choose(observation["action_mask"], 1))
    return seen


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("reward", ["hp_share", "terminal"])
def test_a_python_policy_plays_the_other_side(side: str, reward: str) -> None:
    """Equal battles, equal pay, and it is shown what its side sees, for all that wait at once."""
    scholar, n, mine = Scholar(), 3, f"{side}_0"
    envs = WarZoneVector(
        n, "skirmish", opponent=scholar, side=side, reward=reward, max_rounds=5, autoreset_mode="Disabled"
    )
    battles = [raw_env("skirmish", control="side", reward=reward, max_rounds=5) for _ in range(n)]
    seen, _ = envs.reset(seed=2)
    shown: list[list[Any]] = []
    for lane, battle in enumerate(battles):
        battle.reset(seed=2 + lane)
        shown.append(lead_on(battle, mine))
    ended = np.zeros(n, bool)
    for number in range(300):
        assert [envs.state_bytes(lane) for lane in range(n)] == [battle.state_bytes() for battle in battles]
        if ended.any():
            break
        actions = answers(envs, number)
        for lane, battle in enumerate(battles):
            np.testing.assert_array_equal(battle.observe(mine)["observation"], seen[lane])
            battle.step(int(actions[lane]))
            shown[lane] += lead_on(battle, mine)
        seen, rewards, terminated, truncated, _ = envs.step(actions)
        assert rewards == pytest.approx([battle._cumulative_rewards[mine] for battle in battles], abs=1e-12)
        ended = terminated | truncated
    assert ended.any()
    for lane in range(n):
        places = [np.flatnonzero(info["lane"] == lane) for *_, info in scholar.asked]
        rows = [(asked[0][k], asked[1][k]) for asked, found in zip(scholar.asked, places, strict=True) for k in found]
        assert len(rows) == len(shown[lane]) > 0
        for (view, mask), observation in zip(rows, shown[lane], strict=True):
            np.testing.assert_array_equal(view, observation["observation"])
            np.testing.assert_array_equal(mask, observation["action_mask"])
    assert {int(one) for _, _, info in scholar.asked for one in info["side"]} == {1 - SIDES.index(side)}
    assert max(len(info["lane"]) for _, _, info in scholar.asked) > 1


def test_lanes_may_learn_either_side_in_turn() -> None:
    envs = WarZoneVector(4, "duel", opponent="brute", side="alternate")
    each = [WarZoneVector(4, "duel", opponent="brute", side=side) for side in SIDES]
    seen = [one.reset(seed=5)[0] for one in (envs, *each)]
    for number in range(40):
        for lane in range(4):
            np.testing.assert_array_equal(seen[0][lane], seen[1 + lane % 2][lane])
            assert envs.state_bytes(lane) == each[lane % 2].state_bytes(lane)
        picks = answers(envs, number)
        seen = [one.step(np.where(one.action_masks()[range(4), picks], picks, 0))[0] for one in (envs, *each)]


def test_a_policy_that_answers_wrongly_is_told_so_and_the_batch_is_reset_first() -> None:
    wrong: list[tuple[Any, str]] = [
        (
            lambda views, masks, info: [0],
            r"returned an array of int64 of shape \(1,\); allowed: integers of shape",
        ),
        (lambda views, masks, info: masks[:, 0] * 0.5, r"returned an array of float"),
        (lambda views, masks, info: np.argmin(masks, axis=1), r"lane 0: action \d+ is illegal"),
        (lambda views, masks, info: np.full(len(masks), -1), r"lane 0: action -1 is illegal"),
        (lambda views, masks, info: np.full(len(masks), 10**6), r"lane 0: action 1000000 is illegal"),
    ]
    for policy, text in wrong:
        envs = WarZoneVector(4, "skirmish", opponent=policy, side="foes")
        with pytest.raises(ValueError, match=rf"opponent '<lambda>': .*{text}"):
            play(envs, 0)
        with pytest.raises(Exception, match=r"call reset\(\) first"):
            envs.step(answers(envs, 0))


class Rogue:
    """An object with a kernel that answers with what is never legal."""

    name = "rogue"

    def __init__(self, act: Any) -> None:
        self.act = act


def test_a_kernel_that_answers_illegally_is_told_so() -> None:
    from .rogue import act

    envs = WarZoneVector(2, "duel", opponent=Rogue(act))
    with pytest.raises(RuntimeError, match=r"lane 0, duel, seed 4: the opponent chose action 9999, which is illegal"):
        play(envs, 4)
