"""The measuring of batches measures."""

import re

import pytest

from wzc_env.envs.batch import WarZoneVector
from wzc_env.experiments import speed_batch
from wzc_env.experiments.speed import Row


def test_rates_are_decisions_by_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(speed_batch, "DECISIONS", 400)
    envs = WarZoneVector(10, "duel", side="both")
    envs.reset(seed=0)
    ticks = iter(range(0, 1000, 5))
    taken = []
    step = envs.step
    monkeypatch.setattr(envs, "step", lambda actions: taken.append(len(actions)) or step(actions))
    assert speed_batch.rates(envs, 3, lambda: float(next(ticks))) == [400 / 5] * 3
    assert sum(taken) == 4 * 400


def test_what_is_printed_says_whether_the_goal_is_reached(capsys: pytest.CaptureFixture[str]) -> None:
    speed_batch.show([Row("batch of 64", 5e5, 4e5, "decisions/s"), Row("batch of 1024", 7.1e5, 6e5, "decisions/s")])
    speed_batch.show([Row("batch of 1024", 6.9e5, 6e5, "decisions/s")])
    lines = capsys.readouterr().out.splitlines()
    assert re.match(r"batch of 64 +500,000 +400,000  decisions/s$", lines[0])
    assert lines[1].endswith("700,000, at least: reached")
    assert lines[2].endswith("700,000, at least: missed")
