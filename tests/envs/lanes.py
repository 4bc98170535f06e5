"""Seeded play for the tests of batches."""

from typing import Any

import numpy as np

from wzc_env import policies
from wzc_env.envs.batch import WarZoneVector
from wzc_env.game import Match
from wzc_env.warzone.words import Side


def choose(mask: Any, salt: int) -> int:
    """One of the legal actions, by a number of no meaning: the same wherever the mask is the same."""
    legal = np.flatnonzero(mask)
    return int(legal[(7919 * salt + 31 * len(legal)) % len(legal)])


def answers(envs: WarZoneVector, salt: int) -> Any:
    """`choose` in every lane."""
    return np.array([choose(mask, salt + lane) for lane, mask in enumerate(envs.action_masks())])


def to_the_ends(envs: WarZoneVector, seed: Any, steps: int = 2000) -> list[tuple[Any, ...]]:
    """What the steps return until every lane has finished at least one battle."""
    envs.reset(seed=seed)
    done = np.zeros(envs.num_envs, bool)
    told = []
    for number in range(steps):
        told.append(envs.step(answers(envs, number)))
        done |= told[-1][2] | told[-1][3]
        if done.all():
            return told
    raise AssertionError(f"lanes {np.flatnonzero(~done)} have not finished in {steps} steps")


class Alone:
    """The battle of one lane as a Match, in which a named agent answers for the opponent."""

    def __init__(self, envs: WarZoneVector, lane: int, opponent: str, side: Side) -> None:
        self.match = Match(envs._fleet.game(lane), int(envs.battle_seeds[lane]))
        self.match.battle.log.on = 0
        self.opponent, self.side = policies.get(opponent), side
        self._opponent_plays()

    def _opponent_plays(self) -> None:
        while self.match.decision is not None and self.match.decision.side != self.side:
            self.match.answer(policies.decide(self.opponent, self.match))

    def step(self, action: int) -> None:
        """Answer with a kernel's action."""
        self.match.answer(action)
        self._opponent_plays()
