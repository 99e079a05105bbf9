"""The open file of a store: its runs, where its log begins and ends, and which root acknowledges them."""

from __future__ import annotations

import secrets
from collections.abc import Callable

from . import format, log
from .format import Header, Root
from .layout import FILE, KEY
from .memory import Checks, Octets
from .merge import Target
from .run import Run, load_run
from .storage import Place, Storage
from .synced import SyncedStorage


def random_seed() -> int:
    return secrets.randbits(32)


def write_start(storage: Storage, header: Header, root: Root, checks: Checks) -> None:
    """Writes the header and both roots, of which one is empty, and syncs the file, which has no name yet."""
    other = Root(root.generation + 1, root.log_start, ())
    storage.write(format.header_octets(header, checks), 0)
    storage.write(bytes(FILE.BLOCK), other.offset)
    storage.write(format.root_octets(root, header.seed, checks), root.offset)
    storage.sync()


class StoreFile:
    """`replay` gets the keys of the log, record by record, and where the log begins. Raises SetError ``invalid-store``, and OSError."""

    def __init__(self, place: Place, synced: SyncedStorage, replay: Callable[[bytes, int], None]) -> None:
        self.place, self.synced, self.checks = place, synced, Checks()
        storage = synced.current
        self.header = format.read_header(storage, self.checks)
        self.seed = self.header.seed
        root = format.read_root(storage, self.seed, self.checks)
        self._generation = root.generation
        self.log_start = root.log_start
        self.runs = tuple(load_run(storage, run, self.seed, self.checks) for run in root.runs)
        self.end = log.read_log(
            storage, root.log_start, self.seed, self.checks, lambda keys: replay(keys, root.log_start)
        )
        """Where the next octets are appended."""

    @property
    def storage(self) -> Storage:
        return self.synced.current

    @property
    def run_size(self) -> int:
        """Octets of the runs."""
        return sum(run.info.size for run in self.runs)

    def dead_size(self, logged: int) -> int:
        """Octets that are of no use until the file is rewritten, if the log has this number of keys."""
        return max(0, self.end - int(FILE.FIRST_RUN) - self.run_size - logged * KEY)

    def cut_tail(self) -> None:
        """Cuts off what a kill has left behind the log."""
        if self.storage.size > self.end:
            self.storage.truncate(self.end)
            self.storage.sync()

    def append_log(self, keys: memoryview) -> None:
        """Appends keys to the log, where the next sync acknowledges them. Raises OSError. Then nothing has changed."""
        end = self.end
        try:
            for record in log.records_of(keys, end, self.seed, self.checks):
                self.storage.write(record, end)
                end += len(record)
        except BaseException:
            self.give_back()
            raise
        self.synced.is_unsynced |= end > self.end
        self.end = end

    def append_gap(self, room: int) -> int:
        """Reserves space in the log. Returns where it begins. Raises OSError. Then nothing has changed."""
        gap = log.gap_record(self.end, room, self.seed, self.checks)
        start = self.end + len(gap)
        try:
            self.storage.write(gap, self.end)
            # A root may say that the log begins after the gap before anything is there.
            self.storage.truncate(start + room)
        except BaseException:
            self.give_back()
            raise
        self.synced.is_unsynced = True
        self.end = start + room
        return start

    def stage(self, run: Run | None, victims: tuple[Run, ...], log_start: int | None) -> None:
        """Makes a run part of the set in place of others. `log_start` is where the log begins then, by default at the end. Requires: the run is synced."""
        self.runs = (*(old for old in self.runs if old not in victims), *([run] if run else []))
        if log_start is None and run is not None:
            self.end = run.info.offset + run.info.size
        self.log_start = self.end if log_start is None else log_start

    def write_root(self) -> None:
        """Writes the root, which the next sync acknowledges. Raises OSError. Then everything is refused."""
        root = Root(self._generation + 1 & 0xFFFFFFFF, self.log_start, tuple(run.info for run in self.runs))
        octets = format.root_octets(root, self.seed, self.checks)
        with self.synced.attempt():
            self.storage.write(octets, root.offset)
        self.synced.is_unsynced = True
        self._generation = root.generation

    def give_back(self) -> None:
        """Cuts off what a failed write has left behind the end."""
        self.synced.give_back(self.end)

    def replace_by(self, target: Target, run: Run | None, keys: Octets) -> Storage:
        """Goes on with a new file of one run and of a log with `keys`, in the place of this one.

        Returns the old file, which is to be closed. Raises OSError. Then nothing has changed.
        """
        storage, offset, seed = target
        end = log_start = offset if run is None else offset + run.info.size
        try:
            for record in log.records_of(keys.data, end, seed, self.checks):
                storage.write(record, end)
                end += len(record)
            root = Root(1, log_start, () if run is None else (run.info,))
            write_start(storage, self.header._replace(seed=seed), root, self.checks)
            self.synced.verify()
            self.place.replace(storage)
        except BaseException:
            self.place.discard(storage)
            raise
        old, self.synced.current = self.storage, storage
        self.synced.is_unsynced = False
        self.seed, self._generation, self.log_start, self.end = seed, root.generation, log_start, end
        self.runs = () if run is None else (run,)
        return old
