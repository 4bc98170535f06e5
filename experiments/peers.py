"""How fast other environments are, on one core of the same machine: a random legal policy, whole games with resets.

    python -m wzc_env.experiments.peers [--seconds 5] [--only NAME ...] [--json FILE]

Every row runs in a process of its own on one core, warms up, and plays until it has used its share of CPU time;
its rate is decisions (agent decisions, moves, environment steps) a CPU second. A row whose package is not installed
(`pip install "wzc[peers]"`) is listed with the reason. `speed.py --peers` prints these rows beside our own.
"""

import argparse
import importlib.metadata
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from wzc_env.saving import write_whole

Played = Iterator[int]
"""A player yields the decisions that it has taken since it last yielded, a few milliseconds apart."""

THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS")


def pick(mask: npt.NDArray[Any], generator: np.random.Generator) -> int:
    """A random legal action; every row that has a mask in Python chooses like this."""
    legal = np.flatnonzero(mask)
    return int(legal[int(generator.random() * len(legal))])


def pettingzoo_classic(name: str, raw: bool) -> Played:
    """A turn-based PettingZoo game: `last`, a legal move, `step`."""
    module = __import__(f"pettingzoo.classic.{name}", fromlist=["env"])
    game = (module.raw_env if raw else module.env)()
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


def openspiel(name: str) -> Played:
    """An OpenSpiel game with its observation tensor at every decision; chance is drawn as the game says."""
    import pyspiel  # noqa: PLC0415 - each row imports its own package

    game = pyspiel.load_game(name)
    generator = np.random.default_rng(0)
    while True:
        state, taken = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(int(generator.choice(outcomes, p=chances)))
                continue
            np.asarray(state.observation_tensor(state.current_player()), np.float32)
            legal = state.legal_actions()
            state.apply_action(legal[int(generator.random() * len(legal))])
            taken += 1
        yield taken


def pgx(name: str, batch: int = 1024, steps: int = 32) -> Played:
    """A pgx game, `batch` at a time, compiled: observation, a legal move, step, automatic reset."""
    import jax  # noqa: PLC0415
    import pgx as library  # noqa: PLC0415
    from pgx.experimental.wrappers import auto_reset  # noqa: PLC0415

    game = library.make(name)
    step = jax.vmap(auto_reset(game.step, game.init))

    def turn(carry: Any, _: Any) -> Any:
        states, key = carry
        key, choose, chance = jax.random.split(key, 3)
        weights = jax.numpy.log(states.legal_action_mask.astype(jax.numpy.float32))
        actions = jax.random.categorical(choose, weights, axis=1)
        states = step(states, actions, jax.random.split(chance, batch))
        return (states, key), states.observation.sum()  # the observation is used, or it would not be made

    run = jax.jit(lambda carry: jax.lax.scan(turn, carry, None, steps))
    carry = (jax.jit(jax.vmap(game.init))(jax.random.split(jax.random.PRNGKey(0), batch)), jax.random.PRNGKey(1))
    while True:
        carry, seen = run(carry)
        seen.block_until_ready()
        yield batch * steps


def magent2() -> Played:
    """MAgent2's battle: every living agent decides at every step."""
    from magent2.environments import battle_v4  # noqa: PLC0415

    game = battle_v4.parallel_env()
    generator = np.random.default_rng(0)
    seed = 0
    while True:
        game.reset(seed=seed)
        seed += 1
        while game.agents:
            choices = generator.integers(21, size=len(game.agents))
            taken = len(game.agents)
            game.step(dict(zip(game.agents, choices, strict=True)))
            yield taken


def minispire() -> Played:
    """Mini-Spire: a card battle in C++, masks through Python."""
    from minispire import MinispireEnv  # noqa: PLC0415

    game = MinispireEnv()
    generator = np.random.default_rng(0)
    seed = 0
    while True:
        game.reset(seed=seed)
        seed += 1
        over, taken = False, 0
        while not over:
            _, _, terminated, truncated, _ = game.step(pick(game.action_masks(), generator))
            over = terminated or truncated
            taken += 1
        yield taken


def nethack() -> Played:
    """The NetHack Learning Environment; every action may be tried."""
    import gymnasium  # noqa: PLC0415
    import nle  # noqa: F401, PLC0415 - registers the environment

    game = gymnasium.make("NetHackScore-v0")
    generator = np.random.default_rng(0)
    actions = int(game.action_space.n)  # type: ignore[attr-defined] # a Discrete space
    game.reset(seed=0)
    while True:
        for _ in range(100):
            _, _, terminated, truncated, _ = game.step(int(generator.integers(actions)))
            if terminated or truncated:
                game.reset()
        yield 100


