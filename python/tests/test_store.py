"""SeenStore: what it keeps, its neighbours in Node.js and on the command line, threads, forks, and disks that fail."""

import copy
import errno
import io
import json
import os
import shutil
import subprocess
import sys
import threading
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from unittest import mock

import expected
import pyarrow as pa
import urlsieve
from store_folder import CLI, KEY, StoreFolder, node, urls
from urlsieve import SeenSet, SeenStore, UrlsieveError
from urlsieve._store import merge
from urlsieve._store import store as store_module
from urlsieve._store.lock_file import lock_path_of, text_of
from urlsieve._store.storage import Place, Storage

# Opens a store and closes it, but is killed at the call of that number to the system by the module of locks.
KILLED_AT_A_CALL = """
import os, signal, sys
from types import SimpleNamespace
import urlsieve
from urlsieve._store import lock_file
calls = 0
def counted(call):
    def count(*arguments):
        global calls
        calls += 1
        if calls == int(sys.argv[2]):
            os.kill(os.getpid(), signal.SIGKILL)
        return call(*arguments)
    return count
lock_file.os = SimpleNamespace(**{**vars(os), **{name: counted(getattr(os, name)) for name in ("open", "write", "close", "link")}})
urlsieve.SeenStore(sys.argv[1]).close()
"""

# Opens a store, lets another process try, and goes on.
FIRST_HOLDER = """
import subprocess, sys, urlsieve
with urlsieve.SeenStore(sys.argv[1]) as seen:
    subprocess.run(sys.argv[2:], check=True)
    seen.add("http://a")
    seen.flush()
"""
SECOND_HOLDER = """
import sys, urlsieve
try:
    urlsieve.SeenStore(sys.argv[1]).close()
    print("taken")
except urlsieve.UrlsieveError as error:
    print(error.code)
"""

POLICY = {"policy": "store@1", "base": "crawl@1", "key": {"query": {"remove": ["ref"]}}}


def lines_of(*parts: str) -> bytes:
    return "".join(f"{part}\n" for part in parts).encode()


