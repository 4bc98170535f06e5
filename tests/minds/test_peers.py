"""The table of environments: what is counted, how rows run alone, what is said of them; no figure is judged."""

import itertools
import json
import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

import wzc_env
from wzc_env.experiments import alone, ours, peers, speed, speed_table, trivial
from wzc_env.experiments.alone import Entry, Rate


def taken(player: alone.Played, times: int) -> list[int]:
    return list(itertools.islice(player, times))


def test_a_rate_leaves_the_warm_up_out_and_divides_by_processor_time(monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = itertools.count()
    monkeypatch.setattr(alone.time, "process_time", lambda: float(next(ticks)))
    # one asked for before the clock is looked at, two until a tenth of 20 s is over, then 100 decisions a tick of 1 s
    assert alone.timed(itertools.chain([10**9] * 2, itertools.repeat(100)), 20) == pytest.approx(100, rel=0.1)


def test_a_game_in_turn_counts_decisions_and_not_the_farewells_of_the_finished() -> None:
    assert taken(alone.in_turn(trivial.TrivialAEC(3, 5, 7)), 2) == [trivial.LENGTH] * 2
    raw = wzc_env.raw_env("duel")
    player = alone.in_turn(raw)
    for decisions in taken(player, 3):
        assert decisions > 5
    assert raw.battle_seed == 2


def test_a_lane_that_begins_anew_has_answered_nothing() -> None:
    ends = iter([[False, True, True], [False, False, False], [True, False, False]])
    envs = SimpleNamespace(
        num_envs=3,
        reset=lambda seed: None,
        sample=lambda: None,
        step=lambda actions: (None, None, np.array(next(ends)), np.zeros(3, bool), {}),
    )
    assert taken(ours.in_lanes(envs), 3) == [3, 1, 3]


def test_decisions_of_both_sides_are_more_than_the_learners(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ours, "SCENARIO", "duel")
    learner = sum(taken(ours.against("random", False, 16), 400))
    both = sum(taken(ours.against("random", True, 16), 400))
    assert 1.5 < both / learner < 3  # a duel: about as many of either side


def test_trivial_environments_have_the_shapes_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ours, "SCENARIO", "broken_line")
    raw = wzc_env.raw_env("broken_line")
    raw.reset(seed=0)
    seen = raw.observe(raw.agent_selection)
    game = trivial.TrivialAEC(*ours.sizes())
    game.reset()
    shapes = {name: (array.shape, array.dtype) for name, array in seen.items()}
    shown = game.observe(game.agent_selection)
    assert {name: (array.shape, array.dtype) for name, array in shown.items()} == shapes
    assert len(game.agents) == len(raw.agents)
    assert game.observation_space(game.agents[0]).contains(shown)
    batch, real = trivial.TrivialVector(4, *ours.sizes()[1:]), wzc_env.make_vec("broken_line", 4, side="both")
    views, infos = batch.reset(seed=0)
    others, told = real.reset(seed=0)
    assert (views.shape, views.dtype) == (others.shape, others.dtype)
    assert infos["action_mask"].shape == told["action_mask"].shape
    ended = [batch.step(batch.sample())[2] for _ in range(2 * (trivial.LENGTH + 1))]
    assert (np.sum(ended, axis=0) == 2).all()


def test_a_row_runs_in_a_process_of_its_own_and_a_failing_one_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    rate, missing = alone.alone(peers.MODULE, ours.TRIVIAL_RAW, 0.05)
    assert rate > 100
    assert not missing
    rate, missing = alone.alone("wzc_env.no_such_module", "x", 0.05)
    assert rate == 0
    assert "no_such_module" in missing
    (found,) = alone.measure([Entry("x", "no-such-package", None)], 0.05, peers.MODULE)
    assert found.missing == "no-such-package is not installed"


def test_figures_that_are_no_rates(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ours, "SCENARIO", "duel")
    assert 0.2 < ours.two_threads(0.01, 64) < 5
    if Path("/proc/self/statm").exists():
        assert ours.memory(0, 4096) > 3000  # a record at least


