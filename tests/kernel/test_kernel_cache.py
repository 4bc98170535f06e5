"""The compile cache: honest about edits anywhere, about flags and versions, and safe to share."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from tests.kernel.processes import fresh_process

RECORDS = """
from enum import IntEnum
from wzc_env.kernel import I16, Record
class Kind(IntEnum):
    A = 1
    B = 2
class Box(Record):
    value: I16
    other: I16
"""
DEEP = """
from .records import Box, Kind
from wzc_env.kernel import kernel
BONUS = 10
@kernel
def deep(box: Box) -> int:
    return box.value + BONUS + Kind.B
@kernel
def unrelated(box: Box) -> int:
    return box.other
"""
MIDDLE = """
from . import deep
from .records import Box
from wzc_env.kernel import kernel
@kernel
def middle(box: Box) -> int:
    return deep.deep(box) * 2
"""
TOP = """
from .middle import middle
from .records import Box
from wzc_env.kernel import kernel
@kernel
def top(boxes: list[Box]) -> int:
    return middle(boxes[0])
@kernel
def pick(boxes: list[Box], i: int) -> int:
    return boxes[i].value
"""
RUN = """
import json
from rules.top import top
from rules.records import Box
from wzc_env.kernel import compiled, warm, zeros
done = warm([top])
boxes = zeros(Box, 1)
boxes[0]["value"] = 5
print(json.dumps([compiled(top)(boxes), done.compiled, done.loaded]))
"""
PICK = """
from rules.top import pick
from rules.records import Box
from wzc_env.kernel import compiled, zeros
print(compiled(pick)(zeros(Box, 9)[4:6], INDEX))
"""

ROOT = Path(__file__).parents[2]

Run = Callable[..., Any]


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    """A temporary package of four kernel modules."""
    folder = tmp_path / "rules"
    folder.mkdir()
    parts = {"__init__": "", "records": RECORDS, "deep": DEEP, "middle": MIDDLE, "top": TOP}
    for name, text in parts.items():
        (folder / f"{name}.py").write_text(text)
    return folder


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def test_edit_undo_and_touch(rules: Path, fresh: Run) -> None:
    assert fresh(RUN) == [34, 3, 0]
    assert fresh(RUN) == [34, 0, 1], "a cached start loads the entry alone"
    edit(rules / "deep.py", "+ BONUS", "- BONUS")
    assert fresh(RUN) == [-6, 3, 0], "an edit of a callee's callee, in another file, is seen"
    edit(rules / "deep.py", "- BONUS", "+ BONUS")
    (rules / "deep.py").touch()
    (rules / "top.py").touch()
    assert fresh(RUN) == [34, 0, 1], "an undone edit finds its old cache, whatever the file's date"


@pytest.mark.parametrize(
    ("file", "old", "new", "result"),
    [
        ("deep", "BONUS = 10", "BONUS = 20", 54),
        ("records", "B = 2", "B = 3", 36),
        ("records", "    value: I16\n    other: I16", "    other: I16\n    value: I16", 34),
        ("records", "value: I16", "value: I32", 34),
    ],
)
def test_constants_enums_and_layouts_are_part_of_the_key(
    rules: Path, fresh: Run, file: str, old: str, new: str, result: int
) -> None:
    assert fresh(RUN) == [34, 3, 0]
    edit(rules / "records.py", "import I16", "import I16, I32")
    edit(rules / f"{file}.py", old, new)
    assert fresh(RUN) == [result, 3, 0]


def test_only_what_depends_on_an_edit_is_compiled(rules: Path, fresh: Run) -> None:
    assert fresh(RUN) == [34, 3, 0]
    edit(rules / "middle.py", "* 2", "* 3")
    assert fresh(RUN) == [51, 2, 1], "deep is loaded, middle and top are compiled"
    edit(rules / "deep.py", "return box.other", "return box.other + 1")
    edit(
        rules / "deep.py",
        "def deep(box: Box) -> int:",
        'def deep(box: Box) -> int:\n    """Said."""\n    # now',
    )
    assert fresh(RUN) == [51, 0, 1], "comments, docstrings and unrelated functions do not matter"


def test_flags_are_part_of_the_key_and_bounds_are_checked_from_an_empty_cache(rules: Path, fresh: Run) -> None:
    assert fresh(RUN) == [34, 3, 0]
    assert fresh(RUN, NUMBA_BOUNDSCHECK="1") == [34, 3, 0]
    assert fresh(RUN, NUMBA_OPT="1") == [34, 3, 0]
    assert fresh(RUN) == [34, 0, 1]


@pytest.mark.parametrize("index", [2, -1, -2])
def test_checked_bounds_find_what_lies_outside_on_either_side(rules: Path, index: int) -> None:
    unchecked = fresh_process(PICK.replace("INDEX", str(index)), rules.parent)
    assert unchecked.returncode == 0, unchecked.stderr
    checked = fresh_process(PICK.replace("INDEX", str(index)), rules.parent, NUMBA_BOUNDSCHECK="1")
    assert checked.returncode == 1
    assert "IndexError" in checked.stderr


def test_a_damaged_file_is_compiled_anew(rules: Path, fresh: Run) -> None:
    assert fresh(RUN) == [34, 3, 0]
    (entry,) = (rules.parent / "cache" / "rules.top").glob("top-*.nbc")
    whole = entry.read_bytes()
    for damaged in (b"", whole[: len(whole) // 2], b"garbage" + whole):
        entry.write_bytes(damaged)
        assert fresh(RUN) == [34, 1, 1]
    assert fresh(RUN) == [34, 0, 1]


def test_only_files_unused_for_long_are_removed(rules: Path, fresh: Run) -> None:
    assert fresh(RUN) == [34, 3, 0]
    cache = rules.parent / "cache"
    stranger, old = cache / "rules.top" / "notes.txt", time.time() - 31 * 86400
    stranger.write_text("not ours")
    for path in (*cache.rglob("*.nbc"), stranger):
        os.utime(path, (old, old))
    assert fresh(RUN) == [34, 0, 1], "read, so the entry is young again"
    edit(rules / "top.py", "middle(boxes[0])", "middle(boxes[0]) + 1")
    assert fresh(RUN) == [35, 1, 1], "middle is read and stays"
    assert sorted(path.name.split("-")[0] for path in cache.rglob("*.nbc")) == ["middle", "top", "top"]
    assert stranger.exists()


def test_a_read_only_cache_is_read(rules: Path, fresh: Run) -> None:
    assert fresh(RUN) == [34, 3, 0]
    folders = [rules.parent / "cache", *(rules.parent / "cache").iterdir()]
    for folder in folders:
        folder.chmod(0o555)
    try:
        assert fresh(RUN) == [34, 0, 1]
    finally:
        for folder in folders:
            folder.chmod(0o755)


def test_processes_that_start_together_share_one_cache(rules: Path, fresh: Run) -> None:
    with ThreadPoolExecutor(3) as pool:
        results = list(pool.map(lambda _: fresh(RUN), range(3)))
    assert [result[0] for result in results] == [34, 34, 34]
    assert fresh(RUN) == [34, 0, 1]
    assert not list((rules.parent / "cache").rglob("*.tmp"))


def test_a_cache_that_cannot_be_written_costs_one_line(rules: Path) -> None:
    blocked = rules.parent / "blocked"
    blocked.write_text("a file where the folder should be")
    done = fresh_process(RUN, rules.parent, WZC_CACHE_DIR=str(blocked))
    assert json.loads(done.stdout) == [34, 3, 0]
    assert done.stderr.count("\n") == 1
    assert f"wzc: cannot keep compiled rules in {blocked}" in done.stderr


def test_the_folder_follows_the_environment(rules: Path, tmp_path: Path) -> None:
    done = fresh_process(RUN, tmp_path, WZC_CACHE_DIR="", XDG_CACHE_HOME=str(tmp_path / "xdg"))
    assert json.loads(done.stdout) == [34, 3, 0]
    assert len(list((tmp_path / "xdg" / "wzc").rglob("*.nbc"))) == 3
    done = fresh_process(RUN, tmp_path, WZC_CACHE_DIR="", XDG_CACHE_HOME="", HOME=str(tmp_path / "home"))
    assert len(list((tmp_path / "home" / ".cache" / "wzc").rglob("*.nbc"))) == 3


def test_progress_is_shown_once_and_only_for_real_work(rules: Path) -> None:
    first = fresh_process(RUN, rules.parent, WZC_PROGRESS="1")
    assert "once for this version" in first.stderr
    assert "0/3" in first.stderr
    assert first.stderr.endswith("3/3\n")
    second = fresh_process(RUN, rules.parent, WZC_PROGRESS="1")
    assert second.stderr == ""
    edit(rules / "top.py", "middle(boxes[0])", "middle(boxes[0]) + 1")
    third = fresh_process(RUN, rules.parent, WZC_PROGRESS="1")
    assert third.stderr.endswith("1/1\n")
    edit(rules / "top.py", "+ 1", "+ 2")
    assert fresh_process(RUN, rules.parent, WZC_PROGRESS="").stderr == "", "nobody watches a pipe"


def test_disabled_jit_is_named(rules: Path) -> None:
    done = fresh_process(RUN, rules.parent, NUMBA_DISABLE_JIT="1")
    assert "RuntimeError: NUMBA_DISABLE_JIT is set" in done.stderr


def test_plain_mode_does_not_import_numba() -> None:
    script = "import sys, wzc_env.kernel, wzc_env.kernel.check; print('numba' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout == "False\n"