class Stores(StoreFolder):
    def test_keeps_what_was_added_by_any_method_until_it_is_opened_again(self):
        path = self.path()
        with SeenStore(path) as seen:
            self.assertEqual([seen.add("http://a"), seen.add("HTTP://A:80/"), "http://a/" in seen, seen.has("http://b/")], [True, False, True, False])
            known, error, new, again = seen.add_all(iter(["http://a", "http://[", "http://b", "http://B"]))
            self.assertEqual((known, error.code, new, again), (False, "invalid-ip-literal", True, False))
            done = seen.add_lines(b"http://b\nHTTP://c\nhttp://[\r\nhttp://c\nhttp://d")
            self.assertEqual((done.fresh, done.added, done.duplicates), (b"http://c/\nhttp://[\nhttp://d/\n", 2, 2))
            self.assertEqual([(reject.line, reject.code) for reject in done.rejects], [(3, "invalid-ip-literal")])
            batches = list(seen.add_stream([b"http://d\nhttp:", b"//e\n", b"http://["]))
            self.assertEqual([(added, known, rejects[0].line) for added, known, rejects in batches], [(1, 1, 3)])
            file = Path(self.path())
            file.write_bytes(b"http://d\nHTTP://e\n")
            self.assertEqual(list(seen.add_stream(file)), [(0, 2, [])])
            self.assertEqual((seen.add_lines(file).added, seen.add_all(pa.array(["http://e", "HTTP://d"]))), (0, [False, False]))
            file.unlink()
            self.assertEqual(len(seen), 5)
        self.assertEqual((os.stat(path).st_mode & 0o777, os.listdir(self.folder)), (0o600, [os.path.basename(path)]))
        with SeenStore(path) as seen:
            self.assertEqual((len(seen), seen.add_all([f"http://{name}" for name in "abcde"])), (5, [False] * 5))

    def test_has_the_counts_and_lines_of_the_command_line(self):
        counts = expected.counts()
        with SeenStore(self.path()) as seen:
            done = seen.add_lines(expected.list_octets())
            rejects = len(counts["rejected"])
            self.assertEqual((done.added, len(seen), len(done.rejects)), (counts["unique"], counts["unique"], rejects))
            self.assertTrue(done.fresh == SeenSet().add_lines(expected.list_octets()).fresh)
            again = seen.add_lines(expected.list_octets(), invalid="drop")
            self.assertEqual((again.added, again.fresh), (0, b""))

    def test_has_the_lines_of_a_set_in_memory_where_a_long_line_moves_the_output(self):
        long = "http://a.example/" + "x" * 700_000
        lines = lines_of(*urls(0, 3000), "http://[", long, *urls(1000, 3000), long, "HTTP://A.example/" + "x" * 700_000 + "%7e")
        for profile in ("rfc3986@1", "crawl@1", urlsieve.compile_policy(POLICY)):
            with SeenStore(self.path(), profile=profile) as seen:
                self.assertTrue(seen.add_lines(lines) == SeenSet(profile=profile).add_lines(lines))

    def test_refuses_a_line_under_fail_and_keeps_those_before_it(self):
        with SeenStore(self.path()) as seen:
            self.assert_code("invalid-ip-literal", seen.add_lines, b"http://a\nhttp://[\nhttp://b\n", invalid="fail")
            self.assertEqual((len(seen), seen.has("http://a")), (1, True))

    def test_numbers_the_rejects_of_a_stream_from_its_start(self):
        with SeenStore(self.path()) as seen, mock.patch("urlsieve._seen_store._STREAM_BATCH", 20):
            batches = list(seen.add_stream([b"http://a\nhttp://[\nht", b"tp://b\nhttp://[\n", b"x" * 30, b"://c\nhttp://["]))
            self.assertEqual([reject.line for batch in batches for reject in batch.rejects], [2, 4, 6])
            self.assertEqual(sum(batch.added for batch in batches), 3)

    def test_removes_urls_wherever_their_keys_are_and_they_count_as_new_again(self):
        path, all_urls = self.path(), urls(0, 20_000)
        gone = all_urls[::7]
        with SeenStore(path) as seen:
            seen.add_all(all_urls)
        with SeenStore(path) as seen:
            seen.add_all(["http://a/", "http://b/"])
            answers = seen.remove_all(["HTTP://A", "http://a/", "http://c/", "http://[", *gone])
            self.assertEqual((answers[:3], answers[3].code, set(answers[4:])), ([True, True, False], "invalid-ip-literal", {True}))
            self.assertEqual((len(seen), "http://b/" in seen, "http://a/" in seen), (20_001 - len(gone), True, False))
        self.assertEqual(node("seen", "has", path, "http://a/", "http://b/", all_urls[7]), "http://b/\n")
        with SeenStore(path) as seen:
            self.assertEqual([url in seen for url in all_urls], [index % 7 != 0 for index in range(20_000)])
            self.assertEqual(seen.add_all(["http://a/", all_urls[7], all_urls[8]]), [True, True, False])
            self.assertEqual(set(seen.remove_all([*all_urls[1::7], "http://a/", "http://b/"])), {True})
            rest = [url for url in all_urls if url in seen]
            self.assertEqual(seen.remove_all(rest), [True] * len(rest))
            self.assertEqual((len(seen), seen.remove_all([]), seen.remove_all(["http://b/"])), (0, [], [False]))
        with SeenStore(path) as seen:
            self.assertEqual((len(seen), seen.add("http://b/")), (0, True))
        with SeenStore(path, read_only=True) as seen:
            self.assert_code("invalid-option", seen.remove_all, ["http://b/"])

    def test_refuses_what_it_cannot_use(self):
        folder = self.path()
        os.mkdir(folder)
        pipe = self.path()
        os.mkfifo(pipe)
        self.assertRaises(OSError, SeenStore, folder)
        self.assertRaises(OSError, SeenStore, pipe)
        self.assertRaises(OSError, SeenStore, pipe, read_only=True)
        self.assertRaises(FileNotFoundError, SeenStore, self.path(), read_only=True)
        self.assertRaises(FileNotFoundError, SeenStore, os.path.join(self.path(), "none", "x"))
        self.assertRaises(TypeError, SeenStore, 7)
        self.assert_code("invalid-option", SeenStore, self.path(), key=b"short")
        self.assert_code("invalid-option", SeenStore, self.path(), profile="crawl@9")
        with SeenStore(self.path()) as seen:
            self.assert_code("invalid-input", seen.add, None)
            for urls in ("http://a", None, 5, ["http://a", None], pa.array(["http://a", None])):
                self.assert_code("invalid-input", seen.add_all, urls)
            for stream in ("urls.txt", b"http://a", 5, [5], io.StringIO("http://a")):
                self.assert_code("invalid-input", lambda stream=stream: list(seen.add_stream(stream)))
            self.assert_code("invalid-input", copy.copy, seen)
            self.assert_code("invalid-input", seen.add_lines, "http://a")
            self.assert_code("invalid-option", seen.add_lines, b"", invalid="what")
            self.assert_code("invalid-ip-literal", seen.add, "http://[")
            self.assertEqual((len(seen), seen.add_all([])), (0, []))
        self.assertEqual([name for name in os.listdir(self.folder) if name.startswith(".")], [])

    def test_refuses_use_after_close_and_closes_twice(self):
        seen = SeenStore(self.path())
        seen.close()
        seen.close()
        for use in (lambda: seen.add("http://a"), lambda: seen.has("http://a"), lambda: len(seen), seen.flush, lambda: seen.add_lines(b"a:b\n")):
            self.assert_code("store-closed", use)

    def test_reads_and_adds_nothing_with_read_only(self):
        path = self.path()
        with SeenStore(path) as seen:
            seen.add("http://a")
            seen.flush()
            with SeenStore(path, read_only=True) as reader:
                seen.add("http://b")
                seen.flush()
                self.assertEqual((len(reader), "http://a/" in reader, "http://b" in reader), (1, True, False))
                self.assert_code("invalid-option", reader.add, "http://b")
                self.assert_code("invalid-option", reader.flush)

    def test_opens_a_read_only_folder_for_reading_alone(self):
        path = self.path()
        SeenStore(path).close()
        with mock.patch("os.open", side_effect=self.deny_creation):
            self.assertRaises(PermissionError, SeenStore, path)
            with SeenStore(path, read_only=True) as reader:
                self.assertEqual(len(reader), 0)

    def deny_creation(self, path, flags, *rest, open=os.open):
        if flags & os.O_CREAT:
            raise PermissionError(13, "Permission denied", path)
        return open(path, flags, *rest)

    def test_opens_a_copy_made_while_it_was_written(self):
        path, copy = self.path(), self.path()
        with SeenStore(path) as seen:
            seen.add_all(urls(0, 500))
            seen.flush()
            shutil.copy(path, copy)
            seen.add_all(urls(500, 500))
        with SeenStore(copy) as seen:
            self.assertEqual(len(seen), 500)

    def test_replaces_the_file_that_a_link_leads_to(self):
        path, link = self.path(), self.path()
        os.symlink(path, link)
        with SeenStore(link) as seen:
            seen.add("http://a")
        self.assertTrue(os.path.islink(link))
        with SeenStore(path) as seen:
            self.assertEqual(len(seen), 1)

    def test_has_the_same_answers_in_runs_and_while_they_are_written(self):
        with self.small_tables(3000), SeenStore(self.path()) as seen:
            for start in (0, 4000, 2000, 12_000, 0):
                lines = lines_of(*urls(start, 9000))
                before = len(seen)
                self.assertEqual(seen.add_lines(lines).added, len(seen) - before)
                self.assertEqual(seen.add_lines(lines).added, 0)
            self.assertEqual((len(seen), all(url in seen for url in urls(0, 21_000)), "http://late.example/" in seen), (21_000, True, False))
        self.assertEqual(node("seen", "verify", seen._shared._path), "21000 references, no damage\n")


