"""A set of keys in a file that is appended to, and never loaded as a whole. One thread at a time uses it, except where a method says so.

Invariants:

1. Octets that a valid root refers to never change, and are synced before the root is written.
2. A root is written to the slot of the older one, then synced.
3. A record of the log counts only if its offset and check are right, and all before it do.
4. A key is in the log, in a run, or not acknowledged.
5. After a failed sync the store refuses everything: what is on disk is unknown until it is opened again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from . import growth
from .errors import damaged
from .file import StoreFile, random_seed, write_start
from .format import Header, Root, expect_rules, header_of
from .growth import Plan
from .key_table import keys_of
from .._abi import FINGERPRINT
from .layout import FILE, KEY
from .lookup import Lookup
from .memory import Checks, Octets
from .merge import Ingredients, read_keys, write_run
from .pending import MAX_TABLES, PendingKeys
from .run import Run
from .single_lookup import SingleLookup
from .storage import Place, Storage
from .synced import SyncedStorage


class Store:
    """`verify` is called after each sync, and raises if another process has taken the store over, or nobody would find its file."""

    def __init__(self, place: Place, storage: Storage, is_writable: bool, verify: Callable[[Storage], None]) -> None:
        self.pending = PendingKeys()
        self.synced = SyncedStorage(storage, verify)
        self.file = StoreFile(place, self.synced, self.pending.replay)
        self.pending.mark_logged()
        self._lookup = Lookup(storage, self.file.seed, self.file.runs)
        self._single_lookup = SingleLookup(storage, self.file.seed, self.file.runs)
        if is_writable:
            self.file.cut_tail()

    @classmethod
    def open(cls, place: Place, is_writable: bool, verify: Callable[[Storage], None]) -> Store:
        """Opens the file. Raises SetError ``invalid-store``, and OSError."""
        storage = place.open(is_writable)
        try:
            return cls(place, storage, is_writable, verify)
        except BaseException:
            storage.close()
            raise

    @classmethod
    def create(cls, place: Place, key: bytes, identity: str, verify: Callable[[Storage], None]) -> Store:
        """Creates an empty store in the place of any other file. Raises OSError."""
        header = header_of(key, random_seed(), identity)
        storage = place.create_beside()
        try:
            write_start(storage, header, Root(1, FILE.FIRST_RUN, ()), Checks())
            place.replace(storage)
            return cls(place, storage, True, verify)
        except BaseException:
            place.discard(storage)
            raise

    @property
    def header(self) -> Header:
        return self.file.header

    @property
    def count(self) -> int:
        return sum(run.count for run in self.file.runs) + self.pending.count

    @property
    def is_pending(self) -> bool:
        """Whether anything waits to be acknowledged."""
        return self.synced.is_unsynced or self.pending.has_unlogged

    @property
    def may_freeze(self) -> bool:
        """Whether there may be another table. `plan` may need one more."""
        return len(self.pending.tables) < MAX_TABLES - 1

    def expect(self, identity: str) -> None:
        """Raises SetError ``profile-mismatch`` or ``invalid-store`` unless the store has keys by `identity`."""
        expect_rules(self.header, identity)

    def has(self, fingerprint: bytes) -> bool:
        """Whether the key of a fingerprint is known."""
        self.synced.refuse()
        return any(table.has(fingerprint) for table in self.pending.tables) or self._single.has(fingerprint)

    def add(self, fingerprint: bytes) -> bool:
        """Adds the key of a fingerprint. Returns whether it was new. Requires: there is room for it."""
        self.synced.refuse()
        last = self.pending.last
        if any(table.has(fingerprint) for table in self.pending.frozen):
            return False
        if self.file.runs and not last.has(fingerprint) and self._single.has(fingerprint):
            return False
        return last.add(fingerprint)

    def add_all(self, fingerprints: Octets, make_room: Callable[[], None]) -> Octets:
        """Adds the keys of at most MAX_BATCH fingerprints. Returns a mark for each: 0 if it was new.

        Calls `make_room` if memory is full. Other threads may add meanwhile, so the keys are then asked for again.
        """
        while True:
            self.synced.refuse()
            marks, fresh = self._runs.ask(fingerprints, self.pending.tables)
            if self.pending.has_room_for(len(fresh) // KEY):
                break
            make_room()
        self.pending.last.add_keys(fresh.tobytes())
        return marks

    def write_log(self) -> None:
        """Appends what has been added since to the log, where the next sync acknowledges it. Raises OSError."""
        self.synced.refuse()
        self.pending.write_log(self.file)

    def freeze(self) -> None:
        """Makes room in memory: adds go to a new table from here on. Raises OSError. Requires: `may_freeze`."""
        self.synced.refuse()
        self.pending.freeze(self.file)

    @property
    def is_wasteful(self) -> bool:
        return growth.is_wasteful(self.file, self.pending)

    @property
    def is_run_wasteful(self) -> bool:
        return growth.is_run_wasteful(self.file, self.pending)

    def plan(self) -> Plan:
        """The run of the frozen keys: in a new file, if the old one is wasteful, or in a gap of the log. Raises OSError.

        Freezes all keys before a gap of the log first: once the run is complete, the log begins after that gap.
        """
        self.synced.refuse()
        if self.is_wasteful or len(self.pending.tables) == MAX_TABLES:
            return growth.beside(self.file, self.pending)
        self.pending.freeze(self.file)
        return growth.aside(self.file, self.pending)

    def remove(self, fingerprints: Octets) -> list[bool]:
        """Removes the keys of fingerprints: rewrites the file without them, if it has any. Returns for each whether it was known.

        All other keys are acknowledged. Raises OSError. Then nothing has changed.
        """
        rows = fingerprints.reshape(-1, FINGERPRINT)
        had = [self.has(row.tobytes()) for row in rows]
        known = np.unique(np.ascontiguousarray(rows[:, :KEY][had]), axis=0).ravel()
        if len(known) > 0:
            plan = growth.beside(self.file, self.pending)._replace(tables=self.pending.tables)
            self.end_file(plan, self.write(plan, known))
        return had

    def write(self, plan: Plan, removed: Octets | None = None) -> Run | None:
        """Writes a planned run and, in the file itself, syncs it. Other threads may use the store meanwhile. Raises OSError. Then nothing has changed."""
        keys = keys_of(plan.tables)
        ingredients = Ingredients(plan.victims, keys, self.file.storage, self.file.seed)
        if removed is not None:
            ingredients = ingredients._replace(removed=removed)
        try:
            run = write_run(ingredients, plan.target, Checks())
        except BaseException:
            self._drop(plan)
            raise
        if plan.target.storage is self.file.storage:
            with self.synced.attempt():
                plan.target.storage.sync()
        return run

    def _drop(self, plan: Plan) -> None:
        """Gives the space of a run back that could not be written."""
        if plan.target.storage is not self.file.storage:
            self.file.place.discard(plan.target.storage)
        elif plan.log_start is None:
            self.file.give_back()

    def stage(self, plan: Plan, run: Run | None) -> None:
        """Makes the run part of the set, and writes the root, which `sync` acknowledges. Raises OSError. Then everything is refused."""
        self.file.stage(run, plan.victims, plan.log_start)
        self.pending.drop(plan.tables)
        self.file.write_root()

    def end_file(self, plan: Plan, run: Run | None) -> None:
        """Puts the new file in the place of the old one. Raises OSError. Then nothing has changed."""
        rest = keys_of([table for table in self.pending.tables if table not in plan.tables])
        old = self.file.replace_by(plan.target, run, rest)
        self.pending.drop(plan.tables)
        self.pending.mark_logged()
        old.close()

    def make_run(self) -> None:
        """Writes a run with all keys in memory, and the root. Raises OSError."""
        self.synced.refuse()
        if self.pending.count > 0:
            plan = growth.at_the_end(self.file, self.pending)
            self.stage(plan, self.write(plan))
            self.synced.sync()

    def compact(self) -> None:
        """Rewrites the file with one run of all keys. Raises OSError. Then nothing has changed."""
        self.synced.refuse()
        self.pending.write_log(self.file)
        plan = growth.beside(self.file, self.pending)._replace(tables=self.pending.tables)
        self.end_file(plan, self.write(plan))

    def verify(self) -> None:
        """Reads all pages. Raises SetError ``invalid-store`` at the first one that is damaged."""
        for run in self.file.runs:
            count = sum(len(keys) // KEY for keys in self._read((run,)))
            if count != run.count:
                raise damaged(run.info.offset, f"a run has {count} keys instead of {run.count}")

    def close(self) -> None:
        """Closes the file. What is not acknowledged is lost."""
        self.file.storage.close()

    def _read(self, runs: tuple[Run, ...]) -> Iterator[Octets]:
        return read_keys(Ingredients(runs, np.zeros(0, np.uint8), self.file.storage, self.file.seed))

    @property
    def _runs(self) -> Lookup:
        """Asks the runs that there are now."""
        if self._lookup.runs is not self.file.runs:
            self._lookup = Lookup(self.file.storage, self.file.seed, self.file.runs)
        return self._lookup

    @property
    def _single(self) -> SingleLookup:
        """The same for one key at a time."""
        if self._single_lookup.runs is not self.file.runs:
            self._single_lookup = SingleLookup(self.file.storage, self.file.seed, self.file.runs)
        return self._single_lookup
