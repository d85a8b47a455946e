# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Converts a circuit to clauses (Tseitin) for CaDiCaL: the second solver, independent of ABC.

A variable of the circuit has the same number in the clauses; an additional one is the constant. An inverted literal is
a negative number. CaDiCaL comes with the Python package python-sat.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from vambrace_dev.proofs.aiger import Aig

#: Conflicts after which a question stays undecided.
CONFLICTS = 200_000


class Clauses:
    """CaDiCaL with the clauses of a circuit. Registers are free, like inputs."""

    def __init__(self, aig: Aig) -> None:
        from pysat.solvers import Cadical195

        self._zero = aig.first_gate + len(aig.gates)
        self._solver = Cadical195()
        for clause in self._all(aig):
            self._solver.add_clause(clause)

    def __enter__(self) -> Clauses:
        return self

    def __exit__(self, *_: object) -> None:
        self._solver.delete()

    def _all(self, aig: Aig) -> Iterator[list[int]]:
        yield [-self._zero]
        for gate, (a, b) in enumerate(aig.gates, aig.first_gate):
            x, y = self._literal(a), self._literal(b)
            yield [-gate, x]
            yield [-gate, y]
            yield [gate, -x, -y]

    def _literal(self, literal: int) -> int:
        variable = literal >> 1 or self._zero
        return -variable if literal & 1 else variable

    def add(self, literals: Iterable[int]) -> None:
        """Require from now on that at least one of these literals of the circuit is 1."""
        self._solver.add_clause([self._literal(x) for x in literals])

    def possible(self, literals: Sequence[int], conflicts: int = CONFLICTS) -> bool | None:
        """Return whether all these literals of the circuit can be 1 at once; None: undecided after
        this many conflicts.
        """
        self._solver.conf_budget(conflicts)
        answer: bool | None = self._solver.solve_limited([self._literal(x) for x in literals])
        return answer

    def values(self, literals: Sequence[int]) -> list[int]:
        """Return the values of these literals in the solution of the last question; empty if it was undecided."""
        model = self._solver.get_model()
        true = set(model or ())
        return [int(self._literal(x) in true) for x in literals] if model else []
