# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Builds: what a program, and libvambrace in it, is compiled for."""

from __future__ import annotations

from dataclasses import dataclass, replace

from vambrace.config.extensions import Extensions

PROFILES = ("speed", "size")  # what libvambrace is built for: vambrace/backend.h


@dataclass(frozen=True)
class Build:
    """An extension set and the other options of the compiler."""

    extensions: Extensions
    profile: str = "speed"
    xlen: int = 32  # bits of a register
    portable: bool = False  # C99 instead of all assembly
    scratchpad: int = 0  # bytes of it, all the memory that there is; 0: there is none
    rocc: bool = False  # whether the accelerator's instructions are off until they are turned on
    lock: bool = False  # whether the program says how calls take turns (vambrace/engine.h)
    spike: bool = False  # whether the program is for Spike and its host (vambrace.software.spike)

    @property
    def label(self) -> str:
        """The name of the extension set, with the profile where that is not speed."""
        return self.extensions.name + ("" if self.profile == "speed" else f":{self.profile}")

    def on_spike(self, xlen: int = 64) -> Build:
        """The same for a program that Spike runs, with registers of so many bits."""
        return replace(self, spike=True, xlen=xlen)


#: The library without any assembly.
PORTABLE = Build(Extensions("portable", "C99 instead of all assembly"), portable=True)
