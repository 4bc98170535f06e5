"""The program as a person runs it: inside this process, or as one of its own."""

import subprocess
import sys
from pathlib import Path
from typing import Any

from typer.testing import CliRunner, Result

from wzc_env.cli import app

ROOT = Path(__file__).resolve().parents[2]


def wzc(*args: object) -> Result:
    return CliRunner().invoke(app, [str(arg) for arg in args])


def run(*args: object, **options: Any) -> subprocess.CompletedProcess[str]:
    """The real program in a process of its own."""
    command = [sys.executable, "-c", "from wzc_env.cli import main; main()", *map(str, args)]
    return subprocess.run(
        command, capture_output=True, text=True, encoding="utf-8", timeout=120, check=False, cwd=ROOT, **options
    )
