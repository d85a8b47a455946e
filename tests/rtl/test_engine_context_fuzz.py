# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""vmb_engine continues from a context, with the right output, if a message of the job's algorithm leaves such a
context; it rejects any other before any write. Every word of every algorithm is mutated.
"""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from tests.rtl.engine import NONE, Engine
from tests.rtl.engine_cases import Case, model
from tests.rtl.engine_forged import KINDS, TAGS, Forger, any_left, begins_again, name
from tests.rtl.engine_pio import PioEngine
from tests.rtl.model_context import AD, DATA, ONES, Kind, Word, fits, left, legal
from tests.rtl.model_resume import P1305, Part

every_kind = pytest.mark.parametrize("kind", KINDS, ids=name)
CHACHA = Kind("chacha20-poly1305")


def forger(kind: Kind) -> Forger:
    rng = random.Random(name(kind))
    return Forger(Engine(model(), rng, stalls=(0.1, 0.1)), rng, kind)


@every_kind
def test_every_position_in_every_part(kind):
    """Combined with the other words of each part, in jobs that end the message or save."""
    f = forger(kind)
    for low in range(64):
        for words_of in kind.parts:
            words = any_left(f.rng, kind, words_of)
            words[0] = words[0] & ~0x3F | low
            for goes_on in {min(low >> 4, kind.parts[-1]), f.rng.choice(kind.parts)}:
                f.attempt(words, goes_on, bool(f.rng.randrange(2)))
    assert len(set(f.seen)) == 2


@every_kind
def test_every_other_bit_of_word_0(kind):
    """Another message, another tag length, and bits that have no meaning."""
    f = forger(kind)
    for part in kind.parts:
        for bit in range(6, 32):
            words = any_left(f.rng, replace(kind, tag_len=f.rng.choice(TAGS)), part)
            words[0] ^= 1 << bit
            f.attempt(words, part, bool(bit % 2))
        f.attempt(any_left(f.rng, kind, part), part, ends=True)
    assert len(set(f.seen)) == 2


@every_kind
def test_every_tag_length(kind):
    """The context has half of the tag length for CCM, and 0 for all other modes."""
    f = forger(kind)
    for half in range(16):
        for part in kind.parts:
            for ends in (False, True):
                words = any_left(f.rng, kind, part)
                words[0] = words[0] & ~(15 << 17) | half << 17
                f.attempt(words, part, ends)
    assert len(set(f.seen)) == 2


@every_kind
def test_every_other_word(kind):
    """Corner cases, single bits, and random values. Some words have no wrong value."""
    f = forger(kind)
    for part in kind.parts:
        words = any_left(f.rng, kind, part)
        for i in range(1, len(words)):
            old = words[i]
            values = {0, 1, 2, 3, 4, 5, 1 << 8, 1 << 31, ONES, f.rng.getrandbits(32), old + 1 & ONES, old - 1 & ONES}
            values |= {old ^ 1 << f.rng.randrange(32) for _ in range(4)}
            if kind.family == "ascon" and i < 11:  # state
                values = {0, ONES}
            for value in sorted(values - {old}):
                f.attempt([*words[:i], value, *words[i + 1 :]], part, bool(f.rng.randrange(2)))
        f.attempt(words, part, ends=True)
    assert True in f.seen and False in f.seen


@every_kind
def test_legal_contexts_yield_the_expected_results(kind):
    """Any progress, any state, and the result continues again."""
    f = forger(kind)
    for _ in range(20):
        for part in kind.parts:
            f.attempt(any_left(f.rng, kind, part), part, bool(f.rng.randrange(2)))
    assert all(f.seen)


@pytest.mark.long("another model of an engine, which checks contexts by the same module")
@every_kind
def test_without_a_memory_port(kind):
    """Words through DIN and DOUT: a rejected context yields no output word."""
    rng = random.Random(name(kind))
    f = Forger(PioEngine(model("pio")), rng, kind)
    for part in kind.parts:
        words = any_left(rng, kind, part)
        f.attempt(words, part, ends=False)
        for place in rng.sample(range(16), 5):
            f.attempt([words[0] & ~15 | place, *words[1:]], part, ends=False)
        for i in range(len(words)):
            f.attempt([*words[:i], words[i] ^ 1 << rng.randrange(2, 32), *words[i + 1 :]], part, ends=False)
    assert len(set(f.seen)) == 2


def numbered(words: list[int], nonce_len: int, number: int) -> list[int]:
    """Return the same context of CCM with another counter."""
    block = b"".join(w.to_bytes(4, "little") for w in words[5:9])[: 1 + nonce_len]
    block += number.to_bytes(15 - nonce_len, "big")
    return [*words[:5], *(int.from_bytes(block[i : i + 4], "little") for i in range(0, 16, 4)), words[9]]


@pytest.mark.parametrize("nonce_len", range(7, 14))
def test_the_counter_of_ccm(nonce_len):
    """The counter has the bytes that the nonce leaves; values 0 and 1 belong to the tag, and a message has a bound."""
    kind = Kind("aes-128-ccm", tag_len=8)
    f = forger(kind)
    bits = 8 * (15 - nonce_len)
    blocks = kind.longest(nonce_len) // 16
    for part in kind.parts:
        words = [value | f.rng.getrandbits(32) & free for value, free in left(kind, part, 5, nonce_len, 2)]
        numbers = {0, 1, 2, 3, blocks - 1, blocks, blocks + 2, *(1 << i for i in range(bits)), (1 << bits) - 1}
        for number in sorted(n for n in numbers if n < 1 << bits):
            f.attempt(numbered(words, nonce_len, number), part, ends=False)
    assert len(set(f.seen)) == 2
    # The last block is not complete.
    words = numbered(words, nonce_len, blocks + 1)
    for length in (0, 10, 11, 16, 40):
        f.attempt(words, DATA, False, Part(data=f.rng.randbytes(length)))


def test_the_position_of_chacha20():
    """The counter stays at block 1 until the message begins."""
    f = forger(CHACHA)
    for part in CHACHA.parts:
        words = any_left(f.rng, CHACHA, part)
        for position in (*range(12), *(1 << i for i in range(4, 32)), (1 << 28) - 1, (1 << 28) + 4):
            f.attempt([words[0], position, *words[2:]], part, ends=False)
    for quarter in range(4):
        words = [*any_left(f.rng, CHACHA, DATA)[:1], (1 << 28) + quarter, 0, 0, 0, 0, 0]
        for length in (0, 1, 64, 70):
            f.attempt(words, DATA, False, Part(data=f.rng.randbytes(length)))


@pytest.mark.parametrize("kind", [k for k in KINDS if k.mode != "ccm"] + [Kind("aes-256-ccm")], ids=name)
def test_no_part_goes_beyond_the_last_block(kind):
    """Contexts at the first byte, in the middle, in the last blocks, and before the message: a part begins if the
    message stays below its bound, and is rejected with one byte more. Without a bound, any part begins."""
    f = forger(kind)
    for nonce_len in range(7, 14) if kind.mode == "ccm" else (12,):
        longest = kind.longest(nonce_len)
        bounded = kind.family == "chacha20" or kind.mode == "ccm"
        counts = (0, 1, 15, 16, 17, longest // 2 + 5, longest - 65, longest - 33, longest - 17, longest - 1)
        for count in counts if bounded else (0, 16):
            words = filled(f, left(kind, DATA, count, nonce_len))
            spare = longest - 1 - count if bounded else ONES - 15
            for data_len in {min(n, ONES) for n in ((spare, spare + 1, ONES) if bounded else (spare,)) if n}:
                assert fits(kind, words, data_len) == (not bounded or data_len <= spare)
                assert f.begins(words, data_len) == (not bounded or data_len <= spare), (nonce_len, count, data_len)
        if kind.has_ad:
            words = filled(f, left(kind, AD, 5, nonce_len, 2))
            for data_len in {longest - 1, min(longest, ONES), ONES} if bounded else {ONES - 15}:
                assert f.begins(words, data_len, ad_end=1) == (data_len < longest), (nonce_len, data_len)


@pytest.mark.parametrize("nonce_len", range(7, 14))
def test_no_message_of_ccm_goes_beyond_the_last_block(nonce_len):
    """The start of a message is checked by the part's length and by that of the whole message."""
    kind = Kind("aes-128-ccm")
    engine = forger(kind).engine
    longest = kind.longest(nonce_len)
    case = Case.random(random.Random(nonce_len), kind.algorithm, 0, 16, nonce=nonce_len, length=16)
    part = case.arguments() | {"data_end": 0, "save": 1, "totals": (0, 16)}
    for length in {longest - 1, min(longest, ONES), ONES}:
        for job, register in ((case.arguments(), "data_len"), (part, "data_len"), (part, "data_total")):
            assert begins_again(engine, job, register, length) == (length < longest), (length, register)


