# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""vmb_couple_wb, vmb_couple_apb and vmb_couple_ahb against the rules of their buses, over a register port that answers
at any pace: each access reaches it once and in order, and a rejected access, or one outside of the registers, is an
error without effect."""

from __future__ import annotations

import functools
import random
from collections import deque

import pytest

from tests.rtl import registers_model
from tests.rtl.bus_masters import BUSES, SIZES, Master
from tests.rtl.checks import checked
from tests.rtl.dut import Dut, build
from tests.rtl.registers_model import Access, Registers
from vambrace.base.paths import root

SEEDS = [None, *range(1, 7)]  # None: no waits
COUNT = 300


@functools.cache
def model(bus: str, **more: int):
    name, parameters, _ = BUSES[bus]
    return build(name, checked(root() / "rtl" / "couple" / f"{name}.sv"), **parameters, **more)


def _access(bus: str, rng: random.Random) -> Access:
    write, enable, address, word = registers_model.random_access(rng)
    if bus == "ahb":  # a byte, a half word or a word, at a multiple of its size
        enable = enable if enable in SIZES else 1
        address -= address % (1 << SIZES.get(enable, 0))
    if bus == "apb" and not write:
        enable = 15  # a read has no strobes
    if bus.startswith("wb"):
        address -= address % 4
    return write, enable, address, word


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("bus", BUSES)
def test_accesses(bus, seed):
    dut = Dut(model(bus), seed=seed or 1)
    dut.reset()
    rng, pace = random.Random(seed or 99), random.Random(seed) if seed else None
    master: Master = BUSES[bus][2](dut, rng=pace)
    registers = Registers(dut, pace)
    words = list(registers.words)
    expected: deque[tuple[int, int]] = deque()
    reaching: deque[tuple[int, int, int]] = deque()  # index, write, word
    access = None
    begun = answered = cycles = errors = 0
    while answered < COUNT:
        if access is None and begun < COUNT and (pace is None or pace.random() < 0.7):
            access = _access(bus, rng)
            begun += 1
            write, enable, address, word = access
            if not registers_model.outside(enable, address):
                reaching.append((address // 4, write, word * write))
        master.offer(access)
        done = registers.answer()
        taken, answer = master.look()
        if taken and master.same:
            expected.append(registers_model.expected(words, access))
        if answer is not None:
            assert answer == expected.popleft()
            answered += 1
            errors += answer[1]
        if taken and not master.same:
            expected.append(registers_model.expected(words, access))
        if done:
            asked = dut.reg_index_o, dut.reg_we_o, dut.reg_wdata_o * dut.reg_we_o
            assert asked == reaching.popleft()
            registers.commit()
        if taken:
            access = None
        dut.cycle()
        cycles += 1
        assert cycles < 4000
    assert registers.words == words and not expected and not reaching
    if seed is None:
        waits = errors if bus == "ahb" else 0  # an error has a second cycle
        assert cycles == COUNT * master.per_access + (0 if master.same else 1) + waits


WORD = 0xA5C3_5A3C


@pytest.mark.parametrize("reset", [False, True], ids=["taken", "reset"])
@pytest.mark.parametrize("bus", BUSES)
def test_no_word_is_kept_after_its_answer(bus, reset):
    """A stored word, read or written, is cleared after its answer, and after a reset."""
    stored = 0
    for write in (0, 1):
        dut = Dut(model(bus))
        dut.reset()
        master = BUSES[bus][2](dut)
        access: Access | None = (write, 15, 0x48, WORD)
        dut.reg_ready_i = 1
        for _ in range(4):
            master.offer(access)
            dut.reg_rdata_i = WORD if dut.reg_req_o and not write else 0
            taken, answer = master.look()
            if taken:
                access = None
            stored += WORD in dut.registers().values()
            if reset and stored:
                break
            dut.cycle()
            if answer:
                break
        dut.reg_rdata_i = 0
        master.offer(None)
        if reset:
            dut.drive(rst_ni=0, **({"cyc_i": 0} if "cyc_i" in dut else {}))
            dut.cycle()
            dut.rst_ni = 1
            dut.cycle()
        assert WORD not in dut.registers().values()
    assert stored == (1 if bus.startswith("wb") else 0)  # the others answer while the registers do


@pytest.mark.parametrize("bus", ["wb", "wb-standard"])
def test_a_wishbone_cycle_that_ends_early_has_no_answer(bus):
    """The next cycle has an answer of its own."""
    dut = Dut(model(bus))
    dut.reset()
    dut.drive(reg_ready_i=1, reg_rdata_i=WORD, cyc_i=1, stb_i=1, sel_i=15)
    dut.cycle()
    dut.drive(cyc_i=0, stb_i=0)
    assert not dut.ack_o and not dut.err_o
    dut.cycle()
    dut.drive(cyc_i=1, stb_i=1, sel_i=1)
    assert not dut.ack_o and not dut.err_o
    dut.cycle()
    dut.stb_i = int(bus == "wb-standard")
    assert dut.err_o and not dut.ack_o


def test_each_beat_of_an_ahb_burst_is_one_access():
    """NONSEQ, SEQ, BUSY, SEQ."""
    dut = Dut(model("ahb"))
    dut.reset()
    dut.drive(hsel_i=1, hready_i=1, hsize_i=2, hwrite_i=0, reg_ready_i=1)
    seen = []
    for htrans, address in ((2, 0), (3, 4), (1, 8), (3, 8), (0, 0), (0, 0)):
        dut.drive(htrans_i=htrans, haddr_i=address)
        assert dut.hreadyout_o and not dut.hresp_o
        if dut.reg_req_o:
            seen.append(dut.reg_index_o)
        dut.cycle()
    assert seen == [0, 1, 2]
