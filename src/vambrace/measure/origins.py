# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""What records of calls and of silicon are made from."""

from collections.abc import Iterable

from vambrace import config
from vambrace.config import Algorithm, Peer, Point
from vambrace.results.origin import COMPILERS, SYNTHESIS, Input, Origin, entry, files, library, model, parts

#: Of every record: encodings and parameters of the function units.
COMMON = (files("configs/instructions.toml"),)

#: Programs that call the library, start-up code and linker script.
FIRMWARE = files("firmware/*", "firmware/common/*")


def of_point(point: Point) -> list[Input]:
    """The configuration of a point."""
    return [*COMMON, entry("cores.toml", point.core.name), entry("extensions.toml", point.extensions.base)]


def program(point: Point, primitive: str) -> list[Input]:
    """A program on a point that calls one primitive of the library, or an algorithm."""
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
    """A call of an algorithm on a point; of the library of others where `peer` is one."""
    found = [*program(point, algorithm.name), entry("algorithms.toml", algorithm.name), *more]
    if algorithm.header:
        found.append(files(algorithm.oracle))
    if scenario in config.scenarios():
        found.append(entry("scenarios.toml", scenario))
    if peer:
        found += foreign(peer)
    return Origin.of(module, found, (*COMPILERS, *tools))


def foreign(peer: Peer) -> list[Input]:
    """A program of others, whose entry has the hashes of its sources, and our adaptors."""
    like = [entry("peers.toml", peer.like)] if peer.like else []
    return [entry(peer.file, peer.name), *like, files("firmware/peers/*")]


def silicon(module: str, subjects: Iterable[str], tools: Iterable[str] = SYNTHESIS) -> Origin:
    """Netlists of points and blocks."""
    return Origin.of(module, [*COMMON, *map(parts, subjects)], tools)
