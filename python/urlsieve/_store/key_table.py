"""Keys that are in no run yet, in memory."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from .layout import GROWTH, KEY, RECORD, TABLE
from .memory import Memory, Octets

MAX_IN_TABLE: int = GROWTH.MAX_IN_TABLE
"""So many keys are written as a run."""
_BATCH = 4096
_SLOTS = 2 * MAX_IN_TABLE


class _Places(NamedTuple):
    """Where the parts of a table are in memory."""

    memory: Memory
    table: int
    batch: int
    marks: int
    keys: int


def _places() -> _Places:
    memory = Memory()
    table = memory.take(TABLE.SIZE)
    batch = memory.take(_BATCH * RECORD)
    marks = memory.take(_BATCH)
    keys = memory.take(MAX_IN_TABLE * KEY + 4 * _SLOTS)
    memory.set_word(table + TABLE.KEYS, keys)
    memory.set_word(table + TABLE.SLOTS, keys + MAX_IN_TABLE * KEY)
    memory.set_word(table + TABLE.MASK, _SLOTS - 1)
    return _Places(memory, table, batch, marks, keys)


class KeyTable:
    """A set of at most MAX_IN_TABLE keys. It takes memory once it has one, and touches what they reach."""

    def __init__(self) -> None:
        self._open: _Places | None = None
        self.count = 0

    def keys(self, start: int, end: int) -> memoryview:
        """The keys [start, end) in the order in which they were added. Valid until the next call."""
        if self._open is None:
            return memoryview(b"")
        memory, at = self._open.memory, self._open.keys
        return memory.kernel.view[at + start * KEY : at + end * KEY]

    def add(self, fingerprint: bytes) -> bool:
        """Adds the key of a fingerprint. Returns whether it was new. Requires: there is room for it."""
        memory, table, batch, marks, _ = self._opened()
        kernel = memory.kernel
        kernel.view[batch : batch + RECORD] = fingerprint
        kernel.call("addKeys", table, batch, 1, RECORD, marks)
        is_new = kernel.view[marks] == 0
        self.count += is_new
        return is_new

    def has(self, fingerprint: bytes) -> bool:
        if self._open is None:
            return False
        memory, table, batch, marks, _ = self._open
        kernel = memory.kernel
        kernel.view[batch : batch + RECORD] = fingerprint
        kernel.view[marks] = 0
        kernel.call("findKeys", table, batch, 1, marks)
        return kernel.view[marks] == 1

    def add_keys(self, keys: bytes | memoryview) -> None:
        """Adds keys. Requires: there is room for them."""
        memory, table, batch, marks, _ = self._opened()
        for start in range(0, len(keys), _BATCH * KEY):
            part = keys[start : start + _BATCH * KEY]
            memory.kernel.view[batch : batch + len(part)] = part
            memory.call("addKeys", table, batch, len(part) // KEY, KEY, marks)
        self.count = memory.word(table + TABLE.COUNT)

    def mark(self, records: Octets, marks: Octets) -> None:
        """Sets the mark of each record whose key it has to 1."""
        if self._open is None:
            return
        memory, table, batch, own_marks, _ = self._open
        octets = memory.kernel.octets
        for start in range(0, len(marks), _BATCH):
            part = marks[start : start + _BATCH]
            octets[batch : batch + len(part) * RECORD] = records[start * RECORD : (start + len(part)) * RECORD]
            octets[own_marks : own_marks + len(part)] = part
            memory.call("findKeys", table, batch, len(part), own_marks)
            part[:] = octets[own_marks : own_marks + len(part)]

    def _opened(self) -> _Places:
        if self._open is None:
            self._open = _places()
        return self._open


def keys_of(tables: list[KeyTable]) -> Octets:
    """A copy of the keys of tables."""
    parts = [np.frombuffer(table.keys(0, table.count), np.uint8) for table in tables]
    return np.concatenate(parts) if parts else np.zeros(0, np.uint8)
