"""Thousands of battles at once: a Gymnasium `VectorEnv` over an array of records, stepped in one compiled call."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.error import ClosedEnvironmentError, ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from wzc_env.kernel import digest
from wzc_env.warzone import notation
from wzc_env.warzone.senses import Entry, describe, slices
from wzc_env.warzone.words import Outcome, Reason, Side

from . import arguments, checks
from .board import SEES
from .buffers import Fresh
from .entities import Entities
from .fleet import Fleet, Opponent
from .lanes import End, Todo
from .masks import sample
from .mixture import Mixture
from .seating import observation_box

Array: TypeAlias = npt.NDArray[Any]
Observations: TypeAlias = Array | dict[str, Array]

HOMES = {"party": (Side.PARTY,), "foes": (Side.FOES,), "alternate": (Side.PARTY, Side.FOES), "both": (Side.BOTH,)}
OBSERVATIONS = ("vector", "dict", "entities")
MOST_BATTLES = 2**20
MOST_THREADS = 64


class WarZoneVector(VectorEnv[Observations, Any, Array]):
    """Battles on the WarZone Count rules, thousands at once, for one learner.

    ## Description
    An array of battles that is stepped in one compiled call. In each *lane* one battle after another is played: a step
    answers one decision of the side that learns, lets the opponent answer its own inside the call, and stops at the
    next decision of the learner, or at the end. Decisions with one legal answer are not asked.

    ```python
    import numpy as np
    import wzc_env

    envs = wzc_env.make_vec("duel", num_envs=256, opponent="brute")
    observations, infos = envs.reset(seed=7)
    for _ in range(100):
        actions = envs.sample()  # or a network's, by infos["action_mask"]
        observations, rewards, terminated, truncated, infos = envs.step(actions)
    envs.close()
    ```

    `gymnasium.make_vec("wzc/Duel-v0", num_envs=256, ...)` makes the same; with `vectorization_mode="sync"` Gymnasium
    makes a slow one of single environments, which plays the same battles.

    ## Action space
    `MultiDiscrete([A] * num_envs)`: for each lane an action of `WarZoneAEC`, units and Zones numbered from the eyes of
    whoever is asked. `infos["action_mask"]` (int8, shape (num_envs, A)) holds 1 for what is legal, `action_masks()` the
    same as bool; a mask always allows something, in a finished lane action 0, which stands for any. `sample()` draws
    legal ones in compiled code. In place of an illegal action the first legal one is played, and `infos["illegal"]`
    (bool, there when any was) says so. `words(lane, action)` is its text.

    ## Observation space
    `Box` of float32, shape (num_envs, numbers): the observation of `WarZoneAEC` as whoever is asked sees it, at the end
    the first of the side that stands. `observation="dict"` gives `{"observation", "action_mask"}` instead, and
    `observation="entities"` a dictionary of units, Zones, edges and masks, see `envs.entities`.
    `slices()` and `describe()` say what the numbers are.

    ## Rewards
    `reward` as in `WarZoneAEC`, for the side that learns, summed until its own next decision: what happens while others
    act is in it. float64, shape (num_envs,).

    ## Episode end
    `terminated` at an end, `truncated` at the Round limit; then `infos["outcome"]` and `infos["reason"]` are names
    (object arrays, with `_outcome` and `_reason`). `metadata["autoreset_mode"]` is, by value or as Gymnasium's
    `AutoresetMode`:

    - "NextStep" (default): the next step begins the next battle in the lane, whatever the action; it pays 0.
    - "SameStep": the next battle begins at once; `infos["final_obs"]` (an object array) and `infos["final_info"]` have
      what was seen and told at the end.
    - "Disabled": `reset(options={"reset_mask": ...})` begins it (bool, shape (num_envs,), in any mode); a step with a
      finished lane raises ResetNeeded.

    A battle that the opponent wins before the first answer is shown finished by `reset`; the first step tells of it.

    ## Seeds
    `reset(seed=n)` plays the battle of seed n + i in lane i, `reset(seed=[...])` those of the list: to the byte
    (`state_bytes(lane)`) the battles of `WarZoneAEC` and `Match` with these seeds. Every seed begins a series: the
    battles that follow in a lane, by autoreset or by `reset()`, have seeds that depend on it and on their number alone,
    not on the other lanes. `battle_seeds` tells them.

    ## Two sides
    With `side="both"` there is no opponent: the decisions of both sides are asked, one a lane and step, and
    `infos["side"]` (0 party, 1 foes) says whose it is. `rewards` belong to that side, summed since its own last
    decision, at the end to the side that has acted last; `infos["rewards"]`, shape (num_envs, 2), has what either side
    has earned since then, at the end the pay of both.

    ## Arguments
    - `num_envs`: how many battles.
    - `scenario`: a name, a path, a `Scenario`, a `Compiled` one, or a list of these. Of several, lane i plays number
      i modulo their count, or with `weights` each battle is played in one drawn by its seed with these weights. All
      have the layout of the one that needs most.
    - `opponent`: an agent by name ("tactician" if there is none), an object with `act` (a kernel), both of which play
      inside the compiled call; or any Python `policy(observations, masks, info) -> actions`, asked for all battles that
      wait for it at once: arrays (k, numbers), int8 (k, A), and `info` with `lane`, `side` and `unit`, each (k,). It
      returns k integers, all of them legal.
    - `side`: "party", "foes", "alternate" (even lanes the party, odd lanes the foes) or "both".
    - `seed`: of the first `reset()` that brings none of its own.
    - `sees`: "all", or "table" to observe only what a side knows at the table, as in `WarZoneAEC`.
    - `max_rounds`, `reward`: as in `WarZoneAEC`; of several scenarios the first one's own reward counts.
    - `pad_to`: slots of the layout, {"units": 24, "zones": 12, "routines": 4, "stances": 8, "special": 1} or some of
      them, for a network that is to know larger scenarios; "special" makes room for Commands, Rally, area attacks and
      work on edges, which few scenarios have. `mixture.padded` gives the same layout for one battle.
    - `threads`: the lanes are divided among so many; the compiled call holds no lock.
    - `copy`: whether every step returns observations of its own. False uses the same memory again: copy what you keep.

    Memory: a record, an observation, two masks and some 70 bytes a battle; with `copy` the observation twice, as the
    last one is still in your hands. `observation_space` takes as much again, when it is first asked for.

    TypeError and ValueError say what is wrong with an argument, an action or a seed, before anything has changed;
    RuntimeError or ValueError what is wrong with an opponent, after which the batch must be reset. `copy.deepcopy` and
    pickle keep the battles under way.
    """

    def __init__(
        self,
        num_envs: int = 1,
        scenario: arguments.Source | Sequence[arguments.Source] = "skirmish",
        *,
        opponent: Opponent | None = None,
        side: str = "party",
        observation: str = "vector",
        sees: str = "all",
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        seed: int | Sequence[int | None] | None = None,
        max_rounds: int | None = None,
        reward: arguments.Wages = None,
        pad_to: Mapping[str, int] | None = None,
        weights: Sequence[float] | None = None,
        threads: int = 1,
        copy: bool = True,
    ) -> None:
        super().__init__()
        self.num_envs = arguments.number("num_envs", num_envs, 1, MOST_BATTLES)
        self.autoreset_mode = checks.autoreset(autoreset_mode)
        self.metadata = {"name": "warzone_count_v0", "render_modes": [], "autoreset_mode": self.autoreset_mode}
        self.side = arguments.one_of("side", side, list(HOMES))
        self._form = arguments.one_of("observation", observation, OBSERVATIONS)
        self._fresh = bool(copy)
        self._next_seed = seed
        checks.seeds(seed, self.num_envs)  # now, so that what is wrong with it is said here
        mixture = Mixture(scenario, max_rounds, pad_to, weights)
        if side == "both" and opponent is not None:
            raise ValueError(f"opponent = {opponent!r}: allowed: None, since side = 'both' answers for both sides")
        self._fleet = Fleet(
            self.num_envs,
            mixture,
            np.resize(np.array(HOMES[side], np.int8), self.num_envs),
            "tactician" if opponent is None and side != "both" else opponent,
            arguments.reward(reward, mixture.games[0]),
            arguments.one_of("sees", sees, SEES),
            arguments.number("threads", threads, 1, MOST_THREADS),
        )
        self._entities = Entities(mixture.first)
        self.single_observation_space = self._space(spaces.Box(0, 1, (mixture.actions,), np.int8))
        self.single_action_space = spaces.Discrete(mixture.actions)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._under_way = False
        self._ended = np.zeros(self.num_envs, np.bool_)
        self._make_room()

    def _space(self, masks: spaces.Box) -> spaces.Space[Any]:
        """The space of what is seen in one lane."""
        view = observation_box(self._fleet.mixture.first)
        if self._form == "vector":
            return view
        parts = self._entities.spaces(view) if self._form == "entities" else {"observation": view}
        return spaces.Dict({**parts, "action_mask": masks})

    def _make_room(self) -> None:
        """What is neither copied nor saved: memory for what is handed out."""
        shape = (self.num_envs, self._fleet.mixture.length)
        self._pool = Fresh(shape, np.float32)
        self._views: Array = np.zeros((0, 0) if self._fresh else shape, np.float32)

    @cached_property
    def observation_space(self) -> spaces.Space[Any]:  # type: ignore[override] # nobody sets it
        """The space of a batch of observations; it has as many numbers as they, so it is made when it is asked for."""
        return batch_space(self.single_observation_space, self.num_envs)

    # Gymnasium's interface

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """Begin a battle in every lane, or where `options["reset_mask"]` (bool, shape (num_envs,)) says so.

        Lane i plays the battle of seed `seed + i`, or of `seed[i]`; with None the next of its series.

        Raises:
            TypeError, ValueError: a seed or the mask is none, or there is no such option.
            ResetNeeded: a mask leaves out battles that have not begun.
            ClosedEnvironmentError: the batch has been closed.
        """
        self._need_open()
        seeds = checks.seeds(seed, self.num_envs)
        where = checks.reset_mask(options, self.num_envs)
        if not where.all() and not self._under_way:
            raise ResetNeeded("reset() with a mask before all battles have begun: call reset() without one first")
        if isinstance(seed, int | np.integer):
            super().reset(seed=int(seed))
        if not self._under_way:
            seeds = self._first_seeds(seeds)
        fleet = self._fleet
        fleet.lanes["todo"] = Todo.SHOW
        fleet.open(where, seeds)
        self._ended[where] = False
        views = self._room()
        self._go(None, views)
        fleet.earned(where, others=False)
        return self._seen(views), self._infos()

    def step(self, actions: Any) -> tuple[Observations, Array, Array, Array, dict[str, Any]]:
        """Answer in every lane, and run on to the next decision that is asked for.

        Raises:
            ResetNeeded: no battle is under way, or one has finished and autoreset is disabled.
            TypeError, ValueError: the actions are none; nothing has changed.
            ClosedEnvironmentError: the batch has been closed.
        """
        self._need_open()
        self._need_battles()
        fleet, renewed = self._fleet, self._ended
        some_renewed = renewed.any()
        if some_renewed and self.autoreset_mode == AutoresetMode.DISABLED:
            lane = int(np.argmax(renewed))
            raise ResetNeeded(f"lane {lane} has finished: call reset(options={{'reset_mask': ...}}) for it first")
        answers = checks.actions(actions, self.num_envs, fleet.mixture.actions, renewed)
        fleet.lanes["todo"] = Todo.ANSWER
        if some_renewed:
            fleet.open(renewed)
        views = self._room()
        self._go(answers, views)
        fleet.earned(renewed if some_renewed else None)
        ends = fleet.lanes["end"]
        terminated, truncated = ends == End.TERMINATED, ends == End.TRUNCATED
        ended = terminated | truncated
        infos: dict[str, Any] = {}
        rewards = self._paid(renewed if some_renewed else None, infos)
        if fleet.lanes["illegal"].any():
            infos |= self._all("illegal", fleet.lanes["illegal"] != 0)
        if not ended.any():
            self._ended = ended
        elif self.autoreset_mode == AutoresetMode.SAME_STEP:
            self._begin_anew(ended, views, infos)
        else:
            self._ended = ended
            infos |= self._results(ended)
        return self._seen(views), rewards, terminated, truncated, infos | self._infos()

    def close_extras(self, **kwargs: Any) -> None:
        """End the threads."""
        if hasattr(self, "_fleet"):  # Gymnasium closes what its constructor has refused, too
            self._fleet.close()

    # What else may be asked

    def action_masks(self) -> Array:
        """What is legal in each lane: bool, shape (num_envs, actions), a new array. Raises ResetNeeded."""
        self._need_battles()
        return self._fleet.masks.astype(np.bool_)

    def sample(self, rng: np.random.Generator | None = None) -> Array:
        """A random legal action for each lane: int64, shape (num_envs,); from `np_random` without a generator.

        Raises ResetNeeded.
        """
        self._need_battles()
        return sample(self._fleet.masks, self.np_random if rng is None else rng)

    @property
    def battle_seeds(self) -> Array:
        """The seed of each battle under way, int64."""
        return self._fleet.lanes["seed"].copy()

    @property
    def battle_decisions(self) -> Array:
        """How many decisions both sides together have answered in each battle under way, int64."""
        return self._fleet.battles["decisions"].astype(np.int64)

    @property
    def scenario_rows(self) -> Array:
        """Which of the scenarios each battle under way is played in."""
        return self._fleet.lanes["row"].astype(np.int64)

    @property
    def scenarios(self) -> list[str]:
        """The names of the scenarios."""
        return [game.name for game in self._fleet.mixture.games]

    def describe(self) -> list[Entry]:
        """Every number of the observation: place, name, meaning, unit of 1.0, range."""
        return describe(self._fleet.mixture.first)

    def slices(self) -> dict[str, slice]:
        """The named parts of the observation, in order."""
        return slices(self._fleet.mixture.first)

    def words(self, lane: int, action: int) -> str:
        """The text of an action of whoever is asked in a lane. Raises TypeError, ValueError, ResetNeeded."""
        self._need_battles()
        lane = self._lane(lane)
        action = arguments.number("action", action, 0, self._fleet.mixture.actions - 1)
        return notation.words(self._fleet.view(lane), self._fleet.kernel_id(lane, action))

    def state_bytes(self, lane: int) -> bytes:
        """A battle as bytes: equal for equal battles, here, in the PettingZoo environment and in a Match."""
        return self._fleet.state_bytes(self._lane(lane))

    def digest(self, lane: int) -> str:
        """16 hexadecimal digits that stand for `state_bytes`."""
        return digest(self.state_bytes(lane))

    # How a step is carried out

    def _lane(self, lane: int) -> int:
        return arguments.number("lane", lane, 0, self.num_envs - 1)

    def _need_battles(self) -> None:
        if not self._under_way:
            raise ResetNeeded("no battles are under way: call reset() first")

    def _need_open(self) -> None:
        if self.closed:
            raise ClosedEnvironmentError("the batch has been closed: make another one")

    def _first_seeds(self, seeds: Array | None) -> Array:
        """Seeds for all lanes, which have none to follow: those of the constructor, or random ones."""
        if seeds is None:
            seeds, self._next_seed = checks.seeds(self._next_seed, self.num_envs), None
        drawn = self.np_random.integers(2**63, size=self.num_envs)
        return drawn if seeds is None else np.where(seeds < 0, drawn, seeds)

    def _room(self) -> Array:
        return self._pool.take() if self._fresh else self._views

    def _go(self, answers: Array | None, views: Array) -> None:
        """Run; where that fails, the battles are of no use any more."""
        self._under_way = False
        self._fleet.go(answers, views)
        self._under_way = True

    def _begin_anew(self, ended: Array, views: Array, infos: dict[str, Any]) -> None:
        """SAME_STEP: keep what is seen of the end, then begin the next battle in these lanes."""
        masks = self._fleet.masks
        finals: Any = np.full(self.num_envs, None, object)
        for lane, view in zip(np.flatnonzero(ended), views[ended], strict=True):
            finals[lane] = self._shown(view, masks[lane])
        infos |= {"final_obs": finals, "_final_obs": ended, "final_info": self._results(ended), "_final_info": ended}
        self._fleet.open(ended)
        self._go(None, views)
        self._fleet.earned(ended, others=False)
        self._ended = np.zeros(self.num_envs, np.bool_)

    def _paid(self, renewed: Array | None, infos: dict[str, Any]) -> Array:
        """What is paid now, float64; with both sides at home `infos` has what each has earned."""
        fleet, both = self._fleet, self.side == "both"
        foes = fleet.lanes["side"] == Side.FOES
        if fleet.at_the_end:
            rewards: Array = fleet.lanes["result"] * float(fleet.reward.result)
            if both:
                party = np.where(foes, -rewards, rewards)
                infos |= self._all("rewards", np.stack([party, -party], 1))
            return rewards
        payable = np.ones(self.num_envs, np.bool_) if renewed is None else ~renewed
        rewards = np.where(payable, np.where(foes, fleet.owed[:, Side.FOES], fleet.owed[:, Side.PARTY]), 0.0)
        if both:
            infos |= self._all("rewards", fleet.owed * payable[:, None])
        fleet.owed[payable & ~foes, Side.PARTY] = 0.0
        fleet.owed[payable & foes, Side.FOES] = 0.0
        return rewards

    def _results(self, ended: Array) -> dict[str, Any]:
        """How battles ended, as names."""
        battles = self._fleet.battles
        told: dict[str, Any] = {}
        for key, names in (("outcome", Outcome), ("reason", Reason)):
            column: Any = np.full(self.num_envs, None, object)
            column[ended] = [names(code).name for code in battles[key][ended]]
            told |= {key: column, f"_{key}": ended}
        return told

    def _infos(self) -> dict[str, Any]:
        """What every step tells."""
        masks = self._fleet.masks.view(np.int8)
        infos = self._all("action_mask", masks.copy())  # its own: by the inner ones actions are judged
        if self.side == "both":
            infos |= self._all("side", self._fleet.lanes["side"].copy())
        return infos

    def _all(self, key: str, values: Array) -> dict[str, Array]:
        """An info that every lane has."""
        return {key: values, f"_{key}": np.ones(self.num_envs, np.bool_)}

    def _seen(self, views: Array) -> Observations:
        """Observations in the form that was asked for."""
        return self._shown(views, self._fleet.masks)

    def _shown(self, views: Array, masks: Array) -> Observations:
        """Views of one lane or of all, with their masks where these belong to the form."""
        if self._form == "vector":
            return views
        parts = self._entities.split(views) if self._form == "entities" else {"observation": views}
        return {**parts, "action_mask": masks.astype(np.int8)}

    # Copies

    def __getstate__(self) -> dict[str, Any]:
        left_out = ("_pool", "_views", "observation_space")
        return {name: value for name, value in self.__dict__.items() if name not in left_out}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._make_room()


def make_vec(
    scenario: arguments.Source | Sequence[arguments.Source] = "skirmish", num_envs: int = 1, **options: Any
) -> WarZoneVector:
    """A batch of battles: see `WarZoneVector` for all of it."""
    return WarZoneVector(num_envs, scenario, **options)
