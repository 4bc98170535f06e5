"""How fast the rules run: decisions a second on one core, whole battles with their starts, by a random agent.

    python -m wzc_env.experiments.speed [--scenario skirmish] [--repeats 5] [--peers] [--json FILE] [--readme FILE]

Every row is measured several times in one run; best and median are printed, and the ratio to a trivial
compiled loop of the same shape (fill a mask, pick one), on the same machine in the same minute. With `--peers` our
environments follow, and those of others beside them (see `peers`), a process each. Nothing here fails for being slow.
"""

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numba
import numpy as np

from wzc_env import __version__, policies, scenario
from wzc_env.compiling import Compiled
from wzc_env.errors import ConfigError
from wzc_env.game import Match
from wzc_env.kernel import Floats, Ints, Mask, compiled, dtype_of, head_size, kernel, load, words, zeros
from wzc_env.kernel.rows import clone_rows
from wzc_env.policies import any_legal
from wzc_env.saving import argument, write_whole
from wzc_env.warzone.flow import advance, start, step
from wzc_env.warzone.mask import legal
from wzc_env.warzone.observe import observe, size
from wzc_env.warzone.state import Battle, Rules, Setup
from wzc_env.warzone.words import Kind

from .alone import Rate, shipped

TARGETS = {
    "mask and step": (1.5e6, "decisions/s, at least"),
    "mask, observation and step": (1e6, "decisions/s, at least"),
    "clone": (1e6, "clones/s, at least: 1 us each"),
}
"""Rates to reach, printed beside the figures."""

LARGE = {
    "title": "Two companies",
    "battlefield": "default_no_off_map",
    "modules": ["zones", "squads"],
    "party": [
        {"creature": "mercenary_captain", "name": "Knight", "zone": "friendly_front"},
        {"creature": "spearman", "squad": True, "count": 6, "led_by": "knight", "zone": "friendly_front"},
        {"creature": "crossbowman", "squad": True, "count": 6, "led_by": "knight", "zone": "friendly_back"},
        {"creature": "fighter", "level": 3, "count": 4, "zone": "friendly_front"},
        {"creature": "magic_user", "level": 3, "zone": "friendly_back"},
    ],
    "foes": [
        {"creature": "mercenary_captain", "zone": "enemy_front"},
        {"creature": "spearman", "squad": True, "count": 6, "led_by": "captain", "zone": "enemy_front"},
        {"creature": "crossbowman", "squad": True, "count": 6, "led_by": "captain", "zone": "enemy_back"},
        {"creature": "bugbear", "count": 3, "zone": "enemy_flank"},
        {"creature": "goblin", "count": 6, "zone": "enemy_front"},
    ],
}  # fmt: skip
"""A battle of twenty units, four of them Squads: what grows with their number shows here."""

BATTLES = 32
"""Battles that the compiled loop takes in turn."""


@kernel
def trivial(battles: list[Battle], setups: list[Setup], mask: Mask, decisions: int) -> int:
    """The yardstick: fill a mask and pick, `decisions` times, without any rule."""
    b = battles[0]
    s = setups[0]
    b.who = 0
    total = 0
    for _ in range(decisions):
        for action in range(s.actions_n):
            mask[action] = (action + total) & 1
        total += any_legal(b, s, mask)
    return total


@kernel
def renew(b: Battle, s: Setup, r: Rules, seed: int) -> int:
    """A new battle where the old one is over; returns the seed for the next."""
    if b.ask != Kind.OVER:
        return seed
    start(b, s, r, 0, seed)
    advance(b, s, r)
    return seed + 1


@kernel
def drive(
    battles: list[Battle], setups: list[Setup], rules: list[Rules], mask: Mask, row: Floats, taken: Ints,
    seed: int, see: bool,
) -> int:  # fmt: skip
    """Play `len(taken)` decisions, the battles in turn, a new one after each end; returns how many began."""
    s = setups[0]
    r = rules[0]
    fresh = seed
    for k in range(len(taken)):
        b = battles[k % len(battles)]
        fresh = renew(b, s, r, fresh)
        legal(b, s, r, mask)
        if see:
            observe(b, s, r, b.who, row)
        taken[k] = any_legal(b, s, mask)
        step(b, s, r, taken[k])
    return fresh - seed


@kernel
def follow(battles: list[Battle], setups: list[Setup], rules: list[Rules], taken: Ints, seed: int) -> int:
    """Answer with the actions that `drive` took from the same beginning; returns how many were refused."""
    s = setups[0]
    r = rules[0]
    fresh = seed
    refused = 0
    for k in range(len(taken)):
        b = battles[k % len(battles)]
        fresh = renew(b, s, r, fresh)
        if step(b, s, r, taken[k]) != 0:
            refused += 1
    return refused


