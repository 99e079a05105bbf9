"""Files that are damaged or forged: one error, or an answer that may be a lie; never a crash, an endless loop or much memory."""

import os
import random
import struct
from dataclasses import replace
from pathlib import Path
from unittest import mock

from store_folder import KEY, LONG, StoreFolder, urls
from urlsieve import SeenStore, SetError
from urlsieve._store import format
from urlsieve._store.geometry import Geometry
from urlsieve._store.layout import FILE, HEADER
from urlsieve._store.memory import Checks
from urlsieve._store.storage import Place

BLOCK, FIRST_RUN = FILE.BLOCK, FILE.FIRST_RUN
KNOWN = 1930


class Hostile(StoreFolder):
    """A file with two runs and a log, and what it becomes."""

    def setUp(self):
        super().setUp()
        self.octets = self.sample(1500, 400, 30)
        self.checks = Checks()
        storage = Place(self.written(self.octets)).open(False)
        self.addCleanup(storage.close)
        self.header = format.read_header(storage, self.checks)
        self.root = format.read_root(storage, self.header.seed, self.checks)

    def sample(self, first: int, second: int, logged: int) -> bytes:
        path = self.path()
        with SeenStore(path, key=KEY) as seen:
            for start, count in ((0, first), (first, second)):
                seen.add_all(urls(start, count))
                seen._shared._store.make_run()
            seen.add_all(urls(first + second, logged))
        return Path(path).read_bytes()

    def written(self, octets: bytes) -> str:
        path = os.path.join(self.folder, "hostile.seen")
        Path(path).write_bytes(octets)
        return path

    def use(self, octets: bytes, count: int = KNOWN) -> SetError | int:
        """Opens, asks and reads all of a file. Returns the error, or how many URLs it knew."""
        try:
            with SeenStore(self.written(octets), read_only=True) as seen:
                seen._shared._store.verify()
                return sum(url in seen for url in urls(0, count)) if count < 300 else self.known(seen, count)
        except SetError as error:
            return error

    def known(self, seen: SeenStore, count: int) -> int:
        from urlsieve._fingerprints import fingerprints_of

        octets, _ = fingerprints_of(urls(0, count), "rfc3986@1", seen._key)
        return int(seen._shared._store._runs.ask(octets, seen._shared._store.pending.tables).marks.sum())

    def assert_refused(self, octets: bytes, message: str | None = None) -> None:
        result = self.use(octets)
        self.assertIsInstance(result, SetError)
        self.assertEqual((result.code, str(result) if message else None), ("invalid-store", message))

    def with_root(self, **changes) -> bytes:
        """The file with another root, whose check is right."""
        root = replace(self.root, generation=self.root.generation + 1, **changes)
        return self.patched(root.offset, format.root_octets(root, self.header.seed, self.checks))

    def with_run(self, **changes) -> bytes:
        first, *others = self.root.runs
        return self.with_root(runs=(replace(first, **changes), *others))

    def patched(self, at: int, octets: bytes) -> bytes:
        return self.octets[:at] + octets + self.octets[at + len(octets) :]

    def with_header(self, at: int, value: int) -> bytes:
        block = bytearray(self.octets[:BLOCK])
        struct.pack_into("<I", block, at, value)
        return self.patched(0, format._sealed(block, self.checks, 0))

    def test_damage_of_an_octet_is_found_or_does_not_matter(self):
        small = self.sample(150, 40, 3)
        newest = self.root.offset
        places = [at for at in range(len(small)) if small[at] != 0 or at % 31 == 0 or (at < FIRST_RUN and at % BLOCK < 128)]
        for at in places if LONG else places[:: len(places) // 150]:
            octets = bytearray(small)
            octets[at] ^= 0x10
            result = self.use(bytes(octets), 193)
            if isinstance(result, SetError):
                self.assertEqual(result.code, "invalid-store", at)
            else:
                # Damage of the newest root leaves the other one, and damage of the log the records before it.
                self.assertIn(result, (150,) if newest <= at < newest + BLOCK else (190, 193), at)

    def test_truncation_is_found_or_ends_the_log(self):
        small = self.sample(150, 40, 3)
        for length in range(1, len(small), 7 if LONG else 301):
            result = self.use(small[:length], 193)
            if isinstance(result, SetError):
                self.assertEqual(result.code, "invalid-store")
            else:
                self.assertGreaterEqual(result, 190)

    def test_garbage_behind_the_end_is_cut_off_by_the_next_writer(self):
        for garbage in (bytes(500), b"\xff" * 500, self.octets[FIRST_RUN : FIRST_RUN + 7000]):
            self.assertEqual(self.use(self.octets + garbage), KNOWN)
            path = self.written(self.octets + garbage)
            with SeenStore(path) as seen:
                self.assertEqual(len(seen), KNOWN)
            self.assertEqual(Path(path).read_bytes(), self.octets)

    def test_no_old_record_of_the_log_follows_a_new_one(self):
        path = self.path()
        with SeenStore(path) as seen:
            for start in (0, 10):
                seen.add_all(urls(start, 10))
                seen.flush()
        torn = bytearray(Path(path).read_bytes())
        torn[FIRST_RUN + 20] ^= 1
        Path(path).write_bytes(torn)
        with SeenStore(path) as seen:
            self.assertEqual((len(seen), os.path.getsize(path)), (0, FIRST_RUN))
            seen.add_all(urls(0, 10))
        with SeenStore(path) as seen:
            self.assertEqual(len(seen), 10)

    def test_a_torn_root_leaves_the_other_one(self):
        at = self.root.offset + 512
        self.assertEqual(self.use(self.patched(at, bytes(BLOCK - 512))), 1500)

    def test_a_forged_root_is_refused(self):
        first, second = self.root.runs
        geometry = first.geometry
        forged = {
            "a run before the first place": self.with_run(offset=0),
            "a run beyond the end": self.with_run(offset=len(self.octets)),
            "a run of 2^62 octets": self.with_run(size=1 << 62),
            "overlapping runs": self.with_run(offset=second.offset),
            "no buckets": self.with_run(geometry=Geometry(0, 0)),
            "2^29 buckets": self.with_run(geometry=Geometry(29, 4)),
            "pages of more buckets than there are": self.with_run(geometry=geometry._replace(group_bits=28)),
            "no keys": self.with_run(count=0),
            "more keys than octets": self.with_run(count=(1 << 31) - 1),
            "too many keys": self.with_run(count=1 << 31),
            "a wrong check of a directory": self.with_run(check=1),
            "a log before the runs": self.with_root(log_start=0),
            "a log beyond the end": self.with_root(log_start=len(self.octets) + 1),
        }
        for name, octets in forged.items():
            with self.subTest(name):
                self.assert_refused(octets)
        block = bytearray(format.root_octets(replace(self.root, generation=self.root.generation + 1), self.header.seed, self.checks))
        struct.pack_into("<I", block, 16, 61)
        at = BLOCK * (1 + (self.root.generation + 1) % 2)
        self.assert_refused(self.patched(at, format._sealed(block, self.checks, self.header.seed)))

    def test_a_forged_page_or_gap_stays_within_its_bounds(self):
        chooser = random.Random(7)
        for _ in range(600 if LONG else 60):
            for run in self.root.runs:
                octets = bytearray(self.octets)
                pages = run.geometry.pages
                directory = struct.unpack_from(f"<{pages + 1}I", octets, run.offset + run.size - 4 * (pages + 1))
                page = chooser.randrange(pages)
                start, end = (run.offset + 4 * directory[index] for index in (page, page + 1))
                octets[chooser.randrange(start, end - 4)] = chooser.randrange(256)
                struct.pack_into("<I", octets, end - 4, self.checks.of(octets[start : end - 4], self.header.seed))
                result = self.use(bytes(octets))
                if isinstance(result, SetError):
                    self.assertEqual(result.code, "invalid-store")
                else:
                    self.assertLessEqual(result, KNOWN)
        from urlsieve._store.log import gap_record

        for room in (0, 1 << 40, (1 << 63) + 5, (1 << 64) - 1):
            gap = gap_record(len(self.octets), room, self.header.seed, self.checks)
            self.assertEqual(self.use(self.octets + gap), KNOWN)

    def test_a_log_of_too_many_keys_is_refused(self):
        with self.small_tables(20), mock.patch("urlsieve._store.pending.MAX_TABLES", 1):
            self.assert_refused(self.octets)

    def test_a_foreign_header_is_refused_in_one_sentence(self):
        for octets, message in (
            (b"http://example.com/\n" * 300, "This is not a store of urlsieve (at byte 0)."),
            (self.octets[:5], "This is not a store of urlsieve (at byte 0)."),
            (self.octets[:BLOCK], f"The store is damaged: it has no valid root (at byte {BLOCK})."),
            (self.octets[:100], "The store is damaged: it is truncated (at byte 100)."),
            (self.with_header(HEADER.FORMAT_AT, 4), "The file has format 4, not 3 (at byte 8)."),
            (self.with_header(HEADER.WIDTH_AT, 8), "The store has keys of 64 bits, not 96 (at byte 12)."),
            (self.with_header(HEADER.PROFILE_AT, 9), "The store has version 9 of the normal form, not 1 (at byte 16)."),
            (self.with_header(HEADER.WORD_AT, 7), "The store was made with other options: the options word is 7, not 16383 (at byte 20)."),
            (self.with_header(HEADER.IDENTITY_LENGTH_AT, 65535), "The store is damaged: its identity is too long (at byte 28)."),
            (self.with_header(HEADER.IDENTITY_LENGTH_AT, 1), "The store is damaged: its identity is not a line of ASCII (at byte 48)."),
            (self.patched(HEADER.SEED_AT, b"xxxx"), "The store is damaged: the check of the header is wrong (at byte 4092)."),
        ):
            with self.subTest(message):
                self.assert_refused(octets, message)
        self.assert_code("invalid-store", SeenStore, self.written(self.with_header(HEADER.FORMAT_AT, 4)))
        self.assertEqual([name for name in os.listdir(self.folder) if name.startswith(".")], [])
