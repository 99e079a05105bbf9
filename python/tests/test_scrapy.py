"""Scrapy: a real crawl of a site on the loopback interface, with Scrapy's own fingerprints and with ours."""

import collections
import http.server
import json
import os
import subprocess
import sys
import tempfile
import threading
import unittest
from pathlib import Path
from unittest.mock import Mock, patch

import expected
import urlsieve
from pages import send_links
from scrapy import Request
from scrapy.utils.test import get_crawler
from urlsieve import SeenSet, SeenStore, UrlsieveError
from urlsieve.scrapy import DupeFilter, RequestFingerprinter, Scheduler

PAGES = 13
# Links to the last page by the shortest way. By its own fingerprints, Scrapy would fetch twice as much with each further one.
DEPTH = 6
SPIDER = """
import json
import sys
import scrapy
from scrapy.crawler import CrawlerProcess

class Spider(scrapy.Spider):
    name = "site"
    start_urls = [sys.argv[1]]
    custom_settings = {"TELNETCONSOLE_ENABLED": False}

    def parse(self, response):
        for link in response.css("a::attr(href)").getall():
            yield response.follow(link)

settings = json.loads(sys.argv[2])
process = CrawlerProcess({**settings, "LOG_ENABLED": False})
process.crawl(Spider)
process.start()
"""


class Site(http.server.BaseHTTPRequestHandler):
    """Pages that link to each other by many spellings: fragments, sessions, sorted queries, tracking."""

    fetched: collections.Counter = collections.Counter()

    def do_GET(self):
        Site.fetched[self.path] += 1
        page = int(self.path.partition("page=")[2].partition("&")[0] or 0)
        count = Site.fetched.total()
        links = [
            spelling
            for next_page in (page + 1, page + 2)
            if next_page < PAGES
            for spelling in (
                f"/?page={next_page}&sort=up",
                f"/?sort=up&page={next_page}",
                f"/?page={next_page}&sort=up#part",
                f"/?page={next_page}&sort=up&utm_source=page{page}",
                f"/;jsessionid={page:08x}{count:024x}?page={next_page}&sort=up",
                f"/a/../?page={next_page}&sort=u%70",
            )
        ]
        send_links(self, links)

    def log_message(self, *args):
        pass


FINGERPRINTS = {"REQUEST_FINGERPRINTER_CLASS": "urlsieve.scrapy.RequestFingerprinter"}
FILTER = {**FINGERPRINTS, "DUPEFILTER_CLASS": "urlsieve.scrapy.DupeFilter"}


def crawl(*runs: dict) -> list[tuple[int, int]]:
    """Crawls the site, once for each of these settings. Returns the number of fetches and of distinct pages after each crawl."""
    Site.fetched = collections.Counter()
    results = []
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Site) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{server.server_address[1]}/"
        for settings in runs:
            subprocess.run([sys.executable, "-c", SPIDER, url, json.dumps(settings)], check=True, timeout=expected.TIMEOUT, cwd=expected.FOLDER)
            pages = {int(path.partition("page=")[2].partition("&")[0] or 0) for path in Site.fetched}
            results.append((Site.fetched.total(), len(pages)))
        server.shutdown()
    return results


