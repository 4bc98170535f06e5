"""What `--save` may write: checked before a battle begins, so that no battle is played for nothing."""

import os
import stat
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from wzc_env import policies
from wzc_env.cli import app

ROOT = Path(__file__).resolve().parents[2]


def save(target: object, *args: object, scenario: object = "duel") -> Result:
    words = ["play", scenario, "--quiet", "--save", target, *args]
    return CliRunner().invoke(app, [str(word) for word in words])


def refused(result: Result) -> str:
    """The one line of a refusal that came before the battle."""
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    return result.stderr


@pytest.fixture
def no_battle(monkeypatch: pytest.MonkeyPatch) -> None:
    def decide(*_: object) -> int:
        raise AssertionError("a battle has begun")

    monkeypatch.setattr(policies, "decide", decide)


@pytest.mark.usefixtures("no_battle")
def test_a_pipe_is_refused_and_stays(tmp_path: Path) -> None:
    pipe, link = tmp_path / "pipe", tmp_path / "link"
    os.mkfifo(pipe)
    link.symlink_to(pipe)
    for name in (pipe, link):
        assert f"--save: {name} is no regular file" in refused(save(name))
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    assert {entry.name for entry in tmp_path.iterdir()} == {"pipe", "link"}


@pytest.mark.usefixtures("no_battle")
def test_the_scenario_itself_is_refused_under_each_of_its_names(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_bytes((ROOT / "configs/scenarios/duel.toml").read_bytes())
    before = mine.read_bytes()
    (tmp_path / "link.toml").symlink_to(mine)
    for name in ("mine.toml", "link.toml"):
        for battles in (1, 2):
            line = refused(save(tmp_path / name, "--battles", battles, scenario=mine))
            assert line == f"wzc: --save: {tmp_path / name} is the scenario itself; give another name\n"
    assert mine.read_bytes() == before


@pytest.mark.usefixtures("no_battle")
def test_a_link_in_a_circle_a_folder_behind_a_link_and_a_name_too_long(tmp_path: Path) -> None:
    (tmp_path / "circle").symlink_to(tmp_path / "circle")
    assert "leads to itself" in refused(save(tmp_path / "circle"))
    (tmp_path / "folder").symlink_to(ROOT)
    assert "is a folder" in refused(save(tmp_path / "folder"))
    assert "File name too long" in refused(save(tmp_path / ("a" * 300)))
    (tmp_path / "astray").symlink_to(tmp_path / "nowhere" / "file")
    assert f"there is no folder {tmp_path / 'nowhere'}" in refused(save(tmp_path / "astray"))


@pytest.mark.usefixtures("no_battle")
def test_a_folder_or_file_without_permission_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = tmp_path / "kept.jsonl"
    kept.write_text("old", encoding="utf-8")
    with monkeypatch.context() as patch:
        patch.setattr("wzc_env.saving.os.access", lambda path, mode: False)  # whoever runs this may be allowed all
        assert f"--save: {kept} is write-protected" in refused(save(kept))

    def closed(**_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("wzc_env.saving.tempfile.mkstemp", closed)
    assert "new.jsonl: Permission denied" in refused(save(tmp_path / "new.jsonl"))
    assert kept.read_text(encoding="utf-8") == "old"


def test_a_link_is_written_through(tmp_path: Path) -> None:
    real, link = tmp_path / "real.jsonl", tmp_path / "link.jsonl"
    real.write_text("old", encoding="utf-8")
    link.symlink_to(real)
    assert save(link).exit_code == 0
    assert link.is_symlink()
    assert real.read_text(encoding="utf-8").startswith('{"format": "wzc-replay-1"')
