"""Kills at each write, sync and rename, and at random: nothing acknowledged is lost, and nothing invented.

``URLSIEVE_KILLS=300 npm run test:platforms -- store_kills`` kills a writer 300 times at random.
"""

import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import expected
from store_folder import LONG, StoreFolder, node, urls
from urlsieve import SeenSet, SeenStore
from urlsieve._store.temporary import _swept

WRITER = str(Path(__file__).with_name("store_writer.py"))
KILLS = int(os.environ.get("URLSIEVE_KILLS") or (150 if LONG else 12))
COUNT = 9000
STEPS = 10_000


class Kills(StoreFolder):
    def test_lose_nothing_at_each_write_sync_and_rename(self):
        every = 1 if LONG else 12
        stopped = 0
        for step in range(1, STEPS, every):
            path, log = self.path(), self.path()
            for part in (0, 60):
                # The second process is killed at its own step of that number, in the file that the first has left.
                process = subprocess.run([sys.executable, WRITER, path, log, str(COUNT), str(step), str(part)], capture_output=True)
                self.assertIn(process.returncode, (0, -signal.SIGKILL), process.stderr)
                self.check(path, log)
                stopped += process.returncode != 0
            if process.returncode == 0:
                break
        self.assertLess(step, STEPS - 1)
        print(f"  store: {stopped} kills at {step} writes, syncs and renames")

    def test_lose_nothing_at_random(self):
        chooser = random.Random(5)
        path, log = self.path(), self.path()
        kills = count = 0
        while kills < KILLS:
            count += COUNT
            process = subprocess.Popen([sys.executable, WRITER, path, log, str(count)], stdout=subprocess.PIPE)
            process.stdout.readline()
            try:
                process.wait(chooser.uniform(0, 0.4))
            except subprocess.TimeoutExpired:
                process.kill()
                kills += 1
            process.communicate(timeout=expected.TIMEOUT)
            self.check(path, log)
        print(f"  store: {kills} kills at random, {count} URLs")

    def test_lose_nothing_while_a_snapshot_is_converted(self):
        known = SeenSet()
        known.add_lines("".join(f"{url}\n" for url in urls(0, 1500)).encode())
        for step in range(1, STEPS, 1 if LONG else 3):
            path, log = self.path(), self.path()
            with open(path, "wb") as file:
                known.save(file)
            # The second process finds what the first has left.
            for _ in range(2):
                process = subprocess.run([sys.executable, WRITER, path, log, "1500", str(step), "50"], capture_output=True)
            # Leftovers are removed once by a process.
            _swept.clear()
            with SeenStore(path) as seen:
                self.assertEqual((len(seen), sum(seen.add_all(urls(0, 1500)))), (1500, 0))
            self.assertEqual(sorted(name for name in os.listdir(self.folder) if name.startswith((".", os.path.basename(path)))), [os.path.basename(path), f"{os.path.basename(path)}.128"])
            if process.returncode == 0:
                break
        self.assertGreater(step, 5)

    def check(self, path: str, log: str) -> None:
        """The store has the first n URLs: all that were acknowledged, and none that were not added."""
        rows = [line.split() for line in Path(log).read_text().splitlines()] if os.path.exists(log) else []
        most, least = (max((int(count) for word, count in rows if word == kind), default=0) for kind in ("added", "acknowledged"))
        if not os.path.exists(path):
            self.assertEqual(least, 0)
            return
        with SeenStore(path, read_only=True) as seen:
            count = len(seen)
            self.assertTrue(least <= count <= max(most, least), (least, count, most))
            seen._shared._store.verify()
            sample = urls(0, count)[:: max(1, count // 200)] + urls(max(0, count - 3), min(3, count))
            self.assertTrue(all(url in seen for url in sample))
            self.assertFalse(any(url in seen for url in urls(count, 50)))

    def test_leave_a_file_that_node_and_the_next_writer_go_on_with(self):
        path, log = self.path(), self.path()
        for step in range(9, 200, 10 if LONG else 40):
            subprocess.run([sys.executable, WRITER, path, log, str(COUNT + 50 * step), str(step), "50"], capture_output=True)
        with SeenStore(path) as seen:
            count = len(seen)
        self.assertEqual(node("seen", "verify", path), f"{count} references, no damage\n")
        self.assertEqual([name for name in os.listdir(self.folder) if name.endswith((".tmp", ".lock"))], [])
