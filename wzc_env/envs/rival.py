"""Who answers for the side that does not learn, in an environment of one battle.

An agent whose `act` is a kernel plays inside the compiled call of a step (`exchange`); every other one, and every one
in plain mode or where somebody listens, is asked from Python (`Rival.choose`). Both ways it draws from its side's
stream in the record, so that all forms play equal battles.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from wzc_env import policies
from wzc_env.game import Match
from wzc_env.kernel import Floats, Ints, Mask, Masks, Words, compiled, kernel, load_into, with_callees
from wzc_env.policies import Act, ArrayPolicy, MatchPolicy
from wzc_env.warzone.flow import step
from wzc_env.warzone.mask import legal
from wzc_env.warzone.observe import observe
from wzc_env.warzone.state import Battle, Rules, Setup
from wzc_env.warzone.words import NONE, Kind, Why

from . import arguments
from .board import Board
from .seats import REFUSED, first_standing, look, table_row

Choice = Callable[[npt.NDArray[np.float32], npt.NDArray[np.bool_]], int]
"""A function of what is seen (float32) and what is legal (bool) that returns a legal action, as the learner's are."""

Opponent = str | ArrayPolicy | MatchPolicy | Choice

FOUL = -2000
"""What `exchange` returns where the opponent's action is illegal: FOUL - why."""


@kernel
def nobody(
    battles: list[Battle], setups: list[Setup], rules: list[Rules], masks: Masks, waiting: Ints, out: Ints
) -> None:
    """Stands for the opponent in the pattern below, which is never run itself."""


opponent = nobody


@kernel
def exchange(
    battles: list[Battle],
    setups: list[Setup],
    rules: list[Rules],
    table: Words,
    action: int,
    side: int,
    room: Masks,
    waiting: Ints,
    reply: Ints,
    mask: Mask,
    view: Floats,
) -> int:
    """Answer with a seat action (NONE: not yet), let the opponent answer until `side` is asked, look, and see.

    `room` (1, actions), `waiting` and `reply` (1,) are room for the opponent; `view` may be empty. Returns what
    `seats.turn` does, or FOUL - why.
    """
    b = battles[0]
    s = setups[0]
    r = rules[0]
    if action != NONE:
        row = table_row(b)
        why = step(b, s, r, int(table[row][action]))
        if why != Why.OK:
            return REFUSED - why
    while b.ask != Kind.OVER and b.trouble == 0 and s.sheets[b.who].side != side:
        legal(b, s, r, room[0])
        waiting[0] = 0
        opponent(battles, setups, rules, room, waiting, reply)
        why = step(b, s, r, int(reply[0]))
        if why != Why.OK:
            return FOUL - why
    who = look(battles, setups, rules, table, room[0], mask)
    if len(view) > 0:
        seen_by = who
        if who < 0:
            seen_by = first_standing(battles, setups, side)
        observe(b, s, r, seen_by, view)
    return who


@cache
def exchange_with(act: Act) -> Callable[..., int]:
    """`exchange` with this kernel as the opponent."""
    return with_callees(exchange, opponent=act)


class Rival:
    """The opponent of a learner.

    Attributes:
        name: what messages call it.
        inside: whether it plays inside the compiled call.
    """

    def __init__(self, chosen: Opponent, board: Board) -> None:
        self._policy: Any = _resolved(chosen)
        self.name = str(getattr(self._policy, "name", getattr(self._policy, "__name__", type(self._policy).__name__)))
        self._by_kernel = isinstance(self._policy, ArrayPolicy)
        self.inside = self._by_kernel and board.mode == "compiled" and board.events is None
        self._by_match = not self._by_kernel and isinstance(self._policy, MatchPolicy)
        self._link()

    def _link(self) -> None:
        """What is neither copied nor saved."""
        self._exchange = compiled(exchange_with(self._policy.act)) if self.inside else None
        self._waiting, self._reply = np.zeros(1, np.int64), np.zeros(1, np.int64)
        self._match: Match | None = None

    def play(self, board: Board, action: int, side: int, view: npt.NDArray[np.float32]) -> None:
        """`exchange` on a board, for an opponent that is inside. Raises RuntimeError about an illegal action of it."""
        assert self._exchange is not None
        who = self._exchange(
            *board.records, board.table, action, side, board.room, self._waiting, self._reply, board.bits, view
        )
        if who <= FOUL:
            raise self.foul(int(self._reply[0]), Why(FOUL - who).name)
        board.arrive(who, action)

    def foul(self, action: Any, why: str) -> RuntimeError:
        """The error about an action that cannot be played."""
        return RuntimeError(f"opponent {self.name!r}: action {action} is illegal ({why}): reset the environment")

    def choose(self, board: Board) -> int:
        """The seat action of an opponent, asked from Python.

        Raises:
            RuntimeError: it is illegal.
            TypeError: it is no number.
        """
        if self._by_kernel:
            chosen = self._by_array(board)
        elif self._by_match:
            chosen = self._from_match(board)
        else:
            chosen = self._policy(board.see(board.who), board.mask.astype(bool))
        try:
            action = arguments.action(chosen, board.actions)
        except TypeError:
            raise TypeError(f"opponent {self.name!r}: returned {chosen!r}; allowed: a legal action") from None
        if not 0 <= action < board.actions:
            raise self.foul(action, Why.OUT_OF_RANGE.name)
        if self._by_kernel or self._by_match:
            action = board.seat_id(action)
        if not board.mask[action]:
            raise self.foul(action, board.why(action).name)
        return action

    def _by_array(self, board: Board) -> int:
        """The kernel's id that an array policy answers with."""
        mask = board.kernel_mask()
        if board.mode == "plain":
            out = [0]
            self._policy.act(*board.records, [mask.tolist()], [0], out)
            return out[0]
        compiled(self._policy.act)(*board.records, mask[None], np.zeros(1, np.int64), self._reply)
        return int(self._reply[0])

    def _from_match(self, board: Board) -> Any:
        """What a policy that plays a Match answers with; what it draws from its stream is drawn in the record."""
        if self._match is None:
            self._match = Match(board.game)
            self._match.setup, self._match.rules = board.setup, board.rules
        if board.mode == "plain":
            self._match.battle = board.twin()
            return self._policy.choose(self._match)
        battles = board.records[0]
        load_into(self._match.battle, battles, 0)
        chosen = self._policy.choose(self._match)
        battles["dice"]["streams"][0] = self._match.battle.dice.streams
        return chosen

    def copy(self) -> "Rival":
        """The same opponent, with room of its own."""
        twin = object.__new__(Rival)
        twin.__setstate__(self.__getstate__())
        return twin

    def __getstate__(self) -> dict[str, Any]:
        return {name: self.__dict__[name] for name in ("_policy", "name", "_by_kernel", "inside", "_by_match")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._link()


def _resolved(chosen: Any) -> Any:
    """A policy by name or itself. Raises TypeError, ValueError."""
    if isinstance(chosen, str):
        return policies.get(chosen)
    if isinstance(chosen, type) or not (isinstance(chosen, ArrayPolicy | MatchPolicy) or callable(chosen)):
        known = ", ".join(map(repr, policies.names()))
        raise TypeError(f"opponent = {chosen!r}: allowed: {known}, an object with `act` or `choose`, or a function")
    return chosen