def envpool(batch: int = 1024) -> Played:
    """EnvPool's CartPole, `batch` at a time on one thread: the ceiling of a C++ vector environment."""
    import envpool as library  # noqa: PLC0415

    game = library.make("CartPole-v1", env_type="gymnasium", num_envs=batch, num_threads=1)
    generator = np.random.default_rng(0)
    game.reset()
    while True:
        game.step(generator.integers(2, size=batch, dtype=np.int32))
        yield batch


@dataclass(frozen=True)
class Peer:
    """One row: its name, the package whose version is printed, the player."""

    name: str
    package: str
    player: Callable[[], Played]


PEERS = [
    *(
        Peer(f"PettingZoo {name}{', raw' if raw else ''}", "pettingzoo", lambda n=name, r=raw: pettingzoo_classic(n, r))  # type: ignore[misc] # the defaults bind the loop's values
        for name in ("connect_four_v3", "texas_holdem_no_limit_v6", "chess_v6")
        for raw in (False, True)
    ),
    Peer("OpenSpiel backgammon", "open-spiel", lambda: openspiel("backgammon")),
    Peer("OpenSpiel chess", "open-spiel", lambda: openspiel("chess")),
    Peer("pgx backgammon x 1024", "pgx", lambda: pgx("backgammon")),
    Peer("pgx chess x 1024", "pgx", lambda: pgx("chess")),
    Peer("MAgent2 battle_v4", "magent2", magent2),
    Peer("Mini-Spire", "minispire", minispire),
    Peer("NLE NetHackScore", "nle", nethack),
    Peer("EnvPool CartPole x 1024", "envpool", envpool),
]


@dataclass(frozen=True)
class Rate:
    """What a row reached: decisions a CPU second, or why there is none."""

    name: str
    version: str
    rate: float
    missing: str = ""


def timed(player: Played, seconds: float) -> float:
    """Decisions a CPU second: after a tenth of the time as warm-up, until the time is used."""
    begun = time.process_time()
    while time.process_time() - begun < seconds / 10:
        next(player)
    begun, taken = time.process_time(), 0
    while time.process_time() - begun < seconds:
        taken += next(player)
    return taken / (time.process_time() - begun)


def version_of(package: str) -> str:
    """The installed version of a package, or nothing."""
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return ""


def alone(module: str, name: str, seconds: float) -> tuple[float, str]:
    """Run one row of `module` in a new process on one core; returns its rate, or 0 and the reason."""
    flags = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
    world = {**os.environ, **dict.fromkeys(THREADS, "1"), "XLA_FLAGS": flags, "JAX_PLATFORMS": "cpu"}
    command = [sys.executable, "-W", "ignore", "-m", module, "--row", name, "--seconds", str(seconds)]
    done = subprocess.run(command, env=world, capture_output=True, text=True, check=False)
    lines = done.stdout.split()
    if done.returncode == 0 and lines:
        return float(lines[-1]), ""
    said = done.stderr.strip().splitlines()
    return 0.0, said[-1] if said else f"exit status {done.returncode}"


def one_core() -> None:
    """Keep this process on one core, where the system can."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})


def measure(seconds: float, only: list[str]) -> Iterator[Rate]:
    """Every row in turn (or those whose names contain one of `only`)."""
    for peer in PEERS:
        if only and not any(part.lower() in peer.name.lower() for part in only):
            continue
        version = version_of(peer.package)
        if not version:
            yield Rate(peer.name, "", 0.0, f"{peer.package} is not installed")
            continue
        rate, missing = alone("wzc_env.experiments.peers", peer.name, seconds)
        yield Rate(peer.name, version, rate, missing)


def line(rate: Rate) -> str:
    """A row as text."""
    reached = f"{rate.rate:12,.0f}" if not rate.missing else f"{'-':>12}  {rate.missing}"
    return f"{rate.name:40}{rate.version:>10}{reached}"


def main() -> None:
    """Measure, print, and write the JSON file if one is asked for."""
    parser = argparse.ArgumentParser(description="Decisions a CPU second of other environments, on one core.")
    parser.add_argument("--seconds", type=float, default=5.0, help="CPU time of each row")
    parser.add_argument("--only", nargs="*", default=[], metavar="NAME", help="rows whose names contain one of these")
    parser.add_argument("--json", type=Path, metavar="FILE")
    parser.add_argument("--row", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.row is not None:
        one_core()
        print(timed(next(peer for peer in PEERS if peer.name == args.row).player(), args.seconds))
        return
    rates = []
    for rate in measure(args.seconds, args.only):
        print(line(rate), flush=True)
        rates.append(rate)
    if args.json:
        write_whole(args.json, json.dumps([asdict(rate) for rate in rates], indent=2) + "\n")


if __name__ == "__main__":
    main()
