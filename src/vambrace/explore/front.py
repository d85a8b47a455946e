# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The Pareto front of results, and its hypervolume."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from vambrace.explore.evaluate import Result
from vambrace.explore.space import Space

#: The distance from the worst value of an objective to the reference point of a hypervolume, as a share of the range.
MARGIN = 0.1

Values = tuple[float, ...]


def dominates(values: Values, other: Values) -> bool:
    """Return whether `one` is at least as good in every objective, and better in one."""
    return values != other and all(a <= b for a, b in zip(values, other, strict=True))


def front(space: Space, results: Sequence[Result]) -> list[Result]:
    """Return the feasible results that no other dominates, the best of the first objective first. Of equal results only
    the first remains.
    """
    by_values: dict[Values, Result] = {}
    for result in results:
        if result.feasible:
            by_values.setdefault(result.objectives(space), result)
    ordered = sorted(by_values)
    undominated: list[Values] = []
    for values in ordered:  # a dominating result precedes it
        if not any(dominates(other, values) for other in undominated):
            undominated.append(values)
    return [by_values[values] for values in undominated]


def best(space: Space, results: Sequence[Result], most: int) -> list[Result]:
    """Return the front; for a space with one objective, the best results, at most `most`."""
    if len(space.objectives) > 1:
        return front(space, results)
    return sorted((r for r in results if r.feasible), key=lambda r: r.objectives(space))[:most]


def bounds(values: Sequence[Values]) -> tuple[Values, Values]:
    """Return the best and the worst of each objective."""
    return tuple(map(min, zip(*values, strict=True))), tuple(map(max, zip(*values, strict=True)))


def hypervolume(values: Sequence[Values], best: Values, worst: Values) -> float:
    """Return the share of the box between the best point and a reference point, a tenth of the range beyond the worst,
    that some values dominate.
    """
    import moocore

    if not values:
        return 0.0
    ranges = [(high - low) or 1.0 for low, high in zip(best, worst, strict=True)]
    scaled = [[(v - low) / size for v, low, size in zip(row, best, ranges, strict=True)] for row in values]
    reference = [1 + MARGIN] * len(best)
    return float(moocore.hypervolume(scaled, ref=reference)) / prod(reference)
