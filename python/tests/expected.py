"""What the npm package makes of the list and of single references: the files that build/platforms.mjs has written."""

import functools
import json
import os
from pathlib import Path

FOLDER = Path(os.environ["URLSIEVE_EXPECTED"])
ROOT = Path(__file__).resolve().parent.parent.parent


@functools.cache
def octets(name: str) -> bytes:
    return (FOLDER / name).read_bytes()


def list_octets() -> bytes:
    return octets("list.txt")


@functools.cache
def values(name: str = "list.txt") -> list[bytes]:
    """The lines of a file, without their ends."""
    return [line.removesuffix(b"\r") for line in octets(name).removesuffix(b"\n").split(b"\n")]


@functools.cache
def counts() -> dict:
    return json.loads(octets("expected.json"))


@functools.cache
def normal_values() -> list[bytes | None]:
    """The normal form of each line of the list, None for a rejected one."""
    normal: list[bytes | None] = list(values("normal.txt"))
    for line, *_ in counts()["rejected"]:
        normal[line - 1] = None
    return normal


@functools.cache
def references() -> list:
    return json.loads(octets("references.json"))
