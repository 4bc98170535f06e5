"""Seeded play for the tests of the PettingZoo environment."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from wzc_env.envs.aec import WarZoneAEC
from wzc_env.game import Match


class Turn(NamedTuple):
    """What an agent saw, and the action that it is about to take (None: it has finished)."""

    agent: str
    observation: dict[str, Any]
    reward: float
    terminated: bool
    truncated: bool
    info: dict[str, Any]
    action: int | None


def turns(env: Any, seed: int | None, picks: int = 0) -> Iterator[Turn]:
    """Random legal play from reset to the last dead step; each turn is yielded before its step."""
    generator = np.random.default_rng(picks)
    env.reset(seed=seed)
    for agent in env.agent_iter():
        seen = env.last()
        finished = seen[2] or seen[3]
        action = None if finished else int(generator.choice(np.flatnonzero(seen[0]["action_mask"])))
        yield Turn(agent, *seen, action)
        env.step(action)


def to_the_end(env: Any, seed: int | None, picks: int = 0) -> list[Turn]:
    """All turns of a battle."""
    return list(turns(env, seed, picks))


def middle(env: Any, seed: int, steps: int, picks: int = 0) -> None:
    """Lead an environment into the midst of a battle."""
    for number, _ in enumerate(turns(env, seed, picks)):
        if number == steps:
            return
    raise AssertionError(f"the battle of seed {seed} ended before step {steps}")


def answer(env: WarZoneAEC, *texts: str) -> None:
    """Take actions in words, each as "agent: words"."""
    for text in texts:
        agent, _, said = text.partition(": ")
        assert env.agent_selection == agent, f"{env.agent_selection} is selected, not {agent}"
        env.step(env.parse(said))


def same_battle(env: WarZoneAEC, seed: int) -> Match:
    """A Match of the same battle."""
    return Match(env.unwrapped._board.game, seed)
