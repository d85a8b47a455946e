# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Decides the properties of a proof, and keeps what was found."""

from __future__ import annotations

import json
import re
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

from vambrace import store, tools
from vambrace.errors import VambraceError
from vambrace.proofs import aiger, circuit, polynomials
from vambrace.proofs.aiger import Aig
from vambrace.proofs.plan import Defect, Proof

#: Grows when the same circuit and commands are decided in another way.
_VERSION = 1

#: Seconds for one output: ten times what any takes.
_LIMIT = 900


@dataclass(frozen=True)
class Finding:
    """`trace`: for each cycle the values of inputs and outputs, where there is a run in which the property is 1."""

    property: str
    trace: list[dict[str, int]] | None
    seconds: float

    @property
    def right(self) -> bool:
        """Whether this is what the property is there for."""
        return (self.trace is not None) == self.property.startswith("reach_")


def decide(proof: Proof, name: str, defect: Defect | None = None) -> Finding:
    """Decide one property, each of its bits by itself, until one is not as it has to be."""
    whole, key = circuit.make(proof, defect)
    bits = [n for n, _ in whole.outputs if re.sub(r"\[\d+\]$", "", n).removeprefix("u_prove.") == name]
    if not bits:
        raise VambraceError(f"{proof.name}: {proof.top} has no output {name}")
    seconds, trace = 0.0, None
    for bit in bits:
        found = _bit(proof, whole, key, bit)
        seconds += found["seconds"]
        trace = _replay(whole, bit, found["inputs"])
        if (trace is None) == name.startswith("reach_") or (trace and name.startswith("bad_")):
            break
    return Finding(name, trace, seconds)


def check_outputs(proof: Proof) -> None:
    """Raise where the circuit has a property that the proof does not list: it would never be decided."""
    whole, _ = circuit.make(proof)
    names = {re.sub(r"\[\d+\]$", "", n).removeprefix("u_prove.") for n, _ in whole.outputs}
    there = {n for n in names if n.startswith(("bad_", "reach_"))}
    if there != set(proof.properties):
        raise VambraceError(f"{proof.name}: formal/proofs.toml and {proof.top} differ in {there ^ set(proof.properties)}")


def _bit(proof: Proof, whole: Aig, key: str, bit: str) -> dict:
    """What was found of an output: `seconds`, and `inputs` of each cycle (by number) of a run in which it is 1."""
    part, numbers = aiger.cone(whole, bit)
    command = _command(part, bit)

    def build(work: Path) -> None:
        start = time.process_time() + _children()
        runs = _polynomials(part) if proof.method == "polynomials" else _abc(part, command, work)
        seconds = time.process_time() + _children() - start
        inputs = None if runs is None else [[numbers[i] for i, v in enumerate(row) if v] for row in runs]
        (work / "found.json").write_text(json.dumps({"seconds": round(seconds, 2), "inputs": inputs}))

    entry = store.digest(_VERSION, proof.method, command, key, bit)
    return json.loads((store.entry("proof", entry, build) / "found.json").read_text())


def _children() -> float:
    import resource

    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _command(part: Aig, bit: str) -> str:
    if not part.latches:
        return f"iprove -T {_LIMIT}" if False else "iprove"
    return f"bmc3 -F 400 -T {_LIMIT}" if "reach_" in bit else f"pdr -s -f -T {_LIMIT}"


def _abc(part: Aig, command: str, work: Path) -> list[list[int]] | None:
    aiger.write(part, work / "part.aig")
    abc = tools.package_folder("pyosys") / "yosys-abc"
    script = f"read_aiger part.aig; strash; {command}; print_status; write_cex -a cex"
    try:
        words = subprocess.run(
            [str(abc), "-c", script], cwd=work, capture_output=True, text=True, timeout=2 * _LIMIT
        ).stdout
    except subprocess.TimeoutExpired:
        words = ""
    status = re.search(r"Status = (-?\d)", words)
    if status and status[1] == "1":
        return None
    if status and status[1] == "0":
        lines = [x for x in (work / "cex").read_text().split("\n") if x and not x.startswith("#")]
        bits = "".join(lines[1:] if part.latches else lines)
        rows = [bits[i : i + len(part.inputs)] for i in range(0, len(bits), len(part.inputs))]
        return [[int(v == "1") for v in row] for row in rows]
    if command.startswith("bmc3") and "No output asserted" in words:
        return None
    raise VambraceError(f"ABC did not decide {part.outputs[0][0]} ({command}): {words.strip()[-300:]}")


def _polynomials(part: Aig) -> list[list[int]] | None:
    found = polynomials.counterexample(part)
    return None if found is None else [found]


def _replay(whole: Aig, bit: str, inputs: list[list[int]] | None) -> list[dict[str, int]] | None:
    """Evaluate the circuit for what was found; the output has to be 1 in the last cycle."""
    if inputs is None:
        return None
    rows = []
    for numbers in inputs:
        row = [0] * len(whole.inputs)
        for i in numbers:
            row[i] = 1
        rows.append(row)
    outputs = aiger.simulate(whole, rows)
    if outputs[-1][bit] != 1:
        raise VambraceError(f"ABC's run does not make {bit} 1")
    return [{**dict(zip(whole.inputs, row, strict=True)), **out} for row, out in zip(rows, outputs, strict=True)]
