"""Runs the tests of the Python package: ``main.py [--list] FOLDER [PLATFORM...]``. The last line counts them.

FOLDER is what build/platforms.mjs has written. Without names, all platforms are tested. With ``--list``, only what a list gives is:
the tests whose name begins with LIST_TESTS.
"""

import importlib
import os
import sys
import time
import unittest
import warnings
from pathlib import Path

PLATFORMS = [
    "core", "policy", "arrow", "parts", "destination", "recipes", "parquet", "seen", "store", "store_hostile", "store_kills", "polars", "duplicates", "duckdb", "spark", "clickhouse", "scrapy", "scrapy_kills", "redis", "crawlee", "crawlee_kills", "jvm", "datatrove", "teams", "examples",
]

LIST_TESTS = "test_has_the_counts"


class _Result(unittest.TestResult):
    """Prints each failure when it happens."""

    def addError(self, test, err):
        super().addError(test, err)
        print(f"✗ {test.id()}\n{self.errors[-1][1]}", flush=True)

    def addFailure(self, test, err):
        super().addFailure(test, err)
        print(f"✗ {test.id()}\n{self.failures[-1][1]}", flush=True)

    def addSubTest(self, test, subtest, err):
        super().addSubTest(test, subtest, err)
        if err is not None:
            print(f"✗ {subtest.id()}\n{(self.failures + self.errors)[-1][1]}", flush=True)


SPARK = """
spark.ui.enabled false
spark.ui.showConsoleProgress false
spark.driver.bindAddress 127.0.0.1
spark.driver.host 127.0.0.1
spark.sql.shuffle.partitions 4
spark.sql.warehouse.dir warehouse
"""


def configure_spark(folder: Path) -> None:
    """Configures all sessions of this process and of those that it starts."""
    folder.mkdir(exist_ok=True)
    (folder / "spark-defaults.conf").write_text(SPARK)
    os.environ |= {"SPARK_CONF_DIR": str(folder), "SPARK_LOCAL_IP": "127.0.0.1", "PYSPARK_PYTHON": sys.executable}
    warnings.filterwarnings("ignore", "PySpark does not yet fully support pandas")


def _tests_of(name: str, lists_only: bool) -> unittest.TestSuite:
    loader = unittest.TestLoader()
    loader.testMethodPrefix = LIST_TESTS if lists_only else "test"
    return loader.loadTestsFromModule(importlib.import_module(f"test_{name}"))


def _cpu_time() -> float:
    """Returns the seconds of CPU time of this process and of its children that have ended."""
    return sum(os.times()[:4])


def main(folder: str, names: list[str], lists_only: bool) -> int:
    os.environ["URLSIEVE_EXPECTED"] = folder
    configure_spark(Path(folder, "spark"))
    unknown = set(names) - set(PLATFORMS)
    if unknown:
        print(f"unknown platform {', '.join(sorted(unknown))}; known: {', '.join(PLATFORMS)}", file=sys.stderr)
        return 2
    passed = failed = 0
    for name in names or PLATFORMS:
        start, cpu = time.monotonic(), _cpu_time()
        result = _Result()
        try:
            suite = _tests_of(name, lists_only)
            if lists_only and suite.countTestCases() == 0:
                continue
            suite.run(result)
        except Exception as error:  # A platform that cannot be imported is a failure, not a platform without tests.
            print(f"✗ {name}: {error!r}")
            failed += 1
            continue
        own = len(result.failures) + len(result.errors) + len(result.unexpectedSuccesses)
        # A test whose subtests fail counts as one failure for each, and as one test.
        good = max(result.testsRun - own, 0)
        if result.testsRun == 0 or result.skipped:
            print(f"✗ {name}: {result.testsRun} tests, {len(result.skipped)} skipped")
            own += 1
        passed += good
        failed += own
        took = f"{time.monotonic() - start:.1f} s, {_cpu_time() - cpu:.1f} s of CPU time"
        print(f"{'✓' if own == 0 else '✗'} {name}: {good} passed, {own} failed, {took}", flush=True)
    print(f"{passed} passed, {failed} failed")
    return 0 if failed == 0 else 1


if __name__ == "__main__":
    arguments = sys.argv[1:]
    lists_only = arguments[0] == "--list"
    sys.exit(main(arguments[lists_only], arguments[1 + lists_only :], lists_only))
