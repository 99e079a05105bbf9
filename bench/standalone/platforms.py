"""CPU time of a URL on the platforms of the Python package, and in what is used there today: build/bench.mjs runs it.

    platforms.py FOLDER arrays        Python, Polars, DuckDB; writes list.parquet
    platforms.py FOLDER clickhouse    ClickHouse. PATH needs the program urlsieve, and the folder its definition
    platforms.py FOLDER spark MASTER  Spark on MASTER: what normalizing adds to reading the rows and dropping them
    platforms.py FOLDER write FILE    writes LARGE lines to list.parquet: those of FILE, again and again

Prints rows as JSON: way, what it computes, and for each round the nanoseconds of CPU a URL. FOLDER has list.txt.
"""

import json
import os
import resource
import sys
import time
import urllib.parse
from pathlib import Path

ROUNDS = 5
SPARK_ROUNDS = 3
POOL_ROUNDS = 3
SAMPLE = 20_000
COPIES = 20
"""How many times Spark reads the list."""
ROW_GROUP = 250_000
LARGE = 10_000_000


def cost(function, count: int) -> list[float]:
    """The CPU time of some rounds, threads included, after one that does not count."""
    times = []
    for _ in range(ROUNDS + 1):
        start = time.process_time()
        function()
        times.append((time.process_time() - start) / count * 1e9)
    return times[1:]


def above(base: list[float], times: list[float]) -> list[float]:
    return [time - min(base) for time in times]


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


def by_w3lib(url: str) -> str | None:
    import w3lib.url

    try:
        return w3lib.url.canonicalize_url(url)
    except ValueError:
        return None


