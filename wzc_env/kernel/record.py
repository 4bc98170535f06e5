"""Records: annotated classes that are layout, compiled type and plain twin at once.

A subclass of `Record` declares integer fields, nested records and fixed arrays of either:

>>> class Unit(Record):
...     "One creature."
...     hp: I16
...     slots: Annotated[list[int], Field(np.uint8, (4,))]
>>> Unit().slots
[0, 0, 0, 0]
>>> dtype_of(Unit).itemsize, zeros(Unit, 3).shape
(8, (3,))

`dtype_of(cls)` is the NumPy layout: every field aligned, every padding byte a declared field (`_pad0`,
...), the size a multiple of 8, so that the bytes are always fully defined and may be copied as int64 words.
An **instance** of the class is its plain twin: slots only (a misspelt field raises AttributeError),
zero-filled, with Python integers and nested lists.

Signed fields are the better default. Two unsigned values combined by one operator become uint64 in compiled
code; `compiled` refuses that (see `integers.wide`).
"""

import hashlib
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, TypeVar, get_args, get_origin, get_type_hints

import numpy as np
import numpy.typing as npt

RecordArray = np.ndarray[Any, np.dtype[np.void]]
"""Structured array of one record class: shape (n,), dtype `dtype_of(cls)`."""

INTEGERS = (np.int8, np.uint8, np.int16, np.uint16, np.int32, np.uint32, np.int64)
"""The scalar types a field may have: no floats, no uint64 (with int64 it turns into float64)."""


@dataclass(frozen=True)
class Field:
    """What a field holds: `of` is one of `INTEGERS` or a Record class, `shape` is () or fixed sizes."""

    of: Any
    shape: tuple[int, ...] = ()


@dataclass(frozen=True)
class Grid:
    """A C-ordered NumPy array as argument of a kernel function: element type and number of axes."""

    of: Any
    axes: int


I8 = Annotated[int, Field(np.int8)]
U8 = Annotated[int, Field(np.uint8)]
I16 = Annotated[int, Field(np.int16)]
U16 = Annotated[int, Field(np.uint16)]
I32 = Annotated[int, Field(np.int32)]
U32 = Annotated[int, Field(np.uint32)]
I64 = Annotated[int, Field(np.int64)]

# arguments of kernel functions: C-ordered NumPy arrays when compiled, lists (or arrays) when plain
Mask = Annotated[list[int], Grid(np.uint8, 1)]
Masks = Annotated[list[list[int]], Grid(np.uint8, 2)]
Ints = Annotated[list[int], Grid(np.int64, 1)]
Words = Annotated[list[list[int]], Grid(np.int64, 2)]
Floats = Annotated[list[float], Grid(np.float32, 1)]
Floats2 = Annotated[list[list[float]], Grid(np.float32, 2)]
Doubles2 = Annotated[list[list[float]], Grid(np.float64, 2)]

_TAKEN = {name for kind in (np.recarray, np.record, np.ndarray) for name in dir(kind)}


@dataclass(frozen=True)
class Member:
    """A checked field: `record` is the nested class, or None where `scalar` is an integer type."""

    owner: str
    name: str
    shape: tuple[int, ...]
    scalar: Any
    record: "type[Record] | None"


class _RecordMeta(type):
    """Gives a record class its slots from its annotations and checks every field when the class is made."""

    def __new__(mcs, name: str, bases: tuple[type, ...], space: dict[str, Any]) -> "_RecordMeta":
        if not bases:
            return super().__new__(mcs, name, bases, {**space, "__slots__": ()})
        if bases != (Record,):
            raise TypeError(f"{name}: a record derives from Record directly and from nothing else")
        names = tuple(space.get("__annotations__", {}))
        if not names:
            raise TypeError(f"{name}: a record needs at least one annotated field")
        cls = super().__new__(mcs, name, bases, {**space, "__slots__": names})
        try:
            hints = get_type_hints(cls, include_extras=True)
        except NameError as error:
            raise TypeError(f"{name}: cannot resolve the type of a field: {error}") from error
        cls.__members__ = tuple(_member(name, field, hints[field]) for field in names)
        tail = cls.__tail__
        if tail and (not isinstance(tail, tuple) or tail != names[-len(tail) :] or tail == names):
            raise TypeError(f"{name}: __tail__ {tail!r} must name the last fields, in order; the fields are {names}")
        return cls

    __members__: tuple[Member, ...]
    __tail__: tuple[str, ...]


def _member(owner: str, name: str, hint: Any) -> Member:
    """The checked field for annotation `hint`; raises TypeError naming record and field."""
    where = f"{owner}.{name}"
    if name.startswith("_") or name in _TAKEN:
        raise TypeError(f"{where}: this name is an attribute of NumPy arrays or private; choose another")
    if isinstance(hint, _RecordMeta):
        hint = Annotated[hint, Field(hint)]
    if get_origin(hint) is not Annotated or not isinstance(get_args(hint)[1], Field):
        raise TypeError(f"{where}: unknown annotation {hint!r}; use I8 ... I64, a Record or Annotated[..., Field(...)]")
    plain, field = get_args(hint)[:2]
    shape = field.shape
    if not isinstance(shape, tuple) or not all(isinstance(n, int) and n > 0 for n in shape):
        raise TypeError(f"{where}: shape {shape!r} must be a tuple of positive integers")
    nested: Any = field.of if isinstance(field.of, _RecordMeta) and field.of is not Record else None
    if nested is None and field.of not in INTEGERS:
        allowed = ", ".join(kind.__name__ for kind in INTEGERS)
        raise TypeError(f"{where}: {field.of!r} cannot be a field; allowed are records and {allowed}")
    if nested is not None and nested.__tail__:
        raise TypeError(f"{where}: {nested.__name__} has a __tail__; only an outermost record may have one")
    expected: Any = nested or int
    for _ in shape:
        expected = list[expected]
    if plain != expected:
        raise TypeError(f"{where}: shape {shape} of {field.of.__name__} is written {expected}, not {plain}")
    return Member(owner, name, shape, None if nested else field.of, nested)


