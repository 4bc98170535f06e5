"""The wheel: built from this tree, installed into a fresh environment, used away from the clone; the editable form."""

import json
import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PROBE = """
import json, wzc_env
from pathlib import Path
from wzc_env import policies, scenario
from wzc_env.experiments import speed
print(json.dumps({
    "version": wzc_env.__version__,
    "home": str(Path(wzc_env.__file__).parent),
    "agents": policies.names(),
    "loaded": policies.get("brute").name,
    "scenarios": scenario.names(),
    "speed": str(Path(speed.__file__).parent.name),
}))
"""


def run(*command: str | Path, cwd: Path) -> str:
    """The output of a command that must succeed; it finds the package without help."""
    plain = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        [str(part) for part in command], cwd=cwd, capture_output=True, text=True, check=False, env=plain
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The built wheel."""
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", folder, ROOT, cwd=folder)
    (built,) = folder.glob("wzc-*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    """The bin folder of an environment that has the wheel, and the libraries of this one."""
    home = tmp_path_factory.mktemp("env") / "venv"
    venv.create(home, with_pip=True)
    (site,) = home.glob("lib/python*/site-packages")
    libraries = next(Path(p) for p in sys.path if p.endswith("site-packages"))
    (site / "libraries.pth").write_text(str(libraries) + "\n", encoding="utf-8")
    run(home / "bin" / "python", "-m", "pip", "install", "-q", "--no-deps", "--force-reinstall", wheel, cwd=home)
    return home / "bin"


def test_the_wheel_holds_the_package_with_agents_experiments_and_configs_and_nothing_beside_it(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    tops = {name.split("/")[0] for name in names}
    assert tops == {"wzc_env", next(top for top in tops if top.endswith(".dist-info"))}
    for part in (
        "agents/scripted.py",
        "experiments/speed.py",
        "experiments/worlds/landslide.toml",
        "configs/rules/book.toml",
        "configs/scenarios/skirmish.toml",
        "kernel/jit.py",
        "py.typed",
    ):
        assert f"wzc_env/{part}" in names
    assert not [name for name in names if "__pycache__" in name or name.startswith("tests")]


def test_the_installed_wheel_finds_everything_away_from_the_clone(installed, tmp_path):
    found = json.loads(run(installed / "python", "-c", PROBE, cwd=tmp_path))
    assert Path(found["home"]).is_relative_to(installed.parent)
    assert {"random", "brute"} <= set(found["agents"])
    assert found["loaded"] == "brute"
    assert {"broken_line", "duel", "skirmish"} <= set(found["scenarios"])


def test_the_installed_command_plays_saves_and_replays(installed, tmp_path):
    told = run(installed / "wzc", "play", "duel", "--seed", "3", "--save", "duel.jsonl", cwd=tmp_path)
    assert "Round 1" in told
    assert "every state equal" in run(installed / "wzc", "replay", "duel.jsonl", cwd=tmp_path)


def test_the_editable_form_finds_the_same(tmp_path):
    found = json.loads(run(sys.executable, "-c", PROBE, cwd=tmp_path))
    assert {"random", "brute"} <= set(found["agents"])
    assert {"broken_line", "duel", "skirmish"} <= set(found["scenarios"])
