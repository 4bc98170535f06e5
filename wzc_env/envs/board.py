"""One battle under an adapter: compiled, as an array of one record, or plain, as a twin. Both leave equal bytes."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, NoReturn, Self

import numpy as np
import numpy.typing as npt

from wzc_env.compiling import Compiled
from wzc_env.game import APART, ROOM, Refused
from wzc_env.kernel import (
    Dice,
    compiled,
    copy_twin,
    digest,
    head_size,
    load,
    reseed,
    state_bytes,
    state_bytes_of,
    words,
    zeros,
)
from wzc_env.warzone import entry, notation
from wzc_env.warzone.explain import explain
from wzc_env.warzone.naming import Parts
from wzc_env.warzone.senses import size
from wzc_env.warzone.state import Battle, Event, Rules, Setup
from wzc_env.warzone.words import Kind, Outcome, Reason, Side, Why

from . import seats

MODES = ("compiled", "plain")
SEES = ("all", "table")

_STREAMS = 3
_HEAD = head_size(Battle) // 8
"""Words of a battle before its log."""

_KEPT = ("game", "mode", "sees", "setup", "rules", "actions", "length", "table", "who", "events", "_battles")


class OutOfBounds(Refused, AssertionError):  # noqa: N818 - like Refused, it reads as what happened
    """A number that is no action: a refusal, and the error that PettingZoo's own wrapper raises."""


