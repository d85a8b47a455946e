# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Finds registers that are equal to each other, or 0, at all times: by induction over cycles, with CaDiCaL.

Candidates are registers that are equal in simulated cycles. Assuming all candidates equal in some cycle, with any other
values, CaDiCaL finds those that may differ in the next one; these are split until none can.
"""

from __future__ import annotations

import random

from vambrace_dev.proofs.aiger import Aig
from vambrace_dev.proofs.cnf import Clauses

#: Simulated cycles, each with as many random inputs as an integer has bits.
_CYCLES = 48
_WIDTH = 256
_ALL = (1 << _WIDTH) - 1


def pairs(aig: Aig) -> list[tuple[int, int]]:
    """Return pairs of literals that are equal at all times: a register, and the first one that it equals, or 0."""
    first = 1 + len(aig.inputs)
    every = {0: 0, **{first + i: literal for i, literal in enumerate(aig.latches)}}  # the next state of each
    classes = _split([list(every)], _signatures(aig))
    while True:
        with Clauses(aig) as clauses:
            for same in classes:
                for variable in same[1:]:
                    clauses.add([2 * variable, 2 * same[0] ^ 1])
                    clauses.add([2 * variable ^ 1, 2 * same[0]])
            values = _differing(clauses, classes, every)
            if values is None:
                return [(2 * v, 2 * same[0]) for same in classes for v in same[1:]]
            classes = _split(classes, values)


def _differing(clauses: Clauses, classes: list[list[int]], following: dict[int, int]) -> dict[int, int] | None:
    """Return the values of all registers in a next cycle in which two of a class differ; None if there is none."""
    for same in classes:
        for variable in same[1:]:
            first, other = following[same[0]], following[variable]
            for literals in ([first, other ^ 1], [first ^ 1, other]):
                if first != other and clauses.possible(literals) is not False:
                    values = clauses.values(list(following.values()))
                    return dict(zip(following, values, strict=True)) if values else {variable: 1}
    return None


def _split(classes: list[list[int]], values: dict[int, int]) -> list[list[int]]:
    split_classes = []
    for same in classes:
        parts: dict[int, list[int]] = {}
        for variable in same:
            parts.setdefault(values.get(variable, 0), []).append(variable)
        split_classes += [part for part in parts.values() if len(part) > 1]
    return split_classes


def _signatures(aig: Aig) -> dict[int, int]:
    """Return each register's values in simulated cycles, as one integer."""
    rng = random.Random(1)
    first = 1 + len(aig.inputs)
    state = [0] * len(aig.latches)
    signatures = {0: 0, **{first + i: 0 for i in range(len(state))}}
    for _ in range(_CYCLES):
        values = [0, *(rng.getrandbits(_WIDTH) for _ in aig.inputs), *state]
        for a, b in aig.gates:
            x, y = values[a >> 1], values[b >> 1]
            values.append((x ^ _ALL if a & 1 else x) & (y ^ _ALL if b & 1 else y))
        state = [values[lit >> 1] ^ (_ALL if lit & 1 else 0) for lit in aig.latches]
        for i, value in enumerate(state):
            signatures[first + i] = signatures[first + i] << _WIDTH | value
    return signatures
