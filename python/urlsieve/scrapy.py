"""urlsieve for Scrapy: requests for the same page have the same fingerprint.

In settings.py::

    REQUEST_FINGERPRINTER_CLASS = "urlsieve.scrapy.RequestFingerprinter"
    URLSIEVE_PROFILE = "crawl@1"    # the default
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from ._errors import UrlError
from ._normalizer import normalizer

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.crawler import Crawler

DEFAULT_PROFILE = "crawl@1"

__all__ = ["RequestFingerprinter"]


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

    def __init__(self, profile: str | bytes = DEFAULT_PROFILE) -> None:
        # An unknown profile fails here, and not in the first request.
        normalizer(profile)
        self._profile = profile
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
