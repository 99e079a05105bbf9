"""Single references and lines, against the npm package."""

import functools
import gc
import gzip
import hashlib
import io
import json
import multiprocessing
import os
import pickle
import re
import subprocess
import sys
import tempfile
import threading
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import expected
import urlsieve
from urlsieve import ListError, OptionError, PolicyError, SetError, UriError, UrlsieveError, _abi
from urlsieve._normalizer import _idle, _Lease, core

# Rows of each file on hosts beyond ASCII, and how many of them are refused, as the command line refuses them.
VECTORS = {"whatwg": (1361, 0), "crawl": (804, 0), "surt": (1452, 0), "w3lib": (1452, 2), "crawlee": (1383, 0)}


def utf16_offset(text: str, index: int) -> int:
    """The index of a character in UTF-16, which JavaScript counts in."""
    return sum(2 if ord(character) > 0xFFFF else 1 for character in text[:index])


def answer(function, text: str, profile: str):
    try:
        return function(text, profile=profile)
    except UriError as error:
        return [error.code, error.component, utf16_offset(text, error.offset)]


class Digest(unittest.TestCase):
    def test_is_that_of_the_npm_package(self):
        lines = expected.octets("digest.txt")
        functions = {"normalize": urlsieve.normalize_lines, "key": urlsieve.key_lines}
        digest = hashlib.sha256()
        for function, profile in expected.DIGESTED:
            digest.update(functions[function](lines, profile=profile, invalid="blank").lines)
        self.assertEqual(digest.hexdigest(), expected.digest())
        print(f"  digest of {len(expected.values('digest.txt'))} lines: {digest.hexdigest()}")


class Abi(unittest.TestCase):
    def test_every_number_is_the_one_of_the_pages(self):
        pages = (expected.ROOT / "docs/internals/abi.md").read_text() + (expected.ROOT / "docs/internals/crawl-abi.md").read_text()
        rows = re.findall(r"^\| ([A-Z_]+) \| (\d+) \|", pages, re.M) + [
            (name, number) for number, name in re.findall(r"^\| (\d+) \| ([A-Z_]+) \|", pages, re.M)
        ]
        own = {name: value for name, value in vars(_abi).items() if name.isupper()}
        documented = {name: int(number) for name, number in rows}
        shared = own.keys() & documented.keys()
        self.assertGreater(len(shared), 20)
        for name in shared - {"ANSWER"}:
            self.assertEqual((name, own[name]), (name, documented[name]))
        self.assertIn(f"{_abi.CRAWL_GROWTH} × (octets of reference and base)", pages)
        self.assertIn(f"{_abi.CORE_GROWTH} × (end − start)", pages)
        self.assertIn(f"{_abi.SHAPE_GROWTH} × (end − start) + {_abi.SHAPE_SLACK} octets", pages.replace("\n", " "))
        self.assertIn(f"| {_abi.PROGRAM_WORK} | octets after the program", pages)
        self.assertIn(("ANSWER", str(_abi.ANSWER)), rows)
        self.assertIn(("ANSWER", str(_abi.CRAWL_ANSWER)), rows)
        wanted = ("REQUIRE_SCHEME", "LIST_SCHEMES", "COMMENTS", "DROP_COMMENTS")
        options = (*wanted, "LEVEL_SYNTAX", "LEVEL_SCHEME", "STRICT", "NO_A_LABELS", "BLANK_INVALID", "DROP_INVALID", "STREAM_END", "STOP_AT_INVALID")
        for option in (*options, "CRAWL_POLICY", "CRAWL_KEY", "CRAWL_BOTH"):
            self.assertRegex(pages, rf"(?m)^\| {own[option]} \|")


