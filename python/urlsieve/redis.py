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

import secrets
import threading
import uuid
from collections.abc import Iterable
from typing import Any, Literal, NamedTuple

from . import _abi as abi
from ._errors import OptionError, UriError
from ._fingerprints import fingerprints_of
from ._line_input import urls_of
from ._normalizer import normalizer
from ._profile import DEFAULT, Rules, identity_of, prepared, tables
from ._snapshot import secret_of
from ._stored import Client, Stored, buckets_for, check_of, require_count, require_same, run, text
from ._table import FRESH, Table

Variant = Literal["exact", "compact"]

_VARIANTS = ("exact", "compact")
# Octets of a generation, which names the keys of the fingerprints.
_GENERATION_SIZE = 4
# Asks for the epoch that a local set begins in.
_ANY_EPOCH = "?"

__all__ = ["Added", "Batch", "Claimed", "Client", "SharedSeenSet"]


class Added(NamedTuple):
    """The result of `SharedSeenSet.add`: for each URL, whether it was new to all crawlers, or the error in its place.

    ``size`` is the number of URLs in the set, ``error_chance`` an upper bound of the chance that any of them was taken for another
    one, and so for seen.
    """

    results: list[bool | UriError]
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
    results: list[bool | UriError]
    added: int
    size: int
    error_chance: float


