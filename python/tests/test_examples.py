"""Runs the examples of the docstrings and of the pages, and checks the types."""

import doctest
import importlib
import pkgutil
import re
import subprocess
import sys
import unittest

import expected
import urlsieve
from redis_server import Server

PAGES = ["python/README.md"]


class Docstrings(unittest.TestCase):
    def test_examples_do_as_they_say(self):
        attempted = 0
        with Server() as server:
            for module in pkgutil.iter_modules(urlsieve.__path__, "urlsieve."):
                result = doctest.testmod(importlib.import_module(module.name), extraglobs={"REDIS": server.url})
                self.assertEqual((module.name, result.failed), (module.name, 0))
                attempted += result.attempted
        result = doctest.testmod(urlsieve)
        self.assertEqual(result.failed, 0)
        self.assertGreater(attempted + result.attempted, 25)


class Pages(unittest.TestCase):
    def test_examples_do_as_they_say(self):
        for page in PAGES:
            text = (expected.ROOT / page).read_text()
            blocks = re.findall(r"```pycon\n(.*?)```", text, re.S)
            self.assertGreater(len(blocks), 0)
            for number, block in enumerate(blocks, 1):
                with self.subTest(page=page, block=number):
                    # Each block runs on its own, so it must import what it uses.
                    example = doctest.DocTestParser().get_doctest(block, {}, f"{page} {number}", page, 0)
                    self.assertGreater(len(example.examples), 0, "not an interactive example")
                    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS)
                    self.assertEqual(runner.run(example).failed, 0)


class Types(unittest.TestCase):
    def test_the_package_is_typed(self):
        folder = urlsieve.__path__[0]
        config = str(expected.ROOT / "python/pyproject.toml")
        done = subprocess.run(
            [sys.executable, "-m", "mypy", "--strict", "--config-file", config, "--cache-dir", str(expected.FOLDER / "mypy"), folder],
            capture_output=True,
            text=True,
        )
        self.assertEqual((done.returncode, done.stdout[-6000:]), (0, done.stdout[-6000:]))
