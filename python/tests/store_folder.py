"""What the tests of stores share: a folder, the command line, and Node.js."""

import json
import os
import shutil
import subprocess
import tempfile
import unittest
from contextlib import contextmanager
from unittest import mock

import expected
from urlsieve import UrlsieveError

DIST = expected.ROOT / "build/out/dist"
CLI = str(DIST / "urlsieve.js")
KEY = bytes(range(16))
LONG = os.environ.get("URLSIEVE_LONG") == "1"
_IMPORTS = f"""
import {{ SeenStore }} from {str(DIST / "node.js")!r};
import {{ createNormalizer }} from {str(DIST / "crawl.js")!r};
"""


def urls(start: int, count: int) -> list[str]:
    return [f"http://example.com/{number}" for number in range(start, start + count)]


def node(*arguments: str, input: bytes = b"") -> str:
    """Runs the command line."""
    done = subprocess.run(["node", CLI, *arguments], input=input, capture_output=True)
    if done.returncode != 0:
        raise AssertionError(done.stderr.decode())
    return done.stdout.decode()


class StoreFolder(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="urlsieve-")
        self.addCleanup(shutil.rmtree, self.folder)
        self._files = 0

    def path(self) -> str:
        """A new path."""
        self._files += 1
        return os.path.join(self.folder, f"{self._files}.seen")

    def code_of(self, use, *args, **options) -> str | None:
        try:
            use(*args, **options)
        except UrlsieveError as error:
            return error.code
        return None

    def assert_code(self, code: str, use, *args, **options) -> None:
        self.assertEqual(self.code_of(use, *args, **options), code)

    @contextmanager
    def small_tables(self, keys: int):
        """Runs of so few keys."""
        with mock.patch("urlsieve._store.pending.MAX_IN_TABLE", keys), mock.patch("urlsieve._seen_store._BATCH", keys), mock.patch("urlsieve._seen_store.MAX_BATCH", keys):
            yield

    def in_node(self, script: str):
        """What a script prints, as JSON. It may use SeenStore and createNormalizer."""
        done = subprocess.run(["node", "--input-type=module", "-e", _IMPORTS + script], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def start_node(self, script: str) -> "subprocess.Popen[bytes]":
        """Starts a script, and waits until it has printed "open"."""
        process = subprocess.Popen(["node", "--input-type=module", "-e", _IMPORTS + script], stdout=subprocess.PIPE)
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        self.assertEqual(process.stdout.readline(), b"open\n")
        return process
