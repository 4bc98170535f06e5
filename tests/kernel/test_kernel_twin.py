"""Plain twins: zero-filled, strict about names, equal in bytes to the arrays."""

import copy
from typing import Annotated, Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wzc_env.kernel import (
    I8,
    I64,
    U16,
    Field,
    Record,
    copy_twin,
    dtype_of,
    head_size,
    load,
    load_into,
    state_bytes,
    state_bytes_of,
    store,
    zeros,
)


class Leaf(Record):
    low: I8
    high: U16
    pair: Annotated[list[list[int]], Field(np.int8, (2, 3))]


class Single(Record):
    value: I64


class Tree(Record):
    mark: I8
    leaves: Annotated[list[list[Leaf]], Field(Leaf, (2, 2))]
    leaf: Leaf
    single: Single
    events: Annotated[list[int], Field(np.uint32, (3,))]
    __tail__ = ("events",)


def random_tree(seed: int) -> np.ndarray[Any, np.dtype[np.void]]:
    """Two records with every declared field random and every pad zero."""
    rng = np.random.default_rng(seed)

    def fill(view: Any) -> None:
        for name in view.dtype.names:
            field = view[name]
            if name.startswith("_pad"):
                continue
            if field.dtype.names:
                fill(field)
            else:
                limits = np.iinfo(field.dtype)
                view[name] = rng.integers(limits.min, limits.max, field.shape, field.dtype, endpoint=True)

    array = zeros(Tree, 2)
    fill(array)
    return array


def test_an_instance_is_zero_filled_and_nested() -> None:
    tree = Tree()
    assert (tree.mark, tree.leaf.high, tree.events) == (0, 0, [0, 0, 0])
    assert [len(row) for row in tree.leaves] == [2, 2]
    assert tree.leaves[0][0] is not tree.leaves[0][1]
    assert tree.leaves[0][0].pair is not tree.leaves[0][1].pair
    assert state_bytes_of(tree) == bytes(head_size(Tree))


def test_a_misspelt_field_is_refused() -> None:
    tree = Tree()
    with pytest.raises(AttributeError, match="marc"):
        tree.marc = 1  # type: ignore[attr-defined] # the error under test
    with pytest.raises(AttributeError, match="hihg"):
        _ = tree.leaf.hihg  # type: ignore[attr-defined] # the error under test


def test_repr_is_short() -> None:
    leaf = Leaf()
    leaf.high = 4
    assert repr(leaf) == "Leaf(high=4)"


@given(st.integers(0, 2**32 - 1))
@settings(max_examples=25, deadline=None)
def test_load_and_store_keep_every_byte(seed: int) -> None:
    array, other = random_tree(seed), zeros(Tree, 1)
    twin = load(Tree, array, 1)
    assert type(twin.mark) is int
    assert state_bytes_of(twin) == state_bytes(array, 1)
    store(twin, other, 0)
    assert other.tobytes() == array[1:].tobytes()


def test_fields_arrive_where_they_belong() -> None:
    array = random_tree(3)
    twin = load(Tree, array, 0)
    assert twin.leaves[1][0].pair == array[0]["leaves"][1][0]["pair"].tolist()
    assert twin.leaf.high == array[0]["leaf"]["high"]
    assert twin.single.value == array[0]["single"]["value"]
    assert twin.events == array[0]["events"].tolist()


def test_load_into_keeps_every_object() -> None:
    array, twin = random_tree(9), Tree()
    leaf, row, events = twin.leaves[1][1], twin.leaves[1][1].pair[1], twin.events
    load_into(twin, array, 1)
    assert twin.leaves[1][1] is leaf
    assert leaf.pair[1] is row
    assert twin.events is events
    assert state_bytes_of(twin) == state_bytes(array, 1)
    assert events == array[1]["events"].tolist()


def test_a_copy_shares_nothing() -> None:
    twin = load(Tree, random_tree(4), 0)
    before = state_bytes_of(twin)
    other = copy_twin(twin)
    assert state_bytes_of(other) == before
    other.leaves[0][1].pair[0][0] ^= 1
    other.leaf.low ^= 1
    other.single.value ^= 1
    other.events[0] ^= 1
    assert state_bytes_of(twin) == before
    assert twin.events != other.events


def test_standard_deepcopy_works_too() -> None:
    twin = load(Tree, random_tree(4), 0)
    assert state_bytes_of(copy.deepcopy(twin)) == state_bytes_of(twin)


@pytest.mark.parametrize(
    ("value", "error", "message"),
    [
        (128, OverflowError, r"Tree\.leaves\[2\]\.pair\[5\] = 128 is outside -128\.\.127"),
        (-129, OverflowError, r"= -129 is outside"),
        (2**70, OverflowError, r"outside -128\.\.127"),
        (1.0, TypeError, r"Tree\.leaves\[2\]\.pair\[5\] = 1\.0 is no integer"),
        (None, TypeError, "None is no integer"),
    ],
)
def test_a_value_that_does_not_fit_is_named_and_nothing_is_written(
    value: Any, error: type[Exception], message: str
) -> None:
    array, twin = random_tree(1), Tree()
    before = array.tobytes()
    twin.leaves[1][0].pair[1][2] = value
    with pytest.raises(error, match=message):
        store(twin, array, 0)
    with pytest.raises(error, match=message):
        state_bytes_of(twin)
    assert array.tobytes() == before


def test_unsigned_and_wide_limits() -> None:
    twin = Tree()
    twin.leaf.high, twin.single.value = 65535, 2**63 - 1
    assert load(Tree, stored(twin), 0).single.value == 2**63 - 1
    twin.leaf.high = -1
    with pytest.raises(OverflowError, match=r"Tree\.leaf\.high = -1 is outside 0\.\.65535"):
        state_bytes_of(twin)


def stored(twin: Tree) -> np.ndarray[Any, np.dtype[np.void]]:
    array = zeros(Tree, 1)
    store(twin, array, 0)
    return array


@pytest.mark.parametrize("broken", [[0, 0], [0, 0, 0, 0], 7])
def test_a_list_of_the_wrong_length_is_named(broken: Any) -> None:
    twin = Tree()
    twin.leaf.pair[1] = broken
    with pytest.raises(ValueError, match=r"Leaf\.pair holds lists of shape \(2, 3\)"):
        state_bytes_of(twin)


def test_two_wrong_lengths_do_not_make_a_right_one() -> None:
    twin = Tree()
    twin.leaf.pair = [[0, 0], [0, 0, 0, 0]]
    with pytest.raises(ValueError, match=r"Leaf\.pair"):
        state_bytes_of(twin)


def test_the_wrong_array_or_row_is_refused() -> None:
    with pytest.raises(TypeError, match="does not hold Tree"):
        load(Tree, zeros(Leaf, 1), 0)
    with pytest.raises(TypeError, match="does not hold Tree"):
        store(Tree(), zeros(Leaf, 1), 0)
    for i in (-1, 2):
        with pytest.raises(IndexError, match=f"record {i}"):
            load(Tree, zeros(Tree, 2), i)
        with pytest.raises(IndexError, match=f"record {i}"):
            store(Tree(), zeros(Tree, 2), i)


def test_padding_is_written_as_zero() -> None:
    array = zeros(Tree, 1)
    array.view(np.uint8)[:] = 255
    store(Tree(), array, 0)
    assert array.tobytes() == bytes(dtype_of(Tree).itemsize)
