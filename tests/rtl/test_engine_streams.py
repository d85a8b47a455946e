# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""vmb_engine: messages in parts, each a job that resumes from a context and saves one."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from tests.rtl.engine import ARGUMENT, NONE, TAG, Engine
from tests.rtl.engine_cases import AEADS, BITS, CIPHERS, HASHES, Case, model, remains
from tests.rtl.engine_streams import Stream, part


def offsets(rng: random.Random) -> tuple[int, ...]:
    return tuple(rng.randrange(16) for _ in range(5))


@pytest.mark.parametrize("algorithm", AEADS)
def test_any_division_into_parts(algorithm):
    """Parts end anywhere, the two ends come with or without bytes, contexts move, and the key is from a slot or from
    memory."""
    rng = random.Random(algorithm)
    engines = [Engine(model()), Engine(model(), rng)]
    for number in range(24):
        case = Case.random(rng, algorithm, rng.randrange(50), rng.randrange(80))
        engine, decrypt = engines[number % 2], number // 2 % 2
        slot = 2 if number % 3 == 0 else 0
        if slot:
            engine.load_slot(2, case.key)
        out, tag = Stream(engine, case, decrypt, slot).run(rng, offsets)
        assert (out, tag) == ((case.plaintext, b"") if decrypt else case.sealed), case
        assert remains(engine.dut, case.secrets(), slots=bool(slot)) == []
        if slot:
            engine.control("wipe_slots")


@pytest.mark.parametrize("algorithm", AEADS)
def test_a_division_at_every_position_in_a_block(algorithm):
    """Two parts of the AD, two of the message, at every place of a block."""
    rng = random.Random(algorithm)
    engine = Engine(model())
    for place in range(17):
        case = Case.random(rng, algorithm, place + 16, 16 - place + 17)
        steps = [part(ad=place), part(ad=16, ad_end=1), part(data=16 - place), part(data=17, data_end=1)]
        decrypt = place % 2
        out, tag = Stream(engine, case, decrypt).run(rng, offsets, steps)
        assert (out, tag) == ((case.plaintext, b"") if decrypt else case.sealed), (place, case)


@pytest.mark.parametrize("algorithm", [*CIPHERS, *HASHES])
def test_any_division_for_modes_and_hash_functions(algorithm):
    rng = random.Random(algorithm)
    engine = Engine(model())
    for number in range(10):
        case = Case.random(rng, algorithm, rng.randrange(40), rng.randrange(90))
        decrypt = number % 2 if algorithm in CIPHERS else 0
        out, _ = Stream(engine, case, decrypt).run(rng, offsets)
        assert out == (case.plaintext if decrypt else case.sealed[0]), case


def test_concurrent_messages_alternate():
    """Several concurrent messages on one engine, with several algorithms, and whole messages in between."""
    rng = random.Random(1)
    engine = Engine(model(), rng, stalls=(0.1, 0.1))
    for _ in range(3):
        chosen = rng.sample((*AEADS, *CIPHERS, *HASHES), 6)
        cases = [Case.random(rng, algorithm, 30, 60) for algorithm in chosen]
        streams = [Stream(engine, case, i % 2 if case.algorithm not in HASHES else 0) for i, case in enumerate(cases)]
        running = [(s, s.steps(rng, offsets)) for s in streams]
        while running:
            stream, steps = rng.choice(running)
            if next(steps, None) is None:
                running.remove((stream, steps))
                right = (stream.case.plaintext, b"") if stream.decrypt else stream.case.sealed
                assert (stream.out, stream.tag) == right
            elif rng.random() < 0.3:
                Case.random(rng, rng.choice(AEADS), 10, 20).run(engine)


def test_an_xof_is_squeezed_in_pieces():
    rng = random.Random(2)
    engine = Engine(model())
    for algorithm in ("ascon-xof128", "ascon-cxof128"):
        for lengths in ([0, 1, 7, 8, 9, 30], [64], [16, 3, 3, 3, 3, 3, 3], [5, 0, 5]):
            case = Case.random(rng, algorithm, 11, 21, length=sum(lengths))
            out = b""
            context = b""
            for number, length in enumerate(lengths):
                first = (
                    {"ad": case.ad, "data": case.plaintext, "ad_end": 1, "data_end": 1} if not number else {"resume": 1}
                )
                save = int(number + 1 < len(lengths))
                result = engine.job(algorithm, out_len=length, context=context, save=save, **first)
                assert result.error == NONE
                context = engine.context(algorithm)
                out += result.out
            assert out == case.sealed[0]


