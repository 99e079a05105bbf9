"""
Asks runs for the keys of a batch. Sorted keys need the pages of a run in the order of the file, so many of them become one sequential
read::

    fingerprints --sort--> records, repeats marked --tables--> --each run: plan, read, search--> marks
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from .key_table import KeyTable
from .layout import ABSENT, GROWTH, LIMIT, RECORD, RUN_AREA
from .memory import Memory, Octets
from .run import Run, damaged_page
from .storage import Storage

MAX_BATCH: int = GROWTH.MAX_BATCH
_LEAST_CAPACITY = 1024


class Answer(NamedTuple):
    """A mark for each fingerprint, 1 if its key is known or that of an earlier one, and the other keys in order. Valid until the next call."""

    marks: Octets
    fresh: Octets


class Lookup:
    """What asks these runs, the newest of which is the last."""

    def __init__(self, storage: Storage, seed: int, runs: tuple[Run, ...]) -> None:
        self._storage = storage
        self._seed = seed
        self.runs = runs
        self._capacity = 0
        self._memory: Memory
        self._placed: list[tuple[Run, int]] = []

    def ask(self, fingerprints: Octets, tables: list[KeyTable]) -> Answer:
        """Asks tables and runs for at most MAX_BATCH fingerprints. Raises SetError ``invalid-store``."""
        count = len(fingerprints) // RECORD
        self._prepare(count)
        memory, call = self._memory, self._memory.call
        records = memory.area(self._records, count * RECORD)
        records[:] = fingerprints
        call("sortKeys", self._records, count, self._spare, self._counts)
        call("markRepeats", self._records, count, self._marks)
        marks = memory.area(self._marks, count)
        for table in tables:
            table.mark(records, marks)
        for run, area in self._placed:
            self._search(run, area, count)
        end = call("listKeys", self._records, count, self._marks, self._spare)
        call("orderMarks", self._records, count, self._marks, self._in_order)
        return Answer(memory.area(self._in_order, count).copy(), memory.area(self._spare, end - self._spare))

    def _search(self, run: Run, area: int, count: int) -> None:
        """Marks the sorted records whose key is in a run."""
        memory, call = self._memory, self._memory.call
        start = 0
        while start < count:
            end = call("planRead", area, self._records, count, self._marks, start)
            first = memory.word(area + RUN_AREA.FIRST)
            if first == ABSENT:
                return
            last = memory.word(area + RUN_AREA.LAST)
            run.read_pages(memory.area(self._pages, LIMIT.PAGES * LIMIT.PAGE), self._storage, first, last + 1)
            damaged = call("searchPages", area, self._records, self._marks, start, end)
            if damaged != ABSENT:
                raise damaged_page(run, damaged)
            start = end

    def _prepare(self, count: int) -> None:
        """Memory for this number of keys."""
        if 0 < count <= self._capacity:
            return
        memory = Memory()
        capacity = max(_LEAST_CAPACITY, 1 << (count - 1).bit_length() if count else 0)
        self._placed = [(run, run.place(memory, self._seed)) for run in self.runs]
        self._counts = memory.take(LIMIT.COUNTERS)
        self._marks = memory.take(capacity)
        self._in_order = memory.take(capacity)
        self._records = memory.take(capacity * RECORD)
        self._spare = memory.take(capacity * RECORD)
        self._pages = memory.take(LIMIT.PAGES * LIMIT.PAGE)
        for _, area in self._placed:
            memory.set_word(area + RUN_AREA.PAGES, self._pages)
        self._memory, self._capacity = memory, capacity
