# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""A straight line through points, by least squares."""

import statistics
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Line:
    slope: float
    constant: float
    largest_error: float  # the largest distance of a point from the line

    @staticmethod
    def through(points: Sequence[tuple[float, float]]) -> "Line":
        fitted = statistics.linear_regression([x for x, _ in points], [y for _, y in points])
        errors = [abs(fitted.intercept + fitted.slope * x - y) for x, y in points]
        return Line(fitted.slope, fitted.intercept, max(errors))

    def at(self, x: float) -> float:
        return self.constant + self.slope * x
