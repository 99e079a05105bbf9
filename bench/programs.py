"""Removes equal lines of a file with DuckDB or Polars: programs.py duckdb|polars THREADS LIST RESULT.

The delimiter occurs in no list, so every line is one column. Lines may end with LF or CR LF.
"""

import os
import sys

name, threads, source, result = sys.argv[1:]


def duckdb() -> None:
    import duckdb

    def quoted(path: str) -> str:
        return "'" + path.replace("'", "''") + "'"

    read = "delim = e'\\x01', quote = '', escape = '', header = false, auto_detect = false, strict_mode = false"
    write = "FORMAT csv, DELIM e'\\x01', QUOTE '', ESCAPE '', HEADER false"
    lines = f"read_csv({quoted(source)}, columns = {{'line': 'VARCHAR'}}, {read})"
    connection = duckdb.connect(config={"threads": threads})
    connection.execute(f"COPY (SELECT DISTINCT line FROM {lines}) TO {quoted(result)} ({write})")


def polars() -> None:
    os.environ["POLARS_MAX_THREADS"] = threads
    import polars

    lines = polars.read_csv(source, has_header=False, separator="\x01", quote_char=None, schema={"line": polars.String})
    unique = lines.unique(maintain_order=True)
    unique.write_csv(result, include_header=False, separator="\x01", quote_style="never")


{"duckdb": duckdb, "polars": polars}[name]()
