# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The driver of an engine: the sources of libvambrace, and the settings that direct its calls to this engine."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from vambrace.base.paths import root
from vambrace.export.subject import Subject
from vambrace.export.wrapper import head
from vambrace.software.amalgamation import pair

#: The driver's folder in a bundle; its CMakeLists.txt is the library's.
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

#: Parts of lib/ that do not belong to it: other products.
_LEFT_OUT = ("psa", "amalgamation")


def exists(subject: Subject) -> bool:
    return subject.module.is_engine


def kind(subject: Subject) -> str:
    """Return the value of VAMBRACE_ENGINE for this engine (lib/CMakeLists.txt). Without a coupling it is assumed to be
    on a bus.
    """
    dma = subject.module.known.get("Dma", "1") == "1"
    if subject.bus == "accel":
        return "port" if dma else "port_pio"
    return "mmio" if dma else "pio"


def files(prefix: str = "") -> dict[str, str]:
    """Return the sources by their paths in the bundle. A prefix replaces `vmb` in names and macros, and `vambrace` in
    header paths and in CMake's target and options: two such drivers fit into one program and one project.
    """
    texts = {path.relative_to(root() / "lib").as_posix(): path.read_text() for path in _sources()}
    if prefix:
        texts = {_renamed(path, prefix): renamed(path, text, prefix) for path, text in texts.items()}
    texts[TOOLCHAIN] = head("The library for a core with RV32IMC.", "#") + _TOOLCHAIN
    return {f"{FOLDER}/{path}": text for path, text in texts.items()}


def renamed(path: str, text: str, prefix: str) -> str:
    """Return a source with the library's names under this prefix."""
    text = pair.renamed(text, prefix)
    if "/" in path:
        return re.sub(r"\bvambrace(?=/)", prefix, text)
    return re.sub(r"\bVAMBRACE(?=_)", prefix.upper(), _renamed(text, prefix))


def _renamed(text: str, prefix: str) -> str:
    return re.sub(r"(?:\b|(?<=-l))vambrace(?!\.dev\b)", prefix, text)


def _sources() -> Iterator[Path]:
    lib = root() / "lib"
    for path in sorted(lib.rglob("*")):
        if path.is_file() and path.relative_to(lib).parts[0] not in _LEFT_OUT:
            yield path
