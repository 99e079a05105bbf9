"""A column of references, in Apache Arrow's layout: offsets, octets and which values are not null.

The kernels normalize lines. A chunk of values goes through them in three steps:

    octets, offsets --spread--> lines --kernel--> lines, records --gather--> octets, offsets

A value that contains an LF is not a line. It is normalized by itself, and so is a value that is too long for a chunk.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from . import _abi as abi
from ._errors import UriError
from ._normalizer import Batch, Normalizer, core
from ._octet_sink import Octets, OctetSink
from ._workspace import CHUNK_LINES, CHUNK_OCTETS

Offsets = np.ndarray[Any, Any]
Flags = np.ndarray[Any, np.dtype[np.bool_]]


class Column(NamedTuple):
    """n values: n + 1 offsets into `octets`, and n flags, False for null; None if no value is null."""

    offsets: Offsets
    octets: Octets
    valid: Flags | None


class Fault(NamedTuple):
    """A value that cannot be normalized: where in the column it is, and why."""

    place: int
    error: UriError


class Normalized(NamedTuple):
    column: Column
    faults: list[Fault]


def normalize_column(column: Column, normalizer: Normalizer, want_key: bool, invalid: str, want_faults: bool) -> Normalized:
    """Normalizes each value. `invalid` is the policy for invalid values: ``null``, ``keep`` or ``fail`` (raises UriError)."""
    return _Run(_with_empty_nulls(column), normalizer, want_key, invalid, want_faults).run()


def _with_empty_nulls(column: Column) -> Column:
    """The column without the octets that Arrow allows in nulls, which mean nothing."""
    offsets, octets, valid = column
    if valid is None or valid.all():
        return column
    lengths = np.diff(offsets)
    if not lengths[~valid].any():
        return column
    kept = np.repeat(valid, lengths)
    compact = np.zeros(len(offsets), offsets.dtype)
    np.cumsum(np.where(valid, lengths, 0), out=compact[1:])
    return Column(compact, octets[offsets[0] : offsets[-1]][kept], valid)


class _Run:
    """The normalization of one column."""

    def __init__(self, column: Column, normalizer: Normalizer, want_key: bool, invalid: str, want_faults: bool) -> None:
        self._column = column
        self._count = len(column.offsets) - 1
        self._normalizer = normalizer
        self._core = core()
        self._is_core = normalizer.profile.is_core
        self._single = normalizer.key if want_key else normalizer.fetch
        self._invalid = invalid
        self._want_faults = want_faults or invalid == "fail"
        key = abi.CRAWL_KEY if want_key and not self._is_core else 0
        self._options = key | (abi.BLANK_INVALID if invalid != "keep" else 0)
        self._offsets = np.zeros(self._count + 1, column.offsets.dtype)
        self._sink = OctetSink(int(column.offsets[-1] - column.offsets[0]) + 65536, column.offsets.dtype)
        self._valid = None if column.valid is None else column.valid.copy()
        self._faults: list[Fault] = []
        self._done = 0

    def run(self) -> Normalized:
        offsets = self._column.offsets
        while self._done < self._count:
            first = self._done
            window = offsets[first + 1 : first + 1 + CHUNK_LINES]
            last = first + int(np.searchsorted(window, offsets[first] + CHUNK_OCTETS, side="right"))
            if last > first:
                self._chunk(first, last)
            else:
                self._alone()
        return Normalized(Column(self._offsets, self._sink.octets(), self._valid), self._faults)

    def _chunk(self, first: int, last: int) -> None:
        offsets, octets, _ = self._column
        workspace = self._core
        kernel = workspace.kernel
        start, end = int(offsets[first]), int(offsets[last])
        values, ends = workspace.fingerprints, workspace.marks
        kernel.octets[values : values + end - start] = octets[start:end]
        kernel.words[ends >> 2 : (ends >> 2) + last - first + 1] = offsets[first : last + 1] - start
        while self._done < last:
            at = ends + 4 * (self._done - first)
            self._lines(kernel.call("spread", at, ends + 4 * (last - first), values, workspace.input), at)
            # The next value contains an LF.
            if self._done < last:
                self._alone()

    def _lines(self, end: int, ends: int) -> None:
        """Normalizes the lines of the core's input up to `end`. Uses the memory at `ends` for offsets."""
        workspace = self._normalizer.workspace
        start = workspace.input
        if not self._is_core:
            length = end - self._core.input
            workspace.kernel.octets[start : start + length] = self._core.kernel.octets[self._core.input : end]
            end = start + length
        status = abi.NEEDS_ROOM
        while status != abi.OK:
            status = workspace.lines(self._normalizer.profile.word | self._options, start, end)
            start = workspace.cursor(abi.CONSUMED)
            self._take(Batch(self._normalizer, self._done, None), ends)
            if status == abi.NEEDS_ALABEL:
                self._normalizer.answer()

    def _take(self, batch: Batch, ends: int) -> None:
        """Appends what the kernel has written."""
        workspace = self._core
        kernel = workspace.kernel
        written = self._normalizer.workspace.cursor(abi.WRITTEN)
        count = batch.records
        if not self._is_core:
            self._copy_to_core(batch, written)
        self._note_rejects(batch)
        end = kernel.call(
            "gather", workspace.records, workspace.records + abi.LINE_RECORD * count, workspace.output, workspace.result, ends, 0
        )
        # `gather` counts from its output.
        base = self._sink.length - workspace.result
        self._sink.append(kernel.octets[workspace.result : end])
        self._offsets[self._done + 1 : self._done + 1 + count] = kernel.words[ends >> 2 : (ends >> 2) + count].astype(
            self._offsets.dtype
        )
        self._offsets[self._done + 1 : self._done + 1 + count] += base
        self._done += count

    def _copy_to_core(self, batch: Batch, written: int) -> None:
        """Copies lines and records to the core kernel, which has `gather`."""
        source, target = self._normalizer.workspace, self._core
        length = written - source.output
        target.kernel.octets[target.output : target.output + length] = source.kernel.octets[source.output : written]
        ends = batch.ends()
        shift = target.output - source.output
        at = target.records >> 2
        target.kernel.words[at + 1 : at + 2 * batch.records : 2] = np.where(ends < 0, ends - shift, ends + shift)

    def _note_rejects(self, batch: Batch) -> None:
        workspace = self._normalizer.workspace
        count = workspace.cursor(abi.REJECTS)
        if count == 0:
            return
        at = workspace.rejects >> 2
        rows = workspace.kernel.words[at : at + 6 * count].reshape(count, 6)
        for line, status, component, offset in rows[:, :4].tolist():
            # Nulls are empty lines here, whatever the profile makes of those.
            if self._valid is None or self._valid[self._done + line]:
                self._fault(self._done + line, status, component, offset)

    def _fault(self, index: int, status: int, component: int, offset: int) -> None:
        if self._want_faults:
            place = f"Value at index {index}: "
            error = self._normalizer.profile.error(status, component, offset, place=place)
            if self._invalid == "fail":
                raise error
            self._faults.append(Fault(index, error))
        if self._invalid == "null":
            if self._valid is None:
                self._valid = np.ones(self._count, np.bool_)
            self._valid[index] = False

    def _alone(self) -> None:
        """Normalizes the next value as a single reference."""
        offsets, octets, _ = self._column
        value = octets[int(offsets[self._done]) : int(offsets[self._done + 1])].tobytes()
        form = self._single.octets(value)
        if isinstance(form, int):
            self._fault(self._done, form, *self._normalizer.place(form))
            form = value if self._invalid == "keep" else b""
        self._sink.append(np.frombuffer(form, np.uint8))
        self._done += 1
        self._offsets[self._done] = self._sink.length
