"""Scripted dice: a list of every die in order, fed to the record in pieces as it is used up."""

from collections.abc import Sequence
from typing import Self

from wzc_env.kernel import copy_twin

from .state import Battle
from .words import Purpose


class DiceError(ValueError):
    """The scripted dice ran out (`sides` > 0: the die that is needed) or one does not fit its die (`sides` < 0)."""

    def __init__(self, sides: int, purpose: int, text: str) -> None:
        super().__init__(text)
        self.sides = sides
        self.purpose = Purpose(purpose)


class Tape:
    """The dice that a person, a test or an enumeration prescribes; without any, the battle's own stream is used."""

    def __init__(self, dice: Sequence[int] | None) -> None:
        self.scripted = dice is not None
        self._rest = list(dice or [])
        self._used = 0

    @property
    def left(self) -> int:
        """How many have not been used."""
        return len(self._rest)

    def copy(self) -> Self:
        """A tape of its own at the same place."""
        twin = type(self)(self._rest if self.scripted else None)
        twin._used = self._used
        return twin

    def extend(self, dice: Sequence[int]) -> None:
        """Add dice at the end."""
        self._rest.extend(dice)

    def feed(self, battle: Battle) -> None:
        """Lay the next dice out in the record."""
        if not self.scripted:
            return
        dice = battle.dice
        dice.tape_on = 1
        dice.tape_at = 0
        dice.tape_len = min(len(dice.tape), len(self._rest))
        for i in range(len(dice.tape)):
            face = self._rest[i] if i < dice.tape_len else 0
            dice.tape[i] = face if 0 <= face <= 255 else 0

    def keep(self, battle: Battle) -> Battle | None:
        """A copy to go back to, where the dice may run out."""
        return copy_twin(battle) if self.scripted else None

    def check(self, battle: Battle) -> None:
        """Count what was used.

        Raises:
            DiceError: a die was missing, or did not fit.
        """
        if not self.scripted:
            return
        dice = battle.dice
        if dice.short != 0:
            what = Purpose(dice.short_for).name.replace("_", " ").lower()
            if dice.short > 0:
                text = f"dice: all {self._used + len(self._rest)} are used; needs d{dice.short} for {what}"
            else:
                at = dice.tape_at
                text = f"dice: number {self._used + at + 1} is {self._rest[at]}; a d{-dice.short} for {what} is needed"
            raise DiceError(int(dice.short), int(dice.short_for), text)
        self._used += dice.tape_at
        del self._rest[: dice.tape_at]
