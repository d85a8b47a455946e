# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""A key in a slot of vmb_engine cannot be read: neither with a part of a message, nor with a made-up context, nor with
any algorithm; and it is loaded completely or not at all.
"""

from __future__ import annotations

import random
import struct
from typing import Any

import pytest

from tests.rtl.engine import NONE, SLOT, Engine
from tests.rtl.engine_cases import AEADS, CIPHERS, HASHES, Case, model
from tests.rtl.engine_forged import any_left
from tests.rtl.model_ascon import INITIAL, initialized
from tests.rtl.model_context import Kind
from vambrace.software.oracles import oracle

ASCON = (*INITIAL, *HASHES)
EVERYTHING = (*AEADS, *CIPHERS, *HASHES)


def windows(secret: bytes) -> set[bytes]:
    """Return all groups of four bytes of a key, in either order, as they are in words of either endianness."""
    return {w for i in range(len(secret) - 3) for w in (secret[i : i + 4], secret[i : i + 4][::-1])}


def holds(data: bytes, secret: bytes) -> bool:
    return any(data[i : i + 4] in windows(secret) for i in range(len(data) - 3))


def context_words(engine: Engine, algorithm: str) -> tuple[int, ...]:
    return struct.unpack(f"<{engine.context_words(algorithm)}I", engine.context(algorithm))


@pytest.mark.parametrize("algorithm", INITIAL)
@pytest.mark.parametrize("stalls", [(0.0, 0.0), (0.4, 0.4)])
def test_a_context_saved_at_once_has_the_key_added(algorithm, stalls):
    """Otherwise the state is a permutation of the key, which an attacker can invert."""
    rng = random.Random(algorithm)
    for variant in ("default", "fast"):
        if variant == "fast" and algorithm != "ascon-aead128":
            continue
        engine = Engine(model(variant), rng, stalls=stalls)
        for slot in (0, 1):
            key, nonce = rng.randbytes(16), rng.randbytes(16)
            if slot:
                engine.load_slot(1, key)
            named = {"key_slot": 1} if slot else {"key": key}
            assert engine.job(algorithm, nonce=nonce, save=1, **named).error == NONE
            _, *state, last = context_words(engine, algorithm)
            results = [state[i] | state[i + 1] << 32 for i in range(0, 10, 2)]
            assert results == initialized(algorithm, key, nonce) != initialized(algorithm, key, nonce, keyed=False)
            assert last == 0


def forged(rng: random.Random, algorithm: str, part: int) -> bytes:
    """Return a context that the engine accepts, with any state."""
    words = any_left(rng, Kind(algorithm), part)
    return struct.pack(f"<{len(words)}I", *words)


def parts(algorithm: str) -> list[dict[str, Any]]:
    """Yield jobs that resume and save: part of the context, arguments."""
    data = bytes(16)
    jobs = [{"part": 1, "data": data}, {"part": 1}]
    if algorithm in AEADS or algorithm == "ascon-cxof128":
        jobs += [{"part": 0, "ad": b"\0"}, {"part": 0}, {"part": 0, "ad": data}, {"part": 0, "ad_end": 1}]
        jobs += [{"part": 0, "ad": b"\0", "ad_end": 1, "data": data}]
    if algorithm in HASHES:
        jobs += [{"part": 2, "out_len": 40}] if algorithm != "ascon-hash256" else []
        jobs += [{"part": 1, "data_end": 1, "out_len": 32}]
    return jobs


@pytest.mark.parametrize("algorithm", ASCON)
def test_no_context_asks_ascon_for_the_key(algorithm):
    """Until its end, a resumed message has the same output under any key, and so no data of the key."""
    rng = random.Random(algorithm)
    engine = Engine(model())
    for job in parts(algorithm) * 4:
        arguments = dict(job)
        context = forged(rng, algorithm, arguments.pop("part"))
        seen = set()
        for key in (bytes(16), b"\xff" * 16, rng.randbytes(16), rng.randbytes(16)):
            engine.load_slot(1, key)
            result = engine.job(algorithm, key_slot=1, resume=1, save=1, context=context, **arguments)
            assert result.error == NONE, job
            seen.add((result.out, engine.context(algorithm)))
        assert len(seen) == 1, job


@pytest.mark.parametrize("algorithm", EVERYTHING)
def test_no_output_of_a_job_contains_a_slot_s_key(algorithm):
    """Try any context, in a job that saves or one that ends the message."""
    rng = random.Random(algorithm)
    engine = Engine(model())
    size = oracle.LENGTHS[algorithm].key or 16
    jobs = parts(algorithm) if algorithm in ASCON else []
    jobs += [{"part": part, "data": bytes(32), "ad_end": int(not part)} for part in (0, 1)]
    for job in jobs * 3:
        key = rng.randbytes(size)
        engine.load_slot(1, key)
        arguments = dict(job)
        part = arguments.pop("part")
        context = forged(rng, algorithm, part)
        end = {"data_end": 1, "ad_end": int(not part), "tag_len": 16 if algorithm in AEADS else 0}
        nonce = {"nonce": rng.randbytes(12)} if "chacha" in algorithm else {}
        for last in ({"save": 1}, *([end] if algorithm not in HASHES else [])):
            result = engine.job(algorithm, key_slot=1, resume=1, context=context, **nonce, **{**arguments, **last})
            assert result.error == NONE, job
            written = b"".join(struct.pack("<I", word) for _, _, word in engine.memory.written)
            assert not holds(written, key), job


@pytest.mark.parametrize("algorithm", HASHES)
def test_a_hash_function_never_uses_a_key(algorithm):
    rng = random.Random(algorithm)
    engine = Engine(model())
    engine.load_slot(1, rng.randbytes(32))
    engine.begin(algorithm, data=rng.randbytes(20), out_len=32, ad_end=1, data_end=1, key_slot=1)
    names = [name for name in engine.dut.registers() if name.endswith("u_keys.key_q")]
    assert len(names) == 1
    for _ in engine.parts():
        assert engine.dut.registers()[names[0]] == 0
    assert engine.end().error == NONE


# ---- Loading ----


def loading(engine: Engine) -> tuple[int, ...]:
    return tuple(value for name, value in engine.dut.registers().items() if "u_slots" in name and value)


@pytest.mark.parametrize(("variant", "slots"), [("default", 2), ("fast", 1), ("pio", 3)])
def test_missing_slots_are_rejected(variant, slots):
    engine = Engine(model(variant))
    before = loading(engine)
    for slot in range(4):
        if not 1 <= slot <= slots:
            assert engine.slot(slot, open=1) and engine.slot(slot, close=1)
            assert engine.write("key", 0x12345678) and loading(engine) == before
    for slot in range(1, slots + 1):
        engine.load_slot(slot, bytes(16))
        assert engine.status("loaded") == (1 << slot) - 1


def test_a_write_to_a_slot_must_request_either_open_or_close():
    engine = Engine(model())
    for slot in (1, 2):
        assert engine.slot(slot) and engine.slot(slot, open=1, close=1)
        assert engine.write("key", 1)
        assert engine.slot(slot, key_len=2, family=3)


def test_only_a_completely_loaded_slot_can_be_closed():
    """After a reset, a slot of each length is opened, loaded in any order with any words, and wiped meanwhile."""
    rng = random.Random(1)
    engine = Engine(model())
    for _ in range(400):
        slot = rng.choice((1, 2))
        key_len = rng.randrange(4)
        wanted = 2 * key_len + 4
        way = rng.choice(("not opened", "some", "wiped", "other", "right", "right", "right"))
        indices = rng.sample(range(8), 8) if wanted > 8 else rng.sample(range(wanted), wanted)
        if way == "some":
            indices = rng.sample(range(8), rng.randrange(9))
        if way != "not opened":
            assert not engine.slot(slot, open=1)
            assert not engine.status("loaded") >> slot - 1 & 1
        else:
            engine.control("wipe_slots")
        for number, index in enumerate(indices):
            if way == "wiped" and number == len(indices) // 2:
                engine.control("wipe_slots")
            refused = engine.write("key", rng.getrandbits(32), index)
            assert refused == (way == "not opened" or (way == "wiped" and number >= len(indices) // 2))
        if way == "other":
            assert engine.slot(3 - slot, close=1, key_len=key_len)
            assert not engine.slot(3 - slot, open=1)
        allowed = way in ("right", "some") and key_len < 3 and sorted(indices) == [*range(wanted)]
        before = engine.status("loaded")
        assert engine.slot(slot, close=1, key_len=key_len) == (not allowed), (way, indices)
        assert engine.status("loaded") == before | allowed << slot - 1
        if way == "wiped":
            assert engine.status("loaded") == 0
        if rng.random() < 0.1:
            engine.reset()
    engine.control("wipe_slots")
    assert engine.slot(1, close=1) and engine.slot(2, close=1)


def test_a_loaded_key_keeps_its_length_and_family():
    """If it could be closed again, it could become a shorter key, which can be searched for, or another algorithm's."""
    rng = random.Random(2)
    engine = Engine(model())
    for key_len, algorithm in enumerate(("aes-128-ctr", "aes-192-ctr", "aes-256-ctr")):
        case = Case.random(rng, algorithm, 0, 20)
        engine.load_slot(1, case.key)
        for other in range(4):
            assert engine.slot(1, close=1, key_len=other) and engine.slot(1, close=1, key_len=other, family=1)
        for other in range(3):
            wrong = Case.random(rng, f"aes-{128 + 64 * other}-ctr", 0, 20)
            error = engine.job(**wrong.arguments() | {"key": b"", "key_slot": 1}).error
            assert error == (NONE if other == key_len else SLOT)
        case.run(engine, key=b"", key_slot=1)
        # The words of a longer key are no shorter one.
        assert not engine.slot(1, open=1)
        for index in range(8):
            assert not engine.write("key", rng.getrandbits(32), index)
        assert engine.slot(1, close=1, key_len=0) and engine.slot(1, close=1, key_len=1)
        assert not engine.slot(1, close=1, key_len=2)


