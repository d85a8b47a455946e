# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Checks ABC's results with CaDiCaL on the same circuit, without trusting ABC or its files.

The certificate of a circuit with registers is an invariant: clauses over registers. They hold in the initial state, in
which all registers are 0; after each cycle in which they hold; and where they hold, the output is 0. PDR's invariants
are read from ABC's file. For two runs, in which ABC merges registers, they are the equalities that equal.py finds
independently. A circuit without registers needs no certificate: CaDiCaL decides it again.
"""

from __future__ import annotations

import dataclasses
import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from vambrace.base import code, store, tools
from vambrace.base.errors import VambraceError
from vambrace_dev.proofs import circuit, control, equal, prove, sweep
from vambrace_dev.proofs.aiger import Aig
from vambrace_dev.proofs.cnf import Clauses
from vambrace_dev.proofs.plan import Proof
from vambrace_dev.proofs.prove import Finding

#: A clause: literals of the circuit, each a register.
Clause = Sequence[int]

#: Conflicts before gates that are equal are looked for.
_EASY = 100_000

#: Conflicts after that; the second figure where polynomials decide: sums of many products in another order are too hard
#: for SAT.
_HARD, _OF_POLYNOMIALS = 1_000_000, 20_000


class Wrong(VambraceError):
    """A certificate that does not check."""


@dataclass(frozen=True)
class Certificate:
    """The checked certificate of an output. `clauses`: the size of its invariant; None without registers. `open`:
    CaDiCaL did not decide it.
    """

    bit: str
    clauses: int | None
    open: bool
    seconds: float


def says(certificates: Sequence[Certificate]) -> str:
    """Return a short description of the certificate of a property."""
    if not certificates:
        return ""
    if left := [c.bit for c in certificates if c.open]:
        return f"{len(certificates) - len(left)} of {len(certificates)} decisions"
    invariants = [c.clauses for c in certificates if c.clauses is not None]
    return f"{sum(invariants):,} clauses" if invariants else "yes"


def decide(proof: Proof, name: str) -> tuple[Finding, list[Certificate]]:
    """Decide a property by ABC, and check each of its answers. VambraceError if one is wrong."""
    parts: list[tuple[str, Aig, Path]] = []
    with prove.observed(lambda *part: parts.append(part)):
        finding = prove.decide(proof, name)
    certificates = [checked(proof, name, *part) for part in parts]
    if proof.method == "control" and name == prove.first_compared(proof):
        certificates += _steps(proof, name)
    return finding, certificates


def checked(proof: Proof, name: str, bit: str, part: Aig, folder: Path) -> Certificate:
    """Check the decision on an output. VambraceError if the certificate in the finding's folder is wrong."""
    path = folder / prove.INVARIANT

    def check() -> tuple[int | None, bool]:
        if not part.latches:
            return None, never(part, _OF_POLYNOMIALS if proof.method == "polynomials" else _HARD)
        clauses = read(path, part)
        if name.startswith("same_"):
            clauses += equalities(part)
        return len(clauses), invariant(part, clauses)

    gates = (part.inputs, part.latches, part.outputs, part.gates)
    text = path.read_text() if part.latches else ""
    return _cached(proof, name, bit, store.digest(gates, text), check)


def _steps(proof: Proof, name: str) -> list[Certificate]:
    """Check the assumptions of the induction over registers that are equal in two runs."""
    aig, key = circuit.make(proof)
    same, _ = prove.same_registers(proof)
    key = store.digest(key, proof.secrets, [sorted(members) for members in same.sets])
    certificates = []
    for number, part in enumerate(control.steps(aig, proof.secrets, same)):
        check = partial(_step, part)
        certificates.append(_cached(proof, name, control.DIFFERS, store.digest(key, number), check))
    return certificates


def _step(part: Aig) -> tuple[None, bool]:
    return None, never(part)


def _cached(proof: Proof, name: str, bit: str, key: str, check: Callable[[], tuple[int | None, bool]]) -> Certificate:
    def build(work: Path) -> None:
        start = time.thread_time()
        try:
            clauses, decided = check()
        except Wrong as error:
            raise VambraceError(f"{proof.name}: {name}: the certificate of {bit} does not check: {error}") from None
        certificate = Certificate(bit, clauses, not decided, time.thread_time() - start)
        (work / "certificate.json").write_text(json.dumps(dataclasses.asdict(certificate)))

    hashes = code.files(
        *(f"vambrace_dev.proofs.{module}" for module in ("certificate", "cnf", "equal", "sweep", "aiger"))
    )
    folder = store.entry("certificate", store.digest(hashes, tools.version("python-sat"), key), build)
    return Certificate(**json.loads((folder / "certificate.json").read_text()))


def read(path: Path, part: Aig) -> list[Clause]:
    """Return the clauses of an invariant in an ABC file: a PLA whose rows are unreachable states."""
    registers: list[int] = []
    clauses: list[Clause] = []
    for line in path.read_text().splitlines():
        if line.startswith(".ilb"):
            registers = [_register(name, part) for name in line.split()[1:]]
        elif line[:1] in ("0", "1", "-"):
            state = line.split()[0]
            if len(state) != len(registers) or set(state) - {*"01-"}:
                raise Wrong(f"{path.name} has a row of {len(state)} registers, not {len(registers)}")
            clauses.append([literal ^ int(v) for literal, v in zip(registers, state, strict=True) if v != "-"])
    return clauses


def _register(name: str, part: Aig) -> int:
    number = name.removeprefix("lo")
    if not number.isdecimal() or int(number) >= len(part.latches):
        raise Wrong(f"no register {name} among {len(part.latches)}")
    return 2 * (1 + len(part.inputs) + int(number))


def equalities(part: Aig) -> list[Clause]:
    """Return clauses for the registers that are equal at all times."""
    clauses: list[Clause] = []
    for first, other in equal.pairs(part):
        clauses += [[first, other ^ 1], [first ^ 1, other]] if other else [[first ^ 1]]
    return clauses


def never(part: Aig, conflicts: int = _HARD) -> bool:
    """Check that the only output of a circuit without registers is 0; False if undecided. Wrong if it can be 1."""
    bad = [part.outputs[0][1]]
    with Clauses(part) as solver:
        possible = solver.possible(bad, min(conflicts, _EASY))
        if possible is None and sweep.learn(part, solver):
            possible = solver.possible(bad, conflicts)
    if possible:
        raise Wrong("CaDiCaL finds inputs for which it is 1")
    return possible is False


def invariant(part: Aig, clauses: Sequence[Clause]) -> bool:
    """Check that clauses are an invariant that implies that the only output is 0; False if undecided. Wrong if they are
    not.
    """
    first, ((_, bad),) = 1 + len(part.inputs), part.outputs
    for number, clause in enumerate(clauses):
        if not any(literal & 1 for literal in clause):  # registers start with 0
            raise Wrong(f"clause {number} of {len(clauses)} does not hold in the initial state")
    with Clauses(part) as solver:
        for clause in clauses:
            solver.add(clause)
        answers = [solver.possible([bad])]
        if answers[0]:
            raise Wrong(f"the property does not follow from its {len(clauses)} clauses")
        solver.add([bad ^ 1])  # implied by the clauses
        for number, clause in enumerate(clauses):
            following = [part.latches[(literal >> 1) - first] ^ (literal & 1) for literal in clause]
            answers.append(solver.possible([literal ^ 1 for literal in following]))
            if answers[-1]:
                raise Wrong(f"clause {number} of {len(clauses)} need not hold after a cycle in which all do")
    return None not in answers
