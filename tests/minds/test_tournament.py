"""The tournament: points, pairs, both ways round, and its lines."""

import json

import numpy as np
import pytest

from wzc_env import scenario
from wzc_env.experiments import tournament
from wzc_env.warzone.words import Outcome


class Result:
    """What `points` reads of a batch's result."""

    outcome = np.array([Outcome.PARTY_WINS, Outcome.FOES_WIN, Outcome.DRAW, Outcome.ROUND_LIMIT])


def test_a_draw_and_a_battle_cut_short_are_half_a_win():
    assert tournament.points(Result(), Outcome.PARTY_WINS) == [1.0, 0.0, 0.5, 0.5]
    assert tournament.points(Result(), Outcome.FOES_WIN) == [0.0, 1.0, 0.5, 0.5]


def test_an_agent_against_itself_in_pairs_has_just_half_and_the_better_one_more():
    duel = scenario.load("duel").compile()
    even = tournament.paired(duel, "brute", "brute", 20, 1)
    assert (even.battles, even.share) == (20, 0.5)
    better = tournament.paired(duel, "brute", "random", 40, 1)
    worse = tournament.paired(duel, "random", "brute", 40, 1)
    assert better.share == pytest.approx(1 - worse.share)
    assert better.share > 0.7


def test_the_command_prints_a_line_a_pair_and_writes_where_they_come_from(monkeypatch, capsys, tmp_path):
    file = tmp_path / "t.json"
    told = ["tournament", "duel", "--agents", "brute", "random", "--battles", "10", "--json", str(file)]
    monkeypatch.setattr("sys.argv", told)
    tournament.main()
    assert len(capsys.readouterr().out.splitlines()) == 3
    facts = json.loads(file.read_text())
    assert {"version", "commit", "rules_hash", "scenario", "seed"} <= set(facts)
    assert len(facts["standings"]) == 3


@pytest.mark.parametrize(("extra", "text"), [(["--agents", "nobody"], "nobody"), (["--battles", "3"], "even number")])
def test_bad_input_is_one_line_and_code_2(monkeypatch, capsys, extra, text):
    monkeypatch.setattr("sys.argv", ["tournament", "duel", *extra])
    with pytest.raises(SystemExit) as end:
        tournament.main()
    assert end.value.code == 2
    assert text in capsys.readouterr().err


@pytest.mark.slow
def test_the_skirmish_is_even_for_tacticians_who_beat_brute_and_random():
    skirmish = scenario.load("skirmish").compile()
    assert 0.4 <= tournament.mirror(skirmish, "tactician", 400, 1).share <= 0.6
    assert tournament.paired(skirmish, "tactician", "random", 400, 1).share >= 0.9
    assert tournament.paired(skirmish, "tactician", "brute", 400, 1).share >= 0.6
