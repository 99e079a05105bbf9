"""DuckDB functions, against the npm package."""

import re
import unittest
import unittest.mock
from pathlib import Path

import duckdb
import expected
import pyarrow as pa
import urlsieve.duckdb
from urlsieve import UrlsieveError
from urlsieve._workspace import Workspace


def connect(**options) -> duckdb.DuckDBPyConnection:
    connection = duckdb.connect()
    urlsieve.duckdb.register(connection, **options)
    return connection


class Functions(unittest.TestCase):
    def test_has_the_counts_and_values_of_the_npm_package(self):
        counts = expected.counts()
        # Lines that are not text cannot be VARCHAR.
        texts = [line.decode("utf-8", "replace") for line in expected.values()]
        list_ = pa.table({"url": pa.array(texts), "row": range(len(texts))})
        connection = connect()
        connection.register("list", list_)
        query = "SELECT count(*), count(DISTINCT url_normalize(url)), count(url_error(url)) FROM list"
        lines, unique, rejects = connection.execute(query).fetchone()
        self.assertEqual((lines, unique, rejects), (counts["lines"], counts["unique"], len(counts["rejected"])))
        normal = connection.execute("SELECT url_normalize(url) FROM list ORDER BY row").fetchall()
        self.assertEqual([text for (text,) in normal], urlsieve.normalize_array(pa.array(texts)).to_pylist())

    def test_has_the_keys_of_the_command_line_under_a_policy(self):
        connection = connect(policies={"own": expected.policy()})
        connection.register("list", pa.table({"url": pa.array(expected.values(), pa.string()), "row": range(len(expected.values()))}))
        keys = connection.sql("SELECT url_key(url, 'own') FROM list ORDER BY row").to_arrow_table().column(0)
        self.assertTrue(keys.combine_chunks().equals(pa.array(expected.policy_values("key"), pa.string())))

    def test_has_the_answers_of_the_functions_of_node(self):
        connection = connect()
        connection.register("list", pa.table({"url": pa.array(expected.sql_texts(), pa.string()), "row": range(len(expected.sql_texts()))}))
        calls = ("url_normalize(url)", "url_key(url, 'crawl@1')", "url_valid(url)", "url_compare(url, url || '#')", "url_error(url)",
                 "url_destination(url)", "url_destination_error(url)")
        got = connection.sql(f"SELECT {', '.join(calls)} FROM list ORDER BY row").fetchall()
        for call, column, wanted in zip(calls, zip(*got, strict=True), zip(*expected.sql_rows(), strict=True), strict=True):
            self.assertGreater(len(set(wanted)), 1)
            rows = zip(expected.sql_texts(), column, wanted, strict=True)
            self.assertEqual((call, [row for row in rows if row[1] != row[2]][:3]), (call, []))

    def test_compares_on_the_lowest_level(self):
        pairs = (("http://a/%7e", "http://a/%7e", "string"), ("http://a/%7e", "HTTP://a/~", "syntax"), ("http://a", "http://a:80/", "scheme"),
                 ("http://a/", "http://b/", "different"), ("http://[", "http://[", None), ("http://a/", None, None))
        connection = connect()
        for a, b, level in pairs:
            self.assertEqual(connection.execute("SELECT url_compare(?::VARCHAR, ?::VARCHAR)", [a, b]).fetchone(), (level,))

    def test_takes_a_profile_for_each_row(self):
        rows = "(VALUES (1, 'http://a/?b&a#c', 'crawl@1'), (2, 'http://a/?b&a#c', 'rfc3986@1'), (3, 'http://a/', NULL), (4, NULL, 'crawl@1'))"
        keys = connect().execute(f"SELECT url_key(url, id) FROM {rows} AS list(row, url, id) ORDER BY row").fetchall()
        self.assertEqual(keys, [("http://a/?a&b",), ("http://a/?b&a#c",), (None,), (None,)])
        with self.assertRaises(duckdb.Error) as caught:
            connect().execute("SELECT url_key('http://a/', 'crawl@7')").fetchall()
        self.assertIn("crawl@1", str(caught.exception))

    def test_rejects_are_one_value_to_distinct_unless_they_are_kept(self):
        connection = connect()
        rows = "(VALUES ('HTTP://a'), ('http://a/'), ('http://['), ('http://h:x/'), (NULL)) AS list(url)"
        self.assertEqual(len(connection.execute(f"SELECT DISTINCT ON (url_normalize(url)) url FROM {rows}").fetchall()), 2)
        self.assertEqual(len(connection.execute(f"SELECT DISTINCT ON (coalesce(url_normalize(url), url)) url FROM {rows}").fetchall()), 4)

    def test_the_query_of_the_page_keeps_the_newest_row_of_each_key_and_every_row_without_one(self):
        connection = connect()
        connection.execute("CREATE TABLE pages AS FROM (VALUES ('http://a/#x', 1), ('http://a/', 3), (NULL, 2), (NULL, 2), ('http://[', 1), ('http://[', 1)) AS list(url, fetched)")
        [query] = re.findall(r"```sql\n([^`]*QUALIFY[^`]*)```", (expected.ROOT / "docs/integrations/duckdb.md").read_text())
        connection.execute(query.replace("'crawl.parquet'", "pages").replace("'newest.parquet'", "'newest.csv'"))
        rows = connection.execute("SELECT url, fetched FROM 'newest.csv' ORDER BY ALL").fetchall()
        self.assertEqual(rows, [("http://[", 1), ("http://[", 1), ("http://a/", 3), (None, 2), (None, 2)])

    def test_works_on_constants_empty_tables_and_several_threads(self):
        connection = connect()
        self.assertEqual(connection.execute("SELECT url_normalize('HTTP://a'), url_normalize(NULL)").fetchone(), ("http://a/", None))
        connection.execute("CREATE TABLE none (url VARCHAR)")
        self.assertEqual(connection.execute("SELECT url_normalize(url) FROM none").fetchall(), [])
        connection.execute("SET threads TO 4")
        connection.execute("CREATE TABLE many AS SELECT 'HTTP://H/' || (i % 1000) AS url FROM range(500000) AS r(i)")
        self.assertEqual(connection.execute("SELECT count(DISTINCT url_normalize(url)) FROM many").fetchone(), (1000,))

    def test_uses_no_more_kernels_than_threads(self):
        connection = connect()
        connection.execute("SET threads TO 4")
        connection.execute("CREATE TABLE many AS SELECT 'HTTP://H/' || i AS url FROM range(500000) AS r(i)")
        made = 0
        original = Workspace.__init__

        def counted(*arguments):
            nonlocal made
            made += 1
            original(*arguments)

        with unittest.mock.patch.object(Workspace, "__init__", counted):
            self.assertEqual(connection.execute("SELECT count(url_normalize(url)) FROM many").fetchone(), (500_000,))
        # 500,000 rows are 245 calls.
        self.assertLessEqual(made, 8)

    def test_registering_again_replaces_the_functions(self):
        connection = connect()
        urlsieve.duckdb.register(connection, policies={"own": {"key": {"fragment": "drop"}}})
        cursor = connection.cursor()
        for each in (connection, cursor):
            self.assertEqual(each.execute("SELECT url_key('http://a/#b', 'own')").fetchall(), [("http://a/",)])
        with self.assertRaisesRegex(UrlsieveError, "works here already"):
            urlsieve.duckdb.register(cursor)
        with self.assertRaisesRegex(UrlsieveError, "duckdb.connect"):
            urlsieve.duckdb.register("pages.db")

    def test_a_query_reads_no_file_as_a_policy(self):
        Path("secret.json").write_text('{"key": {"fragment": "drop"}}')
        self.assertEqual(urlsieve.key("http://a/#b", profile="secret.json"), "http://a/")
        with self.assertRaisesRegex(duckdb.Error, "The profile must be one of"):
            connect().execute("SELECT url_key('http://a/#b', 'secret.json')").fetchall()

    def test_refuses_wrong_policies_when_registering(self):
        for policies in (["own"], {"own": "crawl@1"}, {"crawl@1": {"key": {}}}, {"own": {"base": "x"}}, {"own": b"x" * 100}):
            with self.assertRaises(UrlsieveError) as caught:
                connect(policies=policies)
            self.assertIn(caught.exception.code, ("invalid-input", "invalid-option", "invalid-policy", "invalid-program"))
