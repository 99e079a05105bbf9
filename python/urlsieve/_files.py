"""Files where people give them: by path, or open."""

from __future__ import annotations

import io
import os
import re
import tempfile
from collections.abc import Iterable, Iterator
from typing import Any, Protocol, TypeGuard

from ._errors import OptionError


class Readable(Protocol):
    """A file that is open for reading."""

    def read(self) -> str | bytes: ...


class Traversable(Protocol):
    """A file of `importlib.resources`, or in an archive."""

    def read_bytes(self) -> bytes: ...


File = os.PathLike[str] | Readable | Traversable
"""A path, or an open file. A path is never a str here: a str may be contents."""

_BLOCK = 1 << 20
_NAME = re.compile(r"[^\r\n{}]{1,4096}\.(?:json|txt|usp)", re.IGNORECASE)
_RULE = re.compile("[$,]removeparam")
"""What a list has that is one line: `||a.example^$removeparam=b.txt`."""


def is_file(source: object) -> TypeGuard[File]:
    return isinstance(source, os.PathLike) or hasattr(source, "read") or hasattr(source, "read_bytes")


def is_name(text: object) -> TypeGuard[str]:
    """Whether a str is the name of a file, and not its contents: one line that ends in .json, .txt or .usp."""
    return isinstance(text, str) and _NAME.fullmatch(text) is not None and _RULE.search(text) is None


def read(file: File | str) -> bytes:
    """The rest of an open file, or a whole one by its path. Raises OSError."""
    if isinstance(file, (str, os.PathLike)):
        with open(file, "rb") as opened:
            return opened.read()
    text = file.read() if hasattr(file, "read") else file.read_bytes()
    return text.encode("utf-8", "surrogateescape") if isinstance(text, str) else bytes(text)


def contents(file: File | str) -> bytes:
    """As `read`, but raises OptionError ``invalid-input`` if nothing is left to read: an open file can be read once."""
    octets = read(file)
    if not octets:
        raise OptionError("invalid-input", f"Nothing is left to read in {file}: open it again, or give its path.")
    return octets


def blocks(source: Iterable[bytes] | File) -> Iterator[bytes]:
    """The octets of an open file, of one by its path, or of an iterable of octets."""
    if isinstance(source, (str, bytes, bytearray, memoryview)):
        raise OptionError("invalid-input", "A stream must be a path, an open file or an iterable of bytes: use add_lines for lines.")
    if isinstance(source, os.PathLike):
        with open(source, "rb") as file:
            yield from iter(lambda: file.read(_BLOCK), b"")
    elif isinstance(source, Iterable):
        yield from source
    else:
        raise OptionError("invalid-input", f"A stream must be a path, an open file or an iterable of bytes, not {type(source).__name__}.")


def opened(file: Any, method: str) -> Any:
    """The file itself. Raises OptionError ``invalid-input`` unless it is open for octets."""
    if isinstance(file, io.TextIOBase) or not hasattr(file, method):
        mode = {"read": "rb", "write": "wb"}[method]
        raise OptionError("invalid-input", f'The file must be a path or be opened with "{mode}", not {type(file).__name__}.')
    return file


def replace(path: str | os.PathLike[str], pieces: Iterable[bytes]) -> None:
    """Writes a file that only its owner can read, and puts it in place when it is complete."""
    folder = os.path.dirname(os.path.abspath(path))
    with tempfile.NamedTemporaryFile(dir=folder, prefix=f"{os.path.basename(path)}.", delete=False) as file:
        try:
            file.writelines(pieces)
            file.flush()
            os.fsync(file.fileno())
            os.replace(file.name, path)
        except BaseException:
            os.unlink(file.name)
            raise
