"""Runs: sorted lists of keys in the file. assembly/store/layout.ts draws their pages."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .errors import damaged
from .format import RunInfo
from .layout import LIMIT, RUN_AREA
from .memory import Checks, Memory, Octets, Words
from .storage import Storage


@dataclass(frozen=True, eq=False)
class Run:
    """A run whose directory is in memory: the offset of each page and that of their end, in words."""

    info: RunInfo
    directory: Words

    @property
    def count(self) -> int:
        return self.info.count

    def position(self, page: int) -> int:
        """The offset of a page in the file."""
        return self.info.offset + 4 * int(self.directory[page])

    def read_pages(self, into: Octets, storage: Storage, first: int, end: int) -> None:
        """Reads the pages [first, end) to the start of `into`. Raises SetError ``invalid-store`` if the file ends before."""
        at = self.position(first)
        size = self.position(end) - at
        if storage.read_into(into[:size], at) != size:
            raise damaged(at, "a run is truncated")

    def place(self, memory: Memory, seed: int, area: int | None = None) -> int:
        """Writes what the kernel must know of the run, by default to a new area. Returns its address."""
        area = memory.take(RUN_AREA.SIZE) if area is None else area
        directory = memory.take(self.directory.nbytes)
        memory.area(directory, self.directory.nbytes)[:] = self.directory.view(np.uint8)
        geometry = self.info.geometry
        for field, value in (
            (RUN_AREA.BUCKET_BITS, geometry.bucket_bits),
            (RUN_AREA.GROUP_BITS, geometry.group_bits),
            (RUN_AREA.REST, geometry.rest),
            (RUN_AREA.DIRECTORY, directory),
            (RUN_AREA.SEED, seed),
        ):
            memory.set_word(area + field, value)
        return area


def load_run(storage: Storage, info: RunInfo, seed: int, checks: Checks) -> Run:
    """Reads the directory of a run. Raises SetError ``invalid-store``."""
    length = 4 * (info.geometry.pages + 1)
    at = info.offset + info.size - length
    octets = storage.read(at, length)
    if len(octets) < length or checks.of(octets, seed) != info.check:
        raise damaged(at, "the check of a directory is wrong")
    directory = np.frombuffer(octets, np.uint32)
    steps = np.diff(directory.astype(np.int64))
    # A page has at least its number of keys, a word of its bitmap, and its check.
    is_possible = bool(((steps >= 3) & (steps <= LIMIT.PAGE // 4)).all())
    if directory[0] != 0 or 4 * int(directory[-1]) != info.size - length or not is_possible:
        raise damaged(at, "a directory is impossible")
    return Run(info, directory)


def damaged_page(run: Run, page: int) -> Exception:
    return damaged(run.position(page), "the check of a page is wrong")
