# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The inputs of a record by name: files, entries of configs/, models, code of this package, and tools.

vambrace.results.inputs resolves the names to their current contents. A record is valid while all of its inputs are
unchanged, so an origin must name everything that can change a figure.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

#: The kind of an input, and its arguments.
Input = tuple[str, ...]

#: The compilers of programs for cores and of models of cores.
COMPILERS = ("riscv64-unknown-elf-gcc", "picolibc", "verilator", "g++")
#: The tools that produce netlists.
SYNTHESIS = ("pyosys", "osu018")


@dataclass(frozen=True)
class Origin:
    """The inputs of records."""

    inputs: tuple[Input, ...]

    @staticmethod
    def of(module: str, inputs: Iterable[Input] = (), tools: Iterable[str] = ()) -> Origin:
        """Return an origin: the code of a module, with its imports from this package; inputs; and tools by name."""
        return Origin(tuple(sorted({("code", module), *inputs, *(("tool", name) for name in tools)})))


def files(*patterns: str) -> Input:
    """Files that match patterns, relative to the project's folder. Documents (.md) do not count."""
    return ("files", *patterns)


def entry(file: str, name: str) -> Input:
    """An entry of a file in configs/."""
    return ("entry", file, name)


def own(file: str, version: str) -> Input:
    """The user's own software that a file describes (vambrace.config.own), by its absolute path and the hash of its
    sources.
    """
    return ("own", file, version)


def library(algorithm: str) -> Input:
    """The parts of lib/src that an algorithm uses, and all public headers."""
    return ("library", algorithm)


def model(point: str) -> Input:
    """The simulation model of a point: the core with its overlay, the accelerator, the test bench."""
    return ("model", point)


def parts(subject: str) -> Input:
    """The synthesised parts of a point or a block."""
    return ("parts", subject)


def netlist(point: str, algorithm: str, every_unit: bool) -> Input:
    """The part of a point whose netlist runs the programs of an algorithm."""
    return ("netlist", point, algorithm, str(int(every_unit)))
