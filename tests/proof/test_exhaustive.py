"""The exhaustive runner: a battle of each kind in every run, all that can happen behind the slow marker."""

import pytest

from wzc_env import scenario
from wzc_env.experiments import exhaustive, tally

NAMES = exhaustive.SCENARIOS


def test_every_state_of_a_battle_of_each_scenario_holds_and_most_things_happen():
    missing, played = exhaustive.run(NAMES, seed=1, battles=len(NAMES))
    assert played == len(NAMES)
    assert len(missing) < len(tally.everything()) // 4, sorted(missing)


@pytest.mark.slow
def test_everything_happens():
    missing, _ = exhaustive.run(NAMES, seed=1, battles=30 * len(NAMES))
    assert sorted(missing) == []


def test_it_plays_all_worlds_of_its_own_and_every_doctrine():
    assert {path.stem for path in exhaustive.WORLDS.glob("*.toml") if "[[party]]" in path.read_text()} <= set(NAMES)
    named = {scenario.load(name).agents.foes for name in scenario.names()} - {None, "tactician", "brute"}
    assert named == set(tally.PATTERNS)
    played = {exhaustive.world(name).scenario.agents.foes for name in NAMES} - {None}
    assert played == set(tally.PATTERNS)


def test_a_failure_prints_the_one_command_that_shows_it_again(monkeypatch, capsys):
    def broken(match):
        raise AssertionError("the sky has fallen")

    monkeypatch.setattr(exhaustive, "check", broken)
    with pytest.raises(AssertionError, match="sky"):
        exhaustive.run(["duel"], seed=7, battles=3)
    told = capsys.readouterr().err
    assert "python -m wzc_env.experiments.exhaustive --scenario duel --seed 7 --battles 1" in told


def test_a_scenario_that_is_not_there_is_one_line(monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["exhaustive", "--scenario", "dule"])
    with pytest.raises(SystemExit) as stopped:
        exhaustive.main()
    told = capsys.readouterr().err
    assert stopped.value.code == 2
    assert told.startswith('exhaustive: scenario = "dule": no such scenario, did you mean "duel"')
    assert told.count("\n") == 1
