"""Sets of URLs: which have been seen, in memory and as the command line's snapshots."""

from __future__ import annotations

import os
import secrets
import struct
import threading
import weakref
from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

import numpy as np

from . import _abi as abi
from ._errors import UrlError
from ._kernel import CORE, Kernel
from ._normalizer import INVALID, Reject, core, normalizer
from ._profile import DEFAULT
from ._workspace import CHUNK_LINES

_FRESH = -1
_REFUSED = -2
_KEY_SIZE = 16
_MAGIC = b"urlsieve"
_FORMAT = 1
_PROFILE_VERSION = 1
_HEADER = struct.Struct("<8sIII4xQ16s16s")
_CHECKED = _HEADER.size - 16
_BLOCK = struct.Struct("<II")
_MAX_IN_BLOCK = 4096
_MIN_GROWTH = 16 * abi.PAGE


_sets: weakref.WeakSet[SeenSet] = weakref.WeakSet()


def _unlock_all() -> None:
    """A thread that held a lock at the fork does not exist in the child, and would never release it."""
    for seen in _sets:
        seen._lock = threading.Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_unlock_all)


class AddedLines(NamedTuple):
    """The result of `SeenSet.add_lines`.

    ``fresh`` has the new lines in normal form, each ended by LF, and what ``invalid`` leaves of rejected ones.
    """

    fresh: bytes
    added: int
    duplicates: int
    rejects: list[Reject]


