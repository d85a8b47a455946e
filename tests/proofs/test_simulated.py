# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The circuit of every proof, except those of whole cores, does what Verilator's model of the same sources does, and a
difference is noticed."""

import pytest

from vambrace.base.errors import VambraceError
from vambrace_dev.proofs import plan, simulated

pytestmark = pytest.mark.long("a model of each proof: seconds to minutes")

PROOFS = [p for p in plan.proofs().values() if simulated.comparable(p)]


@pytest.mark.parametrize("proof", PROOFS, ids=lambda p: p.name)
def test_verilator_reads_a_proof_as_yosys_does(proof):
    actual = simulated.compare(proof)
    assert actual.cycles == simulated.RUNS * simulated.CYCLES
    assert actual.outputs >= len([name for name in proof.properties if name != "same_registers"])


@pytest.mark.parametrize(("name", "number"), [("obi", 0), ("zbkb", 0)])
def test_a_difference_is_detected(name, number):
    """Verilator's model has a defect that the circuit lacks."""
    proof = plan.proofs()[name]
    with pytest.raises(VambraceError, match=rf"^{name}: in cycle \d+ of run \d+, \S+ is . in the circuit .*Verilator"):
        simulated.compare(proof, proof.defects[number])
