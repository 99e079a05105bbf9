"""The arguments of functions that take lines or many URLs: the octets, the URLs, and what becomes of invalid lines."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from . import _abi as abi
from . import _files as files
from ._errors import OptionError

Lines = bytes | bytearray | memoryview | files.File
"""One URL per line: octets, or a file by its path or open."""

_INSTEAD: dict[type, str] = {
    str: ": give its octets by encode(), or a file as pathlib.Path",
    list: ": urlsieve.normalize_array and urlsieve.key_array take a list of URLs",
}
INVALID = {"keep": 0, "drop": abi.DROP_INVALID, "blank": abi.BLANK_INVALID, "fail": abi.STOP_AT_INVALID}


_COMMENTS = {None: 0, "keep": abi.COMMENTS, "drop": abi.COMMENTS | abi.DROP_COMMENTS}
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*")

Comments = Literal["keep", "drop"] | None
"""What becomes of blank lines and lines that begin with #. None: they are URLs like others."""


class Wanted(NamedTuple):
    """Which lines are URLs that are wanted: options of the kernels, and the octets from ADMITS_WEB on, none without schemes."""

    options: int = 0
    areas: bytes = b""


def wanted(comments: Comments, schemes: Sequence[str] | None, require_scheme: bool) -> Wanted:
    """Raises OptionError ``invalid-option``."""
    if comments not in _COMMENTS:
        raise OptionError("invalid-option", f'The option "comments" must be one of "keep", "drop", not {comments!r}.')
    if not isinstance(require_scheme, bool):
        raise OptionError("invalid-option", f'The option "require_scheme" must be True or False, not {require_scheme!r}.')
    options = _COMMENTS[comments] | (abi.REQUIRE_SCHEME if require_scheme else 0)
    if schemes is None:
        return Wanted(options)
    return Wanted(options | abi.REQUIRE_SCHEME | abi.LIST_SCHEMES, _areas_of(schemes))


def _areas_of(schemes: Sequence[str]) -> bytes:
    names = [] if isinstance(schemes, (str, bytes)) or not isinstance(schemes, Iterable) else list(schemes)
    if not names or not all(isinstance(name, str) and _SCHEME.fullmatch(name) for name in names):
        raise OptionError("invalid-option", f'The option "schemes" must be a list of schemes, such as ["http", "https"], not {schemes!r}.')
    lower = [name.lower() for name in names]
    listed = "".join(f"{name}:" for name in lower).encode("ascii")
    if len(listed) > abi.MAX_SCHEMES:
        raise OptionError("invalid-option", f'The option "schemes" can have {abi.MAX_SCHEMES} characters in all, not {len(listed)}.')
    return int({"http", "https"} <= set(lower)).to_bytes(4, "little") + len(listed).to_bytes(4, "little") + listed


def octets_of(lines: object) -> bytes:
    """Returns octets, or those of a file, as bytes. Raises OptionError ``invalid-input`` for anything else, and OSError."""
    if isinstance(lines, bytes):
        return lines
    if isinstance(lines, (bytearray, memoryview)):
        return bytes(lines)
    if files.is_file(lines):
        return files.read(lines)
    instead = _INSTEAD.get(type(lines), "")
    raise OptionError("invalid-input", f"The lines must be bytes, a path or an open file, not {type(lines).__name__}{instead}.")


def urls_of(urls: Iterable[str]) -> list[str]:
    """Returns URLs as a list. Raises OptionError ``invalid-input`` unless they are an iterable of str."""
    if isinstance(urls, (str, bytes)) or not isinstance(urls, Iterable):
        raise OptionError("invalid-input", f"The URLs must be an iterable of str, not {type(urls).__name__}.")
    # Arrays of pyarrow iterate over scalars.
    own: list[str] = urls.to_pylist() if hasattr(urls, "to_pylist") else list(urls)
    for index, url in enumerate(own):
        if not isinstance(url, str):
            raise OptionError("invalid-input", f"The URL at index {index} must be a str, not {type(url).__name__}.")
    return own


def invalid_flag(invalid: str) -> int:
    """The flag of the kernels for the argument `invalid`. Raises OptionError ``invalid-option``."""
    if invalid not in INVALID:
        names = ", ".join(f'"{name}"' for name in INVALID)
        raise OptionError("invalid-option", f'The option "invalid" must be one of {names}, not {invalid!r}.')
    return INVALID[invalid]