class Neighbours(StoreFolder):
    """The same file in Node.js and on the command line."""

    def test_reads_a_page_once_for_all_single_questions(self):
        path = self.path()
        with SeenStore(path) as store:
            store.add_all(urls(0, 40_000))
        with SeenStore(path, read_only=True) as store:
            def reads() -> int:
                lines = Path("/proc/self/io").read_text().splitlines()
                return int(next(line.split()[1] for line in lines if line.startswith("syscr")))

            known = [url in store for url in urls(0, 2000)]
            before = reads()
            again = [url in store for url in urls(0, 2000)]
            new = [url in store for url in urls(50_000, 2000)]
            self.assertEqual((all(known), all(again), any(new)), (True, True, False))
            # What a page was read for is in memory. All the pages are few, and reading the counter takes some.
            self.assertLess(reads() - before, 200)

    def test_takes_turns_with_the_command_line_and_node(self):
        for profile in ("rfc3986@1", "crawl@1"):
            path = self.path()
            options = [] if profile == "rfc3986@1" else ["--profile", profile]
            with SeenStore(path, profile=profile) as seen:
                seen.add_lines(lines_of(*urls(0, 20_000)))
            fresh = node("dedupe", "--quiet", "--seen", path, *options, input=lines_of(*urls(19_000, 30_000)))
            self.assertEqual(fresh.splitlines(), urls(20_000, 29_000))
            with SeenStore(path, profile=profile) as seen:
                self.assertEqual((len(seen), seen.add_lines(lines_of(*urls(48_000, 2000))).added), (49_000, 1000))
            self.assertEqual(self.add_in_node(path, urls(49_990, 20), profile), [False] * 10 + [True] * 10)
            with SeenStore(path, profile=profile, read_only=True) as seen:
                self.assertEqual((len(seen), all(url in seen for url in urls(0, 50_010))), (50_010, True))
            self.assertEqual(node("seen", "verify", path), "50010 references, no damage\n")

    def test_shares_the_keys_of_a_policy(self):
        path, policy = self.path(), self.path()
        Path(policy).write_text(json.dumps(POLICY))
        with SeenStore(path, profile=POLICY) as seen:
            self.assertEqual(seen.add_all(["http://a/?ref=1&b", "http://a/?b#x"]), [True, False])
        self.assertEqual(node("dedupe", "--quiet", "--seen", path, "--policy", policy, input=b"http://a/?b&ref=9\nhttp://c/\n"), "http://c/\n")

    def test_refuses_other_rules_and_another_key(self):
        core, pages = self.path(), self.path()
        SeenStore(core, key=KEY).close()
        SeenStore(pages, profile="crawl@1").close()
        self.assert_code("profile-mismatch", SeenStore, core, profile="crawl@1")
        self.assert_code("profile-mismatch", SeenStore, pages)
        self.assert_code("profile-mismatch", SeenStore, pages, profile=POLICY, read_only=True)
        self.assert_code("invalid-store", SeenStore, core, key=bytes(16))
        SeenStore(core, key=KEY).close()
        strict = self.path()
        node("dedupe", "--quiet", "--strict", "--seen", strict, input=b"http://a/\n")
        self.assert_code("invalid-store", SeenStore, strict)

    def test_turns_snapshots_into_stores_and_keeps_them(self):
        for profile in ("rfc3986@1", "crawl@1"):
            path = self.path()
            known = SeenSet(profile=profile, key=KEY)
            known.add_lines(lines_of(*urls(0, 30_000)))
            with open(path, "wb") as file:
                known.save(file)
            before = Path(path).read_bytes()
            self.assert_code("invalid-store", SeenStore, path, profile=profile, read_only=True)
            other = "surt@1" if profile == "crawl@1" else "crawl@1"
            self.assert_code("profile-mismatch", SeenStore, path, profile=other)
            self.assertEqual((Path(path).read_bytes(), os.path.exists(f"{path}.128")), (before, False))
            with SeenStore(path, profile=profile) as seen:
                self.assertEqual((len(seen), seen.add_lines(lines_of(*urls(29_000, 2000))).added), (30_000, 1000))
            self.assertEqual(Path(f"{path}.128").read_bytes(), before)
            self.assertEqual(node("seen", "verify", path), "31000 references, no damage\n")

    def test_leaves_a_snapshot_that_it_cannot_convert(self):
        path = self.path()
        file = io.BytesIO()
        known = SeenSet()
        known.add_lines(lines_of(*urls(0, 9000)))
        known.save(file)
        snapshot = file.getvalue()
        flipped = bytearray(snapshot)
        flipped[70_000] ^= 1
        for octets in (snapshot[:-1], bytes(flipped), snapshot + b"x"):
            Path(path).write_bytes(octets)
            self.assert_code("invalid-snapshot", SeenStore, path)
            self.assertEqual((Path(path).read_bytes(), os.path.exists(f"{path}.128")), (octets, False))
        Path(path).write_bytes(snapshot)
        Path(f"{path}.128").write_bytes(b"mine")
        self.assert_code("invalid-option", SeenStore, path)
        self.assertEqual(Path(f"{path}.128").read_bytes(), b"mine")
        self.assertEqual([name for name in os.listdir(self.folder) if name.startswith(".")], [])

    def add_in_node(self, path: str, urls: list[str], profile: str) -> list:
        return self.in_node(f"""
            const store = await SeenStore.open({path!r}, {{ normalizer: createNormalizer({{ profile: {profile!r} }}) }});
            console.log(JSON.stringify(await store.addAll({urls!r})));
            await store.close();
        """)


