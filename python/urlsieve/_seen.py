"""Sets of URLs: which have been seen."""

from __future__ import annotations

import os
import threading
import weakref
from collections.abc import Sequence
from typing import BinaryIO, NamedTuple, NoReturn

import numpy as np

from . import _abi as abi
from . import _files as files
from . import _snapshot as snapshot
from ._errors import OptionError
from ._line_input import Comments, Lines, invalid_flag, octets_of, wanted
from ._normalizer import Reject, normalizer
from ._profile import DEFAULT, Rules, identity_of, prepared
from ._snapshot import KEY_SIZE
from ._table import FRESH, Octets, Table
from ._workspace import Workspace

_sets: weakref.WeakSet[SeenSet] = weakref.WeakSet()


def _unlock_all() -> None:
    """A thread that held a lock at the fork does not exist in the child, and would never release it."""
    for seen in _sets:
        seen._lock = threading.Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_unlock_all)


class AddedLines(NamedTuple):
    """The result of `SeenSet.add_lines`.

    ``fresh`` has the new lines in normal form, under a profile as the URLs to fetch, each ended by LF, and what ``invalid`` leaves of
    rejected ones.
    """

    fresh: bytes
    added: int
    duplicates: int
    rejects: list[Reject]


class SeenSet:
    """A set of URLs that treats equivalent ones as equal: those with the same normal form or, under a profile or policy, the same key.

    It stores a keyed 128-bit fingerprint (SipHash-1-3) of each: 19 to 38 octets per URL in a large set. Two different normal forms or
    keys collide with probability 2^-128. `key` is the key of the fingerprints, 16 octets, random by default: keep it secret.
    `profile` is that of `urlsieve.key`. Threads may share a set.

    >>> import urlsieve
    >>> seen = urlsieve.SeenSet()
    >>> seen.add("http://example.com")
    True
    >>> seen.add("HTTP://EXAMPLE.com:80/")
    False
    >>> len(seen), "http://example.com/" in seen
    (1, True)
    >>> pages = urlsieve.SeenSet(profile="crawl@1")
    >>> pages.add("http://example.com/?utm_source=feed"), pages.add("http://example.com/#top")
    (True, False)
    """

    def __init__(self, *, key: bytes | None = None, profile: Rules = DEFAULT) -> None:
        self._key = snapshot.secret_of(key, "key")
        self._profile = prepared(profile)
        # An unknown profile fails here.
        normalizer(self._profile)
        self._identity = identity_of(self._profile)
        self._table = Table()
        self._lock = threading.Lock()
        _sets.add(self)

    def __len__(self) -> int:
        return self._table.count

    @property
    def nbytes(self) -> int:
        """Memory used, in octets."""
        return self._table.nbytes

    @property
    def identity(self) -> str:
        """What URLs are compared by: the id of a profile, or ``policy:`` and a hash. Only sets with the same one can be merged."""
        return self._identity

    def __reduce__(self) -> NoReturn:
        raise OptionError("invalid-input", "A SeenSet cannot be copied or sent to another process: save it, and load it there.")

    def add(self, url: str) -> bool:
        """Adds a URL. Returns whether it was new. Raises UriError if it has no normal form or key, SetError ``set-full``."""
        fingerprint = np.frombuffer(self._fingerprint(url), np.uint8)
        with self._lock:
            return bool(self._table.add(fingerprint)[0] == FRESH)

    def __contains__(self, url: str) -> bool:
        fingerprint = np.frombuffer(self._fingerprint(url), np.uint8)
        with self._lock:
            return self._table.has(fingerprint)

    def fingerprint(self, url: str) -> bytes:
        """Returns the keyed fingerprint, 16 octets. Raises UriError if the URL has no normal form or key."""
        return self._fingerprint(url)

    def _fingerprint(self, url: str) -> bytes:
        return snapshot.fingerprint_of(normalizer(self._profile).key.text(url).encode(), self._key)

    def add_lines(
        self,
        lines: Lines,
        *,
        invalid: str = "keep",
        comments: Comments = None,
        schemes: Sequence[str] | None = None,
        require_scheme: bool = False,
    ) -> AddedLines:
        """Adds one URL per line, ended by LF or CR LF: octets, or a file by its path or open. The other options are those of `normalize_lines`.

        Raises OptionError ``invalid-input`` if `lines` are neither, SetError ``set-full``, or under ``invalid="fail"`` the error of the first
        invalid line. Some lines may have been added by then.

        >>> import urlsieve
        >>> done = urlsieve.SeenSet().add_lines(b"http://a.example\\nHTTP://A.example/\\n")
        >>> done.fresh, done.added, done.duplicates
        (b'http://a.example/\\n', 1, 1)
        """
        flag = invalid_flag(invalid)
        octets = octets_of(lines)
        own = normalizer(self._profile)
        options = flag | (0 if own.profile.is_core else abi.CRAWL_BOTH)
        fresh: list[bytes] = []
        rejects: list[Reject] = []
        added = count = 0
        for batch in own.batches(octets, options, wanted(comments, schemes, require_scheme)):
            rejects += batch.rejects()
            if batch.too_long is not None:
                fresh.append(batch.output(invalid))
            else:
                text, new = self._sieve(own.workspace, batch.records)
                fresh.append(text)
                added += new
            count += batch.lines
            if invalid == "fail" and (failure := batch.failure()) is not None:
                raise failure
        return AddedLines(b"".join(fresh), added, count - added - len(rejects), rejects)

    def _sieve(self, workspace: Workspace, records: int) -> tuple[bytes, int]:
        """Adds the lines that a kernel has just written, with both forms if it is the crawl kernel. Returns the new ones and their number."""
        kernel = workspace.kernel
        kernel.view[workspace.key : workspace.key + KEY_SIZE] = self._key
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
        """Adds every URL of `other`.

        Raises SetError ``profile-mismatch`` unless both compare URLs by the same profile or policy, OptionError ``invalid-option`` unless
        both have the same key, SetError ``set-full``.
        """
        if other._identity != self._identity:
            raise snapshot.mismatch(other._identity, self._identity)
        if other._key != self._key:
            raise OptionError("invalid-option", "Cannot merge sets with different keys.")
        if other is self:
            return
        for fingerprints in other._copy():
            with self._lock:
                self._table.add(fingerprints)

    def _copy(self) -> list[Octets]:
        """All fingerprints at this moment."""
        with self._lock:
            return list(self._table.fingerprints())

    def save(self, file: BinaryIO | str | os.PathLike[str]) -> None:
        """Writes the set, key included, as a snapshot, which ``urlsieve dedupe --seen`` takes. About 16 octets per URL.

        `file` is a path, or is opened with ``"wb"``. At a path, the snapshot takes the place of another one when it is complete, and
        only the owner may read it.
        """
        chunks = snapshot.chunks(self._copy(), self._identity, self._key)
        if isinstance(file, (str, os.PathLike)):
            files.replace(file, chunks)
            return
        to = files.opened(file, "write")
        for chunk in chunks:
            to.write(chunk)

    @classmethod
    def load(
        cls, file: BinaryIO | str | os.PathLike[str], *, key: bytes | None = None, profile: Rules = DEFAULT
    ) -> SeenSet:
        """Restores a set from a snapshot of `save`, or of ``SeenSet.save`` in npm. `key`, if given, must be the snapshot's.

        `file` is a path, or is opened with ``"rb"``.

        `profile` is what the set compares URLs by: that of ``--profile``, or the policy of ``--policy``.

        Raises SetError ``profile-mismatch`` if it is another one, ``invalid-snapshot`` if the file is not a snapshot, is damaged or
        truncated, or has another version, key or options; ``set-full`` if memory cannot be allocated.

        >>> import io, urlsieve
        >>> seen, file = urlsieve.SeenSet(profile="crawl@1"), io.BytesIO()
        >>> seen.add("http://example.com/?utm_source=feed")
        True
        >>> seen.save(file)
        >>> _ = file.seek(0)
        >>> "HTTP://example.com/#top" in urlsieve.SeenSet.load(file, profile="crawl@1")
        True
        """
        if isinstance(file, (str, os.PathLike)):
            with open(file, "rb") as snapshot_file:
                return cls.load(snapshot_file, key=key, profile=profile)
        rules = prepared(profile)
        normalizer(rules)
        given = None if key is None else snapshot.secret_of(key, "key")
        reader = snapshot.Reader(files.opened(file, "read"), identity_of(rules), given)
        loaded = cls(key=reader.key, profile=rules)
        for fingerprints in reader.blocks():
            loaded._table.add(fingerprints)
        reader.expect_end(len(loaded))
        return loaded
