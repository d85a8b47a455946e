# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""vmb_engine leaves no data: after an abort, a bus error or a reset at any time of any job, its registers hold no data
of the job, its outputs show none, and the next job is right.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from tests.rtl.engine import ABORTED, BUS, NONE, OFFSETS, Engine
from tests.rtl.engine_cases import AEADS, HASHES, Case, model, remains

ALGORITHMS = (
    "ascon-aead128",
    "chacha20-poly1305",
    "aes-256-ccm",
    "aes-256-gcm",
    "aes-192-cbc",
    "ascon-cxof128",
    "aes-128-ecb",
)
# Registers that are not 0 without a job.
PUBLIC = [OFFSETS[name] // 4 for name in ("status", "irq", "features", "features2", "id", "policy", "regwen")]
STALLS = ((0.0, 0.0), (0.5, 0.5))


def jobs(engine: Engine, algorithm: str, rng: random.Random) -> Iterator[tuple[Case, int, dict[str, Any]]]:
    """Yield both directions, with a context that is saved, and with one to resume from: message, direction,
    arguments."""
    case = Case.random(rng, algorithm, 21, 40, length=32 if algorithm in HASHES else 16)
    totals = (len(case.ad), len(case.plaintext))
    full = case.arguments(0)
    yield case, 0, full
    if algorithm not in HASHES:
        yield case, 1, case.arguments(1)
    part = full | {"save": 1, "data_end": 0, "totals": totals}
    if algorithm in HASHES:
        part["out_len"] = 0
    elif "ccm" not in algorithm:
        part["tag_len"] = 0
    yield case, 0, part
    assert engine.job(**part | {"data": b"", "ad_end": 0}).error == NONE
    context = engine.context(algorithm)
    yield case, 0, full | {"ad": b"", "resume": 1, "context": context, "totals": totals}


def case_of(rng: random.Random) -> Case:
    return Case.random(rng, rng.choice(AEADS), rng.randrange(30), rng.randrange(50))


def times(engine: Engine, job: dict, rng: random.Random, count: int) -> list[int]:
    """Return cycles at which an event may hit the job: the first ones, the last ones, and some between."""
    cycles = engine.job(**job).cycles
    return sorted({1, 2, 3, *rng.sample(range(4, cycles - 4), count), *range(cycles - 4, cycles)})


@pytest.mark.parametrize("stalls", STALLS)
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_abort_at_any_time(algorithm, stalls):
    rng = random.Random(algorithm)
    engine = Engine(model(), rng, stalls=stalls)
    for case, decrypt, arguments in jobs(engine, algorithm, rng):
        errors = []
        for wait in times(engine, arguments, rng, 24):
            engine.begin(**arguments, offsets=(wait % 4, 0, 1, 2, 3))
            for _ in range(wait):
                engine.cycle()
            engine.control("abort")
            result = engine.end()
            errors.append(result.error)
            assert remains(engine.dut, case.secrets()) == []
            if decrypt and case.algorithm in AEADS:
                tag = [cycle for cycle, at, _ in engine.memory.requests if at >> 18 == engine.at["tag"] >> 18]
                first = next((cycle for cycle, _, write in engine.memory.requests if write), None)
                assert first is None or (len(tag) == 5 and max(tag) < first)  # 16 bytes at an odd address
        assert errors.count(ABORTED) > 20 and set(errors) <= {ABORTED, NONE}
        case_of(rng).run(engine)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_reset_at_any_time(algorithm):
    """During the reset and after it, no output shows data; soon after, no data is left."""
    rng = random.Random(algorithm)
    engine = Engine(model(), rng, stalls=(0.2, 0.2))
    for case, _, arguments in jobs(engine, algorithm, rng):
        for wait in times(engine, arguments, rng, 8):
            engine.load_slot(1, case.key[:16] or bytes(16))
            engine.begin(**arguments)
            for _ in range(wait):
                engine.cycle()
            dut = engine.dut
            dut.drive(rst_ni=0, mem_gnt_i=0, mem_rvalid_i=0, reg_req_i=1, reg_we_i=0)
            engine.memory.forget()
            for cycle in range(4):
                for register in range(12, 32):
                    dut.reg_index_i = register
                    assert register in PUBLIC or dut.reg_rdata_o == 0
                assert (dut.mem_req_o, dut.mem_wdata_o, dut.irq_o) == (0, 0, 0)
                dut.cycle(0 if cycle == 0 else 1)
                if cycle == 1:
                    dut.rst_ni = 1
            dut.reg_req_i = 0
            assert [r for r in remains(dut, case.secrets()) if "memory_q" not in r] == []
            engine.wait()
            assert remains(dut, case.secrets()) == []
            assert engine.status("loaded") == 0 and engine.status("error") == NONE
        case_of(rng).run(engine)


@pytest.mark.parametrize("stalls", STALLS)
@pytest.mark.parametrize("segment", ["key", "nonce", "ad", "in", "tag", "out", "ctx"])
def test_bus_errors(segment, stalls):
    """The error occurs in every word of every segment, read or written."""
    rng = random.Random(segment)
    engine = Engine(model(), rng, stalls=stalls)
    for number, algorithm in enumerate((*ALGORITHMS, "ascon-128", "aes-128-ccm")):
        for case, decrypt, arguments in jobs(engine, algorithm, rng):
            saves, resumes = "save" in arguments, "resume" in arguments
            sizes = {name: len(arguments[name]) for name in ("key", "nonce", "ad")} | {
                "in": len(case.plaintext),
                "tag": 16 if algorithm in AEADS and not saves else 0,
                "ctx": 28 if saves or resumes else 0,
                "out": len(case.plaintext),
            }
            if algorithm in HASHES:
                sizes["out"] = arguments["out_len"]
            if not sizes[segment]:
                continue
            for at in {0, sizes[segment] - 1, rng.randrange(sizes[segment])}:
                engine.begin(**arguments, offsets=(0, 1, number % 4, 3, 0))
                engine.memory.broken = {engine.at[segment] + at & ~3}
                result = engine.end()
                assert result.error == BUS, (algorithm, arguments)
                assert remains(engine.dut, case.secrets()) == []
                if decrypt and algorithm in AEADS and segment != "out":
                    assert result.writes == []
                engine.memory.broken = set()
    case_of(rng).run(engine, 1)


def test_context_and_slots_are_wiped():
    """The wipe covers the context that a job reads, and a key from a slot; the slot's own key is wiped on command."""
    rng = random.Random(1)
    engine = Engine(model())
    for slot, size in ((1, 16), (2, 32)):
        case = Case.random(rng, "aes-128-ctr" if size == 16 else "aes-256-ctr", 0, 33)
        engine.load_slot(slot, case.key)
        case.run(engine, key=b"", key_slot=slot)
        assert remains(engine.dut, case.secrets(), slots=True) == []
        assert remains(engine.dut, case.secrets()) != []
        assert engine.status("loaded") >> slot - 1 & 1
    engine.write("slot", 1 | 1 << 2)
    assert engine.status("loaded") == 2
    engine.control("wipe_slots")
    assert engine.status("loaded") == 0
    assert remains(engine.dut, []) == []
