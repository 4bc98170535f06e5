"""Numba dispatchers for kernels: one explicit signature each, callees linked only where needed.

Imported by `jit.compiled` on first use, because importing numba takes half a second.
"""

import functools
from types import FunctionType, ModuleType
from typing import Any

import numba
import numpy as np
from numba.core import config
from numba.core.errors import NumbaError

from .cache import KernelCache, cache_folder, cache_path
from .closure import Facts, Function, facts_of, name_of
from .pipeline import KernelCompiler
from .progress import Progress
from .record import Record, dtype_of
from .signature import Hint

__all__ = ["COUNTS", "build", "cache_folder"]

COUNTS = {"compiled": 0, "loaded": 0}
"""Functions compiled and loaded from the cache in this process."""

_DISPATCHERS: dict[Function, Any] = {}
_RECORDS: dict[type[Record], Any] = {}
_SECONDS_PER_BYTE = 0.0003  # of byte code; measured, and used only for the estimate in the progress line


def build(wanted: list[Facts]) -> list[Any]:
    """The dispatchers of some kernels, with one progress line while functions are compiled."""
    if config.DISABLE_JIT:  # type: ignore[attr-defined] # set from the environment
        raise RuntimeError("NUMBA_DISABLE_JIT is set, so nothing can be compiled: unset it or stay plain")
    missing: set[Function] = set()

    def look(f: Facts) -> None:
        if f.function not in missing and f.function not in _DISPATCHERS and not cache_path(f).exists():
            missing.add(f.function)
            for callee in f.callees:
                look(facts_of(callee))

    for facts in wanted:
        look(facts)
    size = sum(len(f.__code__.co_code) for f in missing)
    with Progress(len(missing), size * _SECONDS_PER_BYTE) as progress:
        return [_dispatcher(facts, progress) for facts in wanted]


def _dispatcher(facts: Facts, progress: Progress) -> Any:
    """The dispatcher of one kernel: from memory, from the cache, or compiled after its callees."""
    function = facts.function
    if function in _DISPATCHERS:
        return _DISPATCHERS[function]
    world = dict(function.__globals__)
    copy = functools.update_wrapper(FunctionType(function.__code__, world, function.__name__), function)
    del copy.__wrapped__  # numba would compile the original, with the plain callees
    options: dict[str, Any] = {
        "nogil": True,
        "no_cpython_wrapper": facts.takes_record,
        "no_cfunc_wrapper": True,
        "pipeline_class": KernelCompiler,
        "error_model": "numpy",  # divisors are not tested for 0: plain mode is where that raises
    }
    dispatcher: Any = numba.njit(**options)(copy)

    def done(what: str) -> None:
        COUNTS[what] += 1
        if what == "compiled":
            progress.step()

    dispatcher._cache = KernelCache(facts, lambda: _link(facts, world, progress), done)
    signature = _numba_type(facts.result)(*[_numba_type(hint) for hint in facts.arguments])
    try:
        dispatcher.compile(signature)
    except KeyError as error:  # all that numba says about a record without that field
        raise TypeError(f"kernel {name_of(function)} cannot be compiled: no record has a field {error}") from None
    except NumbaError as error:
        raise TypeError(f"kernel {name_of(function)} cannot be compiled: {_shorten(str(error))}") from None
    dispatcher.disable_compile()
    _DISPATCHERS[function] = dispatcher
    return dispatcher


def _link(facts: Facts, world: dict[str, Any], progress: Progress) -> None:
    """Put the compiled callees into the globals of a function that is about to be compiled.

    Only then: what is found in the cache holds its callees' code already, so a cached start loads one file.
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


def _numba_type(hint: Hint) -> Any:
    if hint.kind in {"record", "records"}:
        record = _RECORDS.setdefault(hint.of, numba.from_dtype(dtype_of(hint.of)))
        return record if hint.kind == "record" else numba.types.Array(record, 1, "C")
    if hint.kind == "grid":
        return numba.types.Array(numba.from_dtype(np.dtype(hint.of.of)), hint.of.axes, "C")
    scalars: dict[str, Any] = {"int": numba.int64, "bool": numba.boolean, "float": numba.float64}
    return scalars.get(hint.kind, numba.void)


def _shorten(message: str) -> str:
    """Numba's message with the name of each record class in place of its whole layout."""
    found = {str(kind): cls for cls, kind in _RECORDS.items()}
    for cls in list(found.values()):
        for member in cls.__members__:
            if member.record is not None:
                found[str(numba.from_dtype(dtype_of(member.record)))] = member.record
    for text in sorted(found, key=len, reverse=True):
        message = message.replace(text, found[text].__name__)
    return message