class SeenSet:
    """A set of URLs that treats equivalent ones as equal.

    It stores a keyed 128-bit fingerprint (SipHash-1-3) of each normal form: 19 to 38 octets per URL in a large set. Two different
    normal forms collide with probability 2^-128. `key` is 16 octets, random by default: keep it secret. Threads may share a set.

    >>> import urlsieve
    >>> seen = urlsieve.SeenSet()
    >>> seen.add("http://example.com")
    True
    >>> seen.add("HTTP://EXAMPLE.com:80/")
    False
    >>> len(seen), "http://example.com/" in seen
    (1, True)
    """

    def __init__(self, *, key: bytes | None = None) -> None:
        own = secrets.token_bytes(_KEY_SIZE) if key is None else bytes(key)
        if len(own) != _KEY_SIZE:
            raise UrlError("invalid-option", f"The key must be {_KEY_SIZE} octets long, not {len(own)}.")
        self._key = own
        self._table = _Table()
        self._lock = threading.Lock()
        _sets.add(self)

    def __len__(self) -> int:
        return self._table.count

    @property
    def nbytes(self) -> int:
        """Memory used, in octets."""
        return self._table.nbytes

    def add(self, url: str) -> bool:
        """Adds a URL. Returns whether it was new. Raises UrlError if it has no normal form, or ``set-full``."""
        fingerprint = np.frombuffer(self._fingerprint(url), np.uint8)
        with self._lock:
            return bool(self._table.add(fingerprint)[0] == _FRESH)

    def __contains__(self, url: str) -> bool:
        fingerprint = np.frombuffer(self._fingerprint(url), np.uint8)
        with self._lock:
            return self._table.has(fingerprint)

    def fingerprint(self, url: str) -> bytes:
        """Returns the keyed fingerprint, 16 octets. Raises UrlError if the URL has no normal form."""
        return self._fingerprint(url)

    def _fingerprint(self, url: str) -> bytes:
        normal = normalizer(DEFAULT).fetch.text(url)
        workspace = core()
        length = len(normal)
        workspace.kernel.view[workspace.key : workspace.key + _KEY_SIZE] = self._key
        workspace.kernel.view[workspace.input : workspace.input + length] = normal.encode("ascii")
        workspace.kernel.call("fingerprint", workspace.key, workspace.input, workspace.input + length, workspace.fingerprints)
        return bytes(workspace.kernel.view[workspace.fingerprints : workspace.fingerprints + abi.FINGERPRINT])

    def add_lines(self, lines: bytes, *, invalid: str = "keep") -> AddedLines:
        """Adds one URL per line, ended by LF or CR LF.

        Raises UrlError ``invalid-input`` if `lines` are not octets, ``set-full``, or under ``invalid="fail"`` the error of the first
        invalid line. Some lines may have been added by then.

        >>> import urlsieve
        >>> done = urlsieve.SeenSet().add_lines(b"http://a.example\\nHTTP://A.example/\\n")
        >>> done.fresh, done.added, done.duplicates
        (b'http://a.example/\\n', 1, 1)
        """
        from . import octets_of

        if invalid not in INVALID:
            names = ", ".join(f'"{name}"' for name in INVALID)
            raise UrlError("invalid-option", f'The option "invalid" must be one of {names}, not {invalid!r}.')
        octets = octets_of(lines)
        fresh: list[bytes] = []
        rejects: list[Reject] = []
        added = count = 0
        for batch in normalizer(DEFAULT).batches(octets, INVALID[invalid]):
            rejects += batch.rejects()
            if batch.too_long is not None:
                fresh.append(batch.output(invalid))
            else:
                text, new = self._sieve(batch.records)
                fresh.append(text)
                added += new
            count += batch.lines
            if invalid == "fail" and rejects:
                line, code, component, offset = rejects[0]
                raise UrlError(code, f"Line {line}: {code} at octet {offset}.", component, offset)
        return AddedLines(b"".join(fresh), added, count - added - len(rejects), rejects)

    def _sieve(self, records: int) -> tuple[bytes, int]:
        """Adds the lines that the kernel has just written. Returns the new ones, and their number."""
        workspace = core()
        kernel = workspace.kernel
        kernel.view[workspace.key : workspace.key + _KEY_SIZE] = self._key
        kernel.call(
            "fingerprintLines", workspace.key, workspace.records, records, workspace.output, workspace.fingerprints
        )
        end = workspace.fingerprints + records * abi.FINGERPRINT
        with self._lock:
            before = self._table.count
            marks = self._table.add(kernel.octets[workspace.fingerprints : end])
            added = self._table.count - before
            kernel.words[workspace.marks >> 2 : (workspace.marks >> 2) + records] = marks
        end = kernel.call(
            "writeFreshLines", workspace.records, records, workspace.marks, workspace.output, workspace.result
        )
        return bytes(kernel.view[workspace.result : end]), added

    def merge(self, other: SeenSet) -> None:
        """Adds every URL of `other`. Raises UrlError ``invalid-option`` unless both have the same key, or ``set-full``."""
        if other._key != self._key:
            raise UrlError("invalid-option", "Cannot merge sets with different keys.")
        if other is self:
            return
        for fingerprints in list(other._fingerprints()):
            with self._lock:
                self._table.add(fingerprints)

    def _fingerprints(self) -> Iterator[np.ndarray[tuple[int], np.dtype[np.uint8]]]:
        with self._lock:
            yield from self._table.fingerprints()

    def save(self, file: BinaryIO) -> None:
        """Writes the set, key included, as a snapshot: the file of ``urlsieve dedupe --seen``. About 16 octets per URL."""
        for chunk in self._snapshot():
            file.write(chunk)

    def _snapshot(self) -> Iterator[bytes]:
        header = _HEADER.pack(
            _MAGIC, _FORMAT, _PROFILE_VERSION, abi.LEVEL_SCHEME, len(self), self._key, bytes(abi.FINGERPRINT)
        )[:_CHECKED]
        yield header + _check(header, self._key)
        number = 0
        size = _MAX_IN_BLOCK * abi.FINGERPRINT
        for fingerprints in self._fingerprints():
            octets = fingerprints.tobytes()
            for at in range(0, len(octets), size):
                yield _block(number, octets[at : at + size], self._key)
                number += 1
        yield _block(number, b"", self._key)

    @classmethod
    def load(cls, file: BinaryIO, *, key: bytes | None = None) -> SeenSet:
        """Restores a set from a snapshot of ``urlsieve dedupe --seen`` or `save`. `key`, if given, must be the snapshot's.

        Raises UrlError ``invalid-snapshot`` if the file is not a snapshot, is damaged or truncated, or has another version, key,
        profile or options; ``set-full`` if memory cannot be allocated.

        >>> import io, urlsieve
        >>> seen, file = urlsieve.SeenSet(), io.BytesIO()
        >>> seen.add("http://example.com")
        True
        >>> seen.save(file)
        >>> _ = file.seek(0)
        >>> "HTTP://example.com/" in urlsieve.SeenSet.load(file)
        True
        """
        source = _Source(file)
        saved_key, count = _read_header(source, key)
        loaded = cls(key=saved_key)
        number = 0
        while True:
            fingerprints = _read_block(source, number, saved_key)
            if not len(fingerprints):
                break
            loaded._table.add(fingerprints)
            number += 1
        if len(loaded) != count:
            raise _damaged(source.offset, f"it has {len(loaded)} fingerprints instead of {count}")
        source.expect_end()
        return loaded


