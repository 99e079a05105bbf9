"""
The lock of src/dedupe/seen/lock.ts: one process at a time writes to a store, whether it runs Python, Node.js or the command line.

A lock is removed only under the guard of its token, after reading it again: two processes may find the same lock dead at the same time.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable

from .._errors import SetError
from .layout import LOCK
from .lock_file import (
    NAME,
    Holder,
    age_of,
    create_guard,
    create_lock,
    guard_of,
    lock_path_of,
    read_holder,
    text_of,
)
from .owner import life_of
from .temporary import names_in, random_token, remove_if_possible, sweep

_MAX_SILENCE: float = LOCK.MAX_SILENCE / 1000
_INTERVAL: float = LOCK.INTERVAL / 1000


class Lock:
    """A lock that this process holds.

    `on_silence` is called before it is taken over from a holder that is silent, but not provably dead. That may wake up, and must not
    write to what the next holder uses. Raises SetError ``seen-locked`` if another process holds it, and OSError.
    """

    def __init__(self, file: str, on_silence: Callable[[], None]) -> None:
        self._file = file
        self._path = lock_path_of(file)
        self._folder = os.path.dirname(self._path)
        self._token = random_token()
        self._on_silence = on_silence
        sweep(self._folder)
        while not create_lock(self._path, self._token):
            holder = read_holder(self._path)
            if holder is not None and not self._remove_if_dead(self._path, holder):
                raise self._failure(f"{holder.name} is using it")
        self._remove_guards()
        self._stop = _start_heartbeat(self._path, text_of(self._token, 0))
        self._remove_others()

    def verify(self) -> None:
        """Raises SetError ``seen-locked`` if another process has taken the lock over, or is about to.

        What has been written before is then seen by that process: it reads the file after its guard exists.
        """
        holder = read_holder(self._path)
        if holder is None or holder.token != self._token or os.path.lexists(guard_of(self._path, self._token)):
            raise self._lost()

    def release(self) -> None:
        """Removes the lock, if it is still that of this process. Ignores failures: the next holder removes it."""
        self._stop.set()
        guard = guard_of(self._path, self._token)
        try:
            if not create_guard(guard):
                return
            try:
                holder = read_holder(self._path)
                if holder is not None and holder.token == self._token:
                    remove_if_possible(self._path)
            finally:
                remove_if_possible(guard)
        except OSError:
            pass

    def _remove_guards(self) -> None:
        """Removes the guards of others, which are void: the lock with their token is gone."""
        prefix = f"{os.path.basename(self._path)}."
        for name in names_in(self._folder):
            if name.startswith(prefix):
                remove_if_possible(os.path.join(self._folder, name))

    def _remove_others(self) -> None:
        """Removes the locks of other sets in the folder whose processes were killed. Ignores failures: such a lock is harmless."""
        for name in names_in(self._folder):
            path = os.path.join(self._folder, name)
            if not NAME.match(name) or path == self._path:
                continue
            try:
                holder = read_holder(path)
                if holder is not None and holder.owner is not None and life_of(holder.owner) == "dead":
                    self._remove_if_dead(path, holder)
            except OSError:
                pass  # It belongs to another user.

    def _remove_if_dead(self, path: str, holder: Holder) -> bool:
        """Removes a lock whose holder is dead, or a dead guard that prevents it. Returns whether to try again at once."""
        if not _is_dead(path, holder):
            return False
        guard = guard_of(path, holder.token)
        if not create_guard(guard):
            other = read_holder(guard)
            return other is None or self._remove_if_dead(guard, other)
        again = read_holder(path)
        is_same = again is not None and again.text == holder.text
        is_silent = path == self._path and (holder.owner is None or life_of(holder.owner) != "dead")
        if is_same and is_silent:
            self._on_silence()
        if is_same:
            os.unlink(path)
        remove_if_possible(guard)
        return is_same

    def _lost(self) -> SetError:
        return self._failure("another process took it over while this one was suspended; open it again")

    def _failure(self, reason: str) -> SetError:
        return SetError("seen-locked", f"Cannot lock {self._file}: {reason}.")


def _is_dead(path: str, holder: Holder) -> bool:
    """There is no time to watch the beat, so its age decides if the system does not know."""
    life = "unknown" if holder.owner is None else life_of(holder.owner)
    return life == "dead" if life != "unknown" else age_of(path) > 2 * _MAX_SILENCE


def _start_heartbeat(path: str, text: str) -> threading.Event:
    """Advances the beat in a lock until the event is set. The thread does not keep the process alive."""
    stop = threading.Event()
    descriptor = os.open(path, os.O_WRONLY)

    def beat() -> None:
        count = 0
        digits = len(text.rpartition(" ")[2]) - 1
        while not stop.wait(_INTERVAL):
            count += 1
            try:
                os.pwrite(descriptor, f"{text[: -digits - 1]}{count:0{digits}}\n".encode(), 0)
                os.fsync(descriptor)
            except OSError:
                pass  # The disk is full or the server is gone. The next beat may get through.
        os.close(descriptor)

    threading.Thread(target=beat, name="urlsieve-heartbeat", daemon=True).start()
    return stop
