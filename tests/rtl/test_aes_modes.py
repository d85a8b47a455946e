# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""vmb_aes_modes, on cores of every kind, against the official vectors and the oracles."""

from __future__ import annotations

import functools
import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import pytest

from tests.rtl import unit
from tests.rtl.dut import Dut, Model, build, words
from tests.rtl.model_aes import FILES, KEY_BITS, table
from tests.rtl.unit import Cut, Result, Unit, blocks, cuts
from tests.vectors import official
from vambrace import oracle

pytestmark = pytest.mark.rtl_units

ECB, CBC, CTR, CCM = range(4)  # vmb_aes_pkg
NAMES = ("ecb", "cbc", "ctr", "ccm")

# Each has something that the others have not.
VARIANTS = {
    "full": {"KeyBits": 256, "Contexts": 1},
    "small CCM": {"KeyBits": 128, "Decrypt": 0, "KeyHeld": 1, "Cbc": 0, "Ctr": 0},
    "two rounds": {"KeyBits": 192, "RoundsPerCycle": 2, "StoredKeys": 1},
    "whole": {"KeyBits": 256, "RoundsPerCycle": 0, "Sbox": 1},
}


@dataclass
class Case:
    """One message in one direction, and what must come out."""

    mode: int
    key: bytes
    nonce: bytes
    data: bytes
    out: bytes
    ad: bytes = b""
    tag: bytes = b""
    decrypt: bool = False

    @property
    def start(self) -> dict[str, int]:
        return {
            "algorithm_i": self.mode, "decrypt_i": int(self.decrypt),
            "key_i": words(self.key), "key_len_i": len(self.key) // 8 - 2,
            "nonce_i": words(self.nonce), "nonce_len_i": len(self.nonce) % 16,
            "ad_len_i": len(self.ad), "data_len_i": len(self.data), "tag_len_i": len(self.tag),
        }  # fmt: skip

    def check(self, result: Result) -> None:
        shown = f"{NAMES[self.mode]} {8 * len(self.key)} {len(self.ad)}+{len(self.data)} decrypt {self.decrypt}"
        assert result.out == self.out, shown
        assert result.tag == self.tag + bytes(16 - len(self.tag)), shown


