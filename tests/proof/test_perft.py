"""Counts of lines, every face of every die included: as the file has them, and the same in plain and compiled mode."""

from typing import Any

import numpy as np
import pytest

from tests import perft
from wzc_env import game
from wzc_env.kernel import zeros
from wzc_env.warzone.state import Battle
from wzc_env.warzone.words import Kind

GOLDEN = {tuple(row.split("\t")[:2]): int(row.split("\t")[2]) for row in perft.FILE.read_text().splitlines()[1:]}
COUNTED = [(name, depth) for name, (_, deepest) in perft.BATTLES.items() for depth in range(1, deepest + 1)]


class Arrays:
    """A tiny battle in compiled mode; dice come from the record's own tape."""

    def __init__(self, name: str) -> None:
        self.made = perft.BATTLES[name][0]().compile()
        self.game = game.get()
        self.start = zeros(Battle, 1)
        self.start["dice"]["tape_on"] = 1
        self.game.new_many(self.start, self.made.setup, self.made.rules, np.zeros(1, np.int64))
        assert self.start["dice"]["short"][0] == 0

    def legal(self, battle: Any) -> list[int]:
        """The legal actions."""
        masks = np.zeros((1, int(self.made.setup[0]["actions_n"])), np.uint8)
        self.game.legal_many(battle, self.made.setup, self.made.rules, masks)
        return [int(action) for action in np.flatnonzero(masks[0])]

    def after(self, battle: Any, action: int, dice: tuple[int, ...]) -> Any:
        """The battle after an answer with these dice; `dice.short` tells whether one more is needed."""
        twin = np.frombuffer(battle.tobytes(), battle.dtype).copy()
        tape = twin["dice"][0]
        tape["tape"][:] = 0
        tape["tape"][: len(dice)] = dice
        tape["tape_len"], tape["tape_at"] = len(dice), 0
        whys = np.zeros(1, np.int64)
        self.game.step_many(twin, self.made.setup, self.made.rules, np.array([action], np.int64), whys)
        assert whys[0] == 0
        return twin

    def count(self, battle: Any, depth: int) -> int:
        """Lines from here, counted as `experiments.lines.count_lines` does."""
        if depth == 0 or battle["ask"][0] == Kind.OVER:
            return 1
        total = 0
        for action in self.legal(battle):
            todo: list[tuple[int, ...]] = [()]
            while todo:
                dice = todo.pop()
                after = self.after(battle, action, dice)
                short = int(after["dice"]["short"][0])
                if short:
                    todo += [(*dice, face) for face in range(1, short + 1)]
                else:
                    total += self.count(after, depth - 1)
        return total


def test_the_file_has_every_battle_and_depth() -> None:
    assert set(GOLDEN) == {(name, str(depth)) for name, depth in COUNTED}


def test_lines_are_as_many_as_the_file_says() -> None:
    """`python -m tests.perft --write` makes the file anew."""
    assert perft.table() == perft.FILE.read_text()


@pytest.mark.parametrize(("name", "depth"), COUNTED)
def test_compiled_mode_counts_the_same_lines(name: str, depth: int) -> None:
    arrays = Arrays(name)
    assert arrays.count(arrays.start, depth) == GOLDEN[name, str(depth)]
