"""Where files are looked for."""

import pytest

from wzc_env import paths, scenario
from wzc_env.errors import ConfigError


def test_an_installed_package_carries_its_own_configs(tmp_path, monkeypatch):
    package = tmp_path / "wzc_env"
    package.mkdir()
    monkeypatch.setattr(paths, "__file__", str(package / "paths.py"))
    assert paths.config_dir() == tmp_path / "configs"
    (package / "configs").mkdir()
    assert paths.config_dir() == package / "configs"


def test_a_scenario_finds_its_neighbours(write, tmp_path):
    """A path in a file is relative to the file, not to the working directory."""
    folder = tmp_path / "mine"
    folder.mkdir()
    goblin = paths.find("roster", "goblin").read_text(encoding="utf-8")
    (folder / "imp.toml").write_text(goblin.replace("Goblin", "Imp").replace('"goblin"', '"imp"'), encoding="utf-8")
    duel = paths.find("scenarios", "duel").read_text(encoding="utf-8")
    (folder / "duel.toml").write_text(duel.replace('"veteran_captain"', '"imp.toml"'), encoding="utf-8")
    assert scenario.load("mine/duel.toml").compile().names.agents == ["sword_0", "imp_0"]


def test_messages_name_files_shortly(write, tmp_path):
    assert paths.label(tmp_path / "test.toml") == "test.toml"
    assert paths.label(paths.find("hosts", "osr")) == "configs/hosts/osr.toml"
    assert paths.label(tmp_path.parent / "test.toml") == str(tmp_path.parent / "test.toml")


def test_a_shipped_name_wins_over_a_folder_of_that_name(write, tmp_path):
    (tmp_path / "duel").mkdir()
    assert scenario.load("duel").name == "duel"
    with pytest.raises(ConfigError, match="is a folder"):
        scenario.load("./duel")
