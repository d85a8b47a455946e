# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Trade-off of points: cycles, bytes and energy vs kGE, and the Pareto-optimal points.

A place is a point with an algorithm and scenario. It is on the Pareto front of a metric if no other place with the same
algorithm and scenario is at least as good in both and better in one. Published places use another technology, so they
are never part of a front.

Areas depend on the mapping (vambrace.silicon.recipes). A place is on or off a front only if all recipes agree; for
places that were mapped once, areas within `MARGIN` of each other count as undecided.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

#: The metrics plotted vs area, and their units. Less is better.
METRICS = {"cycles": "cycles", "energy": "nJ", "bytes": "bytes"}

OURS, PUBLISHED = "ours", "published"

#: The standing of a place: on the front, off it, or undecided.
ON, OPEN, OFF = "on", "open", "off"

#: The relative difference that the areas of two places mapped once must exceed: the largest range of the difference of
#: two cores over all recipes, 0.79 kGE of 33 (docs/user/area.md).
MARGIN = 0.025

#: The technology of the published areas, and of ours (configs/papers).
PUBLISHED_TECHNOLOGY = "28 nm"


@dataclass(frozen=True)
class Place:
    point: str  # for a published place: the point that it is compared with
    source: str  # OURS or PUBLISHED
    algorithm: str
    scenario: str
    kge: float
    cycles: float
    bytes: float | None = None
    energy: float | None = None  # nJ
    note: str = ""
    areas: Mapping[str, float] = field(default_factory=dict, hash=False)  # kGE by recipe, if mapped by several
    detail: dict[str, Any] = field(default_factory=dict, hash=False, compare=False)  # the origin of the figures

    @property
    def label(self) -> str:
        """Return the name in a chart of one algorithm: the extension set, and its core if it is not the usual one."""
        core, _, extensions = self.point.partition("/")
        name = extensions if core == "ibex-ref" else self.point
        return name if self.source == OURS else f"{name}, published"

    def of(self, metric: str) -> float | None:
        figure: float | None = getattr(self, metric)
        return figure

    def value(self, metric: str) -> float:
        """Return the metric, which must exist."""
        figure = self.of(metric)
        assert figure is not None, f"{self.point} has no {metric}"
        return figure

    @property
    def area_delay(self) -> float:
        """Return kGE times a thousand cycles."""
        return self.kge * self.cycles / 1000

    @property
    def energy_delay(self) -> float | None:
        """Return nJ times a thousand cycles."""
        return None if self.energy is None else self.energy * self.cycles / 1000


def groups(places: Iterable[Place]) -> dict[tuple[str, str], list[Place]]:
    """Return the places of each algorithm and scenario, the smallest first."""
    by_load: dict[tuple[str, str], list[Place]] = {}
    for place in places:
        by_load.setdefault((place.algorithm, place.scenario), []).append(place)
    return {key: sorted(group, key=lambda p: (p.kge, p.cycles)) for key, group in by_load.items()}


def _differences(p: Place, q: Place) -> tuple[float, float]:
    """Return the minimum and maximum of the area of `q` minus that of `p`, in kGE."""
    if p.areas and q.areas:
        differences = [q.areas[recipe] - p.areas[recipe] for recipe in p.areas]
        return min(differences), max(differences)
    difference = q.kge - p.kge
    room = MARGIN * max(p.kge, q.kge) if difference else 0.0
    return difference - room, difference + room


def standing(place: Place, group: Iterable[Place], metric: str) -> str:
    """Return whether no other of our places in the group beats this one in area and a metric: ON, OPEN or OFF."""
    result, own = ON, place.value(metric)
    for other in group:
        value = other.of(metric) if other.source == OURS else None
        if value is None or value > own:
            continue
        least, most = _differences(place, other)
        if most <= 0 and (value < own or least < 0):
            return OFF
        if least < 0 or (least == 0 and value < own):
            result = OPEN
    return result


def front(places: Sequence[Place], metric: str, standings: Sequence[str] = (ON,)) -> list[Place]:
    """Return our Pareto-optimal places, the smallest first, including equal ones. With OPEN among the `standings`, also
    undecided ones.
    """
    known = [p for p in places if p.source == OURS and p.of(metric) is not None]
    places = [p for p in known if standing(p, known, metric) in standings]
    return sorted(places, key=lambda p: (p.kge, p.value(metric)))


def least(places: Iterable[Place], figure_of: Callable[[Place], float | None]) -> Place | None:
    """Return our place with the minimum of a figure."""
    known = [(value, p) for p in places if p.source == OURS and (value := figure_of(p)) is not None]
    return min(known, key=lambda pair: pair[0])[1] if known else None
