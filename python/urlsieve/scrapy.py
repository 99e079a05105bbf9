"""urlsieve for Scrapy: requests for the same page have the same fingerprint, and a crawl that is killed goes on.

In settings.py::

    REQUEST_FINGERPRINTER_CLASS = "urlsieve.scrapy.RequestFingerprinter"
    URLSIEVE_PROFILE = "crawl@1"    # the default
    DUPEFILTER_CLASS = "urlsieve.scrapy.DupeFilter"    # for large crawls: less memory
    SCHEDULER = "urlsieve.scrapy.Scheduler"    # with JOBDIR: a kill loses no page
"""

from __future__ import annotations

import hashlib
import logging
import pickle
from pathlib import Path
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from scrapy.core.scheduler import BaseScheduler
from scrapy.dupefilters import RFPDupeFilter
from scrapy.utils.httpobj import urlparse_cached
from scrapy.utils.job import job_dir
from scrapy.utils.misc import load_object
from scrapy.utils.request import request_from_dict

from ._errors import OptionError, UriError
from ._normalizer import normalizer
from ._profile import Rules, prepared
from ._request_queue import RequestQueue
from ._seen import SeenSet
from ._seen_store import SeenStore

if TYPE_CHECKING:
    from scrapy import Request, Spider
    from scrapy.crawler import Crawler

DEFAULT_PROFILE = "crawl@1"
STORE = "urlsieve.seen"
QUEUE = "urlsieve.queue"
CHECKPOINT_INTERVAL = 1.0
# The queue is searched for unknown requests, the latest first, until this number is known: a kill may lose a part of a batch.
KNOWN_IN_A_ROW = 1000
"""Seconds."""

__all__ = ["DupeFilter", "RequestFingerprinter", "Scheduler"]

_logger = logging.getLogger(__name__)


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
        except UriError:
            key = request.url.partition("#")[0]
        # Neither a method nor a key has a line feed.
        head = f"{request.method}\n{key}\n".encode("utf-8", "surrogatepass")
        return hashlib.sha1(head + request.body, usedforsecurity=False).digest()


