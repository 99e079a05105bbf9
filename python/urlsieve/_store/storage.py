"""Files of stores, on the disk. All functions raise OSError."""

from __future__ import annotations

import os
import stat
import sys

from .._errors import SetError
from .memory import Octets
from .temporary import create_temporary, remove_if_possible


class Storage:
    """An open file. Threads may share it: each access names its position."""

    def __init__(self, descriptor: int, path: str) -> None:
        self._descriptor = descriptor
        self.path = path

    @property
    def size(self) -> int:
        return os.fstat(self._descriptor).st_size

    def read(self, position: int, size: int) -> bytes:
        """Reads octets, fewer at the end of the file."""
        octets = os.pread(self._descriptor, size, position)
        while 0 < len(octets) < size and (more := os.pread(self._descriptor, size - len(octets), position + len(octets))):
            octets += more
        return octets

    def read_into(self, into: Octets, position: int) -> int:
        """Fills `into`. Returns the number of octets, which is less at the end of the file."""
        at = 0
        while at < len(into) and (count := os.preadv(self._descriptor, [into[at:].data], position + at)) > 0:
            at += count
        return at

    def write(self, octets: bytes | memoryview, position: int) -> None:
        view = memoryview(octets)
        at = 0
        while at < len(view):
            at += os.pwrite(self._descriptor, view[at:], position + at)

    def is_at(self, path: str) -> bool:
        return os.path.samestat(os.fstat(self._descriptor), os.stat(path))

    def sync(self) -> None:
        """What has been written survives a power failure once this returns."""
        if sys.platform == "darwin":
            import fcntl

            # There, fsync leaves the octets in the cache of the disk.
            fcntl.fcntl(self._descriptor, fcntl.F_FULLFSYNC)
        else:
            os.fdatasync(self._descriptor)

    def truncate(self, size: int) -> None:
        os.ftruncate(self._descriptor, size)

    def close(self) -> None:
        """The system gives the number of the descriptor to the next file, so it is forgotten."""
        descriptor, self._descriptor = self._descriptor, -1
        if descriptor >= 0:
            os.close(descriptor)

    def keep_attributes(self, path: str) -> None:
        """Gives the file mode and owner of another, if that exists."""
        try:
            old = os.stat(path)
        except FileNotFoundError:
            return
        try:
            os.fchown(self._descriptor, old.st_uid, old.st_gid)
        except PermissionError:
            pass  # Only a privileged process may give files away.
        os.fchmod(self._descriptor, stat.S_IMODE(old.st_mode) & 0o777)


class Place:
    """The path of a store, at the end of any links."""

    def __init__(self, path: str) -> None:
        self.path = os.path.realpath(path)
        self.folder = os.path.dirname(self.path)

    def open(self, is_writable: bool) -> Storage:
        # Without O_NONBLOCK, a named pipe that nobody writes to would block.
        descriptor = os.open(self.path, (os.O_RDWR if is_writable else os.O_RDONLY) | os.O_NONBLOCK)
        if stat.S_ISREG(os.fstat(descriptor).st_mode):
            return Storage(descriptor, self.path)
        os.close(descriptor)
        raise OSError(f"{self.path} is not a regular file.")

    def expect_name(self, storage: Storage) -> None:
        """Raises SetError ``store-failed`` unless the file still has this name: nobody finds what is written to it from then on."""
        try:
            if storage.is_at(self.path):
                return
        except FileNotFoundError:
            pass
        raise SetError("store-failed", f"The store {self.path} was removed or replaced while it was open.")

    def start(self, size: int) -> bytes:
        """The first octets of the file, none if there is no file."""
        try:
            storage = self.open(False)
        except FileNotFoundError:
            return b""
        try:
            return storage.read(0, size)
        finally:
            storage.close()

    def create_beside(self) -> Storage:
        """Creates a file that takes the place of the old one by `replace`, or goes by `discard`. It has the secret key of its fingerprints."""
        return Storage(*create_temporary(self.folder))

    def replace(self, storage: Storage) -> None:
        """Puts a file of `create_beside` in the place of the old one, for good. It stays open."""
        storage.keep_attributes(self.path)
        os.replace(storage.path, self.path)
        sync_folder(self.folder)

    def discard(self, storage: Storage) -> None:
        remove_if_possible(storage.path)
        storage.close()


class LatePlace(Place):
    """A path whose file is replaced by `finish`."""

    _new: Storage | None = None

    def replace(self, storage: Storage) -> None:
        self._new = storage

    def finish(self) -> None:
        if self._new is not None:
            super().replace(self._new)


def sync_folder(folder: str) -> None:
    """Makes the entries of a folder survive a power failure, where the system supports it."""
    try:
        descriptor = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(descriptor)
    except OSError:
        pass  # Some file systems cannot sync them.
    finally:
        os.close(descriptor)


_COPIED = 1_048_576


def rewrite_file(place: Place) -> None:
    """Puts a copy in the place of a file, so that whoever has it open writes to a file without a name."""
    try:
        old = place.open(False)
    except FileNotFoundError:
        return
    copy = place.create_beside()
    try:
        position = 0
        while octets := old.read(position, _COPIED):
            copy.write(octets, position)
            position += len(octets)
        copy.sync()
        place.replace(copy)
        copy.close()
    except BaseException:
        place.discard(copy)
        raise
    finally:
        old.close()
