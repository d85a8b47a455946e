# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""A published figure without a figure of ours has a reason; and the order of lengths in tables."""

import re

import pytest

from tests.unit.test_papers import GOOD, load
from vambrace.papers.figures import PaperError
from vambrace.view import throughput_table


@pytest.mark.parametrize("value", ["12", '"not at hand"'])
def test_a_figure_without_ours_is_an_error(tmp_path, value):
    text = GOOD.replace("[12, ", f"[{value}, ", 1)
    load(tmp_path, text)
    without = re.sub(r",? *own = \{[^}]*\}", "", text)
    assert "own = " not in without
    with pytest.raises(PaperError, match="neither a record of ours"):
        load(tmp_path, without)


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
