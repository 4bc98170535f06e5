"""Scripted dice: a list of every die in order, fed to the record in pieces as it is used up."""

import operator
from collections.abc import Sequence
from typing import Any, Self

import numpy as np

from wzc_env.kernel import copy_twin

from .state import Battle
from .words import Purpose

MOST = 255
"""The highest face that the record holds."""


def whole(value: Any) -> int | None:
    """A whole number as int, numpy's too; None for anything else, truth values included."""
    if isinstance(value, bool | np.bool):
        return None
    try:
        return operator.index(value)
    except TypeError:
        return None


def faces(dice: Any) -> list[int]:
    """Prescribed dice, checked. Raises ValueError, with the position (from 1) and the value."""
    if isinstance(dice, str | bytes) or not hasattr(dice, "__iter__"):
        raise ValueError(f"dice = {dice!r}: allowed: a list of faces, each an integer from 1 to {MOST}")
    found: list[int] = []
    for place, value in enumerate(dice, 1):
        face = whole(value)
        if face is None or not 1 <= face <= MOST:
            raise ValueError(f"dice: number {place} is {value!r}; allowed: an integer from 1 to {MOST}")
        found.append(face)
    return found


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
        self._rest = [] if dice is None else faces(dice)
        self._used = 0

    @property
    def left(self) -> int:
        """How many have not been used."""
        return len(self._rest)

    def copy(self) -> Self:
        """A tape of its own at the same place."""
        twin = type(self)([] if self.scripted else None)
        twin._rest, twin._used = list(self._rest), self._used
        return twin

    def extend(self, dice: Sequence[int]) -> None:
        """Add dice at the end. Raises ValueError, and adds none, where one is no face of a die."""
        self._rest.extend(faces(dice))

    def feed(self, battle: Battle) -> None:
        """Lay the next dice out in the record."""
        if not self.scripted:
            return
        dice = battle.dice
        dice.tape_on = 1
        dice.tape_at = 0
        dice.tape_len = min(len(dice.tape), len(self._rest))
        for i in range(len(dice.tape)):
            dice.tape[i] = self._rest[i] if i < dice.tape_len else 0

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
