# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Shared by measurements of library calls: from a selector to a call."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from vambrace import config
from vambrace.config import Algorithm, Peer, Point, Scenario
from vambrace.results.kind import Selector


def scenario(name: str) -> Scenario:
    """Return the scenario with this name, or a message of this number of bytes."""
    known = config.scenarios()
    if name in known:
        return known[name]
    return Scenario(name=name, title=name, ad=0, message=int(name.split()[0]))


def points_or_reference(points: Sequence[Point]) -> list[Point]:
    """Return the points, or those of one core if there are none."""
    return list(points) or config.select_points(["ibex-ref"])


def point(selector: Selector, name: str) -> Point:
    """Return the point with the profile and the accesses of a selector."""
    chosen = replace(config.point(name), profile=selector.get("profile") or "speed")
    return config.with_accesses(chosen, selector.get("accesses") or None)


def of_point(point: Point) -> dict[str, Any]:
    """Return the fields of a record that describe the point and its library."""
    of_library = {"profile": point.profile, "accesses": point.accesses}
    return {"core": point.core.name, "extensions": point.extensions.name, **of_library}


def algorithm(selector: Selector) -> Algorithm:
    return config.algorithms()[selector.get("algorithm")]


def peer(selector: Selector) -> Peer | None:
    """Return the peer that a selector requests, or None."""
    return config.foreign().get(selector.get("library"))
