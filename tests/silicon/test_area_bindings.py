# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Area of engines whose two passes are bound (rtl/engine/README.md)."""

from __future__ import annotations

import pytest

from tests.rtl import tables
from tests.silicon.small import osu018
from tests.silicon.test_area_outstanding import LESS, README
from vambrace.silicon import parts, synthesis


def kge(top: str, left_out: tuple[str, ...], **values: int) -> float:
    part = parts.Part("engine", top, tuple(values.items()), "rtl/engine/vmb_engine.core", left_out=left_out)
    return synthesis.netlist(part, osu018()).area / osu018().gate_equivalent() / 1000


def row(bindings: int) -> list[str]:
    """The longest message, the engine, bits and area of the memory."""
    engine = kge("vmb_engine", parts.MEMORIES, **LESS, **({"TwoPasses": 1, "Bindings": bindings} if bindings else {}))
    memory = ""
    if bindings:
        own = {"Bindings": bindings, "SectionBytes": 1280}
        memory = f"{kge('vmb_bindings', (), **own) - kge('vmb_bindings', parts.MEMORIES, **own):.2f}"
    return [f"{1280 * (bindings + 1):,} bytes", f"{engine:.2f}", f"{128 * bindings:,}" if bindings else "", memory]


@pytest.mark.long("four engines, half a minute each")
def test_the_area_of_bindings():
    rows = tables.table(README, "bindings")
    del rows["bindings"]
    assert rows == {name: row(int(name)) for name in rows}
