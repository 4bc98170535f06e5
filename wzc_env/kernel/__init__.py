"""The base of every rules kernel: records, plain twins, one source for plain and compiled runs, dice.

Nothing here imports numba until something is compiled.
"""

from .closure import is_kernel
from .dice import Dice, draw, reseed, roll_die, seed_streams
from .integers import wide
from .jit import Warmth, compiled, kernel, warm, with_callees
from .record import (
    I8,
    I16,
    I32,
    I64,
    U8,
    U16,
    U32,
    Doubles2,
    Field,
    Floats,
    Floats2,
    Ints,
    Mask,
    Masks,
    Record,
    RecordArray,
    Words,
    clone_row,
    digest,
    dtype_of,
    head_size,
    state_bytes,
    words,
    zeros,
)
from .rows import clone_rows, clone_words
from .twin import copy_twin, load, load_into, state_bytes_of, store

__all__ = [
    "I8",
    "I16",
    "I32",
    "I64",
    "U8",
    "U16",
    "U32",
    "Dice",
    "Doubles2",
    "Field",
    "Floats",
    "Floats2",
    "Ints",
    "Mask",
    "Masks",
    "Record",
    "RecordArray",
    "Warmth",
    "Words",
    "clone_row",
    "clone_rows",
    "clone_words",
    "compiled",
    "copy_twin",
    "digest",
    "draw",
    "dtype_of",
    "head_size",
    "is_kernel",
    "kernel",
    "load",
    "load_into",
    "reseed",
    "roll_die",
    "seed_streams",
    "state_bytes",
    "state_bytes_of",
    "store",
    "warm",
    "wide",
    "with_callees",
    "words",
    "zeros",
]
