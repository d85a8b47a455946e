# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Compares the compiler's report of each C function's frame (-fstack-usage) with the analysis of the machine code."""

from collections.abc import Iterable, Mapping
from pathlib import Path

from vambrace.analysis.stack import Unbounded
from vambrace.base.errors import VambraceError
from vambrace.config import Build
from vambrace.software.toolchain import program


def read(text: str) -> dict[str, int]:
    """Return the frames in a report: a line is FILE:LINE:COLUMN:FUNCTION, bytes and a qualifier, separated by tabs.
    Unbounded if a frame has no fixed size.
    """
    frames = {}
    for line in text.splitlines():
        place, size, qualifier = line.split("\t")
        name = place.rsplit(":", 1)[1]
        if qualifier != "static":
            raise Unbounded(f"{name}: its frame is {qualifier} according to the compiler")
        frames[name] = int(size)
    return frames


def report(source: Path, build: Build) -> dict[str, int]:
    """Return the frames of the functions in a library source, compiled with the library's flags."""
    flags = [*program.source_flags(build), "-fstack-usage"]
    return read(program.compile_object(source, flags).with_suffix(".su").read_text())


def check(frames: Mapping[str, int], objects: Iterable[str], build: Build) -> int:
    """Compare the frames found by an analysis with the reports for the C sources of some objects, and return their
    number. VambraceError names a function with different frames.
    """
    members = set(objects)
    compared = 0
    for source in program.c_sources():
        if f"{program.member(source)}.o" not in members:
            continue
        for name, size in report(source, build).items():
            if name in frames:
                compared += 1
                if frames[name] != size:
                    raise VambraceError(
                        f"{name}: a frame of {frames[name]} bytes, but {size} according to the compiler"
                    )
    return compared
