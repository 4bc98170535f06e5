"""The text frame of an environment: map, Count track and the last lines of the story."""

from collections import deque

from wzc_env.render.text import Narrator, scene

from .board import Board

LINES = 12
WIDTH = 100


class Story:
    """Steps a Board that listens, and keeps the last lines of what happened."""

    def __init__(self) -> None:
        self.lines: deque[str] = deque(maxlen=LINES)

    def begin(self, board: Board, seed: int) -> None:
        """Start a new battle."""
        self.lines.clear()
        board.start(seed)
        self._tell(board, Narrator(board.view()))

    def turn(self, board: Board, action: int) -> None:
        """Let the board answer with a seat action, and tell it. Raises as `Board.turn`."""
        narrator = Narrator(board.view())
        if 0 <= action < board.actions and board.mask[action]:  # what will be refused is no part of the story
            narrator.decide(board.kernel_id(action))
        board.turn(action)
        self._tell(board, narrator)

    def _tell(self, board: Board, narrator: Narrator) -> None:
        assert board.events is not None
        narrator.view = board.view()
        self.lines.extend(line.plain for line in narrator.tell(board.events))
        board.events.clear()

    def frame(self, board: Board) -> str:
        """Map, track and lines as plain text."""
        parts = [text.plain for text in scene(board.view(), board.game.layout, WIDTH)]
        return "\n".join([*parts, *self.lines]).strip("\n") + "\n"
