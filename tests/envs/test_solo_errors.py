"""What is wrong in the use of the Gymnasium environment is said, with Gymnasium's errors, and nothing has changed."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded

import wzc_env  # noqa: F401 - registers the ids
from tests.envs import rogue
from tests.envs.learners import ByMatch, steps
from wzc_env.agents.base import KernelPolicy
from wzc_env.envs.solo import WarZoneSolo
from wzc_env.errors import ConfigError
from wzc_env.game import Refused


def whole_battles(env: WarZoneSolo) -> None:
    for seed in range(10):
        list(steps(env, seed, picks=seed))


class Empty:
    name = "empty"


@pytest.mark.parametrize(
    ("options", "error", "text"),
    [
        ({"scenario": "skirmich"}, ConfigError, r"skirmich.*skirmish"),
        ({"scenario": 7}, TypeError, r"scenario = 7: allowed"),
        (
            {"opponent": "tactican"},
            ValueError,
            r"'tactican': no such agent, did you mean 'tactician'\?; allowed: brute",
        ),
        ({"opponent": 3}, TypeError, r"opponent = 3: allowed: 'brute', .*an object with `act` or `choose`, or a func"),
        ({"opponent": Empty()}, TypeError, r"opponent = .*: allowed"),
        ({"opponent": ByMatch}, TypeError, r"opponent = .*: allowed"),
        ({"side": "both"}, ValueError, r"side = 'both': allowed: 'party', 'foes'"),
        ({"reward": "sparse"}, ValueError, r"reward = 'sparse': no such reward"),
        ({"sees": "most"}, ValueError, r"sees = 'most': allowed: 'all', 'table'"),
        ({"render_mode": "rgb_array"}, ValueError, r"render_mode = 'rgb_array': allowed: None, 'human', 'ansi'"),
        ({"mode": "fast"}, ValueError, r"mode = 'fast': allowed: 'compiled', 'plain'"),
        ({"max_rounds": 0}, ValueError, r"max_rounds = 0: allowed: an integer from 1 to 200"),
        ({"seed": "7"}, TypeError, r"seed = '7': allowed"),
    ],
)
def test_arguments(options: dict[str, Any], error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=text):
        WarZoneSolo(**{"scenario": "duel", **options})


def test_an_id_that_does_not_exist() -> None:
    with pytest.raises(gymnasium.error.NameNotFound, match="Skirmish"):
        gymnasium.make("wzc/Skirmisch-v0")


@pytest.mark.parametrize(
    ("seed", "error"),
    [(-1, ValueError), (2**63, ValueError), (1.0, TypeError), (True, TypeError), (np.array([1]), TypeError)],
)
def test_seeds_and_options_of_reset(seed: Any, error: type[Exception]) -> None:
    env = WarZoneSolo("duel", opponent="brute")
    env.reset(seed=3)
    kept = env.digest()
    for ask in ({"seed": seed}, {"options": {"agent_seed": seed}}):
        with pytest.raises(error, match=r"seed = .*: allowed: an integer from 0 to 9223372036854775807"):
            env.reset(**ask)
        with pytest.raises(gymnasium.error.Error):
            env.reset(**ask)
    with pytest.raises(ValueError, match=r"options = 'agent_sed': allowed: 'agent_seed'"):
        env.reset(options={"agent_sed": 1})
    assert env.digest() == kept
    env.step(0)  # the battle goes on


def test_steps_before_the_start_and_after_the_end() -> None:
    for env in (WarZoneSolo("duel", opponent="brute"), gymnasium.make("wzc/Duel-v0", opponent="brute")):
        with pytest.raises(ResetNeeded):
            env.step(0)
    raw = WarZoneSolo("duel", opponent="brute", render_mode="ansi")
    for call in (raw.action_masks, raw.render, lambda: raw.words(0), lambda: raw.parse("Guard")):
        with pytest.raises(ResetNeeded, match=r"there is no battle yet: call reset\(\) first"):
            call()
    *_, last = steps(raw, 1)
    assert last.terminated or last.truncated
    kept = raw.digest()
    for _ in range(2):
        with pytest.raises(ResetNeeded, match=r"the battle is over: call reset\(\)"):
            raw.step(0)
    assert raw.digest() == kept
    assert raw.render()  # the last position may still be looked at


@pytest.mark.parametrize("action", [None, 1.5, "Forfeit", [1, 2], np.array([1]), np.array([[0]]), True])
def test_what_is_no_number_changes_nothing(action: Any) -> None:
    env = WarZoneSolo("duel", opponent="brute")
    env.reset(seed=0)
    kept = env.digest()
    with pytest.raises(TypeError, match=f"action = .*: allowed: an integer from 0 to {env.action_space.n - 1}"):
        env.step(action)
    assert env.digest() == kept
    env.step(0)


@pytest.mark.parametrize("beyond", [-1, 10**6, np.int64(-3)])
def test_a_number_outside_the_space_changes_nothing(beyond: Any) -> None:
    env = WarZoneSolo("duel", opponent="brute")
    env.reset(seed=0)
    kept = env.digest()
    for error in (AssertionError, Refused):
        with pytest.raises(error, match=f"action = {beyond}: there is no such action; allowed: 0 to"):
            env.step(beyond)
    assert env.digest() == kept
    env.step(0)


@pytest.mark.parametrize(
    ("answer", "error", "text"),
    [
        (
            lambda seen, mask: int(mask.argmin()),
            RuntimeError,
            r"opponent '<lambda>': action \d+ is illegal \([A-Z_]+\)",
        ),
        (lambda seen, mask: len(mask), RuntimeError, r"is illegal \(OUT_OF_RANGE\): reset the environment"),
        (lambda seen, mask: None, TypeError, r"opponent '<lambda>': returned None; allowed: a legal action"),
        (lambda seen, mask: 1 / 0, ZeroDivisionError, "division"),
    ],
)
def test_an_opponent_that_breaks_the_rules(answer: Any, error: type[Exception], text: str) -> None:
    env = WarZoneSolo("duel", opponent=answer)
    with pytest.raises(error, match=text):
        whole_battles(env)
    with pytest.raises(ResetNeeded):
        env.step(0)


def test_a_kernel_that_breaks_the_rules_is_found_out_inside_the_call() -> None:
    env = WarZoneSolo("duel", opponent=KernelPolicy("rogue", rogue.act))
    assert env._rival.inside
    with pytest.raises(RuntimeError, match=r"opponent 'rogue': action 9999 is illegal \(OUT_OF_RANGE\): reset"):
        whole_battles(env)
    with pytest.raises(ResetNeeded):
        env.step(0)
