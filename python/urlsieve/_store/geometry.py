"""How the keys of a run are laid out: assembly/store/layout.ts draws a page, src/store/geometry.ts chooses the same numbers."""

from __future__ import annotations

import math
from typing import NamedTuple

from .layout import GEOMETRY, KEY

_BUCKET_BITS = range(GEOMETRY.MIN_BUCKET_BITS, GEOMETRY.MAX_BUCKET_BITS + 1)


class Geometry(NamedTuple):
    """Keys are in 2^bucket_bits buckets, and a page has 2^group_bits of them."""

    bucket_bits: int
    group_bits: int

    @property
    def rest(self) -> int:
        """Octets of a key without those that its bucket implies."""
        return rest_of(self.bucket_bits)

    @property
    def pages(self) -> int:
        return 1 << (self.bucket_bits - self.group_bits)


def geometry_for(count: int) -> Geometry:
    """The layout in which `count` keys take the fewest octets."""
    fitting = [bits for bits in _BUCKET_BITS if bits == _BUCKET_BITS[-1] or count <= GEOMETRY.MAX_LOAD << bits]
    bucket_bits = min(fitting, key=lambda bits: _size_with(bits, count))
    size = _size_with(bucket_bits, count)
    group_bits = 0
    while group_bits < bucket_bits and size / (1 << bucket_bits) * (2 << group_bits) <= GEOMETRY.PAGE_SIZE:
        group_bits += 1
    return Geometry(bucket_bits, group_bits)


def rest_of(bucket_bits: int) -> int:
    return KEY - (bucket_bits >> 3)


def max_run_size(geometry: Geometry, count: int) -> int:
    """Max octets of a run, directory included."""
    return math.ceil(_size_with(geometry.bucket_bits, count)) + (geometry.pages + 1) * int(GEOMETRY.PAGE_OVERHEAD)


def _size_with(bucket_bits: int, count: int) -> float:
    """Octets of bitmaps and keys."""
    return ((1 << bucket_bits) + count) / 8 + count * rest_of(bucket_bits)
