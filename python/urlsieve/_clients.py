"""Where each client goes with a URL that `urlsieve.destination` rejects, by the rows of the clients: src/edge/hosts/kinds.ts."""

from __future__ import annotations

import dataclasses
import functools
import json
import re
import urllib.parse
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from ._destination import ClientView, Destination, ipv4, ipv6, read
from ._destination_names import ClientId
from ._errors import OptionError
from ._kernel import resource

Place = tuple[str, int]


@dataclass(frozen=True)
class ClientInfo:
    """An HTTP client: the version that made the rows, and the number of strings that it was sent."""

    id: ClientId
    version: str
    rows: int


@functools.cache
def _tables() -> Any:
    return json.loads(resource("tables.json"))["clients"]


def clients() -> list[ClientInfo]:
    """The HTTP clients that were sent the strings of the evidence. Of a client that comes with its language, the version is that of the language.

    >>> import urlsieve
    >>> next(client for client in urlsieve.clients() if client.id == "curl").version
    '7.88.1'
    """
    return [ClientInfo(id, version, rows) for id, (version, rows, _) in _tables()["ids"].items()]


def with_views(url: str, found: Destination, ids: Iterable[ClientId]) -> Destination:
    """A result with the views of these clients, if it is a rejection. Raises OptionError ``invalid-option`` for an unknown client."""
    asked = _checked(ids)
    if found.accepted or found.reason == "length":
        return found
    return dataclasses.replace(found, clients=_views_of(url, asked))


def _checked(ids: Iterable[ClientId]) -> list[ClientId]:
    is_several = isinstance(ids, Iterable) and not isinstance(ids, (str, bytes))
    asked = list(ids) if is_several else []
    known = list(_tables()["ids"])
    unknown = [id for id in asked if id not in known] if is_several else [ids]
    if unknown:
        raise OptionError("invalid-option", f"clients must be ids in a list, not {unknown[0]!r}; urlsieve.clients() has all.")
    return asked


def _views_of(url: str, ids: list[ClientId]) -> tuple[ClientView, ...] | None:
    """Where these clients go, without those whose rows differ. None if the rows have no string of its kind."""
    found = _kind_of(url) if ids else None
    if found is None:
        return None
    ordinal, places = found
    views = (_view(id, _tables()["ids"][id][2][ordinal], places) for id in ids)
    return tuple(view for view in views if view is not None)


def _view(id: ClientId, reading: str, places: list[Place | None]) -> ClientView | None:
    if reading == "!":
        return ClientView(id, False, None, None)
    place = places[int(reading)] if reading.isdigit() and int(reading) < len(places) else None
    return None if place is None else ClientView(id, True, *place)


@functools.cache
def _kinds() -> list[tuple[re.Pattern[str], list[str]]]:
    """The patterns, whose groups Python writes in another way, and the places of each."""
    return [(re.compile(re.sub(r"\(\?<(\w)", r"(?P<\1", pattern), re.ASCII), places) for pattern, places in _tables()["kinds"]]


def _kind_of(url: str) -> tuple[int, list[Place | None]] | None:
    """The ordinal of the kind of a rejected URL, and its places. None if it is of none, or has more than one fault."""
    for ordinal, (pattern, templates) in enumerate(_kinds()):
        match = pattern.fullmatch(url)
        if match is not None:
            found = _found(match.groupdict())
            places = [_place(template, found) for template in templates]
            return (ordinal, places) if _is_plain(places[0]) else None
    return None


def _found(groups: dict[str, Any]) -> dict[str, str]:
    usual = "443" if groups["scheme"].lower() == "https" else "80"
    return {**groups, "usual": usual, "port": groups.get("port") or usual}


def _place(template: str, found: dict[str, str]) -> Place | None:
    names = re.findall(r"\{(\w+)\}", template)
    values = {name: found[name] if name in found else _FOUND[name](found) for name in names}
    if None in values.values():
        return None
    host, _, port = re.sub(r"\{(\w+)\}", lambda match: str(values[match[1]]), template).rpartition("|")
    return (host.lower(), int(port))


def _is_plain(place: Place | None) -> bool:
    """Whether all clients read a host and a port alike. libcurl never looks ``localhost`` up."""
    if place is None:
        return False
    result = read(f"http://{place[0]}:{place[1]}/")
    return result.accepted and not result.host.endswith("localhost")


def _number(text: str) -> str | None:
    """One to four numbers in decimal, octal or hexadecimal, as four decimals. The last one fills what is left."""
    parts = [_part(part) for part in text.split(".")]
    room = 256 ** (5 - len(parts))
    if len(parts) > 4 or None in parts or parts[-1] >= room or any(part > 255 for part in parts[:-1]):
        return None
    value = sum(part << 8 * (3 - at) for at, part in enumerate(parts[:-1])) + parts[-1]
    return str(_address(value))


def _part(text: str) -> Any:
    """A number, or None. With more than 40 digits it is out of range anyway."""
    base, digits = (16, text[2:]) if text[:2] in ("0x", "0X") else (8, text[1:]) if text[:1] == "0" and len(text) > 1 else (10, text)
    digits = digits.lstrip("0") or "0"
    try:
        return int(digits[:40], base)
    except ValueError:
        return None


def _address(value: int) -> str:
    return ".".join(str(value >> shift & 255) for shift in (24, 16, 8, 0))


def _decimals(text: str) -> str | None:
    address = ipv4(re.sub(r"\b0+(?=[0-9])", "", text))
    return None if address is None else str(address)


def _carried(text: str) -> str | None:
    tail = text[text.index(":", 2) + 1 :]
    address = ipv4(tail) if "." in tail else ipv6(f"::{tail}")
    return None if address is None else _address(int(address) & 0xFFFF_FFFF)


_FOUND: dict[str, Callable[[dict[str, str]], str | None]] = {
    "decoded": lambda found: urllib.parse.unquote(found["b"]),
    "joined": lambda found: re.sub(r"\s+", "", found["a"]),
    "marked": lambda found: re.sub(r"\s", "_", found["a"]),
    "number": lambda found: _number(found["a"]),
    "decimals": lambda found: _decimals(found["a"]),
    "carried": lambda found: _carried(found["a"]),
    "wrapped": lambda found: str(int(found["port"]) % 65_536),
}
"""Texts made from the groups of a match. None: there is no such place."""
