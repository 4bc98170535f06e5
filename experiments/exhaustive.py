"""Play battles that prefer what has not happened yet, until everything has; check every state on the way.

    python -m wzc_env.experiments.exhaustive --scenario proving_ground --seed 1

What is ticked off (`tally.everything`): every maneuver and answer, order, Stance, reaction Readied and improvised, kind
of spell; attacks from every kind of place, every kind of edge crossed; every hazard, objective and change of the
battlefield; every modifier, purpose of a die and event; every way in which a battle ends; the pattern of every
doctrine. A failure prints the one command that shows it again.
"""

import argparse
import random
import sys
from collections import Counter
from pathlib import Path

from wzc_env import policies, scenario
from wzc_env.compiling import Compiled
from wzc_env.errors import ConfigError
from wzc_env.game import Match
from wzc_env.kernel import copy_twin
from wzc_env.warzone.actions import argument, verb_of
from wzc_env.warzone.control import recount
from wzc_env.warzone.words import Kind, Life, Side, Step, Verb, Why

from .tally import Item, attack_places, everything, happened

CALLS = 0.02
"""How often the game master calls for a change, in a battle that has such."""

WORLDS = Path(__file__).parent / "worlds"
"""Scenarios of its own, for what the shipped ones leave out."""

SCENARIOS = [
    "proving_ground",
    "ambush",
    "skirmish",
    "burning_granary",
    "ritual",
    "drowned_crypt",
    "night_market",
    "gate_bridge",
    "ranks",
    "burrower",
    "pack",
    "centaurs",
    "dragon",
    "mercenaries",
    "muster",
    "riders",
    "landslide",
    "dragon_back",
]
"""In these everything happens."""

Habit = tuple[int, int, str]
"""A kind of decision, the Verb that answered it, and which of its kind where that says more than the Verb."""


def world(name: str) -> Compiled:
    """A shipped scenario, or one of the runner's own."""
    own = WORLDS / f"{name}.toml"
    return scenario.load(own if own.exists() else name).compile()


def check(match: Match) -> None:
    """What must hold in every state. Raises AssertionError."""
    b, s = match.battle, match.setup
    mask = match.legal()
    for action, legal in enumerate(mask):
        assert (match.why(action) == Why.OK) == bool(legal), f"mask and reason differ: {match.words(action)}"
    assert any(mask) != match.over, "a decision has an answer, an ended battle has none"
    counted = copy_twin(b)
    recount(counted, s, match.rules)
    for z in range(s.zones_n):
        assert counted.zones[z].control == b.zones[z].control, f"Control of {match.names.zones[z]} is stale"
    for i in range(s.units_n):
        unit = b.units[i]
        assert 0 <= unit.hp <= s.sheets[i].hp_max, f"{match.names.labels[i]} has {unit.hp} hit points"
        assert (unit.hp > 0) == (unit.life == Life.UP) or unit.life == Life.GONE, (
            f"{match.names.labels[i]} lives wrongly"
        )
    if b.ask != Kind.OVER:
        assert b.units[b.who].life == Life.UP, f"{match.names.labels[b.who]} is down and asked"


def is_poised(match: Match) -> bool:
    """Whether the deciding creature has an advantage that only an Attack uses: unseen, emerged, or charging."""
    one = match.battle.units[match.battle.who]
    return match.battle.ask == Kind.BREATH and bool(one.hidden_from or one.emerged or one.charged)


def habit(match: Match, action: int) -> Habit:
    """What an action counts as: orders, Stances and spells are told apart, targets are not."""
    b, verb = match.battle, verb_of(match.setup, action)
    which = ""
    if verb == Verb.STANCE:
        which = match.names.stances[argument(match.setup, action)]
    elif verb == Verb.CHOOSE and b.frames[b.depth - 1].step in (Step.CHOOSE_ORDER, Step.CHOOSE_SPELL):
        which = match.words(action)
    return int(b.ask), verb, which


