# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""A published figure without a figure of ours has a reason; and the order of lengths in tables."""

import re
from dataclasses import replace

import pytest

from tests.unit.test_papers import GOOD, load
from vambrace.papers import comparison
from vambrace.papers.figures import Cell, PaperError
from vambrace.papers.records import Figure
from vambrace.view import throughput_table


@pytest.mark.parametrize("value", ["12", '"not at hand"'])
def test_a_figure_without_ours_is_an_error(tmp_path, value):
    text = GOOD.replace("[12, ", f"[{value}, ", 1)
    load(tmp_path, text)
    without = re.sub(r",? *own = \{[^}]*\}", "", text)
    assert "own = " not in without
    with pytest.raises(PaperError, match="neither a record of ours"):
        load(tmp_path, without)


class Records:
    """Figures of records by what a selector asks for."""

    def own(self, selector):
        value = {"seal": 10.0, "open": 7.0}[selector.get("operation")]
        return Figure(value, {"core": "ibex-ref", "extensions": "none"})

    def best(self, cell):
        return None

    def failure(self, cell):
        return ""


@pytest.mark.parametrize(
    ("keys", "ours", "verdict"),
    [
        ("", 10, "beaten"),
        (', also = { operation = "open" }', 17, "behind"),
        (', unlike = "of another kind"', 10, "differs"),
    ],
)
def test_records_are_added_and_other_things_not_judged(tmp_path, keys, ours, verdict):
    text = GOOD.replace('"not at hand"], own', f'"not at hand"]{keys}, own', 1)
    (table,) = load(tmp_path, text).find("1")
    line = next(iter(comparison.lines(table, Records())))
    assert (line.ours, line.verdict) == (ours, verdict)
    assert ("of another kind" in line.cell.differs) == ("unlike" in keys) == (line.factor is None)


def test_a_factor_is_over_a_record_a_figure_or_a_record_for_other_cycles():
    base = Figure(30.0, {"cycles": 100})
    own = Cell(1, own=object(), base=object(), show="times")
    assert comparison._baseline(own, base) == 30
    assert comparison._baseline(replace(own, base=None, over=70.0), None) == 70
    assert comparison._baseline(replace(own, over=250.0), base) == 75


@pytest.mark.parametrize("sizes", [(8, 1), (65536, 16, 0, 4096), (33, 32, 1)])
def test_lengths_are_in_their_order(sizes):
    records = [
        {
            "core": "ibex-ref",
            "extensions": "none",
            "algorithm": "ascon-aead128",
            "operation": "seal",
            "message_bytes": size,
            "cycles": 100 + size,
            "configuration": {"nonce_bytes": 16, "caches": None},
        }
        for size in sizes
    ]
    (grid,) = throughput_table.grids(records)
    *lengths, (last, _) = grid.rows
    assert [row[0] for row in lengths] == [f"{n:,}" for n in sorted(sizes)] and last == "per byte"
