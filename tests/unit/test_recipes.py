# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Ranges of areas by recipe, and the places that they put on a front."""

import pytest

from vambrace.results import pareto, recipes
from vambrace.results.pareto import OFF, ON, OPEN, OURS, Place
from vambrace.results.recipes import Range
from vambrace.view import area_recipes_table


def record(extensions, *kge, block=None):
    by_recipe = dict(zip(("usual", "order 1", "amap"), kge, strict=True))
    return {
        "core": None if block else "ibex-ref",
        "extensions": None if block else extensions,
        "block": block,
        "kge": kge[0],
        "parts": {"core": {"recipes": by_recipe}},
        "configuration": {"liberty": "cells", "gate_equivalent": 24.0},
    }


def test_parts_add_up_under_the_same_recipe():
    fields = {"parts": {"core": {"recipes": {"a": 1.0, "b": 2.0}}, "engine": {"recipes": {"a": 5.0, "b": 3.0}}}}
    assert recipes.totals(fields) == {"a": 6.0, "b": 5.0}
    assert recipes.totals(fields, "engine") == {"a": 5.0, "b": 3.0}
    assert recipes.totals({"parts": {"core": {"recipes": {}}}}) == {}


def test_differences_are_of_the_same_recipe():
    """A recipe that shrinks everything by a tenth does not widen the range of a difference."""
    bare, core = {"a": 30.0, "b": 27.0}, {"a": 31.0, "b": 28.0}
    assert recipes.of(core) == Range(29.5, 28.0, 31.0)
    assert recipes.more(core, bare) == Range(1.0, 1.0, 1.0)


def test_table_has_medians_ranges_and_units():
    records = [
        record("none", 33.0, 33.4, 28.0),
        record("zbkb", 34.0, 34.0, 28.8),
        record("", 0.8, 0.7, 0.6, block="zbkb"),
    ]
    points, blocks = area_recipes_table.grids(records)
    assert points.rows[0] == ["none", "33.00", "28.00", "33.40", "", "", "", ""]
    assert points.rows[1] == ["zbkb", "34.00", "28.80", "34.00", "+0.80", "+0.60", "+1.00", "0.70"]
    assert blocks.rows == [["zbkb", "0.70", "0.60", "0.80", "28.6 %"]]


def places(*given):
    """Return places with their areas under two recipes, or with one area, and with their cycles."""
    results = []
    for name, area, cycles in given:
        areas = {} if isinstance(area, float) else dict(zip("ab", area, strict=True))
        kge = area if isinstance(area, float) else area[0]
        results.append(Place(f"ibex-ref/{name}", OURS, "ascon-128", "ipv6", kge, cycles, areas=areas))
    return results


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ([("slow", (33, 28), 100), ("fast", (34, 29), 50)], [ON, ON]),
        ([("slow", (34, 29), 100), ("fast", (33, 28), 50)], [OFF, ON]),
        ([("slow", (33, 29), 100), ("fast", (34, 28), 50)], [OPEN, ON]),  # the order of the areas changes
        ([("slow", (33, 28), 100), ("fast", (33, 29), 50)], [OPEN, ON]),  # as large under one recipe
        ([("one", (33, 28), 50), ("same", (33, 28), 50)], [ON, ON]),
        ([("one", (33, 28), 50), ("other", (33, 29), 50)], [ON, OFF]),
        ([("slow", 33.0, 100), ("fast", 33.1, 50)], [OPEN, ON]),  # mapped once, nearer than the margin
        ([("slow", 33.1, 100), ("fast", 33.0, 50)], [OPEN, ON]),
        ([("slow", 33.0, 100), ("fast", 34.0, 50)], [ON, ON]),
        ([("slow", 34.0, 100), ("fast", 33.0, 50)], [OFF, ON]),
        ([("slow", (33, 28), 100), ("fast", 33.1, 50)], [OPEN, ON]),  # one of them mapped once
    ],
)
def test_a_standing_needs_every_recipe(given, expected):
    actual = places(*given)
    assert [pareto.standing(p, actual, "cycles") for p in actual] == expected
    assert pareto.front(actual, "cycles") == [p for p, s in zip(actual, expected, strict=True) if s == ON]
