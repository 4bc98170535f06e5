"""Dice: the generator's known answers, fairness, independence of streams, the tape."""

from typing import Annotated

import numpy as np
import pytest

from wzc_env.kernel import (
    Dice,
    Field,
    Ints,
    Record,
    compiled,
    draw,
    kernel,
    reseed,
    roll_die,
    seed_streams,
    state_bytes,
    state_bytes_of,
    zeros,
)
from wzc_env.kernel.dice import TAPE, _next32
from wzc_env.kernel.integers import mix32, mul32, rotl32


class Table(Record):
    """Two dice records, to roll from compiled code."""

    dice: Annotated[list[Dice], Field(Dice, (2,))]


@kernel
def seed_table(tables: list[Table], seed: int) -> None:
    seed_streams(tables[0].dice[0], seed)
    reseed(tables[0].dice[1], 2, seed + 1)


@kernel
def draw_many(tables: list[Table], stream: int, sides: int, out: Ints) -> None:
    for k in range(len(out)):
        out[k] = draw(tables[0].dice[0], stream, sides)


@kernel
def roll_many(tables: list[Table], sides: int, purpose: int, out: Ints) -> None:
    for k in range(len(out)):
        out[k] = roll_die(tables[0].dice[1], sides, purpose + k)


def seeded(seed: int) -> Dice:
    d = Dice()
    seed_streams(d, seed)
    return d


def test_known_answers_of_xoshiro128_starstar() -> None:
    """The first outputs from state 1, 2, 3, 4, as published with reference implementations."""
    d = Dice()
    d.streams[1] = [1, 2, 3, 4]
    found = [_next32(d, 1) for _ in range(10)]
    assert found == [
        *(11520, 0, 5927040, 70819200, 2031721883),
        *(1637235492, 1287239034, 3734860849, 3729100597, 4258142804),
    ]


def test_known_answers_of_the_mixing_functions() -> None:
    assert mix32(0) == 0
    assert mix32(1) == 0x514E28B7
    assert rotl32(0x80000001, 1) == 3
    rng = np.random.default_rng(0)
    for a, b in rng.integers(0, 2**32, (500, 2)).tolist():
        assert mul32(a, b) == a * b % 2**32
    assert mul32(2**32 - 1, 2**32 - 1) == 1


@pytest.mark.parametrize("sides", [2, 3, 4, 6, 8, 10, 12, 20, 100])
@pytest.mark.parametrize("stream", [0, 1, 2])
def test_every_side_is_equally_likely(sides: int, stream: int) -> None:
    """Chi-square with fixed seeds: within five standard deviations of its mean."""
    d, n = seeded(20 + sides), 400 * sides
    counts = np.bincount([draw(d, stream, sides) for _ in range(n)], minlength=sides + 1)
    assert counts[0] == 0
    assert len(counts) == sides + 1
    freedom = sides - 1
    assert abs(((counts[1:] - 400) ** 2 / 400).sum() - freedom) < 5 * (2 * freedom) ** 0.5


def test_rejection_removes_the_bias_of_a_large_die() -> None:
    """With 3 * 2**30 sides a bare remainder would give the lowest third twice in four, not once in three."""
    d, sides = seeded(1), 3 * 2**30
    low = sum(draw(d, 0, sides) <= 2**30 for _ in range(6000))
    assert abs(low / 6000 - 1 / 3) < 0.03


def test_one_side_needs_no_luck() -> None:
    assert {draw(seeded(s), 0, 1) for s in range(5)} == {1}


def test_streams_and_seeds_are_decorrelated() -> None:
    rows = []
    for seed in (0, 1, 2, 2**31, 2**32, 2**32 + 1, 2**63 - 1):
        d = seeded(seed)
        assert all(any(words) for words in d.streams)
        rows += [[_next32(d, stream) for _ in range(64)] for stream in range(3)]
    assert len({word for row in rows for word in row}) > len(rows) * 64 - 3
    bits = np.array([[(word >> b) & 1 for word in row for b in range(32)] for row in rows]) * 2.0 - 1
    correlation = bits @ bits.T / bits.shape[1]
    np.fill_diagonal(correlation, 0)
    assert abs(correlation).max() < 5 / bits.shape[1] ** 0.5


