# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Parts of proofs: the list, defects, circuits as graphs, polynomials."""

from dataclasses import replace
from itertools import product

import pytest
from click.testing import CliRunner

from vambrace.base.errors import UsageError, VambraceError
from vambrace_dev.main import main
from vambrace_dev.proofs import aiger, control, plan, polynomials, runs, two_circuits
from vambrace_dev.proofs.aiger import Aig
from vambrace_dev.proofs.control import Same
from vambrace_dev.proofs.plan import Defect

# Inputs a, b, c; output "bad" is a & (b ^ c), "two" is a & b; variables 4 to 8 are gates.
SMALL = Aig(["a", "b", "c"], [], [("two", 2 * 4), ("bad", 2 * 8)], [(2, 4), (4, 6), (5, 7), (11, 13), (2, 14)])

# A counter of two bits that an input increments; "full" is 1 if both bits are.
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
        full = aiger.simulate(SMALL, [list(bits)])[0]
        assert full["bad"] == bits[0] & (bits[1] ^ bits[2])
        assert aiger.simulate(part, [list(bits[:2])])[0]["two"] == full["two"] == bits[0] & bits[1]


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


def toggling(*names: str, accepts: bool = False) -> Aig:
    """A register that the input "step" inverts and the output "same_state" shows. With `accepts` another input sets it,
    which an assumption forbids when it is 1 already."""
    inputs = ["step", " ".join(f"init:{name}" for name in names), *(["accept"] if accepts else [])]
    register = 2 * (len(inputs) + 1)
    started, first = register + 2, len(inputs) + 3
    gates = [(started, register), (started ^ 1, 4), (2 * first + 1, 2 * first + 3)]  # its value is the complement
    value = 2 * (first + 2) + 1
    gates += [(2, value ^ 1), (3, value), (2 * (first + 3) + 1, 2 * (first + 4) + 1)]
    follows = 2 * (first + 5) + 1
    outputs = [("u_prove.same_state", value)]
    if accepts:
        gates += [(follows ^ 1, 7), (value, 6)]
        outputs.append(("u_prove.assumed_x", 2 * (first + 7) + 1))
        follows = 2 * (first + 6) + 1
    return Aig(inputs, [follows, 1], outputs, gates)


def differ(first: Aig, second: Aig, name: str, *apart: str) -> bool:
    """Return whether any case has a row of inputs with output 1; the replay then agrees."""
    actual = False
    for part in two_circuits.cases(first, second, name, apart):
        for row in product((0, 1), repeat=len(part.inputs)):
            if aiger.simulate(part, [list(row)])[0][name]:
                values = dict(zip(part.inputs, row, strict=True))
                assert two_circuits.replay(first, second, name, values)[name] == 1
                actual = True
    return actual


def test_circuits_side_by_side_are_compared_from_any_state():
    stock = two_circuits.opened(toggling("r", "deep.r"))
    same = two_circuits.opened(toggling("a", "r"), stock)
    assert same.inputs == stock.inputs == ["step", "init:r", "r", "started"]
    for name in (two_circuits.REGISTERS, "same_state"):
        assert not differ(stock, same, name)
    accepts = two_circuits.opened(toggling("r", accepts=True), stock)
    assert differ(stock, accepts, two_circuits.REGISTERS) and differ(stock, accepts, two_circuits.REGISTERS, "accept")
    assert not differ(stock, accepts, "same_state", "accept")


def test_a_private_register_of_each_circuit_may_differ():
    first = two_circuits.opened(toggling("deep.r"), own=["*.r"])
    second = two_circuits.opened(toggling("deep.r"), first, own=["*.r"])
    assert first.inputs[2:] == ["first's deep.r", "started"] and second.inputs[2:] == ["second's deep.r", "started"]
    assert differ(first, second, "same_state") and not differ(first, second, two_circuits.REGISTERS)


def test_registers_of_only_one_circuit_are_rejected():
    stock = two_circuits.opened(toggling("r"))
    with pytest.raises(VambraceError, match="only one circuit has: next"):
        differ(stock, two_circuits.opened(toggling("s"), stock), two_circuits.REGISTERS)
    for item, other in ((stock, replace(stock, outputs=stock.outputs[1:])), (stock, stock)):
        with pytest.raises(VambraceError, match="only one circuit has all outputs same_"):
            differ(item, other, "same_state" if item is not other else "same_others")
    with pytest.raises(VambraceError, match="no input accept"):
        differ(stock, stock, two_circuits.REGISTERS, "accept")
    with pytest.raises(VambraceError, match="have unconstrained initial values"):
        two_circuits.opened(COUNTER)


def ones(part: Aig) -> set[int] | None:
    """Return the inputs that are 1 in a row with output 1."""
    ((name, _),) = part.outputs
    for row in product((0, 1), repeat=len(part.inputs)):
        if aiger.simulate(part, [list(row)])[0][name]:
            return {i for i, value in enumerate(row) if value}
    return None


