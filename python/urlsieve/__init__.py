"""urlsieve: the normal form of URLs, and what counts as the same page.

Each function returns octet for octet what the urlsieve command line returns: both run the same WebAssembly kernels.

>>> import urlsieve
>>> urlsieve.normalize("HTTP://Example.com:80/%7efoo/../a%2fb")
'http://example.com/a%2Fb'
>>> urlsieve.key("http://example.com/?utm_source=feed&b=2&a=1#top", profile="crawl@1")
'http://example.com/?a=1&b=2'
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeVar, overload

from ._clients import ClientInfo, clients, with_views
from ._destination import AcceptedUrl, ClientView, Destination, RejectedUrl, address_class
from ._destination_names import AddressClass, ClientId, Reason
from ._errors import ListError, OptionError, PolicyError, SetError, UriError, UrlsieveError
from ._line_input import Comments, Lines, Wanted, invalid_flag, octets_of, wanted
from ._normalizer import Reject, normalizer
from ._parts import Names
from ._policy import compile_policy
from ._profile import DEFAULT, Rules, named, profiles
from ._seen import AddedLines, SeenSet
from ._seen_store import AddedBatch, SeenStore
from ._version import VERSION as __version__

__all__ = [
    "AcceptedUrl",
    "AddedBatch",
    "AddedLines",
    "AddressClass",
    "ClientId",
    "ClientInfo",
    "ClientView",
    "Destination",
    "ListError",
    "NormalizedLines",
    "OptionError",
    "PolicyError",
    "Reason",
    "Reject",
    "RejectedUrl",
    "SeenSet",
    "SeenStore",
    "SetError",
    "UriError",
    "UrlsieveError",
    "__version__",
    "address_class",
    "clients",
    "compile_policy",
    "destination",
    "key",
    "key_array",
    "key_lines",
    "normalize",
    "normalize_array",
    "normalize_lines",
    "parts",
    "profiles",
]

Array = TypeVar("Array")
Text = TypeVar("Text", str, bytes)
Values = list[Text] | list[Text | None] | tuple[Text | None, ...] | Iterator[Text | None]
InvalidLine = Literal["keep", "drop", "blank", "fail"]
InvalidValue = Literal["null", "keep", "fail"]


@dataclass(frozen=True)
class NormalizedLines:
    """The result of `normalize_lines`: the lines, each ended by LF; the number of lines of the input; the invalid ones."""

    lines: bytes
    count: int
    rejects: list[Reject]


def normalize(url: str, *, profile: Rules = DEFAULT) -> str:
    """Returns the normal form of a URL, or the very same str if it has that form.

    `profile` is an id that `profiles` lists, or a policy: a JSON value, its text, the octets that `compile_policy` returns, or the file
    of either, by its path or open. A str of one line that ends in .json or .usp is a path. A file is read at each call. Under a profile
    for crawlers, this is the form to be fetched; `key` returns what to compare.

    Raises UriError if the URL has no normal form, OptionError ``invalid-option`` for an unknown profile, ``invalid-input`` unless `url` is
    a str, PolicyError for a policy that is refused, OSError if the file of one cannot be read.

    >>> import urlsieve
    >>> urlsieve.normalize("http://b\u00fccher.example")
    'http://xn--bcher-kva.example/'
    >>> urlsieve.normalize("http://0x7f.1/a/../b c", profile="whatwg@1")
    'http://127.0.0.1/b%20c'
    """
    return normalizer(profile).fetch.text(url)


def key(url: str, *, profile: Rules | None = None) -> str:
    """Returns what counts as the same page as a URL: to be compared and stored, never fetched.

    `profile` is required: stored keys can only be compared with those of the same profile or policy.

    Raises what `normalize` raises.

    >>> import urlsieve
    >>> urlsieve.key("http://example.com./a;jsessionid=1?utm_source=feed&b=2&a=1", profile="crawl@1")
    'http://example.com/a?a=1&b=2'
    """
    return normalizer(named(profile)).key.text(url)


def normalize_lines(
    lines: Lines,
    *,
    profile: Rules = DEFAULT,
    invalid: InvalidLine = "keep",
    comments: Comments = None,
    schemes: Sequence[str] | None = None,
    require_scheme: bool = False,
) -> NormalizedLines:
    """Normalizes one URL per line, ended by LF or CR LF: any octets, or a file by its path or open.

    `invalid` says what becomes of a line that cannot be normalized: ``keep``, ``drop``, ``blank`` (an empty line), or ``fail``, which
    raises its UriError.

    With `comments`, blank lines and lines that begin with # are no URLs: they stay as they came (``keep``) or are dropped (``drop``), are
    among the rejects as ``comment``, and `invalid` is not about them. `schemes` has those of URLs that are wanted, such as http and
    https: others are rejected as ``unexpected-scheme``, or ``relative-reference`` without one. With `require_scheme`, any scheme will do.

    >>> import urlsieve
    >>> seeds = b"# seeds\\nHTTP://A.example\\nmailto:a@b.example\\n"
    >>> urlsieve.normalize_lines(seeds, comments="drop", schemes=["http", "https"], invalid="drop").lines
    b'http://a.example/\\n'
    >>> done = urlsieve.normalize_lines(b"HTTP://A.example\\nhttp://[\\n")
    >>> done.lines
    b'http://a.example/\\nhttp://[\\n'
    >>> done.count, done.rejects
    (2, [Reject(line=2, code='invalid-ip-literal', component='host', offset=7)])
    """
    return _lines(lines, profile, invalid, 0, wanted(comments, schemes, require_scheme))


def key_lines(
    lines: Lines,
    *,
    profile: Rules | None = None,
    invalid: InvalidLine = "keep",
    comments: Comments = None,
    schemes: Sequence[str] | None = None,
    require_scheme: bool = False,
) -> NormalizedLines:
    """As `normalize_lines`, but returns the key of each line. `profile` is required."""
    from . import _abi as abi

    return _lines(lines, named(profile), invalid, abi.CRAWL_KEY, wanted(comments, schemes, require_scheme))


def _lines(lines: Lines, profile: Rules, invalid: str, flags: int, own_lines: Wanted) -> NormalizedLines:
    flag = invalid_flag(invalid)
    octets = octets_of(lines)
    own = normalizer(profile)
    options = flag | (0 if own.profile.is_core else flags)
    output: list[bytes] = []
    rejects: list[Reject] = []
    count = 0
    for batch in own.batches(octets, options, own_lines):
        rejects += batch.rejects()
        if invalid == "fail" and (failure := batch.failure()) is not None:
            raise failure
        output.append(batch.output(invalid))
        count += batch.lines
    return NormalizedLines(b"".join(output), count, rejects)


@overload
def normalize_array(
    array: Values[Text], *, profile: Rules = ..., invalid: InvalidValue = ..., errors: Literal[False] = ...
) -> list[Text | None]: ...
@overload
def normalize_array(
    array: Values[Text], *, profile: Rules = ..., invalid: InvalidValue = ..., errors: Literal[True]
) -> tuple[list[Text | None], list[str | None]]: ...
@overload
def normalize_array(
    array: Array, *, profile: Rules = ..., invalid: InvalidValue = ..., errors: Literal[False] = ...
) -> Array: ...
@overload
def normalize_array(
    array: Array, *, profile: Rules = ..., invalid: InvalidValue = ..., errors: Literal[True]
) -> tuple[Array, Any]: ...
def normalize_array(
    array: Any, *, profile: Rules = DEFAULT, invalid: InvalidValue = "null", errors: bool = False
) -> Any:
    """Normalizes an array of URLs. Returns an array of the same type and length.

    `array` is a pyarrow Array or ChunkedArray of string, large_string, string_view, binary, a dictionary or runs of these; a pandas
    Series, Index or extension array; a Polars Series; a list, or a tuple or an iterator, for which a list is returned; or a numpy
    array, for which one of objects is returned. Nulls stay null: None, NaN, pandas' NA. `invalid` says what becomes of a value that cannot be normalized: ``null``, ``keep``, or ``fail``,
    which raises its UriError. With `errors`, returns a pair: the array, and one with the error code of each such value.

    Raises OptionError ``invalid-input`` for anything else.

    >>> import pyarrow as pa, urlsieve
    >>> urlsieve.normalize_array(["HTTP://A.example", None, "http://["])
    ['http://a.example/', None, None]
    >>> urlsieve.normalize_array(pa.array(["HTTP://A.example", None, "http://["])).to_pylist()
    ['http://a.example/', None, None]
    >>> _, codes = urlsieve.normalize_array(pa.array(["http://a.example/", "http://["]), errors=True)
    >>> codes.to_pylist()
    [None, 'invalid-ip-literal']
    """
    from ._arrow import transform

    return transform(array, profile, False, invalid, errors)


@overload
def key_array(
    array: Values[Text], *, profile: Rules | None = ..., invalid: InvalidValue = ..., errors: Literal[False] = ...
) -> list[Text | None]: ...
@overload
def key_array(
    array: Values[Text], *, profile: Rules | None = ..., invalid: InvalidValue = ..., errors: Literal[True]
) -> tuple[list[Text | None], list[str | None]]: ...
@overload
def key_array(
    array: Array, *, profile: Rules | None = ..., invalid: InvalidValue = ..., errors: Literal[False] = ...
) -> Array: ...
@overload
def key_array(
    array: Array, *, profile: Rules | None = ..., invalid: InvalidValue = ..., errors: Literal[True]
) -> tuple[Array, Any]: ...
def key_array(array: Any, *, profile: Rules | None = None, invalid: InvalidValue = "null", errors: bool = False) -> Any:
    """As `normalize_array`, but returns the key of each value. `profile` is required.

    >>> import pyarrow as pa, urlsieve
    >>> urlsieve.key_array(pa.array(["http://a.example/?b&a#top"]), profile="crawl@1").to_pylist()
    ['http://a.example/?a&b']
    """
    from ._arrow import transform

    return transform(array, named(profile), True, invalid, errors)


@overload
def parts(array: str, names: Names = ..., *, profile: Rules = ..., private_suffixes: bool = ...) -> dict[str, str | None]: ...
@overload
def parts(
    array: Values[Text], names: Names = ..., *, profile: Rules = ..., private_suffixes: bool = ...
) -> list[dict[str, Text | None] | None]: ...
@overload
def parts(array: Any, names: Names = ..., *, profile: Rules = ..., private_suffixes: bool = ...) -> Any: ...
def parts(array: Any, names: Names = None, *, profile: Rules = DEFAULT, private_suffixes: bool = False) -> Any:
    """Returns the parts of the normal forms of URLs: a struct for each URL of an array, a dict for a URL.

    `array` is what `normalize_array` takes. A list of dicts is returned for a list, a StructArray for an array of pyarrow, a DataFrame
    with the same index for a Series of pandas, a series of structs for one of Polars, a structured array of objects for one of numpy.
    A null, and a URL that cannot be normalized, has no struct, or one of nothing but nulls; a str raises its UriError.

    `names` are those of the parts, which are strings, or None if the URL has no such part:

    - ``scheme``, ``host``, ``port``, ``path``, ``query`` and ``fragment``, without delimiters. A port is never the default of its scheme.
    - ``site``: the registrable domain of the host, such as example.co.uk. An IP address has none, nor has a public suffix. It needs the
      extra ``urlsieve[sites]``. With `private_suffixes`, the suffixes of companies count, too, such as github.io.
    - ``politeness``: what a crawler waits for: the host without a final dot and, unless it is the default, the port.
    - ``shape``: the key with classes in place of its values, ``shape@1``: docs/guide/shapes.md.
    - ``fetch``: the normal form, from which the other parts above come. ``key``: what counts as the same page.

    Raises OptionError ``invalid-option`` for an unknown part or profile, ``invalid-input`` for what is not an array, and ImportError
    for ``site`` without its package.

    >>> import urlsieve
    >>> urlsieve.parts("HTTPS://www.Example.co.uk:443/a?b", ["host", "site", "port", "path"])
    {'host': 'www.example.co.uk', 'site': 'example.co.uk', 'port': None, 'path': '/a'}
    >>> urlsieve.parts(["HTTP://A.example/b", "http://["], ["host", "path"])
    [{'host': 'a.example', 'path': '/b'}, None]
    >>> urlsieve.parts("http://a.example/users/122?tab=2&p=1", ["shape"], profile="crawl@1")
    {'shape': 'http://a.example/users/{int}?p=&tab='}
    """
    from ._part_arrays import split

    return split(array, names, profile, private_suffixes)


@overload
def destination(url: str, *, clients: Iterable[ClientId] | None = None) -> Destination: ...
@overload
def destination(url: Values[Text]) -> list[Destination | None]: ...
@overload
def destination(url: Any) -> Any: ...
def destination(url: Any, *, clients: Iterable[ClientId] | None = None) -> Any:
    """Where URLs lead every HTTP client, or why clients may differ: an AcceptedUrl or a RejectedUrl.

    Nothing is trimmed or repaired: give the client exactly this str. One grammar is accepted: for each str in it, all clients of the
    evidence connect to the same host and port. It says nothing about the addresses that a name has: resolve once, check each address by
    `address_class`, and connect to one of them.

    ``clients``, ids that `urlsieve.clients` lists, are for one str: where these go with it if it is rejected. `RejectedUrl.clients` is None
    if the evidence has no string of its kind, and has no client whose strings of that kind differ.

    For a list, a tuple or an iterator, a list is returned, with None for a null; for an array of pyarrow a StructArray with ``accepted``,
    ``scheme``, ``host``, ``port``, ``address``, ``reason`` and ``offset``, for a Series of pandas a DataFrame with the same index, for one
    of Polars a series of structs, for an array of numpy one of objects.

    Raises OptionError ``invalid-input`` for anything else, and ``invalid-option`` for an unknown client or for clients of an array.

    >>> import urlsieve
    >>> urlsieve.destination("https://Example.com:8443/a?b")
    AcceptedUrl(scheme='https', host='example.com', port=8443, address=None)
    >>> evil = urlsieve.destination("http://a.test\\\\@b.test/", clients=["node-fetch", "curl"])
    >>> evil.reason, evil.offset, [(view.client, view.host) for view in evil.clients]
    ('characters', 13, [('node-fetch', 'a.test'), ('curl', 'b.test')])
    >>> found = urlsieve.destination(["http://[::1]/", None, "http://127.1/"])
    >>> [each and (each.host if each.accepted else each.reason) for each in found]
    ['::1', None, 'ipv4']
    """
    from ._destination import read

    if isinstance(url, str):
        return read(url) if clients is None else with_views(url, read(url), clients)
    if clients is not None:
        raise OptionError("invalid-option", "The option clients is for one URL: ask for those that an array has rejected.")
    from ._destination_arrays import destinations

    return destinations(url)
