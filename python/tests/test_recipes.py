"""The recipes of docs/guide/edge.md for requests and httpx, on a server of this machine."""

import http.server
import re
import socket
import ssl
import subprocess
import tempfile
import threading
import unittest
import unittest.mock
from pathlib import Path

import expected
import requests

NAMES = "DNS:localhost,DNS:one.test,DNS:two.test"
PAGE = (expected.ROOT / "docs/guide/edge.md").read_text()


def recipe(name, allowed="loopback"):
    """Runs the recipe that defines a class. The server is on this machine, so what the page calls public is here of another class."""
    code = next(block for block in re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL) if f"class {name}" in block)
    scope = {}
    exec(code.replace('!= "public"', f'!= "{allowed}"'), scope)
    return scope


def resolved(*names):
    """While it is entered, these names have the address of the server."""
    own = socket.getaddrinfo
    return unittest.mock.patch("socket.getaddrinfo", lambda host, *more, **options: own("127.0.0.1" if host in names else host, *more, **options))


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.server.hosts.append(self.headers["host"])
        to = self.path.removeprefix("/to/")
        self.send_response(302 if to != self.path else 200)
        if to != self.path:
            self.send_header("location", to)
        self.send_header("content-length", "2")
        self.end_headers()
        self.wfile.write(b"ok")

    def log_message(self, *_):
        pass


class Recipes(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.cert, key = (str(Path(folder.name, name)) for name in ("cert.pem", "key.pem"))
        options = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", "/CN=localhost", "-addext", f"subjectAltName={NAMES}")
        subprocess.run(["openssl", "req", "-x509", *options, "-keyout", key, "-out", self.cert], check=True, capture_output=True)
        self.plain, self.secure = self.server(), self.server()
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.cert, key)
        context.sni_callback = lambda _, name, __: self.names.append(name)
        self.names = []
        self.secure.socket = context.wrap_socket(self.secure.socket, server_side=True)
        for server in (self.plain, self.secure):
            threading.Thread(target=server.serve_forever, daemon=True).start()

    def server(self):
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        server.hosts = []
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        return server

    def test_requests_connects_to_the_address_that_was_checked(self):
        scope = recipe("PinnedAdapter")
        origin = f"localhost:{self.plain.server_port}"
        self.assertEqual(scope["fetch"](f"http://{origin}/to//a").text, "ok")
        self.assertEqual(self.plain.hosts, [origin, origin])
        with requests.Session() as session:
            session.mount("https://", scope["PinnedAdapter"]())
            origin = f"localhost:{self.secure.server_port}"
            self.assertEqual(session.get(f"https://{origin}/", verify=self.cert).text, "ok")
        self.assertEqual((self.secure.hosts, self.names), ([origin], ["localhost"]))

    def test_requests_sends_nothing_to_what_is_not_allowed(self):
        port = self.plain.server_port
        for url in (f"http://localhost:{port}/", f"http://127.0.0.1:{port}/", f"http://[::1]:{port}/", f"http://u@localhost:{port}/"):
            with self.assertRaises(ValueError):
                recipe("PinnedAdapter", "public")["fetch"](url)
        self.assertEqual(self.plain.hosts, [])
        for to in ("http://10.0.0.1/", "http://127.1/", "//u@localhost/", "ftp://localhost/"):
            with self.assertRaises((ValueError, requests.RequestException)):
                recipe("PinnedAdapter")["fetch"](f"http://localhost:{port}/to/{to}")
        self.assertEqual(len(self.plain.hosts), 4)
        with self.assertRaisesRegex(ValueError, "too many"):
            recipe("PinnedAdapter")["fetch"](f"http://localhost:{port}/to//to/?")

    def test_httpx_connects_to_the_address_that_was_checked(self):
        import httpx

        scope = recipe("PinnedTransport")
        origin = f"localhost:{self.plain.server_port}"
        response = scope["client"].get(f"http://{origin}/to//a")
        self.assertEqual((response.text, self.plain.hosts), ("ok", [origin, origin]))
        context = ssl.create_default_context(cafile=self.cert)
        with httpx.Client(transport=scope["PinnedTransport"](verify=context)) as client:
            origin = f"localhost:{self.secure.server_port}"
            self.assertEqual(client.get(f"https://{origin}/").text, "ok")
        self.assertEqual((self.secure.hosts, self.names), ([origin], ["localhost"]))

    def test_httpx_resolves_a_relative_redirect_against_the_name(self):
        import httpx

        origin = f"localhost:{self.secure.server_port}"
        with httpx.Client(transport=self.secured("PinnedTransport"), follow_redirects=True) as client:
            response = client.get(f"https://{origin}/to//a")
        self.assertEqual((response.text, str(response.url)), ("ok", f"https://{origin}/a"))
        self.assertEqual((self.secure.hosts, self.names), ([origin, origin], ["localhost", "localhost"]))

    def test_httpx_checks_the_certificate_of_each_name_at_one_address(self):
        import httpx

        with httpx.Client(transport=self.secured("PinnedTransport")) as client, resolved("one.test", "two.test", "three.test"):
            for name in ("one.test", "two.test"):
                self.assertEqual(client.get(f"https://{name}:{self.secure.server_port}/").text, "ok")
            with self.assertRaisesRegex(httpx.ConnectError, "certificate"):
                client.get(f"https://three.test:{self.secure.server_port}/")
        self.assertEqual(self.names, ["one.test", "two.test", "three.test"])

    def test_requests_checks_the_certificate_of_each_name_at_one_address(self):
        with requests.Session() as session, resolved("one.test", "two.test", "three.test"):
            session.mount("https://", recipe("PinnedAdapter")["PinnedAdapter"]())
            for name in ("one.test", "two.test"):
                self.assertEqual(session.get(f"https://{name}:{self.secure.server_port}/", verify=self.cert).text, "ok")
            with self.assertRaises(requests.exceptions.SSLError):
                session.get(f"https://three.test:{self.secure.server_port}/", verify=self.cert)
        self.assertEqual(self.names, ["one.test", "two.test", "three.test"])

    def secured(self, name):
        return recipe(name)[name](verify=ssl.create_default_context(cafile=self.cert))

    def test_httpx_sends_nothing_to_what_is_not_allowed(self):
        import httpx

        port = self.plain.server_port
        for url in (f"http://localhost:{port}/", f"http://127.0.0.1:{port}/"):
            with self.assertRaises(httpx.TransportError):
                recipe("PinnedTransport", "public")["client"].get(url)
        self.assertEqual(self.plain.hosts, [])
        for to in ("http://10.0.0.1/", "http://127.1/", "ftp://localhost/"):
            with self.assertRaises(httpx.HTTPError):
                recipe("PinnedTransport")["client"].get(f"http://localhost:{port}/to/{to}")
        self.assertEqual(len(self.plain.hosts), 3)
