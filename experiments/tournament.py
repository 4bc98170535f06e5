"""Agents against each other: the same seeds, both ways round, a draw as half a win, with 95 % intervals.

    python -m wzc_env.experiments.tournament skirmish --agents tactician brute random --battles 400

Each pair plays `--battles` battles: half of them one way round, half on the same seeds with the sides swapped.
An agent against itself shows which side the scenario favours.
"""

import argparse
import itertools
import json
import sys
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from wzc_env import __version__, policies, scenario
from wzc_env.compiling import Compiled
from wzc_env.errors import ConfigError
from wzc_env.replay import commit
from wzc_env.saving import argument, write_whole
from wzc_env.stats import mean, wilson
from wzc_env.warzone.words import Outcome


@dataclass(frozen=True)
class Standing:
    """What one agent won against another; shares from 0 to 1."""

    agent: str
    against: str
    battles: int
    share: float
    low: float
    high: float


def points(result: policies.BatchResult, won: Outcome) -> list[float]:
    """1 for each battle that ended so, ½ for a draw or a battle that was cut short, else 0."""
    even = (int(Outcome.DRAW), int(Outcome.ROUND_LIMIT))
    return [1.0 if outcome == won else 0.5 if outcome in even else 0.0 for outcome in result.outcome]


def mirror(game: Compiled, agent: str, battles: int, seed: int) -> Standing:
    """An agent against itself: the party's share."""
    one = policies.get(agent)
    result = policies.run_batch(game, one, one, np.arange(seed, seed + battles))
    wins = sum(points(result, Outcome.PARTY_WINS))
    share, low, high = wilson(wins, battles)
    return Standing(f"{agent} as the party", "itself", battles, share, low, high)


def paired(game: Compiled, agent: str, against: str, battles: int, seed: int) -> Standing:
    """One agent against another over the same seeds with the sides swapped; the interval is that of the seed pairs."""
    one, other = policies.get(agent), policies.get(against)
    seeds = np.arange(seed, seed + battles // 2)
    as_party = points(policies.run_batch(game, one, other, seeds), Outcome.PARTY_WINS)
    as_foes = points(policies.run_batch(game, other, one, seeds), Outcome.FOES_WIN)
    pairs = [(a + b) / 2 for a, b in zip(as_party, as_foes, strict=True)]
    share, low, high = mean(pairs)
    if low == high:  # all pairs alike: Student's interval has no width, Wilson's has
        share, low, high = wilson(sum(pairs), len(pairs))
    return Standing(agent, against, 2 * len(pairs), share, max(0.0, low), min(1.0, high))


def play(game: Compiled, agents: list[str], battles: int, seed: int) -> list[Standing]:
    """Everyone against itself, then every pair."""
    table = [mirror(game, agent, battles, seed) for agent in agents]
    return table + [paired(game, a, b, battles, seed) for a, b in itertools.combinations(agents, 2)]


def main() -> None:
    """Run from the command line; bad input is one line and exit code 2."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scenario", nargs="?", default="skirmish")
    parser.add_argument("--agents", nargs="+", default=["tactician", "brute", "random"])
    parser.add_argument("--battles", type=int, default=400, help="for each pair, an even number from 2")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", type=argument, metavar="FILE")
    options = parser.parse_args()
    if options.battles < 2 or options.battles % 2 or options.seed < 0:
        parser.error("--battles: an even number from 2; --seed: 0 or more")
    try:
        game = scenario.load(options.scenario).compile()
        table = play(game, options.agents, options.battles, options.seed)
    except (ConfigError, ValueError) as error:
        print(f"tournament: {error}", file=sys.stderr)
        sys.exit(2)
    for one in table:
        name = f"{one.agent} against {one.against}"
        print(f"{name:44}{one.share:7.1%}  {one.low:.1%} to {one.high:.1%}  ({one.battles} battles)")
    if options.json:
        facts: dict[str, Any] = {
            "version": __version__,
            "commit": commit(),
            "scenario": game.name,
            "rules_hash": game.rules_hash,
        }
        facts |= {"scenario": game.name, "seed": options.seed, "standings": [asdict(one) for one in table]}
        write_whole(options.json, json.dumps(facts, indent=2) + "\n")


if __name__ == "__main__":
    main()
