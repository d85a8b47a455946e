# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""POLICY and REGWEN of vmb_engine: the jobs that they allow, the lock of these settings, and the alert of an attempt to
change them."""

from __future__ import annotations

import random

import pytest

from tests.rtl.engine import ARGUMENT, FIELDS, NONE, POLICY, Engine
from tests.rtl.engine_cases import Case, model

DEFAULT = {"two_passes": 0, "early": 1, "memory_keys": 1, "short_tags": 0}


def policy(engine: Engine) -> dict[str, int]:
    value, fault = engine.read("policy")
    assert not fault and value >> len(DEFAULT) == 0
    return {name: value >> FIELDS["policy"][name][0] & 1 for name in DEFAULT}


def alerts(engine: Engine, action) -> tuple[object, int]:
    """Return an action's result, and the cycles of alert_o until the engine is idle."""
    seen = []
    cycle = engine.cycle

    def counting() -> None:
        cycle()
        seen.append(engine.dut.alert_o)

    engine.cycle = counting
    answer = action()
    engine.wait()
    counting()
    del engine.cycle
    return answer, sum(seen)


def refused(engine: Engine, arguments: dict) -> None:
    result, alerted = alerts(engine, lambda: engine.job(**arguments))
    assert (result.error, result.writes, engine.memory.requests) == (POLICY, [], [])
    assert alerted == 1


@pytest.mark.long("ten seconds: an engine that only this test needs")
def test_the_policy_after_a_reset():
    for variant in ("default", "passes", "strict", "pio", "plain"):
        engine = Engine(model(variant))
        there = {**DEFAULT, "early": int(variant != "strict")}
        assert policy(engine) == there
        engine.write("policy", 0xFFFFFFFF)
        most = {"two_passes": int(variant == "passes"), "memory_keys": 1, "short_tags": int(variant != "plain")}
        assert policy(engine) == {**there, **most}
        engine.write("policy", 0)
        assert set(policy(engine).values()) == {0}
        engine.reset()
        assert policy(engine) == there


def test_two_passes_must_be_requested():
    """By the parameter and by POLICY; sealing, discarding and messages that fit are always allowed."""
    rng = random.Random(1)
    engine = Engine(model("passes"))
    case = Case.random(rng, "ascon-aead128", 5, 1281, length=16)
    refused(engine, case.arguments(1))
    assert engine.job(**case.arguments(1), discard=1).error == NONE
    case.run(engine)
    Case.random(rng, "ascon-aead128", 5, 1280, length=16).run(engine, 1)
    engine.allow(two_passes=1, early=1, memory_keys=1)
    case.run(engine, 1)
    engine.allow(early=1, memory_keys=1)
    refused(engine, case.arguments(1))
    one_pass = Engine(model())
    one_pass.allow(two_passes=1, early=1, memory_keys=1)
    assert one_pass.job(**case.arguments(1)).error == ARGUMENT


@pytest.mark.parametrize("variant", ["default", "pio", "fast"])
def test_locks_last_until_a_reset(variant):
    """Bits of REGWEN can only be cleared, alone or together, and those of missing slots are 0."""
    slots = {"default": 2, "pio": 3, "fast": 1}[variant]
    engine = Engine(model(variant))
    every = (2 << slots) - 1
    for bit in range(slots + 1):
        assert engine.read("regwen") == (every, 0)
        assert not engine.write("regwen", every & ~(1 << bit))
        for value in (0xFFFFFFFF, 1 << bit, every):
            assert not engine.write("regwen", value | every & ~(1 << bit))
            assert engine.read("regwen") == (every & ~(1 << bit), 0)
        for number in range(1, slots + 1):
            assert alerts(engine, lambda n=number: engine.slot(n, open=1)) == (int(number == bit), int(number == bit))
        _, alerted = alerts(engine, lambda: engine.write("policy", 2))
        assert alerted == int(bit == 0)
        assert policy(engine)["memory_keys"] == int(bit == 0)
        engine.reset()
    engine.write("regwen", 0)
    assert engine.read("regwen") == (0, 0)
    engine.write("regwen", 0xFFFFFFFF)
    assert engine.read("regwen") == (0, 0)


def test_a_locked_slot_keeps_its_key():
    """Its key cannot be replaced; jobs use it, other slots are loaded, and it can still be wiped."""
    rng = random.Random(4)
    engine = Engine(model())
    case = Case.random(rng, "ascon-aead128", 5, 40, length=16)
    other = Case.random(rng, "aes-256-ccm", 5, 40, length=16)
    engine.load_slot(1, case.key)
    engine.write("regwen", 0b101)
    for _ in range(2):
        assert alerts(engine, lambda: engine.slot(1, open=1)) == (1, 1)
        assert engine.write("key", 7) == 1
        case.run(engine, key=b"", key_slot=1)
        engine.load_slot(2, other.key)
        other.run(engine, key=b"", key_slot=2)
        case.run(engine, 1, key=b"", key_slot=1)
    engine.control("wipe_slots")
    assert engine.status("loaded") == 0
    assert alerts(engine, lambda: engine.slot(1, open=1)) == (1, 1)
    engine.load_slot(2, other.key)


def test_an_open_slot_can_be_locked_and_still_closed():
    """An open slot can still be loaded and closed, and is then locked."""
    rng = random.Random(5)
    engine = Engine(model())
    case = Case.random(rng, "aes-128-ctr", 0, 40)
    assert not engine.slot(2, open=1)
    engine.write("regwen", 0b011)
    for i in range(4):
        assert not engine.write("key", int.from_bytes(case.key[4 * i : 4 * i + 4], "little"), i)
    assert not engine.slot(2, close=1, key_len=0)
    case.run(engine, key=b"", key_slot=2)
    assert engine.slot(2, open=1)


def test_a_locked_policy_does_not_change():
    rng = random.Random(6)
    engine = Engine(model("passes"))
    engine.allow(early=0, memory_keys=1)
    engine.write("regwen", 0b110)
    before = policy(engine)
    for value in (0, 7, 0xFFFFFFFF):
        assert alerts(engine, lambda v=value: engine.write("policy", v)) == (1, 1)
        assert policy(engine) == before
    refused(engine, Case.random(rng, "ascon-aead128", 5, 2000, length=16).arguments(1))
    Case.random(rng, "ascon-aead128", 5, 20, length=16).run(engine, 1)


def test_a_running_job_keeps_its_policy():
    """A write to POLICY is rejected during a job, without an alert; bits of REGWEN may be cleared at any time."""
    rng = random.Random(7)
    engine = Engine(model())
    case = Case.random(rng, "ascon-aead128", 5, 60, length=16)
    engine.begin(**case.arguments(1))
    assert engine.write("policy", 0) == 1
    assert engine.write("regwen", 0b110) == 0
    result, alerted = alerts(engine, engine.end)
    case.check(engine, result, 1)
    assert (policy(engine), alerted, engine.read("regwen")) == (DEFAULT, 0, (0b110, 0))


def test_pair_writes_do_not_reach_policy_and_regwen():
    engine = Engine(model())
    for register in ("policy", "status"):
        assert engine.write_pair(register, 0, 0) == 1
    assert (policy(engine), engine.read("regwen")) == (DEFAULT, (7, 0))
