"""The log: keys that are in no run yet. src/store/log.ts draws its records and gaps, and says why their offset is in them."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator

from .layout import KEY, LOG
from .memory import Checks
from .storage import Storage

_U32 = struct.Struct("<I")
_U64 = struct.Struct("<Q")
_CHECK = _U32.size


def records_of(keys: memoryview, position: int, seed: int, checks: Checks) -> Iterator[bytes]:
    """The records for keys, the first of which is at `position`."""
    size = LOG.MAX_KEYS * KEY
    for start in range(0, len(keys), size):
        record = _record_of(bytes(keys[start : start + size]), position, seed, checks)
        yield record
        position += len(record)


def _record_of(keys: bytes, position: int, seed: int, checks: Checks) -> bytes:
    head = bytearray(LOG.HEADER)
    _U32.pack_into(head, 0, LOG.MAGIC)
    _U32.pack_into(head, LOG.COUNT_AT, len(keys) // KEY)
    _U64.pack_into(head, LOG.OFFSET_AT, position)
    octets = bytes(head) + keys
    return octets + _U32.pack(checks.of(octets, seed))


def gap_record(position: int, room: int, seed: int, checks: Checks) -> bytes:
    """A gap at `position`, whose room begins at the end of these octets."""
    octets = bytearray(LOG.GAP - _CHECK)
    _U32.pack_into(octets, 0, LOG.GAP_MAGIC)
    _U64.pack_into(octets, LOG.OFFSET_AT, position)
    _U64.pack_into(octets, LOG.HEADER, room)
    return bytes(octets) + _U32.pack(checks.of(octets, seed))


def read_log(
    storage: Storage, start: int, seed: int, checks: Checks, take: Callable[[bytes], None], limit: int | None = None
) -> int:
    """Passes the keys of each record before `limit` to `take`. Returns the end of the last record."""
    at = start
    while limit is None or at < limit:
        head = storage.read(at, LOG.HEADER)
        if len(head) < LOG.HEADER or _U64.unpack_from(head, LOG.OFFSET_AT)[0] != at:
            break
        is_gap = _U32.unpack_from(head, 0)[0] == LOG.GAP_MAGIC
        size = _gap_size(storage, at, seed, checks) if is_gap else _take_record(storage, at, head, seed, checks, take)
        if size is None:
            break
        at += size
    return at


def _take_record(
    storage: Storage, at: int, head: bytes, seed: int, checks: Checks, take: Callable[[bytes], None]
) -> int | None:
    """Passes on the keys of a record. Returns its size, None if it is none."""
    (count,) = _U32.unpack_from(head, LOG.COUNT_AT)
    if _U32.unpack_from(head, 0)[0] != LOG.MAGIC or not 0 < count <= LOG.MAX_KEYS:
        return None
    record = _checked_at(storage, at, LOG.HEADER + count * KEY + _CHECK, seed, checks)
    if record is None:
        return None
    take(record[LOG.HEADER : -_CHECK])
    return len(record)


def _gap_size(storage: Storage, at: int, seed: int, checks: Checks) -> int | None:
    """The size of a gap with its room, None if it is none: one that ends beyond the file was torn or forged."""
    record = _checked_at(storage, at, LOG.GAP, seed, checks)
    size = None if record is None else LOG.GAP + int(_U64.unpack_from(record, LOG.HEADER)[0])
    return size if size is not None and at + size <= storage.size else None


def _checked_at(storage: Storage, at: int, size: int, seed: int, checks: Checks) -> bytes | None:
    """Octets that end with their check, None if it is wrong."""
    octets = storage.read(at, size)
    if len(octets) < size or _U32.unpack_from(octets, size - _CHECK)[0] != checks.of(octets[:-_CHECK], seed):
        return None
    return octets