class _Table:
    """The fingerprints, in a kernel of their own whose memory holds nothing else."""

    def __init__(self) -> None:
        self._kernel = Kernel(CORE)
        self._batch = -(-self._kernel.call("heapBase") // 64) * 64
        self._marks = self._batch + CHUNK_LINES * abi.FINGERPRINT
        self._base = -(-(self._marks + 4 * CHUNK_LINES) // abi.PAGE) * abi.PAGE
        self._kernel.reserve(self._base + abi.PAGE)
        while -self._kernel.call("seenCreate", self._base, 0) == abi.NEEDS_MEMORY:
            self._kernel.reserve(len(self._kernel.octets) + abi.PAGE)

    @property
    def count(self) -> int:
        return self._field(abi.COUNT)

    @property
    def nbytes(self) -> int:
        return self._field(abi.NEXT_PAGE) * abi.PAGE - self._base

    def add(
        self, fingerprints: np.ndarray[tuple[int], np.dtype[np.uint8]]
    ) -> np.ndarray[tuple[int], np.dtype[np.int32]]:
        """Adds up to CHUNK_LINES fingerprints. Returns a mark for each, valid until the next call. Raises UrlError ``set-full``."""
        kernel = self._kernel
        count = len(fingerprints) // abi.FINGERPRINT
        kernel.octets[self._batch : self._batch + len(fingerprints)] = fingerprints
        done = 0
        while done < count:
            rest = self._batch + abi.FINGERPRINT * done
            done += kernel.call("seenAdd", rest, count - done, self._marks + 4 * done)
            if done < count:
                self._grow()
        marks: np.ndarray[tuple[int], np.dtype[np.int32]] = kernel.words[self._marks >> 2 : (self._marks >> 2) + count]
        if self._field(abi.REFUSED) > 0 or (marks == _REFUSED).any():
            raise UrlError("set-full", f"The set is full at {self.count} fingerprints.")
        return marks

    def has(self, fingerprint: np.ndarray[tuple[int], np.dtype[np.uint8]]) -> bool:
        self._kernel.octets[self._batch : self._batch + abi.FINGERPRINT] = fingerprint
        return self._kernel.call("seenFind", self._batch) != _FRESH

    def fingerprints(self) -> Iterator[np.ndarray[tuple[int], np.dtype[np.uint8]]]:
        """Copies of all fingerprints, in no particular order."""
        position = 0
        while position != -1:
            position = self._kernel.call("seenCopy", position, self._batch, CHUNK_LINES)
            end = self._batch + self._field(abi.COPIED) * abi.FINGERPRINT
            yield self._kernel.octets[self._batch : end].copy()

    def _field(self, field: int) -> int:
        return self._kernel.word(abi.SEEN_SET + field)

    def _grow(self) -> None:
        """Grows the memory by an eighth. If that fails, closes the table at its present size."""
        size = len(self._kernel.octets)
        wanted = size + max(_MIN_GROWTH, size // 8 // abi.PAGE * abi.PAGE)
        try:
            self._kernel.reserve(min(wanted, 65536 * abi.PAGE))
            if len(self._kernel.octets) > size:
                return
        except MemoryError:
            pass
        self._kernel.set_word(abi.SEEN_SET + abi.END_PAGE, size // abi.PAGE)


def _check(octets: bytes, key: bytes) -> bytes:
    """The keyed fingerprint of octets that fit a chunk."""
    workspace = core()
    kernel = workspace.kernel
    end = workspace.input + len(octets)
    kernel.view[workspace.key : workspace.key + _KEY_SIZE] = key
    kernel.view[workspace.input : end] = octets
    kernel.call("fingerprint", workspace.key, workspace.input, end, workspace.fingerprints)
    return bytes(kernel.view[workspace.fingerprints : workspace.fingerprints + abi.FINGERPRINT])


def _block(number: int, fingerprints: bytes, key: bytes) -> bytes:
    octets = _BLOCK.pack(len(fingerprints) // abi.FINGERPRINT, number) + fingerprints
    return octets + _check(octets, key)


def _read_header(source: _Source, expected_key: bytes | None) -> tuple[bytes, int]:
    octets = source.take(_HEADER.size)
    magic, version, profile, word, count, key, check = _HEADER.unpack(octets)
    if magic != _MAGIC:
        raise _unusable(0, "This is not a urlsieve snapshot")
    if version != _FORMAT:
        reason = "; only sets of rfc3986@1 can be loaded" if version == 2 else ""
        raise _unusable(8, f"The snapshot has format {version}, not {_FORMAT}{reason}")
    if _check(octets[:_CHECKED], key) != check:
        raise _damaged(_CHECKED, "the checksum of the header is wrong")
    if profile != _PROFILE_VERSION:
        raise _unusable(12, f"The snapshot has version {profile} of the normal form, not {_PROFILE_VERSION}")
    if expected_key is not None and key != expected_key:
        raise _unusable(32, "The snapshot has another key")
    if word != abi.LEVEL_SCHEME:
        raise _unusable(16, f"The snapshot was made with other options: the options word is {word}, not {abi.LEVEL_SCHEME}")
    return key, count


def _read_block(source: _Source, number: int, key: bytes) -> np.ndarray[tuple[int], np.dtype[np.uint8]]:
    """The fingerprints of the next block. The last block has none."""
    start = source.offset
    head = source.take(_BLOCK.size)
    count, own_number = _BLOCK.unpack(head)
    if count > _MAX_IN_BLOCK or own_number != number:
        raise _damaged(start, f"block {number} is missing or damaged")
    fingerprints = source.take(count * abi.FINGERPRINT)
    if source.take(abi.FINGERPRINT) != _check(head + fingerprints, key):
        raise _damaged(start, f"the checksum of block {number} is wrong")
    return np.frombuffer(fingerprints, np.uint8)


class _Source:
    """A file that is read in pieces of a given length."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self.offset = 0

    def take(self, count: int) -> bytes:
        pieces = []
        missing = count
        while missing > 0:
            piece = self._file.read(missing)
            if not piece:
                raise _unusable(self.offset + count - missing, "The snapshot is truncated")
            pieces.append(piece)
            missing -= len(piece)
        self.offset += count
        return b"".join(pieces)

    def expect_end(self) -> None:
        if self._file.read(1):
            raise _damaged(self.offset, "there is data after its end")


def _damaged(offset: int, reason: str) -> UrlError:
    return _unusable(offset, f"The snapshot is damaged: {reason}")


def _unusable(offset: int, reason: str) -> UrlError:
    return UrlError("invalid-snapshot", f"{reason} (at octet {offset}).", None, offset)
