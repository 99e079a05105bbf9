"""Removes equal lines of a file, or copies a table: programs.py duckdb|polars|duckdb-csv|duckdb-jsonl THREADS FILE RESULT.

The delimiter occurs in no list, so every line is one column. Lines may end with LF or CR LF.
"""

import os
import sys

name, threads, source, result = sys.argv[1:]


def quoted(path: str) -> str:
    return "'" + path.replace("'", "''") + "'"


def connect():
    import duckdb

    return duckdb.connect(config={"threads": threads})


def duckdb() -> None:
    read = "delim = e'\\x01', quote = '', escape = '', header = false, auto_detect = false, strict_mode = false"
    write = "FORMAT csv, DELIM e'\\x01', QUOTE '', ESCAPE '', HEADER false"
    lines = f"read_csv({quoted(source)}, columns = {{'line': 'VARCHAR'}}, {read})"
    connect().execute(f"COPY (SELECT DISTINCT line FROM {lines}) TO {quoted(result)} ({write})")


def polars() -> None:
    os.environ["POLARS_MAX_THREADS"] = threads
    import polars

    lines = polars.read_csv(source, has_header=False, separator="\x01", quote_char=None, schema={"line": polars.String})
    unique = lines.unique(maintain_order=True)
    unique.write_csv(result, include_header=False, separator="\x01", quote_style="never")


def duckdb_csv() -> None:
    columns = "{'id': 'VARCHAR', 'url': 'VARCHAR', 'note': 'VARCHAR'}"
    table = f"read_csv({quoted(source)}, columns = {columns}, header = true, auto_detect = false, quote = '\"', escape = '\"')"
    connect().execute(f"COPY (SELECT * FROM {table}) TO {quoted(result)} (FORMAT csv, HEADER)")


def duckdb_jsonl() -> None:
    columns = "{'id': 'BIGINT', 'url': 'VARCHAR', 'note': 'VARCHAR'}"
    table = f"read_json({quoted(source)}, columns = {columns}, format = 'newline_delimited')"
    connect().execute(f"COPY (SELECT * FROM {table}) TO {quoted(result)} (FORMAT json)")


{"duckdb": duckdb, "polars": polars, "duckdb-csv": duckdb_csv, "duckdb-jsonl": duckdb_jsonl}[name]()
