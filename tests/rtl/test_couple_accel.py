# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""vmb_couple_accel: every instruction over a register port that answers at any pace, other instructions, and waits that
an interrupt ends."""

from __future__ import annotations

import functools
import random

import pytest

from tests.rtl.checks import checked
from tests.rtl.dut import Dut, build
from tests.rtl.registers_model import REFUSES_READS, REFUSES_WRITES, Registers
from vambrace.base.paths import root
from vambrace_dev import registers as regs

JOB, STATUS = regs.offsets()["job"] // 4, regs.offsets()["status"] // 4
REFUSED = 1 << 31
DIN, DOUT = regs.offsets()["din"] // 4, regs.offsets()["dout"] // 4
RUN, GO, WAIT, GET, PUT, FEED2, FEED, TAKE = range(0x20, 0x28)


@functools.cache
def _model(**parameters: int | str):
    folder = root() / "rtl"
    files = (
        folder / "engine" / "vmb_engine_regs_pkg.sv",
        folder / "couple" / "vmb_couple_decode.sv",
        folder / "couple" / "vmb_couple_accel.sv",
        root() / "tests" / "rtl" / "couple.vlt",
    )
    return build("vmb_couple_accel", checked(*files), **parameters)


def _instruction(funct7: int, funct3: int, rd: int = 0, rs1: int = 0, rs2: int = 0, opcode: int = 0x0B) -> int:
    return funct7 << 25 | rs2 << 20 | rs1 << 15 | funct3 << 12 | rd << 7 | opcode


def _legal(instruction: int) -> bool:
    rd, rs1, rs2 = instruction >> 7 & 31, instruction >> 15 & 31, instruction >> 20 & 31
    shape = instruction >> 25, instruction >> 12 & 7
    if instruction & 0x7F != 0x0B:
        return False
    return (
        (shape[0] < 6 and shape[1] == 3 and rd == 0)
        or (shape in ((RUN, 6), (GO, 6), (GET, 6)) and rs2 == 0)
        or (shape == (WAIT, 4) and rs1 == rs2 == 0)
        or shape == (PUT, 7)
        or (shape in ((PUT, 3), (FEED2, 3)) and rd == 0)
        or (shape == (FEED, 2) and rd == rs2 == 0)
        or (shape == (TAKE, 4) and rs1 == rs2 == 0)
    )


@pytest.mark.parametrize("user_mode", [0, 1])
def test_accepts_only_its_own_instructions(user_mode):
    """Of machine mode, or of every mode; instructions of other modes do not reach the engine."""
    dut = Dut(_model(UserMode=user_mode))
    dut.reset()
    rng = random.Random(1)
    tried = [_instruction(f7, f3, rd, rs1, rs2) for f7 in range(0x30) for f3 in range(8)
             for rd, rs1, rs2 in ((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1), (5, 6, 7))]  # fmt: skip
    tried += [rng.getrandbits(25) << 7 | rng.choice((0x0B, 0x2B, 0x33, 0x13, 0x0A)) for _ in range(2000)]
    accepted = 0
    for instruction in tried:
        dut.drive(instr_i=instruction, privileged_i=1)
        assert dut.accept_o == _legal(instruction), hex(instruction)
        accepted += dut.accept_o
        dut.drive(privileged_i=0, valid_i=1)
        assert dut.accept_o == dut.reg_req_o == (_legal(instruction) and user_mode), hex(instruction)
        dut.valid_i = 0
    assert accepted > 30


def test_instructions_with_another_opcode():
    dut = Dut(_model(Opcode="7'h5b"))
    dut.reset()
    for opcode in (0x0B, 0x5B):
        dut.drive(instr_i=_instruction(GET, 6, 1, 2, opcode=opcode), privileged_i=1)
        assert dut.accept_o == (opcode == 0x5B)


class _Port:
    """The processor's side: an instruction is shown until it is done."""

    def __init__(self, seed: int | None) -> None:
        self.dut = Dut(_model(), seed=seed or 1)
        self.dut.reset()
        self.dut.privileged_i = 1
        self.registers = Registers(self.dut, random.Random(seed) if seed else None)
        self.registers.words[STATUS] = 0

    def step(self) -> int | None:
        done = self.registers.answer()
        ready, result = self.dut.ready_o, self.dut.result_o
        if done:
            self.registers.commit()
        self.dut.cycle()
        return result if ready else None

    def do(self, instruction: int, rs1: int = 0, rs2: int = 0, limit: int = 50) -> int:
        self.dut.drive(valid_i=1, instr_i=instruction, rs1_i=rs1, rs2_i=rs2)
        for _ in range(limit):
            result = self.step()
            if result is not None:
                self.dut.valid_i = 0
                return result
        raise AssertionError("the instruction does not end")


