# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The area of a record by mapping recipe, and comparisons under each recipe."""

from collections.abc import Mapping
from dataclasses import dataclass
from statistics import median

from vambrace.results.schema import Fields


@dataclass(frozen=True)
class Range:
    """Median, minimum and maximum of a figure over all recipes."""

    median: float
    least: float
    most: float


def totals(record: Fields, part: str = "") -> dict[str, float]:
    """Return the kGE of a record by recipe: of the part with this name, or of all parts together. Empty for a record
    made without `--recipes`.
    """
    parts = [p["recipes"] for name, p in record["parts"].items() if part in ("", name)]
    if not parts or not all(parts):
        return {}
    return {recipe: sum(p[recipe] for p in parts) for recipe in parts[0]}


def of(areas: Mapping[str, float]) -> Range:
    """Return the range of areas over recipes."""
    return Range(median(areas.values()), min(areas.values()), max(areas.values()))


def more(areas: Mapping[str, float], bare: Mapping[str, float]) -> Range:
    """Return the range of differences, each between two areas under the same recipe."""
    return of({recipe: areas[recipe] - bare[recipe] for recipe in areas})
