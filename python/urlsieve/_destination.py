"""The host that every HTTP client connects to: the checks of src/edge/hosts/read-host.ts, in their order."""

from __future__ import annotations

import functools
import ipaddress
import json
import re
from dataclasses import dataclass
from typing import ClassVar, Literal

from ._destination_names import AddressClass, ClientId, Reason
from ._errors import OptionError
from ._kernel import resource

@dataclass(frozen=True)
class AcceptedUrl:
    """Where a URL leads. ``address`` is the class of a host that is an address, ``loopback`` for localhost and the names below it, or None."""

    accepted: ClassVar[Literal[True]] = True
    scheme: Literal["http", "https"]
    host: str
    port: int
    address: AddressClass | None


@dataclass(frozen=True)
class ClientView:
    """Where a client goes with a rejected URL: the name that it looks up or the address, in lowercase, and the port. None if it refuses."""

    client: ClientId
    accepts: bool
    host: str | None
    port: int | None


@dataclass(frozen=True)
class RejectedUrl:
    """Why clients may take a URL to different hosts, and where the fault begins: an index into the str. ``clients`` are the views that were asked for."""

    accepted: ClassVar[Literal[False]] = False
    reason: Reason
    offset: int
    clients: tuple[ClientView, ...] | None = None


Destination = AcceptedUrl | RejectedUrl

MAX_LENGTH = 16_384
"""UTF-16 units."""
_STRANGE = re.compile("[\x00-\x20\\\\\x7f-\x9f\xad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff]")
_START = re.compile(r"([A-Za-z]+)://([^/?#]*)")
_BEGUN = re.compile(r"[A-Za-z]*(?::/?)?")
_PORT = re.compile(r"[1-9][0-9]{0,4}")
_IPV4 = re.compile(r"(?:0|[1-9][0-9]{0,2})(?:\.(?:0|[1-9][0-9]{0,2})){3}")
_LABEL = re.compile(r"[a-z0-9_-]{1,63}")
_NUMBER = re.compile(r"[0-9]+|0x[0-9a-f]*")
_ZONED = re.compile(r"([0-9A-Fa-f:.]+)%[^%]+")


def read(url: str) -> Destination:
    strange = _STRANGE.search(url)
    if strange is not None:
        return RejectedUrl("characters", strange.start())
    start = _START.match(url)
    if start is None:
        begun = _BEGUN.match(url)
        return RejectedUrl("form", 0 if begun is None or url.startswith(":") else begun.end())
    scheme, authority = start.groups()
    if scheme not in ("http", "https"):
        if scheme.lower() not in ("http", "https"):
            return RejectedUrl("scheme", 0)
        return RejectedUrl("scheme-case", next(at for at, letter in enumerate(scheme) if letter.isupper()))
    if len(url) > MAX_LENGTH // 2 and _units(url) > MAX_LENGTH:
        return RejectedUrl("length", MAX_LENGTH)
    return _read_authority("http" if scheme == "http" else "https", authority, len(scheme) + 3)


def _units(url: str) -> int:
    return len(url.encode("utf-16-le")) // 2


def _read_authority(scheme: Literal["http", "https"], authority: str, at: int) -> Destination:
    if "@" in authority:
        return RejectedUrl("userinfo", at + authority.index("@"))
    is_literal = authority.startswith("[")
    end = authority.find("]") + 1 if is_literal else authority.find(":")
    if is_literal and (end == 0 or authority[end : end + 1] not in ("", ":")):
        return RejectedUrl("host", at + end)
    host = authority if end < 0 else authority[:end]
    rest = authority[len(host) :]
    port = (443 if scheme == "https" else 80) if rest == "" else _port_of(rest[1:])
    if port is None:
        return RejectedUrl("port", at + len(host) + 1)
    return _read_ipv6(scheme, host[1:-1], port, at) if is_literal else _read_name(scheme, host, port, at)


def _port_of(text: str) -> int | None:
    return int(text) if _PORT.fullmatch(text) and int(text) < 65_536 else None


def _read_ipv6(scheme: Literal["http", "https"], text: str, port: int, at: int) -> Destination:
    address = ipv6(text) if re.fullmatch(r"[0-9A-Fa-f:]+", text) else None
    if address is None or address.ipv4_mapped is not None:
        return RejectedUrl("ipv6", at)
    if int(address) == 0:
        return RejectedUrl("unspecified", at)
    return AcceptedUrl(scheme, _compressed(address), port, class_of(address))


def ipv6(text: str) -> ipaddress.IPv6Address | None:
    try:
        return ipaddress.IPv6Address(text)
    except ValueError:
        return None


