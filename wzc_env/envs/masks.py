"""Random legal actions for many masks at once."""

from typing import Any

import numpy as np
import numpy.typing as npt

from wzc_env.kernel import Ints, Masks, compiled, kernel, wide
from wzc_env.warzone.words import NONE


@kernel
def pick(masks: Masks, tickets: Ints, out: Ints) -> None:
    """A legal action a row, each equally likely, by a number below 2**32; NONE where none is legal."""
    for i in range(len(out)):
        mask = masks[i]
        legal_n = 0
        for action in range(len(mask)):
            legal_n += wide(mask[action] != 0)
        out[i] = NONE
        if legal_n != 0:
            left = (tickets[i] * legal_n) >> 32
            action = 0
            while mask[action] == 0 or left > 0:
                left -= wide(mask[action] != 0)
                action += 1
            out[i] = action


def sample(masks: npt.NDArray[Any], rng: np.random.Generator) -> npt.NDArray[np.int64]:
    """A random legal action a row, each equally likely: int64, shape (n,); -1 where none is legal.

    `masks` is (n, actions), of bool, int8 or uint8, 0 or False = illegal. Raises ValueError where it is not, TypeError
    where `rng` is no generator.
    """
    if not isinstance(rng, np.random.Generator):
        raise TypeError(f"rng = {rng!r}: allowed: a numpy.random.Generator, such as numpy.random.default_rng(7)")
    rows = np.ascontiguousarray(masks)
    if rows.ndim != 2 or rows.dtype.itemsize != 1 or rows.dtype.kind not in "biu":
        what = f"an array of {rows.dtype} of shape {rows.shape}"
        raise ValueError(f"masks: {what}; allowed: bool, int8 or uint8 of shape (n, actions)")
    out = np.empty(len(rows), np.int64)
    compiled(pick)(rows.view(np.uint8), rng.integers(2**32, size=len(rows)), out)
    return out
