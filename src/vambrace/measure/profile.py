# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Records of the steps of a call."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from vambrace.analysis import profile
from vambrace.config import Point
from vambrace.hardware.model import ModelSpec
from vambrace.measure import bench, calls, needs, origins
from vambrace.measure.kinds.profile import Profile
from vambrace.measure.measured import Measured
from vambrace.results.kind import Selector
from vambrace.results.origin import Origin, files
from vambrace.results.schema import Json


@dataclass(frozen=True)
class Task:
    """A call whose steps are counted."""

    call: bench.Task
    operation: str

    @property
    def label(self) -> str:
        return f"{self.call.label} {self.operation} profile"

    @property
    def model(self) -> ModelSpec:
        return self.call.model


def _task(selector: Selector, point: str) -> Task:
    return Task(bench.call(selector, point), selector.get("operation"))


def _name(task: Task) -> tuple[str, ...]:
    return *bench.name(task.call), task.operation


def _records(task: Task) -> list[Json]:
    call = task.call
    profiled = profile.measure(call.algorithm, call.point, call.scenario, task.operation)
    record = Profile(
        algorithm=call.algorithm.name,
        **calls.of_point(call.point),
        scenario=call.scenario.name,
        operation=task.operation,
        **asdict(profiled),
        bound=profiled.bound,
        ad_bytes=call.scenario.ad,
        message_bytes=call.algorithm.longest(call.scenario.message),
    )
    return [record.json()]


def _origin(task: Task) -> Origin:
    call, steps = task.call, files("configs/steps.toml")
    return origins.call(__name__, call.point, call.algorithm, call.scenario.name, more=[steps])


def usual(points: Sequence[Point]) -> list[Task]:
    """Return the forward operation of the usual calls."""
    planned = bench.usual_calls(calls.points_or_reference(points))
    return [Task(call, call.algorithm.operations[0]) for call in planned]


MEASURED = Measured(_task, _name, _records, _origin, lambda task: 2, needs.models, usual=usual)
