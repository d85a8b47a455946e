# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Faults in netlists of engines: the simulator is correct, and only the hardened engine is safe."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.silicon.small import osu018
from vambrace.base.errors import UsageError, VambraceError
from vambrace.config import units
from vambrace.measure import campaigns
from vambrace.measure import faults as measured
from vambrace.measure.kinds.faults import KIND
from vambrace.silicon import faults, gates, parts
from vambrace.silicon.faults import NONE, UNSAFE, Outcome
from vambrace.silicon.gates import Prepared
from vambrace.silicon.openings import LIMIT, Opening
from vambrace.software.oracles import oracle

ALGORITHM = "ascon-aead128"


def engine(hardened: int) -> Prepared:
    """A small campaign."""
    part = parts.blocks()["engine-ascon"].parts[0]
    inputs = (*part.parameters, ("HoldWords", 9), ("Watchdog", 0), ("Hardened", hardened))
    return gates.prepare(replace(part, parameters=inputs), osu018())


NETLIST = pytest.mark.long("a netlist of an engine; tests/rtl/test_engine_hardened.py flips registers of its RTL")


@pytest.fixture(scope="module")
def hardened() -> Prepared:
    return engine(1)


def flops(netlist: Prepared, register: str) -> list[int]:
    return [i for i, name in enumerate(netlist.circuit.registers) if name.partition("[")[0].endswith(register)]


def some(netlist: Prepared, step: int) -> np.ndarray:
    """Return all flip-flops, at intervals of this many cycles."""
    reference, _ = faults.run(netlist, Opening(ALGORITHM))
    return faults.every(range(0, reference.cycles + 2, step), len(netlist.circuit.registers))


@NETLIST
def test_the_netlist_seals_and_opens_as_it_should(hardened):
    job = Opening(ALGORITHM, seal=True)
    before = job.memory()
    sealed, _ = faults.run(hardened, job)
    key, nonce, ad, plaintext = before[0x10:0x20], before[0x41:0x51], before[0x62:0x67], before[0x83:0x98]
    assert job.output(sealed.memory) == oracle.seal(ALGORITHM, key, nonce, ad, plaintext, 16)
    opened, _ = faults.run(hardened, job.answer(sealed.memory))
    assert (opened.error, job.output(opened.memory)[0]) == (0, plaintext)
    for wrong in (Opening(ALGORITHM), Opening(ALGORITHM, zero_tag=True)):
        reference, _ = faults.run(hardened, wrong)
        assert (reference.error, reference.writes, reference.alerts) == (1, 0, 0)
        assert reference.memory == wrong.memory()


@NETLIST
def test_the_report_of_a_flip(hardened):
    """The job with the right tag is accepted and releases its plaintext; a flip of the state raises an alert, and one
    of an unused sequencer register does not.
    """
    job = Opening(ALGORITHM, seal=True)
    right = job.answer(faults.run(hardened, job)[0].memory)
    state, data = flops(hardened, "u_sequencer.state_q")[0], flops(hardened, "u_ascon.state_q")[0]
    first = flops(hardened, "nonce_q")[0]
    chosen = np.array([[1, first, NONE], [40, state, NONE], [60, data, NONE], [60, data, state]], dtype=np.uint32)
    results = [Outcome(int(r)) for r in faults.run(hardened, right, chosen)[1]]
    assert results[0] == Outcome.ACCEPTED | Outcome.RELEASED  # as without a fault
    assert results[1] == results[3] == Outcome.ALERT | Outcome.OTHER
    assert results[2] == Outcome.OTHER  # a wrong tag


@NETLIST
def test_a_hardened_engine_is_safe(hardened):
    """In every 13th cycle; `vambrace faults` has all. And every job ends, though the memory is not watched."""
    chosen = some(hardened, 13)
    _, results = faults.run(hardened, Opening(ALGORITHM), chosen, limit=3000)
    assert len(results) == len(chosen) > 10_000
    assert measured.registers(hardened, chosen[(results & Outcome.ENDLESS) != 0]) == {}
    assert measured.registers(hardened, chosen[(results & UNSAFE) != 0]) == {}
    assert np.count_nonzero(results & Outcome.ALERT) > len(chosen) // 20


@NETLIST
def test_a_job_beyond_the_limit_has_no_end(hardened):
    job = Opening(ALGORITHM)
    reference, _ = faults.run(hardened, job)
    chosen = some(hardened, 40)
    _, results = faults.run(hardened, job, chosen[chosen[:, 0] < reference.cycles - 30], limit=reference.cycles - 20)
    assert np.count_nonzero(results & Outcome.ENDLESS) > len(results) // 2


