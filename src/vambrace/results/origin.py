# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""What a record is made from, by name: files, entries of configs/, models, code of this package, and tools.

vambrace.results.inputs says what each name stands for now. A record is valid for as long as all of its inputs are the
same, so an origin has to name everything that can change a figure.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

#: The kind of an input, and what it takes.
Input = tuple[str, ...]

#: What compiles programs for cores, and models of cores.
COMPILERS = ("riscv64-unknown-elf-gcc", "picolibc", "verilator", "g++")
#: What makes netlists.
SYNTHESIS = ("pyosys", "osu018")


@dataclass(frozen=True)
class Origin:
    """The inputs of records."""

    inputs: tuple[Input, ...]

    @staticmethod
    def of(module: str, inputs: Iterable[Input] = (), tools: Iterable[str] = ()) -> Origin:
        """The code of a module, with all that it imports from this package; inputs; and tools by name."""
        return Origin(tuple(sorted({("code", module), *inputs, *(("tool", name) for name in tools)})))


def files(*patterns: str) -> Input:
    """Files that match patterns, from the project's folder on. Documents (.md) do not count."""
    return ("files", *patterns)


def entry(file: str, name: str) -> Input:
    """An entry of a file of configs/."""
    return ("entry", file, name)


def library(algorithm: str) -> Input:
    """What of lib/src an algorithm takes, and all public headers."""
    return ("library", algorithm)


def model(point: str) -> Input:
    """The simulation model of a point: the core with its overlay, what stands next to it, the test bench."""
    return ("model", point)


def parts(subject: str) -> Input:
    """The synthesised parts of a point or a block."""
    return ("parts", subject)


def netlist(point: str, algorithm: str, every_unit: bool) -> Input:
    """The part of a point whose netlist runs the programs of an algorithm."""
    return ("netlist", point, algorithm, str(int(every_unit)))
