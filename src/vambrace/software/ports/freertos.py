# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Builds programs with FreeRTOS for the simulated systems: the published kernel with its RISC-V port, and our
configuration, vectors and hooks (ports/freertos).
"""

import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path

from vambrace.base import packages, store
from vambrace.base.errors import VambraceError
from vambrace.base.paths import root
from vambrace.config import Point, macros
from vambrace.software.toolchain import program
from vambrace.software.toolchain.elf import Elf

#: This crate contains FreeRTOS-Kernel V11.2.0.
_CRATE, _VERSION = "freertos-next", "0.12.0"
_SHA256 = "b7824fb42660c16e1b3b573eef99c2fe5c5cba6294a631c309084635f6bfcbb0"

#: The parts of the kernel that are used.
_PATHS = ("include", "portable/GCC/RISC-V", "portable/MemMang/heap_4.c", "LICENSE.md")
_KERNEL = ("tasks.c", "queue.c", "list.c", "timers.c", "event_groups.c", "stream_buffer.c")
_PORT = ("portable/GCC/RISC-V/port.c", "portable/GCC/RISC-V/portASM.S", "portable/MemMang/heap_4.c")
_INCLUDES = (
    "include",
    "portable/GCC/RISC-V",
    "portable/GCC/RISC-V/chip_specific_extensions/RISCV_MTIME_CLINT_no_extensions",
)
_FLAGS = ("-O2", "-w")


def port() -> Path:
    """Return the folder with our files."""
    return root() / "ports" / "freertos"


def kernel() -> Path:
    """Return the folder with the kernel's sources, which are downloaded on first use."""

    def download(folder: Path) -> None:
        with tempfile.TemporaryDirectory(dir=folder.parent) as scratch:
            try:
                unpacked = packages.crate(Path(scratch), _CRATE, _VERSION, _SHA256, {})
            except VambraceError as error:
                raise type(error)(f"FreeRTOS is not available: {error}") from None
            for name in (*_PATHS, *_KERNEL):
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.move(unpacked / "FreeRTOS-Kernel" / name, folder / name)

    return store.entry("freertos", sources_key(), download)


def sources_key() -> str:
    """Return the hash of the parameters that select the kernel's sources."""
    return store.digest(_CRATE, _VERSION, _SHA256, _PATHS, _KERNEL)


def includes() -> list[str]:
    """Return the include flags for the kernel and our port."""
    return [f"-I{port()}", *(f"-I{kernel() / name}" for name in _INCLUDES)]


def build(
    sources: list[Path],
    point: Point,
    ram_bytes: int,
    flags: Sequence[str] = (),
    more: Sequence[Path] = (),
    behind: Sequence[Path] = (),
) -> Elf:
    """Return a program of C and assembly sources with FreeRTOS and libvambrace, for a point; `flags` apply to all of
    it, for example a configTOTAL_HEAP_SIZE. Its standard output is the UART. Link order: `sources`, the kernel, `more`
    (objects of other libraries), then the sources `behind`.
    """
    common = [*includes(), *flags]
    theirs = [kernel() / name for name in (*_KERNEL, *_PORT)]
    objects = program.compile_objects(theirs, [*_FLAGS, *common], point.build.xlen)
    own = [*program.PROGRAM_FLAGS, *macros.of(point.build), *common]
    last = program.compile_objects(list(behind), own, point.build.xlen)
    ours = [port() / name for name in ("vectors.S", "interrupts.c", "hooks.c")]
    return program.link(
        [*sources, *ours],
        point.build,
        ram_bytes,
        common,
        console=port() / "console.c",
        more=[*objects, *more, *last],
    )
