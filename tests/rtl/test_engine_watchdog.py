# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""vmb_engine on a memory that stops granting or answering: the job ends within Watchdog cycles, and leaves no data;
later answers are ignored.
"""

from __future__ import annotations

import random

import pytest

from tests.rtl.dut import build
from tests.rtl.engine import ABORTED, NONE, TIMEOUT, Engine
from tests.rtl.engine_cases import FOLDER, VARIANTS, Case, model, remains
from vambrace.hardware import rtl

PATIENCE = VARIANTS["passes"]["Watchdog"]
SLACK = 330  # cycles in which the memory of withheld words is cleared


class Stuck:
    """A memory that grants `grants` requests and then none, or answers `answers` of them and then none."""

    def __init__(self, engine: Engine, grants: int = 1 << 30, answers: int = 1 << 30) -> None:
        self.engine, self.grants, self.answers = engine, grants, answers
        self.owed: list[tuple[int, int]] = []

    def cycle(self) -> None:
        dut, memory = self.engine.dut, self.engine.memory
        answers = bool(self.owed) and self.answers > 0
        self.answers -= answers
        data, error = self.owed.pop(0) if answers else (0, 0)
        dut.drive(mem_rvalid_i=int(answers), mem_rdata_i=data, mem_err_i=error, mem_gnt_i=int(self.grants > 0))
        if dut.mem_req_o and self.grants > 0:
            self.grants -= 1
            self.owed.append(memory._serve(dut.mem_addr_o, dut.mem_we_o, dut.mem_be_o, dut.mem_wdata_o))
        dut.cycle()

    def until_idle(self, limit: int = 3000) -> int:
        for waited in range(limit):
            if not self.engine.dut.busy_o:
                return waited
            self.cycle()
        raise AssertionError("the engine is stuck")


@pytest.mark.parametrize("decrypt", [0, 1])
@pytest.mark.parametrize("what", ["grants", "answers"])
def test_a_memory_that_stops_ends_the_job(what, decrypt):
    """After every number of requests: error 7, no request is left on the bus, no data is left, and with a working
    memory the next job is right, although answers to this one arrive during it."""
    rng = random.Random(f"{what} {decrypt}")
    engine = Engine(model("passes"), two_passes=True)
    ended = []
    for count in range(40):
        case = Case.random(rng, "ascon-aead128", 5, 40, length=16)
        engine.begin(**case.arguments(decrypt))
        bus = Stuck(engine, **{what: count})
        cycles = bus.until_idle()
        ended.append(engine.status("error"))
        if ended[-1] == NONE:
            break
        assert ended[-1] == TIMEOUT
        assert cycles < 120 + PATIENCE + SLACK
        assert not engine.dut.mem_req_o
        assert remains(engine.dut, case.secrets()) == []
        if what == "answers":  # pending answers arrive while the next job runs
            case = Case.random(rng, "ascon-aead128", 5, 40, length=16)
            owed = bus.owed
            engine.begin(**case.arguments(decrypt))
            bus.owed, bus.answers = owed, 1 << 30
            bus.until_idle()
            case.check(engine, engine.end(), decrypt)
        engine.memory.forget()
        case = Case.random(rng, "aes-128-ccm", 3, 20, length=8)
        case.run(engine, decrypt)
    assert ended[-1] == NONE and len(ended) > 20


def test_slow_is_not_stuck():
    """The watchdog starts again with every grant and answer, and with every job."""
    engine = Engine(model("passes"))
    case = Case.random(random.Random(1), "ascon-aead128", 5, 40, length=16)
    for wait in (PATIENCE - 2, PATIENCE - 1):
        for _ in range(2):
            engine.begin(**case.arguments())
            bus = Stuck(engine, grants=0, answers=0)
            for _ in range(100):
                for _ in range(wait):
                    if engine.dut.busy_o:
                        bus.cycle()
                bus.grants = 1
                bus.answers = 1
                bus.cycle()
            case.check(engine, engine.end())


def test_the_watchdog_ends_an_abort():
    """The watchdog ends an abort's wait for a grant."""
    engine = Engine(model("passes"))
    case = Case.random(random.Random(2), "ascon-aead128", 5, 40, length=16)
    for what in ("grants", "answers"):
        engine.begin(**case.arguments())
        bus = Stuck(engine, **{what: 3})
        for _ in range(20):
            bus.cycle()
        engine.dut.drive(mem_gnt_i=0, mem_rvalid_i=0)
        assert not engine.write("control", 1)
        assert bus.until_idle() < PATIENCE + SLACK
        assert engine.status("error") in (ABORTED, TIMEOUT)
        assert remains(engine.dut, case.secrets()) == []
        bus.answers = 1 << 30
        for _ in range(4):
            bus.cycle()
        engine.memory.forget()
        case.run(engine)


