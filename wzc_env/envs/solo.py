"""The Gymnasium environment: one side learns, an agent of your choice answers for the other."""

from copy import copy, deepcopy
from typing import Any, Self

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.error import ResetNeeded

from wzc_env.warzone.words import NONE, Outcome, Side

from . import arguments
from .one_battle import RENDER_MODES, OneBattle
from .pay import Pay
from .rival import Opponent, Rival
from .seating import observation_space

SIDES = {"party": Side.PARTY, "foes": Side.FOES}
OPTIONS = ("agent_seed",)

Seen = npt.NDArray[np.float32] | dict[str, npt.NDArray[Any]]

_NOTHING = np.zeros(0, np.float32)


class WarZoneSolo(OneBattle, gymnasium.Env[Any, Any]):
    """A battle on the WarZone Count rules for one learner.

    ## Description
    The learner answers for every creature of its side, one after another as the Count selects them; the opponent
    answers for the other side in between. A step therefore leads from one decision of the learner to its next one,
    through Breaths, reactions and Lulls of both sides. Decisions with one legal answer are not asked. The rules, the
    actions and the observation are those of `WarZoneAEC`.

    ```python
    import gymnasium
    import wzc_env

    env = gymnasium.make("wzc/Skirmish-v0", opponent="tactician", side="party")
    observation, info = env.reset(seed=7)
    over = False
    while not over:
        action = env.action_space.sample(info["action_mask"])
        observation, reward, terminated, truncated, info = env.step(action)
        over = terminated or truncated
    env.close()
    ```

    ## Action space
    `Discrete(A)`. `info["action_mask"]` (int8, shape (A,)) holds 1 for what is legal, `action_masks()` is the same as
    bool, for MaskablePPO; both always allow something: at the end action 0, which stands for any. In place of an
    illegal action the first legal one is played; `info["instead"]` then names it, and `info["illegal"]` why (see
    `words.Why`). `words(action)` says what an action is, `parse(text)` finds it.

    ## Observation space
    `Box` of float32, shape (numbers,): the observation of `WarZoneAEC` as the creature that is asked sees it, at the
    end the first of the side that stands. With `observation="entities"` a `Dict` of its parts instead, see
    `envs.entities`. `slices()` and `describe()` tell what the numbers are; `info["agent"]` names
    the creature.

    ## Rewards
    `reward` as in `WarZoneAEC`, for the side that learns, summed until its own next decision: what happens while the
    opponent acts, reacts and wins is in it. What happens before the first decision is paid with the first step.

    ## Starting state
    The scenario's roster in its Zones, led to the learner's first decision. `reset(seed=n)` plays the battle of seed n,
    to the byte the same as `WarZoneAEC` and `Match` with equal decisions; `reset()` draws the next seed from
    `np_random`. With `options={"agent_seed": m}` the dice stay those of the seed, but what agents draw differs.

    ## Episode end
    `terminated` when a side has nobody left who can fight, or an objective falls; `truncated` after `max_rounds` Rounds
    and never else. `info["outcome"]` and `info["reason"]` tell how. A battle that the opponent wins before the first
    answer is shown finished by `reset`, and the first step tells of it.

    ## Arguments
    - `scenario`: a name, a path, a `Scenario` or a `Compiled` one; the ids of `gymnasium.make` have it filled in.
    - `opponent`: an agent by name; an object with `act` (a kernel: it plays inside the compiled call) or `choose` (it
      plays a `Match`); or a function of observation and mask (float32 and bool, as a learner on its side would get
      them) that returns a legal action.
    - `side`: "party" or "foes", the side that learns.
    - `seed`, `max_rounds`, `reward`, `sees`, `observation`, `render_mode`, `mode`: as in `WarZoneAEC`.

    TypeError and ValueError say what is wrong with an argument, a seed or an action, before anything has changed (but
    for unknown names of scenarios, agents and rewards they are gymnasium.error.Error as well); OutOfBounds (an
    AssertionError) which number is no action; ResetNeeded that no battle is under way; RuntimeError that the opponent
    broke the rules, after which the environment must be reset.
    `copy.deepcopy` and pickle keep the battle under way; `clone()` is quicker.

    ## Version history
    - v0: the first.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - declared so by the base class
        "render_modes": list(RENDER_MODES),
        "render_fps": 4,
    }

    def __init__(
        self,
        scenario: arguments.Source = "skirmish",
        *,
        opponent: Opponent = "tactician",
        side: str = "party",
        seed: int | None = None,
        max_rounds: int | None = None,
        reward: arguments.Wages = None,
        sees: str = "all",
        observation: str = "vector",
        render_mode: str | None = None,
        mode: str = "compiled",
    ) -> None:
        self._side = SIDES[arguments.one_of("side", side, tuple(SIDES))]
        self._next_seed = None if seed is None else arguments.seed("seed", seed)
        self._lay_out(scenario, max_rounds, sees, render_mode, mode, observation)
        board = self._board
        self._rival = Rival(opponent, board)
        self._pay = Pay(arguments.reward(reward, board.game), 1, mode)
        self._enemies = [unit for unit in range(board.setup.units_n) if board.setup.sheets[unit].side != self._side]
        self._under_way = False
        self.observation_space: spaces.Space[Any] = observation_space(board.setup, self._entities)
        self.action_space = spaces.Discrete(board.actions)

    # Gymnasium's interface

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:
        """Begin the battle of this seed, or of the next one that `np_random` gives.

        Raises:
            TypeError, ValueError: the seed is no integer from 0 to 2**63 - 1, or an option is unknown.
        """
        agents = _agent_seed(options)
        seed, self._next_seed = self._next_seed if seed is None else arguments.seed("seed", seed), None
        super().reset(seed=seed)
        self._under_way = False
        self._start(int(self.np_random.integers(2**63)) if seed is None else seed)
        if agents is not None:
            self._board.reseed_agents(agents)
        self._pay.begin(*self._board.records)
        view = self._let_the_rival_play(NONE)
        self._under_way = True
        if self.render_mode == "human":
            self.render()
        return self._shown(view), self._info()

    def step(self, action: Any) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """Answer the decision that waits, and lead the battle to the learner's next one, or to its end.

        Raises:
            ResetNeeded: no battle is under way.
            TypeError, OutOfBounds: it is no action; nothing has changed.
            RuntimeError, TypeError: what the opponent has chosen is no legal action.
        """
        if not self._under_way:
            self._need_battle()
            raise ResetNeeded("the battle is over: call reset() for another one")
        board = self._board
        chosen = arguments.action(action, board.actions)
        if not 0 <= chosen < board.actions:
            board.reject(chosen)
        remarks: dict[str, Any] = {}
        if board.who >= 0:
            if not board.mask[chosen]:
                remarks = {"illegal": board.why(chosen).name, "instead": int(board.mask.argmax())}
                chosen = remarks["instead"]
            self._under_way = False  # until all has gone well
            view = self._let_the_rival_play(chosen)
        else:  # it was lost before the first answer
            view = board.see(board.first_standing(self._side))
        reward = self._earned()
        info = {**self._info(), **remarks}
        self._under_way = board.who >= 0
        terminated = truncated = False
        if not self._under_way:
            outcome = board.outcome
            truncated = outcome == Outcome.ROUND_LIMIT
            terminated = not truncated
            info |= {"outcome": outcome.name, "reason": board.reason.name}
        if self.render_mode == "human":
            self.render()
        return self._shown(view), reward, terminated, truncated, info

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """What is legal now: a new array of bool, shape (A,). Raises ResetNeeded."""
        self._need_battle()
        return self._mask().astype(bool)

    # What else may be asked

    def clone(self, reseed: int | None = None) -> Self:
        """A quick copy in the midst of a battle; with `reseed`, one whose future dice differ.

        It shares the scenario, the opponent and the spaces (so also the generator behind `action_space.sample`).
        """
        if reseed is not None:
            reseed = arguments.seed("reseed", reseed)
        twin = copy(self)
        twin._board, twin._pay, twin._rival = self._board.copy(), self._pay.copy(), self._rival.copy()
        twin._story, twin._np_random = deepcopy(self._story), deepcopy(self._np_random)
        if reseed is not None:
            twin._board.reseed(reseed)
        return twin

    # How a step is carried out

    def _shown(self, view: npt.NDArray[np.float32]) -> Seen:
        """A view in the form that was asked for."""
        return view if self._entities is None else self._entities.split(view)

    def _let_the_rival_play(self, action: int) -> npt.NDArray[np.float32]:
        """Answer (NONE: not yet), let the opponent answer until the learner is asked; returns what it then sees."""
        board, rival = self._board, self._rival
        if rival.inside:
            if board.sees == "all":
                view = np.empty(board.length, np.float32)
                rival.play(board, action, self._side, view)
                return view
            rival.play(board, action, self._side, _NOTHING)
        else:
            if action != NONE:
                self._answer(action)
            while board.who in self._enemies:
                self._answer(rival.choose(board))
        return board.see(board.who if board.who >= 0 else board.first_standing(self._side))

    def _earned(self) -> float:
        """What the learner's side has earned since its last decision."""
        if self._board.who >= 0 and self._pay.at_the_end:
            return 0.0
        return float(self._pay.step(*self._board.records)[0, self._side])

    def _mask(self) -> npt.NDArray[np.int8]:
        """The mask, in a new array."""
        mask = self._board.mask.copy()
        if self._board.who < 0:
            mask[0] = 1
        return mask

    def _info(self) -> dict[str, Any]:
        """What is told at every decision; nothing in it differs between runs."""
        who = self._board.who
        asked = {} if who < 0 else {"agent": self._board.game.names.agents[who]}
        return {"action_mask": self._mask(), **asked}


def _agent_seed(options: dict[str, Any] | None) -> int | None:
    """The seed of the agents' streams, if one is given. Raises TypeError, ValueError."""
    for name in options or {}:
        arguments.one_of("options", name, OPTIONS)
    value = (options or {}).get("agent_seed")
    return None if value is None else arguments.seed("agent_seed", value)
