"""Arrays of other libraries: pyarrow, pandas, Polars. Each is imported only if its array is given."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from ._column import Column, normalize_column
from ._errors import UrlError
from ._normalizer import normalizer
from ._profile import Profile, Rules

if TYPE_CHECKING:
    import pyarrow as pa

Array = TypeVar("Array")

INVALID = ("null", "keep", "fail")


def transform(array: Array, profile: Rules | Profile, want_key: bool, invalid: str, want_errors: bool) -> Any:
    """Normalizes an array. Returns one of the same type or, with `want_errors`, a pair of it and the error codes."""
    if invalid not in INVALID:
        raise UrlError("invalid-option", f'The option "invalid" must be one of "null", "keep", "fail", not {invalid!r}.')
    run = _Transform(profile, want_key, invalid, want_errors)
    library = type(array).__module__.partition(".")[0]
    convert = {"pyarrow": _pyarrow, "pandas": _pandas, "polars": _polars}.get(library)
    if convert is None:
        raise _type_error(array)
    return convert(array, run)


def _type_error(array: object) -> UrlError:
    name = f"{type(array).__module__}.{type(array).__qualname__}"
    return UrlError("invalid-input", f"The array must be a pyarrow array or a pandas or Polars series of strings, not {name}.")


class _Transform:
    """The normalization of the chunks of one array."""

    def __init__(self, profile: Rules | Profile, want_key: bool, invalid: str, want_errors: bool) -> None:
        self._normalizer = normalizer(profile)
        self._want_key = want_key
        self._invalid = invalid
        self.want_errors = want_errors

    def chunk(self, array: pa.Array) -> tuple[pa.Array, pa.Array | None]:
        """Normalizes an array of any type of strings or binaries. Returns it and its errors."""
        import pyarrow as pa
        from pyarrow import types

        kind = array.type
        if types.is_dictionary(kind):
            return self._dictionary(array)
        if types.is_null(kind):
            return array, self._errors(len(array), [])
        if types.is_string(kind) or types.is_large_string(kind) or types.is_binary(kind) or types.is_large_binary(kind):
            return self._strings(array)
        if kind == pa.string_view():
            values, errors = self._strings(array.cast(pa.large_string()))
            return values.cast(kind), errors
        if kind == pa.binary_view():
            values, errors = self._strings(array.cast(pa.large_binary()))
            return values.cast(kind), errors
        raise UrlError("invalid-input", f"The array must have strings, not {kind}.")

    def _strings(self, array: pa.Array) -> tuple[pa.Array, pa.Array | None]:
        import pyarrow as pa

        done = normalize_column(_column_of(array), self._normalizer, self._want_key, self._invalid, self.want_errors)
        offsets, octets, valid = done.column
        bitmap = None if valid is None else pa.py_buffer(np.packbits(valid, bitorder="little"))
        values = pa.Array.from_buffers(array.type, len(array), [bitmap, pa.py_buffer(offsets), pa.py_buffer(octets)])
        return values, self._errors(len(array), done.faults)

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
        entries = array.dictionary.take(used)
        values, errors = self.chunk(entries)
        encoded = values.dictionary_encode() if not pa.types.is_dictionary(values.type) else values
        places = pc.index_in(array.indices, used)
        indices = encoded.indices.take(places).cast(array.type.index_type)
        result = pa.DictionaryArray.from_arrays(indices, encoded.dictionary, ordered=False)
        return result, None if errors is None else errors.take(places)


def _column_of(array: pa.Array) -> Column:
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
    raise _type_error(array)


def _pandas(series: Any, run: _Transform) -> Any:
    import pandas as pd
    import pyarrow as pa

    if not isinstance(series, pd.Series):
        raise _type_error(series)
    try:
        source = pa.Array.from_pandas(series)
    except (pa.ArrowInvalid, pa.ArrowTypeError) as error:
        raise UrlError("invalid-input", f"The series must have strings: {error}") from error
    if not len(source):
        # An empty series of objects has no type to see.
        empty = series.copy()
        return (empty, empty.astype("string")) if run.want_errors else empty

    def like(array: Any, dtype: Any) -> Any:
        if isinstance(dtype, pd.ArrowDtype):
            data = pd.arrays.ArrowExtensionArray(array)
        elif isinstance(dtype, pd.CategoricalDtype):
            data = array.to_pandas().array
        else:
            data = array.to_numpy(zero_copy_only=False) if isinstance(array, pa.Array) else array.to_numpy()
        kind = None if isinstance(dtype, (pd.ArrowDtype, pd.CategoricalDtype)) else dtype
        return pd.Series(data, dtype=kind, index=series.index, name=series.name)

    if not run.want_errors:
        return like(_pyarrow(source, run), series.dtype)
    values, errors = _pyarrow(source, run)
    return like(values, series.dtype), like(errors, "string")


def _polars(series: Any, run: _Transform) -> Any:
    import polars as pl

    if not isinstance(series, pl.Series):
        raise _type_error(series)
    if series.dtype not in (pl.String, pl.Binary, pl.Categorical, pl.Null):
        raise UrlError("invalid-input", f"The series must have strings, not {series.dtype}.")
    if run.want_errors:
        values, errors = _pyarrow(series.to_arrow(), run)
        return pl.Series(series.name, values, dtype=series.dtype), pl.Series(series.name, errors, dtype=pl.String)
    return pl.Series(series.name, _pyarrow(series.to_arrow(), run), dtype=series.dtype)
