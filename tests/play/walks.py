"""Battles walked at random, for tests that want many states."""

import random
from collections.abc import Callable, Iterator

from wzc_env.game import Match


def chooser(seed: int) -> Callable[[Match], int]:
    """Chooses among the legal actions, each equally likely."""
    rng = random.Random(seed)
    return lambda match: rng.choice(match.legal_actions())


def walk(match: Match, seed: int) -> Iterator[Match]:
    """The match before each of its decisions, which are taken at random."""
    choose = chooser(seed)
    while not match.over:
        yield match
        match.step(choose(match))
        match.take_events()
