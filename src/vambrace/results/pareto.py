# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""What a point costs in area and what it gives: cycles, bytes and energy against kGE, and which points nobody beats.

A place is one point with one algorithm and scenario. It is on the Pareto front of a metric when no other of the same
algorithm and scenario is at least as good in both and better in one. Published places are of another technology, so
they are never part of a front.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

#: What is set against area, and its unit. Less is better.
METRICS = {"cycles": "cycles", "energy": "nJ", "bytes": "bytes"}

OURS, PUBLISHED = "ours", "published"

#: What the published areas are of, and ours (configs/papers).
PUBLISHED_TECHNOLOGY = "28 nm"


@dataclass(frozen=True)
class Place:
    point: str  # of what is published, what it is compared with
    source: str  # OURS or PUBLISHED
    algorithm: str
    scenario: str
    kge: float
    cycles: float
    bytes: float | None = None
    energy: float | None = None  # nJ
    note: str = ""
    detail: dict[str, Any] = field(default_factory=dict, hash=False, compare=False)  # where the figures come from

    @property
    def label(self) -> str:
        """The name in a figure of one algorithm: the extension set, and its core where that is not the usual one."""
        core, _, extensions = self.point.partition("/")
        name = extensions if core == "ibex-ref" else self.point
        return name if self.source == OURS else f"{name}, published"

    def of(self, metric: str) -> float | None:
        found: float | None = getattr(self, metric)
        return found

    def value(self, metric: str) -> float:
        """The same where it is known to have one."""
        found = self.of(metric)
        assert found is not None, f"{self.point} has no {metric}"
        return found

    @property
    def area_delay(self) -> float:
        """kGE times a thousand cycles."""
        return self.kge * self.cycles / 1000

    @property
    def energy_delay(self) -> float | None:
        """nJ times a thousand cycles."""
        return None if self.energy is None else self.energy * self.cycles / 1000


def groups(places: Iterable[Place]) -> dict[tuple[str, str], list[Place]]:
    """Return the places of each algorithm and scenario, the smallest first."""
    found: dict[tuple[str, str], list[Place]] = {}
    for place in places:
        found.setdefault((place.algorithm, place.scenario), []).append(place)
    return {key: sorted(group, key=lambda p: (p.kge, p.cycles)) for key, group in found.items()}


def front(places: Sequence[Place], metric: str) -> list[Place]:
    """Return those of our places that none of ours beats, the smallest first. Equal ones are both there."""
    known = [(p, value) for p in places if p.source == OURS and (value := p.of(metric)) is not None]

    def beaten(p: Place, value: float) -> bool:
        return any(q.kge <= p.kge and v <= value and (q.kge < p.kge or v < value) for q, v in known)

    return sorted((p for p, value in known if not beaten(p, value)), key=lambda p: (p.kge, p.of(metric)))


def least(places: Iterable[Place], of: Callable[[Place], float | None]) -> Place | None:
    """Return our place with the least of something."""
    known = [(value, p) for p in places if p.source == OURS and (value := of(p)) is not None]
    return min(known, key=lambda pair: pair[0])[1] if known else None
