"""One source, two ways to run it: plain Python on twins, or compiled on NumPy records, with equal bytes.

>>> @kernel
... def spend(battle: Battle, unit: int, cost: int) -> None:
...     battle.units[unit].vigor -= cost

A kernel's name stays the plain function. `compiled(f)` gives the compiled one. Entry points take arrays
(`list[Battle]` in the hints, `zeros(Battle, n)` in the call); a compiled function that takes a single record can
be called by other kernels only.

Values that compiled code reads from globals (numbers, tuples, enums) are frozen when it is first compiled in a
process; what may change travels in a record.
"""

import functools
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from types import FunctionType, ModuleType
from typing import Any, TypeVar

from .closure import Facts, Function, facts_of, is_kernel, name_of, reached, register
from .progress import Progress
from .signature import numba_signature

F = TypeVar("F", bound=Function)
Result = TypeVar("Result")

_LOCK = threading.RLock()
_DISPATCHERS: dict[Function, Any] = {}
_PUBLIC: dict[Function, Any] = {}
_SECONDS_PER_BYTE = 0.0005  # of byte code, measured; only for the estimate in the progress line


def kernel(function: F) -> F:
    """Register a function as part of a rules kernel and return it unchanged.

    Raises TypeError for default arguments, `*args`, keyword-only arguments, generators and closures.
    """
    register(function)
    return function


def compiled(function: Callable[..., Result]) -> Callable[..., Result]:
    """The compiled form of a kernel: loaded from the cache or compiled with all that it calls, once per process.

    Arguments and results as the hints say: `list[Battle]` is a 1-d array of `zeros(Battle, n)`, `Mask` a 1-d
    uint8 array, and so on, all C-contiguous. Raises TypeError where the function cannot be compiled (no kernel,
    recursion, a hint or a global value that is not allowed).
    """
    with _LOCK:
        if function not in _PUBLIC:
            if not is_kernel(function):
                raise TypeError(f"{function!r} is no kernel: mark it with @kernel")
            facts = facts_of(function)
            dispatcher = _prepare(facts)
            single = any(hint.kind == "record" for hint in facts.arguments)
            _PUBLIC[function] = _Guarded(function) if single else dispatcher
        public: Callable[..., Result] = _PUBLIC[function]
        return public


@dataclass
class Stats:
    """What `warm` did: functions compiled and loaded, seconds, and the folder of the cache."""

    compiled: int = 0
    loaded: int = 0
    seconds: float = 0.0
    folder: str = ""


_stats = Stats()


def warm(functions: Iterable[Function]) -> Stats:
    """Compile or load these kernels now, and say what had to be done."""
    from .cache import cache_folder  # noqa: PLC0415 - imports numba

    before, start = (_stats.compiled, _stats.loaded), time.perf_counter()
    for function in functions:
        compiled(function)
    seconds = time.perf_counter() - start
    return Stats(_stats.compiled - before[0], _stats.loaded - before[1], seconds, str(cache_folder()))


class _Guarded:
    """A compiled function that takes a single record: calling it from Python would crash, so it says no."""

    def __init__(self, function: Function) -> None:
        functools.update_wrapper(self, function)

    def __call__(self, *_: Any, **__: Any) -> Any:
        raise TypeError(
            f"compiled {name_of(self.__wrapped__)} takes a single record and can only be called by other kernels; "  # type: ignore[attr-defined] # set by update_wrapper
            "entry points take arrays"
        )


def _prepare(facts: Facts) -> Any:
    """The dispatcher of a kernel asked for from Python, with a progress line where much is to be compiled."""
    from .cache import cache_path  # noqa: PLC0415 - imports numba

    if facts.function in _DISPATCHERS:
        return _DISPATCHERS[facts.function]
    missing: dict[Function, Facts] = {}

    def look(f: Facts) -> None:
        if f.function not in missing and f.function not in _DISPATCHERS and not cache_path(f).exists():
            missing[f.function] = f
            for callee in f.callees:
                look(facts_of(callee))

    look(facts)
    size = sum(len(f.__code__.co_code) for f in missing)
    progress = Progress(len(missing), size * _SECONDS_PER_BYTE)
    return _dispatcher(facts, progress)


def _dispatcher(facts: Facts, progress: Progress) -> Any:
    """The numba dispatcher of a kernel with its one signature, from memory, from the cache or compiled."""
    from numba import config, njit  # noqa: PLC0415 - half a second that plain mode must not pay

    from .cache import KernelCache  # noqa: PLC0415 - imports numba

    function = facts.function
    if function in _DISPATCHERS:
        return _DISPATCHERS[function]
    if config.DISABLE_JIT:
        raise RuntimeError(
            "NUMBA_DISABLE_JIT is set, so nothing can be compiled: unset it or use the plain functions"
        )
    world = dict(function.__globals__)
    copy = FunctionType(function.__code__, world, function.__name__)
    functools.update_wrapper(copy, function)
    del copy.__wrapped__  # type: ignore[attr-defined] # set by update_wrapper; numba would unwrap it
    single = any(hint.kind == "record" for hint in facts.arguments)
    dispatcher = njit(nogil=True, no_cpython_wrapper=single, no_cfunc_wrapper=True)(copy)

    def done(was_compiled: bool) -> None:
        if was_compiled:
            _stats.compiled += 1
            progress.step()
        else:
            _stats.loaded += 1

    dispatcher._cache = KernelCache(facts, lambda: _link(facts, world, progress), done)
    dispatcher.compile(numba_signature(facts.arguments, facts.result))
    dispatcher.disable_compile()
    _DISPATCHERS[function] = dispatcher
    return dispatcher


def _link(facts: Facts, world: dict[str, Any], progress: Progress) -> None:
    """Put the compiled callees into the globals of a function about to be compiled.

    Only then: a function found in the cache holds its callees' code already, so a cached start loads one file.
    """
    for callee in facts.callees:
        _dispatcher(facts_of(callee), progress)
    for chain, callee in facts.sites.items():
        space = world
        for name in chain[:-1]:
            copy = ModuleType(space[name].__name__)
            copy.__dict__.update(space[name].__dict__)
            space[name] = copy
            space = copy.__dict__
        space[chain[-1]] = _DISPATCHERS[callee]


__all__ = ["Stats", "compiled", "kernel", "reached", "warm"]
