"""The PettingZoo environment: one agent for every creature that decides, selected by the Count."""

from copy import copy, deepcopy
from typing import Any, Self, TypeAlias

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from wzc_env.game import Refused
from wzc_env.warzone.words import Outcome, Side

from . import arguments
from .board import OutOfBounds
from .bundles import SLOTS, Bundles
from .one_battle import RENDER_MODES, OneBattle
from .pay import Pay
from .seating import CONTROLS, Overview, Seating, action_spaces, observation_spaces

__all__ = ["OutOfBounds", "Refused", "WarZoneAEC", "env", "raw_env"]

Observation: TypeAlias = dict[str, npt.NDArray[Any]]

ACTION_MODES = ("maneuver", "bundle")


class WarZoneAEC(OneBattle, AECEnv[str, Observation, Any]):
    """A battle on the WarZone Count rules, party against foes.

    ## Description
    Every creature has Vigor. Whoever has most takes the next *Breath*, a few maneuvers that cost at most 5; others may
    interrupt it with a reaction. `agent_selection` is therefore the Count itself: the creature that is asked now, the
    same one for as long as its Breath goes on, another one in between where it may react. The battle runs by itself
    from one decision to the next, and a decision with one legal answer is not asked.

    ```python
    import numpy as np
    import wzc_env

    generator = np.random.default_rng(7)
    env = wzc_env.env("skirmish")
    env.reset(seed=7)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        if terminated or truncated:
            env.step(None)
        else:
            legal = np.flatnonzero(observation["action_mask"])
            env.step(int(generator.choice(legal)))
    env.close()
    ```

    ## Action space
    `Discrete(A)`; `observation["action_mask"]` (int8, shape (A,)) holds 1 for what is legal, and only 0 for an agent
    that is not selected. `words(action)` says what an action is, `parse(text)` finds it.

    | Block | Size | Argument |
    |---|---|---|
    | End Breath, Forfeit, Overload, Ready Guard, Ready Parry & Riposte, Ready Interdict, Pass, Guard, \
Parry & Riposte, Interdict, Break hold, Withdraw, Focus, Draw, Hide, Reload, First aid, Change gear | 1 each | |
    | Attack | routines x units | routine * units + unit |
    | Grapple, Shove | units each | unit |
    | Move, Rush, Forced Exit, Rushed Forced Exit | Zones each | Zone |
    | Release | units + Zones + 1 | unit, then Zone, then oneself |
    | Choose | the most of units, Zones and 8 | what is asked: a Zone, a unit, an order, a spell or gear by its slot |
    | Command | units, or 0 without Squads | unit (a Squad) |
    | Rally | 1, or 0 without Squads | |
    | Work on | Zones, or 0 where no edge can be opened | Zone (beyond the edge) |
    | Blast | Zones, or 0 without an area attack | Zone |
    | Declare | Stances of the scenario | Stance |
    | End Stance | 1, or 0 without Stances | |

    Units and Zones are numbered as in the observation's rows: unit 0 is oneself.

    With `action_mode="bundle"` an action is a whole Breath: `MultiDiscrete([A] * 8)`, filled up with End Breath
    (which is 0). The mask is that of the first slot. A bundle is lenient: what cannot be done is skipped, and
    `infos[agent]["skipped"]` lists (action, reason). If nothing of it is an answer, the first legal action is played
    and `infos[agent]["instead"]` names it. Reactions and all else that is no Breath take the first slot alone; a second
    argument that the bundle leaves open is asked of the agent, and the rest goes on afterwards.

    ## Observation space
    `Dict`: `observation`, a `Box` of float32 whose numbers are scaled to about -1 ... 1, and `action_mask`, a `Box` of
    int8. Every agent may be asked at any time; no vector is all zero. All is told from the agent's own side.
    `slices()` gives the place of each part, `describe()` each number's name, meaning, unit and range.

    | Slice | Numbers | In this order |
    |---|---|---|
    | `whole` | 40 | one, round, breath, defend, interdict, lull, choose, mine, attack_open, entry_open, \
choose_shove, choose_spell, choose_gear, choose_aid, choose_quarry, choose_order, choose_march, choose_mark, \
volley_open, choose_rally, begun, left, paid, heavy, readied, overloaded, own_capable, enemy_capable, \
own_first_loss, own_half, enemy_first_loss, enemy_half, roll_bonus, roll_mean, roll_ranged, rolls_left, detailed, \
bands, own_aim, enemy_aim |
    | `castings` | 8 | own castings left, by slot of the stat block |
    | `focus` | 8 | the own focused spell, one-hot by slot |
    | `unit_0` | a unit row | oneself |
    | `unit_1`, `unit_2` ... | a unit row each | allies, then enemies, in roster order |
    | `zone_0` | a Zone row | the Zone nearest to the own end of the map |
    | `zone_1`, `zone_2` ... | a Zone row each | the others, ever farther from it |
    A unit row has, one after another, the figures of its stat block, its routines, what changes about it, whether each
    routine is at hand, and its Zone; a Zone row is followed by its edges:

    | Part | Numbers | In this order |
    |---|---|---|
    | figures of a unit row | 9 | pc, hit_dice, large, hp_max, speed, morale, leader, members, area |
    | routine of a unit row, each | 5 | heavy, ranged, reach, bonus, mean |
    | unit row | 50 | present, side, up, dying, dead, gone, hp, vigor, limit, attacks, rank, ac, gear, castings, \
distance, guard, parry, interdict, carry, exposed, focused, rushed, fleeing, grappled, hidden, stalked, emerged, \
charged, haste, slow, held, asleep, blessed, shielded, frightened, acting, member, asked, striking, struck, stance, \
rooted, stance_melee, stance_ranged, stance_ac, heads, wall, leaderless, area_left, aim |
    | routine of a unit row at hand, each | 1 | it is wielded and loaded |
    | Zone of a unit row, each | 1 | the unit is in the Zone of that row |
    | Zone row | 37 | present, front_line, back_line, flank, high_ground, melee, underwater, off_map, fog, owner, \
control, own_bodies, enemy_bodies, own_occupants, enemy_occupants, capacity, own_struck, enemy_struck, own_pincer, \
enemy_pincer, here, distance, entry, step, engagement, blocked, surcharge, gate, absent, total, own_strength, \
enemy_strength, hazards, own_body, enemy_body, own_goal, enemy_goal |
    | edge of a Zone row, each | 1 | 1 an open edge to the Zone of that row, -1 a blocked one |
    With `observation="entities"` the dictionary has these instead of `observation`, float32 but for the masks:

    | Key | Shape | What it is |
    |---|---|---|
    | `globals` | (G,) | `whole`, `castings`, `focus` |
    | `units` | (U, F) | the unit rows |
    | `zones` | (Z, K) | the Zone rows without their edges |
    | `edges` | (Z, Z) | the edges of the Zone rows |
    | `unit_mask`, `zone_mask` | (U,), (Z,) | int8, 1 where there is such a unit, or such a Zone on the map |

    `state()` is for a central critic: what the first unit of each side sees, then `castings` and `focus` of every other
    creature that prepares spells.

    ## Rewards
    At the end each agent of the side that won gets +1, each of the other -1, the fallen too; 0 for a draw and for a
    battle that is cut short. A reward other than "terminal" adds to it, with each step, the change of what the position
    is worth to a side: with "hp_share" (own share of hit points - the enemy's) / 2, a share being what a side has left
    of its most, and with "objective" half of how much more of its best objective a side has done than the enemy. Over a
    battle these sum up to the difference between its beginning and its end. "hp_shaping" and "objective_shaping" take
    this sum back with the last step, so that a battle pays its result alone (potential-based shaping); your own are
    described in `wzc_env.rewards`. `last()` gives what an agent has earned since its own last step.

    ## Starting state
    The scenario's roster in its Zones, led to the first decision. `reset(seed=n)` plays the battle of seed n, the same
    as `Match(..., seed=n)`; `reset()` draws the next seed from a generator that the last seed began.

    ## Episode end
    All agents terminate together when a side has nobody left who can fight. Who has fallen, fled or withdrawn stays
    listed until then, is not selected and is paid with its side. After `max_rounds` Rounds all are truncated (not
    terminated). `infos[agent]` then tells `outcome` and `reason`.

    ## Arguments
    - `scenario`: a name, a path, a `Scenario` or a `Compiled` one.
    - `seed`: of the first `reset()` that brings none of its own.
    - `control`: "unit", or "side" for two agents `party_0` and `foes_0`, who answer for all their creatures and, while
      they wait, see what the first of them that stands sees.
    - `action_mode`: "maneuver" or "bundle".
    - `max_rounds`: the Round limit, 1 to 200; None keeps the scenario's own.
    - `reward`: a name ("terminal" pays the result alone), a `rewards.Reward` or a function; None is the scenario's own.
    - `sees`: "all", or "table" for what a side knows at the table (see `wzc_env.warzone.veil`): hidden creatures are
      not seen, enemies' hit points are told in four bands, their spells not at all. It filters the observation alone;
      the rules, the mask, `state()` and `render()` are the same.
    - `render_mode`: None, "ansi" (`render()` returns map, Count track and the last lines as text) or "human" (prints it
      at every step). Listening costs speed.
    - `mode`: "compiled", or "plain" to follow the rules with a debugger; equal battles to the byte.

    A `raw_env` raises `Refused` (with `why`) for an illegal action, `OutOfBounds` (also an AssertionError) for a
    number outside the space, TypeError for what is no number, ResetNeeded without a battle; nothing changes then.
    `env` adds PettingZoo's wrappers, which end the game with `illegal_reward` for whoever acts illegally (a bundle is
    never illegal).

    ## Version history
    - v0: the first.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - declared so by the base class
        "name": "warzone_count_v0",
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
    }

    def __init__(
        self,
        scenario: arguments.Source = "skirmish",
        *,
        seed: int | None = None,
        control: str = "unit",
        action_mode: str = "maneuver",
        max_rounds: int | None = None,
        reward: arguments.Wages = None,
        sees: str = "all",
        observation: str = "vector",
        render_mode: str | None = None,
        mode: str = "compiled",
    ) -> None:
        super().__init__()  # type: ignore[no-untyped-call] # the base class does not annotate it
        arguments.one_of("control", control, CONTROLS)
        arguments.one_of("action_mode", action_mode, ACTION_MODES)
        self._next_seed = None if seed is None else arguments.seed("seed", seed)
        self._generator = np.random.default_rng(self._next_seed)
        self._lay_out(scenario, max_rounds, sees, render_mode, mode, observation)
        setup = self._board.setup
        self._pay = Pay(arguments.reward(reward, self._board.game), 1, mode)
        self._bundles = Bundles() if action_mode == "bundle" else None
        self._remarks: dict[str, dict[str, Any]] = {}
        self._seating = Seating(setup, self._board.game.names, control)
        self._overview = Overview(setup)
        self.possible_agents: list[str] = list(self._seating.agents)
        self.agents: list[str] = []
        self.observation_spaces = observation_spaces(setup, self.possible_agents, self._entities)
        self.action_spaces = action_spaces(setup, self.possible_agents, 0 if self._bundles is None else SLOTS)
        self.state_space = self._overview.space

    # PettingZoo's interface

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The observation space of an agent; the same object at every call. Raises KeyError."""
        self._seating.check(agent)
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The action space of an agent; the same object at every call. Raises KeyError."""
        self._seating.check(agent)
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new battle: of this seed, or of the next one that the generator gives. `options` are not used.

        Raises:
            TypeError, ValueError: the seed is no integer from 0 to 2**63 - 1.
        """
        seed, self._next_seed = self._next_seed if seed is None else arguments.seed("seed", seed), None
        if seed is not None:
            self._generator = np.random.default_rng(seed)
        self._start(int(self._generator.integers(2**63)) if seed is None else seed)
        self._pay.begin(*self._board.records)
        self._remarks = {}
        if self._bundles is not None:
            self._bundles = Bundles()
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {"action_mask": self._no_mask()} for agent in self.agents}
        self._skip_agent_selection = None  # type: ignore[assignment] # the base class means to allow it
        self.agent_selection = self.agents[0]
        self._select(self.agent_selection)

    def step(self, action: Any) -> None:
        """Answer for the selected agent: an action, a bundle, or None for an agent that has finished.

        Raises:
            ResetNeeded: no battle is under way.
            Refused, OutOfBounds, TypeError, ValueError: the action cannot be taken; nothing has changed.
        """
        if not self.agents:
            raise ResetNeeded("step() without a battle under way: call reset() first")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if self._bundles is None:
            self._answer(arguments.action(action, self._board.actions))
        else:
            for bundle in self._bundles.take(self._board, action, self._answer):
                self._remark(bundle.unit, bundle.remarks())
        self._cumulative_rewards[agent] = 0.0
        if self._board.who < 0 or not self._pay.at_the_end:
            self._earn()
        self._select(agent)

    def observe(self, agent: str) -> Observation:
        """What an agent sees, in new arrays; the mask is 0 throughout unless it is selected. Raises KeyError."""
        board, seating = self._board, self._seating
        self._need_battle()
        if seating.agent_of[board.who] == agent:
            return self._shown(board.see(board.who), board.mask.copy())
        seating.check(agent)
        unit = seating.first[agent] if seating.by_unit else board.first_standing(seating.side[agent])
        return self._shown(board.see(unit), self._no_mask())

    def _shown(self, view: npt.NDArray[np.float32], mask: npt.NDArray[np.int8]) -> Observation:
        """A view in the form that was asked for, and the mask."""
        if self._entities is None:
            return {"observation": view, "action_mask": mask}
        return {**self._entities.split(view), "action_mask": mask}

    def last(self, observe: bool = True) -> tuple[Observation | None, float, bool, bool, dict[str, Any]]:
        """What the selected agent sees, has earned since its own last step, and is told. Raises ResetNeeded."""
        self._need_battle()
        return super().last(observe)

    def state(self) -> npt.NDArray[np.float32]:
        """The whole battle as one vector, in one order whoever is asked; range: `state_space`."""
        self._need_battle()
        return self._overview.state(self._board.see_all)

    def clone(self, reseed: int | None = None) -> Self:
        """A quick copy in the midst of a battle, without wrappers; with `reseed`, one whose future dice differ.

        It shares the scenario and the spaces (and so the generators behind `space.sample`; `copy.deepcopy` does not).
        """
        if reseed is not None:
            reseed = arguments.seed("reseed", reseed)
        twin = copy(self)
        twin._board, twin._pay = self._board.copy(), self._pay.copy()
        twin._story, twin._bundles = deepcopy(self._story), deepcopy(self._bundles)
        twin._generator = deepcopy(self._generator)
        if self.battle_seed >= 0:
            for name in ("agents", "rewards", "_cumulative_rewards", "terminations", "truncations", "_remarks"):
                setattr(twin, name, copy(getattr(self, name)))
            twin.infos = {agent: dict(info) for agent, info in self.infos.items()}
        if reseed is not None:
            twin._board.reseed(reseed)
        return twin

    # How a step is carried out

    def _earn(self) -> None:
        """Pay everybody what the last step has brought; whoever is asked now, with the discount of shaping."""
        side = self._seating.side
        party, foes = self._pay.step(*self._board.records, gamma=1.0)[0].tolist()
        self.rewards = {one: party if side[one] == Side.PARTY else foes for one in self.agents}
        following = self._seating.agent_of[self._board.who]
        if following is not None:
            self.rewards[following] += float(self._pay.interest(0, side[following]))
        self._accumulate_rewards()

    def _remark(self, unit: int, remarks: dict[str, Any]) -> None:
        """Let the agent of a unit know what became of its bundle."""
        agent = self._seating.agent_of[unit]
        assert agent is not None
        self._remarks[agent] = remarks
        self.infos[agent] = {"action_mask": self.infos[agent]["action_mask"], **remarks}

    def _select(self, before: str) -> None:
        """Select whoever is asked, or finish; `before` was selected so far."""
        following = self._seating.agent_of[self._board.who]
        if following is None:
            self._finish()
        else:
            if following != before:
                self.infos[before] = {"action_mask": self._no_mask(), **self._remarks.get(before, {})}
                self.agent_selection = following
            self.infos[following] = {"action_mask": self._board.mask.copy(), **self._remarks.get(following, {})}
        if self.render_mode == "human":
            self.render()

    def _finish(self) -> None:
        """The battle is over, for everybody at once: an end, or a cut at the Round limit."""
        outcome, reason = self._board.outcome, self._board.reason
        cut = outcome == Outcome.ROUND_LIMIT
        self.terminations = dict.fromkeys(self.agents, not cut)
        self.truncations = dict.fromkeys(self.agents, cut)
        for agent in self.agents:
            told = {"outcome": outcome.name, "reason": reason.name}
            self.infos[agent] = {"action_mask": self._no_mask(), **self._remarks.get(agent, {}), **told}
        self.agent_selection = self.agents[0]


raw_env = WarZoneAEC
"""The environment without wrappers: several times faster, and it raises where `env` ends the game."""


def env(
    scenario: arguments.Source = "skirmish", *, illegal_reward: float = -1.0, **options: Any
) -> AECEnv[str, Observation, Any]:
    """The environment in PettingZoo's standard wrappers: see `WarZoneAEC` for all of it.

    An illegal action ends the game with `illegal_reward` for who takes it and 0 for everybody else; a number outside
    the action space, or a call out of order, is an AssertionError.
    """
    raw = raw_env(scenario, **options)
    wrapped: AECEnv[str, Observation, Any] = raw
    if options.get("action_mode") != "bundle":  # a bundle is never illegal
        wrapped = wrappers.TerminateIllegalWrapper(wrapped, illegal_reward=illegal_reward)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))
