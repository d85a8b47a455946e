# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""And-inverter graphs in the AIGER format (FMV reports series 07/1 and 11/2): read, extract, write, evaluate.

A literal is twice a variable, plus 1 if it is inverted; variable 0 is the constant 0. Variables are numbered inputs
first, then latches, then gates. Latches start with 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from vambrace.base.errors import VambraceError


@dataclass(frozen=True)
class Aig:
    inputs: list[str]
    latches: list[int]  # the next-state literal of each
    outputs: list[tuple[str, int]]
    gates: list[tuple[int, int]]

    @property
    def first_gate(self) -> int:
        return 1 + len(self.inputs) + len(self.latches)

    def output(self, name: str) -> int:
        """Return the literal of an output."""
        return next(lit for n, lit in self.outputs if n == name)


def read(path: Path) -> Aig:
    """Read a binary file with a symbol table, as Yosys writes it."""
    data = path.read_bytes()
    end = data.index(b"\n")
    head = data[:end].split()
    if head[0] != b"aig" or any(int(n) for n in head[6:]):
        raise VambraceError(f"{path}: not a binary AIGER file of inputs, latches and outputs alone")
    _, n_inputs, n_latches, n_outputs, n_gates = (int(n) for n in head[1:6])
    place = end + 1

    def line() -> str:
        nonlocal place
        stop = data.index(b"\n", place)
        text, place = data[place:stop].decode(), stop + 1
        return text

    latches = []
    for _ in range(n_latches):
        following, *initial = line().split()
        if initial not in ([], ["0"]):
            raise VambraceError(f"{path}: a latch that does not begin with 0")
        latches.append(int(following))
    outputs = [int(line()) for _ in range(n_outputs)]

    def delta() -> int:
        nonlocal place
        value = shift = 0
        while True:
            byte = data[place]
            place += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    gates = []
    for i in range(n_gates):
        first = 2 * (1 + n_inputs + n_latches + i) - delta()
        gates.append((first, first - delta()))
    names = {}
    for entry in data[place:].decode().split("\n"):
        if entry == "c":
            break
        key, _, name = entry.partition(" ")
        names[key] = name
    return Aig(
        [names.get(f"i{i}", f"input {i}") for i in range(n_inputs)],
        latches,
        [(names.get(f"o{i}", f"output {i}"), lit) for i, lit in enumerate(outputs)],
        gates,
    )


def cone(aig: Aig, *names: str) -> tuple[Aig, list[int]]:
    """Return the part of `aig` that some outputs depend on, over all cycles, and the numbers of its inputs in `aig`."""
    targets = {name: literal for name, literal in aig.outputs if name in names}
    seen: set[int] = set()
    todo = [literal >> 1 for literal in targets.values()]
    while todo:
        variable = todo.pop()
        if variable in seen:
            continue
        seen.add(variable)
        if variable >= aig.first_gate:
            todo += [lit >> 1 for lit in aig.gates[variable - aig.first_gate]]
        elif variable > len(aig.inputs):
            todo.append(aig.latches[variable - 1 - len(aig.inputs)] >> 1)
    remaining = sorted(seen - {0})  # inputs, latches, gates, each in order
    new = {0: 0, **{old: i + 1 for i, old in enumerate(remaining)}}

    def moved(lit: int) -> int:
        return 2 * new[lit >> 1] | (lit & 1)

    inputs = [v - 1 for v in remaining if v <= len(aig.inputs)]
    latches = [aig.latches[v - 1 - len(aig.inputs)] for v in remaining if len(aig.inputs) < v < aig.first_gate]
    gates = [aig.gates[v - aig.first_gate] for v in remaining if v >= aig.first_gate]
    part = Aig(
        [aig.inputs[i] for i in inputs],
        [moved(lit) for lit in latches],
        [(name, moved(literal)) for name, literal in targets.items()],
        [(moved(a), moved(b)) for a, b in gates],
    )
    return part, inputs


def write(aig: Aig, path: Path) -> None:
    """Write a binary file without names."""
    counts = (len(aig.inputs), len(aig.latches), len(aig.outputs), len(aig.gates))
    out = bytearray(f"aig {aig.first_gate - 1 + len(aig.gates)} {' '.join(map(str, counts))}\n".encode())
    for lit in [*aig.latches, *(lit for _, lit in aig.outputs)]:
        out += f"{lit}\n".encode()
    for i, (a, b) in enumerate(aig.gates):
        high, low = max(a, b), min(a, b)
        for value in (2 * (aig.first_gate + i) - high, high - low):
            while value > 127:
                out.append(value & 127 | 128)
                value >>= 7
            out.append(value)
    path.write_bytes(bytes(out))


def simulate(aig: Aig, stimuli: list[list[int]]) -> list[dict[str, int]]:
    """Return the outputs in each cycle, for the inputs of each cycle."""
    state = [0] * len(aig.latches)
    rows = []
    for inputs in stimuli:
        values = [0, *inputs, *state]

        def value(lit: int, values: list[int] = values) -> int:
            return values[lit >> 1] ^ (lit & 1)

        for a, b in aig.gates:
            values.append(value(a) & value(b))
        rows.append({name: value(lit) for name, lit in aig.outputs})
        state = [value(lit) for lit in aig.latches]
    return rows