def filled(f: Forger, words: list[Word]) -> list[int]:
    return [value | f.rng.getrandbits(32) & free for value, free in words]


def test_an_unreduced_accumulator():
    """From 2^130 - 5 on, the tag is that of the remainder modulo 2^130 - 5."""
    f = forger(CHACHA)
    for h in (P1305 - 1, *range(P1305, 1 << 130)):
        for part in CHACHA.parts:
            for ends in (False, True):
                words = [*any_left(f.rng, CHACHA, part)[:2], *(h >> 32 * i & ONES for i in range(5))]
                f.attempt(words, part, ends)
    assert all(f.seen)


# ---- The model ----


def shape(kind: Kind, words: tuple[int, ...]) -> tuple[int, int]:
    """The fixed bits are part and place, and the mark of Ascon and AES."""
    return words[0] & 0x3F, words[-1] if kind.family != "chacha20" else 0


def every_shape(kind: Kind) -> set[tuple[int, int]]:
    """Return the shapes of all legal contexts."""
    rng = random.Random(1)
    results = set()
    for part in kind.parts:
        words = any_left(rng, kind, part)
        for low in range(64):
            for mark in {words[-1], 0, 1}:
                forged = (words[0] & ~0x3F | low, *words[1:-1], mark)
                if legal(kind, forged):
                    results.add(shape(kind, forged))
    return results


