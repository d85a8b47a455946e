# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""vmb_engine with Hardened: with a fault of one flip-flop, a job neither accepts a wrong tag nor releases plaintext.

These tests flip single control registers; vambrace.silicon.faults covers all flip-flops of the netlist.
"""

from __future__ import annotations

import functools
import random
from collections import Counter

import pytest

from tests.rtl.dut import Model, build
from tests.rtl.engine import FAULT, NONE, POLICY, SLOT, TAG, Engine, Memory
from tests.rtl.engine_cases import FOLDER, Case, model, remains
from vambrace.hardware import rtl

HARDENED = "strict"

#: Registers that control a job, and the number of lowest bits of each that are flipped.
CONTROL = {
    "u_sequencer.state_q": 5,
    "error_q": 4,
    "u_regs.job_q": 28,
    "u_reader.to_give_q": 6,
}


class AnyMemory(Memory):
    """A memory that may be read and written anywhere."""

    def _serve(self, address: int, write: int, enable: int, word: int) -> tuple[int, int]:
        if write:
            self.written.append((address, enable, word))
            return 0, 0
        return int.from_bytes(bytes(self.bytes.get(address + i, 0x55) for i in range(4)), "little"), 0


def paths(engine: Engine, register: str) -> list[str]:
    return [name for name in engine.dut.registers() if name.endswith(register)]


def flip(engine: Engine, path: str, bit: int) -> None:
    """Flip a bit at a clock edge: the effects appear from the next cycle on."""
    engine.cycle()
    engine.dut.force(path, engine.dut.registers()[path] ^ 1 << bit)


def forged(rng: random.Random) -> Case:
    return Case.random(rng, "ascon-aead128", 5, 21, length=16)


@functools.cache
def small(hardened: int, unit: str = "Ascon", **more: int) -> Model:
    """Return an engine with one unit, without assertions, which a fault would break."""
    files = tuple(rtl.core_files(FOLDER / "vmb_engine.core", checks=False))
    less = {"Ascon": 0, "Chacha": 0, "Aes": 0, "AsconHash": 0, "AsconV12": 0, "Slots": 0, "HoldWords": 9}
    return build("vmb_engine", files, **less | {unit: 1} | more, Hardened=hardened)


def outcome(hardened: int, seed: int) -> str:
    """The effect of one flip of a control bit while a message with a wrong tag is opened."""
    rng = random.Random(seed)
    engine = Engine(small(hardened))
    engine.memory = AnyMemory()
    case = forged(rng)
    engine.begin(**case.arguments(1) | {"tag": rng.randbytes(16)})
    for _ in range(rng.randrange(75)):
        engine.cycle()
    register = rng.choice(list(CONTROL))
    flip(engine, rng.choice(paths(engine, register)), rng.randrange(CONTROL[register]))
    alerts = 0
    for _ in range(250):
        alerts += engine.dut.alert_o
        engine.cycle()
    inputs = any(word >> 8 * i & 0xFF for _, enable, word in engine.memory.written for i in range(4) if enable >> i & 1)
    if inputs or (engine.status("error") == NONE and not engine.dut.busy_o):
        return "unsafe"
    return "alert" if alerts else "none"


def test_no_flip_of_a_control_bit_releases_plaintext():
    """The same flips in an engine that is not hardened are sometimes unsafe."""
    plain, hardened = (Counter(outcome(variant, seed) for seed in range(400)) for variant in (0, 1))
    assert plain["unsafe"] > 30
    assert hardened["unsafe"] == 0 and hardened["alert"] > 30


@pytest.mark.long("a model of the AES unit alone, for a few registers")
@pytest.mark.parametrize(
    ("mode", "register", "bits", "length", "known"),
    [
        ("ccm", "u_fsm.algorithm_q", 2, 16, 0),
        ("ccm", "tag_code_q", 3, 16, 8),
        ("gcm", "u_fsm.gcm_q", 1, 16, 0),
        ("gcm", "tag_code_q", 3, 16, 8),
        ("gcm", "tag_odd_q", 1, 15, 14),
    ],
)
def test_a_fault_in_the_mode_of_aes_accepts_no_tag_of_zeros(mode, register, bits, length, known):
    """If CCM or GCM becomes a mode without a tag, or its tag shorter, bytes of the unit's tag are 0, like those of the
    forged tag after the `known` ones."""
    rng = random.Random(register)
    case = Case.random(rng, f"aes-128-{mode}", 5, 21, length=length)
    tag = case.sealed[1][:known] + bytes(length - known)
    accepted = Counter()
    for hardened in (0, 1):
        engine = Engine(small(hardened, "Aes", AesGcm=1))
        for bit in range(bits):
            for wait in range(0, 120, 3):
                engine.begin(**case.arguments(1) | {"tag": tag})
                for _ in range(wait):
                    engine.cycle()
                flip(engine, paths(engine, register)[0], bit)
                for _ in range(250 - wait):
                    engine.cycle()
                accepted[hardened] += engine.status("error") == NONE and not engine.dut.busy_o
                engine.reset()
    assert accepted[0] > 3 and accepted[1] == 0


@pytest.mark.parametrize(
    "register", ["u_regs.job_q", "u_length.shadow_q", "u_regs.words_q", "u_regs.gen_hardened.parity_q"]
)
def test_a_fault_in_a_word_of_the_job_ends_it_with_an_alert(register):
    """A flip at any time: nothing is written from then on, and the next job is right."""
    rng = random.Random(register)
    engine = Engine(small(1))
    for decrypt in (0, 1):
        for wait in range(0, 60, 9):
            case = Case.random(rng, "ascon-aead128", 5, 30, length=16)
            engine.begin(**case.arguments(decrypt))
            for _ in range(wait):
                engine.cycle()
            before = len(engine.memory.written)
            flip(engine, paths(engine, register)[0], rng.randrange(6))
            alerts = 0
            while engine.dut.busy_o:
                engine.cycle()
                alerts += engine.dut.alert_o
            result = engine.end()
            assert (result.error, alerts) == (FAULT, 1)
            assert len(result.writes) <= before + 1  # what was already on the bus
            assert remains(engine.dut, case.secrets()) == []
            case.run(engine, decrypt)


@pytest.mark.parametrize("register", ["u_regs.error_q", "u_regs.running_q", "u_status.shadow_q"])
def test_a_fault_in_status_is_reported(register):
    """It is reported as such an error, and not as a running job, until the next job."""
    engine = Engine(model(HARDENED))
    case = forged(random.Random(1))
    assert engine.job(**case.arguments(1) | {"tag": bytes(16)}).error == TAG
    flip(engine, paths(engine, register)[0], 0)
    engine.cycle()
    assert (engine.status("error"), engine.status("busy")) == (FAULT, 0)
    case.run(engine, 1)


def test_a_fault_in_the_policy_permits_nothing():
    engine = Engine(model(HARDENED))
    case = forged(random.Random(2))
    for register in ("u_regs.policy_q", "u_policy.shadow_q"):
        flip(engine, paths(engine, register)[0], 0)
        assert engine.job(**case.arguments(1)).error == POLICY
        engine.allow(memory_keys=1)
        case.run(engine, 1)


@pytest.mark.parametrize("register", ["u_regs.regwen_q", "u_regwen.shadow_q"])
def test_a_fault_in_regwen_locks(register):
    """Set locks stay set, and the other ones are set, too."""
    for locked in (0, 1):
        engine = Engine(model(HARDENED))
        if locked:
            engine.write("regwen", 0)
        flip(engine, paths(engine, register)[0], 0)
        assert engine.allow(memory_keys=1) and engine.slot(1, open=1)
        assert engine.read("regwen") == (0, 0)


@pytest.mark.parametrize("valid", [0, 1])
def test_a_fault_in_a_slot_closes_it(valid):
    rng = random.Random(3)
    engine = Engine(model(HARDENED))
    case = forged(rng)
    if valid:
        engine.load_slot(1, case.key)
    for register in ("gen_there.valid_q", "u_valid.shadow_q"):
        flip(engine, paths(engine, register)[0], 0)
        assert engine.job(**case.arguments(1) | {"key_slot": 1}).error == SLOT
        flip(engine, paths(engine, register)[0], 0)
