"""Which run is written next, where, and which older runs it replaces.

A run takes the newest runs that are no larger than what it has so far, so that sizes about double from one run to the next older one::

    8000 | 900 | 300 | 100   and 120 new keys  ->  8000 | 900 | 300 | 220        220 keys do not reach the run of 300
"""

from __future__ import annotations

from typing import NamedTuple

from .file import StoreFile, random_seed
from .format import align_run
from .geometry import geometry_for, max_run_size
from .key_table import KeyTable
from .layout import FILE, GROWTH, KEY
from .merge import Target
from .pending import PendingKeys
from .run import Run

_MAX_KEPT: int = GROWTH.MAX_KEPT
"""Runs that may be left when a new one is written."""
_LEAST_DEAD: int = GROWTH.LEAST_DEAD
"""Dead octets that no rewriting is worth."""


class Plan(NamedTuple):
    """A run of older runs and of the keys of tables. ``log_start`` is where the log begins once it is complete, None for its end."""

    victims: tuple[Run, ...]
    tables: list[KeyTable]
    target: Target
    log_start: int | None


def is_wasteful(file: StoreFile, pending: PendingKeys) -> bool:
    """Whether the file should be rewritten: more than a third of it is of no use."""
    return file.dead_size(pending.count) > file.run_size / 2 + _LEAST_DEAD


def is_run_wasteful(file: StoreFile, pending: PendingKeys) -> bool:
    """The same of the file with a run of all keys in memory, whose log is then dead. A new file costs no more to write than this run."""
    alive = file.run_size + pending.count * KEY
    return file.dead_size(0) > alive / 2 + _LEAST_DEAD


def at_the_end(file: StoreFile, pending: PendingKeys) -> Plan:
    """A run of all keys in memory, at the end of the file."""
    target = Target(file.storage, align_run(file.end), file.seed)
    return Plan(_victims(file.runs, pending.count), pending.tables, target, None)


def aside(file: StoreFile, pending: PendingKeys) -> Plan:
    """A run of the frozen keys, in a gap of the log: the log continues after it, so adds need not wait. Raises OSError."""
    tables = pending.frozen
    count = sum(table.count for table in tables)
    victims = _victims(file.runs, count)
    total = count + sum(run.count for run in victims)
    offset = align_run(file.append_gap(max_run_size(geometry_for(total), total) + FILE.RUN_ALIGNMENT))
    return Plan(victims, tables, Target(file.storage, offset, file.seed), file.end)


def beside(file: StoreFile, pending: PendingKeys) -> Plan:
    """A run of all runs and of the frozen keys, in a new file. Raises OSError."""
    return Plan(file.runs, pending.frozen, Target(file.place.create_beside(), FILE.FIRST_RUN, random_seed()), None)


def _victims(runs: tuple[Run, ...], count: int) -> tuple[Run, ...]:
    """The newest runs that a new one replaces: each no larger than the keys merged so far, or one too many."""
    first = len(runs)
    while first > 0 and (runs[first - 1].count <= count or first > _MAX_KEPT):
        first -= 1
        count += runs[first].count
    return runs[first:]
