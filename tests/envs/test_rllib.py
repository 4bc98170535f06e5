"""What the RLlib example hands to RLlib: two agents, the keys that its masked module looks for; a training."""

import importlib.util
import subprocess
import sys

import numpy as np
import pytest
from gymnasium import spaces

from experiments.rllib_ppo import battle


def test_the_keys_are_the_ones_that_the_masked_module_looks_for() -> None:
    env = battle({"scenario": "duel"})
    env.reset(seed=1)
    assert env.possible_agents == ["party_0", "foes_0"]
    taken = 0
    generator = np.random.default_rng(0)
    for agent in env.agent_iter():
        seen, _, terminated, truncated, _ = env.last()
        space = env.observation_space(agent)
        assert isinstance(space, spaces.Dict)
        assert set(space) == {"action_mask", "observations"}
        assert space.contains(seen)
        if terminated or truncated:
            env.step(None)
            continue
        assert seen["action_mask"].any()
        env.step(int(generator.choice(np.flatnonzero(seen["action_mask"]))))
        taken += 1
    assert taken > 1
    assert env.agents == []


@pytest.mark.slow
@pytest.mark.skipif(importlib.util.find_spec("ray") is None, reason="Ray is not installed")
def test_it_trains() -> None:
    command = [sys.executable, "-W", "ignore", "-m", "wzc_env.experiments.rllib_ppo", "--iterations", "1"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "iteration 1: 2,000 decisions" in done.stdout
