# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Builds: how a program, and libvambrace in it, is compiled."""

from __future__ import annotations

from dataclasses import dataclass, replace

from vambrace.config.extensions import Extensions

PROFILES = ("speed", "size")  # the optimisation profiles: vambrace/backend.h


@dataclass(frozen=True)
class Build:
    """An extension set and the other options of the compiler."""

    extensions: Extensions
    profile: str = "speed"
    xlen: int = 32  # bits of a register
    portable: bool = False  # C99 instead of all assembly
    misaligned: bool = False  # whether the library makes misaligned accesses, which the core has to execute
    scratchpad: int = 0  # bytes, if it is the only memory; 0: no scratchpad
    rocc: bool = False  # whether software must enable the accelerator's instructions
    lock: bool = False  # whether the program provides the lock of calls (vambrace/engine.h)
    cache_line: int = 0  # bytes of a line of a data cache that the engine does not see (vambrace/dma.h); 0: it sees all
    translates: bool = False  # whether the engine has other addresses than the core
    spike: bool = False  # whether the program uses Spike's host interface (vambrace.software.running.spike)

    @property
    def label(self) -> str:
        """The name of the extension set, followed by the profile if that is not speed, and by `misaligned`."""
        profile = "" if self.profile == "speed" else f":{self.profile}"
        return self.extensions.name + profile + (":misaligned" if self.misaligned else "")

    def on_spike(self, xlen: int = 64) -> Build:
        """The same build for a program on Spike, with registers of `xlen` bits."""
        return replace(self, spike=True, xlen=xlen)


#: The library without any assembly.
PORTABLE = Build(Extensions("portable", "C99 instead of all assembly"), portable=True)
