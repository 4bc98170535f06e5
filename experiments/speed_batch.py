"""How many decisions a second a batch of battles takes through its Python API, by the size of the batch.

    python -m wzc_env.experiments.speed_batch [--scenario skirmish] [--repeats 5] [--threads 1] [--opponent NAME]

Whole battles with their starts; every decision that is counted is returned with mask and observation and answered by
`sample`, which is counted too. Without an opponent both sides are answered so; with one, its own decisions are not
counted. Per second of processor time, best and median of the repeats; with threads per second of the clock.
"""

import argparse
import statistics
import time
from collections.abc import Callable

import numpy as np

from wzc_env.envs.batch import WarZoneVector

from .speed import Row

SIZES = (1, 64, 1024, 16384)
TARGETS = {1024: 700_000}
"""Decisions a second to reach on one core, by the number of battles."""

DECISIONS = 200_000
"""How many a measurement takes."""


def rates(envs: WarZoneVector, repeats: int, clock: Callable[[], float]) -> list[float]:
    """Decisions a second of each repeat; battles are under way already."""
    generator = np.random.default_rng(0)
    steps = max(20, min(20_000, DECISIONS // envs.num_envs))
    found = []
    for repeat in range(repeats + 1):
        begun = clock()
        for _ in range(steps):
            envs.step(envs.sample(generator))
        if repeat:  # the first leads the battles into their midst
            found.append(steps * envs.num_envs / (clock() - begun))
    return found


def rows(scenario: str, repeats: int, threads: int, opponent: str | None) -> list[Row]:
    """The measured rates, one a size."""
    side = "party" if opponent else "both"
    clock = time.process_time if threads == 1 else time.perf_counter
    found = []
    for size in SIZES:
        envs = WarZoneVector(size, scenario, side=side, opponent=opponent, threads=threads)
        envs.reset(seed=0)
        each = rates(envs, repeats, clock)
        envs.close()
        found.append(Row(f"batch of {size}", max(each), statistics.median(each), "decisions/s"))
    return found


def show(measured: list[Row]) -> None:
    """Print the rates, and what was to be reached."""
    goals = {f"batch of {size}": goal for size, goal in TARGETS.items()}
    for row in measured:
        verdict = ""
        if row.name in goals:
            verdict = f"  {goals[row.name]:,}, at least: {'reached' if row.best >= goals[row.name] else 'missed'}"
        print(f"{row.name:24}{row.best:12,.0f}{row.median:12,.0f}  {row.unit}{verdict}")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Decisions a second of batches of battles.")
    parser.add_argument("--scenario", default="skirmish")
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--opponent", default=None)
    args = parser.parse_args()
    show(rows(args.scenario, args.repeats, args.threads, args.opponent))


if __name__ == "__main__":
    main()
