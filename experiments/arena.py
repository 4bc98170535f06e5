"""A place to measure the pace of the rules: one striker, and a post that is hit, falls to nothing and never answers.

Everything is played with the game's own records and decisions; what differs from a battle is who stands there.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from wzc_env import options, profile, scenario
from wzc_env.game import DiceError, Match
from wzc_env.paths import find
from wzc_env.warzone.actions import verb_of
from wzc_env.warzone.state import Event
from wzc_env.warzone.tables import Tables
from wzc_env.warzone.words import Note, Purpose, Verb

from .lines import settled, ways

STRIKER, POST = 0, 1
POST_BLOCK = {"title": "Post", "stem": "post", "hd": 1}
SAVES = dict.fromkeys(("death", "wands", "paralysis", "breath", "spells"), 20)
EXACT = {"host.natural_hit": 101, "host.natural_miss": 0}
"""Neither 20 nor 1 decides alone: the book's sums are of chances without such a floor or ceiling."""

Counts = Mapping[Verb, int]


def block(**changes: Any) -> dict[str, Any]:
    """A stat block: HD 4 (Vigor 10), a normal and no heavy weapon, +0 to hit, 9,999 hit points."""
    plain = {
        "title": "Striker", "stem": "striker", "hd": 4, "hp": 9999, "ac": 11, "speed": 120, "saves": SAVES,
        "attacks": [{"name": "weapon", "bonus": 0, "rolls": ["1d2"]}],
    }  # fmt: skip
    return {**plain, **changes}


@dataclass(frozen=True)
class Arena:
    """What stands there: changes of the striker's and the post's stat blocks, traits of the place, cells, options."""

    striker: Mapping[str, Any] = field(default_factory=dict)
    post: Mapping[str, Any] = field(default_factory=dict)
    effects: Mapping[str, str] = field(default_factory=dict)
    traits: Sequence[str] = ()
    rules: Mapping[str, int] = field(default_factory=dict)
    options: Sequence[str] = ()
    apart: bool = False  # the post stands in the next Zone, whose entry has a surcharge of 1

    def record(self) -> dict[str, Any]:
        """The scenario as values; the foes are surprised, so that the post never answers in Round 1."""
        base = scenario.load("duel").to_record()
        table = Tables(scenario.load("duel").cells).overlay({**EXACT, **self.rules}, "arena")
        table = options.lay(table, [options.load(name) for name in self.options])
        book = profile.load(find("hosts", "osr")).spells
        striker = block(**self.striker)
        ring = {"title": "Ring", "traits": list(self.traits)}
        edge = {"join": ["ring", "side"], "into": {"side": {"surcharge": 1}} if self.apart else {}}
        return base | {
            "name": "arena", "title": "An arena", "surprised": "foes", "max_rounds": 200,
            "cells": {name: cell.model_dump(mode="json") for name, cell in table.cells.items()},
            "spells": {name: book[name].model_dump(mode="json") for name in striker.get("spells", {})},
            "battlefield": {"title": "Arena", "zones": {"ring": ring, "side": {"title": "Side"}}, "edges": [edge]},
            "creatures": {"striker": striker, "post": block(**{**POST_BLOCK, **self.post})},
            "party": [{"creature": "striker", "zone": "ring", "effects": dict(self.effects)}],
            "foes": [{"creature": "post", "zone": "side" if self.apart else "ring"}],
        }  # fmt: skip

    def match(self) -> Match:
        """A battle at the striker's first decision, with scripted dice."""
        return Match(scenario.from_record(self.record(), "arena").compile(), dice=[])


def seeded(start: Match, seeds: Iterable[int]) -> Iterable[Match]:
    """The same battle with dice of its own for each seed."""
    plain = Match(start.compiled, seed=0)
    for seed in seeds:
        yield plain.clone(reseed_with=seed)


def first_round(match: Match) -> bool:
    """Whether the striker still decides in the first Round."""
    return not match.over and match.battle.turn == 1 and match.decision is not None and match.decision.unit == STRIKER


def verbs_open(match: Match, wanted: set[Verb]) -> list[int]:
    """The legal actions of some Verbs."""
    return [action for action in match.legal_actions() if Verb(verb_of(match.setup, action)) in wanted]


