# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The registers of vmb_engine: when each may be read and written, the interrupt, and that a rejected access has no
effect.
"""

from __future__ import annotations

import random

import pytest

from tests.rtl.engine import ABORTED, ARGUMENT, FIELDS, NONE, OFFSETS, TAG, Engine
from tests.rtl.engine_cases import VARIANTS, Case, model
from vambrace.config import engine_options
from vambrace_dev import registers

JOB_WORDS = ("key_addr", "nonce_addr", "ad_addr", "ad_len", "in_addr", "data_len", "out_addr", "tag_addr", "ctx_addr",
             "out_len", "ad_total", "data_total")  # fmt: skip
MAP = registers.current()
INDEX = {name: offset // 4 for name, offset in OFFSETS.items()}
READ_ONLY = ("status", "features", "id", "features2")
WRITE_ONLY = ("job", "control", "slot", "key")
ABSENT = [i for i in range(32) if i not in INDEX.values() and i < INDEX["key"]]


def access(engine: Engine, index: int, value: int | None = None, pair: int | None = None) -> tuple[int, int]:
    """Return data and fault of an access by index. With a memory port, DIN and DOUT are missing registers."""
    dut = engine.dut
    dut.drive(reg_req_i=1, reg_we_i=int(value is not None), reg_index_i=index, reg_wdata_i=value or 0)
    dut.drive(reg_pair_i=int(pair is not None), reg_wdata_odd_i=pair or 0)
    assert dut.reg_ready_o
    answer = dut.reg_rdata_o, dut.reg_fault_o
    engine.cycle()
    dut.drive(reg_req_i=0, reg_we_i=0, reg_pair_i=0, reg_wdata_i=0, reg_wdata_odd_i=0)
    return answer


def contents(engine: Engine) -> list[int]:
    return [access(engine, INDEX[name])[0] for name in JOB_WORDS]


def field(engine: Engine, register: str, name: str) -> int:
    low, width = FIELDS[register][name]
    return engine.read(register)[0] >> low & ((1 << width) - 1)


def test_words_of_the_job_are_read_as_written():
    rng = random.Random(1)
    engine = Engine(model())
    for _ in range(3):
        values = [rng.getrandbits(32) for _ in JOB_WORDS]
        for name, value in zip(JOB_WORDS, values, strict=True):
            assert access(engine, INDEX[name], value) == (0, 0)
        assert contents(engine) == values
    for even in range(0, 12, 2):
        values[even : even + 2] = [rng.getrandbits(32), rng.getrandbits(32)]
        assert access(engine, even, values[even], values[even + 1]) == (0, 0)
        assert contents(engine) == values


def test_invalid_accesses_are_rejected():
    rng = random.Random(2)
    engine = Engine(model())
    values = [rng.getrandbits(32) for _ in JOB_WORDS]
    for name, value in zip(JOB_WORDS, values, strict=True):
        engine.write(name, value)
    for index in [*ABSENT, INDEX["din"], INDEX["dout"], *(INDEX[n] for n in WRITE_ONLY), *range(24, 32)]:
        assert access(engine, index) == (0, 1), index
    for index in [*ABSENT, INDEX["din"], INDEX["dout"], *(INDEX[n] for n in READ_ONLY)]:
        assert access(engine, index, 0xFFFFFFFF) == (0, 1), index
    for index in range(32):
        if index % 2 or index >= 12:
            assert access(engine, index, 0xFFFFFFFF, 0xFFFFFFFF) == (0, 1), index
    assert contents(engine) == values
    assert (engine.status("busy"), engine.status("loaded"), field(engine, "irq", "enable")) == (0, 0, 0)


def test_a_running_job_keeps_its_registers():
    """Accesses to all registers, except those that control and report jobs, are rejected during a job; the job ends as
    without them."""
    rng = random.Random(3)
    engine = Engine(model(), rng, stalls=(0.3, 0.3))
    for algorithm in ("ascon-aead128", "aes-128-ccm"):
        case = Case.random(rng, algorithm, 20, 60, length=16)
        engine.begin(**case.arguments())
        before = contents(engine)
        tried = set()
        while engine.dut.busy_o:
            index = rng.choice([*range(13), INDEX["slot"], *range(24, 32)])
            pair = rng.getrandbits(32) if index < 12 and rng.randrange(2) else None
            busy = engine.dut.busy_o
            fault = access(engine, index, rng.getrandbits(32), pair)[1]
            assert fault == busy
            tried.add(index)
            assert engine.status("busy") or not engine.dut.busy_o
        assert len(tried) > 10
        assert contents(engine) == before
        case.check(engine, engine.end())
        assert engine.status("loaded") == 0


def test_the_interrupt():
    """Pending at every kind of end of a job; output only if enabled; cleared by writing 1."""
    rng = random.Random(4)
    engine = Engine(model())
    enable, pending = (1 << FIELDS["irq"][n][0] for n in ("enable", "pending"))
    case = Case.random(rng, "ascon-aead128", 5, 40)
    right, wrong = case.arguments(1), case.arguments(1) | {"tag": bytes(16)}
    assert engine.read("irq") == (0, 0)
    for enabled in (0, enable):
        for arguments, error in ((right, NONE), (wrong, TAG), (right | {"nonce": b""}, ARGUMENT), (right, ABORTED)):
            engine.write("irq", enabled | pending)
            assert engine.read("irq") == (enabled, 0) and not engine.dut.irq_o
            engine.begin(**arguments)
            for _ in engine.parts():
                assert not engine.dut.irq_o or not engine.dut.busy_o
                if error == ABORTED and engine.dut.cycles % 40 == 0:
                    engine.control("abort")
            assert engine.dut.irq_o == (enabled == enable)
            assert engine.read("irq") == (enabled | pending, 0)
            assert engine.end().error == error
            engine.write("irq", enabled)
            assert engine.read("irq") == (enabled | pending, 0)
    engine.write("irq", 0)
    assert not engine.dut.irq_o
    engine.write("irq", enable)
    assert engine.dut.irq_o
    engine.reset()
    assert engine.read("irq") == (0, 0) and not engine.dut.irq_o


def test_status_reports_how_the_last_job_ended():
    engine = Engine(model())
    case = Case.random(random.Random(5), "ascon-128a", 5, 40)
    assert engine.job(**case.arguments(1) | {"tag": bytes(16)}).error == TAG
    engine.begin(**case.arguments())
    assert (engine.status("error"), engine.status("busy")) == (NONE, 1)
    assert engine.end().error == NONE
    assert engine.status("busy") == 0
    engine.control("abort")  # of nothing
    assert engine.status("error") == NONE and not engine.dut.busy_o
    case.run(engine)


def test_slots_cannot_be_read_or_changed():
    """Only an open slot takes words."""
    rng = random.Random(6)
    engine = Engine(model())
    case = Case.random(rng, "aes-256-ctr", 0, 30)
    engine.load_slot(1, case.key)
    for i in range(8):
        assert access(engine, INDEX["key"] + i) == (0, 1)
        assert access(engine, INDEX["key"] + i, 0) == (0, 1)
    case.run(engine, key=b"", key_slot=1)
    other = Case.random(rng, "aes-128-ctr", 0, 30)
    engine.load_slot(2, other.key)
    case.run(engine, key=b"", key_slot=1)
    other.run(engine, key=b"", key_slot=2)
    engine.reset()
    assert engine.status("loaded") == 0


@pytest.mark.parametrize("variant", VARIANTS)
def test_features_agree_with_the_parameters(variant):
    defaults = {name: option.default for name, option in engine_options.options().items()}
    parameters = {"Dma": 1, **defaults, **VARIANTS[variant]}
    engine = Engine(model(variant))
    other = {
        "hash": parameters["AsconHash"],
        "v12": parameters["AsconV12"],
        "aes_gcm": parameters["Aes"] and parameters["AesGcm"],
        "aes_key_len": (parameters["AesKeyBits"] - 128) // 64,
        "shares": 1,
        "map_minor": MAP.minor,
    }
    for register in ("features", "features2"):
        for name in FIELDS[register]:
            wanted = other[name] if name in other else parameters["".join(map(str.capitalize, name.split("_")))]
            assert field(engine, register, name) == wanted, name
    assert (field(engine, "id", "magic"), field(engine, "id", "map")) == (int.from_bytes(b"VMB", "big"), MAP.major)


def test_values_after_a_reset():
    """Those of the frozen map, whatever was written before."""
    engine = Engine(model())
    for name, value in (("policy", 0xFFFFFFFF), ("regwen", 0), ("irq", 1)):
        engine.write(name, value)
    engine.reset()
    found = {
        f"{name}.{part}": (field(engine, name, part), about.reset)
        for name, register in MAP.registers.items()
        for part, about in register.fields.items()
        if about.reset is not None
    }
    assert {"policy.memory_keys", "policy.short_tags", "regwen.policy", "irq.pending", "status.error", "id.map"} <= {
        *found
    }
    assert {name: values for name, values in found.items() if values[0] != values[1]} == {}
