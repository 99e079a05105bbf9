"""urlsieve for Polars: expressions that stream.

>>> import polars as pl, urlsieve.polars
>>> frame = pl.DataFrame({"url": ["HTTP://A.example", None, "http://["]})
>>> frame.select(urlsieve.polars.normalize("url")).to_series().to_list()
['http://a.example/', None, None]
"""

from __future__ import annotations

from typing import Any, Literal

import polars as pl

from . import key_array, normalize_array
from ._profile import DEFAULT, Rules, named, prepared

Invalid = Literal["null", "keep", "fail"]

__all__ = ["errors", "key", "normalize"]


def normalize(expr: pl.Expr | str, *, profile: Rules = DEFAULT, invalid: Invalid = "null") -> pl.Expr:
    """Normalizes an expression of strings, or a column by its name. Options are those of `urlsieve.normalize_array`.

    ``unique`` takes all nulls for one value: use ``invalid="keep"`` where rejected rows must stay, as here.

    >>> import polars as pl, urlsieve.polars
    >>> frame = pl.DataFrame({"url": ["HTTP://a", "http://a/", "http://[", "http://h:x/"]})
    >>> frame.unique(urlsieve.polars.normalize("url", invalid="keep"), maintain_order=True)["url"].to_list()
    ['HTTP://a', 'http://[', 'http://h:x/']
    """
    rules = prepared(profile)
    return _mapped(expr, lambda series: normalize_array(series, profile=rules, invalid=invalid))


def key(expr: pl.Expr | str, *, profile: Rules | None = None, invalid: Invalid = "null") -> pl.Expr:
    """As `normalize`, but gives keys: what counts as the same page. `profile` is required.

    >>> import polars as pl, urlsieve.polars
    >>> frame = pl.DataFrame({"url": ["http://a.example/?b&a#top"]})
    >>> frame.select(urlsieve.polars.key("url", profile="crawl@1")).item()
    'http://a.example/?a&b'
    """
    rules = prepared(named(profile))
    return _mapped(expr, lambda series: key_array(series, profile=rules, invalid=invalid))


def errors(expr: pl.Expr | str, *, profile: Rules = DEFAULT) -> pl.Expr:
    """The error code of each string that cannot be normalized, null for all others.

    >>> import polars as pl, urlsieve.polars
    >>> pl.DataFrame({"url": ["http://a", "http://["]}).select(urlsieve.polars.errors("url")).to_series().to_list()
    [None, 'invalid-ip-literal']
    """
    rules = prepared(profile)
    return _mapped(expr, lambda series: normalize_array(series, profile=rules, errors=True)[1])


def _mapped(expr: pl.Expr | str, function: Any) -> pl.Expr:
    column = pl.col(expr) if isinstance(expr, str) else expr
    return column.map_batches(function, return_dtype=pl.String, is_elementwise=True)
