# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The places of a trade-off that papers report."""

from collections.abc import Iterable
from itertools import product

from vambrace import config
from vambrace.papers.published import figure
from vambrace.results.pareto import PUBLISHED, PUBLISHED_TECHNOLOGY, Place


def published(algorithms: Iterable[str], scenarios: Iterable[str]) -> list[Place]:
    """Return the published places for sealing on ibex-ref, if cycles and an area are given."""
    all_places = []
    for name, extensions, scenario in product(algorithms, config.extension_sets(), scenarios):
        fields = {
            "core": "ibex-ref",
            "extensions": extensions,
            "algorithm": name,
            "scenario": scenario,
            "operation": "seal",
        }
        area, cycles, size = (
            figure("area", "kge", fields),
            figure("bench", "cycles", fields),
            figure("memory", "sum_bytes", fields),
        )
        if area is not None and cycles is not None:
            point = f"ibex-ref/{extensions}"
            all_places.append(Place(point, PUBLISHED, name, scenario, area, cycles, size, note=PUBLISHED_TECHNOLOGY))
    return all_places