@pytest.mark.parametrize("seed", [None, 1, 2, 3])
def test_registers(seed):
    port = _Port(seed)
    rng = random.Random(seed)
    words = list(port.registers.words)
    for n in range(6):
        even, odd = rng.getrandbits(32), rng.getrandbits(32)
        port.do(_instruction(n, 3, 0, 5, 6), even, odd)
        words[2 * n : 2 * n + 2] = even, odd
    for _ in range(100):
        index, word = rng.choice((rng.randrange(32), rng.randrange(32), rng.getrandbits(32))), rng.getrandbits(32)
        before = len(port.registers.writes), len(port.registers.reads)
        if rng.randrange(2):
            bad = index > 31 or index in REFUSES_WRITES
            assert port.do(_instruction(PUT, 7, 1, 2, 3), index, word) == (REFUSED if bad else 0)
            if not bad:
                words[index] = word
            assert len(port.registers.writes) == before[0] + (index < 32)
        else:
            bad = index > 31 or index in REFUSES_READS
            assert port.do(_instruction(GET, 6, 1, 2), index) == (0 if bad else words[index])
            assert len(port.registers.reads) == before[1] + (index < 32)
    assert port.registers.words == words


@pytest.mark.parametrize("seed", [None, 1, 2, 3])
def test_input_and_output_words(seed):
    """Two input words take two accesses, in their order; an output word is that of DOUT, or 0 if DOUT rejects the
    read."""
    port = _Port(seed)
    rng = random.Random(seed)
    port.registers.words[DOUT] = 0x1234
    for _ in range(30):
        port.registers.writes.clear()
        a, b = rng.getrandbits(32), rng.getrandbits(32)
        port.do(_instruction(FEED2, 3, 0, 1, 2), a, b)
        port.do(_instruction(FEED, 2, 0, 1), b, a)
        port.do(_instruction(PUT, 3, 0, 1, 2), JOB, a)
        port.do(_instruction(PUT, 3, 0, 1, 2), 32, a)
        assert port.registers.writes == [(DIN, a), (DIN, b), (DIN, b), (JOB, a)]
        assert port.do(_instruction(TAKE, 4, 3)) == 0x1234
    assert set(port.registers.reads) == {DOUT}
    port.dut.drive(valid_i=1, instr_i=_instruction(TAKE, 4, 3), reg_ready_i=1, reg_fault_i=1, reg_rdata_i=5)
    assert port.dut.ready_o and port.dut.result_o == 0


@pytest.mark.parametrize("seed", [None, 1, 2, 3])
@pytest.mark.parametrize("how", ["run", "go and wait"])
def test_jobs(seed, how):
    """JOB is written once; the result is STATUS at the end of the job."""
    port = _Port(seed)
    for status in (0, 2, 0xE):
        port.registers.writes.clear()
        port.registers.words[STATUS] = status | 1
        if how == "run":
            port.dut.drive(valid_i=1, instr_i=_instruction(RUN, 6, 1, 2), rs1_i=0x1234)
        else:
            assert port.do(_instruction(GO, 6, 1, 2), 0x1234) == 0
            port.dut.drive(valid_i=1, instr_i=_instruction(WAIT, 4, 1))
        assert [port.step() for _ in range(40)] == [None] * 40
        port.registers.words[STATUS] = status
        results = [port.step()]
        while results[-1] is None:
            results.append(port.step())
            assert seed is not None and len(results) < 30
        assert results[-1] == status
        port.dut.valid_i = 0
        port.step()
        assert port.registers.writes == [(JOB, 0x1234)]


