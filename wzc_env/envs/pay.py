"""The account of what both sides of some battles earn: one battle or thousands, compiled or plain."""

from typing import Any

import numpy as np
import numpy.typing as npt

from wzc_env.kernel import Doubles2, RecordArray, compiled, is_kernel, kernel, store, zeros
from wzc_env.rewards import Reward
from wzc_env.warzone.state import Battle, Setup
from wzc_env.warzone.words import Kind, Outcome


@kernel
def earn(
    battles: list[Battle],
    setups: list[Setup],
    worth: Doubles2,
    first: Doubles2,
    before: Doubles2,
    earned: Doubles2,
    result: float,
    weight: float,
    gamma: float,
    shaping: bool,
) -> None:
    """What both sides have earned since `before`, which is brought up to date; `gamma` is for the side asked now."""
    for i in range(len(battles)):
        b = battles[i]
        over = b.ask == Kind.OVER
        for side in range(2):
            value = weight * (worth[i][side] - first[i][side])
            if over and shaping:
                value = 0.0
            interest = 0.0
            if not over and setups[b.setup].sheets[b.who].side == side:
                interest = (gamma - 1.0) * value
            if b.outcome == Outcome.PARTY_WINS + side:
                value += result
            elif b.outcome == Outcome.FOES_WIN - side:
                value -= result
            earned[i][side] = value - before[i][side] + interest
            before[i][side] = value


class Pay:
    """Keeps account of what the sides of some battles earn.

    `battles`, `setups` and `rules` are arrays of records, in mode "plain" lists of twins; always the same number.
    What a finished battle earns after its end is 0.
    """

    def __init__(self, reward: Reward, n: int, mode: str = "compiled") -> None:
        self.reward, self.mode = reward, mode
        accounts: Any = np.zeros((4, n, 2))
        self._worth, self._first, self._before, self._earned = accounts

    @property
    def at_the_end(self) -> bool:
        """Whether nothing is ever paid before the end."""
        return self.reward.worth is None

    def begin(self, battles: Any, setups: Any, rules: Any, fresh: npt.NDArray[np.bool_] | None = None) -> None:
        """New battles, at their first decision: all, or where `fresh` (bool, shape (n,)) says so."""
        self._look(battles, setups, rules)
        where = slice(None) if fresh is None else fresh
        self._first[where] = self._worth[where]
        self._before[where] = 0.0

    def step(self, battles: Any, setups: Any, rules: Any, gamma: float | None = None) -> npt.NDArray[np.float64]:
        """What party and foes have earned since the last call: float64 (n, 2), which the next call overwrites.

        The side that is asked now is paid with its discount, unless `gamma` says otherwise. Raises ValueError where
        a user's function does not return numbers of this shape.
        """
        self._look(battles, setups, rules)
        reward = self.reward
        function = earn if self.mode == "plain" else compiled(earn)
        function(
            battles, setups, self._worth, self._first, self._before, self._earned,
            float(reward.result), float(reward.weight),
            float(reward.gamma if gamma is None else gamma), bool(reward.shaping),
        )  # fmt: skip
        earned: npt.NDArray[np.float64] = self._earned
        return earned

    def interest(self, i: Any, side: Any) -> Any:
        """What the discount takes from an agent of a side that is asked now in battle i; of arrays, an array."""
        return (self.reward.gamma - 1) * self._before[i, side]

    def _look(self, battles: Any, setups: Any, rules: Any) -> None:
        """See what the positions are worth now."""
        worth = self.reward.worth
        if worth is None:
            return
        if is_kernel(worth):
            (worth if self.mode == "plain" else compiled(worth))(battles, setups, rules, self._worth)
            return
        if self.mode == "plain":
            battles, setups = _array(Battle, battles), _array(Setup, setups)
        told = np.asarray(worth(battles, setups))
        if told.shape != self._worth.shape or told.dtype.kind not in "fiu" or not np.isfinite(told).all():
            what = f"numbers of shape {self._worth.shape}, one for the party and one for the foes of each battle"
            shown = " ".join(repr(told).split())[:60]
            raise ValueError(f"reward {self.reward.name!r}: returned {shown}; allowed: {what}")
        self._worth[:] = told

    def copy(self) -> "Pay":
        """A copy that shares nothing that changes."""
        twin = Pay(self.reward, len(self._worth), self.mode)
        for name in ("_worth", "_first", "_before", "_earned"):
            getattr(twin, name)[:] = getattr(self, name)
        return twin


def _array(cls: Any, twins: list[Any]) -> RecordArray:
    array = zeros(cls, len(twins))
    for i, twin in enumerate(twins):
        store(twin, array, i)
    return array
