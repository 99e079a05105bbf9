"""
Crawls a site on the loopback interface, kills the crawler again and again, and says what it has fetched. test_scrapy_kills.py and
test_crawlee.py use it.

The site and the crawler append to one log, so that its order is that of what happened::

    start              a crawler begins
    fetch PAGE         the site is asked for a page
    checkpoint         the crawler has saved all that was done before
"""

import collections
import http.server
import os
import random
import socket
import subprocess
import threading
import time

import expected
from pages import send_links
from store_folder import LONG

KILLS = int(os.environ.get("URLSIEVE_KILLS") or (10 if LONG else 3))
PAGES = 400 * KILLS
DELAY = 0.02


class Log:
    """A file to which processes append lines."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT)

    def add(self, line: str) -> None:
        os.write(self._file, f"{line}\n".encode())

    def lines(self) -> list[list[str]]:
        with open(self.path) as file:
            return [line.split() for line in file]

    def close(self) -> None:
        os.close(self._file)


class Server(http.server.ThreadingHTTPServer):
    request_queue_size = 128

    def __init__(self, *args) -> None:
        self._threads_of_requests: list[threading.Thread] = []
        super().__init__(*args)

    def process_request(self, request, client_address) -> None:
        thread = threading.Thread(target=self.process_request_thread, args=(request, client_address), daemon=True)
        self._threads_of_requests.append(thread)
        thread.start()

    def handle_error(self, *args) -> None:
        pass  # The crawler was killed.

    def settle(self) -> None:
        """Waits until every request so far is logged. Connections are accepted in order, so its own comes last."""
        with socket.create_connection(self.server_address) as last:
            last.shutdown(socket.SHUT_WR)
            last.recv(1)
        for thread in self._threads_of_requests:
            thread.join()
        self._threads_of_requests.clear()


def site(log: Log) -> Server:
    """Pages that link to three later ones and to some earlier ones, in several spellings. It takes DELAY for each."""

    class Site(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            page = int(self.path.partition("page=")[2].partition("&")[0] or 0)
            log.add(f"fetch {page}")
            time.sleep(DELAY)
            later = [number for number in range(3 * page + 1, 3 * page + 4) if number < PAGES]
            links = [
                spelling
                for number in (*later, page // 3, page // 2)
                for spelling in (f"/?page={number}&sort=up", f"/?sort=up&page={number}", f"/?page={number}&sort=up&utm_source={page}")
            ]
            send_links(self, links)

        def log_message(self, *args):
            pass

    server = Server(("127.0.0.1", 0), Site)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


def crawl_and_kill(command: list[str], folder: str, environment: dict[str, str]) -> Log:
    """Runs a crawler, which gets the URL of the site and the log as arguments, and kills it KILLS times. Then it runs to its end."""
    log = Log(os.path.join(folder, "crawl.log"))
    chooser = random.Random(3)
    with site(log) as server:
        url = f"http://127.0.0.1:{server.server_address[1]}/?page=0&sort=up"
        for kill in range(KILLS + 1):
            server.settle()
            log.add("start")
            begun = len(log.lines())
            process = subprocess.Popen([*command, url, log.path], cwd=folder, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
            if kill < KILLS:
                _wait_for_fetches(process, log, begun)
                time.sleep(chooser.uniform(0, 2))
                process.kill()
            _, errors = process.communicate(timeout=expected.TIMEOUT)
            if kill == KILLS and process.returncode != 0:
                raise AssertionError(errors.decode()[-3000:])
            if kill < KILLS and process.returncode >= 0:
                raise AssertionError(f"the crawl ended before kill {kill + 1}, with {process.returncode}: {errors.decode()[-3000:]}")
        server.shutdown()
    log.close()
    return log


def _wait_for_fetches(process: subprocess.Popen, log: Log, begun: int) -> None:
    deadline = time.monotonic() + expected.TIMEOUT
    while len(log.lines()) < begun + 3 and process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.02)


def judge(case, log: Log) -> str:
    """Asserts that each page was fetched, and again only if that was not done at the checkpoint before the last one. Returns a summary."""
    fetched: collections.Counter = collections.Counter()
    # Per page, the checkpoints of the process that had been made when it was fetched, and those that there were in all.
    life, checkpoints = 0, collections.Counter()
    fetches = []
    for word, *rest in log.lines():
        if word == "start":
            life += 1
        elif word == "checkpoint":
            checkpoints[life] += 1
        else:
            fetched[int(rest[0])] += 1
            fetches.append((int(rest[0]), life, checkpoints[life]))
    case.assertEqual(sorted(fetched), list(range(PAGES)))
    last = {}
    repeated = 0
    for page, life, checkpoint in fetches:
        if page in last:
            before, done = last[page]
            repeated += 1
            case.assertGreater(life, before, f"page {page} was fetched twice by one process")
            case.assertGreaterEqual(done, checkpoints[before] - 1, f"page {page} was done at a checkpoint")
        last[page] = life, checkpoint
    case.assertGreater(sum(checkpoints.values()), KILLS)
    return f"{len(fetches)} fetches of {PAGES} pages, {repeated} of them again after {KILLS} kills"
