"""Hosts beyond ASCII under surt@1, surt-java@1 and w3lib@1: Python's codec ``idna``, which implements IDNA 2003 with the tables of Unicode 3.2.

The command line imitates the codec with newer tables, and refuses the code points for which they differ. They are refused here too,
so that both have the same keys.
"""

from __future__ import annotations

import functools
import json
import re
import unicodedata
from bisect import bisect_right

from ._kernel import resource

_CODEC_FAILED = ""
_ROOT = re.compile("[\u3002\uff0e\uff61]")
# Known code points that are unassigned in Unicode 3.2: Java raises an error for them, Python does not.
_UNASSIGNED = re.compile("[\u1e9e\U0001f300-\U0001f64f]")


def of_surt(host: str) -> str | None:
    """The host in A-labels, "" if the codec raises an error, or None if a code point is refused."""
    return _encoded(host) if _is_known(host) else None


def of_java(host: str) -> str | None:
    """The host as ``java.net.IDN`` has it, in lower case if that raises an error, or None if a code point is refused."""
    if not _is_known(host):
        return None
    if _ROOT.fullmatch(host):
        return "."
    answer = _CODEC_FAILED if _UNASSIGNED.search(host) else _encoded(host)
    return host.lower() if answer == _CODEC_FAILED else answer


def of_w3lib(host: str) -> str | None:
    """The host in A-labels, in lower case if the codec raises an error, or None if a code point is refused."""
    if not _is_known(host):
        return None
    answer = _encoded(unicodedata.normalize("NFKC", host))
    return host.lower() if answer == _CODEC_FAILED else answer


def _encoded(host: str) -> str:
    try:
        return host.encode("idna").decode("ascii")
    except UnicodeError:
        return _CODEC_FAILED


def _is_known(host: str) -> bool:
    starts, ends = _ranges()
    return all(ord(character) < ends[bisect_right(starts, ord(character)) - 1] for character in host)


@functools.cache
def _ranges() -> tuple[list[int], list[int]]:
    """The known code points: starts and ends of ranges, in order.

    In tables.json, a range is the gap after the last code point of the one before, a bidirectional class, and how many code points
    follow its first, in base 36. A number that is 0 is omitted.
    """
    starts, ends = [0], [0x80]
    last = 0x80
    for text in json.loads(resource("tables.json"))["idna2003"].split(" "):
        gap, more = re.split("[LRNF]", text)
        first = last + int(gap or "0", 36)
        last = first + int(more or "0", 36)
        starts.append(first)
        ends.append(last + 1)
    return starts, ends
