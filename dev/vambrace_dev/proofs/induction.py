# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Induction over cycles: a property holds in the first cycle, and in every cycle after one in which the invariants
hold.

An invariant may also depend on earlier invariants in the same cycle, any other property on all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from vambrace_dev.proofs import aiger
from vambrace_dev.proofs.aiger import Aig
from vambrace_dev.proofs.two_circuits import Gates


def first(aig: Aig, goal: str) -> Aig:
    """Return the circuit of the first cycle: its only output, `goal`, is that of `aig` with all registers 0."""
    part, _ = aiger.cone(aig, goal)
    gates = Gates(len(part.inputs))
    value = _copy(part, _inputs(0, len(part.inputs)), [0] * len(part.latches), gates)
    return Aig(part.inputs, [], [(goal, value(part.output(goal)))], gates.pairs)


def step(aig: Aig, goal: str, before: Sequence[str], now: Sequence[str]) -> Aig:
    """Return the circuit of any cycle and the next one: its only output, `goal`, is 1 if that of `aig` is 1 in the
    next cycle, although none of `before` was 1 in the first, and none of `now` is in the next one. Its inputs are the
    inputs of both cycles, then the registers.
    """
    part, _ = aiger.cone(aig, goal, *before, *now)
    count, registers = len(part.inputs), len(part.latches)
    names = [*part.inputs, *(f"next {n}" for n in part.inputs), *(f"register {i}" for i in range(registers))]
    gates = Gates(len(names))
    old = _copy(part, _inputs(0, count), _inputs(2 * count, registers), gates)
    new = _copy(part, _inputs(count, count), [old(lit) for lit in part.latches], gates)
    wrong = [*(old(part.output(n)) for n in before), *(new(part.output(n)) for n in now)]
    bad = gates.both(gates.any_of(wrong) ^ 1, new(part.output(goal)))
    return assuming(aiger.cone(Aig(names, [], [(goal, bad)], gates.pairs), goal)[0])


def assuming(aig: Aig) -> Aig:
    """Return a simplified equivalent circuit with a single output: if that is a conjunction, each term is simplified
    assuming that all earlier terms, in gate order, are 1.
    """
    ((goal, root),) = aig.outputs
    terms: set[int] = set()
    todo = [root]
    while todo:
        literal = todo.pop()
        if literal & 1 or literal >> 1 < aig.first_gate:
            terms.add(literal)
        else:
            todo += aig.gates[(literal >> 1) - aig.first_gate]
    if 0 in terms or any(literal ^ 1 in terms for literal in terms):
        return Aig(aig.inputs, [], [(goal, 0)], [])
    gates = Gates(aig.first_gate - 1)
    own = [2 * i for i in range(aig.first_gate)]
    known = {literal >> 1: 1 ^ (literal & 1) for literal in terms if literal > 1}  # variables when all terms are 1

    def seen(literal: int) -> int:
        return known.get(literal >> 1, own[literal >> 1]) ^ (literal & 1)

    for a, b in aig.gates:
        own.append(gates.both(seen(a), seen(b)))
    wrong = [own[literal >> 1] ^ (literal & 1) ^ 1 for literal in sorted(terms)]
    return Aig(aig.inputs, [], [(goal, gates.any_of(wrong) ^ 1)], gates.pairs)


def _inputs(start: int, count: int) -> list[int]:
    return [2 * (1 + start + i) for i in range(count)]


def _copy(part: Aig, inputs: Sequence[int], registers: Sequence[int], gates: Gates) -> Callable[[int], int]:
    """Add a copy of `part` with these literals as inputs and registers; return the new literals."""
    values = [0, *inputs, *registers]

    def value(literal: int) -> int:
        return values[literal >> 1] ^ (literal & 1)

    for a, b in part.gates:
        values.append(gates.both(value(a), value(b)))
    return value
