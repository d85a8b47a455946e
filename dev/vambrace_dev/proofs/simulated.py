# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Compares the circuit of a proof with Verilator's model of the same SystemVerilog on random inputs: Yosys and
Verilator, which share no code, must agree.

Verilator simulates the same top with the same parameters, several runs from a reset, and writes every signal in each
cycle. The circuit (aiger.py) gets the same inputs and initial register values, and its outputs and named registers must
have the same values in every cycle. Modules that a proof omits exist in Verilator's model: the circuit gets their
outputs. Undefined values in the SystemVerilog are 0 in both. A wire without a driver has a random value in Verilator's
model, constant within a run; those of checkers are inputs of the circuit, which gets these values.
"""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from vambrace.base import code, store, tools
from vambrace.base.errors import VambraceError
from vambrace.base.paths import root
from vambrace.hardware import verilator
from vambrace_dev.proofs import circuit, driver, upstream_core, waves
from vambrace_dev.proofs.aiger import Aig
from vambrace_dev.proofs.plan import Defect, Proof, folder_for
from vambrace_dev.proofs.waves import Waves

#: Parallel runs, and cycles of each.
RUNS, CYCLES = 24, 128

_FLAGS = ["--cc", "--prefix", "Vproof", "-O3", "--trace", "--trace-max-array", "65536", "--trace-max-width", "65536"]
_FLAGS += ["--x-assign", "0", "--x-initial", "unique", "-DSYNTHESIS", "-Wno-fatal", "-Wno-lint", "-Wno-style"]
_FLAGS += ["-Wno-UNOPTFLAT", "-Wno-MULTIDRIVEN"]

_INIT = "init:"


@dataclass(frozen=True)
class Compared:
    """The compared items: bits of outputs and of registers in each cycle; `unnamed`: those without
    a name in Verilator.
    """

    cycles: int
    outputs: int
    registers: int
    unnamed: int


def comparable(proof: Proof) -> bool:
    """Return whether a proof is supported: a whole core without its cuts would take Yosys minutes."""
    return not (proof.core and proof.cuts)


def compare(proof: Proof, defect: Defect | None = None) -> Compared:
    """Compare the circuit of a proof, without its cuts of driven wires, with Verilator's model, whose sources may have
    a defect. VambraceError with the first signal that differs.
    """
    proof = dataclasses.replace(proof, cuts=proof.free)
    aig, key = circuit.make(proof)
    program, its_key = _model(proof, defect)

    def build(work: Path) -> None:
        tools.run([str(program), str(RUNS), str(CYCLES)], cwd=work)
        files = [work / f"run{i}.vcd" for i in range(RUNS)]
        comparison = against(proof.name, aig, waves.read(files, CYCLES, _fields(proof)))
        for file in files:
            file.unlink()
        (work / "compared.json").write_text(json.dumps(dataclasses.asdict(comparison)))

    hashes = code.files(*(f"vambrace_dev.proofs.{module}" for module in ("simulated", "waves", "aiger")))
    folder = store.entry("proof-simulated", store.digest(hashes, key, its_key), build)
    return Compared(**json.loads((folder / "compared.json").read_text()))


def _fields(proof: Proof) -> dict[str, tuple[str, int]]:
    """Return the fields of struct ports, which are ports of the circuit: each with its port and its lowest bit."""
    fields = {}
    for command in circuit.fields_of(proof):
        for a, b in re.findall(r"^connect .* (\S+) (\S+)$", command):
            field, part = (a, b) if b.endswith("]") else (b, a)
            port, _, bits = part.partition("[")
            fields[field] = (port, int(bits.removesuffix("]").split(":")[-1]))
    return fields


def _model(proof: Proof, defect: Defect | None) -> tuple[Path, str]:
    """Return Verilator's model with a random driver, cached, and its key."""
    sources = proof.sources(defect)
    top = next(text for name, text in sources if Path(name).stem == proof.top)
    options = [
        *(upstream_core.defines(proof.units, proof.stock) if proof.core else []),
        *(f"-G{name}={value}" for name, value in proof.parameters if re.search(rf"\bparameter\b.*\b{name} *=", top)),
    ]
    folders = [text for option in upstream_core.folders(proof.core) for text in _option(option)] if proof.core else []
    upstream = upstream_core.key(proof.core) if proof.core else ""
    hashes = code.files(*(f"vambrace_dev.proofs.{module}" for module in ("simulated", "driver")))
    words = (root() / "configs" / "instructions.toml").read_text()
    key = store.digest(verilator.key(), hashes, words, _FLAGS, proof.top, options, circuit.code_of(sources), upstream)

    def build(work: Path) -> None:
        for name, text in sources:
            folder_for(name, work).write_text(text)
        files = [str(work / "sources" / name) for name, _ in sources]
        objects = work / "obj"
        command = [verilator.program(), *_FLAGS, "--top-module", proof.top, "-Mdir", str(objects)]
        tools.run([*command, *options, *folders, *files], env=verilator.environment())
        bench = work / "bench.cpp"
        bench.write_text(driver.text((objects / "Vproof.h").read_text()))
        verilator.link(objects, [bench], [], work / "model")
        for folder in (objects, work / "sources"):
            store.remove(folder)

    return store.entry("proof-model", key, build) / "model", key


