"""Arrays of pyarrow, pandas and Polars, against the npm package."""

import random
import subprocess
import sys
import unittest
from concurrent.futures import ThreadPoolExecutor

import expected
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.compute as pc
import urlsieve
from urlsieve import UrlsieveError

HOSTILE = [
    "HTTP://A/", None, "", "http://[", "http://a/\nb", "\n", "\r", "http://a/\r", "http://a/\r\n", "http://a/\0", "http://bücher.example/é",
    "http://h/" + "%7e" * 100_000, "http://h/" + "a" * 400_000, "http://h:port/", "http://h/\n[", " HTTP://B ", "http://[\n", "a\tb",
]
TYPES = [pa.string(), pa.large_string(), pa.string_view(), pa.binary(), pa.large_binary(), pa.binary_view()]


def one_by_one(texts, function=urlsieve.normalize, profile="rfc3986@1"):
    """What the array functions must return: null for null and for what cannot be normalized."""

    def form(text):
        try:
            return None if text is None else function(text, profile=profile)
        except UrlsieveError:
            return None

    return [form(text) for text in texts]


def as_texts(array):
    values = array.to_pylist()
    return [value.decode() if isinstance(value, bytes) else value for value in values]


class Arrays(unittest.TestCase):
    def test_has_the_counts_and_values_of_the_npm_package(self):
        counts = expected.counts()
        array = pa.array(expected.values(), pa.binary())
        normal = urlsieve.normalize_array(array)
        self.assertEqual(len(normal), counts["lines"])
        self.assertEqual(normal.null_count, len(counts["rejected"]))
        self.assertEqual(len(pc.unique(normal).drop_null()) + 0, counts["unique"])
        self.assertTrue(normal.equals(pa.array(expected.normal_values(), pa.binary())))
        normal.validate(full=True)

    def test_has_the_values_of_the_npm_package_under_every_profile(self):
        array = pa.array(expected.values(), pa.binary())
        for profile in urlsieve.profiles():
            for function, name in ((urlsieve.normalize_array, "normal"), (urlsieve.key_array, "key")):
                with self.subTest(profile=profile, form=name):
                    kept = function(array, profile=profile, invalid="keep")
                    self.assertTrue(kept.equals(pa.array(expected.values(f"{profile}.{name}.txt"), pa.binary())))

    def test_has_the_values_of_the_command_line_under_a_compiled_policy(self):
        array = pa.array(expected.values(), pa.binary())
        for function, form in ((urlsieve.normalize_array, "normalized"), (urlsieve.key_array, "key")):
            self.assertTrue(function(array, profile=expected.policy()).equals(pa.array(expected.policy_values(form), pa.binary())))

    def test_every_type_has_the_values_of_single_references(self):
        wanted = one_by_one(HOSTILE)
        for kind in TYPES:
            with self.subTest(kind):
                array = pa.array(HOSTILE, pa.string()).cast(kind)
                normal = urlsieve.normalize_array(array)
                normal.validate(full=True)
                self.assertEqual((normal.type, as_texts(normal)), (kind, wanted))

    def test_keys_have_the_values_of_single_references(self):
        for profile in urlsieve.profiles():
            texts = [text for text in HOSTILE if text is None or len(text) < 300_000]
            array = pa.array(texts)
            self.assertEqual(urlsieve.key_array(array, profile=profile).to_pylist(), one_by_one(texts, urlsieve.key, profile))

    def test_slices_and_nulls_at_every_offset(self):
        chance = random.Random(16)
        texts = [chance.choice(HOSTILE[:11] + HOSTILE[13:]) for _ in range(200)]
        array = pa.array(texts)
        wanted = one_by_one(texts)
        for start in range(0, 40, 3):
            for length in (0, 1, 7, 8, 9, 63, 64, 65, 200):
                sliced = array.slice(start, length)
                self.assertEqual(urlsieve.normalize_array(sliced).to_pylist(), wanted[start : start + length])

    def test_empty_arrays_and_nulls_alone(self):
        for kind in TYPES:
            self.assertEqual(len(urlsieve.normalize_array(pa.array([], kind))), 0)
            self.assertEqual(urlsieve.normalize_array(pa.nulls(3, kind)).to_pylist(), [None] * 3)
            self.assertEqual(len(urlsieve.normalize_array(pa.chunked_array([], kind))), 0)
        self.assertEqual(urlsieve.normalize_array(pa.nulls(3)).to_pylist(), [None] * 3)

    def test_a_null_with_octets_stays_null(self):
        # Arrow allows any octets in a null.
        offsets = pa.py_buffer(pa.array([0, 8, 16, 24], pa.int32()).buffers()[1])
        array = pa.Array.from_buffers(pa.string(), 3, [pa.py_buffer(b"\x05"), offsets, pa.py_buffer(b"HTTP://aHTTP\n//bHTTP://c")])
        self.assertEqual(urlsieve.normalize_array(array).to_pylist(), ["http://a/", None, "http://c/"])
        self.assertEqual(array.to_pylist(), ["HTTP://a", None, "HTTP://c"])

    def test_octets_that_are_not_utf_8(self):
        array = pa.array([b"http://h/\xff", b"http://\xff/", b"\xff"], pa.binary())
        wanted = urlsieve.normalize_lines(b"http://h/\xff\nhttp://\xff/\n\xff\n").lines.split(b"\n")[:-1]
        self.assertEqual(urlsieve.normalize_array(array).to_pylist(), wanted)

    def test_chunked_arrays(self):
        chunked = pa.chunked_array([HOSTILE[:5], [], HOSTILE[5:]], pa.string())
        normal = urlsieve.normalize_array(chunked)
        self.assertEqual((normal.num_chunks, normal.to_pylist()), (3, one_by_one(HOSTILE)))

    def test_dictionaries_merge_equal_entries(self):
        texts = ["HTTP://a", "http://a/", None, "http://[", "HTTP://a", "b"]
        for index in (pa.int8(), pa.int32(), pa.int64()):
            array = pa.array(texts).dictionary_encode().cast(pa.dictionary(index, pa.string()))
            normal = urlsieve.normalize_array(array)
            self.assertEqual((normal.type, normal.to_pylist()), (array.type, one_by_one(texts)))
            self.assertEqual(len(normal.dictionary.drop_null()), 2)
        # An entry that no value uses is not an error.
        unused = pa.DictionaryArray.from_arrays(pa.array([1, None, 1], pa.int32()), pa.array(["http://[", "HTTP://a", None]))
        self.assertEqual(urlsieve.normalize_array(unused, invalid="fail").to_pylist(), ["http://a/", None, "http://a/"])
        self.assertEqual(urlsieve.normalize_array(unused.slice(1)).to_pylist(), [None, "http://a/"])
        self.assertEqual(len(urlsieve.normalize_array(unused.slice(0, 0))), 0)
        chunked = pa.chunked_array([unused, unused])
        self.assertEqual(urlsieve.normalize_array(chunked).to_pylist(), ["http://a/", None, "http://a/"] * 2)

    def test_dictionaries_of_every_type_and_runs_keep_their_type(self):
        for kind in TYPES:
            array = pa.DictionaryArray.from_arrays(pa.array([1, 0, None, 1], pa.int16()), pa.array(["b", "HTTP://a"], pa.string()).cast(kind))
            normal = urlsieve.normalize_array(array)
            self.assertEqual((normal.type, as_texts(normal)), (array.type, ["http://a/", "b", None, "http://a/"]))
        runs = pa.RunEndEncodedArray.from_arrays(pa.array([2, 3], pa.int32()), ["HTTP://a", "http://["])
        normal = urlsieve.normalize_array(runs)
        self.assertEqual((normal.type, normal.to_pylist()), (runs.type, ["http://a/", "http://a/", None]))

    def test_a_column_without_a_value_may_have_any_type(self):
        for empty in (pa.nulls(2, pa.int64()), pd.Series([np.nan, np.nan]), pl.Series([None, None], dtype=pl.Int64)):
            normal, codes = urlsieve.normalize_array(empty, errors=True)
            self.assertEqual((type(normal), len(normal), len(codes)), (type(empty), 2, 2))

    def test_obeys_invalid_and_errors(self):
        array = pa.array(["HTTP://a", "http://[", None, "http://h:x/", "http://[\n"])
        self.assertEqual(
            urlsieve.normalize_array(array, invalid="keep").to_pylist(), ["http://a/", "http://[", None, "http://h:x/", "http://[\n"]
        )
        with self.assertRaises(UrlsieveError) as caught:
            urlsieve.normalize_array(array, invalid="fail")
        self.assertEqual((caught.exception.code, caught.exception.offset), ("invalid-ip-literal", 7))
        self.assertIn("index 1", str(caught.exception))
        for invalid in ("null", "keep"):
            _, codes = urlsieve.normalize_array(array, invalid=invalid, errors=True)
            self.assertEqual(codes.to_pylist(), [None, "invalid-ip-literal", None, "invalid-port", "invalid-ip-literal"])

    def test_refuses_wrong_types_and_options(self):
        for wrong, part in (
            (None, "NoneType"), ("http://a/", "take one URL"), (b"http://a/\n", "normalize_lines"), ({"a"}, "list(urls)"), ({"a": 1}, "list(urls)"),
            ([1], "index 0"), (["a", None, 2.5], "index 2"), (np.array([["a"]]), "ravel()"), (np.array([1]), "index 0"), (pa.array([1, 2]), "int64"),
            (pa.array([["a"]]), "list"), (pa.scalar("a"), "StringScalar"), (pa.table({"url": ["a"]}), 'table["url"]'), (pd.Series([1, 2]), "int64"),
            (pd.Series(["a", 5], dtype=object), "index 1"), (pd.DataFrame(), 'frame["url"]'), (pd.MultiIndex.from_tuples([("a", "b")]), "get_level_values"),
            (pl.Series([1, 2]), "Int64"), (pl.Series(["a"], dtype=pl.Enum(["a"])), "cast it"), (pl.DataFrame(), 'frame["url"]'), (pl.LazyFrame(), "urlsieve.polars"),
            (pl.col("url"), "urlsieve.polars"),
        ):
            with self.assertRaises(UrlsieveError) as caught:
                urlsieve.normalize_array(wrong)
            self.assertEqual(caught.exception.code, "invalid-input")
            self.assertIn(part, str(caught.exception))
        for options in ({"invalid": "drop"}, {"profile": "x"}):
            with self.assertRaises(UrlsieveError) as caught:
                urlsieve.normalize_array(pa.array(["a"]), **options)
            self.assertEqual(caught.exception.code, "invalid-option")

    def test_is_the_same_in_threads(self):
        array = pa.array(expected.values()[:20_000], pa.binary())
        wanted = urlsieve.normalize_array(array)
        with ThreadPoolExecutor(6) as pool:
            for normal in pool.map(lambda _: urlsieve.normalize_array(array), range(12)):
                self.assertTrue(normal.equals(wanted))

    def test_works_without_the_private_call_of_wasmtime(self):
        import urlsieve._kernel as kernel
        from urlsieve import _normalizer

        fast = kernel._call_unchecked

        def work():
            _normalizer._idle.clear()
            self.assertEqual(urlsieve.normalize("HTTP://a"), "http://a/")
            self.assertEqual(urlsieve.normalize_array(pa.array(HOSTILE)).to_pylist(), one_by_one(HOSTILE))
            self.assertEqual(urlsieve.SeenSet().add_lines(b"http://a\nHTTP://a/\n").added, 1)

        try:
            kernel._call_unchecked = None
            # A thread of its own, since this one has kernels already.
            with ThreadPoolExecutor(1) as pool:
                pool.submit(work).result()
        finally:
            kernel._call_unchecked = fast
            _normalizer._idle.clear()


