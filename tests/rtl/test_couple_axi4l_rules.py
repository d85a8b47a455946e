# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""vmb_couple_axi4l against the rules of AXI4-Lite, over a register port that answers at any pace: no output follows an
input within a cycle, answers wait and keep their order, an access that has begun stays, and reads and writes alternate.
"""

from __future__ import annotations

import functools
import itertools
import random
from collections import deque

import pytest

from tests.rtl.checks import checked
from tests.rtl.dut import Dut, build
from tests.rtl.registers_model import REFUSES_READS, REFUSES_WRITES
from vambrace.base.paths import root

OKAY, SLVERR = 0, 2
OUTPUTS = ("awready_o", "wready_o", "bvalid_o", "bresp_o", "arready_o", "rvalid_o", "rresp_o", "rdata_o")
WIDTHS = {"awvalid_i": 1, "awaddr_i": 12, "awprot_i": 3, "wvalid_i": 1, "wdata_i": 32, "wstrb_i": 4, "bready_i": 1,
          "arvalid_i": 1, "araddr_i": 12, "arprot_i": 3, "rready_i": 1,
          "reg_ready_i": 1, "reg_fault_i": 1, "reg_rdata_i": 32}  # fmt: skip


@functools.cache
def _model():
    return build("vmb_couple_axi4l", checked(root() / "rtl" / "couple" / "vmb_couple_axi4l.sv"))


def fresh(seed: int = 1) -> Dut:
    dut = Dut(_model(), seed=seed)
    dut.reset()
    return dut


class Bench:
    """A master and the registers, each of which advances with some probability per cycle; checks every cycle."""

    def __init__(self, seed: int, pace: float, patience: float) -> None:
        self.dut, self.rng = fresh(seed), random.Random(seed)
        self.pace, self.patience = pace, patience
        self.words = [0x1000 + i for i in range(32)]
        self.valid = {"aw": False, "w": False, "ar": False}
        self.offers = {"aw": True, "w": True, "ar": True}  # anything more
        self.writes: tuple[deque[int], deque[tuple[int, int]]] = deque(), deque()  # accepted AW and W transfers
        self.reads: deque[int] = deque()
        self.answers: dict[str, deque[tuple[int, int]]] = {"b": deque(), "r": deque()}
        self.asked: tuple[int, int, int] | None = None  # register accesses in progress
        self.done = {"b": 0, "r": 0}

    def _address(self) -> int:
        rng = self.rng
        return rng.choice((4 * rng.randrange(32), 4 * rng.randrange(32), rng.randrange(128), rng.randrange(4096)))

    def _offer(self) -> None:
        """A valid, once 1, stays with its payload."""
        dut, rng = self.dut, self.rng
        for channel in ("aw", "w", "ar"):
            if not self.valid[channel] and self.offers[channel] and rng.random() < self.pace:
                self.valid[channel] = True
                if channel == "w":
                    dut.drive(wdata_i=rng.getrandbits(32), wstrb_i=rng.choice((15, 15, 15, rng.randrange(16))))
                else:
                    dut.drive(**{f"{channel}addr_i": self._address()})
            dut.drive(**{f"{channel}valid_i": int(self.valid[channel])})
        dut.drive(bready_i=int(rng.random() < self.pace), rready_i=int(rng.random() < self.pace))

    def _registers(self) -> bool:
        """Answer the register port; return whether an access is done."""
        dut, rng = self.dut, self.rng
        ready = rng.random() < self.patience
        dut.drive(reg_ready_i=int(ready), reg_fault_i=0, reg_rdata_i=rng.getrandbits(32))
        if not dut.reg_req_o:
            assert self.asked is None, "an access was withdrawn"
            return False
        index, write = dut.reg_index_o, dut.reg_we_o
        asked = (index, write, dut.reg_wdata_o if write else 0)
        assert self.asked in (None, asked), "an access changed while it waited"
        self.asked = None if ready else asked
        fault = index in (REFUSES_WRITES if write else REFUSES_READS)
        dut.drive(reg_fault_i=int(fault), reg_rdata_i=0 if fault or write else self.words[index])
        return ready

    @staticmethod
    def _outside(address: int, strobe: int = 15) -> bool:
        return address % 4 != 0 or address >= 128 or strobe != 15

    def _skip_outside(self) -> None:
        """Accesses outside the registers are answered anyway, in order."""
        while all(self.writes) and self._outside(self.writes[0][0], self.writes[1][0][1]):
            self.writes[0].popleft()
            self.writes[1].popleft()
            self.answers["b"].append((SLVERR, 0))
        while self.reads and self._outside(self.reads[0]):
            self.reads.popleft()
            self.answers["r"].append((SLVERR, 0))

    def _commit(self) -> None:
        dut = self.dut
        index, write = dut.reg_index_o, dut.reg_we_o
        fault = dut.reg_fault_i
        self._skip_outside()
        if write:
            address, (word, _) = self.writes[0].popleft(), self.writes[1].popleft()
            assert (address, word) == (4 * index, dut.reg_wdata_o)
            if not fault:
                self.words[index] = word
            self.answers["b"].append((SLVERR if fault else OKAY, 0))
        else:
            assert self.reads.popleft() == 4 * index
            self.answers["r"].append((SLVERR if fault else OKAY, 0 if fault else self.words[index]))
        self._skip_outside()

    def _quiet(self) -> None:
        """Any other inputs in the same cycle leave the outputs as they are."""
        dut, rng = self.dut, self.rng
        inputs = {name: getattr(dut, name) for name in WIDTHS}
        seen = [getattr(dut, name) for name in OUTPUTS]
        for _ in range(3):
            dut.drive(**{name: rng.getrandbits(width) for name, width in WIDTHS.items()})
            assert [getattr(dut, name) for name in OUTPUTS] == seen, "an output follows an input"
        dut.drive(**inputs)

    def cycle(self) -> None:
        dut = self.dut
        self._offer()
        done = self._registers()
        self._quiet()
        self._skip_outside()
        if done:
            self._commit()
        for channel, answer in (("b", (dut.bresp_o, 0)), ("r", (dut.rresp_o, dut.rdata_o))):
            if getattr(dut, f"{channel}valid_o"):
                assert self.answers[channel][0] == answer
                if getattr(dut, f"{channel}ready_i"):
                    self.answers[channel].popleft()
                    self.done[channel] += 1
        for channel in ("aw", "w", "ar"):
            if self.valid[channel] and getattr(dut, f"{channel}ready_o"):
                self.valid[channel] = False
                if channel == "aw":
                    self.writes[0].append(dut.awaddr_i)
                elif channel == "w":
                    self.writes[1].append((dut.wdata_i, dut.wstrb_i))
                else:
                    self.reads.append(dut.araddr_i)
        dut.cycle()


@pytest.mark.parametrize(("pace", "patience"), [(1, 1), (0.5, 1), (1, 0.3), (0.6, 0.4), (0.2, 0.7), (0.9, 0.05)])
def test_axi4l(pace, patience):
    bench = Bench(int(100 * (pace + patience)), pace, patience)
    for _ in range(4000):
        bench.cycle()
    assert min(bench.done.values()) > 80
    bench.offers = dict.fromkeys(bench.offers, False)
    for _ in range(400):
        bench.cycle()
    assert not bench.reads and not any(bench.answers.values()) and not all(bench.writes)


def test_reads_and_writes_alternate():
    """Accesses of registers, in any order and with any waits."""
    for patience in (1, 0.2):
        dut, rng = fresh(), random.Random(3)
        dut.drive(awvalid_i=1, wvalid_i=1, arvalid_i=1, wstrb_i=15, bready_i=1, rready_i=1)
        turns = []
        for _ in range(200):
            dut.reg_ready_i = int(rng.random() < patience)
            if dut.reg_req_o and dut.reg_ready_i:
                turns.append(dut.reg_we_o)
            dut.cycle()
        assert len(turns) > 20 and all(a != b for a, b in itertools.pairwise(turns))


@pytest.mark.parametrize("first", ["read", "write"])
def test_a_waiting_access_is_not_withdrawn(first):
    """A read of DOUT, or a write of DIN, until the engine's patience ends; then the other access."""
    dut = fresh()
    dut.drive(bready_i=1, rready_i=1, wstrb_i=15, awaddr_i=0x44, araddr_i=0x48, wdata_i=7)
    dut.drive(arvalid_i=int(first == "read"), awvalid_i=int(first == "write"), wvalid_i=int(first == "write"))
    dut.cycle()
    dut.drive(arvalid_i=1, awvalid_i=1, wvalid_i=1)
    for _ in range(1023):
        assert (dut.reg_req_o, dut.reg_we_o) == (1, int(first == "write"))
        dut.cycle()
    dut.drive(reg_ready_i=1, reg_fault_i=1)
    dut.cycle()
    assert dut.rvalid_o == (first == "read") and dut.bvalid_o == (first == "write")
    assert (dut.reg_req_o, dut.reg_we_o) == (1, int(first == "read"))


