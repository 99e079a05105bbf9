"""Profiles and policies: what counts as the same page. The build of the repository generates the profiles' table, tables.json."""

from __future__ import annotations

import base64
import functools
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from . import _abi as abi
from . import _files as files
from . import _policy
from ._errors import OptionError, PolicyError, UriError
from ._kernel import resource

Rules = str | bytes | bytearray | memoryview | Mapping[str, Any] | files.File
"""A profile by its id, or a policy: a JSON value, its text, the octets of a compiled one, or the file of either: a path or an open file."""

DEFAULT = "rfc3986@1"
UTS_46 = "uts46"
_PROGRAM = b"USP"
"""How the octets of a compiled policy begin."""


@functools.cache
def tables() -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(resource("tables.json"))
    return loaded


@dataclass(frozen=True)
class Profile:
    """What a kernel and its host need to know."""

    is_core: bool
    word: int
    program: bytes
    a_labels: str
    """The conversion of hosts beyond ASCII: a name that `_normalizer._conversion` knows."""
    replaces_surrogates: bool

    def error(self, status: int, component: int, offset: int, input: str = "", place: str = "") -> UriError:
        """The error for a status of the kernel. Raises PolicyError ``invalid-program`` if it is about the program."""
        known = tables()
        code, sentence = known["errors"]["core" if self.is_core else "crawl"][str(status)]
        if status == abi.INVALID_PROGRAM:
            raise PolicyError(code, f"{place}{sentence} (at {offset}).")
        name = known["components"][component] if component < len(known["components"]) else None
        return UriError(code, f"{place}{sentence} (at {offset}).", name, offset, input)


def profiles() -> tuple[str, ...]:
    """Returns the ids of the profiles that this release knows.

    >>> import urlsieve
    >>> "crawl@1" in urlsieve.profiles()
    True
    """
    return tuple(tables()["profiles"])


def prepared(rules: Rules) -> str | bytes:
    """The id of a profile, or the octets of a compiled policy: what can be a key, and be sent to processes without a compiler.

    Compiles a policy in JSON, the same one only once. Raises the errors of `compile_policy`, and nothing if it is not a policy.
    """
    if isinstance(rules, (bytearray, memoryview)):
        rules = bytes(rules)
    elif files.is_file(rules) or files.is_name(rules):
        rules = _of_file(rules)
    if isinstance(rules, Mapping) or (isinstance(rules, (str, bytes)) and _policy.is_json(rules)):
        return _policy.compile_policy(rules)
    # What is neither is refused by `resolve`.
    return rules  # type: ignore[return-value]


def _of_file(file: files.File | str) -> bytes:
    octets = files.contents(file)
    if _policy.is_json(octets) or octets.startswith(_PROGRAM):
        return octets
    raise PolicyError("invalid-policy", f"The file {file} has neither a policy in JSON nor what `urlsieve policy compile` writes.")


def named(rules: Rules | None) -> Rules:
    """The rules for keys, which have no default. Raises OptionError ``invalid-option`` without any."""
    if rules is None:
        raise OptionError("invalid-option", tables()["noRules"])
    return rules


@functools.lru_cache(maxsize=64)
def resolve(profile: str | bytes) -> Profile:
    """Looks up a profile by its id, or takes the octets of a compiled policy. Raises OptionError ``invalid-option``."""
    if isinstance(profile, bytes):
        return Profile(False, abi.CRAWL_POLICY, profile, UTS_46, False)
    if profile in (DEFAULT, "rfc3986"):
        return Profile(True, abi.LEVEL_SCHEME, b"", UTS_46, False)
    known = tables()["profiles"]
    if not isinstance(profile, str) or profile not in known:
        names = ", ".join(f'"{name}"' for name in known)
        raise OptionError("invalid-option", f"The profile must be one of {names} or a policy as a dict, JSON, path or open file, not {profile!r}.")
    row = known[profile]
    program = base64.b64decode(row.get("program", ""))
    return Profile(False, row["word"], program, row["aLabels"], row["replacesSurrogates"])


def identity_of(profile: str | bytes) -> str:
    """The key identity, a line of ASCII: only keys with the same identity can be compared. Requires: `prepared` and resolved."""
    if isinstance(profile, str):
        return DEFAULT if profile == "rfc3986" else profile
    at = int.from_bytes(profile[abi.PROGRAM_IDENTITY : abi.PROGRAM_IDENTITY + 4], "little")
    length = int.from_bytes(profile[abi.PROGRAM_IDENTITY + 4 : abi.PROGRAM_IDENTITY + 8], "little")
    return profile[at : at + length].decode("ascii", "replace")
