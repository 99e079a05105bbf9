"""
A writer for test_store.py: ``store_writer.py PATH LOG COUNT [STEP PART]``. Adds URLs with a flush now and then, and logs what was acknowledged.
With STEP, the process is killed at the write, sync, truncation or rename of that number, after PART per cent of its octets.
"""

import os
import random
import signal
import sys

from urlsieve import SeenStore
from urlsieve._store import pending, shared
from urlsieve._store.storage import Place, Storage

path, log_name, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
step, part = (int(word) for word in sys.argv[4:6]) if len(sys.argv) > 4 else (-1, 0)
done = 0
# Runs of few keys, so that many are written, merged and rewritten. Tables keep their room: a record of the log may have more.
pending.MAX_IN_TABLE = 2000
shared._MAX_LEFT = 100


def at_step(act, partly=lambda: None):
    """Runs a step, or kills the process in the middle of it."""
    global done
    done += 1
    if done == step:
        partly()
        os.kill(os.getpid(), signal.SIGKILL)
    return act()


write, sync, truncate, replace = Storage.write, Storage.sync, Storage.truncate, Place.replace


def partly_write(file, octets, position):
    view = memoryview(octets).cast("B")
    write(file, view[: len(view) * part // 100], position)


Storage.write = lambda file, octets, position: at_step(
    lambda: write(file, octets, position), lambda: partly_write(file, octets, position)
)
Storage.sync = lambda file: at_step(lambda: sync(file))
Storage.truncate = lambda file, size: at_step(lambda: truncate(file, size))
Place.replace = lambda place, file: at_step(lambda: replace(place, file))

with open(log_name, "ab", buffering=0) as log, SeenStore(path) as seen:
    at = len(seen)
    chooser = random.Random(at + step)
    print("open", flush=True)
    while at < count:
        end = min(at + chooser.choice((1, 7, 150, 900)), count)
        log.write(f"added {end}\n".encode())
        seen.add_lines("".join(f"http://example.com/{number}\n" for number in range(at, end)).encode())
        if chooser.random() < 0.7:
            seen.flush()
            log.write(f"acknowledged {end}\n".encode())
        at = end
log_line = f"acknowledged {count}\n".encode()
with open(log_name, "ab", buffering=0) as log:
    log.write(log_line)
print("steps", done, flush=True)
