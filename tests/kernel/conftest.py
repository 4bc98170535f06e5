"""Shared by the kernel tests: a compile cache of their own, and temporary packages run in fresh processes."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.kernel.processes import fresh_process


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