class Locks(StoreFolder):
    """One lock protocol for Python, Node.js and the command line."""

    def test_is_refused_while_python_node_or_the_command_line_writes(self):
        path = self.path()
        with SeenStore(path) as seen:
            seen.add("http://a")
            self.assert_code("seen-locked", SeenStore, path)
            script = f"await SeenStore.open({path!r}).catch((error) => console.log(JSON.stringify([error.code, error.message])));"
            code, message = self.in_node(script)
            self.assertEqual((code, f"process {os.getpid()} is using it" in message), ("seen-locked", True))
            done = subprocess.run(["node", CLI, "dedupe", "--no-wait", "--seen", path], input=b"http://b\n", capture_output=True, text=False)
            self.assertIn(b"seen-locked", done.stderr)
        holder = self.start_node(f"const store = await SeenStore.open({path!r}); console.log('open'); setInterval(() => {{}}, 1000);")
        with self.assertRaises(UrlsieveError) as caught:
            SeenStore(path)
        self.assertEqual((caught.exception.code, f"process {holder.pid} is using it" in str(caught.exception)), ("seen-locked", True))
        # A holder that is dead is provably so: its lock, and what it had not flushed, are gone at once.
        holder.kill()
        holder.wait()
        with SeenStore(path) as seen:
            self.assertEqual(len(seen), 1)
        self.assertEqual(os.listdir(self.folder), [os.path.basename(path)])

    def test_lets_node_take_over_from_a_python_process_that_was_killed(self):
        path = self.path()
        script = f"import sys, urlsieve; seen = urlsieve.SeenStore({path!r}); seen.add('http://a'); seen.flush(); seen.add('http://b'); print('open', flush=True); sys.stdin.read()"
        holder = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, stdin=subprocess.PIPE)
        self.addCleanup(holder.communicate)
        self.assertEqual(holder.stdout.readline(), b"open\n")
        holder.kill()
        holder.wait()
        added = self.in_node(f"const store = await SeenStore.open({path!r}); console.log(JSON.stringify(await store.addAll(['http://a', 'http://b']))); await store.close();")
        self.assertEqual(added, [False, True])

    def test_takes_no_lock_from_a_live_process_in_another_namespace_or_below_the_proc_of_a_host(self):
        processes = ["unshare", "--pid", "--fork"]
        later_boot = ["unshare", "--time", "--boottime", "100000", "--fork"]
        if subprocess.run([*processes, *later_boot, "true"], capture_output=True).returncode != 0 and os.environ.get("CI") != "true":
            self.skipTest("namespaces cannot be made here")
        for where, around, around_second in [
            ("the /proc of the host", processes, []),
            ("two containers", [*processes, "--mount-proc"], [*processes, "--mount-proc"]),
            ("a boot at another time", [], later_boot),
        ]:
            with self.subTest(where):
                path = self.path()
                second = [*around_second, sys.executable, "-c", SECOND_HOLDER, path]
                done = subprocess.run([*around, sys.executable, "-c", FIRST_HOLDER, path, *second], capture_output=True, text=True)
                self.assertEqual((done.stdout, done.stderr), ("seen-locked\n", ""))
                with SeenStore(path) as seen:
                    self.assertEqual(("http://a" in seen, len(seen)), (True, 1))

    def test_takes_a_silent_lock_over_with_a_copy_so_that_its_holder_cannot_write_when_it_wakes(self):
        path = self.path()
        sleeper = SeenStore(path)
        sleeper.add("http://a")
        sleeper.flush()
        lock = lock_path_of(path)
        # As if the holder were on another machine, and silent for two minutes.
        text = Path(lock).read_text()
        token = text.split(" ")[0]
        Path(lock).write_text(text.replace(text.split(" ")[1], "0-1-0"))
        self.assert_code("seen-locked", SeenStore, path)
        os.utime(lock, (1, os.stat(lock).st_mtime - 120))
        with SeenStore(path) as seen:
            self.assertEqual((len(seen), seen.add("http://b")), (1, True))
            seen.flush()
            sleeper.add("http://c")
            self.assert_code("seen-locked", sleeper.flush)
            self.assert_code("store-failed", sleeper.add, "http://d")
            self.assertNotIn(token, Path(lock).read_text())
        self.assertRaises(UrlsieveError, sleeper.close)
        with SeenStore(path, read_only=True) as seen:
            self.assertEqual((len(seen), "http://c" in seen), (2, False))

    def test_acknowledges_nothing_in_a_file_that_was_removed_or_replaced(self):
        def replace(path: str) -> None:
            shutil.copy(path, f"{path}.copy")
            os.replace(f"{path}.copy", path)

        for spoil in (os.unlink, lambda path: os.rename(path, f"{path}.old"), replace):
            path = self.path()
            seen = SeenStore(path)
            seen.add("a:1")
            seen.flush()
            spoil(path)
            seen.add("a:2")
            self.assert_code("store-failed", seen.flush)
            self.assert_code("store-failed", seen.add, "a:3")
            self.code_of(seen.close)

    def test_removes_what_dead_processes_have_left(self):
        path = self.path()
        process = subprocess.Popen([sys.executable, "-c", "from urlsieve._store.lock_file import text_of; print(text_of('0' * 16, 7), end='')"], stdout=subprocess.PIPE, text=True)
        text = process.communicate()[0]
        Path(lock_path_of(path)).write_text(text)
        Path(f"{lock_path_of(path)}.{'0' * 16}").write_text(text)
        Path(lock_path_of(self.path())).write_text(text)
        Path(self.folder, f".urlsieve-{text.split(' ')[1]}-{'1' * 16}.tmp").write_text("x")
        SeenStore(path).close()
        self.assertEqual(os.listdir(self.folder), [os.path.basename(path)])

    def test_a_kill_while_a_lock_or_guard_is_created_leaves_none_that_is_torn(self):
        path = self.path()
        for step in range(1, 20):
            done = subprocess.run([sys.executable, "-c", KILLED_AT_A_CALL, path, str(step)], capture_output=True)
            self.assertIn(done.returncode, (0, -9), done.stderr)
            with SeenStore(path) as seen:
                self.assertEqual(len(seen), 0)
            self.assertEqual([name for name in os.listdir(self.folder) if name.startswith(".")], [])
            if done.returncode == 0:
                break
        # Creating a file, writing, closing and linking it: for the lock, and for the guard under which it is removed.
        self.assertEqual(step, 9)

    def test_makes_a_lock_in_two_steps_where_the_file_system_has_no_links(self):
        path = self.path()
        with mock.patch("os.link", side_effect=OSError(errno.EPERM, "no links")), SeenStore(path):
            self.assert_code("seen-locked", SeenStore, path)
        self.assertEqual(os.listdir(self.folder), [os.path.basename(path)])

    def test_writes_the_texts_of_node(self):
        path = self.path()
        holder = self.start_node(f"const store = await SeenStore.open({path!r}); console.log('open'); setInterval(() => {{}}, 1000);")
        [name] = [name for name in os.listdir(self.folder) if name.startswith(".")]
        theirs = Path(self.folder, name).read_text().split(" ")
        holder.kill()
        self.assertEqual(os.path.basename(lock_path_of(path)), name)
        ours = text_of(theirs[0], 0).split(" ")
        self.assertEqual((ours[0], ours[2], ours[1].split("-")[0]), (theirs[0], theirs[2], theirs[1].split("-")[0]))
        self.assertEqual(theirs[1].split("-")[1], str(holder.pid))


