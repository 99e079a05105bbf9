"""Sites: the registrable domains of hosts, by the Public Suffix List of the package publicsuffixlist, which is installed beside."""

from __future__ import annotations

import functools
from typing import Any

MISSING = (
    'The part "site" needs the Public Suffix List of the package publicsuffixlist: pip install "urlsieve[sites]". '
    'Other parts do not: names=["host", "path"].'
)
_MAX_KNOWN = 262144


class Sites(dict[bytes, bytes | None]):
    """The site of each host, both in octets; None for one that has none: an IP address, a public suffix, no host at all."""

    def __init__(self, suffixes: Any) -> None:
        self._suffixes = suffixes

    def __missing__(self, host: bytes) -> bytes | None:
        if len(self) >= _MAX_KNOWN:
            self.clear()
        site = self[host] = self._site_of(host.removesuffix(b".").decode("utf-8", "surrogateescape"))
        return site

    def _site_of(self, host: str) -> bytes | None:
        if host == "" or host.startswith("[") or _is_ipv4(host):
            return None
        # The package refuses a host with an empty label, wherever it is.
        site = self._suffixes.privatesuffix(host.rpartition("..")[2].lstrip("."), keep_case=True)
        return None if site is None else site.encode("utf-8", "surrogateescape")


@functools.cache
def sites(private: bool) -> Sites:
    """The sites, with or without the private section of the list. Raises ImportError if the package is missing."""
    try:
        from publicsuffixlist import PublicSuffixList
    except ImportError as error:
        raise ImportError(MISSING) from error
    return Sites(PublicSuffixList(only_icann=not private))


def _is_ipv4(host: str) -> bool:
    """Whether browsers take a host for an IPv4 address: one to four numbers, the last of which fills the octets that are left."""
    if not host[-1:].isalnum() or not host[0].isdigit():
        return False
    numbers = [_number(label) for label in host.split(".")]
    if len(numbers) > 4 or None in numbers:
        return False
    *first, last = (number for number in numbers if number is not None)
    return all(number < 256 for number in first) and last < 256 ** (4 - len(first))


def _number(label: str) -> int | None:
    """A number in decimal, octal after ``0`` or hexadecimal digits after ``0x``, which may have none."""
    if not label.isascii() or "_" in label:
        return None
    base, digits = (16, "0" + label[2:]) if label[:2].lower() == "0x" else (8 if label[:1] == "0" else 10, label)
    try:
        return int(digits, base) if digits.isalnum() else None
    except ValueError:
        return None
