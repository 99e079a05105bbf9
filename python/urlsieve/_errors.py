"""The error of the package."""

from __future__ import annotations


class UrlError(ValueError):
    """An error of urlsieve.

    ``code`` is stable, and one of the codes of the command line: ``invalid-port``, ``too-long``, ``invalid-option``, … ``component``
    names the component of the reference that is at fault, or is None. ``offset`` is the place of the fault: an index into a str, or
    an octet of a line, an array value or a snapshot. ``input`` is the str that was given, if one was.

    >>> import urlsieve
    >>> try:
    ...     urlsieve.normalize("http://example.com:port/")
    ... except urlsieve.UrlError as error:
    ...     print(error.code, error.component, error.offset)
    invalid-port port 19
    """

    code: str
    component: str | None
    offset: int
    input: str

    def __init__(
        self, code: str, message: str | None = None, component: str | None = None, offset: int = 0, input: str = ""
    ) -> None:
        if message is None:
            # Polars raises an error again with its own text as the only argument.
            code, message = "invalid-input", code
        super().__init__(message)
        self.code = code
        self.component = component
        self.offset = offset
        self.input = input

    def __reduce__(self) -> tuple[object, ...]:
        """Makes the error cross process borders: multiprocessing, Spark."""
        return type(self), (self.code, str(self), self.component, self.offset, self.input)


# The name under which users import it.
UrlError.__module__ = "urlsieve"
