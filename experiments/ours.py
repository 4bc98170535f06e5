"""How fast wzc's environments are: the rows that `peers` sets beside those of other environments.

Every row plays whole battles with their starts by a random legal policy. Where both sides are asked, every decision
passes through Python, with its mask and its observation, and is counted. Where an opponent plays inside the call, one
row counts the learner's decisions and another those of both sides.
"""

import itertools
import os
import time
from pathlib import Path
from typing import Any

import numpy as np

import wzc_env
from wzc_env.envs.batch import WarZoneVector
from wzc_env.envs.solo import WarZoneSolo

from .alone import Entry, Played, in_turn, pick, shipped
from .trivial import TrivialAEC, TrivialVector, dressed

SCENARIO = "skirmish"
SIZES = (1, 64, 1024, 16384)
TRIVIAL, TRIVIAL_RAW, TRIVIAL_BATCH = "trivial AEC, wrapped", "trivial AEC, raw", "trivial VectorEnv x 1024"
AEC, AEC_RAW, BATCH = "wzc AEC, wrapped", "wzc AEC, raw", "wzc batch x 1024"
SOLO = "wzc Gymnasium"
TWO_THREADS, MEMORY = "two threads against one", "memory of a battle"

TRIVIAL_OF = {AEC_RAW: TRIVIAL_RAW, AEC: TRIVIAL, BATCH: TRIVIAL_BATCH}
"""Row -> the row without rules that it is compared with."""

SHARES = {AEC_RAW: 0.25, AEC: 0.70}
"""The shares of their rates to reach."""

LEAST: dict[str, float] = {BATCH: 700_000, TWO_THREADS: 1.7}
"""Figures to reach."""

MOST: dict[str, float] = {MEMORY: 16_384}
"""Figures not to exceed."""


def sizes() -> tuple[int, int, int]:
    """Agents, actions and numbers of an observation of the scenario."""
    raw = wzc_env.raw_env(SCENARIO)
    raw.reset(seed=0)
    seen = raw.observe(raw.agent_selection)
    return len(raw.possible_agents), len(seen["action_mask"]), len(seen["observation"])


def solo() -> Played:
    """The Gymnasium environment against a random opponent: the learner's decisions."""
    env = WarZoneSolo(SCENARIO, opponent=shipped("random"))
    generator = np.random.default_rng(0)
    for seed in itertools.count():
        _, info = env.reset(seed=seed)
        over, taken = False, 0
        while not over:
            _, _, terminated, truncated, info = env.step(pick(info["action_mask"], generator))
            over = terminated or truncated
            taken += 1
        yield taken


def both_sides(size: int) -> Played:
    """A batch in which both sides are asked through Python."""
    return in_lanes(WarZoneVector(size, SCENARIO, side="both"))


def trivial_batch(size: int) -> Played:
    """The yardstick of a batch."""
    _, actions, numbers = sizes()
    return in_lanes(TrivialVector(size, actions, numbers))


def in_lanes(envs: Any) -> Played:
    """The decisions that a batch is asked; the step that begins a new game in a lane answers none there."""
    envs.reset(seed=0)
    asked = envs.num_envs
    while True:
        _, _, terminated, truncated, _ = envs.step(envs.sample())
        yield asked
        asked = envs.num_envs - int(np.count_nonzero(terminated | truncated))


def against(opponent: str, count_all: bool, size: int = 1024) -> Played:
    """A batch with the opponent inside: the learner's decisions, or those of both sides in the battles that ended."""
    envs = WarZoneVector(size, SCENARIO, opponent=shipped(opponent))
    if not count_all:
        yield from in_lanes(envs)
    envs.reset(seed=0)
    for _ in range(200):  # into their midst, so that as much is left undone at the end as was done before
        envs.step(envs.sample())
    while True:
        _, _, terminated, truncated, _ = envs.step(envs.sample())
        yield int(envs.battle_decisions[terminated | truncated].sum())


def two_threads(seconds: float, size: int = 4096) -> float:
    """How much faster two threads are than one, by the clock: the best of several turns of each."""
    fleets = [WarZoneVector(size, SCENARIO, side="both", threads=threads) for threads in (1, 2)]
    best = [float("inf")] * 2
    for envs in fleets:
        envs.reset(seed=0)
        envs.step(envs.sample())
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        for k, envs in enumerate(fleets):
            begun = time.perf_counter()
            for _ in range(4):
                envs.step(envs.sample())
            best[k] = min(best[k], time.perf_counter() - begun)
    return best[0] / best[1]


def memory(seconds: float, size: int = 16384) -> float:
    """Bytes that a battle of a large batch adds to the process: records, observations and masks, the copies included.

    0 where the system does not tell.
    """
    del seconds
    statm = Path("/proc/self/statm")
    if not statm.exists():
        return 0.0

    def resident() -> int:
        return int(statm.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    def played(n: int) -> list[Any]:
        envs = WarZoneVector(n, SCENARIO, side="both")
        kept: list[Any] = [envs, envs.reset(seed=0)]
        for _ in range(30):
            kept[1] = envs.step(envs.sample())
        return kept

    played(1)  # code and tables
    before = resident()
    kept = played(size)
    grown = resident() - before
    return grown / len(kept[1][0])


OURS = [
    Entry(AEC_RAW, "wzc", lambda: in_turn(wzc_env.raw_env(SCENARIO))),
    Entry(AEC, "wzc", lambda: in_turn(wzc_env.env(SCENARIO))),
    Entry(f"{SOLO}, random inside: learner", "wzc", solo),
    *(Entry(f"wzc batch x {n}", "wzc", lambda n=n: both_sides(n)) for n in SIZES),  # type: ignore[misc] # the default binds the loop's value
    Entry(f"{BATCH}, random inside: learner", "wzc", lambda: against("random", False)),
    Entry(f"{BATCH}, random inside: all", "wzc", lambda: against("random", True)),
    Entry(f"{BATCH}, tactician inside: learner", "wzc", lambda: against("tactician", False)),
    Entry(f"{BATCH}, tactician inside: all", "wzc", lambda: against("tactician", True)),
    Entry(TRIVIAL_RAW, "pettingzoo", lambda: in_turn(TrivialAEC(*sizes()))),
    Entry(TRIVIAL, "pettingzoo", lambda: in_turn(dressed(TrivialAEC(*sizes())))),
    Entry(TRIVIAL_BATCH, "gymnasium", lambda: trivial_batch(1024)),
    Entry(TWO_THREADS, "wzc", None, figure=two_threads, unit="times"),
    Entry(MEMORY, "wzc", None, figure=memory, unit="bytes"),
]
