# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Calls of the library with the compiler options and wait states that an exploration varies."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from vambrace.config import Point
from vambrace.measure import bench, calls, needs, origins
from vambrace.measure.kinds.explore import Explore
from vambrace.measure.measured import Measured
from vambrace.results.kind import Selector
from vambrace.results.origin import Origin
from vambrace.results.schema import Json
from vambrace.software.running import aead
from vambrace.software.running.simulate import Machine
from vambrace.software.toolchain import program


@dataclass(frozen=True)
class Waits:
    """The wait states of the RAM, in cycles, and whether an engine shares the data port."""

    instr: int = 0
    data: int = 0
    mem: int = 0
    shared: bool = False

    @property
    def label(self) -> str:
        """Return the wait states, if there are any."""
        if self == Waits():
            return ""
        return f"waits {self.instr}/{self.data}/{self.mem}{' on one port' * self.shared}"


@dataclass(frozen=True)
class Task(bench.Task):
    """A program to run on a core whose memory has wait states."""

    waits: Waits = Waits()

    @property
    def machine(self) -> Machine:
        return replace(
            aead.machine_of_jobs(),
            wait_instr=self.waits.instr,
            wait_data=self.waits.data,
            wait_mem=self.waits.mem,
            shared_port=self.waits.shared,
        )

    @property
    def label(self) -> str:
        return f"{self.point.name} {self.algorithm.name} {self.scenario.name} {self.waits.label}".rstrip()


def _task(selector: Selector, at: str) -> Task:
    task = bench.call(selector, at)
    return Task(task.point, task.algorithm, task.scenario)


def _name(task: Task) -> tuple[str, ...]:
    return (*bench.name(task), repr(task.waits))


def level(point: Point) -> str:
    """Return the compiler's optimisation level for the library at a point."""
    return next(flag for flag in program.library_flags(point.build) if flag.startswith("-O"))


def _records(task: Task) -> list[Json]:
    more = {
        "compiler": task.point.compiler,
        "optimisation": level(task.point),
        "wait_instr": task.waits.instr,
        "wait_data": task.waits.data,
        "wait_mem": task.waits.mem,
        "shared_port": task.waits.shared,
    }
    return [{**record, "record": Explore.record, **more} for record in bench.records(task)]


def _origin(task: Task) -> Origin:
    return origins.call(__name__, task.point, task.algorithm)


def _usual(points: Sequence[Point]) -> Iterator[Task]:
    """Yield the usual calls on a short packet with one and two wait states of the data memory."""
    for call in bench.usual_calls(calls.points_or_reference(points), ["zigbee"]):
        for waits in (1, 2):
            yield Task(call.point, call.algorithm, call.scenario, waits=Waits(data=waits))


MEASURED = Measured(_task, _name, _records, _origin, lambda task: 2, needs.models, usual=_usual)
