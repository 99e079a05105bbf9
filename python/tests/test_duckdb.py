"""DuckDB functions, against the npm package."""

import unittest
import unittest.mock

import duckdb
import expected
import pyarrow as pa
import urlsieve.duckdb
from urlsieve import UrlError
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
        query = "SELECT count(*), count(DISTINCT urlsieve(url)), count(urlsieve_error(url)) FROM list"
        lines, unique, rejects = connection.execute(query).fetchone()
        self.assertEqual((lines, unique, rejects), (counts["lines"], counts["unique"], len(counts["rejected"])))
        normal = connection.execute("SELECT urlsieve(url) FROM list ORDER BY row").fetchall()
        self.assertEqual([text for (text,) in normal], urlsieve.normalize_array(pa.array(texts)).to_pylist())

    def test_has_the_values_of_the_command_line_under_a_compiled_policy(self):
        connection = connect(profile=expected.policy(), prefix="own")
        connection.register("list", pa.table({"url": pa.array(expected.values(), pa.string()), "row": range(len(expected.values()))}))
        rows = connection.sql("SELECT own(url), own_key(url) FROM list ORDER BY row").to_arrow_table()
        for column, form in zip(rows.columns, ("normalized", "key"), strict=True):
            self.assertTrue(column.combine_chunks().equals(pa.array(expected.policy_values(form), pa.string())))

    def test_rejects_are_one_value_to_distinct_unless_they_are_kept(self):
        connection = connect()
        rows = "(VALUES ('HTTP://a'), ('http://a/'), ('http://['), ('http://h:x/'), (NULL)) AS list(url)"
        self.assertEqual(len(connection.execute(f"SELECT DISTINCT ON (urlsieve(url)) url FROM {rows}").fetchall()), 2)
        self.assertEqual(len(connection.execute(f"SELECT DISTINCT ON (coalesce(urlsieve(url), url)) url FROM {rows}").fetchall()), 4)

    def test_works_on_constants_empty_tables_and_several_threads(self):
        connection = connect()
        self.assertEqual(connection.execute("SELECT urlsieve('HTTP://a'), urlsieve(NULL)").fetchone(), ("http://a/", None))
        connection.execute("CREATE TABLE none (url VARCHAR)")
        self.assertEqual(connection.execute("SELECT urlsieve(url) FROM none").fetchall(), [])
        connection.execute("SET threads TO 4")
        connection.execute("CREATE TABLE many AS SELECT 'HTTP://H/' || (i % 1000) AS url FROM range(500000) AS r(i)")
        self.assertEqual(connection.execute("SELECT count(DISTINCT urlsieve(url)) FROM many").fetchone(), (1000,))

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
            self.assertEqual(connection.execute("SELECT count(urlsieve(url)) FROM many").fetchone(), (500_000,))
        # 500,000 rows are 245 calls.
        self.assertLessEqual(made, 8)

    def test_refuses_unknown_profiles_when_registering(self):
        with self.assertRaises(UrlError) as caught:
            connect(profile="x")
        self.assertEqual(caught.exception.code, "invalid-option")
