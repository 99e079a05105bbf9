"""CPU time of a URL on the platforms of the Python package, and in what is used there today: build/bench.mjs runs it.

    platforms.py FOLDER         Python, Polars, DuckDB
    platforms.py FOLDER MASTER  Spark on MASTER: what normalizing adds to reading the rows and dropping them

Prints rows as JSON: way, what it computes, nanoseconds of CPU a URL. FOLDER has list.txt and list.parquet, which the first form writes.
"""

import json
import os
import sys
import time
import urllib.parse
from pathlib import Path

ROUNDS = 5
SPARK_ROUNDS = 3
SAMPLE = 20_000
COPIES = 20
"""How many times Spark reads the list."""


def cost(function, count: int) -> float:
    """The best of several rounds, threads included."""
    best = float("inf")
    for _ in range(ROUNDS):
        start = time.process_time()
        function()
        best = min(best, time.process_time() - start)
    return best / count * 1e9


def loop(function, texts):
    def run():
        for text in texts:
            try:
                function(text)
            except ValueError:  # What it refuses takes its time, too.
                pass

    return run


def by_urllib(text: str) -> str:
    """What scripts do: lower case, a path, no default port. Fewer rules than the others."""
    parts = urllib.parse.urlsplit(text)
    host = parts.netloc.lower().removesuffix(":80" if parts.scheme == "http" else ":443")
    return urllib.parse.urlunsplit((parts.scheme, host, parts.path or "/", parts.query, parts.fragment))


def measure(folder: Path):
    import ada_url
    import duckdb
    import polars as pl
    import pyarrow as pa
    import pyarrow.parquet
    import urlsieve.duckdb
    import urlsieve.polars
    import w3lib.url

    texts = (folder / "list.txt").read_text().splitlines()
    array = pa.array(texts)
    pyarrow.parquet.write_table(pa.table({"url": pa.array(texts * COPIES)}), folder / "list.parquet", row_group_size=250_000)
    sample = texts[:: len(texts) // SAMPLE]
    frame = pl.DataFrame({"url": texts})
    connection = duckdb.connect()
    urlsieve.duckdb.register(connection)
    connection.register("arrow", pa.table({"url": array}))
    connection.execute("CREATE TABLE list AS SELECT url FROM arrow")
    sql = lambda query: lambda: connection.execute(query).fetchall()
    scan = cost(sql("SELECT sum(length(url)) FROM list"), len(texts))
    ways = [
        ("urlsieve.normalize_array", "RFC 3986", lambda: urlsieve.normalize_array(array), texts),
        ("urlsieve.polars.normalize", "RFC 3986", lambda: frame.select(urlsieve.polars.normalize("url")), texts),
        ("DuckDB, urlsieve(url)", "RFC 3986", sql("SELECT sum(length(urlsieve(url))) FROM list"), texts),
        ("urlsieve.key_array, crawl@1", "the key of a page", lambda: urlsieve.key_array(array, profile="crawl@1"), texts),
        ("urlsieve.normalize, one string", "RFC 3986", loop(urlsieve.normalize, sample), sample),
        ("ada_url.normalize_url, one string", "URL Standard", loop(ada_url.normalize_url, sample), sample),
        ("w3lib canonicalize_url, one string", "Scrapy's form", loop(w3lib.url.canonicalize_url, sample), sample),
        ("urllib.parse, one string", "case, port and path alone", loop(by_urllib, sample), sample),
    ]
    rows = [(name, form, cost(function, len(values))) for name, form, function, values in ways]
    print(json.dumps([(name, form, ns - scan if "DuckDB" in name else ns) for name, form, ns in rows]))


def cpu_of_children() -> float:
    """Seconds of CPU of all processes below this one. Linux only."""
    parents, times = {}, {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(") ")[2].split()
        except OSError:  # It has ended.
            continue
        parents[int(stat.parent.name)] = int(fields[1])
        times[int(stat.parent.name)] = sum(map(int, fields[11:15]))
    below = {os.getpid()}
    while len(more := {process for process, parent in parents.items() if parent in below} | below) > len(below):
        below = more
    return sum(times[process] for process in below - {os.getpid()}) / os.sysconf("SC_CLK_TCK")


def spark(folder: Path, master: str):
    import urlsieve.spark
    from pyspark.sql import SparkSession

    os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"
    builder = SparkSession.builder.master(master).config("spark.ui.enabled", "false")
    session = builder.config("spark.driver.bindAddress", "127.0.0.1").config("spark.driver.host", "127.0.0.1").getOrCreate()
    session.sparkContext.setLogLevel("OFF")
    scan = session.read.parquet(str(folder / "list.parquet"))
    count = scan.count()
    best = {}
    for _ in range(SPARK_ROUNDS):
        for way, frame in (("scan", scan), ("normalize", urlsieve.spark.normalize(scan, "url"))):
            start = cpu_of_children()
            frame.write.format("noop").mode("overwrite").save()
            best[way] = min(best.get(way, float("inf")), cpu_of_children() - start)
    print(json.dumps([[f"urlsieve.spark.normalize, {master}", "RFC 3986", (best["normalize"] - best["scan"]) / count * 1e9]]))
    session.stop()


if len(sys.argv) > 2:
    spark(Path(sys.argv[1]), sys.argv[2])
else:
    measure(Path(sys.argv[1]))
