# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The compiler's report of each C function's frame (-fstack-usage), compared with the analysis of the machine code."""

from collections.abc import Iterable, Mapping
from pathlib import Path

from vambrace.analysis.stack import Unbounded
from vambrace.base.errors import VambraceError
from vambrace.config import Build
from vambrace.software.toolchain import program


def read(text: str) -> dict[str, int]:
    """Return the frames of a report: a line is FILE:LINE:COLUMN:FUNCTION, bytes and a qualifier, between tabs.
    Unbounded where a frame has no fixed size."""
    frames = {}
    for line in text.splitlines():
        place, size, qualifier = line.split("\t")
        name = place.rsplit(":", 1)[1]
        if qualifier != "static":
            raise Unbounded(f"{name}: the compiler says that its frame is {qualifier}")
        frames[name] = int(size)
    return frames


def report(source: Path, build: Build) -> dict[str, int]:
    """Return the frames of the functions of one source of the library, compiled as it is in it."""
    flags = [*program.source_flags(build), "-fstack-usage"]
    return read(program.compile_object(source, flags).with_suffix(".su").read_text())


def check(frames: Mapping[str, int], objects: Iterable[str], build: Build) -> int:
    """Compare the frames that an analysis found with the reports on the C sources behind some objects, and
    return how many there were. VambraceError names a function where they differ."""
    members = set(objects)
    compared = 0
    for source in program.c_sources():
        if f"{program.member(source)}.o" not in members:
            continue
        for name, size in report(source, build).items():
            if name in frames:
                compared += 1
                if frames[name] != size:
                    raise VambraceError(f"{name}: a frame of {frames[name]} bytes, but of {size} says the compiler")
    return compared