def test_a_memory_that_stops_while_zeros_are_written():
    """The memory stops in the second pass: the job ends with error 7, which reports that plaintext may be left."""
    rng = random.Random(3)
    engine = Engine(model("passes"), two_passes=True)
    case = Case.random(rng, "ascon-aead128", 5, 1300, length=16)
    engine.begin(**case.arguments(1))
    engine.memory.rewritable = True
    last = engine.at["tag"] + 12

    def touch(address: int, write: int) -> None:
        if address == last:
            engine.memory.touch = None
            engine.memory.bytes[engine.at["in"] + 1290] ^= 1

    engine.memory.touch = touch
    while not (engine.memory.written and engine.memory.written[-1][2] == 0):
        engine.cycle()
    bus = Stuck(engine, grants=2)
    bus.owed = [answer for _, *answer in engine.memory._waiting]
    assert bus.until_idle() < 2 * PATIENCE + SLACK
    engine.memory.forget()
    result = engine.end()
    assert result.error == TIMEOUT and any(result.out)
    engine.memory.rewritable = False
    case.run(engine)


@pytest.mark.long("a model of its own")
def test_without_a_watchdog_the_engine_waits():
    engine = Engine(build("vmb_engine", tuple(rtl.core_files(FOLDER / "vmb_engine.core")), **SMALL, Watchdog=0))
    case = Case.random(random.Random(4), "ascon-aead128", 5, 40, length=16)
    engine.begin(**case.arguments())
    bus = Stuck(engine, grants=3)
    for _ in range(200_000):
        bus.cycle()
    assert engine.dut.busy_o and engine.dut.mem_req_o
    bus.grants = 1 << 30
    bus.until_idle()
    case.check(engine, engine.end())


SMALL = {"Chacha": 0, "Aes": 0, "AsconV12": 0, "AsconHash": 0, "HoldWords": 0}


@pytest.mark.parametrize("recovers", [True, False])
def test_a_memory_that_stops_in_the_second_pass(recovers):
    """Its output is overwritten, if the memory works again by then; otherwise the job ends anyway."""
    rng = random.Random(5)
    engine = Engine(model("passes"), two_passes=True)
    left = 0
    for count in (1, 2, 5, 20, 60, 150, 400, 640):  # requests of the second pass before it stops
        case = Case.random(rng, "ascon-aead128", 5, 1300, length=16)
        engine.begin(**case.arguments(1))
        engine.memory.rewritable = True
        engine.memory.bytes |= dict.fromkeys(range(engine.at["out"], engine.at["out"] + 1300), 0xEE)
        bus = Stuck(engine)
        tag = engine.at["tag"] + 12
        while not (engine.dut.mem_req_o and engine.dut.mem_addr_o == tag):
            bus.cycle()
        bus.grants = count + 1
        while bus.grants:
            bus.cycle()
        for _ in range(PATIENCE + 20):  # of which some pass before the next request
            bus.cycle()
        bus.grants = 1 << 30 if recovers else 0
        bus.until_idle()
        result = engine.end()
        assert result.error == TIMEOUT
        assert remains(engine.dut, case.secrets()) == []
        left += result.out != bytes([0xEE]) * 1300 and any(result.out)
        if recovers:
            assert set(result.out) in ({0}, {0xEE}), count
        engine.memory.rewritable = False
        engine.memory.forget()
        case.run(engine, 1)
    assert recovers or left > 4
