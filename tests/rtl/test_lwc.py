# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""vmb_lwc_ascon and LWC against the oracle, through the LWC Hardware API with pauses on every stream."""

from __future__ import annotations

import functools
import random

import pytest

from tests.rtl import lwc
from tests.rtl.checks import checked
from tests.rtl.dut import Dut, Model, build
from tests.rtl.lwc import Streams, data_words, header, segments
from tests.vectors import official
from vambrace.base.paths import root
from vambrace.hardware import rtl
from vambrace.software.oracles import oracle

FILES = rtl.core_files(root() / "rtl" / "lwc" / "vmb_lwc_ascon.core")
VARIANTS = {"one": {}, "four": {"RoundsPerCycle": 4}, "aead": {"RoundsPerCycle": 2, "Hash": 0}}


@functools.cache
def model(variant: str, top: str = "vmb_lwc_ascon") -> Model:
    return build(top, checked(*FILES), **VARIANTS[variant])


def new(variant: str, rng: random.Random | None = None) -> Streams:
    dut = Dut(model(variant))
    dut.reset()
    return Streams(dut, rng)


def key_words(key: bytes) -> list[int]:
    return [lwc.LOAD_KEY, header(lwc.KEY, 16, eoi=True), *data_words(key)]


def sealing(nonce: bytes, ad: bytes, text: bytes, cuts: tuple[int, ...] = (), ad_cuts: tuple[int, ...] = ()):
    """The public words of an encryption, without the instruction that activates a key."""
    return [
        lwc.ENCRYPT,
        *segments(lwc.NONCE, nonce),
        *segments(lwc.AD, ad, ad_cuts, eoi=not text),
        *segments(lwc.PLAINTEXT, text, cuts, eoi=True, last=True),
    ]


def opening(nonce: bytes, ad: bytes, text: bytes, tag: bytes, cuts: tuple[int, ...] = ()) -> list[int]:
    return [
        lwc.DECRYPT,
        *segments(lwc.NONCE, nonce),
        *segments(lwc.AD, ad),
        *segments(lwc.CIPHERTEXT, text, cuts, eoi=True),
        *segments(lwc.TAG, tag, last=True),
    ]


def sealed_words(ciphertext: bytes, tag: bytes, cuts: tuple[int, ...] = ()) -> list[int]:
    return [*segments(lwc.CIPHERTEXT, ciphertext, cuts), *segments(lwc.TAG, tag, last=True), lwc.SUCCESS]


def opened_words(text: bytes, status: int, cuts: tuple[int, ...] = ()) -> list[int]:
    return [*segments(lwc.PLAINTEXT, text, cuts, last=True), status]


def message(rng: random.Random, ad_len: int, length: int) -> tuple[bytes, ...]:
    key, nonce, ad, text = (rng.randbytes(n) for n in (16, 16, ad_len, length))
    return key, nonce, ad, text, *oracle.seal("ascon-aead128", key, nonce, ad, text)


@pytest.mark.parametrize("stalls", [False, True], ids=["at once", "stalls"])
@pytest.mark.parametrize("variant", VARIANTS)
def test_every_length(variant: str, stalls: bool) -> None:
    rng = random.Random(1)
    streams = new(variant, rng if stalls else None)
    for length in range(41):
        for ad_len, data_len in ((length, rng.randrange(41)), (rng.randrange(41), length)):
            key, nonce, ad, text, ciphertext, tag = message(rng, ad_len, data_len)
            actual = streams.run([lwc.ACTIVATE_KEY, *sealing(nonce, ad, text)], key_words(key))
            assert actual == sealed_words(ciphertext, tag), (ad_len, data_len)
            # The same key serves the next message.
            assert streams.run(opening(nonce, ad, ciphertext, tag), []) == opened_words(text, lwc.SUCCESS)


