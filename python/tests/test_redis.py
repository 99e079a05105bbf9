"""Redis: urlsieve.redis and urlsieve/redis on real servers of Redis and Valkey, and crawlers of both languages that are killed."""

import collections
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from pathlib import Path

import expected
import pyarrow as pa
import redis
import urlsieve
import valkey
from redis_server import Server
from urlsieve import UriError, UrlsieveError
from urlsieve.redis import SharedSeenSet

NODE = os.environ["URLSIEVE_NODE"]
TESTS = expected.ROOT / "test/platforms"
REFERENCES = expected.ROOT / "test/support/fingerprint-references.json"
PAGE = (expected.ROOT / "docs/integrations/redis.md").read_text()
KILLS = 20
URLS = 1_000_000

server: Server


def setUpModule():
    global server
    server = Server()


def tearDownModule():
    server.stop()


def setUp():
    server.client().flushall()


def texts() -> list[str]:
    return [line.decode("utf-8", "replace") for line in expected.values()]


def batches(urls: list[str], size: int = 10_000):
    for at in range(0, len(urls), size):
        yield urls[at : at + size]


class Lists(unittest.TestCase):
    def test_has_the_counts_of_the_npm_package(self):
        counts = expected.counts()
        client = server.client()
        seen = SharedSeenSet.open(client, "counts")
        done = [seen.add(batch) for batch in batches(texts())]
        rejects = sum(isinstance(result, UriError) for added in done for result in added.results)
        added = sum(batch.added for batch in done)
        self.assertEqual((added, done[-1].size, rejects), (counts["unique"], counts["unique"], len(counts["rejected"])))
        print(f"  redis: {added} unique, {rejects} rejects of {counts['lines']} rows")
        # The crawlers in JavaScript have the same fingerprints.
        again = sum(SharedSeenSet.open(client, "counts", local=0).add(batch).added for batch in batches(texts()[:50_000]))
        self.assertEqual(again, 0)
        client.flushall()

    def test_has_the_counts_of_the_npm_package_in_the_npm_package(self):
        self.assertEqual(node_tests(server.url, "has the counts"), 1)


