"""Fingerprints of many URLs at once: URLs -> keys, one per line -> fingerprints."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from . import _abi as abi
from ._errors import UriError
from ._line_input import INVALID
from ._normalizer import core, normalizer
from ._workspace import CHUNK_LINES

_LF = 10

Octets = np.ndarray[Any, np.dtype[np.uint8]]


class Fingerprints(NamedTuple):
    """16 octets for each of n URLs, zeros for one that has no key, and the errors of those by their index."""

    octets: Octets
    errors: dict[int, UriError]


def fingerprints_of(urls: Sequence[str], profile: str | bytes, secret: bytes) -> Fingerprints:
    errors: dict[int, UriError] = {}
    keys = _keys_in_bulk(urls, profile, errors)
    if keys is None:
        keys = _keys_one_by_one(urls, profile, errors)
    octets = fingerprint_lines(keys, secret)
    for index in errors:
        octets[index * abi.FINGERPRINT : (index + 1) * abi.FINGERPRINT] = 0
    return Fingerprints(octets, errors)


def _keys_one_by_one(urls: Sequence[str], profile: str | bytes, errors: dict[int, UriError]) -> bytes:
    keys = []
    for index, url in enumerate(urls):
        try:
            keys.append(normalizer(profile).key.text(url))
        except UriError as error:
            errors[index] = error
            keys.append("")
    return "".join(f"{key}\n" for key in keys).encode()


def _keys_in_bulk(urls: Sequence[str], profile: str | bytes, errors: dict[int, UriError]) -> bytes | None:
    """One key per line, empty for a URL without a key. None if a URL contains a line end, which lines cannot represent."""
    try:
        text = "\n".join(urls)
        octets = text.encode()
    except (TypeError, UnicodeEncodeError):
        return None
    if "\r" in text or text.startswith("\ufeff") or text.count("\n") != max(len(urls) - 1, 0) or not urls:
        return None
    own = normalizer(profile)
    options = INVALID["blank"] | (0 if own.profile.is_core else abi.CRAWL_KEY)
    lines: list[bytes] = []
    rejects = []
    for batch in own.batches(octets + b"\n", options):
        rejects += batch.rejects()
        lines.append(batch.output("blank"))
    for line, *_ in rejects:
        try:
            own.key.text(urls[line - 1])
            return None
        except UriError as error:
            errors[line - 1] = error
    return b"".join(lines)


def fingerprint_lines(lines: bytes, secret: bytes) -> Octets:
    """The fingerprints of lines, each ended by LF, under a key of 16 octets."""
    ends = np.flatnonzero(np.frombuffer(lines, np.uint8) == _LF) + 1
    octets = np.empty(len(ends) * abi.FINGERPRINT, np.uint8)
    first, start = 0, 0
    while first < len(ends):
        workspace = core()
        fitting = int(np.searchsorted(ends, start + workspace.capacity, side="right"))
        last = min(max(fitting, first + 1), first + CHUNK_LINES)
        end = int(ends[last - 1])
        workspace.reserve(end - start)
        kernel, count = workspace.kernel, last - first
        kernel.view[workspace.key : workspace.key + len(secret)] = secret
        kernel.view[workspace.input : workspace.input + end - start] = lines[start:end]
        at = workspace.records >> 2
        kernel.words[at + 1 : at + 2 * count : 2] = ends[first:last] - start + workspace.input
        kernel.call("fingerprintLines", workspace.key, workspace.records, count, workspace.input, workspace.fingerprints)
        size = count * abi.FINGERPRINT
        octets[first * abi.FINGERPRINT : last * abi.FINGERPRINT] = kernel.octets[
            workspace.fingerprints : workspace.fingerprints + size
        ]
        first, start = last, end
    return octets
