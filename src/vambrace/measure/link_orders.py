# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Cycles of calls by the order in which the library's objects are linked: the address of a function decides how its
loops and branch targets lie in words, and in rows of caches.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, fields
from itertools import product

from vambrace.base import work
from vambrace.base.progress import Progress
from vambrace.config import macros
from vambrace.measure import bench
from vambrace.software.running import aead
from vambrace.software.toolchain import program
from vambrace.software.toolchain.elf import Elf


@dataclass(frozen=True)
class Ordered(bench.Task):
    """A call with the objects of the library in an order: 0 is the usual one, others are random, by this seed."""

    order: int = 0

    @property
    def label(self) -> str:
        return f"{super().label} order {self.order}"

    def runner(self) -> Elf:
        build, name = self.point.build, self.algorithm.name
        sources = [s for s in program.library_sources() if program.primitive(s) in program.folders(name)]
        if self.order:
            random.Random(self.order).shuffle(sources)
        objects = program.compile_objects(sources, program.source_flags(build), build.xlen, compiler=build.compiler)
        library = program.archive("libvambrace.a", list(map(program.member, sources)), objects)
        return aead.runner(self.algorithm, build, macros.job_caches(self.caches), library)


@dataclass(frozen=True)
class Range:
    """The cycles of an operation without key set-up, by the order of the objects. The first order is the usual one."""

    core: str
    extensions: str
    algorithm: str
    scenario: str
    operation: str
    cycles: tuple[int, ...]

    @property
    def spread(self) -> float:
        """The range of cycles as a share of the lowest."""
        return (max(self.cycles) - min(self.cycles)) / min(self.cycles)


def ranges(tasks: Sequence[bench.Task], orders: int) -> tuple[list[Range], list[str]]:
    """Measure the library's calls in the usual order and `orders - 1` others, with progress; return the ranges of the
    tasks all of whose orders were measured, and the failures. Tasks of other libraries are left out.
    """
    own = [task for task in tasks if task.peer is None]
    every = [_ordered(task, order) for task, order in product(own, range(orders))]
    failures: list[str] = []
    with Progress("link orders", len(every)) as progress:

        def failed(message: str) -> None:
            failures.append(message)
            progress.failed(message)

        results = work.each(every, bench.measure, lambda task: task.label, progress.step, failed)
    found = []
    for task in own:
        counts = [results.get(_ordered(task, order)) for order in range(orders)]
        measured = [some for some in counts if some]
        for at, operation in enumerate(task.algorithm.operations if len(measured) == orders else ()):
            cycles = tuple(some[at].counts.cycles for some in measured)
            place = (task.point.core.name, task.point.extensions.name)
            found.append(Range(*place, task.algorithm.name, task.scenario.name, operation, cycles))
    return found, failures


def _ordered(task: bench.Task, order: int) -> Ordered:
    return Ordered(**{field.name: getattr(task, field.name) for field in fields(bench.Task)}, order=order)
