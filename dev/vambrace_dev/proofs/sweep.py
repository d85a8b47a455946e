# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Helps CaDiCaL with a circuit that computes one function in two ways: finds gates inside that are equal, proves each
pair from the inputs on, and adds the equalities as clauses (SAT sweeping).

Candidates are gates with equal or inverted values in a simulation of random inputs.
"""

from __future__ import annotations

import random

from vambrace_dev.proofs.aiger import Aig
from vambrace_dev.proofs.cnf import Clauses

#: Random inputs of the simulation.
_WIDTH = 4096
_ALL = (1 << _WIDTH) - 1

#: Conflicts for one pair.
_CONFLICTS = 2_000


def learn(aig: Aig, solver: Clauses) -> int:
    """Add clauses for gates that are equal, or the inverse of each other, for all inputs; return the number of pairs.
    Registers are inputs."""
    learned = 0
    first: dict[int, int] = {}  # by values: the literal that has them
    for variable, values in _simulated(aig).items():
        inverted = values & 1
        literal = 2 * variable | inverted
        key = values ^ _ALL if inverted else values
        other = first.setdefault(key, literal)
        if other == literal or variable < aig.first_gate:
            continue
        ways = ([literal, other ^ 1], [literal ^ 1, other])
        if all(solver.possible(way, _CONFLICTS) is False for way in ways):
            for this, that in ways:
                solver.add([this ^ 1, that ^ 1])
            learned += 1
    return learned


def _simulated(aig: Aig) -> dict[int, int]:
    """Return the values of the constant, the inputs, the registers and the gates, each as one integer."""
    rng = random.Random(1)
    values = [0, *(rng.getrandbits(_WIDTH) for _ in range(aig.first_gate - 1))]
    for a, b in aig.gates:
        x, y = values[a >> 1], values[b >> 1]
        values.append((x ^ _ALL if a & 1 else x) & (y ^ _ALL if b & 1 else y))
    return dict(enumerate(values))
