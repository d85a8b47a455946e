# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Certificates of proofs: CaDiCaL accepts right ones, and rejects wrong ones with a specific error."""

import random
import shutil
from dataclasses import replace

import pytest

from vambrace.base.errors import VambraceError
from vambrace_dev.proofs import aiger, certificate, circuit, control, equal, plan, prove, sweep
from vambrace_dev.proofs.aiger import Aig
from vambrace_dev.proofs.certificate import Certificate, Wrong
from vambrace_dev.proofs.cnf import Clauses
from vambrace_dev.proofs.control import Same

# Input "go"; registers a, b, c: a token that circulates while "go" is 1, from the first cycle on at a.
# "bad" is 1 if two of them have it. Variables: 1 go, 2 started, 3 a, 4 b, 5 c.
A, B, C = 6, 8, 10
STARTED = 4


def ring() -> Aig:
    """The first cycle sets a; each register gets the value of the previous one if "go" is 1, and otherwise keeps its
    own.
    """
    gates: list[tuple[int, int]] = []

    def both(a: int, b: int) -> int:
        gates.append((a, b))
        return 2 * (5 + len(gates))

    def either(a: int, b: int) -> int:
        return both(a ^ 1, b ^ 1) ^ 1

    def following(own: int, before: int) -> int:
        return either(both(2, before), both(3, own))

    moved = [following(A, C), following(B, A), following(C, B)]
    latches = [1, either(STARTED ^ 1, moved[0]), moved[1], moved[2]]
    bad = either(either(both(A, B), both(B, C)), both(A, C))
    return Aig(["go"], latches, [("bad", bad)], gates)


#: Never two tokens, and none before the first cycle.
INVARIANT = [[A ^ 1, B ^ 1], [B ^ 1, C ^ 1], [A ^ 1, C ^ 1], [STARTED, A ^ 1], [STARTED, B ^ 1], [STARTED, C ^ 1]]


def test_an_invariant_is_accepted():
    assert certificate.invariant(ring(), INVARIANT)


def test_the_token_circulates():
    """The circuit of these tests behaves as described."""
    ends = aiger.simulate(
        replace(ring(), outputs=[("a", A), ("b", B), ("c", C), ("bad", ring().outputs[0][1])]), [[1]] * 5
    )
    assert [tuple(row.values()) for row in ends] == [
        (0, 0, 0, 0),
        (1, 0, 0, 0),
        (0, 1, 0, 0),
        (0, 0, 1, 0),
        (1, 0, 0, 0),
    ]


@pytest.mark.parametrize(
    ("clauses", "reason"),
    [
        ([*INVARIANT, [A]], "clause 6 of 7 does not hold in the initial state"),
        (INVARIANT[:2], "the property does not follow from its 2 clauses"),
        ([], "the property does not follow from its 0 clauses"),
        (INVARIANT[:3] + INVARIANT[4:], "clause 0 of 5 need not hold after a cycle in which all do"),
        ([*INVARIANT, [C ^ 1]], "clause 6 of 7 need not hold after a cycle in which all do"),
    ],
    ids=["initial state", "property", "empty", "dropped clause", "added clause"],
)
def test_a_wrong_invariant_is_rejected(clauses, reason):
    with pytest.raises(Wrong, match=reason):
        certificate.invariant(ring(), clauses)


def test_a_changed_literal_is_rejected():
    """Each literal of each clause counts."""
    for number, clause in enumerate(INVARIANT):
        for place in range(len(clause)):
            changed = [*clause[:place], clause[place] ^ 1, *clause[place + 1 :]]
            with pytest.raises(Wrong):
                certificate.invariant(ring(), [*INVARIANT[:number], changed, *INVARIANT[number + 1 :]])


def test_the_invariant_of_another_circuit_is_rejected():
    """It moves the token to two registers at once."""
    moved = ring()
    moved.latches[3] = moved.latches[2]
    with pytest.raises(Wrong, match="need not hold after a cycle"):
        certificate.invariant(moved, INVARIANT)


def rows(*lines: str, registers: str = "lo0 lo1 lo2 lo3") -> str:
    return "\n".join(
        ["# a comment", ".i 4", ".o 1", f".p {len(lines)}", f".ilb {registers}", ".ob inv", *lines, ".e", ""]
    )


