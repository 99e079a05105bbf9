"""Parts of URLs, against the command line."""

import functools
import json
import os
import subprocess
import sys
import unittest

import duckdb
import expected
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import urlsieve
import urlsieve.duckdb
import urlsieve.polars
from urlsieve import UriError, UrlsieveError

OWN = ("scheme", "host", "site", "port", "path", "query", "fragment", "politeness", "shape")
PARTS = (*OWN, "fetch", "key")
NAMES = ["host", "site", "path"]
URLS = ["HTTPS://www.A.co.uk:8443/a?b#c", None, "http://[", "http://a/\nb", "//[::1]:81", "http://h/" + "a" * 300_000, "mailto:a@b", ""]
ROWS = [
    {"host": "www.a.co.uk", "site": "a.co.uk", "path": "/a"}, None, None, {"host": "a", "site": None, "path": "/b"},
    {"host": "[::1]", "site": None, "path": ""}, {"host": "h", "site": None, "path": "/" + "a" * 300_000},
    {"host": None, "site": None, "path": "a@b"}, {"host": None, "site": None, "path": ""},
]
FLAT = [row or dict.fromkeys(NAMES) for row in ROWS]


@functools.cache
def rows(name: str) -> list[dict]:
    """The rows of a table that the command line has written: a part that is not there has no key."""
    return [json.loads(line) for line in expected.values(name)]


def texts() -> list[str]:
    return [row["url"] for row in rows("texts.jsonl")]


def by_command_line(name: str) -> list[dict | None]:
    # Every reference has a path.
    return [{part: row.get(part) for part in PARTS if part != "key" or "crawl" in name} if "path" in row else None for row in rows(name)]


class CommandLine(unittest.TestCase):
    maxDiff = 2000

    def test_has_the_counts_and_values_of_the_command_line(self):
        wanted = by_command_line("parts.jsonl")
        got = urlsieve.parts(pa.array(texts()), [*OWN, "fetch"]).to_pylist()
        self.assertEqual([pair for pair in zip(got, wanted, strict=True) if pair[0] != pair[1]][:5], [])
        sites = [row["site"] for row in got if row is not None]
        self.assertGreater(len(set(sites)), 5)
        self.assertIn(None, sites)
        print(f"  parts: {len(got)} rows, {got.count(None)} rejects, {len(set(sites))} sites")

    def test_has_the_values_of_the_command_line_under_a_profile_with_private_suffixes(self):
        got = urlsieve.parts(texts(), profile="crawl@1", private_suffixes=True)
        wanted = by_command_line("parts.crawl.jsonl")
        self.assertEqual([pair for pair in zip(got, wanted, strict=True) if pair[0] != pair[1]][:5], [])
        self.assertIn("a.github.io", {row["site"] for row in got if row})

    def test_has_the_parts_of_forms_under_a_policy(self):
        policy = expected.policy()
        given = expected.values()[:5000]
        got = urlsieve.parts(given, ["fetch", "key", "path"], profile=policy)
        self.assertEqual([row and row["fetch"] for row in got], expected.policy_values("normalized")[:5000])
        self.assertEqual([row and row["key"] for row in got], expected.policy_values("key")[:5000])
        self.assertTrue(all(row is None or row["path"] in row["fetch"] for row in got))

    def test_the_functions_of_sql_have_the_values_of_the_command_line(self):
        connection = duckdb.connect()
        urlsieve.duckdb.register(connection)
        connection.register("list", pa.table({"url": pa.array(texts()), "row": range(len(texts()))}))
        calls = ", ".join(f"url_{part}(url)" for part in OWN)
        got = connection.sql(f"SELECT {calls} FROM list ORDER BY row").fetchall()
        wanted = [tuple((row or {}).get(part) for part in OWN) for row in by_command_line("parts.jsonl")]
        self.assertEqual([pair for pair in zip(got, wanted, strict=True) if pair[0] != pair[1]][:5], [])


