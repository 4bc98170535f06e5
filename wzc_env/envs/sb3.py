"""A batch of battles as a Stable-Baselines3 `VecEnv`, for its algorithms and for MaskablePPO of sb3-contrib.

Needs the extra `train` (`pip install "wzc[train]"`); nothing else in wzc imports it.

>>> from sb3_contrib import MaskablePPO
>>> from wzc_env.envs.sb3 import WarZoneVecEnv
>>> model = MaskablePPO("MlpPolicy", WarZoneVecEnv("duel", num_envs=64, opponent="random"))
>>> model.learn(100_000)
"""

from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode

from .arguments import Source
from .batch import WarZoneVector

try:
    from stable_baselines3.common.vec_env import VecEnv
except ImportError as error:
    raise ImportError('wzc_env.envs.sb3 needs Stable-Baselines3: pip install "wzc[train]"') from error

Array: TypeAlias = npt.NDArray[Any]

OF_A_LANE = ("digest", "state_bytes", "words")
"""Methods of the batch that concern one lane, whose number they take first."""


class WarZoneVecEnv(VecEnv):
    """Battles of one side against an opponent, as `WarZoneVector` plays them with autoreset "SameStep".

    Every lane is an environment of its own to SB3. `env_method("action_masks")` gives what is legal in each, so that
    MaskablePPO works as it is; other algorithms may choose illegal actions, in whose place the first legal one is
    played. At an end the info has `terminal_observation`, `TimeLimit.truncated`, `outcome` and `reason`.

    Args:
        scenario, num_envs, options: as in `wzc_env.make_vec`; `side="both"` has no place here.
    """

    def __init__(self, scenario: Source | Sequence[Source] = "skirmish", num_envs: int = 1, **options: Any) -> None:
        if options.get("side") == "both":
            raise ValueError("side = 'both': allowed: 'party', 'foes', 'alternate', since every lane has one learner")
        options["autoreset_mode"] = AutoresetMode.SAME_STEP
        self.batch = WarZoneVector(num_envs, scenario, **options)
        self._set: dict[str, list[Any]] = {}
        self._actions: Array = np.zeros(0, np.int64)
        super().__init__(self.batch.num_envs, self.batch.single_observation_space, self.batch.single_action_space)

    def reset(self) -> Any:
        """Begin a battle in every lane: of the seeds given to `seed`, else the next of its series."""
        views, _ = self.batch.reset(seed=None if self._seeds[0] is None else list(self._seeds))
        self.reset_infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        self._reset_seeds()
        self._reset_options()
        return views

    def step_async(self, actions: Array) -> None:
        """Note the answers of all lanes."""
        self._actions = actions

    def step_wait(self) -> tuple[Any, Array, Array, list[dict[str, Any]]]:
        """Play them: observations, float32 rewards, whether a battle ended, and what there is to tell of each lane."""
        views, rewards, terminated, truncated, infos = self.batch.step(self._actions)
        ended = terminated | truncated
        told: list[dict[str, Any]] = [{"TimeLimit.truncated": False} for _ in range(self.num_envs)]
        for lane in np.flatnonzero(ended):
            told[lane] = {
                "terminal_observation": infos["final_obs"][lane],
                "TimeLimit.truncated": bool(truncated[lane]),
                "outcome": infos["final_info"]["outcome"][lane],
                "reason": infos["final_info"]["reason"][lane],
            }
        if "illegal" in infos:
            for lane in np.flatnonzero(infos["illegal"]):
                told[lane]["illegal"] = True
        return views, rewards.astype(np.float32), ended, told

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **named: Any) -> list[Any]:
        """Call a method for some lanes: `action_masks` (bool, shape (actions,)), `words`, `digest`, `state_bytes`.

        Raises:
            AttributeError: there is no such method of a lane.
        """
        some = self._lanes(indices)
        if method_name == "action_masks":
            masks = self.batch.action_masks()
            return list(masks) if indices is None else [masks[lane] for lane in some]
        if method_name not in OF_A_LANE:
            raise AttributeError(f"{method_name!r}: no method of a lane; allowed: action_masks, {', '.join(OF_A_LANE)}")
        return [getattr(self.batch, method_name)(lane, *args, **named) for lane in some]

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """An attribute of some lanes: what `set_attr` has set, else that of the batch. Raises AttributeError."""
        if attr_name in self._set:
            return [self._set[attr_name][lane] for lane in self._lanes(indices)]
        return [getattr(self.batch, attr_name) for _ in self._lanes(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Keep a value for some lanes, which `get_attr` gives back; the battles do not know of it."""
        each = self._set.setdefault(attr_name, [getattr(self.batch, attr_name, None)] * self.num_envs)
        for lane in self._lanes(indices):
            each[lane] = value

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        """Whether lanes are in a Gymnasium wrapper: none ever is."""
        return [False for _ in self._lanes(indices)]

    def _lanes(self, indices: Any) -> Iterable[int]:
        lanes: Iterable[int] = self._get_indices(indices)
        return lanes

    def close(self) -> None:
        """End the threads."""
        self.batch.close()