def test_a_partial_key_is_wiped():
    """The key is lost when another slot is opened, or the same again; loaded keys stay."""
    rng = random.Random(3)
    engine = Engine(model())
    case = Case.random(rng, "ascon-aead128", 4, 20)
    for slot in (1, 2):
        half = rng.randbytes(16)
        for again in (slot, 3 - slot):
            engine.control("wipe_slots")
            assert not engine.slot(slot, open=1)
            for i in range(3):
                assert not engine.write("key", int.from_bytes(half[4 * i : 4 * i + 4], "little"), i)
            assert any(value >> 32 for value in loading(engine))
            assert not engine.slot(again, open=1)
            assert not any(value >> 8 for value in loading(engine))
            engine.load_slot(again, case.key)
            case.run(engine, key=b"", key_slot=again)
        engine.load_slot(slot, case.key)
        assert not engine.slot(3 - slot, open=1)
        case.run(engine, key=b"", key_slot=slot)
        assert not engine.slot(slot, open=1)
        assert not any(value >> 8 for value in loading(engine))


def test_a_slot_cannot_be_closed_for_a_missing_family():
    engine = Engine(model())
    assert not engine.slot(1, open=1)
    for index in range(4):
        assert not engine.write("key", index, index)
    for family in range(4, 16):
        assert engine.slot(1, close=1, key_len=0, family=family)
    assert engine.status("loaded") == 0
    assert not engine.slot(1, close=1, key_len=0, family=3) and engine.status("loaded") == 1


def test_a_key_serves_only_its_family():
    """A job rejects a key of its length that is for another family, and accepts one for all families."""
    rng = random.Random(4)
    engine = Engine(model())
    algorithms = {
        1: ("ascon-aead128", "ascon-128a"),
        2: ("chacha20-poly1305",),
        3: ("aes-128-ccm", "aes-192-gcm", "aes-256-ctr"),
    }
    for family in range(4):
        for others, names in algorithms.items():
            for algorithm in names:
                case = Case.random(rng, algorithm, 3, 20, length=16)
                engine.load_slot(2, case.key, family)
                if family in (0, others):
                    case.run(engine, key=b"", key_slot=2)
                else:
                    result = engine.job(**case.arguments() | {"key": b"", "key_slot": 2})
                    assert (result.error, engine.memory.requests) == (SLOT, [])
