"""A kernel and, above its heap base, the areas for arguments and results.

    key | line records | rejects | fingerprints | marks | input ... | output ... | result ...
    \\________________________ fixed _________________/ \\______ grow with capacity ______/

``fingerprints`` and ``marks`` also hold the values and offsets of a column, which are not used at the same time.
"""

from __future__ import annotations

from . import _abi as abi
from ._kernel import CORE, CRAWL, Kernel

CHUNK_OCTETS = 262144
"""Octets that are processed at a time: few enough to stay in a processor's cache."""
CHUNK_LINES = 16384
_CAPACITY = CHUNK_OCTETS + 2 * CHUNK_LINES + abi.MARGIN
_KEY_SIZE = 64


def _align(address: int) -> int:
    return -(-address // 64) * 64


class Workspace:
    """Base of the two kinds. ``growth`` is the octets that an octet of input can need from the output address on."""

    name: str
    growth: int

    def __init__(self, program: bytes = b"") -> None:
        self.kernel = Kernel(self.name)
        start = _align(self.kernel.call("heapBase"))
        self.key = _align(self._place_program(program, start))
        self.records = self.key + _KEY_SIZE
        self.rejects = self.records + CHUNK_LINES * abi.LINE_RECORD
        self.fingerprints = self.rejects + CHUNK_LINES * abi.REJECT_RECORD
        self.marks = _align(self.fingerprints + max(CHUNK_LINES * abi.FINGERPRINT, CHUNK_OCTETS) + abi.MARGIN)
        self.input = _align(self.marks + (CHUNK_LINES + 1) * 4)
        self.capacity = 0
        self.reserve(_CAPACITY)
        for field, value in (
            (abi.RECORDS_AT, self.records),
            (abi.MAX_RECORDS, CHUNK_LINES),
            (abi.REJECTS_AT, self.rejects),
            (abi.MAX_REJECTS, CHUNK_LINES),
        ):
            self.kernel.set_word(abi.CURSOR + field, value)

    def _place_program(self, program: bytes, start: int) -> int:
        """Places a program at `start`. Returns the end of what then belongs to the kernel."""
        return start

    def reserve(self, capacity: int) -> None:
        """Grows the input to at least `capacity` octets, and the other areas to match. Moves all but the input."""
        if capacity <= self.capacity:
            return
        # A chunk from the other kernel must fit.
        size = max(self.growth * capacity, abi.CRAWL_GROWTH * _CAPACITY) + abi.SLACK + abi.REWRITE_ROOM
        output = _align(self.input + capacity + abi.MARGIN)
        result = _align(output + size + abi.MARGIN)
        self.kernel.reserve(result + size + abi.MARGIN)
        self.capacity, self.output, self.limit, self.result = capacity, output, output + size, result

    def cursor(self, field: int) -> int:
        return self.kernel.word(abi.CURSOR + field)

    def lines(self, options: int, start: int, end: int) -> int:
        """Writes the lines of [start, end) to ``output``. Returns the status."""
        self.kernel.set_word(abi.CURSOR + abi.IN_LONG_LINE, 0)
        return -self.kernel.call("normalizeLines", options, start, end, self.output, self.limit)

    def question(self) -> str | None:
        """The host name that the kernel asks about, or None if it is not UTF-8."""
        at = abi.QUESTION
        try:
            return self.kernel.view[at : at + self.kernel.word(abi.QUESTION_LENGTH)].tobytes().decode()
        except UnicodeDecodeError:
            return None

    def answer(self, answer: str | None) -> None:
        """Gives the kernel the A-labels of that host. None refuses it."""
        self._answer_at(abi.ANSWER, answer, abi.MAX_ANSWER, 0)

    def _answer_at(self, address: int, answer: str | None, limit: int, refusal: int) -> None:
        octets = (answer or "").encode()
        length = len(octets)
        is_refused = answer is None or length > limit
        if not is_refused:
            self.kernel.view[address : address + length] = octets
        self.kernel.set_word(abi.ANSWER_LENGTH, refusal if is_refused else length)


class CoreWorkspace(Workspace):
    name = CORE
    growth = abi.CORE_GROWTH


class CrawlWorkspace(Workspace):
    name = CRAWL
    growth = abi.CRAWL_GROWTH
    program_status = 0

    def _place_program(self, program: bytes, start: int) -> int:
        if not program:
            return start
        # The kernel checks the program, but reads its header and after it to do so: place octets that are none as well.
        header = program[: abi.PROGRAM_HEADER].ljust(abi.PROGRAM_HEADER, b"\0")
        work = int.from_bytes(header[abi.PROGRAM_WORK : abi.PROGRAM_WORK + 4], "little")
        if work > abi.MAX_WORK:
            self.program_status = abi.INVALID_PROGRAM
            return start
        end = start + max(len(program), abi.PROGRAM_HEADER) + work + abi.MARGIN
        self.kernel.reserve(end)
        self.kernel.view[start : start + len(program)] = program
        self.program_status = -self.kernel.call("setProgram", start, len(program))
        return end

    def question(self) -> str | None:
        start = self.kernel.word(abi.QUESTION_AT)
        if start == 0:
            return super().question()
        return self.kernel.view[start : self.kernel.word(abi.QUESTION_END)].tobytes().decode("utf-8", "replace")

    def answer(self, answer: str | None) -> None:
        if self.kernel.word(abi.QUESTION_AT) == 0:
            super().answer(answer)
        else:
            self._answer_at(abi.CRAWL_ANSWER, answer, abi.MAX_CRAWL_ANSWER, abi.UNKNOWN_HOST)
