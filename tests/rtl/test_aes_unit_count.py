# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""`count` of vmb_aes_unit while `blocks` is in progress: it applies to the next one, without an error."""

from __future__ import annotations

import random

import pytest

from tests.rtl.model_aes import expected
from tests.rtl.model_aes_unit import BLOCKS, COUNT, Unit, full

IN, OUT, OTHER = 0x1000, 0x8000, 0x9000


@pytest.mark.parametrize("later", [0, 1, 7, 30])
def test_a_count_while_blocks_are_in_progress(later):
    data = random.Random(later).randbytes(16 * 7)
    key, text = data[:16], data[16:]
    unit = Unit(full())
    unit.load_key(key)
    unit.memory.place(IN, text)
    for place in (OUT, OTHER):
        unit.memory.room(place, 96)
    behind = {place: unit.memory.get(place, 96) for place in (OUT, OTHER)}
    unit.do(COUNT, 2, 5)
    unit.do(BLOCKS, 3, IN, OUT)
    unit.cycle(later)
    unit.do(COUNT, 2, 2)
    assert unit.status() == 0
    wanted = b"".join(expected(key, text[i : i + 16], False) for i in range(0, 96, 16))
    assert unit.memory.get(OUT, 96) == wanted[:80] + behind[OUT][80:]
    unit.do(BLOCKS, 3, IN, OTHER)
    assert unit.status() == 0
    assert unit.memory.get(OTHER, 96) == wanted[:32] + behind[OTHER][32:]