def test_registers_that_a_secret_reaches_leave_the_set():
    circuit = toggling("deep.r", "r")
    for secrets, numbers in (((), {0, 1}), (("step",), {1})):
        same = control.equal_registers(circuit, secrets, ones)
        assert same == Same(frozenset(numbers))
        (part,) = control.outputs(circuit, secrets, same, "same_state")
        assert (ones(part) is None) == (0 in numbers)
    with pytest.raises(VambraceError, match="all have unconstrained initial values"):
        control.equal_registers(COUNTER, (), ones)


@pytest.mark.parametrize("named", ["public_step", "assumed_step"])
def test_runs_are_compared_while_public_values_agree(named):
    """Assumptions apply only to the first run."""
    circuit = toggling("r")
    circuit = replace(circuit, outputs=[*circuit.outputs, (f"u_prove.{named}", 2)])
    numbers = {0, 1} if named.startswith("public") else {1}
    assert control.equal_registers(circuit, ("step",), ones) == Same(frozenset(numbers))


@pytest.mark.parametrize(("public", "right"), [("public_other", True), ("public_verdict", False)])
def test_the_time_of_a_public_value_is_compared(public, right):
    circuit = replace(toggling("r"), outputs=[("u_prove.same_verdict", 2), (f"u_prove.{public}", 2)])
    same = control.equal_registers(circuit, ("step",), ones)
    assert holds(circuit, ("step",), same, "same_verdict") == right
    both = runs.compose(circuit, ("step",), "same_verdict")
    assert (aiger.simulate(both, [[1] + [0] * (len(both.inputs) - 1)])[0]["same_verdict"] == 0) == right


def test_whole_vectors_of_registers_leave_the_set():
    names = [
        " ".join(f"init:{n}[{i + at}]" for n, at in (("all", 0), ("a" if i < 8 else "b", -8 * (i > 7))))
        for i in range(12)
    ]
    assert control.vectors(Aig(names, [0] * 13, [], [])) == ["a"] * 8 + ["all"] * 4 + ["started"]
    single = Aig(["init:x", "init:y[0]"], [0] * 3, [], [])
    assert control.vectors(single) == ["init:x", "init:y[0]", "started"]


def holds(circuit, secrets, same, name):
    return all(ones(part) is None for part in control.outputs(circuit, secrets, same, name))


def test_registers_may_be_equal_temporarily():
    """One register keeps a secret while another is 1, and is cleared when that ends; an output shows it then."""
    inputs = ["secret", "on", "init:kept", "init:on"]  # registers: 10 kept, 12 on, 14 started
    gates = [(2, 4), (10, 12), (10, 13)]  # 16 secret & on, 18 kept & was on, 20 kept & was not on
    outputs = [("same_kept", 20), ("when_off", 13), ("same_all", 10)]
    circuit = Aig(inputs, [16, 4, 1], outputs, gates)
    same = control.equal_registers(circuit, ("secret",), ones)
    assert same == Same(frozenset({1, 2}), (frozenset({0}),))
    assert holds(circuit, ("secret",), same, "same_kept")
    assert not holds(circuit, ("secret",), same, "same_all")
    late = replace(circuit, latches=[2, 4, 1])  # it is not cleared
    assert control.equal_registers(late, ("secret",), ones) == Same(frozenset({1, 2}), (frozenset(),))
    two = replace(circuit, outputs=[("when_never", 0), *outputs])
    assert control.equal_registers(two, ("secret",), ones) == Same(frozenset({1, 2}), (frozenset({0}), frozenset()))
    two = replace(circuit, outputs=[("when_all", 1), *outputs])
    assert control.equal_registers(two, ("secret",), ones) == Same(frozenset({1, 2}), (frozenset(), frozenset({0})))
    for output in (("when_secret", 2), ("when_both", 16)):
        with pytest.raises(VambraceError, match="depends on the secret secret"):
            control.equal_registers(replace(circuit, outputs=[output]), ("secret",), ones)
    asked = replace(circuit, gates=[*gates, (13, 5)])  # also an input says when: 22 is neither on nor was on
    assert control.equal_registers(replace(asked, outputs=[("when_off", 22)]), ("secret",), ones) == same
    assert control.equal_registers(replace(asked, outputs=[("when_off", 5)]), ("secret",), ones).sometimes == (
        frozenset(),
    )


def test_registers_are_outputs_with_exceptions():
    """In the cycles of when_*; a named register may differ."""
    inputs = ["secret", "on", "init:kept[0]", "init:on"]
    circuit = Aig(inputs, [16, 4, 1], [("when_off", 13)], [(2, 4)])
    for differ, left, same in (((), [0, 1], True), (("kept[*",), [1], True), (("on",), [0], True)):
        shown = control.with_registers(circuit, differ)
        assert [n for n, _ in shown.outputs] == ["when_off", *(f"same_registers[{i}]" for i in left)]
        sets = control.equal_registers(circuit, ("secret",), ones, differ)
        assert sets == Same(frozenset({1, 2}), (frozenset({0} & {*left}),))
        assert holds(shown, ("secret",), sets, two_circuits.REGISTERS) == same
    always = control.with_registers(replace(circuit, outputs=[]), ())
    assert not holds(always, ("secret",), control.equal_registers(always, ("secret",), ones), two_circuits.REGISTERS)


