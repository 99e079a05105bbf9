"""Parts of URLs: a column of URLs -> a column of their normal forms -> a column for each part.

    octets, offsets of forms --writePartColumns--> octets, offsets of hosts; of paths; ...

The kernel scans each form once. Sites are looked up by host, and keys are normalized by themselves.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from . import _abi as abi
from ._column import Column, Flags, Offsets, normalize_column
from ._errors import OptionError
from ._normalizer import core, normalizer
from ._octet_sink import Octets, OctetSink
from ._profile import Profile, Rules
from ._sites import Sites, sites
from ._workspace import CHUNK_LINES

_CODES = {
    "scheme": abi.SCHEME_PART,
    "host": abi.HOST_PART,
    "port": abi.PORT_PART,
    "path": abi.PATH_PART,
    "query": abi.QUERY_PART,
    "fragment": abi.FRAGMENT_PART,
    "politeness": abi.POLITENESS_PART,
}
"""What the kernel writes of normal forms."""
PARTS = ("scheme", "host", "site", "port", "path", "query", "fragment", "politeness", "shape", "fetch", "key")
_BLOCK = 262144
"""Values that are normalized and split at a time: their forms stay in a processor's cache."""

_CHUNK_OCTETS = 524288
"""Octets of forms that are split at a time. A call of the kernel needs some calls of numpy for each part."""

Names = Iterable[str] | None


def part_names(names: Names) -> tuple[str, ...]:
    """The names of parts, all of them for None. Raises OptionError."""
    if names is None:
        return PARTS
    if isinstance(names, (str, bytes)) or not isinstance(names, Iterable):
        raise OptionError("invalid-input", f'The names must be a list, such as ["host", "path"], not {names!r}.')
    given = tuple(names)
    known = ", ".join(f'"{name}"' for name in PARTS)
    for name in given:
        if name not in PARTS:
            raise OptionError("invalid-option", f"A part must be one of {known}, not {name!r}.")
        if given.count(name) > 1:
            raise OptionError("invalid-option", f'The part "{name}" is named twice.')
    if not given:
        raise OptionError("invalid-option", f"Name at least one part: {known}.")
    return given


class Splitter:
    """What splits columns: names of parts, and the rules for normal forms."""

    def __init__(self, names: Names, profile: Rules | Profile, private_suffixes: bool) -> None:
        self.names = part_names(names)
        self.normalizer = normalizer(profile)
        if private_suffixes and "site" not in self.names:
            raise OptionError("invalid-option", 'private_suffixes=True is about the part "site", which is not named.')
        self._sites: Sites | None = sites(bool(private_suffixes)) if "site" in self.names else None
        self._wants_key = not {"key", "shape"}.isdisjoint(self.names) and not self.normalizer.profile.is_core
        self._written = [name for name in _CODES if name in self.names or (name == "host" and self._sites is not None)]

    def split(self, column: Column) -> tuple[Flags, list[Column]]:
        """The columns of the parts, in the order of the names, and which values have a normal form."""
        offsets, octets, valid = column
        count = len(offsets) - 1
        own = {name: _Growing(column) for name in [*self._written, *self.names]}
        is_valid = np.ones(count, np.bool_)
        for first in range(0, count, _BLOCK):
            last = min(first + _BLOCK, count)
            block = Column(offsets[first : last + 1], octets, None if valid is None else valid[first:last])
            is_valid[first:last] = self._split_block(block, own)
        return is_valid, [own[name].column() for name in self.names]

    def _split_block(self, block: Column, own: dict[str, _Growing]) -> Flags:
        forms = normalize_column(block, self.normalizer, False, "null", False).column
        valid = _valid_in(forms)
        if self._written:
            write_parts(forms, valid, {_CODES[name]: own[name] for name in self._written})
        if self._sites is not None:
            own["site"].append_column(_sites_of(own["host"].last(len(valid)), self._sites))
        if "fetch" in own:
            own["fetch"].append_column(forms)
        keys = normalize_column(block, self.normalizer, True, "null", False).column if self._wants_key else forms
        if "key" in own:
            own["key"].append_column(keys)
        if "shape" in own:
            write_parts(keys, _valid_in(keys), {abi.SHAPE_PART: own["shape"]})
        return valid


