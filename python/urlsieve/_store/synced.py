"""A file whose syncs count: after a failed one, what is on the disk is unknown until it is opened again, so everything is refused."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from .._errors import SetError
from .storage import Storage


class SyncedStorage:
    """`check` is called with the file after each sync, before what that has made durable is acknowledged.

    It raises if the file is no longer ours, or nobody would find it.
    """

    def __init__(self, storage: Storage, check: Callable[[Storage], None]) -> None:
        self.current = storage
        self._check = check
        self.is_unsynced = False
        """Whether something has been written since the last sync began."""
        self._failure: BaseException | None = None

    def verify(self) -> None:
        self._check(self.current)

    def sync(self) -> None:
        """Acknowledges what has been written. Raises OSError. Then everything is refused."""
        self.is_unsynced = False
        with self.attempt():
            self.current.sync()
            self.verify()

    @contextmanager
    def attempt(self) -> Iterator[None]:
        """A step whose failure leaves the content of the disk unknown. Then everything is refused."""
        self.refuse()
        try:
            yield
        except BaseException as error:
            self._failure = error
            raise

    def refuse(self) -> None:
        """Raises SetError ``store-failed`` after a failure."""
        if self._failure is not None:
            reason = str(self._failure).removesuffix(".")
            raise SetError("store-failed", f"The store must be opened again, because a write failed: {reason}.")

    def give_back(self, end: int) -> None:
        """Cuts off what a failed write has left. If that fails too, the next opening does it."""
        try:
            self.current.truncate(end)
        except OSError:
            pass  # The error of the write is raised.
