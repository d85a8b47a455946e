# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""vmb_engine and wrong input: every illegal job ends with its error code and transfers nothing, whatever its other
fields are; the next job is right.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.rtl.engine import ALGORITHM, ARGUMENT, MASKED, NONE, SLOT, Engine, in_units
from tests.rtl.engine_cases import (
    AEADS,
    CIPHERS,
    HASHES,
    SHORT_TAGS,
    VARIANTS,
    Case,
    lacking,
    lengths_of,
    model,
    remains,
)
from vambrace.config import units


def refused(engine: Engine, wanted: int, arguments: dict[str, Any]) -> None:
    """The job ends with this error within a few cycles, without a request on the bus."""
    result = engine.job(**arguments)
    assert (result.error, result.writes, engine.memory.requests) == (wanted, [], []), arguments
    assert result.cycles < 8
    assert remains(engine.dut, [arguments.get("key", b"")]) == []


def case_of(rng: random.Random, algorithm: str, **more: int) -> Case:
    return Case.random(rng, algorithm, 5, 32, **{"length": 32 if algorithm in HASHES else 16, **more})


def wrong_lengths(algorithm: str) -> list[dict[str, Any]]:
    """Return arguments that the algorithm does not have, to replace legal ones."""
    aead, ccm = algorithm in AEADS, algorithm.endswith("ccm")
    lengths = lengths_of(algorithm)
    wrong = [{"nonce": bytes(n)} for n in range(32) if n not in (lengths.nonces or (0,))]
    tags = (*lengths.tags, *SHORT_TAGS.get(algorithm, ())) if aead else [0]
    wrong += [{"tag": b"", "tag_len": n} for n in range(32) if n not in tags]
    if not aead and "cxof" not in algorithm:
        wrong.append({"ad": b"a"})
    if algorithm[-3:] in ("ecb", "cbc"):
        wrong += [{"data": bytes(n)} for n in (1, 15, 17, 33)]
    if algorithm == "ascon-hash256":
        wrong += [{"out_len": n} for n in (0, 31, 33, 64)]
        wrong.append({"data_end": 0, "save": 1})  # and still requests a digest
    if algorithm == "ascon-cxof128":
        wrong += [{"ad": bytes(257)}, {"totals": (257, 32)}]
    if algorithm in HASHES:
        wrong.append({"decrypt": 1})
    else:
        wrong += [{"save": 1}, {"data_end": 0, **({} if ccm else {"tag": b"", "tag_len": 0})}]
    if not aead:
        wrong.append({"discard": 1})
    return wrong


@pytest.mark.parametrize("algorithm", [*AEADS, *CIPHERS, *HASHES])
def test_illegal_arguments_of_an_algorithm_are_rejected(algorithm):
    rng = random.Random(algorithm)
    engine = Engine(model())
    for wrong in wrong_lengths(algorithm):
        decrypt = rng.randrange(2) if algorithm not in HASHES else 0
        case = case_of(rng, algorithm)
        refused(engine, ARGUMENT, case.arguments(decrypt) | wrong)
    for decrypt in (0, 1) if algorithm not in HASHES else (0,):
        case_of(rng, algorithm).run(engine, decrypt)


@pytest.mark.parametrize("algorithm", AEADS)
def test_unverified_plaintext_must_be_requested(algorithm):
    """It must be requested; and requesting both, or neither verification nor release, is invalid."""
    engine = Engine(model())
    case = case_of(random.Random(1), algorithm)
    part = case.arguments(1) | {"data_end": 0, "save": 1, "tag": b"", "totals": (5, 64)}
    part |= {"tag_len": 16} if "ccm" in algorithm else {}
    refused(engine, ARGUMENT, part)
    refused(engine, ARGUMENT, part | {"discard": 1})
    assert engine.job(**part, early=1).error == NONE
    refused(engine, ARGUMENT, case.arguments(1) | {"discard": 1, "early": 1})
    refused(engine, ARGUMENT, case.arguments(0) | {"discard": 1})
    # A job from a context cannot be read twice: it has to fit the buffer.
    refused(engine, ARGUMENT, case.arguments(1) | {"resume": 1, "context": bytes(48), "data": bytes(4 * 320 + 1)})
    case.run(engine, 1)


@pytest.mark.parametrize("offset", [1, 2, 3])
def test_contexts_at_unaligned_addresses_are_rejected(offset):
    engine = Engine(model())
    case = case_of(random.Random(1), "ascon-aead128")
    for more in ({"save": 1, "data_end": 0, "tag_len": 0}, {"resume": 1, "context": bytes(48)}):
        refused(engine, ARGUMENT, case.arguments() | more | {"ctx_offset": offset})
    result = engine.job(**case.arguments() | {"ctx_offset": offset})
    assert result.error == NONE  # there is none


def test_messages_too_long_for_the_counter_are_rejected():
    """For CCM with long nonces, the lengths of the whole message count."""
    engine = Engine(model())
    rng = random.Random(1)
    for nonce, longest in ((13, 0xFFFF), (12, 0xFFFFFF)):
        case = Case.random(rng, "aes-128-ccm", 0, 16, nonce=nonce, length=16)
        start = case.arguments() | {"data_end": 0, "save": 1}
        refused(engine, ARGUMENT, start | {"totals": (0, longest + 1)})
        assert engine.job(**start, totals=(0, longest)).error == NONE
    refused(engine, ARGUMENT, Case.random(rng, "aes-128-ccm", 0, 65536, nonce=13, length=16).arguments())


