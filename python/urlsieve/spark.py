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

from ._arrow import expect_invalid
from ._errors import OptionError
from ._frames import expect_column, expect_keep, free_name
from ._normalizer import normalizer
from ._parts import Names, Splitter
from ._profile import DEFAULT, Rules, named, prepared
from ._sql import functions as sql_functions
from ._sql import named_policies

Invalid = Literal["null", "keep", "fail"]
Keep = Literal["any", "newest", "oldest"]
KEEP: tuple[Keep, ...] = ("any", "newest", "oldest")

_MISSING = (
    "urlsieve cannot be imported on this Spark executor: install its wheel with numpy and wasmtime there, "
    "or ship the wheel with addPyFile and install the other two."
)

__all__ = ["drop_duplicates", "error_column", "key", "key_column", "normalize", "normalize_column", "parts_column", "register"]


def normalize(
    frame: Any,
    column: str,
    *,
    into: str | None = None,
    errors: str | None = None,
    profile: Rules = DEFAULT,
    invalid: Invalid = "null",
) -> Any:
    """Returns the DataFrame with the normal forms of a column of strings in the column `into`, by default in place.

    What cannot be normalized becomes null or, with ``invalid="keep"``, stays; ``invalid="fail"`` fails the job. `errors` names a
    column for the error codes. An existing column of either name is replaced, others keep their order.

    Raises OptionError ``invalid-option`` for a column or profile that does not exist, ``invalid-input`` unless `frame` is a DataFrame and
    the column has strings or binaries, both before any job starts.
    """
    return _mapped(frame, column, "normalize_array", into, errors, profile, invalid)


def key(
    frame: Any,
    column: str,
    *,
    into: str | None = None,
    errors: str | None = None,
    profile: Rules | None = None,
    invalid: Invalid = "null",
) -> Any:
    """As `normalize`, but writes keys: what counts as the same page. `profile` is required."""
    return _mapped(frame, column, "key_array", into, errors, named(profile), invalid)


def normalize_column(column: Any, *, profile: Rules = DEFAULT, invalid: Invalid = "null") -> Any:
    """Returns a Column with the normal forms of a Column of strings, or of the column of a name: for ``select``, ``where``, ``join``.

    It is a pandas UDF, so the executors need pandas too. `normalize` is faster.

    >>> import pyspark.sql
    >>> import urlsieve.spark
    >>> session = pyspark.sql.SparkSession.builder.master("local[1]").getOrCreate()
    >>> frame = session.createDataFrame([("HTTP://A.example",), (None,), ("http://[",)], "url string")
    >>> [row.form for row in frame.select(urlsieve.spark.normalize_column("url").alias("form")).collect()]
    ['http://a.example/', None, None]
    """
    return _column_of(column, "normalize_array", profile, invalid, False)


def key_column(column: Any, *, profile: Rules | None = None, invalid: Invalid = "null") -> Any:
    """As `normalize_column`, but returns keys: what counts as the same page. `profile` is required."""
    return _column_of(column, "key_array", named(profile), invalid, False)


def error_column(column: Any, *, profile: Rules = DEFAULT) -> Any:
    """As `normalize_column`, but returns the error code of each string that cannot be normalized, null for all others."""
    return _column_of(column, "normalize_array", profile, "null", True)


