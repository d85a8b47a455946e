# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Builds peers: other libraries that are compared with ours (configs/peers.toml).

Their sources are extracted from packages into the cache, and compiled with our compiler for the core without
extensions. Adaptors in firmware/peers implement the calls of firmware/jobs.c, so that the same programs measure them.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cache
from pathlib import Path

from vambrace import config
from vambrace.base import packages, store, tools
from vambrace.base.errors import VambraceError
from vambrace.base.paths import root
from vambrace.config import Algorithm, Build, Peer, Point
from vambrace.software import aead, program
from vambrace.software.aead import Footprint
from vambrace.software.elf import Elf

# For speed as our library; for size as their users compile them.
_OPTIMISATION = {"speed": "-O2", "size": "-Os"}


def flags(peer: Peer, point: Point) -> list[str]:
    """Return the compiler flags of a peer: as ours, it makes the accesses that the core executes."""
    return ["-std=gnu99", _OPTIMISATION[point.profile], *program.access_flags(point.build), *peer.flags]


def sources(peer: Peer) -> Path:
    """Return the folder with a peer's sources, which are downloaded at the first use."""

    def download(folder: Path) -> None:
        with tempfile.TemporaryDirectory(dir=folder.parent) as scratch:
            work = Path(scratch)
            pinned = (work, peer.package, peer.package_version, peer.sha256)
            try:
                unpacked = packages.sdist(*pinned) if peer.kind == "sdist" else packages.crate(*pinned, peer.replaced)
            except VambraceError as error:
                raise type(error)(f"{peer.name} is not there: {error}; --peers needs it, nothing else does") from None
            for name in peer.keep:
                shutil.move(unpacked / peer.folder / name, folder / name)

    return store.entry("peer", sources_key(peer), download)


def sources_key(peer: Peer) -> str:
    """Return the hash of the configuration that selects a peer's sources."""
    pin = (peer.kind, peer.package, peer.package_version, peer.sha256, peer.folder, peer.keep)
    return store.digest(*pin, sorted(peer.replaced.items()))


def _own_flags(peer: Peer) -> list[str]:
    """Return the flags of our adaptor and of everything that includes its header."""
    folder = sources(peer)
    adaptor = root() / "firmware" / "peers"
    return [*(f"-D{m}" for m in peer.macros), f"-I{adaptor}", *(f"-I{folder / i}" for i in peer.includes)]


@cache
def archive(peer: Peer, point: Point) -> Path:
    """Return the peer and our adaptor as libpeer.a."""
    folder = sources(peer)
    own = root() / "firmware" / "peers"
    files = [*sorted(own.glob(f"{peer.name}*.c")), own / "memory.c", *(folder / s for s in peer.sources)]
    options = [*flags(peer, point), "-w", *_own_flags(peer)]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        objects = list(pool.map(lambda s: program.compile_object(s, options), files))
    return program.archive("libpeer.a", [f.name for f in files], objects)


def called(peer: Peer, algorithm: Algorithm) -> Algorithm:
    """Return the algorithm with the names of the peer's calls."""
    features = tuple(f for f in algorithm.features if f not in ("stream", "lengths"))
    return replace(algorithm, prefix=peer.algorithms[algorithm.name], features=features)


def _plain() -> Build:
    """The build of the peer and its adaptor."""
    return Build(config.extension_sets()["none"])


def runner(peer: Peer, algorithm: Algorithm, point: Point, flags: Sequence[str] = ()) -> Elf:
    """Return the program that executes job images with the peer's algorithm."""
    own, linked = _linked(peer, point)
    return aead.runner(called(peer, algorithm), _plain(), [*own, *flags], linked)


def footprint(peer: Peer, algorithm: Algorithm, point: Point, operation: str) -> Footprint:
    """Return the size of one operation as the linker lays it out."""
    return aead.footprint(called(peer, algorithm), _plain(), operation, *_linked(peer, point))


def _linked(peer: Peer, point: Point) -> tuple[list[str], Path]:
    header = root() / "firmware" / "peers" / f"{peer.name}.h"
    return ["-include", str(header), *_own_flags(peer)], archive(peer, point)


def prepare(wanted: list[Peer]) -> None:
    """Download all sources; MissingTool or VambraceError with one line when that is not possible."""
    tools.version(program.GCC)
    for peer in wanted:
        sources(peer)