def test_an_invariant_file_is_read(tmp_path):
    path = tmp_path / "invariant.pla"
    path.write_text(rows("-11- 1", "--11 1", "-1-1 1", "01-- 1", "0-1- 1", "0--1 1"))
    assert certificate.read(path, ring()) == INVARIANT


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (rows("-1-1 1", registers="lo0 lo1 lo2 lo4"), "no register lo4 among 4"),
        (rows("-1-1 1", registers="lo0 lo1 lo2 x"), "no register x among 4"),
        (rows("-1-1- 1"), "invariant.pla has a row of 5 registers, not 4"),
        (rows("-1x1 1"), "invariant.pla has a row of 4 registers, not 4"),
    ],
)
def test_a_file_that_names_other_registers_is_rejected(text, reason, tmp_path):
    path = tmp_path / "invariant.pla"
    path.write_text(text)
    with pytest.raises(Wrong, match=reason):
        certificate.read(path, ring())


def test_a_circuit_without_registers_is_decided_again():
    never = Aig(["a", "b"], [], [("bad", 10)], [(2, 4), (3, 4), (6, 8)])
    assert certificate.never(never)
    with pytest.raises(Wrong, match="finds inputs"):
        certificate.never(replace(never, outputs=[("bad", 6)]))


def test_a_question_may_stay_open():
    """A sum of bits in two orders, with hardly any conflicts allowed."""
    inputs = [f"x{i}" for i in range(48)]
    gates: list[tuple[int, int]] = []

    def differ(a: int, b: int) -> int:
        for pair in ((a, b), (a ^ 1, b ^ 1)):
            gates.append(pair)
        last = 2 * (len(inputs) + len(gates))
        gates.append((last - 1, last + 1))
        return 2 * (len(inputs) + len(gates))

    def total(literals: list[int]) -> int:
        count = 0
        for literal in literals:
            count = differ(count, literal)
        return count

    every = [2 * (i + 1) for i in range(len(inputs))]
    bad = differ(total(every), total(random.Random(1).sample(every, len(every))))
    assert not certificate.never(Aig(inputs, [], [("bad", bad)], gates), conflicts=5)


def chain(inputs: int, order: list[int], gates: list[tuple[int, int]]) -> int:
    """Add gates for the conjunction of some inputs in an order; return its literal."""
    actual = 2 * order[0]
    for variable in order[1:]:
        gates.append((actual, 2 * variable))
        actual = 2 * (inputs + len(gates))
    return actual


def test_equal_gates_are_learned():
    """Conjunctions of three inputs in two orders, each with one of the others; and inverted ones."""
    gates: list[tuple[int, int]] = []
    first, other = chain(4, [1, 2, 3, 4], gates), chain(4, [2, 1, 3, 4], gates)
    gates.append((first ^ 1, other))  # never 1
    aig = Aig(list("abcd"), [], [("bad", 2 * (4 + len(gates)))], gates)
    with Clauses(aig) as solver:
        assert sweep.learn(aig, solver) == 4  # three pairs, and the last gate is 0
        assert solver.possible([aig.outputs[0][1]], 0) is False


def test_gates_that_are_equal_only_in_simulation_are_not_merged():
    """A conjunction of 24 inputs is hardly ever 1."""
    gates: list[tuple[int, int]] = []
    rare = chain(24, list(range(1, 25)), gates)
    aig = Aig([f"x{i}" for i in range(24)], [], [("bad", rare)], gates)
    with Clauses(aig) as solver:
        sweep.learn(aig, solver)
        assert solver.possible([rare]) is True
    with pytest.raises(Wrong, match="finds inputs"):
        certificate.never(aig, conflicts=1)


def test_equal_registers_are_found():
    """Two copies of the ring, with one input, are always equal; a single ring has no such property."""
    left = ring()

    def second(literal: int) -> int:
        variable = literal >> 1
        shift = 0 if variable < 2 else 4 if variable < 6 else 4 + len(left.gates)
        return literal + 2 * shift

    def first(literal: int) -> int:
        return literal + 8 if literal >> 1 > 5 else literal

    gates = [(f(a), f(b)) for f in (first, second) for a, b in left.gates]
    latches = [f(literal) for f in (first, second) for literal in left.latches]
    both = Aig(["go"], latches, [("bad", 0)], gates)
    assert set(equal.pairs(both)) == {(2 * (v + 4), 2 * v) for v in range(2, 6)}
    assert equal.pairs(left) == []
    assert certificate.invariant(both, certificate.equalities(both))


def test_a_possible_property_has_values():
    with Clauses(ring()) as clauses:
        assert clauses.possible([A, B]) and clauses.values([A, B, B ^ 1, 0, 1]) == [1, 1, 0, 0, 1]
        clauses.add([A ^ 1])
        assert clauses.possible([A, B]) is False and clauses.possible([1]) and not clauses.possible([0])


