"""Copies in the midst of a battle: deep copies, pickles, clones, with wrappers and without, in every mode."""

import copy
import gc
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import wzc_env
from tests.envs.spelling import spelled
from tests.envs.walks import middle, same_battle, to_the_end

WAYS: dict[str, Callable[[Any], Any]] = {
    "deepcopy": copy.deepcopy,
    "pickle": lambda env: pickle.loads(pickle.dumps(env)),
    "clone": lambda env: env.clone(),
}
OPTIONS: list[dict[str, Any]] = [
    {},
    {"mode": "plain"},
    {"reward": "hp_share", "control": "side"},
    {"render_mode": "ansi"},
    {"render_mode": "ansi", "mode": "plain"},
]


def told(env: Any) -> Any:
    """All that a user can ask of an environment now, as plain values."""
    seen = {agent: env.observe(agent) for agent in env.agents}
    masks = {agent: info["action_mask"].tolist() for agent, info in env.infos.items()}
    return (
        env.agents, env.agent_selection, env.rewards, env._cumulative_rewards, env.terminations, env.truncations,
        {agent: (one["observation"].tobytes(), one["action_mask"].tobytes()) for agent, one in seen.items()},
        masks, env.state_bytes(), env.unwrapped.battle_seed,
    )  # fmt: skip


def play_on(env: Any, steps: int, picks: int = 5) -> list[Any]:
    """What is told over some further random steps, across the end and into the next battle."""
    generator, history = np.random.default_rng(picks), []
    for _ in range(steps):
        if not env.agents:
            env.reset()
        observation, _, terminated, truncated, _ = env.last()
        finished = terminated or truncated
        env.step(None if finished else int(generator.choice(np.flatnonzero(observation["action_mask"]))))
        history.append(told(env))
    return history


@pytest.mark.parametrize("options", OPTIONS, ids=spelled)
@pytest.mark.parametrize("way", list(WAYS))
def test_a_copy_goes_on_alone_exactly_like_its_original(way: str, options: dict[str, Any]) -> None:
    env = wzc_env.raw_env("broken_line", **options)
    middle(env, 4, 25)
    before = told(env)
    twin = WAYS[way](env)
    assert told(twin) == before
    assert twin.render() == env.render() if options.get("render_mode") else True
    ahead = play_on(twin, 40)
    assert told(env) == before  # untouched by what its copy did
    assert play_on(env, 40) == ahead
    assert play_on(env, 5, picks=6) == play_on(twin, 5, picks=6)


@pytest.mark.parametrize("way", ["deepcopy", "pickle"])
def test_a_wrapped_environment_is_copied_with_its_wrappers(way: str) -> None:
    env = wzc_env.env("broken_line", reward="hp_share")
    middle(env, 4, 25)
    twin = WAYS[way](env)
    assert type(twin) is type(env)
    assert twin.unwrapped is not env.unwrapped
    ahead = play_on(twin, 300)  # through the end into the next battle, which the copied generator draws
    assert ahead == play_on(env, 300)
    assert len({one[-1] for one in ahead}) > 1


@pytest.mark.parametrize("way", list(WAYS))
def test_before_the_first_battle_and_after_the_last_copies_work_too(way: str) -> None:
    env = wzc_env.raw_env("duel", seed=3)
    twin = WAYS[way](env)
    assert play_on(twin, 400) == play_on(env, 400)
    while env.agents:
        play_on(env, 1)
    again = WAYS[way](env)
    assert again.agents == []
    assert play_on(again, 10) == play_on(env, 10)


@pytest.mark.parametrize("way", list(WAYS))
def test_a_bundle_under_way_is_copied(way: str) -> None:
    env = wzc_env.raw_env("broken_line", action_mode="bundle")
    generator = np.random.default_rng(0)
    env.reset(seed=0)
    waited = 0
    while waited < 3:
        if not env.agents:
            env.reset()
        _, _, terminated, truncated, _ = env.last()
        env.step(None if terminated or truncated else generator.integers(0, env._board.actions, 8))
        under_way = env._bundles.current
        if under_way is not None and not under_way.over and env.agents and env._board.who >= 0:
            waited += 1
            twin = WAYS[way](env)
            for one in (env, twin):
                one.step(np.argmax(env._board.mask).repeat(8))
            assert told(twin) == told(env)


def test_clones_with_another_future_differ_in_dice_alone() -> None:
    env = wzc_env.raw_env("broken_line")
    middle(env, 4, 10)
    before = told(env)
    futures = {seed: env.clone(reseed=seed) for seed in (1, 2)}
    for twin in futures.values():
        assert told(twin)[:8] == before[:8]
        assert told(twin)[8] != before[8]
    assert told(futures[1]) == told(env.clone(reseed=1)) != told(futures[2])
    ends = [tuple(one[8] for one in play_on(twin, 60)) for twin in (*futures.values(), env.clone(reseed=1), env)]
    assert ends[0] == ends[2]
    assert len(set(ends)) == 3


@pytest.mark.parametrize("mode", ["compiled", "plain"])
def test_a_reseeded_clone_is_that_of_a_match(mode: str) -> None:
    env = wzc_env.raw_env("duel", mode=mode)
    env.reset(seed=6)
    assert env.clone(reseed=12).state_bytes() == same_battle(env, 6).clone(12).state_bytes()


def test_spaces_keep_their_place_in_a_deep_copy() -> None:
    env = wzc_env.raw_env("duel")
    env.reset(seed=0)
    space = env.action_space("sword_0")
    space.seed(5)
    twin = copy.deepcopy(env)
    assert twin.action_space("sword_0") is not space
    assert [twin.action_space("sword_0").sample() for _ in range(5)] == [space.sample() for _ in range(5)]


def test_copies_share_the_scenario() -> None:
    env = wzc_env.raw_env("skirmish")
    env.reset(seed=0)
    assert copy.deepcopy(env)._board.game is env.clone()._board.game is env._board.game


def test_many_battles_in_one_environment_leave_nothing_behind() -> None:
    env = wzc_env.env("broken_line", reward="hp_share")
    counts = []
    for seed in range(30):
        to_the_end(env, seed)
        gc.collect()
        counts.append(len(gc.get_objects()))
    assert max(counts[10:]) <= max(counts[:10]) + 20