class Sets(unittest.TestCase):
    library = redis

    @classmethod
    def setUpClass(cls):
        cls.server = Server(cls.library)

    @classmethod
    def tearDownClass(cls):
        cls.server.stop()

    def setUp(self):
        self.server.client().flushall()

    def test_run_on_the_server_of_this_name(self):
        self.assertEqual("valkey_version" in self.server.client().info("server"), self.library is valkey)

    def test_gives_new_to_one_of_the_crawlers_in_both_languages_and_variants(self):
        urls = [f"http://example.com/{index * 7919 % 10_007}" for index in range(20_000)]
        for variant in ("exact", "compact"):
            found: list[int] = []

            def crawl(name=f"both {variant}", variant=variant, found=found):
                seen = SharedSeenSet.open(self.server.client(), name, variant=variant)
                found.extend(seen.add(batch).added for batch in batches(urls, 500))

            threads = [threading.Thread(target=crawl) for _ in range(4)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            last = SharedSeenSet.open(self.server.client(), f"both {variant}").add(["http://example.com/0"])
            self.assertEqual((sum(found), last.size, last.added), (10_007, 10_007, 0))
            values = 2**128 if variant == "exact" else 2 ** (52 + 19)
            self.assertAlmostEqual(last.error_chance * values / (10_007 * 10_006 / 2), 1)
        self.assertTrue(self.server.client().exists("urlsieve:{both exact}"))

    def test_compact_sets_are_arrays_of_numbers(self):
        seen = self.filled("compact", 100_000)
        client = self.server.client()
        keys = [key for key in client.keys("urlsieve:{compact}:*")]
        self.assertEqual({client.object("encoding", key) for key in keys}, {b"intset"})
        self.assertEqual(sum(client.scard(key) for key in keys), 100_000)
        self.assertEqual(seen.add([]).size, 100_000)

    def test_takes_the_memory_for_a_url_that_the_page_states(self):
        place = [redis, valkey].index(self.library)
        stated = re.findall(r"(?m)^\| `\"(exact|compact)\"`.*\| (\d+), (\d+) \|", PAGE)
        self.assertEqual(len(stated), 2)
        for variant, *octets in stated:
            client = self.server.client()
            before = client.info("memory")["used_memory"]
            self.filled(variant, 1_000_000)
            used = (client.info("memory")["used_memory"] - before) / 1_000_000
            print(f"  {self.library.__name__}: {used:.1f} octets a URL, {variant}")
            self.assertAlmostEqual(used, int(octets[place]), delta=1)

    def filled(self, variant: str, count: int) -> SharedSeenSet:
        """A set of `count` URLs, with as much capacity."""
        seen = SharedSeenSet.open(self.server.client(), variant, variant=variant, capacity=count, local=0)
        urls = [f"http://example.com/{index}" for index in range(count)]
        self.assertEqual(sum(seen.add(batch).added for batch in batches(urls)), count)
        return seen

    def test_has_the_fingerprints_of_a_seen_set(self):
        from urlsieve._fingerprints import fingerprints_of

        secret = bytes(range(16))
        own = urlsieve.SeenSet(key=secret)
        urls = [*json.loads(REFERENCES.read_text()), "http://h/" + "a" * 300_000]
        for given in (urls, *([url] for url in urls), [f"http://h/{index}" for index in range(40_000)]):
            octets, errors = fingerprints_of(given, "rfc3986@1", secret)
            for index, url in enumerate(given):
                if index in errors:
                    self.assertRaises(UrlsieveError, own.fingerprint, url)
                else:
                    self.assertEqual(octets[16 * index : 16 * index + 16].tobytes(), own.fingerprint(url))

    def test_refuses_another_identity_secret_or_variant_and_names_both(self):
        client = self.server.client()
        SharedSeenSet.open(client, "one", profile="crawl@1", secret=bytes(16))
        for options, message in (
            ({}, 'has the key identity "crawl@1", and this crawler "rfc3986@1"'),
            ({"profile": "crawl@1", "secret": b"x" * 16}, 'has the secret with the check "[0-9a-f]{8}", and this crawler "[0-9a-f]{8}"'),
            ({"profile": "crawl@1", "variant": "compact"}, 'has the variant "exact", and this crawler "compact"'),
        ):
            with self.assertRaisesRegex(UrlsieveError, message) as caught:
                SharedSeenSet.open(client, "one", **options)
            self.assertEqual(caught.exception.code, "invalid-option")
            self.assertNotIn("0" * 32, str(caught.exception))
        program = urlsieve._profile.resolve("crawl@1").program
        self.assertEqual(SharedSeenSet.open(client, "one", profile=program).identity, "crawl@1")

    def test_stores_nothing_that_the_server_is_too_full_for(self):
        client = self.server.client()
        seen = SharedSeenSet.open(client, "full")
        client.config_set("maxmemory", 1)
        try:
            with self.assertRaises(self.library.OutOfMemoryError):
                seen.claim(["http://a", "http://b"])
        finally:
            client.config_set("maxmemory", 0)
        self.assertIsNone(seen.reclaim(0))
        self.assertEqual(seen.add(["http://a", "http://b"]).results, [True, True])

    def test_a_script_adds_all_that_is_new_once_or_nothing(self):
        client = self.server.client()
        script = urlsieve._profile.tables()["redis"]["scripts"]["add"]
        octets = random.Random(16).randbytes(16 * 10_000)
        for variant, buckets in (("exact", 1), ("exact", 16), ("compact", 4096)):
            client.flushall()
            client.hset("set", mapping={"generation": "g", "variant": variant, "buckets": buckets, "count": 0})

            def add(prints, id="", *urls):
                epoch, size, *places = client.execute_command("EVAL", script, 1, "set", "g", "", id, prints, *urls)
                self.assertEqual(epoch, b"")
                return [*places, size]

            with self.subTest(variant=variant, buckets=buckets):
                self.assertEqual(add(octets[:80_000] * 2), [*range(5_000), 5_000])
                self.assertEqual(add(octets), [*range(5_000, 10_000), 10_000])
                self.assertEqual(add(octets), [10_000])
                # The batch cannot be noted after its fingerprints were added.
                client.set("set:batches", "no sorted set")
                urls = [f"http://h/{index}" for index in range(3_000)]
                other = random.Random(17).randbytes(16 * 3_000)
                with self.assertRaisesRegex(Exception, "WRONGTYPE"):
                    add(other, "x", *urls)
                self.assertEqual(sum(client.scard(key) for key in client.keys("set:g:*")), 10_000)
                self.assertFalse(client.hexists("set", "batch:x"))
                client.delete("set:batches")
                self.assertEqual(add(other, "y", *urls), [*range(3_000), 13_000])
                self.assertEqual(client.zrange("set:batches", 0, -1), [b"y"])
                reclaim = urlsieve._profile.tables()["redis"]["scripts"]["reclaim"]
                self.assertEqual(client.execute_command("EVAL", reclaim, 1, "set", "g", 0, "z"), [url.encode() for url in urls])

    def test_passes_on_the_error_of_a_client_whose_server_is_slow_or_gone(self):
        client = self.server.client(decode_responses=True)
        impatient = self.server.client(retry=None)
        slow = SharedSeenSet.open(impatient, "slow")
        impatient.connection_pool.connection_kwargs["socket_timeout"] = 0.2
        impatient.connection_pool.reset()
        client.execute_command("CLIENT", "PAUSE", 60_000, "WRITE")
        with self.assertRaises(self.library.TimeoutError):
            slow.add(["http://a"])
        client.execute_command("CLIENT", "UNPAUSE")
        with Server(self.library) as other:
            gone = SharedSeenSet.open(other.client(retry=None), "gone")
        with self.assertRaises(self.library.ConnectionError):
            gone.add(["http://a"])
        self.assertEqual(SharedSeenSet.open(client, "gone").add(["http://a"]).results, [True])

    def test_batches_are_acknowledged_or_reclaimed_once(self):
        mine, yours = (SharedSeenSet.open(self.server.client(decode_responses=way), "batches") for way in (True, False))
        claimed = mine.claim(["http://a", "HTTP://A/", "http://é/", "http://["])
        self.assertEqual(claimed.urls, ["http://a", "http://é/"])
        self.assertIsNone(yours.reclaim(3_600_000))
        taken = yours.reclaim(0)
        self.assertEqual(taken.urls, ["http://a", "http://é/"])
        self.assertEqual([mine.acknowledge(claimed.id), yours.acknowledge(taken.id), yours.acknowledge(taken.id)], [False, True, False])
        self.assertIsNone(mine.reclaim(0))

    def test_takes_a_sequence_as_it_is_at_the_call(self):
        client = self.server.client()
        urls = ["http://a", "http://b"]

        class Changing:
            """A client whose caller changes its list while the server answers."""

            def execute_command(self, *words):
                reply = client.execute_command(*words)
                urls.clear()
                return reply

        opened = SharedSeenSet.open(Changing(), "reused")
        urls[:] = ["http://a", "http://b"]
        claimed = opened.claim(urls)
        self.assertEqual((claimed.urls, claimed.results), (["http://a", "http://b"], [True, True]))

    def test_hands_over_every_batch_after_the_server_has_evicted_keys_of_them(self):
        client = self.server.client()
        seen = SharedSeenSet.open(client, "evicted batches")
        seen.claim(["http://a", "http://b"])
        seen.claim(["http://c"])
        client.delete(*client.keys("urlsieve:{evicted batches}:batch*"))
        seen.claim(["http://d"])
        urls = []
        for _ in range(3):
            batch = seen.reclaim(0)
            urls += batch.urls
            self.assertTrue(seen.acknowledge(batch.id))
        self.assertEqual(sorted(urls), ["http://a", "http://b", "http://c", "http://d"])
        self.assertIsNone(seen.reclaim(0))

    def test_does_not_send_again_what_it_knows_until_the_server_may_have_forgotten_it(self):
        client = self.server.client()
        urls = [f"http://example.com/{index}" for index in range(1_000)]
        sent = [0]

        class Counting:
            def execute_command(self, *words):
                sent[0] += sum(len(word) for word in words if isinstance(word, (str, bytes)))
                return client.execute_command(*words)

        for variant in ("exact", "compact"):
            client.flushall()
            seen = SharedSeenSet.open(Counting(), "forgets", variant=variant)
            self.assertEqual(seen.add(urls).added, 1_000)
            sent[0] = 0
            self.assertEqual(seen.claim(urls).added, 0)
            self.assertLess(sent[0], 300)
            keys = client.keys("urlsieve:{forgets}:*")
            for key in keys:
                client.pexpire(key, 1)
            while client.exists(*keys):
                pass
            claimed = seen.claim(urls)
            self.assertEqual((claimed.added, claimed.urls), (1_000, urls))
            self.assertEqual((seen.add(urls[:10]).added, seen.add(urls).added), (0, 0))
            client.delete("urlsieve:{forgets}")
            for call, argument in ((seen.add, urls), (seen.reclaim, 0)):
                with self.assertRaisesRegex(Exception, "URLSIEVE the set urlsieve:{forgets} was deleted or replaced"):
                    call(argument)

    def test_refuses_wrong_arguments(self):
        client = self.server.client()
        seen = SharedSeenSet.open(client, "arguments")
        for call, code in (
            (lambda: SharedSeenSet.open(client, ""), "invalid-input"),
            (lambda: SharedSeenSet.open(client, "a", secret=b"x"), "invalid-option"),
            (lambda: SharedSeenSet.open(client, "a", variant="bloom"), "invalid-option"),
            (lambda: SharedSeenSet.open(client, "a", capacity=-1), "invalid-option"),
            (lambda: SharedSeenSet.open(client, "a", profile="x"), "invalid-option"),
            (lambda: seen.add("http://a"), "invalid-input"),
            (lambda: seen.add([1]), "invalid-input"),
            (lambda: seen.claim(5), "invalid-input"),
            (lambda: seen.add(pa.array(["http://a", None])), "invalid-input"),
            (lambda: seen.add(["http://a"] * 10_001), "invalid-input"),
            (lambda: seen.reclaim(-1), "invalid-option"),
            (lambda: seen.acknowledge(None), "invalid-input"),
            (lambda: SharedSeenSet.open(client, "a", secret=16), "invalid-input"),
        ):
            with self.assertRaises(UrlsieveError) as caught:
                call()
            self.assertEqual(caught.exception.code, code)
        self.assertEqual(seen.add([]).results, [])

    def test_the_npm_package(self):
        self.assertGreater(node_tests(self.server.url), 10)


class ValkeySets(Sets):
    library = valkey


def node_tests(url: str, *titles: str) -> int:
    """Runs test/platforms/redis.mjs. Raises AssertionError for each of its tests that failed."""
    command = [NODE, str(TESTS / "redis.mjs"), url, str(expected.FOLDER), *titles]
    done = subprocess.run(command, capture_output=True, text=True, timeout=expected.TIMEOUT)
    results = [json.loads(line) for line in done.stdout.splitlines()]
    failures = [f"{result['title']}: {result['error']}" for result in results if "error" in result]
    if failures or done.returncode != 0:
        raise AssertionError("\n".join([*failures, done.stderr[-3000:]]))
    return len(results)


class Crawlers(unittest.TestCase):
    """Two crawlers with overlapping URLs, one in Python and one in JavaScript. The one in Python is killed at random moments."""

    def test_no_url_is_lost_or_given_to_two_when_a_crawler_is_killed(self):
        setUp()
        seed = int(time.time())
        chance = random.Random(seed)
        with tempfile.TemporaryDirectory() as folder:
            logs = [Path(folder, name) for name in ("steady.log", "killed.log")]
            steady = subprocess.Popen([NODE, str(TESTS / "crawler.mjs"), server.url, str(logs[0]), "0", str(URLS * 7 // 10)])
            killed = [sys.executable, str(expected.ROOT / "python/tests/crawler.py"), server.url, str(logs[1]), str(URLS), str(URLS * 3 // 10)]
            for _ in range(KILLS):
                with subprocess.Popen(killed, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as crawler:
                    crawler.stdout.readline()
                    time.sleep(chance.uniform(0, 0.3))
                    crawler.send_signal(signal.SIGKILL)
                    self.assertEqual(crawler.wait(), -signal.SIGKILL)
            with subprocess.Popen(killed, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL) as crawler:
                self.assertEqual((crawler.wait(expected.TIMEOUT), steady.wait(expected.TIMEOUT)), (0, 0))
            seen = SharedSeenSet.open(server.client(), "crawl")
            reclaimed = 0
            acknowledged: collections.Counter = collections.Counter()
            while (batch := seen.reclaim(0)) is not None:
                reclaimed += 1
                acknowledged.update(int(url.rpartition("/")[2]) for url in batch.urls)
                self.assertTrue(seen.acknowledge(batch.id))
            new: collections.Counter = collections.Counter()
            for log in logs:
                for line in log.read_text().splitlines():
                    word, *numbers = line.split()
                    (new if word == "new" else acknowledged).update(map(int, numbers))
        print(f"  redis: {KILLS} kills (seed {seed}), {reclaimed} batches reclaimed, {seen.add([]).size} URLs")
        self.assertEqual(seen.add([]).size, URLS)
        self.assertEqual(acknowledged.keys(), set(range(URLS)))
        self.assertEqual(max(new.values()), 1)
        self.assertLessEqual(reclaimed, KILLS)


class Page(unittest.TestCase):
    """docs/integrations/redis.md: the examples run as written, on the server of the tests."""

    def setUp(self):
        setUp()

    def run_block(self, language: str, number: int, command: list[str], **options) -> str:
        block = re.findall(rf"```{language}\n(.*?)```", PAGE, re.S)[number].replace("redis://127.0.0.1:6379", server.url)
        with tempfile.TemporaryDirectory(dir=expected.FOLDER) as folder:
            file = Path(folder, f"example.{language}")
            file.write_text(block)
            done = subprocess.run([*command, str(file)], capture_output=True, text=True, timeout=expected.TIMEOUT, **options)
        self.assertEqual((done.returncode, done.stderr), (0, ""), block)
        return done.stdout, re.findall(r"(?:#|//) → (.*)", block)

    def test_examples_do_as_they_say(self):
        modules = Path(expected.FOLDER, "node_modules")
        if not modules.exists():
            modules.symlink_to(Path(os.environ["URLSIEVE_NPM"]).parent / "node_modules")
            (expected.FOLDER / "package.json").write_text('{ "type": "module" }')
        for language, command in (("js", [NODE, "--import", str(TESTS / "self.mjs")]), ("python", [sys.executable])):
            count = len(re.findall(rf"```{language}\n", PAGE))
            self.assertGreater(count, 0)
            for number in range(count):
                with self.subTest(language=language, number=number):
                    printed, wanted = self.run_block(language, number, command)
                    self.assertEqual(printed.splitlines(), wanted)