def choose(match: Match, used: Counter[Habit], rng: random.Random, bold: bool) -> int:
    """A legal action of the sort that was used least in this kind of decision; now and then any.

    In every other battle the sides are bold: nobody withdraws, half the maneuvers are Attacks where one is possible.
    """
    legal = match.legal_actions()
    attacks = [action for action in legal if verb_of(match.setup, action) == Verb.ATTACK]
    if attacks and (is_poised(match) or (bold and rng.random() < 0.5)):
        return rng.choice(attacks)
    if bold:
        legal = [action for action in legal if verb_of(match.setup, action) != Verb.WITHDRAW] or legal
    if rng.random() < 0.25:
        return rng.choice(legal)
    rng.shuffle(legal)
    return min(legal, key=lambda action: used[habit(match, action)])


def call(match: Match, rng: random.Random) -> bool:
    """As the game master, now and then let a change happen that waits for a call; returns whether one did."""
    calls = [change["when"]["call"] for change in match.compiled.scenario.changes if "call" in change["when"]]
    if not calls or match.battle.depth > 0 or rng.random() >= CALLS:
        return False
    try:
        match.call(rng.choice(calls))
    except ConfigError:  # it has happened before, or the battlefield does not allow it now
        return False
    return True


def agents(game: Compiled, lap: int) -> dict[int, policies.Policy]:
    """Who plays a side in place of this runner, by side, in the first, second, ... battle of a scenario.

    In turn the agent that the scenario names for the foes, nobody, the tactician for the party (who sees its objectives
    through), nobody.
    """
    foes = game.scenario.agents.foes
    if lap % 4 == 0 and foes is not None:
        return {Side.FOES: policies.get(foes)}
    return {Side.PARTY: policies.get("tactician")} if lap % 4 == 2 else {}


def play(name: str, seed: int, lap: int, used: Counter[Habit], thorough: bool) -> set[Item]:
    """One battle; returns what happened in it. Raises AssertionError with the text of what does not hold."""
    match, rng = Match(world(name), seed=seed), random.Random(seed)
    players = agents(match.compiled, lap)
    doctrine = players[Side.FOES].name if Side.FOES in players else None
    done = happened(match, match.take_events(), doctrine)
    while (decision := match.decision) is not None:
        if thorough:
            check(match)
        if not call(match, rng):
            player = players.get(decision.side)
            if player is not None:
                action = policies.decide(player, match)
            else:
                action = choose(match, used, rng, bold=seed % 2 == 0)
                used[habit(match, action)] += 1
            done |= {("verb", Verb(verb_of(match.setup, action)).name)} | attack_places(match, action)
            match.step(action)
        done |= happened(match, match.take_events(), doctrine)
    return done


def run(names: list[str], seed: int, battles: int, thorough: bool = True) -> tuple[set[Item], int]:
    """Play until everything has happened or the battles are used up; returns what is missing, and how many."""
    missing, used = everything(), Counter[Habit]()
    for number in range(battles):
        name, this = names[number % len(names)], seed + number
        try:
            missing -= play(name, this, number // len(names), used, thorough)
        except Exception as error:
            print(f"{type(error).__name__}: {error}", file=sys.stderr)
            print(
                f"again: python -m wzc_env.experiments.exhaustive --scenario {' '.join(names)} --seed {seed}"
                f" --battles {number + 1}",
                file=sys.stderr,
            )
            raise
        if sys.stderr.isatty():
            print(f"\r{number + 1} battles, {len(missing)} things to come ", end="", file=sys.stderr, flush=True)
        if not missing:
            return missing, number + 1
    return missing, battles


def main() -> None:
    """Run from the command line; exit code 1 when something never happened."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scenario", nargs="+", default=SCENARIOS)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--battles", type=int, default=300, help="at most")
    options = parser.parse_args()
    if options.battles < 1 or options.seed < 0:
        parser.error("--battles: 1 or more; --seed: 0 or more")
    try:
        for name in options.scenario:
            world(name)
    except ConfigError as error:
        print(f"exhaustive: {error}", file=sys.stderr)
        sys.exit(2)
    missing, played = run(options.scenario, options.seed, options.battles)
    for kind, name in sorted(missing):
        print(f"never: {kind} {name}")
    print(f"{len(everything()) - len(missing)} of {len(everything())} things happened in {played} battles")
    sys.exit(bool(missing))


if __name__ == "__main__":
    main()
