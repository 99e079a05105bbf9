"""Crawlee: a crawl with a queue of urlsieve/crawlee that is killed, and goes on. URLSIEVE_KILLS says how often."""

import os
import re
import subprocess
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import expected
from kill_crawls import Log, crawl_and_kill, judge, site

GUIDE = expected.ROOT / "docs/guide/crawlers.md"


class Kills(unittest.TestCase):
    def test_lose_no_page_and_repeat_those_of_a_second(self):
        command = [os.environ["URLSIEVE_NODE"], str(expected.ROOT / "test/platforms/crawlee-kills.mjs")]
        with tempfile.TemporaryDirectory() as folder:
            log = crawl_and_kill(command, folder, dict(os.environ))
            print(f"  crawlee: {judge(self, log)}")

    def test_the_example_of_the_guide_fetches_each_page_once(self):
        [example] = re.findall(r"```js\n(.*?)```", GUIDE.read_text(), re.S)
        require = f'import {{ createRequire }} from "node:module";\nconst {{ CheerioCrawler, Request }} = createRequire({os.environ["URLSIEVE_NPM"]!r})("@crawlee/cheerio");'
        with tempfile.TemporaryDirectory() as folder:
            log = Log(os.path.join(folder, "log"))
            with mock.patch("kill_crawls.PAGES", 40), site(log) as server:
                code = example.replace('import { CheerioCrawler, Request } from "crawlee";', require).replace('"urlsieve/', f'"{expected.ROOT}/build/out/dist/')
                code = re.sub(r"/dist/(\w+)\"", r'/dist/\1.js"', code).replace("http://example.com/", f"http://127.0.0.1:{server.server_address[1]}/?page=0&sort=up")
                Path(folder, "example.mjs").write_text(code)
                for _ in range(2):
                    done = subprocess.run([os.environ["URLSIEVE_NODE"], "example.mjs"], cwd=folder, capture_output=True, text=True, timeout=expected.TIMEOUT)
                    self.assertEqual(done.returncode, 0, done.stderr[-3000:])
                server.shutdown()
            log.close()
            self.assertEqual(sorted(log.lines()), sorted([["fetch", str(page)] for page in range(40)]))