@pytest.mark.parametrize("seed", [None, 4])
def test_an_interrupt_ends_a_wait(seed):
    port = _Port(seed)
    port.registers.words[STATUS] = 1
    port.dut.irq_pending_i = 1
    assert port.do(_instruction(RUN, 6, 1, 2), 0x99) == 1
    assert port.do(_instruction(WAIT, 4, 1)) == 1
    port.registers.words[STATUS] = 0
    assert port.do(_instruction(WAIT, 4, 1)) == 0
    assert port.registers.writes == [(JOB, 0x99)]


def test_a_rejected_job_is_reported_at_once():
    port = _Port(None)
    refusing = REFUSES_WRITES | {JOB}
    port.registers.words[STATUS] = 1
    dut = port.dut
    for funct7 in (RUN, GO):
        dut.drive(valid_i=1, instr_i=_instruction(funct7, 6, 1, 2), rs1_i=7, reg_ready_i=1, reg_fault_i=1)
        assert dut.reg_index_o in refusing and dut.ready_o and dut.result_o == REFUSED
        dut.cycle()
        dut.valid_i = 0
        dut.cycle()


STARTS = {"run": (RUN, 6, 0x5678), "go": (GO, 6, 0x5678), "put": (PUT, 7, JOB)}


def _refused_set(port: _Port, n: int) -> None:
    """A `set` while a job runs, at a port that answers late, is rejected in the cycle of its answer."""
    port.dut.drive(valid_i=1, instr_i=_instruction(n, 3, 0, 5, 6), reg_ready_i=0, reg_fault_i=1)
    assert not port.dut.ready_o
    port.dut.cycle()
    port.dut.reg_ready_i = 1
    assert port.dut.ready_o
    port.dut.cycle()
    port.dut.drive(valid_i=0, reg_fault_i=0)
    port.dut.cycle()


@pytest.mark.parametrize("seed", [None, 1])
@pytest.mark.parametrize("start", STARTS)
def test_no_job_starts_after_a_rejected_set(start, seed):
    """Its registers may be those of the job before. Other instructions, and a set that succeeds, do not hide it."""
    port = _Port(seed)
    funct7, funct3, rs1 = STARTS[start]
    instruction = _instruction(funct7, funct3, 1, 2, 3 if funct7 == PUT else 0)
    for n in range(6):
        _refused_set(port, n)
        port.do(_instruction((n + 1) % 6, 3, 0, 5, 6), 1, 2)
        assert port.do(_instruction(WAIT, 4, 1)) == 0
        assert port.do(_instruction(GET, 6, 1, 2), 0) == port.registers.words[0]
        assert port.do(_instruction(PUT, 7, 1, 2, 3), 14, 9) == 0
        port.registers.writes.clear()
        assert port.do(instruction, rs1, 0x5678) == REFUSED
        assert port.registers.writes == []
        assert port.do(instruction, rs1, 0x5678) == 0  # no further access
        assert port.registers.writes == [(JOB, 0x5678)]


def test_only_a_rejected_set_prevents_a_job():
    """Neither an unknown instruction nor another rejection hides it; a reset clears it."""
    port = _Port(None)
    port.dut.drive(instr_i=_instruction(0, 3, 0, 5, 6), reg_ready_i=1, reg_fault_i=1)  # not valid
    port.dut.cycle()
    for instruction, rs1 in (
        (_instruction(PUT, 7, 1, 2, 3), 13),
        (_instruction(GET, 6, 1, 2), 12),
        (_instruction(GET, 6, 1, 2), 99),
    ):
        port.do(instruction, rs1)
    assert port.do(_instruction(GO, 6, 1, 2), 7) == 0
    _refused_set(port, 2)
    port.dut.reset()
    assert port.do(_instruction(GO, 6, 1, 2), 7) == 0


