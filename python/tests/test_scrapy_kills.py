"""Scrapy: a crawl with JOBDIR that is killed, and goes on. URLSIEVE_KILLS says how often."""

import json
import os
import sys
import tempfile
import unittest
from unittest import mock

from kill_crawls import crawl_and_kill, judge
from scrapy import Request
from scrapy.settings import Settings
from scrapy.spiders import Spider
from urlsieve import UrlsieveError
from urlsieve.scrapy import RequestFingerprinter, Scheduler

SETTINGS = {
    "REQUEST_FINGERPRINTER_CLASS": "urlsieve.scrapy.RequestFingerprinter",
    "DUPEFILTER_CLASS": "urlsieve.scrapy.DupeFilter",
    "SCHEDULER": "urlsieve.scrapy.Scheduler",
    "TELNETCONSOLE_ENABLED": False,
}
SPIDER = """
import json, os, sys
import scrapy
import urlsieve.scrapy
from scrapy.crawler import CrawlerProcess

settings, url, log = json.loads(sys.argv[1]), sys.argv[2], os.open(sys.argv[3], os.O_WRONLY | os.O_APPEND)

class Scheduler(urlsieve.scrapy.Scheduler):
    def checkpoint(self):
        super().checkpoint()
        os.write(log, b"checkpoint\\n")

class Spider(scrapy.Spider):
    name = "site"
    start_urls = [url]

    async def parse(self, response):
        for link in response.css("a::attr(href)").getall():
            yield response.follow(link)

process = CrawlerProcess({**settings, "SCHEDULER": Scheduler, "LOG_LEVEL": "ERROR"})
process.crawl(Spider)
process.start()
"""


class Kills(unittest.TestCase):
    def test_lose_no_page_and_repeat_those_of_a_second(self):
        with tempfile.TemporaryDirectory() as folder:
            settings = {**SETTINGS, "JOBDIR": os.path.join(folder, "job"), "CONCURRENT_REQUESTS_PER_DOMAIN": 8}
            log = crawl_and_kill([sys.executable, "-c", SPIDER, json.dumps(settings)], folder, dict(os.environ))
            print(f"  scrapy: {judge(self, log)}")


class Schedulers(unittest.TestCase):
    """What a scheduler keeps, without a crawl."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def open(self, **settings) -> Scheduler:
        # What a scheduler needs of a crawler, without the reactor that a real one installs.
        crawler = mock.Mock(settings=Settings({**SETTINGS, "JOBDIR": self.folder, **settings}), request_fingerprinter=RequestFingerprinter())
        crawler.engine._slot.inprogress, crawler.engine.downloader.slots = set(), {}
        crawler.stats.get_value.return_value = None
        scheduler = Scheduler.from_crawler(crawler)
        scheduler._spider = Spider("site")
        scheduler._spider.crawler = crawler
        return scheduler

    def kill(self, scheduler: Scheduler) -> None:
        """Leaves what a killed process leaves."""
        scheduler._queue.close()
        scheduler.df._store._shared.abandon()

    def urls(self, scheduler: Scheduler) -> list[str]:
        found = []
        while scheduler.has_pending_requests():
            found.append(scheduler.next_request().url)
        return found

    def test_keep_what_is_queued_taken_and_known_at_a_checkpoint(self):
        scheduler = self.open()
        for name in "abc":
            self.assertTrue(scheduler.enqueue_request(Request(f"http://{name}.example/")))
        self.assertFalse(scheduler.enqueue_request(Request("http://a.example/#x")))
        taken, done = scheduler.next_request(), scheduler.next_request()
        scheduler._crawler.engine._slot.inprogress = {taken}
        scheduler.checkpoint()
        scheduler.enqueue_request(Request("http://late.example/"))
        scheduler._crawler.engine._slot.inprogress = set()
        self.kill(scheduler)
        scheduler = self.open()
        # What was done is known and not queued. What was not saved is neither.
        self.assertFalse(scheduler.enqueue_request(Request(done.url)))
        self.assertTrue(scheduler.enqueue_request(Request("http://late.example/")))
        self.assertEqual(sorted(self.urls(scheduler)), sorted(["http://late.example/", taken.url, *({f"http://{name}.example/" for name in "abc"} - {taken.url, done.url})]))
        scheduler.close("finished")
        self.assertEqual(len(self.open()), 0)

    def test_never_save_a_fingerprint_before_its_request(self):
        scheduler = self.open()
        scheduler.enqueue_request(Request("http://a.example/"))
        with mock.patch.object(scheduler._queue, "commit", side_effect=OSError(28, "No space left on device")):
            self.assertRaises(OSError, scheduler.checkpoint)
            self.assertEqual(len(scheduler.df._store), 0)
        self.kill(scheduler)
        scheduler = self.open()
        self.assertTrue(scheduler.enqueue_request(Request("http://a.example/")))
        self.kill(scheduler)

    def test_prefer_high_priority_and_idle_domains(self):
        scheduler = self.open()
        for url, priority in (("http://a.example/1", 0), ("http://a.example/2", 5), ("http://b.example/1", -1)):
            scheduler.enqueue_request(Request(url, priority=priority))
        scheduler._crawler.engine.downloader.slots = {"a.example": mock.Mock(active={1, 2})}
        self.assertEqual(self.urls(scheduler), ["http://b.example/1", "http://a.example/2", "http://a.example/1"])
        self.kill(scheduler)

    def test_go_on_without_repeating_the_start_but_not_without_its_retries(self):
        start = Request("http://a.example/", dont_filter=True, meta={"is_start_request": True})
        scheduler = self.open()
        self.assertTrue(scheduler.enqueue_request(start.copy()))
        self.assertFalse(scheduler.enqueue_request(Request(start.url)))
        scheduler.checkpoint()
        self.kill(scheduler)
        scheduler = self.open()
        self.assertFalse(scheduler.enqueue_request(start.copy()))
        self.assertTrue(scheduler.enqueue_request(start.copy()))
        self.assertEqual(len(scheduler), 2)
        self.urls(scheduler)
        scheduler.close("finished")
        # A crawl that has ended begins anew.
        self.assertTrue(self.open().enqueue_request(start.copy()))

    def test_keep_requests_that_cannot_be_serialized_in_memory(self):
        scheduler = self.open()
        with self.assertLogs("urlsieve.scrapy", "WARNING"):
            scheduler.enqueue_request(Request("http://a.example/", callback=lambda response: None))
        self.assertEqual((len(scheduler), len(scheduler._queue)), (1, 0))
        self.assertEqual(self.urls(scheduler), ["http://a.example/"])
        self.kill(scheduler)

    def test_need_a_folder_and_a_filter_that_commits(self):
        for settings in ({"JOBDIR": ""}, {"DUPEFILTER_CLASS": "scrapy.dupefilters.RFPDupeFilter"}):
            with self.assertRaises(UrlsieveError) as caught:
                self.open(**settings)
            self.assertEqual(caught.exception.code, "invalid-option")
