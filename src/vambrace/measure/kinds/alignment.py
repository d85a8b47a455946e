# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The kind `alignment`: what `bench` has, of packets whose buffers do not begin at a word."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from vambrace.measure.kinds import arguments, calls, needs, origins
from vambrace.measure.kinds import columns as shared
from vambrace.measure.kinds.bench import Bench
from vambrace.results.column import Column, words
from vambrace.results.kind import Kind, Measured, Selector
from vambrace.results.origin import Origin
from vambrace.results.schema import Json, identity

if TYPE_CHECKING:
    from vambrace.measure.bench import Task


@dataclass(frozen=True, kw_only=True)
class Alignment(Bench):
    record: ClassVar[str] = "alignment"

    placement: str = identity(
        "where the buffers lie: `aligned`, or one of `input`, `output`, `associated data` and `all` with its offset "
        "from a word, such as `input at 1`",
        selector="placement",
        default="aligned",
    )


def _task(selector: Selector, at: str) -> Task:
    from vambrace.measure import alignment

    task = calls.call(selector, at)
    return replace(task, scenario=alignment.placed(task.scenario, selector.get("placement") or alignment.ALIGNED))


def _name(task: Task) -> tuple[str, ...]:
    return (*calls.name(task), str(task.scenario.offsets))


def _records(task: Task) -> list[Json]:
    from vambrace.measure import alignment, bench

    more = {"placement": alignment.placement_of(task.scenario)}
    return [{**r, "record": Alignment.record, **more} for r in bench.records(task)]


def _origin(task: Task) -> Origin:
    return origins.call("vambrace.measure.kinds.alignment", task.point, task.algorithm, task.scenario.name, task.peer)


def _options(record: Json) -> Iterator[str]:
    yield from arguments.of_call(record)
    yield f"-s {record['scenario']}"
    if record["library"] != "vambrace":
        yield "--peers"


_COLUMNS = (
    *shared.CALL,
    words("placement", "placement"),
    words("accesses", "accesses"),
    shared.CYCLES,
    Column("per byte", shared.per_byte, 2),
)

KIND = Kind(
    record=Alignment,
    title="cycles by where the buffers lie",
    command="alignment",
    options=_options,
    columns=_COLUMNS,
    measured=Measured(_task, _name, _records, _origin, lambda task: 2, needs.models),
)