WORDS = {"feed": (FEED, 2), "feed2": (FEED2, 3), "take": (TAKE, 4)}


@pytest.mark.parametrize("name", WORDS)
def test_an_instruction_that_waits_for_a_word_can_be_cancelled(name):
    """An instruction is cancelled again and again; each word is transferred once, in its order, and only a waiting
    instruction may be cancelled."""
    dut = Dut(_model())
    dut.reset()
    dut.drive(privileged_i=1, irq_pending_i=1)
    funct7, funct3 = WORDS[name]
    instruction = _instruction(funct7, funct3, 3 if funct7 == TAKE else 0, 1, 2 if funct7 == FEED2 else 0)
    if funct7 == TAKE:
        instruction = _instruction(TAKE, 4, 3)
    rng = random.Random(name)
    seen: list[int] = []
    for number in range(60):
        words = [rng.getrandbits(32), rng.getrandbits(32)]
        expected = words[: 2 if name == "feed2" else 1]
        seen.clear()
        done = False
        while not done:
            dut.drive(valid_i=1, instr_i=instruction, rs1_i=words[0], rs2_i=words[1])
            while True:
                dut.drive(reg_ready_i=int(rng.random() < 0.3), reg_rdata_i=words[0])
                if dut.reg_ready_i:
                    assert not dut.retry_o
                    seen.append(dut.result_o if name == "take" else dut.reg_wdata_o)
                    done = bool(dut.ready_o)
                    dut.cycle()
                    if done:
                        break
                    continue
                assert dut.retry_o and not dut.ready_o
                taken_back = rng.random() < 0.3
                dut.cycle()
                if taken_back:
                    break
            if not done:  # a handler, which may access the engine
                dut.valid_i = 0
                dut.cycle()
                assert not dut.retry_o and not dut.reg_req_o
                if number % 2:
                    dut.drive(valid_i=1, instr_i=_instruction(GET, 6, 1, 2), rs1_i=STATUS, reg_ready_i=1)
                    assert dut.ready_o and not dut.retry_o
                    dut.cycle()
        dut.valid_i = 0
        dut.cycle()
        assert seen == expected


@pytest.mark.parametrize("between", ["set", "go", "post", "put", "feed", "take"])
def test_half_of_a_feed2_belongs_to_its_job(between):
    """Another use of the engine before the instruction is executed again discards the first word."""
    port = _Port(None)
    dut = port.dut
    dut.drive(valid_i=1, instr_i=_instruction(FEED2, 3, 0, 1, 2), rs1_i=11, rs2_i=22, reg_ready_i=1)
    dut.cycle()
    dut.drive(reg_ready_i=0)
    assert dut.retry_o and dut.reg_wdata_o == 22
    dut.cycle()
    dut.valid_i = 0
    dut.cycle()
    forms = {"set": (0, 3, 0, 1, 2), "go": (GO, 6, 1, 2), "post": (PUT, 3, 0, 1, 2), "put": (PUT, 7, 1, 1, 2),
             "feed": (FEED, 2, 0, 1), "take": (TAKE, 4, 1)}  # fmt: skip
    port.do(_instruction(*forms[between]), 14, 1)
    port.registers.writes.clear()
    port.do(_instruction(FEED2, 3, 0, 1, 2), 33, 44)
    assert port.registers.writes == [(DIN, 33), (DIN, 44)]


def test_only_an_instruction_that_waits_for_a_word_can_be_cancelled():
    dut = Dut(_model())
    dut.reset()
    dut.drive(privileged_i=1, valid_i=1, reg_rdata_i=1)
    for form in ((0, 3, 0, 1, 2), (RUN, 6, 1, 2), (GO, 6, 1, 2), (WAIT, 4, 1), (GET, 6, 1, 2), (PUT, 7, 1, 2, 3)):
        dut.instr_i = _instruction(*form)
        assert dut.accept_o and not dut.ready_o and not dut.retry_o
    dut.drive(instr_i=_instruction(FEED, 2, 0, 1), privileged_i=0)
    assert not dut.retry_o