class Threads(StoreFolder):
    def test_share_a_store_and_find_each_url_new_once(self):
        with self.small_tables(700), SeenStore(self.path()) as seen:
            count, threads = 3000, 6

            def crawl(number: int) -> int:
                own = urls(0, count)
                if number % 2 == 0:
                    seen.flush()
                    return sum(seen.add(url) for url in own)
                return sum(seen.add_lines(lines_of(*own[start : start + 50])).added for start in range(0, count, 50))

            with ThreadPoolExecutor(threads) as pool:
                self.assertEqual(sum(pool.map(crawl, range(threads))), count)
            self.assertEqual(len(seen), count)
        self.assertEqual(node("seen", "verify", seen._shared._path), f"{count} references, no damage\n")

    def test_share_a_sync(self):
        with SeenStore(self.path()) as seen:
            syncs = []
            begun, release = threading.Event(), threading.Event()

            def slow(file, sync=Storage.sync):
                syncs.append(1)
                begun.set()
                release.wait(expected.TIMEOUT)
                sync(file)

            with mock.patch.object(Storage, "sync", slow), ThreadPoolExecutor(9) as pool:
                seen.add("http://a")
                first = pool.submit(seen.flush)
                begun.wait(expected.TIMEOUT)
                # Adds do not wait for a sync, and what they add takes one more.
                self.assertTrue(seen.add("http://b"))
                others = [pool.submit(seen.flush) for _ in range(8)]
                release.set()
                for each in (first, *others):
                    each.result()
            self.assertEqual(len(syncs), 2)

    def test_add_while_a_run_is_written(self):
        begun, release = threading.Event(), threading.Event()

        def slow(*args, write=merge.write_run):
            begun.set()
            release.wait(expected.TIMEOUT)
            return write(*args)

        with self.small_tables(100), mock.patch.object(store_module, "write_run", slow), SeenStore(self.path()) as seen:
            seen.add_all(urls(0, 150))
            self.assertEqual(len(seen.add_all(urls(150, 1))), 1)
            self.assertTrue(begun.wait(expected.TIMEOUT))
            self.assertEqual([seen.add(url) for url in urls(100, 100)].count(True), 49)
            seen.flush()
            with SeenStore(seen._shared._path, read_only=True) as reader:
                self.assertEqual(len(reader), 200)
            release.set()
        with SeenStore(seen._shared._path) as seen:
            self.assertEqual(len(seen), 200)

    def test_leave_a_file_that_opens_if_nothing_follows_the_gap_of_a_run(self):
        path, copy = self.path(), self.path()
        with self.small_tables(100), SeenStore(path) as seen:
            seen.add_all(urls(0, 100))
            seen.add("http://one.example/")
            while seen._shared._merger is not None:
                seen._shared._merger.join(0.01)
            shutil.copy(path, copy)
        with SeenStore(copy) as seen:
            self.assertEqual(len(seen), 101)

    def test_keep_what_was_flushed_before_the_gap_and_is_not_in_its_run(self):
        begun, release = threading.Event(), threading.Event()

        def slow(*args, write=merge.write_run):
            begun.set()
            release.wait(expected.TIMEOUT)
            return write(*args)

        path, copy = self.path(), self.path()
        with self.small_tables(100), mock.patch.object(store_module, "write_run", slow), SeenStore(path) as seen:
            seen.add_all(urls(0, 100))
            seen.add_all(urls(100, 1))
            self.assertTrue(begun.wait(expected.TIMEOUT))
            # A second table waits for its run, and the third one is in the log before that run begins.
            for start in range(101, 231):
                seen.add_all(urls(start, 1))
            seen.flush()
            release.set()
            while seen._shared._merger is not None:
                seen._shared._merger.join(0.01)
            shutil.copy(path, copy)
        with SeenStore(copy) as seen:
            self.assertEqual(len(seen), 231)

    def test_wait_for_runs_that_fall_far_behind(self):
        begun, release = threading.Event(), threading.Event()

        def slow(*args, write=merge.write_run):
            begun.set()
            release.wait(expected.TIMEOUT)
            return write(*args)

        with self.small_tables(10), mock.patch.object(store_module, "write_run", slow), SeenStore(self.path()) as seen:
            with ThreadPoolExecutor(1) as pool:
                adding = pool.submit(lambda: [seen.add(url) for url in urls(0, 500)])
                begun.wait(expected.TIMEOUT)
                release.set()
                self.assertEqual(adding.result().count(True), 500)