class Values(unittest.TestCase):
    TEXTS = ["HTTP://a", None, "http://[", b"HTTP://b/\xff", float("nan"), pd.NA, "http://bücher.example", "", "http://c/\n"]
    WANTED = ["http://a/", None, None, b"http://b/%FF", None, None, "http://xn--bcher-kva.example/", "", "http://c/"]

    def test_of_lists_tuples_iterators_and_numpy_are_those_of_single_references(self):
        for given in (self.TEXTS, tuple(self.TEXTS), (text for text in self.TEXTS)):
            self.assertEqual(urlsieve.normalize_array(given), self.WANTED)
        self.assertEqual([urlsieve.normalize_array(empty) for empty in ([], (), iter(()))], [[], [], []])
        normal = urlsieve.normalize_array(np.array(self.TEXTS, dtype=object))
        self.assertEqual((normal.dtype, normal.tolist()), (np.dtype(object), self.WANTED))
        for kind in ("U10", np.dtypes.StringDType()):
            _, codes = urlsieve.normalize_array(np.array(["HTTP://a", "http://["], dtype=kind), errors=True)
            self.assertEqual(codes.tolist(), [None, "invalid-ip-literal"])
        self.assertEqual(urlsieve.normalize_array(np.array([b"HTTP://a"])).tolist(), [b"http://a/"])
        self.assertEqual(urlsieve.normalize_array(np.ma.array(["HTTP://a", "b"], mask=[False, True])).tolist(), ["http://a/", None])
        for profile in urlsieve.profiles():
            texts = [text for text in HOSTILE if text is None or len(text) < 300_000] + ["http://h/\ud800"]
            self.assertEqual(urlsieve.key_array(texts, profile=profile), one_by_one(texts, urlsieve.key, profile))

    def test_obey_invalid_and_errors(self):
        texts = ["HTTP://a", "http://h/\ud800", None, "http://["]
        self.assertEqual(urlsieve.normalize_array(texts, invalid="keep"), ["http://a/", "http://h/\ud800", None, "http://["])
        self.assertEqual(urlsieve.normalize_array(texts, errors=True)[1], [None, "ill-formed-string", None, "invalid-ip-literal"])
        for given, place in ((texts, "index 1"), (texts[::-1], "index 0")):
            with self.assertRaisesRegex(UrlsieveError, place):
                urlsieve.normalize_array(given, invalid="fail")

    def test_and_pandas_need_no_pyarrow(self):
        code = """
import sys
sys.modules["pyarrow"] = None
import pandas as pd, urlsieve
print(urlsieve.normalize_array(["HTTP://a"]))
for kind in (object, "str", "category"):
    print(urlsieve.normalize_array(pd.Series(["HTTP://a", None, "http://["], dtype=kind)).isna().tolist())
"""
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
        self.assertEqual((done.stdout, done.returncode), ("['http://a/']\n" + "[False, True, True]\n" * 3, 0), done.stderr)


