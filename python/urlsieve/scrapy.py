"""urlsieve for Scrapy: requests for the same page have the same fingerprint.

In settings.py::

    REQUEST_FINGERPRINTER_CLASS = "urlsieve.scrapy.RequestFingerprinter"
    URLSIEVE_PROFILE = "crawl@1"    # the default
    DUPEFILTER_CLASS = "urlsieve.scrapy.DupeFilter"    # for large crawls: less memory
"""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from scrapy.dupefilters import RFPDupeFilter

from ._errors import UrlError
from ._normalizer import normalizer
from ._profile import Rules, prepared
from ._seen import SeenSet

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.crawler import Crawler

DEFAULT_PROFILE = "crawl@1"
SNAPSHOT = "urlsieve.seen"

__all__ = ["DupeFilter", "RequestFingerprinter"]


class RequestFingerprinter:
    """Fingerprints method, key and body of a request: SHA-1, 20 octets.

    A URL that has no key is fingerprinted as it is, without its fragment.

    >>> from scrapy import Request
    >>> from urlsieve.scrapy import RequestFingerprinter
    >>> fingerprint = RequestFingerprinter().fingerprint
    >>> one = Request("http://example.com/?utm_source=feed&b=2&a=1#top")
    >>> fingerprint(one) == fingerprint(Request("http://EXAMPLE.com/?a=1&b=2"))
    True
    >>> fingerprint(one) == fingerprint(one.replace(method="POST"))
    False
    """

    def __init__(self, profile: Rules = DEFAULT_PROFILE) -> None:
        # An unknown profile fails here, and not in the first request.
        self._profile = prepared(profile)
        normalizer(self._profile)
        self._known: WeakKeyDictionary[Request, bytes] = WeakKeyDictionary()

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> RequestFingerprinter:
        return cls(crawler.settings.get("URLSIEVE_PROFILE", DEFAULT_PROFILE))

    def fingerprint(self, request: Request) -> bytes:
        known = self._known.get(request)
        if known is None:
            known = self._known[request] = self._compute(request)
        return known

    def _compute(self, request: Request) -> bytes:
        try:
            key = normalizer(self._profile).key.text(request.url)
        except UrlError:
            key = request.url.partition("#")[0]
        # Neither a method nor a key has a line feed.
        head = f"{request.method}\n{key}\n".encode("utf-8", "surrogatepass")
        return hashlib.sha1(head + request.body, usedforsecurity=False).digest()


class DupeFilter(RFPDupeFilter):
    """Scrapy's duplicate filter, with a `SeenSet` for the fingerprints: 19 to 38 octets for each of many requests.

    With ``JOBDIR``, the set is a snapshot in that folder, ``urlsieve.seen``: loaded when a crawl begins, replaced when it ends. A crawl
    that is killed leaves the old one, and may request pages again. Raises UrlError ``invalid-snapshot`` if the file is damaged.

    >>> from scrapy import Request
    >>> from urlsieve.scrapy import DupeFilter, RequestFingerprinter
    >>> dupefilter = DupeFilter(fingerprinter=RequestFingerprinter())
    >>> dupefilter.request_seen(Request("http://example.com/?b&a"))
    False
    >>> dupefilter.request_seen(Request("http://example.com/?a&b#top"))
    True
    """

    def __init__(self, path: str | None = None, debug: bool = False, **options: Any) -> None:
        # Without a path, the base class keeps no file of its own.
        super().__init__(None, debug, **options)
        self._snapshot = None if path is None else Path(path, SNAPSHOT)
        self._seen = SeenSet()
        if self._snapshot is not None and self._snapshot.exists():
            with self._snapshot.open("rb") as file:
                self._seen = SeenSet.load(file)

    def request_seen(self, request: Request) -> bool:
        # Hexadecimal digits are a reference in normal form.
        return not self._seen.add(self.fingerprinter.fingerprint(request).hex())

    def close(self, reason: str) -> None:
        if self._snapshot is not None:
            _replace(self._snapshot, self._seen)


def _replace(path: Path, seen: SeenSet) -> None:
    """Writes a snapshot that only its owner can read. `path` is the old one or the new one at any moment."""
    new = path.with_suffix(".new")
    with open(new, "wb", opener=lambda name, flags: os.open(name, flags, 0o600)) as file:
        seen.save(file)
        file.flush()
        os.fsync(file.fileno())
    os.replace(new, path)
