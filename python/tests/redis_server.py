"""A Redis or Valkey server of the tests' own, on the loopback interface."""

import shutil
import socket
import subprocess
import tempfile
import time

import redis


class Server:
    def __init__(self, *options: str) -> None:
        program = shutil.which("redis-server") or shutil.which("valkey-server")
        if program is None:
            raise FileNotFoundError("neither redis-server nor valkey-server is installed")
        self._folder = tempfile.TemporaryDirectory()
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.url = f"redis://127.0.0.1:{self.port}"
        command = [program, "--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--dir", self._folder.name, *options]
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        self._await()

    def client(self, **options) -> redis.Redis:
        return redis.Redis.from_url(self.url, **options)

    def stop(self) -> None:
        self._process.kill()
        self._process.wait()
        self._folder.cleanup()

    def __enter__(self):
        return self

    def __exit__(self, *error) -> None:
        self.stop()

    def _await(self) -> None:
        end = time.monotonic() + 30
        while True:
            try:
                self.client().ping()
                return
            except redis.ConnectionError:
                if time.monotonic() > end:
                    raise
                time.sleep(0.02)