def _stays(dut: Dut, word: int) -> list[str]:
    """The registers that hold a word."""
    return [name for name, value in dut.registers().items() if value == word]


@pytest.mark.parametrize("answer_waits", [0, 1, 3])
def test_no_word_is_kept_after_its_access(answer_waits):
    """A written word stays at most until the end of its access, a read one until its answer, and none after a reset."""
    word = 0xA5C3_5A3C
    for reset in (False, True):
        dut = fresh()
        dut.drive(awvalid_i=1, wvalid_i=1, wstrb_i=15, wdata_i=word, awaddr_i=0x44, reg_ready_i=0)
        dut.cycle()
        dut.drive(awvalid_i=0, wvalid_i=0, wdata_i=0)
        assert dut.reg_wdata_o == word and _stays(dut, word) != []
        if reset:
            dut.rst_ni = 0
            dut.cycle(1)
            dut.rst_ni = 1
            dut.cycle(1)
        else:
            dut.reg_ready_i = 1
            dut.cycle()
        assert _stays(dut, word) == []
        dut = fresh()
        dut.drive(arvalid_i=1, araddr_i=0x48, reg_ready_i=1, reg_rdata_i=word, rready_i=0)
        dut.cycle()
        dut.arvalid_i = 0
        dut.cycle()
        dut.reg_rdata_i = 0
        for _ in range(answer_waits):
            assert dut.rvalid_o and dut.rdata_o == word
            dut.cycle()
        if reset:
            dut.rst_ni = 0
            dut.cycle(1)
            dut.rst_ni = 1
            dut.cycle(1)
        else:
            dut.rready_i = 1
            dut.cycle()
        assert _stays(dut, word) == [] and dut.rdata_o == 0


def test_a_reset_drops_data_without_an_address():
    dut = fresh()
    dut.drive(wvalid_i=1, wstrb_i=15, wdata_i=0xA5C3_5A3C)
    dut.cycle()
    dut.drive(wvalid_i=0)
    dut.cycle(5)
    assert _stays(dut, 0xA5C3_5A3C) != []
    dut.rst_ni = 0
    dut.cycle(1)
    dut.drive(rst_ni=1, wdata_i=0)
    dut.cycle(1)
    assert _stays(dut, 0xA5C3_5A3C) == []