@every_kind
def test_the_engine_leaves_exactly_the_legal_contexts(kind):
    """Messages are cut after each byte of two blocks of each part, so that the model rejects no context that is
    needed."""
    rng = random.Random(name(kind))
    engine = Engine(model())
    shapes = set()

    def save(**part) -> None:
        named = {"key": case.key, "nonce": case.nonce} | ({"totals": totals} if kind.has_ad else {})
        if kind.mode == "ccm":
            named["tag_len"] = 8
        if kind.decrypt and kind.aead and part.get("data"):
            named["early"] = 1
        result = engine.job(kind.algorithm, decrypt=kind.decrypt, save=1, **named, **part)
        assert result.error == NONE
        data = engine.context(kind.algorithm)
        words = tuple(int.from_bytes(data[i : i + 4], "little") for i in range(0, len(data), 4))
        assert legal(replace(kind, tag_len=8), words), words
        shapes.add(shape(kind, words))

    for count in range(2 * kind.block + 1):
        nonce = rng.randrange(7, 14) if kind.mode == "ccm" else None
        case = Case.random(
            rng, kind.algorithm, count, 0, length=16 if kind.mode != "ccm" else 8, **({"nonce": nonce} if nonce else {})
        )
        totals = (count, 1000) if count < 3 or kind.mode != "ccm" else (0xFF00, 1000)
        save(ad=case.ad)
        save(ad=case.ad, ad_end=1)
        if kind.mode not in ("ecb", "cbc") or count % 16 == 0:
            save(ad=case.ad, ad_end=1, data=rng.randbytes(count))
        if kind.hashes:
            out_len = 32 if kind.algorithm == "ascon-hash256" else count
            save(ad=case.ad, ad_end=1, data=rng.randbytes(count), data_end=1, out_len=out_len)
    assert shapes == every_shape(kind)
