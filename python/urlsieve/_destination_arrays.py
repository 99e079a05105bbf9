"""Where the URLs in arrays of other libraries lead, in the kind of struct that each has: see `urlsieve.destination`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np

from ._arrow import expect_one_dimension, expect_polars_strings, library_of
from ._destination import Destination, RejectedUrl, read
from ._errors import OptionError
from ._not_an_array import type_error

FIELDS = ("accepted", "scheme", "host", "port", "address", "reason", "offset")


def destinations(array: Any) -> Any:
    convert = _CONVERSIONS.get(library_of(array, _CONVERSIONS))
    if convert is not None:
        return convert(array)
    if isinstance(array, (list, tuple, Iterator)):
        return _results(array)
    raise type_error(array)


def _results(values: Iterable[Any]) -> list[Destination | None]:
    return [_result(value, place) for place, value in enumerate(values)]


def _result(value: object, place: int) -> Destination | None:
    if isinstance(value, str):
        return read(value)
    if isinstance(value, bytes):
        try:
            return read(value.decode())
        except UnicodeDecodeError as error:
            return RejectedUrl("characters", len(value[: error.start].decode()))
    # None, NaN and pandas' NA: only the first equals itself.
    if value is None or type(value).__name__ == "NAType" or value != value:
        return None
    raise OptionError("invalid-input", f"Value at index {place}: A URL must be a str or bytes, not {type(value).__name__}.")


def _row(result: Destination | None) -> dict[str, Any] | None:
    if result is None:
        return None
    return {name: getattr(result, name, None) for name in FIELDS}


def struct_type() -> Any:
    import pyarrow as pa

    kinds = {"accepted": pa.bool_(), "port": pa.int32(), "offset": pa.int64()}
    return pa.struct([pa.field(name, kinds.get(name, pa.string())) for name in FIELDS])


def _pyarrow(array: Any) -> Any:
    import pyarrow as pa

    if isinstance(array, pa.ChunkedArray):
        return pa.chunked_array([_pyarrow(chunk) for chunk in array.chunks], type=struct_type())
    if not isinstance(array, pa.Array):
        raise type_error(array)
    if not any(is_kind(_value_type(array.type)) for is_kind in _kinds()) and array.null_count < len(array):
        raise OptionError("invalid-input", f"The array must have strings, not {array.type}.")
    return pa.array([_row(result) for result in _results(array.to_pylist())], struct_type())


def _value_type(kind: Any) -> Any:
    from pyarrow import types

    return kind.value_type if types.is_dictionary(kind) or types.is_run_end_encoded(kind) else kind


def _kinds() -> tuple[Callable[[Any], bool], ...]:
    from pyarrow import types

    return (
        types.is_string,
        types.is_large_string,
        types.is_string_view,
        types.is_binary,
        types.is_large_binary,
        types.is_binary_view,
    )


def _pandas(series: Any) -> Any:
    """A DataFrame with a column for each field, and the index of the series."""
    import pandas as pd

    if isinstance(series, pd.api.extensions.ExtensionArray) or (isinstance(series, pd.Index) and not isinstance(series, pd.MultiIndex)):
        series = pd.Series(series)
    if not isinstance(series, pd.Series):
        raise type_error(series)
    rows = [_row(result) or {} for result in _results(series.tolist())]
    kinds = {"accepted": "boolean", "port": "Int32", "offset": "Int64"}
    columns = {name: pd.Series([row.get(name) for row in rows], series.index, kinds.get(name, object)) for name in FIELDS}
    return pd.DataFrame(columns, index=series.index)


def _polars(series: Any) -> Any:
    import polars as pl

    expect_polars_strings(series)
    return pl.Series(series.name, _pyarrow(series.cast(pl.String).to_arrow() if series.dtype != pl.Binary else series.to_arrow()))


def _numpy(array: Any) -> Any:
    """An array of objects: the results for a str."""
    expect_one_dimension(array)
    own = np.empty(len(array), object)
    own[:] = _results(array.tolist())
    return own


_CONVERSIONS: dict[str, Callable[[Any], Any]] = {
    "pyarrow": _pyarrow,
    "pandas": _pandas,
    "polars": _polars,
    "numpy": _numpy,
}

