"""Lists, tuples, iterators, and arrays of numpy: values of Python -> a column -> values. Needs no other library."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np

from ._column import Column, Fault, Flags, normalize_column
from ._errors import OptionError, UriError
from ._normalizer import Normalizer
from ._parts import Splitter

Value = str | bytes | None


class _Encoded(NamedTuple):
    """Values as octets, None for null and for a str that has no octets, and the errors of the latter."""

    octets: list[bytes | None]
    faults: list[Fault]


def normalize_values(
    values: Iterable[object], normalizer: Normalizer, want_key: bool, invalid: str, want_faults: bool
) -> tuple[list[Value], list[str | None]]:
    """Normalizes each value: str to str, octets to bytes. Returns the forms, and the error code of each value."""
    given = list(values)
    encoded = _encode(given, normalizer)
    if invalid == "fail" and encoded.faults:
        # The first fault of all is that of the column, if it has one in front of this.
        before = encoded.octets[: encoded.faults[0].place]
        normalize_column(_column_of(before), normalizer, want_key, invalid, want_faults)
        raise encoded.faults[0].error
    done = normalize_column(_column_of(encoded.octets), normalizer, want_key, invalid, want_faults)
    forms = _decode(done.column, given)
    codes: list[str | None] = [None] * len(given)
    for place, error in [*done.faults, *encoded.faults]:
        codes[place] = error.code
    if invalid == "keep":
        for place, _ in encoded.faults:
            forms[place] = given[place]  # type: ignore[call-overload]
    return forms, codes


def split_values(values: list[Any], splitter: Splitter) -> tuple[Flags, list[list[Value]]]:
    """A list of each part of each value, and which values have a normal form."""
    valid, columns = splitter.split(_column_of(_encode(values, splitter.normalizer).octets))
    return valid, [_decode(column, values) for column in columns]


def _encode(values: list[object], normalizer: Normalizer) -> _Encoded:
    octets: list[bytes | None] = []
    faults = []
    for place, value in enumerate(values):
        try:
            octets.append(_octets_of(value, normalizer))
        except OptionError as error:
            raise OptionError(error.code, f"Value at index {place}: {error}") from None
        except UriError as error:
            at = UriError(error.code, f"Value at index {place}: {error}", error.component, error.offset, error.input)
            faults.append(Fault(place, at))
            octets.append(None)
    return _Encoded(octets, faults)


def _octets_of(value: object, normalizer: Normalizer) -> bytes | None:
    if isinstance(value, str):
        try:
            return value.encode()
        except UnicodeEncodeError:
            return normalizer.encode(value)
    if is_missing(value):
        return None
    if isinstance(value, (bytes, bytearray, memoryview)):
        return bytes(value)
    raise OptionError("invalid-input", f"The reference must be a str, bytes or None, not {type(value).__name__}.")


def is_missing(value: object) -> bool:
    """Whether this is None, NaN, or pandas' NA or NaT."""
    return value is None or (isinstance(value, float) and value != value) or type(value).__name__ in ("NAType", "NaTType")


def _column_of(octets: list[bytes | None]) -> Column:
    offsets = np.zeros(len(octets) + 1, np.int64)
    np.cumsum([0 if value is None else len(value) for value in octets], out=offsets[1:])
    valid = np.array([value is not None for value in octets], np.bool_)
    data = np.frombuffer(b"".join(value for value in octets if value is not None), np.uint8)
    return Column(offsets, data, None if valid.all() else valid)


def _decode(column: Column, given: list[object]) -> list[Value]:
    offsets, octets, valid = column
    text, ends = octets.tobytes(), offsets.tolist()
    forms: list[Value] = []
    for place, value in enumerate(given):
        form = text[ends[place] : ends[place + 1]]
        if valid is not None and not valid[place]:
            forms.append(None)
        else:
            # The form may have characters beyond ASCII under profiles that keep them.
            forms.append(form.decode("utf-8", "replace") if isinstance(value, str) else form)
    return forms
