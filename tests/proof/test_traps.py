"""The checker of kernel sources over every kernel module of the project: nothing that differs between the modes."""

from pathlib import Path

import pytest

from wzc_env import game  # noqa: F401 - imports every record and enum, which the checker knows by name
from wzc_env.kernel import dtype_of, head_size
from wzc_env.kernel.check import forbid_aliasing
from wzc_env.warzone.state import Battle

from .sources import PACKAGES, ROOT, files, is_kernel_module

MODULES = [path for path in files(*PACKAGES) if is_kernel_module(path)]

TRAPS = {
    "b.units[0] = b.units[1]": "alias",
    "b.units[0].timers[:] = b.units[1].timers": "slice",
    "b.edge[0, 1] = 2": "index [i, j]",
    "Why(3)": "cannot make an enum",
    "len(Why)": "len of an enum",
    "for why in Why: pass": "loop over an enum",
}


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_kernel_module_is_free_of_traps(path: Path) -> None:
    assert forbid_aliasing(path.read_text(encoding="utf-8"), str(path.relative_to(ROOT))) == []


def test_the_modules_are_all_of_the_rules() -> None:
    names = {str(path.relative_to(ROOT)) for path in MODULES}
    assert {"wzc_env/warzone/flow.py", "wzc_env/warzone/count.py", "wzc_env/hosts/osr.py"} <= names
    assert {"wzc_env/kernel/dice.py", "agents/scripted.py"} <= names
    assert len(names) > 25


@pytest.mark.parametrize("trap", TRAPS)
def test_the_checker_finds_a_trap_in_a_module_of_ours(trap: str) -> None:
    """One line more in a real function, and it is found on that line."""
    path = ROOT / "wzc_env" / "warzone" / "flow.py"
    lines = path.read_text(encoding="utf-8").splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith("    seed_streams("))
    lines.insert(at, f"    {trap}")
    (found,) = forbid_aliasing("\n".join(lines), "flow.py")
    assert found.startswith(f"flow.py:{at + 1}: ")
    assert TRAPS[trap] in found


def test_a_battle_takes_whole_pages_of_memory_and_one_without_its_log() -> None:
    """A batch touches the part before the log alone: one page of 4 KiB a battle, as long as none straddles two."""
    assert dtype_of(Battle).itemsize % 4096 == 0
    assert head_size(Battle) <= 4096
