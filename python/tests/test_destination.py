"""`urlsieve.destination` and `address_class` return what urlsieve/edge returns, for a str and for arrays of other libraries."""

import collections
import unittest

import expected
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa

import urlsieve

VALUES = ["http://A.test/", None, "http://u@b/", "http://10.0.0.1:81", "https://[::1]"]


def fields(result):
    """A result as urlsieve/edge has it. Its offsets count UTF-16 units, those of Python indices of a str."""
    if not result.accepted:
        return {"accepted": False, "reason": result.reason, "offset": result.offset}
    own = {"accepted": True, "scheme": result.scheme, "host": result.host, "port": result.port, "address": result.address}
    return {name: value for name, value in own.items() if value is not None}


def view_fields(view):
    own = {"client": view.client, "accepts": view.accepts, "host": view.host, "port": view.port}
    return {name: value for name, value in own.items() if value is not None}


def index_of(url, units):
    return len(url.encode("utf-16-le", "surrogatepass")[: 2 * units].decode("utf-16-le", "surrogatepass"))


class Scalars(unittest.TestCase):
    def test_have_the_results_of_the_npm_package(self):
        urls, classes = expected.destinations()
        self.assertGreater(len(urls), 500)
        for url, wanted, _ in urls:
            if "offset" in wanted:
                wanted = {**wanted, "offset": index_of(url, wanted["offset"])}
            self.assertEqual((url, fields(urlsieve.destination(url))), (url, wanted))
        for text, wanted in classes:
            self.assertEqual((text, urlsieve.address_class(text)), (text, wanted))

    def test_have_the_views_of_the_npm_package(self):
        ids = [client.id for client in urlsieve.clients()]
        counts = collections.Counter()
        for url, _, wanted in expected.destinations()[0]:
            found = urlsieve.destination(url, clients=ids)
            views = None if found.accepted or found.clients is None else [view_fields(view) for view in found.clients]
            self.assertEqual((url, views), (url, wanted))
            counts[views is None] += 1
        self.assertGreater(counts[False], 25)

    def test_have_views_of_clients_that_are_asked_for(self):
        url = "http://a.test\\@b.test/"
        self.assertIsNone(urlsieve.destination(url).clients)
        found = urlsieve.destination(url, clients=iter(["curl", "node-fetch"]))
        self.assertEqual(found.clients, (urlsieve.ClientView("curl", True, "b.test", 80), urlsieve.ClientView("node-fetch", True, "a.test", 80)))
        self.assertTrue(urlsieve.destination("http://a.test/", clients=["curl"]).accepted)
        for wrong in ("curl", ["curlx"], [None], 1, [["curl"]]):
            with self.assertRaisesRegex(urlsieve.OptionError, "clients must be ids in a list"):
                urlsieve.destination(url, clients=wrong)
        with self.assertRaisesRegex(urlsieve.OptionError, "for one URL"):
            urlsieve.destination([url], clients=["curl"])

    def test_are_too_long_by_utf_16(self):
        start = "http://a.test/"
        for text, unit in (("a", 1), ("\U0001f600", 2)):
            count = (16_384 - len(start)) // unit
            self.assertTrue(urlsieve.destination(start + text * count).accepted)
            self.assertEqual(urlsieve.destination(start + text * (count + 1)), urlsieve.RejectedUrl("length", 16_384))

    def test_take_linear_time(self):
        for run in ("a.", "@", "[", "\\", "%2e", "1.", ":"):
            self.assertFalse(urlsieve.destination("http://" + run * 500_000).accepted)

    def test_are_frozen_and_equal_by_value(self):
        found = urlsieve.destination("http://a.test/")
        self.assertEqual(found, urlsieve.AcceptedUrl("http", "a.test", 80, None))
        with self.assertRaises(AttributeError):
            found.host = "b.test"

    def test_raise_for_other_types(self):
        for value in (None, 1, b"http://a.test/", {"url": 1}):
            with self.assertRaises(urlsieve.OptionError) as caught:
                urlsieve.destination(value)
            self.assertEqual(caught.exception.code, "invalid-input")
        for value in (None, b"::1", 1):
            with self.assertRaisesRegex(urlsieve.OptionError, "An address must be a str"):
                urlsieve.address_class(value)


class Arrays(unittest.TestCase):
    def setUp(self):
        self.results = [None if value is None else urlsieve.destination(value) for value in VALUES]
        self.rows = [None if each is None else [getattr(each, name, None) for name in ("host", "port", "address", "reason")] for each in self.results]

    def test_lists_have_results(self):
        self.assertEqual(urlsieve.destination(VALUES), self.results)
        self.assertEqual(urlsieve.destination(iter(VALUES)), self.results)
        self.assertEqual(urlsieve.destination([]), [])

    def test_pyarrow_has_structs(self):
        for kind in (pa.string(), pa.large_string(), pa.string_view(), pa.binary()):
            array = pa.array(VALUES, kind)
            for given in (array, pa.chunked_array([array[:2], array[2:]])):
                rows = [row and [row[name] for name in ("host", "port", "address", "reason")] for row in urlsieve.destination(given).to_pylist()]
                self.assertEqual(rows, self.rows)
        encoded = pa.array(VALUES).dictionary_encode()
        self.assertEqual(urlsieve.destination(encoded).null_count, 1)
        self.assertEqual(urlsieve.destination(pa.nulls(2)).null_count, 2)
        self.assertEqual(urlsieve.destination(pa.array([b"http://a.test/\xff"])).to_pylist()[0]["offset"], 14)

    def test_pandas_has_a_frame_with_the_index(self):
        for kind in (object, "string", "category", "string[pyarrow]"):
            frame = urlsieve.destination(pd.Series(VALUES, index=list("vwxyz"), dtype=kind))
            self.assertEqual(list(frame.index), list("vwxyz"))
            self.assertEqual(frame["host"].dropna().tolist(), ["a.test", "10.0.0.1", "::1"])
            self.assertEqual(frame["port"].dropna().tolist(), [80, 81, 443])
            self.assertEqual(frame["accepted"].isna().tolist(), [False, True, False, False, False])

    def test_polars_and_numpy(self):
        series = urlsieve.destination(pl.Series("url", VALUES))
        self.assertEqual(series.struct.field("reason").to_list(), [None, None, "userinfo", None, None])
        self.assertEqual(urlsieve.destination(np.array(VALUES, object)).tolist(), self.results)

    def test_raise_for_what_has_no_strings(self):
        for array in (pa.array([1]), pd.DataFrame(), [1], pl.Series([1]), np.zeros((2, 2), object)):
            with self.assertRaises(urlsieve.OptionError):
                urlsieve.destination(array)