@pytest.fixture
def decided(tmp_path):
    """ABC's decision on a property: proof, property, output, circuit, and a copy of the finding's folder."""

    def decide(name, of):
        parts = []
        with prove.observed(lambda *part: parts.append(part)):
            prove.decide(plan.proofs()[name], of)
        ((bit, part, folder),) = parts
        shutil.copytree(folder, tmp_path / name / of)
        return plan.proofs()[name], of, bit, part, tmp_path / name / of

    return decide


def changed(folder, change):
    """Return the changed rows of the certificate."""
    path = folder / prove.INVARIANT
    lines = path.read_text().splitlines()
    rows = [line for line in lines if line[:1] in {*"01-"}]
    rest = [line for line in lines if line not in rows]
    path.write_text("\n".join([*rest, *change(rows)]))


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda rows: rows[1:], "clause [0-9]+ of 64 need not hold after a cycle|does not follow from its 64 clauses"),
        (lambda rows: [], "the property does not follow from its 0 clauses"),
        (lambda rows: [rows[0].replace("1", "0", 1), *rows[1:]], "clause 0 of 65 does not hold in the initial state"),
        (lambda rows: [*rows, "-" * 69 + "1 1"], "clause 65 of 66 need not hold after a cycle"),
        (lambda rows: [row[1:] for row in rows], "a row of 69 registers, not 70"),
    ],
    ids=["dropped", "empty", "initial state", "added", "cut"],
)
def test_a_corrupted_certificate_names_the_proof(decided, change, reason):
    proof, name, bit, part, folder = decided("tlul", "bad_data")
    assert certificate.checked(proof, name, bit, part, folder).clauses == 65
    changed(folder, change)
    with pytest.raises(
        VambraceError, match=f"^tlul: bad_data: the certificate of bad_data does not check: .*({reason})"
    ):
        certificate.checked(proof, name, bit, part, folder)


def test_the_certificate_of_another_circuit_is_rejected(decided):
    """Use that of another property, and that of the circuit before a defect was seeded."""
    proof, name, bit, part, folder = decided("tlul", "bad_data")
    *_, other = decided("tlul", "bad_stays")
    with pytest.raises(VambraceError, match=r"^tlul: bad_data: the certificate of bad_data does not check"):
        certificate.checked(proof, name, bit, part, other)
    defect = next(d for d in proof.defects if d.caught_by == name)
    full, _ = circuit.make(proof, defect)
    with pytest.raises(VambraceError, match=r"^tlul: bad_data: the certificate of bad_data does not check"):
        certificate.checked(proof, name, bit, aiger.cone(full, bit)[0], folder)


@pytest.mark.parametrize(
    ("same", "right"),
    [
        (Same(frozenset({1, 2}), (frozenset({0}),)), True),
        (Same(frozenset({1, 2}), (frozenset(),)), False),  # the output rests on it
        (Same(frozenset({0, 1, 2}), (frozenset(),)), False),  # it has the secret at times
        (Same(frozenset({2}), (frozenset({0}),)), False),  # what says when may differ
    ],
)
def test_registers_that_agree_in_two_runs_stay_equal(same, right):
    """One register keeps a secret while another is 1, and is cleared when that ends."""
    gates = [(2, 4), (10, 12), (10, 13)]  # registers: 10 kept, 12 on, 14 started; 16 secret & on
    full = Aig(["secret", "on", "init:kept", "init:on"], [16, 4, 1], [("same_kept", 20), ("when_off", 13)], gates)
    parts = list(control.steps(full, ("secret",), same)) + list(control.outputs(full, ("secret",), same, "same_kept"))
    assert len(parts) == 4
    if right:
        assert all(certificate.never(part) for part in parts)
    else:
        with pytest.raises(Wrong, match="finds inputs"):
            for part in parts:
                certificate.never(part)


def test_the_table_lists_the_checks():
    results = [Certificate("x", 12, False, 0.1), Certificate("y", 0, False, 0.1)]
    assert certificate.says([]) == "" and certificate.says(results) == "12 clauses"
    assert certificate.says([Certificate("x", None, False, 0.1)]) == "yes"
    assert certificate.says([*results, Certificate("z", None, True, 0.1)]) == "2 of 3 decisions"


def test_a_counterexample_is_found_without_an_invariant():
    """A ring without the mark of its first cycle: a token is inserted whenever there is none in a."""
    wrong = replace(ring(), outputs=[("bad", C)])
    actual = prove._bit(plan.proofs()["obi"], wrong, "a ring whose token gets to c", "bad", False)
    assert len(actual["inputs"]) == 4
