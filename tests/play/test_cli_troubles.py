"""The command `wzc` in trouble: interrupts, agents that break, full disks, pipes and terminals of every kind."""

import json
import os
import re
import resource
import subprocess
import sys
import tomllib
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.harness import shipped
from wzc_env import policies
from wzc_env.version import __version__

from .shell import ROOT, run, wzc


def test_an_interrupted_battle_is_saved_so_far(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def decide(policy: policies.Policy, match: Any) -> int:
        asked.append(policy)
        if len(asked) == 5:
            raise KeyboardInterrupt
        return int(match.legal_actions()[0])

    monkeypatch.setattr(policies, "decide", decide)
    file = tmp_path / "cut.jsonl"
    result = wzc("play", "duel", "--save", file)
    assert result.exit_code == 130
    assert result.stderr == "wzc: interrupted\n"
    assert result.stdout.endswith(f"replay: {file} (interrupted after 4 decisions)\n")
    again = wzc("replay", file)
    assert again.exit_code == 0
    assert again.stdout == f"{file}: 4 decisions, every state equal; the battle was interrupted there\n"
    assert wzc("replay", file, "--show").stdout.splitlines()[-1].startswith("undecided (not ended) in 3 Rounds, 4")


def test_an_interrupt_without_a_file_saves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def decide(*_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(policies, "decide", decide)
    result = wzc("play", "duel", "--quiet")
    assert (result.exit_code, result.stdout, result.stderr) == (130, "", "wzc: interrupted\n")


def test_a_full_disk_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("wzc_env.saving.os.fsync", full)
    result = wzc("play", "duel", "--quiet", "--save", tmp_path / "a.jsonl")
    assert result.exit_code == 2
    assert result.stderr == f"wzc: --save: {tmp_path / 'a.jsonl'}: No space left on device\n"
    assert list(tmp_path.iterdir()) == []


class Lazy:
    """A policy in ordinary Python: the first legal action."""

    name = "lazy"

    def choose(self, match: Any) -> int:
        return int(match.legal_actions()[0])


def test_many_battles_are_counted_and_saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(policies, "get", lambda name: Lazy())
    file = tmp_path / "results.json"
    result = wzc("play", "duel", "--battles", 3, "--seed", 10, "--save", file)
    assert result.exit_code == 0, result.output
    assert result.stderr == ""
    assert result.stdout.startswith("A duel: 3 battles, seeds 10 to 12\noutcome ")
    assert result.stdout.endswith(f"results: {file}\n")
    saved = json.loads(file.read_text(encoding="utf-8"))
    assert saved["format"] == "wzc-results-1"
    assert saved["version"] == __version__
    assert saved["seeds"] == [10, 12]
    assert saved["agents"] == {"party": "lazy", "foes": "lazy"}
    assert saved["interrupted"] is False
    assert saved["battles"] == sum(entry["battles"] for entry in saved["outcomes"].values()) == 3
    assert sum(saved["reasons"].values()) == 3
    assert re.fullmatch("[0-9a-f]{16}", saved["rules_hash"])
    assert saved["scenario"] == shipped("duel").compiled.scenario.to_record()


@pytest.mark.parametrize(("choice", "trouble"), [(0, "a Breath needs"), (-1, "action -1 is outside")])
def test_an_agent_that_breaks_the_rules_is_named(choice: int, trouble: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Lazy, "choose", lambda self, match: choice)
    monkeypatch.setattr(policies, "get", lambda name: Lazy())
    result = wzc("play", "duel", "--quiet")
    assert result.exit_code == 2
    assert result.stderr.startswith(f"wzc: agent 'lazy' chose action {choice}: {trouble}")
    assert result.stderr.count("\n") == 1


def test_an_agent_that_cannot_be_loaded_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(name: str) -> policies.Policy:
        raise ImportError("No module named 'torch'")

    monkeypatch.setattr(policies, "get", broken)
    result = wzc("play", "--foes", "deep")
    assert result.exit_code == 2
    assert result.stderr == "wzc: --party: agent 'brute' cannot be loaded: No module named 'torch'\n"


class Tired(Lazy):
    """Interrupts after so many decisions."""

    def __init__(self, most: int) -> None:
        self.left = most

    def choose(self, match: Any) -> int:
        self.left -= 1
        if self.left < 0:
            raise KeyboardInterrupt
        return super().choose(match)


def test_an_interrupted_batch_saves_what_is_complete(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tired = Tired(3000)
    monkeypatch.setattr(policies, "get", lambda name: tired)
    file = tmp_path / "results.json"
    result = wzc("play", "duel", "--battles", 1000, "--seed", 5, "--save", file)
    assert result.exit_code == 130
    assert result.stderr == "wzc: interrupted\n"
    saved = json.loads(file.read_text(encoding="utf-8"))
    assert saved["interrupted"] is True
    assert 1 <= saved["battles"] < 1000
    assert saved["seeds"] == [5, 4 + saved["battles"]]
    assert result.stdout.endswith(f"results: {file} (interrupted after {saved['battles']} of 1000 battles)\n")


def test_a_batch_without_a_complete_battle_says_that_nothing_is_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tired = Tired(3)
    monkeypatch.setattr(policies, "get", lambda name: tired)
    result = wzc("play", "duel", "--battles", 1000, "--save", tmp_path / "results.json")
    assert result.exit_code == 130
    assert result.stdout == f"no battle is complete: nothing is saved to {tmp_path / 'results.json'}\n"
    assert list(tmp_path.iterdir()) == []


def test_in_a_pipe_there_is_no_colour() -> None:
    done = run("play", "duel", "--seed", 3)
    assert done.returncode == 0
    assert done.stderr == ""
    assert "\x1b" not in done.stdout
    assert done.stdout == wzc("play", "duel", "--seed", 3).stdout


def test_a_terminal_gets_colour() -> None:
    done = run("play", "duel", "--no-map", env={**os.environ, "FORCE_COLOR": "1", "TERM": "xterm-256color"})
    assert "\x1b[36msword\x1b[0m" in done.stdout


def test_a_closed_pipe_is_quiet() -> None:
    command = [sys.executable, "-c", "from wzc_env.cli import main; main()", "play", "skirmish"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT) as program:
        assert program.stdout is not None
        assert program.stderr is not None
        assert program.stdout.readline() == "A skirmish\n"
        program.stdout.close()
        assert program.stderr.read() == ""
    assert program.returncode == 141


@pytest.mark.parametrize("library", ["typer", "rich.text", "wzc_env.terminal"])
def test_an_interrupt_while_it_starts_is_quiet(library: str) -> None:
    program = (
        "import sys\n"
        "class Interrupt:\n"
        "    def find_spec(self, name, *_):\n"
        f"        if name == {library!r}: raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Interrupt())\n"
        "from wzc_env.__main__ import main; main()"
    )
    command = [sys.executable, "-c", program, "play", "duel"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False, cwd=ROOT)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "wzc: interrupted\n")


def test_the_program_begins_at_the_thin_door() -> None:
    scripts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["scripts"]
    assert scripts == {"wzc": "wzc_env.__main__:main"}
    command = [sys.executable, "-m", "wzc_env", "--version"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True, cwd=ROOT)
    assert done.stdout == f"wzc {__version__}\n"


def one_file_of(size: int) -> None:
    """In a process to be: no file may grow beyond this, as on a full disk."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


@pytest.mark.parametrize("args", [["play", "duel"], ["play", "duel", "--quiet"], ["--version"], ["--help"]])
def test_an_output_that_is_full_is_one_line(args: list[str], tmp_path: Path) -> None:
    with (tmp_path / "out").open("w") as out:
        command = [sys.executable, "-B", "-c", "from wzc_env.cli import main; main()", *args]
        done = subprocess.run(
            command,
            stdout=out,
            stderr=subprocess.PIPE,
            text=True,
            timeout=60,
            check=False,
            cwd=ROOT,
            preexec_fn=partial(one_file_of, 0),
        )
    assert done.returncode == 2
    assert done.stderr == "wzc: standard output: File too large\n"


@pytest.mark.parametrize("args", ["play duel --quiet", "--version"])
def test_an_output_that_is_closed_is_one_line(args: str) -> None:
    program = f'"{sys.executable}" -c "from wzc_env.cli import main; main()" {args} >&-'
    done = subprocess.run(["sh", "-c", program], capture_output=True, text=True, timeout=60, check=False, cwd=ROOT)
    assert done.returncode == 2
    assert done.stderr == "wzc: standard output: Bad file descriptor\n"


def test_complaints_without_a_stream_for_them_still_end_with_2() -> None:
    program = f'"{sys.executable}" -c "from wzc_env.cli import main; main()" play nowhere 2>&-'
    done = subprocess.run(["sh", "-c", program], capture_output=True, text=True, timeout=60, check=False, cwd=ROOT)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", "")


def test_an_output_without_box_characters_still_works() -> None:
    done = run("play", "duel", env={**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"})
    assert done.returncode == 0, done.stderr
    assert "??? Round 1 ???" in done.stdout


@pytest.mark.parametrize("args", [["play", "nowhere"], ["replay", "nowhere"], ["play", "--battles", "none"]])
def test_no_traceback_reaches_a_person(args: list[str]) -> None:
    done = run(*args)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("wzc: ")
    assert done.stderr.count("\n") == 1


def test_a_battle_needs_no_compiler() -> None:
    program = (
        "import sys; from wzc_env.cli import app\n"
        "app(['play', 'duel', '--quiet'], standalone_mode=False)\n"
        "print(*sorted({name.split('.')[0] for name in sys.modules} & {'numba', 'llvmlite'}))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True, cwd=ROOT
    )
    assert done.stdout.splitlines()[-1] == ""
