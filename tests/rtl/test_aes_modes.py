# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""vmb_aes_modes, on cores of every kind, against the official vectors and the oracles."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator

import pytest

from tests.aead.ghash import nonce_for
from tests.rtl import tables, unit
from tests.rtl.dut import Dut
from tests.rtl.model_aes import KEY_BITS, README, expected
from tests.rtl.model_aes_modes import (
    CBC,
    CCM,
    CTR,
    ECB,
    GCM,
    MODES,
    NAMES,
    NONCES,
    STREAMS,
    TAGS,
    VARIANTS,
    Case,
    can,
    case,
    new,
    run,
)
from tests.rtl.unit import Unit, blocks, cuts
from tests.vectors import official
from vambrace.software.oracles import oracle

WHOLE = pytest.mark.long("a model of an unrolled core; test_aes_unit.py always simulates one")
FAST = pytest.mark.long("a model of GCM with another multiplier; the small one always runs")
STAGES = pytest.mark.long("models of two stages; an engine with them always runs (engine_cases.py)")
MARKS = {"whole": WHOLE, "fast GCM": FAST, "two stages": STAGES, "small two stages": STAGES}
variants = pytest.mark.parametrize("variant", [pytest.param(v, marks=MARKS.get(v, ())) for v in VARIANTS])


@variants
def test_every_length(variant: str) -> None:
    """0 to 80 bytes of data, and of AD, in pieces of any cut, with pauses and back-pressure; whole blocks of
    ECB and CBC."""
    rng = random.Random(variant)
    dut = new(variant)
    for length in range(81):
        for mode, bits, decrypt in can(variant):
            nonce_len, tag_len = (rng.choice(some.get(mode, (13,))) for some in (NONCES, TAGS))
            size = length if mode in STREAMS else length // 16 * 16
            ad_len = rng.choice((0, 14, 30, (length * 7 + 1) % 81))
            this = case(rng, mode, bits, size, decrypt, ad_len, nonce_len, tag_len)
            run(dut, this, rng.choice((blocks, unit.words, cuts(rng))), rng.choice((None, rng)))


@pytest.mark.parametrize(("variant", "mode"), [("full", CCM), ("GCM", GCM), ("fast GCM", GCM)])
def test_every_nonce_and_tag(variant: str, mode: int) -> None:
    rng = random.Random(2)
    dut = new(variant)
    for nonce_len in NONCES[mode]:
        for tag_len in TAGS[mode]:
            this = case(rng, mode, 128, rng.randrange(40), rng.random() < 0.5, rng.randrange(40), nonce_len, tag_len)
            run(dut, this)


@pytest.mark.parametrize("variant", ["GCM", "small GCM", "fast GCM"])
def test_the_counter_of_gcm_wraps_at_32_bits(variant: str) -> None:
    """SP 800-38D, section 6.2: without a carry. The block that masks the tag is found again from the last counter."""
    rng = random.Random(20)
    dut = new(variant)
    for before in range(1, 6):  # blocks, the mask of the tag among them, until the counter is 0
        for decrypt in (False, True):
            key, plain, ad = rng.randbytes(16), rng.randbytes(70), rng.randbytes(3)
            nonce = nonce_for(key, rng.getrandbits(96) << 32 | (1 << 32) - before)
            coded, tag = oracle.seal("aes-128-gcm", key, nonce, ad, plain, 16)
            pair = (coded, plain) if decrypt else (plain, coded)
            run(dut, Case(GCM, key, nonce, *pair, ad, tag, decrypt), rng.choice((blocks, cuts(rng))), rng)


@pytest.mark.parametrize(("variant", "mode"), [("full", CCM), ("GCM", GCM), ("small GCM", GCM), ("fast GCM", GCM)])
def test_every_length_of_ad(variant: str, mode: int) -> None:
    rng = random.Random(3)
    dut = new(variant)
    for ad_len in range(81):
        run(dut, case(rng, mode, 128, rng.randrange(20), False, ad_len), cuts(rng), rng)


def quick(everything: bool) -> Dut:
    """For long messages: an unrolled core in the long run, else one of another test, which takes 5 cycles a block."""
    return new("whole" if everything else "two rounds")


