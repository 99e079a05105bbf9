"""The fingerprints of a set, in a kernel of their own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from . import _abi as abi
from ._errors import SetError
from ._kernel import CORE, Kernel
from ._workspace import CHUNK_LINES

FRESH = -1
"""The mark of a fingerprint that was new. Others are what the kernel returns for known ones."""
_REFUSED = -2
_MIN_GROWTH = 16 * abi.PAGE

Octets = np.ndarray[Any, np.dtype[np.uint8]]


class Table:
    """The fingerprints, in a kernel of their own whose memory holds nothing else."""

    def __init__(self) -> None:
        self._kernel = Kernel(CORE)
        self._batch = -(-self._kernel.call("heapBase") // 64) * 64
        self._marks = self._batch + CHUNK_LINES * abi.FINGERPRINT
        self._base = -(-(self._marks + 4 * CHUNK_LINES) // abi.PAGE) * abi.PAGE
        self._kernel.reserve(self._base + abi.PAGE)
        while -self._kernel.call("seenCreate", self._base, 0) == abi.NEEDS_MEMORY:
            self._kernel.reserve(len(self._kernel.octets) + abi.PAGE)

    @property
    def count(self) -> int:
        return self._field(abi.COUNT)

    @property
    def nbytes(self) -> int:
        return self._field(abi.NEXT_PAGE) * abi.PAGE - self._base

    def add(
        self, fingerprints: np.ndarray[tuple[int], np.dtype[np.uint8]]
    ) -> np.ndarray[tuple[int], np.dtype[np.int32]]:
        """Adds up to CHUNK_LINES fingerprints. Returns a mark for each, valid until the next call. Raises SetError ``set-full``."""
        kernel = self._kernel
        count = len(fingerprints) // abi.FINGERPRINT
        kernel.octets[self._batch : self._batch + len(fingerprints)] = fingerprints
        done = 0
        while done < count:
            rest = self._batch + abi.FINGERPRINT * done
            done += kernel.call("seenAdd", rest, count - done, self._marks + 4 * done)
            if done < count:
                self._grow()
        marks: np.ndarray[tuple[int], np.dtype[np.int32]] = kernel.words[self._marks >> 2 : (self._marks >> 2) + count]
        if self._field(abi.REFUSED) > 0 or (marks == _REFUSED).any():
            raise SetError("set-full", f"The set is full at {self.count} fingerprints.")
        return marks

    def has(self, fingerprint: np.ndarray[tuple[int], np.dtype[np.uint8]]) -> bool:
        self._kernel.octets[self._batch : self._batch + abi.FINGERPRINT] = fingerprint
        return self._kernel.call("seenFind", self._batch) != FRESH

    def fingerprints(self) -> Iterator[np.ndarray[tuple[int], np.dtype[np.uint8]]]:
        """Copies of all fingerprints, in no particular order."""
        position = 0
        while position != -1:
            position = self._kernel.call("seenCopy", position, self._batch, CHUNK_LINES)
            end = self._batch + self._field(abi.COPIED) * abi.FINGERPRINT
            yield self._kernel.octets[self._batch : end].copy()

    def _field(self, field: int) -> int:
        return self._kernel.word(abi.SEEN_SET + field)

    def _grow(self) -> None:
        """Grows the memory by an eighth. If that fails, closes the table at its present size."""
        size = len(self._kernel.octets)
        wanted = size + max(_MIN_GROWTH, size // 8 // abi.PAGE * abi.PAGE)
        try:
            self._kernel.reserve(min(wanted, 65536 * abi.PAGE))
            if len(self._kernel.octets) > size:
                return
        except MemoryError:
            pass
        self._kernel.set_word(abi.SEEN_SET + abi.END_PAGE, size // abi.PAGE)
