# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Memories behind Wishbone, AHB and TileLink for an engine of engine_memory.sv, instead of that of tests/rtl/engine.py.

    engine = BusEngine("wb", model("wb"), rng, stalls=(0.4, 0.3), latency=3)

They serve words as the other one does, with its probabilities that a request and an answer wait. rtl/assert checks the
buses.
"""

from __future__ import annotations

import functools
import random
from collections import deque
from pathlib import Path

from tests.rtl.checks import CHECKERS
from tests.rtl.dut import Dut, Model, build
from tests.rtl.engine import Engine, Memory
from vambrace.base.paths import root
from vambrace.hardware import rtl

COUPLE = root() / "rtl" / "couple"
MODULES = {"wb": "vmb_wb_mem", "ahb": "vmb_ahb_mem", "tl": "vmb_tl_mem"}


@functools.cache
def model(bus: str, **parameters: int) -> Model:
    cores = (root() / "rtl" / "engine" / "vmb_engine.core", *(COUPLE / f"{name}.core" for name in MODULES.values()))
    files: dict[Path, None] = dict.fromkeys([*CHECKERS, *(file for core in cores for file in rtl.core_files(core))])
    top = root() / "tests" / "rtl" / "engine_memory.sv"
    return build("engine_memory", (*files, top), Bus=f'"{bus}"', **parameters)


class BusMemory(Memory):
    """`latency`: cycles from a request to its answer, at least."""

    #: Inputs of the design that are 0 during a reset, and those that are 1.
    low: tuple[str, ...]
    high: tuple[str, ...] = ()

    def _late(self, answer: int = 0) -> bool:
        return bool(self.rng and self.rng.random() < self.stalls[answer])

    def _request(self, dut: Dut, address: int, write: int, enable: int, word: int) -> None:
        self.requests.append((dut.cycles, address, write))
        self._waiting.append((dut.cycles + self.latency, *self._serve(address, write, enable, word)))

    def _due(self, dut: Dut) -> bool:
        return bool(self._waiting) and self._waiting[0][0] <= dut.cycles and not self._late(1)


class Wishbone(BusMemory):
    """A slave for pipelined cycles."""

    low = ("stall_i", "ack_i", "err_i")

    def step(self, dut: Dut) -> None:
        answers = self._due(dut)
        _, word, error = self._waiting.popleft() if answers else (0, 0, 0)
        dut.drive(ack_i=int(answers and not error), err_i=int(answers and error), dat_i=word, stall_i=int(self._late()))
        if dut.cyc_o and dut.stb_o and not dut.stall_i:
            self._request(dut, dut.adr_o, dut.we_o, dut.sel_o, dut.dat_o)


class Standard(BusMemory):
    """A slave for standard cycles; without latency it answers in the cycle of the request."""

    low = Wishbone.low

    def __init__(self, *arguments, **named) -> None:
        super().__init__(*arguments, **named)
        self._since: int | None = None

    def forget(self) -> None:
        super().forget()
        self._since = None

    def step(self, dut: Dut) -> None:
        dut.drive(ack_i=0, err_i=0, dat_i=0, stall_i=0)
        if not (dut.cyc_o and dut.stb_o):
            self._since = None
            return
        self._since = dut.cycles if self._since is None else self._since
        if dut.cycles >= self._since + self.latency - 1 and not self._late():
            self.requests.append((dut.cycles, dut.adr_o, dut.we_o))
            word, error = self._serve(dut.adr_o, dut.we_o, dut.sel_o, dut.dat_o)
            dut.drive(ack_i=int(not error), err_i=error, dat_i=word)
            self._since = None


class Ahb(BusMemory):
    """A subordinate with wait states; `strobes`: it has HWSTRB."""

    low = ("hresp_i",)
    high = ("hready_i",)
    strobes = False

    def forget(self) -> None:
        super().forget()
        self._phase: tuple[int, int, int, int] | None = None  # the data phase: its begin, address, write, enable
        self._failing = False
        self.sizes: list[int] = []  # bytes of each write

    def step(self, dut: Dut) -> None:
        if self._phase is None:
            dut.drive(hready_i=1, hresp_i=0, hrdata_i=0)
        elif self._failing:
            dut.drive(hready_i=1, hresp_i=1)
            self._failing, self._phase = False, None
        else:
            begun, address, write, enable = self._phase
            dut.drive(hready_i=0, hresp_i=0, hrdata_i=0)
            if dut.cycles >= begun + self.latency - 1 and not self._late(1):
                if write and self.strobes:
                    enable = dut.hwstrb_o
                elif write:
                    assert dut.hwstrb_o == enable
                word, error = self._serve(address, write, enable, dut.hwdata_o)
                self._failing = bool(error)
                dut.drive(hready_i=int(not error), hresp_i=error, hrdata_i=word)
                self._phase = self._phase if error else None
        if dut.hready_i and dut.htrans_o == 2:
            size = 1 << dut.hsize_o
            lanes = (1 << size) - 1 << dut.haddr_o % self.width
            self.requests.append((dut.cycles, dut.haddr_o, dut.hwrite_o))
            if dut.hwrite_o:
                self.sizes.append(size)
            self._phase = (dut.cycles + 1, dut.haddr_o & -self.width, dut.hwrite_o, lanes)


class Strobed(Ahb):
    strobes = True


class TileLink(BusMemory):
    """A manager that answers in any order, if it has a random source; `ordered`: in order."""

    low = ("a_ready_i", "d_valid_i")
    ordered = False

    def forget(self) -> None:
        super().forget()
        self._answers: deque[tuple[int, int, int, int, int]] = deque()  # cycle, source, read, word, error
        self.early = 0  # answers before that of an older request

    def step(self, dut: Dut) -> None:
        dut.drive(d_valid_i=0, a_ready_i=int(not self._late()))
        due = [at for at, answer in enumerate(self._answers) if answer[0] <= dut.cycles]
        if due and not self._late(1):
            at = due[0] if self.ordered or not self.rng else self.rng.choice(due)
            self.early += at > 0
            _, source, read, word, error = self._answers[at]
            del self._answers[at]
            size = self.width.bit_length() - 1
            answer = {"d_source_i": source, "d_opcode_i": read, "d_size_i": size, "d_data_i": word}
            dut.drive(d_valid_i=1, d_denied_i=error, d_corrupt_i=error & read, **answer)
        if dut.a_valid_o and dut.a_ready_i:
            write, enable = int(dut.a_opcode_o != 4), dut.a_mask_o
            assert (dut.a_opcode_o == 0) == bool(write and enable == (1 << self.width) - 1)
            self.requests.append((dut.cycles, dut.a_address_o, write))
            word, error = self._serve(dut.a_address_o, write, enable, dut.a_data_o)
            self._answers.append((dut.cycles + self.latency, dut.a_source_o, 1 - write, word, error))


class Ordered(TileLink):
    ordered = True


#: Each bus by its parameters, and the memory for it.
KINDS: dict[str, tuple[str, dict[str, int], type[BusMemory]]] = {
    "Wishbone, pipelined": ("wb", {}, Wishbone),
    "Wishbone, standard": ("wb", {"Pipelined": 0}, Standard),
    "AHB": ("ahb", {"Outstanding": 2}, Ahb),
    "AHB with strobes": ("ahb", {"Outstanding": 2, "Strobes": 1}, Strobed),
    "TileLink": ("tl", {}, TileLink),
    "TileLink, ordered": ("tl", {"Ordered": 1}, Ordered),
}


class BusEngine(Engine):
    memory: BusMemory

    def __init__(
        self, kind: str, rng: random.Random | None = None, latency: int = 1, bits: int = 32, **parameters: int
    ) -> None:
        bus, more, memory = KINDS[kind]
        width = {"PortBits": bits} if bits != 32 else {}
        self.dut = Dut(model(bus, **more, **width, **parameters), 1)
        self.rng = rng
        self.memory = memory(rng, latency=latency)
        self.memory.width = bits // 8
        self.two_passes = True
        self.reset()

    def reset(self) -> None:
        self.memory.forget()
        self.dut.drive(reg_req_i=0, **dict.fromkeys(self.memory.low, 0), **dict.fromkeys(self.memory.high, 1))
        self.dut.reset()
        self.wait()
        self.allow(two_passes=1, early=1, memory_keys=1)