def case(rng: random.Random, mode: int, bits: int, data_len: int, decrypt: bool = False, ad_len: int = 0,
         nonce_len: int = 13, tag_len: int = 16, iv: bytes = b"") -> Case:  # fmt: skip
    key, plain = rng.randbytes(bits // 8), rng.randbytes(data_len)
    if mode == CCM:
        nonce, ad = rng.randbytes(nonce_len), rng.randbytes(ad_len)
        coded, tag = oracle.seal(f"aes-{bits}-ccm", key, nonce, ad, plain, tag_len)
    else:
        nonce, ad, tag = iv or rng.randbytes(0 if mode == ECB else 16), b"", b""
        coded, _ = oracle.encrypt(f"aes-{bits}-{NAMES[mode]}", key, nonce, plain)
    pair = (coded, plain) if decrypt else (plain, coded)
    return Case(mode, key, nonce, *pair, ad, tag, decrypt)


@functools.cache
def model(variant: str) -> Model:
    return build("vmb_aes_modes", FILES, **VARIANTS[variant])


def new(variant: str = "full") -> Dut:
    dut = Dut(model(variant))
    dut.reset()
    return dut


def can(variant: str) -> Iterator[tuple[int, int, bool]]:
    """The modes, key lengths and directions of a variant."""
    have = VARIANTS[variant]
    for mode in (ECB, CBC, CTR, CCM):
        for bits in (b for b in KEY_BITS if b <= have["KeyBits"]):
            if have.get(NAMES[mode].capitalize(), 1):
                yield mode, bits, False
                if mode in (CTR, CCM) or have.get("Decrypt", 1):
                    yield mode, bits, True


def later_key(dut: Dut, this: Case) -> int:
    """What is at the key's port after the start: another, where the unit has a copy."""
    copies = any(name.endswith(("home_q", "keys_q")) for name in dut.registers())
    return words(this.key) ^ ((1 << 256) - 1 if copies else 0)


def run(dut: Dut, this: Case, cut: Cut = blocks, rng: random.Random | None = None) -> Result:
    player = Unit(dut, rng)
    start = this.start
    if len(this.nonce) < 16:  # bytes beyond the nonce do not matter
        start["nonce_i"] |= random.Random(3).getrandbits(128) >> 8 * len(this.nonce) << 8 * len(this.nonce)
    player.start(**start)
    dut.key_i = later_key(dut, this)
    result = player.message(this.ad, this.data, cut, whole_blocks=this.mode in (ECB, CBC))
    this.check(result)
    return result


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_length(variant: str) -> None:
    """0 to 80 bytes of data, and of AD, in pieces of any cut, with pauses and back-pressure; whole blocks of
    ECB and CBC."""
    rng = random.Random(variant)
    dut = new(variant)
    for length in range(81):
        for mode, bits, decrypt in can(variant):
            nonce_len, tag_len = rng.randint(7, 13), rng.choice((4, 6, 8, 10, 12, 14, 16))
            size = length if mode in (CTR, CCM) else length // 16 * 16
            ad_len = rng.choice((0, 14, 30, (length * 7 + 1) % 81))
            this = case(rng, mode, bits, size, decrypt, ad_len, nonce_len, tag_len)
            run(dut, this, rng.choice((blocks, unit.words, cuts(rng))), rng.choice((None, rng)))


def test_every_nonce_and_tag_of_ccm() -> None:
    rng = random.Random(2)
    dut = new()
    for nonce_len in range(7, 14):
        for tag_len in range(4, 17, 2):
            this = case(rng, CCM, 128, rng.randrange(40), rng.random() < 0.5, rng.randrange(40), nonce_len, tag_len)
            run(dut, this)


def test_every_length_of_ad() -> None:
    rng = random.Random(3)
    dut = new()
    for ad_len in range(81):
        run(dut, case(rng, CCM, 128, rng.randrange(20), False, ad_len), cuts(rng), rng)


@pytest.mark.parametrize("ad_len", [0xFEFF, 0xFF00, 0x10000, 0x10001])
def test_the_two_encodings_of_the_length_of_the_ad(ad_len: int) -> None:
    rng = random.Random(4)
    run(new("whole"), case(rng, CCM, 128, 33, False, ad_len))


def test_a_message_whose_length_has_three_bytes() -> None:
    rng = random.Random(5)
    dut = new("whole")
    for nonce_len in (7, 12):
        run(dut, case(rng, CCM, 128, 0x10203, False, 5, nonce_len))


@pytest.mark.parametrize("variant", ["full", "whole"])
def test_counters_carry_through_all_bytes(variant: str) -> None:
    rng = random.Random(6)
    dut = new(variant)
    for count in range(17):
        iv = bytes(rng.randrange(255) for _ in range(16 - count)) + b"\xff" * count
        run(dut, case(rng, CTR, 128, 50, iv=iv))
        near = int.from_bytes(iv, "big") - 2
        run(dut, case(rng, CTR, 128, 90, iv=(near % (1 << 128)).to_bytes(16, "big")))


def test_a_counter_of_two_bytes_to_its_end() -> None:
    """The longest message that a nonce of 13 bytes allows."""
    run(new("whole"), case(random.Random(7), CCM, 128, 0xFFFF, False, 0, 13))


def _vectors(mode: int, bits: int, limit: int) -> Iterator[Case]:
    for found in official.vectors(f"aes-{bits}-{NAMES[mode]}").values():
        rng = random.Random(bits)
        legal = [v for v in found if len(v.ad) < 1000 and len(v.ciphertext) < 1000]
        legal = [v for v in legal if mode != CCM or (7 <= len(v.nonce) <= 13 and len(v.tag) in range(4, 17, 2))]
        legal = [v for v in legal if mode in (CTR, CCM) or len(v.plaintext or b"x") % 16 == 0]
        for v in rng.sample(legal, min(limit, len(legal))):
            if v.plaintext is not None and v.valid:
                yield Case(mode, v.key, v.nonce, v.plaintext, v.ciphertext, v.ad, v.tag)
                yield Case(mode, v.key, v.nonce, v.ciphertext, v.plaintext, v.ad, v.tag, True)


@pytest.mark.parametrize("bits", KEY_BITS)
@pytest.mark.parametrize("mode", range(4), ids=NAMES)
def test_official_vectors(mode: int, bits: int) -> None:
    dut = new()
    rng = random.Random(8)
    vectors = list(_vectors(mode, bits, 400))
    assert len(vectors) >= 6
    for this in vectors:
        run(dut, this, rng.choice((blocks, unit.words, cuts(rng))))


def test_a_wrong_tag_shows_in_the_tag() -> None:
    """The unit compares nothing; it must compute the tag of what came in."""
    rng = random.Random(9)
    this = case(rng, CCM, 128, 40, True, 10)
    right = run(new(), this).tag
    for part in ("ad", "data", "nonce"):
        changed = Case(**{**vars(this), part: getattr(this, part)[:-1] + bytes([getattr(this, part)[-1] ^ 1])})
        player = Unit(new())
        player.start(**changed.start)
        assert player.message(changed.ad, changed.data).tag != right


# ---- Cycles ----

ROWS = {
    "ECB, encryption": (ECB, False), "ECB, decryption": (ECB, True), "CBC, encryption": (CBC, False),
    "CBC, decryption": (CBC, True), "CTR": (CTR, False), "CCM, either direction": (CCM, None),
    "CCM, that many blocks of AD": (CCM, False),
}  # fmt: skip


def test_the_cycles_of_the_readme() -> None:
    stated = table("0")
    assert set(stated) == set(ROWS)
    dut, rng = new(), random.Random(13)
    for row, (mode, way) in ROWS.items():
        for count, cycles in enumerate(stated[row]):
            for decrypt in (False, True) if way is None else (way,):
                dut.cycle(30)
                if row.endswith("AD"):  # two bytes of the first block are the length
                    this = case(rng, mode, 128, 0, decrypt, max(16 * count - 2, 0))
                else:
                    this = case(rng, mode, 128, 16 * count, decrypt)
                assert run(dut, this).cycles == cycles, (row, count)


@pytest.mark.parametrize(("variant", "block"), [("full", 10), ("two rounds", 5), ("whole", 1)])
def test_blocks_follow_each_other_without_a_pause(variant: str, block: int) -> None:
    dut, rng = new(variant), random.Random(14)
    for mode, bits, decrypt in can(variant):
        cycles = block if variant == "whole" else block * (bits // 32 + 6) // 10
        taken = run(dut, case(rng, mode, bits, 96, decrypt)).taken[1:7]
        assert [b - a for a, b in pairwise(taken)] == [cycles * (2 if mode == CCM else 1)] * 5, NAMES[mode]
        if mode == CCM:
            taken = run(dut, case(rng, mode, bits, 0, decrypt, 94)).taken[:6]
            assert [b - a for a, b in pairwise(taken)] == [cycles] * 5


def test_cycles_do_not_depend_on_key_or_data() -> None:
    rng = random.Random(10)
    dut = new()
    for mode, bits, decrypt in can("full"):
        size = 37 if mode in (CTR, CCM) else 48
        seen = set()
        for _ in range(5):
            result = run(dut, case(rng, mode, bits, size, decrypt, 9))
            seen.add((result.cycles, tuple(result.taken), tuple(result.answered)))
            dut.cycle(20)
        assert len(seen) == 1, NAMES[mode]


# ---- Wiping ----

SECRET = {"data_q", "home_q", "work_q", "keys_q", "window_q", "mac_q", "counter_q"}


def is_secret(name: str) -> bool:
    return name.rpartition(".")[2] in SECRET


def secrets(dut: Dut) -> dict[str, int]:
    return {name: value for name, value in dut.registers().items() if value and is_secret(name)}


def test_the_secret_registers_are_known() -> None:
    for variant in VARIANTS:
        for name, value in new(variant).registers().items():
            assert is_secret(name) or value < 16, name


@pytest.mark.parametrize("how", ["wipe", "reset"])
@pytest.mark.parametrize("variant", VARIANTS)
def test_wiping_at_any_time(variant: str, how: str) -> None:
    rng = random.Random(variant)
    dut = new(variant)
    for mode, bits, decrypt in can(variant):
        for _ in range(12):
            this = case(rng, mode, bits, 48, decrypt, 20)
            player = Unit(dut, rng)
            player.start(**this.start)
            dut.key_i = later_key(dut, this)
            steps = player.play(this.ad, this.data, cuts(rng), whole_blocks=mode in (ECB, CBC))
            for _ in range(rng.randrange(120)):
                if next(steps, 1):
                    break
            if how == "wipe":
                dut.drive(wipe_i=1, valid_i=0)
                dut.cycle()
                dut.wipe_i = 0
                assert dut.start_ready_o
            else:
                dut.rst_ni = 0
                dut.drive(valid_i=1, kind_i=unit.DATA, lanes_i=0xFFFF)
                assert not dut.out_o and not dut.tag_o and not dut.out_valid_o and not dut.tag_valid_o
                dut.rst_ni = 1
                assert not dut.out_o and not dut.tag_o and not dut.ready_o and not dut.start_ready_o
                dut.valid_i = 0
                dut.cycle()
            assert not secrets(dut)
            assert not dut.out_valid_o and not dut.tag_valid_o and not dut.out_o and not dut.tag_o
            run(dut, this, rng=rng)


# ---- Contexts ----


def save(dut: Dut) -> list[int]:
    dut.valid_i = 0
    dut.wait("idle_o")
    found = []
    for address in range(dut.ctx_words_o):
        dut.ctx_addr_i = address
        found.append(dut.ctx_rdata_o)
    return found


def restore(dut: Dut, saved: list[int]) -> None:
    for address, word in enumerate(saved):
        dut.drive(ctx_we_i=1, ctx_addr_i=address, ctx_wdata_i=word)
        dut.cycle()
    dut.ctx_we_i = 0


@pytest.mark.parametrize("mode", range(4), ids=NAMES)
def test_a_message_goes_on_after_another(mode: int) -> None:
    """Left between any two pieces, wiped, another message done, and taken up again."""
    rng = random.Random(11)
    dut = new()
    step = 16 if mode in (ECB, CBC) else 1
    for bits in KEY_BITS:
        for _ in range(30):
            this = case(rng, mode, bits, 64, rng.random() < 0.5, rng.choice((0, 40)), rng.randint(7, 13))
            if mode == CTR and rng.random() < 0.5:
                this = case(rng, mode, bits, 64, iv=b"\xff" * 15 + bytes([rng.randrange(250, 256)]))
            ad_cut, cut = rng.randint(0, len(this.ad)), rng.randrange(0, 65, step)
            in_ad = bool(this.ad) and rng.random() < 0.5
            player = Unit(dut, rng)
            player.start(**this.start)
            first = (this.ad[:ad_cut], b"") if in_ad else (this.ad, this.data[:cut])
            last = (this.ad[ad_cut:], this.data) if in_ad else (b"", this.data[cut:])
            whole = mode in (ECB, CBC)
            for _ in player.play(*first, cuts(rng), whole_blocks=whole, end_ad=not in_ad, end=False):
                pass
            saved, out, position = save(dut), player.result.out, player.position
            dut.wipe_i = 1
            dut.cycle()
            dut.wipe_i = 0
            assert not secrets(dut)
            run(dut, case(rng, rng.randrange(4), rng.choice(KEY_BITS), 32, rng.random() < 0.5, 5), rng=rng)
            restore(dut, saved)
            player.start(**this.start, resume_i=1)
            player.position = position
            for _ in player.play(*last, cuts(rng), whole_blocks=whole):
                pass
            player.result.out = out + player.result.out
            this.check(player.result)


def test_a_context_is_not_shown_while_a_block_is_under_way() -> None:
    rng = random.Random(12)
    dut = new()
    this = case(rng, CCM, 128, 64, False, 20)
    player = Unit(dut, rng)
    player.start(**this.start)
    shown = 0
    for _ in player.play(this.ad, this.data, cuts(rng)):
        for address in range(32):
            dut.ctx_addr_i = address
            assert not dut.ctx_rdata_o or (dut.idle_o and address < 9)
        shown += dut.idle_o
    assert shown
