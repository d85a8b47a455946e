# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The driver of an engine: the sources of libvambrace, and the settings by which its calls run on this engine."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from vambrace.base.paths import root
from vambrace.export.subject import Subject
from vambrace.export.wrapper import head

#: The folder of a bundle that has it; its CMakeLists.txt is the library's.
FOLDER = "driver"

#: The toolchain file for CMake, in that folder.
TOOLCHAIN = "riscv32.cmake"

_TOOLCHAIN = """\
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR riscv32)
set(CMAKE_C_COMPILER riscv64-unknown-elf-gcc)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(CMAKE_C_FLAGS_INIT "-march=rv32imc -mabi=ilp32 -misa-spec=2.2 -ffreestanding")
set(CMAKE_ASM_FLAGS_INIT "-march=rv32imc -mabi=ilp32 -misa-spec=2.2")
"""

#: What of lib/ is no part of it: other products.
_LEFT_OUT = ("psa", "amalgamation")


def exists(subject: Subject) -> bool:
    return subject.module.name == "vmb_engine"


def kind(subject: Subject) -> str:
    """What VAMBRACE_ENGINE is for this engine (lib/CMakeLists.txt). Without a coupling it is taken to be on a bus."""
    dma = subject.module.known["Dma"] == "1"
    if subject.bus == "accel":
        return "port" if dma else "port_pio"
    return "mmio" if dma else "pio"


def files() -> dict[str, str]:
    """The sources by their paths in the bundle."""
    made = {f"{FOLDER}/{path.relative_to(root() / 'lib').as_posix()}": path.read_text() for path in _sources()}
    return {**made, f"{FOLDER}/{TOOLCHAIN}": head("The library for a core with RV32IMC.", "#") + _TOOLCHAIN}


def _sources() -> Iterator[Path]:
    lib = root() / "lib"
    for path in sorted(lib.rglob("*")):
        if path.is_file() and path.relative_to(lib).parts[0] not in _LEFT_OUT:
            yield path
