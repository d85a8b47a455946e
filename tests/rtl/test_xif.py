# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""vmb_xif between a core and an accelerator that both wait at random, and a core that kills instructions where it
may."""

from __future__ import annotations

import collections
import itertools
import random
import re
from dataclasses import dataclass

import numpy as np
import pytest

from tests import ran
from tests.rtl import tables
from tests.rtl.dut import Dut, build
from vambrace.base.paths import root
from vambrace.hardware import reference_ise, rtl

ID_WIDTH = 4


def fresh() -> Dut:
    dut = Dut(
        build(
            "vmb_xif",
            tuple(rtl.core_files(root() / "rtl" / "couple" / "vmb_xif.core")),
            IdWidth=ID_WIDTH,
            CommitIsFinal=1,
        )
    )
    dut.reset()
    return dut


@dataclass(frozen=True)
class Instruction:
    word: int
    rs1: int
    rs2: int
    id: int
    ours: bool
    killed: bool

    @property
    def result(self) -> int:
        return (self.word ^ self.rs1 * 3 ^ self.rs2 * 5) & 0xFFFFFFFF


def is_ours(word: int) -> bool:
    """The accelerator accepts by the word alone."""
    return word % 5 != 0


def instruction(rng: random.Random, number: int, kills: float) -> Instruction:
    """Instructions of others are killed, as by CV32E40X."""
    fields = [rng.getrandbits(32) for _ in range(3)]
    ours = is_ours(fields[0])
    return Instruction(*fields, number % (1 << ID_WIDTH), ours, not ours or rng.random() < kills)


@dataclass(frozen=True)
class Pace:
    """The probability that each side advances in a cycle."""

    issue: float = 1.0
    operands: float = 1.0
    commit: float = 1.0
    result: float = 1.0
    unit: float = 1.0
    kills: float = 0.0


class Bench:
    """Plays the core and the accelerator, and checks every cycle."""

    def __init__(self, pace: Pace, seed: int) -> None:
        self.pace, self.rng, self.dut = pace, random.Random(seed), fresh()
        self.offered: Instruction | None = None
        self.uncommitted: collections.deque[Instruction] = collections.deque()
        self.to_execute: collections.deque[Instruction] = collections.deque()
        self.executed: collections.deque[Instruction] = collections.deque()
        self.issued = self.accepted = self.results = 0
        self.waiting = False

    def likely(self, chance: float) -> bool:
        return self.rng.random() < chance

    def cycle(self) -> None:
        dut, pace = self.dut, self.pace
        if self.offered is None and self.likely(pace.issue):
            self.offered = instruction(self.rng, self.issued, pace.kills)
        elif self.likely(0.02):
            self.offered = None  # killed before it was issued
        offered = self.offered
        there = 3 if self.likely(pace.operands) else self.rng.randrange(3)
        if offered:
            dut.drive(issue_instr_i=offered.word, issue_id_i=offered.id, issue_rs_valid_i=there)
            dut.drive(issue_rs1_i=offered.rs1 if there & 1 else 0, issue_rs2_i=offered.rs2 if there & 2 else 0)
        dut.drive(issue_valid_i=offered is not None, accel_accept_i=is_ours(dut.issue_instr_i))
        if offered:
            assert dut.accel_decode_o == offered.word
            assert dut.issue_accept_o == offered.ours
            assert offered.ours or dut.issue_ready_o, "a rejected instruction waits"

        commit = self.uncommitted[0] if self.uncommitted and self.likely(pace.commit) else None
        dut.drive(commit_valid_i=commit is not None, commit_kill_i=self.rng.randrange(2))
        dut.commit_id_i = self.rng.getrandbits(ID_WIDTH)
        if commit:
            dut.drive(commit_id_i=commit.id, commit_kill_i=commit.killed)
            self.uncommitted.popleft()
            if not commit.killed:
                self.to_execute.append(commit)

        dut.result_ready_i = self.likely(pace.result)
        dut.accel_ready_i = self.likely(pace.unit)
        dut.accel_result_i = self.rng.getrandbits(32)
        assert dut.accel_valid_o or not self.waiting, "a request was withdrawn while the accelerator made it wait"
        if dut.accel_valid_o:
            now = self.to_execute[0]  # committed, and not executed before
            assert (dut.accel_instr_o, dut.accel_rs1_o, dut.accel_rs2_o) == (now.word, now.rs1, now.rs2)
            dut.accel_result_i = now.result
            if dut.accel_ready_i:
                self.executed.append(self.to_execute.popleft())
        self.waiting = dut.accel_valid_o and not dut.accel_ready_i

        if dut.result_valid_o and dut.result_ready_i:
            done = self.executed.popleft()
            assert (dut.result_id_o, dut.result_data_o, dut.result_rd_o) == (
                done.id,
                done.result,
                done.word >> 7 & 31,
            )
            self.results += 1
        if offered and dut.issue_ready_o:
            assert not offered.ours or there == 3
            self.offered = None
            self.issued += 1
            self.accepted += offered.ours and not offered.killed
            self.uncommitted.append(offered)
        dut.cycle()


PACES = {
    "at once": Pace(),
    "slow core": Pace(0.5, 0.5, 0.5, 0.5, 1, 0.2),
    "slow unit": Pace(unit=0.2, kills=0.2),
    "late results": Pace(result=0.2, unit=0.7),
    "many kills": Pace(commit=0.3, kills=0.8),
    "all slow": Pace(0.6, 0.6, 0.4, 0.4, 0.4, 0.3),
}


@pytest.mark.parametrize("pace", PACES.values(), ids=PACES)
def test_each_committed_instruction_is_executed_once_in_order(pace):
    bench = Bench(pace, 1)
    for _ in range(6000):
        bench.cycle()
    bench.pace = Pace(issue=0)
    bench.offered = None
    for _ in range(20):
        bench.cycle()
    assert not bench.uncommitted and not bench.to_execute and not bench.executed
    assert bench.results == bench.accepted > 200


@pytest.mark.parametrize("wait", [0, 1, 2, 7])
def test_the_cycles_in_the_readme(wait):
    """With a core that never waits, and a unit that waits equally long for each instruction."""
    rows = tables.table(root() / "rtl" / "couple" / "README.md", "instruction of a unit that is ready")
    latency, interval = (int(rows[name][0]) + wait for name in rows if name.startswith("cycles"))
    assert all(row[1] == row[0] + " + n" for name, row in rows.items() if name.startswith("cycles"))
    dut = fresh()
    dut.drive(issue_valid_i=1, accel_accept_i=1, issue_rs_valid_i=3, result_ready_i=1)
    issued, results, waited, committed = [], [], 0, True
    for cycle in range(60):
        dut.drive(commit_valid_i=not committed, accel_ready_i=waited == wait)
        committed = True
        waited = waited + 1 if dut.accel_valid_o and waited < wait else 0
        if dut.result_valid_o:
            results.append(cycle)
        if dut.issue_ready_o:
            issued.append(cycle)
            committed = False
        dut.cycle()
    assert len(results) > 5
    assert [b - a for a, b in zip(issued, results, strict=False)] == [latency] * len(results)
    assert {b - a for a, b in itertools.pairwise(issued)} == {interval}


def test_one_instruction_per_cycle():
    """With a core and a unit that never wait, every cycle issues, and results come two cycles later."""
    dut = fresh()
    dut.drive(issue_valid_i=1, accel_accept_i=1, issue_rs_valid_i=3, accel_ready_i=1, result_ready_i=1)
    for number in range(20):
        dut.drive(issue_instr_i=number, issue_id_i=number % 16, commit_valid_i=number > 0)
        dut.drive(commit_id_i=(number - 1) % 16, accel_result_i=100 + number)
        assert dut.issue_ready_o == 1
        assert dut.accel_valid_o == (number >= 1) and dut.result_valid_o == (number >= 2)
        if number >= 1:
            assert dut.accel_instr_o == number - 1
        if number >= 2:
            assert (dut.result_id_o, dut.result_data_o) == ((number - 2) % 16, 99 + number)
        dut.cycle()


def test_a_reset_drops_pending_instructions():
    dut = fresh()
    for executed in (0, 1):
        dut.drive(issue_valid_i=1, accel_accept_i=1, issue_rs_valid_i=3, accel_ready_i=executed)
        dut.cycle()
        dut.drive(issue_valid_i=0, commit_valid_i=1)
        dut.cycle()
        assert dut.result_valid_o == executed and dut.accel_valid_o == 1 - executed
        dut.commit_valid_i = 0
        dut.reset()
        assert dut.result_valid_o == 0 and dut.accel_valid_o == 0


WORDS = (0xA5C3_5A3C, 0x1234_5678, 0x9ABC_DEF1)  # operands, result


@pytest.mark.parametrize("end", ["taken", "killed", "reset before the commit", "reset before the result is taken"])
def test_no_word_is_kept_after_its_instruction(end):
    """The operands of a finished instruction are cleared, whatever ended it."""
    dut = fresh()
    dut.drive(issue_valid_i=1, accel_accept_i=1, issue_rs_valid_i=3, issue_rs1_i=WORDS[0], issue_rs2_i=WORDS[1])
    dut.cycle()
    dut.drive(issue_valid_i=0, issue_rs1_i=0, issue_rs2_i=0)
    dut.cycle(3)  # neither before its commit ...
    assert {*WORDS[:2]} <= {*dut.registers().values()}
    if end != "reset before the commit":
        dut.drive(commit_valid_i=1, commit_kill_i=int(end == "killed"), accel_ready_i=1, accel_result_i=WORDS[2])
        dut.cycle()
        dut.drive(commit_valid_i=0, accel_ready_i=0, accel_result_i=0)
        assert not {*WORDS[:2]} & {*dut.registers().values()}
    if end in ("taken", "reset before the result is taken"):
        dut.cycle(3)  # ... nor while the result waits
        assert WORDS[2] in dut.registers().values() and dut.result_data_o == WORDS[2]
        dut.result_ready_i = int(end == "taken")
    if end.startswith("reset"):
        dut.rst_ni = 0
        dut.cycle(1)
        dut.rst_ni = 1
    dut.cycle(1)
    assert not {*WORDS} & {*dut.registers().values()}


@pytest.mark.parametrize(
    ("given", "passes"),
    [({}, False), ({"CommitIsFinal": 0, "NoSideEffects": 0}, False), ({"CommitIsFinal": 1}, True),
     ({"NoSideEffects": 1}, True)],
)  # fmt: skip
def test_units_with_side_effects_need_a_final_commit(given, passes):
    """Elaboration fails unless the integrator declares that the commit is final, or that there are no side effects."""
    files = rtl.core_files(root() / "rtl" / "couple" / "vmb_xif.core", checks=False)
    options = [f"-G{name}={value}" for name, value in given.items()]
    done = ran.verilator(["--lint-only", "-Wall", *options, "--top-module", "vmb_xif"], files)
    assert (done.returncode == 0) == passes, done.stderr
    assert passes or b"need a core whose commit is final" in done.stderr


def test_function_units_have_no_side_effects():
    """This is checked for vmb_xif_ise: none of its files has a register, a latch or a clock."""
    files = rtl.core_files(root() / "rtl" / "ise" / "vmb_ise.core", checks=False)
    assert len(files) > 5
    for file in files:
        code = re.sub(r"//.*", "", file.read_text())
        assert not re.search(r"\balways(_ff|_latch)?\b|\bclk_i\b|\binitial\b", code), file


def test_function_units_at_the_interface():
    """Instructions of a present unit, of a missing one, and one that is killed."""
    files = rtl.core_files(root() / "rtl" / "couple" / "vmb_xif_ise.core")
    dut = Dut(
        build("vmb_xif_ise", tuple(files), FunctionUnits=reference_ise.ZKNED | reference_ise.ZBKB, IdWidth=ID_WIDTH)
    )
    dut.reset()
    dut.drive(result_ready_i=1, issue_rs_valid_i=3)
    rng = random.Random(3)
    for number, item in enumerate(4 * reference_ise.INSTRUCTIONS):
        word = (rng.getrandbits(32) & ~item.mask | item.match) & 0xFFFFFFFF
        rs1, rs2, killed = rng.getrandbits(32), rng.getrandbits(32), rng.random() < 0.2
        there = bool(item.unit & (reference_ise.ZKNED | reference_ise.ZBKB))
        dut.drive(issue_valid_i=1, issue_instr_i=word, issue_id_i=number % 16, issue_rs1_i=rs1, issue_rs2_i=rs2)
        assert (dut.issue_accept_o, dut.issue_ready_o) == (there, 1), item.name
        dut.cycle()
        dut.drive(issue_valid_i=0, commit_valid_i=1, commit_id_i=number % 16, commit_kill_i=int(killed or not there))
        dut.cycle()
        dut.commit_valid_i = 0
        assert dut.result_valid_o == (there and not killed), item.name
        if dut.result_valid_o:
            operands = [np.array([value], dtype=np.uint32) for value in (rs1, rs2, word)]
            wanted = (int(item.execute(*operands)[0]), number % 16, word >> 7 & 31)
            assert (dut.result_data_o, dut.result_id_o, dut.result_rd_o) == wanted, item.name
        dut.cycle()
