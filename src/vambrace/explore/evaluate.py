# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Measures candidates, stage by stage. Candidates that violate a constraint are not measured further."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from vambrace.base.errors import UsageError
from vambrace.explore import metrics
from vambrace.explore.parameters import Candidate
from vambrace.explore.space import Space
from vambrace.measure import planner
from vambrace.measure.planner import Measurement


@dataclass
class Result:
    """The results of a candidate."""

    candidate: Candidate
    metrics: dict[str, float] = field(default_factory=dict)
    violated: dict[str, float] = field(
        default_factory=dict
    )  # violated constraints, each with its excess as a share of the limit
    failure: str = ""  # the reason why a measurement failed
    missing: str = ""  # a stage without stored records, if nothing is to be measured

    @property
    def feasible(self) -> bool:
        """Return whether everything is known and no constraint is violated."""
        return not (self.violated or self.failure or self.missing)

    def objectives(self, space: Space) -> tuple[float, ...]:
        """Return the values of the objectives of a feasible candidate."""
        return tuple(objective.value(self.metrics) for objective in space.objectives.values())


def evaluate(space: Space, candidates: Sequence[Candidate], measure: bool = True) -> list[Result]:
    """Return the results of candidates, in their order. Stored records are not measured again, and without `measure`
    nothing is measured. Ctrl-C keeps all finished records.
    """
    results = [Result(candidate) for candidate in candidates]
    for stage in metrics.stages(space.metrics):
        wanted = {}
        for result in (result for result in results if result.feasible):
            try:
                wanted[id(result)] = metrics.measurements(stage, result.candidate, space.packets)
            except UsageError as error:
                result.failure = str(error)
        remaining = [result for result in results if result.feasible]
        selectors = list(dict.fromkeys(m for some in wanted.values() for m in some))
        outcome = planner.run(selectors, f"exploring: {stage}") if measure else planner.Outcome(planner.find(selectors))
        for result in remaining:
            _take(space, stage, result, wanted[id(result)], outcome)
    return results


def _take(space: Space, stage: str, result: Result, wanted: Sequence[Measurement], outcome: planner.Outcome) -> None:
    """Add the results of a stage to a candidate."""
    for measurement in wanted:
        if measurement not in outcome.records:
            result.failure = outcome.failures.get(measurement, "")
            result.missing = "" if result.failure else stage
            return
    records = [record for measurement in wanted for record in outcome.records[measurement]]
    result.metrics |= metrics.values(stage, records, space.packets, space.operation)
    for constraint in space.constraints:
        if constraint.names <= set(result.metrics) and (excess := constraint.excess(result.metrics)) > 0:
            result.violated[constraint.text] = excess
