"""A whole Breath as one action: eight slots, taken one by one, lenient about what cannot be done."""

import operator
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from wzc_env.warzone.actions import verb_of
from wzc_env.warzone.words import Kind, Verb, Why

from .board import Board, OutOfBounds

SLOTS = 8
"""Seat actions in a bundle; those that are not needed hold END."""

Answer = Callable[[int], None]
"""Answers the decision that waits with a seat action."""


@dataclass
class Bundle:
    """A bundle and what became of it.

    `skipped` holds (action, name of the Why) of what could not be done, `instead` what was played for want of any.
    """

    unit: int
    slots: list[int]
    at: int = 0
    taken: int = 0
    over: bool = False
    skipped: list[tuple[int, str]] = field(default_factory=list)
    instead: int | None = None

    def skip(self, board: Board, action: int) -> None:
        """Note an action that cannot be carried out now."""
        self.skipped.append((action, board.why(action).name))

    def play_first(self, board: Board, answer: Answer) -> None:
        """Nothing of the bundle is an answer, and one is due: the first legal action."""
        self.over, self.instead = True, int(np.argmax(board.mask))
        answer(self.instead)

    def remarks(self) -> dict[str, Any]:
        """What is to be told of it, as a part of an info."""
        told: dict[str, Any] = {"skipped": list(self.skipped)}
        return told if self.instead is None else {**told, "instead": self.instead}


def read(action: Any, actions: int, end: int) -> list[int]:
    """The slots of a bundle, filled up with END.

    Raises:
        TypeError: it is no sequence of integers.
        ValueError: it has more than SLOTS slots.
        OutOfBounds: a slot is no action.
    """
    allowed = f"allowed: up to {SLOTS} integers from 0 to {actions - 1}"
    try:
        slots = [operator.index(slot) for slot in action]
    except TypeError:
        raise TypeError(f"action = {action!r}: no bundle of maneuvers; {allowed}") from None
    if len(slots) > SLOTS:
        raise ValueError(f"action: a bundle of {len(slots)} slots; {allowed}")
    for place, slot in enumerate(slots):
        if not 0 <= slot < actions:
            raise OutOfBounds(Why.OUT_OF_RANGE, f"action[{place}] = {slot}: there is no such action; {allowed}")
    return slots + [end] * (SLOTS - len(slots))


class Bundles:
    """Takes bundles in a battle. `current` is the one that may be waiting for the answer of somebody else."""

    def __init__(self) -> None:
        self.current: Bundle | None = None

    def take(self, board: Board, action: Any, answer: Answer) -> list[Bundle]:
        """Answer the decision that waits with a bundle, then let the one go on that this answer interrupted.

        Returns those of which something is to be told. Raises as `read`.
        """
        slots = read(action, board.actions, int(board.setup.offset[Verb.END]))
        given = Bundle(board.who, slots)
        if board.kind == Kind.BREATH:
            self.current = given
            follow(board, given, answer)
            return [given]
        take_first(board, given, answer)
        if self.current is None:
            return [given]
        follow(board, self.current, answer)
        if self.current.unit == given.unit:  # its own choice: one remark for both
            self.current.skipped += given.skipped
            self.current.instead = given.instead
            return [self.current]
        return [self.current, given]


def take_first(board: Board, bundle: Bundle, answer: Answer) -> None:
    """Answer with the first slot alone: a reaction, a choice, maintenance."""
    bundle.over = True
    if board.mask[bundle.slots[0]]:
        answer(bundle.slots[0])
    else:
        bundle.skip(board, bundle.slots[0])
        bundle.play_first(board, answer)


def follow(board: Board, bundle: Bundle, answer: Answer) -> None:
    """Take the next slots for as long as the bundle's creature is asked in its Breath.

    Where a second argument is asked that the bundle does not give, the creature itself is asked; the rest of the
    bundle goes on after its answer. A choice that the rules did not need to ask for is no fault.
    """
    while not bundle.over and board.who == bundle.unit:
        if not same_breath(board, bundle):
            bundle.over = True
            return
        choosing = board.kind == Kind.CHOOSE
        slot = bundle.slots[bundle.at] if bundle.at < SLOTS else int(board.setup.offset[Verb.END])
        verb = verb_of(board.setup, slot)
        if choosing and verb != Verb.CHOOSE:
            return
        bundle.at += 1
        if verb == Verb.END:
            finish(board, bundle, answer)
        elif board.mask[slot]:
            bundle.taken += 1
            answer(slot)
        elif choosing or verb != Verb.CHOOSE:
            bundle.skip(board, slot)


def same_breath(board: Board, bundle: Bundle) -> bool:
    """Whether the bundle's Breath goes on; a new one of the same creature may have begun already."""
    return board.in_breath(bundle.unit) and (bundle.taken == 0 or board.has_begun(bundle.unit))


def finish(board: Board, bundle: Bundle, answer: Answer) -> None:
    """The end of a bundle ends the Breath; one that may not end yet is handed back, if anything was done in it."""
    bundle.over = True
    end = int(board.setup.offset[Verb.END])
    if board.mask[end]:
        answer(end)
    elif bundle.taken == 0:
        bundle.play_first(board, answer)
