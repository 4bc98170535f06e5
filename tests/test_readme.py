"""What the README shows is true: its picture, its examples, its commands, its tables of files and scenarios."""

import importlib
import re
import shlex
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from tests.readme import PICTURE, README, picture
from wzc_env import options, policies, scenario
from wzc_env.cli import app
from wzc_env.experiments import alone

ROOT = README.parent
TEXT = README.read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+) ?([\w.]*)\n(.*?)^```$", TEXT, re.DOTALL | re.MULTILINE)
"""Language, what follows it, text. `sh try` is run, `sh apart` needs an environment of its own and is not."""

EXAMPLES = [(kind, text) for language, kind, text in BLOCKS if language == "python"]
TRIES = [text for language, kind, text in BLOCKS if (language, kind) == ("sh", "try")]
FILES = {kind: text for language, kind, text in BLOCKS if language == "toml" and kind}

FEWER = {
    "play": ["--battles", "20"],
    "tournament": ["--battles", "2", "--agents", "random", "brute"],
    "claim_pace": ["--battles", "10"],
    "exhaustive": ["--battles", "1"],
    "difficulty": ["--battles", "1", "--scenarios", "2"],
    "speed": ["--repeats", "1", "--decisions", "100", "--scenario", "duel"],
}
"""What a command that takes long is given besides, so that it does not: the last of two equal options counts."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory of a reader who has written the README's files."""
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "README.md").write_text(TEXT, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_picture_is_what_the_command_prints():
    (shown,) = PICTURE.findall(TEXT)
    assert shown == picture()


@pytest.mark.parametrize(("kind", "example"), EXAMPLES, ids=range(len(EXAMPLES)))
def test_an_example_runs(kind, example, folder, capsys):
    if kind == "train":
        pytest.importorskip("sb3_contrib", reason="the extra `train` is not installed")
    exec(compile(example, "README", "exec"), {})


def test_examples_are_short():
    long = [text for _, text in EXAMPLES if len(text.strip().splitlines()) > 22]
    assert not long


def exit_code(main: Callable[[], None]) -> Any:
    """How a program ends."""
    try:
        main()
    except SystemExit as end:
        return end.code or 0
    return 0


def run(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run a command of the README in this process; it must succeed."""
    program, *words = shlex.split(command)
    if program == "wzc":
        many = FEWER["play"] if "--battles" in words else []
        done = CliRunner().invoke(app, words + many)
        assert done.exit_code == 0, done.output
        return
    assert [program, words[0]] == ["python", "-m"], command
    module = importlib.import_module(words[1])
    monkeypatch.setattr(sys, "argv", [words[1], *words[2:], *FEWER[words[1].rsplit(".", 1)[-1]]])
    assert exit_code(module.main) in (0, 1)  # a short run need not have met everything


@pytest.mark.parametrize("tries", TRIES, ids=range(len(TRIES)))
def test_the_commands_of_a_block_run_one_after_another(tries, folder, monkeypatch, capsys):
    monkeypatch.setattr(alone, "alone", lambda module, name, seconds: (1.0, ""))  # no process for every environment
    for command in tries.strip().splitlines():
        run(command, monkeypatch)


def test_commands_within_the_text_run(folder):
    within = re.findall(r"`(wzc [^`]+)`", re.sub(r"^```.*?^```$", "", TEXT, flags=re.DOTALL | re.MULTILINE))
    assert within
    for command in set(within) - {"wzc warmup", "wzc batch"}:
        done = CliRunner().invoke(app, shlex.split(command)[1:])
        assert done.exit_code == 0, (command, done.output)


def test_the_two_commands_install_from_the_clone_and_stand_each_in_one_line():
    (play,) = re.findall(r"```sh play\n(.*?)```", TEXT, re.DOTALL)
    (test,) = re.findall(r"```sh test\n(.*?)```", TEXT, re.DOTALL)
    assert play.count("\n") == test.count("\n") == 1
    assert "pip install -q -e ." in play
    assert play.rstrip().endswith("wzc play")
    assert test.rstrip().endswith("pytest -n auto")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert "wzc" in project["scripts"]
    assert {"dev", "train", "peers"} <= set(project["optional-dependencies"])
    assert not [need for need in project["dependencies"] if "torch" in need]


def test_every_file_that_the_table_names_exists():
    table = TEXT.split("### Chapter → file")[1].split("###")[0]
    named = set(re.findall(r"`((?:warzone|hosts|configs|agents)/[^`*]+)`", table))
    assert len(named) > 25
    for name in named:
        inside = name.startswith(("warzone", "hosts"))
        assert (ROOT / "wzc_env" / name if inside else ROOT / name).exists(), name


def named_in(section: str, known: Callable[[], list[str]]) -> set[str]:
    """Which of some names stand in code within a section."""
    text = TEXT.split(f"## {section}\n")[1].split("\n## ")[0]
    return {name for name in known() if f"`{name}`" in text}


def test_every_scenario_and_agent_is_named_and_the_levers_are_those_that_exist():
    assert named_in("Play tonight", scenario.names) == set(scenario.names())
    assert named_in("Play tonight", policies.names) == set(policies.names())
    assert set(re.findall(r"lever\.\w+", TEXT)) <= {*options.names(), "lever"}


def test_the_table_of_speeds_can_be_written():
    assert TEXT.count("<!-- speed -->\n") == TEXT.count("<!-- end of speed -->") == 1
