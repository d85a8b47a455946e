# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Decides whether an output is 0 by its polynomial over GF(2) in the inputs, which is unique: 0 as a polynomial is 0
for all inputs.

Intended for products of polynomials, which are too hard for SAT. A polynomial is the set of its monomials, a monomial
the set of its variables as bits of a number.
"""

from __future__ import annotations

from vambrace.base.errors import VambraceError
from vambrace_dev.proofs.aiger import Aig

#: Monomial limit: the intended proofs need a few thousand.
_MOST = 200_000

Polynomial = frozenset[int]
_CONSTANT_ONE: Polynomial = frozenset([0])


def counterexample(aig: Aig) -> list[int] | None:
    """Return inputs for which the only output of a circuit without registers is 1; None if there are none."""
    values: dict[int, Polynomial] = {0: frozenset()}
    values.update({i + 1: frozenset([1 << i]) for i in range(len(aig.inputs))})

    def value(lit: int) -> Polynomial:
        return values[lit >> 1] ^ _CONSTANT_ONE if lit & 1 else values[lit >> 1]

    for i, gate in enumerate(aig.gates):
        operands = _exclusive_or(aig, *gate)
        values[aig.first_gate + i] = (
            value(operands[0]) ^ value(operands[1]) if operands else _product(value(gate[0]), value(gate[1]))
        )
    difference = value(aig.outputs[0][1])
    if not difference:
        return None
    # With the variables of a shortest monomial 1 and all others 0, no other monomial is 1.
    least = min(difference, key=lambda m: (m.bit_count(), m))
    return [least >> i & 1 for i in range(len(aig.inputs))]


def _product(a: Polynomial, b: Polynomial) -> Polynomial:
    if len(a) * len(b) > _MOST:
        raise VambraceError("a polynomial of this proof has too many terms; use the other method")
    sums: set[int] = set()
    for x in a:
        for y in b:
            sums ^= {x | y}  # a variable times itself is itself; equal terms cancel
    return frozenset(sums)


def _exclusive_or(aig: Aig, a: int, b: int) -> tuple[int, int] | None:
    """Return x and y if a gate of a and b is x ^ y: not both, and not neither."""
    if not (a & b & 1) or min(a, b) >> 1 < aig.first_gate:
        return None
    left, right = (aig.gates[(lit >> 1) - aig.first_gate] for lit in (a, b))
    return left if {lit ^ 1 for lit in left} == set(right) else None
