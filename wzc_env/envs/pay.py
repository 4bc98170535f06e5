"""What a step earns: the result at the end, and with shaping the change in the balance of hit points."""

from wzc_env.warzone.state import Setup
from wzc_env.warzone.words import Side

from .board import Board

REWARDS = ("terminal", "hp_share")


class Pay:
    """Counts what party and foes earn, step by step; what "hp_share" adds sums up to last balance minus first."""

    def __init__(self, setup: Setup, reward: str) -> None:
        self.shaped = reward == "hp_share"
        sheets = setup.sheets[: setup.units_n]
        self._most = [max(1, sum(s.hp_max for s in sheets if s.side == side)) for side in (Side.PARTY, Side.FOES)]
        self._balance = 0.0

    def begin(self, board: Board) -> None:
        """A new battle."""
        if self.shaped:
            self._balance = self.balance(board)

    def balance(self, board: Board) -> float:
        """Half the difference of the sides' shares of hit points, as the party sees it: -0.5 to 0.5."""
        party, foes = board.hit_points()
        return (party / self._most[Side.PARTY] - foes / self._most[Side.FOES]) / 2

    def step(self, board: Board) -> tuple[float, float]:
        """What party and foes have earned since the last call."""
        party, foes = board.returns()
        if not self.shaped:
            return party, foes
        before, self._balance = self._balance, self.balance(board)
        return party + (self._balance - before), foes - (self._balance - before)
