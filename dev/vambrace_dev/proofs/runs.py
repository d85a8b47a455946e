# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Composes two runs of a circuit that differ only in secrets, to decide whether an output depends on these
(self-composition).

Both start in the same state and have the same inputs, except the secret ones. Outputs public_* are public although they
derive from a secret: runs are compared while these are the same, and while the assumptions on the first run, outputs
assumed_*, hold. From then on the second run takes the state of the first, which changes nothing that is compared, and
gives ABC registers that are equal at all times.

An output same_X is compared even in the cycle in which public_X first differs: X is public then, but its timing is not.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from fnmatch import fnmatchcase

from vambrace_dev.proofs.aiger import Aig, simulate

#: Prefix of inputs of the second run, and of its signals that differ from the first.
SECOND = "second "


def secret(name: str, patterns: Iterable[str]) -> bool:
    """Return whether an input may differ."""
    return any(fnmatchcase(name.replace("[", "("), p.replace("[", "(")) for p in patterns)


def base(output: str) -> str:
    """Return the name of the vector that contains an output bit."""
    return re.sub(r"\[\d+\]$", "", output).rpartition("u_prove.")[2]


def kind(output: str) -> str:
    """Return the purpose of an output."""
    return base(output).partition("_")[0]


def tells(public: str, output: str) -> bool:
    """Return whether an output public_X publishes the value whose timing is the output same_X."""
    return kind(public) == "public" and base(public).partition("_")[2] == base(output).partition("_")[2]


def compose(part: Aig, patterns: tuple[str, ...], output: str) -> Aig:
    """Return the circuit of both runs: its only output, `output`, is 1 if an output of `part` differs while no public_*
    has differed and each assumed_* has been 1. Its inputs are those of `part`, then the secret ones of the second run.
    """
    secrets = [i for i, name in enumerate(part.inputs) if secret(name, patterns)]
    inputs = [*part.inputs, *(SECOND + part.inputs[i] for i in secrets)]
    latches = len(part.latches)
    first_latch = 1 + len(inputs)
    over = first_latch + 2 * latches  # the last latch: the comparison has ended
    gates = Gates(over)

    own = {i: 1 + len(part.inputs) + k for k, i in enumerate(secrets)}
    first = _run(part, list(range(1, 1 + len(part.inputs))), first_latch, gates)
    second = _run(part, [own.get(i, 1 + i) for i in range(len(part.inputs))], first_latch + latches, gates)
    ends: list[int] = [2 * over]
    told: list[int] = []  # public outputs that end the comparison of `output` only after this cycle
    compared: list[int] = []
    for name, literal in part.outputs:
        if kind(name) == "assumed":
            ends.append(first(literal) ^ 1)
        elif tells(name, output):
            told.append(gates.differ(first(literal), second(literal)))
        else:
            (ends if kind(name) == "public" else compared).append(gates.differ(first(literal), second(literal)))
    before = gates.any_of(ends)
    ended = gates.any_of([before, *told])

    mine = [first(literal) for literal in part.latches]
    theirs = [gates.choose(ended, a, second(literal)) for a, literal in zip(mine, part.latches, strict=True)]
    bad = gates.both(before ^ 1, gates.any_of(compared))
    return Aig(inputs, [*mine, *theirs, ended], [(output, bad)], gates.pairs)


class Gates:
    """Gates after a variable, without duplicates."""

    def __init__(self, last: int) -> None:
        self.last = last
        self.pairs: list[tuple[int, int]] = []
        self.known: dict[tuple[int, int], int] = {}

    def both(self, a: int, b: int) -> int:
        pair = (max(a, b), min(a, b))
        if pair not in self.known:
            self.pairs.append(pair)
            self.known[pair] = 2 * (self.last + len(self.pairs))
        return self.known[pair]

    def choose(self, which: int, a: int, b: int) -> int:
        return self.both(self.both(which, a) ^ 1, self.both(which ^ 1, b) ^ 1) ^ 1

    def differ(self, a: int, b: int) -> int:
        return 0 if a == b else self.choose(a, b ^ 1, b)

    def any_of(self, literals: list[int]) -> int:
        literals_or = 0
        for literal in literals:
            literals_or = self.both(literals_or ^ 1, literal ^ 1) ^ 1
        return literals_or


def _run(part: Aig, inputs: list[int], latch: int, gates: Gates) -> Callable[[int], int]:
    """Add a copy of `part`; return the new literals."""
    values = [0, *(2 * v for v in inputs), *(2 * (latch + i) for i in range(len(part.latches)))]

    def value(literal: int) -> int:
        return values[literal >> 1] ^ (literal & 1)

    for a, b in part.gates:
        values.append(gates.both(value(a), value(b)))
    return value


def replay(aig: Aig, patterns: tuple[str, ...], rows: list[dict[str, int]], name: str) -> list[dict[str, int]]:
    """Return for each cycle the signals of the first run, those of the second that differ in any cycle, and `name`:
    whether the outputs of this name differ. `rows`: the inputs that are 1, by their names in compose().
    """
    first = [[row.get(n, 0) for n in aig.inputs] for row in rows]
    second = [[row.get(SECOND + n if secret(n, patterns) else n, 0) for n in aig.inputs] for row in rows]
    runs = []
    for inputs in (first, second):
        outputs = simulate(aig, inputs)
        runs.append(
            [{**dict(zip(aig.inputs, row, strict=True)), **out} for row, out in zip(inputs, outputs, strict=True)]
        )
    shown = {n for a, b in zip(*runs, strict=True) for n in a if a[n] != b[n]}
    vectors = {n.partition("[")[0] for n in shown}
    cycles = []
    for a, b in zip(*runs, strict=True):
        differs = any(a[n] != b[n] for n in a if base(n) == name)
        signals = {n: value for n, value in a.items() if base(n) != name}
        others = {SECOND + n: value for n, value in b.items() if n.partition("[")[0] in vectors and base(n) != name}
        cycles.append({**signals, **others, name: int(differs)})
    return cycles