def test_the_command_of_a_record_names_another_limit():
    record = {"algorithm": ALGORITHM, "choice": "every", "tag": "drawn", "configuration": {"limit": LIMIT, "seed": 0}}
    options = ["--algorithm ascon-aead128", "--every"]
    assert [*KIND.options(record)] == options
    assert [*KIND.options(record | {"configuration": {"limit": 3000}})] == [*options, "--limit 3000"]


@pytest.mark.long("another netlist; tests/rtl/test_engine_hardened.py has flips that are unsafe")
def test_an_unhardened_engine_is_reported_as_unsafe():
    netlist = engine(0)
    chosen = some(netlist, 10)
    _, results = faults.run(netlist, Opening(ALGORITHM), chosen)
    assert np.count_nonzero(results & Outcome.ACCEPTED) > 10 and np.count_nonzero(results & Outcome.RELEASED) > 10
    actual = measured.registers(netlist, chosen[(results & UNSAFE) != 0])
    assert {"u_regs.job_q", "u_sequencer.state_q"} <= set(actual)


@pytest.mark.long("two netlists of whole engines, and a minute for each algorithm")
@pytest.mark.parametrize("algorithm", units.smoke_tested())
@pytest.mark.parametrize("block", ["engine", "engine-hardened"])
def test_whole_engines(block, algorithm):
    part = parts.blocks()[block].parts[0]
    if (option := units.algorithms()[algorithm].algorithm.parameter) == "AesGcm":
        part = replace(part, parameters=(*part.parameters, (option, 1)))
    netlist = gates.prepare(part, osu018())
    for job in (Opening(algorithm), Opening(algorithm, zero_tag=True)):
        reference, _ = faults.run(netlist, job)
        chosen = faults.at_random(20_000, reference.cycles + 2, len(netlist.circuit.registers), double=False, seed=3)
        _, results = faults.run(netlist, job, chosen)
        unsafe = np.count_nonzero(results & UNSAFE)
        assert unsafe == 0 if block == "engine-hardened" else unsafe > 5


def test_faults_at_random():
    """Sorted, the same for a seed, never a flip-flop with itself."""
    chosen = faults.at_random(5000, 80, 7, double=True, seed=1)
    assert np.array_equal(chosen, faults.at_random(5000, 80, 7, double=True, seed=1))
    assert not np.array_equal(chosen, faults.at_random(5000, 80, 7, double=True, seed=2))
    assert (np.diff(chosen[:, 0].astype(int)) >= 0).all()
    assert (chosen[:, 1] != chosen[:, 2]).all() and set(chosen[:, 2]) == set(range(7)) and chosen[:, 0].max() == 79
    assert (faults.at_random(10, 80, 7, double=False, seed=1)[:, 2] == NONE).all()


@NETLIST
@pytest.mark.parametrize(
    ("chosen", "words"),
    [
        ([[9, 1, NONE], [8, 1, NONE]], "not sorted by cycle"),
        ([[9, 1 << 20, NONE]], "a flip-flop that is not"),
        ([[9, 1, 1 << 20]], "a flip-flop that is not"),
        ([[LIMIT, 1, NONE]], "not before the bound"),
    ],
)
def test_impossible_faults_are_rejected(hardened, chosen, words):
    with pytest.raises(VambraceError, match=words):
        faults.run(hardened, Opening(ALGORITHM), np.array(chosen, dtype=np.uint32))


@NETLIST
def test_an_invalid_netlist_is_rejected(hardened, tmp_path):
    for text, words in (("", "instead of vambrace-gates"), (hardened.program.read_text()[:5000], "ends early")):
        (tmp_path / "gates.txt").write_text(text)
        with pytest.raises(VambraceError, match=words):
            faults.run(replace(hardened, folder=tmp_path), Opening(ALGORITHM))


def test_blocks_that_have_no_campaign():
    with pytest.raises(UsageError, match="not an engine with a memory port; choose one of: engine"):
        campaigns.subjects(["ascon"])
    with pytest.raises(UsageError, match="engine-ascon-ring is not an engine with a memory port"):
        campaigns.subjects(["engine-ascon-ring"])
    with pytest.raises(UsageError, match="not an engine with a memory port"):
        campaigns.subjects(["ascon*"])
    chosen = campaigns.subjects(["engine*", "engine-aes"])
    assert sorted(subject.name for subject in chosen) == sorted(campaigns.engines())
    assert campaigns.left_out(["engine*", "engine-aes"]) == ["engine-ascon-ring"]
    assert campaigns.left_out(["engine", "engine-hardened"]) == []
    assert campaigns.algorithms(parts.blocks()["engine-ascon"]) == [ALGORITHM]
    assert campaigns.algorithms(parts.blocks()["engine-aes"]) == ["aes-128-ccm"]
    assert [s.name for s in campaigns.subjects(campaigns.engines())] == campaigns.engines()
