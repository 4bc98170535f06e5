"""Which agent answers for which unit, and the spaces of an environment."""

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from wzc_env.compiling import Names
from wzc_env.warzone.senses import describe, slices
from wzc_env.warzone.state import Setup
from wzc_env.warzone.words import Side

from .entities import Entities

CONTROLS = ("unit", "side")


class Seating:
    """The agents of an environment.

    Attributes:
        agents: their names, in roster order (units) or party first (sides).
        agent_of: the agent of each unit; the last entry, which index -1 finds, is None.
        first: the first unit of each agent.
        side: the side of each agent.
        by_unit: whether each unit has an agent of its own.
    """

    def __init__(self, setup: Setup, names: Names, control: str) -> None:
        self.by_unit = control == "unit"
        sides = [Side(setup.sheets[unit].side) for unit in range(setup.units_n)]
        seats = names.agents if self.by_unit else [f"{side.name.lower()}_0" for side in sides]
        self.agent_of: list[str | None] = [*seats, None]
        self.agents = list(dict.fromkeys(seats))
        self.first = {agent: seats.index(agent) for agent in self.agents}
        self.side = {agent: sides[unit] for agent, unit in self.first.items()}

    def check(self, agent: object) -> None:
        """Raise KeyError where there is no such agent."""
        if agent not in self.first:
            raise KeyError(f"agent = {agent!r}: no such agent; allowed: {', '.join(self.agents)}")


def observation_box(setup: Setup) -> spaces.Box:
    """The range of every number of the observation vector, from 0 at most: none is without width, to be scaled by."""
    entries = describe(setup)
    low, high = (np.array([getattr(one, end) for one in entries], np.float32) for end in ("low", "high"))
    return spaces.Box(np.minimum(low, 0), high)


def observation_space(setup: Setup, entities: Entities | None) -> spaces.Space[Any]:
    """The space of what a unit sees, without a mask: the vector, or its parts."""
    box = observation_box(setup)
    return box if entities is None else spaces.Dict(entities.spaces(box))


def observation_spaces(setup: Setup, agents: list[str], entities: Entities | None) -> dict[str, spaces.Space[Any]]:
    """One space an agent: vector or entities, and mask."""
    seen = observation_space(setup, entities)
    parts = dict(seen) if isinstance(seen, spaces.Dict) else {"observation": seen}
    one = spaces.Dict({**parts, "action_mask": spaces.Box(0, 1, (int(setup.actions_n),), np.int8)})
    return {agent: deepcopy(one) for agent in agents}


def action_spaces(setup: Setup, agents: list[str], slots: int) -> dict[str, spaces.Space[Any]]:
    """One space an agent: an action, or with `slots` a bundle of them."""
    actions = int(setup.actions_n)
    one: spaces.Space[Any] = spaces.MultiDiscrete([actions] * slots) if slots else spaces.Discrete(actions)
    return {agent: deepcopy(one) for agent in agents}


class Overview:
    """The layout of a state: what the first unit of each side sees, then what else only the casters know.

    Attributes:
        witnesses: these two units.
        casters: the others that prepare spells.
        book: the part of a view that only its own unit sees: castings and focus, by slot.
        space: the range of a state.
    """

    def __init__(self, setup: Setup) -> None:
        roster = range(setup.units_n)
        self.witnesses = [next(u for u in roster if setup.sheets[u].side == side) for side in (Side.PARTY, Side.FOES)]
        self.casters = [unit for unit in roster if setup.sheets[unit].spells_n and unit not in self.witnesses]
        parts = slices(setup)
        self.book = slice(parts["castings"].start, parts["focus"].stop)
        box = observation_box(setup)
        low, high = box.low, box.high
        self.space = spaces.Box(self._joined([low, low], low), self._joined([high, high], high))

    def _joined(self, views: list[Any], own: Any) -> Any:
        return np.concatenate([*views, *[own[self.book]] * len(self.casters)])

    def state(self, see: Callable[[int], npt.NDArray[np.float32]]) -> npt.NDArray[np.float32]:
        """The state; `see` gives what a unit sees."""
        return np.concatenate([*map(see, self.witnesses), *[see(unit)[self.book] for unit in self.casters]])