class Forks(StoreFolder):
    def test_a_child_writes_nothing_and_leaves_the_lock(self):
        path = self.path()
        with SeenStore(path) as seen:
            seen.add("http://a")
            seen.flush()
            seen.add("http://b")
            before = Path(path).read_bytes()
            codes = self.in_child(lambda: [self.code_of(use) for use in (lambda: seen.add("http://c"), lambda: seen.has("http://a"), seen.flush, lambda: len(seen))])
            self.assertEqual(codes, ["store-failed"] * 4)
            self.assertEqual(self.in_child(lambda: [seen.close(), seen.close(), self.code_of(lambda: SeenStore(path))]), [None, None, "seen-locked"])
            self.assertEqual(Path(path).read_bytes(), before)
            seen.flush()
            self.assertTrue(seen.add("http://c"))
        with SeenStore(path) as seen:
            self.assertEqual(len(seen), 3)

    def test_a_child_reads_a_store_that_was_opened_for_reading(self):
        path = self.path()
        with SeenStore(path) as seen:
            seen.add_all(urls(0, 50))
        with SeenStore(path, read_only=True) as reader:
            self.assertEqual(self.in_child(lambda: [len(reader), urls(3, 1)[0] in reader, reader.close(), self.code_of(lambda: len(reader))]), [50, True, None, "store-closed"])
            self.assertEqual(len(reader), 50)

    def test_a_child_that_exits_leaves_the_store_open(self):
        with SeenStore(self.path()) as seen:
            script = "import os; os.fork() or os._exit(0)"
            subprocess.run([sys.executable, "-c", script], check=True)
            self.in_child(lambda: 1)
            seen.add("http://a")
            seen.flush()
            self.assert_code("seen-locked", SeenStore, seen._shared._path)

    def in_child(self, use):
        """What `use` returns in a forked process, as JSON."""
        read, write = os.pipe()
        child = os.fork()
        if child == 0:
            try:
                os.write(write, json.dumps(use()).encode())
            finally:
                os._exit(0)
        os.close(write)
        with open(read, "rb") as pipe:
            answer = pipe.read()
        os.waitpid(child, 0)
        return json.loads(answer)


