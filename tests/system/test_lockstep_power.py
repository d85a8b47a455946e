# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""A comparison with Spike finds errors: in the trace of a run, and in the RTL of a core."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.system import rocket
from tests.system.lockstep_defects import DEFECTS
from vambrace.base.errors import VambraceError
from vambrace.hardware import model
from vambrace.software.running.simulate import RAM_BASE, simulate
from vambrace_dev.testing.lockstep import campaign, compare, generate, report
from vambrace_dev.testing.lockstep.target import DEBUG_ADDRESS, MCAUSE, MEPC

#: soc/sim/rvfi.h
RECORD = np.dtype([("kind", "u1"), ("flags", "u1"), ("rd", "u1"), ("lines", "u1"), ("pc", "<u4"), ("insn", "<u4"),
                   ("value", "<u4"), ("address", "<u4"), ("cycle", "<u4")])  # fmt: skip
RETIRED, ACCESS, WRITTEN = 1, 2, 3
TRAPPED, STORE, REFUSED = 1, 1, 2
DEBUG, DEBUGGING, NMI = 2, 4, 0x88  # a request in some cycle and in each, of `flags`; an NMI, of `lines`
LOADS, STORES = 0x03, 0x23


class Run:
    """A short random program on a core, its trace, and the result of another trace."""

    def __init__(
        self, folder: Path, core: str = "ibex-ref", instructions: int = 3000, seed: int = 5, mode: str = "plain"
    ) -> None:
        self.folder, self.bench, self.seed = folder, campaign.of(core, mode), seed
        self.program = generate.program(seed, self.bench.units, self.bench.target, instructions, self.bench.mode)
        descriptor = os.open(folder / "trace", os.O_CREAT | os.O_WRONLY)
        outcome = simulate(model.build(self.bench.spec), self.program, self.program.machine, rvfi=descriptor)
        os.close(descriptor)
        assert outcome.end == "exit"
        self.trace = np.fromfile(folder / "trace", RECORD)

    def compared(self, trace: np.ndarray) -> compare.Compared:
        bench, program = self.bench, self.program
        trace.tofile(self.folder / "changed")
        return compare.replay(self.folder / "changed", bench.target, bench.units, program, program.machine)

    def compare(self, trace: np.ndarray) -> dict | None:
        return self.compared(trace).difference

    def inner(self, chosen: np.ndarray) -> np.ndarray:
        """The numbers of the records that are chosen, away from both ends."""
        actual = np.flatnonzero(chosen)
        return actual[(actual > 200) & (actual < len(self.trace) - 200)]

    def places(self, chosen: np.ndarray) -> list[int]:
        """Some of them."""
        actual = self.inner(chosen)
        assert len(actual) >= 2
        return [int(actual[len(actual) // 3]), int(actual[-1])]


@pytest.fixture(scope="module")
def run(tmp_path_factory) -> Run:
    """The first program that has every kind of record."""
    folder = tmp_path_factory.mktemp("lockstep")
    runs = (Run(folder, seed=seed) for seed in range(5, 30))
    return next(run for run in runs if all(len(run.inner(kind(run.trace))) > 1 for kind in KINDS.values()))


def opcode(trace: np.ndarray) -> np.ndarray:
    return trace["insn"] & 0x7F


def retired(trace: np.ndarray) -> np.ndarray:
    return (trace["kind"] == RETIRED) & (trace["flags"] == 0)


WRITES = "an instruction that writes a register"
LOAD, STORE_INSTRUCTION = "a load", "a store"
TRAP = "an exception"
REQUEST_LOAD, REQUEST_STORE, REFUSAL = "a load's request", "a store's request", "a request that is refused"
KINDS = {
    WRITES: lambda t: retired(t) & (t["rd"] > 0) & (opcode(t) == 0x33),
    LOAD: lambda t: retired(t) & (t["rd"] > 0) & (opcode(t) == LOADS),
    STORE_INSTRUCTION: lambda t: retired(t) & (opcode(t) == STORES),
    TRAP: lambda t: (t["kind"] == RETIRED) & (t["flags"] == TRAPPED),
    REQUEST_LOAD: lambda t: (t["kind"] == ACCESS) & (t["flags"] == 0),
    REQUEST_STORE: lambda t: (t["kind"] == ACCESS) & (t["flags"] == STORE) & (t["rd"] == 15),
    REFUSAL: lambda t: (t["kind"] == ACCESS) & (t["flags"] & REFUSED > 0),
}

#: Bits of each field, and the comparison's name for the difference.
FLIPS = [
    (WRITES, "pc", (1, 31), "pc"),
    (WRITES, "insn", (0, 7, 31), "insn"),
    (WRITES, "rd", (0, 4), "rd"),
    (WRITES, "value", (0, 17, 31), "value"),
    (WRITES, "flags", (0,), "trap"),
    (TRAP, "flags", (0,), "trap"),
    (LOAD, "address", (0, 31), "address"),
    (LOAD, "value", (0,), "value"),
    (STORE_INSTRUCTION, "address", (0, 31), "address"),
    (REQUEST_LOAD, "pc", (2, 31), "access"),
    (REQUEST_LOAD, "flags", (0, 1), "access"),
    (REQUEST_LOAD, "rd", (0, 3), "access"),
    (REQUEST_STORE, "value", (0, 31), "access"),
    (REQUEST_STORE, "pc", (2,), "access"),
    (REQUEST_STORE, "rd", (3,), "access"),
    (REFUSAL, "flags", (0, 1), "access"),
    (REFUSAL, "pc", (2,), "access"),
]


def test_an_unchanged_trace_passes(run):
    assert run.compare(run.trace) is None


@pytest.mark.parametrize(("kind", "field", "bits", "name"), FLIPS)
def test_a_flipped_bit_is_found(run, kind, field, bits, name):
    for place in run.places(KINDS[kind](run.trace)):
        for bit in bits:
            changed = run.trace.copy()
            changed[field][place] ^= 1 << bit
            actual = run.compare(changed)
            assert actual is not None and actual["field"] == name, (place, bit, actual)


@pytest.mark.parametrize("kind", [WRITES, TRAP, REQUEST_LOAD, REQUEST_STORE])
def test_a_lost_or_repeated_record_is_found(run, kind):
    for place in run.places(KINDS[kind](run.trace)):
        assert run.compare(np.delete(run.trace, place)) is not None
        assert run.compare(np.insert(run.trace, place, run.trace[place])) is not None


def test_an_interrupt_with_a_low_line_is_found(run):
    """Spike takes no unrequested interrupt: it continues the program."""
    changed = run.trace.copy()
    changed["lines"] = 0
    actual = run.compare(changed)
    assert actual["field"] == "pc" and "high 0x0" in actual["what"]


def test_an_ignored_interrupt_is_found(run):
    changed = run.trace.copy()
    changed["lines"] |= 0x22  # the timer's, all the time
    actual = run.compare(changed)
    assert actual["field"] in ("interrupt", "pc")


def test_an_interrupt_of_lower_priority_is_found(run):
    """The core took one although a higher one was pending all the time."""
    changed = run.trace.copy()
    changed["lines"] |= 0x44
    assert run.compare(changed)["field"] in ("interrupt", "pc")


def test_a_different_last_store_is_found(run):
    """That to the exit register, whose instruction does not retire any more."""
    changed = run.trace.copy()
    last = int(np.flatnonzero(changed["kind"] == ACCESS)[-1])
    changed["value"][last] ^= 1
    assert run.compare(changed)["field"] in ("access", "end")
    assert run.compare(np.insert(run.trace, last, run.trace[last])) is not None


def test_a_trace_without_an_end_is_found(run):
    with pytest.raises(VambraceError, match="the trace has no end"):
        run.compare(run.trace[:-1])


def test_the_report_of_a_difference(run):
    """The instructions before a difference, both sides of it, and the command that shows it again."""
    changed = run.trace.copy()
    place = run.places(KINDS[WRITES](run.trace))[0]
    changed["value"][place] ^= 0x8000
    words = report.text("ibex-ref", run.seed, run.compared(changed))
    rd, value = changed["rd"][place], changed["value"][place]
    assert f"x{rd} is 0x{value:08x} on the core, 0x{value ^ 0x8000:08x} on Spike" in words
    lines = words.split("\n\n")
    assert len(lines[1].splitlines()) == 11 and f"x{rd}={value ^ 0x8000:08x}" in lines[1].splitlines()[-1]
    assert lines[2].splitlines()[0].split()[0] == "core" and lines[2].splitlines()[1].split()[0] == "Spike"
    assert f"vambrace-dev test lockstep --core ibex-ref --seed {run.seed}" in lines[3]


@pytest.fixture(scope="module")
def mixed(tmp_path_factory) -> Run:
    """Return a program with debug requests, single steps and NMIs, and its trace."""
    run = Run(tmp_path_factory.mktemp("mixed"), mode="mixed")
    actual = run.compared(run.trace)
    assert actual.difference is None, actual
    assert min(actual.requests, actual.steps, actual.nmis, actual.traps[compare.DEBUG_MODE]) > 0, actual
    return run


def entries(run: Run, address: int) -> np.ndarray:
    """Return the numbers of the records of the first instruction after an entry to debug mode, or of a handler."""
    return np.flatnonzero((run.trace["kind"] == RETIRED) & (run.trace["pc"] == address))


def debugger_reads(run: Run, csr: int) -> int:
    """Return the number of a record that reads a CSR."""
    return int(
        np.flatnonzero((run.trace["kind"] == RETIRED) & (run.trace["insn"] >> 20 == csr) & (run.trace["rd"] > 0))[1]
    )


def test_an_unrequested_debug_entry_is_found(mixed):
    changed = mixed.trace.copy()
    changed["flags"][changed["kind"] == RETIRED] &= TRAPPED
    assert mixed.compare(changed)["field"] == "debug"


def test_an_ignored_debug_request_is_found(mixed):
    changed = mixed.trace.copy()
    changed["flags"][changed["kind"] == RETIRED] |= DEBUG | DEBUGGING
    assert mixed.compare(changed)["field"] == "interrupt"


def test_a_lost_debug_entry_is_found(mixed):
    """And a single step that is followed by another instruction."""
    for place in entries(mixed, DEBUG_ADDRESS)[1:6]:
        assert mixed.compare(np.delete(mixed.trace, place))["field"] in ("pc", "debug")


@pytest.mark.parametrize(("csr", "bit"), [(0x7B1, 1), (0x7B1, 31), (0x7B0, 0), (0x7B0, 6), (0x7B0, 8)])
def test_a_wrong_address_or_cause_of_debug_mode_is_found(mixed, csr, bit):
    """dpc; in dcsr the mode that it came from and the reason."""
    changed = mixed.trace.copy()
    changed["value"][debugger_reads(mixed, csr)] ^= 1 << bit
    assert mixed.compare(changed)["field"] == "value"


def test_a_lost_exception_in_debug_mode_is_found(mixed):
    place = next(int(i) - 1 for i in entries(mixed, DEBUG_ADDRESS) if mixed.trace["flags"][i - 1] & TRAPPED)
    changed = mixed.trace.copy()
    changed["flags"][place] ^= TRAPPED
    assert mixed.compare(changed)["field"] == "trap"


def test_an_nmi_with_a_low_line_is_found(mixed):
    changed = mixed.trace.copy()
    changed["lines"] &= 0xFF ^ NMI
    assert mixed.compare(changed)["field"] == "pc"


def test_an_ignored_nmi_is_found(mixed):
    changed = mixed.trace.copy()
    changed["lines"][changed["kind"] == RETIRED] |= NMI
    assert mixed.compare(changed)["field"] in ("interrupt", "pc")


def test_wrong_registers_after_an_nmi_are_found(mixed):
    """mepc and mcause in its handler, and mepc in the handler that it interrupted."""
    place = int(entries(mixed, RAM_BASE + 4 * 31)[0])
    behind = mixed.trace[place:]
    for csr, bit in ((MEPC, 2), (MCAUSE, 4)):
        read = int(np.flatnonzero((behind["kind"] == RETIRED) & (behind["insn"] >> 20 == csr) & (behind["rd"] > 0))[0])
        changed = mixed.trace.copy()
        changed["value"][place + read] ^= 1 << bit
        assert mixed.compare(changed)["field"] == "value"


@rocket.needed
def test_traces_of_rocket(tmp_path):
    """Registers may be written late, and an exception may turn out to be an interrupt."""
    run = Run(tmp_path, "rocket", generate.INSTRUCTIONS)
    trace = run.trace
    assert run.compare(trace) is None
    for kind, field, name in [
        (WRITES, "value", "value"),
        (WRITES, "rd", "rd"),
        (WRITES, "pc", "pc"),
        (STORE_INSTRUCTION, "address", "address"),
        (LOAD, "address", "address"),
    ]:
        place = run.places(KINDS[kind](trace))[1]
        changed = trace.copy()
        changed[field][place] ^= 1 << 1
        actual = run.compare(changed)
        assert actual is not None and actual["field"] in (name, "rd"), (kind, field, actual)
    late = run.places(trace["kind"] == WRITTEN)[1]
    changed = trace.copy()
    changed["value"][late] ^= 1
    assert run.compare(changed)["field"] == "value"
    assert run.compare(np.delete(trace, late)) is not None
    changed = trace.copy()
    changed["lines"] = 0
    assert run.compare(changed)["field"] == "pc"
    exceptions = run.places(KINDS[TRAP](trace))
    assert run.compare(np.delete(trace, exceptions[1])) is not None


@pytest.mark.parametrize("name", DEFECTS)
def test_the_text_of_a_defect_occurs(name):
    spec = replace(campaign.of(DEFECTS[name].core, DEFECTS[name].mode).spec, defects=DEFECTS[name].edits)
    edited, replaced = model.with_defects(spec, model.design_of(spec))
    assert {file for file, _, _ in spec.defects} <= {*edited, *(path.name for path in replaced)}


@pytest.mark.long("a model for each defect")
@pytest.mark.parametrize("name", DEFECTS)
def test_a_defect_of_the_rtl_is_found(name, monkeypatch, tmp_path):
    """Found within the first programs."""
    monkeypatch.setattr(campaign, "cache_dir", lambda: tmp_path)  # what is found is kept there
    defect = DEFECTS[name]
    bench = campaign.of(defect.core, defect.mode)
    spec = bench.spec
    if defect.extra_cycles:
        slow = {**spec.core.parameters, "ExtraCycles": defect.extra_cycles, "TakenBack": int(defect.taken_back)}
        spec = replace(spec, core=replace(spec.core, parameters=slow))
    broken = campaign.Bench(replace(spec, defects=defect.edits), bench.mode)
    with pytest.raises(campaign.Different) as actual:
        for seed in range(1, 61):
            broken.compare(seed)
    assert actual.value.difference["field"] in defect.fields, actual.value
    assert len(list((tmp_path / "lockstep-found").glob("*.txt"))) == 1
