"""urlsieve for Redis and Valkey: a set of URLs that several crawlers share, those in JavaScript included.

>>> import redis
>>> from urlsieve.redis import SharedSeenSet
>>> client = redis.Redis.from_url(REDIS)
>>> seen = SharedSeenSet.open(client, "docstring", profile="crawl@1")
>>> seen.add(["http://example.com/?a&b", "http://example.com/?b&a#top"]).results
[True, False]
>>> batch = seen.claim(["http://example.com/?a&b", "http://example.com/new"])
>>> batch.urls
['http://example.com/new']
>>> seen.acknowledge(batch.id)
True
"""

from __future__ import annotations

import hashlib
import math
import secrets
import threading
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, Protocol

import numpy as np

from . import _abi as abi
from ._errors import UrlError
from ._fingerprints import fingerprint_lines, fingerprints_of
from ._normalizer import normalizer
from ._profile import DEFAULT, identity_of, tables
from ._seen import _FRESH, _KEY_SIZE, _Table

Variant = Literal["exact", "compact"]

_VARIANTS = ("exact", "compact")

__all__ = ["Added", "Batch", "Claimed", "Client", "SharedSeenSet"]


class Client(Protocol):
    """A connected client: that of the packages redis or valkey."""

    def execute_command(self, *words: Any) -> Any: ...


class Added(NamedTuple):
    """The result of `SharedSeenSet.add`: for each URL, whether it was new to all crawlers, or the error in its place.

    ``size`` is the number of URLs in the set, ``error_chance`` an upper bound of the chance that any of them was taken for another
    one, and so for seen.
    """

    results: list[bool | UrlError]
    added: int
    size: int
    error_chance: float


class Batch(NamedTuple):
    """URLs that one crawler has to fetch, as they were given to `SharedSeenSet.claim`. ``id`` is for `acknowledge`."""

    id: str
    urls: list[str]


class Claimed(NamedTuple):
    """The result of `SharedSeenSet.claim`: the new URLs as a batch under way, and what `Added` has."""

    id: str
    urls: list[str]
    results: list[bool | UrlError]
    added: int
    size: int
    error_chance: float


@dataclass(frozen=True)
class _Stored:
    identity: str
    secret: bytes
    variant: str
    buckets: int


