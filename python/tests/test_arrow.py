"""Arrays of pyarrow, pandas and Polars, against the npm package."""

import random
import unittest
from concurrent.futures import ThreadPoolExecutor

import expected
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.compute as pc
import urlsieve
from urlsieve import UrlError

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
        except UrlError:
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

    def test_obeys_invalid_and_errors(self):
        array = pa.array(["HTTP://a", "http://[", None, "http://h:x/", "http://[\n"])
        self.assertEqual(
            urlsieve.normalize_array(array, invalid="keep").to_pylist(), ["http://a/", "http://[", None, "http://h:x/", "http://[\n"]
        )
        with self.assertRaises(UrlError) as caught:
            urlsieve.normalize_array(array, invalid="fail")
        self.assertEqual((caught.exception.code, caught.exception.offset), ("invalid-ip-literal", 7))
        self.assertIn("index 1", str(caught.exception))
        for invalid in ("null", "keep"):
            _, codes = urlsieve.normalize_array(array, invalid=invalid, errors=True)
            self.assertEqual(codes.to_pylist(), [None, "invalid-ip-literal", None, "invalid-port", "invalid-ip-literal"])

    def test_refuses_wrong_types_and_options(self):
        for wrong in (None, "http://a/", [1], pa.array([1, 2]), pd.Series([1, 2]), pl.Series([1, 2]), pa.array([["a"]]), pd.DataFrame()):
            with self.assertRaises(UrlError) as caught:
                urlsieve.normalize_array(wrong)
            self.assertEqual(caught.exception.code, "invalid-input")
        for options in ({"invalid": "drop"}, {"profile": "x"}):
            with self.assertRaises(UrlError) as caught:
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

    def test_polars(self):
        for dtype in (pl.String, pl.Categorical):
            series = pl.Series("url", self.TEXTS, dtype=dtype)
            normal = urlsieve.normalize_array(series)
            self.assertEqual((normal.to_list(), normal.name, normal.dtype), (self.WANTED, "url", series.dtype))
            values, codes = urlsieve.normalize_array(series, errors=True)
            self.assertEqual((values.to_list(), codes.to_list()), (self.WANTED, [None, None, "invalid-ip-literal", None]))
        self.assertEqual(len(urlsieve.normalize_array(pl.Series("url", [], dtype=pl.String))), 0)
