"""One reference, and many as lines, through the kernels. A Normalizer belongs to one profile, and to one thread at a time."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from . import _abi as abi
from . import _idna_2003
from ._alabels import FORBIDDEN_IN_DOMAINS, to_ascii
from ._errors import OptionError, UriError
from ._line_input import Wanted
from ._profile import Profile, Rules, prepared, resolve
from ._workspace import CHUNK_OCTETS, CoreWorkspace, CrawlWorkspace, Workspace

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


_INSTEAD = {
    bytes: ": give url.decode()",
    type(None): ": normalize_array and key_array keep None",
    list: ": normalize_array and key_array take a list",
}
"""What to do with what is no str."""


class Reject(NamedTuple):
    """A line that could not be normalized: its number, from 1, and the error. ``offset`` counts octets of the line."""

    line: int
    code: str
    component: str | None
    offset: int


class Single:
    """One function of a kernel, for one reference at a time."""

    def __init__(self, normalizer: Normalizer, function: str) -> None:
        self._normalizer = normalizer
        self._workspace = normalizer.workspace
        self._function = function
        self._word = normalizer.profile.word
        self._input = self._workspace.input
        self._capacity = -1
        self._call: Callable[[int, int], int]

    def text(self, reference: str) -> str:
        """The form of a str: the very same one if it has that form. Raises UriError."""
        try:
            octets = reference.encode()
        except (UnicodeEncodeError, AttributeError):
            octets = self._normalizer.encode(reference)
        end = self.end(octets)
        if end == 0:
            return reference
        if end > 0:
            workspace = self._workspace
            # The form may have characters beyond ASCII under profiles that keep them.
            return workspace.kernel.view[workspace.output : end].tobytes().decode("utf-8", "replace")
        raise self._normalizer.failure(-end, octets, reference)

    def octets(self, reference: bytes) -> bytes | int:
        """Returns the form of the octets, or a status."""
        end = self.end(reference)
        if end <= 0:
            return reference if end == 0 else -end
        return self._workspace.kernel.view[self._workspace.output : end].tobytes()

    def end(self, octets: bytes) -> int:
        """Runs the function on octets. Returns the end of the output, 0 if they have that form, or a negated status."""
        workspace = self._workspace
        start = self._input
        end = start + len(octets)
        if workspace.capacity != self._capacity or len(octets) > self._capacity:
            if len(octets) > abi.MAX_REFERENCE:
                return -abi.TOO_LONG
            workspace.reserve(len(octets))
            self._capacity = workspace.capacity
            self._call = workspace.kernel.bound(self._function, start, workspace.output)
        workspace.kernel.view[start:end] = octets
        written = self._call(self._word, end)
        # Each round of rewrites may ask.
        for _ in range(abi.MAX_QUESTIONS):
            if written != -abi.NEEDS_ALABEL:
                break
            self._normalizer.answer()
            written = self._call(self._word, end)
        return written


class Normalizer:
    """The state of a thread for a profile."""

    def __init__(self, profile: Profile) -> None:
        self.profile = profile
        self._to_ascii = _conversion(profile.a_labels)
        self.workspace: Workspace = core() if profile.is_core else _crawl_workspace(profile)
        self.fetch = Single(self, "normalize")
        self.key = self.fetch if profile.is_core else Single(self, "key")

    def encode(self, reference: object) -> bytes:
        """Encodes a str with lone surrogates, if the profile replaces them. Raises UriError, or OptionError for anything but a str."""
        if not isinstance(reference, str):
            kind = type(reference)
            instead = _INSTEAD.get(kind, "" if kind.__module__ == "builtins" else ": give str(url)")
            raise OptionError("invalid-input", f"The reference must be a str, not {kind.__name__}{instead}.")
        if self.profile.replaces_surrogates:
            # Two surrogates that form a pair are one character, as in UTF-16.
            return reference.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace").encode()
        offset = next(index for index, character in enumerate(reference) if "\ud800" <= character <= "\udfff")
        raise self.profile.error(abi.ILL_FORMED_STRING, 8, offset, reference)

    def answer(self) -> None:
        """Converts the host that the kernel asks about to A-labels, or refuses it."""
        host = self.workspace.question()
        self.workspace.answer(None if host is None else self._to_ascii(host))

    def place(self, status: int) -> tuple[int, int]:
        """The component and the offset in octets of the fault that the kernel returned last."""
        if status == abi.TOO_LONG:
            return 8, abi.MAX_REFERENCE
        kernel = self.workspace.kernel
        return kernel.word(abi.FAILURE), kernel.word(abi.FAILURE_AT) - self.workspace.input

    def failure(self, status: int, octets: bytes, reference: str) -> UriError:
        component, offset = self.place(status)
        # The character that contains the octet.
        index = offset if reference.isascii() else len((octets[:offset]).decode("utf-8", "ignore"))
        return self.profile.error(status, component, index, reference)

    def batches(self, octets: bytes, options: int, lines: Wanted = Wanted()) -> Iterator[Batch]:
        """Normalizes lines, the last of which needs no LF. Each batch is valid until the next."""
        workspace = self.workspace
        options |= lines.options
        areas = lines.areas
        done = 0
        for start, end in _chunks(octets):
            if end - start > abi.MAX_REFERENCE:
                yield Batch(self, done, octets[start:end])
                done += 1
                continue
            workspace.reserve(end - start + abi.MARGIN)
            workspace.kernel.view[workspace.input : workspace.input + end - start] = octets[start:end]
            workspace.kernel.view[abi.ADMITS_WEB : abi.ADMITS_WEB + len(areas)] = areas
            at, stop = workspace.input, workspace.input + end - start
            status = abi.NEEDS_ROOM
            while status not in (abi.OK, abi.REJECTED):
                status = workspace.lines(self.profile.word | abi.STREAM_END | options, at, stop)
                at = workspace.cursor(abi.CONSUMED)
                batch = Batch(self, done, None)
                done += batch.lines
                yield batch
                if status == abi.NEEDS_ALABEL:
                    self.answer()
            if status == abi.REJECTED:
                return


class Batch:
    """What one call of a kernel made of some lines, or a line that is too long for a kernel."""

    def __init__(self, normalizer: Normalizer, before: int, too_long: bytes | None) -> None:
        workspace = normalizer.workspace
        self.normalizer = normalizer
        self.before = before
        self.too_long = too_long
        self.lines = 1 if too_long is not None else workspace.cursor(abi.LINES)
        self.records = 0 if too_long is not None else workspace.cursor(abi.RECORDS)

    def output(self, invalid: str) -> bytes:
        if self.too_long is not None:
            text = self.too_long.removesuffix(b"\n").removesuffix(b"\r")
            return {"keep": text + b"\n", "blank": b"\n"}.get(invalid, b"")
        workspace = self.normalizer.workspace
        return bytes(workspace.kernel.view[workspace.output : workspace.cursor(abi.WRITTEN)])

    def rejects(self) -> list[Reject]:
        return [self._reject(*row) for row in self._rejected()]

    def failure(self) -> UriError | None:
        """The error of the first reject that is no comment. None if there is none."""
        rejected = next((row for row in self._rejected() if row[1] != abi.COMMENT), None)
        if rejected is None:
            return None
        line, status, component, offset = rejected
        return self.normalizer.profile.error(status, component, offset, place=f"Line {self.before + line + 1}: ")

    def _rejected(self) -> list[list[int]]:
        """Line, status, component and offset of each rejected line."""
        if self.too_long is not None:
            return [[0, abi.TOO_LONG, 8, abi.MAX_REFERENCE]]
        workspace = self.normalizer.workspace
        count = workspace.cursor(abi.REJECTS)
        at = workspace.rejects >> 2
        rows: list[list[int]] = workspace.kernel.words[at : at + 6 * count].reshape(count, 6)[:, :4].tolist()
        return rows

    def _reject(self, line: int, status: int, component: int, offset: int) -> Reject:
        error = self.normalizer.profile.error(status, component, offset)
        return Reject(self.before + line + 1, error.code, error.component, offset)

    def ends(self) -> np.ndarray[tuple[int], np.dtype[np.int32]]:
        """The end of each line in the output, complemented if it was rejected."""
        at = self.normalizer.workspace.records >> 2
        ends: np.ndarray[tuple[int], np.dtype[np.int32]] = self.normalizer.workspace.kernel.words[at + 1 : at + 2 * self.records : 2]
        return ends


def _chunks(octets: bytes) -> Iterator[tuple[int, int]]:
    """Cuts lines into chunks that end with a line."""
    start = len(_BYTE_ORDER_MARK) if octets.startswith(_BYTE_ORDER_MARK) else 0
    while start < len(octets):
        end = len(octets)
        if end - start > CHUNK_OCTETS:
            found = octets.rfind(b"\n", start, start + CHUNK_OCTETS)
            if found < 0:
                found = octets.find(b"\n", start + CHUNK_OCTETS)
            end = found + 1 if found >= 0 else end
        yield start, end
        start = end


_MAX_NORMALIZERS = 64


class _Kernels:
    """What one thread at a time uses: the core kernel, and a normalizer for each profile."""

    def __init__(self) -> None:
        self.core: CoreWorkspace | None = None
        self.normalizers: dict[str | bytes | Profile, Normalizer] = {}


_idle: list[_Kernels] = []
"""Kernels of threads that have ended. `append` and `pop` are atomic."""


class _Lease:
    """The kernels of a thread, which hands them on when it ends.

    Threads that Python has not started end for Python after each call: DuckDB and Polars call functions in such. Kernels of their own
    would cost more than the 2,048 values of a call.
    """

    MAX_IDLE = 32

    def __init__(self) -> None:
        # `__del__` uses only attributes: at the end of the interpreter, the names of the module are gone.
        self._process_of = os.getpid
        self._process = os.getpid()
        self._idle = _idle
        try:
            self.kernels = _idle.pop()
        except IndexError:
            self.kernels = _Kernels()

    def __del__(self) -> None:
        # After a fork, the kernels of the other threads may be in the middle of a call.
        if self._process == self._process_of() and len(self._idle) < self.MAX_IDLE:
            self._idle.append(self.kernels)


_local = threading.local()


def _kernels() -> _Kernels:
    try:
        lease: _Lease = _local.lease
    except AttributeError:
        lease = _local.lease = _Lease()
        _local.normalizers = lease.kernels.normalizers
    return lease.kernels


def core() -> CoreWorkspace:
    """The core kernel of this thread."""
    kernels = _kernels()
    if kernels.core is None:
        kernels.core = CoreWorkspace()
    return kernels.core


def _crawl_workspace(profile: Profile) -> CrawlWorkspace:
    workspace = CrawlWorkspace(profile.program)
    if workspace.program_status != 0:
        raise profile.error(workspace.program_status, 8, 0)
    return workspace


def normalizer(rules: Rules | Profile) -> Normalizer:
    """The normalizer of this thread, by a profile that users can name or another one.

    Raises OptionError ``invalid-option``, PolicyError ``invalid-program``, and what `compile_policy` raises.
    """
    try:
        own: Normalizer = _local.normalizers[rules]
        return own
    except (AttributeError, KeyError, TypeError):
        pass
    profile = rules if isinstance(rules, Profile) else prepared(rules)
    if not isinstance(profile, (str, bytes, Profile)):
        resolve.__wrapped__(profile)
    known = _kernels().normalizers
    made = known.get(profile) or Normalizer(profile if isinstance(profile, Profile) else resolve(profile))
    if len(known) >= _MAX_NORMALIZERS:
        known.clear()
    known[profile] = made
    return made


def _conversion(name: str) -> Callable[[str], str | None]:
    """The conversion to A-labels that tables.json names."""
    return {"uts46": to_ascii, "host": _host_to_ascii, "surt": _idna_2003.of_surt, "java": _idna_2003.of_java, "w3lib": _idna_2003.of_w3lib}[name]


def _host_to_ascii(host: str) -> str | None:
    """As `to_ascii`, for a host that may have any characters and may be an IPv4 address: the host parser of the URL Standard."""
    if FORBIDDEN_IN_DOMAINS.search(host):
        return None
    try:
        return normalizer("whatwg@1").fetch.text(f"http://{host}/").removeprefix("http://").removesuffix("/")
    except UriError:
        return None
