"""What is wrong is said: which argument, what it was, what is allowed; and nothing has changed."""

from typing import Any

import numpy as np
import pytest

import wzc_env
from wzc_env.envs.aec import OutOfBounds, Refused
from wzc_env.errors import ConfigError
from wzc_env.warzone.words import Why


@pytest.mark.parametrize(
    ("options", "error", "text"),
    [
        ({"scenario": "skirmich"}, ConfigError, r"skirmich.*skirmish"),
        ({"scenario": 7}, TypeError, r"scenario = 7: allowed"),
        ({"control": "team"}, ValueError, r"control = 'team': allowed: 'unit', 'side'"),
        ({"action_mode": "breath"}, ValueError, r"action_mode = 'breath': allowed: 'maneuver', 'bundle'"),
        (
            {"reward": "sparse"},
            ValueError,
            r"reward = 'sparse': no such reward; allowed: 'terminal', 'hp_share', 'hp_shaping', ",
        ),
        ({"render_mode": "rgb_array"}, ValueError, r"render_mode = 'rgb_array': allowed: None, 'human', 'ansi'"),
        ({"mode": "fast"}, ValueError, r"mode = 'fast': allowed: 'compiled', 'plain'"),
        ({"max_rounds": 0}, ValueError, r"max_rounds = 0: allowed: an integer from 1 to 200"),
        ({"max_rounds": 201}, ValueError, r"max_rounds = 201: allowed"),
        ({"max_rounds": 2.5}, TypeError, r"max_rounds = 2.5: allowed"),
        ({"seed": -1}, ValueError, r"seed = -1: allowed: an integer from 0 to 9223372036854775807"),
        ({"seed": "7"}, TypeError, r"seed = '7': allowed"),
        ({"seed": True}, TypeError, r"seed = True: allowed"),
    ],
)
@pytest.mark.parametrize("make", ["env", "raw_env"])
def test_arguments(make: str, options: dict[str, Any], error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=text):
        getattr(wzc_env, make)(**{"scenario": "duel", **options})


@pytest.fixture
def raw() -> Any:
    env = wzc_env.raw_env("duel")
    env.reset(seed=0)
    return env


@pytest.mark.parametrize(("seed", "error"), [(-1, ValueError), (2**63, ValueError), (1.0, TypeError)])
def test_seeds_of_reset(raw: Any, seed: Any, error: type[Exception]) -> None:
    kept = raw.digest()
    with pytest.raises(error, match="seed = "):
        raw.reset(seed=seed)
    assert raw.digest() == kept


@pytest.mark.parametrize("mode", ["compiled", "plain"])
@pytest.mark.parametrize("render_mode", [None, "ansi"])
def test_an_illegal_action_is_refused_with_its_reason(mode: str, render_mode: str | None) -> None:
    env = wzc_env.raw_env("duel", mode=mode, render_mode=render_mode)
    env.reset(seed=0)
    kept = (env.digest(), env.agent_selection, env.render() if render_mode else None)
    mask = env.observe(env.agent_selection)["action_mask"]
    for action in np.flatnonzero(mask == 0):
        with pytest.raises(Refused) as caught:
            env.step(action)
        assert caught.value.why == env._board.why(int(action)) != Why.OK
        assert str(caught.value).startswith(f"action = {action}: ")
        assert len(str(caught.value)) > len(f"action = {action}: ") + 10
    assert (env.digest(), env.agent_selection, env.render() if render_mode else None) == kept


@pytest.mark.parametrize("beyond", [-1, 0, 10**6, np.int64(-3)])
def test_a_number_outside_the_space(raw: Any, beyond: Any) -> None:
    last, kept = raw._board.actions - 1, raw.digest()
    action = beyond if beyond < 0 else last + 1 + beyond
    with pytest.raises(
        OutOfBounds, match=f"action = {action}: there is no such action; allowed: 0 to {last}"
    ) as caught:
        raw.step(action)
    assert isinstance(caught.value, AssertionError)
    assert isinstance(caught.value, Refused)
    assert caught.value.why == Why.OUT_OF_RANGE
    assert raw.digest() == kept
    wrapped = wzc_env.env("duel")
    wrapped.reset(seed=0)
    with pytest.raises(AssertionError, match="not in action space"):
        wrapped.step(action)


@pytest.mark.parametrize("action", [None, 1.5, "Forfeit", [1, 2], np.array([1.0])])
def test_what_is_no_number(raw: Any, action: Any) -> None:
    kept = raw.digest()
    with pytest.raises(TypeError, match=f"action = .*: allowed: an integer from 0 to {raw._board.actions - 1}"):
        raw.step(action)
    assert raw.digest() == kept


@pytest.mark.parametrize("kind", [int, np.int8, np.int32, np.int64, np.uint16, np.array])
def test_every_kind_of_integer_is_an_action(raw: Any, kind: Any) -> None:
    legal = int(np.flatnonzero(raw.observe(raw.agent_selection)["action_mask"])[0])
    raw.step(kind(legal))
    assert raw._board.twin().decisions == 1


@pytest.mark.parametrize("call", ["observe", "action_space", "observation_space"])
def test_an_agent_that_does_not_exist(raw: Any, call: str) -> None:
    with pytest.raises(KeyError, match="agent = 'swrd_0': no such agent; allowed: sword_0, captain_0"):
        getattr(raw, call)("swrd_0")


@pytest.mark.parametrize(
    ("action", "error", "text"),
    [
        ([0] * 9, ValueError, r"a bundle of 9 slots; allowed: up to 8 integers from 0 to [0-9]+$"),
        ([0, 512], OutOfBounds, r"action\[1\] = 512: there is no such action"),
        ([0, -1], OutOfBounds, r"action\[1\] = -1"),
        (3, TypeError, r"action = 3: no bundle of maneuvers; allowed: up to 8 integers"),
        (None, TypeError, r"action = None: no bundle"),
        ([0.5], TypeError, r"no bundle"),
        ("Forfeit", TypeError, r"no bundle"),
    ],
)
def test_bundles(action: Any, error: type[Exception], text: str) -> None:
    env = wzc_env.raw_env("duel", action_mode="bundle")
    env.reset(seed=0)
    kept = env.digest()
    with pytest.raises(error, match=text):
        env.step(action)
    assert env.digest() == kept


def test_words_and_parse(raw: Any) -> None:
    with pytest.raises(OutOfBounds):
        raw.words(raw._board.actions)
    with pytest.raises(TypeError):
        raw.words(1.5)
    with pytest.raises(ValueError, match="nearest legal"):
        raw.parse("Atack captain")
    with pytest.raises(ValueError, match="reseed = -1"):
        raw.clone(reseed=-1)
    for action in np.flatnonzero(raw._board.mask):
        assert raw.parse(raw.words(int(action))) == action
