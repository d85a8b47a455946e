# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Finds the registers that no secret reaches: those with the same value in two runs (runs.py) at all times.

By induction over cycles. Both runs start in the same state. If the registers of a set are the same in both runs, all
others have any values, and public values are the same, then the registers of the set are the same in the next cycle,
and outputs are in this one (`outputs`).

The set is computed. `equal_registers` searches from above: initially all registers are in it, then those that can
differ in the next cycle leave it, until SAT shows that none can; this is the induction step. The bits of a vector leave
together, which is faster; so a larger set may exist.

An output when_* marks cycles in which more registers are the same: registers that leave the set may still be the same
then, and are in a second set, which they leave in the same way for the set of the next when_*, in the order of their
names. These outputs depend on registers of the first set, which depends on no other set, and on inputs that are not
secret. Each combination of their values is a separate case: registers that are the same in it are one register of both
runs, so that little is left for SAT.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import cycle as cycled
from itertools import product

from vambrace.base.errors import VambraceError
from vambrace_dev.proofs import aiger, runs
from vambrace_dev.proofs.aiger import Aig
from vambrace_dev.proofs.two_circuits import REGISTERS, Gates

#: Decides a circuit: returns the inputs that are 1 when its only output is 1; None if there are none.
Solver = Callable[[Aig], Collection[int] | None]

#: Values of all when_* in a cycle; None: any.
Case = tuple[bool, ...] | None

#: Bits of a vector that leave a set together.
_BITS = 8

#: Patterns simulated at once.
_WIDTH = 256
_ALL = (1 << _WIDTH) - 1

_INIT, _REGISTER, _NEXT = "init:", "register ", "next "

#: The only output of a circuit for the solver.
DIFFERS = "differs"


def _starts(aig: Aig) -> list[str]:
    """Return, for each register, the input with its initial value, which has its names; the last register, without a
    name, is 1 after the first cycle.
    """
    starts = [name for name in aig.inputs if name.startswith(_INIT)]
    if len(aig.latches) != len(starts) + 1:
        raise VambraceError("registers have names only if all have unconstrained initial values")
    return starts


def vectors(aig: Aig) -> list[str]:
    """Return, for each register, the smallest vector of at least `_BITS` bits that contains it."""
    starts = _starts(aig)
    names = [[n.removeprefix(_INIT).rpartition("[")[0] for n in every.split()] for every in starts]
    bits = Counter(vector for every in names for vector in {*every})
    large = [[(bits[v], v) for v in every if v and bits[v] >= _BITS] for every in names]
    return [*(min(v)[1] if v else start for v, start in zip(large, starts, strict=True)), "started"]


def _named(aig: Aig, patterns: Collection[str]) -> set[int]:
    """Return the registers with a name that matches these patterns."""
    every = enumerate(_starts(aig))
    return {i for i, names in every if any(runs.secret(n.removeprefix(_INIT), patterns) for n in names.split())}


def require_named(aig: Aig, bits: Iterable[tuple[str, int]]) -> None:
    """Fail unless each pattern matches exactly its number of registers: patterns also match names that Yosys derives,
    and a pattern that matches more would omit registers that the proof is about.
    """
    for pattern, number in bits:
        if (there := len(_named(aig, [pattern]))) != number:
            raise VambraceError(f"differ: {pattern} names {there} registers, not {number}")


def with_registers(aig: Aig, differ: Collection[str]) -> Aig:
    """Return the circuit with outputs REGISTERS: in cycles in which all when_* are 1, the registers except those with a
    name that matches these patterns.
    """
    gates = Gates(aig.first_gate - 1 + len(aig.gates))
    never = gates.any_of([literal ^ 1 for literal in _whens(aig)])
    left = sorted({*range(len(_starts(aig)))} - _named(aig, differ))
    first = 1 + len(aig.inputs)
    outputs = [(f"{REGISTERS}[{i}]", gates.both(2 * (first + i), never ^ 1)) for i in left]
    return replace(aig, outputs=[*aig.outputs, *outputs], gates=[*aig.gates, *gates.pairs])


