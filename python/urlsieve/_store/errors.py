"""The errors of stores."""

from __future__ import annotations

from .._errors import UrlError


def invalid(offset: int, reason: str) -> UrlError:
    """The error for a file that is not as it should be, at a byte."""
    return UrlError("invalid-store", f"{reason} (at byte {offset}).", None, offset)


def damaged(offset: int, reason: str) -> UrlError:
    """The error for a file with damage."""
    return invalid(offset, f"The store is damaged: {reason}")
