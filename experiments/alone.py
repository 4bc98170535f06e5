"""Rows of a table of speeds: each in a process of its own, on one core, by processor time.

A module lists its rows as `Entry`s; `python -m MODULE --row NAME --seconds N` prints the figure of one, which is how
`alone` starts it. A player warms up and plays until it has used its share of processor time.
"""

import importlib.metadata
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import numpy as np
import numpy.typing as npt

from wzc_env import __version__
from wzc_env.policies import ArrayPolicy

Played = Iterator[int]
"""A player yields the decisions that it has taken since it last yielded, a few milliseconds apart."""

THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS")
PATIENCE = 240.0
"""Seconds of the clock that a row may take before it is given up, compiling included."""


@dataclass(frozen=True)
class Entry:
    """One row.

    Attributes:
        name: what the table calls it.
        package: whose version is printed.
        player: plays; None where `figure` measures otherwise.
        beside: the row of ours that it is compared with.
        figure: seconds -> a figure that is no rate of decisions, measured on all cores.
        unit: of the figure.
    """

    name: str
    package: str
    player: Callable[[], Played] | None
    beside: str = ""
    figure: Callable[[float], float] | None = None
    unit: str = "decisions/s"

    def measure(self, seconds: float) -> float:
        """The figure, in this process."""
        if self.player is None:
            assert self.figure is not None
            return self.figure(seconds)
        one_core()
        return timed(self.player(), seconds)


@dataclass(frozen=True)
class Rate:
    """What a row reached, or why there is nothing."""

    name: str
    version: str
    rate: float
    unit: str = "decisions/s"
    missing: str = ""


def shipped(name: str) -> ArrayPolicy:
    """An agent that comes with wzc, found by its module: the clone need not be installed where others are."""
    policy: ArrayPolicy = import_module(f"wzc_env.agents.{name}").policy
    return policy


def pick(mask: npt.NDArray[Any], generator: np.random.Generator) -> int:
    """A random legal action; every row that has a mask in Python chooses like this."""
    legal = np.flatnonzero(mask)
    return int(legal[int(generator.random() * len(legal))])


def in_turn(game: Any) -> Played:
    """Whole games of a PettingZoo environment: `last`, a random legal action, `step`."""
    generator = np.random.default_rng(0)
    seed = 0
    while True:
        game.reset(seed=seed)
        seed += 1
        taken = 0
        for _ in game.agent_iter():
            observation, _, terminated, truncated, _ = game.last()
            if terminated or truncated:
                game.step(None)
            else:
                game.step(pick(observation["action_mask"], generator))
                taken += 1
        yield taken


def timed(player: Played, seconds: float) -> float:
    """Decisions a second of processor time: after a tenth of the time as warm-up, until the time is used."""
    begun = time.process_time()
    next(player)  # what is imported and compiled
    while time.process_time() - begun < seconds / 10:
        next(player)
    begun, taken = time.process_time(), 0
    while time.process_time() - begun < seconds:
        taken += next(player)
    return taken / (time.process_time() - begun)


def version_of(package: str) -> str:
    """The installed version of a package, or nothing."""
    if package == "wzc":
        return __version__
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return ""


def one_core() -> None:
    """Keep this process on one core, where the system can."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})


def alone(module: str, name: str, seconds: float) -> tuple[float, str]:
    """Run one row of `module` in a new process; returns its figure, or 0 and the reason."""
    flags = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
    world = {**os.environ, **dict.fromkeys(THREADS, "1"), "XLA_FLAGS": flags, "JAX_PLATFORMS": "cpu"}
    command = [sys.executable, "-W", "ignore", "-m", module, "--row", name, "--seconds", str(seconds)]
    try:
        done = subprocess.run(command, env=world, capture_output=True, text=True, check=False, timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        return 0.0, f"not done after {PATIENCE:.0f} seconds"
    lines = done.stdout.split()
    if done.returncode == 0 and lines:
        return float(lines[-1]), ""
    said = done.stderr.strip().splitlines()
    return 0.0, said[-1] if said else f"exit status {done.returncode}"


def measure(entries: list[Entry], seconds: float, module: str) -> Iterator[Rate]:
    """Every row in turn."""
    for entry in entries:
        version = version_of(entry.package)
        if not version:
            yield Rate(entry.name, "", 0.0, entry.unit, f"{entry.package} is not installed")
            continue
        rate, missing = alone(module, entry.name, seconds)
        yield Rate(entry.name, version, rate, entry.unit, missing)


__all__ = ["Entry", "Played", "Rate", "alone", "in_turn", "measure", "pick", "shipped", "timed", "version_of"]
