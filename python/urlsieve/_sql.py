"""The functions for SQL, on arrays of pyarrow. Each engine registers them under these names."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from . import _abi as abi
from ._arrow import transform
from ._destination import address_class
from ._destination_arrays import destinations
from ._errors import OptionError
from ._normalizer import normalizer
from ._part_arrays import part_of
from ._parts import PARTS
from ._policy import is_json
from ._profile import DEFAULT, UTS_46, Profile, Rules, prepared, profiles, resolve

Array = Any
"""An array of pyarrow. DuckDB evaluates annotations, and pyarrow is imported only where it is used."""

_SYNTAX = Profile(True, abi.LEVEL_SYNTAX, b"", UTS_46, False)
_GRAMMAR = Profile(True, abi.STRICT | abi.NO_A_LABELS, b"", UTS_46, False)
"""No rules: what RFC 3986 does not allow is an error."""
_PARTS = [name for name in PARTS if name not in ("fetch", "key")]
_WITH_SCHEME = "^[A-Za-z][A-Za-z0-9+.-]*:"

Policies = Mapping[str, bytes]
"""Compiled policies by the names that SQL has for them."""


class Function(NamedTuple):
    """A function of this number of columns. ``is_boolean``: its result is, instead of text."""

    columns: int
    is_boolean: bool
    run: Callable[..., Any]


def named_policies(policies: Mapping[str, Rules] | None) -> dict[str, bytes]:
    """Compiles policies. Raises OptionError ``invalid-option`` for a name that a profile has, and what `compile_policy` raises."""
    if policies is not None and not isinstance(policies, Mapping):
        raise OptionError("invalid-input", f'The policies must be a dict, such as {{"acme": Path("acme.json")}}, not {type(policies).__name__}.')
    compiled = {}
    for name, policy in (policies or {}).items():
        program = prepared(policy)
        if name in profiles() or not isinstance(program, bytes):
            raise OptionError("invalid-option", f'The policy "{name}" must be a policy, under a name that no profile has.')
        normalizer(program)
        compiled[name] = program
    return compiled


def functions(policies: Policies) -> dict[str, Function]:
    """The functions by their names in SQL."""
    return {
        "url_normalize": Function(1, False, lambda urls: transform(urls, DEFAULT, False, "null", False)),
        "url_key": Function(2, False, lambda urls, ids: _keys(urls, ids, policies)),
        "url_valid": Function(1, True, _valid),
        "url_compare": Function(2, False, _compare),
        "url_error": Function(1, False, lambda urls: transform(urls, DEFAULT, False, "null", True)[1]),
        "url_destination": Function(1, False, lambda urls: _joined(destinations(urls)).field("host")),
        "url_destination_error": Function(1, False, lambda urls: _joined(destinations(urls)).field("reason")),
        "address_class": Function(1, False, _address_class),
        **{f"url_{part}": Function(1, False, functools.partial(_part, part)) for part in _PARTS},
    }


def _address_class(texts: Array) -> Array:
    import pyarrow as pa

    return pa.array([None if text is None else address_class(text) for text in texts.to_pylist()], pa.string())


def _part(part: str, urls: Array) -> Array:
    """A part of the normal form of each URL."""
    import pyarrow as pa

    return _joined(part_of(urls, part)).cast(pa.string())


def _keys(urls: Array, ids: Array, policies: Policies) -> Array:
    """The key of each URL by the profile or policy beside it. Raises OptionError ``invalid-option`` for an unknown one."""
    import pyarrow as pa
    import pyarrow.compute as pc

    keys = pa.nulls(len(urls), pa.string())
    for id in pc.unique(ids).drop_null().to_pylist():
        mine = pc.fill_null(pc.equal(ids, id), False)
        own = transform(urls.filter(mine), policies[id] if id in policies else _named_in_sql(id), True, "null", False)
        keys = pc.replace_with_mask(_joined(keys), _joined(mine), _joined(own).cast(pa.string()))
    return keys


def _named_in_sql(id: str) -> Rules | Profile:
    """A profile by its id, or a policy in JSON. Never a file: who writes a query does not read those of the process."""
    return id if is_json(id) else resolve(id)


def _joined(array: Any) -> Any:
    import pyarrow as pa

    return array.combine_chunks() if isinstance(array, pa.ChunkedArray) else array


def _valid(urls: Array) -> Array:
    """Whether each text is a URI by the grammar of RFC 3986, with a scheme."""
    import pyarrow.compute as pc

    # No rule runs, so a valid text stays as it is.
    valid = transform(urls, _GRAMMAR, False, "null", False)
    has_scheme = pc.fill_null(pc.match_substring_regex(valid, _WITH_SCHEME), False)
    return pc.if_else(pc.is_valid(urls), has_scheme, None)


def _compare(urls: Array, others: Array) -> Array:
    """The lowest level on which both are equal, or ``different``; null unless both have a normal form."""
    import pyarrow.compute as pc

    def equal_by(rules: str | Profile) -> Any:
        return pc.equal(*(transform(each, rules, False, "null", False) for each in (urls, others)))

    scheme = equal_by(DEFAULT)
    syntax = pc.fill_null(equal_by(_SYNTAX), False)
    level = pc.if_else(syntax, "syntax", pc.if_else(scheme, "scheme", "different"))
    return pc.if_else(pc.is_null(scheme), None, pc.if_else(pc.equal(urls, others), "string", level))