@pytest.mark.parametrize(
    "ad_len",
    [
        0xFEFF,
        0xFF00,
        *(pytest.param(n, marks=pytest.mark.long("the encoding of 0xFF00, too")) for n in (0x10000, 0x10001)),
    ],
)
def test_both_encodings_of_the_ad_length(ad_len: int, everything: bool) -> None:
    rng = random.Random(4)
    run(quick(everything), case(rng, CCM, 128, 33, False, ad_len))


def test_a_message_whose_length_has_three_bytes(everything: bool) -> None:
    rng = random.Random(5)
    dut = quick(everything)
    for nonce_len in (7, 12) if everything else (12,):
        run(dut, case(rng, CCM, 128, 0x10203, False, 5, nonce_len))


def _ccm_of_declared_lengths(this: Case, ad_len: int, data_len: int) -> bytes:
    """The tag if the formatting encodes other lengths than the actual ones: SP 800-38C, 6.1 and A.2."""
    q = 15 - len(this.nonce)
    flags = 64 * (ad_len > 0) + 8 * (len(this.tag) // 2 - 1) + q - 1
    before = ad_len.to_bytes(2, "big") if ad_len < 0xFF00 else b"\xff\xfe" + ad_len.to_bytes(4, "big")
    parts = (bytes([flags]) + this.nonce + data_len.to_bytes(q, "big"), before + this.ad, this.data)
    mac = bytes(16)
    for part in parts:
        for i in range(0, len(part), 16):
            summed = bytes(a ^ b for a, b in zip(mac, part[i : i + 16].ljust(16, b"\0"), strict=True))
            mac = expected(this.key, summed, False)
    mask = expected(this.key, bytes([q - 1]) + this.nonce + bytes(q), False)
    return bytes(a ^ b for a, b in zip(mac, mask, strict=True))[: len(this.tag)]


def test_the_longest_lengths_of_the_ports() -> None:
    """The unit gets only the first blocks of these, and does not check the lengths."""
    rng = random.Random(16)
    dut = new()
    lengths = [0xFEFF, 0xFF00, 0xFFFF, 0x10000, 0x1234567, 0x89ABCDEF, (1 << 32) - 1]
    for ad_len in lengths:
        for nonce_len, data_len in ((7, rng.choice(lengths)), (11, (1 << 32) - 1), (12, 0xFEDCBA), (13, 0xFFFF)):
            this = case(rng, CCM, rng.choice(KEY_BITS), 20, False, 30, nonce_len, rng.choice((4, 10, 16)))
            player = Unit(dut, rng)
            player.start(**{**this.start, "ad_len_i": ad_len, "data_len_i": data_len})
            result = player.message(this.ad, this.data, cuts(rng))
            tag = _ccm_of_declared_lengths(this, ad_len, data_len)
            assert (result.out, result.tag) == (this.out, tag.ljust(16, b"\0")), (ad_len, nonce_len, data_len)


@pytest.mark.parametrize("variant", ["full", "small CCM", "GCM"])
def test_lanes_without_a_piece_do_not_matter(variant: str) -> None:
    """Unused lanes have any value, as on a real bus, and so have all lanes of an end and of a pause."""
    rng = random.Random(17)
    dut = new(variant)
    drive, cycle = dut.drive, dut.cycle

    def noisy_drive(**values: int) -> None:
        if "data_i" in values:
            lanes = values["lanes_i"] if values["kind_i"] in (unit.AD, unit.DATA) else 0
            stored = sum(0xFF << 8 * i for i in range(16) if lanes >> i & 1)
            values["data_i"] = values["data_i"] & stored | rng.getrandbits(128) & ~stored
        drive(**values)

    def noisy_cycle(count: int = 1) -> None:
        if not dut.valid_i:
            before = (dut.out_valid_o, dut.out_o)
            drive(kind_i=rng.randrange(5), lanes_i=rng.getrandbits(16), data_i=rng.getrandbits(128))
            assert before == (dut.out_valid_o, dut.out_o)
        cycle(count)

    dut.__dict__.update(drive=noisy_drive, cycle=noisy_cycle)
    for mode, bits, decrypt in can(variant):
        for _ in range(10):
            size = rng.randrange(70) if mode in STREAMS else 64
            run(dut, case(rng, mode, bits, size, decrypt, rng.randrange(40)), cuts(rng), rng)


@pytest.mark.parametrize("variant", ["full", pytest.param("whole", marks=WHOLE)])
def test_counters_carry_through_all_bytes(variant: str) -> None:
    rng = random.Random(6)
    dut = new(variant)
    for count in range(17):
        iv = bytes(rng.randrange(255) for _ in range(16 - count)) + b"\xff" * count
        run(dut, case(rng, CTR, 128, 50, iv=iv))
        near = int.from_bytes(iv, "big") - 2
        run(dut, case(rng, CTR, 128, 90, iv=(near % (1 << 128)).to_bytes(16, "big")))


def test_a_two_byte_counter_to_its_end(everything: bool) -> None:
    """The longest message that a nonce of 13 bytes allows."""
    run(quick(everything), case(random.Random(7), CCM, 128, 0xFFFF, False, 0, 13))


def _vectors(mode: int, bits: int, limit: int) -> Iterator[Case]:
    for actual in official.vectors(f"aes-{bits}-{NAMES[mode]}").values():
        rng = random.Random(bits)
        legal = [v for v in actual if len(v.ad) < 1000 and len(v.ciphertext) < 1000]
        legal = [v for v in legal if mode not in TAGS or (len(v.nonce) in NONCES[mode] and len(v.tag) in TAGS[mode])]
        legal = [v for v in legal if mode in STREAMS or len(v.plaintext or b"x") % 16 == 0]
        for v in rng.sample(legal, min(limit, len(legal))):
            if v.plaintext is not None and v.valid:
                yield Case(mode, v.key, v.nonce, v.plaintext, v.ciphertext, v.ad, v.tag)
                yield Case(mode, v.key, v.nonce, v.ciphertext, v.plaintext, v.ad, v.tag, True)


@pytest.mark.parametrize("bits", KEY_BITS)
@pytest.mark.parametrize("mode", MODES, ids=NAMES)
def test_official_vectors(mode: int, bits: int, everything: bool) -> None:
    """By default a hundred of each file, picked at random: the unit's lengths are those of test_every_length."""
    dut = new("GCM" if mode == GCM else "full")
    rng = random.Random(8)
    vectors = list(_vectors(mode, bits, 400 if everything else 100))
    assert len(vectors) >= 6
    for this in vectors:
        run(dut, this, rng.choice((blocks, unit.words, cuts(rng))))


@pytest.mark.parametrize(("variant", "mode"), [("full", CCM), ("GCM", GCM)])
def test_the_unit_computes_the_tag_of_a_forged_message(variant: str, mode: int) -> None:
    """The unit compares no tags; it must compute the tag of its input."""
    rng = random.Random(9)
    dut = new(variant)
    this = case(rng, mode, 128, 40, True, 10)
    right = run(dut, this).tag
    for part in ("ad", "data", "nonce"):
        changed = Case(**{**vars(this), part: getattr(this, part)[:-1] + bytes([getattr(this, part)[-1] ^ 1])})
        player = Unit(dut)
        player.start(**changed.start)
        dut.drive(**changed.kept)
        assert player.message(changed.ad, changed.data).tag != right


@variants
def test_a_start_for_a_missing_feature_is_not_accepted(variant: str) -> None:
    there = set(can(variant))
    dut = new(variant)
    dut.cycle()
    for mode, key_len, decrypt in itertools.product(range(8), range(4), (False, True)):
        dut.drive(algorithm_i=mode, key_len_i=key_len, decrypt_i=int(decrypt), start_valid_i=1)
        assert dut.start_ready_o == ((mode, 128 + 64 * key_len, decrypt) in there)
        if not dut.start_ready_o:
            dut.cycle()
            dut.drive(valid_i=1, kind_i=unit.AD_END, lanes_i=1)
            assert not dut.ready_o
            dut.drive(valid_i=0)


# ---- Cycles ----

ROWS = {
    "ECB, encryption": (ECB, False),
    "ECB, decryption": (ECB, True),
    "CBC, encryption": (CBC, False),
    "CBC, decryption": (CBC, True),
    "CTR": (CTR, False),
    "CCM, either direction": (CCM, None),
    "CCM, that many blocks of AD": (CCM, False),
    "GCM, either direction": (GCM, None),
    "GCM, that many blocks of AD": (GCM, False),
    "GCM, a nonce of other than 12 bytes": (GCM, None),
}


@pytest.mark.long("models of four cores; test_blocks.py always has the cycles of a block")
def test_the_cycles_in_the_readme() -> None:
    stated = tables.cycles(README, "cycles of the unit")
    assert set(stated) == set(ROWS)
    rng = random.Random(13)
    for row, (mode, way) in ROWS.items():
        dut = new("GCM" if mode == GCM else "full")
        nonce_len = 12 if mode == GCM and "nonce" not in row else 13
        for count, cycles in enumerate(stated[row]):
            for decrypt in (False, True) if way is None else (way,):
                dut.cycle(30)
                if row.endswith("AD"):  # in CCM, two bytes of the first block are the length
                    ad_len = max(16 * count - 2 * (mode == CCM), 0)
                    this = case(rng, mode, 128, 0, decrypt, ad_len, nonce_len)
                else:
                    this = case(rng, mode, 128, 16 * count, decrypt, 0, nonce_len)
                assert run(dut, this).cycles == cycles, (row, count)


def test_the_packets_in_the_readme() -> None:
    """Their bytes of AD and of data, and the cycles from the start to the tag, with AES-128-CCM and -GCM."""
    rng = random.Random(18)
    stated = tables.cycles(README, "packet")
    assert len(stated) == 2
    for variant, mode, nonce_len in (("full", CCM, 13), ("small CCM", CCM, 13), ("GCM", GCM, 12)):
        for ad_len, data_len, *cycles in stated.values():
            for decrypt in (False, True):
                dut = new(variant)
                dut.cycle()
                this = case(rng, mode, 128, data_len, decrypt, ad_len, nonce_len)
                assert run(dut, this).cycles == cycles[mode == GCM]


@STAGES
def test_the_packets_with_two_stages_in_the_readme() -> None:
    rng = random.Random(20)
    stated = tables.cycles(README, "packet")
    for mode, nonce_len in ((CCM, 13), (GCM, 12)):
        for ad_len, data_len, *cycles in stated.values():
            for decrypt in (False, True):
                dut = new("two stages")
                dut.cycle()
                this = case(rng, mode, 128, data_len, decrypt, ad_len, nonce_len)
                assert run(dut, this).cycles == cycles[2 + (mode == GCM)]


@pytest.mark.parametrize(
    ("variant", "block"),
    [
        *(("full", 10), ("two rounds", 5), ("GCM", 10), ("fast GCM", 5)),
        pytest.param("whole", 1, marks=WHOLE),
        pytest.param("two stages", 20, marks=STAGES),
        pytest.param("small two stages", 20, marks=STAGES),
    ],
)
def test_blocks_follow_each_other_without_a_pause(variant: str, block: int) -> None:
    dut, rng = new(variant), random.Random(14)
    for mode, bits, decrypt in can(variant):
        cycles = block if variant == "whole" else block * (bits // 32 + 6) // 10
        of_ccm = 2 * cycles
        if VARIANTS[variant].get("TwoStages"):  # in CCM two blocks are in progress, one cycle apart
            cycles, of_ccm = cycles + 1, cycles + 2
        taken = run(dut, case(rng, mode, bits, 96, decrypt)).taken[1:7]
        assert [b - a for a, b in itertools.pairwise(taken)] == [of_ccm if mode == CCM else cycles] * 5, NAMES[mode]
        if mode == CCM:
            taken = run(dut, case(rng, mode, bits, 0, decrypt, 94)).taken[:6]
            assert [b - a for a, b in itertools.pairwise(taken)] == [cycles] * 5
        if mode == GCM:  # as fast as GHASH
            digit = VARIANTS[variant].get("GhashBitsPerCycle", 13)
            taken = run(dut, case(rng, mode, bits, 0, decrypt, 96)).taken[:6]
            assert [b - a for a, b in itertools.pairwise(taken)] == [-(-128 // digit)] * 5


def test_a_slow_ghash_sets_the_pace() -> None:
    """With 4 bits a cycle, 32 cycles are more than those of the cipher."""
    taken = run(new("small GCM"), case(random.Random(19), GCM, 128, 96)).taken[1:7]
    assert [b - a for a, b in itertools.pairwise(taken)] == [32] * 5


@pytest.mark.parametrize("variant", ["full", "GCM"])
def test_cycles_do_not_depend_on_key_or_data(variant: str) -> None:
    rng = random.Random(10)
    dut = new(variant)
    for mode, bits, decrypt in can(variant):
        size = 37 if mode in STREAMS else 48
        seen = set()
        for _ in range(5):
            result = run(dut, case(rng, mode, bits, size, decrypt, 9))
            seen.add((result.cycles, tuple(result.taken), tuple(result.answered)))
            dut.cycle(20)
        assert len(seen) == 1, NAMES[mode]