@dataclass(frozen=True)
class Same:
    """The numbers of registers that are the same: always, and in cycles of each when_*, in the order of their names."""

    always: frozenset[int]
    sometimes: tuple[frozenset[int], ...] = ()

    @property
    def sets(self) -> tuple[frozenset[int], ...]:
        return (self.always, *self.sometimes)

    def at(self, case: Case) -> frozenset[int]:
        """Return the registers that are the same in a case."""
        return self.always.union(*(members for members, on in zip(self.sometimes, case or (), strict=False) if on))


@dataclass(frozen=True)
class Cycle:
    """A cycle of both runs. `places`: literals for the difference of each register or output (by number or name)
    between the runs; `ends`: each failing assumption and each differing public output, by name; `valid`: there is none;
    `seconds`: inputs of the first run, and their counterparts in the second.
    """

    inputs: list[str]
    gates: Gates
    places: dict[int | str, int]
    ends: list[tuple[str, int]]
    valid: int
    seconds: list[tuple[int, int]]

    def differs(self, name: str, places: Iterable[int | str]) -> Aig:
        """Return the circuit whose only output, `name`, is 1 if one of these differs."""
        gates = Gates(self.gates.last)
        gates.pairs, gates.known = list(self.gates.pairs), dict(self.gates.known)
        valid = gates.any_of([literal for end, literal in self.ends if not runs.tells(end, name)]) ^ 1
        bad = gates.both(gates.any_of([self.places[p] for p in places]), valid)
        return Aig(self.inputs, [], [(name, bad)], gates.pairs)


def cycle(aig: Aig, patterns: Collection[str], same: Same, case: Case = None) -> Cycle:
    """Return any cycle of a case in which registers are the same in both runs according to `same`."""
    count = len(aig.inputs)
    names = [*aig.inputs, *(f"{_REGISTER}{i}" for i in range(len(aig.latches)))]
    other = [i for i, name in enumerate(aig.inputs) if runs.secret(name, patterns)]
    shared = same.at(case)
    other += [count + i for i in range(len(aig.latches)) if i not in shared]
    asked = _asked(aig, patterns)
    inputs = [*names, *(runs.SECOND + names[i] for i in other), *(_NEXT + aig.inputs[i] for i in asked)]
    coming = {1 + i: 2 * (1 + len(names) + len(other) + k) for k, i in enumerate(asked)}
    gates = Gates(len(inputs))
    own = [2 * (1 + i) for i in range(len(names))]
    first = _values(aig, own, gates)
    whens = _whens(aig)
    theirs = list(own)
    for k, i in enumerate(other):
        theirs[i] = 2 * (1 + len(names) + k)
    second = _values(aig, theirs, gates)

    def differ(literal: int) -> int:
        return gates.differ(_mapped(first, literal), _mapped(second, literal))

    ends = [("when", _mapped(first, literal) ^ on) for literal, on in zip(whens, case or (), strict=False)]
    places: dict[int | str, int] = {i: differ(aig.latches[i]) for i in sorted(same.always)}
    for literal, members in zip(whens, same.sometimes, strict=True):
        later = _later(aig, literal, first, coming, gates)
        places |= {i: gates.both(later, differ(aig.latches[i])) for i in sorted(members)}
    for name, literal in aig.outputs:
        if runs.kind(name) == "assumed":
            ends.append((name, _mapped(first, literal) ^ 1))
        elif runs.kind(name) == "public":
            ends.append((name, differ(literal)))
        elif runs.kind(name) in ("same", "when"):
            places[name] = differ(literal)
    valid = gates.any_of([literal for _, literal in ends]) ^ 1
    return Cycle(inputs, gates, places, ends, valid, [(i, len(names) + k) for k, i in enumerate(other)])


def _whens(aig: Aig) -> list[int]:
    """Return the literals of outputs when_*, in the order of their names."""
    return [literal for name, literal in sorted(aig.outputs) if runs.kind(name) == "when"]


