"""Sets of URLs in files, which last, grow, and are never loaded as a whole: docs/internals/store.md."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from types import TracebackType
from typing import NamedTuple, NoReturn

import numpy as np

from . import _abi as abi
from . import _files as files
from ._errors import OptionError, UriError
from ._fingerprints import Octets, fingerprints_of
from ._held_lines import HeldLines
from ._line_input import Comments, Lines, invalid_flag, octets_of, urls_of, wanted
from ._normalizer import Reject, normalizer
from ._profile import DEFAULT, Rules, identity_of, prepared
from ._seen import AddedLines
from ._snapshot import fingerprint_of, secret_of
from ._store.errors import invalid
from ._store.lookup import MAX_BATCH
from ._store.shared import SharedStore

_BATCH = 50_000
"""URLs that `add_all` takes at a time."""
_STREAM_BATCH = 4_194_304
"""Octets of a stream after which its lines are flushed."""


class AddedBatch(NamedTuple):
    """What a batch of a stream has added. ``known`` counts lines whose key was known. Rejects are numbered from the start of the stream."""

    added: int
    known: int
    rejects: list[Reject]


class SeenStore:
    """A set of URLs in a file: that of ``urlsieve dedupe --seen``, and of ``SeenStore`` in ``urlsieve/node``.

    It treats URLs with the same normal form as equal or, under a profile or policy, those with the same key, and keeps 96 bits of a
    keyed fingerprint of each: 9 to 10 octets in a large set. Two different keys of n collide with probability n^2 / 2^97. The file is
    created with mode 0600: it has the secret key of the fingerprints. `key`, 16 octets, is that of a new file, random by default; it
    must be that of an old one. A snapshot of ``SeenSet.save`` is turned into a store, and stays as ``PATH.128``.

    Threads may share a store; one process at a time writes to a file. With `read_only`, it needs no lock, and sees what was acknowledged
    when it was opened. What `flush` has acknowledged survives a kill, and a power failure if the disk keeps what it has synced. A forked
    process must open the file itself.

    Raises SetError ``seen-locked`` if another process is writing to the file, ``profile-mismatch`` if its keys are of another profile or
    policy, ``invalid-store`` if it is no store, is damaged or has another version, width or key; OptionError; OSError if the
    file cannot be read or written. All methods raise SetError ``store-closed`` after `close`, ``store-failed`` after a failed sync, if
    the file was removed or replaced, and in a forked process, ``invalid-store`` for damage, and OSError.

    >>> import urlsieve
    >>> with urlsieve.SeenStore("urls.seen.db") as seen:
    ...     print(seen.add("http://example.com"), seen.add("HTTP://EXAMPLE.com:80/"))
    ...     seen.flush()    # from here on, no kill loses it
    True False
    >>> with urlsieve.SeenStore("urls.seen.db", read_only=True) as seen:
    ...     print(len(seen), "http://example.com/" in seen)
    1 True
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        *,
        profile: Rules = DEFAULT,
        key: bytes | None = None,
        read_only: bool = False,
    ) -> None:
        own_key = secret_of(key, "key")
        self._profile = prepared(profile)
        # An unknown profile fails here.
        normalizer(self._profile)
        self._identity = identity_of(self._profile)
        given = None if key is None else own_key
        self._shared = SharedStore(os.fsdecode(path), self._identity, given, own_key, read_only)
        self._key = self._shared.key
        if given not in (None, self._key):
            self._shared.abandon()
            raise invalid(0, "The store has another key")

    def __reduce__(self) -> NoReturn:
        raise OptionError("invalid-input", "A SeenStore cannot be copied or sent to another process: open its file there.")

    def __enter__(self) -> SeenStore:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def __len__(self) -> int:
        """Number of URLs."""
        return self._shared.count

    @property
    def identity(self) -> str:
        """What URLs are compared by: the id of a profile, or ``policy:`` and a hash."""
        return self._identity

    def add(self, url: str) -> bool:
        """Adds a URL. Returns whether it was new; durable after the next `flush`. Raises UriError if it has no normal form or key."""
        return self._shared.add(self._fingerprint(url))

    def has(self, url: str) -> bool:
        """Whether a URL with the same key is in the set: ``url in store``. Raises UriError if it has no normal form or key."""
        return self._shared.has(self._fingerprint(url))

    __contains__ = has

    def _fingerprint(self, url: str) -> bytes:
        return fingerprint_of(normalizer(self._profile).key.text(url).encode(), self._key)

    def add_all(self, urls: Iterable[str]) -> list[bool | UriError]:
        """Adds URLs in order. Returns for each whether it was new, or the error in its place.

        Raises OptionError ``invalid-input``, before any is added, unless `urls` is an iterable of str.

        >>> import urlsieve
        >>> with urlsieve.SeenStore("links.seen.db") as seen:
        ...     seen.add_all(["http://a", "HTTP://A/", "http://b/"])
        [True, False, True]
        """
        all_urls = urls_of(urls)
        self._shared.expect_writable()
        results: list[bool | UriError] = []
        for start in range(0, len(all_urls), _BATCH):
            part = all_urls[start : start + _BATCH]
            octets, errors = fingerprints_of(part, self._profile, self._key)
            has_key = np.ones(len(part), bool)
            has_key[list(errors)] = False
            marks = iter((self._add_fingerprints(octets.reshape(len(part), abi.FINGERPRINT)[has_key].ravel()) == 0).tolist())
            results += [errors[index] if index in errors else next(marks) for index in range(len(part))]
        return results

    def remove_all(self, urls: Iterable[str]) -> list[bool | UriError]:
        """Removes URLs, so that each counts as new again. Returns for each whether the set had it, or the error in its place.

        It rewrites the file, and acknowledges all that has been added: remove many at a time. Raises OptionError ``invalid-input``, before
        any is removed, unless `urls` is an iterable of str.

        >>> import urlsieve
        >>> with urlsieve.SeenStore("fetched.seen.db") as seen:
        ...     seen.add_all(["http://a", "http://b"])
        ...     seen.remove_all(["HTTP://A/", "http://c"])
        ...     "http://a" in seen
        [True, True]
        [True, False]
        False
        """
        all_urls = urls_of(urls)
        self._shared.expect_writable()
        octets, errors = fingerprints_of(all_urls, self._profile, self._key)
        has_key = np.ones(len(all_urls), bool)
        has_key[list(errors)] = False
        had = iter(self._shared.remove_all(octets.reshape(len(all_urls), abi.FINGERPRINT)[has_key].ravel()))
        return [errors[index] if index in errors else next(had) for index in range(len(all_urls))]

    def add_lines(
        self,
        lines: Lines,
        *,
        invalid: str = "keep",
        comments: Comments = None,
        schemes: Sequence[str] | None = None,
        require_scheme: bool = False,
    ) -> AddedLines:
        """Adds one URL per line, ended by LF or CR LF. Returns the new lines and counts, as `SeenSet.add_lines` does.

        Raises OptionError ``invalid-input`` if `lines` are neither octets nor a file or, under ``invalid="fail"``, the error of the first
        invalid line. Some lines may have been added by then.

        >>> import urlsieve
        >>> with urlsieve.SeenStore("lines.seen.db") as seen:
        ...     seen.add_lines(b"http://a.example\\nHTTP://A.example/\\n").fresh
        b'http://a.example/\\n'
        """
        flag = invalid_flag(invalid)
        own_lines = wanted(comments, schemes, require_scheme)
        self._shared.expect_writable()
        own = normalizer(self._profile)
        options = flag | (0 if own.profile.is_core else abi.CRAWL_BOTH)
        held = HeldLines(own.workspace, self._key, self._add_fingerprints, MAX_BATCH)
        rejects: list[Reject] = []
        count = 0
        for batch in own.batches(octets_of(lines), options, own_lines):
            rejects += batch.rejects()
            held.hold(batch, invalid)
            count += batch.lines
            if invalid == "fail" and (failure := batch.failure()) is not None:
                held.end()
                raise failure
        held.end()
        return AddedLines(b"".join(held.fresh), held.added, count - held.added - len(rejects), rejects)

    def _add_fingerprints(self, fingerprints: Octets) -> Octets:
        size = MAX_BATCH * abi.FINGERPRINT
        parts = [self._shared.add_all(fingerprints[at : at + size]) for at in range(0, len(fingerprints), size)]
        return np.concatenate(parts) if parts else fingerprints

    def add_stream(self, chunks: Iterable[bytes] | os.PathLike[str]) -> Iterator[AddedBatch]:
        """Adds the lines of a stream, such as a file by its path or opened with ``"rb"``.

        Flushes each batch: one that is yielded is durable.

        >>> import urlsieve
        >>> with urlsieve.SeenStore("stream.seen.db") as seen:
        ...     for added, known, rejects in seen.add_stream([b"http://c/\\nhttp", b"://c\\n"]):
        ...         print(added, known, rejects)
        1 1 []
        """
        done = 0
        for lines in _whole_lines(files.blocks(chunks)):
            _, added, duplicates, rejects = self.add_lines(lines)
            self.flush()
            yield AddedBatch(added, duplicates, [reject._replace(line=done + reject.line) for reject in rejects])
            done += added + duplicates + len(rejects)

    def flush(self) -> None:
        """Syncs all that has been added before to the disk. Threads that call it at once share a sync.

        Raises OSError or SetError if a run could not be written since the last call, too: that has lost nothing.
        """
        self._shared.flush()

    def close(self) -> None:
        """Flushes, and releases the file. Does nothing if that has been done. In a forked process, it flushes nothing."""
        self._shared.close()


def _whole_lines(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """Joins chunks to pieces of some megabytes that end with a line."""
    waiting: list[bytes] = []
    size = 0
    for chunk in chunks:
        octets = octets_of(chunk)
        waiting.append(octets)
        size += len(octets)
        if size < _STREAM_BATCH or b"\n" not in octets:
            continue
        whole, _, rest = b"".join(waiting).rpartition(b"\n")
        yield whole + b"\n"
        waiting, size = [rest], len(rest)
    if last := b"".join(waiting):
        yield last
