"""Record classes: layout, refusals, bytes and clones."""

from typing import Annotated, Any

import numpy as np
import pytest

from wzc_env.kernel import (
    I8,
    I16,
    I32,
    I64,
    U8,
    Field,
    Record,
    clone_row,
    digest,
    dtype_of,
    head_size,
    state_bytes,
    words,
    zeros,
)
from wzc_env.kernel.rows import clone_rows


class Inner(Record):
    tiny: I8
    big: I64
    marks: Annotated[list[int], Field(np.uint8, (3,))]


class Journal(Record):
    at: I16
    lines: Annotated[list[int], Field(np.int16, (5,))]


class Outer(Record):
    flag: U8
    inner: Annotated[list[Inner], Field(Inner, (3,))]
    alone: Inner
    grid: Annotated[list[list[int]], Field(np.int32, (2, 3))]
    odd: I8
    journal: Journal
    __tail__ = ("journal",)


def leaves(dtype: Any, base: int = 0) -> list[tuple[int, int]]:
    """(offset, size) of every scalar in a layout, padding included."""
    if dtype.subdtype is not None:
        kind, shape = dtype.subdtype
        return [leaf for k in range(int(np.prod(shape))) for leaf in leaves(kind, base + k * kind.itemsize)]
    if dtype.names is None:
        return [(base, dtype.itemsize)]
    return [leaf for name in dtype.names for leaf in leaves(dtype[name], base + dtype.fields[name][1])]


@pytest.mark.parametrize("cls", [Inner, Journal, Outer])
def test_every_byte_is_a_field_and_every_field_is_aligned(cls: type[Record]) -> None:
    dtype = dtype_of(cls)
    at = 0
    for offset, size in leaves(dtype):
        assert offset == at
        assert offset % size == 0
        at += size
    assert at == dtype.itemsize
    assert dtype.itemsize % 8 == 0
    assert dtype.isalignedstruct


def test_declared_fields_keep_their_order_and_type() -> None:
    names = [name for name in dtype_of(Outer).names or () if not name.startswith("_pad")]
    assert names == ["flag", "inner", "alone", "grid", "odd", "journal"]
    assert dtype_of(Outer)["grid"] == np.dtype((np.int32, (2, 3)))
    assert dtype_of(Outer)["alone"] is dtype_of(Inner)
    assert dtype_of(Outer) is dtype_of(Outer)


def test_the_tail_starts_on_a_word_and_is_outside_the_compared_bytes() -> None:
    assert head_size(Outer) == (dtype_of(Outer).fields or {})["journal"][1]
    assert head_size(Outer) % 8 == 0
    assert head_size(Inner) == dtype_of(Inner).itemsize
    array = zeros(Outer, 2)
    before = state_bytes(array, 0)
    array[0]["journal"]["at"] = 7
    assert state_bytes(array, 0) == before
    array[0]["odd"] = 1
    assert state_bytes(array, 0) != before
    assert len(before) == head_size(Outer)


def test_a_tail_of_bytes_starts_on_a_word_too() -> None:
    class Notes(Record):
        mark: U8
        scribble: Annotated[list[int], Field(np.uint8, (3,))]
        __tail__ = ("scribble",)

    assert (head_size(Notes), dtype_of(Notes).itemsize) == (8, 16)


def test_state_bytes_of_each_row_and_of_no_row() -> None:
    array = zeros(Inner, 3)
    array["big"] = [1, 2, 3]
    assert len({digest(state_bytes(array, i)) for i in range(3)}) == 3
    for i in (-1, 3):
        with pytest.raises(IndexError, match=f"record {i} of an array of 3"):
            state_bytes(array, i)
    with pytest.raises(TypeError, match="array of records"):
        state_bytes(np.zeros(3, [("x", np.int8)]), 0)


def test_digest_is_sixteen_hex_digits() -> None:
    assert digest(b"") == "e4a6a0577479b2b4"
    assert digest(b"a") != digest(b"b")


