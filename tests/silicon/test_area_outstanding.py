# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Area of engines that hide the latency of their memory (rtl/engine/README.md)."""

from __future__ import annotations

import pytest

from tests.rtl import tables
from tests.silicon.small import osu018
from vambrace.base.paths import root
from vambrace.silicon import parts, synthesis

README = root() / "rtl" / "engine" / "README.md"
LESS = {"Chacha": 0, "Aes": 0, "AsconHash": 0, "AsconV12": 0, "Contexts": 0, "Slots": 0}


def kge(outstanding: int) -> float:
    values = tuple({**LESS, "Outstanding": outstanding}.items())
    part = parts.Part("engine", "vmb_engine", values, "rtl/engine/vmb_engine.core", left_out=parts.MEMORIES)
    return synthesis.netlist(part, osu018()).area / osu018().gate_equivalent() / 1000


@pytest.mark.long("six engines, half a minute each")
def test_the_area_of_outstanding_requests():
    rows = tables.table(README, "outstanding requests")
    del rows["outstanding requests"]
    assert {name: row[0] for name, row in rows.items()} == {name: f"{kge(int(name)):.2f}" for name in rows}
