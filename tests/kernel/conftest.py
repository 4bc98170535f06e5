"""Shared by the kernel tests: a compile cache of their own, and temporary packages run in fresh processes."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def session_cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("compiled")


@pytest.fixture(autouse=True)
def _own_cache(monkeypatch: pytest.MonkeyPatch, session_cache: Path) -> None:
    monkeypatch.setenv("WZC_CACHE_DIR", str(session_cache))
    monkeypatch.setenv("WZC_PROGRESS", "0")


@pytest.fixture
def fresh(tmp_path: Path) -> Callable[..., Any]:
    """Run a script in a new process with `tmp_path` importable; its last line of output, read as JSON."""

    def run(script: str, **env: str) -> Any:
        done = fresh_process(script, tmp_path, **env)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout.splitlines()[-1])

    return run


def fresh_process(script: str, folder: Path, **env: str) -> "subprocess.CompletedProcess[str]":
    path = os.pathsep.join([str(folder), str(ROOT)])
    # NumPy and numba look at file times of byte code; a cache of byte code would hide an edit within a second
    fixed = {"PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1", "WZC_CACHE_DIR": str(folder / "cache")}
    command = [sys.executable, "-c", script]
    return subprocess.run(
        command, env={**os.environ, **fixed, **env}, capture_output=True, text=True, check=False, timeout=120
    )