def parts_column(column: Any, names: Names = None, *, profile: Rules = DEFAULT, private_suffixes: bool = False) -> Any:
    """As `normalize_column`, but returns a Column of structs, the parts of each URL by the names of `urlsieve.parts`, such as
    ``parts.host``. All parts are null of a null and of a URL that cannot be normalized.

    >>> import pyspark.sql
    >>> import urlsieve.spark
    >>> session = pyspark.sql.SparkSession.builder.master("local[1]").getOrCreate()
    >>> frame = session.createDataFrame([("HTTP://www.A.example/b",), (None,)], "url string")
    >>> parts = frame.select(urlsieve.spark.parts_column("url", ["host", "site"]).alias("parts"))
    >>> [tuple(row) for row in parts.select("parts.host", "parts.site").collect()]
    [('www.a.example', 'a.example'), (None, None)]
    """
    import pandas as pd
    from pyspark.sql import functions

    profile = _checked(profile, "null")
    own = Splitter(names, profile, private_suffixes).names
    _expect_a_column(column)
    missing = _MISSING

    # Executors unpickle this before they import anything, so it refers to nothing of this module: each function has its own imports.
    def run(texts):  # type: ignore[no-untyped-def]
        try:
            import urlsieve
        except ImportError as error:
            raise ImportError(missing) from error
        import pandas
        import pyarrow

        array = pyarrow.Array.from_pandas(texts, type=pyarrow.string())
        whole = urlsieve.parts(array, own, profile=profile, private_suffixes=private_suffixes)
        return pandas.DataFrame({name: part.to_numpy(zero_copy_only=False) for name, part in zip(own, whole.flatten())})

    run.__annotations__ = {"texts": pd.Series, "return": pd.DataFrame}
    run.__name__ = "urlsieve_parts"
    return functions.pandas_udf(run, ", ".join(f"{name} string" for name in own))(column)


def drop_duplicates(
    frame: Any, column: str, *, profile: Rules = DEFAULT, keep: Keep = "any", by: str | None = None
) -> Any:
    """Returns one row for each normal form in a column of URLs or, under a profile or policy, for each key.

    Spark shuffles by it. The row and its URL are unchanged. `keep` says which row stays: ``any``, or the ``newest`` or ``oldest`` by the
    column `by`, any of equals. A row without a value in `by` stays only if no other has one.

    All rows are kept whose URL is null or cannot be normalized. By itself, Spark's ``dropDuplicates`` would keep one of them.

    Raises OptionError ``invalid-option`` for a column, profile or other option that does not exist.
    """
    from pyspark.sql import functions

    compares = expect_keep(keep, by, KEEP, ": the rows of Spark have no order")
    if compares:
        _expect_name(by)
        expect_column(_frame(frame).columns, by)
    key_name = free_name(_frame(frame).columns, "urlsieve_key")
    row_name = free_name(frame.columns, "urlsieve_row")
    keyed = key(frame, column, into=key_name, profile=profile)
    row = functions.when(functions.col(key_name).isNull(), functions.monotonically_increasing_id())
    rows = keyed.withColumn(row_name, row)
    kept = _first_by(rows, [key_name, row_name], by, keep) if compares else rows.dropDuplicates([key_name, row_name])
    return kept.drop(key_name, row_name)


def _first_by(frame: Any, groups: list[str], by: Any, keep: str) -> Any:
    """The newest or oldest row of each group."""
    from pyspark.sql import Window, functions
    from pyspark.sql.types import DoubleType, FloatType

    place = free_name(frame.columns, "urlsieve_place")
    quoted = by.replace("`", "``")
    value = functions.col(f"`{quoted}`")
    if isinstance(frame.schema[by].dataType, (DoubleType, FloatType)):
        value = functions.nanvl(value, functions.lit(None))
    order = value.desc_nulls_last() if keep == "newest" else value.asc_nulls_last()
    placed = frame.withColumn(place, functions.row_number().over(Window.partitionBy(*groups).orderBy(order)))
    return placed.where(functions.col(place) == 1).drop(place)


