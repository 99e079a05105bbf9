"""Drives the HTTP clients of Python. python.py CLIENT URLS"""

import asyncio
import os
import sys
import warnings

TIME = 2
LOG = os.open(os.environ["REC_LOG"], os.O_WRONLY | os.O_APPEND | os.O_CREAT)


def note(line):
    os.write(LOG, (line + "\n").encode("utf-8", "replace"))


def urllib():
    import urllib.request

    return lambda url: urllib.request.urlopen(url, timeout=TIME).read()


def requests():
    import requests

    return lambda url: requests.get(url, timeout=TIME, allow_redirects=False)


def httpx():
    import httpx

    limits = httpx.Limits(max_keepalive_connections=0)
    return httpx.Client(timeout=TIME, trust_env=False, limits=limits).get


def urllib3():
    import urllib3

    def get(url):
        with urllib3.PoolManager() as pool:
            pool.request("GET", url, timeout=TIME, retries=False)

    return get


def httplib2():
    import httplib2

    return lambda url: httplib2.Http(timeout=TIME).request(url)


def pycurl():
    import pycurl

    def get(url):
        curl = pycurl.Curl()
        curl.setopt(curl.URL, url)
        curl.setopt(curl.TIMEOUT, TIME)
        curl.setopt(curl.WRITEFUNCTION, lambda octets: None)
        curl.setopt(curl.NOSIGNAL, 1)
        try:
            curl.perform()
        finally:
            curl.close()

    return get


def tornado():
    from tornado.simple_httpclient import SimpleAsyncHTTPClient

    async def get(url):
        client = SimpleAsyncHTTPClient(force_instance=True)
        try:
            await client.fetch(url, request_timeout=TIME, follow_redirects=False)
        finally:
            client.close()

    return on_loop(get)


def aiohttp():
    import aiohttp

    async def get(url):
        async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=TIME)) as session:
            async with session.get(url, allow_redirects=False):
                pass

    return on_loop(get)


def on_loop(get):
    loop = asyncio.new_event_loop()
    asyncio.set_event_loop(loop)
    return lambda url: loop.run_until_complete(get(url))


warnings.filterwarnings("ignore")
fetch = globals()[sys.argv[1]]()
with open(sys.argv[2]) as lines:
    for index, line in enumerate(lines):
        url = bytes.fromhex(line).decode()
        note(f"U {index}")
        try:
            fetch(url)
            note("E -")
        except Exception as error:
            note(f"E {type(error).__name__} {' '.join(str(error).split())[:100]}")
