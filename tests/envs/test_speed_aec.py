"""The speed rows of the environment run and compare like with like; no figure is judged."""

import sys

import pytest

import wzc_env
from wzc_env.experiments import speed_aec


def test_rows_and_shares(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    measured = speed_aec.rows("broken_line", repeats=1)
    names = [speed_aec.TRIVIAL_BARE, speed_aec.BARE, speed_aec.TRIVIAL_WRAPPED, speed_aec.WRAPPED]
    assert [row.name for row in measured] == names
    assert all(row.best >= row.median > 0 for row in measured)
    assert {name: share > 0 for name, share in speed_aec.shares(measured).items()} == dict.fromkeys(
        (speed_aec.BARE, speed_aec.WRAPPED), True
    )
    monkeypatch.setattr(sys, "argv", ["speed_aec", "--scenario", "duel", "--repeats", "1"])
    speed_aec.main()
    printed = capsys.readouterr().out
    assert all(name in printed for name in names)
    assert printed.count("of trivial, target") == 2


def test_the_trivial_environment_has_the_same_sizes_and_is_a_sound_one() -> None:
    raw = wzc_env.raw_env("broken_line")
    raw.reset(seed=0)
    seen = raw.observe(raw.agent_selection)
    tasks = speed_aec.tasks("broken_line", battles=1)
    trivial = tasks[0].run.__defaults__[0]  # type: ignore[attr-defined] # a lambda
    trivial.reset()
    other = trivial.observe(trivial.agent_selection)
    assert {name: (array.shape, array.dtype) for name, array in other.items()} == {
        name: (array.shape, array.dtype) for name, array in seen.items()
    }
    assert len(trivial.agents) == len(raw.agents)
    for _ in range(2 * len(trivial.agents)):
        agent = trivial.agent_selection
        observation, reward, terminated, truncated, _ = trivial.last()
        assert trivial.observation_space(agent).contains(observation)
        assert (reward, terminated, truncated) == (0, False, False)
        trivial.step(0)


def test_recorded_games_end_with_the_battle() -> None:
    raw = wzc_env.raw_env("duel")
    games = speed_aec.record(raw, 3)
    speed_aec.play(raw, games)
    assert any(raw.terminations.values()) or any(raw.truncations.values())
    assert all(games)
