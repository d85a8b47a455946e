# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Records of kernels."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from vambrace.analysis import kernels
from vambrace.analysis import profile as profiles
from vambrace.config import Point
from vambrace.measure import calls, origins, profile
from vambrace.measure.kinds.kernel import Kernel
from vambrace.measure.profile import Task
from vambrace.results.origin import Origin, files
from vambrace.results.schema import Json


def _records(task: Task) -> list[Json]:
    call = task.call
    steps = profiles.measure(call.algorithm, call.point, call.scenario, task.operation).steps
    return [
        Kernel(
            algorithm=call.algorithm.name,
            **calls.of_point(call.point),
            scenario=call.scenario.name,
            operation=task.operation,
            part=part.name,
            cycles=part.cycles,
            instret=part.instructions,
            cpi=part.cpi,
            ad_byte=part.ad_cycles,
            ad_byte_instret=part.ad_instructions,
            text_byte=part.text_cycles,
            text_byte_instret=part.text_instructions,
        ).json()
        for part in kernels.parts(call.algorithm.name, steps)
    ]


def _origin(task: Task) -> Origin:
    call = task.call
    return origins.call(__name__, call.point, call.algorithm, call.scenario.name, more=[files("configs/steps.toml")])


def _usual(points: Sequence[Point]) -> Iterator[Task]:
    planned = profile.usual(points)
    yield from (t for t in planned if kernels.has(t.call.algorithm.name, t.call.point.extensions))


MEASURED = replace(profile.MEASURED, records=_records, origin=_origin, usual=_usual)
