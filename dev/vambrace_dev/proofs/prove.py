# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Decides the properties of a proof, and caches the findings."""

from __future__ import annotations

import dataclasses
import json
import os
import re
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from vambrace.base import children, code, store, tools
from vambrace.base.errors import VambraceError
from vambrace_dev.proofs import aiger, circuit, control, induction, polynomials, runs, two_circuits
from vambrace_dev.proofs.aiger import Aig
from vambrace_dev.proofs.control import Same
from vambrace_dev.proofs.plan import Defect, Proof, proofs

#: Part of the keys; incremented when the same circuit and commands are decided differently.
_VERSION = 1

#: Processor seconds for one output: ten times the current maximum.
_LIMIT = 900

#: The cycles within which reachable states, and the effects of a defect, are reached.
_CYCLES = 100

#: Searches for a run, but proves nothing without one.
_SEARCH = "bmc3"

#: Searches for a run of any length: PDR finds it, and needs no file for an invariant.
_DEEP = "pdr -s -f"

#: Makes a circuit smaller first, which is fast.
_SMALLER = "&get; &syn3; &put"

#: Finds registers that are equal at all times, by induction: those that no secret reaches.
_EQUAL = "scorr"

#: The file with PDR's invariant.
INVARIANT = "invariant.pla"

#: Decides a nonzero remaining circuit by PDR.
_REACHED = f"write_aiger left.aig; pdr -s -f -d -I {INVARIANT}"

#: Receives each circuit whose only output is proved never to be 1: the output, the circuit, the finding's folder.
Observer = Callable[[str, Aig, Path], None]
_observer: ContextVar[Observer | None] = ContextVar("observer", default=None)


@contextmanager
def observed(observer: Observer) -> Iterator[None]:
    """Pass the proofs of this thread to `observer` within the context."""
    token = _observer.set(observer)
    try:
        yield
    finally:
        _observer.reset(token)


@dataclass(frozen=True)
class Finding:
    """`trace`: for each cycle the values of inputs and outputs, if there is a run in which the property is 1; `seconds`
    of processor time; `note`: additional findings.
    """

    name: str  # the property
    bit: str  # the output that was decided last
    trace: list[dict[str, int]] | None
    seconds: float
    note: str = ""

    @property
    def right(self) -> bool:
        """Return whether the finding meets the property's requirement."""
        return (self.trace is not None) == self.name.startswith("reach_")


def decide(proof: Proof, name: str, defect: Defect | None = None) -> Finding:
    """Decide a property, bit by bit, up to the first bit that does not meet it."""
    aig, key = circuit.make(proof, defect)
    if defect is None:
        control.require_named(aig, proof.differ_bits)
    if proof.cases:
        return _two_circuits(proof, aig, key, name)
    if name == two_circuits.REGISTERS:
        aig, key = control.with_registers(aig, proof.differ), store.digest(key, proof.differ)
    bits = [n for n, _ in aig.outputs if runs.base(n) == name]
    if not bits:
        raise VambraceError(f"{proof.name}: {proof.top} has no output {name}")
    if name.startswith("same_") and proof.method == "control" and defect is None:
        return _control(proof, aig, key, name)
    if name.startswith("same_"):
        return _two_runs(proof, aig, key, name, defect is not None)
    if proof.method == "induction" and defect is None and name.startswith("bad_"):
        return _induction(proof, aig, key, name, bits)
    seconds, trace = 0.0, None
    for bit in bits:
        part, numbers = aiger.cone(aig, bit)
        answer = _bit(proof, part, key, bit, defect is not None)
        seconds += answer["seconds"]
        rows = answer["inputs"] and [[numbers[i] for i in row] for row in answer["inputs"]]
        trace = _replay(aig, bit, rows)
        finding = Finding(name, bit, trace, seconds)
        if not finding.right:
            break
    return finding


def undecided(proof: Proof) -> set[str]:
    """Return the properties of a circuit that no proof lists."""
    aig, _ = circuit.make(proof)
    there = {runs.base(n) for n, _ in aig.outputs if runs.kind(n) in ("bad", "reach", "same")}
    return there - {name for p in proofs().values() if p.top == proof.top for name in p.properties}


def _induction(proof: Proof, aig: Aig, key: str, name: str, bits: list[str]) -> Finding:
    """Decide a property by induction. If that fails, search for a run from the start; without one, it is undecided."""
    before = [n for i in proof.invariants for n, _ in aig.outputs if runs.base(n) == i]
    earlier = proof.invariants[: proof.invariants.index(name)] if name in proof.invariants else proof.invariants
    now = [n for n in before if runs.base(n) in earlier]
    seconds = 0.0
    for bit in bits:
        for number, part in enumerate((induction.first(aig, bit), induction.step(aig, bit, before, now))):
            answer = _bit(proof, part, store.digest(key, before, now, number), bit, False)
            seconds += answer["seconds"]
            if answer["inputs"] is None:
                continue
            part, numbers = aiger.cone(aig, bit)
            rows = _bit(proof, part, key, bit, True)["inputs"]
            if rows is None:
                raise VambraceError(f"{proof.name}: {bit} does not follow from the invariants {proof.invariants}")
            return Finding(name, bit, _replay(aig, bit, [[numbers[i] for i in row] for row in rows]), seconds)
    return Finding(name, bits[-1], None, seconds)