class References(unittest.TestCase):
    def test_has_the_answers_of_the_npm_package_under_every_profile(self):
        rows = expected.references()
        self.assertGreater(len(rows), 100)
        for profile in urlsieve.profiles():
            wrong = []
            for text, answers in rows:
                for function, wanted in zip((urlsieve.normalize, urlsieve.key), answers[profile], strict=True):
                    got = answer(function, text, profile)
                    if got != wanted:
                        wrong.append((text, function.__name__, got, wanted))
            with self.subTest(profile):
                self.assertEqual((len(wrong), wrong[:20]), (0, []))

    def test_agrees_with_the_vectors_on_hosts_beyond_ascii(self):
        folder = expected.ROOT.parent / "shared" / "vectors" / "crawl"
        if not folder.exists():
            print(f"No vectors at {folder}: their rows are left out.")
            return
        counts = {}
        for name in VECTORS:
            function = urlsieve.normalize if name == "whatwg" else urlsieve.key
            wrong, refused = [], 0
            with gzip.open(folder / f"{name}.jsonl.gz", "rt", encoding="ascii") as file:
                rows = [json.loads(line) for line in file]
            rows = [row for row in rows if row.get("host") == "idna" and row.get("base") is None and not row.get("options")]
            for row in rows:
                got = answer(function, row["input"], row["profile"])
                if got[0] == "profile-cannot" and "expected" in row:
                    refused += 1
                elif (got if isinstance(got, str) else None) != row.get("expected"):
                    wrong.append((row["input"], got))
            self.assertEqual(wrong[:20], [])
            counts[name] = (len(rows), refused)
        self.assertEqual(counts, VECTORS)

    def test_applies_the_bidi_rule_and_current_mappings(self):
        # RFC 5893, section 2, rules 1, 4 and 6; U+1E9E is mapped to U+00DF since Unicode 15.1.
        for host in ("\u0661\u0662.example", "1\u05d0.example", "\u05d01\u0661.example", "a.\u05d0-.example", "\u05d0.1"):
            self.assertEqual(answer(urlsieve.normalize, f"http://{host}/", "whatwg@1")[0], "invalid-domain")
        self.assertEqual(urlsieve.normalize("http://\u05d01.example/"), "http://xn--1-zhc.example/")
        self.assertEqual(urlsieve.normalize("http://\u1e9e.example/"), "http://xn--zca.example/")

    def test_returns_the_very_same_str_if_it_is_normal(self):
        url = "http://example.com/" + "a" * 100
        self.assertIs(urlsieve.normalize(url), url)

    def test_reports_errors_with_code_component_offset_and_input(self):
        with self.assertRaises(UrlsieveError) as caught:
            urlsieve.normalize("http://é.example:port/")
        error = caught.exception
        self.assertEqual((error.code, error.component, error.offset, error.input), ("invalid-port", "port", 17, "http://é.example:port/"))
        copy = pickle.loads(pickle.dumps(error))
        self.assertEqual((copy.code, copy.component, copy.offset, copy.input, str(copy)),
                         (error.code, error.component, error.offset, error.input, str(error)))

    def test_reports_what_is_at_fault_by_a_class(self):
        policy = {"key": {"query": {"lists": ["mine"]}}}
        for kind, code, call in (
            (UriError, "invalid-port", lambda: urlsieve.normalize("http://a:b/")),
            (OptionError, "invalid-input", lambda: urlsieve.normalize(None)),
            (OptionError, "invalid-option", lambda: urlsieve.compile_policy(policy)),
            (PolicyError, "invalid-policy", lambda: urlsieve.compile_policy({"kye": {}})),
            (PolicyError, "invalid-program", lambda: urlsieve.key("http://a/", profile=bytes(72))),
            (ListError, "list-syntax", lambda: urlsieve.compile_policy(policy, lists={"mine": "{"})),
            (SetError, "invalid-snapshot", lambda: urlsieve.SeenSet.load(io.BytesIO(bytes(100)))),
        ):
            with self.subTest(code=code), self.assertRaises(UrlsieveError) as caught:
                call()
            error = caught.exception
            self.assertEqual((type(error), error.code), (kind, code))
            self.assertEqual(type(error).__bases__, (UrlsieveError,))
            self.assertEqual(vars(pickle.loads(pickle.dumps(error))), vars(error))

    def test_refuses_what_is_not_a_str(self):
        for wrong, instead in ((None, "normalize_array"), (5, "not int"), (b"http://a/", "decode()"), (["http://a/"], "normalize_array"), (Path("a"), "str(url)")):
            with self.assertRaises(UrlsieveError) as caught:
                urlsieve.normalize(wrong)
            self.assertEqual(caught.exception.code, "invalid-input")
            self.assertIn(instead, str(caught.exception))

    def test_refuses_unknown_profiles_with_the_known_ones(self):
        for wrong in ("crawl@2", "", None, 5, ["crawl@1"]):
            with self.assertRaises(UrlsieveError) as caught:
                urlsieve.key("http://a/", profile=wrong)
            self.assertEqual(caught.exception.code, "invalid-option")
            self.assertIn("crawl@1", str(caught.exception))

    def test_refuses_octets_that_are_not_a_compiled_policy(self):
        for wrong in (b"", b"x", bytes(72), os.urandom(4096)):
            with self.assertRaises(UrlsieveError) as caught:
                urlsieve.key("http://a/", profile=wrong)
            self.assertIn(caught.exception.code, ("invalid-program", "invalid-option"))

    def test_runs_a_compiled_policy(self):
        from urlsieve._profile import resolve

        program = resolve("crawl@1").program
        self.assertEqual(urlsieve.key("http://a/?utm_source=b&d&c", profile=program), "http://a/?c&d")
        broken = bytearray(program)
        broken[len(broken) // 2] ^= 1
        with self.assertRaises(UrlsieveError) as caught:
            urlsieve.key("http://a/", profile=bytes(broken))
        self.assertEqual(caught.exception.code, "invalid-program")

    def test_has_the_values_of_the_command_line_under_a_compiled_policy(self):
        policy = expected.policy()
        for function, form in ((urlsieve.normalize, "normalized"), (urlsieve.key, "key")):
            for line, wanted in list(zip(expected.values(), expected.policy_values(form), strict=True))[:50_000]:
                got = answer(function, line.decode(), policy)
                self.assertEqual(None if isinstance(got, list) else got.encode(), wanted)
        lines = urlsieve.key_lines(expected.list_octets(), profile=policy, invalid="blank").lines
        self.assertTrue(lines == expected.octets("policy.key.txt"))

    def test_handles_the_longest_reference_and_one_that_is_longer(self):
        for profile in ("rfc3986@1", "crawl@1"):
            long = "http://a/" + "%7e" * 1_000_000
            self.assertEqual(len(urlsieve.normalize(long, profile=profile)), {"rfc3986@1": 1_000_009, "crawl@1": 3_000_009}[profile])
        with self.assertRaises(UrlsieveError) as caught:
            urlsieve.normalize("http://a/" + "b" * 16_777_216)
        self.assertEqual((caught.exception.code, caught.exception.offset), ("too-long", 16_777_216))
        self.assertEqual(urlsieve.normalize("HTTP://a"), "http://a/")


class Lines(unittest.TestCase):
    def test_has_the_counts_lines_and_rejects_of_the_npm_package(self):
        done = urlsieve.normalize_lines(expected.list_octets())
        counts = expected.counts()
        self.assertEqual((done.count, [list(reject) for reject in done.rejects]), (counts["lines"], counts["rejected"]))
        self.assertTrue(done.lines == expected.octets("normal.txt"))

    def test_has_the_lines_of_the_npm_package_under_every_profile(self):
        for profile in urlsieve.profiles():
            with self.subTest(profile):
                normal = urlsieve.normalize_lines(expected.list_octets(), profile=profile)
                self.assertTrue(normal.lines == expected.octets(f"{profile}.normal.txt"))
                self.assertTrue(urlsieve.key_lines(expected.list_octets(), profile=profile).lines == expected.octets(f"{profile}.key.txt"))

    def test_obeys_invalid(self):
        lines = b"HTTP://a\nhttp://[\r\nHTTP://b"
        for profile in ("rfc3986@1", "whatwg@1"):
            for invalid, wanted in (
                ("keep", b"http://a/\nhttp://[\nhttp://b/\n"),
                ("drop", b"http://a/\nhttp://b/\n"),
                ("blank", b"http://a/\n\nhttp://b/\n"),
            ):
                done = urlsieve.normalize_lines(lines, profile=profile, invalid=invalid)
                self.assertEqual((done.lines, done.count, done.rejects[0].line), (wanted, 3, 2))
            for function in (urlsieve.normalize_lines, urlsieve.key_lines, lambda lines, **options: urlsieve.SeenSet(profile=options.pop("profile")).add_lines(lines, **options)):
                with self.assertRaises(UrlsieveError) as caught:
                    function(lines, profile=profile, invalid="fail")
                self.assertEqual(caught.exception.code, "invalid-ip-literal")
                self.assertRegex(str(caught.exception), r"^Line 2: The .* IPv6 .*\(at 7\)\.$")

    def test_takes_any_octets(self):
        self.assertEqual(urlsieve.normalize_lines(b"").lines, b"")
        self.assertEqual(urlsieve.normalize_lines(b"\n\n").count, 2)
        self.assertEqual(urlsieve.normalize_lines(b"\xef\xbb\xbfHTTP://a\n").lines, b"http://a/\n")
        self.assertEqual(urlsieve.normalize_lines(bytearray(b"http://h/\xff")).lines, b"http://h/%FF\n")
        self.assertEqual(urlsieve.normalize_lines(memoryview(b"http://h/\0a")).lines, b"http://h/%00a\n")

    def test_passes_a_line_that_is_too_long(self):
        line = b"http://a/" + b"b" * 17_000_000
        for profile in ("rfc3986@1", "crawl@1"):
            done = urlsieve.normalize_lines(b"HTTP://a\n" + line + b"\r\nHTTP://b", profile=profile)
            self.assertTrue(done.lines == b"http://a/\n" + line + b"\nhttp://b/\n")
            self.assertEqual([(reject.line, reject.code) for reject in done.rejects], [(2, "too-long")])

    def test_leaves_out_comments_and_other_schemes_as_the_command_line_does(self):
        seeds = b"# seeds\n\nHTTP://A.example\n  # more\nmailto:a@b.example\nexample.com/a\nftp://b/\n"
        every = "comment", "comment", "comment", "unexpected-scheme", "relative-reference", "unexpected-scheme"
        for profile in ("rfc3986@1", "crawl@1"):
            for function in (urlsieve.normalize_lines, urlsieve.key_lines):
                done = function(seeds, profile=profile, comments="keep", schemes=["HTTP", "https"])
                self.assertEqual(done.lines, seeds.replace(b"HTTP://A.example", b"http://a.example/"))
                self.assertEqual([reject.code for reject in done.rejects], list(every))
                self.assertEqual([reject.line for reject in done.rejects], [1, 2, 4, 5, 6, 7])
                kept = function(seeds, profile=profile, comments="drop", schemes=("http",), invalid="blank")
                self.assertEqual(kept.lines, b"http://a.example/\n\n\n\n")
                some = function(seeds, profile=profile, comments="drop", require_scheme=True, invalid="drop")
                self.assertEqual(some.lines, b"http://a.example/\nmailto:a@b.example\nftp://b/\n")
            with self.assertRaises(UrlsieveError) as caught:
                urlsieve.normalize_lines(seeds, profile=profile, comments="drop", schemes=["http"], invalid="fail")
            self.assertEqual((caught.exception.code, str(caught.exception)[:7]), ("unexpected-scheme", "Line 5:"))
            fine = urlsieve.normalize_lines(b"# a\nhttp://a/\n", profile=profile, comments="drop", invalid="fail")
            self.assertEqual((fine.lines, fine.count), (b"http://a/\n", 2))
            self.assertEqual(urlsieve.normalize_lines(b"ftp://b/\n", profile=profile).rejects, [])
            seen = urlsieve.SeenSet(profile=profile)
            added = seen.add_lines(seeds, comments="drop", schemes=["http"], invalid="drop")
            self.assertEqual((added.fresh, added.added, added.duplicates, len(added.rejects)), (b"http://a.example/\n", 1, 0, 6))
            with urlsieve.SeenStore(os.path.join(tempfile.mkdtemp(), "wanted.seen"), profile=profile) as store:
                self.assertEqual(store.add_lines(seeds, comments="drop", schemes=["http"], invalid="drop"), added)

    def test_refuses_comments_and_schemes_that_are_none(self):
        for wrong, name in (
            ({"comments": "no"}, "comments"), ({"comments": True}, "comments"), ({"schemes": "http"}, "schemes"), ({"schemes": []}, "schemes"),
            ({"schemes": ["http:"]}, "schemes"), ({"schemes": [b"http"]}, "schemes"), ({"schemes": ["a" * 177]}, "schemes"), ({"require_scheme": 1}, "require_scheme"),
        ):
            with self.assertRaises(UrlsieveError) as caught:
                urlsieve.normalize_lines(b"http://a/\n", **wrong)
            self.assertEqual(caught.exception.code, "invalid-option")
            self.assertIn(f'The option "{name}" ', str(caught.exception))

    def test_takes_the_file_of_lines_by_its_path_or_open(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "urls.txt")
            path.write_bytes(b"HTTP://a\r\nhttp://b/")
            with path.open("rb") as octets, path.open() as text:
                for file in (path, octets, text):
                    self.assertEqual(urlsieve.normalize_lines(file).lines, b"http://a/\nhttp://b/\n")
                    self.assertEqual(urlsieve.SeenSet().add_lines(path).added, 2)
            self.assertEqual(urlsieve.key_lines(io.BytesIO(), profile="crawl@1").count, 0)
            with self.assertRaises(FileNotFoundError):
                urlsieve.normalize_lines(Path(folder, "none.txt"))

    def test_refuses_wrong_types_and_options(self):
        for wrong, instead in (("urls.txt", "pathlib.Path"), ("http://a/", "encode()"), (["http://a/"], "normalize_array"), (None, "bytes"), (5, "bytes")):
            with self.assertRaises(UrlsieveError) as caught:
                urlsieve.normalize_lines(wrong)
            self.assertEqual(caught.exception.code, "invalid-input")
            self.assertIn(instead, str(caught.exception))
        with self.assertRaises(UrlsieveError) as caught:
            urlsieve.normalize_lines(b"", invalid="ignore")
        self.assertEqual(caught.exception.code, "invalid-option")


class Module(unittest.TestCase):
    def test_has_the_version_of_the_npm_package(self):
        version = json.loads((expected.ROOT / "package.json").read_text())["version"]
        self.assertEqual(urlsieve.__version__, version)
        self.assertEqual(run_module("--version"), (0, f"{version}\n", ""))

    def test_says_as_a_program_that_it_has_no_command_line(self):
        status, output, errors = run_module()
        self.assertEqual((status, errors), (0, ""))
        self.assertIn("npm install --global urlsieve", output)
        status, output, errors = run_module("normalize", "urls.txt")
        self.assertEqual((status, output), (2, ""))
        self.assertIn("npm install --global urlsieve", errors)

    def test_has_what_it_lists(self):
        names: dict = {}
        exec("from urlsieve import *", names)
        self.assertEqual(set(urlsieve.__all__) - set(names), set())


def run_module(*arguments):
    done = subprocess.run([sys.executable, "-m", "urlsieve", *arguments], capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


def _in_child(pipe):
    pipe.send([urlsieve.normalize("HTTP://a"), urlsieve.key("http://a/?b&a", profile="crawl@1")])


def _count_idle():
    gc.collect()
    return len(_idle)


class Processes(unittest.TestCase):
    def test_threads_share_nothing(self):
        octets = expected.list_octets()[:1_000_000].rpartition(b"\n")[0]
        wanted = urlsieve.normalize_lines(octets).lines
        keys = urlsieve.key_lines(octets, profile="crawl@1").lines

        def work(index):
            for _ in range(3):
                if urlsieve.normalize_lines(octets).lines != wanted or urlsieve.normalize("HTTP://a") != "http://a/":
                    return False
            return urlsieve.key_lines(octets, profile="crawl@1").lines == keys

        with ThreadPoolExecutor(8) as pool:
            self.assertEqual(set(pool.map(work, range(16))), {True})

    def test_a_thread_that_ends_hands_its_kernels_on(self):
        cores = set()

        def work():
            self.assertEqual(urlsieve.key("http://a/?b&a", profile="crawl@1"), "http://a/?a&b")
            cores.add(core())

        for _ in range(20):
            thread = threading.Thread(target=work)
            thread.start()
            thread.join()
        self.assertEqual(len(cores), 1)
        self.assertNotIn(core(), cores)

    def test_no_more_kernels_are_kept_than_a_pool_of_threads_needs(self):
        count = _Lease.MAX_IDLE + 8
        barrier = threading.Barrier(count)
        with ThreadPoolExecutor(count) as pool:
            list(pool.map(lambda _: (urlsieve.normalize("HTTP://a"), barrier.wait()), range(count)))
        self.assertEqual(len(_idle), _Lease.MAX_IDLE)
        del _idle[:]

    def test_a_fork_does_not_use_kernels_of_threads_that_it_does_not_have(self):
        held = threading.Event()
        release = threading.Event()

        def work():
            urlsieve.normalize("HTTP://a")
            held.set()
            release.wait()

        thread = threading.Thread(target=work)
        thread.start()
        held.wait()
        idle = len(_idle)
        try:
            context = multiprocessing.get_context("fork")
            with context.Pool(1) as pool:
                self.assertEqual(pool.apply(_count_idle), idle)
        finally:
            release.set()
            thread.join()

    def test_a_fork_has_its_own_kernels(self):
        # The parent has compiled one kernel, and a thread of its own is in the middle of a call.
        stop = threading.Event()

        def work():
            while not stop.is_set():
                urlsieve.normalize_lines(expected.list_octets()[:200_000])

        thread = threading.Thread(target=work)
        thread.start()
        try:
            context = multiprocessing.get_context("fork")
            for _ in range(10):
                receiver, sender = context.Pipe(False)
                child = context.Process(target=_in_child, args=(sender,))
                child.start()
                self.assertTrue(receiver.poll(expected.TIMEOUT), "the child hangs")
                self.assertEqual(receiver.recv(), ["http://a/", "http://a/?a&b"])
                child.join()
        finally:
            stop.set()
            thread.join()

    def test_a_spawned_process_works(self):
        context = multiprocessing.get_context("spawn")
        with context.Pool(1) as pool:
            self.assertEqual(pool.apply(urlsieve.normalize, ("HTTP://a",)), "http://a/")
            program = urlsieve.compile_policy({"key": {"fragment": "drop"}})
            self.assertEqual(pool.map(functools.partial(urlsieve.key, profile=program), ["HTTP://a#b"]), ["http://a/"])
            with self.assertRaisesRegex(UrlsieveError, "cannot be .* sent to another process"):
                pool.apply(len, (urlsieve.SeenSet(),))
