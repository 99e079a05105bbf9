"""A store that threads share, and that one process writes to.

Two locks: `_state` for what is in memory, which no sync holds, and `_flushing`, taken first, for what is written::

    add      _state: table
    flush    _flushing: _state: log --> sync
    merge    _flushing: _state: plan --> write the run, under no lock --> _flushing: _state: root --> sync
"""

from __future__ import annotations

import os
import threading
from functools import partial

from .._errors import OptionError, SetError
from .._snapshot import SNAPSHOT_FORMATS
from .convert import convert
from .format import format_of
from .layout import HEADER
from .lock import Lock
from .memory import Octets
from .storage import Place, Storage, rewrite_file
from .store import Store

_MAX_LEFT = 16384
"""Keys that may stay in the log when a store is closed: reading them again takes less than a run and its root."""


class SharedStore:
    """The store at a path. `key` must be that of an old file, if it is given; `new_key` is that of a new one otherwise."""

    def __init__(self, path: str, identity: str, key: bytes | None, new_key: bytes, read_only: bool) -> None:
        if not hasattr(os, "preadv"):
            raise OptionError("invalid-option", "SeenStore needs a POSIX system, such as Linux or macOS.")
        self._path, self._identity, self._expected_key, self._new_key = path, identity, key, new_key
        self._place = Place(path)
        self._lock: Lock | None = None
        self._flushing = threading.Lock()
        self._state = threading.Condition(threading.Lock())
        self._merger: threading.Thread | None = None
        self._merge_failure: BaseException | None = None
        self._is_closed = False
        self._process = os.getpid()
        self._store = self._open_for_reading() if read_only else self._open_locked()
        self.key = self._store.header.key

    def _open_for_reading(self) -> Store:
        return self._expected(Store.open(self._place, False, lambda _: None))

    def _open_locked(self) -> Store:
        lock = self._lock = Lock(self._place.path, lambda: rewrite_file(self._place))
        try:
            start = self._place.start(HEADER.FORMAT_AT + 4)
            if format_of(start) in SNAPSHOT_FORMATS:
                convert(self._place, self._identity, self._expected_key)
            # An empty file is none.
            if start:
                return self._expected(Store.open(self._place, True, partial(self._verify, lock)))
            return Store.create(self._place, self._expected_key or self._new_key, self._identity, partial(self._verify, lock))
        except BaseException:
            self._lock.release()
            raise

    def _verify(self, lock: Lock, storage: Storage) -> None:
        lock.verify()
        self._place.expect_name(storage)

    def _expected(self, store: Store) -> Store:
        try:
            store.expect(self._identity)
        except BaseException:
            store.close()
            raise
        return store

    @property
    def count(self) -> int:
        store = self._opened()
        with self._state:
            return store.count

    def add(self, fingerprint: bytes) -> bool:
        """Adds the key of a fingerprint. Returns whether it was new."""
        store = self.expect_writable()
        with self._state:
            self._expect_open()
            while not store.pending.has_room_for(1):
                self._make_room()
            return store.add(fingerprint)

    def add_all(self, fingerprints: Octets) -> Octets:
        """Adds the keys of at most MAX_BATCH fingerprints. Returns a mark for each: 0 if it was new."""
        store = self.expect_writable()
        with self._state:
            self._expect_open()
            return store.add_all(fingerprints, self._make_room)

    def remove_all(self, fingerprints: Octets) -> list[bool]:
        """Removes the keys of fingerprints. Returns for each whether it was known. Waits for a merge."""
        store = self.expect_writable()
        while True:
            with self._flushing, self._state:
                self._expect_open()
                if self._merger is None:
                    store.synced.refuse()
                    return store.remove(fingerprints)
            with self._state:
                while self._merger is not None:
                    self._state.wait()

    def has(self, fingerprint: bytes) -> bool:
        """Whether the key of a fingerprint is known."""
        store = self._opened()
        with self._state:
            self._expect_open()
            return store.has(fingerprint)

    def flush(self) -> None:
        """What was added is synced before the failure of a merge is raised: that lost nothing."""
        store = self.expect_writable()
        self._flush(store)
        with self._state:
            failure, self._merge_failure = self._merge_failure, None
        if failure is not None:
            raise failure

    def _flush(self, store: Store) -> None:
        with self._flushing:
            with self._state:
                store.synced.refuse()
                if not store.is_pending:
                    return
                store.write_log()
            store.synced.sync()

    def close(self) -> None:
        if self._is_forked:
            if not self._is_closed:
                self._is_closed = True
                self._store.close()
            return
        with self._state:
            while self._merger is not None:
                self._state.wait()
            if self._is_closed:
                return
            self._is_closed = True
        try:
            if self._lock is not None:
                self._complete()
        finally:
            self.abandon()

    def abandon(self) -> None:
        """Releases the file. What is not acknowledged is lost."""
        self._is_closed = True
        self._store.close()
        if self._lock is not None:
            self._lock.release()

    def _complete(self) -> None:
        store = self._store
        self._flush(store)
        if self._merge_failure is not None:
            raise self._merge_failure
        with self._flushing, self._state:
            needs_run = store.pending.count > _MAX_LEFT
            if store.is_run_wasteful if needs_run else store.is_wasteful:
                store.compact()
            elif needs_run:
                store.make_run()

    def expect_writable(self) -> Store:
        store = self._opened()
        if self._lock is None:
            raise OptionError("invalid-option", f"The store {self._path} was opened with read_only.")
        return store

    def _opened(self) -> Store:
        self._expect_open()
        if self._is_forked:
            self._reopen()
        return self._store

    def _expect_open(self) -> None:
        if self._is_closed:
            raise SetError("store-closed", f"The store {self._path} is closed.")

    @property
    def _is_forked(self) -> bool:
        return os.getpid() != self._process

    def _reopen(self) -> None:
        """In a forked process, other threads may have been in the middle of a call: nothing of the parent's is used but the path."""
        if self._lock is not None:
            raise SetError("store-failed", f"The store {self._path} belongs to process {self._process}: open it again here.")
        self._state = threading.Condition(threading.Lock())
        self._store.close()
        self._store = self._open_for_reading()
        self._process = os.getpid()

    def _make_room(self) -> None:
        """Has what memory holds written as a run, by a thread. Waits if that falls far behind. Requires: `_state`."""
        while not self._store.may_freeze and self._merge_failure is None:
            self._start_merger()
            if self._merger is not None:
                self._state.wait()
            self._expect_open()
        if not self._store.may_freeze:
            failure, self._merge_failure = self._merge_failure, None
            raise failure or SetError("set-full", "Keys are added faster than they are merged.")
        self._store.freeze()
        self._start_merger()

    def _start_merger(self) -> None:
        if self._merger is not None:
            return
        self._merger = threading.Thread(target=self._merge, name="urlsieve-merge")
        try:
            self._merger.start()
        except RuntimeError as error:
            # No more threads, or the interpreter is about to end.
            self._merger, self._merge_failure = None, error

    def _merge(self) -> None:
        try:
            while self._merge_once():
                pass
        except BaseException as error:
            with self._state:
                self._merge_failure, self._merger = error, None
                self._state.notify_all()

    def _merge_once(self) -> bool:
        """Writes a run of the frozen tables. Returns False if there are none: then the thread ends."""
        store = self._store
        with self._flushing, self._state:
            if not store.pending.frozen:
                self._merger = None
                self._state.notify_all()
                return False
            plan = store.plan()
        run = store.write(plan)
        with self._flushing:
            if plan.target.storage is not store.file.storage:
                with self._state:
                    store.end_file(plan, run)
            else:
                with self._state:
                    store.stage(plan, run)
                store.synced.sync()
            with self._state:
                self._state.notify_all()
        return True
