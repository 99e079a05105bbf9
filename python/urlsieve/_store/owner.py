"""Which process a file belongs to, precisely enough to prove that it is dead: src/files/output/owner.ts draws an owner."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Literal

from .layout import LOCK

Life = Literal["alive", "dead", "unknown"]

PATTERN: str = LOCK.OWNER
_UNKNOWN = "0"
_BOOT_LENGTH = 12
"""Hex digits of the boot id that a scope begins with."""
_ENDED_STATES = ("Z", "X")
"""The states of a process that will never run again: zombie, and dead."""


def current_owner() -> str:
    """This process as an owner."""
    stat = _process_stat("self")
    return f"{_scope()}-{os.getpid()}-{stat[1] if stat else _UNKNOWN}"


def process_of(owner: str) -> int:
    return int(owner.split("-")[1])


def life_of(owner: str) -> Life:
    """Whether the process of an owner still runs. "unknown" outside its scope, or without /proc."""
    scope, _, start = owner.split("-")
    if _UNKNOWN in (scope, start) or scope != _scope():
        return "unknown"
    if not _exists(process_of(owner)):
        return "dead"
    stat = _process_stat(str(process_of(owner))) if _is_own_proc() else None
    if stat is None:
        return "unknown"
    return "alive" if stat[1] == start and stat[0] not in _ENDED_STATES else "dead"


def _scope() -> str:
    """The boot, and the namespaces of process numbers and of start times."""
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text()
        namespaces = os.readlink("/proc/self/ns/pid") + _time_namespace()
    except OSError:
        return _UNKNOWN
    return boot.replace("-", "")[:_BOOT_LENGTH] + re.sub("[^0-9]", "", namespaces)


def _time_namespace() -> str:
    """Empty on Linux before 5.6, which has no time namespaces. Raises OSError."""
    try:
        return os.readlink("/proc/self/ns/time")
    except FileNotFoundError:
        return ""


def _is_own_proc() -> bool:
    """Whether /proc shows the PID namespace of this process: see owner.ts."""
    try:
        status = Path("/proc/self/status").read_text("latin-1")
        numbers = re.search(r"^NSpid:\s*(.*)$", status, re.MULTILINE)
        return (numbers[1] if numbers else os.readlink("/proc/self")) == str(os.getpid())
    except OSError:
        return False


def _exists(number: int) -> bool:
    """Asks the kernel, not /proc, which may hide the processes of other users (mount option hidepid)."""
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    except OSError:
        pass
    return True


def _process_stat(name: str) -> tuple[str, str] | None:
    """State and start time, fields 3 and 22 of proc_pid_stat(5). The name before them may contain spaces and parentheses."""
    try:
        text = Path(f"/proc/{name}/stat").read_text("latin-1")
    except OSError:
        return None
    fields = text[text.rindex(")") + 2 :].split(" ")
    return fields[0], fields[19]