@dataclass(frozen=True)
class Task:
    """Something to time: `run` does `amount` things."""

    name: str
    unit: str
    amount: int
    run: Callable[[], Any]


@dataclass(frozen=True)
class Row:
    """One measured rate, per second: best and median of the repeats."""

    name: str
    best: float
    median: float
    unit: str


def measure(tasks: list[Task], repeats: int) -> list[Row]:
    """Run each task once to warm up, then all in turn, so that a busy moment of the machine hits them alike.

    By processor time, since others may be at work.
    """
    rates: dict[str, list[float]] = {task.name: [] for task in tasks}
    for repeat in range(repeats + 1):
        for task in tasks:
            begun = time.process_time()
            task.run()
            if repeat:
                rates[task.name].append(task.amount / (time.process_time() - begun))
    return [Row(t.name, max(rates[t.name]), statistics.median(rates[t.name]), t.unit) for t in tasks]


def loop_tasks(game: Compiled, seed: int, decisions: int) -> list[Task]:
    """The loops that stay inside compiled code: the trivial one, the recorded decisions again, and both that choose."""
    setups, rules = game.setup, game.rules
    battles = zeros(Battle, BATTLES)
    mask = np.zeros(setups[0]["actions_n"], np.uint8)
    row = np.zeros(size(load(Setup, setups, 0)), np.float32)
    taken = np.zeros(decisions, np.int64)

    def driven(see: bool) -> int:
        battles[:] = 0
        return compiled(drive)(battles, setups, rules, mask, row, taken, seed, see)

    def followed() -> None:
        battles[:] = 0
        refused = compiled(follow)(battles, setups, rules, taken, seed)
        assert refused == 0, f"{refused} recorded actions were refused: the rules are not deterministic"

    unit = "decisions/s"
    return [
        Task("trivial loop", unit, decisions, lambda: compiled(trivial)(battles, setups, mask, decisions)),
        Task("mask and step", unit, decisions, lambda: driven(False)),
        Task("step alone", unit, decisions, followed),
        Task("mask, observation and step", unit, decisions, lambda: driven(True)),
    ]


def large_tasks(seed: int, decisions: int) -> list[Task]:
    """The loops that choose, in a large battle with Squads."""
    game = scenario.build(LARGE, "large", "large").compile()
    return [
        replace(task, name=f"large battle, {task.name}")
        for task in loop_tasks(game, seed, decisions)
        if task.name in ("mask and step", "mask, observation and step")
    ]


def battle_tasks(game: Compiled, seed: int) -> list[Task]:
    """The batch runner, and one battle in plain Python with the log off: the random agent on both sides."""
    agent = shipped("random")
    seeds = np.arange(seed, seed + 4 * policies.WAVE)

    def batch() -> int:
        return int(policies.run_batch(game, agent, agent, seeds).decisions.sum())

    def plain() -> int:
        match = Match(game, seed)
        match.battle.log.on = 0
        while not match.over:
            match.step(policies.decide(agent, match))
        return int(match.battle.decisions)

    unit = "decisions/s"
    return [Task("batch runner", unit, batch(), batch), Task("plain mode", unit, plain(), plain)]


def clone_task() -> Task:
    """Copies of the compared bytes of a battle, in compiled code, each from one row to another."""
    battles = words(zeros(Battle, 2 * BATTLES))
    into = np.arange(BATTLES, 2 * BATTLES).repeat(1000)
    of = np.arange(BATTLES).repeat(1000)
    count = head_size(Battle) // 8
    copy = compiled(clone_rows)
    return Task("clone", "clones/s", len(of), lambda: copy(battles, into, battles, of, count))


START = """
import time
begun = time.perf_counter()
from wzc_env.kernel import warm
from wzc_env.warzone import entry, observe
done = warm([entry.new_many, entry.legal_many, entry.step_many, observe.observe_many])
print(time.perf_counter() - begun, done.compiled, done.loaded)
"""


def starts() -> dict[str, float]:
    """Seconds until the rules can run compiled: in an empty cache, and from a full one; each a new process."""
    root = str(Path(scenario.__file__).parents[1])
    with tempfile.TemporaryDirectory() as folder:
        paths = os.pathsep.join([root, os.environ.get("PYTHONPATH", "")])
        world = {**os.environ, "WZC_CACHE_DIR": folder, "PYTHONPATH": paths}

        def run() -> list[str]:
            return subprocess.run(
                [sys.executable, "-c", START], env=world, check=True, capture_output=True, text=True
            ).stdout.split()

        first, again = run(), run()
    return {"first compile": float(first[0]), "cached start": float(again[0]), "functions": float(first[1])}


