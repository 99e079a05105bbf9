"""What is stored of a shared set besides URLs, and the scripts on the server."""

from __future__ import annotations

import hashlib
import math
from dataclasses import dataclass
from typing import Any, Protocol

from ._errors import OptionError
from ._fingerprints import fingerprint_lines
from ._profile import DEFAULT, tables


class Client(Protocol):
    """A connected client: that of the packages redis or valkey."""

    def execute_command(self, *words: Any) -> Any: ...


@dataclass(frozen=True)
class Stored:
    identity: str
    secret: bytes
    variant: str
    buckets: int
    generation: str


def run(client: Client, script: str, key: str, *words: Any) -> Any:
    """Runs a script on the server. Errors of the client pass through."""
    text: str = tables()["redis"]["scripts"][script]
    digest = hashlib.sha1(text.encode(), usedforsecurity=False).hexdigest()
    try:
        return client.execute_command("EVALSHA", digest, 1, key, *words)
    except Exception as error:
        # The server has not run it since it started. EVAL keeps it.
        if type(error).__name__ != "NoScriptError" and not str(error).startswith("NOSCRIPT"):
            raise
        return client.execute_command("EVAL", text, 1, key, *words)


def text(word: Any) -> str:
    return word.decode("utf-8", "replace") if isinstance(word, bytes) else str(word)


def buckets_for(variant: str, capacity: int) -> int:
    """The number of sets for a capacity: a power of two."""
    known = tables()["redis"]
    sizes: dict[str, int] = known["buckets"][variant]
    bits = math.ceil(math.log2(max(1, capacity / sizes["meanMembers"])))
    most: int = known["maxBucketBits"]
    return 1 << min(most, max(sizes["minBits"], bits))


def check_of(secret: bytes) -> str:
    """Names a secret without revealing it."""
    return fingerprint_lines(f"{DEFAULT}\n".encode(), secret)[:4].tobytes().hex()


def require_same(name: str, what: str, stored: str, own: str) -> None:
    if stored != own:
        raise OptionError("invalid-option", f'The set "{name}" has the {what} "{stored}", and this crawler "{own}".')


def require_count(name: str, value: int) -> None:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise OptionError("invalid-option", f'The option "{name}" must be a non-negative integer, not {value!r}.')