def test_drawing_from_one_stream_leaves_the_others_alone() -> None:
    d = seeded(4)
    before = [list(words) for words in d.streams]
    for _ in range(5):
        draw(d, 1, 6)
    assert d.streams[0] == before[0]
    assert d.streams[1] != before[1]
    assert d.streams[2] == before[2]


def test_reseed_gives_one_stream_of_the_seed() -> None:
    d, other = seeded(4), seeded(5)
    reseed(d, 1, 5)
    assert d.streams[1] == other.streams[1]
    assert d.streams[0] != other.streams[0]


@pytest.mark.parametrize("seed", [0, 7, 2**32 + 5, 2**63 - 2])
def test_plain_and_compiled_agree_over_10000_draws(seed: int) -> None:
    tables, array = [Table()], zeros(Table, 1)
    seed_table(tables, seed)
    compiled(seed_table)(array, seed)
    assert state_bytes_of(tables[0]) == state_bytes(array, 0)
    for stream, sides in ((0, 20), (1, 6), (2, 3 * 2**30)):
        plain, fast = [0] * 3400, np.zeros(3400, np.int64)
        draw_many(tables, stream, sides, plain)
        compiled(draw_many)(array, stream, sides, fast)
        assert plain == fast.tolist()
    assert state_bytes_of(tables[0]) == state_bytes(array, 0)


def taped(*values: int) -> Dice:
    d = seeded(1)
    d.tape[: len(values)] = values
    d.tape_len, d.tape_on = len(values), 1
    return d


def test_a_tape_gives_its_dice_in_order_and_leaves_the_streams_alone() -> None:
    d = taped(20, 1, 100)
    streams = [list(words) for words in d.streams]
    assert [roll_die(d, 20, 1), roll_die(d, 6, 2), roll_die(d, 100, 3)] == [20, 1, 100]
    assert (d.tape_at, d.short, d.short_for) == (3, 0, 0)
    assert d.streams == streams


def test_an_exhausted_tape_says_once_what_it_needs() -> None:
    d = taped(5)
    roll_die(d, 6, 1)
    assert [roll_die(d, 20, 8), roll_die(d, 6, 9)] == [1, 1]
    assert (d.short, d.short_for, d.tape_at) == (20, 8, 1)


@pytest.mark.parametrize("value", [0, 7, 255])
def test_an_impossible_value_is_not_taken(value: int) -> None:
    d = taped(value, 3)
    assert [roll_die(d, 6, 4), roll_die(d, 100, 5)] == [1, 1]
    assert (d.short, d.short_for, d.tape_at) == (-6, 4, 0)


def test_a_full_tape_can_be_used_up() -> None:
    d = taped(*([2] * TAPE))
    assert [roll_die(d, 4, 0) for _ in range(TAPE)] == [2] * TAPE
    assert d.short == 0
    roll_die(d, 4, 6)
    assert (d.short, d.short_for) == (4, 6)


@pytest.mark.parametrize("values", [(3, 4, 5, 6, 1, 2), (3, 9, 4), ()])
def test_the_tape_works_alike_compiled(values: tuple[int, ...]) -> None:
    tables, array = [Table()], zeros(Table, 1)
    twin, record = tables[0].dice[1], array[0]["dice"][1]
    for k, value in enumerate(values):
        twin.tape[k] = value
        record["tape"][k] = value
    twin.tape_on, twin.tape_len = 1, len(values)
    record["tape_on"], record["tape_len"] = 1, len(values)
    plain, fast = [0] * 5, np.zeros(5, np.int64)
    roll_many(tables, 6, 40, plain)
    compiled(roll_many)(array, 6, 40, fast)
    assert plain == fast.tolist()
    assert state_bytes_of(tables[0]) == state_bytes(array, 0)
    assert (twin.short != 0) == (len(values) < 5)
