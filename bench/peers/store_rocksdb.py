"""Runs one step of RocksDB, as stores.mjs does with others: python store_rocksdb.py build|day FOLDER KEYS"""

import json
import re
import resource
import sys
import time
from pathlib import Path

from rocksdict import AccessType, BlockBasedOptions, Options, Rdict, WriteBatch, WriteOptions

KEY = 12
BATCH = 20_000


def octets():
    text = Path("/proc/self/io").read_text()
    return [int(re.search(rf"^{name}: (\d+)", text, re.M)[1]) for name in ("rchar", "wchar")]


def cpu():
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


def opened(folder):
    options = Options(raw_mode=True)
    options.create_if_missing(True)
    table = BlockBasedOptions()
    table.set_bloom_filter(10, False)
    options.set_block_based_table_factory(table)
    return Rdict(str(Path(folder) / "rocksdb"), options, access_type=AccessType.read_write())


def run(is_build, folder, keys):
    store = opened(folder)
    added = 0
    durable = WriteOptions()
    durable.sync = True
    for start in range(0, len(keys), BATCH):
        batch = keys[start : start + BATCH]
        found = [None] * len(batch) if is_build else store.get(batch)
        fresh = WriteBatch(raw_mode=True)
        for key, value in zip(batch, found, strict=True):
            if value is None:
                fresh.put(key, b"")
                added += 1
        is_last = start + BATCH >= len(keys)
        store.write(fresh, durable if is_last else WriteOptions())
    store.close()
    return added


def main():
    step, folder, file = sys.argv[1:]
    data = Path(file).read_bytes()
    keys = [data[at : at + KEY] for at in range(0, len(data), KEY)]
    start, before, io = time.perf_counter(), cpu(), octets()
    added = run(step == "build", folder, keys)
    used, after = cpu() - before, octets()
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000
    figures = {"added": added, "time": time.perf_counter() - start, "cpu": used, "memory": memory}
    print(json.dumps({**figures, "read": after[0] - io[0], "written": after[1] - io[1]}))


main()
