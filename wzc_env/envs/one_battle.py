"""What environments of one battle have in common: the board, its pictures in text, and what may be asked of it."""

import numpy as np
import numpy.typing as npt
from gymnasium import logger
from gymnasium.error import ResetNeeded

from wzc_env.warzone.senses import Entry, describe, slices
from wzc_env.warzone.words import Kind

from . import arguments
from .board import MODES, SEES, Board
from .entities import FORMS, Entities
from .story import Story

RENDER_MODES = ("human", "ansi")


class OneBattle:
    """A battle under way on a board.

    Attributes:
        battle_seed: the seed of the present battle, -1 before the first.
        render_mode: None, "ansi" or "human".
    """

    def _lay_out(
        self,
        scenario: arguments.Source,
        max_rounds: int | None,
        sees: str,
        render_mode: str | None,
        mode: str,
        observation: str,
    ) -> None:
        """Check these arguments and make the board."""
        self.render_mode: str | None = arguments.one_of("render_mode", render_mode, (None, *RENDER_MODES))
        arguments.one_of("sees", sees, SEES)
        arguments.one_of("mode", mode, MODES)
        arguments.one_of("observation", observation, FORMS)
        self.battle_seed = -1
        self._board = Board(arguments.game(scenario, max_rounds), mode, render_mode is not None, sees)
        self._story = None if render_mode is None else Story()
        self._entities = None if observation == "vector" else Entities(self._board.setup)

    def _start(self, seed: int) -> None:
        """A new battle, with or without a story of it."""
        self.battle_seed = seed
        if self._story is None:
            self._board.start(seed)
        else:
            self._story.begin(self._board, seed)

    def _answer(self, action: int) -> None:
        """Answer the decision that waits, with or without a story of it."""
        if self._story is None:
            self._board.turn(action)
        else:
            self._story.turn(self._board, action)

    def _need_battle(self) -> None:
        if self.battle_seed < 0:
            raise ResetNeeded("there is no battle yet: call reset() first")

    def _no_mask(self) -> npt.NDArray[np.int8]:
        return np.zeros(self._board.actions, np.int8)

    def render(self) -> str | None:
        """Map, Count track and the last lines: returned in mode "ansi", printed in mode "human"."""
        if self._story is None:
            logger.warn('render() without a render_mode: make the environment with render_mode="ansi" or "human"')
            return None
        self._need_battle()
        frame = self._story.frame(self._board)
        if self.render_mode == "ansi":
            return frame
        print(frame)
        return None

    def close(self) -> None:
        """Nothing is held open."""

    # What else may be asked

    def describe(self) -> list[Entry]:
        """Every number of the observation: place, name, meaning, unit of 1.0, range."""
        return describe(self._board.setup)

    def slices(self) -> dict[str, slice]:
        """The named parts of the observation, in order."""
        return slices(self._board.setup)

    def words(self, action: int) -> str:
        """The text of an action of whoever is asked. Raises TypeError, OutOfBounds, ResetNeeded."""
        self._need_battle()
        return self._board.words(arguments.action(action, self._board.actions))

    def parse(self, text: str) -> int:
        """The action that a text names, legal or not, for whoever is asked. Raises ValueError, ResetNeeded."""
        self._need_battle()
        return self._board.parse(text)

    @property
    def decision(self) -> Kind:
        """The kind of decision that waits."""
        return self._board.kind

    def state_bytes(self) -> bytes:
        """The battle as bytes: equal for equal battles, in both modes."""
        return self._board.state_bytes()

    def digest(self) -> str:
        """16 hexadecimal digits that stand for `state_bytes`."""
        return self._board.digest()