def _asked(aig: Aig, patterns: Collection[str]) -> list[int]:
    """Return the inputs that when_* depend on, by number."""
    variables = {literal >> 1 for literal in _whens(aig)}
    for variable in range(aig.first_gate - 1 + len(aig.gates), aig.first_gate - 1, -1):
        if variable in variables:
            variables |= {literal >> 1 for literal in aig.gates[variable - aig.first_gate]}
    asked = [v - 1 for v in sorted(variables) if 0 < v <= len(aig.inputs)]
    if wrong := [name for name in (aig.inputs[i] for i in asked) if runs.secret(name, patterns)]:
        raise VambraceError(f"when_* depends on the secret {wrong[0]}")
    return [i for i in asked if not aig.inputs[i].startswith(_INIT)]


def _later(aig: Aig, literal: int, values: list[int], coming: dict[int, int], gates: Gates) -> int:
    """Return the value, in the next cycle, of a literal that depends on registers and on these inputs. `coming`: the
    inputs' next values, by variable.
    """
    known: dict[int, int] = {0: 0, **coming}
    todo = [literal >> 1]
    while todo:
        variable = todo[-1]
        if variable in known:
            pass
        elif variable >= aig.first_gate:
            a, b = aig.gates[variable - aig.first_gate]
            if missing := [lit >> 1 for lit in (a, b) if lit >> 1 not in known]:
                todo += missing
                continue
            known[variable] = gates.both(known[a >> 1] ^ (a & 1), known[b >> 1] ^ (b & 1))
        elif variable > len(aig.inputs):
            known[variable] = _mapped(values, aig.latches[variable - 1 - len(aig.inputs)])
        else:
            known[variable] = values[variable]  # initial value of a register
        todo.pop()
    return known[literal >> 1] ^ (literal & 1)


def _cases(aig: Aig) -> list[Case]:
    return list(product((False, True), repeat=len(_whens(aig))))


def outputs(aig: Aig, patterns: Collection[str], same: Same, name: str) -> Iterator[Aig]:
    """Return, for each case, the circuit whose only output, `name`, is 1 if an output of this name or one when_*
    differs although no register of `same` does.
    """
    bits = [n for n, _ in aig.outputs if runs.base(n) == name or runs.kind(n) == "when"]
    for case in _cases(aig):
        yield aiger.cone(cycle(aig, patterns, same, case).differs(name, bits), name)[0]


def steps(aig: Aig, patterns: Collection[str], same: Same) -> Iterator[Aig]:
    """Return, for each case, the circuit whose only output, DIFFERS, is 1 if a register of `same` differs in the next
    cycle.
    """
    for case in _cases(aig):
        both = cycle(aig, patterns, same, case)
        registers = [place for place in both.places if isinstance(place, int)]
        yield aiger.cone(both.differs(DIFFERS, registers), DIFFERS)[0]


def _values(aig: Aig, inputs: list[int], gates: Gates) -> list[int]:
    values = [0, *inputs]
    for a, b in aig.gates:
        values.append(gates.both(_mapped(values, a), _mapped(values, b)))
    return values


def _mapped(values: list[int], literal: int) -> int:
    return values[literal >> 1] ^ (literal & 1)


def equal_registers(aig: Aig, patterns: Collection[str], solve: Solver, differ: Collection[str] = ()) -> Same:
    """Return the registers of the sets, which stay the same according to `solve`. `differ`: names of registers that are
    in the first set or in none.
    """
    search = _Search(aig, patterns, solve)
    same = search.left(Same(frozenset(range(len(aig.latches))), (frozenset(),) * len(_whens(aig))), None)
    same = Same(same.always, tuple(members - _named(aig, differ) for members in same.sometimes))
    steady = 0  # consecutive cases without a removal
    for case in cycled(_cases(aig)):
        after = search.left(same, case)
        steady = steady + 1 if after == same else 1
        same = after
        if steady == len(_cases(aig)):
            break
    return same


