# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The driver of an engine: the sources of libvambrace, and the settings by which its calls run on this engine."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from vambrace.base.paths import root
from vambrace.export.subject import Subject

#: The folder of a bundle that has it; its CMakeLists.txt is the library's.
FOLDER = "driver"

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
    return {f"{FOLDER}/{path.relative_to(root() / 'lib').as_posix()}": path.read_text() for path in _sources()}


def _sources() -> Iterator[Path]:
    lib = root() / "lib"
    for path in sorted(lib.rglob("*")):
        if path.is_file() and path.relative_to(lib).parts[0] not in _LEFT_OUT:
            yield path
