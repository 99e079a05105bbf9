"""Arrays of other libraries: pyarrow, pandas, Polars, numpy. Each is imported only if its array is given."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from ._column import Column, normalize_column
from ._errors import OptionError
from ._normalizer import normalizer
from ._not_an_array import type_error
from ._profile import Profile, Rules
from ._values import normalize_values

if TYPE_CHECKING:
    import pyarrow as pa

Array = TypeVar("Array")

INVALID = ("null", "keep", "fail")


def transform(array: Array, profile: Rules | Profile, want_key: bool, invalid: str, want_errors: bool) -> Any:
    """Normalizes an array. Returns one of the same type or, with `want_errors`, a pair of it and the error codes."""
    expect_invalid(invalid)
    run = _Transform(profile, want_key, invalid, want_errors)
    convert = _CONVERSIONS.get(library_of(array, _CONVERSIONS))
    if convert is not None:
        return convert(array, run)
    if isinstance(array, (list, tuple, Iterator)):
        forms, codes = run.values(array)
        return (forms, codes) if want_errors else forms
    raise type_error(array)


def library_of(array: object, known: Iterable[str]) -> str:
    """Which of the known libraries an array comes from, or none. Its class may be one that users have derived."""
    libraries = {base.__module__.partition(".")[0] for base in type(array).__mro__}
    return next((library for library in known if library in libraries), "")


def expect_invalid(invalid: str) -> None:
    if invalid not in INVALID:
        raise OptionError("invalid-option", f'The option "invalid" must be one of "null", "keep", "fail", not {invalid!r}.')


class _Transform:
    """The normalization of the chunks of one array."""

    def __init__(self, profile: Rules | Profile, want_key: bool, invalid: str, want_errors: bool) -> None:
        self._normalizer = normalizer(profile)
        self._want_key = want_key
        self._invalid = invalid
        self.want_errors = want_errors

    def values(self, values: Any) -> tuple[list[Any], list[str | None]]:
        """Normalizes values of Python. Returns them and their errors."""
        return normalize_values(values, self._normalizer, self._want_key, self._invalid, self.want_errors)

    def chunk(self, array: pa.Array) -> tuple[pa.Array, pa.Array | None]:
        """Normalizes an array of any type of strings or binaries. Returns it and its errors."""
        import pyarrow as pa
        import pyarrow.compute as pc
        from pyarrow import types

        kind = array.type
        if types.is_dictionary(kind):
            return self._dictionary(array)
        if types.is_null(kind) or 0 < len(array) == array.null_count:
            # Nothing but nulls: files of a data set often have such a column, under any type.
            return array, self._errors(len(array), [])
        if types.is_run_end_encoded(kind):
            values, errors = self.chunk(pc.run_end_decode(array))
            return pc.run_end_encode(values, kind.run_end_type), errors
        if types.is_string(kind) or types.is_large_string(kind) or types.is_binary(kind) or types.is_large_binary(kind):
            return self._strings(array)
        if kind == pa.string_view():
            values, errors = self._strings(array.cast(pa.large_string()))
            return values.cast(kind), errors
        if kind == pa.binary_view():
            values, errors = self._strings(array.cast(pa.large_binary()))
            return values.cast(kind), errors
        raise OptionError("invalid-input", f"The array must have strings, not {kind}.")

    def _strings(self, array: pa.Array) -> tuple[pa.Array, pa.Array | None]:
        done = normalize_column(column_of(array), self._normalizer, self._want_key, self._invalid, self.want_errors)
        return values_of(array.type, done.column), self._errors(len(array), done.faults)

    def _errors(self, length: int, faults: list[Any]) -> pa.Array | None:
        """The error code of each value, null for a value without an error."""
        if not self.want_errors:
            return None
        import pyarrow as pa

        codes: list[str | None] = [None] * length
        for place, error in faults:
            codes[place] = error.code
        return pa.array(codes, pa.string())

    def _dictionary(self, array: pa.DictionaryArray) -> tuple[pa.Array, pa.Array | None]:
        """Normalizes the dictionary, and merges entries that have become equal."""
        import pyarrow as pa
        import pyarrow.compute as pc

        # Only what is in use: an unused entry that is invalid must not fail.
        used = pc.unique(array.indices).drop_null()
        kind = array.type.value_type
        # Views cannot be taken from, nor encoded.
        plain = {pa.string_view(): pa.large_string(), pa.binary_view(): pa.large_binary()}.get(kind, kind)
        values, errors = self.chunk(array.dictionary.cast(plain).take(used))
        encoded = values.dictionary_encode() if not pa.types.is_dictionary(values.type) else values
        places = pc.index_in(array.indices, used)
        indices = encoded.indices.take(places).cast(array.type.index_type)
        result = pa.DictionaryArray.from_arrays(indices, encoded.dictionary.cast(kind), ordered=False)
        return result, None if errors is None else errors.take(places)


def column_of(array: pa.Array) -> Column:
    """The buffers of an array of strings or binaries as numpy arrays, without a copy."""
    from pyarrow import types

    validity, ends, octets = array.buffers()
    is_large = types.is_large_string(array.type) or types.is_large_binary(array.type)
    kind = np.int64 if is_large else np.int32
    first, length = array.offset, len(array)
    # An empty array may have no buffers at all.
    offsets = np.frombuffer(ends, kind)[first : first + length + 1] if ends is not None and ends.size > 0 else np.zeros(1, kind)
    data = np.frombuffer(octets, np.uint8) if octets is not None else np.empty(0, np.uint8)
    valid = None
    if array.null_count > 0:
        bits = np.unpackbits(np.frombuffer(validity, np.uint8), bitorder="little")
        valid = bits[first : first + length].astype(np.bool_)
    return Column(offsets, data, valid)


def values_of(kind: pa.DataType, column: Column) -> pa.Array:
    """The array of strings or binaries that has a column."""
    import pyarrow as pa

    offsets, octets, valid = column
    bitmap = None if valid is None else pa.py_buffer(np.packbits(valid, bitorder="little"))
    return pa.Array.from_buffers(kind, len(offsets) - 1, [bitmap, pa.py_buffer(offsets), pa.py_buffer(octets)])


def _pyarrow(array: Any, run: _Transform) -> Any:
    import pyarrow as pa

    if isinstance(array, pa.ChunkedArray):
        pairs = [run.chunk(chunk) for chunk in array.chunks]
        values = pa.chunked_array([value for value, _ in pairs], type=array.type)
        if not run.want_errors:
            return values
        return values, pa.chunked_array([error for _, error in pairs], type=pa.string())
    if isinstance(array, pa.Array):
        values, errors = run.chunk(array)
        return (values, errors) if run.want_errors else values
    raise type_error(array)


def _pandas(series: Any, run: _Transform) -> Any:
    import pandas as pd

    if isinstance(series, pd.Index) and not isinstance(series, pd.MultiIndex):
        return _each(run, _pandas(series.to_series(), run), lambda done: pd.Index(done, dtype=done.dtype, name=series.name))
    if isinstance(series, pd.api.extensions.ExtensionArray):
        return _each(run, _pandas(pd.Series(series), run), lambda done: done.array)
    if not isinstance(series, pd.Series):
        raise type_error(series)
    if not len(series):
        # An empty series of objects has no type to see.
        empty = series.copy()
        return (empty, empty.astype("string")) if run.want_errors else empty

    def like(array: Any, dtype: Any) -> Any:
        if isinstance(dtype, pd.ArrowDtype):
            data = pd.arrays.ArrowExtensionArray(array)
        elif isinstance(dtype, pd.CategoricalDtype):
            data = pd.Categorical(array) if isinstance(array, list) else array.to_pandas().array
        else:
            data = np.array(array, dtype=object) if isinstance(array, list) else objects(array)
        kind = None if isinstance(dtype, (pd.ArrowDtype, pd.CategoricalDtype)) else dtype
        return pd.Series(data, dtype=kind, index=series.index, name=series.name)

    source = source_of(series)
    values, errors = run.values(series.tolist()) if source is None else _pair(run, _pyarrow(source, run))
    own = like(values, series.dtype)
    return (own, like(errors, "string")) if run.want_errors else own


def source_of(series: Any) -> Any:
    """The series in Arrow. None without pyarrow, and for what Arrow cannot hold: lone surrogates, values that are no strings."""
    try:
        import pyarrow as pa
    except ImportError:
        return None
    try:
        return pa.Array.from_pandas(series)
    except (pa.ArrowInvalid, pa.ArrowTypeError, UnicodeEncodeError):
        return None


def objects(array: Any) -> Any:
    import pyarrow as pa

    return array.to_numpy(zero_copy_only=False) if isinstance(array, pa.Array) else array.to_numpy()


def expect_polars_strings(series: Any) -> None:
    import polars as pl

    if not isinstance(series, pl.Series):
        raise type_error(series)
    if series.dtype not in (pl.String, pl.Binary, pl.Categorical, pl.Null) and series.null_count() < len(series):
        hint = ": cast it to pl.String" if isinstance(series.dtype, (pl.Enum, pl.Object)) else ""
        raise OptionError("invalid-input", f"The series must have strings, not {series.dtype}{hint}.")


def _polars(series: Any, run: _Transform) -> Any:
    import polars as pl

    expect_polars_strings(series)
    if series.null_count() == len(series):
        values, errors = series, [None] * len(series)
    else:
        values, errors = _pair(run, _pyarrow(series.to_arrow(), run))
    own = pl.Series(series.name, values, dtype=series.dtype)
    return (own, pl.Series(series.name, errors, dtype=pl.String)) if run.want_errors else own


def _numpy(array: Any, run: _Transform) -> Any:
    """Returns an array of objects: arrays of other types have no null, and strings of one length."""
    expect_one_dimension(array)
    forms, codes = run.values(array.tolist())
    own = np.array(forms, dtype=object)
    return (own, np.array(codes, dtype=object)) if run.want_errors else own


def expect_one_dimension(array: Any) -> None:
    if array.ndim != 1:
        raise OptionError("invalid-input", f"The array must have one dimension, not {array.ndim}: give array.ravel().")


def _pair(run: _Transform, done: Any) -> tuple[Any, Any]:
    """The values and their errors, if those are wanted."""
    return done if run.want_errors else (done, None)


def _each(run: _Transform, done: Any, wrap: Callable[[Any], Any]) -> Any:
    return tuple(map(wrap, done)) if run.want_errors else wrap(done)


_CONVERSIONS: dict[str, Callable[[Any, _Transform], Any]] = {
    "pyarrow": _pyarrow,
    "pandas": _pandas,
    "polars": _polars,
    "numpy": _numpy,
}
