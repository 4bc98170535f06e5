"""PettingZoo's own tests, warnings as errors but for those that no masked environment can avoid."""

import re
import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test
from pettingzoo.test.state_test import state_test
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

import wzc_env
from tests.envs.spelling import spelled
from tests.envs.worths import wounds
from wzc_env import scenario as scenarios

SCENARIOS = scenarios.names()

ALLOWED = {
    "Observation is not a NumPy array": "a mask needs a dict: vector and mask",
    "Observation space for each agent probably should be gymnasium.spaces.box or gymnasium.spaces.discrete": "as above",
}
"""Warning of api_test -> why it stays."""


@pytest.fixture
def seen() -> Iterator[set[str]]:
    """Every warning is an error; the allowed ones are collected."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("error")
        for text in ALLOWED:
            warnings.filterwarnings("always", message=re.escape(text) + "$")
        texts: set[str] = set()
        yield texts
        texts |= {str(one.message) for one in caught}


def seeded(env: Any) -> Any:
    """An environment whose battles and samples are the same in every run."""
    env.reset(seed=11)
    for number, agent in enumerate(env.possible_agents):
        env.action_space(agent).seed(number)
    return env


def make(**options: Any) -> Any:
    return lambda **more: wzc_env.env(**{"scenario": "duel", **options, **more})


@pytest.mark.parametrize("name", SCENARIOS)
def test_api(name: str, seen: set[str]) -> None:
    api_test(seeded(wzc_env.env(name)), num_cycles=200)


@pytest.mark.parametrize(
    "options",
    [
        {"control": "side"}, {"reward": "hp_share"}, {"mode": "plain"}, {"max_rounds": 1}, {"render_mode": "ansi"},
        {"sees": "table"}, {"sees": "table", "control": "side"}, {"reward": "hp_shaping"}, {"reward": wounds},
    ],
    ids=spelled,
)  # fmt: skip
def test_api_of_every_option(options: dict[str, Any], seen: set[str]) -> None:
    api_test(seeded(wzc_env.env("broken_line", **options)), num_cycles=60)


def test_api_without_wrappers(seen: set[str]) -> None:
    api_test(seeded(wzc_env.raw_env("broken_line", reward="hp_share")), num_cycles=100)


def test_the_allowed_warnings_are_the_ones_that_come() -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        api_test(seeded(wzc_env.env("duel", max_rounds=3)), num_cycles=200)
    assert {str(one.message) for one in caught} == set(ALLOWED)


@pytest.mark.parametrize("name", SCENARIOS)
def test_seeds(name: str, seen: set[str]) -> None:
    seed_test(make(scenario=name), num_cycles=30)


@pytest.mark.parametrize(
    "options", [{"control": "side"}, {"reward": "hp_share"}, {"mode": "plain"}, {"sees": "table"}], ids=str
)
def test_seeds_of_every_option(options: dict[str, Any], seen: set[str]) -> None:
    seed_test(make(**options), num_cycles=60)


def test_render_modes(seen: set[str], capsys: pytest.CaptureFixture[str]) -> None:
    frames: list[str] = []
    render_test(make(), custom_tests={"ansi": lambda frame: frames.append(frame) or "Count, Round" in frame})
    assert len(set(frames)) > 1
    assert "Count, Round 1" in capsys.readouterr().out  # mode "human" prints


@pytest.mark.parametrize("name", SCENARIOS)
def test_state(name: str, seen: set[str]) -> None:
    # an unmasked sample is an illegal action: PettingZoo's wrapper ends the game, and state() must survive it
    state_test(wzc_env.env(name), turn_based_aec_to_parallel(wzc_env.env(name)), num_cycles=3)


def test_state_over_whole_battles(seen: set[str]) -> None:
    # bundles are lenient, so that unmasked samples play on
    state_test(
        wzc_env.env("broken_line", action_mode="bundle"),
        turn_based_aec_to_parallel(wzc_env.env("broken_line", action_mode="bundle")),
        num_cycles=100,
    )


def test_no_parallel_form_is_promised() -> None:
    assert wzc_env.env("duel").metadata["is_parallelizable"] is False
    assert str(wzc_env.env("duel")) == wzc_env.raw_env.metadata["name"] == "warzone_count_v0"


def test_the_turn_based_parallel_form_plays_the_same_battle() -> None:
    env, parallel = wzc_env.raw_env("duel"), turn_based_aec_to_parallel(wzc_env.raw_env("duel"))
    generator = np.random.default_rng(0)
    env.reset(seed=2)
    observations, _ = parallel.reset(seed=2)
    while not (any(env.terminations.values()) or any(env.truncations.values())):
        agent = env.agent_selection
        seen = env.observe(agent)
        assert [one for one in observations if observations[one]["action_mask"].any()] == [agent]
        assert np.array_equal(observations[agent]["observation"], seen["observation"])
        action = int(generator.choice(np.flatnonzero(seen["action_mask"])))
        env.step(action)
        observations, rewards, terminations, truncations, _ = parallel.step({agent: action})
    assert rewards == env.rewards
    assert (terminations, truncations) == (env.terminations, env.truncations)
