"""Asks runs for one key at a time. A page stays in memory once it has been read and checked: src/store/single-lookup.ts draws it."""

from __future__ import annotations

from typing import NamedTuple

from .layout import ABSENT, FOUND, LIMIT, RECORD, RUN_AREA, RUN_LIST, SINGLE
from .memory import Memory
from .run import Run, damaged_page
from .storage import Storage


class _Placed(NamedTuple):
    run: Run
    area: int
    pages: int
    """The address of its first page, or of the only one that is in memory."""
    is_kept: bool


class SingleLookup:
    """What asks these runs, the newest of which is the last."""

    def __init__(self, storage: Storage, seed: int, runs: tuple[Run, ...]) -> None:
        self._storage = storage
        self._seed = seed
        self.runs = runs
        self._placed: list[_Placed] = []
        self._memory: Memory | None = None

    def has(self, fingerprint: bytes) -> bool:
        """Whether a run has the key of a fingerprint. Raises SetError ``invalid-store``, and OSError."""
        memory = self._memory = self._memory or self._prepare()
        memory.kernel.view[self._record : self._record + RECORD] = fingerprint
        following = memory.call("findKey", self._list, 0)
        while following >= 0:
            if self._is_in_page(memory, self._placed[following]):
                return True
            following = memory.call("findKey", self._list, following + 1)
        return bool(following == FOUND)

    def _is_in_page(self, memory: Memory, placed: _Placed) -> bool:
        """Reads and checks the page of a run that ``findKey`` asks for. Returns whether it has the key."""
        run, area, pages, is_kept = placed
        page = memory.word(self._list + RUN_LIST.PAGE)
        at = pages + 4 * int(run.directory[page]) if is_kept else pages
        run.read_pages(memory.area(at, LIMIT.PAGE), self._storage, page, page + 1)
        if not is_kept:
            memory.set_word(area + RUN_AREA.FIRST, page)
        mark = self._list + RUN_LIST.MARK
        memory.kernel.view[mark] = 0
        memory.set_word(area + RUN_AREA.IS_CHECKED, 0)
        damaged = memory.call("searchPages", area, self._record, mark, 0, 1)
        if damaged != ABSENT:
            raise damaged_page(run, damaged)
        memory.set_word(area + RUN_AREA.IS_CHECKED, 1)
        if is_kept:
            memory.call("keepPage", self._list, area, page, self._spare)
        return bool(memory.kernel.view[mark] == 1)

    def _prepare(self) -> Memory:
        memory = Memory()
        areas = memory.take(len(self.runs) * RUN_AREA.SIZE)
        only_page = memory.take(LIMIT.PAGE)
        left = SINGLE.MAX_IN_MEMORY
        self._placed = []
        for index, run in enumerate(reversed(self.runs)):
            is_kept = run.info.size <= left
            left -= run.info.size if is_kept else 0
            self._placed.append(self._place(memory, run, areas + index * RUN_AREA.SIZE, None if is_kept else only_page))
        self._spare = memory.take(SINGLE.PAGE_KEYS)
        self._place_list(memory, areas)
        # Where a page ends may be the end of memory.
        memory.take(LIMIT.PAGE)
        return memory

    def _place_list(self, memory: Memory, areas: int) -> None:
        self._list = memory.take(RUN_LIST.SIZE)
        self._record = self._list + RUN_LIST.RECORD
        keys = sum(placed.run.count for placed in self._placed if placed.is_kept)
        block_bits = (-(-keys // SINGLE.KEYS_PER_BLOCK) - 1).bit_length() if keys else 0
        for field, value in (
            (RUN_LIST.RUNS, areas),
            (RUN_LIST.COUNT, len(self.runs)),
            (RUN_LIST.FILTER, memory.take(RUN_LIST.BLOCK << block_bits)),
            (RUN_LIST.SHIFT, 31 - block_bits),
        ):
            memory.set_word(self._list + field, value)

    def _place(self, memory: Memory, run: Run, area: int, only_page: int | None) -> _Placed:
        """`only_page`: where the only page of a run that is too large goes."""
        run.place(memory, self._seed, area)
        pages = memory.take(run.info.size) if only_page is None else only_page
        memory.set_word(area + RUN_AREA.PAGES, pages)
        if only_page is None:
            memory.set_word(area + RUN_AREA.KEPT, memory.take(run.info.geometry.pages))
        return _Placed(run, area, pages, only_page is None)
