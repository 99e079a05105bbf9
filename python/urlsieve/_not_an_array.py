"""The error for what is not an array: it says what to give instead."""

from __future__ import annotations

from ._errors import OptionError

_INSTEAD = {
    "str": "urlsieve.normalize and urlsieve.key take one URL",
    "bytes": "urlsieve.normalize_lines and urlsieve.key_lines take lines",
    "DataFrame": 'give one of its columns, such as frame["url"]',
    "Table": 'give one of its columns, such as table["url"]',
    "RecordBatch": 'give one of its columns, such as batch["url"]',
    "MultiIndex": "give one of its levels, by get_level_values",
    "LazyFrame": "use the expressions of urlsieve.polars",
    "Expr": "use the expressions of urlsieve.polars",
    "Column": "use the column functions of urlsieve.spark",
    "DuckDBPyRelation": "use the SQL functions of urlsieve.duckdb",
    "set": "it has no order: give list(urls)",
    "frozenset": "it has no order: give list(urls)",
    "dict": "give list(urls) or list(urls.values())",
}
"""What to do with what is not an array, by the name of its class."""


def type_error(array: object) -> OptionError:
    names = [base.__name__ for base in type(array).__mro__]
    instead = next((f" ({_INSTEAD[name]})" for name in names if name in _INSTEAD), "")
    kinds = "a list, a numpy or pyarrow array, or a pandas or Polars series of strings"
    return OptionError("invalid-input", f"The array must be {kinds}, not {type(array).__module__}.{type(array).__qualname__}{instead}.")
