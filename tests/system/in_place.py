# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Shared by the tests of instructions that work on registers in place: random programs that mix these with all others,
and their cycles."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.system.programs import link
from tests.system.test_instructions import ARITHMETIC, finish
from vambrace import config
from vambrace.config import Build
from vambrace.hardware import model
from vambrace.software.running.simulate import Machine, simulate

HEAD = """
#include "vmb_sim.h"
#include "vambrace/ise.h"
    .option norvc
    .option norelax
    .globl main
"""

#: Machines on which random programs run: fast, with slow data, and with memory that is slow at random.
MACHINES = [Machine(), Machine(wait_data=2), Machine(wait_instr=3, wait_data=5, random_waits=7)]

#: Ibex's CPU control: dummy instructions at the highest rate, with data-independent timing.
DUMMY_INSTRUCTIONS = "    li x5, 6\n    csrw 0x7c0, x5"


@dataclass(frozen=True)
class InPlace:
    """Instructions of a build: the registers that they work on, and others that random programs use. `own` returns one
    of them, and executes it on a list of registers; `word` returns a random word of data; `share` is the percentage of
    own instructions. x5 is in neither list."""

    build: Build
    state: Sequence[int]
    free: Sequence[int]
    own: Callable[[random.Random, list[int]], str]
    pick: Callable[[random.Random], int]
    word: Callable[[random.Random], int] = lambda rng: rng.getrandbits(32)
    share: int = 35

    @property
    def cores(self) -> list[str]:
        return [name for name, core in config.cores().items() if core.can_have(self.build.extensions)]

    def model(self, core: str) -> model.Model:
        return model.build(model.shared(config.cores()[core], self.build.extensions))

    def random_program(self, seed: int, before: str = "") -> tuple[str, list[int]]:
        """Return own instructions directly after loads, stores, arithmetic of many cycles, branches and each other, and
        the final values of the registers. x5 points to data."""
        rng = random.Random(seed)
        data = [self.word(rng) for _ in range(64)]
        registers, memory = [0] * 32, [*data]
        used = (*self.state, *self.free)
        lines = ["    .globl main", "    .option norvc", "    .option norelax", "main:", before, "    la x5, data"]
        for register in used:
            lines.append(f"    lw x{register}, {4 * register}(x5)")
            registers[register] = data[register]
        for number in range(700):
            rd, rs1, rs2 = (self.pick(rng) for _ in range(3))
            kind, place = rng.randrange(100) - self.share, rng.randrange(64)
            if kind < 0:
                lines.append(self.own(rng, registers))
            elif kind < 17:
                lines.append(f"    lw x{rd}, {4 * place}(x5)")
                registers[rd] = memory[place]
            elif kind < 27:
                lines.append(f"    sw x{rs1}, {4 * place}(x5)")
                memory[place] = registers[rs1]
            elif kind < 36:  # never taken, or taken past one instruction
                if rng.random() < 0.5:
                    lines.append(f"    bne x{rs1}, x{rs1}, main")
                else:
                    lines += [f"    beq x{rs1}, x{rs1}, 1f", self.own(rng, [0] * 32), f"1:  # {number}"]
            else:
                name = rng.choice(list(ARITHMETIC))
                lines.append(f"    {name} x{rd}, x{rs1}, x{rs2}")
                registers[rd] = ARITHMETIC[name](registers[rs1], registers[rs2]) & 0xFFFFFFFF
        lines += ["    la x5, results", *(f"    sw x{r}, {4 * r}(x5)" for r in used), "    li a0, 0", "    ret"]
        lines += ["    .data", "    .balign 4", "data:", *(f"    .word {word}" for word in data)]
        text = '#include "vambrace/ise.h"\n' + "\n".join(lines) + "\n    .globl results\nresults: .space 128\n"
        return text, registers

    def check(self, folder: Path, core: str, seed: int, machine: Machine, before: str = "") -> int:
        """Run a random program, whose registers must be right; return its cycles."""
        text, want = self.random_program(seed, before)
        outcome, registers = finish(link(folder, text, build=self.build), self.model(core), 32, machine)
        stored = sorted((*self.state, *self.free))
        assert [registers[r] for r in stored] == [want[r] for r in stored]
        return outcome.total.cycles

    def cycles(self, folder: Path, core: str, body: list[str], values: int = 0) -> int:
        """Of 20 times these instructions, less those of none; all registers hold `values` before."""
        taken = []
        for lines in ([], body * 20):
            text = "\n".join(f"    {line}" for line in lines)
            first = "\n".join(f"    li x{r}, {values}" for r in (*self.state, *self.free))
            text = f"{HEAD}main:\n{first}\n{text}\n    li a0, 0\n    ret\n"
            outcome = simulate(self.model(core), link(folder, text, build=self.build))
            assert outcome.end == "exit"
            taken.append(outcome.total.cycles)
        return taken[1] - taken[0]
