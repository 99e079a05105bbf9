"""Turns a snapshot of 128-bit fingerprints into a store, with its key, as the command line does."""

from __future__ import annotations

import os
import shutil

import numpy as np

from .. import _abi as abi
from .._errors import OptionError
from .._snapshot import Reader
from .lookup import MAX_BATCH
from .memory import Octets
from .storage import LatePlace, Place, sync_folder
from .store import Store


def convert(place: Place, identity: str, key: bytes | None) -> None:
    """Puts a store in the place of a snapshot, which stays as PATH.128: a store keeps 96 of its 128 bits. A kill leaves the snapshot.

    Raises SetError ``profile-mismatch`` or ``invalid-snapshot``, and OSError.
    """
    late = LatePlace(place.path)
    with open(place.path, "rb") as file:
        reader = Reader(file, identity, key)
        store = Store.create(late, reader.key, identity, lambda _: None)
        try:
            _fill(store, reader)
            _keep_copy(place)
            late.finish()
        except BaseException:
            late.discard(store.file.storage)
            raise
    store.close()


def _fill(store: Store, reader: Reader) -> None:
    batch: list[Octets] = []
    count = waiting = 0
    for fingerprints in reader.blocks():
        batch.append(fingerprints)
        size = len(fingerprints) // abi.FINGERPRINT
        count, waiting = count + size, waiting + size
        if waiting + size > MAX_BATCH:
            store.add_all(np.concatenate(batch), store.make_run)
            batch, waiting = [], 0
    reader.expect_end(count)
    if batch:
        store.add_all(np.concatenate(batch), store.make_run)
    store.make_run()


def _keep_copy(place: Place) -> None:
    """Keeps the snapshot under another name. A process that was killed may have done so."""
    copy = f"{place.path}.128"
    if os.path.exists(copy) and os.path.samefile(copy, place.path):
        return
    if os.path.lexists(copy):
        raise OptionError("invalid-option", f"Cannot write {copy}: it exists. Move it away.")
    try:
        os.link(place.path, copy)
    except OSError:
        # Some file systems have no links.
        with open(place.path, "rb") as old, open(copy, "xb", opener=lambda name, flags: os.open(name, flags, 0o600)) as new:
            shutil.copyfileobj(old, new)
            new.flush()
            os.fsync(new.fileno())
    sync_folder(place.folder)
