# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The records of a report: the stored ones, and those measured on request."""

from collections.abc import Sequence

from vambrace.config import Point
from vambrace.measure import planner
from vambrace.measure.planner import Measurement
from vambrace.measure.registry import KINDS, measured
from vambrace.results.schema import Json


def stored() -> list[Json]:
    """Return all stored, valid records."""
    return [r for kind in KINDS.values() for r in planner.stored(kind.name)]


def measurements(names: Sequence[str], points: Sequence[Point]) -> list[Measurement]:
    """Return the measurements of the default records of kinds at some points, each once."""
    return list(
        dict.fromkeys(planner.measurement(name, task) for name in names for task in measured(name).usual(points))
    )