def _two_circuits(proof: Proof, second: Aig, key: str, name: str) -> Finding:
    """Decide whether outputs, or next states of registers, equal those of the stock core in the same state."""
    stock, its_key = circuit.make(dataclasses.replace(proof, stock=True, watch=()))
    first = two_circuits.opened(stock, own=proof.differ)
    other = two_circuits.opened(second, first, own=proof.differ)
    seconds = 0.0
    for number, part in enumerate(two_circuits.cases(first, other, name, proof.cases)):
        answer = _bit(proof, part, store.digest(key, its_key, proof.cases, proof.differ, number), name, False)
        seconds += answer["seconds"]
        if answer["inputs"] is not None:
            (row,) = answer["inputs"]
            trace = two_circuits.replay(first, other, name, {part.inputs[i]: 1 for i in row})
            if trace[name] != 1:
                raise VambraceError(f"ABC's state does not make {name} differ")
            return Finding(name, name, [trace], seconds)
    return Finding(name, name, None, seconds)


def _two_runs(proof: Proof, aig: Aig, key: str, name: str, defective: bool) -> Finding:
    """Decide whether outputs are the same in two runs that differ only in secrets."""
    compared = [n for n, _ in aig.outputs if runs.base(n) == name or runs.kind(n) in ("public", "assumed")]
    both = runs.compose(aiger.cone(aig, *compared)[0], proof.secrets, name)
    answer = _bit(proof, both, store.digest(key, proof.secrets), name, defective)
    if answer["inputs"] is None:
        return Finding(name, name, None, answer["seconds"])
    rows = [{both.inputs[i]: 1 for i in row} for row in answer["inputs"]]
    trace = runs.replay(aig, proof.secrets, rows, name)
    if trace[-1][name] != 1:
        raise VambraceError(f"ABC's runs do not differ in {name}")
    return Finding(name, name, trace, answer["seconds"])


def _control(proof: Proof, aig: Aig, key: str, name: str) -> Finding:
    """Decide whether outputs are the same in two runs, by induction over the registers that are. If that fails, search
    for runs that differ; without any, it is undecided. The first property has the seconds of the common part.
    """
    same, seconds = same_registers(proof)
    key = store.digest(key, proof.secrets, [sorted(members) for members in same.sets])
    spent = 0.0
    for number, part in enumerate(control.outputs(aig, proof.secrets, same, name)):
        answer = _bit(proof, part, store.digest(key, number), name, False)
        spent += answer["seconds"]
        if answer["inputs"] is not None:
            differ = _two_runs(proof, aig, key, name, True)
            if differ.trace is None:
                raise VambraceError(f"{proof.name}: {name} does not follow from the {len(same.always)} registers found")
            return differ
    first = name == first_compared(proof)
    note = f"{len(same.always):,} of {len(aig.latches):,} registers are the same in both runs"
    if same.sometimes:
        note += f", {sum(map(len, same.sometimes)):,} more at times"
    return Finding(name, name, None, spent + first * seconds, note)


def first_compared(proof: Proof) -> str:
    """Return the property that has the seconds of the common part."""
    return next(n for n in proof.properties if n.startswith("same_"))


def same_registers(proof: Proof) -> tuple[Same, float]:
    """Return the registers that are the same in both runs, and the seconds of the search."""
    aig, key = circuit.make(proof)

    def build(work: Path) -> None:
        start = time.thread_time()
        spent = 0.0

        def solve(part: Aig) -> set[int] | None:
            nonlocal spent
            part, numbers = aiger.cone(part, control.DIFFERS)
            rows, seconds = _abc(part, "iprove", work)
            spent += seconds
            return None if rows is None else {numbers[i] for i, v in enumerate(rows[0]) if v}

        same = control.equal_registers(aig, proof.secrets, solve, proof.differ)
        seconds = spent + time.thread_time() - start
        sets = [sorted(members) for members in same.sets]
        (work / "same.json").write_text(json.dumps({"sets": sets, "seconds": seconds}))

    folder = store.entry("proof", bit_key("control", store.digest(key, proof.secrets, proof.differ), "same"), build)
    record = json.loads((folder / "same.json").read_text())
    always, *sometimes = map(frozenset, record["sets"])
    return Same(always, tuple(sometimes)), record["seconds"]


