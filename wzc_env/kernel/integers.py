"""32-bit integer arithmetic that gives equal results plain and compiled.

Plain Python integers never wrap, compiled ones wrap at 64 bits; so everything here stays non-negative and
below 2**63, and is masked to 32 bits.
"""

from .jit import kernel

MASK32 = 0xFFFFFFFF


@kernel
def wide(value: int) -> int:
    """The same value as a signed 64-bit integer.

    Two unsigned values under one operator become uint64 in compiled code, where 3 - 5 is not -2 (`int()`
    does not help); one `wide` around either of them mends it.
    """
    return value


@kernel
def mul32(a: int, b: int) -> int:
    """a * b modulo 2**32, for a, b in 0..2**32-1, with no product above 2**49."""
    return ((a & 0xFFFF) * b + ((((a >> 16) * b) & 0xFFFF) << 16)) & MASK32


@kernel
def rotl32(value: int, by: int) -> int:
    """Rotate a 32-bit value left by 1..31 bits."""
    return ((value << by) | (value >> (32 - by))) & MASK32


@kernel
def mix32(value: int) -> int:
    """A bijective scramble of a 32-bit value (the final mix of MurmurHash3)."""
    value ^= value >> 16
    value = mul32(value, 0x85EBCA6B)
    value ^= value >> 13
    value = mul32(value, 0xC2B2AE35)
    return value ^ (value >> 16)
