"""Crawlee: a crawl with a queue of urlsieve/crawlee that is killed, and goes on. URLSIEVE_KILLS says how often."""

import os
import tempfile
import unittest

import expected
from kill_crawls import crawl_and_kill, judge


class Kills(unittest.TestCase):
    def test_lose_no_page_and_repeat_those_of_a_second(self):
        command = [os.environ["URLSIEVE_NODE"], str(expected.ROOT / "test/platforms/crawlee-kills.mjs")]
        with tempfile.TemporaryDirectory() as folder:
            log = crawl_and_kill(command, folder, dict(os.environ))
            print(f"  crawlee: {judge(self, log)}")
