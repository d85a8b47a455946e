# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""vmb_engine with Bindings: messages around the ends of their sections are opened in two bound passes, and an event in
any of their cycles leaves verified plaintext, or zeros.
"""

from __future__ import annotations

import random

import pytest

from tests.rtl.dut import build
from tests.rtl.engine import ABORTED, ARGUMENT, BUS, FIELDS, NONE, POLICY, TAG, TIMEOUT, Engine
from tests.rtl.engine_bound import HELD, LONGEST, SECTION, at_request, requests, second, unverified
from tests.rtl.engine_cases import AEADS, FAST_AEADS, FOLDER, VARIANTS, Case, model, remains
from vambrace.hardware import rtl

AROUND = sorted(
    {n + d for n in range(0, LONGEST + 1, SECTION) for d in (-17, -1, 0, 1, 8, 16)} & set(range(LONGEST + 1))
)


def opens(engine: Engine, rng: random.Random, algorithm: str, lengths, ad: int = 9) -> None:
    for number, length in enumerate(lengths):
        case = Case.random(rng, algorithm, ad, length, length=16)
        case.run(engine, 1, offsets=(0, number % 3, number // 4 % 4, number % 4, number % 2), in_place=number % 5 == 4)
        tag = [cycle for cycle, at, _ in engine.memory.requests if at >> 18 == engine.at["tag"] >> 18]
        assert len(tag) == (4 + number % 2) * (1 + (length > HELD))
        assert remains(engine.dut, case.secrets()) == []


@pytest.mark.parametrize("stalls", [(0.0, 0.0), (0.5, 0.3)])
@pytest.mark.parametrize("algorithm", AEADS)
def test_messages_around_the_ends_of_sections(algorithm, stalls):
    rng = random.Random(algorithm)
    opens(Engine(model("bound"), rng, stalls=stalls, two_passes=True), rng, algorithm, AROUND)


@pytest.mark.long("every length, associated data of every length")
@pytest.mark.parametrize("algorithm", AEADS)
def test_messages_of_every_length(algorithm):
    rng = random.Random(algorithm)
    engine = Engine(model("bound"), rng, stalls=(0.3, 0.2), two_passes=True)
    for ad in (0, 1, 16, 33):
        opens(engine, rng, algorithm, range(LONGEST + 1), ad)


@pytest.mark.parametrize("bits", [64, 128])
@pytest.mark.long("engines with a wider port")
def test_a_wider_port(bits):
    wide = {**VARIANTS["bound"], "PortBits": bits, "Hardened": 1, "Contexts": 1, "HoldWords": 13, "Bindings": 2}
    engine = Engine(build("vmb_engine", tuple(rtl.core_files(FOLDER / "vmb_engine.core")), **wide), two_passes=True)
    rng = random.Random(bits)
    for algorithm in AEADS:
        for number, length in enumerate(range(145)):
            case = Case.random(rng, algorithm, 9, length, length=16)
            case.run(engine, 1, offsets=(0, 0, number // 16 % 16, number % 16, 0))
    case = Case.random(rng, "ascon-aead128", 9, 145, length=16)
    assert engine.job(**case.arguments(1)).error == ARGUMENT


def test_longer_messages_are_rejected():
    """Before anything is read; the same for a message in two passes without POLICY.two_passes, with error 9."""
    rng = random.Random(1)
    engine = Engine(model("bound"), two_passes=True)
    low, width = FIELDS["features2"]["bindings"]
    bindings = engine.read("features2")[0] >> low & (1 << width) - 1
    assert (bindings, engine.read("features")[0] >> 16) == (3, VARIANTS["bound"]["HoldWords"])
    for algorithm in FAST_AEADS:
        for length in (LONGEST + 1, LONGEST + 16, LONGEST + SECTION, 5000):
            case = Case.random(rng, algorithm, 3, length, length=16)
            result = engine.job(**case.arguments(1))
            assert (result.error, engine.memory.requests) == (ARGUMENT, [])
            case.run(engine, 0)
        engine.allow(early=1, memory_keys=1)
        case = Case.random(rng, algorithm, 3, HELD + 1, length=16)
        result = engine.job(**case.arguments(1))
        assert (result.error, engine.memory.requests) == (POLICY, [])
        engine.allow(two_passes=1, early=1, memory_keys=1)
        case.run(engine, 1)


@pytest.mark.parametrize("algorithm", FAST_AEADS)
def test_no_section_is_written_before_its_end_is_read(algorithm):
    """And no other word is written until the next one ends."""
    engine = Engine(model("bound"), two_passes=True)
    case = Case.random(random.Random(algorithm), algorithm, 3, LONGEST, length=16)
    made = requests(engine, case)
    for number in range(LONGEST // SECTION):
        low = engine.at["out"] + number * SECTION
        first = next(i for i, (_, at, write) in enumerate(made) if write and low <= at < low + SECTION)
        last = max(i for i, (_, at, _) in enumerate(made) if at == engine.at["in"] + (number + 1) * SECTION - 4)
        assert second(engine, made) < last < first
        writes = {at for _, at, write in made[:first] if write}
        assert writes == set(range(engine.at["out"], low, 4))


@pytest.mark.parametrize("how", ["bus", "abort", "reset", "late"])
@pytest.mark.parametrize("algorithm", FAST_AEADS)
def test_an_event_at_any_request(algorithm, how):
    """A bus error at a request of either pass, an abort, a reset, or a memory that no longer grants: what had been
    written is plaintext, and is replaced with zeros, except after a reset.
    """
    rng = random.Random(f"{algorithm} {how}")
    engine = Engine(model("bound"), two_passes=True)
    case = Case.random(rng, algorithm, 9, 3 * SECTION + 5, length=16)
    made = requests(engine, case, offsets=(0, 0, 1, 2, 0))
    passed, some = second(engine, made), 0
    for number in range(1 + rng.randrange(3), len(made), 4):
        engine.begin(**case.arguments(1), offsets=(0, 0, 1, 2, 0))
        happened: list[int] = []
        at_request(engine, number, lambda h=happened: h.append(1))
        while not happened and engine.dut.busy_o:
            if how == "bus" and len(engine.memory.requests) == number - 1:
                engine.memory.broken = {made[number - 1][1] + i for i in range(4)}
            engine.cycle()
        engine.memory.touch = None
        engine.memory.broken = set()
        if how == "abort":
            engine.control("abort")
        if how == "late":
            engine.memory.stalls, engine.memory.rng = (1.0, 0.0), random.Random(1)
            for _ in range(200):
                if not engine.dut.busy_o:
                    break
                withdrawn = engine.memory._held is not None and not engine.dut.mem_req_o
                engine.memory._held = None if withdrawn else engine.memory._held
                engine.cycle()
            engine.memory.forget()
        if how == "reset":
            assert unverified(engine, case) == []
            some += number > passed and bool(engine.memory.written)
            engine.reset()
        else:
            result = engine.end()
            assert result.error in ({"bus": BUS, "abort": ABORTED, "late": TIMEOUT}[how], NONE)
            assert unverified(engine, case) == []
            some += bool(result.writes) and result.error != NONE
            assert result.error == NONE or how == "late" or not result.writes or not any(result.out)
        engine.memory.rng, engine.memory.stalls = None, (0.4, 0.3)
        assert remains(engine.dut, case.secrets()) == []
        requests(engine, case)
    assert some


@pytest.mark.parametrize("algorithm", FAST_AEADS)
def test_a_wrong_tag_writes_nothing(algorithm):
    rng = random.Random(algorithm)
    engine = Engine(model("bound"), two_passes=True)
    for length in (SECTION, SECTION + 1, HELD + 1, 2 * SECTION, LONGEST):
        case = Case.random(rng, algorithm, 9, length, length=16)
        wrong = (int.from_bytes(case.sealed[1], "little") ^ 1 << rng.randrange(128)).to_bytes(16, "little")
        result = engine.job(**case.arguments(1) | {"tag": wrong})
        assert (result.error, result.writes) == (TAG, [])
        assert remains(engine.dut, case.secrets()) == []
