"""What the difficulty of generated battles means: who wins when the tactician plays both sides.

    python -m wzc_env.experiments.difficulty [--split train] [--scenarios 40] [--battles 50] [--level 3] [--json FILE]

For each setting of the knob: the foes' Hit Dice for a level of the party, the shares won by party and foes with 95 %
intervals over the scenarios (battles of one scenario are alike, so they are no independent trials), battles cut short,
and how many scenarios are within 20 to 80 %. Ctrl-C prints what is complete.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass

import numpy as np

from wzc_env import __version__, policies
from wzc_env.errors import ConfigError
from wzc_env.generator import SPLITS, Recipe, generate
from wzc_env.replay import commit
from wzc_env.saving import argument, write_whole
from wzc_env.stats import Interval, mean
from wzc_env.warzone.words import Outcome

KNOB = (0.0, 0.25, 0.5, 0.75, 1.0)


@dataclass(frozen=True)
class Setting:
    """What one setting of the knob came to; shares from 0 to 1."""

    difficulty: float
    dice_a_level: float
    scenarios: int
    battles: int
    party: Interval
    foes: Interval
    cut_short: float
    open: float  # scenarios in which either side wins 20 to 80 %
    rules: list[str]  # hashes of the rules that were played


def play(difficulty: float, recipe: Recipe, scenarios: int, battles: int, agent: str) -> Setting:
    """Play the battles of one setting; scenario seeds count from the recipe's, battle seeds from 0."""
    one = policies.get(agent)
    party, foes, cut, hashes = [], [], 0, set()
    for seed in range(recipe.seed, recipe.seed + scenarios):
        draft = generate(
            seed,
            split=recipe.split,
            difficulty=difficulty,
            level=recipe.level,
            heroes=recipe.heroes,
            field=recipe.field,
        )
        game = draft.scenario.compile()
        result = policies.run_batch(game, one, one, np.arange(battles))
        if result.interrupted:
            raise KeyboardInterrupt
        party.append(result.count(Outcome.PARTY_WINS) / battles)
        foes.append(result.count(Outcome.FOES_WIN) / battles)
        cut += result.count(Outcome.ROUND_LIMIT)
        hashes.add(game.rules_hash)
    return Setting(
        difficulty=difficulty,
        dice_a_level=Recipe(recipe.seed, difficulty=difficulty).budget / 12,
        scenarios=scenarios,
        battles=battles * scenarios,
        party=mean(party),
        foes=mean(foes),
        cut_short=cut / (battles * scenarios),
        open=float(np.mean([0.2 <= share <= 0.8 for share in party])),
        rules=sorted(hashes),
    )


def settings(knob: Sequence[float], recipe: Recipe, scenarios: int, battles: int, agent: str) -> Iterator[Setting]:
    """Every setting of the knob in turn."""
    for difficulty in knob:
        yield play(difficulty, recipe, scenarios, battles, agent)


HEAD = f"{'difficulty':>10}{'HD a level':>12}{'party wins':>24}{'foes win':>24}{'cut short':>11}{'open':>7}"


def line(one: Setting) -> str:
    """A setting as text."""
    shares = "".join(f"{share:10.1%} [{low:5.1%}, {high:5.1%}]" for share, low, high in (one.party, one.foes))
    return f"{one.difficulty:10.2f}{one.dice_a_level:12.2f}{shares}{one.cut_short:11.1%}{one.open:7.0%}"


def main() -> None:
    """Run from the command line; bad input is one line and exit code 2."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--knob", nargs="+", type=float, default=list(KNOB), metavar="D", help="0 to 1")
    parser.add_argument("--split", choices=SPLITS, default="train")
    parser.add_argument("--level", type=int, default=3)
    parser.add_argument("--heroes", type=int, default=4)
    parser.add_argument("--field", help="a battlefield instead of any")
    parser.add_argument("--agent", default="tactician", help="who plays both sides")
    parser.add_argument("--scenarios", type=int, default=40)
    parser.add_argument("--battles", type=int, default=50, help="of each scenario")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--json", type=argument, metavar="FILE")
    asked = parser.parse_args()
    if asked.scenarios < 2 or asked.battles < 1:
        parser.error("--scenarios: 2 or more; --battles: 1 or more")
    done: list[Setting] = []
    try:
        recipe = Recipe(asked.seed, asked.split, 0.5, asked.level, asked.heroes, asked.field)
        for difficulty in asked.knob:
            Recipe(asked.seed, difficulty=difficulty)  # before the work begins
        print(HEAD)
        for one in settings(asked.knob, recipe, asked.scenarios, asked.battles, asked.agent):
            done.append(one)
            print(line(one), flush=True)
    except (ConfigError, ValueError) as error:
        print(f"difficulty: {error}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        print("interrupted: the settings above are complete", file=sys.stderr)
    if asked.json:
        asked_for = {name: getattr(recipe, name) for name in ("seed", "split", "level", "heroes", "field")}
        facts = {"version": __version__, "commit": commit(), "agent": asked.agent} | asked_for
        write_whole(asked.json, json.dumps(facts | {"settings": [asdict(one) for one in done]}, indent=2) + "\n")


if __name__ == "__main__":
    main()
