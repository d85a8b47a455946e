# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Builds the C of a study as a library that programs use instead of libvambrace."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from vambrace.config import PORTABLE, Build, macros
from vambrace.software.toolchain import program


def portable(*folders: str) -> list[Path]:
    """Return the C files of libvambrace that some of its primitives need."""
    return [s for s in program.c_sources() if program.primitive(s) in (*folders, "common")]


@cache
def library(sources: tuple[Path, ...], more: tuple[str, ...] = (), xlen: int = 32, as_in: Build = PORTABLE) -> Path:
    """Return a library of C files, compiled as libvambrace in the build `as_in`, with additional flags after its
    own.
    """
    flags = [*program.source_flags(as_in), *more]
    objects = [program.compile_object(f, flags, xlen) for f in sources]
    return program.archive("libpeer.a", [f"{f.parent.name}_{f.stem}" for f in sources], objects)


def flags_text(more: Sequence[str], as_in: Build = PORTABLE) -> str:
    """Return the text of a record about the flags of `library`."""
    return " ".join([*program.library_flags(as_in), *macros.of(as_in), *more])
