"""SeenSet, and its snapshots, which are those of the command line."""

import copy
import io
import os
import pickle
import subprocess
import tempfile
import threading
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import expected
import urlsieve
from urlsieve import SeenSet, UrlsieveError

CLI = str(expected.ROOT / "build/out/dist/urlsieve.js")
KEY = bytes(range(16))


def snapshot(seen: SeenSet) -> bytes:
    file = io.BytesIO()
    seen.save(file)
    return file.getvalue()


def dedupe(*args: str, lines: bytes) -> bytes:
    return subprocess.run(["node", CLI, "dedupe", "--quiet", *args], input=lines, capture_output=True, check=True).stdout


def strict_snapshot() -> bytes:
    """A snapshot by npm, of a set with an option that Python's sets lack."""
    entry = os.path.join(os.path.dirname(CLI), "index.js")
    script = f"""
        const {{ createNormalizer, SeenSet }} = await import({entry!r});
        const set = new SeenSet({{ normalizer: createNormalizer({{ strict: true }}) }});
        for await (const chunk of set.save()) process.stdout.write(chunk);
    """
    return subprocess.run(["node", "--input-type=module", "-e", script], capture_output=True, check=True).stdout


class Sets(unittest.TestCase):
    def test_has_the_counts_and_lines_of_the_command_line(self):
        counts = expected.counts()
        seen = SeenSet()
        done = seen.add_lines(expected.list_octets())
        rejects = len(counts["rejected"])
        self.assertEqual((done.added, len(seen)), (counts["unique"], counts["unique"]))
        self.assertEqual((done.duplicates, len(done.rejects)), (counts["lines"] - counts["unique"] - rejects, rejects))
        self.assertTrue(done.fresh == dedupe(str(expected.FOLDER / "list.txt"), lines=b""))
        again = seen.add_lines(expected.list_octets(), invalid="drop")
        self.assertEqual((again.added, again.fresh), (0, b""))

    def test_adds_and_finds_single_urls(self):
        seen = SeenSet(key=KEY)
        self.assertTrue(seen.add("http://example.com"))
        self.assertFalse(seen.add("HTTP://EXAMPLE.com:80/"))
        self.assertIn("http://example.com:/", seen)
        self.assertNotIn("http://example.com/a", seen)
        self.assertEqual(seen.fingerprint("http://example.com"), seen.fingerprint("http://example.com/"))
        for wrong in ("http://[", None):
            self.assertRaises(UrlsieveError, seen.add, wrong)
        self.assertEqual(len(seen), 1)

    def test_merges_sets_with_the_same_key_only(self):
        one, two = SeenSet(key=KEY), SeenSet(key=KEY)
        one.add_lines(b"http://a\nhttp://b\n")
        two.add_lines(b"http://b\nhttp://c\n")
        one.merge(two)
        one.merge(one)
        self.assertEqual(len(one), 3)
        with self.assertRaises(UrlsieveError) as caught:
            one.merge(SeenSet())
        self.assertEqual(caught.exception.code, "invalid-option")

    def test_each_url_is_new_to_one_thread_only(self):
        octets = expected.list_octets()
        seen = SeenSet()
        with ThreadPoolExecutor(4) as pool:
            added = sum(done.added for done in pool.map(lambda _: seen.add_lines(octets), range(4)))
        self.assertEqual((added, len(seen)), (expected.counts()["unique"],) * 2)

    def test_a_fork_gets_a_copy(self):
        seen = SeenSet()
        seen.add("http://a/")
        stop = threading.Event()

        def work():
            while not stop.is_set():
                seen.add_lines(b"http://a/\n" * 1000)

        thread = threading.Thread(target=work)
        thread.start()
        try:
            for _ in range(10):
                child = os.fork()
                if child == 0:
                    os._exit(0 if not seen.add("HTTP://a") and seen.add("http://b/") else 1)
                self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), 0)
        finally:
            stop.set()
            thread.join()
        self.assertEqual(len(seen), 1)

    def test_refuses_keys_of_another_length_or_type(self):
        # Of an int, `bytes` makes so many zeros: a key that is no secret.
        for key, code in ((b"short", "invalid-option"), (16, "invalid-input"), ("0123456789abcdef", "invalid-input"), (list(KEY), "invalid-input")):
            for make in (SeenSet, store_of_no_file, lambda key: SeenSet.load(io.BytesIO(snapshot(SeenSet())), key=key)):
                with self.assertRaises(UrlsieveError) as caught:
                    make(key=key)
                self.assertEqual(caught.exception.code, code)
        self.assertEqual(SeenSet(key=bytearray(KEY)).fingerprint("a"), SeenSet(key=KEY).fingerprint("a"))

    def test_refuses_to_be_copied(self):
        for copied in (pickle.dumps, copy.deepcopy):
            with self.assertRaisesRegex(UrlsieveError, "save it"):
                copied(SeenSet())


