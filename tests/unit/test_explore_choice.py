# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Choosing among results: ranks, losses compared with the best, and gains from looser constraints."""

from __future__ import annotations

import pytest

from vambrace.explore import space
from vambrace.explore.choice import loosened, ranked, result_losses
from vambrace.explore.evaluate import Result
from vambrace.explore.parameters import candidate
from vambrace.view import explore_table

SPACE = space.parse(
    {
        "parameters": {"wait_data": [0]},
        "minimise": ["cycles", "code"],
        "constraints": ["kge <= 40", "stack <= 100"],
    },
    None,
)


def result(waits: int, cycles: float, code: float, kge: float, stack: float = 50) -> Result:
    metrics = {"cycles": cycles, "code": code, "kge": kge, "stack": stack}
    actual = Result(candidate({"wait_data": waits}), metrics)
    actual.violated = {c.text: c.excess(metrics) for c in SPACE.constraints if c.excess(metrics) > 0}
    return actual


SLOW, SMALL, FAST = result(1, 300, 200, 30), result(2, 300, 100, 35), result(3, 200, 400, 40)
LARGE, LARGER, BOTH = result(4, 100, 400, 44), result(5, 50, 400, 60), result(6, 10, 10, 41, stack=200)
USELESS, DEEP = result(7, 250, 10, 50), result(8, 150, 10, 20, stack=150)
EVERY = [SLOW, LARGER, FAST, LARGE, SMALL, BOTH, USELESS, DEEP]


def test_the_best_comes_first_and_equals_by_the_next_objective():
    assert ranked(SPACE, EVERY) == [FAST, SMALL, SLOW]


def test_losses_are_relative_to_the_best_feasible_result():
    assert result_losses(SPACE, FAST, EVERY) == {"cycles": 0, "code": 3}
    assert result_losses(SPACE, SLOW, EVERY) == {"cycles": 0.5, "code": 1}


def test_the_nearest_better_result_shows_the_cost_of_a_constraint():
    actual = loosened(SPACE, EVERY)
    assert [(item.result, item.text) for item in actual] == [(LARGE, "kge <= 44"), (DEEP, "stack <= 150")]
    assert loosened(SPACE, [FAST, USELESS]) == []
    assert [item.result for item in loosened(SPACE, [USELESS, LARGER])] == [USELESS]  # nothing is feasible


def test_the_table_has_the_result_losses_each_result():
    (table,) = explore_table.ranking(SPACE, [FAST, SMALL], EVERY, "title", ("note",))
    assert table.head[-2:] == ["cycles over best", "code over best"] and table.notes[-1] == "note"
    assert [row[-2:] for row in table.rows] == [["", "300.0 %"], ["50.0 %", ""]]
    assert table.head[: table.names] == ["wait_data"] and [row[0] for row in table.rows] == ["3", "2"]


@pytest.mark.parametrize("results", [[], [USELESS]])
def test_without_a_feasible_result_there_is_no_rank(results):
    assert ranked(SPACE, results) == []
