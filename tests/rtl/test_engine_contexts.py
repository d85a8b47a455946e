# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""vmb_engine and contexts that it has not left, or that are resumed as another kind of message: rejected, or at least
harmless.
"""

from __future__ import annotations

import random
import struct

import pytest
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms

from tests.rtl.engine import ALGORITHM, ARGUMENT, NONE, Engine
from tests.rtl.engine_cases import AEADS, CIPHERS, HASHES, Case, model, remains

CHACHA = "chacha20-poly1305"
TAGS = range(4, 17, 2)


def keystream(key: bytes, nonce: bytes, block: int, length: int) -> bytes:
    """Return the keystream from the beginning of a block on."""
    cipher = Cipher(algorithms.ChaCha20(key, block.to_bytes(4, "little") + nonce), mode=None)
    return cipher.encryptor().update(bytes(length))


def chacha_context(position: int) -> bytes:
    """Return a context of a message at a quarter of a block."""
    return struct.pack("<7I", 1 << 4 | 1 << 6, position, *range(1, 5), 3)


@pytest.mark.parametrize("variant", ["default", "fast"])
def test_keystream_never_comes_from_the_block_of_the_key(variant):
    """Positions of messages shorter than 2^32 bytes are accepted, from the first to the last; others are rejected."""
    rng = random.Random(1)
    engine = Engine(model(variant), rng, stalls=(0.1, 0.1))
    key, nonce = rng.randbytes(32), rng.randbytes(12)
    last = 1 << 26
    for block, quarter, length, right in (
        (1, 0, 100, True), (1, 3, 40, True), (last - 1, 3, 79, True), (last, 0, 63, True), (last, 3, 15, True),
        (last - 1, 3, 80, False), (last - 1, 0, 1000, False), (last, 0, 64, False),
        (last + 1, 0, 1, False), (last + 1, 0, 0, False), (last * 2 - 1, 3, 1, False),
        (last * 2, 0, 1, False), (0, 0, 1, False), (0, 3, 0, False), (1 << 29, 0, 1, False),
        (1 << 27 | 1, 0, 16, False),
    ):  # fmt: skip
        context = chacha_context(block << 2 | quarter)
        result = engine.job(CHACHA, key, nonce, data=bytes(length), resume=1, save=1, context=context)
        if right:
            wanted = keystream(key, nonce, block, 64 + length)[16 * quarter :][:length]
            assert (result.error, result.out) == (NONE, wanted), (block, quarter)
            assert struct.unpack("<7I", engine.context(CHACHA))[1] == (block << 2 | quarter) + length // 16
        else:
            assert (result.error, result.writes) == (ARGUMENT, []), (block, quarter)
            assert remains(engine.dut, [key]) == []


@pytest.mark.parametrize("decrypt", [0, 1])
def test_the_tag_length_of_ccm_cannot_change(decrypt):
    """The last part must have the tag length of the first; parts between do not give it, and keep it."""
    rng = random.Random(2)
    engine = Engine(model(), rng, stalls=(0.1, 0.1))
    for length in TAGS:
        case = Case.random(rng, "aes-128-ccm", 7, 20, length=length)
        data = case.sealed[0] if decrypt else case.plaintext
        named = {"algorithm": case.algorithm, "key": case.key, "decrypt": decrypt}
        first = {**named, "nonce": case.nonce, "ad": case.ad, "tag_len": length, "totals": (7, 20)}
        assert engine.job(**first, save=1).error == NONE
        context = engine.context(case.algorithm)
        assert engine.job(**named, ad_end=1, resume=1, save=1, context=context).error == NONE
        context = engine.context(case.algorithm)
        for other in sorted(TAGS, key=lambda n: n == length):
            end = {"tag": case.sealed[1][:other].ljust(other, b"\0")} if decrypt else {"tag_len": other}
            result = engine.job(**named, data=data, resume=1, data_end=1, context=context, **end)
            if other != length:
                assert (result.error, result.writes) == (ARGUMENT, []), (length, other)
            else:
                assert (result.error, result.out) == (NONE, case.plaintext if decrypt else case.sealed[0])
                assert decrypt or result.tag == case.sealed[1]


def test_a_first_part_needs_the_lengths_of_its_first_block():
    """The lengths of the whole message of CCM, and of CXOF128's customization string if it continues in another
    part."""
    rng = random.Random(3)
    engine = Engine(model())
    case = Case.random(rng, "aes-192-ccm", 5, 32, length=16)
    for more in ({}, {"ad_end": 0, "data": b""}, {"ad": b""}):
        part = case.arguments() | {"data_end": 0, "save": 1, **more}
        result = engine.job(**part)
        assert (result.error, engine.memory.requests) == (ARGUMENT, [])
        assert engine.job(**part, totals=(5, 64)).error == NONE
    case = Case.random(rng, "ascon-cxof128", 9, 0, length=16)
    part = {"algorithm": "ascon-cxof128", "ad": case.ad[:4], "save": 1}
    result = engine.job(**part)
    assert (result.error, engine.memory.requests) == (ARGUMENT, [])
    assert engine.job(**part, totals=(9, 0)).error == NONE
    rest = {"ad": case.ad[4:], "ad_end": 1, "data_end": 1, "out_len": 16, "totals": (9, 0)}
    result = engine.job("ascon-cxof128", resume=1, context=engine.context("ascon-cxof128"), **rest)
    assert result.out == case.sealed[0]
    assert engine.job("ascon-cxof128", ad=case.ad, ad_end=1, save=1).error == NONE
    rest = {"data_end": 1, "out_len": 16}
    result = engine.job("ascon-cxof128", resume=1, context=engine.context("ascon-cxof128"), **rest)
    assert result.out == case.sealed[0]


@pytest.mark.parametrize("algorithm", [*AEADS, *CIPHERS, *HASHES])
def test_no_context_makes_the_engine_hang(algorithm):
    """For any words of the context, except the bits of its algorithm: the job ends, no data is left, and the next one
    is right."""
    rng = random.Random(algorithm)
    engine = Engine(model(), rng, stalls=(0.1, 0.1))
    case = Case.random(rng, algorithm, 5, 32, length=32 if algorithm in HASHES else 16)
    first = case.arguments() | {"data_end": 0, "ad_end": 0, "data": b"", "save": 1, "out_len": 0, "totals": (5, 32)}
    if "ccm" not in algorithm:
        first["tag_len"] = 0
    assert engine.job(**first).error == NONE
    saved = struct.unpack(f"<{engine.context_words(algorithm)}I", engine.context(algorithm))
    errors = []
    for _ in range(40):
        words = list(saved)
        for i in rng.sample(range(1, len(words)), rng.randrange(3)):
            words[i] = rng.choice((0, 1, 0xFFFFFFFF, rng.getrandbits(32), rng.getrandbits(6)))
        if rng.randrange(2):
            words[0] = saved[0] & ~0x3F | rng.getrandbits(6)
        ends = rng.choice(({"save": 1}, {"data_end": 1, "tag_len": 16}))
        arguments = {"key": case.key, "data": rng.randbytes(16 * rng.randrange(3)), "resume": 1, **ends}
        if algorithm not in AEADS:
            arguments["tag_len"] = 0
        if "chacha" in algorithm:
            arguments["nonce"] = case.nonce
        if algorithm in HASHES and "data_end" in ends:
            arguments["out_len"] = 32
        arguments["ad_end"] = rng.randrange(2)
        engine.begin(algorithm, **arguments, context=struct.pack(f"<{len(words)}I", *words))
        engine.memory.rewritable = True
        errors.append(engine.end().error)
        engine.memory.rewritable = False
        assert remains(engine.dut, [case.key, case.plaintext]) == []
    assert set(errors) == {NONE, ARGUMENT}
    case.run(engine)


def test_jobs_with_undefined_bits_are_rejected():
    rng = random.Random(4)
    engine = Engine(model())
    for algorithm in ("ascon-aead128", CHACHA, "aes-256-ccm", "ascon-hash256"):
        case = Case.random(rng, algorithm, 3, 20, length=32 if algorithm in HASHES else 16)
        case.run(engine)
        wanted = engine.memory.get(*engine._out)
        for bit in (*range(27, 32), None):
            engine.begin(**case.arguments())
            engine.end()
            engine.memory.requests.clear()
            engine.memory.rewritable = True
            engine.memory.room(*engine._out)
            engine.memory.room(*engine._tag)
            assert not engine.write("job", engine.word | (1 << bit if bit is not None else 0))
            result = engine.end()
            assert (result.error, bool(engine.memory.requests)) == ((NONE, True) if bit is None else (ALGORITHM, False))
            assert bit is not None or result.out == wanted
            engine.memory.rewritable = False
        if "aes" not in algorithm:
            for key_len in (1, 3) if algorithm == "ascon-aead128" else (1, 2, 3):
                result = engine.job(**case.arguments() | {"key_len": key_len})
                assert (result.error, engine.memory.requests) == (ALGORITHM, [])


@pytest.mark.parametrize("algorithm", HASHES)
def test_a_hash_job_without_effect_is_rejected(algorithm):
    """A job that neither saves nor ends the message is rejected, and so is one that requests a digest before the
    end."""
    engine = Engine(model())
    full = {"algorithm": algorithm, "data": b"abc", "ad_end": 1}
    wanted = 32 if algorithm == "ascon-hash256" else 20
    for more in ({}, {"save": 1, "out_len": wanted}, {"out_len": wanted}):
        result = engine.job(**full, **more)
        assert (result.error, engine.memory.requests) == (ARGUMENT, [])
    assert engine.job(**full, save=1).error == NONE
    context = engine.context(algorithm)
    for more in ({}, {"out_len": wanted}, {"out_len": wanted, "save": 1}):
        result = engine.job(algorithm, resume=1, context=context, **more)
        assert (result.error, result.writes) == (ARGUMENT, [])
    assert engine.job(algorithm, resume=1, context=context, data_end=1, out_len=wanted).error == NONE
