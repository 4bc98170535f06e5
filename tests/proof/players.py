"""Seeded players for proofs. They choose among the legal actions alone, so that any of them can play any battle."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence

from wzc_env.game import Match
from wzc_env.warzone.words import Verb


class Player:
    """Chooses at random in one of three ways, by its seed: any action alike; the verb first, the rarest most gladly;
    attacks before anything else.

    Leaving the battlefield is mostly declined, so that battles are fought out.
    """

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._curious = seed % 3 == 1
        self._fierce = seed % 3 == 2
        self._used: Counter[int] = Counter()

    def choose(self, verbs: Sequence[int], legal: Sequence[int]) -> int:
        """One of the `legal` action ids; `verbs` is the Verb of every id."""
        legal = self._mostly(legal, [action for action in legal if verbs[action] != Verb.WITHDRAW], 0.9)
        if self._fierce:
            legal = self._mostly(legal, [action for action in legal if verbs[action] == Verb.ATTACK], 0.7)
        if self._curious:
            open_verbs = sorted({verbs[action] for action in legal})
            weights = [1 / (1 + self._used[verb]) for verb in open_verbs]
            verb = self._random.choices(open_verbs, weights)[0]
            legal = [action for action in legal if verbs[action] == verb]
        action = self._random.choice(legal)
        self._used[verbs[action]] += 1
        return action

    def _mostly(self, legal: Sequence[int], preferred: Sequence[int], chance: float) -> Sequence[int]:
        return preferred if preferred and self._random.random() < chance else legal


def choices(match: Match, seed: int) -> Iterator[int]:
    """A player's choice at every decision of a match, until it is over; the caller steps."""
    player = Player(seed)
    while not match.over:
        yield player.choose(match.setup.verb_of, match.legal_actions())


def play_on(match: Match, seed: int, most: int) -> list[int]:
    """Play up to `most` decisions; returns the actions taken."""
    taken: list[int] = []
    for action in choices(match, seed):
        if len(taken) == most:
            break
        match.step(action)
        taken.append(action)
    return taken