def _compressed(address: ipaddress.IPv6Address) -> str:
    """RFC 5952, without the dotted tail that Python 3.13 gives some addresses."""
    text = str(address)
    if "." not in text:
        return text
    head, _, tail = text.rpartition(":")
    octets = [int(octet) for octet in tail.split(".")]
    return f"{head}:{octets[0] * 256 + octets[1]:x}:{octets[2] * 256 + octets[3]:x}"


def _read_name(scheme: Literal["http", "https"], text: str, port: int, at: int) -> Destination:
    if text == "":
        return RejectedUrl("host", at)
    if not text.isascii():
        return RejectedUrl("non-ascii", at + next(place for place, each in enumerate(text) if not each.isascii()))
    if "%" in text:
        return RejectedUrl("percent", at + text.index("%"))
    host = text.lower()
    if host == "0.0.0.0":
        return RejectedUrl("unspecified", at)
    address = ipv4(host)
    if address is not None:
        return AcceptedUrl(scheme, host, port, class_of(address))
    labels = host.split(".")
    if labels[-1] == "" and len(labels) > 1 and labels[-2] != "":
        return RejectedUrl("trailing-dot", at + len(text) - 1)
    if _NUMBER.fullmatch(labels[-1]):
        return RejectedUrl("ipv4", at)
    if len(host) > 253 or not all(_LABEL.fullmatch(label) for label in labels):
        return RejectedUrl("host", at)
    return AcceptedUrl(scheme, host, port, "loopback" if labels[-1] == "localhost" else None)


def ipv4(text: str) -> ipaddress.IPv4Address | None:
    if _IPV4.fullmatch(text) is None or not all(int(part) < 256 for part in text.split(".")):
        return None
    return ipaddress.IPv4Address(text)


Address = ipaddress.IPv4Address | ipaddress.IPv6Address


def address_class(text: str) -> AddressClass | None:
    """The class of an IPv4 or IPv6 address, such as a resolver returns. None for any other text, such as a name or a number.

    An IPv6 address that carries an IPv4 address has the class of that one, unless it is public: then it is ``translated``. The blocks
    are those of IANA's special-purpose registries.

    >>> import urlsieve
    >>> [urlsieve.address_class(text) for text in ("169.254.169.254", "::ffff:10.0.0.1", "93.184.216.34", "0x7f.1")]
    ['link-local', 'private', 'public', None]
    """
    if not isinstance(text, str):
        raise OptionError("invalid-input", f"An address must be a str, not {type(text).__name__}.")
    own = _ZONED.sub(r"\1", text) if len(text) < 256 and _ZONED.fullmatch(text) and ":" in text else text
    tail = own.rpartition(":")[2] if ":" in own else ""
    if "." in tail and ipv4(tail) is None:
        return None
    address = ipv6(own) if ":" in own and "%" not in own else ipv4(own)
    return None if address is None else class_of(address)


@functools.cache
def _blocks() -> list[tuple[int, int, int, AddressClass]]:
    """Version, prefix, number of the bits behind it, and class, those with the longest prefix first."""
    addresses = json.loads(resource("tables.json"))["addresses"]
    networks = [(ipaddress.ip_network(block), name) for name, blocks in addresses.items() for block in blocks.split(" ")]
    networks.sort(key=lambda entry: -entry[0].prefixlen)
    return [(each.version, int(each.network_address), each.max_prefixlen - each.prefixlen, name) for each, name in networks]


def class_of(address: Address) -> AddressClass:
    own = _by_prefix(address)
    carried = _carried(address, own) if address.version == 6 else None
    inner = "public" if carried is None else _by_prefix(carried)
    if inner != "public":
        return inner
    return "translated" if carried is not None and own == "public" else own


def _by_prefix(address: Address) -> AddressClass:
    number = int(address)
    for version, prefix, bits, name in _blocks():
        if version == address.version and (number ^ prefix) >> bits == 0:
            return name
    return "public"


def _carried(address: Address, own: str) -> ipaddress.IPv4Address | None:
    """The IPv4 address in one of IPv6: after 2002::/16, at the end or, inverted, at that of Teredo."""
    number = int(address)
    if own != "translated":
        is_isatap = (number >> 32) & 0xFDFF_FFFF == 0x5EFE
        return ipaddress.IPv4Address(number & 0xFFFF_FFFF) if is_isatap else None
    if number >> 112 == 0x2002:
        return ipaddress.IPv4Address((number >> 80) & 0xFFFF_FFFF)
    return ipaddress.IPv4Address((number ^ 0xFFFF_FFFF if number >> 96 == 0x2001_0000 else number) & 0xFFFF_FFFF)