class Series(unittest.TestCase):
    TEXTS = ["HTTP://a", None, "http://[", "http://bücher.example"]
    WANTED = ["http://a/", None, None, "http://xn--bcher-kva.example/"]

    def test_pandas(self):
        for dtype in ("object", "str", "string", "string[pyarrow]", "category", pd.ArrowDtype(pa.string()), pd.ArrowDtype(pa.large_string())):
            with self.subTest(dtype):
                series = pd.Series(self.TEXTS, dtype=dtype, index=[3, 5, 7, 9], name="url")
                normal = urlsieve.normalize_array(series)
                self.assertEqual([None if pd.isna(value) else value for value in normal], self.WANTED)
                self.assertEqual((normal.name, list(normal.index), str(normal.dtype)), ("url", [3, 5, 7, 9], str(series.dtype)))
                _, codes = urlsieve.normalize_array(series, errors=True)
                self.assertEqual([None if pd.isna(code) else code for code in codes], [None, None, "invalid-ip-literal", None])
                self.assertEqual(len(urlsieve.normalize_array(series[:0])), 0)

    def test_pandas_indexes_arrays_and_objects_that_arrow_cannot_hold(self):
        index = urlsieve.normalize_array(pd.Index(self.TEXTS, name="url"))
        self.assertEqual((type(index), index.name, index.isna().tolist()), (pd.Index, "url", [False, True, True, False]))
        array, codes = urlsieve.normalize_array(pd.array(["HTTP://a", "http://["]), errors=True)
        self.assertEqual((array[0], codes[1]), ("http://a/", "invalid-ip-literal"))
        derived = type("Derived", (pd.Series,), {})(["HTTP://a", "b"], index=[1, 1])
        self.assertEqual(urlsieve.normalize_array(derived).to_list(), ["http://a/", "b"])
        objects = pd.Series(["http://h/\ud800", "HTTP://a", pd.NA, np.nan, b"HTTP://b"], dtype=object)
        self.assertEqual(urlsieve.normalize_array(objects).to_list(), [None, "http://a/", None, None, b"http://b/"])
        rows = pd.MultiIndex.from_tuples([("a", 1), ("a", 2)])
        self.assertTrue(urlsieve.normalize_array(pd.Series(["HTTP://a", None], index=rows)).index.equals(rows))

    def test_polars(self):
        for dtype in (pl.String, pl.Categorical):
            series = pl.Series("url", self.TEXTS, dtype=dtype)
            normal = urlsieve.normalize_array(series)
            self.assertEqual((normal.to_list(), normal.name, normal.dtype), (self.WANTED, "url", series.dtype))
            values, codes = urlsieve.normalize_array(series, errors=True)
            self.assertEqual((values.to_list(), codes.to_list()), (self.WANTED, [None, None, "invalid-ip-literal", None]))
        self.assertEqual(len(urlsieve.normalize_array(pl.Series("url", [], dtype=pl.String))), 0)
