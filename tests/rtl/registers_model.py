# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Plays the engine's register port behind a coupling: 32 words, some of which refuse, at any pace."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from tests.rtl.dut import Dut

REFUSES_WRITES = frozenset({13, 16, 18})  # as STATUS, FEATURES and DOUT
REFUSES_READS = frozenset({12, 14, 17, 19})  # as JOB, CONTROL, DIN and SLOT


@dataclass
class Registers:
    """Drives reg_ready_i, reg_fault_i and reg_rdata_i; with `rng` an access may have to wait."""

    dut: Dut
    rng: random.Random | None = None
    words: list[int] = field(default_factory=lambda: [0x1000 + i for i in range(32)])
    writes: list[tuple[int, int]] = field(default_factory=list)
    reads: list[int] = field(default_factory=list)
    _paused: bool = False

    def answer(self) -> bool:
        """Before an edge: the answer to what is asked. Says whether there is an access, and it is done."""
        dut = self.dut
        self._paused = bool(self.rng) and self.rng.random() < 0.4
        dut.drive(reg_ready_i=int(not self._paused), reg_fault_i=0, reg_rdata_i=0)
        if not dut.reg_req_o:
            return False
        index, write = dut.reg_index_o, dut.reg_we_o
        fault = index in (REFUSES_WRITES if write else REFUSES_READS)
        dut.drive(reg_fault_i=int(fault), reg_rdata_i=0 if fault or write else self.words[index])
        return bool(dut.reg_req_o) and not self._paused

    def commit(self) -> None:
        """The same access, when it is done."""
        dut = self.dut
        index = dut.reg_index_o
        if not dut.reg_we_o:
            self.reads.append(index)
            return
        pair = "reg_pair_o" in dut and dut.reg_pair_o
        for offset, word in ((0, dut.reg_wdata_o), *([(1, dut.reg_wdata_odd_o)] if pair else [])):
            self.writes.append((index + offset, word))
            if index + offset not in REFUSES_WRITES:
                self.words[index + offset] = word
