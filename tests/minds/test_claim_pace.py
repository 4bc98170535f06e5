"""The claims about the pace: each is measured by its own function, and one that is not true fails."""

import json
from fractions import Fraction

import pytest

from wzc_env.experiments import arena, claim_pace, pace_measures
from wzc_env.experiments.lines import scripted, ways
from wzc_env.experiments.pace_measures import Found
from wzc_env.stats import Interval
from wzc_env.warzone.words import Verb

BATTLES = 60


def test_each_claim_has_its_measure_and_each_measure_its_claim():
    assert set(claim_pace.claims()) == set(pace_measures.MEASURES)


@pytest.mark.rule("pace.claims")
@pytest.mark.parametrize("name", list(pace_measures.MEASURES))
def test_the_claim_holds(name):
    claim = claim_pace.claims()[name]
    found = pace_measures.MEASURES[name](BATTLES, 1)
    assert claim_pace.agrees(claim.values, found), (claim, found)


@pytest.mark.rule("pace.claims")
def test_another_cell_makes_another_count():
    """The counts come from the rules: cells that differ are seen."""
    tired = arena.Arena(rules={"flurry.step": 4}).match()
    assert arena.exact_hits(tired, 5) == Fraction(5 + 3 + 1, 10)
    assert arena.exact_hits(arena.Arena(rules={"cost.attack": 1}).match(), 10) == Fraction(15, 10)
    light = arena.Arena(striker=pace_measures.HEAVY, rules={"breath.heavies": 2, "cost.heavy_attack": 2}).match()
    assert arena.extreme(light, {Verb.ATTACK, Verb.END}, pace_measures.heavies) == 2


def test_the_ways_of_an_answer_are_all_there_are():
    match = scripted(arena.Arena().match())
    attack = arena.next_attack(match)
    chances = [chance for chance, _ in ways(match, attack)]
    assert len(chances) == 10 + 10 * 2  # ten misses, ten hits with a d2 of damage
    assert sum(chances) == 1


@pytest.mark.parametrize(
    ("expected", "exact", "played", "verdict"),
    [
        ([1.5], [1.5], [Interval(1.5, 1.4, 1.6)], True), ([1.5], [1.4], [], False),
        ([1.5], [1.5], [Interval(1.8, 1.7, 1.9)], False), ([4, 4, 2], [4, 4, 2], [], True), ([4, 4], [4], [], False),
        ([0.1, 0.25], [0.1, 0.15, 0.25], [], True), ([0.1, 0.25], [0.1, 0.15, 0.3], [], False),
        ([0.1, 0.25], [0.15, 0.2, 0.25], [], False), ([2, -2], [2, -2], [], True), ([2, -2], [-2, 2], [], False),
    ],
)  # fmt: skip
def test_the_verdict(expected, exact, played, verdict):
    assert claim_pace.agrees(expected, Found(exact, played)) == verdict


def run(monkeypatch, *told):
    """The command; its exit code."""
    monkeypatch.setattr("sys.argv", ["claim_pace", *told])
    with pytest.raises(SystemExit) as end:
        claim_pace.main()
    return end.value.code


def few(monkeypatch, **measures):
    """Only these measures, and only their claims."""
    kept = {name: claim for name, claim in claim_pace.claims().items() if name in measures}
    monkeypatch.setattr(claim_pace, "claims", lambda: kept)
    monkeypatch.setattr(claim_pace, "MEASURES", measures)


def test_the_file_says_where_it_comes_from(monkeypatch, capsys, tmp_path):
    few(monkeypatch, haste_order=pace_measures.MEASURES["haste_order"])
    file = tmp_path / "pace.json"
    assert run(monkeypatch, "--battles", "5", "--seed", "3", "--json", str(file)) == 0
    facts = json.loads(file.read_text())
    assert {"version", "commit", "rules_hash", "battles", "seed", "claims"} <= set(facts)
    assert [(one["name"], one["exact"], one["holds"]) for one in facts["claims"]] == [("haste_order", [2], True)]
    assert capsys.readouterr().out.splitlines()[-1] == "1 of 1 claims hold (5 battles, seed 3)"


def test_a_claim_that_fails_is_exit_code_1(monkeypatch, capsys):
    few(monkeypatch, haste_order=lambda _battles, _seed: Found([3]))
    assert run(monkeypatch) == 1
    assert capsys.readouterr().out.startswith("FAILS")


def test_an_interruption_writes_nothing(monkeypatch, capsys, tmp_path):
    def stop(_battles, _seed):
        raise KeyboardInterrupt

    few(monkeypatch, haste_order=stop)
    file = tmp_path / "pace.json"
    assert run(monkeypatch, "--json", str(file)) == 130
    assert not file.exists()
    assert "interrupted after 0" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("told", "text"),
    [(["--battles", "1"], "from 2"), (["--seed", "-1"], "0 or more"), (["--json", "nowhere/x.json"], "no folder")],
)
def test_bad_input_is_one_line_and_code_2(monkeypatch, capsys, told, text):
    assert run(monkeypatch, *told) == 2
    assert text in capsys.readouterr().err.splitlines()[-1]