def next_attack(match: Match) -> int | None:
    """The Attack that comes next in a Round of nothing else, or END to begin another Breath; None when it is over."""
    if not first_round(match):
        return None
    found = verbs_open(match, {Verb.ATTACK}) or verbs_open(match, {Verb.END})
    return found[0] if found else None


def to_next_attack(match: Match) -> tuple[Match, int | None]:
    """The battle in a Breath that has room for an Attack, and that Attack; None when the Round has no room."""
    action = next_attack(match)
    if action is None or verb_of(match.setup, action) == Verb.ATTACK:
        return match, action
    return to_next_attack(settled(match, action, kind_face))


def hit(events: Sequence[Event]) -> int:
    """How many of these attack rolls have hit."""
    return sum(int(e.won) for e in events if e.note == Note.DIE and e.what == Purpose.ATTACK)


def exact_hits(start: Match, most: int) -> Fraction:
    """The mean number of hits of up to so many Attacks in the Round, every face of every die counted.

    After each Attack the ways are gathered by hits so far: they differ in nothing but the post's hit points.
    """
    states: dict[int, tuple[Fraction, Match]] = {0: (Fraction(1), start)}
    for _ in range(most):
        after: dict[int, tuple[Fraction, Match]] = {}
        for hits, (chance, match) in states.items():
            ready, action = to_next_attack(match)
            if action is None:
                after[hits] = (chance + after.get(hits, (Fraction(0), ready))[0], ready)
                continue
            ready.take_events()
            for part, then in ways(ready, action):
                total = hits + hit(then.take_events())
                after[total] = (chance * part + after.get(total, (Fraction(0), then))[0], then)
        states = after
    return sum((hits * chance for hits, (chance, _) in states.items()), Fraction(0))


def simulated_hits(match: Match, most: int) -> int:
    """The hits of up to so many Attacks of one Round, with the battle's own dice."""
    made = hits = 0
    while made < most and (action := next_attack(match)) is not None:
        made += int(verb_of(match.setup, action) == Verb.ATTACK)
        match.take_events()
        match.step(action)
        hits += hit(match.take_events())
    return hits


def kind_face(missing: DiceError) -> int:
    """Attacks miss, checks and everything else come out high."""
    return 1 if missing.purpose in (Purpose.ATTACK, Purpose.DAMAGE) else missing.sides


def extreme(start: Match, wanted: set[Verb], score: Callable[[Match, Counts], int]) -> int:
    """The highest score on any line of the first Round that uses these Verbs alone (and their choices)."""
    seen: set[tuple[str, tuple[tuple[Verb, int], ...]]] = set()
    todo: list[tuple[Match, Counter[Verb]]] = [(start, Counter())]
    best = 0
    while todo:
        match, counts = todo.pop()
        best = max(best, score(match, counts))
        if not first_round(match):
            continue
        for action in verbs_open(match, wanted | {Verb.CHOOSE}):
            verb = Verb(verb_of(match.setup, action))
            then, more = settled(match, action, kind_face), counts + Counter([verb])
            key = (then.digest(), tuple(sorted(more.items())))
            if key not in seen:
                seen.add(key)
                todo.append((then, more))
    return best


def seen_in_play(matches: Iterable[Match], wanted: set[Verb], score: Callable[[Match, Counts], int], seed: int) -> int:
    """The highest score that random play with these Verbs alone comes to in the first Round."""
    rng, best = random.Random(seed), 0
    for match in matches:
        counts: Counter[Verb] = Counter()
        while first_round(match) and (legal := verbs_open(match, wanted | {Verb.CHOOSE})):
            action = rng.choice(legal)
            counts[Verb(verb_of(match.setup, action))] += 1
            match.step(action)
            best = max(best, score(match, counts))
    return best


def paid(match: Match, *lines: str) -> list[int]:
    """The Vigor that each of these maneuvers costs, checks and hits coming out high."""
    costs = []
    for line in lines:
        match.take_events()
        match = settled(match, match.parse(line), lambda missing: missing.sides)
        costs += [-int(e.mod) for e in match.take_events() if e.note == Note.PAY]
    return costs
