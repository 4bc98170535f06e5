"""Play battles that prefer what has not happened yet, until everything has; check every state on the way.

    python -m wzc_env.experiments.exhaustive --scenario proving_ground --seed 1

What is ticked off: every maneuver and answer (Verb), every reaction Readied and improvised, attacks from every kind of
place, every kind of edge crossed, every modifier, purpose of a die and event that the core modules know, every way in
which a battle ends. A failure prints the one command that shows it again.
"""

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterable

from wzc_env import scenario
from wzc_env.game import Match
from wzc_env.kernel import copy_twin
from wzc_env.warzone.actions import verb_of
from wzc_env.warzone.control import recount
from wzc_env.warzone.state import Event
from wzc_env.warzone.words import Edge, Kind, Life, Mod, Note, Outcome, Purpose, Reaction, Reason, Trait, Verb, Why

Item = tuple[str, str]

NEVER = {
    ("note", "SKIPPED"),  # a bundle's own event
    ("purpose", "TIE"),  # only where the table asks for a draw
    ("note", "SURPRISED"),  # only where a scenario has a surprised side
    ("note", "NEW_LEADER"),  # only where a second leader stands beside a leaderless Squad
    ("reaction", "NONE readied"),
    ("reaction", "NONE improvised"),
    ("edge", "ABSENT"),
    ("edge", "BLOCKED"),
    ("attack from", "OFF_MAP"),  # nothing reaches out of it
    ("ending", "NOT_ENDED"),
    ("outcome", "UNDECIDED"),
    ("modifier", "CHARGE"),  # the shipped hosts multiply a charge's damage and leave its roll alone
    ("ending", "BOTH_MET"),  # objectives of both sides in one moment
    ("outcome", "DRAW"),  # both sides fall at once: no host spell or blow of the roster does that
}


SCENARIOS = [
    "proving_ground",
    "ambush",
    "skirmish",
    "burning_granary",
    "ritual",
    "drowned_crypt",
    "night_market",
    "dragon",
    "ranks",
    "mercenaries",
]
"""In these everything happens."""

ADVANTAGES = ("hidden_from", "stalked", "emerged", "charged", "rushed")


def everything() -> set[Item]:
    """All that is to happen."""
    items = {("verb", verb.name) for verb in Verb}
    items |= {("reaction", f"{r.name} {how}") for r in Reaction for how in ("readied", "improvised")}
    items |= {("attack from", trait.name) for trait in Trait} | {("edge", edge.name) for edge in Edge}
    items |= {("modifier", mod.name) for mod in Mod} | {("purpose", p.name) for p in Purpose}
    items |= {("note", note.name) for note in Note}
    items |= {("advantage", name) for name in ADVANTAGES}
    items |= {("ending", reason.name) for reason in Reason} | {("outcome", outcome.name) for outcome in Outcome}
    return items - NEVER


def happened(match: Match, events: Iterable[Event]) -> set[Item]:
    """What the events of one step tick off."""
    found: set[Item] = set()
    for e in events:
        note = Note(e.note)
        found.add(("note", note.name))
        if note in (Note.DIE, Note.CHECK):
            found.add(("purpose", Purpose(e.what).name))
        elif note == Note.MOD:
            found.add(("modifier", Mod(e.what).name))
        elif note == Note.REACT:
            found.add(("reaction", f"{Reaction(e.what).name} {'improvised' if e.mod else 'readied'}"))
        elif note == Note.MOVE:
            found.add(("edge", Edge(match.battle.edge[e.what][e.zone]).name))
        elif note == Note.END:
            found |= {("outcome", Outcome(e.what).name), ("ending", Reason(e.amount).name)}
    return found


def attack_places(match: Match, action: int) -> set[Item]:
    """From which kinds of place, and with which advantages, an Attack is about to be made."""
    if verb_of(match.setup, action) != Verb.ATTACK:
        return set()
    one = match.battle.units[match.battle.who]
    traits = match.battle.zones[one.zone].traits
    found = {("attack from", trait.name) for trait in Trait if traits & trait}
    return found | {("advantage", name) for name in ADVANTAGES if getattr(one, name)}


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


def choose(match: Match, used: Counter[tuple[int, int]], rng: random.Random, bold: bool) -> int:
    """A legal action of the Verb that was used least in this kind of decision; now and then any.

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
    kind = int(match.battle.ask)
    rng.shuffle(legal)
    return min(legal, key=lambda action: used[kind, verb_of(match.setup, action)])


def play(name: str, seed: int, used: Counter[tuple[int, int]], thorough: bool) -> set[Item]:
    """One battle; returns what happened in it. Raises AssertionError with the text of what does not hold."""
    match = Match(scenario.load(name).compile(), seed=seed)
    rng = random.Random(seed)
    done = happened(match, match.take_events())
    while not match.over:
        if thorough:
            check(match)
        action = choose(match, used, rng, bold=seed % 2 == 0)
        verb = verb_of(match.setup, action)
        used[int(match.battle.ask), verb] += 1
        done |= {("verb", Verb(verb).name)} | attack_places(match, action)
        match.step(action)
        done |= happened(match, match.take_events())
    return done


def run(names: list[str], seed: int, battles: int, thorough: bool = True) -> tuple[set[Item], int]:
    """Play until everything has happened or the battles are used up; returns what is missing, and how many."""
    missing, used = everything(), Counter[tuple[int, int]]()
    for number in range(battles):
        name, this = names[number % len(names)], seed + number
        try:
            missing -= play(name, this, used, thorough)
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
    missing, played = run(options.scenario, options.seed, options.battles)
    for kind, name in sorted(missing):
        print(f"never: {kind} {name}")
    print(f"{len(everything()) - len(missing)} of {len(everything())} things happened in {played} battles")
    sys.exit(bool(missing))


if __name__ == "__main__":
    main()
