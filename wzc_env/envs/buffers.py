"""Arrays that are as good as new: memory is used again only when nobody holds it any more."""

import mmap
import sys
from typing import Any

import numpy as np
import numpy.typing as npt

from wzc_env.kernel import Record, RecordArray, dtype_of

MOST_KEPT = 3
"""Arrays of a pool at most: the last one, the one before, one in between. Whoever keeps more gets new memory."""


def _holders(owners: list[Any], k: int) -> int:
    """How often an item of a list is referred to."""
    return sys.getrefcount(owners[k])


_NOBODY = _holders([object()], 0)
"""What is counted for an item that the list alone holds."""


class Fresh:
    """Hands out arrays of one shape and dtype, uninitialised.

    The system clears every page of new memory, which takes as long as filling an observation. So an array is handed out
    as a view, and its memory again once no view of it is left: views of views, tensors and slices all count.
    """

    def __init__(self, shape: tuple[int, ...], dtype: npt.DTypeLike) -> None:
        self.shape, self.dtype = shape, np.dtype(dtype)
        self._owners: list[npt.NDArray[Any]] = []

    def take(self) -> npt.NDArray[Any]:
        """An array that shares its memory with none that anybody still holds."""
        for k in range(len(self._owners)):
            if _holders(self._owners, k) == _NOBODY:
                return self._owners[k][:]
        owner = np.empty(self.shape, self.dtype)
        if len(self._owners) < MOST_KEPT:
            self._owners.append(owner)
        return owner[:]


def sparse(cls: type[Record], n: int) -> RecordArray:
    """Zero-filled records of which only the parts that are touched take up memory, page by page.

    Of a battle in a batch that is the part before its log. Large arrays would else get pages of megabytes, whole.
    A process that is forked has records of its own, as of any other memory.
    """
    dtype = dtype_of(cls)
    own = {"flags": mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS} if hasattr(mmap, "MAP_PRIVATE") else {}
    room = mmap.mmap(-1, n * dtype.itemsize, **own)
    if hasattr(mmap, "MADV_NOHUGEPAGE"):
        room.madvise(mmap.MADV_NOHUGEPAGE)
    return np.frombuffer(room, dtype)
