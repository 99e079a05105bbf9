"""`drop_duplicates` for pandas and Polars: the same rows stay in each. test_spark has that of Spark."""

import unittest

import expected
import pandas as pd
import polars as pl
import urlsieve.pandas
import urlsieve.polars
from urlsieve import UrlsieveError

NAN = float("nan")
ROWS = {
    "url": ["http://a/?b&c", "http://a/?c&b#x", "http://[", None, "http://[", None, "http://b/", "http://b/#x", "http://b/#y"],
    "fetched": [5.0, 1.0, 3.0, 4.0, 5.0, 6.0, None, 2.0, 2.0],
    "n": list(range(9)),
}
KEPT = [
    ({}, [0, 2, 3, 4, 5, 6]),
    ({"keep": "last"}, [1, 2, 3, 4, 5, 8]),
    ({"keep": "newest", "by": "fetched"}, [0, 2, 3, 4, 5, 7]),
    ({"keep": "oldest", "by": "fetched"}, [1, 2, 3, 4, 5, 7]),
]
"""Options, and which rows stay under crawl@1: all rejects and nulls, whatever the option."""


def of_pandas(**options):
    results = []
    for frame in (pd.DataFrame(ROWS), pd.DataFrame(ROWS, index=[1, 1, 1, 2, 2, 2, 3, 3, 3]), pd.DataFrame(ROWS).convert_dtypes(dtype_backend="pyarrow"),
                  pd.DataFrame(ROWS).astype({"url": "category", "fetched": object})):
        kept = urlsieve.pandas.drop_duplicates(frame, "url", profile="crawl@1", **options)
        assert kept.equals(frame[frame["n"].isin(kept["n"])])
        results.append(kept["n"].to_list())
    return results


def of_polars(**options):
    results = []
    for frame in (pl.DataFrame(ROWS), pl.DataFrame(ROWS).with_columns(pl.col("fetched").fill_null(NAN)), pl.DataFrame(ROWS).cast({"url": pl.Categorical})):
        kept = urlsieve.polars.drop_duplicates(frame, "url", profile="crawl@1", **options)
        assert kept.equals(frame.filter(pl.col("n").is_in(kept["n"].to_list())))
        lazy = urlsieve.polars.drop_duplicates(frame.lazy(), "url", profile="crawl@1", **options)
        for engine in ("in-memory", "streaming"):
            results.append(lazy.collect(engine=engine)["n"].to_list())
        # What is filtered later is dropped later.
        later = pl.col("n") > 0
        assert lazy.filter(later).collect().equals(kept.filter(later))
        results.append(kept["n"].to_list())
    return results


class Duplicates(unittest.TestCase):
    def test_one_row_of_each_key_stays_and_every_row_without_a_key(self):
        for library in (of_pandas, of_polars):
            for options, wanted in KEPT:
                with self.subTest(library=library.__name__, **options):
                    results = library(**options)
                    self.assertEqual(results, [wanted] * len(results))

    def test_has_the_counts_of_the_npm_package(self):
        counts = expected.counts()
        texts = [line.decode("utf-8", "replace") for line in expected.values()]
        wanted = counts["unique"] + len(counts["rejected"])
        self.assertEqual(len(urlsieve.pandas.drop_duplicates(pd.DataFrame({"url": texts}), "url")), wanted)
        self.assertEqual(urlsieve.polars.drop_duplicates(pl.DataFrame({"url": texts}), "url").height, wanted)

    def test_refuses_wrong_frames_columns_and_options(self):
        two = pd.concat([pd.DataFrame(ROWS)] * 2, axis=1)
        mixed = pd.DataFrame(ROWS).assign(fetched=[1, "a", 2] * 3)
        cases = [(urlsieve.pandas, pd.DataFrame(ROWS)), (urlsieve.polars, pl.DataFrame(ROWS)), (urlsieve.polars, pl.LazyFrame(ROWS))]
        rows = [
            (module, frame, {"column": "url", **options}, code, part)
            for module, frame in cases
            for options, code, part in (
                ({"column": "u"}, "invalid-option", '"url", "fetched", "n"'),
                ({"column": "n"}, "invalid-input", "must have strings"),
                ({"keep": "max:fetched"}, "invalid-option", '"newest"'),
                ({"keep": "newest"}, "invalid-option", "by="),
                ({"by": "fetched"}, "invalid-option", 'keep="newest"'),
                ({"keep": "newest", "by": "f"}, "invalid-option", '"fetched"'),
                ({"profile": "x"}, "invalid-option", "crawl@1"),
            )
        ] + [
            (urlsieve.pandas, pd.Series(ROWS["url"]), {"column": "url"}, "invalid-input", "DataFrame"),
            (urlsieve.pandas, two, {"column": "url"}, "invalid-option", "2 columns"),
            (urlsieve.pandas, mixed, {"column": "url", "keep": "oldest", "by": "fetched"}, "invalid-input", "cannot be compared"),
            (urlsieve.polars, pd.DataFrame(ROWS), {"column": "url"}, "invalid-input", "LazyFrame"),
        ]
        for module, frame, options, code, part in rows:
            with self.subTest(module=module.__name__, frame=type(frame).__name__, **options), self.assertRaises(UrlsieveError) as caught:
                module.drop_duplicates(frame, **options)
            self.assertEqual((caught.exception.code, part in str(caught.exception)), (code, True), caught.exception)

    def test_takes_empty_frames_and_columns_of_its_own_names(self):
        self.assertEqual(len(urlsieve.pandas.drop_duplicates(pd.DataFrame({"url": []}), "url")), 0)
        self.assertEqual(urlsieve.polars.drop_duplicates(pl.DataFrame({"url": []}), "url").height, 0)
        named = pl.DataFrame({"url": ["a"], "urlsieve_key": [1], "urlsieve_row": [2]})
        self.assertTrue(urlsieve.polars.drop_duplicates(named, "url").equals(named))
        nested = pd.DataFrame({("page", "url"): ["HTTP://a", "http://a/"], ("page", "n"): [1, 2]})
        self.assertEqual(len(urlsieve.pandas.drop_duplicates(nested, ("page", "url"))), 1)
