# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""vmb_engine with Bindings and Hardened: a flip of one flip-flop writes no byte of a section that changed between the
passes.
"""

from __future__ import annotations

import random
from collections import Counter

import pytest

from tests.rtl.engine import FAULT, NONE, Engine
from tests.rtl.engine_bound import Changes, at_request, requests, second, written
from tests.rtl.engine_cases import Case, remains
from tests.rtl.test_engine_hardened import AnyMemory, flip, paths, small

BOUND = {"TwoPasses": 1, "Bindings": 2}
SECTION = 32
#: Registers that decide what is released, and the number of lowest bits of each that are flipped.
CONTROL = {
    "u_sequencer.state_q": 5,
    "u_sequencer.second_q": 1,
    "u_sequencer.part_q": 2,
    "u_sequencer.place_q": 4,
    "u_sequencer.released_q": 1,
    "error_q": 4,
    "u_bindings.control_q": 17,
    "u_bindings.u_memory.words_q": 32,
    "u_hold.state_q": 2,
    "u_hold.left_q": 6,
    "u_regs.job_q": 28,
    "u_reader.to_give_q": 7,
}


def outcome(hardened: int, seed: int, register: str = "") -> str:
    """The effect of one flip in a job whose message changes between the passes."""
    rng = random.Random(seed)
    engine = Engine(small(hardened, **BOUND), two_passes=True)
    case = Case.random(rng, "ascon-aead128", 5, 3 * SECTION - rng.randrange(20), length=16)
    made = requests(engine, case)
    passed, cycles = second(engine, made), made[-1][0] - made[0][0]
    engine.memory = AnyMemory()
    engine.begin(**case.arguments(1))
    at = rng.randrange(len(case.plaintext))
    at_request(engine, passed, lambda: Changes(engine, rng).flip(case, "in", at))
    for _ in range(rng.randrange(cycles // 4, cycles + 20)):
        engine.cycle()
    register = register or rng.choice(list(CONTROL))
    flip(engine, rng.choice(paths(engine, register)), rng.randrange(CONTROL[register]))
    alerts = 0
    for _ in range(400):
        alerts += engine.dut.alert_o
        engine.cycle()
    right = dict(enumerate(case.plaintext, engine.at["out"]))
    wrong = [(place, byte) for place, byte in written(engine.memory) if byte and right.get(place) != byte]
    if wrong or (engine.status("error") == NONE and not engine.dut.busy_o):
        return "unsafe"
    return "alert" if alerts else "none"


@pytest.mark.long("two engines; the next test is the campaign")
def test_no_flip_writes_a_section_that_changed():
    """The same flips in an engine that is not hardened are sometimes unsafe."""
    plain, hardened = (Counter(outcome(variant, seed) for seed in range(300)) for variant in (0, 1))
    assert plain["unsafe"] > 5
    assert hardened["unsafe"] == 0 and hardened["alert"] > 30


@pytest.mark.long("5,000 flips of each register")
@pytest.mark.parametrize("register", CONTROL)
def test_many_flips_write_no_section_that_changed(register):
    assert "unsafe" not in {outcome(1, seed, register) for seed in range(5000)}


@pytest.mark.parametrize("register", ["u_bindings.control_q", "u_bindings.gen_hardened.u_control.shadow_q"])
def test_a_fault_in_the_state_of_the_bindings_ends_the_job(register):
    """With an alert; the bindings are wiped, and the next job is right."""
    rng = random.Random(register)
    engine = Engine(small(1, **BOUND), two_passes=True)
    case = Case.random(rng, "ascon-aead128", 5, 3 * SECTION, length=16)
    for wait in range(20, case.run(engine, 1).cycles - 20, 9):
        engine.begin(**case.arguments(1))
        for _ in range(wait):
            engine.cycle()
        flip(engine, paths(engine, register)[0], rng.randrange(17))
        alerts = 0
        while engine.dut.busy_o:
            engine.cycle()
            alerts += engine.dut.alert_o
        assert (engine.end().error, alerts) == (FAULT, 1)
        assert remains(engine.dut, case.secrets()) == []
        case.run(engine, 1)
