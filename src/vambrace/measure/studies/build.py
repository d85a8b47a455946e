# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Builds the C of a study as a library that programs use instead of libvambrace."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from vambrace.config import PORTABLE, macros
from vambrace.software import program


def portable(*folders: str) -> list[Path]:
    """The C files of libvambrace that some of its primitives take."""
    return [s for s in program.c_sources() if program.primitive(s) in (*folders, "common")]


@cache
def library(sources: tuple[Path, ...], more: tuple[str, ...] = (), xlen: int = 32) -> Path:
    """Return a library of C files, compiled as libvambrace's are, with more flags behind them."""
    flags = [*program.source_flags(PORTABLE), *more]
    objects = [program.compile_object(f, flags, xlen) for f in sources]
    return program.archive("libpeer.a", [f"{f.parent.name}_{f.stem}" for f in sources], objects)


def flags_text(more: Sequence[str]) -> str:
    """What a record says of the flags of `library`."""
    return " ".join([*program.LIBRARY_FLAGS, *macros.of(PORTABLE), *more])