class DupeFilter(RFPDupeFilter):
    """Scrapy's duplicate filter, with a `SeenSet` for the fingerprints: 19 to 38 octets for each of many requests.

    With ``JOBDIR``, a `SeenStore` in that folder, ``urlsieve.seen``, keeps them from one crawl to the next: 9 to 10 octets in the file,
    and next to nothing in memory. They are added to it by `commit`, which `Scheduler` calls each second, after it has saved its queue: a
    fingerprint that lasts longer than its request would lose the page. Scrapy's own scheduler loses its queue by a kill. With it, they
    are added when the crawl ends.

    Raises what `SeenStore` raises: SetError ``seen-locked`` if another crawl uses the folder, ``invalid-store`` for damage.

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
        self._store = None if path is None else SeenStore(Path(path, STORE))
        self._new = self._new_set()

    def _new_set(self) -> SeenSet:
        """A set with the key of the store, so that their fingerprints are the same."""
        return SeenSet(key=None if self._store is None else self._store._key)

    def request_seen(self, request: Request) -> bool:
        # Hexadecimal digits are a reference in normal form.
        name = self.fingerprinter.fingerprint(request).hex()
        return (self._store is not None and name in self._store) or not self._new.add(name)

    def commit(self) -> None:
        """Makes the fingerprints of all requests so far last. Requires: so do the requests. Raises OSError."""
        if self._store is None or len(self._new) == 0:
            return
        for fingerprints in self._new._copy():
            self._store._add_fingerprints(fingerprints)
        self._store.flush()
        self._new = self._new_set()

    def close(self, reason: str) -> None:
        try:
            self.commit()
        finally:
            if self._store is not None:
                self._store.close()


class Scheduler(BaseScheduler):
    """A scheduler that a kill leaves as it was at most a second before. It needs ``JOBDIR``, and a filter that has a `commit`.

    Requests wait in ``urlsieve.queue`` in that folder, a file of SQLite, until their response has been parsed and the requests of that
    are queued. Each second, the queue is saved as a whole, and then the fingerprints. So the next crawl has every request that is not
    done, and may repeat those of the last second. A request that Scrapy cannot serialize waits in memory, and is lost by a stop, as in
    Scrapy.

    Order: the domain with the fewest downloads under way, then the highest priority, then the newest request. When a crawl goes on that
    was stopped, it does not repeat the requests that it began with.
    """

    def __init__(self, crawler: Crawler, dupefilter: DupeFilter, folder: str) -> None:
        self._crawler = crawler
        self.df = dupefilter
        self._queue = RequestQueue(str(Path(folder, QUEUE)))
        self._goes_on = len(self._queue) > 0
        self._started: set[bytes] = set()
        self._fleeting: list[Request] = []
        self._taken: dict[int, Request] = {}
        self._timer: Any = None

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Scheduler:
        folder = job_dir(crawler.settings)
        if folder is None:
            raise OptionError("invalid-option", "urlsieve.scrapy.Scheduler needs the setting JOBDIR, a folder.")
        filter_class = load_object(crawler.settings["DUPEFILTER_CLASS"])
        if not hasattr(filter_class, "commit"):
            raise OptionError(
                "invalid-option",
                'urlsieve.scrapy.Scheduler needs the setting DUPEFILTER_CLASS = "urlsieve.scrapy.DupeFilter".',
            )
        return cls(crawler, filter_class.from_crawler(crawler), folder)

    def open(self, spider: Spider) -> Any:
        self._spider = spider
        self._know_latest()
        self._timer = _looping_call(self._checkpoint_or_log)
        self._timer.start(CHECKPOINT_INTERVAL, now=False)
        return self.df.open()

    def close(self, reason: str) -> None:
        if self._timer is not None and self._timer.running:
            self._timer.stop()
        try:
            self.checkpoint()
        finally:
            self._queue.close()
            self.df.close(reason)

    def _know_latest(self) -> None:
        """Knows the requests whose fingerprints a kill has lost: the latest ones, if it came between the two steps of a checkpoint."""
        known = 0
        for octets in self._queue.latest():
            request = request_from_dict(pickle.loads(octets), spider=self._spider)
            if request.dont_filter:
                continue
            known = known + 1 if self.df.request_seen(request) else 0
            if known == KNOWN_IN_A_ROW:
                return

    def has_pending_requests(self) -> bool:
        return len(self) > 0

    def __len__(self) -> int:
        return len(self._queue) + len(self._fleeting)

    def enqueue_request(self, request: Request) -> bool:
        if self._is_known(request):
            self.df.log(request, self._spider)
            return False
        kind = self._push(request)
        for name in ("scheduler/enqueued", f"scheduler/enqueued/{kind}"):
            self._crawler.stats.inc_value(name)
        return True

    def _is_known(self, request: Request) -> bool:
        if not request.dont_filter:
            return self.df.request_seen(request)
        # Scrapy does not filter what a crawl begins with, nor copies of that, such as a retry.
        if not request.meta.get("is_start_request", False):
            return False
        is_known = self.df.request_seen(request)
        fingerprint = self.df.fingerprinter.fingerprint(request)
        if not self._goes_on or fingerprint in self._started:
            return False
        self._started.add(fingerprint)
        return is_known

    def _push(self, request: Request) -> str:
        """Returns where it waits."""
        try:
            octets = pickle.dumps(request.to_dict(spider=self._spider), protocol=4)
        except (ValueError, AttributeError, TypeError, pickle.PicklingError) as error:
            if not self._crawler.stats.get_value("scheduler/unserializable"):
                _logger.warning("A stop loses %s, which cannot be serialized: %s", request, error)
            self._crawler.stats.inc_value("scheduler/unserializable")
            self._fleeting.append(request)
            return "memory"
        slot = request.meta.get("download_slot") or urlparse_cached(request).hostname or ""
        self._queue.push(slot, request.priority, octets)
        return "disk"

    def next_request(self) -> Request | None:
        if self._fleeting:
            kind, request = "memory", self._fleeting.pop()
        else:
            taken = self._queue.pop(self._active)
            if taken is None:
                return None
            kind, request = "disk", request_from_dict(pickle.loads(taken.request), spider=self._spider)
            self._taken[taken.id] = request
        for name in ("scheduler/dequeued", f"scheduler/dequeued/{kind}"):
            self._crawler.stats.inc_value(name)
        return request

    def _active(self, slot: str) -> int:
        """Number of downloads under way."""
        downloads = self._crawler.engine.downloader.slots.get(slot)
        return 0 if downloads is None else len(downloads.active)

    def checkpoint(self) -> None:
        """Saves the queue as a whole, and then the fingerprints. Raises OSError, sqlite3.Error."""
        # The engine keeps a request until its response has been parsed, and what that yields is queued.
        slot = getattr(self._crawler.engine, "_slot", None) or getattr(self._crawler.engine, "slot", None)
        in_progress = slot.inprogress if slot is not None else set()
        done = [each for each, request in self._taken.items() if request not in in_progress]
        self._queue.remove(done)
        self._queue.commit()
        for each in done:
            del self._taken[each]
        self.df.commit()

    def _checkpoint_or_log(self) -> None:
        try:
            self.checkpoint()
        except Exception:
            _logger.exception("The queue or the fingerprints cannot be saved; a kill would repeat more than the last second")


def _looping_call(function: Any) -> Any:
    """Calls a function again and again, in the loop of the crawl."""
    try:
        from scrapy.utils.asyncio import create_looping_call
    except ImportError:
        # Scrapy up to 2.13.
        from twisted.internet.task import LoopingCall

        return LoopingCall(function)
    return create_looping_call(function)
