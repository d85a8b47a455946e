# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""What proofs are made of: the list, defects, circuits as graphs, polynomials."""

from dataclasses import replace
from itertools import product

import pytest
from click.testing import CliRunner

from vambrace.base.errors import UsageError, VambraceError
from vambrace.cli import main as cli
from vambrace.dev.proofs import aiger, plan, polynomials
from vambrace.dev.proofs.aiger import Aig
from vambrace.dev.proofs.plan import Defect

# Inputs a, b, c; output "bad" is a & (b ^ c), "two" is a & b; variables 4 to 8 are gates.
SMALL = Aig(["a", "b", "c"], [], [("two", 2 * 4), ("bad", 2 * 8)], [(2, 4), (4, 6), (5, 7), (11, 13), (2, 14)])

# A counter of two bits that an input makes step; "full" is 1 when both are.
COUNTER = Aig(["step"], [14, 21], [("full", 8)], [(4, 6), (4, 2), (5, 3), (11, 13), (6, 11), (7, 10), (17, 19)])


def test_circuits_survive_a_file(tmp_path):
    for circuit in (SMALL, COUNTER):
        path = tmp_path / "x.aig"
        aiger.write(circuit, path)
        names = "".join(f"o{i} {name}\n" for i, (name, _) in enumerate(circuit.outputs))
        path.write_bytes(path.read_bytes() + names.encode())
        back = aiger.read(path)
        assert (back.latches, back.outputs) == (circuit.latches, circuit.outputs)
        assert [set(g) for g in back.gates] == [set(g) for g in circuit.gates]


def test_a_cone_computes_what_the_circuit_does():
    part, numbers = aiger.cone(SMALL, "two")
    assert part.inputs == ["a", "b"] and numbers == [0, 1] and len(part.gates) == 1
    for bits in product((0, 1), repeat=3):
        whole = aiger.simulate(SMALL, [list(bits)])[0]
        assert whole["bad"] == bits[0] & (bits[1] ^ bits[2])
        assert aiger.simulate(part, [list(bits[:2])])[0]["two"] == whole["two"] == bits[0] & bits[1]


def test_registers_take_their_next_values():
    part, _ = aiger.cone(COUNTER, "full")
    runs = [aiger.simulate(c, [[1]] * 5) for c in (COUNTER, part)]
    assert runs[0] == runs[1] and len(part.latches) == 2
    assert [cycle["full"] for cycle in runs[0]] == [0, 0, 0, 1, 0]


def test_polynomials_decide_for_all_inputs():
    part, _ = aiger.cone(SMALL, "bad")
    assert aiger.simulate(part, [polynomials.counterexample(part)])[0]["bad"] == 1
    never = replace(SMALL, outputs=[("bad", 2 * 9)], gates=[*SMALL.gates, (16, 3)])  # and not a
    assert polynomials.counterexample(never) is None


def test_products_of_polynomials_cancel():
    # (a ^ b) & (a ^ b) is a ^ b: with its complement it is 0; (a ^ b) & a is not.
    gates = [(2, 4), (3, 5), (7, 9), (10, 10), (12, 11), (10, 2)]
    assert polynomials.counterexample(Aig(["a", "b"], [], [("x", 14)], gates)) is None
    assert polynomials.counterexample(Aig(["a", "b"], [], [("x", 16)], gates)) == [1, 0]


def test_a_defect_has_to_be_found_once():
    proof = plan.proofs()["zkn"]
    good = proof.defects[0]
    assert [t for n, t in proof.sources(good) if n == good.file] != [t for n, t in proof.sources() if n == good.file]
    for find, why in (("no such line", "0 times"), ("assign", "times the text that must occur once")):
        with pytest.raises(VambraceError, match=why):
            proof.sources(Defect(good.file, find, "", good.caught_by))
    with pytest.raises(VambraceError, match="no source of this proof"):
        proof.sources(replace(good, file="rtl/ascon/vmb_ascon.sv"))


def test_names_are_checked():
    assert [p.name for p in plan.select(["zkn"])] == ["zkn"]
    with pytest.raises(UsageError, match="zbkb, zbkc, "):
        plan.select(["nothing"])


def test_the_option_is_for_this_part_alone():
    for parts in (["unit"], ["host", "unit"]):
        done = CliRunner().invoke(cli.main, ["test", *parts, "--proof", "zkn"])
        assert done.exit_code == 2 and "No such option '--proof'" in done.output
    assert "  proofs " in CliRunner().invoke(cli.main, ["test", "--list"]).output
