"""Crawlee: a real crawl, with its own keys and with those of urlsieve/crawlee."""

import json
import os
import subprocess
import unittest

import expected


class Crawls(unittest.TestCase):
    def test_a_crawl_fetches_each_page_once(self):
        command = [os.environ["URLSIEVE_NODE"], str(expected.ROOT / "test/platforms/crawlee.mjs")]
        done = subprocess.run(command, capture_output=True, text=True, timeout=expected.TIMEOUT, cwd=expected.FOLDER)
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        crawls = json.loads(done.stdout.splitlines()[-1])
        theirs, ours = crawls["theirs"], crawls["ours"]
        print(f"  crawlee: {theirs['fetches']} fetches of {theirs['pages']} pages by default, {ours['fetches']} with urlsieve")
        self.assertEqual((ours["fetches"], ours["pages"]), (12, 12))
        self.assertEqual(theirs["pages"], ours["pages"])
        self.assertGreater(theirs["fetches"], 3 * ours["fetches"])
