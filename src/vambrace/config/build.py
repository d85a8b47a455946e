# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Builds: how a program and its libvambrace are compiled."""

from __future__ import annotations

from dataclasses import dataclass, replace

from vambrace.config.extensions import Extensions

PROFILES = ("speed", "size")  # optimisation profiles: vambrace/backend.h

#: The compilers of the library's C; its assembly and programs are always compiled by the first.
GCC, CLANG = COMPILERS = ("gcc", "clang")

#: The levels of the compiler that the library may be compiled with.
OPTIMISATIONS = ("-O1", "-O2", "-O3", "-Os")


@dataclass(frozen=True)
class Build:
    """An extension set and the other compiler options."""

    extensions: Extensions
    profile: str = "speed"
    optimisation: str = ""  # compiler level for the library, one of OPTIMISATIONS; "": the profile's
    compiler: str = GCC  # of the library's C, one of COMPILERS
    xlen: int = 32  # register width in bits
    portable: bool = False  # C99 instead of assembly
    misaligned: bool = False  # whether the library makes misaligned accesses, which the core must execute
    scratchpad: int = 0  # bytes, if it is the only memory; 0: no scratchpad
    rocc: bool = False  # whether software must enable the accelerator's instructions
    lock: bool = False  # whether the program provides the lock for calls (vambrace/engine.h)
    cache_line: int = 0  # data cache line in bytes if the engine is not coherent (vambrace/dma.h), else 0
    translates: bool = False  # whether the engine's addresses differ from the core's
    spike: bool = False  # whether the program uses Spike's host interface (vambrace.software.running.spike)

    @property
    def label(self) -> str:
        """Return the name of the extension set, followed by settings that differ from the defaults: the profile, the
        compiler and its level, `misaligned`.
        """
        profile = "" if self.profile == "speed" else f":{self.profile}"
        level = f":{self.optimisation[1:]}" if self.optimisation else ""
        compiler = "" if self.compiler == GCC else f":{self.compiler}"
        return self.extensions.name + profile + compiler + level + (":misaligned" if self.misaligned else "")

    def on_spike(self, xlen: int = 64) -> Build:
        """Return the same build for a program on Spike with registers of `xlen` bits."""
        return replace(self, spike=True, xlen=xlen)


#: The library without any assembly.
PORTABLE = Build(Extensions("portable", "C99 instead of all assembly"), portable=True)
