"""What the README shows is true: its picture, its examples, its two commands, its table of files."""

import re
import tomllib
from pathlib import Path

import pytest

from tests.readme import PICTURE, README, picture

ROOT = README.parent
TEXT = README.read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)


def test_the_picture_is_what_the_command_prints():
    (shown,) = PICTURE.findall(TEXT)
    assert shown == picture()


@pytest.mark.parametrize("example", EXAMPLES, ids=range(len(EXAMPLES)))
def test_an_example_runs(example, capsys):
    exec(compile(example, "README", "exec"), {})


def test_the_two_commands_install_from_the_clone_and_stand_each_in_one_line():
    (play,) = re.findall(r"```sh play\n(.*?)```", TEXT, re.DOTALL)
    (test,) = re.findall(r"```sh test\n(.*?)```", TEXT, re.DOTALL)
    assert play.count("\n") == test.count("\n") == 1
    assert "pip install -q -e ." in play
    assert play.rstrip().endswith("wzc play")
    assert test.rstrip().endswith("pytest")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert "wzc" in project["scripts"]
    assert "dev" in project["optional-dependencies"]
    assert not [need for need in project["dependencies"] if "torch" in need]


def test_every_file_that_the_table_names_exists():
    table = TEXT.split("## Chapter → file")[1].split("##")[0]
    named = set(re.findall(r"`((?:warzone|hosts|configs)/[^`*]+)`", table))
    assert len(named) > 15
    for name in named:
        where = ROOT / name if name.startswith("configs") else ROOT / "wzc_env" / name
        assert Path(where).exists(), name