def _option(text: str) -> list[str]:
    """Return an option of Yosys's read_slang in Verilator's syntax."""
    kind, _, folder = text.partition(" ")
    return [kind + folder] if kind == "-I" else [kind, folder]


def against(name: str, aig: Aig, seen: Waves) -> Compared:
    """Compare a circuit with the waveforms of Verilator's model."""
    every = (1 << seen.runs) - 1
    starts = initial(aig)
    first = 1 + len(aig.inputs)
    outputs = [(n, literal) for n, literal in aig.outputs if n in seen]
    registers = [(n, 2 * (first + i)) for i, start in enumerate(starts) for n in _names(aig, start) if n in seen]
    resets = [n for n in aig.inputs if re.search(r"(^|[_.])rst_n", n) and n in seen]
    state = [0] * len(aig.latches)
    for cycle in range(seen.cycles):
        values = [0, *(_input(n, cycle, seen) for n in aig.inputs), *state]
        for a, b in aig.gates:
            x, y = values[a >> 1], values[b >> 1]
            values.append((x ^ every if a & 1 else x) & (y ^ every if b & 1 else y))

        def value(literal: int, values: list[int] = values) -> int:
            return values[literal >> 1] ^ (every if literal & 1 else 0)

        running = every if cycle else 0  # registers are not compared during the reset between runs
        for reset in resets:
            running &= seen.bit(reset, cycle)
        for compared, mask in ((outputs, every), (registers, running)):
            for signal, literal in compared:
                if wrong := (value(literal) ^ seen.bit(signal, cycle)) & mask:
                    raise VambraceError(_differs(name, signal, cycle, wrong, value(literal)))
        state = [value(literal) for literal in aig.latches]
    count = len({literal for _, literal in registers})
    unnamed = len(aig.outputs) - len(outputs) + len(aig.latches) - count
    return Compared(seen.runs * seen.cycles, len(outputs), count, unnamed)


def _differs(name: str, signal: str, cycle: int, wrong: int, ours: int) -> str:
    run = (wrong & -wrong).bit_length() - 1
    value = ours >> run & 1
    return (
        f"{name}: in cycle {cycle} of run {run}, {signal} is {value} in the circuit that Yosys made, "
        f"{value ^ 1} in Verilator's model"
    )


def _input(name: str, cycle: int, seen: Waves) -> int:
    """Return the values of an input in all runs; with several names, those of the first register."""
    for field in name.removeprefix(_INIT).split(f" {_INIT}"):
        if field in seen:
            return seen.bit(field, 0 if name.startswith(_INIT) else cycle)
    return 0


def _names(aig: Aig, start: int | None) -> Iterable[str]:
    name = "" if start is None else aig.inputs[start]
    return name.removeprefix(_INIT).split(f" {_INIT}") if name.startswith(_INIT) else ()


def initial(aig: Aig) -> list[int | None]:
    """Return, for each register, the input with its initial value, by number; None for one that starts with 0. Yosys
    merges both, with a register that is 1 after the first cycle.
    """
    first = 1 + len(aig.inputs)
    started = [2 * (first + i) for i, literal in enumerate(aig.latches) if literal == 1]
    gates = {gate: a ^ b ^ s for s in started for (a, b), gate in _gates(aig) if s in (a, b)}
    begun = {gate: a ^ b ^ s ^ 1 for s in started for (a, b), gate in _gates(aig) if s ^ 1 in (a, b)}
    sources: dict[int, int] = {}
    for a, b in aig.gates:
        for x, y in ((a ^ 1, b ^ 1), (b ^ 1, a ^ 1)):
            if x in gates and y in begun and 0 < begun[y] >> 1 <= len(aig.inputs):
                sources.setdefault(gates[x], (begun[y] >> 1) - 1)
    return [sources.get(2 * (first + i)) for i in range(len(aig.latches))]


def _gates(aig: Aig) -> Iterable[tuple[tuple[int, int], int]]:
    return ((gate, 2 * (aig.first_gate + i)) for i, gate in enumerate(aig.gates))
