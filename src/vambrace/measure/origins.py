# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The inputs of records of calls and of silicon."""

from collections.abc import Iterable

from vambrace import config
from vambrace.config import Algorithm, Frame, Peer, Point
from vambrace.results.origin import COMPILERS, SYNTHESIS, Input, Origin, entry, files, library, model, own, parts

#: Inputs of all records: encodings and parameters of the function units.
COMMON = (files("configs/instructions.toml"),)

#: Inputs of programs that call the library: start-up code and linker script.
FIRMWARE = files("firmware/*", "firmware/common/*")

#: The folders of lib/src that programs with frames need besides those of their algorithms.
FRAME_FOLDERS = ("frames", "generic")


def of_point(point: Point) -> list[Input]:
    """Return the configuration of a point."""
    return [*COMMON, entry("cores.toml", point.core.name), entry("extensions.toml", point.extensions.base)]


def program(point: Point, primitive: str) -> list[Input]:
    """Return the inputs of a program on a point that calls one primitive of the library, or an algorithm."""
    return [*of_point(point), model(f"{point.core.name}/{point.extensions.name}"), FIRMWARE, library(primitive)]


def call(
    module: str,
    point: Point,
    algorithm: Algorithm,
    scenario: str = "",
    peer: Peer | None = None,
    more: Iterable[Input] = (),
    tools: Iterable[str] = (),
) -> Origin:
    """Return the origin of a call of an algorithm on a point, with the library `peer` if it is given."""
    needed = [*program(point, algorithm.name), entry("algorithms.toml", algorithm.name), *more]
    if algorithm.header:
        needed.append(files(algorithm.oracle))
    if scenario in config.scenarios():
        needed.append(entry("scenarios.toml", scenario))
    if peer:
        needed += foreign(peer)
    compilers = (*COMPILERS, point.compiler) if point.compiler != config.GCC else COMPILERS
    return Origin.of(module, needed, (*compilers, *tools))


def frame(module: str, point: Point, frame: Frame) -> Origin:
    """Return the origin of calls for a frame of a protocol on a point."""
    needed = [
        *of_point(point),
        model(f"{point.core.name}/{point.extensions.name}"),
        FIRMWARE,
        files("firmware/frames/*"),
        entry("frames.toml", frame.name),
        *(library(name) for name in (*FRAME_FOLDERS, *frame.algorithms)),
        *(entry("algorithms.toml", name) for name in frame.algorithms),
    ]
    compilers = (*COMPILERS, point.compiler) if point.compiler != config.GCC else COMPILERS
    return Origin.of(module, needed, compilers)


def foreign(peer: Peer) -> list[Input]:
    """Return the inputs of a peer's program: its entry, with the hashes of its sources, and our adapters."""
    if peer.kind == config.OWN:
        return [own(peer.package, peer.package_version), files("firmware/peers/*")]
    like = [entry("peers.toml", peer.like)] if peer.like else []
    return [entry(peer.file, peer.name), *like, files("firmware/peers/*")]


def silicon(module: str, subjects: Iterable[str], tools: Iterable[str] = SYNTHESIS) -> Origin:
    """Return the origin of netlists of points and blocks."""
    return Origin.of(module, [*COMMON, *map(parts, subjects)], tools)