class SharedSeenSet:
    """A set of URLs on a Redis or Valkey server. Threads may share it, but their calls wait for each other."""

    def __init__(self, client: Client, key: str, profile: str | bytes, stored: Stored, local: int, size: int) -> None:
        self._client = client
        self._key = key
        self._profile = profile
        self._stored = stored
        self._local_limit = local
        self._size = size
        self._local = Table()
        # The epoch of the local set; empty if the server reports none.
        self._epoch = ""
        self._lock = threading.Lock()

    @classmethod
    def open(
        cls,
        client: Client,
        name: str,
        *,
        profile: Rules = DEFAULT,
        secret: bytes | None = None,
        variant: Variant | None = None,
        capacity: int = 100_000_000,
        local: int = 1_000_000,
    ) -> SharedSeenSet:
        """Opens the set `name`, or creates it. Its secret and the identity of the profile are stored in it.

        `secret` is 16 octets; by default that of the set, which is random at first. `variant` is ``exact`` or ``compact``, by default
        as the set has it; a new one is exact. `capacity` is about how many URLs a new set will have. `local` is how many URLs to
        remember in this process, so as not to send them to the server again.

        Raises the client's error, and OptionError ``invalid-option`` if the set has another secret, identity, variant or format than this
        crawler; the message names both.
        """
        if not isinstance(name, str) or not name:
            raise OptionError("invalid-input", "The name must be a str that is not empty.")
        for option, number in (("capacity", capacity), ("local", local)):
            require_count(option, number)
        if variant is not None and variant not in _VARIANTS:
            names = ", ".join(f'"{known}"' for known in _VARIANTS)
            raise OptionError("invalid-option", f'The option "variant" must be one of {names}, not {variant!r}.')
        own_secret = secret_of(secret, "secret")
        rules = prepared(profile)
        # An unknown profile fails here.
        normalizer(rules)
        own = identity_of(rules)
        key = f"urlsieve:{{{name}}}"
        form = tables()["redis"]["format"]
        words = (form, own, own_secret.hex(), variant or "exact", buckets_for(variant or "exact", capacity))
        reply = run(client, "open", key, *words, secrets.token_hex(_GENERATION_SIZE))
        stored_format, identity, stored_secret, stored_variant, buckets, size, generation = (text(word) for word in reply)
        stored = Stored(identity, bytes.fromhex(stored_secret), stored_variant, int(buckets), generation)
        require_same(name, "format", stored_format, form)
        require_same(name, "key identity", identity, own)
        if secret is not None:
            require_same(name, "secret with the check", check_of(stored.secret), check_of(own_secret))
        if variant is not None:
            require_same(name, "variant", stored_variant, variant)
        return cls(client, key, rules, stored, local, int(size))

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

    def add(self, urls: Iterable[str]) -> Added:
        """Adds up to 10,000 URLs, in one atomic step. A URL is new to exactly one of the crawlers that add it at the same time.

        Raises the client's error. The server has then stored either all of them or none. Use `claim` where a crawler must not lose
        URLs that were new to it when it failed.
        """
        return self._add(_copy(urls), "")

    def claim(self, urls: Iterable[str]) -> Claimed:
        """As `add`, and notes the new URLs as a batch under way in the same atomic step.

        When they have been fetched, `acknowledge` the batch. If this crawler fails before, or the answer does not reach it, another one
        gets them by `reclaim`.
        """
        id = str(uuid.uuid4())
        own = _copy(urls)
        added = self._add(own, id)
        fresh = [url for url, result in zip(own, added.results) if result is True]
        return Claimed(id, fresh, *added)

    def acknowledge(self, id: str) -> bool:
        """Ends a batch. Returns whether it was under way: False if it had no URLs, was acknowledged before or reclaimed by another."""
        if not isinstance(id, str):
            raise OptionError("invalid-input", f"The id must be a str, not {type(id).__name__}.")
        return int(run(self._client, "acknowledge", self._key, id)) == 1

    def reclaim(self, older_than: int) -> Batch | None:
        """Takes over the oldest batch that was claimed or reclaimed at least `older_than` milliseconds ago, under a new id.

        Returns None if there is none. `older_than` must be longer than a live crawler takes for a batch, else both fetch it.
        """
        require_count("older_than", older_than)
        id = str(uuid.uuid4())
        urls = run(self._client, "reclaim", self._key, self._stored.generation, older_than, id)
        return Batch(id, [text(url) for url in urls]) if urls else None

    def _add(self, urls: list[str], id: str) -> Added:
        octets, errors = fingerprints_of(urls, self._profile, self._stored.secret)
        results: list[bool | UriError] = [errors.get(index, False) for index in range(len(urls))]
        valid = [index for index in range(len(urls)) if index not in errors]
        with self._lock:
            # The local set has what the server has stored. During a call it has more, so a failure empties it.
            try:
                fresh = self._add_unknown(urls, octets, valid, id)
                if fresh is None:
                    fresh = self._add_all(urls, octets, valid, id)
            except BaseException:
                self._local = Table()
                raise
            if self._local.count > self._local_limit or not self._epoch:
                self._local = Table()
            size = self._size
        for place in fresh:
            results[place] = True
        return Added(results, len(fresh), size, self._error_chance(size))

    def _add_unknown(self, urls: list[str], octets: Any, valid: list[int], id: str) -> list[int] | None:
        """Adds those that the local set does not know. None if it knows too few, or the server may have forgotten some."""
        if self._local.count == 0 or not self._epoch:
            return None
        marks = self._local.add(octets)
        unknown = [index for index in valid if marks[index] == FRESH]
        if len(valid) - len(unknown) < tables()["redis"]["minKnown"]:
            return None
        fresh = self._send(urls, octets, unknown, id, self._epoch)
        if fresh is None:
            self._local = Table()
        return fresh

    def _add_all(self, urls: list[str], octets: Any, valid: list[int], id: str) -> list[int]:
        """Adds all. A local set that is empty begins in the epoch of this call."""
        if not valid:
            return []
        begins = self._local_limit > 0 and self._local.count == 0
        self._local.add(octets)
        return self._send(urls, octets, valid, id, _ANY_EPOCH if begins else "") or []

    def _send(self, urls: list[str], octets: Any, places: list[int], id: str, epoch: str) -> list[int] | None:
        """Adds the fingerprints at these places on the server. Returns the places of those that were new; None in another epoch."""
        prints = octets.reshape(-1, abi.FINGERPRINT)[places].tobytes()
        own = [urls[place].encode("utf-8", "replace") for place in places] if id else []
        current, *numbers = run(self._client, "add", self._key, self._stored.generation, epoch, id, prints, *own)
        if not numbers:
            return None
        if epoch == _ANY_EPOCH:
            self._epoch = text(current)
        self._size, *fresh = (int(number) for number in numbers)
        return [places[index] for index in fresh]

    def _error_chance(self, size: int) -> float:
        """The birthday bound."""
        bits = tables()["redis"]["memberBits"]
        values = 2.0 ** (8 * abi.FINGERPRINT) if self._stored.variant == "exact" else 2.0**bits * self._stored.buckets
        return min(1.0, size * (size - 1) / 2 / values)


def _copy(urls: Iterable[str]) -> list[str]:
    """The URLs as they are now: another thread may change the sequence while a call waits."""
    own, most = urls_of(urls), tables()["redis"]["maxBatch"]
    if len(own) > most:
        raise OptionError("invalid-input", f"A batch has at most {most} URLs, not {len(own)}.")
    return own