class Board:
    """A battle that is stepped with seat actions.

    Attributes:
        game: the scenario; copies share it.
        mask: seat actions of whoever is asked, int8, shape (actions,); the next step overwrites it.
        bits: the same memory as uint8; room: more of it for a kernel, shape (1, actions).
        who: the unit that is asked, -1 at the end.
        events: what happened since it was last emptied; None where nobody listens, which is much faster.
    """

    def __init__(self, game: Compiled, mode: str, listen: bool, sees: str = "all") -> None:
        self.game, self.mode, self.sees = game, mode, sees
        self.setup: Setup = load(Setup, game.setup, 0)
        self.rules: Rules = load(Rules, game.rules, 0)
        self.actions = int(self.setup.actions_n)
        self.length = int(size(self.setup))
        self.table = seats.action_table(self.setup)
        self.who = seats.OVER
        self.events: list[Event] | None = [] if listen else None
        self._battles: Any = [Battle()] if mode == "plain" else zeros(Battle, 1)
        self._link()

    def _link(self) -> None:
        """What is neither copied nor saved: working arrays and the functions of the mode."""
        plain = self.mode == "plain"
        self._setups: Any = [self.setup] if plain else self.game.setup
        self._rules: Any = [self.rules] if plain else self.game.rules
        self._make_room()

        def made(function: Callable[..., Any]) -> Callable[..., Any]:
            return function if plain else compiled(function)

        self._begin, self._advance = made(seats.begin), made(entry.advance_many)
        self._look, self._turn = made(seats.look), made(seats.turn)
        self._see_all = made(seats.see)
        self._see = self._see_all if self.sees == "all" else made(seats.see_veiled)
        self._doubt = made(seats.doubt)
        self._has_begun, self._reseed_agents = made(seats.has_begun), made(seats.reseed_agents)
        self._first_standing, self._row_of = made(seats.first_standing), made(seats.row_of)
        if self.events is not None:
            self._take_up, self._run_piece = made(seats.take_up), made(seats.run_piece)
            self._cut_log = made(seats.cut_log)

    def _make_room(self) -> None:
        """Arrays that a copy must not share."""
        self._spare: Any = zeros(Battle, 1) if self.sees == "table" and self.mode == "compiled" else None
        self.mask = np.zeros(self.actions, np.int8)
        self.bits = self.mask.view(np.uint8)
        self.room = np.zeros((1, self.actions), np.uint8)
        self._scratch = self.room[0]

    # The battle goes on

    def start(self, seed: int) -> None:
        """A new battle, led to its first decision; `seed` is an integer from 0 to 2**63 - 1."""
        if self.events is not None:
            self.events.clear()
        self._begin(self._battles, self._setups, self._rules, seed, self.events is not None)
        self._run_on()

    def turn(self, action: int) -> None:
        """Answer the decision, and run on to the next.

        Raises:
            OutOfBounds: the number is no action; nothing has changed.
            Refused: the action is illegal; nothing has changed.
        """
        if not 0 <= action < self.actions:
            self.reject(action)
        if self.events is not None:
            why = self._take_up(self._battles, self._setups, self._rules, self.table, action)
            if why != Why.OK:
                self._refuse(seats.REFUSED - why, action)
            self._run_on()
            return
        who = self._turn(self._battles, self._setups, self._rules, self.table, action, self._scratch, self.bits)
        self.arrive(who, action)

    def arrive(self, who: int, action: int) -> None:
        """Note who is asked now, by what a kernel has returned that was told this action. Raises as `turn`."""
        if who < seats.OVER:
            self._refuse(who, action)
        self.who = who

    def reject(self, action: int) -> NoReturn:
        """Raise OutOfBounds."""
        text = f"action = {action}: there is no such action; allowed: 0 to {self.actions - 1}"
        raise OutOfBounds(Why.OUT_OF_RANGE, text)

    def _run_on(self) -> None:
        """Lead the battle to its next decision; where somebody listens, in pieces that the log has room for."""
        if self.events is None:
            self._advance(self._battles, self._setups, self._rules)
        else:
            while self._run_piece(self._battles, self._setups, self._rules):
                self._collect(ROOM)
            self._collect(0)
        self._refresh()

    def _collect(self, room: int) -> None:
        """Take the events out of the record when there are more than `room`."""
        assert self.events is not None
        if self._cut_log(self._battles, room):
            log = self.twin().log
            self.events += [copy_twin(event) for event in log.events[: log.n]]
            self._cut_log(self._battles, -1)

    def _refresh(self) -> None:
        """Ask the record who is asked and what is legal."""
        self.arrive(self._look(self._battles, self._setups, self._rules, self.table, self._scratch, self.bits), 0)

    def _refuse(self, code: int, action: int) -> NoReturn:
        """Raise what a code of `seats.turn` means."""
        if code == seats.TROUBLE:
            raise RuntimeError(f"{self.game.name}: the battle outgrew its record (MAX_NOTES or MAX_FRAMES)")
        why = Why(seats.REFUSED - code)
        raise Refused(why, f"action = {action}: {explain(why, self.view(), self.kernel_id(action))}")

    # What is asked about it

    def see(self, unit: int) -> npt.NDArray[np.float32]:
        """What a unit sees: a new array, shape (length,)."""
        out = np.empty(self.length, np.float32)
        battles = self._battles if self.sees == "all" else self._spare_copy()
        self._see(battles, self._setups, self._rules, unit, out)
        return out

    def see_all(self, unit: int) -> npt.NDArray[np.float32]:
        """What a unit would see if its side knew everything."""
        out = np.empty(self.length, np.float32)
        self._see_all(self._battles, self._setups, self._rules, unit, out)
        return out

    def reseed_agents(self, seed: int) -> None:
        """Give the agents of both sides other streams; the dice stay."""
        self._reseed_agents(self._battles, seed)

    def _spare_copy(self) -> Any:
        """The battle once more, without its log, to be changed at will."""
        if self.mode == "plain":
            return [copy_twin(self._battles[0])]
        words(self._spare)[:, :_HEAD] = words(self._battles)[:, :_HEAD]
        return self._spare

    def why(self, action: int) -> Why:
        """Why a seat action in range is refused; Why.OK where it is legal."""
        if self.who == seats.OVER:
            return Why.BATTLE_OVER
        return Why(self._doubt(self._battles, self._setups, self._rules, self.table, action))

    def kernel_id(self, action: int) -> int:
        """The kernel's id of a seat action of whoever is asked. Raises OutOfBounds."""
        if not 0 <= action < self.actions:
            self.reject(action)
        if self.who == seats.OVER:
            return action
        return int(self.table[self._row_of(self._battles), action])

    def seat_id(self, action: int) -> int:
        """The seat action of a kernel id, for whoever is asked."""
        if self.who == seats.OVER:
            return action
        return int(np.flatnonzero(self.table[self._row_of(self._battles)] == action)[0])

    def kernel_mask(self) -> npt.NDArray[np.uint8]:
        """The mask in the kernel's numbering, in a new array."""
        mask = np.zeros(self.actions, np.uint8)
        mask[self.table[self._row_of(self._battles)]] = self.bits
        return mask

    def _field(self, name: str) -> int:
        """A number of the record."""
        if self.mode == "plain":
            return int(getattr(self._battles[0], name))
        return int(self._battles[name][0])

    @property
    def kind(self) -> Kind:
        """What is asked."""
        return Kind(self._field("ask"))

    @property
    def outcome(self) -> Outcome:
        """How the battle ended."""
        return Outcome(self._field("outcome"))

    @property
    def reason(self) -> Reason:
        """Why the battle ended."""
        return Reason(self._field("reason"))

    def in_breath(self, unit: int) -> bool:
        """Whether the Breath under way is this unit's."""
        return self._field("actor") == unit

    def has_begun(self, unit: int) -> bool:
        """Whether the Breath of a unit has paid for something, or Overload was declared in it."""
        return bool(self._has_begun(self._battles, unit))

    def first_standing(self, side: Side) -> int:
        """The first unit of a side that stands; the first of all where none does."""
        return int(self._first_standing(self._battles, self._setups, int(side)))

    @property
    def records(self) -> tuple[Any, Any, Any]:
        """Battles, setups and rules, one of each, as kernels take them."""
        return self._battles, self._setups, self._rules

    def twin(self) -> Battle:
        """The battle as a twin, which must not be changed: the battle itself in plain mode."""
        if self.mode == "plain":
            battle: Battle = self._battles[0]
            return battle
        return load(Battle, self._battles, 0)

    def view(self) -> Parts:
        """The battle with its names, for text."""
        return Parts(self.setup, self.rules, self.twin(), self.game.names)

    def words(self, action: int) -> str:
        """The text of a seat action of whoever is asked. Raises OutOfBounds."""
        return notation.words(self.view(), self.kernel_id(action))

    def parse(self, text: str) -> int:
        """The seat action that a text names, legal or not, for whoever is asked. Raises ValueError."""
        legal = [self.kernel_id(int(action)) for action in np.flatnonzero(self.mask)]
        return self.seat_id(notation.parse(self.view(), text, lambda: legal))

    def state_bytes(self) -> bytes:
        """The battle as bytes, events apart; the same in both modes."""
        return state_bytes_of(self._battles[0]) if self.mode == "plain" else state_bytes(self._battles, 0)

    def digest(self) -> str:
        """16 hexadecimal digits that stand for `state_bytes`."""
        return digest(self.state_bytes())

    # Copies

    def copy(self) -> Self:
        """A copy that shares nothing that changes."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        if self.mode == "plain":
            twin._battles = [copy_twin(self._battles[0])]
        else:
            twin._battles = zeros(Battle, 1)
            words(twin._battles)[:] = words(self._battles)
        twin.events = None if self.events is None else list(self.events)
        twin._make_room()
        twin.mask[:] = self.mask
        return twin

    def reseed(self, seed: int) -> None:
        """Give the battle another future: new dice, and new streams for the agents."""
        dice = self._battles[0].dice if self.mode == "plain" else Dice()
        for stream in range(_STREAMS):
            reseed(dice, stream, seed ^ APART)
        if self.mode != "plain":
            self._battles["dice"]["streams"][0] = dice.streams

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.copy()

    def __getstate__(self) -> dict[str, Any]:
        return {name: self.__dict__[name] for name in _KEPT}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._link()
        if self.who != seats.OVER:
            self._refresh()


def with_round_limit(game: Compiled, rounds: int) -> Compiled:
    """The same scenario, cut short after so many Rounds."""
    scenario = game.scenario.model_copy(update={"max_rounds": rounds})
    setup = zeros(Setup, 1)
    words(setup)[:] = words(game.setup)
    setup["max_turns"] = rounds
    return replace(game, scenario=scenario, setup=setup)
