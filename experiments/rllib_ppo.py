"""RLlib's PPO on a battle, masks included: every creature of a side shares one network.

    pip install "ray[rllib]>=2.60" "gymnasium==1.2.2" torch
    python -m wzc_env.experiments.rllib_ppo [--scenario duel] [--iterations 3]

What it takes: RLlib's own `PettingZooEnv`, and its `ActionMaskingTorchRLModule`, which looks for the keys
`action_mask` and `observations`; `Plural` renames ours. Ray pins Gymnasium 1.2.2: give
it a virtual environment of its own.
"""

import argparse
import sys
from typing import Any

from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import BaseWrapper

from wzc_env.envs.aec import raw_env


class Plural(BaseWrapper[str, dict[str, Any], Any]):
    """The key `observation` of every observation and its space is called `observations`."""

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's observations; a new one at every call."""
        inner = super().observation_space(agent)
        assert isinstance(inner, spaces.Dict)
        return spaces.Dict({"action_mask": inner["action_mask"], "observations": inner["observation"]})

    def observe(self, agent: str) -> dict[str, Any] | None:
        """What an agent sees."""
        seen = super().observe(agent)
        return None if seen is None else {"action_mask": seen["action_mask"], "observations": seen["observation"]}


def battle(config: dict[str, Any]) -> AECEnv[str, dict[str, Any], Any]:
    """The environment that RLlib wraps: two agents, party and foes."""
    return Plural(raw_env(config["scenario"], control="side", reward="hp_share"))


def algorithm(scenario: str) -> Any:
    """PPO with masks: one network for both sides, since every view is told from its own side."""
    from ray.rllib.algorithms.ppo import PPOConfig  # noqa: PLC0415 - Ray is no dependency of the project
    from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec  # noqa: PLC0415
    from ray.rllib.core.rl_module.rl_module import RLModuleSpec  # noqa: PLC0415
    from ray.rllib.env.wrappers.pettingzoo_env import PettingZooEnv  # noqa: PLC0415
    from ray.rllib.examples.rl_modules.classes.action_masking_rlm import (  # noqa: PLC0415
        ActionMaskingTorchRLModule,
    )
    from ray.tune.registry import register_env  # noqa: PLC0415

    register_env("wzc", lambda config: PettingZooEnv(battle(config)))
    spec = RLModuleSpec(module_class=ActionMaskingTorchRLModule, model_config={"fcnet_hiddens": [128, 128]})
    config = (
        PPOConfig()
        # the check of an environment plays any action, whether legal or not, which by chance is refused
        .environment("wzc", env_config={"scenario": scenario}, disable_env_checking=True)
        .env_runners(num_env_runners=0)
        .multi_agent(policies={"shared"}, policy_mapping_fn=lambda agent, *_, **__: "shared")
        .rl_module(rl_module_spec=MultiRLModuleSpec(rl_module_specs={"shared": spec}))
        .training(train_batch_size_per_learner=2000, minibatch_size=256, num_epochs=2)
    )
    return config.build_algo()


def main() -> None:
    """Train a little and print what each iteration came to."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scenario", default="duel")
    parser.add_argument("--iterations", type=int, default=3)
    options = parser.parse_args()
    try:
        trained = algorithm(options.scenario)
    except ImportError as error:
        print(f'rllib_ppo: {error}; install it with: pip install "ray[rllib]" torch', file=sys.stderr)
        sys.exit(2)
    for number in range(options.iterations):
        runs = trained.train()["env_runners"]
        steps = runs["num_env_steps_sampled_lifetime"]
        print(f"iteration {number + 1}: {steps:,.0f} decisions, mean length {runs['episode_len_mean']:.0f}", flush=True)
    trained.stop()


if __name__ == "__main__":
    main()
