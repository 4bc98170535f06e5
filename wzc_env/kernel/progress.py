"""One line on stderr while rules are compiled for the first time."""

import os
import sys
from types import TracebackType


class Progress:
    """Counts compiled functions on one line; silent where nothing is compiled or nobody watches.

    Shown when stderr is a terminal and the work takes some seconds, or when WZC_PROGRESS=1; WZC_PROGRESS=0
    keeps it silent.
    """

    def __init__(self, total: int, seconds: float) -> None:
        wish = os.environ.get("WZC_PROGRESS", "")
        watched = wish != "0" and seconds >= 2 and sys.stderr.isatty()
        self._shown = total > 0 and (wish == "1" or watched)
        self._total = total
        self._count = 0
        self._text = f"wzc: compiling the rules, once for this version (about {max(1, round(seconds))} s)"

    def step(self) -> None:
        """One more function is compiled."""
        self._count += 1
        self._show()

    def _show(self) -> None:
        if self._shown:
            print(f"\r{self._text} … {self._count}/{self._total}", end="", file=sys.stderr, flush=True)

    def __enter__(self) -> "Progress":
        self._show()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: TracebackType | None) -> None:
        if self._shown:
            print(file=sys.stderr)
