# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""What `vambrace alignment` measures, and its tables."""

import pytest

from vambrace import config
from vambrace.measure import alignment
from vambrace.software import messages
from vambrace.view import alignment_table


def of(algorithm: str) -> list:
    return alignment.tasks([config.point("ibex-ref/none")], [algorithm], [config.scenarios()["zigbee"]])


@pytest.mark.parametrize(
    ("algorithm", "moved"),
    [
        ("ascon-aead128", ["input", "output", "associated data", "all"]),
        ("aes-128-cbc", ["input", "output", "all"]),
        ("ascon-hash256", ["input", "all"]),
        ("ascon-cxof128", ["input", "associated data", "all"]),
    ],
)
def test_everything_that_an_algorithm_has_is_moved(algorithm, moved):
    names = [alignment.placement_of(t.scenario) for t in of(algorithm)]
    assert names == ["aligned", *(f"{what} at {n}" for what in moved for n in (1, 2, 3))]


def test_buffers_lie_where_the_placement_says():
    """And nothing else changes: neither contents nor the other buffers."""
    plain = messages.packet(config.algorithms()["aes-128-ccm"], config.scenarios()["zigbee"])
    for task in of("aes-128-ccm"):
        name = alignment.placement_of(task.scenario)
        what, n = alignment.moved(name), alignment.offset(name)
        buffers = {"input": ["in"], "output": ["out"], "associated data": ["ad"], "all": ["in", "out", "ad"], "": []}
        for (job, out, tag), before in zip(messages.packet(task.algorithm, task.scenario), plain, strict=True):
            assert job.align == dict.fromkeys(buffers[what], n)
            assert (job.but(align={}), out, tag) == before
            offsets = job._layout.offsets
            assert all((offsets[b] % 4 == n) == (b in buffers[what]) for b in ("in", "out", "ad") if n)


def test_the_worst_of_a_row_is_compared_with_aligned():
    record = {
        "core": "ibex-ref",
        "scenario": "zigbee",
        "operation": "seal",
        "algorithm": "ascon-aead128",
        "extensions": "none",
        "misaligned": False,
    }
    cycles = {"aligned": 1000, "input at 1": 1100, "input at 2": 1250, "input at 3": 900, "all at 2": 2000}
    records = [{**record, "placement": name, "cycles": n} for name, n in cycles.items()]
    (grid,) = alignment_table.grids(records)
    assert grid.rows == [
        ["ascon-aead128", "none", "input", "1,000", "1,100", "1,250", "900", "+25.0%"],
        ["ascon-aead128", "none", "all", "1,000", "", "2,000", "", "+100.0%"],
    ]
    (grid,) = alignment_table.grids(records[1:2])
    assert grid.rows == [["ascon-aead128", "none", "input", "", "1,100", "", "", ""]]
