# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""vmb_engine and tags of every length that an algorithm has: the short ones need POLICY.short_tags, and every forgery
of any length yields error 1 and no output."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from tests.rtl.engine import MASKED, NONE, POLICY, TAG, Engine
from tests.rtl.engine_cases import AEADS, SHORT_TAGS, Case, lengths_of, model, remains
from tests.rtl.engine_pio import PioEngine
from tests.rtl.test_engine_locks import DEFAULT, alerts
from tests.vectors import official

ALLOWED = DEFAULT | {"short_tags": 1}
ALGORITHMS = tuple(a for a in AEADS if "192" not in a)


def lengths(algorithm: str) -> list[int]:
    return sorted((*lengths_of(algorithm).tags, *SHORT_TAGS.get(algorithm, ())))


def test_the_lengths_are_those_of_the_standards():
    """Also every legal M of CCM (SP 800-38C, appendix A.1)."""
    assert lengths("ascon-aead128") == [*range(4, 17)]
    assert lengths("aes-256-gcm") == [4, 8, 12, 13, 14, 15, 16]
    assert lengths("aes-128-ccm") == [4, 6, 8, 10, 12, 14, 16]
    assert {*map(tuple, map(lengths, ("ascon-128", "ascon-128a", "chacha20-poly1305")))} == {(16,)}


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("variant", ["default", "pio"])
def test_tags_of_every_length(variant, algorithm):
    """Made and verified, with a key in memory or in a slot; without the bit of POLICY, short ones yield error 9, one
    alert and no access."""
    rng = random.Random(algorithm)
    engine = PioEngine(model(variant)) if variant == "pio" else Engine(model(variant))
    for length in lengths(algorithm):
        case = Case.random(rng, algorithm, rng.randrange(20), rng.randrange(1, 33), length=length)
        engine.load_slot(1, case.key)
        slot = {"key": b"", "key_slot": 1} if length % 3 == 0 else {}
        for decrypt in (0, 1):
            assert not engine.allow(**DEFAULT)
            if length in SHORT_TAGS.get(algorithm, ()):
                result, alerted = alerts(engine, lambda d=decrypt, s=slot, c=case: engine.job(**c.arguments(d) | s))
                assert (result.error, result.writes, engine.memory.requests, alerted) == (POLICY, [], [], 1)
                assert not engine.allow(**ALLOWED)
            case.run(engine, decrypt, **slot)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("variant", ["default", "passes"])
def test_forgeries_of_every_length(variant, algorithm):
    """Each byte of a tag is compared, in an engine that is hardened, too; a longer tag does not match its beginning."""
    rng = random.Random(algorithm)
    engine = Engine(model(variant))
    engine.allow(**ALLOWED)
    for length in lengths(algorithm):
        case = Case.random(rng, algorithm, rng.randrange(20), rng.randrange(1, 33), length=length)
        right = case.arguments(1)
        for byte in range(length):
            tag = bytearray(case.sealed[1])
            tag[byte] ^= 1 << rng.randrange(8)
            result = engine.job(**right | {"tag": bytes(tag)}, offsets=(0, 0, 0, 0, rng.randrange(4)))
            assert (result.error, result.writes) == (TAG, []), (length, byte)
        assert remains(engine.dut, case.secrets()) == []
        case.run(engine, 1)
        if longer := [n for n in lengths(algorithm) if n > length]:
            result = engine.job(**right | {"tag": case.sealed[1].ljust(longer[0], b"\0")})
            other = replace(case, length=longer[0])
            assert (result.error == NONE) == (other.sealed[1] == case.sealed[1].ljust(longer[0], b"\0"))


def test_official_vectors_with_truncated_tags():
    """SP 800-232, sections 4.2.1 and 4.2.2: a truncated tag is the beginning of the whole one, and a masked nonce leads
    to the results of another nonce."""
    rng = random.Random(1)
    engine = Engine(model())
    engine.allow(**ALLOWED)
    (vectors,) = official.vectors("ascon-aead128-options").values()
    for length in range(4, 17):
        for v in rng.sample([v for v in vectors if len(v.tag) == length], 6):
            case = Case("ascon-aead128" if len(v.key) == 16 else MASKED, v.key, v.nonce, v.ad, v.plaintext, length)
            assert case.sealed == (v.ciphertext, v.tag), v.name
            for decrypt in (0, 1):
                case.run(engine, decrypt)
