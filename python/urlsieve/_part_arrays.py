"""Parts of the URLs in arrays of other libraries, in the kind of struct that each has: see `urlsieve.parts`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from ._arrow import column_of, expect_one_dimension, expect_polars_strings, library_of, objects, source_of, values_of
from ._errors import OptionError
from ._normalizer import normalizer
from ._not_an_array import type_error
from ._parts import Names, Splitter
from ._profile import DEFAULT, Profile, Rules
from ._values import split_values

if TYPE_CHECKING:
    import pyarrow as pa


def split(array: Any, names: Names, profile: Rules | Profile, private_suffixes: bool) -> Any:
    splitter = Splitter(names, profile, private_suffixes)
    if isinstance(array, str):
        # Raises what is wrong with it.
        normalizer(profile).fetch.text(array)
        return _rows([array], splitter)[0]
    convert = _CONVERSIONS.get(library_of(array, _CONVERSIONS))
    if convert is not None:
        return convert(array, splitter)
    if isinstance(array, (list, tuple, Iterator)):
        return _rows(list(array), splitter)
    raise type_error(array)


def _rows(values: list[Any], splitter: Splitter) -> list[Any]:
    """A dict for each value, None for null and for what has no normal form."""
    valid, columns = split_values(values, splitter)
    rows = zip(*columns, strict=True)
    return [dict(zip(splitter.names, row, strict=True)) if is_valid else None for row, is_valid in zip(rows, valid.tolist(), strict=True)]


def struct_of(array: pa.Array, splitter: Splitter) -> pa.StructArray:
    """The parts of an array of any type of strings or binaries, in strings or binaries."""
    import pyarrow as pa
    import pyarrow.compute as pc
    from pyarrow import types

    kind = array.type
    if types.is_dictionary(kind):
        return struct_of(array.dictionary, splitter).take(array.indices)
    if types.is_run_end_encoded(kind):
        return struct_of(pc.run_end_decode(array), splitter)
    plain = {pa.string_view(): pa.large_string(), pa.binary_view(): pa.large_binary()}.get(kind)
    if plain is not None:
        return struct_of(array.cast(plain), splitter)
    if types.is_null(kind) or 0 < len(array) == array.null_count:
        return pa.nulls(len(array), struct_type(pa.string() if not _has_strings(kind) else kind, splitter.names))
    if not _has_strings(kind):
        raise OptionError("invalid-input", f"The array must have strings, not {kind}.")
    valid, columns = splitter.split(column_of(array))
    children = [values_of(kind, column) for column in columns]
    mask = None if valid.all() else pa.array(~valid)
    return pa.StructArray.from_arrays(children, fields=list(struct_type(kind, splitter.names)), mask=mask)


def part_of(array: Any, name: str) -> Any:
    """One part of each URL of a pyarrow array."""
    whole = _pyarrow(array, Splitter((name,), DEFAULT, False))
    return _flat(whole, 0)


def _has_strings(kind: pa.DataType) -> bool:
    from pyarrow import types

    return bool(types.is_string(kind) or types.is_large_string(kind) or types.is_binary(kind) or types.is_large_binary(kind))


def struct_type(kind: pa.DataType, names: tuple[str, ...]) -> pa.DataType:
    import pyarrow as pa

    return pa.struct([pa.field(name, kind) for name in names])


def _pyarrow(array: Any, splitter: Splitter) -> Any:
    import pyarrow as pa

    if isinstance(array, pa.ChunkedArray):
        chunks = [struct_of(chunk, splitter) for chunk in array.chunks]
        return pa.chunked_array(chunks, type=struct_of(pa.array([], array.type), splitter).type if not chunks else None)
    if isinstance(array, pa.Array):
        return struct_of(array, splitter)
    raise type_error(array)


def _pandas(series: Any, splitter: Splitter) -> Any:
    """A DataFrame with a column for each part, and the index of the series."""
    import pandas as pd

    if isinstance(series, pd.api.extensions.ExtensionArray) or (isinstance(series, pd.Index) and not isinstance(series, pd.MultiIndex)):
        series = pd.Series(series)
    if not isinstance(series, pd.Series):
        raise type_error(series)
    source = source_of(series)
    if source is None:
        columns = split_values(series.tolist(), splitter)[1]
        own = [np.array(column, dtype=object) for column in columns]
    else:
        whole = _pyarrow(source, splitter)
        own = [_flat(whole, place) for place in range(len(splitter.names))]
    kind = _kind_of(series)
    data = {name: pd.Series(_like(column, kind), dtype=kind, index=series.index) for name, column in zip(splitter.names, own, strict=True)}
    return pd.DataFrame(data, index=series.index)


def _flat(whole: Any, place: int) -> Any:
    """A part with the nulls of the struct: a chunked array of strings."""
    import pyarrow as pa

    chunks = whole.chunks if isinstance(whole, pa.ChunkedArray) else [whole]
    return pa.chunked_array([chunk.flatten()[place] for chunk in chunks], whole.type.field(place).type)


def _kind_of(series: Any) -> Any:
    """The type of the parts of a series: its own, that of its categories, or objects."""
    import pandas as pd

    kind = series.dtype.categories.dtype if isinstance(series.dtype, pd.CategoricalDtype) else series.dtype
    if isinstance(kind, pd.ArrowDtype):
        import pyarrow as pa

        is_binary = _is_binary(kind.pyarrow_dtype)
        return pd.ArrowDtype(pa.large_binary() if is_binary else pa.large_string())
    return kind if isinstance(kind, pd.StringDtype) else np.dtype(object)


def _is_binary(kind: pa.DataType) -> bool:
    import pyarrow as pa

    return bool(pa.types.is_binary(kind) or pa.types.is_large_binary(kind) or kind == pa.binary_view())


def _like(column: Any, kind: Any) -> Any:
    import pandas as pd

    if isinstance(kind, pd.ArrowDtype):
        return pd.arrays.ArrowExtensionArray(column.cast(kind.pyarrow_dtype))
    return column if isinstance(column, np.ndarray) else objects(column)


def _polars(series: Any, splitter: Splitter) -> Any:
    import polars as pl

    expect_polars_strings(series)
    is_binary = series.dtype == pl.Binary
    if series.dtype == pl.Categorical or series.null_count() == len(series):
        series = series.cast(pl.String) if not is_binary else series
    kind = pl.Binary if is_binary else pl.String
    own = pl.Series(series.name, _pyarrow(series.to_arrow(), splitter))
    return own.cast(pl.Struct({name: kind for name in splitter.names}))


def _numpy(array: Any, splitter: Splitter) -> Any:
    """A structured array of objects. All parts of a null are None."""
    expect_one_dimension(array)
    columns = split_values(array.tolist(), splitter)[1]
    own = np.empty(len(array), [(name, object) for name in splitter.names])
    for name, column in zip(splitter.names, columns, strict=True):
        own[name] = column
    return own


_CONVERSIONS: dict[str, Callable[[Any, Splitter], Any]] = {
    "pyarrow": _pyarrow,
    "pandas": _pandas,
    "polars": _polars,
    "numpy": _numpy,
}
