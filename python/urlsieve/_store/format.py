"""The header and the roots of the file, which src/store/format.ts draws. Each field is bounded before it is used."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import NamedTuple

from .. import _abi as abi
from .._profile import DEFAULT
from .._snapshot import KEY_SIZE, MAGIC, SNAPSHOT_FORMATS, mismatch
from .errors import damaged, invalid
from .geometry import Geometry, rest_of
from .layout import FILE, GEOMETRY, HEADER, KEY, ROOT, RUN
from .memory import Checks
from .storage import Storage

_U32 = struct.Struct("<I")
_U64 = struct.Struct("<Q")
_CHECKED = slice(0, FILE.CHECK_AT)


class Header(NamedTuple):
    """What the keys of a store are. ``core_word`` is the options word of normal forms, None for keys of a profile or policy."""

    key: bytes
    seed: int
    core_word: int | None
    identity: str
    name: str = ""
    """The name of the policy when the store was created, if it has one."""


@dataclass(frozen=True, order=True)
class RunInfo:
    """What a root says about a run: its place and octets, directory included, its keys, and the check of its directory."""

    offset: int
    size: int
    count: int
    geometry: Geometry
    check: int


@dataclass(frozen=True)
class Root:
    generation: int
    log_start: int
    runs: tuple[RunInfo, ...]

    @property
    def offset(self) -> int:
        """Roots are written in turn."""
        return int(FILE.BLOCK) * (1 + (self.generation & 1))


def align_run(position: int) -> int:
    """The first place for a run from `position` on."""
    alignment: int = FILE.RUN_ALIGNMENT
    return -(-position // alignment) * alignment


def header_of(key: bytes, seed: int, identity: str) -> Header:
    return Header(key, seed, abi.LEVEL_SCHEME if identity == DEFAULT else None, identity)


def header_octets(header: Header, checks: Checks) -> bytes:
    block = bytearray(FILE.BLOCK)
    line = b"" if header.core_word is not None else header.identity.encode("ascii")
    block[: len(MAGIC)] = MAGIC
    for at, value in (
        (HEADER.FORMAT_AT, FILE.STORE_FORMAT),
        (HEADER.WIDTH_AT, KEY),
        (HEADER.PROFILE_AT, 0 if header.core_word is None else HEADER.PROFILE_VERSION),
        (HEADER.WORD_AT, header.core_word or 0),
        (HEADER.SEED_AT, header.seed),
        (HEADER.IDENTITY_LENGTH_AT, len(line)),
    ):
        _U32.pack_into(block, at, value)
    block[HEADER.KEY_AT : HEADER.KEY_AT + KEY_SIZE] = header.key
    named = HEADER.IDENTITY_AT + len(line)
    block[HEADER.IDENTITY_AT : named] = line
    if header.name and named + 1 + HEADER.MAX_NAME <= FILE.CHECK_AT:
        block[named] = len(header.name)
        block[named + 1 : named + 1 + len(header.name)] = header.name.encode("ascii")
    return _sealed(block, checks, 0)


def format_of(start: bytes) -> int | None:
    """The format of a snapshot or store that begins with these octets, None for anything else."""
    if len(start) < HEADER.FORMAT_AT + 4 or not start.startswith(MAGIC):
        return None
    return int(_U32.unpack_from(start, HEADER.FORMAT_AT)[0])


def read_header(storage: Storage, checks: Checks) -> Header:
    """Raises SetError ``invalid-store``."""
    own_format = format_of(storage.read(0, HEADER.FORMAT_AT + 4))
    if own_format is None:
        raise invalid(0, "This is not a store of urlsieve")
    if own_format in SNAPSHOT_FORMATS:
        raise invalid(
            HEADER.FORMAT_AT,
            f"The file is a snapshot, format {own_format}; open it for writing once, which turns it into a store",
        )
    if own_format != FILE.STORE_FORMAT:
        raise invalid(HEADER.FORMAT_AT, f"The file has format {own_format}, not {FILE.STORE_FORMAT}")
    block = storage.read(0, FILE.BLOCK)
    if len(block) < FILE.BLOCK:
        raise damaged(storage.size, "it is truncated")
    if not _is_intact(block, checks, 0):
        raise damaged(FILE.CHECK_AT, "the check of the header is wrong")
    width, length = (int(_U32.unpack_from(block, at)[0]) for at in (HEADER.WIDTH_AT, HEADER.IDENTITY_LENGTH_AT))
    if width != KEY:
        raise invalid(HEADER.WIDTH_AT, f"The store has keys of {width * 8} bits, not {KEY * 8}")
    if length > HEADER.MAX_IDENTITY:
        raise damaged(HEADER.IDENTITY_LENGTH_AT, "its identity is too long")
    line = block[HEADER.IDENTITY_AT : HEADER.IDENTITY_AT + length]
    if any(not 0x20 <= octet <= 0x7E for octet in line):
        raise damaged(HEADER.IDENTITY_AT, "its identity is not a line of ASCII")
    key = block[HEADER.KEY_AT : HEADER.KEY_AT + KEY_SIZE]
    seed = int(_U32.unpack_from(block, HEADER.SEED_AT)[0])
    if length == 0:
        return _core_header(block, key, seed)
    return Header(key, seed, None, line.decode("ascii"), _name_at(block, HEADER.IDENTITY_AT + length))


def _name_at(block: bytes, at: int) -> str:
    """The name of a policy: its length, an octet, and ASCII. Stores of before there were names have zeros here."""
    if at + 1 + HEADER.MAX_NAME > FILE.CHECK_AT:
        return ""
    name = block[at + 1 : at + 1 + block[at]]
    return name.decode("ascii") if all(0x20 <= octet <= 0x7E for octet in name) else ""


def _core_header(block: bytes, key: bytes, seed: int) -> Header:
    version, word = (int(_U32.unpack_from(block, at)[0]) for at in (HEADER.PROFILE_AT, HEADER.WORD_AT))
    if version != HEADER.PROFILE_VERSION:
        raise invalid(
            HEADER.PROFILE_AT, f"The store has version {version} of the normal form, not {HEADER.PROFILE_VERSION}"
        )
    return Header(key, seed, word, DEFAULT)


def expect_rules(header: Header, identity: str) -> None:
    """Raises SetError ``profile-mismatch`` or ``invalid-store`` unless the store has keys by `identity`."""
    if header.identity != identity:
        raise mismatch(f"the policy {header.name} ({header.identity})" if header.name else header.identity, identity)
    if header.core_word not in (None, abi.LEVEL_SCHEME):
        word = header.core_word
        raise invalid(
            HEADER.WORD_AT, f"The store was made with other options: the options word is {word}, not {abi.LEVEL_SCHEME}"
        )


def root_octets(root: Root, seed: int, checks: Checks) -> bytes:
    block = bytearray(FILE.BLOCK)
    _U32.pack_into(block, 0, ROOT.MAGIC)
    _U32.pack_into(block, ROOT.GENERATION_AT, root.generation)
    _U64.pack_into(block, ROOT.LOG_AT, root.log_start)
    _U32.pack_into(block, ROOT.RUN_COUNT_AT, len(root.runs))
    for at, run in zip(range(ROOT.RUNS_AT, FILE.BLOCK, ROOT.RUN_SIZE), root.runs, strict=False):
        _U64.pack_into(block, at + RUN.OFFSET, run.offset)
        _U64.pack_into(block, at + RUN.SIZE, run.size)
        _U32.pack_into(block, at + RUN.COUNT, run.count)
        block[at + RUN.BUCKET_BITS], block[at + RUN.GROUP_BITS] = run.geometry
        _U32.pack_into(block, at + RUN.CHECK, run.check)
    return _sealed(block, checks, seed)


def read_root(storage: Storage, seed: int, checks: Checks) -> Root:
    """The newest valid root. Raises SetError ``invalid-store``."""
    places = (FILE.BLOCK, 2 * FILE.BLOCK)
    roots = [root for at in places if (root := _root_at(storage, at, seed, checks)) is not None]
    if not roots:
        raise damaged(FILE.BLOCK, "it has no valid root")
    # Generations go round: of two roots, the one that is less than 2^31 generations ahead is the newer one.
    root = roots[-1] if 0 < (roots[-1].generation - roots[0].generation) & 0xFFFFFFFF < 1 << 31 else roots[0]
    _check_root(root, storage.size)
    return root


def _root_at(storage: Storage, offset: int, seed: int, checks: Checks) -> Root | None:
    """The root at an offset, None if its check is wrong: it was being written."""
    block = storage.read(offset, FILE.BLOCK)
    if len(block) < FILE.BLOCK or _U32.unpack_from(block, 0)[0] != ROOT.MAGIC or not _is_intact(block, checks, seed):
        return None
    (count,) = _U32.unpack_from(block, ROOT.RUN_COUNT_AT)
    if count > FILE.MAX_RUNS:
        raise damaged(offset + ROOT.RUN_COUNT_AT, f"it has {count} runs, more than {FILE.MAX_RUNS}")
    runs = tuple(_run_at(block, ROOT.RUNS_AT + index * ROOT.RUN_SIZE) for index in range(count))
    (generation,), (log_start,) = _U32.unpack_from(block, ROOT.GENERATION_AT), _U64.unpack_from(block, ROOT.LOG_AT)
    return Root(generation, log_start, runs)


def _run_at(block: bytes, at: int) -> RunInfo:
    (offset,), (size,) = _U64.unpack_from(block, at + RUN.OFFSET), _U64.unpack_from(block, at + RUN.SIZE)
    (count,), (check,) = _U32.unpack_from(block, at + RUN.COUNT), _U32.unpack_from(block, at + RUN.CHECK)
    return RunInfo(offset, size, count, Geometry(block[at + RUN.BUCKET_BITS], block[at + RUN.GROUP_BITS]), check)


def _check_root(root: Root, size: int) -> None:
    """The key is in the file, so that anybody can forge a check."""
    if not FILE.FIRST_RUN <= root.log_start <= size:
        raise damaged(root.offset + ROOT.LOG_AT, "its log begins outside the file")
    end = FILE.FIRST_RUN
    for run in sorted(root.runs):
        if not _is_possible(run):
            raise damaged(root.offset + ROOT.RUNS_AT, "the layout of a run is impossible")
        if run.offset < end or run.offset + run.size > size:
            raise damaged(root.offset + ROOT.RUNS_AT, "a run is outside the file, or overlaps another")
        end = run.offset + run.size


def _is_possible(run: RunInfo) -> bool:
    bucket_bits, group_bits = run.geometry
    if not GEOMETRY.MIN_BUCKET_BITS <= bucket_bits <= GEOMETRY.MAX_BUCKET_BITS:
        return False
    if group_bits > min(bucket_bits, GEOMETRY.MAX_GROUP_BITS) or not 0 < run.count <= FILE.MAX_RUN_KEYS:
        return False
    pages = run.geometry.pages
    keys = (run.count + (1 << bucket_bits)) / 8 + run.count * rest_of(bucket_bits)
    least = keys + pages * RUN.PAGE_FIELDS + 4 * (pages + 1)
    return bool(least <= run.size <= least + pages * RUN.MAX_ROUNDING)


def _sealed(block: bytearray, checks: Checks, seed: int) -> bytes:
    _U32.pack_into(block, FILE.CHECK_AT, checks.of(block[_CHECKED], seed))
    return bytes(block)


def _is_intact(block: bytes, checks: Checks, seed: int) -> bool:
    return bool(_U32.unpack_from(block, FILE.CHECK_AT)[0] == checks.of(block[_CHECKED], seed))
