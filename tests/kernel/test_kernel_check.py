"""The reader of kernel sources, and mypy on records."""

import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

import wzc_env.kernel
from tests.kernel import mini_engine
from wzc_env.kernel.check import forbid_aliasing

HEAD = """from mini_engine import *
@kernel
def f(battle: Battle, battles: list[Battle], mask: Mask, unit: Unit) -> None:
"""


def problems(body: str) -> list[str]:
    return forbid_aliasing(HEAD + textwrap.indent(body, "    "), "f.py")


@pytest.mark.parametrize(
    "body",
    [
        "battle.units[0] = battle.units[1]",
        "units = battle.units\nunits[0] = units[1]",
        "battle.units[0] = unit",
        "battle.dice = battles[0].dice",
        "battles[1] = battles[0]",
        "other = battles[0].units[2]\nfor i in range(3):\n    battle.units[i] = other",
        "battle.units = battles[0].units",
        "here: Unit = battle.units[0]\nbattle.units[1] = here",
    ],
)
def test_a_stored_record_is_found(body: str) -> None:
    (problem,) = problems(body)
    assert "an alias when plain" in problem
    assert problem.startswith(f"f.py:{HEAD.count(chr(10)) + body.count(chr(10)) + 1}:")


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("mask[0:2] = 1", "slice"),
        ("x = mask[1:]", "slice"),
        ("x = battle.edge[0, 1]", r"[i][j]"),
        ("x = mask[-1]", "count from the end"),
        ("x = Verb(2)", "Verb(...)"),
        ("x = mini_engine.Verb(2)", "Verb(...)"),
        ("x = len(Verb)", "len of an enum"),
        ("for v in Verb:\n    pass", "loop over an enum"),
    ],
)
def test_other_traps_are_found(body: str, message: str) -> None:
    (problem,) = problems(body)
    assert message in problem


def test_default_arguments_are_found() -> None:
    (problem,) = forbid_aliasing("@kernel\ndef f(a: int = 1) -> int:\n    return a\n")
    assert problem.startswith("<source>:2: default argument")


@pytest.mark.parametrize(
    "body",
    [
        "mask[0] = mask[1]",
        "battle.units[0].marks[1] = battle.units[1].marks[0]",
        "battle.edge[0][1] = battle.edge[1][0]",
        "unit = battle.units[1]\nunit.hp = battle.units[0].hp",
        "x = Verb.MOVE | battle.units[0].zone",
        "x = len(mask)",
    ],
)
def test_honest_code_is_left_alone(body: str) -> None:
    assert problems(body) == []


def test_only_kernels_are_read() -> None:
    assert forbid_aliasing("def f(x):\n    return x[1:], Verb(3)\n") == []


def test_the_kernel_package_and_the_mini_engine_are_clean() -> None:
    folder = Path(wzc_env.kernel.__file__).parent
    for path in [*folder.glob("*.py"), Path(mini_engine.__file__)]:
        assert forbid_aliasing(path.read_text(), str(path)) == []


def test_mypy_catches_a_misspelt_field_and_passes_a_good_module(tmp_path: Path) -> None:
    good = """
        from typing import Annotated
        import numpy as np
        from wzc_env.kernel import I16, Field, Mask, Record, Dice, kernel, roll_die, compiled, zeros
        class Unit(Record):
            hp: I16
            slots: Annotated[list[int], Field(np.uint8, (8,))]
        class Battle(Record):
            units: Annotated[list[Unit], Field(Unit, (3,))]
            dice: Dice
        @kernel
        def hurt(battle: Battle, mask: Mask) -> int:
            battle.units[0].hp -= roll_die(battle.dice, 6, 1)
            return battle.units[0].slots[1] + mask[0]
        @kernel
        def entry(battles: list[Battle], mask: Mask) -> int:
            return hurt(battles[0], mask)
        total: int = compiled(entry)(zeros(Battle, 1), np.zeros(1, np.uint8))
    """
    (tmp_path / "good.py").write_text(textwrap.dedent(good))
    (tmp_path / "bad.py").write_text(textwrap.dedent(good).replace("[0].hp", "[0].ph"))
    root = Path(wzc_env.kernel.__file__).parents[2]
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file", str(root / "pyproject.toml")]
    done = subprocess.run(
        [
            *command,
            "--cache-dir",
            str(tmp_path / "mypy"),
            str(tmp_path / "good.py"),
            str(tmp_path / "bad.py"),
        ],
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
    )
    lines = [line for line in done.stdout.splitlines() if ": error:" in line]
    assert lines, done.stdout + done.stderr
    assert all("bad.py" in line and '"Unit" has no attribute "ph"' in line for line in lines)