def commit() -> str:
    """The commit of the clone, with + where files differ from it; empty outside a clone."""
    here = Path(__file__).parent
    try:
        say = subprocess.run(
            ["git", "describe", "--always", "--dirty=+", "--exclude=*"],
            cwd=here, check=True, capture_output=True, text=True,
        )  # fmt: skip
    except (OSError, subprocess.CalledProcessError):
        return ""
    return say.stdout.strip()


def machine() -> str:
    """Processor, cores and system."""
    model = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        names = [line.split(":", 1)[1].strip() for line in info.read_text().splitlines() if "model name" in line]
        model = names[0] if names else model
    return f"{model}, {os.cpu_count()} cores, {platform.system()}"


def circumstances(game: Compiled) -> dict[str, Any]:
    """What a figure must be read with: code, rules, versions, machine."""
    return {
        "version": __version__,
        "commit": commit(),
        "scenario": game.name,
        "rules_hash": game.rules_hash,
        "python": platform.python_version(),
        "numba": numba.__version__,
        "numpy": np.__version__,
        "machine": machine(),
    }


def show(rows: list[Row], seconds: dict[str, float], sizes: dict[str, int]) -> None:
    """Print the figures."""
    base = {row.unit: row.best for row in rows if row.name == "trivial loop"}
    print(f"{'':28}{'best':>12}{'median':>12}  {'unit':14}{'of trivial':>10}  target")
    for row in rows:
        share = f"{row.best / base[row.unit]:.3f}" if row.unit in base else ""
        target = ""
        if row.name in TARGETS:
            least, words_ = TARGETS[row.name]
            target = f"{least:,.0f} {words_}: {'reached' if row.best >= least else 'missed'}"
        print(f"{row.name:28}{row.best:12,.0f}{row.median:12,.0f}  {row.unit:14}{share:>10}  {target}".rstrip())
    for name, value in seconds.items():
        print(f"{name:28}{value:12,.1f}")
    for name, value in sizes.items():
        print(f"{name:28}{value:12,}")


def main() -> None:
    """Measure, print, and write the JSON file if one is asked for."""
    parser = argparse.ArgumentParser(description="Decisions a second on one core.")
    parser.add_argument("--scenario", default="skirmish")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--decisions", type=int, default=200_000, help="decisions in each compiled measurement")
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--no-start", action="store_true", help="leave out the first compile, which takes a minute")
    parser.add_argument("--peers", action="store_true", help="environments too, ours and others: some three minutes")
    parser.add_argument("--seconds", type=float, default=2.5, help="processor time of each environment")
    parser.add_argument("--json", type=argument, metavar="FILE")
    parser.add_argument("--readme", type=Path, metavar="FILE", help="put the figures into the tables of this file")
    args = parser.parse_args()
    if args.decisions < 2 or args.repeats < 1 or args.seed < 0 or args.seconds <= 0:
        parser.error("--decisions: 2 or more; --repeats: 1 or more; --seed: 0 or more; --seconds: above 0")
    try:
        game = scenario.load(args.scenario).compile()
        if args.readme:
            from . import speed_table  # noqa: PLC0415 - it needs what the loops do not

            speed_table.around(args.readme)
    except (ConfigError, OSError, ValueError) as error:
        print(f"speed: {error}", file=sys.stderr)
        sys.exit(2)
    print(f"wzc {__version__} {commit()}, {args.scenario}, rules {game.rules_hash}, numba {numba.__version__}")
    print(machine())
    tasks = [*loop_tasks(game, args.seed, args.decisions), *large_tasks(args.seed, args.decisions // 2)]
    tasks += [*battle_tasks(game, args.seed), clone_task()]
    rows = measure(tasks, args.repeats)
    seconds = {} if args.no_start else starts()
    sizes = {
        "battle, bytes": dtype_of(Battle).itemsize,
        "battle without log, bytes": head_size(Battle),
        "setup, bytes": dtype_of(Setup).itemsize,
        "rules, bytes": dtype_of(Rules).itemsize,
        "actions": int(game.setup[0]["actions_n"]),
        "observation, floats": size(load(Setup, game.setup, 0)),
    }
    show(rows, seconds, sizes)
    environments: list[Rate] = []
    if args.peers:
        from . import peers  # noqa: PLC0415 - as above

        print()
        environments = peers.tables(args.seconds, [])
    facts = circumstances(game) | {"seed": args.seed, "repeats": args.repeats}
    if args.readme:
        rates = {row.name: row.best for row in rows if row.unit == "decisions/s"}
        speed_table.write(args.readme, speed_table.tables(facts, rates, environments))
    if args.json:
        figures = {"rows": [asdict(row) for row in rows], "seconds": seconds, "sizes": sizes}
        figures["environments"] = [asdict(rate) for rate in environments]
        write_whole(args.json, json.dumps(facts | figures, indent=2) + "\n")


if __name__ == "__main__":
    main()
