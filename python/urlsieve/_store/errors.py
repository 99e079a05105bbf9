"""The errors of stores."""

from __future__ import annotations

from .._errors import SetError


def invalid(offset: int, reason: str) -> SetError:
    """The error for a file that is not as it should be, at a byte."""
    return SetError("invalid-store", f"{reason} (at byte {offset}).", offset)


def damaged(offset: int, reason: str) -> SetError:
    """The error for a file with damage."""
    return invalid(offset, f"The store is damaged: {reason}")
