"""The speed report runs, says what it measured and under which rules; no figure is judged."""

import json
import sys
from pathlib import Path

import numpy as np
import pytest

from wzc_env import scenario as scenarios
from wzc_env.experiments import speed
from wzc_env.kernel import compiled, zeros
from wzc_env.warzone.state import Battle


def test_report_has_every_row_and_its_circumstances(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "speed.json"
    options = ["--scenario", "duel", "--decisions", "2000", "--repeats", "2", "--no-start", "--json", str(file)]
    monkeypatch.setattr(sys, "argv", ["speed", *options])
    speed.main()
    facts = json.loads(file.read_text())
    names = [row["name"] for row in facts["rows"]]
    assert {"trivial loop", "mask and step", "step alone", "batch runner", "plain mode", "clone"} <= set(names)
    assert all(row["best"] >= row["median"] > 0 for row in facts["rows"])
    assert facts["scenario"] == "duel"
    assert facts["rules_hash"] == scenarios.load("duel").compile().rules_hash
    printed = capsys.readouterr().out
    assert all(name in printed for name in [*names, *speed.TARGETS, *facts["sizes"]])


def test_the_recorded_actions_belong_to_the_driven_battles() -> None:
    game = scenarios.load("duel").compile()
    battles, taken = zeros(Battle, 4), np.zeros(3000, np.int64)
    mask, row = np.zeros(game.setup[0]["actions_n"], np.uint8), np.zeros(0, np.float32)
    begun = compiled(speed.drive)(battles, game.setup, game.rules, mask, row, taken, 7, False)
    assert begun > 20  # whole battles, with their starts
    kept = battles.tobytes()
    battles[:] = 0
    assert compiled(speed.follow)(battles, game.setup, game.rules, taken, 7) == 0
    # the agents' own streams apart, which only `drive` draws from, both runs end in the same position
    again = np.frombuffer(kept, battles.dtype)
    for name in ("turn", "decisions", "units", "zones"):
        assert np.array_equal(battles[name], again[name])
    assert compiled(speed.follow)(battles, game.setup, game.rules, taken, 8) > 0


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--scenario", "dule"], 'speed: scenario = "dule": no such scenario, did you mean "duel"'),
        (["--readme", "pyproject.toml"], "speed: pyproject.toml: has no <!-- speed -->"),
        (["--json", "nowhere/x.json"], "argument --json: there is no folder"),
        (["--decisions", "0"], "--decisions: 2 or more"),
    ],
)
def test_what_cannot_be_measured_or_written_is_said_before_the_work(
    options: list[str], said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["speed", *options])
    with pytest.raises(SystemExit) as stopped:
        speed.main()
    told = capsys.readouterr()
    assert (stopped.value.code, told.out) == (2, "")
    assert said in told.err