@pytest.mark.parametrize("variant", ["one", "four"])
def test_every_length_of_a_hash(variant: str) -> None:
    rng = random.Random(2)
    streams = new(variant, rng)
    for length in (*range(41), 200):
        text = rng.randbytes(length)
        cuts = (4 * (length // 8),) if length > 8 else ()
        digest = oracle.digest("ascon-hash256", text, 32)
        for some in ((), cuts):
            actual = streams.run([lwc.HASH, *segments(lwc.MESSAGE, text, some, eoi=True, last=True)], [])
            assert actual == [*segments(lwc.DIGEST, digest, last=True), lwc.SUCCESS]


def test_a_type_in_several_segments() -> None:
    rng = random.Random(3)
    streams = new("one", rng)
    for _ in range(30):
        key, nonce, ad, text, ciphertext, tag = message(rng, rng.randrange(1, 90), rng.randrange(1, 90))
        cuts = tuple(sorted(rng.sample(range(0, len(text), 4), min(2, -(-len(text) // 4)))))
        ad_cuts = tuple(sorted(rng.sample(range(0, len(ad), 4), 1)))
        actual = streams.run([lwc.ACTIVATE_KEY, *sealing(nonce, ad, text, cuts, ad_cuts)], key_words(key))
        assert actual == sealed_words(ciphertext, tag, cuts)
        assert streams.run(opening(nonce, ad, ciphertext, tag, cuts), []) == opened_words(text, lwc.SUCCESS, cuts)


def test_without_a_segment_of_associated_data() -> None:
    rng = random.Random(4)
    streams = new("one", rng)
    key, nonce, _, text, ciphertext, tag = message(rng, 0, 21)
    words = [w for w in sealing(nonce, b"", text) if w >> 28 != lwc.AD or w & 0xFFFF]
    assert len(words) == len(sealing(nonce, b"", text)) - 1
    assert streams.run([lwc.ACTIVATE_KEY, *words], key_words(key)) == sealed_words(ciphertext, tag)


def test_forgeries() -> None:
    """Every bit of the tag, and one of everything else; the next message is right again."""
    rng = random.Random(5)
    streams = new("four", rng)
    key, nonce, ad, text, ciphertext, tag = message(rng, 7, 9)
    streams.run([lwc.ACTIVATE_KEY, *sealing(nonce, ad, text)], key_words(key))
    for bit in range(128):
        wrong = bytes(b ^ (bit // 8 == i) << bit % 8 for i, b in enumerate(tag))
        assert streams.run(opening(nonce, ad, ciphertext, wrong), []) == opened_words(text, lwc.FAILURE)
    for forged in (
        opening(nonce[:-1] + b"x", ad, ciphertext, tag),
        opening(nonce, ad[:-1] + b"x", ciphertext, tag),
        opening(nonce, ad, ciphertext[:-1] + b"x", tag),
    ):
        assert streams.run(forged, [])[-1] == lwc.FAILURE
    assert streams.run(opening(nonce, ad, ciphertext, tag), []) == opened_words(text, lwc.SUCCESS)


def test_official_vectors() -> None:
    rng = random.Random(6)
    streams = new("one")
    for v in rng.sample(official.vectors("ascon-aead128")["SP 800-232"], 60):
        actual = streams.run([lwc.ACTIVATE_KEY, *sealing(v.nonce, v.ad, v.plaintext)], key_words(v.key))
        assert actual == sealed_words(v.ciphertext, v.tag), v.name


WRONG = {
    "an instruction": [0x10000000],
    "no nonce": [lwc.ENCRYPT, header(lwc.AD, 4)],
    "a short nonce": [lwc.ENCRYPT, header(lwc.NONCE, 12)],
    "another nonce": [lwc.ENCRYPT, *segments(lwc.NONCE, bytes(16)), header(lwc.NONCE, 16)],
    "ciphertext to encrypt": [lwc.ENCRYPT, *segments(lwc.NONCE, bytes(16)), header(lwc.CIPHERTEXT, 4)],
    "AD behind its end": [lwc.ENCRYPT, *segments(lwc.NONCE, bytes(16)), *segments(lwc.AD, b""), header(lwc.AD, 4)],
    "a cut word": [lwc.ENCRYPT, *segments(lwc.NONCE, bytes(16)), header(lwc.AD, 3, eot=False), 0],
    "no tag": [*opening(bytes(16), b"", b"", b"")[:-1], header(lwc.TAG, 12)],
    "a hash of AD": [lwc.HASH, header(lwc.AD, 4)],
}


@pytest.mark.parametrize("name", WRONG)
def test_unexpected_words_are_rejected(name: str) -> None:
    rng = random.Random(7)
    streams = new("one", rng)
    key, nonce, ad, text, ciphertext, tag = message(rng, 5, 20)
    streams.run([lwc.ACTIVATE_KEY, *sealing(nonce, ad, text)], key_words(key))
    actual = streams.run(WRONG[name], [])
    assert actual[-1] == lwc.FAILURE
    assert streams.run(sealing(nonce, ad, text), []) == sealed_words(ciphertext, tag)


def test_a_wrong_key_segment() -> None:
    for secret in ([lwc.ENCRYPT], [lwc.LOAD_KEY, header(lwc.KEY, 20)], [lwc.LOAD_KEY, header(lwc.NONCE, 16)]):
        assert new("one").run([lwc.ACTIVATE_KEY], secret) == [lwc.FAILURE]
    assert new("aead").run([lwc.HASH], []) == [lwc.FAILURE]


def test_a_module_with_the_names_of_the_api() -> None:
    """LWC, whose reset is synchronous and active high. Without checkers: before its first cycle it is not in reset."""
    dut = Dut(build("lwc_names", (*FILES, root() / "tests" / "rtl" / "lwc_names.sv")))
    rng = random.Random(8)
    dut.rst_ni = 0
    dut.cycle(3)
    dut.rst_ni = 1
    dut.cycle()
    key, nonce, ad, text, ciphertext, tag = message(rng, 12, 30)
    actual = Streams(dut, rng).run([lwc.ACTIVATE_KEY, *sealing(nonce, ad, text)], key_words(key))
    assert actual == sealed_words(ciphertext, tag)


def test_cycles() -> None:
    """Recompute README.md's figures: without waits, none depends on key or data."""
    counted = set()
    for seed in range(4):
        rng = random.Random(seed)
        streams = new("one")
        key, nonce, ad, text, *_ = message(rng, 40, 1224)
        streams.run([lwc.ACTIVATE_KEY, *sealing(nonce, ad, text)], key_words(key))
        counted.add(streams.cycles)
    (cycles,) = counted
    readme = (root() / "rtl" / "lwc" / "README.md").read_text()
    assert f"takes {cycles:,} cycles" in readme, cycles
