"""Scrapy: a real crawl of a site on the loopback interface, with Scrapy's own fingerprints and with ours."""

import collections
import http.server
import subprocess
import sys
import threading
import unittest

import expected
import urlsieve
from scrapy import Request
from urlsieve import UrlError
from urlsieve.scrapy import RequestFingerprinter

PAGES = 20
SPIDER = """
import sys
import scrapy
from scrapy.crawler import CrawlerProcess

class Spider(scrapy.Spider):
    name = "site"
    start_urls = [sys.argv[1]]
    custom_settings = {"TELNETCONSOLE_ENABLED": False, "DEPTH_LIMIT": 6}

    def parse(self, response):
        for link in response.css("a::attr(href)").getall():
            yield response.follow(link)

settings = {"REQUEST_FINGERPRINTER_CLASS": "urlsieve.scrapy.RequestFingerprinter"} if sys.argv[2] == "urlsieve" else {}
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
        body = "".join(f'<a href="{link}">x</a>' for link in links).encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args):
        pass


def crawl(kind: str) -> tuple[int, int]:
    """Crawls the site. Returns the number of fetches and of distinct pages."""
    Site.fetched = collections.Counter()
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Site) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{server.server_address[1]}/"
        subprocess.run([sys.executable, "-c", SPIDER, url, kind], check=True, timeout=300, cwd=expected.FOLDER)
        server.shutdown()
    pages = {int(path.partition("page=")[2].partition("&")[0] or 0) for path in Site.fetched}
    return Site.fetched.total(), len(pages)


class Crawls(unittest.TestCase):
    def test_a_crawl_fetches_each_page_once(self):
        ours, our_pages = crawl("urlsieve")
        theirs, their_pages = crawl("scrapy")
        print(f"  scrapy: {theirs} fetches of {their_pages} pages by default, {ours} of {our_pages} with urlsieve")
        # Every page within the depth limit, once.
        self.assertEqual((ours, our_pages), (13, 13))
        self.assertEqual(their_pages, our_pages)
        self.assertGreater(theirs, 3 * ours)


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
            self.assertRaises(UrlError, urlsieve.key, request.url, profile="crawl@1")
        self.assertEqual(len({fingerprint(request) for request in broken}), 2)

    def test_an_unknown_profile_fails_at_the_start(self):
        with self.assertRaises(UrlError):
            RequestFingerprinter("x")