class Record(metaclass=_RecordMeta):
    """Base of every record class; an instance is a zero-filled plain twin."""

    __tail__: ClassVar[tuple[str, ...]] = ()

    def __init__(self) -> None:
        for member in type(self).__members__:
            setattr(self, member.name, _zero(member, member.shape))

    def __repr__(self) -> str:
        """Class name and the integer fields that are not zero: short enough for a debugger."""
        pairs = ((m.name, getattr(self, m.name)) for m in type(self).__members__ if m.scalar and not m.shape)
        return f"{type(self).__name__}({', '.join(f'{name}={value}' for name, value in pairs if value)})"


R = TypeVar("R", bound=Record)


def _zero(member: Member, shape: tuple[int, ...]) -> Any:
    if shape:
        return [_zero(member, shape[1:]) for _ in range(shape[0])]
    return 0 if member.record is None else member.record()


_LAYOUTS: dict[type[Record], tuple[np.dtype[np.void], int]] = {}
_HEADS: dict[np.dtype[np.void], int] = {}


def _layout(cls: type[Record]) -> tuple[np.dtype[np.void], int]:
    """(dtype, bytes before the tail) of a record class, made once."""
    if cls in _LAYOUTS:
        return _LAYOUTS[cls]
    names: list[str] = []
    formats: list[Any] = []
    offsets: list[int] = []
    at, pads, head = 0, 0, -1

    def align(step: int) -> None:
        nonlocal at, pads
        gap = -at % step
        if gap:
            names.append(f"_pad{pads}")
            formats.append((np.uint8, (gap,)))
            offsets.append(at)
            at, pads = at + gap, pads + 1

    for member in cls.__members__:
        kind = np.dtype(member.scalar) if member.record is None else dtype_of(member.record)
        first_of_tail = head < 0 and member.name in cls.__tail__
        align(8 if first_of_tail or member.record is not None else kind.itemsize)
        if first_of_tail:
            head = at
        names.append(member.name)
        formats.append((kind, member.shape) if member.shape else kind)
        offsets.append(at)
        at += kind.itemsize * int(np.prod(member.shape, dtype=np.int64))
    align(8)
    spec: Any = {"names": names, "formats": formats, "offsets": offsets, "itemsize": at}
    dtype = np.dtype(spec, align=True)
    head = at if head < 0 else head
    if _HEADS.setdefault(dtype, head) != head:
        raise TypeError(f"{cls.__name__}: another record has the same fields but a different __tail__; rename a field")
    return _LAYOUTS.setdefault(cls, (dtype, head))


def dtype_of(cls: type[Record]) -> np.dtype[np.void]:
    """The NumPy layout of a record class: one dtype object per class, aligned, itemsize a multiple of 8."""
    return _layout(cls)[0]


def head_size(cls: type[Record]) -> int:
    """Bytes before the `__tail__` fields (all bytes where there is none); a multiple of 8."""
    return _layout(cls)[1]


def zeros(cls: type[Record], n: int) -> RecordArray:
    """`n` zero-filled records: shape (n,), dtype `dtype_of(cls)`.

    Records read from an .npy file have lost their alignment, and compiled code refuses them: copy them into such
    an array (`zeros(cls, n)[:] = read`). Pickled ones are as good as new.
    """
    return np.zeros(n, dtype_of(cls))


def _head_of(array: RecordArray) -> int:
    head = _HEADS.get(array.dtype)
    if head is None or array.ndim != 1:
        raise TypeError(f"expected a 1-d array of records made by zeros(), got {array.dtype} of shape {array.shape}")
    return head


def state_bytes(array: RecordArray, i: int) -> bytes:
    """The compared bytes of record `i`: everything before the tail. Raises IndexError, TypeError."""
    head = _head_of(array)
    if not 0 <= i < len(array):
        raise IndexError(f"record {i} of an array of {len(array)}")
    return array[i : i + 1].view(np.uint8)[:head].tobytes()


def digest(data: bytes) -> str:
    """16 hex digits that name some bytes (BLAKE2b, 8 bytes)."""
    return hashlib.blake2b(data, digest_size=8).hexdigest()


def words(array: RecordArray) -> npt.NDArray[np.int64]:
    """The same memory as int64 words: shape (n, itemsize // 8). The array must be contiguous."""
    return array.view(np.int64).reshape(len(array), array.dtype.itemsize // 8)


def clone_row(dst: RecordArray, i: int, src: RecordArray, j: int) -> None:
    """Copy the head of record `j` of `src` over record `i` of `dst`; the tail of `dst` stays as it is.

    A structured assignment (`dst[i] = src[j]`) copies field by field, many times slower. Where the `words`
    of both are at hand, `dst_words[i, :n] = src_words[j, :n]` with `n = head_size(cls) // 8` is quicker
    still; compiled code uses `rows.clone_rows`. Raises TypeError where the arrays hold different records,
    IndexError.
    """
    if dst.dtype is not src.dtype and dst.dtype != src.dtype:
        raise TypeError("clone_row: the two arrays hold different records")
    if not (0 <= i < len(dst) and 0 <= j < len(src)):
        raise IndexError(f"clone_row: record {j} of {len(src)} over record {i} of {len(dst)}")
    head, step = _head_of(dst) // 8, dst.dtype.itemsize // 8
    row = dst.view(np.int64)[i * step : i * step + head]
    row[:] = src.view(np.int64)[j * step : j * step + head]