class _Growing:
    """A column in the making, of as many values as another one."""

    def __init__(self, like: Column) -> None:
        count = len(like.offsets) - 1
        self._offsets = np.zeros(count + 1, like.offsets.dtype)
        self._valid = np.ones(count, np.bool_)
        self._sink = OctetSink(int(like.offsets[-1] - like.offsets[0]) // 4 + 1, like.offsets.dtype)
        self._done = 0

    def append(self, ends: Offsets, octets: Octets, valid: Flags | None) -> None:
        """Appends values, whose ends are relative to `octets`."""
        before, last = self._sink.length, self._done + len(ends)
        self._sink.append(octets)
        np.add(ends, self._offsets.dtype.type(before), out=self._offsets[self._done + 1 : last + 1])
        if valid is not None:
            self._valid[self._done : last] = valid
        self._done = last

    def append_column(self, column: Column) -> None:
        self.append(column.offsets[1:], column.octets, column.valid)

    def last(self, count: int) -> Column:
        """The last values. Their offsets do not begin with 0."""
        first = self._done - count
        return Column(self._offsets[first : self._done + 1], self._sink.octets(), self._valid[first : self._done])

    def column(self) -> Column:
        return Column(self._offsets, self._sink.octets(), None if self._valid.all() else self._valid)


def _valid_in(column: Column) -> Flags:
    return np.ones(len(column.offsets) - 1, np.bool_) if column.valid is None else column.valid


def write_parts(forms: Column, valid: Flags, parts: dict[int, _Growing]) -> None:
    """Appends parts of normal forms to columns, by the codes of the parts. A form that is not valid has none."""
    count = len(valid)
    done = 0
    while done < count:
        window = forms.offsets[done + 1 : done + 1 + CHUNK_LINES]
        fitting = int(np.searchsorted(window, forms.offsets[done] + _CHUNK_OCTETS, side="right"))
        last = done + max(fitting, 1)
        _write_chunk(forms, done, last, valid[done:last], parts)
        done = last


def _write_chunk(forms: Column, first: int, last: int, valid: Flags, parts: dict[int, _Growing]) -> None:
    workspace = core()
    start, end = int(forms.offsets[first]), int(forms.offsets[last])
    has_shape = abi.SHAPE_PART in parts
    room = abi.SHAPE_GROWTH * (end - start) + abi.SHAPE_SLACK if has_shape else end - start + abi.MARGIN
    # The output holds four times the input, so that of twice a long value holds each part of it. Shapes are written by themselves.
    workspace.reserve(room if has_shape else 2 * room)
    kernel, count = workspace.kernel, last - first
    kernel.octets[workspace.input : workspace.input + end - start] = forms.octets[start:end]
    at = workspace.marks >> 2
    kernel.words[at : at + count + 1] = forms.offsets[first : last + 1] - start
    word = sum(code << (abi.PART_BITS * place) for place, code in enumerate(parts))
    kernel.call(
        "writePartColumns", workspace.marks, workspace.marks + 4 * count, workspace.input, word, workspace.output, workspace.result
    )
    at = workspace.result >> 2
    marked = kernel.words[at : at + len(parts) * (count + 1)].reshape(len(parts), count + 1)[:, 1:]
    for place, (own_marked, part) in enumerate(zip(marked, parts.values(), strict=True)):
        ends = own_marked ^ (own_marked >> 31)
        values = workspace.output + place * room
        part.append(ends, kernel.octets[values : values + int(ends[-1])], (own_marked >= 0) & valid)


def _sites_of(hosts: Column, known: Sites) -> Column:
    """The site of each host. Absent hosts are empty."""
    first, last = int(hosts.offsets[0]), int(hosts.offsets[-1])
    text, ends = hosts.octets[first:last].tobytes(), (hosts.offsets - first).tolist()
    own = [known[text[start:end]] for start, end in zip(ends, ends[1:])]
    found = [site or b"" for site in own]
    offsets = np.zeros(len(own) + 1, hosts.offsets.dtype)
    np.cumsum(np.fromiter(map(len, found), np.int64, len(found)), out=offsets[1:])
    valid = np.fromiter((site is not None for site in own), np.bool_, len(own))
    return Column(offsets, np.frombuffer(b"".join(found), np.uint8), valid)
