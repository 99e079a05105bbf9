"""The class in java/ on this JVM, against the npm package."""

import functools
import hashlib
import os
import re
import shutil
import subprocess
import tempfile
import unittest
import zipfile
from pathlib import Path

import expected
import pyarrow as pa
import urlsieve
from test_policy import rule_programs

OUT = expected.ROOT / "build/out/java"
CLASS_PATH = os.pathsep.join(str(OUT / name) for name in ("classes", "test-classes", "dependency/*"))
PAGE = (expected.ROOT / "docs/integrations/jvm.md").read_text()
EXAMPLE = """
import java.nio.file.*;
import urlsieve.Urlsieve;

final class Example {
    public static void main(String[] arguments) throws Exception {
        %s
    }

    private static void check(String form, String wanted) {
        if (!form.equals(wanted)) throw new AssertionError(form);
    }
}
"""


def setUpModule():
    goals = ["process-test-classes", "dependency:copy-dependencies", "-DincludeScope=runtime"]
    command = ["mvn", "-q", "-B", "-f", str(expected.ROOT / "java/pom.xml"), *goals]
    for _ in range(3):  # Maven downloads, and connections break.
        done = subprocess.run(command, capture_output=True, text=True, timeout=expected.TIMEOUT)
        if done.returncode == 0:
            return
    raise RuntimeError(done.stdout[-3000:] + done.stderr[-3000:])


def is_line(text: str) -> bool:
    """Whether Lines can read a reference: one line, without lone surrogates, which it tries itself."""
    return "\n" not in text and "\r" not in text and text.encode("utf-8", "ignore").decode() == text


Forms = list[bytes | tuple[int, int]]
"""The form of each value, or status and offset."""


def normalized(values: list[bytes]) -> Forms:
    [(forms, _)] = run_jobs(values, "normalize")
    return forms


