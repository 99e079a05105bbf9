"""ClickHouse, by chDB, with the function that examples/clickhouse/ defines, against the npm package."""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import chdb
import expected
import urlsieve

PAGE = (expected.ROOT / "docs/integrations/clickhouse.md").read_text()
BLOCKS = re.findall(r"```sql\n(.*?)```", PAGE, re.S)
CREATE = next(block for block in BLOCKS if "CREATE FUNCTION" in block)


def setUpModule():
    """Installs the package by the commands of the page, except that it comes from this checkout."""
    global folder, programs
    folder = tempfile.TemporaryDirectory()
    [commands] = re.findall(r"```sh\n(.*?)```", PAGE, re.S)
    # The test needs no registry: see below.
    commands = commands.replace("npm install --global tldts", ":")
    for name, value in (("--global urlsieve", f"--global {packed(folder.name)}"), ("/etc/clickhouse-server/", f"{folder.name}/")):
        assert commands.count(name) == 1
        commands = commands.replace(name, value)
    programs = f"{folder.name}/global/bin"
    subprocess.run(["bash", "-e", "-c", commands], check=True, stdout=subprocess.DEVNULL, env={**os.environ, "npm_config_prefix": f"{folder.name}/global"})
    for name in ("tldts", "tldts-core"):
        shutil.copytree(expected.ROOT / "node_modules" / name, Path(folder.name, "global/lib/node_modules", name))
    os.environ["PATH"] = f"{programs}:{os.environ['PATH']}"


def packed(to: str) -> str:
    pack = ["npm", "pack", "--silent", "--ignore-scripts", "--pack-destination", to]
    done = subprocess.run(pack, check=True, capture_output=True, text=True, cwd=expected.ROOT)
    return str(Path(to, done.stdout.splitlines()[-1]))


def tearDownModule():
    os.environ["PATH"] = os.environ["PATH"].removeprefix(f"{programs}:")
    folder.cleanup()


def rows(sql: str) -> list[list[str]]:
    text = chdb.query(sql, "TSVRaw", udf_path=folder.name).bytes().decode()
    # In TSVRaw, a NULL is \N.
    return [line.split("\t") for line in text.removesuffix("\n").split("\n")]


