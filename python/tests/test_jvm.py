"""The class in java/ on this JVM, against the npm package."""

import functools
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

import expected

OUT = expected.ROOT / "build/out/java"


def setUpModule():
    goals = ["process-test-classes", "dependency:copy-dependencies", "-DincludeScope=runtime"]
    done = subprocess.run(["mvn", "-q", "-B", "-f", str(expected.ROOT / "java/pom.xml"), *goals], capture_output=True, text=True, timeout=400)
    if done.returncode != 0:
        raise RuntimeError(done.stdout[-3000:] + done.stderr[-3000:])


def normalized(values: list[bytes]) -> tuple[list[bytes | tuple[int, int]], int]:
    """The normal form of each value, or status and offset; and the CPU time of a value in nanoseconds."""
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder, name) for name in ("input", "output")]
        files[0].write_bytes(b"".join(value + b"\n" for value in values))
        path = os.pathsep.join(str(OUT / name) for name in ("classes", "test-classes", "dependency/*"))
        done = subprocess.run(["java", "-cp", path, "urlsieve.Lines", *map(str, files)], capture_output=True, text=True, timeout=300)
        if done.returncode != 0:
            raise AssertionError(done.stderr[-3000:])
        lines = files[1].read_bytes().split(b"\n")[:-1]
    return [tuple(map(int, line.split())) if line.startswith(b"\t") else line for line in lines], int(done.stdout)


class Lists(unittest.TestCase):
    def test_has_the_counts_and_values_of_the_npm_package(self):
        counts = expected.counts()
        normal, cost = normalized(expected.values())
        unique = {form for form in normal if isinstance(form, bytes)}
        rejects = {index + 1: fault for index, fault in enumerate(normal) if isinstance(fault, tuple)}
        self.assertEqual((len(normal), len(unique)), (counts["lines"], counts["unique"]))
        self.assertEqual({line: offset for line, (_, offset) in rejects.items()}, {line: offset for line, _, _, offset in counts["rejected"]})
        self.assertTrue([None if isinstance(form, tuple) else form for form in normal] == expected.normal_values())
        print(f"  jvm: {len(unique)} unique, {len(rejects)} rejects of {len(normal)} rows, {cost} ns of CPU a row")


class References(unittest.TestCase):
    def test_has_the_answers_of_the_npm_package(self):
        rows = [(text, answers["rfc3986@1"][0]) for text, answers in expected.references() if "\n" not in text and "\r" not in text]
        # Lone surrogates are no octets of UTF-8; Lines tries one itself.
        rows = [(text.encode(), answer) for text, answer in rows if text.isprintable() or text.encode("utf-8", "ignore").decode() == text]
        normal, _ = normalized([octets for octets, _ in rows])
        differing = []
        for (octets, answer), form in zip(rows, normal, strict=True):
            wanted = answer.encode() if isinstance(answer, str) else tuple
            if form != wanted and not (wanted is tuple and isinstance(form, tuple)):
                differing.append((octets.decode(), answer, form))
        self.assertEqual(differing, [])
        self.assertGreater(len(rows), 50)

    def test_long_references_and_those_that_are_too_long(self):
        longest = b"HTTP://h/" + b"%7e" * 300_000
        normal, _ = normalized([longest, b"HTTP://a", b"a" * (1 << 24), b"a" * ((1 << 24) + 1), b"%" * 100_000])
        self.assertEqual(normal[0], b"http://h/" + b"~" * 300_000)
        self.assertEqual((normal[1], len(normal[2]), normal[3]), (b"http://a/", 1 << 24, (10, 1 << 24)))
        self.assertEqual(normal[4], b"%25" * 100_000)
