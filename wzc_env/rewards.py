"""Rewards: the result of a battle, and what may be paid on the way to it. One form serves one battle and thousands.

A `Reward` adds to the result (+1, -1 or 0) the *change* of what a position is worth to each side. What it is worth is
one function over arrays of battles, so that no Python runs for each of them:

>>> @kernel
... def wounds(battles: list[Battle], setups: list[Setup], rules: list[Rules], out: Doubles2) -> None:
...     for i in range(len(battles)):
...         for side in range(2):
...             out[i][side] = 0.0
...         for unit in range(setups[battles[i].setup].units_n):
...             sheet = setups[battles[i].setup].sheets[unit]
...             out[i][1 - sheet.side] += 0.01 * (sheet.hp_max - battles[i].units[unit].hp)
>>> raw_env("skirmish", reward=Reward("wounds", wounds))

or ordinary Python, `worth(battles, setups)`, on the record arrays (`battles["units"]["hp"]` is (n, units);
`battles["setup"]` names each battle's row of `setups`), which returns an array of shape (n, 2): party, foes.
Either must depend on the records alone and leave them as they are.

A `shaping` reward is potential-based: the worth, counted from the battle's beginning, is taken back when the battle
ends or is cut at the Round limit, so that over a battle it adds nothing and no policy gains by it. With a discount
`gamma` below 1, an agent that is asked again is paid gamma * worth now - worth at its own last decision: give the gamma
that the learner discounts its decisions with. Without `shaping`, what is added to the return is the worth at the end
less the worth at the beginning, which changes what is best to do.
"""

import difflib
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .kernel import Doubles2, kernel
from .warzone.objectives import arrived, concerns, has_fallen, is_goal_zone
from .warzone.state import Battle, Objective, Rules, Setup
from .warzone.words import FAR, NONE, Goal

Worth = Callable[..., Any]
"""A kernel `(battles, setups, rules, out)`, out float64 (n, 2), or Python `(battles, setups)` that returns it."""


@dataclass(frozen=True)
class Reward:
    """What is paid for a battle.

    Attributes:
        name: what messages and results call it.
        worth: what a position is worth to party and foes; None pays the result alone.
        shaping: whether the worth is taken back at the end.
        gamma: the learner's discount, for shaping only.
        weight: factor of the worth.
        result: factor of the result.
    """

    name: str
    worth: Worth | None = None
    shaping: bool = False
    gamma: float = 1.0
    weight: float = 1.0
    result: float = 1.0

    def __post_init__(self) -> None:
        if self.worth is not None and not callable(self.worth):
            raise TypeError(f"reward {self.name!r}: worth = {self.worth!r}: allowed: a function")
        if not 0 < self.gamma <= 1:
            raise ValueError(f"reward {self.name!r}: gamma = {self.gamma!r}: allowed: above 0, at most 1")
        if self.gamma != 1 and not self.shaping:
            raise ValueError(f"reward {self.name!r}: gamma = {self.gamma!r}: allowed: 1 without shaping")
        for what in ("weight", "result"):
            if not math.isfinite(getattr(self, what)):
                raise ValueError(f"reward {self.name!r}: {what} = {getattr(self, what)!r}: allowed: a finite number")


@kernel
def hp_balance(battles: list[Battle], setups: list[Setup], rules: list[Rules], out: Doubles2) -> None:
    """Half the difference of the sides' shares of hit points: -0.5 to 0.5, a share being what is left of the most."""
    for i in range(len(battles)):
        b = battles[i]
        s = setups[b.setup]
        for side in range(2):
            left = 0
            most = 0
            for unit in range(s.units_n):
                if s.sheets[unit].side == side:
                    left += b.units[unit].hp
                    most += s.sheets[unit].hp_max
            out[i][side] = left / max(1, most)
        balance = (out[i][0] - out[i][1]) / 2
        out[i][0] = balance
        out[i][1] = -balance


@kernel
def on_the_way(b: Battle, s: Setup, goal: Objective) -> float:
    """How near a side is to bringing so many to a Zone, 0 to 1: all who are there, and the nearest of the others.

    A creature at d open edges from the Zone counts 1 / (1 + d).
    """
    nearest = 0.0
    for i in range(s.units_n):
        here = int(b.units[i].zone)
        if here != NONE and concerns(b, s, goal, i) and not is_goal_zone(b, goal, here):
            for z in range(s.zones_n):
                if is_goal_zone(b, goal, z) and b.distance[here][z] < FAR:
                    nearest = max(nearest, 1.0 / (1 + b.distance[here][z]))
    return min(1.0, (arrived(b, s, goal) + nearest) / max(1, int(goal.n)))


@kernel
def done_of(b: Battle, s: Setup, row: int) -> float:
    """How much of an objective is done, 0 to 1: Lulls held, creatures escaped or on the way, wounds of a quarry."""
    goal = s.objectives[row]
    if has_fallen(b, s, row):
        return 1.0
    if goal.kind == Goal.HOLD or goal.kind == Goal.ESCAPE:
        return b.progress[row] / max(1, int(goal.n))
    if goal.kind == Goal.REACH or goal.kind == Goal.ESCORT:
        return on_the_way(b, s, goal)
    if goal.kind == Goal.KILL:
        return 1.0 - b.units[goal.unit].hp / max(1, int(s.sheets[goal.unit].hp_max))
    return 0.0


@kernel
def objective_balance(battles: list[Battle], setups: list[Setup], rules: list[Rules], out: Doubles2) -> None:
    """Half the difference of how much of its best objective each side has done: -0.5 to 0.5; 0 where there are none."""
    for i in range(len(battles)):
        b = battles[i]
        s = setups[b.setup]
        out[i][0] = 0.0
        out[i][1] = 0.0
        for row in range(s.objectives_n):
            side = int(s.objectives[row].side)
            out[i][side] = max(out[i][side], done_of(b, s, row))
        balance = (out[i][0] - out[i][1]) / 2
        out[i][0] = balance
        out[i][1] = -balance


REWARDS = {
    "terminal": Reward("terminal"),
    "hp_share": Reward("hp_share", hp_balance),
    "hp_shaping": Reward("hp_shaping", hp_balance, shaping=True),
    "objective": Reward("objective", objective_balance),
    "objective_shaping": Reward("objective_shaping", objective_balance, shaping=True),
}
"""The rewards that have names; a scenario may name one as its own."""


def get(reward: Any) -> Reward:
    """A reward by name, of a function that says what a position is worth, or itself. Raises TypeError, ValueError."""
    if isinstance(reward, Reward):
        return reward
    if isinstance(reward, str):
        if reward in REWARDS:
            return REWARDS[reward]
        near = difflib.get_close_matches(reward, REWARDS, n=1)
        hint = f", did you mean {near[0]!r}?" if near else ""
        raise ValueError(f"reward = {reward!r}: no such reward{hint}; allowed: {', '.join(map(repr, REWARDS))}")
    if callable(reward) and not isinstance(reward, type):
        return Reward(getattr(reward, "__name__", type(reward).__name__), reward)
    allowed = f"allowed: {', '.join(map(repr, REWARDS))}, a Reward or a function (see wzc_env.rewards)"
    raise TypeError(f"reward = {reward!r}: {allowed}")
