# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""vmb_engine with Bindings, next to a bus manager that changes memory between and during the passes: every byte that
is written is the plaintext of the message that the first pass verified.
"""

from __future__ import annotations

import random

import pytest

from tests.rtl.dut import build
from tests.rtl.engine import NONE, TAG, Engine
from tests.rtl.engine_bound import LONGEST, SECTION, Changes, at_request, requests, second, unverified
from tests.rtl.engine_cases import AEADS, FAST_AEADS, FOLDER, VARIANTS, Case, model, remains
from vambrace.hardware import rtl


def opened(engine: Engine, case: Case, **more) -> int:
    """End a job that has begun; return its error after checking what it wrote, and that nothing is left of it."""
    result = engine.end()
    engine.memory.touch = None
    assert unverified(engine, case) == []
    assert result.error in (NONE, TAG)
    assert result.out == case.plaintext if result.error == NONE else not result.writes or not any(result.out)
    assert remains(engine.dut, case.secrets()) == []
    return result.error


@pytest.mark.parametrize("algorithm", AEADS)
def test_every_section_that_changes_between_the_passes_is_rejected(algorithm):
    """Those before it are written, and then replaced with zeros."""
    rng = random.Random(algorithm)
    engine = Engine(model("bound"), two_passes=True)
    change = Changes(engine, rng)
    for number in range(LONGEST // SECTION):
        for at in (0, rng.randrange(SECTION), SECTION - 1):
            case = Case.random(rng, algorithm, 9, LONGEST, length=16)
            passed = second(engine, requests(engine, case))
            engine.begin(**case.arguments(1))
            at_request(engine, passed, lambda c=case, n=number, a=at: change.flip(c, "in", n * SECTION + a))
            assert opened(engine, case) == TAG
            assert len(engine.memory.written) == (number * SECTION + LONGEST) // 4
    for place in ("ad", "tag"):
        case = Case.random(rng, algorithm, 9, LONGEST, length=16)
        passed = second(engine, requests(engine, case))
        engine.begin(**case.arguments(1))
        at_request(engine, passed, lambda c=case, p=place: change.flip(c, p))
        assert opened(engine, case) == TAG
        plaintext = 0 if place == "ad" else LONGEST - SECTION
        assert len(engine.memory.written) == (plaintext + LONGEST) // 4


def flips(engine: Engine, algorithm: str, rng: random.Random, count: int) -> tuple[int, int]:
    """Open messages while bits of them flip at random requests, some of them back at a later one: between the passes,
    or in either. Return how many of the messages were rejected in the second pass, and how often plaintext was
    replaced.
    """
    rejected = replaced = 0
    for _ in range(count):
        case = Case.random(rng, algorithm, rng.randrange(20), rng.randrange(SECTION + 5, LONGEST + 1), length=16)
        offsets = (0, rng.randrange(4), rng.randrange(4), rng.randrange(4), rng.randrange(4))
        made = requests(engine, case, offsets=offsets)
        passed = second(engine, made)
        first = rng.choice((rng.randrange(1, passed), passed, rng.randrange(passed, len(made))))
        back = rng.choice((0, rng.randrange(first, len(made)), passed))
        engine.begin(**case.arguments(1), offsets=offsets)
        change, left, address = Changes(engine, rng), 0, []

        def touch(at: int, write: int, c=case, f=first, b=back, change=change, changed=address) -> None:
            nonlocal left
            left += 1
            if left == f:
                place = rng.choice(["in", "in", "tag"] + ["ad"] * bool(c.ad))
                before = dict(engine.memory.bytes)
                where = change.flip(c, place)
                changed.append((where, before[where]))
            elif left == b and changed:
                engine.memory.bytes.__setitem__(*changed[0])

        engine.memory.touch = touch
        error = opened(engine, case)
        rejected += error == TAG and len(engine.memory.requests) > passed
        replaced += error == TAG and len(engine.memory.written) > len(case.plaintext) // 4 + 2
    return rejected, replaced


@pytest.mark.parametrize("stalls", [(0.0, 0.0), (0.4, 0.3)])
@pytest.mark.parametrize("algorithm", FAST_AEADS)
def test_flips_at_any_time(algorithm, stalls):
    """40 messages for each."""
    rng = random.Random(f"{algorithm} {stalls}")
    rejected, replaced = flips(Engine(model("bound"), rng, stalls=stalls, two_passes=True), algorithm, rng, 40)
    assert rejected > 5 and replaced > 2


@pytest.mark.long("2,000 messages for each algorithm")
@pytest.mark.parametrize("algorithm", AEADS)
def test_many_flips_at_any_time(algorithm):
    rng = random.Random(algorithm)
    rejected, replaced = flips(Engine(model("bound"), rng, stalls=(0.2, 0.1), two_passes=True), algorithm, rng, 2000)
    assert rejected > 500 and replaced > 200


@pytest.mark.long("an engine without bindings")
def test_the_same_flips_write_unverified_plaintext_without_bindings():
    """So the test above finds what it looks for."""
    rng = random.Random(1)
    engine = Engine(model("fast"), two_passes=True)
    change = Changes(engine, rng)
    found = 0
    for _ in range(20):
        case = Case.random(rng, "ascon-aead128", 5, LONGEST, length=16)
        passed = second(engine, requests(engine, case))
        engine.begin(**case.arguments(1))
        at_request(engine, passed, lambda c=case: change.flip(c, "in", 3))
        engine.end()
        engine.memory.touch = None
        found += bool(unverified(engine, case))
    assert found == 20


@pytest.mark.parametrize("algorithm", FAST_AEADS)
def test_two_valid_messages_with_one_nonce(algorithm):
    """Of a sender who repeats a nonce: the one of the second pass is written only from a section on before which both
    are the same.
    """
    rng = random.Random(algorithm)
    engine = Engine(model("bound"), two_passes=True)
    for at in (0, SECTION, 2 * SECTION, LONGEST - 1):
        case = Case.random(rng, algorithm, 9, LONGEST, length=16)
        plaintext = bytearray(case.plaintext)
        plaintext[at] ^= 1
        other = Case(case.algorithm, case.key, case.nonce, case.ad, bytes(plaintext), case.length)
        passed = second(engine, requests(engine, case))
        engine.begin(**case.arguments(1))

        def swap(other: Case = other) -> None:
            engine.memory.place(engine.at["in"], other.sealed[0])
            engine.memory.place(engine.at["tag"], other.sealed[1])

        at_request(engine, passed, swap)
        result = engine.end()
        engine.memory.touch = None
        if at < LONGEST - SECTION:
            assert result.error == TAG and unverified(engine, case) == []
        else:
            assert (result.error, result.out) == (NONE, other.plaintext)


@pytest.mark.parametrize("bindings", [1, 5])
def test_other_numbers_of_bindings(bindings):
    """With one unit each, sections of 16 and 48 bytes, hardened."""
    files = tuple(rtl.core_files(FOLDER / "vmb_engine.core"))
    less = {"Ascon": 0, "Chacha": 0, "Aes": 0, "Slots": 0, "TwoPasses": 1, "Hardened": 1}
    held = {1: 5, 5: 14}[bindings]
    unit, algorithm = {1: ("Ascon", "ascon-128a"), 5: ("Chacha", "chacha20-poly1305")}[bindings]
    engine = Engine(build("vmb_engine", files, **less | {unit: 1, "Bindings": bindings, "HoldWords": held}))
    engine.two_passes = True
    engine.reset()
    rng = random.Random(bindings)
    section = (held - 1) // 4 * 16
    change = Changes(engine, rng)
    for length in range(max(4 * held - 3, section + 1), section * (bindings + 1) + 1, 3):
        case = Case.random(rng, algorithm, 9, length, length=16)
        passed = second(engine, requests(engine, case))
        engine.begin(**case.arguments(1))
        at_request(engine, passed, lambda c=case: change.any(c))
        assert opened(engine, case) == TAG
    assert VARIANTS["bound"]["Bindings"] not in (1, 5)
