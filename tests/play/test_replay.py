"""Replays: written whole or not at all, played again to equal bytes, and honest about what differs."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from tests.harness import shipped
from tests.play.walks import chooser
from wzc_env import replay
from wzc_env.cli import app
from wzc_env.game import Match, Refused
from wzc_env.kernel import draw
from wzc_env.replay import FORMAT, Recorder, Replay, ReplayError, verify
from wzc_env.saving import write_whole
from wzc_env.version import __version__

Rows = list[dict[str, Any]]


def record(name: str, seed: int) -> Recorder:
    match = shipped(name, seed=seed)
    recorder = Recorder(match, seed, {"party": "random", "foes": "random"}, "abc")
    choose = chooser(seed)
    while not match.over:
        recorder.step(choose(match))
        match.take_events()
    return recorder


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("replays") / "skirmish.jsonl"
    record("skirmish", 4).save(path)
    return path


def test_it_plays_again_to_equal_bytes(saved: Path) -> None:
    verdict = verify(saved)
    assert verdict.ok, verdict.difference
    assert verdict.warnings == []
    assert verdict.decisions == len(Replay.load(saved).decisions) > 50


def test_the_file_says_what_it_is(saved: Path) -> None:
    rows = [json.loads(line) for line in saved.read_text(encoding="utf-8").splitlines()]
    head, decisions, end = rows[0], rows[1:-1], rows[-1]
    assert list(head) == [
        "format", "version", "rules_hash", "name", "seed", "agents", "commit", "scenario",
    ]  # fmt: skip
    assert (head["format"], head["version"], head["name"], head["seed"]) == (FORMAT, __version__, "skirmish", 4)
    assert head["agents"] == {"party": "random", "foes": "random"}
    assert [row["n"] for row in decisions] == list(range(1, len(decisions) + 1))
    assert all(list(row) == ["n", "agent", "kind", "action", "words", "digest"] for row in decisions)
    assert end["decisions"] == len(decisions)
    assert end["digest"] == decisions[-1]["digest"]


def test_agents_draw_from_streams_of_their_own(tmp_path: Path) -> None:
    match, path = shipped("duel", seed=2), tmp_path / "drawn.jsonl"
    recorder = Recorder(match, 2, {})
    while match.decision is not None:
        legal = match.legal_actions()
        recorder.step(legal[draw(match.battle.dice, 1 + match.decision.side, len(legal)) - 1])
        match.take_events()
    recorder.save(path)
    assert verify(path).ok


def test_two_recordings_are_equal_bytes(saved: Path, tmp_path: Path) -> None:
    again = tmp_path / "again.jsonl"
    record("skirmish", 4).save(again)
    assert again.read_bytes() == saved.read_bytes()


def test_it_needs_no_configuration_files(saved: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wzc_env.paths.config_dir", lambda: Path("/nowhere"))
    assert verify(saved).ok


def test_playing_shows_each_state_before_its_decision(saved: Path) -> None:
    shown = 0
    for match, action in Replay.load(saved).play():
        if action >= 0:
            assert match.why(action) == 0
            shown += 1
        else:
            assert match.over
        match.take_events()
    assert shown == len(Replay.load(saved).decisions)


def change(saved: Path, tmp_path: Path, edit: Callable[[Rows], Rows | None]) -> Path:
    """A copy of the file with its rows edited."""
    rows = [json.loads(line) for line in saved.read_text(encoding="utf-8").splitlines()]
    rows = edit(rows) or rows
    path = tmp_path / "changed.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def put(line: int, key: str, value: Any) -> Callable[[Rows], None]:
    def edit(rows: Rows) -> None:
        rows[line - 1][key] = value

    return edit


@pytest.mark.parametrize(
    ("edit", "trouble"),
    [
        (put(1, "seed", 5), r":2: decision 1: digest is '\w+' in the file and '\w+' when played again"),
        (put(7, "digest", "0" * 16), r":7: decision 6: digest is '0000000000000000' in the file"),
        (put(9, "agent", "nobody_0"), r":9: decision 8: agent is 'nobody_0' in the file and '\w+_\d' when played"),
        (put(9, "kind", "LULL"), r":9: decision 8: kind is 'LULL' in the file and"),
        (put(9, "words", "Dance"), r":9: decision 8: words is 'Dance' in the file and"),
        (put(9, "action", 10_000), r":9: decision 8: .* \(action 10000\) is illegal: there is no action 10000"),
        (put(0, "outcome", "DRAW"), r": the end: outcome is 'DRAW' in the file and"),
        (put(0, "rounds", 99), r": the end: rounds is 99 in the file and"),
    ],
)
def test_the_first_difference_is_named(saved: Path, tmp_path: Path, edit: Any, trouble: str) -> None:
    path = change(saved, tmp_path, edit)
    verdict = verify(path)
    assert not verdict.ok
    assert verdict.difference is not None
    assert verdict.difference.startswith(str(path))
    assert "\n" not in verdict.difference
    assert re.search(trouble, verdict.difference), verdict.difference


def test_an_illegal_action_is_named_with_its_reason(saved: Path, tmp_path: Path) -> None:
    match = shipped("skirmish", seed=4)
    refused = next(action for action in range(match.setup.actions_n) if match.why(action))

    def edit(rows: Rows) -> None:
        rows[1]["action"] = refused
        rows[1]["words"] = match.words(refused)

    difference = verify(change(saved, tmp_path, edit)).difference
    assert difference is not None
    assert f"(action {refused}) is illegal: {match.explain(match.why(refused), refused)}" in difference


@pytest.mark.parametrize("action", [-1, 10_000, 2**63, 10**30])
def test_a_number_that_is_no_action_is_told_the_same_when_shown(saved: Path, tmp_path: Path, action: int) -> None:
    path = change(saved, tmp_path, put(9, "action", action))
    plain, shown = (CliRunner().invoke(app, ["replay", str(path), *more]) for more in ((), ("--show",)))
    assert plain.exit_code == shown.exit_code == 2
    assert plain.stderr == shown.stderr
    assert plain.stderr.startswith(f"wzc: {path}:9: decision 8: ")
    assert f"(action {action}) is illegal: there is no action {action}" in plain.stderr


def test_one_decision_too_few_is_a_difference(saved: Path, tmp_path: Path) -> None:
    difference = verify(change(saved, tmp_path, lambda rows: [*rows[:-2], rows[-1]])).difference
    assert difference is not None
    assert "the battle is not over after" in difference


def test_decisions_after_the_end_are_a_difference(saved: Path, tmp_path: Path) -> None:
    def edit(rows: Rows) -> Rows:
        return [*rows[:-1], {**rows[-2], "n": len(rows) - 1}, rows[-1]]

    difference = verify(change(saved, tmp_path, edit)).difference
    assert difference is not None
    assert "agent is" in difference or "kind is" in difference


def test_other_rules_are_a_warning_and_still_verified(saved: Path, tmp_path: Path) -> None:
    verdict = verify(change(saved, tmp_path, put(1, "rules_hash", "feedfeedfeedfeed")))
    assert verdict.ok
    assert len(verdict.warnings) == 1
    assert "made under rules feedfeedfeedfeed" in verdict.warnings[0]
    assert f"these are {Replay.load(saved).compile().rules_hash}" in verdict.warnings[0]


@pytest.mark.parametrize(
    ("content", "trouble"),
    [
        (b"", "empty file, no replay"),
        (b"\xff\xfe\x00", "not a replay: no UTF-8 text"),
        (b"hello\n", ":1: not JSON: Expecting value"),
        (b"[1]\n", ":1: not a replay: a JSON object is expected"),
        (b'{"format": "wzc-replay-99"}\n', ":1: format is 'wzc-replay-99'; this version reads 'wzc-replay-1'"),
        (b"{}\n", ":1: format is None"),
        (b'{"seed": ' + b"1" * 5000 + b"}\n", ":1: a whole number with too many digits"),
        (b"[" * 100_000 + b"\n", ":1: nested too deeply"),
        (b'{"format": "wzc-replay-1", "seed": ' + b"[" * 600 + b"]" * 600 + b"}\n", ":1: nested too deeply"),
        (b'{\n "format": "wzc-results-1",\n "battles": 3\n}\n', ": the results of several battles"),
    ],
)
def test_files_that_are_no_replay(tmp_path: Path, content: bytes, trouble: str) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_bytes(content)
    with pytest.raises(ReplayError) as caught:
        verify(path)
    assert trouble in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("edit", "trouble"),
    [
        (lambda rows: rows[:-1], "truncated: the line with the outcome is missing"),
        (lambda rows: rows[:1], "truncated: the line with the outcome is missing"),
        (lambda rows: [*rows[:3], *rows[4:]], ":4: decision 4 where decision 3 was due"),
        (put(3, "action", "12"), ":3: action = '12': not of type int"),
        (put(3, "n", True), ":3: n = True: not of type int"),
        (put(1, "seed", None), ":1: seed = None: not of type int"),
        (put(1, "scenario", {}), "in the scenario of a replay"),
        (put(0, "digest", 5), "digest = 5: not of type str"),
    ],
)
def test_broken_files_are_named_with_their_line(saved: Path, tmp_path: Path, edit: Any, trouble: str) -> None:
    with pytest.raises(ReplayError) as caught:
        verify(change(saved, tmp_path, edit))
    assert trouble in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_half_written_line_is_named(saved: Path, tmp_path: Path) -> None:
    path = tmp_path / "half.jsonl"
    path.write_text(saved.read_text(encoding="utf-8")[:-40], encoding="utf-8")
    with pytest.raises(ReplayError, match="not JSON"):
        verify(path)


def test_a_missing_file() -> None:
    with pytest.raises(ReplayError, match=r"nowhere.jsonl: No such file"):
        Replay.load("nowhere.jsonl")


def test_a_negative_seed_is_told(saved: Path, tmp_path: Path) -> None:
    difference = verify(change(saved, tmp_path, put(1, "seed", -1))).difference
    assert difference is not None
    assert ":1: seed = -1: allowed: " in difference


def test_nothing_is_saved_before_the_end(tmp_path: Path) -> None:
    recorder = Recorder(shipped("duel", seed=1), 1, {})
    with pytest.raises(ValueError, match="the battle is not over"):
        recorder.save(tmp_path / "early.jsonl")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("steps", [0, 1, 30])
def test_an_interrupt_in_the_midst_of_a_step_leaves_a_replay_up_to_it(
    steps: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, path, choose = shipped("skirmish", seed=4), tmp_path / "cut.jsonl", chooser(4)
    recorder = Recorder(match, 4, {})
    for _ in range(steps):
        recorder.step(choose(match))

    def interrupt() -> None:
        raise KeyboardInterrupt

    action = choose(match)
    monkeypatch.setattr(match, "_run_on", interrupt)  # the action is taken, what follows from it is not
    with pytest.raises(KeyboardInterrupt):
        recorder.step(action)
    recorder.save(path, interrupted=True)
    verdict = verify(path)
    assert verdict.ok, verdict.difference
    assert verdict.interrupted
    assert verdict.decisions == len(recorder) == steps
    end = Replay.load(path).end
    assert (end["outcome"], end["reason"], end["interrupted"]) == ("UNDECIDED", "NOT_ENDED", True)


def test_a_whole_battle_is_not_called_interrupted(tmp_path: Path) -> None:
    record("duel", 4).save(tmp_path / "whole.jsonl", interrupted=True)
    assert "interrupted" not in Replay.load(tmp_path / "whole.jsonl").end
    assert not verify(tmp_path / "whole.jsonl").interrupted


def test_an_illegal_step_is_not_recorded(tmp_path: Path) -> None:
    match: Match = shipped("duel", seed=1)
    recorder = Recorder(match, 1, {})
    refused = next(action for action in range(match.setup.actions_n) if match.why(action))
    with pytest.raises(Refused):
        recorder.step(refused)
    choose = chooser(1)
    while not match.over:
        recorder.step(choose(match))
        match.take_events()
    recorder.save(tmp_path / "duel.jsonl")
    assert verify(tmp_path / "duel.jsonl").ok


def test_a_write_that_fails_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "kept.jsonl"
    path.write_text("old", encoding="utf-8")

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("wzc_env.saving.os.replace", interrupt)
    with pytest.raises(KeyboardInterrupt):
        write_whole(path, "new")
    assert path.read_text(encoding="utf-8") == "old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["kept.jsonl"]


def test_the_commit_is_one_word_or_unknown() -> None:
    found = replay.commit()
    assert found is None or (len(found.removesuffix("-dirty")) == 40 and found == found.strip())