def run_jobs(values: list[bytes], *jobs: str) -> list[tuple[Forms, int]]:
    """For each job, what Lines makes of the values, and the CPU time of a value in nanoseconds."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "input").write_bytes(b"".join(value + b"\n" for value in values))
        command = ["java", "-cp", CLASS_PATH, "urlsieve.Lines", f"{folder}/input", f"{folder}/output", *jobs]
        done = subprocess.run(command, capture_output=True, text=True, timeout=expected.TIMEOUT)
        if done.returncode != 0:
            raise AssertionError(done.stderr[-3000:])
        forms = [forms_of(Path(folder, f"output.{number}")) for number in range(len(jobs))]
    return list(zip(forms, map(int, done.stdout.split()), strict=True))


def forms_of(file: Path) -> Forms:
    lines = file.read_bytes().split(b"\n")[:-1]
    return [tuple(map(int, line.split())) if line.startswith(b"\t") else line for line in lines]


class Lists(unittest.TestCase):
    def test_has_the_counts_and_values_of_the_npm_package(self):
        counts = expected.counts()
        [(normal, cost)] = run_jobs(expected.values(), "normalize")
        unique = {form for form in normal if isinstance(form, bytes)}
        rejects = {index + 1: fault for index, fault in enumerate(normal) if isinstance(fault, tuple)}
        self.assertEqual((len(normal), len(unique)), (counts["lines"], counts["unique"]))
        self.assertEqual({line: offset for line, (_, offset) in rejects.items()}, {line: offset for line, _, _, offset in counts["rejected"]})
        self.assertTrue([None if isinstance(form, tuple) else form for form in normal] == expected.normal_values())
        print(f"  jvm: {len(unique)} unique, {len(rejects)} rejects of {len(normal)} rows, {cost} ns of CPU a row")


class Profiles(unittest.TestCase):
    def test_have_the_keys_of_the_npm_package(self):
        rows = [(text, answers) for text, answers in expected.references() if is_line(text)]
        lines = expected.values()[:20_000]
        profiles = [profile for profile in urlsieve.profiles() if profile != "rfc3986@1"]
        given = [*lines, *(text.encode() for text, _ in rows)]
        for profile, (forms, _) in zip(profiles, run_jobs(given, *(f"key {profile}" for profile in profiles)), strict=True):
            kept = [line if isinstance(form, tuple) else form for line, form in zip(lines, forms, strict=False)]
            with self.subTest(profile):
                self.assertTrue(kept == expected.values(f"{profile}.key.txt")[: len(lines)])
            differing = []
            for (text, answers), form in zip(rows, forms[len(lines) :], strict=True):
                wanted = answers[profile][1]
                # These convert hosts by IDNA 2003, which the class does not have.
                if profile.startswith(("surt", "w3lib")) and isinstance(form, tuple) and form[0] == 15:
                    self.assertFalse(text.isascii() and "%" not in text)
                elif (isinstance(form, tuple) != isinstance(wanted, list)) or (isinstance(wanted, str) and form != wanted.encode()):
                    differing.append((text, wanted, form))
            with self.subTest(profile):
                self.assertEqual(differing, [])

    def test_have_the_values_of_the_command_line_under_a_compiled_policy(self):
        policy = expected.FOLDER / "policy.usp"
        done = run_jobs(expected.values(), f"normalize {policy}", f"key {policy}")
        for (forms, cost), function, name in zip(done, ("normalize", "key"), ("normalized", "key"), strict=True):
            self.assertTrue([None if isinstance(form, tuple) else form for form in forms] == expected.policy_values(name))
            print(f"  jvm: {function} under a policy, {cost} ns of CPU a row")


class Parts(unittest.TestCase):
    def test_are_those_of_the_python_package(self):
        names = ["scheme", "host", "port", "path", "query", "fragment", "politeness"]
        lines = [line.decode() for line in expected.values()[:5000] if b"\t" not in line and line.decode("utf-8", "ignore").encode() == line]
        lines += ["//user@H:81/p?#", "/relative", "", "mailto:a@b", "http://[::1]:80", "HTTP://Example.COM.:8080"]
        for job, profile in (("parts", "rfc3986@1"), ("parts crawl@1", "crawl@1")):
            [(given, _)] = run_jobs([line.encode() for line in lines], job)
            columns = urlsieve.parts(pa.array(lines), names, profile=profile).flatten()
            wanted = zip(*(column.to_pylist() for column in columns), strict=True)
            texts = [b"\t".join(b"-" if part is None else part.encode() for part in parts) for parts in wanted]
            pairs = [pair for pair in zip(given, texts, strict=True) if isinstance(pair[0], bytes)]
            self.assertGreater(len(pairs), 4000)
            self.assertEqual([pair for pair in pairs if pair[0] != pair[1]], [])


class Rules(unittest.TestCase):
    def test_gives_the_forms_of_the_vectors_of_rules(self):
        rows = [(row, program) for row, program in rule_programs() if is_line(row["input"])]
        forms = forms_of_rows([(program, row["input"]) for row, program in rows])
        for (row, _), (fetch, key) in zip(rows, forms, strict=True):
            with self.subTest(row=row):
                self.assertEqual((fetch, key), (row["fetch"], row["key"]))

    def test_share_leaves_out_tracking_as_the_npm_package_does(self):
        rows = expected.share_rows()
        done = run_jobs([row["input"].encode() for row in rows], "normalize share@1", "key share@1")
        for (forms, _), form in zip(done, ("fetch", "key"), strict=True):
            self.assertEqual([each if isinstance(each, tuple) else each.decode() for each in forms], [row[form] for row in rows])


def forms_of_rows(rows: list[tuple[bytes, str]]) -> list[tuple[str, str]]:
    """The URL to fetch and the key of each reference under its compiled policy, or the code of the error."""
    if not rows:
        return []
    with tempfile.TemporaryDirectory() as folder:
        for number, (program, _) in enumerate(rows):
            Path(folder, f"{number}.usp").write_bytes(program)
        Path(folder, "input").write_text("".join(f"{text}\n" for _, text in rows))
        command = ["java", "-cp", CLASS_PATH, "urlsieve.Rows", folder]
        done = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=expected.TIMEOUT)
    if done.returncode != 0:
        raise AssertionError(done.stderr[-3000:])
    answers = done.stdout.split("\n")[:-1]
    return list(zip(answers[::2], answers[1::2], strict=True))


class Digest(unittest.TestCase):
    def test_is_that_of_the_npm_package(self):
        digest = hashlib.sha256()
        # Without a profile, the class has the core.
        jobs = [function if profile == "rfc3986@1" else f"{function} {profile}" for function, profile in expected.DIGESTED]
        for forms, _ in run_jobs(expected.values("digest.txt"), *jobs):
            digest.update(b"".join((b"" if isinstance(form, tuple) else form) + b"\n" for form in forms))
        self.assertEqual(digest.hexdigest(), expected.digest())


class References(unittest.TestCase):
    def test_has_the_answers_of_the_npm_package(self):
        rows = [(text.encode(), answers["rfc3986@1"][0]) for text, answers in expected.references() if is_line(text)]
        normal = normalized([octets for octets, _ in rows])
        differing = []
        for (octets, answer), form in zip(rows, normal, strict=True):
            wanted = answer.encode() if isinstance(answer, str) else tuple
            if form != wanted and not (wanted is tuple and isinstance(form, tuple)):
                differing.append((octets.decode(), answer, form))
        self.assertEqual(differing, [])
        self.assertGreater(len(rows), 50)

    def test_long_references_and_those_that_are_too_long(self):
        longest = b"HTTP://h/" + b"%7e" * 300_000
        normal = normalized([longest, b"HTTP://a", b"a" * (1 << 24), b"a" * ((1 << 24) + 1), b"%" * 100_000])
        self.assertEqual(normal[0], b"http://h/" + b"~" * 300_000)
        self.assertEqual((normal[1], len(normal[2]), normal[3]), (b"http://a/", 1 << 24, (10, 1 << 24)))
        self.assertEqual(normal[4], b"%25" * 100_000)


class Compilation(unittest.TestCase):
    def test_no_method_is_too_large_to_be_compiled(self):
        done = subprocess.run(["java", "-cp", CLASS_PATH, "urlsieve.LargeMethods"], capture_output=True, text=True, timeout=expected.TIMEOUT)
        self.assertEqual(done.returncode, 0, done.stderr)
        *large, methods = done.stdout.splitlines()
        self.assertEqual(large, [])
        self.assertGreater(int(methods), 200)


class Page(unittest.TestCase):
    """docs/integrations/jvm.md: its examples, as written."""

    def test_the_java_example_does_as_it_says(self):
        [block] = re.findall(r"```java\n(.*?)```", PAGE, re.S)
        code, checks = re.subn(r"(?m)^(\w+\.\w+\(.*\)); +// (\".*\")$", r"check(\1, \2);", block)
        self.assertEqual(checks, 3)
        with tempfile.TemporaryDirectory() as folder:
            shutil.copy(expected.FOLDER / "policy.usp", Path(folder, "acme.usp"))
            Path(folder, "Example.java").write_text(EXAMPLE % code)
            done = subprocess.run(["java", "-cp", CLASS_PATH, "Example.java"], cwd=folder, capture_output=True, text=True, timeout=expected.TIMEOUT)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_the_commands_build_the_jar(self):
        [block] = re.findall(r"```sh\n(.*?)```", PAGE, re.S)
        commands = [line.partition("#")[0].strip() for line in block.splitlines()]
        # This is what runs.
        commands.remove("npm run test:platforms -- jvm")
        self.assertEqual([command.split()[0] for command in commands], ["npm", "mvn"])
        for jar in OUT.glob("*.jar"):
            jar.unlink()
        for command in commands:
            done = subprocess.run(["bash", "-c", command], cwd=expected.ROOT, capture_output=True, text=True, timeout=expected.TIMEOUT)
            self.assertEqual(done.returncode, 0, done.stdout[-3000:] + done.stderr[-3000:])
        [jar] = OUT.glob("urlsieve-*.jar")
        with zipfile.ZipFile(jar) as archive:
            self.assertLess({"urlsieve/Urlsieve.class", "urlsieve/kernel.wasm", "urlsieve/profiles.properties"}, set(archive.namelist()))