class Disks(StoreFolder):
    """A disk that is full or fails."""

    def failing(self, method: str, nth: int):
        """Makes the `nth` call of a method fail, from 0."""
        calls = iter(range(1 << 30))
        real = getattr(Storage, method)

        def call(*args):
            if next(calls) == nth:
                raise OSError(28, "No space left on device")
            return real(*args)

        return mock.patch.object(Storage, method, call)

    def test_a_log_that_cannot_be_written_leaves_the_store_as_it_was(self):
        with SeenStore(self.path()) as seen:
            seen.add_all(urls(0, 50))
            with self.failing("write", 0):
                self.assertRaises(OSError, seen.flush)
                seen.flush()
            with SeenStore(seen._shared._path, read_only=True) as reader:
                self.assertEqual(len(reader), 50)

    def test_a_failed_sync_refuses_everything_until_the_file_is_opened_again(self):
        path = self.path()
        seen = SeenStore(path)
        seen.add("http://a")
        seen.flush()
        seen.add("http://b")
        with self.failing("sync", 0):
            self.assertRaises(OSError, seen.flush)
        for use in (lambda: seen.add("http://c"), lambda: seen.has("http://a"), seen.flush, lambda: seen.add_lines(b"a:b\n")):
            self.assert_code("store-failed", use)
        self.assertRaises(UrlsieveError, seen.close)
        self.assert_code("store-closed", seen.flush)
        with SeenStore(path) as seen:
            self.assertIn("http://a", seen)

    def test_a_run_that_cannot_be_written_is_reported_by_flush_and_loses_nothing(self):
        for method, nth, code in (("write", 2, None), ("sync", 0, "store-failed")):
            path = self.path()
            with self.small_tables(100):
                seen = SeenStore(path)
                seen.add_all(urls(0, 100))
                seen.flush()
                with self.failing(method, nth):
                    seen.add("http://more.example/")
                    while seen._shared._merger is not None:
                        seen._shared._merger.join(0.01)
                    self.assertRaises(OSError if code is None else UrlsieveError, seen.flush)
                if code is None:
                    seen.add_all(urls(100, 300))
                    seen.close()
                else:
                    self.assert_code(code, seen.close)
            with SeenStore(path) as seen:
                self.assertEqual(seen.add_all(urls(0, 100)), [False] * 100)
                self.assertEqual(len(seen), 401 if code is None else len(seen))
            node("seen", "verify", path)

    def test_a_file_that_cannot_be_rewritten_stays_as_it_was(self):
        path = self.path()
        with self.wasteful(path) as seen:
            self.assertTrue(seen._shared._store.is_wasteful)
            with mock.patch.object(Place, "replace", side_effect=OSError(28, "No space left on device")):
                self.assertRaises(OSError, seen.close)
        with SeenStore(path) as seen:
            self.assertEqual(len(seen), 1000)
        self.assertEqual([name for name in os.listdir(self.folder) if name.startswith(".")], [])

    def test_a_wasteful_file_is_rewritten(self):
        path = self.path()
        with self.wasteful(path) as seen:
            size = os.path.getsize(path)
            mode = os.stat(path).st_mode
        self.assertLess(os.path.getsize(path), size / 2)
        self.assertEqual(os.stat(path).st_mode, mode)
        self.assertEqual(node("seen", "verify", path), "1000 references, no damage\n")

    def wasteful(self, path: str) -> SeenStore:
        """A store with dead octets."""
        seen = SeenStore(path)
        os.chmod(path, 0o640)
        for start in range(0, 1000, 10):
            seen.add_all(urls(start, 10))
            seen._shared._store.make_run()
        self.assertTrue(seen._shared._store.is_wasteful)
        return seen
