"""Plain twins and arrays: the same record as Python objects (plain mode) or as bytes (compiled mode).

Both directions go through one flat list of integers and one `struct` format per record class, padding
written as zeros, so `state_bytes_of(load(cls, array, i)) == state_bytes(array, i)`. Storing refuses a value
that does not fit its field (OverflowError names record, field, value and range); compiled code wraps
silently instead.
"""

import struct
from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from operator import attrgetter
from typing import Any

import numpy as np

from .record import Member, R, Record, RecordArray, dtype_of

_CODES = dict(zip(("int8", "uint8", "int16", "uint16", "int32", "uint32", "int64"), "bBhHiIq", strict=True))


@dataclass(frozen=True)
class _Plan:
    """How a record class flattens: fields, the getter of them all, number of integers, struct codes."""

    members: tuple[tuple[Member, "_Plan | None"], ...]
    fetch: Any
    count: int
    codes: str
    packer: struct.Struct


_PLANS: dict[tuple[type[Record], bool], _Plan] = {}


def _plan(cls: type[Record], head: bool = False) -> _Plan:
    """The plan of a record, or of what stands before its `__tail__`; made once."""
    if (cls, head) in _PLANS:
        return _PLANS[cls, head]
    by_name = {member.name: member for member in cls.__members__}
    members: list[tuple[Member, _Plan | None]] = []
    count, codes = 0, ""
    dtype = dtype_of(cls)
    for name in dtype.names or ():
        if head and name in cls.__tail__:
            break
        member = by_name.get(name)
        if member is None:
            codes += f"{dtype[name].itemsize}x"
            continue
        below = None if member.record is None else _plan(member.record)
        n = prod(member.shape)
        members.append((member, below))
        count += n * (1 if below is None else below.count)
        codes += f"{n}{_CODES[np.dtype(member.scalar).name]}" if below is None else below.codes * n
    names = [member.name for member, _ in members]
    fetch = attrgetter(*names) if len(names) > 1 else lambda twin, one=attrgetter(*names): (one(twin),)
    return _PLANS.setdefault((cls, head), _Plan(tuple(members), fetch, count, codes, struct.Struct("<" + codes)))


def _flatten(plan: _Plan, twin: Any, out: list[int]) -> None:
    """Append all integers of `twin` to `out`, in layout order."""
    for (member, below), value in zip(plan.members, plan.fetch(twin), strict=True):
        items = _items(member, value) if member.shape else [value]
        if below is None:
            out.extend(items)
        else:
            for item in items:
                _flatten(below, item, out)


def _items(member: Member, value: Any) -> list[Any]:
    """The elements of nested lists, in order; raises ValueError where they do not have the field's shape."""
    items = [value]
    for size in member.shape:
        for row in items:
            if not isinstance(row, list) or len(row) != size:
                found = f"a list of {len(row)}" if isinstance(row, list) else f"{row!r}"
                raise ValueError(f"{member.owner}.{member.name} holds lists of shape {member.shape}, found {found}")
        items = [item for row in items for item in row] if len(items) > 1 else items[0]
    return items


def _fill(plan: _Plan, twin: Any, values: Sequence[int], at: int) -> int:
    """Give a bare twin all its fields from `values[at:]`, with new nested lists and twins."""
    for member, below in plan.members:
        n = prod(member.shape)
        items: list[Any]
        if below is None:
            items = list(values[at : at + n])
            at += n
        else:
            assert member.record is not None
            items = [member.record.__new__(member.record) for _ in range(n)]
            for item in items:
                at = _fill(below, item, values, at)
        setattr(twin, member.name, _fold(items, member.shape) if member.shape else items[0])
    return at


def _refill(plan: _Plan, twin: Any, values: Sequence[int], at: int) -> int:
    """Overwrite a twin from `values[at:]`, keeping its nested lists and twins."""
    for member, below in plan.members:
        if below is not None:
            value = getattr(twin, member.name)
            for item in _items(member, value) if member.shape else [value]:
                at = _refill(below, item, values, at)
        elif not member.shape:
            setattr(twin, member.name, values[at])
            at += 1
        else:
            rows = [getattr(twin, member.name)]
            for _ in member.shape[1:]:
                rows = [inner for row in rows for inner in row]
            for row in rows:
                row[:] = values[at : at + member.shape[-1]]
                at += member.shape[-1]
    return at


def _fold(flat: list[Any], shape: tuple[int, ...]) -> list[Any]:
    for size in reversed(shape[1:]):
        flat = [flat[k : k + size] for k in range(0, len(flat), size)]
    return flat


def _values(cls: type[Record], array: RecordArray, i: int) -> tuple[int, ...]:
    if array.dtype != dtype_of(cls):
        raise TypeError(f"the array does not hold {cls.__name__} records")
    if not 0 <= i < len(array):
        raise IndexError(f"record {i} of an array of {len(array)}")
    return _plan(cls).packer.unpack(array[i : i + 1].view(np.uint8).data)


def load(cls: type[R], array: RecordArray, i: int) -> R:
    """Record `i` of an array as a new plain twin."""
    twin = cls.__new__(cls)
    _fill(_plan(cls), twin, _values(cls, array, i), 0)
    return twin


def load_into(twin: Record, array: RecordArray, i: int) -> None:
    """Overwrite a twin, and every nested twin and list of it in place, with record `i` of an array."""
    cls = type(twin)
    _refill(_plan(cls), twin, _values(cls, array, i), 0)


def store(twin: Record, array: RecordArray, i: int) -> None:
    """Write a twin over record `i` of an array, padding as zeros, tail included.

    Raises OverflowError for a value out of its field's range, TypeError for what is no integer, ValueError
    for a list of the wrong length; the array is then unchanged.
    """
    cls = type(twin)
    if array.dtype != dtype_of(cls):
        raise TypeError(f"the array does not hold {cls.__name__} records")
    if not 0 <= i < len(array):
        raise IndexError(f"record {i} of an array of {len(array)}")
    array[i : i + 1].view(np.uint8)[:] = np.frombuffer(_pack(twin), np.uint8)


def state_bytes_of(twin: Record) -> bytes:
    """The compared bytes of a twin: what `state_bytes` gives after `store`. Raises as `store`."""
    return _pack(twin, head=True)


def copy_twin(twin: R) -> R:
    """A deep copy that shares nothing with `twin`."""
    cls = type(twin)
    values: list[int] = []
    _flatten(_plan(cls), twin, values)
    copy = cls.__new__(cls)
    _fill(_plan(cls), copy, values, 0)
    return copy


def _pack(twin: Record, head: bool = False) -> bytes:
    plan = _plan(type(twin), head)
    values: list[int] = []
    _flatten(plan, twin, values)
    try:
        return plan.packer.pack(*values)
    except struct.error:
        _blame(plan, twin, type(twin).__name__)
        raise


def _blame(plan: _Plan, twin: Any, where: str) -> None:
    """Raise the error that names the first field whose value does not fit."""
    for (member, below), value in zip(plan.members, plan.fetch(twin), strict=True):
        for k, item in enumerate(_items(member, value) if member.shape else [value]):
            spot = f"{where}.{member.name}" + (f"[{k}]" if member.shape else "")
            if below is not None:
                _blame(below, item, spot)
                continue
            limits = np.iinfo(member.scalar)
            if not hasattr(item, "__index__"):
                raise TypeError(f"{spot} = {item!r} is no integer")
            if not limits.min <= item <= limits.max:
                raise OverflowError(f"{spot} = {item} is outside {limits.min}..{limits.max} ({limits.dtype})")
