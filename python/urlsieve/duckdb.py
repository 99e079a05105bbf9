"""urlsieve for DuckDB: SQL functions.

>>> import duckdb, urlsieve.duckdb
>>> connection = duckdb.connect()
>>> urlsieve.duckdb.register(connection)
>>> connection.execute("SELECT url_normalize(url) FROM (VALUES ('HTTP://A.example'), (NULL), ('http://[')) AS list(url)").fetchall()
[('http://a.example/',), (None,), (None,)]
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from typing import Any

from ._errors import OptionError
from ._profile import Rules
from ._sql import functions, named_policies

__all__ = ["register"]


def register(connection: Any, *, policies: Mapping[str, Rules] | None = None) -> None:
    """Registers functions for SQL on a connection, those of ``urlsieve/duckdb`` in Node.js:

    - ``url_normalize(text)``: the normal form of RFC 3986.
    - ``url_key(text, profile)``: the key by which a profile such as ``'crawl@1'``, or one of `policies` by its name, compares pages.
    - ``url_valid(text)``: whether a text is a URI by the grammar of RFC 3986.
    - ``url_compare(a, b)``: the lowest level on which both are equal, ``'string'``, ``'syntax'`` or ``'scheme'``, or ``'different'``.
    - ``url_error(text)``: the error code of a text that has no normal form.
    - ``url_scheme(text)``, ``url_host``, ``url_site``, ``url_port``, ``url_path``, ``url_query``, ``url_fragment``, ``url_politeness``, ``url_shape``:
      the parts of the normal form, as `urlsieve.parts` has them. ``url_site`` needs the extra ``urlsieve[sites]`` when it runs.
    - ``url_destination(text)``: the host that every HTTP client connects to, by `urlsieve.destination`; ``url_destination_error(text)``: why
      clients may connect to different hosts. ``address_class(text)``: what an address is for, such as ``'private'``.

    They return NULL for NULL and, except ``url_valid``, where there is nothing to return. A profile that is not known is an error of
    the query. ``DISTINCT ON`` takes all NULLs for one value: docs/integrations/duckdb.md has a query that does not. Registering again
    replaces the functions, and with them the policies.

    Raises OptionError ``invalid-input`` unless `connection` is a connection, ``invalid-option`` if another connection to the database has
    registered the functions: they belong to the database, so they work on this one, too.

    >>> import duckdb, urlsieve.duckdb
    >>> connection = duckdb.connect()
    >>> urlsieve.duckdb.register(connection, policies={"acme": {"base": "whatwg", "key": {"fragment": "drop"}}})
    >>> connection.execute("SELECT url_key('http://a.example/?b&a#c', 'crawl@1'), url_key('http://a.example/?b&a#c', 'acme')").fetchall()
    [('http://a.example/?a&b', 'http://a.example/?b&a')]
    >>> connection.execute("SELECT url_host('HTTP://www.A.example'), url_site('HTTP://www.A.example'), url_port('http://a:80')").fetchall()
    [('www.a.example', 'a.example', None)]
    """
    import duckdb

    if not hasattr(connection, "create_function"):
        raise OptionError("invalid-input", f"The connection must be one of duckdb.connect(), not {type(connection).__name__}.")
    for name, (count, is_boolean, run) in functions(named_policies(policies)).items():
        with contextlib.suppress(duckdb.InvalidInputException):
            connection.remove_function(name)
        result = "BOOLEAN" if is_boolean else "VARCHAR"
        try:
            # Without "special", a null from a function is an error, and nulls are not passed to it.
            connection.create_function(name, run, ["VARCHAR"] * count, result, type="arrow", null_handling="special")
        except duckdb.CatalogException as error:
            raise OptionError("invalid-option", f"{name} works here already: register again on the connection that registered it.") from error
