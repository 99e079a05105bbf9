"""The errors of the package: one base, and a class for each kind of thing at fault, as in JavaScript."""

from __future__ import annotations


class UrlsieveError(ValueError):
    """The base of all errors of urlsieve, but for files, which raise OSError.

    ``code`` is stable, and one of the codes of the command line: docs/reference/errors.md lists them with their classes.

    >>> import urlsieve
    >>> try:
    ...     urlsieve.normalize("http://example.com/", profile="crawl@9")
    ... except urlsieve.UrlsieveError as error:
    ...     print(type(error).__name__, error.code)
    OptionError invalid-option
    """

    code: str

    def __init__(self, code: str, message: str | None = None) -> None:
        if message is None:
            # Polars raises an error again with its own text as the only argument.
            code, message = "invalid-input", code
        super().__init__(message)
        self.code = code

    def __reduce__(self) -> tuple[object, ...]:
        """Makes the error cross process borders: multiprocessing, Spark."""
        return type(self), (self.code, str(self))


class UriError(UrlsieveError):
    """An error of a URL, by itself or in a line, value or row.

    ``component`` names the component that is at fault, or is None. ``offset`` is the place of the fault: an index into a str, or an
    octet of a line or an array value. ``input`` is the str that was given, if one was.

    >>> import urlsieve
    >>> try:
    ...     urlsieve.normalize("http://example.com:port/")
    ... except urlsieve.UriError as error:
    ...     print(error.code, error.component, error.offset)
    invalid-port port 19
    """

    component: str | None
    offset: int
    input: str

    def __init__(
        self, code: str, message: str | None = None, component: str | None = None, offset: int = 0, input: str = ""
    ) -> None:
        super().__init__(code, message)
        self.component = component
        self.offset = offset
        self.input = input

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.code, str(self), self.component, self.offset, self.input)


class OptionError(UrlsieveError):
    """An error of an argument or an option: ``invalid-input`` or ``invalid-option``."""


class PolicyError(UrlsieveError):
    """An error of a policy: its faults, or octets that are no compiled policy of this release."""


class ListError(UrlsieveError):
    """An error of a list of a policy. The message names the list and the place."""


class SetError(UrlsieveError):
    """An error of a set: in memory, in a file, on a server, or saved.

    ``offset`` is the octet of the file at which reading failed, or None.
    """

    offset: int | None

    def __init__(self, code: str, message: str | None = None, offset: int | None = None) -> None:
        super().__init__(code, message)
        self.offset = offset

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.code, str(self), self.offset)


# The name under which users import them.
for _error in (UrlsieveError, UriError, OptionError, PolicyError, ListError, SetError):
    _error.__module__ = "urlsieve"