def _bit(proof: Proof, part: Aig, key: str, bit: str, defective: bool) -> dict[str, Any]:
    """Return the finding for the output of a circuit: `seconds`, and the `inputs` of each cycle (by number) of a run in
    which it is 1.
    """
    command = _command(proof, part, bit, defective)

    def build(work: Path) -> None:
        rows, seconds = _polynomials(part) if proof.method == "polynomials" else _decided(part, command, work)
        inputs = None if rows is None else [[i for i, v in enumerate(row) if v] for row in rows]
        (work / "found.json").write_text(json.dumps({"seconds": seconds, "inputs": inputs}))

    folder = store.entry("proof", bit_key(command, key, bit), build)
    answer: dict[str, Any] = json.loads((folder / "found.json").read_text())
    observer = _observer.get()
    if observer and answer["inputs"] is None and not command.startswith(_SEARCH):
        observer(bit, part, folder)
    return answer


def bit_key(command: str, circuit_key: str, bit: str) -> str:
    """Return the hash of the inputs of the decision on an output."""
    modules = ("prove", "aiger", "polynomials", "runs", "two_circuits", "induction", "control")
    hashes = code.files(*(f"vambrace_dev.proofs.{name}" for name in modules))
    return store.digest(_VERSION, hashes, command, circuit_key, bit)


def _command(proof: Proof, part: Aig, bit: str, defective: bool) -> str:
    """Return the command that decides an output: it searches for a run if one must exist, otherwise for a proof."""
    if proof.method == "polynomials":
        return "polynomials"
    if proof.method in ("induction", "control") and not part.latches:
        return "dsat"
    if not part.latches:
        return f"{_SMALLER}; iprove" if proof.method == "rewritten" else "iprove"
    if defective or "reach_" in bit:
        deep = proof.deep and not bit.startswith("same_")
        return f"{_SMALLER}; {_DEEP}" if deep else f"{_SEARCH} -F {_CYCLES}"
    return f"{_EQUAL}; {_SMALLER}; {_REACHED}" if bit.startswith("same_") else f"{_SMALLER}; {_REACHED}"


def _decided(part: Aig, command: str, work: Path) -> tuple[list[list[int]] | None, float]:
    """Decide an output by ABC. If ABC is to write an invariant and the output can be 1, an internal assertion stops it:
    then PDR searches only for that run.
    """
    try:
        return _abc(part, command, work)
    except VambraceError:
        if not command.endswith(_REACHED):
            raise
        rows, seconds = _abc(part, f"{_SMALLER}; {_DEEP}", work)
        if rows is None:  # proved, but without a certificate
            raise
        return rows, seconds


def _abc(part: Aig, command: str, work: Path) -> tuple[list[list[int]] | None, float]:
    """Return the inputs of a run in which the only output is 1, if there is one, and the processor seconds."""
    aiger.write(part, work / "part.aig")
    abc = tools.package_folder("pyosys") / "yosys-abc"
    script = f"read_aiger part.aig; strash; {command}; print_status; write_cex -a cex"
    with (work / "log").open("w") as log:
        shell = ["sh", "-c", f'ulimit -t {_LIMIT}; exec "$0" "$@"', str(abc), "-c", script]
        with children.started(shell, cwd=work, stdin=subprocess.DEVNULL, stdout=log, stderr=log) as process:
            try:
                _, code, used = os.wait4(process.pid, 0)
            except ChildProcessError:  # children.py has ended it and waited for it
                raise KeyboardInterrupt from None
            process.returncode = os.waitstatus_to_exitcode(code)
    words, seconds = (work / "log").read_text(), used.ru_utime + used.ru_stime
    status = re.search(r"Status = (-?\d)", words)
    if status and status[1] == "1":
        return None, seconds
    if status and status[1] == "0":
        lines = [x for x in (work / "cex").read_text().split("\n") if x and not x.startswith("#")]
        bits = "".join(lines[1:] if part.latches else lines)  # with several lines, the first belongs to the latches
        rows = [bits[i : i + len(part.inputs)] for i in range(0, len(bits), len(part.inputs))]
        return [[int(v == "1") for v in row] for row in rows], seconds
    frames = re.search(rf"{_SEARCH} -F (\d+)", command)
    if frames and f"No output asserted in {frames[1]} frames" in words:
        return None, seconds
    if command.endswith(_REACHED) and aiger.read(work / "left.aig").outputs[0][1] == 0:
        return None, seconds  # nothing is left to decide
    raise VambraceError(f"ABC did not decide {part.outputs[0][0]} ({command}): {words.strip()[-300:]}")


def _polynomials(part: Aig) -> tuple[list[list[int]] | None, float]:
    start = time.thread_time()
    row = polynomials.counterexample(part)
    return None if row is None else [row], time.thread_time() - start


def _replay(aig: Aig, bit: str, inputs: list[list[int]] | None) -> list[dict[str, int]] | None:
    """Evaluate the circuit for the found inputs; the output must be 1 in the last cycle."""
    if inputs is None:
        return None
    rows = []
    for numbers in inputs:
        row = [0] * len(aig.inputs)
        for i in numbers:
            row[i] = 1
        rows.append(row)
    outputs = aiger.simulate(aig, rows)
    if outputs[-1][bit] != 1:
        raise VambraceError(f"ABC's run does not make {bit} 1")
    return [{**dict(zip(aig.inputs, row, strict=True)), **out} for row, out in zip(rows, outputs, strict=True)]
