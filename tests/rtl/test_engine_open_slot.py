# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""A slot of vmb_engine that is open while a job runs: no words of its key are written, and no slot is opened or closed,
until the job has ended; and no job uses the partial key.
"""

from __future__ import annotations

import random

import pytest

from tests.rtl.engine import FIELDS, OFFSETS, SLOT, Engine
from tests.rtl.engine_cases import Case, model

KEY, SLOT_REGISTER = OFFSETS["key"] // 4, OFFSETS["slot"] // 4
OPEN, CLOSE = (1 << FIELDS["slot"][name][0] for name in ("open", "close"))
SIZES = {"aes-128-ctr": 16, "aes-192-ctr": 24, "aes-256-ctr": 32}


def slots(engine: Engine) -> dict[str, int]:
    """Return all registers of vmb_key_slots."""
    return {name: value for name, value in engine.dut.registers().items() if "u_slots." in name}


def put(engine: Engine, key: bytes, first: int, last: int) -> None:
    for i in range(first, last):
        assert not engine.write("key", int.from_bytes(key[4 * i : 4 * i + 4], "little"), i)


def interfere(engine: Engine, rng: random.Random) -> set[int]:
    """Try an access in each cycle of the running job: all are rejected. Return the accesses."""
    before = slots(engine)
    tried = set()
    dut = engine.dut
    while dut.busy_o:
        index = rng.choice((SLOT_REGISTER, *range(KEY, KEY + 8)))
        value = rng.randrange(4) | rng.choice((OPEN, CLOSE)) if index == SLOT_REGISTER else rng.getrandbits(32)
        dut.drive(reg_req_i=1, reg_we_i=1, reg_index_i=index, reg_wdata_i=value)
        assert (dut.reg_ready_o, dut.reg_fault_o) == (1, 1), index
        tried.add(index)
        engine.cycle()
        dut.drive(reg_req_i=0, reg_we_i=0, reg_wdata_i=0)
        assert slots(engine) == before
    return tried


@pytest.mark.parametrize("algorithm", SIZES)
@pytest.mark.parametrize("source", ["memory", "slot"])
def test_an_open_slot_does_not_change_during_a_job(algorithm, source):
    """The slot has no word of its key, some, or all; the job has its key from memory or from the other slot."""
    rng = random.Random(algorithm)
    engine = Engine(model(), rng, stalls=(0.2, 0.2))
    words = SIZES[algorithm] // 4
    for number, loaded in enumerate((0, 1, words - 1, words)):
        mine, other = 1 + number % 2, 2 - number % 2
        case = Case.random(rng, "ascon-aead128", 20, 70, length=16)
        job = case.arguments(number // 2)
        if source == "slot":
            engine.load_slot(other, case.key)
            job |= {"key": b"", "key_slot": other}
        late = Case.random(rng, algorithm, 0, 40)
        assert not engine.slot(mine, open=1)
        put(engine, late.key, 0, loaded)
        engine.begin(**job)
        assert interfere(engine, rng) == {SLOT_REGISTER, *range(KEY, KEY + 8)}
        case.check(engine, engine.end(), number // 2)
        # A word written meanwhile would count as one of the key.
        key_len = words // 2 - 2
        assert engine.slot(mine, close=1, key_len=key_len) == (loaded < words)
        if loaded < words:
            put(engine, late.key, loaded, words)
            assert not engine.slot(mine, close=1, key_len=key_len)
        late.run(engine, key=b"", key_slot=mine)


def test_no_job_takes_the_key_of_an_open_slot():
    rng = random.Random(1)
    engine = Engine(model())
    for loaded in range(5):
        case = Case.random(rng, "ascon-aead128", 5, 20, length=16)
        engine.load_slot(1, case.key)
        assert not engine.slot(1, open=1)
        put(engine, case.key, 0, loaded)
        result = engine.job(**case.arguments() | {"key": b"", "key_slot": 1})
        assert (result.error, engine.memory.requests) == (SLOT, [])