def test_unknown_algorithms_are_rejected():
    """By number, in engines that have all the others and in engines that do not."""
    rng = random.Random(1)
    known = {(choice.unit.family, choice.algorithm.number) for choice in units.algorithms().values()}
    case = case_of(rng, "ascon-aead128")
    for variant in ("default", "fast", "plain"):
        engine = Engine(model(variant))
        for family in range(4):
            for number in {*range(8)} - {n for f, n in known if f == family}:
                refused(engine, ALGORITHM, case.arguments() | {"family": family, "algorithm_number": number})
        if variant != "plain":
            case.run(engine)


@pytest.mark.parametrize("variant", ["default", "fast", "plain", "strict"])
def test_algorithms_that_an_engine_lacks_are_rejected(variant):
    """In each direction; the others run. Without AES decryption, ECB and CBC run in one direction."""
    rng = random.Random(variant)
    engine, parameters = Engine(model(variant)), VARIANTS[variant]
    for algorithm in (*AEADS, *CIPHERS, *HASHES):
        case = case_of(rng, algorithm)
        missing = bool(lacking(algorithm, parameters))
        for decrypt in (0, 1) if algorithm not in HASHES else (0,):
            one_way = decrypt and algorithm.endswith(("ecb", "cbc")) and not parameters.get("AesDecrypt", 1)
            if missing or one_way:
                refused(engine, ALGORITHM, case.arguments(decrypt))
            else:
                case.run(engine, decrypt)
        named = units.algorithms()[in_units(algorithm)].algorithm
        keys = range(3) if "{key}" in named.name else (0, 2) if in_units(algorithm) == "ascon-aead128" else (0,)
        for key_len in {*range(4)} - {*keys}:
            refused(engine, ALGORITHM, case.arguments() | {"key_len": key_len})


def test_slots_without_a_suitable_key_are_rejected():
    """A slot is not loaded, of another length, open, wiped or missing; hash functions do not need one."""
    rng = random.Random(2)
    engine = Engine(model())

    def using(algorithm: str, slot: int) -> dict[str, Any]:
        return case_of(rng, algorithm).arguments() | {"key": b"", "key_slot": slot}

    for slot in (1, 2, 3):
        refused(engine, SLOT, using("ascon-aead128", slot))
    lengths = {
        16: ("ascon-aead128", "aes-128-ccm"),
        24: ("aes-192-ccm",),
        32: ("aes-256-ctr", "chacha20-poly1305", MASKED),
    }
    for size in lengths:
        engine.load_slot(2, rng.randbytes(size))
        for other, algorithms in lengths.items():
            for algorithm in algorithms:
                if other == size:
                    assert engine.job(**using(algorithm, 2)).error == NONE
                else:
                    result = engine.job(**using(algorithm, 2))
                    assert (result.error, engine.memory.requests) == (SLOT, [])
    assert engine.job(**using("ascon-aead128", 3)).error == SLOT  # there are two
    assert engine.status("loaded") == 2
    engine.write("slot", 2 | 1 << 2)  # open
    assert engine.job(**using("aes-256-ctr", 2)).error == SLOT
    case = case_of(rng, "ascon-hash256")
    case.run(engine, key_slot=1)
    case_of(rng, "ascon-aead128").run(engine)


def test_a_slot_that_is_wiped_during_a_job():
    """The job uses its key or ends with an error, and never uses a key of zeros."""
    rng = random.Random(3)
    engine = Engine(model())
    errors = []
    for wait in range(8):
        case = case_of(rng, "ascon-aead128")
        engine.load_slot(1, case.key)
        engine.begin(**case.arguments() | {"key": b"", "key_slot": 1})
        for _ in range(wait):
            engine.cycle()
        engine.control("wipe_slots")
        result = engine.end()
        errors.append(result.error)
        if result.error == NONE:
            case.check(engine, result)
        else:
            assert (result.error, result.writes) == (SLOT, [])
        assert remains(engine.dut, case.secrets()) == []
    assert errors == [SLOT, *[NONE] * 7]


def test_the_longest_lengths():
    """Long segments are read from the first word on, and not treated as short ones."""
    engine = Engine(model())
    for length in (0xFFFFFFFF, 0xFFFFFFFD, 0x80000000):
        case = case_of(random.Random(1), "ascon-aead128")
        engine.begin(**case.arguments())
        engine.end()
        engine.memory.room(0, 0)
        engine.memory.touch = lambda address, write: engine.memory.readable.update(range(address, address + 16))
        for name in ("ad_len", "data_len"):
            engine.write(name, length if name == "ad_len" else 0)
        engine.write("ad_addr", 3)
        engine.memory.readable.update(range(16))
        engine.write("job", engine.word)
        for _ in range(300):
            engine.cycle()
        assert engine.dut.busy_o and len(engine.memory.requests) > 100
        engine.control("abort")
        engine.memory.touch = None
        assert engine.end().error == 6
        case.run(engine)
