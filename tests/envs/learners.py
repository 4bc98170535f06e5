"""Seeded play for the tests of the Gymnasium environment, and opponents in every form."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from wzc_env import policies
from wzc_env.envs.solo import WarZoneSolo
from wzc_env.game import Match


class Step(NamedTuple):
    """A step of the learner: what it saw and was told before, its action, what came of it."""

    seen: Any
    told: dict[str, Any]
    action: int
    observation: Any
    reward: float
    terminated: bool
    truncated: bool
    info: dict[str, Any]


def steps(env: Any, seed: int | None, picks: int = 0, **reset: Any) -> Iterator[Step]:
    """Random legal play of a whole battle; each step is yielded after it was taken."""
    generator = np.random.default_rng(picks)
    seen, told = env.reset(seed=seed, **reset)
    over = False
    while not over:
        action = int(generator.choice(np.flatnonzero(told["action_mask"])))
        step = Step(seen, told, action, *env.step(action))
        yield step
        seen, told, over = step.observation, step.info, step.terminated or step.truncated


def total(env: WarZoneSolo, seed: int) -> float:
    """What the learner earns in a battle."""
    return sum(step.reward for step in steps(env, seed, picks=seed))


class ByMatch:
    """An agent of this name that plays a Match in ordinary Python."""

    def __init__(self, name: str) -> None:
        self.name = f"{name} by match"
        self._policy = policies.get(name)

    def choose(self, match: Match) -> int:
        return policies.decide(self._policy, match)


def first_legal(observation: Any, mask: Any) -> int:
    """An opponent that is a function: the first legal action."""
    assert observation.dtype == np.float32
    assert mask.dtype == bool
    return int(mask.argmax())


class Fierce:
    """An opponent that guards itself and strikes whenever it may, and notes what it was asked; `env` is set later."""

    def __init__(self) -> None:
        self.env: Any = None
        self.kinds: list[Any] = []

    def __call__(self, observation: Any, mask: Any) -> int:
        self.kinds.append(self.env.decision)
        legal = {self.env.words(int(action)): int(action) for action in np.flatnonzero(mask)}
        wanted = [action for words, action in legal.items() if words.startswith(("Attack", "Guard"))]
        return wanted[0] if wanted else max(legal.values())