def arrays(folder: Path):
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
    pyarrow.parquet.write_table(pa.table({"url": pa.array(texts * COPIES)}), folder / "list.parquet", row_group_size=ROW_GROUP)
    sample = texts[:: len(texts) // SAMPLE]
    pyarrow.parquet.write_table(pa.table({"url": pa.array(sample)}), folder / "sample.parquet")
    frame, small = pl.DataFrame({"url": texts}), pl.DataFrame({"url": sample})
    canonical = pl.col("url").map_elements(by_w3lib, return_dtype=pl.String)
    connection = duckdb.connect()
    urlsieve.duckdb.register(connection)
    connection.create_function("w3lib", by_w3lib, ["VARCHAR"], "VARCHAR", null_handling="special")
    connection.create_function("same", lambda urls: urls, ["VARCHAR"], "VARCHAR", type="arrow", null_handling="special")
    for name, values in (("list", array), ("sample", pa.array(sample))):
        connection.register("arrow", pa.table({"url": values}))
        connection.execute(f"CREATE TABLE {name} AS SELECT url FROM arrow")
    sql = lambda query: lambda: connection.execute(query).fetchall()
    scan = cost(sql("SELECT sum(length(url)) FROM list"), len(texts))
    duck = lambda call, table: sql(f"SELECT sum(length({call}(url))) FROM {table}")
    ways = [
        ("Python urlsieve.normalize_array", "RFC 3986", lambda: urlsieve.normalize_array(array), texts),
        ("Python urlsieve.key_array, crawl@1", "the key of a page", lambda: urlsieve.key_array(array, profile="crawl@1"), texts),
        ("Python urlsieve.normalize, one string", "RFC 3986", loop(urlsieve.normalize, sample), sample),
        ("Python ada_url.normalize_url, one string", "URL Standard", loop(ada_url.normalize_url, sample), sample),
        ("Python w3lib canonicalize_url, one string", "Scrapy's form", loop(w3lib.url.canonicalize_url, sample), sample),
        ("Python urllib.parse, one string", "case, port and path alone", loop(by_urllib, sample), sample),
        ("Polars urlsieve.polars.normalize", "RFC 3986", lambda: frame.select(urlsieve.polars.normalize("url")), texts),
        ("Polars map_elements of w3lib", "Scrapy's form", lambda: small.select(canonical), sample),
        ("DuckDB url_normalize(url), above the scan", "RFC 3986", duck("url_normalize", "list"), texts),
        ("DuckDB function that returns its argument, above the scan", "nothing", duck("same", "list"), texts),
        ("DuckDB function of w3lib, above the scan", "Scrapy's form", duck("w3lib", "sample"), sample),
    ]
    rows = [(name, form, cost(function, len(values))) for name, form, function, values in ways]
    print(json.dumps([(name, form, above(scan, times) if "scan" in name else times) for name, form, times in rows]))


def clickhouse(folder: Path):
    import chdb

    lines = (folder / "list.txt").read_bytes().splitlines(keepends=True)

    def query(call: str, of: list[bytes]) -> tuple[float, float]:
        """Seconds of CPU of all processes, and of those of the pool alone."""
        (folder / "part.txt").write_bytes(b"".join(of))
        start, pool = time.process_time(), cpu_of_children()
        sql = f"SELECT sum(length({call}(url))) FROM file('{folder}/part.txt', 'LineAsString', 'url String')"
        chdb.query(sql, udf_path=str(folder))
        pool = cpu_of_children() - pool
        return time.process_time() - start + pool, pool

    def times(call: str, of: list[bytes], copies: int) -> list[tuple[float, float]]:
        """Nanoseconds a URL, without the start of the processes, which a server starts once: more copies minus one."""
        pairs = [(query(call, of), query(call, of * copies)) for _ in range(POOL_ROUNDS)]
        return [tuple((b - a) / (len(of) * (copies - 1)) * 1e9 for a, b in zip(*pair, strict=True)) for pair in pairs]

    scan = [both for both, _ in times("", lines, 10)]
    ours = times("urlsieve_normalize", lines, 10)
    theirs = times("w3lib", lines[:: len(lines) // SAMPLE], 3)
    rows = [
        ("ClickHouse urlsieve_normalize(url), above the scan", "RFC 3986", above(scan, [both for both, _ in ours])),
        ("ClickHouse urlsieve_normalize(url), process of the pool alone", "RFC 3986", [pool for _, pool in ours]),
        ("ClickHouse pool of w3lib in Python, above the scan", "Scrapy's form", above(scan, [both for both, _ in theirs])),
    ]
    print(json.dumps(rows))


def cpu_of_children() -> float:
    """Seconds of CPU of all processes below this one, ended ones included. Linux only."""
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
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    alive = sum(times[process] for process in below - {os.getpid()}) / os.sysconf("SC_CLK_TCK")
    return alive + ended.ru_utime + ended.ru_stime


def spark(folder: Path, master: str):
    import urlsieve.spark
    from pyspark.sql import SparkSession
    from pyspark.sql.functions import udf

    os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"
    builder = SparkSession.builder.master(master).config("spark.ui.enabled", "false")
    session = builder.config("spark.driver.bindAddress", "127.0.0.1").config("spark.driver.host", "127.0.0.1").getOrCreate()
    session.sparkContext.setLogLevel("OFF")

    def times(file: str, stage) -> tuple[list[float], int]:
        """What a stage adds to the scan of a file, a URL; the rounds of both alternate. And the number of URLs."""
        scan = session.read.parquet(str(folder / file))
        count = scan.count()
        rounds = []
        for _ in range(SPARK_ROUNDS + 1):
            both = []
            for frame in (scan, stage(scan)):
                start = cpu_of_children()
                frame.write.format("noop").mode("overwrite").save()
                both.append(cpu_of_children() - start)
            rounds.append(both)
        base = min(scan for scan, _ in rounds)
        return [(whole - base) / count * 1e9 for _, whole in rounds[1:]], count

    ours, count = times("list.parquet", lambda frame: urlsieve.spark.normalize(frame, "url"))
    rows = [(f"Spark urlsieve.spark.normalize, {master}, {count:,} rows, above the scan", "RFC 3986", ours)]
    if count < LARGE:
        theirs, _ = times("sample.parquet", lambda frame: frame.select(udf(by_w3lib)("url")))
        rows.append((f"Spark udf of w3lib, {master}, above the scan", "Scrapy's form", theirs))
    else:
        frame = urlsieve.spark.normalize(session.read.parquet(str(folder / "list.parquet")), "url", into="form", errors="error")
        lines, unique, rejects = frame.selectExpr("count(*)", "count(DISTINCT form)", "count(error)").first()
        print(f"{master}: {lines:,} rows, {unique:,} normal forms, {rejects:,} rejects", file=sys.stderr)
    print(json.dumps(rows))
    session.stop()


def write(folder: Path, file: str):
    import gzip

    import pyarrow as pa
    import pyarrow.parquet

    octets = Path(file).read_bytes()
    octets = gzip.decompress(octets) if file.endswith(".gz") else octets
    lines = octets.removesuffix(b"\n").decode("utf-8", "replace").split("\n")
    array = pa.array([line.removesuffix("\r") for line in lines])
    with pyarrow.parquet.ParquetWriter(folder / "list.parquet", pa.schema({"url": pa.string()})) as writer:
        for start in range(0, LARGE, len(array)):
            part = array.slice(0, LARGE - start)
            writer.write_table(pa.table({"url": part}), row_group_size=ROW_GROUP)
    print("[]")


COMMANDS = {"arrays": arrays, "clickhouse": clickhouse, "spark": spark, "write": write}

COMMANDS[sys.argv[2]](Path(sys.argv[1]), *sys.argv[3:])
