"""Files made for one test, and the one line that a refused file gives."""

from collections.abc import Callable
from pathlib import Path

import pytest

from wzc_env import scenario
from wzc_env.errors import ConfigError

from .edits import change

SCENARIO = """
title = "A test"
battlefield = "lane"
[[party]]
creature = "sword_fighter"
zone = "near_side"
[[foes]]
creature = "goblin"
zone = "far_side"
"""

Write = Callable[[str, str], Path]
Line = Callable[..., str]


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    """Write a file into the working directory of this test, so that messages name it shortly."""
    monkeypatch.chdir(tmp_path)

    def to_file(name: str, text: str) -> Path:
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return to_file


@pytest.fixture
def line(write: Write) -> Line:
    """The message about the scenario above as `test.toml`, after replacements and beside other files."""

    def message(*changes: tuple[str, str], **files: str) -> str:
        text = SCENARIO
        for old, new in changes:
            text = change(text, old, new)
        for name, content in files.items():
            write(f"{name}.toml", content)
        path = write("test.toml", text)
        with pytest.raises(ConfigError) as caught:
            scenario.load(path)
        assert "\n" not in str(caught.value)
        return str(caught.value)

    return message
