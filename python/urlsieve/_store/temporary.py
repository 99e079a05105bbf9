"""Temporary files, named after their owner, so that leftovers of killed processes can be removed, by the command line too."""

from __future__ import annotations

import os
import re
import secrets
import shutil
import time

from .owner import PATTERN, current_owner, life_of

_NAME = re.compile(rf"\.urlsieve-({PATTERN})-[0-9a-f]{{16}}\.tmp")
_DAY = 86_400
_swept: set[str] = set()


def random_token() -> str:
    """16 hex digits that no other process is likely to choose."""
    return secrets.token_hex(8)


def create_temporary(folder: str) -> tuple[int, str]:
    """Creates an empty file that only its owner can read. Returns its descriptor, open for reading and writing, and its path."""
    sweep(folder)
    path = os.path.join(folder, f".urlsieve-{current_owner()}-{random_token()}.tmp")
    return os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600), path


def sweep(folder: str) -> None:
    """Removes the leftovers of killed processes from a folder, once per process. Ignores failures: leftovers are harmless."""
    if folder in _swept:
        return
    _swept.add(folder)
    for name in names_in(folder):
        found = _NAME.fullmatch(name)
        path = os.path.join(folder, name)
        if found is None or not _is_abandoned(path, found[1]):
            continue
        if os.path.isdir(path) and not os.path.islink(path):
            shutil.rmtree(path, ignore_errors=True)
        else:
            remove_if_possible(path)


def names_in(folder: str) -> list[str]:
    try:
        return os.listdir(folder)
    except OSError:
        return []


def remove_if_possible(path: str) -> None:
    try:
        os.unlink(path)
    except OSError:
        pass  # It is gone, or belongs to another user.


def _is_abandoned(path: str, owner: str) -> bool:
    """Whether the owner is provably dead, or cannot be checked and has not written for a day."""
    life = life_of(owner)
    if life != "unknown":
        return life == "dead"
    try:
        stat = os.lstat(path)
    except OSError:
        return False
    return not os.path.isdir(path) and time.time() - max(stat.st_mtime, stat.st_ctime) > _DAY
