# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Cores."""

from dataclasses import dataclass, field
from functools import cache

from vambrace.config.extensions import Extensions, extension_sets
from vambrace.config.load import construct, entries

#: The accesses of a library: loads and stores at multiples of their size, or at any address.
ALIGNED, MISALIGNED = ACCESSES = ("aligned", "misaligned")


#: Reasons for a core to wait, in the order of soc/sim/counters.h.
WAITS = ("fetch", "data", "multiply", "divide")


@dataclass(frozen=True)
class Core:
    name: str
    title: str
    upstream: str
    top: str
    rvfi_delay: int
    parameters: dict[str, int] = field(hash=False)
    waits: dict[str, str] = field(default_factory=dict, hash=False)  # of WAITS, each with a signal inside the module
    default: bool = False
    extensions: tuple[str, ...] = ()  # the extension sets that it supports; empty: all except those for other cores
    caches: bool = False
    configuration: str = ""  # of a generated core: its generator configuration
    scratchpad: int = 0  # bytes, if it is the only memory; 0: no scratchpad
    xlen: int = 32  # register width in bits
    rocc: bool = False  # whether the accelerator port is RoCC
    misaligned: bool = False  # whether it executes misaligned loads and stores

    def can_have(self, extensions: Extensions) -> bool:
        """Return whether a system of this core with these extensions exists."""
        if extensions.cores and self.name not in extensions.cores:
            return False
        return not self.extensions or extensions.base in self.extensions

    @property
    def accesses(self) -> str:
        """Return the accesses that it executes, one of ACCESSES; it traps on others."""
        return MISALIGNED if self.misaligned else ALIGNED

    @property
    def units(self) -> frozenset[str]:
        """Return the units that the core's module supports."""
        return frozenset(u for e in extension_sets().values() if self.can_have(e) for u in e.units)


@cache
def cores() -> dict[str, Core]:
    return {name: construct(Core, "cores.toml", name, entry) for name, entry in entries("cores.toml").items()}
