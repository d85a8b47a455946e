# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""What measurements of calls of the library share: from a selector to what is called."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from vambrace import config
from vambrace.config import Algorithm, Peer, Point, Scenario
from vambrace.results.kind import Selector


def scenario(name: str) -> Scenario:
    """The scenario of a name, or a message of so many bytes."""
    known = config.scenarios()
    if name in known:
        return known[name]
    return Scenario(name=name, title=name, ad=0, message=int(name.split()[0]))


def points_or_reference(points: Sequence[Point]) -> list[Point]:
    """Points; those of one core where there are none."""
    return list(points) or config.select_points(["ibex-ref"])


def point(selector: Selector, name: str) -> Point:
    """A point with the profile and the accesses that a selector asks for."""
    found = replace(config.point(name), profile=selector.get("profile") or "speed")
    return config.with_accesses(found, selector.get("accesses") or None)


def of_point(point: Point) -> dict[str, Any]:
    """The fields of a record that say where, and with which library, it was measured."""
    of_library = {"profile": point.profile, "accesses": point.accesses}
    return {"core": point.core.name, "extensions": point.extensions.name, **of_library}


def algorithm(selector: Selector) -> Algorithm:
    return config.algorithms()[selector.get("algorithm")]


def peer(selector: Selector) -> Peer | None:
    """The program of others that a selector asks for, or None."""
    return config.foreign().get(selector.get("library"))
