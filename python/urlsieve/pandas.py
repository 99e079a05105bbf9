"""urlsieve for pandas. `urlsieve.normalize_array` and `urlsieve.key_array` take its series.

>>> import pandas as pd, urlsieve.pandas
>>> frame = pd.DataFrame({"url": ["HTTP://A.example", "http://a.example/", None, None, "http://[", "http://["]})
>>> urlsieve.pandas.drop_duplicates(frame, "url").index.tolist()
[0, 2, 3, 4, 5]
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from . import key_array
from ._errors import OptionError
from ._frames import Keep, expect_column, expect_keep
from ._profile import DEFAULT, Rules

__all__ = ["drop_duplicates"]


def drop_duplicates(frame: Any, column: Any, *, profile: Rules = DEFAULT, keep: Keep = "first", by: Any = None) -> Any:
    """Returns one row for each normal form in a column of URLs or, under a profile or policy, for each key.

    Rows, their order and their index are unchanged. `keep` says which row stays: the ``first``, the ``last``, or the ``newest`` or
    ``oldest`` by the column `by`; the first of equals. A row without a value in `by` stays only if no other has one.

    All rows are kept whose URL is missing or cannot be normalized: they are not known to be equal.

    Raises OptionError ``invalid-option`` for a column, profile or other option that does not exist, ``invalid-input`` unless `frame` is a
    DataFrame and the column has strings.

    >>> import pandas as pd, urlsieve.pandas
    >>> frame = pd.DataFrame({"url": ["http://a/#x", "http://a/", "http://b/"], "fetched": ["2026-01-01", "2026-03-01", None]})
    >>> urlsieve.pandas.drop_duplicates(frame, "url", profile="crawl@1", keep="newest", by="fetched").index.tolist()
    [1, 2]
    """
    if not isinstance(frame, pd.DataFrame):
        raise OptionError("invalid-input", f"The frame must be a pandas DataFrame, not {type(frame).__name__}.")
    expect_column(list(frame.columns), column)
    keys = key_array(frame[column].reset_index(drop=True), profile=profile)
    if not expect_keep(keep, by):
        return frame[_kept(keys, keep)]
    expect_column(list(frame.columns), by)
    order = _order(frame[by].reset_index(drop=True), keep == "oldest")
    kept = np.empty(len(frame), bool)
    kept[order] = _kept(keys.iloc[order], "first")
    return frame[kept]


def _kept(keys: Any, keep: str) -> np.ndarray[Any, np.dtype[np.bool_]]:
    kept: np.ndarray[Any, np.dtype[np.bool_]] = (keys.isna() | ~keys.duplicated(keep=keep)).to_numpy()
    return kept


def _order(values: Any, ascending: bool) -> Any:
    """The places of the rows, the one that stays before the others."""
    try:
        return values.sort_values(ascending=ascending, kind="stable", na_position="last").index.to_numpy()
    except TypeError as error:
        raise OptionError("invalid-input", f'The values of the column "{values.name}" cannot be compared: {error}.') from error