class Arrays(unittest.TestCase):
    def test_gives_dicts_for_lists_and_for_one_url(self):
        for given in (URLS, tuple(URLS), iter(URLS)):
            self.assertEqual(urlsieve.parts(given, NAMES), ROWS)
        self.assertEqual(urlsieve.parts(URLS[0], NAMES), ROWS[0])
        self.assertEqual(urlsieve.parts([b"HTTP://A/", "http://b/", "\ud800"], ["host"]), [{"host": b"a"}, {"host": "b"}, None])
        self.assertEqual(urlsieve.parts([], NAMES), [])
        self.assertEqual(list(urlsieve.parts("http://a/")), list(PARTS))
        with self.assertRaises(UriError):
            urlsieve.parts("http://[")

    def test_gives_structs_of_the_type_of_the_array(self):
        plain = {pa.string_view(): pa.large_string(), pa.binary_view(): pa.large_binary()}
        for kind in (pa.string(), pa.large_string(), pa.string_view(), pa.binary(), pa.large_binary(), pa.binary_view()):
            got = urlsieve.parts(pa.array(URLS, kind), NAMES)
            got.validate(full=True)
            self.assertEqual(got.type, pa.struct([(name, plain.get(kind, kind)) for name in NAMES]))
            text = pa.struct([(name, pa.large_string()) for name in NAMES])
            self.assertEqual(got.cast(text).to_pylist(), ROWS)

    def test_takes_slices_chunks_dictionaries_and_runs(self):
        array = pa.array(URLS)
        cases = (array.slice(3, 2), array.dictionary_encode().slice(1), pa.chunked_array([array, array.slice(2)]),
                 pa.RunEndEncodedArray.from_arrays(pa.array([2, 3], pa.int32()), pa.array(URLS[:2])))
        for case in cases:
            got = urlsieve.parts(case, NAMES)
            got.validate(full=True)
            self.assertEqual(got.to_pylist(), urlsieve.parts(case.to_pylist(), NAMES))
        self.assertEqual(urlsieve.parts(pa.chunked_array([], pa.string()), NAMES).type, pa.struct([(name, pa.string()) for name in NAMES]))

    def test_keeps_nulls_that_have_octets_and_arrays_of_nothing_but_nulls(self):
        array = pa.Array.from_buffers(pa.string(), 2, [pa.py_buffer(b"\x02"), pa.py_buffer(np.array([0, 9, 18], np.int32)), pa.py_buffer(b"http://a/http://b/")])
        self.assertEqual(urlsieve.parts(array, ["host"]).to_pylist(), [None, {"host": "b"}])
        for nulls in (pa.nulls(3), pa.nulls(3, pa.string()), pa.array([None] * 3, pa.float64())):
            self.assertEqual(urlsieve.parts(nulls, NAMES).to_pylist(), [None] * 3)

    def test_splits_blocks_at_any_value(self):
        count = 300_000
        got = urlsieve.parts(pa.array([f"http://h{row}/{row % 7}" if row % 5 else None for row in range(count)]), ["host", "path"])
        wanted = [{"host": f"h{row}", "path": f"/{row % 7}"} if row % 5 else None for row in range(count)]
        self.assertEqual(got.to_pylist(), wanted)


