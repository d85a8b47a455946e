# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Shared by measurements of synthesised points and blocks."""

from collections.abc import Sequence
from pathlib import Path

from vambrace import config
from vambrace.base import memo
from vambrace.config import Point
from vambrace.measure import calls
from vambrace.results.kind import Selector
from vambrace.silicon import parts


def cells(liberty: Path | None) -> str:
    """Return the identity of a cell library: the hash of its file; "" for the default one, whose version is part of an
    origin.
    """
    return memo.content(liberty) if liberty else ""


def selected(selector: Selector, point: str) -> parts.Subject:
    """Return the point or the block of a selector."""
    return parts.of_point(config.point(point)) if point else parts.blocks()[selector.block]


def seconds(subject: parts.Subject) -> float:
    """Return the estimated processor seconds; a generated core takes minutes."""
    generated = any(part.generated for part in subject.parts)
    return 300 if generated else 45 * len(subject.parts)


def usual(points: Sequence[Point]) -> list[parts.Subject]:
    """Return the subjects that a report synthesises: the points, or those of one core if there are none."""
    return [parts.of_point(point) for point in calls.points_or_reference(points)]