@pytest.mark.parametrize("algorithm", AEADS)
def test_the_last_part_is_withheld(algorithm):
    """The part of a message in the verifying job is released only if the tag is right."""
    rng = random.Random(algorithm)
    engine = Engine(model(), rng, stalls=(0.1, 0.1))
    for place in (0, 1, 5, 16):
        case = Case.random(rng, algorithm, 9, place + 37, length=16)
        steps = [part(ad=9, ad_end=1), part(data=place), part(data=37, data_end=1, early=0)]
        assert Stream(engine, case, 1).run(rng, offsets, steps) == (case.plaintext, b"")
        stream = Stream(engine, case, 1, forged=1)
        for _ in stream.steps(rng, offsets, steps):
            pass
        assert stream.out == case.plaintext[:place]
        assert stream.last.error == TAG and stream.last.writes == []
        for forged, error in ((0, NONE), (1, TAG)):
            stream = Stream(engine, case, 1, forged=forged)
            for _ in stream.steps(rng, offsets, [*steps[:2], part(data=37, data_end=1, early=0, discard=1)]):
                pass
            assert stream.last.error == error and stream.last.writes == []


def wrong_orders() -> Iterator[tuple[list[dict[str, Any]], int]]:
    """Return parts, and the number of the one that is rejected."""
    yield [part(ad=5, ad_end=1), part(ad=5)], 1
    yield [part(ad=5, ad_end=1), part(ad_end=1)], 1
    yield [part(ad=5), part(data=5)], 1
    yield [part(ad=5), part(data_end=1)], 1
    yield [part(data=5)], 0
    yield [part(data_end=1)], 0
    yield [part(ad_end=1, data=5), part(ad=5, data=5, data_end=1)], 1
    yield [part(ad_end=1, data=5), part(ad_end=1, data=5, data_end=1)], 1


@pytest.mark.parametrize("algorithm", ["ascon-aead128", "chacha20-poly1305", "aes-128-ccm", "aes-128-gcm"])
def test_parts_out_of_order_are_rejected(algorithm):
    rng = random.Random(algorithm)
    engine = Engine(model(), rng, stalls=(0.3, 0.3))
    for steps, refused in wrong_orders():
        case = Case.random(rng, algorithm, 10, 10, length=16)
        stream = Stream(engine, case, 0)
        errors = []
        for _ in stream.steps(rng, offsets, steps):
            errors.append(stream.last.error)
            if stream.last.error:
                assert stream.last.writes == []
                break
        assert errors == [NONE] * refused + [ARGUMENT], steps
        assert remains(engine.dut, case.secrets()) == []
    case.run(engine)


def test_squeezing_too_early_and_absorbing_too_late_are_rejected():
    engine = Engine(model())
    start = {"ad_end": 1, "data": b"abc", "save": 1}
    assert engine.job("ascon-xof128", **start, data_end=1).error == NONE
    context = engine.context("ascon-xof128")
    for wrong in ({"data": b"d"}, {"data_end": 1}, {"ad_end": 1}, {"ad": b"d"}):
        assert engine.job("ascon-xof128", context=context, resume=1, out_len=8, **wrong).error == ARGUMENT
    assert engine.job("ascon-xof128", context=context, resume=1, out_len=8).error == NONE


def test_contexts_of_another_kind_of_message_are_rejected():
    """Of another algorithm, key length or direction."""
    rng = random.Random(5)
    engine = Engine(model(), rng, stalls=(0.2, 0.2))
    kinds = [
        (a, d)
        for a in (*AEADS, *(f"aes-{n}-ctr" for n in BITS), "ascon-hash256", "ascon-xof128")
        for d in (0, 1)
        if not (a in HASHES and d)
    ]
    saved = {}
    for algorithm, decrypt in kinds:
        case = Case.random(rng, algorithm, 5, 16, length=32 if algorithm in HASHES else 16)
        stream = Stream(engine, case, decrypt)
        next(stream.steps(rng, offsets, [part(ad=len(case.ad), ad_end=1), part(data=16, data_end=1)]))
        assert stream.last.error == NONE
        saved[algorithm, decrypt] = (stream, engine.context(algorithm))
    for mine in kinds:
        stream = saved[mine][0]
        for other in rng.sample(kinds, 6):
            stream.context = saved[other][1] + bytes(20)
            stream.at = (len(stream.case.ad), 0)
            next(stream.jobs(rng, offsets, [part(data=16)], resume=1))
            assert stream.last.error == (NONE if mine == other else ARGUMENT), (mine, other)
            if mine != other:
                assert stream.last.writes == []
