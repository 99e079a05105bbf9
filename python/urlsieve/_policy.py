"""Policies in JSON -> programs of the crawl kernel, by the compiler of the command line.

The compiler is one script, policy-compiler.js, which the build of the repository makes from the sources of ``urlsieve policy
compile``. QuickJS runs it: the extra ``urlsieve[policies]``.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Mapping
from typing import Any

from . import _files as files
from ._alabels import to_ascii
from ._errors import ListError, OptionError, PolicyError, UrlsieveError
from ._kernel import resource

_MISSING = (
    'Policies in JSON are compiled by the package quickjs-ng: pip install "urlsieve[policies]". '
    "The octets that `urlsieve policy compile` writes need none."
)
_WITH_LISTS = "Give the lists: urlsieve.compile_policy(policy, lists={NAME: FILE}) returns a profile."
_JSON_SPACE = " \t\r\n\ufeff"

Policy = Mapping[str, Any] | str | bytes | files.File
"""A policy: a JSON value, its text, or its file."""


def compile_policy(policy: Policy, *, lists: Mapping[str, str | bytes | files.File] | None = None) -> bytes:
    """Compiles a policy. Returns the octets that ``urlsieve policy compile`` writes: a `profile` for all functions of the package.

    `policy` is a JSON value, JSON as str or bytes, or its file: a path or an open file. `lists` has the contents of lists, or their
    files, by the names that the policy's ``query.lists`` have for them: a list of urlsieve in JSON, of ClearURLs in JSON, or of AdGuard
    or uBlock Origin. A str of one line that ends in .json or .txt is a path.

    Raises PolicyError ``invalid-policy`` or ``policy-too-large``; ListError ``list-syntax``, ``list-version`` or ``list-too-large``;
    OptionError ``invalid-option`` unless the policy names exactly these lists; OSError if a file cannot be read, ImportError without the
    package quickjs-ng.

    >>> import urlsieve
    >>> policy = {"base": "whatwg", "key": {"query": {"lists": ["mine"]}}}
    >>> program = urlsieve.compile_policy(policy, lists={"mine": "||a.example^$removeparam=ref"})
    >>> urlsieve.key("http://a.example/?ref=1&id=2", profile=program)
    'http://a.example/?id=2'
    """
    if lists is not None and not isinstance(lists, Mapping):
        raise OptionError("invalid-input", f'The lists must be a dict, such as {{"mine": Path("mine.txt")}}, not {type(lists).__name__}.')
    return _compiled(_text_of(policy), tuple((name, _octets_of(name, content)) for name, content in (lists or {}).items()))


def is_json(policy: str | bytes) -> bool:
    """Whether this is a policy in JSON: neither the id of a profile nor a program begins with a brace."""
    if isinstance(policy, bytes):
        return policy.removeprefix(b"\xef\xbb\xbf").lstrip(b" \t\r\n").startswith(b"{")
    return policy.lstrip(_JSON_SPACE).startswith("{")


def _text_of(policy: Policy) -> str:
    if files.is_file(policy) or files.is_name(policy):
        policy = files.contents(policy)
    if isinstance(policy, Mapping):
        try:
            return json.dumps(policy, default=_members)
        except (TypeError, ValueError, RecursionError) as error:
            raise PolicyError("invalid-policy", f"The policy is not a JSON value: {error}.") from error
    if isinstance(policy, bytes):
        return policy.decode("utf-8", "replace").removeprefix("\ufeff")
    if isinstance(policy, str):
        return policy
    raise OptionError("invalid-input", f"The policy must be a dict, JSON as str or bytes, a path or an open file, not {type(policy).__name__}.")


def _members(value: object) -> object:
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"{type(value).__name__} has no form in JSON")


def _octets_of(name: object, content: object) -> bytes:
    if not isinstance(name, str):
        raise OptionError("invalid-input", f"The name of a list must be a str, not {type(name).__name__}.")
    if files.is_file(content) or files.is_name(content):
        return files.contents(content)
    if isinstance(content, str):
        return content.encode("utf-8", "replace")
    if isinstance(content, bytes):
        return content
    raise OptionError(
        "invalid-input",
        f'The list "{name}" must be the contents of its file as str or bytes, a path or an open file, not {type(content).__name__}.',
    )


@functools.lru_cache(maxsize=64)
def _compiled(policy: str, lists: tuple[tuple[str, bytes], ...]) -> bytes:
    request = {"policy": policy, "lists": [{"name": name, "octets": octets.decode("latin-1")} for name, octets in lists]}
    # As JSON in US-ASCII: the engine cuts strings at U+0000, and has other lone surrogates.
    answer = json.loads(_compiler()(json.dumps(request)))
    if "program" in answer:
        return str(answer["program"]).encode("latin-1")
    hint = "" if lists or answer["code"] != "invalid-option" else f" {_WITH_LISTS}"
    raise _error(answer["code"], answer["message"] + hint)


def _error(code: str, message: str) -> UrlsieveError:
    """The error of the class that has this code."""
    codes = json.loads(resource("tables.json"))["errorClasses"]
    return next(each for each in (OptionError, PolicyError, ListError) if code in codes[each.__name__])(code, message)


def _compiler() -> Callable[[str], str]:
    """The compiler in an engine of its own, which belongs to the thread that made it."""
    try:
        import quickjs
    except ImportError as error:
        raise ImportError(_MISSING) from error
    context = quickjs.Context()
    context.add_callable("toAscii", lambda host: json.dumps(to_ascii(json.loads(host))))
    context.add_callable("decodeUtf8", _decode_utf_8)
    context.eval(resource("policy-compiler.js").decode())
    compiler: Callable[[str], str] = context.get("compilePolicy")
    return compiler


def _decode_utf_8(arguments: str) -> str:
    """The TextDecoder of the Encoding Standard."""
    octets, fatal, ignore_mark = json.loads(arguments)
    try:
        text = octets.encode("latin-1").decode("utf-8", "strict" if fatal else "replace")
    except UnicodeDecodeError:
        return "null"
    return json.dumps(text if ignore_mark else text.removeprefix("\ufeff"))
