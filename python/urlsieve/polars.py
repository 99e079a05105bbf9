"""urlsieve for Polars: expressions that stream.

>>> import polars as pl, urlsieve.polars
>>> frame = pl.DataFrame({"url": ["HTTP://A.example", None, "http://["]})
>>> frame.select(urlsieve.polars.normalize("url")).to_series().to_list()
['http://a.example/', None, None]
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, TypeVar

import polars as pl

from . import key_array, normalize_array
from ._arrow import expect_invalid
from ._errors import OptionError
from ._frames import Keep, expect_column, expect_keep, free_name
from ._normalizer import normalizer
from ._part_arrays import split
from ._parts import Names, Splitter
from ._profile import DEFAULT, Rules, named, prepared

Invalid = Literal["null", "keep", "fail"]
Frame = TypeVar("Frame", pl.DataFrame, pl.LazyFrame)

__all__ = ["drop_duplicates", "errors", "key", "normalize", "parts"]


def normalize(expr: pl.Expr | str, *, profile: Rules = DEFAULT, invalid: Invalid = "null") -> pl.Expr:
    """Normalizes an expression of strings, or a column by its name. Options are those of `urlsieve.normalize_array`.

    The result has strings, even for categories. ``unique`` takes all nulls for one value: `drop_duplicates` does not.

    Raises OptionError ``invalid-option`` for an unknown profile, ``invalid-input`` unless `expr` is an expression or a name. In a query,
    Polars raises its own errors with the same message.

    >>> import polars as pl, urlsieve.polars
    >>> frame = pl.DataFrame({"url": ["HTTP://a", "http://["]})
    >>> frame.with_columns(form=urlsieve.polars.normalize("url", invalid="keep"))["form"].to_list()
    ['http://a/', 'http://[']
    """
    rules = _checked(profile, invalid)
    return _mapped(expr, lambda series: normalize_array(series, profile=rules, invalid=invalid))


def key(expr: pl.Expr | str, *, profile: Rules | None = None, invalid: Invalid = "null") -> pl.Expr:
    """As `normalize`, but gives keys: what counts as the same page. `profile` is required.

    >>> import polars as pl, urlsieve.polars
    >>> frame = pl.DataFrame({"url": ["http://a.example/?b&a#top"]})
    >>> frame.select(urlsieve.polars.key("url", profile="crawl@1")).item()
    'http://a.example/?a&b'
    """
    rules = _checked(named(profile), invalid)
    return _mapped(expr, lambda series: key_array(series, profile=rules, invalid=invalid))


def errors(expr: pl.Expr | str, *, profile: Rules = DEFAULT) -> pl.Expr:
    """The error code of each string that cannot be normalized, null for all others.

    >>> import polars as pl, urlsieve.polars
    >>> pl.DataFrame({"url": ["http://a", "http://["]}).select(urlsieve.polars.errors("url")).to_series().to_list()
    [None, 'invalid-ip-literal']
    """
    rules = _checked(profile, "null")
    return _mapped(expr, lambda series: normalize_array(series, profile=rules, errors=True)[1])


def parts(
    expr: pl.Expr | str, names: Names = None, *, profile: Rules = DEFAULT, private_suffixes: bool = False
) -> pl.Expr:
    """The parts of each URL, as a struct of strings: those of `urlsieve.parts`, which has their names. ``unnest`` makes columns of them.

    >>> import polars as pl, urlsieve.polars
    >>> frame = pl.DataFrame({"url": ["HTTP://www.A.example:80/b?c", None]})
    >>> frame.select(urlsieve.polars.parts("url", ["host", "site", "port"])).unnest("url").rows()
    [('www.a.example', 'a.example', None), (None, None, None)]
    """
    rules = _checked(profile, "null")
    own = Splitter(names, rules, private_suffixes).names
    kind = pl.Struct({name: pl.String for name in own})
    return _mapped(expr, lambda series: split(series, own, rules, private_suffixes), kind)


def drop_duplicates(
    frame: Frame, column: str, *, profile: Rules = DEFAULT, keep: Keep = "first", by: str | None = None
) -> Frame:
    """Returns one row for each normal form in a column of URLs or, under a profile or policy, for each key.

    `frame` is a DataFrame or a LazyFrame. Rows and their order are unchanged. `keep` says which row stays: the ``first``, the ``last``,
    or the ``newest`` or ``oldest`` by the column `by`; the first of equals. A row without a value in `by` stays only if no other has
    one.

    All rows are kept whose URL is null or cannot be normalized: they are not known to be equal. ``unique`` would keep one of them.

    Raises OptionError ``invalid-option`` for a column, profile or other option that does not exist, ``invalid-input`` unless the column
    has strings.

    >>> import polars as pl, urlsieve.polars
    >>> frame = pl.DataFrame({"url": ["http://a/#x", "http://a/", None, None, "http://["], "fetched": [1, 3, 2, 2, 1]})
    >>> urlsieve.polars.drop_duplicates(frame, "url", profile="crawl@1", keep="newest", by="fetched")["fetched"].to_list()
    [3, 2, 2, 1]
    """
    if not isinstance(frame, (pl.DataFrame, pl.LazyFrame)):
        raise OptionError("invalid-input", f"The frame must be a Polars DataFrame or LazyFrame, not {type(frame).__name__}.")
    schema = frame.collect_schema()
    names = schema.names()
    expect_column(names, column)
    if schema[column] not in _STRINGS:
        raise OptionError("invalid-input", f'The column "{column}" must have strings, not {schema[column]}.')
    form, row = free_name(names, "urlsieve_key"), free_name(names, "urlsieve_row")
    keyed = frame.with_row_index(row).with_columns(key(column, profile=profile).alias(form))
    if expect_keep(keep, by):
        expect_column(names, by)
        value = pl.col(str(by)).fill_nan(None) if schema[str(by)].is_float() else pl.col(str(by))
        ordered = pl.col(row).sort_by(value, descending=keep == "newest", nulls_last=True, maintain_order=True)
        is_kept = pl.col(row) == ordered.first().over(form)
    else:
        is_kept = pl.col(form).is_first_distinct() if keep == "first" else pl.col(form).is_last_distinct()
    return keyed.filter(pl.col(form).is_null() | is_kept).drop(form, row)


_STRINGS = (pl.String, pl.Categorical, pl.Enum, pl.Null)


def _checked(profile: Rules, invalid: str) -> str | bytes:
    """The rules as octets or an id, which other processes can take. Raises OptionError or PolicyError now, not when a query runs."""
    rules = prepared(profile)
    normalizer(rules)
    expect_invalid(invalid)
    return rules


def _mapped(expr: pl.Expr | str, function: Callable[[pl.Series], pl.Series], kind: Any = pl.String) -> pl.Expr:
    if not isinstance(expr, (pl.Expr, str)):
        raise OptionError("invalid-input", f"The URLs must be an expression or the name of a column, not {type(expr).__name__}.")
    column = pl.col(expr) if isinstance(expr, str) else expr
    return column.map_batches(lambda series: function(_strings(series)), return_dtype=kind, is_elementwise=True)


def _strings(series: pl.Series) -> pl.Series:
    if series.dtype == pl.Binary:
        raise OptionError("invalid-input", f'The column "{series.name}" must have strings, not Binary: cast it to pl.String.')
    # The type of an expression is known before the query runs, that of its input is not.
    return series.cast(pl.String) if series.dtype in _STRINGS else series
