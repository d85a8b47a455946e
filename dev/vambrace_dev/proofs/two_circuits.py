# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Compares two circuits with the same registers: whether both behave the same at all times.

By induction: if both are in the same state and have the same inputs, then their outputs same_* and the next states of
all registers are the same. So the circuits stay the same from any common state, reachable or not. This needs one cycle
of both, without registers: register values are inputs.

Registers have the same names in both; some may belong to only one circuit, and differ. An input of only one circuit is
free. Outputs assumed_* are 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase
from itertools import product

from vambrace.base.errors import VambraceError
from vambrace_dev.proofs import runs
from vambrace_dev.proofs.aiger import Aig, simulate

#: The property that registers stay the same, on which all others depend.
REGISTERS = "same_registers"

_INIT, _NEXT = "init:", "next "

#: Prefixes of registers that only one circuit has.
_OWN = ("first's ", "second's ")


def opened(part: Aig, like: Aig | None = None, own: Sequence[str] = ()) -> Aig:
    """Return a circuit whose registers are inputs, by name, with their next states as outputs. `like`: the opened
    circuit whose register names are used for registers with several names. `own`: registers that each circuit has
    separately, by name patterns.
    """
    starts = [name for name in part.inputs if name.startswith(_INIT)]
    if len(part.latches) != len(starts) + 1:  # the last one is 1 after the first cycle
        raise VambraceError("registers of two circuits can be compared only if all have unconstrained initial values")
    known = set(like.inputs) if like else set()
    names = [_known_start(every, known) for every in starts] + ["started"]
    mine = _OWN[like is not None]
    names = [mine + n if any(fnmatchcase(n, p) for p in own) else n for n in names]
    if len(set(names)) != len(names):
        raise VambraceError("two registers have the same name")
    inputs = [_INIT + _known_start(n, known) if n.startswith(_INIT) else n for n in part.inputs]
    following = [(_NEXT + name, literal) for name, literal in zip(names, part.latches, strict=True)]
    return Aig([*inputs, *names], [], [*part.outputs, *following], part.gates)


def _known_start(every: str, known: set[str]) -> str:
    names = [name.removeprefix(_INIT) for name in every.split()]
    return min([n for n in names if n in known] or names, key=lambda n: (len(n), n))


def differing(first: Aig, second: Aig, name: str) -> list[str]:
    """Return the outputs of both opened circuits for a property. VambraceError if the circuits have different outputs,
    none of that name, or different registers.
    """
    own = tuple(_NEXT + n for n in _OWN)
    ours, theirs = ({n for n, _ in c.outputs if n.startswith(_NEXT) and not n.startswith(own)} for c in (first, second))
    if ours != theirs:
        raise VambraceError(f"registers that only one circuit has: {', '.join(sorted(ours ^ theirs)[:5])}")
    if name == REGISTERS:
        return sorted(ours)
    matching, other = ([n for n, _ in c.outputs if runs.base(n) == name] for c in (first, second))
    if not matching or set(matching) != set(other):
        raise VambraceError(f"only one circuit has all outputs {name}")
    return matching


def cases(first: Aig, second: Aig, name: str, apart: tuple[str, ...]) -> Iterator[Aig]:
    """Return, for each value of the inputs `apart`, the circuit whose only output is 1 if both opened circuits violate
    a property. Its inputs are those of the first, then those that only the second has.
    """
    outputs = differing(first, second, name)
    inputs = [*first.inputs, *(n for n in second.inputs if n not in set(first.inputs))]
    number = {n: 2 * (i + 1) for i, n in enumerate(inputs)}
    if unknown := [n for n in apart if n not in number]:
        raise VambraceError(f"no input {unknown[0]}")
    for values in product((0, 1), repeat=len(apart)):
        fixed = {number[n]: value for n, value in zip(apart, values, strict=True)}
        yield _case(first, second, name, outputs, inputs, fixed)


def _case(first: Aig, second: Aig, name: str, outputs: list[str], inputs: list[str], fixed: dict[int, int]) -> Aig:
    """Return a case; values that assumptions fix for single inputs are substituted, which leaves
    much less to decide.
    """
    while True:
        gates = Gates(len(inputs))
        literals = [fixed.get(2 * (i + 1), 2 * (i + 1)) for i in range(len(inputs))]
        ours, theirs = (_outputs(c, dict(zip(inputs, literals, strict=True)), gates) for c in (first, second))
        assumed = [v for side in (ours, theirs) for n, v in side.items() if runs.kind(n) == "assumed"]
        learned = {k: v for k, v in _implied(assumed, gates).items() if k not in fixed}
        if not learned:
            break
        fixed = {**fixed, **learned}
    bad = gates.any_of([gates.differ(ours[n], theirs[n]) for n in outputs])
    for literal in assumed:
        bad = gates.both(bad, literal)
    fixes = [k ^ (1 - v) for k, v in fixed.items()]  # so that counterexamples have these values
    for literal in fixes:
        bad = gates.both(bad, literal)
    return Aig(inputs, [], [(name, bad)], gates.pairs)


class Gates(runs.Gates):
    """Gates without constant or equal inputs."""

    def both(self, a: int, b: int) -> int:
        if a == 0 or b == 0 or a ^ b == 1:
            return 0
        if a == 1 or a == b:
            return b
        return a if b == 1 else super().both(a, b)


def _outputs(part: Aig, literals: dict[str, int], gates: Gates) -> dict[str, int]:
    values = [0, *(literals[name] for name in part.inputs)]
    for a, b in part.gates:
        values.append(gates.both(values[a >> 1] ^ (a & 1), values[b >> 1] ^ (b & 1)))
    return {name: values[literal >> 1] ^ (literal & 1) for name, literal in part.outputs}


def _implied(true: list[int], gates: Gates) -> dict[int, int]:
    """Return the input values, by literal, that follow if all these literals are 1."""
    literals, todo = {}, list(true)
    while todo:
        literal = todo.pop()
        variable = literal >> 1
        if 0 < variable <= gates.last:
            literals[2 * variable] = 1 - (literal & 1)
        elif variable > gates.last and not literal & 1:
            todo += gates.pairs[variable - gates.last - 1]
    return literals


def replay(first: Aig, second: Aig, name: str, row: dict[str, int]) -> dict[str, int]:
    """Return the signals of the first opened circuit, those of the second that differ, and `name`: whether the property
    is violated. `row`: the inputs that are 1.
    """
    rows = []
    for part in (first, second):
        (outputs,) = simulate(part, [[row.get(n, 0) for n in part.inputs]])
        rows.append({**{n: row.get(n, 0) for n in part.inputs}, **outputs})
    ours, theirs = rows
    wrong = any(ours[n] != theirs[n] for n in differing(first, second, name))
    others = {runs.SECOND + n: v for n, v in theirs.items() if ours.get(n) != v}
    return {**ours, **others, name: int(wrong)}
