# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The kind `throughput`: what `bench` has, of messages of some length without associated data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from vambrace.measure.kinds import arguments
from vambrace.measure.kinds import columns as shared
from vambrace.measure.kinds.bench import Bench
from vambrace.results.column import Column
from vambrace.results.kind import Kind, Measured, Need, Selector
from vambrace.results.origin import Origin
from vambrace.results.schema import Json

if TYPE_CHECKING:
    from vambrace.measure.bench import Task


@dataclass(frozen=True, kw_only=True)
class Throughput(Bench):
    record: ClassVar[str] = "throughput"


def _task(selector: Selector, point: str) -> Task:
    from vambrace.measure.kinds import calls

    return calls.call(selector, point)


def _name(task: Task) -> tuple[str, ...]:
    from vambrace.measure.kinds import calls

    return calls.name(task)


def _records(task: Task) -> list[Json]:
    from vambrace.measure import bench

    return bench.records(task, Throughput)


def _origin(task: Task) -> Origin:
    from vambrace.measure.kinds import origins

    return origins.call("vambrace.measure.kinds.throughput", task.point, task.algorithm, peer=task.peer)


def _needs(task: Task) -> Sequence[Need]:
    from vambrace.measure.kinds import needs

    return needs.models(task)


def _options(record: Json) -> Iterator[str]:
    yield f"-a {record['algorithm']}"
    yield f"--size {record['message_bytes']}"
    yield from arguments.of_profile(record)


_COLUMNS = (
    shared.ALGORITHM, shared.EXTENSIONS, shared.CORE, shared.OPERATION, Column("bytes", "message_bytes"), shared.CYCLES,
    Column("per byte", shared.per_byte, 2),
)  # fmt: skip

KIND = Kind(
    record=Throughput,
    title="cycles by length of the message",
    command="throughput",
    options=_options,
    scenarios=("length",),
    columns=_COLUMNS,
    measured=Measured(_task, _name, _records, _origin, lambda task: 2, _needs),
)
