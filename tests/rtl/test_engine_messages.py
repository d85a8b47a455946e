# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""vmb_engine: whole messages of every algorithm, in every length and at every alignment, against the oracle."""

from __future__ import annotations

import random

import pytest

from tests.rtl.engine import MASKED, TAG, Engine
from tests.rtl.engine_cases import AEADS, CIPHERS, HASHES, Case, lengths_of, model, remains
from tests.vectors import official

#: The AEADs with more than one length of nonce or tag; of each, one length of the key less than the engine has.
SEVERAL_LENGTHS = tuple(
    algorithm
    for algorithm in AEADS
    if len(lengths_of(algorithm).nonces) * len(lengths_of(algorithm).tags) > 1 and "192" not in algorithm
)

LENGTHS = range(81)


def engine(stalls: bool = False, variant: str = "default", seed: int = 1) -> Engine:
    return Engine(model(variant), random.Random(seed) if stalls else None, seed)


def offsets(rng: random.Random) -> tuple[int, ...]:
    return tuple(rng.randrange(16) for _ in range(5))


@pytest.mark.parametrize("algorithm", AEADS)
def test_every_length(algorithm):
    """Every length of AD and of the message, each with some lengths of the other, sealed or opened, at any address."""
    rng = random.Random(algorithm)
    engines = [engine(), engine(stalls=True)]
    lengths = list(LENGTHS)
    rng.shuffle(lengths)
    for number, (ad, plaintext) in enumerate(zip(lengths, LENGTHS, strict=True)):
        case = Case.random(rng, algorithm, ad, plaintext)
        case.run(engines[number % 2], number // 2 % 2, offsets=offsets(rng), in_place=number % 3 == 0)


@pytest.mark.parametrize("algorithm", AEADS)
def test_every_alignment(algorithm):
    """Each segment at each of four addresses, with the others at random, in both directions."""
    rng = random.Random(algorithm)
    first = engine()
    for segment in range(5):
        for offset in range(4):
            chosen = [*offsets(rng)]
            chosen[segment] = offset
            case = Case.random(rng, algorithm, rng.randrange(24), rng.randrange(1, 40))
            case.run(first, offset % 2 ^ segment % 2, offsets=tuple(chosen))
    for offset in range(4):
        Case.random(rng, algorithm, 5, 37).run(first, offset % 2, offsets=(0, 0, offset, 0, 0), in_place=True)


@pytest.mark.parametrize("algorithm", AEADS)
def test_messages_without_a_part(algorithm):
    """Without associated data, without a message, which leaves a MAC, and without either."""
    rng = random.Random(algorithm)
    first = engine()
    for ad, plaintext in ((0, 0), (0, 20), (20, 0), (16, 0), (0, 16)):
        case = Case.random(rng, algorithm, ad, plaintext)
        for decrypt in (0, 1):
            case.run(first, decrypt, offsets=offsets(rng))
        tag = case.sealed[1][:-1] + bytes([case.sealed[1][-1] ^ 0x80])
        assert first.job(**case.arguments(1) | {"tag": tag}).error == TAG


@pytest.mark.parametrize("algorithm", SEVERAL_LENGTHS)
def test_every_nonce_and_tag(algorithm):
    rng = random.Random(1)
    first = engine()
    known = lengths_of(algorithm)
    for nonce in known.nonces:
        for length in known.tags:
            case = Case.random(rng, algorithm, rng.randrange(20), rng.randrange(20), nonce=nonce, length=length)
            case.run(first, (nonce + length // 2) % 2, offsets=offsets(rng))


def test_long_associated_data_of_ccm():
    """From 65,280 bytes on, the encoded length before the AD has six bytes instead of two."""
    first = engine()
    for length in (0xFEFF, 0xFF00):
        Case.random(random.Random(length), "aes-128-ccm", length, 3).run(first, offsets=(1, 2, 3, 0, 1))


@pytest.mark.parametrize("algorithm", HASHES)
def test_every_length_of_hash_functions(algorithm):
    rng = random.Random(algorithm)
    engines = [engine(), engine(stalls=True)]
    lengths = list(LENGTHS)
    rng.shuffle(lengths)
    for number, (out, plaintext) in enumerate(zip(lengths, LENGTHS, strict=True)):
        length = 32 if algorithm == "ascon-hash256" else out
        case = Case.random(rng, algorithm, rng.randrange(40), plaintext, length=length)
        case.run(engines[number % 2], offsets=offsets(rng))
    Case.random(rng, algorithm, 256, 300, length=32).run(engines[0])


@pytest.mark.parametrize("algorithm", CIPHERS)
def test_every_length_of_cipher_modes(algorithm):
    rng = random.Random(algorithm)
    engines = [engine(), engine(stalls=True)]
    lengths = LENGTHS if algorithm == "aes-128-ctr" else range(0, 81, 16 if "ctr" not in algorithm else 7)
    for number, plaintext in enumerate(lengths):
        for decrypt in (0, 1) if "ctr" not in algorithm else (number % 2,):
            case = Case.random(rng, algorithm, 0, plaintext)
            case.run(engines[(number + decrypt) % 2], decrypt, offsets=offsets(rng), in_place=number % 3 == 0)


@pytest.mark.parametrize("algorithm", [*AEADS, *CIPHERS, *HASHES])
def test_official_vectors(algorithm):
    """Some vectors of every source, sealed and opened; forged ones yield no output."""
    run_official(engine(), algorithm)


def run_official(first: Engine, algorithm: str) -> None:
    rng = random.Random(1)
    known = lengths_of(algorithm)
    for source, vectors in official.vectors(algorithm).items():
        fits = [v for v in vectors if v.plaintext is not None or not v.valid]
        fits = [v for v in fits if len(v.ad) <= 256 and len(v.ciphertext) <= 256]
        if known.nonces:
            fits = [v for v in fits if len(v.key) == known.key]
            fits = [
                v for v in fits if len(v.nonce) in known.nonces and (algorithm in CIPHERS or len(v.tag) in known.tags)
            ]
        assert fits, source
        for v in rng.sample(fits, min(len(fits), 6)):
            if not v.valid:
                result = first.open(algorithm, v.key, v.nonce, v.ad, v.ciphertext, v.tag)
                assert (result.error, result.writes) == (1, []), v.name
                continue
            length = len(v.tag) if algorithm not in CIPHERS else 16
            case = Case(algorithm, v.key, v.nonce, v.ad, v.plaintext, length)
            assert case.sealed == ((v.tag, b"") if algorithm in HASHES else (v.ciphertext, v.tag)), v.name
            for decrypt in (0,) if algorithm in HASHES else (0, 1):
                case.run(first, decrypt)


def test_any_job_after_any_other():
    """One engine runs any algorithm after any other, with a memory of any speed; no data of them is left."""
    rng = random.Random(2)
    for seed, stalls in ((1, (0.0, 0.0)), (2, (0.9, 0.1)), (3, (0.1, 0.9))):
        first = Engine(model(), random.Random(seed), seed, stalls)
        for _ in range(20):
            case = Case.random(rng, rng.choice((*AEADS, *CIPHERS, *HASHES)), rng.randrange(40), rng.randrange(80))
            decrypt = rng.randrange(2) if case.algorithm not in HASHES else 0
            case.run(first, decrypt, offsets=offsets(rng))
            assert remains(first.dut, case.secrets()) == []


def test_keys_from_slots():
    """A key from a slot has the effect of one from memory, at every length; slots keep their keys for other jobs."""
    rng = random.Random(3)
    first = engine()
    for algorithm in (
        "aes-128-ccm",
        "aes-256-gcm",
        "aes-192-ctr",
        "aes-256-cbc",
        "ascon-aead128",
        MASKED,
        "chacha20-poly1305",
    ):
        cases = [Case.random(rng, algorithm, 20, 48) for _ in range(2)]
        for slot, case in enumerate(cases, 1):
            first.load_slot(slot, case.key)
        for slot, case in [*enumerate(cases, 1), *enumerate(cases, 1)]:
            case.run(first, slot % 2, key=b"", key_slot=slot)
            assert remains(first.dut, case.secrets(), slots=True) == []
