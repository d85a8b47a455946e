# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The sequencer of vmb_engine in conditions that no job reaches: in invalid states, and aborted in every state.

States are numbered as in vmb_sequencer_pkg.sv; that of a binding is invalid in an engine without Bindings.
"""

from __future__ import annotations

import random
import re

import pytest

from tests.rtl.engine import ABORTED, BUS, FAULT, NONE, TAG, Engine
from tests.rtl.engine_cases import FOLDER, Case, model, remains

STATE = "u_sequencer.state_q"
NAMES = re.search(r"typedef enum logic \[4:0\] \{(.*?)\}", (FOLDER / "vmb_sequencer_pkg.sv").read_text(), re.DOTALL)
STATES = re.findall(r"St\w+", NAMES[1])
BITS = 5
UNKNOWN = range(STATES.index("StBinding"), 1 << BITS)


def state(engine: Engine) -> str:
    return STATES[next(v for n, v in engine.dut.registers().items() if n.endswith(STATE))]


def test_some_encodings_are_not_states():
    assert len(STATES) == len(set(STATES)) == 24 and len(UNKNOWN) == 9


@pytest.mark.parametrize("decrypt", [0, 1])
@pytest.mark.parametrize("unknown", UNKNOWN)
def test_an_invalid_state_ends_the_job_with_an_error(unknown, decrypt):
    """At any time of a job, with an alert; nothing is written from then on, no data is left, and the next job is
    right."""
    rng = random.Random(unknown)
    engine = Engine(model())
    for wait in (*range(1, 60, 7), 90, 110):
        case = Case.random(rng, "ascon-aead128", 5, 60, length=16)
        engine.begin(**case.arguments(decrypt))
        for _ in range(wait):
            engine.cycle()
        if not engine.dut.busy_o:
            continue
        engine.dut.force(STATE, unknown)
        alerts = 0
        before = None
        for _ in engine.parts():
            alerts += engine.dut.alert_o
            before = before if before is not None else len(engine.memory.written)
        result = engine.end()
        assert (result.error, alerts) == (FAULT, 1)
        assert len(result.writes) <= before + 1  # what was already on the bus
        assert remains(engine.dut, case.secrets()) == []
        case.run(engine, decrypt)


def test_an_invalid_state_without_a_job_is_an_error():
    """It is an error and an alert too, and raises the interrupt."""
    engine = Engine(model())
    case = Case.random(random.Random(1), "ascon-128", 5, 20, length=16)
    engine.write("irq", 1)
    case.run(engine)
    engine.write("irq", 3)
    for unknown in UNKNOWN:
        engine.dut.force(STATE, unknown)
        engine.cycle()
        assert engine.dut.alert_o and engine.dut.busy_o
        engine.wait()
        assert (engine.status("error"), engine.dut.irq_o) == (FAULT, 1)
        engine.write("irq", 3)
        case.run(engine)
        engine.write("irq", 3)


JOBS = {
    "seal": ({}, 0), "open": ({}, 1), "discard": ({"discard": 1}, 1), "two passes": ({}, 1),
    "erase": ({}, 1), "forged": ({}, 1), "save": ({"save": 1, "data_end": 0, "tag_len": 0}, 0), "squeeze": ({}, 0),
    "resume": ({}, 0),
}  # fmt: skip


def _begin(engine: Engine, rng: random.Random, kind: str) -> Case:
    more, decrypt = JOBS[kind]
    algorithm = "ascon-xof128" if kind == "squeeze" else "ascon-aead128"
    case = Case.random(rng, algorithm, 5, 50 if kind in ("two passes", "erase") else 30, length=16)
    arguments = case.arguments(decrypt) | more
    if kind == "resume":
        assert engine.job(**case.arguments() | {"data_end": 0, "save": 1, "tag_len": 0}).error == NONE
        arguments |= {"ad": b"", "resume": 1, "ad_end": 0, "nonce": b"", "context": engine.context(algorithm)}
    engine.begin(**arguments, offsets=(0, 0, 0, 1, 0))
    engine.memory.rewritable = True
    engine.memory.bytes |= dict.fromkeys(range(engine.at["out"], engine.at["out"] + 64), 0xEE)
    if kind == "forged":
        engine.memory.bytes[engine.at["in"]] ^= 1
    if kind == "erase":
        last = engine.at["tag"] + 12 & ~3

        def touch(address: int, write: int) -> None:
            if address == last:
                engine.memory.touch = None
                engine.memory.bytes[engine.at["in"] + 40] ^= 1

        engine.memory.touch = touch
    return case


def test_an_abort_works_in_every_state():
    """A job without an error ends with error 6, one with an error keeps it. An abort in the last cycle counts too."""
    rng = random.Random(3)
    seen: dict[str, set[int]] = {}
    for stalls in ((0.0, 0.0), (0.3, 0.6)):
        engine = Engine(model("fast"), rng, stalls=stalls, two_passes=True)
        for kind in JOBS:
            for wait in range(150 if stalls[0] == 0 else 40):
                case = _begin(engine, rng, kind)
                for _ in range(wait if stalls[0] == 0 else rng.randrange(250)):
                    engine.cycle()
                if not engine.dut.busy_o:
                    engine.end()
                    engine.memory.touch = None
                    break
                where = state(engine)
                engine.control("abort")
                result = engine.end()
                engine.memory.touch = None
                seen.setdefault(where, set()).add(result.error)
                assert remains(engine.dut, case.secrets()) == []
                if result.error != NONE and JOBS[kind][1] and where not in LATE:
                    assert set(result.out) in ({0}, {0xEE}), where
                engine.memory.rewritable = False
    assert set(seen) == set(STATES) - {"StIdle", "StBinding"}
    for where, errors in seen.items():
        assert errors <= ({ABORTED, TAG} if where in ENDING else {ABORTED}), (where, errors)
        assert where in FAILED or ABORTED in errors, where


# Where verified plaintext may have been written; where a job has an error already; where it may have one.
LATE = {"StRelease", "StFlush", "StWipe", "StDrain"}
FAILED = {"StStop", "StErasePlace", "StErase", "StDrain"}
ENDING = {*FAILED, "StFlush", "StWipe"}


def test_an_abort_while_the_memory_owes_an_answer():
    """The abort ends as soon as the awaited event occurs, in the state that waits for it."""
    engine = Engine(model("fast"))
    for error in (0, 1):
        case = Case.random(random.Random(4), "ascon-aead128", 5, 20, length=16)
        engine.begin(**case.arguments())
        engine.dut.drive(mem_gnt_i=1, mem_rvalid_i=0)
        engine.dut.cycle(10)
        assert state(engine) != "StDrain"
        if error:  # the bus fails first
            engine.dut.drive(mem_rvalid_i=1, mem_err_i=1, mem_gnt_i=0)
            engine.dut.cycle()
            engine.dut.drive(mem_rvalid_i=0, mem_err_i=0)
            engine.dut.cycle(4)
        engine.control("abort") if not error else engine.write("control", 1)
        engine.dut.drive(mem_gnt_i=0, mem_rvalid_i=0)
        engine.dut.cycle(4)
        assert state(engine) == "StDrain" and engine.dut.busy_o
        engine.dut.mem_rvalid_i = 1
        engine.dut.cycle(4 - error)  # no more than the pending answers, of a key
        engine.dut.mem_rvalid_i = 0
        engine.memory.forget()
        assert engine.end().error == (BUS if error else ABORTED)
        case.run(engine)
