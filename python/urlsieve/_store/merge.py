"""
Writes a run from older runs and new keys, all of them sorted::

    run --32 pages at a time--> keys \\
    run --32 pages at a time--> keys  > mergeKeys -> keys -> writePages -> pages --1 MiB at a time--> file
    new keys ------sort------------- /

A thread does it with a kernel of its own, while others add.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from .errors import damaged
from .format import RunInfo
from .geometry import geometry_for
from .layout import ABSENT, KEY, LIMIT, OUT_OF_ORDER, RECORD, RUN_AREA, SOURCE, WRITER
from .memory import Checks, Memory, Octets
from .run import Run, damaged_page
from .storage import Storage

_READ_PAGES = 32
_MIN_REST = 9
_READ_KEYS = -(-_READ_PAGES * LIMIT.PAGE // _MIN_REST) * KEY
_MERGED = 16384 * KEY
"""Octets that are merged before they are written as pages."""
_OUTPUT = 1_048_576
"""Octets that are written at a time."""


_NO_KEYS: Octets = np.zeros(0, np.uint8)


class Ingredients(NamedTuple):
    """What a run is made of: runs of a file, whose checks have this seed, and keys in any order, without those removed.

    The runs and keys have all of `removed`, each once.
    """

    runs: tuple[Run, ...]
    keys: Octets
    source: Storage
    seed: int
    removed: Octets = _NO_KEYS


class Target(NamedTuple):
    """Where a run goes, and the seed of its checks."""

    storage: Storage
    offset: int
    seed: int


def write_run(ingredients: Ingredients, target: Target, checks: Checks) -> Run | None:
    """Writes a run. Returns None if there are no keys at all. Raises SetError ``invalid-store``, and OSError."""
    total = sum(run.count for run in ingredients.runs) + (len(ingredients.keys) - len(ingredients.removed)) // KEY
    if total == 0:
        return None
    memory = Memory()
    writer = _Writer(memory, total, target)
    for start, end in _merged(memory, ingredients):
        writer.append(start, _without(memory, start, end, ingredients.removed))
    return writer.end(checks)


def _without(memory: Memory, start: int, end: int, removed: Octets) -> int:
    """Moves the keys at [start, end) that are not removed together. Returns their end."""
    if len(removed) == 0:
        return end
    keys = memory.area(start, end - start).reshape(-1, KEY)
    # Texts of one length are equal if their octets are.
    kept = keys[~np.isin(keys.view(f"S{KEY}").ravel(), removed.view(f"S{KEY}"))]
    memory.area(start, kept.size)[:] = kept.ravel()
    return start + kept.size


def read_keys(ingredients: Ingredients) -> Iterator[Octets]:
    """All keys in order. They are valid until the next ones. Raises as `write_run` does."""
    memory = Memory()
    for start, end in _merged(memory, ingredients):
        yield memory.area(start, end - start)


def _merged(memory: Memory, ingredients: Ingredients) -> Iterator[tuple[int, int]]:
    """Where in memory the next keys are."""
    count = len(ingredients.runs) + 1
    areas = memory.take(SOURCE.SIZE * count)
    sources = [
        _Source(memory, areas + index * SOURCE.SIZE, run, ingredients) for index, run in enumerate(ingredients.runs)
    ]
    new_keys = areas + (count - 1) * SOURCE.SIZE
    start, end = _sort(memory, ingredients.keys)
    for field, value in ((SOURCE.AT, start), (SOURCE.END, end), (SOURCE.IS_LAST, 1)):
        memory.set_word(new_keys + field, value)
    merged = memory.take(_MERGED)
    while True:
        for source in sources:
            source.refill()
        end = memory.call("mergeKeys", areas, count, merged, merged + _MERGED)
        if end > merged:
            yield merged, end
        elif memory.word(new_keys + SOURCE.AT) == memory.word(new_keys + SOURCE.END) and all(
            source.is_used_up for source in sources
        ):
            return


def _sort(memory: Memory, keys: Octets) -> tuple[int, int]:
    """Places keys in order, each once. Returns where they are."""
    count = len(keys) // KEY
    records, spare = memory.take(count * RECORD), memory.take(count * RECORD)
    marks, counts = memory.take(count), memory.take(LIMIT.COUNTERS)
    memory.area(records, count * RECORD).reshape(count, RECORD)[:, :KEY] = keys.reshape(count, KEY)
    memory.call("sortKeys", records, count, spare, counts)
    memory.call("markRepeats", records, count, marks)
    return spare, memory.call("listKeys", records, count, marks, spare)


class _Source:
    """A run that is merged: pages in memory, and their keys."""

    def __init__(self, memory: Memory, area: int, run: Run, ingredients: Ingredients) -> None:
        self._memory, self._area, self._run = memory, area, run
        self._storage = ingredients.source
        self._run_area = run.place(memory, ingredients.seed)
        self._pages = memory.take(_READ_PAGES * LIMIT.PAGE)
        self._keys = memory.take(_READ_KEYS)
        self._next_page = 0
        memory.set_word(self._run_area + RUN_AREA.PAGES, self._pages)
        memory.set_word(area + SOURCE.AT, self._keys)
        memory.set_word(area + SOURCE.END, self._keys)

    @property
    def _is_empty(self) -> bool:
        return self._memory.word(self._area + SOURCE.AT) == self._memory.word(self._area + SOURCE.END)

    @property
    def is_used_up(self) -> bool:
        return self._is_empty and self._next_page == self._run.info.geometry.pages

    def refill(self) -> None:
        """Reads the next pages if the keys in memory are used up."""
        memory, run = self._memory, self._run
        count = run.info.geometry.pages
        while self._is_empty and self._next_page < count:
            end = min(self._next_page + _READ_PAGES, count)
            pages = memory.area(self._pages, _READ_PAGES * LIMIT.PAGE)
            run.read_pages(pages, self._storage, self._next_page, end)
            memory.set_word(self._run_area + RUN_AREA.FIRST, self._next_page)
            memory.set_word(self._run_area + RUN_AREA.LAST, end - 1)
            keys_end = memory.call("readPages", self._run_area, self._keys)
            if keys_end == ABSENT:
                raise damaged_page(run, self._next_page)
            memory.set_word(self._area + SOURCE.AT, self._keys)
            memory.set_word(self._area + SOURCE.END, keys_end)
            memory.set_word(self._area + SOURCE.IS_LAST, int(end == count))
            self._next_page = end


class _Writer:
    """Writes pages to the file as they are completed."""

    def __init__(self, memory: Memory, total: int, target: Target) -> None:
        self._memory, self._target = memory, target
        self._geometry = geometry_for(total)
        self._area = memory.take(WRITER.SIZE)
        self._directory = memory.take(4 * (self._geometry.pages + 1))
        self._output = memory.take(_OUTPUT)
        self._written = self._count = 0
        for field, value in (
            (WRITER.BUCKET_BITS, self._geometry.bucket_bits),
            (WRITER.GROUP_BITS, self._geometry.group_bits),
            (WRITER.REST, self._geometry.rest),
            (WRITER.DIRECTORY, self._directory),
            (WRITER.SEED, target.seed),
            (WRITER.CURSOR, self._output),
            (WRITER.LIMIT, self._output + _OUTPUT),
            (WRITER.BITMAP, memory.take(LIMIT.PAGE)),
            (WRITER.KEYS, memory.take(LIMIT.PAGE)),
        ):
            memory.set_word(self._area + field, value)

    def append(self, start: int, end: int) -> None:
        """Appends the keys at [start, end)."""
        while start < end:
            after = self._memory.call("writePages", self._area, start, end)
            if after == OUT_OF_ORDER:
                raise damaged(self._target.offset, "keys are not in order, or too many are alike")
            self._count += (after - start) // KEY
            start = after
            if start < end:
                self._drain()

    def end(self, checks: Checks) -> Run:
        while not self._memory.call("endPages", self._area):
            self._drain()
        self._drain()
        storage, offset, seed = self._target
        octets = self._memory.area(self._directory, 4 * (self._geometry.pages + 1)).tobytes()
        storage.write(octets, offset + self._written)
        info = RunInfo(offset, self._written + len(octets), self._count, self._geometry, checks.of(octets, seed))
        return Run(info, np.frombuffer(octets, np.uint32))

    def _drain(self) -> None:
        size = self._memory.word(self._area + WRITER.CURSOR) - self._output
        self._target.storage.write(self._memory.area(self._output, size).data, self._target.offset + self._written)
        self._written += size
        self._memory.set_word(self._area + WRITER.CURSOR, self._output)
