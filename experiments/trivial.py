"""Environments without rules: what PettingZoo, Gymnasium and NumPy cost, and so how fast ours could be at most.

Both hand out new arrays of the same shapes as ours, pass the turn on, and end after `LENGTH` decisions.
"""

from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from wzc_env.envs.buffers import Fresh
from wzc_env.envs.masks import sample

Array = npt.NDArray[Any]

LENGTH = 100
"""Decisions of a game."""


class TrivialAEC(AECEnv[str, dict[str, Any], Any]):
    """Agents in turn, every action legal."""

    metadata = {"name": "trivial_v0", "render_modes": [], "is_parallelizable": False}  # noqa: RUF012 - as the base

    def __init__(self, agents: int, actions: int, numbers: int) -> None:
        super().__init__()  # type: ignore[no-untyped-call] # the base class does not annotate it
        self.possible_agents = [f"unit_{k}" for k in range(agents)]
        self.actions, self.numbers = actions, numbers
        view: dict[str, spaces.Space[Any]] = {
            "observation": spaces.Box(0, 1, (numbers,), np.float32),
            "action_mask": spaces.Box(0, 1, (actions,), np.int8),
        }
        self.observation_spaces = {agent: spaces.Dict(view) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game."""
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.taken = 0
        self.agent_selection = self.agents[0]

    def observe(self, agent: str) -> dict[str, Any]:
        """New arrays of the right sizes."""
        return {"observation": np.ones(self.numbers, np.float32), "action_mask": np.ones(self.actions, np.int8)}

    def step(self, action: int | None) -> None:
        """Pass the turn on; at the end all agents are done."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.taken += 1
        if self.taken == LENGTH:
            self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.agents[self.taken % len(self.agents)]


def dressed(inner: AECEnv[str, Any, Any]) -> AECEnv[str, Any, Any]:
    """In the wrappers that `wzc_env.env()` has."""
    return wrappers.OrderEnforcingWrapper(
        wrappers.AssertOutOfBoundsWrapper(wrappers.TerminateIllegalWrapper(inner, illegal_reward=-1))
    )


class TrivialVector(VectorEnv[Array, Any, Array]):
    """Games side by side, every action legal; the next step after an end begins the next game."""

    def __init__(self, num_envs: int, actions: int, numbers: int) -> None:
        super().__init__()
        self.num_envs = num_envs
        self.metadata = {"name": "trivial_v0", "autoreset_mode": AutoresetMode.NEXT_STEP}
        self._masks = np.ones((num_envs, actions), np.int8)
        self._taken = np.arange(num_envs) % LENGTH  # so that the ends do not all come at once
        self._pool = Fresh((num_envs, numbers), np.float32)

    def reset(self, *, seed: Any = None, options: dict[str, Any] | None = None) -> tuple[Array, dict[str, Any]]:
        """Begin games."""
        super().reset(seed=seed)
        return self._seen(), {"action_mask": self._masks.copy()}

    def step(self, actions: Any) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        """Count, and hand out what ours does."""
        self._taken = (self._taken + 1) % (LENGTH + 1)
        ended = self._taken == LENGTH
        none = np.zeros(self.num_envs, np.bool_)
        return self._seen(), np.zeros(self.num_envs), ended, none, {"action_mask": self._masks.copy()}

    def sample(self) -> Array:
        """A random action for each game, as ours is drawn."""
        return sample(self._masks, self.np_random)

    def _seen(self) -> Array:
        views = self._pool.take()
        views[:] = 1.0
        return views