class Crawls(unittest.TestCase):
    def test_a_crawl_fetches_each_page_once(self):
        [(ours, our_pages)] = crawl(FINGERPRINTS)
        [(theirs, their_pages)] = crawl({"DEPTH_LIMIT": DEPTH})
        print(f"  scrapy: {theirs} fetches of {their_pages} pages by default, {ours} of {our_pages} with urlsieve")
        self.assertEqual((ours, our_pages), (PAGES, PAGES))
        self.assertEqual(their_pages, our_pages)
        self.assertGreater(theirs, 3 * ours)

    def test_a_crawl_that_was_stopped_continues_with_its_store(self):
        with tempfile.TemporaryDirectory() as folder:
            job = {**FILTER, "JOBDIR": folder, "CONCURRENT_REQUESTS": 1}
            (first, _), second, third = crawl({**job, "CLOSESPIDER_PAGECOUNT": 4}, job, job)
            store = Path(folder, "urlsieve.seen")
            self.assertEqual(store.stat().st_mode & 0o777, 0o600)
            with SeenStore(store) as seen:
                requests = len(seen)
                # Two crawls do not share a folder.
                with self.assertRaises(UrlsieveError):
                    DupeFilter(folder)
            # Neither a damaged store nor a file of somebody else is taken for an empty one.
            store.write_bytes(store.read_bytes()[:5000])
            with self.assertRaises(UrlsieveError):
                DupeFilter(folder)
        self.assertTrue(4 <= first < 13, first)
        # Scrapy does not filter the URL that a crawl begins with.
        self.assertEqual(second[0] - second[1], 1)
        self.assertEqual(third[0], second[0] + 1)
        self.assertGreaterEqual(requests, second[1] - 1)
        print(f"  scrapy: {first} fetches, then {second[0] - first} and {third[0] - second[0]} with the store, of {third[1]} pages")


    def test_a_snapshot_of_an_earlier_version_becomes_a_store(self):
        with tempfile.TemporaryDirectory() as folder:
            seen = SeenSet()
            request = Request("http://a.example/?b=1")
            seen.add(RequestFingerprinter().fingerprint(request).hex())
            with Path(folder, "urlsieve.seen").open("wb") as file:
                seen.save(file)
            dupefilter = DupeFilter(folder, fingerprinter=RequestFingerprinter())
            self.assertTrue(dupefilter.request_seen(request))
            self.assertFalse(dupefilter.request_seen(Request("http://a.example/")))
            dupefilter.close("finished")
            self.assertEqual(sorted(os.listdir(folder)), ["urlsieve.seen", "urlsieve.seen.128"])

    def test_a_kill_between_queue_and_fingerprints_queues_no_page_twice(self):
        page = Request("http://a.example/page")
        with tempfile.TemporaryDirectory() as folder, patch("urlsieve.scrapy._looping_call"):
            crawler = get_crawler(settings_dict={**FILTER, "JOBDIR": folder})
            first = Scheduler.from_crawler(crawler)
            # The engine of a crawler begins with its crawl.
            first._crawler = Mock(engine=None)
            first.open(None)
            self.assertTrue(first.enqueue_request(page))
            # The queue is saved, and the process ends before the fingerprints are.
            with patch.object(first.df, "commit", side_effect=OSError), self.assertRaises(OSError):
                first.checkpoint()
            first._queue.close()
            first.df._store.close()
            second = Scheduler.from_crawler(crawler)
            second._crawler = Mock(engine=None)
            second.open(Mock())
            self.assertFalse(second.enqueue_request(page.replace(url="http://a.example/page#top")))
            self.assertEqual(len(second), 1)
            second.close("finished")


class Fingerprints(unittest.TestCase):
    def test_differ_by_method_body_and_key(self):
        fingerprint = RequestFingerprinter().fingerprint
        url = "http://example.com/?a=1&b=2"
        same = [Request(url), Request(url + "#x"), Request("HTTP://EXAMPLE.com/?b=2&a=1&gclid=3")]
        other = [Request(url, method="POST"), Request(url, method="POST", body=b"x"), Request(url + "3"), Request("data:,a")]
        self.assertEqual(len({fingerprint(request) for request in same}), 1)
        self.assertEqual(len({fingerprint(request) for request in same + other}), 5)
        self.assertEqual(len(fingerprint(same[0])), 20)

    def test_a_url_without_a_key_still_has_a_fingerprint(self):
        fingerprint = RequestFingerprinter().fingerprint
        broken = [Request("http://a%20b/"), Request("http://a%20b/#x"), Request("http://a%20c/")]
        for request in broken:
            self.assertRaises(UrlsieveError, urlsieve.key, request.url, profile="crawl@1")
        self.assertEqual(len({fingerprint(request) for request in broken}), 2)

    def test_an_unknown_profile_fails_at_the_start(self):
        with self.assertRaises(UrlsieveError):
            RequestFingerprinter("x")
