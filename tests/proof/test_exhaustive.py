"""The exhaustive runner: a few battles in every run, all that can happen behind the slow marker."""

import pytest

from wzc_env.experiments import exhaustive

NAMES = exhaustive.SCENARIOS


def test_every_state_of_a_few_battles_holds_and_most_things_happen():
    missing, played = exhaustive.run(NAMES, seed=1, battles=len(NAMES))
    assert played == len(NAMES)
    assert len(missing) < len(exhaustive.everything()) // 4, sorted(missing)


@pytest.mark.slow
def test_every_maneuver_reaction_place_and_ending_happens_and_nearly_all_else():
    missing, _ = exhaustive.run(NAMES, seed=1, battles=130)
    rare = {item for item in missing if item[0] in ("modifier", "purpose", "note")}
    assert missing - rare == set()
    assert len(rare) <= 2, sorted(rare)


def test_a_failure_prints_the_one_command_that_shows_it_again(monkeypatch, capsys):
    def broken(match):
        raise AssertionError("the sky has fallen")

    monkeypatch.setattr(exhaustive, "check", broken)
    with pytest.raises(AssertionError, match="sky"):
        exhaustive.run(["duel"], seed=7, battles=3)
    told = capsys.readouterr().err
    assert "python -m wzc_env.experiments.exhaustive --scenario duel --seed 7 --battles 1" in told
