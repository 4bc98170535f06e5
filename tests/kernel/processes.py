"""Fresh Python processes for tests of what lasts from one process to the next."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def fresh_process(script: str, folder: Path, **env: str) -> "subprocess.CompletedProcess[str]":
    path = os.pathsep.join([str(folder), str(ROOT)])
    # NumPy and numba look at file times of byte code; a cache of byte code would hide an edit within a second
    fixed = {"PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1", "WZC_CACHE_DIR": str(folder / "cache")}
    command = [sys.executable, "-c", script]
    return subprocess.run(
        command, env={**os.environ, **fixed, **env}, capture_output=True, text=True, check=False, timeout=120
    )
