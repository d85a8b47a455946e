# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Entries of the cache as bytes, which another cache takes in if it lacks them. An entry has the same name in every
cache: the hash of its inputs.
"""

import io
import tarfile
from collections.abc import Iterable
from pathlib import Path

from vambrace.base import store

#: An entry: its kind and key, whether it is a folder, and its content: a compressed tar file, or the bytes of a file.
Parcel = tuple[str, str, bool, bytes]


def pack(entries: Iterable[tuple[str, str]]) -> list[Parcel]:
    """Return entries by kind and key, without those that are missing."""
    parcels: list[Parcel] = []
    for kind, key in sorted(entries):
        if folder := store.find(kind, key):
            out = io.BytesIO()
            with tarfile.open(fileobj=out, mode="w:gz", compresslevel=1) as tar:
                tar.add(folder, arcname=".")
            parcels.append((kind, key, True, out.getvalue()))
        elif (data := store.get(kind, key)) is not None:
            parcels.append((kind, key, False, data))
    return parcels


def unpack(parcels: Iterable[Parcel]) -> None:
    """Take in the entries that the cache lacks. OSError if it has no space for them."""
    for kind, key, is_folder, data in parcels:
        if is_folder:
            store.entry(kind, key, lambda work, data=data: _extract(data, work))  # type: ignore[misc]
        elif store.get(kind, key) is None:
            store.put(kind, key, data)


def _extract(data: bytes, work: Path) -> None:
    with tarfile.open(fileobj=io.BytesIO(data), mode="r:gz") as tar:
        tar.extractall(work, filter="tar")
