"""The battle's chance: random streams and a dice tape, all inside the record.

Three streams, so that what an agent draws never shifts the dice: 0 the dice, 1 the party's agent, 2 the
foes' agent. Each is xoshiro128** 1.1 (Blackman and Vigna), four 32-bit words. With `tape_on` set, dice come
from the tape instead (scripted tests, exact counts, a person typing rolls); a tape that runs out or holds
an impossible value is reported in `short` and `short_for`, never papered over.
"""

from typing import Annotated

import numpy as np

from .integers import MASK32, mix32, mul32, rotl32
from .jit import kernel
from .record import I8, I16, Field, Record

TAPE = 96
"""Dice that fit on a tape."""


class Dice(Record):
    """Random streams and the dice tape of one battle."""

    streams: Annotated[list[list[int]], Field(np.uint32, (3, 4))]  # 0 dice, 1 party's agent, 2 foes' agent
    tape: Annotated[list[int], Field(np.uint8, (TAPE,))]  # values to come, in order
    tape_len: I16  # how many of them are set
    tape_at: I16  # the next one
    tape_on: I8  # 1: dice come from the tape
    short: I8  # sides of the die that found the tape empty, minus the sides for an impossible value, or 0
    short_for: I16  # purpose code of that die


@kernel
def seed_streams(d: Dice, seed: int) -> None:
    """Seed the three streams, decorrelated, from any non-negative int64; the tape is left alone."""
    for stream in range(3):
        reseed(d, stream, seed)


@kernel
def reseed(d: Dice, stream: int, seed: int) -> None:
    """Seed one stream (0..2) from any non-negative int64; streams of one seed differ.

    Never all zero, where the generator would stay: four different states cannot all mix to 0, mix32 being one
    to one.
    """
    state = mix32((seed & MASK32) ^ mul32(stream + 1, 0x9E3779B9))
    state = mix32(state ^ ((seed >> 32) & MASK32))
    for k in range(4):
        state = (state + 0x9E3779B9) & MASK32
        d.streams[stream][k] = mix32(state)


@kernel
def _next32(d: Dice, stream: int) -> int:
    """The next 32 bits of one stream (xoshiro128**)."""
    s0 = d.streams[stream][0] & MASK32
    s1 = d.streams[stream][1] & MASK32
    s2 = d.streams[stream][2] & MASK32
    s3 = d.streams[stream][3] & MASK32
    result = (rotl32((s1 * 5) & MASK32, 7) * 9) & MASK32
    shifted = (s1 << 9) & MASK32
    s2 ^= s0
    s3 ^= s1
    s1 ^= s2
    s0 ^= s3
    s2 ^= shifted
    d.streams[stream][0] = s0
    d.streams[stream][1] = s1
    d.streams[stream][2] = s2
    d.streams[stream][3] = rotl32(s3, 11)
    return result


@kernel
def draw(d: Dice, stream: int, sides: int) -> int:
    """1..sides from one stream, every value equally likely (rejection); sides in 1..2**31."""
    limit = (MASK32 + 1) // sides * sides
    value = _next32(d, stream)
    while value >= limit:
        value = _next32(d, stream)
    return value % sides + 1


@kernel
def roll_die(d: Dice, sides: int, purpose: int) -> int:
    """Roll one die of 1..127 sides: from the tape when `tape_on`, else from stream 0.

    An empty tape sets `short` to the sides and `short_for` to the purpose; an impossible value sets `short`
    to minus the sides. From then on every die is 1 and the tape stands still, so the caller may finish its
    step and report.
    """
    if d.tape_on == 0:
        return draw(d, 0, sides)
    if d.short != 0:
        return 1
    if d.tape_at >= d.tape_len:
        d.short = sides
        d.short_for = purpose
        return 1
    value = d.tape[d.tape_at] & 0xFF
    if value < 1 or value > sides:
        d.short = -sides
        d.short_for = purpose
        return 1
    d.tape_at += 1
    return value
