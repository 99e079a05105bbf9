"""Runs the examples of the docstrings and of the pages, and checks the types.

test_jvm, test_redis and test_clickhouse run those of jvm.md, redis.md and clickhouse.md in docs/integrations.
"""

import doctest
import importlib
import os
import pkgutil
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import unittest
from pathlib import Path

import expected
import urlsieve
from redis_server import Server
from test_scrapy import crawl

PYTHON, SPARK = "docs/integrations/python.md", "docs/integrations/spark.md"
PAGES = ["python/README.md", PYTHON, SPARK, "docs/guide/tables.md", "docs/guide/days.md", "docs/guide/data-tasks.md"]
INSTALLED = r"""
import importlib.metadata, re, urlsieve
requirements = importlib.metadata.requires("urlsieve")
print(urlsieve.__file__)
print(urlsieve.normalize("HTTP://a"))
print(sorted(re.match(r"[\w-]+", name)[0] for name in requirements if "extra" not in name))
"""
JOB = """
from pyspark.sql import SparkSession
import urlsieve.spark
session = SparkSession.builder.master("local[1]").getOrCreate()
frame = session.createDataFrame([("HTTP://A.example",)], "url string")
urlsieve.spark.register(session)
print(urlsieve.__file__)
print(urlsieve.spark.normalize(frame, "url").first()[0], frame.selectExpr("url_normalize(url)").first()[0])
session.stop()
"""


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
            # The table that the examples of docs/guide/tables.md read, in the folder of the tests.
            for table in re.findall(r"```csv\n(.*?)```", text, re.S):
                Path("export.csv").write_text(table)
            blocks = re.findall(r"```pycon\n(.*?)```", text, re.S)
            self.assertGreater(len(blocks), 0)
            for number, block in enumerate(blocks, 1):
                with self.subTest(page=page, block=number):
                    # Each block runs on its own, so it must import what it uses.
                    example = doctest.DocTestParser().get_doctest(block, {}, f"{page} {number}", page, 0)
                    self.assertGreater(len(example.examples), 0, "not an interactive example")
                    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS)
                    self.assertEqual(runner.run(example).failed, 0)


def blocks_of(page: str, language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", (expected.ROOT / page).read_text(), re.S)


class Commands(unittest.TestCase):
    """The blocks of the pages that are no Python sessions."""

    def test_are_all_here(self):
        counts = [len(blocks_of(page, language)) for page in (PYTHON, SPARK) for language in ("sh", "python")]
        self.assertEqual(counts, [1, 1, 1, 0])

    def test_build_and_install_the_wheel(self):
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([sys.executable, "-m", "venv", folder], check=True)
            # What the wheel depends on is installed in the environment of the tests.
            [packages] = Path(folder).glob("lib/*/site-packages")
            packages.joinpath("tests.pth").write_text(sysconfig.get_path("purelib"))
            environment = without_package(PATH=f"{folder}/bin:{os.environ['PATH']}", VIRTUAL_ENV=folder)
            done = run_block(blocks_of(PYTHON, "sh")[0], expected.ROOT, environment)
            self.assertEqual(done.returncode, 0, done.stderr[-3000:])
            done = subprocess.run([f"{folder}/bin/python", "-c", INSTALLED], cwd=folder, env=environment, capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stderr[-3000:])
            file, form, requirements = done.stdout.splitlines()
            self.assertTrue(file.startswith(str(packages)), file)
            self.assertEqual((form, requirements), ("http://a/", "['numpy', 'wasmtime']"))

    def test_ship_the_wheel_with_a_job(self):
        [wheel] = (expected.ROOT / "build/out/python").glob("urlsieve-*.whl")
        with tempfile.TemporaryDirectory() as folder:
            shutil.copy(wheel, folder)
            Path(folder, "job.py").write_text(JOB)
            environment = without_package(PATH=f"{sysconfig.get_path('scripts')}:{os.environ['PATH']}")
            done = run_block(blocks_of(SPARK, "sh")[0], folder, environment)
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        file, forms = done.stdout.splitlines()[-2:]
        self.assertIn("urlsieve.zip", file)
        self.assertEqual(forms, "http://a.example/ http://a.example/")

    def test_the_settings_of_scrapy_make_it_fetch_each_page_once(self):
        settings: dict[str, str] = {}
        exec(blocks_of(PYTHON, "python")[0], {}, settings)
        with tempfile.TemporaryDirectory() as folder:
            settings["JOBDIR"] = os.path.join(folder, settings["JOBDIR"])
            self.assertEqual(crawl(settings), [(13, 13)])
            self.assertEqual(sorted(os.listdir(settings["JOBDIR"])), ["spider.state", "urlsieve.queue", "urlsieve.seen"])


def without_package(**variables: str) -> dict[str, str]:
    """The environment of a process that does not find the package of the tests."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONPATH"} | variables


def run_block(block: str, folder: str | Path, environment: dict[str, str]) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(["bash", "-e", "-c", block], cwd=folder, env=environment, capture_output=True, text=True, timeout=expected.TIMEOUT)


class Types(unittest.TestCase):
    def test_the_package_is_typed(self):
        folder = urlsieve.__path__[0]
        usage = str(expected.ROOT / "python/tests/typed_usage.py")
        config = str(expected.ROOT / "python/pyproject.toml")
        done = subprocess.run(
            [sys.executable, "-m", "mypy", "--strict", "--config-file", config, "--cache-dir", str(expected.FOLDER / "mypy"), folder, usage],
            capture_output=True,
            text=True,
        )
        self.assertEqual((done.returncode, done.stdout[-6000:]), (0, done.stdout[-6000:]))
