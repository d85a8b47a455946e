# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Cycles of a message in parts, as docs/developer/urgent-jobs.md has them."""

from __future__ import annotations

import random

from tests.rtl import tables
from tests.rtl.engine import NONE, Engine
from tests.rtl.engine_cases import Case, model
from vambrace.base.paths import root

BYTES = 4096


def parts(engine: Engine, case: Case, length: int) -> list[int]:
    """Seal a message without associated data in parts of `length` bytes, and return the cycles of each."""
    chacha, ccm = "chacha" in case.algorithm, "ccm" in case.algorithm
    cycles, out, tag = [], b"", b""
    for at in range(0, BYTES, length):
        first, last = at == 0, at + length == BYTES
        fields = {"algorithm": case.algorithm, "key": case.key, "data": case.plaintext[at : at + length]}
        fields |= {"nonce": case.nonce} if first or chacha else {}
        fields |= {"ad_end": 1} if first else {"resume": 1, "context": engine.context(case.algorithm)}
        fields |= {"totals": (0, BYTES)} if first or last else {}
        fields |= {"tag_len": 16} if last or (first and ccm) else {}
        fields |= {"data_end": 1} if last else {"save": 1}
        result = engine.job(**fields)
        assert result.error == NONE
        cycles.append(result.cycles)
        out, tag = out + result.out, result.tag
    assert (out, tag) == case.sealed
    return cycles


def test_the_cycles_in_the_design_note():
    rows = tables.cycles(root() / "docs" / "developer" / "urgent-jobs.md", "algorithm")
    assert len(rows) == 4
    engine = Engine(model())
    for algorithm, row in rows.items():
        case = Case.random(random.Random(1), algorithm, 0, BYTES, length=16)
        whole = case.run(engine).cycles
        long, short = parts(engine, case, 1024), parts(engine, case, 256)
        cut = (sum(short) - whole) / (len(short) - 1)
        assert row == [whole, sum(long), sum(short), cut, max(short)], algorithm
        assert cut == (sum(long) - whole) / (len(long) - 1)
