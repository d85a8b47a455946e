# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Which registers no secret reaches: those that have the same value in two runs (runs.py) at all times.

By induction over cycles. Both runs begin in the same state. If the registers of a set are the same in both runs, all
others have any values, and what is public is the same, then the registers of the set are the same in the next cycle,
and outputs are in this one (`outputs`).

The set is not written by hand. `found` searches it from above: at first all registers are in it, then those leave it
that can differ in the next cycle, until SAT shows that none can, which is the step of the induction. The bits of a
vector leave it together, which is faster; so a larger set may exist.

An output when_* says in which cycles more registers are the same: what leaves the set may still be the same then, and
is in a second set, which it leaves in the same way, for that of the next when_*, in the order of their names. These
outputs depend on registers of the first set alone.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass

from vambrace.base.errors import VambraceError
from vambrace.dev.proofs import aiger, runs
from vambrace.dev.proofs.aiger import Aig
from vambrace.dev.proofs.beside import Gates

#: Decides a circuit: the inputs that are 1 where its only output is 1; None if there are none.
Solver = Callable[[Aig], Collection[int] | None]

#: Bits of a vector that leave a set together.
_BITS = 8

#: Patterns that are simulated at once.
_WIDTH = 256
_ALL = (1 << _WIDTH) - 1

_INIT, _REGISTER = "init:", "register "

#: The only output of what a solver decides.
DIFFERS = "differs"


def vectors(whole: Aig) -> list[str]:
    """For each register a vector that it is a bit of, the smallest of at least `_BITS` bits; the last register is 1
    after the first cycle."""
    starts = [name for name in whole.inputs if name.startswith(_INIT)]
    if len(whole.latches) != len(starts) + 1:
        raise VambraceError("registers have names only if all begin with any value")
    names = [[n.removeprefix(_INIT).rpartition("[")[0] for n in every.split()] for every in starts]
    bits = Counter(vector for every in names for vector in {*every})
    large = [[(bits[v], v) for v in every if v and bits[v] >= _BITS] for every in names]
    return [*(min(v)[1] if v else start for v, start in zip(large, starts, strict=True)), "started"]


@dataclass(frozen=True)
class Same:
    """Registers that are the same, by number: always, and in cycles of each when_*, in the order of their names."""

    always: frozenset[int]
    sometimes: tuple[frozenset[int], ...] = ()

    @property
    def sets(self) -> tuple[frozenset[int], ...]:
        return (self.always, *self.sometimes)


@dataclass(frozen=True)
class Cycle:
    """A cycle of both runs. `places`: where a register or an output (by number or name) of both runs differs, as
    literals; `valid`: nothing public differs, and what is assumed holds; `seconds`: inputs of the first run, and those
    that take their place in the second."""

    inputs: list[str]
    gates: Gates
    places: dict[int | str, int]
    valid: int
    seconds: list[tuple[int, int]]

    def differs(self, name: str, places: Iterable[int | str]) -> Aig:
        """The circuit whose only output is 1 where one of these differs."""
        gates = Gates(self.gates.last)
        gates.made, gates.known = list(self.gates.made), dict(self.gates.known)
        bad = gates.both(gates.any_of([self.places[p] for p in places]), self.valid)
        return Aig(self.inputs, [], [(name, bad)], gates.made)


def cycle(whole: Aig, patterns: Collection[str], same: Same) -> Cycle:
    """Any cycle in which registers are the same in both runs as `same` says."""
    count = len(whole.inputs)
    names = [*whole.inputs, *(f"{_REGISTER}{i}" for i in range(len(whole.latches)))]
    other = [i for i, name in enumerate(whole.inputs) if runs.secret(name, patterns)]
    other += [count + i for i in range(len(whole.latches)) if i not in same.always]
    inputs = [*names, *(runs.SECOND + names[i] for i in other)]
    gates = Gates(len(inputs))
    own = [2 * (1 + i) for i in range(len(names))]
    first = _values(whole, own, gates)
    whens = _whens(whole)
    theirs = list(own)
    for k, i in enumerate(other):
        theirs[i] = 2 * (1 + len(names) + k)
        for literal, members in zip(whens, same.sometimes, strict=True):
            if i - count in members:
                theirs[i] = gates.choose(_of(first, literal), own[i], theirs[i])
    second = _values(whole, theirs, gates)

    def differ(literal: int) -> int:
        return gates.differ(_of(first, literal), _of(second, literal))

    ends = []
    places: dict[int | str, int] = {i: differ(whole.latches[i]) for i in sorted(same.always)}
    for literal, members in zip(whens, same.sometimes, strict=True):
        later = _later(whole, literal, first, gates)
        places |= {i: gates.both(later, differ(whole.latches[i])) for i in sorted(members)}
    for name, literal in whole.outputs:
        if runs.kind(name) == "assumed":
            ends.append(_of(first, literal) ^ 1)
        elif runs.kind(name) == "public":
            ends.append(differ(literal))
        elif runs.kind(name) in ("same", "when"):
            places[name] = differ(literal)
    valid = gates.any_of(ends) ^ 1
    return Cycle(inputs, gates, places, valid, [(i, len(names) + k) for k, i in enumerate(other)])


def _whens(whole: Aig) -> list[int]:
    """The literals of outputs when_*, in the order of their names."""
    return [literal for name, literal in sorted(whole.outputs) if runs.kind(name) == "when"]


