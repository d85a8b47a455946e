# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""vmb_engine with Hardened: a job that a fault stops ends with error 8 and an alert, and leaves no data."""

from __future__ import annotations

import random

import pytest

from tests.rtl.dut import Dut, build
from tests.rtl.engine import ABORTED, FAULT, Engine, Memory
from tests.rtl.engine_cases import FOLDER, remains
from tests.rtl.engine_pio import PioEngine
from tests.rtl.test_engine_hardened import AnyMemory, flip, forged, paths, small

#: Cycles without progress, for 9 words of the unverified plaintext buffer; and those of a job with its wipe.
QUIET, JOB = 2047, 250

#: A state of vmb_hold.
GIVES = 2

#: Registers that could keep a job from ending, and their bits.
STOPS = {
    "u_reader.busy_q": 1,
    "u_reader.asked_q": 2,
    "u_reader.to_give_q": 32,
    "u_feeder.segment_q": 3,
    "u_gather.full_q": 1,
    "u_gather.final_q": 1,
    "u_scatter.lanes_q": 16,
    "u_regs.words_q": 96,
    "u_regs.job_q": 28,
    "u_sequencer.report_q": 1,
    "u_ascon.open_q": 1,
    "u_ascon.busy_q": 1,
}


class SlowMemory(AnyMemory):
    """A memory that allows a fault to withdraw a request."""

    def step(self, dut: Dut) -> None:
        self._held = None
        super().step(dut)


class Watched(Engine):
    """Counts alerts."""

    alerts = 0

    def cycle(self) -> None:
        super().cycle()
        self.alerts += self.dut.alert_o

    def releases(self) -> bool:
        return self.dut.registers()[paths(self, "u_hold.state_q")[0]] == GIVES

    def ends(self, limit: int) -> bool:
        """Return whether software sees the end of the job."""
        for _ in range(limit):
            if not self.dut.busy_o and not self.status("busy"):
                return True
            self.cycle()
        return False


def flipped(engine: Engine, register: str, bit: int) -> bool:
    """Flip a bit; return whether it differs for a cycle in a running job: not if the register is written in this
    cycle."""
    path = paths(engine, register)[0]
    before = engine.dut.registers()[path]
    flip(engine, path, bit)
    return bool(engine.dut.busy_o) and engine.dut.registers()[path] == before ^ 1 << bit


@pytest.mark.parametrize("register", STOPS)
def test_no_flip_stops_a_job(register):
    """A flip at any time of a job, with a wrong or a right tag; at most the next job fails, too."""
    rng = random.Random(register)
    case = forged(rng)
    tried = stopped = 0
    for number in range(80):
        engine = Watched(small(1))
        engine.memory = AnyMemory()
        tag = case.sealed[1] if number % 2 else rng.randbytes(16)
        engine.begin(**case.arguments(1) | {"tag": tag})
        for _ in range(rng.randrange(80)):
            engine.cycle()
        if not flipped(engine, register, rng.randrange(STOPS[register])):
            continue
        tried += 1
        began = engine.dut.cycles
        assert engine.ends(QUIET + JOB), (register, number)
        fault = engine.status("error") == FAULT
        assert engine.alerts == fault
        if engine.dut.cycles - began > QUIET:
            stopped += 1
            assert fault
            assert remains(engine.dut, case.secrets()) == []
        engine.job(**case.arguments(1))  # after its wipe, a flip may stay, and fail this one
        engine.memory = Memory()
        case.run(engine, 1)
    assert tried > 10
    assert stopped > 0 or register not in ("u_reader.busy_q", "u_gather.full_q")


@pytest.mark.parametrize(("register", "bits"), [("u_hold.left_q", 32), ("u_hold.first_q", 2)])
def test_no_flip_releases_additional_plaintext(register, bits):
    """While verified plaintext waits for a slow memory: the job ends with an error."""
    rng = random.Random(register)
    case = forged(rng)
    tried = 0
    for number in range(40):
        engine = Watched(small(1))
        engine.memory = SlowMemory(random.Random(number), (0.7, 0.3))
        engine.begin(**case.arguments(1))
        while not engine.releases():
            engine.cycle()
        for _ in range(rng.randrange(12)):
            engine.cycle()
        if not (flipped(engine, register, rng.randrange(bits)) and engine.releases()):
            continue
        tried += 1
        assert engine.ends(JOB)
        assert (engine.status("error"), engine.alerts) == (FAULT, 1)
        assert remains(engine.dut, case.secrets()) == []
    assert tried > 10


#: Registers of vmb_port that count pending requests, and their encodings.
COUNT = {
    "waiting_q": (2, lambda n: n),
    "gen_hardened.copy_q": (2, lambda n: 3 - n),
    "gen_hardened.parity_q": (1, lambda n: n.bit_count() & 1),
}


@pytest.mark.parametrize("unanswered", [0, 1, 2])
@pytest.mark.parametrize(("register", "bit"), [(r, i) for r, (bits, _) in COUNT.items() for i in range(bits)])
def test_a_flip_in_the_count_of_the_port_is_corrected(register, bit, unanswered):
    """The first evaluation of a model follows its registers, whatever their values."""
    dut = Dut(build("vmb_port", (FOLDER / "vmb_port.sv",), Hardened=1))
    dut.drive(rst_ni=1)
    for name, (_, value) in COUNT.items():
        dut.force(name, value(unanswered) ^ (name == register) << bit)
    dut.force("locked_q", 0)
    dut.drive(read_i=1)
    assert (dut.idle_o, dut.req_o) == (unanswered == 0, unanswered < 2)
    dut.drive(rvalid_i=1)
    assert dut.last_o == (unanswered == 1)
    dut.drive(rvalid_i=0, read_i=0)
    dut.cycle()
    assert [dut.registers()[name] for name in COUNT] == [value(unanswered) for _, value in COUNT.values()]


@pytest.mark.long("a model of its own")
def test_software_may_take_its_time():
    """Without a memory port, a job that waits for a word is not stopped; an abort ends it."""
    engine = PioEngine(small(1, Dma=0))
    case = forged(random.Random(1))
    for patient in (True, False):
        engine.begin(**case.arguments(1))
        for _ in range(2 * QUIET):
            engine.cycle()
        assert engine.dut.busy_o
        if patient:
            case.check(engine, engine.end(), 1)
        else:
            engine.control("abort")
            engine.wait()
            assert engine.status("error") == ABORTED


@pytest.mark.long("a model of its own")
def test_a_memory_may_take_its_time():
    """Watchdog limits the time of the memory; without it there is no limit."""
    engine = Engine(small(1, Watchdog=0))
    case = forged(random.Random(2))
    step = engine.memory.step
    for answers in (True, False):
        engine.begin(**case.arguments(1))
        for _ in range(10):
            engine.cycle()
        if answers:
            engine.memory.step = lambda dut: dut.drive(mem_gnt_i=0, mem_rvalid_i=0)
            for _ in range(2 * QUIET):
                engine.cycle()
            assert engine.dut.busy_o
            engine.memory.step = step
        case.check(engine, engine.end(), 1)
