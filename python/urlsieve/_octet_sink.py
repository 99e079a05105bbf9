"""A growable byte buffer: the values of a column that is written piece by piece."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._errors import UriError

Octets = np.ndarray[Any, np.dtype[np.uint8]]


class OctetSink:
    """``length`` is the number of octets so far. Offsets of the type `offsets` have to address them."""

    def __init__(self, capacity: int, offsets: np.dtype[Any]) -> None:
        self._octets: Octets = np.empty(capacity, np.uint8)
        self._max = np.iinfo(offsets).max
        self.length = 0

    def append(self, octets: Octets) -> None:
        """Raises UriError ``too-long``."""
        length = self.length + len(octets)
        if length > self._max:
            raise UriError("too-long", f"The normal forms take more than {self._max} bytes. Use large_string.")
        if length > len(self._octets):
            grown = np.empty(length + (length >> 1), np.uint8)
            grown[: self.length] = self._octets[: self.length]
            self._octets = grown
        self._octets[self.length : length] = octets
        self.length = length

    def octets(self) -> Octets:
        """All octets, without a copy."""
        return self._octets[: self.length]
