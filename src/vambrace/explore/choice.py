# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Chooses among results: the best that meets all constraints, its losses compared with others, and the gains from
looser constraints.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from vambrace.explore.evaluate import Result
from vambrace.explore.formula import Constraint
from vambrace.explore.space import Space


@dataclass(frozen=True)
class Loosened:
    """The effect of one constraint: the result with the least excess that is better in the first objective."""

    constraint: Constraint
    result: Result
    needed: float  # the value that the limit would need

    @property
    def text(self) -> str:
        """Return the constraint with the required limit."""
        return f"{self.constraint.smaller.text} <= {self.needed:,.4g}"


def ranked(space: Space, results: Sequence[Result]) -> list[Result]:
    """Return the feasible results, the best first: by the first objective, and by the next one among equals."""
    return sorted((result for result in results if result.feasible), key=lambda result: result.objectives(space))


def result_losses(space: Space, result: Result, results: Sequence[Result]) -> dict[str, float]:
    """Return, for each objective, the share by which a result is worse than the best feasible one; 0 if it is the
    best.
    """
    feasible = [other.objectives(space) for other in results if other.feasible]
    best = [min(values) for values in zip(*feasible, strict=True)]
    values = result.objectives(space)
    return {name: value / (least or 1.0) - 1 for name, value, least in zip(space.objectives, values, best, strict=True)}


def loosened(space: Space, results: Sequence[Result]) -> list[Loosened]:
    """Return the effect of each constraint. Only results with known objectives that violate no other constraint
    count.
    """
    first = next(iter(space.objectives.values()))
    best = ranked(space, results)
    limit = first.value(best[0].metrics) if best else float("inf")
    effects = []
    for constraint in space.constraints:
        some = [
            result
            for result in results
            if list(result.violated) == [constraint.text]
            and first.names <= set(result.metrics)
            and first.value(result.metrics) < limit
        ]
        if some:
            nearest = min(some, key=lambda result: result.violated[constraint.text])
            effects.append(Loosened(constraint, nearest, constraint.smaller.value(nearest.metrics)))
    return effects
