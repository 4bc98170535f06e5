"""One source, two ways to run it: plain Python on twins, or compiled on NumPy records, with equal bytes.

>>> @kernel
... def spend(battle: Battle, unit: int, cost: int) -> None:
...     battle.units[unit].vigor -= cost

A kernel's name stays the plain function. `compiled(f)` gives the compiled one. Entry points take arrays
(`list[Battle]` in the hints, `zeros(Battle, n)` in the call); a compiled function that takes a single record
can be called by other kernels only.

Values that compiled code reads from globals (numbers, tuples, enums) are frozen when a process first
compiles or loads it; what may change travels in a record. numba is imported then, not before.
"""

import functools
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from types import FunctionType
from typing import Any, TypeVar

from .closure import Function, facts_of, is_kernel, name_of, register

F = TypeVar("F", bound=Function)
Result = TypeVar("Result")

_LOCK = threading.RLock()
_COMPILED: dict[Function, Any] = {}


def kernel(function: F) -> F:
    """Register a function as part of a rules kernel and return it unchanged.

    Raises TypeError for default arguments, `*args`, keyword-only arguments, generators and closures.
    """
    register(function)
    return function


def with_callees(function: F, **callees: Function) -> F:
    """Another kernel of the same source, in which these global names stand for other kernels of the same form.

    So one loop serves whatever it is to call. Every call makes a new kernel, to be compiled anew: keep what it returns.
    """
    source: Any = function
    made: Any = FunctionType(source.__code__, {**source.__globals__, **callees}, source.__name__)
    made.__annotations__, made.__doc__ = source.__annotations__, source.__doc__
    kernel(made)
    result: F = made
    return result


def compiled(function: Callable[..., Result]) -> Callable[..., Result]:
    """The compiled form of a kernel: loaded from the cache, or compiled with all that it calls.

    Arguments and results as the hints say: `list[Battle]` is a 1-d array of `zeros(Battle, n)`, `Mask` a
    1-d uint8 array, and so on, all C-contiguous. The same object is returned every time. Raises TypeError
    where the function cannot be compiled (no kernel, recursion, a hint or a global value that is not
    allowed).
    """
    with _LOCK:
        if function not in _COMPILED:
            _compile([function])
        result: Callable[..., Result] = _COMPILED[function]
        return result


def _compile(functions: list[Function]) -> None:
    """Compile or load kernels together, under one progress line."""
    from .build import build  # noqa: PLC0415 - imports numba, which plain mode must not pay for

    for function in functions:
        if not is_kernel(function):
            raise TypeError(f"{function!r} is no kernel: mark it with @kernel")
    wanted = [facts_of(function) for function in functions]
    for facts, dispatcher in zip(wanted, build(wanted), strict=True):
        _COMPILED[facts.function] = _guarded(facts.function) if facts.takes_record else dispatcher


def _guarded(function: Function) -> Function:
    """Stands in for a compiled function that takes a single record: a call from Python would crash."""

    @functools.wraps(function)
    def refuse(*_: Any, **__: Any) -> None:
        raise TypeError(
            f"compiled {name_of(function)} takes a single record, so only other kernels can call it: "
            "entry points take arrays"
        )

    return refuse


@dataclass(frozen=True)
class Warmth:
    """What `warm` did: functions compiled and loaded, seconds taken, folder of the cache."""

    compiled: int
    loaded: int
    seconds: float
    folder: str


def warm(functions: Iterable[Function]) -> Warmth:
    """Compile or load these kernels now, and say what had to be done. Raises as `compiled`."""
    from .build import COUNTS, cache_folder  # noqa: PLC0415 - imports numba

    before, start = dict(COUNTS), time.perf_counter()
    with _LOCK:
        _compile([function for function in functions if function not in _COMPILED])
    done = {what: COUNTS[what] - before[what] for what in before}
    return Warmth(done["compiled"], done["loaded"], time.perf_counter() - start, str(cache_folder()))