def register(session: Any, *, policies: Mapping[str, Rules] | None = None) -> None:
    """Registers the SQL functions ``url_normalize(text)``, ``url_key(text, profile)``, ``url_valid(text)``, ``url_compare(a, b)``,
    ``url_error(text)``, and those of parts, such as ``url_host(text)`` and ``url_site(text)``, as `urlsieve.duckdb.register` does.

    They are pandas UDFs, so the executors need pandas too. `normalize` and `key` are faster.
    """
    from pyspark.sql import functions

    if not hasattr(session, "udf"):
        raise OptionError("invalid-input", f"The session must be a SparkSession, not {type(session).__name__}.")
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
    frame: Any, column: str, name: str, into: str | None, errors: str | None, rules: Rules, invalid: Invalid
) -> Any:
    from pyspark.sql.types import StructField, StructType

    profile = _checked(rules, invalid)
    source, kind = _place(_frame(frame), column)
    target = column if into is None else into
    _expect_name(target)
    _expect_name(column if errors is None else errors)
    if errors == target:
        raise OptionError("invalid-option", f'The forms and their error codes cannot both be in the column "{target}".')
    schema, places = _schema(frame, target, kind, errors)
    # mapInArrow looks columns up by name, and finds none that has a dot or is there twice.
    numbered = StructType([StructField(f"column{at}", each.dataType, True, each.metadata) for at, each in enumerate(schema.fields)])
    missing = _MISSING

    # As in `parts_column`: this refers to nothing of this module.
    def run(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        import pyarrow

        try:
            import urlsieve
        except ImportError as error:
            raise ImportError(missing) from error
        for batch in batches:
            values, codes = getattr(urlsieve, name)(batch.column(source), profile=profile, invalid=invalid, errors=True)
            columns = [values, codes, *batch.columns]
            yield pyarrow.RecordBatch.from_arrays([columns[place] for place in places], numbered.names)

    given = frame.toDF(*(f"column{place}" for place in range(len(frame.columns))))
    return given.mapInArrow(run, numbered).toDF(*schema.names)


def _column_of(column: Any, name: str, rules: Rules, invalid: Invalid, wants_errors: bool) -> Any:
    import pandas as pd
    from pyspark.sql import functions

    profile = _checked(rules, invalid)
    _expect_a_column(column)
    missing = _MISSING

    # As in `parts_column`: this refers to nothing of this module.
    def run(texts):  # type: ignore[no-untyped-def]
        try:
            import urlsieve
        except ImportError as error:
            raise ImportError(missing) from error
        import pandas
        import pyarrow

        array = pyarrow.Array.from_pandas(texts, type=pyarrow.string())
        values, codes = getattr(urlsieve, name)(array, profile=profile, invalid=invalid, errors=True)
        return pandas.Series((codes if wants_errors else values).to_pylist(), dtype=object)

    run.__annotations__ = {"texts": pd.Series, "return": pd.Series}
    # What Spark calls a column without an alias.
    run.__name__ = "urlsieve_error" if wants_errors else f"urlsieve_{name.removesuffix('_array')}"
    return functions.pandas_udf(run, "string")(column)


def _expect_a_column(column: object) -> None:
    if not isinstance(column, str) and not hasattr(column, "isNull"):
        raise OptionError("invalid-input", f"The column must be a Column or the name of one, not {type(column).__name__}.")


def _checked(rules: Rules, invalid: str) -> str | bytes:
    """The rules as the executors take them, which need no compiler. Raises OptionError or PolicyError."""
    profile = prepared(rules)
    normalizer(profile)
    expect_invalid(invalid)
    return profile


def _frame(frame: Any) -> Any:
    if not hasattr(frame, "mapInArrow"):
        raise OptionError("invalid-input", f"The frame must be a DataFrame of Spark, not {type(frame).__name__}.")
    return frame


def _expect_name(column: object) -> None:
    if not isinstance(column, str):
        instead = "normalize_column and key_column take a Column"
        raise OptionError("invalid-input", f"A column must be named by a str, not {type(column).__name__}: {instead}.")


def _place(frame: Any, column: Any) -> tuple[int, Any]:
    """The place and type of a column. Raises OptionError."""
    from pyspark.sql.types import BinaryType, StringType

    _expect_name(column)
    expect_column(frame.columns, column)
    kind = frame.schema[column].dataType
    if not isinstance(kind, (StringType, BinaryType)):
        raise OptionError("invalid-input", f'The column "{column}" must have strings, not {kind.simpleString()}.')
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