class Frames(unittest.TestCase):
    def test_gives_a_frame_with_the_index_of_a_series(self):
        kinds = (None, object, "string[python]", "string[pyarrow]", "category", pd.ArrowDtype(pa.string()))
        for kind in kinds:
            series = pd.Series(URLS, dtype=kind, index=range(10, 10 + len(URLS)))
            frame = urlsieve.parts(series, NAMES)
            self.assertEqual((list(frame.columns), list(frame.index)), (NAMES, list(series.index)))
            got = [{name: None if pd.isna(value) else value for name, value in row.items()} for row in frame.to_dict("records")]
            self.assertEqual((kind, got), (kind, FLAT))
        self.assertEqual(urlsieve.parts(pd.Index(URLS[:2]), ["host"])["host"].tolist()[0], "www.a.co.uk")
        self.assertEqual(urlsieve.parts(pd.Series([], dtype=object), NAMES).shape, (0, 3))
        self.assertEqual(urlsieve.parts(pd.Series([None, None], dtype=float), NAMES).isna().sum().sum(), 6)

    def test_gives_a_structured_array_of_numpy(self):
        got = urlsieve.parts(np.array(URLS, dtype=object), NAMES)
        self.assertEqual([dict(zip(NAMES, row, strict=True)) for row in got.tolist()], FLAT)
        self.assertEqual(got["host"][0], "www.a.co.uk")

    def test_gives_structs_of_polars(self):
        for kind in (pl.String, pl.Categorical):
            got = urlsieve.parts(pl.Series("url", URLS, dtype=kind), NAMES)
            self.assertEqual((got.name, got.to_list()), ("url", ROWS))
        self.assertEqual(urlsieve.parts(pl.Series([None]), ["host"]).to_list(), [None])

    def test_is_an_expression_of_polars_that_streams(self):
        frame = pl.LazyFrame({"url": URLS, "row": range(len(URLS))})
        query = frame.with_columns(parts=urlsieve.polars.parts("url", NAMES))
        for engine in ("in-memory", "streaming"):
            done = query.collect(engine=engine)
            self.assertEqual(done["parts"].to_list(), ROWS)
            self.assertEqual(done.schema, query.collect_schema())
        self.assertEqual(frame.filter(urlsieve.polars.parts("url", ["host"]).struct.field("host") == "a").collect()["row"].to_list(), [3])


WITHOUT_PACKAGE = """
import sys
sys.modules["publicsuffixlist"] = None
import urlsieve
print(urlsieve.parts("http://a/b", ["host", "path"]))
try:
    urlsieve.parts(["http://a/"])
except ImportError as error:
    print(error)
"""


class Refusals(unittest.TestCase):
    def test_refuses_names_and_arrays(self):
        for call, code, part in (
            (lambda: urlsieve.parts(URLS, ["domain"]), "invalid-option", '"site"'),
            (lambda: urlsieve.parts(URLS, ["host", "host"]), "invalid-option", "twice"),
            (lambda: urlsieve.parts(URLS, []), "invalid-option", "at least one"),
            (lambda: urlsieve.parts(URLS, "host"), "invalid-input", 'such as \\["host", "path"\\]'),
            (lambda: urlsieve.parts(URLS, ["host"], private_suffixes=True), "invalid-option", "site"),
            (lambda: urlsieve.parts(URLS, ["host"], profile="x"), "invalid-option", "crawl@1"),
            (lambda: urlsieve.parts([1], ["host"]), "invalid-input", "index 0"),
            (lambda: urlsieve.parts(pa.array([1]), ["host"]), "invalid-input", "must have strings"),
            (lambda: urlsieve.parts(pl.Series([1]), ["host"]), "invalid-input", "must have strings"),
            (lambda: urlsieve.parts(pd.DataFrame({"url": URLS}), ["host"]), "invalid-input", "one of its columns"),
            (lambda: urlsieve.parts(np.array([["a"]]), ["host"]), "invalid-input", "ravel"),
            (lambda: urlsieve.polars.parts("url", ["domain"]), "invalid-option", '"site"'),
        ):
            with self.assertRaisesRegex(UrlsieveError, part) as caught:
                call()
            self.assertEqual(caught.exception.code, code)

    def test_says_what_to_install_for_sites(self):
        done = subprocess.run([sys.executable, "-c", WITHOUT_PACKAGE], capture_output=True, text=True, env=os.environ)
        self.assertEqual(done.returncode, 0, done.stderr)
        parts, sentence = done.stdout.splitlines()
        self.assertEqual(parts, "{'host': 'a', 'path': '/b'}")
        self.assertIn('pip install "urlsieve[sites]"', sentence)
