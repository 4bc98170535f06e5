"""How fast the PettingZoo environment steps, beside a trivial one of the same sizes: bare, and in the same wrappers.

    python -m wzc_env.experiments.speed_aec [--scenario skirmish] [--repeats 100]

A step is `last()` and `step(action)`. The actions are those of recorded battles, so that choosing them costs
nothing; the trivial environment hands out new arrays of the same shapes and passes the turn on.
"""

import argparse
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from wzc_env.envs.aec import WarZoneAEC, env, raw_env

from .speed import Row, Task, measure

BARE, WRAPPED = "aec, bare", "aec, wrapped"
TRIVIAL_BARE, TRIVIAL_WRAPPED = "trivial aec, bare", "trivial aec, wrapped"
TARGETS = {BARE: (TRIVIAL_BARE, 0.25), WRAPPED: (TRIVIAL_WRAPPED, 0.70)}
"""Row -> the row that it is compared with, and the least share of its rate."""

REPEATS = 100


class Trivial(AECEnv[str, dict[str, Any], Any]):
    """The yardstick: agents in turn, every action legal, no rule, no end."""

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
        """Pass the turn on."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.taken += 1
        self.agent_selection = self.agents[self.taken % len(self.agents)]


def record(raw: WarZoneAEC, battles: int) -> list[list[int]]:
    """The actions of random play in the battles of seeds 0, 1, ..."""
    generator = np.random.default_rng(0)
    games: list[list[int]] = []
    for seed in range(battles):
        raw.reset(seed=seed)
        games.append([])
        while not any(raw.terminations.values()) and not any(raw.truncations.values()):
            mask = raw.observe(raw.agent_selection)["action_mask"]
            games[-1].append(int(generator.choice(np.flatnonzero(mask))))
            raw.step(games[-1][-1])
    return games


def play(battle: AECEnv[str, Any, Any], games: list[list[int]]) -> None:
    """Play recorded games again, up to the step that ends each."""
    for seed, game in enumerate(games):
        battle.reset(seed=seed)
        for action in game:
            battle.last()
            battle.step(action)


def tasks(scenario: str, battles: int = 2) -> list[Task]:
    """The four rows: the environment and the trivial one, bare and in PettingZoo's wrappers.

    Few battles each, some milliseconds, so that on a busy machine the best of many repeats met no interruption.
    """
    raw = raw_env(scenario)
    games = record(raw, battles)
    amount = sum(map(len, games))
    raw.reset(seed=0)
    seen = raw.observe(raw.agent_selection)
    sizes = (len(raw.possible_agents), len(seen["action_mask"]), len(seen["observation"]))
    bare, inner = Trivial(*sizes), Trivial(*sizes)
    dressed = wrappers.OrderEnforcingWrapper(
        wrappers.AssertOutOfBoundsWrapper(wrappers.TerminateIllegalWrapper(inner, illegal_reward=-1))
    )
    full = env(scenario)
    named: list[tuple[str, AECEnv[str, Any, Any]]] = [
        (TRIVIAL_BARE, bare), (BARE, raw), (TRIVIAL_WRAPPED, dressed), (WRAPPED, full)
    ]  # fmt: skip
    return [Task(name, "steps/s", amount, lambda one=one: play(one, games)) for name, one in named]  # type: ignore[misc] # the default binds the loop's value


def rows(scenario: str = "skirmish", repeats: int = REPEATS) -> list[Row]:
    """The measured rates."""
    return measure(tasks(scenario), repeats)


def shares(measured: list[Row]) -> dict[str, float]:
    """Each environment's rate as a share of the trivial one's, the best of each."""
    best = {row.name: row.best for row in measured}
    return {name: best[name] / best[base] for name, (base, _) in TARGETS.items()}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Steps a second of the PettingZoo environment on one core.")
    parser.add_argument("--scenario", default="skirmish")
    parser.add_argument("--repeats", type=int, default=REPEATS)
    args = parser.parse_args()
    show(rows(args.scenario, args.repeats))


def show(measured: list[Row]) -> None:
    """Print the rates, and each environment's share of its yardstick."""
    reached = shares(measured)
    for row in measured:
        share = ""
        if row.name in TARGETS:
            least = TARGETS[row.name][1]
            verdict = "reached" if reached[row.name] >= least else "missed"
            share = f"  {reached[row.name]:.2f} of trivial, target {least:.2f}: {verdict}"
        print(f"{row.name:24}{row.best:12,.0f}{row.median:12,.0f}  {row.unit}{share}")


if __name__ == "__main__":
    main()