def _later(whole: Aig, literal: int, values: list[int], gates: Gates) -> int:
    """What a literal that depends on registers alone is in the next cycle."""
    known: dict[int, int] = {0: 0}
    todo = [literal >> 1]
    while todo:
        variable = todo[-1]
        if variable >= whole.first_gate:
            a, b = whole.gates[variable - whole.first_gate]
            if missing := [lit >> 1 for lit in (a, b) if lit >> 1 not in known]:
                todo += missing
                continue
            known[variable] = gates.both(known[a >> 1] ^ (a & 1), known[b >> 1] ^ (b & 1))
        elif variable > len(whole.inputs):
            known[variable] = _of(values, whole.latches[variable - 1 - len(whole.inputs)])
        elif variable and not whole.inputs[variable - 1].startswith(_INIT):
            raise VambraceError(f"when_* depends on the input {whole.inputs[variable - 1]}")
        else:
            known[variable] = values[variable]
        todo.pop()
    return known[literal >> 1] ^ (literal & 1)


def outputs(whole: Aig, patterns: Collection[str], same: Same, name: str) -> Aig:
    """The circuit whose only output, `name`, is 1 where an output of this name differs, or one when_*, though no
    register of `same` does."""
    bits = [n for n, _ in whole.outputs if runs.base(n) == name or runs.kind(n) == "when"]
    return aiger.cone(cycle(whole, patterns, same).differs(name, bits), name)[0]


def _values(whole: Aig, inputs: list[int], gates: Gates) -> list[int]:
    values = [0, *inputs]
    for a, b in whole.gates:
        values.append(gates.both(_of(values, a), _of(values, b)))
    return values


def _of(values: list[int], literal: int) -> int:
    return values[literal >> 1] ^ (literal & 1)


def found(whole: Aig, patterns: Collection[str], solve: Solver) -> Same:
    """The registers of the sets: `solve` has shown that they stay the same."""
    named = vectors(whole)
    rng = random.Random(1)
    same = Same(frozenset(range(len(whole.latches))), (frozenset(),) * len(_whens(whole)))
    while True:
        both = cycle(whole, patterns, same)
        sets = {i: number for number, members in enumerate(same.sets) for i in members}
        may = {i: both.places[i] for i in sets if both.places[i]}
        if not may:
            return same
        circuit, numbers = _cone(both, may)
        gone = _simulated(circuit, may, _random(both, numbers, rng))
        if not gone:
            ones = solve(circuit.differs(DIFFERS, may))
            if ones is None:
                return same
            gone = _simulated(circuit, may, _near(len(numbers), ones, rng))
            if not gone:
                raise VambraceError("SAT's state does not make a register differ")
        leaving = {(named[i], sets[i]) for i in gone}
        moved = {i: n + ((named[i], n) in leaving and i in may) for i, n in sets.items()}
        always, *sometimes = (frozenset(i for i, n in moved.items() if n == k) for k in range(len(same.sets)))
        same = Same(always, tuple(sometimes))


def _cone(both: Cycle, may: dict[int, int]) -> tuple[Cycle, list[int]]:
    """The part of a cycle that these registers depend on, and the numbers of its inputs."""
    outputs = [("valid", both.valid), *((str(i), literal) for i, literal in may.items())]
    part, numbers = aiger.cone(Aig(both.inputs, [], outputs, both.gates.made), *(n for n, _ in outputs))
    literals = dict(part.outputs)
    gates = Gates(len(part.inputs))
    gates.made = part.gates
    may.update({i: literals[str(i)] for i in may})
    return Cycle(part.inputs, gates, {i: may[i] for i in may}, literals["valid"], []), numbers


def _random(both: Cycle, numbers: list[int], rng: random.Random) -> list[int]:
    """Patterns of the inputs `numbers`. In most of them the second run differs in few places."""
    few = sum(1 << i for i in range(_WIDTH) if i % 4)
    values = {i: rng.getrandbits(_WIDTH) for i in range(len(both.inputs))}
    for first, second in both.seconds:
        flips = rng.getrandbits(_WIDTH)
        for _ in range(6):
            flips &= rng.getrandbits(_WIDTH) | (few ^ _ALL)
        values[second] = values[first] ^ flips
    return [values[i] for i in numbers]


def _near(count: int, ones: Collection[int], rng: random.Random) -> list[int]:
    """A pattern of the inputs, and others that differ from it in few places."""
    values = []
    for i in range(count):
        flips = _ALL ^ 1
        for _ in range(6):
            flips &= rng.getrandbits(_WIDTH)
        values.append((_ALL if i in ones else 0) ^ flips)
    return values


def _simulated(both: Cycle, may: dict[int, int], inputs: list[int]) -> set[int]:
    """The registers that differ in the next cycle of one of these patterns."""
    values = [0, *inputs]
    for a, b in both.gates.made:
        x, y = values[a >> 1], values[b >> 1]
        values.append((x ^ _ALL if a & 1 else x) & (y ^ _ALL if b & 1 else y))

    def of(literal: int) -> int:
        return values[literal >> 1] ^ (_ALL if literal & 1 else 0)

    valid = of(both.valid)
    return {i for i, literal in may.items() if of(literal) & valid}
