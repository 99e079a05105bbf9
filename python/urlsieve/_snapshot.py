"""Snapshots of sets, which ``urlsieve dedupe --seen`` turns into stores.

    header    magic, format, version of the normal form, options word, count, key of the fingerprints, check    64 octets
    identity  in format 2, that of profiles and policies: length, what the keys are by, check
    block     count, number, fingerprints, check; the last one has none

A check is the keyed fingerprint of what is before it.
"""

from __future__ import annotations

import secrets
import struct
from collections.abc import Iterable, Iterator
from typing import BinaryIO

import numpy as np

from . import _abi as abi
from ._errors import OptionError, SetError
from ._normalizer import core
from ._profile import DEFAULT
from ._table import Octets

KEY_SIZE = 16
MAGIC = b"urlsieve"
_PLAIN, _WITH_IDENTITY = SNAPSHOT_FORMATS = (1, 2)
"""Formats: of sets of normal forms, and of sets of keys."""
_PROFILE_VERSION = 1
_HEADER = struct.Struct("<8sIII4xQ16s16s")
_CHECKED = _HEADER.size - 16
_LENGTH = struct.Struct("<I")
_MAX_IDENTITY = 65535
_BLOCK = struct.Struct("<II")
_MAX_IN_BLOCK = 4096


def secret_of(key: object, name: str) -> bytes:
    """The 16 octets of a key, random ones for None. Raises OptionError for anything else."""
    if key is None:
        return secrets.token_bytes(KEY_SIZE)
    if not isinstance(key, (bytes, bytearray, memoryview)):
        raise OptionError("invalid-input", f"The {name} must be {KEY_SIZE} bytes, not {type(key).__name__}.")
    octets = bytes(key)
    if len(octets) != KEY_SIZE:
        raise OptionError("invalid-option", f"The {name} must be {KEY_SIZE} bytes long, not {len(octets)}.")
    return octets


def fingerprint_of(octets: bytes, key: bytes) -> bytes:
    """The keyed fingerprint of octets, 16 octets."""
    workspace = core()
    workspace.reserve(len(octets))
    kernel = workspace.kernel
    end = workspace.input + len(octets)
    kernel.view[workspace.key : workspace.key + KEY_SIZE] = key
    kernel.view[workspace.input : end] = octets
    kernel.call("fingerprint", workspace.key, workspace.input, end, workspace.fingerprints)
    return bytes(kernel.view[workspace.fingerprints : workspace.fingerprints + abi.FINGERPRINT])


def chunks(fingerprints: list[Octets], identity: str, key: bytes) -> Iterator[bytes]:
    """The octets of a snapshot, in pieces."""
    count = sum(len(some) for some in fingerprints) // abi.FINGERPRINT
    fields = (_PLAIN, _PROFILE_VERSION, abi.LEVEL_SCHEME) if identity == DEFAULT else (_WITH_IDENTITY, 0, 0)
    yield _checked(_HEADER.pack(MAGIC, *fields, count, key, b"")[:_CHECKED], key)
    if identity != DEFAULT:
        line = identity.encode("ascii")
        yield _checked(_LENGTH.pack(len(line)) + line, key)
    for number, octets in enumerate(_pieces(fingerprints)):
        yield _checked(_BLOCK.pack(len(octets) // abi.FINGERPRINT, number) + octets, key)


def _pieces(fingerprints: Iterable[Octets]) -> Iterator[bytes]:
    """The fingerprints of each block; none in the last."""
    size = _MAX_IN_BLOCK * abi.FINGERPRINT
    for some in fingerprints:
        octets = some.tobytes()
        for at in range(0, len(octets), size):
            yield octets[at : at + size]
    yield b""


def _checked(octets: bytes, key: bytes) -> bytes:
    return octets + fingerprint_of(octets, key)


class Reader:
    """A snapshot whose header has been read. ``key`` is that of its fingerprints.

    Raises SetError ``profile-mismatch`` unless its keys are by `identity`, and ``invalid-snapshot``.
    """

    def __init__(self, file: BinaryIO, identity: str, expected_key: bytes | None) -> None:
        self._file = file
        self._offset = 0
        head = self._take(_HEADER.size)
        magic, version, profile, word, self._count, self.key, check = _HEADER.unpack(head)
        if magic != MAGIC:
            raise _unusable(0, "This is not a urlsieve snapshot")
        if version not in (_PLAIN, _WITH_IDENTITY):
            raise _unusable(8, f"The snapshot has format {version}, not {_PLAIN} or {_WITH_IDENTITY}")
        if fingerprint_of(head[:_CHECKED], self.key) != check:
            raise _damaged(_CHECKED, "the checksum of the header is wrong")
        own = DEFAULT if version == _PLAIN else self._identity()
        if own != identity:
            raise mismatch(own, identity)
        if version == _PLAIN and profile != _PROFILE_VERSION:
            raise _unusable(12, f"The snapshot has version {profile} of the normal form, not {_PROFILE_VERSION}")
        if expected_key is not None and self.key != expected_key:
            raise _unusable(32, "The snapshot has another key")
        if version == _PLAIN and word != abi.LEVEL_SCHEME:
            raise _unusable(16, f"The snapshot was made with other options: the options word is {word}, not {abi.LEVEL_SCHEME}")

    def _identity(self) -> str:
        start = self._offset
        head = self._take(_LENGTH.size)
        (length,) = _LENGTH.unpack(head)
        if length > _MAX_IDENTITY:
            raise _damaged(start, "the checksum of the identity is wrong")
        line = self._take(length)
        if self._take(abi.FINGERPRINT) != fingerprint_of(head + line, self.key):
            raise _damaged(start, "the checksum of the identity is wrong")
        return line.decode("ascii", "replace")

    def blocks(self) -> Iterator[Octets]:
        """The fingerprints of each block."""
        number = 0
        while len(fingerprints := self._block(number)):
            yield fingerprints
            number += 1

    def _block(self, number: int) -> Octets:
        start = self._offset
        head = self._take(_BLOCK.size)
        count, own_number = _BLOCK.unpack(head)
        if count > _MAX_IN_BLOCK or own_number != number:
            raise _damaged(start, f"block {number} is missing or damaged")
        fingerprints = self._take(count * abi.FINGERPRINT)
        if self._take(abi.FINGERPRINT) != fingerprint_of(head + fingerprints, self.key):
            raise _damaged(start, f"the checksum of block {number} is wrong")
        return np.frombuffer(fingerprints, np.uint8)

    def expect_end(self, count: int) -> None:
        """Checks the number of fingerprints read, and that nothing comes after them."""
        if count != self._count:
            raise _damaged(self._offset, f"it has {count} fingerprints instead of {self._count}")
        if self._file.read(1):
            raise _damaged(self._offset, "there is data after its end")

    def _take(self, count: int) -> bytes:
        pieces = []
        missing = count
        while missing > 0:
            piece = self._file.read(missing)
            if not piece:
                raise _unusable(self._offset + count - missing, "The snapshot is truncated")
            pieces.append(piece)
            missing -= len(piece)
        self._offset += count
        return b"".join(pieces)


def mismatch(theirs: str, ours: str) -> SetError:
    """The error for a set whose keys have another identity."""
    return SetError("profile-mismatch", f"The set has keys of {theirs}, not of {ours}.")


def _damaged(offset: int, reason: str) -> SetError:
    return _unusable(offset, f"The snapshot is damaged: {reason}")


def _unusable(offset: int, reason: str) -> SetError:
    return SetError("invalid-snapshot", f"{reason} (at byte {offset}).", offset)
