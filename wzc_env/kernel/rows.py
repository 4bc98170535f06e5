"""Copying many records at once, for search and batches that run compiled.

Works on the int64 words of record arrays (`record.words`), in both modes; twins are copied by
`twin.copy_twin`.
"""

from .jit import kernel
from .record import Ints, Words


@kernel
def clone_words(dst: Words, i: int, src: Words, j: int, count: int) -> None:
    """Copy the first `count` words of row `j` of `src` over row `i` of `dst`.

    With `count = head_size(cls) // 8` the tail stays. Indices are not checked in compiled code.
    """
    for k in range(count):
        dst[i][k] = src[j][k]


@kernel
def clone_rows(dst: Words, into: Ints, src: Words, of: Ints, count: int) -> None:
    """`clone_words` for every k: row `of[k]` of `src` over row `into[k]` of `dst`, in order."""
    for k in range(len(into)):
        clone_words(dst, into[k], src, of[k], count)
