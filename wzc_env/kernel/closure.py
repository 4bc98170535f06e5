"""What a kernel function depends on: its callees and the values it reads, and one key over all of it.

The key is what makes the compile cache honest. It covers, transitively, the byte code and constants of
every function reached, every global value read (numbers, tuples, arrays, all members of an IntEnum) and the
layout of every record in a signature. So an edit that changes meaning changes the key, wherever it stands;
touching a file, a comment or an unrelated function does not.
"""

import builtins
import dis
import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import IntEnum
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np

from .signature import Hint, hints_of

Function = Callable[..., Any]

_ORDER: dict[Function, int] = {}
"""Registered kernels and their order of definition."""


@dataclass(frozen=True)
class Facts:
    """One kernel: its hints, its callees by the names the code uses, and the key over all it depends on."""

    function: Function
    arguments: list[Hint]
    result: Hint
    sites: dict[tuple[str, ...], Function]
    key: str

    @property
    def takes_record(self) -> bool:
        """Whether an argument is a single record: such a compiled function has no Python entry."""
        return any(hint.kind == "record" for hint in self.arguments)

    @property
    def callees(self) -> list[Function]:
        """Kernels that this one calls, each once, in order of definition."""
        return sorted(set(self.sites.values()), key=_ORDER.__getitem__)


def name_of(function: Function) -> str:
    """module.qualname, for messages."""
    return f"{function.__module__}.{function.__qualname__}"


def register(function: Function) -> None:
    """Note a function as a kernel; TypeError where its form cannot be compiled."""
    if not isinstance(function, FunctionType):
        raise TypeError(f"@kernel: {function!r} is not a plain function")
    code = function.__code__
    flaws = {
        "has default arguments: write every argument at every call": function.__defaults__ or function.__kwdefaults__,
        "has *args, ** or keyword-only arguments": code.co_kwonlyargcount or code.co_flags & 0x0C,
        "is a generator or coroutine": code.co_flags & 0x2A0,
        f"reads variables of an enclosing function: {', '.join(code.co_freevars)}": code.co_freevars,
    }
    for flaw, found in flaws.items():
        if found:
            raise TypeError(f"kernel {name_of(function)} {flaw}")
    _ORDER[function] = len(_ORDER)


def is_kernel(function: Any) -> bool:
    """Whether a value is a registered kernel."""
    return isinstance(function, FunctionType) and function in _ORDER


_FACTS: dict[Function, Facts] = {}


def facts_of(function: Function, callers: tuple[Function, ...] = ()) -> Facts:
    """The facts of a kernel, computed once; TypeError names the function and what cannot be compiled."""
    if function in _FACTS:
        return _FACTS[function]
    if function in callers:
        cycle = " -> ".join(name_of(f) for f in (*callers[callers.index(function) :], function))
        raise TypeError(f"kernels may not call each other in a circle: {cycle}")
    arguments, result = hints_of(function)
    sites: dict[tuple[str, ...], Function] = {}
    parts = [name_of(function), *(hint.text() for hint in (*arguments, result)), _code_text(function)]
    for chain in sorted(set(_chains(function.__code__))):
        used, value = _resolve(function, chain)
        if is_kernel(value):
            sites[used] = value
            parts.append(f"{used} calls {facts_of(value, (*callers, function)).key}")
        else:
            parts.append(f"{used} is {_freeze(function, '.'.join(used), value)}")
    key = hashlib.blake2b("\n".join(parts).encode(), digest_size=16).hexdigest()
    return _FACTS.setdefault(function, Facts(function, arguments, result, sites, key))


def _code_text(function: Function) -> str:
    return _code_of(function.__code__, function.__doc__)


def _code_of(code: CodeType, doc: str | None) -> str:
    """Byte code, names and constants as text, without docstring, file name and line numbers."""
    constants = list(code.co_consts)
    if doc is not None and constants and constants[0] == doc:
        constants[0] = None
    shown = [_code_of(c, None) if isinstance(c, CodeType) else _constant(c) for c in constants]
    table = code.co_exceptiontable.hex()
    return f"{code.co_argcount} {code.co_code.hex()} {table} {code.co_names} {code.co_varnames} {shown}"


def _constant(value: Any) -> str:
    if isinstance(value, frozenset):
        return f"frozenset{sorted(map(repr, value))}"
    return f"{type(value).__name__} {value!r}"


def _chains(code: CodeType) -> Iterator[tuple[str, ...]]:
    """Every global name that the code reads, with the attributes read from it: `a.b.c` is ("a", "b", "c")."""
    chain: list[str] = []
    for step in dis.get_instructions(code):
        if step.opname in {"LOAD_ATTR", "LOAD_METHOD"} and chain:
            chain.append(step.argval)
            continue
        if chain:
            yield tuple(chain)
        chain = [step.argval] if step.opname == "LOAD_GLOBAL" else []
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _chains(inner)


def _resolve(function: Function, chain: tuple[str, ...]) -> tuple[tuple[str, ...], Any]:
    """(the part of the chain that leads to a value, that value): only modules are walked through."""
    space = function.__globals__
    if chain[0] not in space:
        if hasattr(builtins, chain[0]):
            return chain[:1], getattr(builtins, chain[0])
        raise TypeError(f"kernel {name_of(function)} reads an unknown name: {chain[0]}")
    value, used = space[chain[0]], 1
    while isinstance(value, ModuleType):
        if used == len(chain):
            raise TypeError(f"kernel {name_of(function)} uses the module {value.__name__} itself; name a member of it")
        if not hasattr(value, chain[used]):
            raise TypeError(f"kernel {name_of(function)}: module {value.__name__} has no {chain[used]}")
        value, used = getattr(value, chain[used]), used + 1
    return chain[:used], value


def _freeze(function: Function, name: str, value: Any) -> str:
    """A value that compiled code copies into itself, as text that changes whenever the value does."""
    if isinstance(value, type) and issubclass(value, IntEnum):
        return f"enum {[(member.name, int(member)) for member in value]}"
    if value is None or isinstance(value, (bool, int, float, str)):
        return f"{type(value).__name__} {value!r}"
    if isinstance(value, tuple):
        return f"tuple {[_freeze(function, name, item) for item in value]}"
    if isinstance(value, np.ndarray) and not value.dtype.hasobject:
        return f"array {value.dtype!r} {value.shape} {value.tobytes().hex()}"
    home = str(getattr(value, "__module__", "")).split(".")[0]
    if isinstance(value, (np.generic, np.ufunc)) or home in {"builtins", "math", "numpy"}:
        name_there = getattr(value, "__qualname__", None) or getattr(value, "__name__", None)
        return f"library {home} {name_there or repr(value)}"  # the repr of a function holds its address
    if isinstance(value, FunctionType):
        raise TypeError(f"kernel {name_of(function)} calls {name}, which is no kernel: mark it with @kernel")
    raise TypeError(
        f"kernel {name_of(function)} reads {name}, a {type(value).__name__}, which compiled code cannot "
        "hold: use numbers, tuples, NumPy arrays or IntEnums, or pass it as an argument"
    )
