"""The view of docs/guide/teams.md, in DuckDB and in ClickHouse: both take the same SQL and give the same rows."""

import re
import unittest

import duckdb
import expected
import test_clickhouse
import urlsieve.duckdb

PAGE = (expected.ROOT / "docs/guide/teams.md").read_text()
[SECTION] = re.findall(r"^## DuckDB and ClickHouse.*?(?=^## )", PAGE, re.S | re.M)
[VIEW, SITES, NEWEST] = re.findall(r"```sql\n(.*?)```", SECTION, re.S)
ROWS = [
    ("HTTP://www.Example.co.uk:80/a?utm_source=feed", 1),
    ("http://www.example.co.uk/a#top", 3),
    ("http://www.example.co.uk/b", 2),
    ("http://shop.example.co.uk/a", 2),
    ("http://192.0.2.7/", 1),
    ("http://[", 1),
]
VALUES = ", ".join(f"('{url}', {fetched})" for url, fetched in ROWS)
SITES_WANTED = {("example.co.uk", 4, 3), (None, 2, 1)}
NEWEST_WANTED = {("http://www.example.co.uk/a#top", 3), ("http://www.example.co.uk/b", 2)}

setUpModule = test_clickhouse.setUpModule
tearDownModule = test_clickhouse.tearDownModule


class View(unittest.TestCase):
    def test_gives_its_rows_in_duckdb(self):
        connection = duckdb.connect()
        urlsieve.duckdb.register(connection)
        connection.execute(f"CREATE TABLE crawl AS FROM (VALUES {VALUES}) AS rows(url, fetched)")
        connection.execute(VIEW)
        self.assertEqual(set(connection.execute(SITES).fetchall()), SITES_WANTED)
        self.assertEqual(set(connection.execute(NEWEST).fetchall()), NEWEST_WANTED)

    def test_gives_its_rows_in_clickhouse(self):
        table = f"CREATE TABLE crawl ENGINE = Memory AS SELECT * FROM values('url String, fetched UInt8', {VALUES});"
        for query, wanted in ((SITES, SITES_WANTED), (NEWEST, NEWEST_WANTED)):
            rows = test_clickhouse.rows(test_clickhouse.CREATE + table + VIEW + query)
            texts = {tuple(r"\N" if value is None else str(value) for value in row) for row in wanted}
            self.assertEqual({tuple(row) for row in rows}, texts)
