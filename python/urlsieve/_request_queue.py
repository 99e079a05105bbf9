"""A queue of requests in a file of SQLite, which a kill leaves as it was at the last `commit`.

::

    push --> waiting --pop--> taken --remove--> gone         a taken request waits again when the file is opened next
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

_SCHEMA = """
CREATE TABLE IF NOT EXISTS requests (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    slot TEXT NOT NULL,
    priority INTEGER NOT NULL,
    is_taken INTEGER NOT NULL DEFAULT 0,
    request BLOB NOT NULL
);
CREATE INDEX IF NOT EXISTS waiting ON requests (is_taken, slot, priority, id);
UPDATE requests SET is_taken = 0 WHERE is_taken;
"""
_NEXT = "SELECT id, request FROM requests WHERE NOT is_taken AND slot = ? ORDER BY priority DESC, id DESC LIMIT 1"


class Taken(NamedTuple):
    id: int
    request: bytes


class RequestQueue:
    """The file at `path`, which is created if it is missing. All methods raise sqlite3.Error."""

    def __init__(self, path: str) -> None:
        # Without transactions of the module's own.
        self._file = sqlite3.connect(path, isolation_level=None)
        self._file.execute("PRAGMA journal_mode = WAL")
        self._file.execute("PRAGMA synchronous = FULL")
        self._file.executescript(_SCHEMA)
        rows = self._file.execute("SELECT slot, count(*) FROM requests GROUP BY slot")
        self._waiting: Counter[str] = Counter(dict(rows.fetchall()))
        self._file.execute("BEGIN")

    def __len__(self) -> int:
        """Number of requests that wait."""
        return self._waiting.total()

    def push(self, slot: str, priority: int, request: bytes) -> None:
        self._file.execute("INSERT INTO requests (slot, priority, request) VALUES (?, ?, ?)", (slot, priority, request))
        self._waiting[slot] += 1

    def pop(self, active: Callable[[str], int]) -> Taken | None:
        """Takes a request of the slot with the fewest `active` ones: that of the highest priority, the newest first."""
        if not self._waiting:
            return None
        slot = min(self._waiting, key=active)
        taken = Taken(*self._file.execute(_NEXT, (slot,)).fetchone())
        self._file.execute("UPDATE requests SET is_taken = 1 WHERE id = ?", (taken.id,))
        self._waiting[slot] -= 1
        if self._waiting[slot] == 0:
            del self._waiting[slot]
        return taken

    def latest(self) -> Iterator[bytes]:
        """All requests, the latest first. Requires: nothing is pushed or removed meanwhile."""
        return (request for (request,) in self._file.execute("SELECT request FROM requests ORDER BY id DESC"))

    def remove(self, ids: Iterable[int]) -> None:
        self._file.executemany("DELETE FROM requests WHERE id = ?", [(each,) for each in ids])

    def commit(self) -> None:
        """Makes all that has been done since the last call last, at once."""
        self._file.execute("COMMIT")
        self._file.execute("BEGIN")

    def close(self) -> None:
        """Closes the file. What has not been committed is lost."""
        self._file.close()
