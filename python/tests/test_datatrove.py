"""The steps of examples/datatrove in pipelines of datatrove, as docs/guide/teams.md shows them."""

import contextlib
import io
import json
import os
import re
import sys
import tempfile
import unittest
from pathlib import Path

import expected
import urlsieve
from datatrove.data import Document
from datatrove.utils.logging import logger

sys.path.insert(0, str(expected.ROOT / "examples/datatrove"))

from urlsieve_steps import FirstOfPage, UrlNormalizer, page_key, url_normalizer

PAGE = (expected.ROOT / "docs/guide/teams.md").read_text()
[PIPELINE] = re.findall(r"```python\n(.*?)```", PAGE, re.S)
URLS = ["HTTP://A.example:80/x?utm_source=feed", "http://[", None, "http://a.example/x#top", "http://b.example/?b&a", "http://b.example/?a&b"]


def documents(urls=URLS):
    return [Document(text=str(number), id=str(number), metadata={} if url is None else {"url": url}) for number, url in enumerate(urls)]


class Steps(unittest.TestCase):
    def test_normalizes_and_drops_what_cannot_be_normalized(self):
        for batch_size in (1, 2, 4096):
            with self.subTest(batch_size=batch_size):
                step = UrlNormalizer(batch_size=batch_size)
                kept = [(doc.id, doc.metadata["url"], page_key(doc)) for doc in step.run(documents())]
                self.assertEqual(kept, [(str(number), urlsieve.normalize(URLS[number], profile="crawl@1"), urlsieve.key(URLS[number], profile="crawl@1"))
                                        for number in (0, 3, 4, 5)])
                stats = step.stats.to_dict()["stats"]
                reasons = {name: stats[name] for name in stats if name.startswith("dropped_")}
                self.assertEqual({name: total if isinstance(total, int) else total["total"] for name, total in reasons.items()},
                                 {"dropped_invalid-ip-literal": 1, "dropped_no-url": 1})

    def test_goes_by_a_policy(self):
        policy = {"base": "crawl@1", "key": {"scheme": "https"}}
        [doc] = UrlNormalizer(profile=policy).run(documents(["http://a.example/"]))
        self.assertEqual((doc.metadata["url"], page_key(doc)), ("http://a.example/", "https://a.example/"))

    def test_keeps_the_first_document_of_each_page_in_each_run(self):
        step = FirstOfPage()
        for _ in range(2):
            self.assertEqual([doc.id for doc in step.run(documents())], ["0", "4"])

    def test_a_normalizer_has_the_key_or_the_url_itself(self):
        normalize = url_normalizer()
        self.assertEqual([normalize(url) for url in (URLS[0], URLS[1])], ["http://a.example/x", "http://["])


class Pipeline(unittest.TestCase):
    def test_leaves_one_document_of_each_page_across_tasks(self):
        with tempfile.TemporaryDirectory() as folder:
            crawl = Path(folder, "crawl")
            crawl.mkdir()
            for part in range(2):
                lines = [json.dumps({"text": f"{part}-{number}", "id": f"{part}-{number}", "metadata": {} if url is None else {"url": url}})
                         for number, url in enumerate(URLS)]
                Path(crawl, f"{part}.jsonl").write_text("\n".join(lines) + "\n")
            before = os.getcwd()
            os.chdir(folder)
            logger.disable("datatrove")
            try:
                with contextlib.redirect_stderr(io.StringIO()):
                    exec(PIPELINE, {"__name__": "__main__"})
            finally:
                logger.enable("datatrove")
                os.chdir(before)
            kept = [json.loads(line) for file in sorted(Path(folder, "pages").glob("*.jsonl")) for line in file.read_text().splitlines()]
        self.assertEqual(sorted(row["metadata"]["url_key"] for row in kept), ["http://a.example/x", "http://b.example/?a&b"])
