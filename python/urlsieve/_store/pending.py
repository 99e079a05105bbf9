"""Keys that are in no run yet, in tables: the last one takes what is added, the others wait until a run has their keys::

    table | table | ... | table: in the log | not in the log
    frozen                takes what is added
"""

from __future__ import annotations

from .errors import damaged
from .file import StoreFile
from .key_table import MAX_IN_TABLE, KeyTable
from .layout import GROWTH, KEY

MAX_TABLES: int = GROWTH.MAX_TABLES
"""Tables that a log may fill."""


class PendingKeys:
    def __init__(self) -> None:
        self.tables = [KeyTable()]
        self._logged = 0

    @property
    def count(self) -> int:
        return sum(table.count for table in self.tables)

    @property
    def frozen(self) -> list[KeyTable]:
        return self.tables[:-1]

    @property
    def last(self) -> KeyTable:
        return self.tables[-1]

    def has_room_for(self, count: int) -> bool:
        """Whether there is room in the last table for this number of keys."""
        return self.last.count + count <= MAX_IN_TABLE

    @property
    def has_unlogged(self) -> bool:
        return self.last.count > self._logged

    def mark_logged(self) -> None:
        """Notes that the log has all keys."""
        self._logged = self.last.count

    def write_log(self, file: StoreFile) -> None:
        """Appends the keys that the log lacks. Raises OSError."""
        if self.has_unlogged:
            file.append_log(self.last.keys(self._logged, self.last.count))
        self.mark_logged()

    def replay(self, keys: bytes, log_start: int) -> None:
        """Takes keys of the log. Raises SetError ``invalid-store`` if there are more than a log may have."""
        if not self.has_room_for(len(keys) // KEY):
            if len(self.tables) == MAX_TABLES:
                raise damaged(log_start, "its log is too long")
            self.tables.append(KeyTable())
        self.last.add_keys(keys)

    def freeze(self, file: StoreFile) -> None:
        """Makes room: adds go to another table from here on. Raises OSError. Requires: fewer than MAX_TABLES tables."""
        if self.last.count == 0:
            return
        self.write_log(file)
        self.tables.append(KeyTable())
        self._logged = 0

    def drop(self, tables: list[KeyTable]) -> None:
        """Drops tables whose keys are in a run."""
        self.tables = [table for table in self.tables if table not in tables]
        if not self.tables:
            self.tables = [KeyTable()]
            self._logged = 0
