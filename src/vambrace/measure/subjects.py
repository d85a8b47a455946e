# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""What measurements share that are of synthesised points and blocks."""

from collections.abc import Sequence
from pathlib import Path

from vambrace import config
from vambrace.base import memo
from vambrace.config import Point
from vambrace.measure import calls
from vambrace.results.kind import Selector
from vambrace.silicon import parts


def cells(liberty: Path | None) -> str:
    """The identity of a library of cells: the hash of its file, "" of the default one, whose version an origin
    has."""
    return memo.content(liberty) if liberty else ""


def selected(selector: Selector, point: str) -> parts.Subject:
    """The point or the block of a selector."""
    return parts.of_point(config.point(point)) if point else parts.blocks()[selector.block]


def seconds(subject: parts.Subject) -> float:
    """A generated core takes minutes."""
    generated = any(part.generated for part in subject.parts)
    return 300 if generated else 45 * len(subject.parts)


def usual(points: Sequence[Point]) -> list[parts.Subject]:
    """What a report synthesises: points; those of one core where there are none."""
    return [parts.of_point(point) for point in calls.points_or_reference(points)]
