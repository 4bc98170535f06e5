"""How fast other environments are, and ours beside them, on one core: a random legal policy, whole games with resets.

    python -m wzc_env.experiments.peers [--seconds 2.5] [--only NAME ...] [--json FILE]

Every row runs in a process of its own on one core, warms up, and plays until it has used its share of processor time;
its rate is decisions (agent decisions, moves, environment steps) a second of it. A row whose package is not installed
(`pip install "wzc[peers]"`) is listed with the reason. `speed.py --peers` prints these rows after those of the rules.
"""

import argparse
import json
from dataclasses import asdict
from typing import Any

import numpy as np

from wzc_env.saving import argument, write_whole

from .alone import Entry, Played, Rate, in_turn, measure, pick
from .ours import AEC, AEC_RAW, BATCH, LEAST, MOST, OURS, SHARES, TRIVIAL_OF

MODULE = "wzc_env.experiments.peers"


def pettingzoo_classic(name: str, raw: bool) -> Played:
    """A turn-based PettingZoo game."""
    module = __import__(f"pettingzoo.classic.{name}", fromlist=["env"])
    return in_turn((module.raw_env if raw else module.env)())


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


PEERS = [
    *(
        Entry(
            f"PettingZoo {name}, {'raw' if raw else 'wrapped'}",
            "pettingzoo",
            lambda n=name, r=raw: pettingzoo_classic(n, r),  # type: ignore[misc] # the defaults bind the loop's values
            AEC_RAW if raw else AEC,
        )
        for name in ("connect_four_v3", "texas_holdem_no_limit_v6", "chess_v6")
        for raw in (False, True)
    ),
    Entry("OpenSpiel backgammon", "open-spiel", lambda: openspiel("backgammon"), AEC_RAW),
    Entry("OpenSpiel chess", "open-spiel", lambda: openspiel("chess"), AEC_RAW),
    Entry("Mini-Spire", "minispire", minispire, AEC_RAW),
    Entry("NLE NetHackScore", "nle", nethack, AEC_RAW),
    Entry("MAgent2 battle_v4, 162 agents", "magent2", magent2, BATCH),
    Entry("pgx backgammon x 1024", "pgx", lambda: pgx("backgammon"), BATCH),
    Entry("pgx chess x 1024", "pgx", lambda: pgx("chess"), BATCH),
    Entry("EnvPool CartPole x 1024", "envpool", envpool, BATCH),
]
"""The others; those that play one game at a time stand beside our environment of one battle."""


def beside(name: str) -> str:
    """The row of ours that another environment is compared with; nothing for our own rows."""
    return next((entry.beside for entry in PEERS if entry.name == name), "")


def share(name: str, rates: dict[str, float]) -> str:
    """The share of the trivial environment's rate that one of our rows reaches, where both are there."""
    base = TRIVIAL_OF.get(name, "")
    return f"{rates[name] / rates[base]:.2f}" if rates.get(base) and name in rates else ""


def verdict(name: str, rates: dict[str, float]) -> str:
    """What one of our rows was to reach, and whether it did."""
    value = rates[name]
    if name in SHARES and share(name, rates):
        least, value = SHARES[name], float(share(name, rates))
        return f"{value:.2f} of trivial, at least {least:.2f}: {'reached' if value >= least else 'missed'}"
    if name in LEAST:
        return f"at least {LEAST[name]:,g}: {'reached' if value >= LEAST[name] else 'missed'}"
    if name in MOST:
        return f"at most {MOST[name]:,g}: {'reached' if 0 < value <= MOST[name] else 'missed'}"
    return ""


def figure(rate: Rate) -> str:
    """A row's name, version and figure."""
    if rate.missing:
        return f"{rate.name:44}{rate.version:>9}{'-':>13}  {rate.missing}"
    value = f"{rate.rate:,.2f}" if rate.unit == "times" else f"{rate.rate:,.0f}"
    return f"{rate.name:44}{rate.version:>9}{value:>13}  {rate.unit}"


def tables(seconds: float, only: list[str]) -> list[Rate]:
    """Measure and print: ours, with what they were to reach; then the others, and how many times as fast ours is."""
    chosen = [entry for entry in [*OURS, *PEERS] if not only or any(o.lower() in entry.name.lower() for o in only)]
    found = []
    for rate in measure([entry for entry in chosen if entry in OURS], seconds, MODULE):
        print(figure(rate), flush=True)
        found.append(rate)
    rates = {rate.name: rate.rate for rate in found}
    for rate in found:
        if said := verdict(rate.name, rates):
            print(f"  {rate.name}: {said}")
    theirs = [entry for entry in chosen if entry in PEERS]
    for entry, rate in zip(theirs, measure(theirs, seconds, MODULE), strict=True):
        ours = rates.get(entry.beside, 0.0)
        ratio = f"{ours / rate.rate:8.3g} x: {entry.beside}" if ours and rate.rate else ""
        print(f"{figure(rate)}{ratio}", flush=True)
        found.append(rate)
    return found


def main() -> None:
    """Measure, print, and write the JSON file if one is asked for; or measure one row in this process."""
    parser = argparse.ArgumentParser(description="Decisions a second of environments, ours and others, on one core.")
    parser.add_argument("--seconds", type=float, default=2.5, help="processor time of each row")
    parser.add_argument("--only", nargs="*", default=[], metavar="NAME", help="rows whose names contain one of these")
    parser.add_argument("--json", type=argument, metavar="FILE")
    parser.add_argument("--row", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.row is not None:
        print(next(entry for entry in [*OURS, *PEERS] if entry.name == args.row).measure(args.seconds))
        return
    found = tables(args.seconds, args.only)
    if args.json:
        write_whole(args.json, json.dumps([asdict(rate) for rate in found], indent=2) + "\n")


if __name__ == "__main__":
    main()
