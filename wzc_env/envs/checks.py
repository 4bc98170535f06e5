"""What is said to a batch of battles, checked: with the errors that Gymnasium's own vector environments raise."""

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode

from . import arguments

Array: TypeAlias = npt.NDArray[Any]


def autoreset(mode: str | AutoresetMode) -> AutoresetMode:
    """The mode of a name. Raises ValueError."""
    modes = {one.value: one for one in AutoresetMode}
    return mode if isinstance(mode, AutoresetMode) else modes[arguments.one_of("autoreset_mode", mode, list(modes))]


def seeds(seed: Any, n: int) -> Array | None:
    """The seed of each of n battles, int64, -1 where the next of a series is meant. Raises TypeError, ValueError."""
    if seed is None:
        return None
    if isinstance(seed, list | tuple | np.ndarray):
        if np.shape(seed) != (n,):
            raise ValueError(f"seed: an array of shape {np.shape(seed)}; allowed: one integer, or {n} of them")
        each = [-1 if one is None else arguments.seed(f"seed[{i}]", one) for i, one in enumerate(seed)]
        return np.array(each, np.int64)
    first = arguments.number("seed", seed, 0, arguments.MOST_SEED - n + 1)
    return np.arange(n, dtype=np.int64) + first


def reset_mask(options: dict[str, Any] | None, n: int) -> Array:
    """Which of n lanes a reset is for: all, or those of the option. Raises TypeError, ValueError."""
    for name in options or {}:
        arguments.one_of("options", name, ("reset_mask",))
    if not options:
        return np.ones(n, np.bool_)
    where = options["reset_mask"]
    what = f"options['reset_mask'] = {where!r}: allowed: a bool array of shape ({n},)"
    if not isinstance(where, np.ndarray) or where.dtype != np.bool_:
        raise TypeError(what)
    if where.shape != (n,) or not where.any():
        raise ValueError(f"{what}, True at least once")
    return where


def actions(told: Any, n: int, most: int, idle: Array) -> Array:
    """n actions below `most`, whatever is told for idle lanes. Raises TypeError, ValueError."""
    answers = np.asarray(told)
    if answers.dtype.kind not in "iu":
        raise TypeError(f"actions: an array of {answers.dtype}; allowed: integers from 0 to {most - 1}")
    if answers.shape != (n,):
        raise ValueError(f"actions: an array of shape {answers.shape}; allowed: ({n},)")
    wrong = ((answers < 0) | (answers >= most)) & ~idle
    if wrong.any():
        lane = int(np.argmax(wrong))
        raise ValueError(f"actions[{lane}] = {answers[lane]}: no such action; allowed: 0 to {most - 1}")
    return answers