def store_of_no_file(key):
    return urlsieve.SeenStore("/nowhere/none.seen", key=key)


class Snapshots(unittest.TestCase):
    def test_are_saved_and_loaded_by_path(self):
        seen = SeenSet()
        seen.add("http://a")
        with tempfile.TemporaryDirectory() as folder:
            for path in (os.path.join(folder, "a.seen"), Path(folder, "a.seen")):
                seen.save(path)
                self.assertIn("http://a/", SeenSet.load(path))
                # It has the key.
                self.assertEqual((os.stat(path).st_mode & 0o777, os.listdir(folder)), (0o600, ["a.seen"]))
            with self.assertRaises(FileNotFoundError):
                seen.save(Path(folder, "none", "a.seen"))
            for file, call in ((io.StringIO(), seen.save), (io.StringIO("a"), SeenSet.load), (5, seen.save), (b"a", SeenSet.load)):
                with self.assertRaises(UrlsieveError) as caught:
                    call(file)
                self.assertEqual(caught.exception.code, "invalid-input")

    def test_the_command_line_continues_with_a_set_of_python(self):
        half = expected.list_octets()[: len(expected.list_octets()) // 2].rpartition(b"\n")[0] + b"\n"
        seen = SeenSet()
        first = seen.add_lines(half)
        path = expected.FOLDER / "python.seen"
        (expected.FOLDER / "python.seen.128").unlink(missing_ok=True)
        with open(path, "wb") as file:
            seen.save(file)
        rest = dedupe("--seen", str(path), "--invalid", "drop", str(expected.FOLDER / "list.txt"), lines=b"")
        self.assertEqual(first.added + rest.count(b"\n"), expected.counts()["unique"])
        # The file is a store now, and the snapshot stays.
        with open(path, "rb") as file, self.assertRaises(UrlsieveError) as caught:
            SeenSet.load(file)
        self.assertIn("format 3", str(caught.exception))
        with open(f"{path}.128", "rb") as file:
            loaded = SeenSet.load(file)
        self.assertEqual(len(loaded), first.added)
        # Both come from one secret.
        self.assertEqual(loaded.fingerprint("http://a/"), seen.fingerprint("http://a/"))

    def test_the_command_line_continues_with_sets_of_keys(self):
        list_file, path = expected.FOLDER / "list.txt", expected.FOLDER / "keys.seen"
        policy, mine = (expected.FOLDER / name for name in ("policy.json", "mine.json"))
        own = urlsieve.compile_policy(policy.read_bytes(), lists={"mine": mine.read_bytes()})
        half = expected.values()[: len(expected.values()) // 2]
        for profile, options in (
            ("crawl@1", ["--profile", "crawl@1"]),
            ("surt@1", ["--profile", "surt@1"]),
            (own, ["--policy", str(policy), "--lists", str(mine)]),
        ):
            with self.subTest(options=options):
                copy = expected.FOLDER / f"{path.name}.128"
                copy.unlink(missing_ok=True)
                whole = SeenSet(profile=profile).add_lines(expected.list_octets(), invalid="drop")
                self.assertTrue(whole.fresh == dedupe(*options, "--invalid", "drop", str(list_file), lines=b""))
                seen = SeenSet(profile=profile)
                first = seen.add_lines(b"\n".join(half) + b"\n", invalid="drop")
                with open(path, "wb") as file:
                    seen.save(file)
                known = ["--seen", str(path), "--invalid", "drop", str(list_file)]
                self.assertTrue(first.fresh + dedupe(*options, *known, lines=b"") == whole.fresh)
                self.assertEqual(dedupe(*options, *known, lines=b""), b"")

    def test_refuses_sets_by_another_profile(self):
        seen = SeenSet(key=KEY, profile="crawl@1")
        octets = snapshot(seen)
        for profile, file in (("rfc3986@1", octets), ("whatwg@1", octets), ({"key": {}}, octets), ("crawl@1", snapshot(SeenSet(key=KEY)))):
            with self.assertRaises(UrlsieveError) as caught:
                SeenSet.load(io.BytesIO(file), profile=profile)
            self.assertEqual(caught.exception.code, "profile-mismatch")
        with self.assertRaises(UrlsieveError) as caught:
            seen.merge(SeenSet(key=KEY))
        self.assertIn("rfc3986@1, not of crawl@1", str(caught.exception))
        with self.assertRaises(UrlsieveError) as caught:
            SeenSet(profile="crawl@7")
        self.assertEqual(caught.exception.code, "invalid-option")
        self.assertEqual(seen.identity, "crawl@1")

    def test_a_snapshot_is_of_the_moment_at_which_it_began(self):
        class File(io.BytesIO):
            def write(self, octets):
                seen.add(f"http://during/{self.tell()}")
                return super().write(octets)

        seen, file = SeenSet(profile="crawl@1"), File()
        seen.add("http://a/")
        seen.save(file)
        file.seek(0)
        self.assertEqual(len(SeenSet.load(file, profile="crawl@1")), 1)

    def test_restores_sets_of_every_size_around_a_block(self):
        for count in (0, 1, 4095, 4096, 4097, 20_000):
            seen = SeenSet()
            seen.add_lines(b"".join(b"http://h/%d\n" % index for index in range(count)))
            loaded = SeenSet.load(io.BytesIO(snapshot(seen)))
            self.assertEqual((len(loaded), loaded.fingerprint("a")), (count, seen.fingerprint("a")))

    def test_refuses_damaged_files_at_every_octet(self):
        for profile in ("rfc3986@1", "crawl@1"):
            with self.subTest(profile):
                self.damage(profile)

    def damage(self, profile):
        seen = SeenSet(key=KEY, profile=profile)
        seen.add_lines(b"http://a\nhttp://b\n")
        octets = snapshot(seen)
        for index in range(len(octets)):
            damaged = bytearray(octets)
            damaged[index] ^= 1
            with self.assertRaises(UrlsieveError) as caught:
                SeenSet.load(io.BytesIO(damaged), profile=profile)
            self.assertEqual(caught.exception.code, "invalid-snapshot")
            with self.assertRaises(UrlsieveError) as caught:
                SeenSet.load(io.BytesIO(octets[:index]), profile=profile)
            self.assertIn("truncated", str(caught.exception))
        with self.assertRaises(UrlsieveError):
            SeenSet.load(io.BytesIO(octets + b"x"), profile=profile)

    def test_refuses_other_files_keys_and_options(self):
        seen = SeenSet(key=KEY)
        octets = snapshot(seen)
        with self.assertRaises(UrlsieveError) as caught:
            SeenSet.load(io.BytesIO(octets), key=bytes(16))
        self.assertIn("another key", str(caught.exception))
        self.assertEqual(len(SeenSet.load(io.BytesIO(octets), key=KEY)), 0)
        with self.assertRaises(UrlsieveError) as caught:
            SeenSet.load(io.BytesIO(b"not a snapshot" * 20))
        self.assertIn("not a urlsieve snapshot", str(caught.exception))
        with self.assertRaises(UrlsieveError) as caught:
            SeenSet.load(io.BytesIO(strict_snapshot()))
        self.assertIn("other options", str(caught.exception))
