# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Plays the engine's register port behind a coupling: 32 words, some of which reject accesses, at any pace. Also
accesses that a bus may make: whole or partial words, and addresses outside of them.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from tests.rtl.dut import Dut

REFUSES_WRITES = frozenset({13, 16, 18})  # as STATUS, FEATURES and DOUT
REFUSES_READS = frozenset({12, 14, 17, 19})  # as JOB, CONTROL, DIN and SLOT

#: Write or not, byte enables, address, word.
Access = tuple[int, int, int, int]


def random_access(rng: random.Random) -> Access:
    address = rng.choice((4 * rng.randrange(32), 4 * rng.randrange(32), rng.randrange(128), rng.randrange(4096)))
    return rng.randrange(2), rng.choice((15, 15, 15, rng.randrange(16))), address, rng.getrandbits(32)


def outside(enable: int, address: int) -> bool:
    """Whether an access must not reach the registers."""
    return enable != 15 or address % 4 != 0 or address >= 128


def expected(words: list[int], access: Access, refused: bool = False) -> tuple[int, int]:
    """Return the expected word and error of the answer, and apply the access to the words."""
    write, enable, address, word = access
    index = address // 4
    if refused or outside(enable, address) or index in (REFUSES_WRITES if write else REFUSES_READS):
        return 0, 1
    if write:
        words[index] = word
        return 0, 0
    return words[index], 0


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
        """Compute the answer to a request before an edge. Return whether there is an access, and it completes."""
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
        """Apply the access when it is done."""
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
