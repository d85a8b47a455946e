# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""A key in a slot of vmb_engine does not come out: by no part of a message, no context that software makes up, no
algorithm; and it gets in whole or not at all.
"""

from __future__ import annotations

import random
import struct
from typing import Any

import pytest

from tests.rtl.engine import NONE, Engine, job_word
from tests.rtl.engine_cases import AEADS, CIPHERS, HASHES, model
from tests.rtl.model_ascon import INITIAL, initialized
from vambrace import oracle

pytestmark = pytest.mark.rtl_units

ASCON = (*INITIAL, *HASHES)
EVERYTHING = (*AEADS, *CIPHERS, *HASHES)


def windows(secret: bytes) -> set[bytes]:
    """Any four bytes of it, in either order, as they are in words of either endianness."""
    return {w for i in range(len(secret) - 3) for w in (secret[i : i + 4], secret[i : i + 4][::-1])}


def holds(data: bytes, secret: bytes) -> bool:
    return any(data[i : i + 4] in windows(secret) for i in range(len(data) - 3))


def context_words(engine: Engine, algorithm: str) -> tuple[int, ...]:
    return struct.unpack(f"<{engine.context_words(algorithm)}I", engine.context(algorithm))


@pytest.mark.parametrize("algorithm", INITIAL)
@pytest.mark.parametrize("stalls", [(0.0, 0.0), (0.4, 0.4)])
def test_a_context_saved_at_once_has_the_key_added(algorithm, stalls):
    """Without that, the state is a permutation of the key, which anybody can invert."""
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
            found = [state[i] | state[i + 1] << 32 for i in range(0, 10, 2)]
            assert found == initialized(algorithm, key, nonce) != initialized(algorithm, key, nonce, keyed=False)
            assert last == 0


def forged(rng: random.Random, algorithm: str, part: int) -> bytes:
    """A context that fits the algorithm, otherwise of zeros, of ones, or of anything."""
    word = job_word(algorithm)
    own = part << 4 | (word & 3) << 6 | (word >> 2 & 7) << 8 | (word >> 6 & 3) << 11
    count = Engine.context_words(algorithm) - 1
    rest = rng.choice(([0] * count, [0xFFFFFFFF] * count, [rng.getrandbits(32) for _ in range(count)]))
    if "chacha" in algorithm:
        rest[0] = rng.randrange(4, 1000)  # a position in the keystream
    if "aes" in algorithm:
        rest[8] = part
    return struct.pack(f"<{1 + count}I", own, *rest)


def parts(algorithm: str) -> list[dict[str, Any]]:
    """Jobs that go on, to be continued: part of the context, arguments."""
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
    """Until its end, a message that goes on is the same under any key. So nothing of the key is in it."""
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
def test_nothing_that_a_job_writes_holds_a_slot_s_key(algorithm):
    """With any context, to be continued or to its end."""
    rng = random.Random(algorithm)
    engine = Engine(model())
    size = oracle.LENGTHS[algorithm].key or 16
    jobs = parts(algorithm) if algorithm in ASCON else []
    jobs += [{"part": part, "data": bytes(32), "ad_end": int(not part)} for part in (0, 1)]
    for job in jobs * 3:
        key = rng.randbytes(size)
        engine.load_slot(1, key)
        arguments = dict(job)
        context = forged(rng, algorithm, arguments.pop("part"))
        end = {"data_end": 1, "tag_len": 16 if algorithm in AEADS else 0}
        nonce = {"nonce": rng.randbytes(12)} if "chacha" in algorithm else {}
        for last in ({"save": 1}, *([end] if algorithm not in HASHES else [])):
            engine.job(algorithm, key_slot=1, resume=1, context=context, **nonce, **{**arguments, **last})
            written = b"".join(struct.pack("<I", word) for _, _, word in engine.memory.written)
            assert not holds(written, key), job


@pytest.mark.parametrize("algorithm", HASHES)
def test_a_hash_function_never_takes_a_key(algorithm):
    rng = random.Random(algorithm)
    engine = Engine(model())
    engine.load_slot(1, rng.randbytes(32))
    engine.begin(algorithm, data=rng.randbytes(20), out_len=32, ad_end=1, data_end=1, key_slot=1)
    names = [name for name in engine.dut.registers() if name.endswith("u_keys.key_q")]
    assert len(names) == 1
    for _ in engine.parts():
        assert engine.dut.registers()[names[0]] == 0
    assert engine.end().error == NONE
