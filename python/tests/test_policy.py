"""Policies in JSON, against those that the command line compiles."""

import functools
import gzip
import io
import json
import os
import re
import subprocess
import tempfile
import threading
import unittest
import unittest.mock
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path, PureWindowsPath

import expected
import urlsieve
from urlsieve import UrlsieveError, compile_policy
from urlsieve._profile import identity_of

CLI = str(expected.ROOT / "build/out/dist/urlsieve.js")
VECTORS = expected.ROOT.parent / "shared/vectors/crawl/policy.jsonl.gz"
RULES = expected.ROOT.parent / "shared/vectors/rules"
FORMATS = {"removeparam": "removeparam", "clearurls": "clearurls", "urlsieve": "urlsieve-list"}
CLEARURLS = """{"providers": {"a": {"urlPattern": "^https?:\\\\/\\\\/(?:[a-z0-9-]+\\\\.)*?e\\\\.com", "rules": ["a(?:b|c)", "utm_[a-z]+"],
"exceptions": ["^https?:\\\\/\\\\/e\\\\.com\\\\/keep"]}, "b": {"urlPattern": ".*", "rules": ["fbclid"]}}}"""
OWN = '{"format": "urlsieve-list@1", "name": "own", "params": ["y", {"name": "z", "exceptPath": ["/keep"]}], "exempt": ["pay.example"]}'
BY_HAND: list[tuple[object, dict[str, str | bytes]]] = [
    ({}, {}),
    ({"policy": "acme@1", "base": "whatwg", "key": {"www": "drop", "sessions": "sessions@1", "query": {"lists": ["tracking@1"]}}}, {}),
    ({"base": "whatwg", "sites": [{"hosts": ["bücher.example", "xn--strae-oqa.example", "☃.net"], "key": {"query": {"drop": True}}}]}, {}),
    ({"key": {"index": ["index.html", "größe.php"], "query": {"remove": [{"name": "ÄÖ", "ignoreCase": True}, "\0", "\ud800"]}}}, {}),
    ({"base": "whatwg", "key": {"query": {"lists": ["c"]}}}, {"c": CLEARURLS}),
    ({"base": "whatwg", "key": {"query": {"lists": ["own", "r"]}}}, {"own": OWN, "r": b"! \xff\0\xef\xbb\xbf\n||e.com^$removeparam=/^a(b|c)$/\n"}),
]
"""Policies with their lists: names beyond ASCII, octets that are not UTF-8, and all formats."""


def vector_rows() -> list[dict]:
    if not VECTORS.exists():
        print(f"No vectors at {VECTORS}: only policies by hand and of the pages are compiled.")
        return []
    return [json.loads(line) for line in gzip.open(VECTORS)]


def rule_rows() -> list[dict]:
    """The vectors of rules, with the lists that their policies name."""
    if not RULES.exists():
        print(f"No vectors at {RULES}: the rows of rules are left out.")
        return []
    files = [file for file in sorted(RULES.glob("*.jsonl")) if file.stem != "errors"]
    rows = [json.loads(line) for file in files for line in file.read_text().splitlines()]
    return [row | {"lists": named_lists(row)} for row in rows]


@functools.cache
def rule_programs() -> list[tuple[dict, bytes]]:
    """The rows with their compiled policies. A thousand take a minute, for the class in java/ as well."""
    return [(row, compile_policy(row["policy"], lists=row["lists"])) for row in rule_rows()]


def named_lists(row: dict) -> dict[str, str]:
    """The texts of a row's lists by their names."""
    policy = json.dumps(row["policy"])
    return {name: given["text"] for name, given in row.get("lists", {}).items() if f'"{name}"' in policy}


def of_vectors() -> list[tuple[object, dict[str, str | bytes]]]:
    options = [row["options"] for row in vector_rows() if "policy" in row.get("options", {})]
    rows = [(each["policy"], {given["id"]: given["text"] for given in each.get("lists", [])}) for each in options]
    # Each costs a run of the command line.
    rows += [(row["policy"], row["lists"]) for row in rule_rows()[::25]]
    return list({json.dumps(row): row for row in rows}.values())


