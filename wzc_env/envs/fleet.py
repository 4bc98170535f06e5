"""The battles of a batch: records, opponent and account, without the form that a learning library wants."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from wzc_env import policies
from wzc_env.kernel import compiled, load, state_bytes, words, zeros
from wzc_env.policies import ArrayPolicy
from wzc_env.rewards import Reward
from wzc_env.warzone.naming import Parts
from wzc_env.warzone.state import Battle, Rules, Setup

from . import lanes, seats
from .buffers import sparse
from .lanes import HEAD, Fault, Lane, Sees, Todo
from .mixture import Mixture
from .pay import Pay

Array: TypeAlias = npt.NDArray[Any]
Policy: TypeAlias = Callable[[Array, Array, dict[str, Array]], Any]
"""A policy over many battles: `policy(observations, masks, info) -> actions`, see `WarZoneVector`."""

Opponent: TypeAlias = str | ArrayPolicy | Policy

_REBUILT = ("battles", "_open", "_run", "_threads", "_scratch", "_replies", "_spare")


class Fleet:
    """Battles side by side, and who answers for the side that is not at home.

    Attributes:
        mixture: the scenarios.
        lanes: one `Lane` a battle; `battles` their records.
        masks: seat actions of whoever is asked, uint8, shape (n, actions); the next call overwrites them.
        owed: what party and foes have earned and not been paid yet, float64, shape (n, 2).
        at_the_end: whether nothing is ever paid before the end, so that `owed` is not kept.
    """

    def __init__(
        self, n: int, mixture: Mixture, home: Array, opponent: Opponent | None, reward: Reward, sees: str, threads: int
    ) -> None:
        self.mixture, self.reward, self.threads = mixture, reward, threads
        self.sees = int(Sees[sees.upper()])  # the type of an enum would be found out anew in every call
        self._act, self._policy = _opponent(opponent)
        self.battles, self.lanes = sparse(Battle, n), zeros(Lane, n)
        self.lanes["home"], self.lanes["halts"] = home, self._policy is not None
        self.lanes["row"] = mixture.rows(n)
        self.masks = np.zeros((n, mixture.actions), np.uint8)
        self._pay = Pay(reward, n)
        self.at_the_end = self._pay.at_the_end
        self.owed = np.zeros((n, 2))
        self._link()

    def _link(self) -> None:
        """What is neither copied nor saved: room for the kernels, and the kernels."""
        n, actions = self.masks.shape
        parts = min(self.threads, n)
        cuts = [n * k // parts for k in range(parts + 1)]
        self._parts = [slice(*ends) for ends in pairwise(cuts)]
        self._scratch = np.zeros((n, actions), np.uint8)
        self._ones, self._replies = np.zeros((parts, 1), np.int64), np.zeros(n, np.int64)
        self._actions = np.zeros(n, np.int64)
        self._spare = zeros(Battle, parts)
        self._open, self._run = compiled(lanes.open_lanes), compiled(lanes.runner(self._act))
        self._hire()

    def _hire(self) -> None:
        """Threads for all parts but the first, which whoever calls does itself."""
        helpers = len(self._parts) - 1
        self._threads = ThreadPoolExecutor(helpers, "wzc") if helpers else None
        self._hired_in = os.getpid()

    def close(self) -> None:
        """End the threads."""
        if self._threads is not None:
            self._threads.shutdown()

    # The battles go on

    def open(self, where: Array, seeds: Array | None = None) -> None:
        """Begin a battle in some lanes (bool, shape (n,)): the next of each, or those of `seeds` (int64, -1: the next).

        `go` leads them to the first decision that is asked for.
        """
        todo = np.where(where, np.int8(Todo.RENEW), self.lanes["todo"])
        if seeds is not None:
            given = where & (seeds >= 0)
            todo[given] = Todo.START
            self.lanes["first"][given] = self.lanes["seed"][given] = seeds[given]
            self.lanes["episode"][given] = 0
        self.lanes["todo"] = todo
        self._open(self.battles, self.mixture.setups, self.mixture.rules, self.lanes, self.mixture.cuts)
        if not self.at_the_end:
            self._pay.begin(self.battles, self.mixture.setups, self.mixture.rules, where)
            self.owed[where] = 0.0

    def go(self, actions: Array | None, views: Array) -> None:
        """Answer where lanes are told to ANSWER, run on wherever something is to do, fill `views` and `masks`.

        Raises:
            RuntimeError: a battle outgrew its record, or the opponent chose an illegal action.
        """
        if actions is not None:
            self._actions[:] = actions
        self._step(views)
        if self._policy is not None:
            self._let_policy_answer(views)
        if self.lanes["fault"].any():
            self._blame()

    def _step(self, views: Array) -> None:
        """One call of the kernel, or one a thread."""
        whole: Any = (self.battles, self.lanes, self._actions, self._scratch, self.masks, views, self._replies)
        setups, rules, table = self.mixture.setups, self.mixture.rules, self.mixture.table

        def run(k: int) -> None:
            battles, some, actions, scratch, masks, seen, replies = (array[self._parts[k]] for array in whole)
            spare = self._spare[k : k + 1]
            self._run(
                battles, setups, rules, some, table, actions, scratch, masks, seen, self._ones[k], replies,
                words(battles), spare, words(spare), self.sees,
            )  # fmt: skip

        if self._threads is None:
            run(0)
            return
        if self._hired_in != os.getpid():  # a forked process has none of its parent's threads
            self._hire()
        others = [self._threads.submit(run, k) for k in range(1, len(self._parts))]
        run(0)
        for other in others:
            other.result()

    def _let_policy_answer(self, views: Array) -> None:
        """Ask the opponent for all battles that wait for it at once, until none does."""
        assert self._policy is not None
        while True:
            some = self.lanes
            waiting = np.flatnonzero((some["unit"] >= 0) & (some["side"] != some["home"]) & (some["fault"] == 0))
            if not len(waiting):
                return
            info = {"lane": waiting.copy(), "side": some["side"][waiting], "unit": some["unit"][waiting]}
            masks = self.masks[waiting].view(np.int8)
            answers = self._policy(views[waiting], masks, info)
            self._actions[waiting] = _checked(answers, self.masks[waiting], self._policy, waiting)
            self.lanes["todo"][waiting] = Todo.REPLY
            self._step(views)

    def earned(self, began: Array | None = None, others: bool = True) -> None:
        """Add what has been earned since the last call to `owed`: in lanes that have just begun, and in the others.

        Where a battle begins (bool, shape (n,)), who is asked first has decided nothing yet that could be discounted.
        """
        if self.at_the_end:
            return
        earned = self._pay.step(self.battles, self.mixture.setups, self.mixture.rules)
        if began is not None:
            new = np.flatnonzero(began & (self.lanes["unit"] >= 0))  # some are over before anybody is asked
            sides = self.lanes["side"][new]
            earned[new, sides] -= self._pay.interest(new, sides)
        if others:
            self.owed += earned
        else:
            self.owed[began] += earned[began]

    def _blame(self) -> None:
        """Raise what the fault of the first lane at fault means; the lanes are as they were before it is told."""
        lane = int(np.flatnonzero(self.lanes["fault"])[0])
        fault, wrong = Fault(self.lanes["fault"][lane]), self.lanes["wrong"][lane]
        game = self.game(lane)
        where = f"lane {lane}, {game.name}, seed {self.lanes['seed'][lane]}"
        if fault == Fault.OPPONENT:
            raise RuntimeError(f"{where}: the opponent chose action {wrong}, which is illegal")
        raise RuntimeError(f"{where}: the battle outgrew its record (MAX_FRAMES)")

    # What is asked about them

    def game(self, lane: int) -> Any:
        """The scenario of a lane's battle."""
        return self.mixture.games[int(self.battles["setup"][lane])]

    def twin(self, lane: int) -> Battle:
        """A copy of a battle, as a twin."""
        return load(Battle, self.battles, lane)

    def view(self, lane: int) -> Parts:
        """A battle with its names, for text."""
        row = int(self.battles["setup"][lane])
        setup, rules = load(Setup, self.mixture.setups, row), load(Rules, self.mixture.rules, row)
        return Parts(setup, rules, self.twin(lane), self.game(lane).names)

    def kernel_id(self, lane: int, action: int) -> int:
        """The kernel's id of a seat action of whoever is asked."""
        height = len(self.mixture.table) // len(self.mixture)
        row = height * int(self.battles["setup"][lane]) + seats.table_row(self.twin(lane))
        return int(self.mixture.table[row, action])

    def state_bytes(self, lane: int) -> bytes:
        """A battle as bytes, events apart: those of the same battle played alone, whatever its place in the batch."""
        alone = zeros(Battle, 1)
        words(alone)[:] = words(self.battles[lane : lane + 1])
        alone["setup"] = 0
        return state_bytes(alone, 0)

    # Copies

    def __getstate__(self) -> dict[str, Any]:
        kept = {name: value for name, value in self.__dict__.items() if name not in _REBUILT}
        return kept | {"heads": words(self.battles)[:, :HEAD].copy()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        heads = state.pop("heads")
        self.__dict__.update(state)
        self.battles = sparse(Battle, len(heads))
        words(self.battles)[:, :HEAD] = heads
        self._link()


def _opponent(opponent: Opponent | None) -> tuple[Any, Policy | None]:
    """The kernel of an opponent, or the Python that is asked for all its battles at once.

    Raises:
        ValueError: there is no agent of this name.
        TypeError: it is no opponent for a batch.
    """
    named = policies.get(opponent) if isinstance(opponent, str) else opponent
    if named is None:
        return None, None
    if isinstance(named, ArrayPolicy):
        return named.act, None
    if callable(named):
        return None, named
    what = f"opponent = {opponent!r}"
    if hasattr(named, "choose"):
        raise TypeError(
            f"{what}: it plays one battle at a time; allowed in a batch: a kernel, or policy(views, masks, info)"
        )
    raise TypeError(f"{what}: allowed: {', '.join(map(repr, policies.names()))}, an object with `act`, or a function")


def _checked(answers: Any, masks: Array, policy: Any, waiting: Array) -> Array:
    """The actions of a policy. Raises ValueError where they are not one legal action for each battle."""
    name = getattr(policy, "__name__", type(policy).__name__)
    actions = np.asarray(answers)
    if actions.shape != (len(masks),) or actions.dtype.kind not in "iu":
        what = f"an array of {actions.dtype} of shape {actions.shape}"
        raise ValueError(f"opponent {name!r}: returned {what}; allowed: integers of shape ({len(masks)},)")
    inside = (actions >= 0) & (actions < masks.shape[1])
    legal = inside & (masks[np.arange(len(masks)), np.where(inside, actions, 0)] != 0)
    if not legal.all():
        bad = int(np.argmin(legal))
        raise ValueError(f"opponent {name!r}: lane {waiting[bad]}: action {actions[bad]} is illegal")
    return actions.astype(np.int64)