def test_a_pattern_matches_the_stated_number_of_registers():
    circuit = Aig(["init:kept_q[0]", "init:kept_q[1]", "init:other init:kept_q_$not_Y"], [2, 4, 6, 1], [], [])
    control.require_named(circuit, [("kept_q[*", 2), ("other", 1)])
    with pytest.raises(VambraceError, match=r"kept_q\* names 3 registers, not 2"):
        control.require_named(circuit, [("kept_q*", 2)])


def test_the_text_of_a_defect_must_occur_once():
    proof = plan.proofs()["zkned"]
    good = proof.defects[0]
    assert [t for n, t in proof.sources(good) if n == good.file] != [t for n, t in proof.sources() if n == good.file]
    for find, why in (("no such line", "0 times"), ("assign", "times the text that must occur once")):
        with pytest.raises(VambraceError, match=why):
            proof.sources(Defect(good.file, find, "", good.caught_by))
    with pytest.raises(VambraceError, match="not a source of this proof"):
        proof.sources(replace(good, file="rtl/ascon/vmb_ascon.sv"))


def test_a_defect_can_be_in_an_upstream_file():
    proof = plan.proofs()["cv32e40x-offloaded"]
    file = "upstream/cv32e40x_controller_fsm.sv"
    good = next(d for d in proof.defects if d.file == file)
    assert file not in dict(proof.sources())
    assert good.put in dict(proof.sources(good))[file]
    with pytest.raises(VambraceError, match=r"upstream/cv32e40x.sv is not an upstream file of cv32e40x"):
        proof.sources(replace(good, file="upstream/cv32e40x.sv"))


def test_defects_of_another_proof_are_tried_for_properties_without_one():
    zkned = {"caught_by": "bad_a", "file": "own"}
    other = {"defects": [{"caught_by": "bad_a"}, {"caught_by": "bad_b", "file": "other"}, {"caught_by": "bad_c"}]}
    entry = {"properties": {"bad_a": "", "bad_b": ""}, "defects": [zkned], "defects_of": "other"}
    full = plan.with_defects_of("x", entry, {"x": entry, "other": other})
    assert full == {"properties": entry["properties"], "defects": [zkned, other["defects"][1]]}
    assert plan.with_defects_of("other", other, {"other": other}) is other
    with pytest.raises(UsageError, match="unknown proof in x's defects_of 'othre'"):
        plan.with_defects_of("x", {**entry, "defects_of": "othre"}, {"x": entry, "other": other})


def test_every_defect_changes_a_source_of_its_proof():
    for proof in plan.proofs().values():
        for defect in proof.defects:
            assert defect.put != defect.find and proof.sources(defect), proof.name


def test_a_proof_has_only_known_properties_and_methods():
    zkned = plan.proofs()["zkned"]
    plan.check(zkned)
    excuse = (("bad_all", "why"),)
    for wrong, why in (
        (replace(zkned, invariants=("bad_none",)), "zkned: unknown properties: bad_none"),
        (replace(zkned, without_defect=excuse), "zkned: unknown properties: bad_all"),
        (replace(zkned, properties={**zkned.properties, "good_all": ""}), "zkned: unknown properties: good_all"),
        (replace(zkned, method="abd"), "zkned: unknown method 'abd'"),
        (
            replace(zkned, defects=zkned.defects[1:]),
            f"zkned: no defect violates {zkned.defects[0].caught_by}: add one to",
        ),
        (replace(zkned, without_defect=((zkned.defects[0].caught_by, "why"),)), "without_defect lists .*, which has a"),
    ):
        with pytest.raises(VambraceError, match=why):
            plan.check(wrong)


def test_nearly_every_property_has_a_defect():
    listed = plan.proofs().values()
    properties = sum(not name.startswith("reach_") for proof in listed for name in proof.properties)
    assert sum(len(proof.without_defect) for proof in listed) <= properties // 20


def test_names_are_checked():
    assert [p.name for p in plan.select(["zkned"])] == ["zkned"]
    with pytest.raises(UsageError, match="zbkb, zbkc, "):
        plan.select(["nothing"])


def test_the_option_applies_only_to_this_part():
    for parts in (["unit"], ["host", "unit"]):
        done = CliRunner().invoke(main, ["test", *parts, "--proof", "zkned"])
        assert done.exit_code == 2 and "No such option '--proof'" in done.output
    assert "  proofs " in CliRunner().invoke(main, ["test", "--list"]).output
