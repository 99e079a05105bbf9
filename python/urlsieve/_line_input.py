"""The arguments of functions that take lines: the octets, and what becomes of invalid lines."""

from __future__ import annotations

from . import _abi as abi
from ._errors import UrlError

INVALID = {"keep": 0, "drop": abi.DROP_INVALID, "blank": abi.BLANK_INVALID, "fail": abi.STOP_AT_INVALID}


def octets_of(lines: object) -> bytes:
    """Returns octets as bytes. Raises UrlError ``invalid-input`` for anything else."""
    if isinstance(lines, bytes):
        return lines
    if isinstance(lines, (bytearray, memoryview)):
        return bytes(lines)
    raise UrlError("invalid-input", f"The lines must be bytes, not {type(lines).__name__}.")


def invalid_flag(invalid: str) -> int:
    """The flag of the kernels for the argument `invalid`. Raises UrlError ``invalid-option``."""
    if invalid not in INVALID:
        names = ", ".join(f'"{name}"' for name in INVALID)
        raise UrlError("invalid-option", f'The option "invalid" must be one of {names}, not {invalid!r}.')
    return INVALID[invalid]
