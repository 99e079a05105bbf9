"""An instance of the store kernel, whose memory is handed out front to back."""

from __future__ import annotations

from typing import Any

import numpy as np

from .._errors import SetError
from .._kernel import STORE, Kernel
from .layout import LIMIT

_MAX_END = 1 << 31
"""Addresses beyond would be negative: the kernel compares them."""

Octets = np.ndarray[Any, np.dtype[np.uint8]]
Words = np.ndarray[Any, np.dtype[np.uint32]]


class Memory:
    """A kernel, and what of its memory is taken."""

    def __init__(self) -> None:
        self.kernel = Kernel(STORE)
        self._end = self.kernel.call("heapBase")
        self.call = self.kernel.call

    def take(self, octets: int) -> int:
        """Takes an area of zeros. Returns its address. Raises SetError ``set-full`` if memory cannot be allocated, or beyond 2 GiB."""
        start = -(-self._end // 64) * 64
        try:
            if start + octets + LIMIT.MARGIN > _MAX_END:
                raise MemoryError
            self.kernel.reserve(start + octets + LIMIT.MARGIN)
        except MemoryError as error:
            raise SetError("set-full", "The set is full: memory cannot be allocated.") from error
        self._end = start + octets
        return start

    def word(self, address: int) -> int:
        return self.kernel.word(address)

    def set_word(self, address: int, value: int) -> None:
        """Sets a word to a signed or an unsigned number."""
        self.kernel.set_word(address, value - (1 << 32) if value >= 1 << 31 else value)

    def area(self, address: int, octets: int) -> Octets:
        """The octets of an area. Valid until the next `take`."""
        return self.kernel.octets[address : address + octets]

    def words(self, address: int, count: int) -> Words:
        """The words of an area. Valid until the next `take`."""
        return self.area(address, 4 * count).view(np.uint32)


class Checks:
    """The check of octets: assembly/store/checksum.ts."""

    def __init__(self) -> None:
        self._memory = Memory()
        self._area = self._capacity = 0

    def of(self, octets: bytes | bytearray, seed: int) -> int:
        """An unsigned word."""
        size = len(octets)
        if size > self._capacity:
            self._capacity = max(2 * self._capacity, size)
            self._area = self._memory.take(self._capacity)
        self._memory.kernel.view[self._area : self._area + size] = octets
        return self._memory.call("checksum", self._area, self._area + size, seed) & 0xFFFFFFFF
