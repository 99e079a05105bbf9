"""What `drop_duplicates` is asked for, in each of the libraries that have frames."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from ._errors import OptionError

Keep = Literal["first", "last", "newest", "oldest"]
KEEP: tuple[Keep, ...] = ("first", "last", "newest", "oldest")


def expect_column(names: Sequence[object], name: object) -> None:
    """Raises OptionError ``invalid-option`` unless the frame has exactly one column of this name."""
    count = list(names).count(name)
    if count > 1:
        raise OptionError("invalid-option", f'The frame has {count} columns "{name}": rename all but one.')
    if count == 0:
        known = ", ".join(f'"{each}"' for each in names)
        raise OptionError("invalid-option", f'The frame has no column "{name}"; its columns are {known}.')


def expect_keep(keep: str, by: object, known: Sequence[str] = KEEP, hint: str = "") -> bool:
    """Whether rows are compared in the column `by`. Raises OptionError ``invalid-option``."""
    if keep not in known:
        choices = ", ".join(f'"{each}"' for each in known)
        raise OptionError("invalid-option", f'The option "keep" must be one of {choices}, not {keep!r}{hint}.')
    is_by_value = keep in ("newest", "oldest")
    if is_by_value and by is None:
        raise OptionError("invalid-option", f'keep="{keep}" needs a column to compare, such as by="fetched".')
    if by is not None and not is_by_value:
        raise OptionError("invalid-option", f'by={by!r} needs keep="newest" or keep="oldest": keep="{keep}" compares no column.')
    return is_by_value


def free_name(names: Sequence[object], name: str) -> str:
    while name in names:
        name += "_"
    return name
