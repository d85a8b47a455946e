# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""A memory behind AXI4 for an engine of engine_axi.sv, instead of that of tests/rtl/engine.py.

    engine = AxiEngine(model(), rng, stalls=(0.4, 0.3), latency=20)

The memory serves words as the other one does: nothing outside of a job's segments is read, nothing written twice. A
word is read when it is shown, and written with the last one of its burst. rtl/assert checks the bus.
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

SLVERR, DECERR = 2, 3


def files() -> tuple[Path, ...]:
    couple = root() / "rtl" / "couple"
    cores = (
        root() / "rtl" / "engine" / "vmb_engine.core",
        *(couple / f"{name}.core" for name in ("vmb_axi_mem", "vmb_axi_single")),
    )
    design = dict.fromkeys([*CHECKERS, *(file for core in cores for file in rtl.core_files(core))])
    return (*design, root() / "tests" / "rtl" / "engine_axi.sv")


@functools.cache
def model(**parameters: int) -> Model:
    return build("engine_axi", files(), **parameters)


class AxiMemory(Memory):
    """`latency`: cycles from an address to its first word, and from the last word to the answer of a write.
    `stalls`: how often an address or a word waits, and an answer. `apart`: reads and writes exclude each other."""

    def __init__(
        self,
        rng: random.Random | None = None,
        stalls: tuple[float, float] = (0.4, 0.3),
        latency: int = 1,
        apart: bool = False,
    ) -> None:
        super().__init__(rng, stalls)
        self.latency, self.apart = latency, apart
        self.silent = False  # answers nothing any more
        self.reads: list[tuple[int, int]] = []  # address and words of each burst
        self.writes: list[tuple[int, int]] = []
        self.forget()

    def forget(self) -> None:
        super().forget()
        self._due: deque[tuple[int, int, bool]] = deque()  # words to be read: cycle, address, last
        self._bursts: deque[tuple[int, int]] = deque()  # writes without their words: address, number of words
        self._words: deque[tuple[int, int]] = deque()  # strobes and words without an address
        self._answers: deque[tuple[int, int]] = deque()  # cycle, response
        self._shown: tuple[int, int] | None = None
        self._read: dict[str, int] = {}

    def _stalls(self, answer: int = 0) -> bool:
        return self.silent or bool(self.rng and self.rng.random() < self.stalls[answer])

    def step(self, dut: Dut) -> None:
        """One cycle, before the edge."""
        self._read_channels(dut)
        self._write_channels(dut)

    def _read_channels(self, dut: Dut) -> None:
        now = dut.cycles
        if not self._read and self._due and self._due[0][0] <= now and not self._stalls(1):
            _, address, last = self._due[0]
            word, error = self._serve(address, 0, (1 << self.width) - 1, 0)
            self._read = {"m_axi_rdata": word, "m_axi_rresp": SLVERR * error, "m_axi_rlast": int(last)}
        dut.drive(m_axi_rvalid=int(bool(self._read)), **self._read)
        busy = self.apart and (self._bursts or self._answers or self._words)
        dut.m_axi_arready = int(not self._stalls() and not busy)
        if dut.m_axi_rvalid and dut.m_axi_rready:
            self._due.popleft()
            self._read = {}
        if dut.m_axi_arvalid and dut.m_axi_arready:
            address, words = dut.m_axi_araddr, dut.m_axi_arlen + 1
            self.reads.append((address, words))
            begin = max(now + self.latency, self._due[-1][0] + 1 if self._due else 0)
            self._due.extend((begin + i, address + self.width * i, i == words - 1) for i in range(words))

    def _write_channels(self, dut: Dut) -> None:
        now = dut.cycles
        if self._shown is None and self._answers and self._answers[0][0] <= now and not self._stalls(1):
            self._shown = self._answers[0]
        dut.drive(m_axi_bvalid=int(self._shown is not None), m_axi_bresp=self._shown[1] if self._shown else 0)
        busy = self.apart and self._due
        dut.drive(m_axi_awready=int(not self._stalls() and not busy), m_axi_wready=int(not self._stalls()))
        if dut.m_axi_bvalid and dut.m_axi_bready:
            self._answers.popleft()
            self._shown = None
        if dut.m_axi_awvalid and dut.m_axi_awready:
            self._bursts.append((dut.m_axi_awaddr, dut.m_axi_awlen + 1))
            self.writes.append(self._bursts[-1])
        if dut.m_axi_wvalid and dut.m_axi_wready:
            self._words.append((dut.m_axi_wstrb, dut.m_axi_wdata))
        while self._bursts and len(self._words) >= self._bursts[0][1]:
            address, words = self._bursts.popleft()
            errors = [self._serve(address + self.width * i, 1, *self._words.popleft())[1] for i in range(words)]
            self._answers.append((now + self.latency, DECERR * max(errors)))


class AxiEngine(Engine):
    memory: AxiMemory

    def __init__(
        self,
        built: Model,
        rng: random.Random | None = None,
        seed: int = 1,
        stalls: tuple[float, float] = (0.4, 0.3),
        two_passes: bool = False,
        latency: int = 1,
        apart: bool = False,
    ) -> None:
        self.dut = Dut(built, seed)
        self.rng = rng
        self.memory = AxiMemory(rng, stalls, latency, apart)
        self.memory.width = self.dut.bits("m_axi_rdata") // 8
        self.two_passes = two_passes
        self.reset()

    def reset(self) -> None:
        self.memory.forget()
        ready = ("awready", "wready", "bvalid", "arready", "rvalid")
        self.dut.drive(reg_req_i=0, **{f"m_axi_{name}": 0 for name in ready})
        self.dut.reset()
        self.wait()
        if self.two_passes:
            self.allow(two_passes=1, early=1, memory_keys=1)
