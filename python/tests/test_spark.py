"""Spark, for real on local[2], against the npm package."""

import datetime
import decimal
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import expected
import pyarrow as pa
import pyarrow.parquet
import urlsieve
import urlsieve.spark
from pyspark.sql import SparkSession
from pyspark.sql import functions as F
from urlsieve import UrlsieveError

session: SparkSession

# The driver finds the package, but the executors do not: they inherit no path of the driver's.
WITHOUT_WHEEL = """
import os, sys
sys.path.insert(0, sys.argv[1])
from pyspark.sql import SparkSession
import urlsieve.spark
session = SparkSession.builder.master("local[1]").getOrCreate()
frame = session.createDataFrame([("HTTP://A.example",)], "url string")
urlsieve.spark.register(session)
for run in (urlsieve.spark.normalize(frame, "url"), frame.selectExpr("url_normalize(url)")):
    try:
        print("without:", run.collect())
    except Exception as error:
        print("without:", str(error).replace("\\n", " "))
session.sparkContext.addPyFile(sys.argv[2])
urlsieve.spark.register(session)
print("with:", urlsieve.spark.normalize(frame, "url").first()[0], frame.selectExpr("url_normalize(url)").first()[0])
session.stop()
"""


def setUpModule():
    global session
    session = SparkSession.builder.master("local[2]").getOrCreate()
    session.sparkContext.setLogLevel("OFF")
    path = expected.FOLDER / "list.parquet"
    texts = [line.decode("utf-8", "replace") for line in expected.values()]
    table = pa.table({"url": pa.array(texts), "row": pa.array(range(len(texts)))})
    pyarrow.parquet.write_table(table, path, row_group_size=50_000)


def tearDownModule():
    session.stop()


def urls():
    return session.read.parquet(str(expected.FOLDER / "list.parquet"))


def small(*texts):
    return session.createDataFrame([(text, index) for index, text in enumerate(texts)], "url string, n int")


