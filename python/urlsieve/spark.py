"""urlsieve for Spark: the map stage runs in Python on the executors, everything else is Spark's own.

The executors need pyarrow, numpy and wasmtime; the wheel itself can be shipped with the job: docs/integrations/spark.md.

>>> import pyspark.sql
>>> import urlsieve.spark
>>> session = pyspark.sql.SparkSession.builder.master("local[1]").getOrCreate()
>>> frame = session.createDataFrame([("HTTP://A.example",), ("http://a.example/",), ("http://[",), (None,)], "url string")
>>> [row.url for row in urlsieve.spark.normalize(frame, "url").collect()]
['http://a.example/', 'http://a.example/', None, None]
>>> urlsieve.spark.drop_duplicates(frame, "url").count()
3
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    import pyarrow as pa

from ._arrow import INVALID
from ._errors import UrlError
from ._normalizer import normalizer
from ._profile import DEFAULT, Rules, named, prepared
from ._sql import functions as sql_functions
from ._sql import named_policies

Invalid = Literal["null", "keep", "fail"]

_MISSING = (
    "urlsieve cannot be imported on this Spark executor: install its wheel with numpy and wasmtime there, "
    "or ship the wheel with addPyFile and install the other two."
)

__all__ = ["drop_duplicates", "key", "normalize", "register"]


class Forms:
    """A stage that runs a function of the package on the arrays of a column: called as a function."""

    def __init__(self, function: str, default: str | None, doc: str) -> None:
        self._function = function
        self._default = default
        self.__doc__ = doc

    def __call__(
        self,
        frame: Any,
        column: str,
        *,
        into: str | None = None,
        errors: str | None = None,
        profile: Rules | None = None,
        invalid: Invalid = "null",
    ) -> Any:
        # Compiled here: the executors need no compiler.
        rules = prepared(named(self._default if profile is None else profile))
        return _mapped(frame, column, self._function, into, errors, rules, invalid)


normalize = Forms(
    "normalize_array",
    DEFAULT,
    """Returns the DataFrame with the normal forms of a column of strings in the column `into`, by default in place.

    What cannot be normalized becomes null or, with ``invalid="keep"``, stays; ``invalid="fail"`` fails the job. `errors` names a
    column for the error codes. An existing column of either name is replaced, others keep their order.

    Raises UrlError ``invalid-option`` for a column or profile that does not exist, ``invalid-input`` unless the column has strings or
    binaries, both before any job starts.
    """,
)

key = Forms("key_array", None, "As `normalize`, but writes keys: what counts as the same page. `profile` is required.")


def drop_duplicates(frame: Any, column: str, *, profile: Rules = DEFAULT) -> Any:
    """Returns one row for each normal form in a column of URLs or, under a profile or policy, for each key.

    Spark shuffles by it. The row and its URL are unchanged.

    All rows are kept whose URL is null or cannot be normalized. Spark's ``dropDuplicates`` alone would keep one of them.
    """
    from pyspark.sql import functions

    key_name = _free_name(frame, "urlsieve_key")
    row_name = _free_name(frame, "urlsieve_row")
    keyed = key(frame, column, into=key_name, profile=profile)
    row = functions.when(functions.col(key_name).isNull(), functions.monotonically_increasing_id())
    return keyed.withColumn(row_name, row).dropDuplicates([key_name, row_name]).drop(key_name, row_name)


def register(session: Any, *, policies: Mapping[str, Rules] | None = None) -> None:
    """Registers the SQL functions ``url_normalize(text)``, ``url_key(text, profile)``, ``url_valid(text)``, ``url_compare(a, b)`` and
    ``url_error(text)``, as `urlsieve.duckdb.register` does.

    They are pandas UDFs, so the executors need pandas too. `normalize` and `key` are faster.
    """
    from pyspark.sql import functions

    # Compiled here: the executors need no compiler.
    compiled = named_policies(policies)
    for name, (count, is_boolean, _) in sql_functions(compiled).items():
        function = functions.pandas_udf(_series_function(name, count, compiled), "boolean" if is_boolean else "string")
        session.udf.register(name, function)


def _series_function(name: str, count: int, policies: Mapping[str, bytes]) -> Callable[..., Any]:
    import pandas as pd

    missing = _MISSING

    # Executors unpickle these functions before they import anything, so they refer to nothing of this module.
    def run(columns):  # type: ignore[no-untyped-def]
        try:
            import urlsieve._sql
        except ImportError as error:
            raise ImportError(missing) from error
        import pandas
        import pyarrow

        arrays = [pyarrow.Array.from_pandas(column, type=pyarrow.string()) for column in columns]
        result = urlsieve._sql.functions(policies)[name].run(*arrays)
        return pandas.Series(result.to_pylist(), dtype=object)

    # Spark counts the parameters.
    def one(texts):  # type: ignore[no-untyped-def]
        return run([texts])  # type: ignore[no-untyped-call]

    def two(texts, others):  # type: ignore[no-untyped-def]
        return run([texts, others])  # type: ignore[no-untyped-call]

    one.__annotations__ = {"texts": pd.Series, "return": pd.Series}
    two.__annotations__ = {"texts": pd.Series, "others": pd.Series, "return": pd.Series}
    return one if count == 1 else two


def _mapped(
    frame: Any, column: str, name: str, into: str | None, errors: str | None, profile: str | bytes, invalid: Invalid
) -> Any:
    normalizer(profile)
    if invalid not in INVALID:
        raise UrlError("invalid-option", f'The option "invalid" must be one of "null", "keep", "fail", not {invalid!r}.')
    source, kind = _column(frame, column)
    target = column if into is None else into
    if errors == target:
        raise UrlError("invalid-option", f'The forms and their error codes cannot both be in the column "{target}".')
    schema, places = _schema(frame, target, kind, errors)
    missing = _MISSING

    # As above: this refers to nothing of this module.
    def run(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        import pyarrow

        try:
            import urlsieve
        except ImportError as error:
            raise ImportError(missing) from error
        for batch in batches:
            values, codes = getattr(urlsieve, name)(batch.column(source), profile=profile, invalid=invalid, errors=True)
            columns = [values, codes, *batch.columns]
            yield pyarrow.RecordBatch.from_arrays([columns[place] for place in places], schema.names)

    return frame.mapInArrow(run, schema)


def _column(frame: Any, column: str) -> tuple[int, Any]:
    """The place and type of a column. Raises UrlError."""
    from pyspark.sql.types import BinaryType, StringType

    if column not in frame.columns:
        raise UrlError("invalid-option", f'The DataFrame has no column "{column}"; its columns are {", ".join(frame.columns)}.')
    kind = frame.schema[column].dataType
    if not isinstance(kind, (StringType, BinaryType)):
        raise UrlError("invalid-input", f'The column "{column}" must have strings, not {kind.simpleString()}.')
    return frame.columns.index(column), kind


def _schema(frame: Any, target: str, kind: Any, errors: str | None) -> tuple[Any, list[int]]:
    """The schema of the result, and where each of its columns is in this list: forms, error codes, columns of the frame."""
    from pyspark.sql.types import StringType, StructField, StructType

    added = {target: (0, kind)} if errors is None else {target: (0, kind), errors: (1, StringType())}
    fields, places = [], []
    for place, field in enumerate(frame.schema.fields, 2):
        place, data_type = added.pop(field.name, (place, field.dataType))
        fields.append(StructField(field.name, data_type, True, field.metadata))
        places.append(place)
    for name, (place, data_type) in added.items():
        fields.append(StructField(name, data_type, True))
        places.append(place)
    return StructType(fields), places


def _free_name(frame: Any, name: str) -> str:
    while name in frame.columns:
        name += "_"
    return name
