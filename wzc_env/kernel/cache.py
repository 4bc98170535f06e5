"""The compile cache on disk: one file per compiled function, named by the key of all that it depends on.

numba's own cache looks at the file of a function alone, so an edit in a callee keeps the old rule alive.
Here the file name carries the key of `closure.facts_of` joined with versions, processor and flags: an edit
misses, a touch hits, an undone edit hits again, and files of different states lie side by side. Files are
written under a temporary name and moved into place, so processes that start together cannot harm each
other.
"""

import contextlib
import hashlib
import os
import pickle
import platform
import sys
import time
import uuid
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import llvmlite  # type: ignore[import-untyped] # ships no types
import numba
import numpy as np
from numba.core import config, types
from numba.core.compiler import CompileResult
from numba.core.registry import cpu_target
from numba.core.serialize import dumps

from .closure import Facts, name_of

_FLAGS = (
    *("BOUNDSCHECK", "OPT", "CPU_NAME", "CPU_FEATURES", "ENABLE_AVX", "LOOP_VECTORIZE", "SLP_VECTORIZE"),
    *("DISABLE_INTEL_SVML", "DEBUGINFO_DEFAULT", "ENABLE_PROFILING", "EXTEND_VARIABLE_LIFETIMES"),
    *("LLVM_REFPRUNE_PASS", "LLVM_REFPRUNE_FLAGS", "DEBUG_NRT"),
)
"""numba's settings that change the code it makes."""


def cache_folder() -> Path:
    """Where compiled functions lie: $WZC_CACHE_DIR, else $XDG_CACHE_HOME/wzc, else ~/.cache/wzc."""
    own = os.environ.get("WZC_CACHE_DIR")
    if own:
        return Path(own)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "wzc"


@cache
def _setting() -> str:
    """Versions, processor, numba's flags and this package's own way of compiling, as text."""
    here = Path(__file__).parent
    own = hashlib.blake2b(b"".join((here / f"{name}.py").read_bytes() for name in ("build", "cache", "pipeline")))
    flags = [(name, str(getattr(config, name, None))) for name in _FLAGS]
    versions = (platform.python_implementation(), sys.version_info[:3], np.__version__)
    compilers = (numba.__version__, llvmlite.__version__, cpu_target.target_context.codegen().magic_tuple())
    return repr((versions, compilers, flags, own.hexdigest()))


def cache_path(facts: Facts) -> Path:
    """The file of one compiled function: folder / module / name-key.nbc."""
    key = hashlib.blake2b((facts.key + _setting()).encode(), digest_size=12).hexdigest()
    name = facts.function.__qualname__.replace("<", "").replace(">", "")
    return cache_folder() / facts.function.__module__ / f"{name[-60:]}-{key}.nbc"


KEPT_DAYS = 30
"""A file that was neither written nor read for so long goes when something else is compiled."""


@cache
def _prune(folder: Path) -> None:
    """Remove old files of our own, once in a process; whoever still needs one compiles it again."""
    oldest = time.time() - KEPT_DAYS * 86400
    for pattern in ("*/*-*.nbc", "*/*-*.tmp"):
        for path in folder.glob(pattern):
            with contextlib.suppress(OSError):
                if path.stat().st_mtime < oldest:
                    path.unlink()


class KernelCache:
    """The cache of one dispatcher, in the form numba asks for."""

    warned = False

    def __init__(self, facts: Facts, before_compile: Callable[[], None], done: Callable[[str], None]) -> None:
        self._facts = facts
        self._path = cache_path(facts)
        self._before_compile = before_compile
        self._done = done

    @property
    def cache_path(self) -> str:
        """The folder of the file, as numba's own caches give it."""
        return str(self._path.parent)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The compiled function from disk; None (after preparing the callees) when it has to be compiled."""
        target_context.refresh()
        try:
            payload = pickle.loads(self._path.read_bytes())
            with contextlib.suppress(OSError):
                os.utime(self._path)  # read, so kept; a read-only cache serves as well
            result = CompileResult._rebuild(target_context, *payload)  # type: ignore[no-untyped-call] # numba's own
        except Exception:  # absent, or damaged in whatever way: it is compiled and written anew
            result = None
        if result is None:
            self._before_compile()
        else:
            self._done("loaded")
        return result

    def save_overload(self, sig: Any, result: Any) -> None:
        """Check and write what was just compiled; if the folder cannot be written, say so once and go on."""
        _refuse_unsigned(self._facts, result)
        # the annotation is a listing of every variable with its type: megabytes for large records, never read
        slim = result._replace(type_annotation="")
        data = dumps(slim._reduce())  # type: ignore[no-untyped-call] # numba's own
        temporary = self._path.with_suffix(f".{uuid.uuid4().hex[:12]}.tmp")
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            temporary.write_bytes(data)
            os.replace(temporary, self._path)
            _prune(cache_folder())
        except OSError as error:
            with contextlib.suppress(OSError):
                temporary.unlink()
            if not KernelCache.warned:
                KernelCache.warned = True
                print(f"wzc: cannot keep compiled rules in {cache_folder()} ({error.strerror})", file=sys.stderr)
        self._done("compiled")


def _refuse_unsigned(facts: Facts, result: Any) -> None:
    """Raise TypeError where a variable is uint64: it wraps below zero and with int64 becomes a float."""
    annotation = result.type_annotation
    for block in annotation.blocks.values():
        for step in block.body:
            target = getattr(step, "target", None)
            if target is not None and annotation.typemap.get(getattr(target, "name", "")) == types.uint64:
                where = f"{facts.function.__code__.co_filename}:{step.loc.line}"
                raise TypeError(
                    f"kernel {name_of(facts.function)}, {where}: unsigned values become uint64, different "
                    "from plain Python below zero: use signed fields, or wide() around one of them"
                )