class SharedSeenSet:
    """A set of URLs on a Redis or Valkey server. Threads may share it, but their calls wait for each other."""

    def __init__(self, client: Client, key: str, profile: str | bytes, stored: _Stored, local: int, size: int) -> None:
        self._client = client
        self._key = key
        self._profile = profile
        self._stored = stored
        self._local_limit = local
        self._size = size
        self._local = _Table()
        self._lock = threading.Lock()

    @classmethod
    def open(
        cls,
        client: Client,
        name: str,
        *,
        profile: str | bytes = DEFAULT,
        secret: bytes | None = None,
        variant: Variant | None = None,
        capacity: int = 100_000_000,
        local: int = 1_000_000,
    ) -> SharedSeenSet:
        """Opens the set `name`, or creates it. Its secret and the identity of the profile are stored in it.

        `secret` is 16 octets; by default that of the set, which is random at first. `variant` is ``exact`` or ``compact``, by default
        as the set has it; a new one is exact. `capacity` is about how many URLs a new set will have. `local` is how many URLs to
        remember in this process, so as not to ask the server again.

        Raises the client's error, and UrlError ``invalid-option`` if the set has another secret, identity, variant or format than this
        crawler; the message names both.
        """
        if not isinstance(name, str) or not name:
            raise UrlError("invalid-input", "The name must be a str that is not empty.")
        for option, number in (("capacity", capacity), ("local", local)):
            _require_count(option, number)
        if variant is not None and variant not in _VARIANTS:
            names = ", ".join(f'"{known}"' for known in _VARIANTS)
            raise UrlError("invalid-option", f'The option "variant" must be one of {names}, not {variant!r}.')
        own_secret = secrets.token_bytes(_KEY_SIZE) if secret is None else bytes(secret)
        if len(own_secret) != _KEY_SIZE:
            raise UrlError("invalid-option", f"The secret must be {_KEY_SIZE} octets long, not {len(own_secret)}.")
        # An unknown profile fails here.
        normalizer(profile)
        own = identity_of(profile)
        key = f"urlsieve:{{{name}}}"
        form = tables()["redis"]["format"]
        reply = _run(client, "open", key, form, own, own_secret.hex(), variant or "exact", _buckets_for(variant or "exact", capacity))
        stored_format, identity, stored_secret, stored_variant, buckets, size = (_text(word) for word in reply)
        stored = _Stored(identity, bytes.fromhex(stored_secret), stored_variant, int(buckets))
        _require_same(name, "format", stored_format, form)
        _require_same(name, "key identity", identity, own)
        if secret is not None:
            _require_same(name, "secret with the check", _check_of(stored.secret), _check_of(own_secret))
        if variant is not None:
            _require_same(name, "variant", stored_variant, variant)
        return cls(client, key, profile, stored, local, int(size))

    @property
    def identity(self) -> str:
        """The key identity: what the keys of all crawlers are made by."""
        return self._stored.identity

    @property
    def variant(self) -> str:
        """How the set stores fingerprints."""
        return self._stored.variant

    @property
    def secret(self) -> bytes:
        """The key of the fingerprints, 16 octets: keep it secret."""
        return self._stored.secret

    def add(self, urls: Sequence[str]) -> Added:
        """Adds up to 10,000 URLs, in one atomic step. A URL is new to exactly one of the crawlers that add it at the same time.

        Raises the client's error. The server has then stored either all of them or none. Use `claim` where a crawler must not lose
        URLs that were new to it when it failed.
        """
        return self._add(urls, "")

    def claim(self, urls: Sequence[str]) -> Claimed:
        """As `add`, and notes the new URLs as a batch under way in the same atomic step.

        When they have been fetched, `acknowledge` the batch. If this crawler fails before, or the answer does not reach it, another one
        gets them by `reclaim`.
        """
        id = str(uuid.uuid4())
        added = self._add(urls, id)
        fresh = [url for url, result in zip(urls, added.results) if result is True]
        return Claimed(id, fresh, *added)

    def acknowledge(self, id: str) -> bool:
        """Ends a batch. Returns whether it was under way: False if it had no URLs, was acknowledged before or reclaimed by another."""
        return int(_run(self._client, "acknowledge", self._key, id)) == 1

    def reclaim(self, older_than: int) -> Batch | None:
        """Takes over the oldest batch that was claimed or reclaimed at least `older_than` milliseconds ago, under a new id.

        Returns None if there is none. `older_than` must be longer than a live crawler takes for a batch, else both fetch it.
        """
        _require_count("older_than", older_than)
        id = str(uuid.uuid4())
        urls = _run(self._client, "reclaim", self._key, older_than, id)
        return Batch(id, [_text(url) for url in urls]) if urls else None

    def _add(self, urls: Sequence[str], id: str) -> Added:
        if isinstance(urls, (str, bytes)) or not isinstance(urls, Sequence):
            raise UrlError("invalid-input", f"The URLs must be a sequence of str, not {type(urls).__name__}.")
        most = tables()["redis"]["maxBatch"]
        if len(urls) > most:
            raise UrlError("invalid-input", f"A batch has at most {most} URLs, not {len(urls)}.")
        octets, errors = fingerprints_of(urls, self._profile, self._stored.secret)
        results: list[bool | UrlError] = [errors.get(index, False) for index in range(len(urls))]
        with self._lock:
            # The local set has what the server has stored. During a call it has more, so a failure empties it.
            try:
                marks = self._local.add(octets)
                places = [index for index in np.flatnonzero(marks == _FRESH).tolist() if index not in errors]
                fresh = self._send(urls, octets, places, id) if places else []
            except BaseException:
                self._local = _Table()
                raise
            if self._local.count > self._local_limit:
                self._local = _Table()
            size = self._size
        for place in fresh:
            results[place] = True
        return Added(results, len(fresh), size, self._error_chance(size))

    def _send(self, urls: Sequence[str], octets: Any, places: list[int], id: str) -> list[int]:
        """Adds the fingerprints at these places on the server. Returns the places of those that were new."""
        prints = octets.reshape(-1, abi.FINGERPRINT)[places].tobytes()
        own = [urls[place].encode("utf-8", "replace") for place in places] if id else []
        reply = _run(self._client, "add", self._key, self._stored.secret.hex(), self._stored.identity, id, prints, *own)
        *fresh, self._size = (int(number) for number in reply)
        return [places[index] for index in fresh]

    def _error_chance(self, size: int) -> float:
        """The birthday bound."""
        bits = tables()["redis"]["memberBits"]
        values = 2.0 ** (8 * abi.FINGERPRINT) if self._stored.variant == "exact" else 2.0**bits * self._stored.buckets
        return min(1.0, size * (size - 1) / 2 / values)


def _run(client: Client, script: str, key: str, *words: Any) -> Any:
    """Runs a script on the server. Errors of the client pass through."""
    text: str = tables()["redis"]["scripts"][script]
    digest = hashlib.sha1(text.encode(), usedforsecurity=False).hexdigest()
    try:
        return client.execute_command("EVALSHA", digest, 1, key, *words)
    except Exception as error:
        # The server has not run it since it started. EVAL keeps it.
        if type(error).__name__ != "NoScriptError" and not str(error).startswith("NOSCRIPT"):
            raise
        return client.execute_command("EVAL", text, 1, key, *words)


def _text(word: Any) -> str:
    return word.decode("utf-8", "replace") if isinstance(word, bytes) else str(word)


def _buckets_for(variant: str, capacity: int) -> int:
    """The number of sets for a capacity: a power of two."""
    known = tables()["redis"]
    sizes: dict[str, int] = known["buckets"][variant]
    bits = math.ceil(math.log2(max(1, capacity / sizes["meanMembers"])))
    most: int = known["maxBucketBits"]
    return 1 << min(most, max(sizes["minBits"], bits))


def _check_of(secret: bytes) -> str:
    """Names a secret without revealing it."""
    return fingerprint_lines(f"{DEFAULT}\n".encode(), secret)[:4].tobytes().hex()


def _require_same(name: str, what: str, stored: str, own: str) -> None:
    if stored != own:
        raise UrlError("invalid-option", f'The set "{name}" has the {what} "{stored}", and this crawler "{own}".')


def _require_count(name: str, value: int) -> None:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise UrlError("invalid-option", f'The option "{name}" must be a non-negative integer, not {value!r}.')
