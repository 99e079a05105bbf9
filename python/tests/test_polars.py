"""Polars expressions, against the npm package."""

import unittest

import expected
import polars as pl
import urlsieve.polars
from urlsieve import UrlsieveError


def frame() -> pl.DataFrame:
    texts = pl.Series("url", expected.values(), dtype=pl.Binary).cast(pl.String, strict=False)
    return pl.DataFrame({"url": texts, "row": range(len(texts))})


class Expressions(unittest.TestCase):
    def test_has_the_counts_of_the_npm_package(self):
        counts = expected.counts()
        urls = pl.DataFrame({"url": pl.Series(expected.values(), dtype=pl.Binary)})
        normal = urls.select(urlsieve.polars.normalize(pl.col("url").cast(pl.String, strict=False))).to_series()
        not_text = urls["url"].cast(pl.String, strict=False).null_count()
        self.assertEqual(normal.null_count() - not_text, len(counts["rejected"]))
        if not_text == 0:
            self.assertEqual(normal.drop_nulls().n_unique(), counts["unique"])

    def test_has_the_values_of_the_command_line_under_a_compiled_policy(self):
        policy = expected.policy()
        forms = frame().select(normalized=urlsieve.polars.normalize("url", profile=policy), key=urlsieve.polars.key("url", profile=policy))
        for form in ("normalized", "key"):
            self.assertTrue(forms[form].equals(pl.Series(expected.policy_values(form), dtype=pl.Binary).cast(pl.String)))

    def test_streams_with_the_same_values(self):
        data = frame()
        wanted = data.with_columns(normal=urlsieve.polars.normalize("url"))
        path = expected.FOLDER / "polars.parquet"
        data.write_parquet(path, row_group_size=10_000)
        lazy = pl.scan_parquet(path).with_columns(normal=urlsieve.polars.normalize("url"))
        self.assertTrue(lazy.collect(engine="streaming").sort("row").equals(wanted))

    def test_works_in_groups_filters_and_on_empty_frames(self):
        data = pl.DataFrame({"url": ["HTTP://a", "http://a/", None, "http://["], "n": [1, 2, 3, 4]})
        grouped = data.group_by(urlsieve.polars.normalize("url").alias("u")).agg(pl.col("n").sum()).sort("u", nulls_last=True)
        self.assertEqual(grouped.rows(), [("http://a/", 3), (None, 7)])
        self.assertEqual(data.filter(urlsieve.polars.errors("url").is_not_null())["n"].to_list(), [4])
        self.assertEqual(data.clear().select(urlsieve.polars.normalize("url")).height, 0)
        self.assertEqual(data.slice(1, 2).select(urlsieve.polars.normalize("url")).to_series().to_list(), ["http://a/", None])

    def test_refuses_other_types_and_options(self):
        with self.assertRaises((UrlsieveError, pl.exceptions.PolarsError)) as caught:
            pl.DataFrame({"n": [1]}).select(urlsieve.polars.normalize("n"))
        self.assertIn("must have strings", str(caught.exception))
        with self.assertRaises((UrlsieveError, pl.exceptions.PolarsError)) as caught:
            pl.DataFrame({"url": [b"a"]}).select(urlsieve.polars.normalize("url"))
        self.assertIn("cast it to pl.String", str(caught.exception))

    def test_refuses_wrong_options_before_the_query(self):
        for call, part in (
            (lambda: urlsieve.polars.key("url", profile="x"), "crawl@1"),
            (lambda: urlsieve.polars.normalize("url", invalid="drop"), '"keep"'),
            (lambda: urlsieve.polars.errors(pl.Series(["a"])), "name of a column"),
        ):
            with self.assertRaisesRegex(UrlsieveError, part):
                call()

    def test_gives_strings_for_categories_in_every_engine(self):
        data = pl.LazyFrame({"url": ["HTTP://a", "http://a/", None]}, schema={"url": pl.Categorical}).select(urlsieve.polars.normalize("url"))
        for engine in ("in-memory", "streaming"):
            self.assertEqual(data.collect(engine=engine)["url"].to_list(), ["http://a/", "http://a/", None])
        self.assertEqual(data.collect_schema()["url"], data.collect()["url"].dtype)
