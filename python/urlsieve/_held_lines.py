"""Lines on their way into a store, which is asked for many at once: so they are held until there are enough.

::

    lines --kernel--> batch --> fingerprints --held--> add_all --> marks
                         `----> output --------held--------------->  ----> fresh lines, batch by batch
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from . import _abi as abi
from ._fingerprints import Octets
from ._normalizer import Batch
from ._snapshot import KEY_SIZE
from ._table import FRESH
from ._workspace import CHUNK_LINES, Workspace

_KNOWN = 0
_HELD_OCTETS = 1 << 26
_WORDS = abi.LINE_RECORD // 4


class _Held(NamedTuple):
    """A batch: its records, and its output, which was at the address `start`."""

    records: np.ndarray[Any, np.dtype[np.int32]]
    output: Octets
    start: int


class HeldLines:
    """`add_all` adds up to `limit` fingerprints, and marks those that were new with 0."""

    def __init__(self, workspace: Workspace, key: bytes, add_all: Callable[[Octets], Octets], limit: int) -> None:
        self._workspace, self._key, self._add_all, self._limit = workspace, key, add_all, limit
        self._held: list[_Held | bytes] = []
        self._fingerprints: list[Octets] = []
        self._count = self._octets = 0
        self.fresh: list[bytes] = []
        self.added = 0

    def hold(self, batch: Batch, invalid: str) -> None:
        """Takes a batch of the workspace."""
        if batch.too_long is not None:
            self._held.append(batch.output(invalid))
            return
        workspace, count = self._workspace, batch.records
        kernel = workspace.kernel
        kernel.view[workspace.key : workspace.key + KEY_SIZE] = self._key
        kernel.call("fingerprintLines", workspace.key, workspace.records, count, workspace.output, workspace.fingerprints)
        records = kernel.words[workspace.records >> 2 : (workspace.records >> 2) + _WORDS * count].copy()
        end = workspace.fingerprints + count * abi.FINGERPRINT
        fingerprints = kernel.octets[workspace.fingerprints : end].reshape(count, abi.FINGERPRINT)
        # The end of a rejected line is complemented.
        self._fingerprints.append(fingerprints[records[1::_WORDS] >= 0].ravel())
        output = kernel.octets[workspace.output : workspace.cursor(abi.WRITTEN)].copy()
        self._held.append(_Held(records, output, workspace.output))
        self._count += count
        self._octets += len(output)
        if self._count + CHUNK_LINES > self._limit or self._octets > _HELD_OCTETS:
            self.end()

    def end(self) -> None:
        """Asks the store for what is held."""
        fingerprints = np.concatenate([*self._fingerprints, np.zeros(0, np.uint8)])
        marks = self._add_all(fingerprints) if len(fingerprints) > 0 else fingerprints
        self.added += int((marks == 0).sum())
        at = 0
        for held in self._held:
            if isinstance(held, bytes):
                self.fresh.append(held)
            else:
                at = self._write_fresh(held, marks, at)
        self._held, self._fingerprints, self._count, self._octets = [], [], 0, 0

    def _write_fresh(self, held: _Held, marks: Octets, at: int) -> int:
        """Puts a batch back into the workspace, where the kernel writes its new lines. Returns the next mark."""
        workspace = self._workspace
        kernel, count = workspace.kernel, len(held.records) // _WORDS
        ends = held.records[1::_WORDS]
        is_line = ends >= 0
        lines = int(is_line.sum())
        of_records = np.full(count, _KNOWN, np.int32)
        of_records[is_line] = np.where(marks[at : at + lines] == 0, FRESH, _KNOWN)
        # A longer line may have moved the output since.
        shift = workspace.output - held.start
        ends += np.where(is_line, shift, -shift).astype(np.int32)
        kernel.words[workspace.records >> 2 : (workspace.records >> 2) + len(held.records)] = held.records
        kernel.words[workspace.marks >> 2 : (workspace.marks >> 2) + count] = of_records
        kernel.octets[workspace.output : workspace.output + len(held.output)] = held.output
        end = kernel.call(
            "writeFreshLines", workspace.records, count, workspace.marks, workspace.output, workspace.result
        )
        self.fresh.append(bytes(kernel.view[workspace.result : end]))
        return at + lines
