# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The setting of a comparison: what must be equal before a published figure and ours are given a verdict.

Each kind of record has dimensions. For each of them a published figure states what both measurements have in common
(`setting`) or how they differ (`unlike`). A figure that differs in any dimension is shown without a verdict.
"""

from collections.abc import Mapping
from dataclasses import dataclass

#: The dimensions of a setting.
DIMENSIONS = {
    "core": "processor and memory latency",
    "system": "operating system, network and clock",
    "build": "compiler options and optimisation profile",
    "window": "start and end of the measurement",
    "call": "C calls, or commands of the accelerator",
    "baseline": "what a factor or a difference is relative to",
    "technology": "process or FPGA family",
    "tool": "synthesis tool, and the stage that its figures come from",
    "part": "part of the program or system that is counted",
    "quantity": "what the figure counts",
}

_PROGRAM = ("core", "build", "window")
_CIRCUIT = ("technology", "tool", "part")

#: The dimensions that a figure of each kind of record must state.
REQUIRED = {
    "area": _CIRCUIT,
    "ascon64": _PROGRAM,
    "bench": _PROGRAM,
    "block": ("window", "part"),
    "ciphers": _PROGRAM,
    "energy": ("technology", "tool", *_PROGRAM),
    "fpga": _CIRCUIT,
    "kernel": ("core", "build", "part"),
    "latency": (*_PROGRAM, "call"),
    "memory": ("build", "part"),
    "os": ("core", "build", "system"),
    "profile": ("core", "build", "part"),
    "throughput": _PROGRAM,
}


@dataclass(frozen=True)
class Setting:
    """The common properties of two measurements and their differences, both by dimension."""

    equal: tuple[tuple[str, str], ...] = ()
    unlike: tuple[tuple[str, str], ...] = ()

    @property
    def judged(self) -> bool:
        """Return whether the figures can be given a verdict."""
        return not self.unlike

    @property
    def text(self) -> str:
        """Return the common properties as a phrase."""
        return "; ".join(f"{name}: {text}" for name, text in self.equal)

    @property
    def differences(self) -> str:
        """Return the differences as a phrase; "" if there are none."""
        return "; ".join(f"{name}: {text}" for name, text in self.unlike)


#: The setting of a figure that is compared with nothing.
NONE = Setting()


def make(equal: Mapping[str, str], unlike: Mapping[str, str]) -> Setting:
    """Return a setting with its dimensions in order. A dimension that differs is not equal."""
    both = {name: text for name, text in equal.items() if name not in unlike}
    return Setting(_ordered(both), _ordered(unlike))


def _ordered(values: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    return tuple((name, values[name]) for name in DIMENSIONS if name in values)


def missing(setting: Setting, kind: str, related: bool) -> list[str]:
    """Return the dimensions that a figure of a kind of record must state but does not. `related`: the figure is a
    factor or a difference, so it has a baseline.
    """
    stated = {name for name, _ in (*setting.equal, *setting.unlike)}
    needed = (*REQUIRED.get(kind, ()), *(("baseline",) if related else ()))
    return [name for name in needed if name not in stated]


def unknown(values: Mapping[str, str]) -> list[str]:
    """Return the names that are not dimensions."""
    return [name for name in values if name not in DIMENSIONS]