def filled(n: int) -> np.ndarray[Any, np.dtype[np.void]]:
    array = zeros(Outer, n)
    array.view(np.uint8)[:] = np.random.default_rng(5).integers(0, 256, array.nbytes, dtype=np.uint8)
    return array


def test_a_clone_has_the_same_bytes_padding_included_and_keeps_its_own_tail() -> None:
    array = filled(4)
    tail, others = array[2]["journal"].tobytes(), [state_bytes(array, i) for i in (0, 3)]
    clone_row(array, 2, array, 1)
    assert state_bytes(array, 2) == state_bytes(array, 1)
    assert array[2]["journal"].tobytes() == tail
    assert [state_bytes(array, i) for i in (0, 3)] == others


def test_clone_row_refuses_other_records_and_other_rows() -> None:
    with pytest.raises(TypeError, match="different records"):
        clone_row(zeros(Outer, 1), 0, zeros(Inner, 1), 0)
    for i, j in ((-1, 0), (0, 2), (2, 0)):
        with pytest.raises(IndexError, match="clone_row"):
            clone_row(zeros(Inner, 2), i, zeros(Inner, 2), j)


def test_many_rows_are_cloned_alike_in_both_modes() -> None:
    from wzc_env.kernel import compiled

    of, into = np.array([3, 0, 2]), np.array([0, 1, 3])
    results = []
    for run in (clone_rows, compiled(clone_rows)):
        dst, src = zeros(Outer, 4), filled(4)
        run(words(dst), into, words(src), of, head_size(Outer) // 8)  # type: ignore[arg-type] # arrays for lists
        assert [state_bytes(dst, k) for k in into] == [state_bytes(src, k) for k in of]
        assert state_bytes(dst, 2) == bytes(head_size(Outer))
        results.append(dst.tobytes())
    assert results[0] == results[1]


@pytest.mark.parametrize(
    ("hint", "message"),
    [
        (int, "unknown annotation"),
        (list[int], "unknown annotation"),
        (Annotated[int, "metre"], "unknown annotation"),
        (Annotated[int, Field(np.uint64)], "uint64"),
        (Annotated[int, Field(np.float32)], "float32"),
        (Annotated[int, Field(np.int8, (4,))], "is written"),
        (Annotated[list[int], Field(np.int8)], "is written"),
        (Annotated[list[Inner], Field(Journal, (2,))], "is written"),
        (Annotated[list[int], Field(np.int8, (0,))], "positive"),
        (Annotated[list[int], Field(np.int8, 3)], "positive"),  # type: ignore[arg-type] # the error under test
        (Outer, "__tail__"),
        (Record, "cannot be a field"),
    ],
)
def test_a_bad_field_is_refused_when_the_class_is_made(hint: Any, message: str) -> None:
    with pytest.raises(TypeError, match=message) as caught:
        type(Record)("Bad", (Record,), {"__module__": __name__, "__annotations__": {"fine": I8, "hurt": hint}})
    assert "Bad.hurt" in str(caught.value)


@pytest.mark.parametrize("name", ["round", "all", "any", "sum", "size", "shape", "view", "_pad0", "__secret"])
def test_a_field_named_like_an_array_attribute_is_refused(name: str) -> None:
    with pytest.raises(TypeError, match=f"Bad.{name}"):
        type(Record)("Bad", (Record,), {"__module__": __name__, "__annotations__": {name: I8}})


@pytest.mark.parametrize("tail", [("a",), ("c", "b"), ("a", "b", "c"), ("nowhere",), "c"])
def test_a_tail_that_does_not_trail_is_refused(tail: Any) -> None:
    notes = {"a": I8, "b": I16, "c": I32}
    with pytest.raises(TypeError, match="__tail__"):
        type(Record)("Bad", (Record,), {"__module__": __name__, "__annotations__": notes, "__tail__": tail})


def test_records_neither_inherit_nor_stay_empty() -> None:
    with pytest.raises(TypeError, match="derives from Record directly"):
        type(Record)("Bad", (Inner,), {"__module__": __name__, "__annotations__": {"more": I8}})
    with pytest.raises(TypeError, match="at least one"):
        type(Record)("Bad", (Record,), {"__module__": __name__})