def of_pages() -> list[tuple[object, dict[str, str | bytes]]]:
    blocks = re.findall(r"```json\n(.*?)```", (expected.ROOT / "docs/reference/profiles.md").read_text(), re.S)
    policies = [policy for policy in map(json.loads, blocks) if "format" not in policy]
    lists = [name for policy in policies for name in policy["key"]["query"].get("lists", []) if name != "tracking@1"]
    assert len(policies) > 1 and lists
    return [(policy, {name: f"$removeparam={name}\n" for name in lists if name in json.dumps(policy)}) for policy in policies]


def of_the_command_line(policy: object, lists: dict[str, str | bytes]) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "policy.json")
        path.write_text(policy if isinstance(policy, str) else json.dumps(policy))
        options = []
        for number, (name, content) in enumerate(lists.items()):
            file = Path(folder, f"list{number}")
            file.write_bytes(content.encode() if isinstance(content, str) else content)
            options += ["--lists", f"{name}={file}"]
        program = Path(folder, "program.usp")
        command = ["node", CLI, "policy", "compile", str(path), *options, "-o", str(program)]
        done = subprocess.run(command, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return program.read_bytes()


class Programs(unittest.TestCase):
    def test_are_the_octets_that_the_command_line_writes(self):
        rows = BY_HAND + of_pages() + of_vectors()
        with ThreadPoolExecutor(2) as pool:
            wanted = list(pool.map(lambda row: of_the_command_line(*row), rows))
        for (policy, lists), program in zip(rows, wanted, strict=True):
            with self.subTest(policy=policy):
                own = compile_policy(policy, lists=lists)
                self.assertEqual(identity_of(own), identity_of(program))
                self.assertTrue(own == program)
        self.assertGreater(len({identity_of(program) for program in wanted}), len(rows) // 2)

    def test_give_the_keys_of_the_vectors(self):
        rows = [row for row in vector_rows() if row.get("print") == "key" and "policy" in row.get("options", {})]
        for row in rows:
            lists = {given["id"]: given["text"] for given in row["options"].get("lists", [])}
            program = compile_policy(row["options"]["policy"], lists=lists)
            with self.subTest(row=row):
                if row.get("error"):
                    self.assertRaises(UrlsieveError, urlsieve.key, row["input"], profile=program)
                else:
                    self.assertEqual(urlsieve.key(row["input"], profile=program), row["expected"])

    def test_give_the_forms_of_the_vectors_of_rules(self):
        self.assertIn(len(rule_programs()), (0, 1000))
        for row, program in rule_programs():
            with self.subTest(row=row):
                self.assertEqual(urlsieve.key(row["input"], profile=program), row["key"])
                self.assertEqual(urlsieve.normalize(row["input"], profile=program), row["fetch"])
                line = row["input"].encode() + b"\n"
                self.assertEqual(urlsieve.key_lines(line, profile=program).lines, row["key"].encode() + b"\n")

    def test_run_wherever_a_profile_does(self):
        policy = {"base": "whatwg", "key": {"fragment": "drop", "query": {"sort": "name"}}}
        text = json.dumps(policy)
        marked = b"\xef\xbb\xbf" + text.encode()
        for rules in (policy, text, f"\n\t {text}", text.encode(), marked, compile_policy(policy)):
            self.assertEqual(urlsieve.key("http://a/?b&a#c", profile=rules), "http://a/?a&b")
            self.assertEqual(urlsieve.normalize("HTTP://a/?b&a#c", profile=rules), "http://a/?b&a#c")
            self.assertEqual(urlsieve.key_lines(b"http://a/?b&a#c\n", profile=rules).lines, b"http://a/?a&b\n")
            self.assertFalse(urlsieve.SeenSet(profile=rules).fingerprint("http://a/#") == bytes(16))

    def test_are_read_from_files(self):
        policy = {"base": "whatwg", "key": {"query": {"lists": ["mine"]}}}
        self.addCleanup(os.chdir, os.getcwd())
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            Path("lists").mkdir()
            json_file, list_file, program_file = Path("policy.json"), Path("lists/mine.txt"), Path("policy.USP")
            list_file.write_text("||a.example^$removeparam=ref\n")
            json_file.write_text(json.dumps(policy))
            with zipfile.ZipFile("policies.zip", "w") as archive:
                archive.write(json_file)
                archive.write(list_file)
            with json_file.open() as text, list_file.open("rb") as octets:
                for given, its_list in (
                    (json_file, list_file),
                    ("policy.json", "lists/mine.txt"),
                    ("./policy.json", str(list_file.absolute())),
                    (text, octets),
                    (io.BytesIO(json_file.read_bytes()), io.StringIO(list_file.read_text())),
                    (zipfile.Path("policies.zip", "policy.json"), zipfile.Path("policies.zip", "lists/mine.txt")),
                ):
                    program_file.write_bytes(compile_policy(given, lists={"mine": its_list}))
                    for rules in (program_file, "policy.USP", program_file.read_bytes(), bytearray(program_file.read_bytes())):
                        self.assertEqual(urlsieve.key("http://a.example/?ref=1&id=2", profile=rules), "http://a.example/?id=2")
            json_file.write_text('\ufeff{"key": {"fragment": "drop"}}')
            with json_file.open("rb") as octets:
                for rules in (json_file, "policy.json", octets, io.StringIO('{"key": {"fragment": "drop"}}'), memoryview(json_file.read_bytes())):
                    self.assertEqual(urlsieve.SeenSet(profile=rules).identity, urlsieve.SeenSet(profile={"key": {"fragment": "drop"}}).identity)
                with self.assertRaises(UrlsieveError) as caught:
                    urlsieve.key("http://a/", profile=octets)
            self.assertEqual(caught.exception.code, "invalid-input")
            self.assertIn("open it again", str(caught.exception))
            with self.assertRaises(UrlsieveError) as caught:
                urlsieve.key("http://a/", profile=list_file)
            self.assertEqual(caught.exception.code, "invalid-policy")
            os.chdir(expected.FOLDER)
            for missing in ("none.json", Path("none"), "C:\\policies\\acme.json", PureWindowsPath("C:/acme.json")):
                with self.assertRaises(FileNotFoundError):
                    urlsieve.key("http://a/", profile=missing)

    def test_are_compiled_once(self):
        from urlsieve import _policy

        policy = {"key": {"www": "drop"}, "policy": "once@1"}
        with unittest.mock.patch.object(_policy, "_compiler", wraps=_policy._compiler) as compiler:
            for _ in range(3):
                urlsieve.key("http://www.a/", profile=dict(policy))
        self.assertEqual(compiler.call_count, 1)

    def test_threads_compile_at_the_same_time(self):
        barrier = threading.Barrier(4)

        def work(number: int) -> str:
            barrier.wait()
            return urlsieve.key(f"http://a/?x{number}=1&y=2", profile={"key": {"query": {"remove": [f"x{number}"]}}})

        with ThreadPoolExecutor(4) as pool:
            self.assertEqual(set(pool.map(work, range(4))), {"http://a/?y=2"})


class Share(unittest.TestCase):
    def test_leaves_out_tracking_as_the_npm_package_does(self):
        rows = expected.share_rows()
        for row in rows:
            with self.subTest(row["rule"]):
                forms = [form(row["input"], profile="share@1") for form in (urlsieve.normalize, urlsieve.key)]
                self.assertEqual(forms, [row["fetch"], row["key"]])
                self.assertEqual(urlsieve.key(row["fetch"], profile="share@1"), row["key"])
        lines = "".join(f"{row['input']}\n" for row in rows).encode()
        for form, of_lines in (("fetch", urlsieve.normalize_lines), ("key", urlsieve.key_lines)):
            self.assertEqual(of_lines(lines, profile="share@1").lines, "".join(f"{row[form]}\n" for row in rows).encode())


class Refusals(unittest.TestCase):
    def refusal(self, policy: object, **lists: object) -> UrlsieveError:
        with self.assertRaises(UrlsieveError) as caught:
            compile_policy(policy, lists=lists)
        return caught.exception

    def test_name_the_place_in_the_policy(self):
        for policy, code, place in (
            ({"base": "html"}, "invalid-policy", "/base"),
            ({"sites": [{"hosts": ["a/b"], "key": {}}]}, "invalid-policy", "/sites/0/hosts/0"),
            ('{"key":', "invalid-policy", "not JSON"),
            ("[]", "invalid-policy", "object"),
            ({"key": {"index": {"a"}}}, "invalid-policy", "not a JSON value"),
            ("{" + " " * (1 << 20) + "}", "policy-too-large", "1 MiB"),
            ({"key": {"query": {"lists": ["mine"]}}}, "invalid-option", '"mine", which is not given'),
        ):
            error = self.refusal(policy)
            self.assertEqual(error.code, code)
            self.assertIn(place, str(error))

    def test_name_the_list_and_the_place_in_it(self):
        policy = {"key": {"query": {"lists": ["mine"]}}}
        for content, code in (('{"providers": 5}', "list-syntax"), ('{"format": "urlsieve-list@9"}', "list-version"), ("x" * 1_100_000, "list-too-large")):
            error = self.refusal(policy, mine=content)
            self.assertEqual(error.code, code)
            self.assertIn('The list "mine"', str(error))
        self.assertEqual(self.refusal(policy, mine="", other="").code, "invalid-option")

    def test_refuse_wrong_types(self):
        for policy in (None, 5, ["a"], object()):
            self.assertEqual(self.refusal(policy).code, "invalid-input")
        self.assertEqual(self.refusal({"key": {"query": {"lists": ["mine"]}}}, mine={"params": []}).code, "invalid-input")
        with self.assertRaises(UrlsieveError) as caught:
            compile_policy({"key": {"query": {"lists": ["mine"]}}}, lists=["mine.txt"])
        self.assertEqual(caught.exception.code, "invalid-input")

    def test_say_how_to_give_lists(self):
        with self.assertRaisesRegex(UrlsieveError, "compile_policy\\(policy, lists="):
            urlsieve.key("http://a/", profile={"key": {"query": {"lists": ["mine"]}}})

    def test_name_the_package_that_is_missing(self):
        from urlsieve import _policy

        _policy._compiled.cache_clear()
        with unittest.mock.patch.dict("sys.modules", {"quickjs": None}):
            with self.assertRaises(ImportError) as caught:
                urlsieve.key("http://a/", profile={"key": {}})
            self.assertIn("urlsieve[policies]", str(caught.exception))
            program = of_the_command_line({"key": {"fragment": "drop"}}, {})
            self.assertEqual(urlsieve.key("http://a/#b", profile=program), "http://a/")


class Keys(unittest.TestCase):
    def test_have_no_default(self):
        for call in (lambda: urlsieve.key("http://a/"), lambda: urlsieve.key_lines(b"http://a/\n"), lambda: urlsieve.key_array(["http://a/"])):
            with self.assertRaises(UrlsieveError) as caught:
                call()
            self.assertEqual(caught.exception.code, "invalid-option")
            self.assertIn('profile "crawl@1"', str(caught.exception))
        self.assertEqual(urlsieve.key("HTTP://a?b#c", profile="rfc3986@1"), "http://a/?b#c")
        self.assertEqual(urlsieve.normalize("HTTP://a?b#c"), "http://a/?b#c")
