# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The places of a trade-off that papers report."""

from collections.abc import Iterable

from vambrace import config
from vambrace.papers import published as figures
from vambrace.results.pareto import PUBLISHED, PUBLISHED_TECHNOLOGY, Place


def published(algorithms: Iterable[str], scenarios: Iterable[str]) -> list[Place]:
    """Return the published places for sealing on ibex-ref, if cycles and an area are given."""
    found = []
    shapes = list(scenarios)
    for name in algorithms:
        for extensions in config.extension_sets():
            area = figures.area(extensions)
            for scenario in shapes:
                cycles = figures.cycles(name, extensions, scenario)
                if area is None or cycles is None:
                    continue
                size = figures.memory(name, extensions)
                place = Place(
                    f"ibex-ref/{extensions}", PUBLISHED, name, scenario, area, cycles, size, note=PUBLISHED_TECHNOLOGY
                )
                found.append(place)
    return found