class Frames(unittest.TestCase):
    def test_has_the_counts_of_the_npm_package(self):
        counts = expected.counts()
        normal = urlsieve.spark.normalize(urls(), "url", into="normal", errors="error")
        got = normal.agg(F.count("*"), F.countDistinct("normal"), F.count("error")).first()
        self.assertEqual(tuple(got), (counts["lines"], counts["unique"], len(counts["rejected"])))
        print(f"  spark: {got[1]} unique, {got[2]} rejects of {got[0]} rows")

    def test_has_the_values_of_the_arrays(self):
        rows = urlsieve.spark.key(urls(), "url", into="key", profile="crawl@1").orderBy("row").select("key").collect()
        texts = pa.array([line.decode("utf-8", "replace") for line in expected.values()])
        self.assertEqual([row.key for row in rows], urlsieve.key_array(texts, profile="crawl@1").to_pylist())

    def test_drops_duplicates_and_keeps_every_reject(self):
        counts = expected.counts()
        kept = urlsieve.spark.drop_duplicates(urls(), "url")
        self.assertEqual(kept.columns, ["url", "row"])
        self.assertEqual(kept.count(), counts["unique"] + len(counts["rejected"]))
        frame = small("http://[", "http://[", None, None, "HTTP://a", "http://a/")
        rows = sorted(row.n for row in urlsieve.spark.drop_duplicates(frame, "url").collect())
        self.assertEqual(rows[:4], [0, 1, 2, 3])
        self.assertIn(rows[4:], ([4], [5]))
        pages = small("http://a/?b&c#d", "http://a/?c&b", "http://a/?c")
        self.assertEqual(urlsieve.spark.drop_duplicates(pages, "url", profile="crawl@1").count(), 2)

    def test_keeps_the_newest_or_oldest_row_of_each_key(self):
        rows = [("http://a/#x", 5.0, 0), ("http://a/", 1.0, 1), ("http://[", 1.0, 2), ("http://[", 1.0, 3), (None, 1.0, 4), (None, 1.0, 5),
                ("http://b/", None, 6), ("http://b/#", float("nan"), 7), ("http://b/#y", 2.0, 8)]
        frame = session.createDataFrame(rows, "url string, `page.fetched` double, n int")
        for keep, wanted in (("newest", [0, 2, 3, 4, 5, 8]), ("oldest", [1, 2, 3, 4, 5, 8])):
            kept = urlsieve.spark.drop_duplicates(frame, "url", profile="crawl@1", keep=keep, by="page.fetched")
            self.assertEqual((kept.columns, sorted(row.n for row in kept.collect())), (frame.columns, wanted))

    def test_takes_frames_whose_columns_have_dots_or_share_a_name(self):
        frame = session.createDataFrame([("HTTP://a", 1, 2)], ["page.url", "n", "m"]).toDF("page.url", "n", "n")
        self.assertEqual([tuple(row) for row in urlsieve.spark.normalize(frame, "page.url").collect()], [("http://a/", 1, 2)])

    def test_column_functions_have_the_values_of_the_arrays(self):
        frame = small("HTTP://a/?b&a#c", None, "http://[").select(F.struct("url").alias("page"), "n")
        forms = frame.select(
            urlsieve.spark.normalize_column("page.url", invalid="keep"),
            urlsieve.spark.key_column(F.col("page.url"), profile={"base": "whatwg", "key": {"fragment": "drop"}}),
            urlsieve.spark.error_column(frame.page.url),
        )
        self.assertEqual(forms.columns, ["urlsieve_normalize(page.url)", "urlsieve_key(page.url)", "urlsieve_error(page.url)"])
        self.assertEqual([tuple(row) for row in forms.collect()],
                         [("http://a/?b&a#c", "http://a/?b&a", None), (None, None, None), ("http://[", None, "invalid-ip-literal")])
        self.assertEqual(frame.where(urlsieve.spark.error_column("page.url").isNotNull()).count(), 1)

    def test_splits_a_column_into_parts_as_the_arrays_do(self):
        texts = pa.array([line.decode("utf-8", "replace") for line in expected.values()][:20_000])
        names = ["host", "site", "path"]
        part = urlsieve.spark.parts_column("url", names, profile="crawl@1", private_suffixes=True)
        rows = urls().where("row < 20000").select("row", part.alias("part")).orderBy("row").select("part.*").collect()
        whole = urlsieve.parts(texts, names, profile="crawl@1", private_suffixes=True)
        self.assertEqual([row.asDict() for row in rows], [row or dict.fromkeys(names) for row in whole.to_pylist()])
        urlsieve.spark.register(session)
        frame = small("HTTP://www.A.co.uk:81/b?c#d", None, "http://[")
        calls = [f"url_{name}(url)" for name in ("scheme", "host", "site", "port", "path", "query", "fragment", "politeness", "shape")]
        got = [tuple(row) for row in frame.orderBy("n").selectExpr(*calls).collect()]
        whole = ("http", "www.a.co.uk", "a.co.uk", "81", "/b", "c", "d", "www.a.co.uk:81", "http://www.a.co.uk:81/b?c")
        self.assertEqual(got, [whole, (None,) * 9, (None,) * 9])
        self.assertEqual(frame.select(urlsieve.spark.parts_column(frame.url, ["path"])).columns, ["urlsieve_parts(url)"])

    def test_keeps_columns_types_and_order(self):
        frame = small("HTTP://a", None, "http://[")
        self.assertEqual([tuple(row) for row in urlsieve.spark.normalize(frame, "url").collect()], [("http://a/", 0), (None, 1), (None, 2)])
        both = urlsieve.spark.normalize(frame, "url", into="u", errors="e", invalid="keep")
        self.assertEqual(both.columns, ["url", "n", "u", "e"])
        self.assertEqual(
            [tuple(row) for row in both.collect()],
            [("HTTP://a", 0, "http://a/", None), (None, 1, None, None), ("http://[", 2, "http://[", "invalid-ip-literal")],
        )
        over = urlsieve.spark.normalize(frame, "url", into="n", errors="url")
        self.assertEqual(over.columns, ["url", "n"])
        self.assertEqual([tuple(row) for row in over.collect()], [(None, "http://a/"), (None, None), ("invalid-ip-literal", None)])
        binary = frame.select(F.col("url").cast("binary").alias("url"))
        self.assertEqual([row[0] for row in urlsieve.spark.normalize(binary, "url").collect()], [b"http://a/", None, None])
        self.assertEqual(urlsieve.spark.normalize(frame.limit(0), "url").count(), 0)

    def test_passes_on_other_columns_of_any_type(self):
        row = ("HTTP://a", [1, None], (1, "x"), {"k": 2.5}, decimal.Decimal("1.25"), datetime.date(2026, 1, 2),
               datetime.datetime(2026, 1, 2, 3, 4, 5, 678), None)
        schema = "url string, a array<int>, s struct<i:int,t:string>, m map<string,double>, d decimal(9,2), day date, at timestamp, z string"
        frame = session.createDataFrame([row], schema)
        got = urlsieve.spark.normalize(frame, "url")
        self.assertEqual(got.dtypes, frame.dtypes)
        self.assertEqual(tuple(got.first()), ("http://a/", *tuple(frame.first())[1:]))

    def test_registers_sql_functions(self):
        urlsieve.spark.register(session, policies={"own": {"base": "whatwg", "key": {"fragment": "drop"}}})
        query = "SELECT url_normalize('HTTP://a'), url_normalize('http://['), url_error('http://['), url_key('http://a/?b&a#c', 'crawl@1')"
        self.assertEqual(tuple(session.sql(query).first()), ("http://a/", None, "invalid-ip-literal", "http://a/?a&b"))
        query = "SELECT url_key('http://a/?b&a#c', 'own'), url_valid('http://a b'), url_valid('a:b'), url_valid(NULL), url_compare('HTTP://a', 'http://a:80/')"
        self.assertEqual(tuple(session.sql(query).first()), ("http://a/?b&a", False, True, None, "scheme"))
        urls().createOrReplaceTempView("list")
        counts = expected.counts()
        query = "SELECT count(DISTINCT url_normalize(url)), count(url_error(url)) FROM list"
        self.assertEqual(tuple(session.sql(query).first()), (counts["unique"], len(counts["rejected"])))

    def test_refuses_wrong_columns_types_and_options_before_the_job(self):
        frame = small("a")
        for call, code in (
            (lambda: urlsieve.spark.normalize(frame, "u"), "invalid-option"),
            (lambda: urlsieve.spark.normalize(frame, "n"), "invalid-input"),
            (lambda: urlsieve.spark.normalize(frame, "url", errors="url"), "invalid-option"),
            (lambda: urlsieve.spark.normalize(frame, "url", invalid="drop"), "invalid-option"),
            (lambda: urlsieve.spark.key(frame, "url", profile="x"), "invalid-option"),
            (lambda: urlsieve.spark.drop_duplicates(frame, "url", profile=b"x"), "invalid-program"),
            (lambda: urlsieve.spark.register(session, policies={"own": "x"}), "invalid-option"),
            (lambda: urlsieve.spark.register(frame), "invalid-input"),
            (lambda: urlsieve.spark.normalize(frame, F.col("url")), "invalid-input"),
            (lambda: urlsieve.spark.normalize(frame, "url", into=F.col("url")), "invalid-input"),
            (lambda: urlsieve.spark.normalize([("a",)], "url"), "invalid-input"),
            (lambda: urlsieve.spark.normalize(frame.toDF("url", "url"), "url"), "invalid-option"),
            (lambda: urlsieve.spark.drop_duplicates(frame, "url", keep="first"), "invalid-option"),
            (lambda: urlsieve.spark.drop_duplicates(frame, "url", keep="newest"), "invalid-option"),
            (lambda: urlsieve.spark.drop_duplicates(frame, "url", keep="newest", by="m"), "invalid-option"),
            (lambda: urlsieve.spark.drop_duplicates(frame, "url", keep="newest", by=F.col("n")), "invalid-input"),
            (lambda: urlsieve.spark.normalize_column(5), "invalid-input"),
            (lambda: urlsieve.spark.key_column("url"), "invalid-option"),
            (lambda: urlsieve.spark.normalize_column("url", invalid="drop"), "invalid-option"),
            (lambda: urlsieve.spark.parts_column(5, ["host"]), "invalid-input"),
            (lambda: urlsieve.spark.parts_column("url", ["domain"]), "invalid-option"),
            (lambda: urlsieve.spark.parts_column("url", ["host"], profile="x"), "invalid-option"),
        ):
            with self.assertRaises(UrlsieveError) as caught:
                call()
            self.assertEqual(caught.exception.code, code)

    def test_fails_the_job_with_code_and_place_where_asked_to(self):
        with self.assertRaisesRegex(Exception, "Value at index 1: .*IPv6") as caught:
            urlsieve.spark.normalize(small("a", "http://[").coalesce(1), "url", invalid="fail").collect()
        self.assertIn("UriError", str(caught.exception))

    def test_has_the_values_of_the_command_line_under_a_compiled_policy(self):
        policy = expected.policy()
        frame = urlsieve.spark.normalize(urls(), "url", into="fetch", profile=policy)
        rows = urlsieve.spark.key(frame, "url", profile=policy).sort("row").toArrow()
        urlsieve.spark.register(session, policies={"own": policy})
        urls().createOrReplaceTempView("list")
        by_sql = session.sql("SELECT url_key(url, 'own') AS url FROM list ORDER BY row").toArrow()
        for form, name in (("normalized", "fetch"), ("key", "url")):
            wanted = pa.array(expected.policy_values(form), pa.string())
            self.assertTrue(rows[name].combine_chunks().equals(wanted))
        self.assertTrue(by_sql["url"].combine_chunks().equals(wanted))


class Executors(unittest.TestCase):
    def test_need_the_wheel_or_say_so_in_one_sentence(self):
        wheel = next((expected.ROOT / "build/out/python").glob("urlsieve-*.whl"))
        with tempfile.TemporaryDirectory() as folder:
            archive = Path(folder) / "urlsieve.zip"
            shutil.copy(wheel, archive)
            environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
            site = str(Path(urlsieve.__file__).parent.parent)
            done = subprocess.run([sys.executable, "-c", WITHOUT_WHEEL, site, str(archive)], cwd=folder,
                                  env=environment, capture_output=True, text=True, timeout=expected.TIMEOUT)
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        without = re.findall("(?m)^without: (.*)$", done.stdout)
        self.assertEqual(len(without), 2)
        for sentence in without:
            self.assertIn("ImportError: urlsieve cannot be imported on this Spark executor: install its wheel", sentence)
        self.assertIn("with: http://a.example/ http://a.example/", done.stdout)
