"""urlsieve for DuckDB: SQL functions.

>>> import duckdb, urlsieve.duckdb
>>> connection = duckdb.connect()
>>> urlsieve.duckdb.register(connection)
>>> connection.execute("SELECT urlsieve(url) FROM (VALUES ('HTTP://A.example'), (NULL), ('http://[')) AS list(url)").fetchall()
[('http://a.example/',), (None,), (None,)]
"""

from __future__ import annotations

from typing import Any

from . import key_array, normalize_array
from ._normalizer import normalizer
from ._profile import DEFAULT

__all__ = ["register"]


def register(connection: Any, *, profile: str | bytes = DEFAULT, prefix: str = "urlsieve") -> None:
    """Registers three functions of VARCHAR on a connection.

    ``urlsieve(url)`` is the normal form and ``urlsieve_key(url)`` the key, NULL if there is none; ``urlsieve_error(url)`` is the error
    code, NULL if there is a normal form. Another `prefix` gives them other names, so that several profiles can be registered.

    ``DISTINCT ON`` takes all NULLs for one value: ``coalesce(urlsieve(url), url)`` keeps rejected rows apart.

    >>> import duckdb, urlsieve.duckdb
    >>> connection = duckdb.connect()
    >>> urlsieve.duckdb.register(connection, profile="crawl@1", prefix="crawl")
    >>> connection.execute("SELECT crawl_key('http://a.example/?b&a#top'), crawl_error('http://[')").fetchall()
    [('http://a.example/?a&b', 'invalid-ip-literal')]
    """
    functions = {
        prefix: lambda urls: normalize_array(urls, profile=profile),
        f"{prefix}_key": lambda urls: key_array(urls, profile=profile),
        f"{prefix}_error": lambda urls: normalize_array(urls, profile=profile, errors=True)[1],
    }
    # An unknown profile fails here, and not in the first query.
    normalizer(profile)
    for name, function in functions.items():
        # Without "special", a null from a function is an error, and nulls are not passed to it.
        connection.create_function(name, function, ["VARCHAR"], "VARCHAR", type="arrow", null_handling="special")