class _Search:
    def __init__(self, aig: Aig, patterns: Collection[str], solve: Solver) -> None:
        self.aig, self.patterns, self.solve = aig, patterns, solve
        self.named = vectors(aig)
        self.rng = random.Random(1)

    def left(self, same: Same, case: Case) -> Same:
        """Return the remainder of the first set without a case, otherwise of all other sets in this case."""
        while True:
            both = cycle(self.aig, self.patterns, same, case)
            sets = {i: number for number, members in enumerate(same.sets) for i in members}
            asked = [i for i, number in sets.items() if (number == 0) == (case is None)]
            may = {i: both.places[i] for i in asked if both.places[i]}
            gone = self._gone(both, may) if may and both.valid else set()
            if not gone:
                return same
            leaving = {(self.named[i], sets[i]) for i in gone}
            moved = {i: n + ((self.named[i], n) in leaving and i in may) for i, n in sets.items()}
            always, *sometimes = (frozenset(i for i, n in moved.items() if n == k) for k in range(len(same.sets)))
            same = Same(always, tuple(sometimes))

    def _gone(self, both: Cycle, may: dict[int, int]) -> set[int]:
        """Return registers that can differ in the next cycle, if there are any."""
        circuit, numbers = _cone(both, may)
        if gone := _simulated(circuit, may, _random(both, numbers, self.rng)):
            return gone
        ones = self.solve(circuit.differs(DIFFERS, may))
        if ones is None:
            return set()
        if gone := _simulated(circuit, may, _near(len(numbers), ones, self.rng)):
            return gone
        raise VambraceError("SAT's state does not make a register differ")


def _cone(both: Cycle, may: dict[int, int]) -> tuple[Cycle, list[int]]:
    """Return the part of a cycle that these registers depend on, and the numbers of its inputs."""
    outputs = [("valid", both.valid), *((str(i), literal) for i, literal in may.items())]
    part, numbers = aiger.cone(Aig(both.inputs, [], outputs, both.gates.pairs), *(n for n, _ in outputs))
    literals = dict(part.outputs)
    gates = Gates(len(part.inputs))
    gates.pairs = part.gates
    may.update({i: literals[str(i)] for i in may})
    ends = [("valid", literals["valid"] ^ 1)]
    return Cycle(part.inputs, gates, {i: may[i] for i in may}, ends, literals["valid"], []), numbers


def _random(both: Cycle, numbers: list[int], rng: random.Random) -> list[int]:
    """Return patterns of the inputs `numbers`. In most of them the second run differs in few places."""
    few = sum(1 << i for i in range(_WIDTH) if i % 4)
    values = {i: rng.getrandbits(_WIDTH) for i in range(len(both.inputs))}
    for first, second in both.seconds:
        flips = rng.getrandbits(_WIDTH)
        for _ in range(6):
            flips &= rng.getrandbits(_WIDTH) | (few ^ _ALL)
        values[second] = values[first] ^ flips
    return [values[i] for i in numbers]


def _near(count: int, ones: Collection[int], rng: random.Random) -> list[int]:
    """Return an input pattern, and others that differ from it in few places."""
    values = []
    for i in range(count):
        flips = _ALL ^ 1
        for _ in range(6):
            flips &= rng.getrandbits(_WIDTH)
        values.append((_ALL if i in ones else 0) ^ flips)
    return values


def _simulated(both: Cycle, may: dict[int, int], inputs: list[int]) -> set[int]:
    """Return the registers that differ in the next cycle of one of these patterns."""
    values = [0, *inputs]
    for a, b in both.gates.pairs:
        x, y = values[a >> 1], values[b >> 1]
        values.append((x ^ _ALL if a & 1 else x) & (y ^ _ALL if b & 1 else y))

    def value(literal: int) -> int:
        return values[literal >> 1] ^ (_ALL if literal & 1 else 0)

    valid = value(both.valid)
    return {i for i, literal in may.items() if value(literal) & valid}
