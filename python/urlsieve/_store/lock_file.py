"""The files of a lock and its guards: their names, and what they say about their holders. src/dedupe/seen/lock.ts draws them."""

from __future__ import annotations

import errno
import hashlib
import os
import re
import time
from typing import NamedTuple

from .layout import LOCK
from .owner import PATTERN, current_owner, life_of, process_of
from .temporary import random_token, remove_if_possible

NAME = re.compile(LOCK.NAME)
"""The names of locks, without those of guards."""
_TEXT = re.compile(rf"([0-9a-f]{{16}}) ({PATTERN}) ([0-9]{{8}})\n")


class Holder(NamedTuple):
    """The content of a lock. Without token and owner, it is incomplete: still being written, or its writer died."""

    text: str
    token: str | None
    owner: str | None

    @property
    def name(self) -> str:
        if self.owner is None:
            return "another process"
        return f"process {process_of(self.owner)}{'' if life_of(self.owner) == 'alive' else ' elsewhere'}"


def lock_path_of(file: str) -> str:
    """The lock's name has a fixed length, because the file's name may already have the maximum length."""
    digest = hashlib.sha256(os.fsencode(os.path.basename(file))).hexdigest()[:16]
    return os.path.join(os.path.dirname(file), f".urlsieve-{digest}.lock")


def guard_of(path: str, token: str | None) -> str:
    return f"{path}.{token or 'torn'}"


def text_of(token: str, beat: int) -> str:
    """The content of a lock. Every beat has the same length, so that it can be overwritten in place."""
    return f"{token} {current_owner()} {beat:08}\n"


_NO_LINKS = {errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.EINVAL}
"""The errors of a file system that has no hard links."""


def create_lock(path: str, token: str) -> bool:
    """Creates a lock. Returns False if it exists. Raises OSError; then there is no lock, not even a torn one.

    It is written under another name and linked: a process that is killed halfway must not leave a torn lock, which others respect until
    it has been silent for long. The next holder removes that other name, and the link then fails with ENOENT.
    """
    if os.path.exists(path):
        return False
    unlinked = f"{path}.{token}.new"
    if not _create_whole(unlinked, token):
        return False
    try:
        os.link(unlinked, path)
    except (FileExistsError, FileNotFoundError):
        return False
    except OSError as error:
        if error.errno in _NO_LINKS:
            return _create_whole(path, token)
        raise
    finally:
        remove_if_possible(unlinked)
    return True


def _create_whole(path: str, token: str) -> bool:
    """Creates and fills a lock in two steps."""
    descriptor = _open_exclusively(path)
    if descriptor is None:
        return False
    try:
        os.write(descriptor, text_of(token, 0).encode())
    except OSError:
        remove_if_possible(path)
        raise
    finally:
        os.close(descriptor)
    return True


def create_guard(path: str) -> bool:
    """Creates a guard, which is a lock with a token of its own. On a full disk it is empty: its existence matters more than its content.
    Returns False if it exists."""
    try:
        return create_lock(path, random_token())
    except OSError:
        descriptor = _open_exclusively(path)
    if descriptor is None:
        return False
    # An empty guard can be removed like any other, after some silence.
    os.close(descriptor)
    return True


def _open_exclusively(path: str) -> int | None:
    try:
        return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
    except FileExistsError:
        return None


def read_holder(path: str) -> Holder | None:
    """Reads a lock. Returns None if there is none."""
    try:
        with open(path, encoding="latin-1") as file:
            text = file.read()
    except FileNotFoundError:
        return None
    found = _TEXT.fullmatch(text)
    return Holder(text, found[1], found[2]) if found else Holder(text, None, None)


def age_of(path: str) -> float:
    """Seconds since the last beat, by the clock."""
    try:
        return time.time() - os.stat(path).st_mtime
    except FileNotFoundError:
        return 0