def test_rows_have_names_of_their_own_and_stand_beside_rows_that_exist() -> None:
    names = [entry.name for entry in [*ours.OURS, *peers.PEERS]]
    assert len(set(names)) == len(names)
    mine = {entry.name for entry in ours.OURS}
    assert {entry.beside for entry in peers.PEERS} <= mine
    assert {*ours.SHARES, *ours.LEAST, *ours.MOST, *ours.TRIVIAL_OF, *ours.TRIVIAL_OF.values()} <= mine


def test_verdicts() -> None:
    rates = {ours.AEC: 71.0, ours.TRIVIAL: 100.0, ours.BATCH: 699_999.0, ours.MEMORY: 16_384.0, ours.AEC_RAW: 1.0}
    assert peers.verdict(ours.AEC, rates) == "0.71 of trivial, at least 0.70: reached"
    assert peers.verdict(ours.AEC, {**rates, ours.AEC: 69.0}).endswith("missed")
    assert peers.verdict(ours.BATCH, rates) == "at least 700,000: missed"
    assert peers.verdict(ours.BATCH, {ours.BATCH: 7e5}).endswith("reached")
    assert peers.verdict(ours.MEMORY, rates) == "at most 16,384: reached"
    assert peers.verdict(ours.MEMORY, {ours.MEMORY: 16_385.0}).endswith("missed")
    assert peers.verdict(ours.AEC_RAW, rates) == ""  # the row that it is compared with is not there


def test_the_report_with_environments_and_the_readme(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    figures = {ours.BATCH: 800_000.0, ours.TRIVIAL_BATCH: 8e6, ours.TWO_THREADS: 1.81}
    monkeypatch.setattr(alone, "alone", lambda module, name, seconds: (figures.get(name, 1234.5), ""))
    monkeypatch.setattr(alone, "version_of", lambda package: "" if package == "nle" else "9.9")
    page, file = tmp_path / "README.md", tmp_path / "speed.json"
    page.write_text(f"before\n{speed_table.BEGIN}figures of last year\n{speed_table.END}\nafter\n")
    options = ["--scenario", "duel", "--decisions", "500", "--repeats", "1", "--no-start", "--peers"]
    monkeypatch.setattr(sys, "argv", ["speed", *options, "--readme", str(page), "--json", str(file)])
    speed.main()
    printed, text = capsys.readouterr().out, page.read_text()
    assert "at least 700,000: reached" in printed
    assert "nle is not installed" in printed
    assert text.startswith("before\n<!-- speed -->\nwzc ")
    assert text.endswith("<!-- end of speed -->\nafter\n")
    assert "last year" not in text
    assert "| wzc batch x 1024 | 800,000 | 0.10 |" in text
    assert "| two threads against one | 1.81 times |  |" in text
    assert "| pgx chess x 1024 | 9.9 | 1,230 | wzc batch x 1024 | 648 |" in text
    assert "| NLE NetHackScore |  | - | wzc AEC, raw | - |" in text
    assert len(json.loads(file.read_text())["environments"]) == len(ours.OURS) + len(peers.PEERS)


def test_a_page_without_marks_is_left_as_it_is(tmp_path: Path) -> None:
    page = tmp_path / "README.md"
    page.write_text("no marks\n")
    with pytest.raises(ValueError, match="has no <!-- speed -->"):
        speed_table.write(page, "text")
    assert page.read_text() == "no marks\n"


def test_digits() -> None:
    assert [speed_table.count(value) for value in (7.4, 999.6, 12_345, 1_234_567)] == [
        "7",
        "1,000",
        "12,300",
        "1,230,000",
    ]
    assert [speed_table.times(value) for value in (0.412, 4.86, 28.6, 152.4)] == ["0.41", "4.9", "29", "152"]
    assert peers.figure(Rate("a", "1", 1.806, "times")).split() == ["a", "1", "1.81", "times"]