class Functions(unittest.TestCase):
    def test_has_the_counts_of_the_npm_package(self):
        counts = expected.counts()
        query = f"""
            SELECT count(), uniqExactIf(normal, normal != ''), countIf(normal = '' AND url != '')
            FROM (SELECT url, urlsieve_normalize(url) AS normal FROM file('{expected.FOLDER}/list.txt', 'LineAsString', 'url String'))
        """
        lines, unique, rejects = (int(count) for count in rows(query)[0])
        has_empty = any(value == b"" for value in expected.values())
        self.assertEqual((lines, unique + has_empty, rejects), (counts["lines"], counts["unique"], len(counts["rejected"])))
        print(f"  clickhouse: {unique + has_empty} unique, {rejects} rejects of {lines} rows")

    def test_has_the_values_of_the_npm_package(self):
        query = f"SELECT urlsieve_normalize(url) FROM file('{expected.FOLDER}/list.txt', 'LineAsString', 'url String')"
        got = chdb.query(query, "LineAsString", udf_path=folder.name).bytes().removesuffix(b"\n").split(b"\n")
        wanted = [normal or b"" for normal in expected.normal_values()]
        # The processes run in parallel, so the order of blocks is not that of the list.
        self.assertEqual(sorted(got), sorted(wanted))

    def test_passes_backslashes_tabs_and_octets_that_are_not_text_as_they_are(self):
        self.assertEqual(rows(r"SELECT urlsieve_normalize('http://h/a\\b'), urlsieve_normalize('http://h/a\tb'), urlsieve_normalize('http://h/\xff')"),
                         [["http://h/a%5Cb", "http://h/ab", "http://h/%FF"]])

    def test_a_line_feed_stays_within_its_row(self):
        query = "SELECT number, url_normalize(if(number % 7 = 0, 'http://h/a\\nb', concat('HTTP://H/', toString(number)))) FROM numbers(70000)"
        for number, normal in rows(CREATE + query):
            self.assertEqual(normal, "http://h/ab" if int(number) % 7 == 0 else f"http://h/{number}")

    def test_has_the_keys_of_the_npm_package_and_refuses_other_profiles(self):
        query = f"SELECT url_key(url, 'crawl@1') FROM file('{expected.FOLDER}/list.txt', 'LineAsString', 'url String')"
        got = chdb.query(CREATE + query, "LineAsString", udf_path=folder.name).bytes().removesuffix(b"\n").split(b"\n")
        lines = urlsieve.key_lines(expected.list_octets(), profile="crawl@1", invalid="blank").lines
        self.assertEqual(sorted(got), sorted(line or b"\\N" for line in lines.removesuffix(b"\n").split(b"\n")))
        with self.assertRaises(Exception) as caught:
            rows(CREATE + "SELECT url_key('http://a/', 'whatwg@1')")
        self.assertIn("crawl@1 only", str(caught.exception))

    def test_takes_nulls_low_cardinality_and_no_rows(self):
        query = """
            SELECT url_normalize(url), url_normalize(toLowCardinality(url)) FROM
            (SELECT arrayJoin([NULL, '', 'HTTP://A', 'http://[']) AS url)
        """
        self.assertEqual(rows(CREATE + query), [[r"\N"] * 2, [""] * 2, ["http://a/"] * 2, [r"\N"] * 2])
        self.assertEqual(rows("SELECT count(urlsieve_normalize(toString(number))) FROM numbers(0)"), [["0"]])

    def test_has_the_parts_of_the_command_line(self):
        query = f"SELECT url, url_host(url), url_site(url), url_path(url) FROM file('{expected.FOLDER}/texts.jsonl', 'JSONEachRow', 'url String')"
        done = chdb.query(CREATE + query, "JSONCompactEachRow", udf_path=folder.name).bytes().splitlines()
        wanted = [json.loads(line) for line in expected.values("parts.jsonl")]
        rows_of = ([row["url"], row.get("host"), row.get("site"), row.get("path")] for row in wanted)
        self.assertEqual(sorted(json.dumps(json.loads(line)) for line in done), sorted(map(json.dumps, rows_of)))

    def test_parts_are_null_without_a_url_and_keep_their_row(self):
        query = "SELECT url_host(url), url_path(url) FROM (SELECT arrayJoin([NULL, '', 'HTTP://A/\nb', 'http://[', 'http://b/\\\\']) AS url)"
        self.assertEqual(rows(CREATE + query), [[r"\N"] * 2, [r"\N"] * 2, ["a", "/b"], [r"\N"] * 2, ["b", "/%5C"]])

    def test_has_the_destinations_of_the_npm_package(self):
        hostile = ["", "\0", "\x1f\x8b", "http://a/\r", "http://a\r\nb/", "\ufeffhttp://a/", "BZh91AY&SY", "http://a/\ufffd", "http://b\u00fccher.test/"]
        wanted = [(url, found.host, None) if (found := urlsieve.destination(url)).accepted else (url, None, found.reason)
                  for url in hostile + [url for url, *_ in expected.destinations()[0] if url.isprintable()]]
        path = Path(folder.name, "destinations.jsonl")
        path.write_text("".join(json.dumps({"url": url}) + "\n" for url, *_ in wanted))
        query = f"SELECT url, url_destination(url), url_destination_error(url) FROM file('{path}', 'JSONEachRow', 'url String')"
        done = chdb.query(CREATE + query, "JSONCompactEachRow", udf_path=folder.name).bytes().splitlines()
        self.assertEqual(sorted(json.dumps(json.loads(line)) for line in done), sorted(map(json.dumps, wanted)))

    def test_a_command_that_is_missing_is_an_error(self):
        code = f"import chdb; chdb.query(\"SELECT urlsieve_normalize('a')\", udf_path={folder.name!r})"
        done = subprocess.run([sys.executable, "-c", code], env={**os.environ, "PATH": "/nowhere"}, capture_output=True, text=True, timeout=expected.TIMEOUT)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("DB::Exception", done.stderr)


class Page(unittest.TestCase):
    def test_examples_do_as_they_say(self):
        self.assertEqual(len(BLOCKS), 8)
        for number, block in enumerate(BLOCKS):
            if block == CREATE:
                continue
            sql, *answers = re.split(r"\n-- ", block.strip())
            with self.subTest(block=number):
                self.assertEqual(rows(CREATE + sql), [answer.replace("NULL", r"\N").split("\t") for answer in answers])
