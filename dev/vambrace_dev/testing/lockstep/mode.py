# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Additional events during random programs."""

from dataclasses import dataclass, replace

from vambrace.base.errors import UsageError
from vambrace.config import Core
from vambrace_dev.testing.lockstep.target import Target


@dataclass(frozen=True)
class Mode:
    """`debug`: debug requests, single steps, and ebreak into debug mode. `interrupts`: many, and NMIs if a core has
    them. `faults`: bus errors next to extension instructions. `pmp`: accesses that PMP refuses. With any of these most
    programs have slow memories, with `slow` all.
    """

    name: str
    words: str
    debug: bool = False
    interrupts: bool = False
    faults: bool = False
    pmp: bool = False
    slow: bool = False

    @property
    def plain(self) -> bool:
        return not (self.debug or self.interrupts or self.faults or self.pmp)


_ALL = (
    Mode("plain", "interrupts, exceptions, wait states"),
    Mode("debug", "debug requests, single steps, ebreak into debug mode", debug=True),
    Mode("interrupts", "many interrupts, and NMIs where the core has them", interrupts=True),
    Mode("faults", "bus errors of loads, stores and fetches next to extension instructions", faults=True),
    Mode("mixed", "all of these with slow memories", debug=True, interrupts=True, faults=True, slow=True),
    Mode(
        "pmp", "the same, with accesses that PMP refuses", debug=True, interrupts=True, faults=True, pmp=True, slow=True
    ),
)

MODES = {mode.name: mode for mode in _ALL}
PLAIN = MODES["plain"]


def core_of(mode: Mode, core: Core) -> Core:
    """Return a core in the variant that a mode needs."""
    if not mode.pmp or core.upstream != "ibex":
        return core
    return replace(core, parameters={**core.parameters, "Pmp": 1})


def of(name: str, target: Target, core: str) -> Mode:
    """Return a mode; UsageError if a core supports none of it."""
    mode = MODES[name]
    has = {
        "debug": target.debug,
        "faults": target.bus,  # behind a cache all of the RAM exists, whatever its size
        "mixed": target.debug,
        "pmp": target.pmp,
    }
    if not has.get(name, True):
        raise UsageError(f"{core} has no {name}: {mode.words}")
    return mode
