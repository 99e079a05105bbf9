"""What the npm package makes of the list and of single references: the files that build/platforms.mjs has written."""

import functools
import json
import os
from pathlib import Path

FOLDER = Path(os.environ["URLSIEVE_EXPECTED"])
ROOT = Path(__file__).resolve().parent.parent.parent

TIMEOUT = 600
"""Seconds for a process: only one that hangs takes as long."""


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
def policy() -> bytes:
    """The compiled policy of build/platforms.mjs."""
    return octets("policy.usp")


@functools.cache
def policy_values(form: str) -> list[bytes | None]:
    """What the command line makes of each line of the list under this policy, None for a rejected one: "normalized" or "key"."""
    forms: list[bytes | None] = [value or None for value in values(f"policy.{form}.txt")]
    assert len(set(forms)) < 0.99 * len(set(values())), "the policy merges nothing"
    return forms


@functools.cache
def share_rows() -> list[dict]:
    """Rows of share@1: reference, URL to fetch and key."""
    return json.loads((ROOT / "test/support/share-rows.json").read_text())


@functools.cache
def references() -> list:
    return json.loads(octets("references.json"))


def sql_texts() -> list[str]:
    return [row[0] for row in _sql()]


def sql_rows() -> list[list]:
    """What the functions of urlsieve/duckdb return for each of `sql_texts`: build/platforms.mjs names the calls."""
    return [row[1] for row in _sql()]


def destinations() -> tuple[list, list]:
    """What urlsieve/edge returns: URL, destination and views of clients, and pairs of text and class of an address."""
    return tuple(json.loads(octets("destinations.json")))


@functools.cache
def _sql() -> list:
    return json.loads(octets("sql.json"))


DIGESTED = (("normalize", "rfc3986@1"), ("normalize", "whatwg@1"), ("normalize", "crawl@1"), ("key", "crawl@1"))
"""What a digest is of, in this order: a line for each line, empty for a rejected one."""


def digest() -> str:
    """The digest of what the npm package answers about digest.txt."""
    return octets("digest.sha256").decode()
