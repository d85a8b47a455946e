# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Messages for vmb_aes_modes, and the variants of the unit that the tests use."""

from __future__ import annotations

import functools
import random
from collections.abc import Iterator
from dataclasses import dataclass

from tests.rtl.checks import checked
from tests.rtl.dut import Dut, Model, build, words
from tests.rtl.model_aes import FILES, KEY_BITS
from tests.rtl.unit import Cut, Result, Unit, blocks
from vambrace.software.oracles import oracle

ECB, CBC, CTR, CCM, GCM = MODES = range(5)  # vmb_aes_pkg
NAMES = ("ecb", "cbc", "ctr", "ccm", "gcm")
STREAMS = (CTR, CCM, GCM)  # data of any length, by encryption alone
TAGS = {CCM: range(4, 17, 2), GCM: range(12, 17)}
NONCES = {CCM: range(7, 14), GCM: (12, *range(1, 12), *range(13, 17))}

# Each has a feature that the others lack.
VARIANTS: dict[str, dict[str, int]] = {
    "full": {"KeyBits": 256, "Contexts": 1},
    "small CCM": {"KeyBits": 128, "Decrypt": 0, "KeyHeld": 1, "Cbc": 0, "Ctr": 0, "Contexts": 1},
    "two rounds": {"KeyBits": 192, "RoundsPerCycle": 2, "StoredKeys": 1, "Contexts": 1},
    "whole": {"KeyBits": 256, "RoundsPerCycle": 0, "Sbox": 1},
    "GCM": {"KeyBits": 256, "Gcm": 1, "Contexts": 1},
    "small GCM": {"KeyBits": 128, "Decrypt": 0, "KeyHeld": 1, "Cbc": 0, "Ctr": 0, "Ccm": 0, "Gcm": 1,
                  "GhashBitsPerCycle": 4},
    "two stages": {"KeyBits": 256, "TwoStages": 1, "Gcm": 1, "Contexts": 1},
    "small two stages": {"KeyBits": 128, "TwoStages": 1, "Decrypt": 0, "KeyHeld": 1, "Sbox": 1},
    "fast GCM": {"KeyBits": 128, "RoundsPerCycle": 2, "Cbc": 0, "Gcm": 1, "GhashBitsPerCycle": 32, "Contexts": 1},
}  # fmt: skip


@dataclass
class Case:
    """One message in one direction, and its expected output."""

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
            "algorithm_i": self.mode,
            "decrypt_i": int(self.decrypt),
            "key_i": words(self.key),
            "key_len_i": len(self.key) // 8 - 2,
            "nonce_i": words(self.nonce),
            "nonce_len_i": len(self.nonce) % 16,
            "ad_len_i": len(self.ad),
            "data_len_i": len(self.data),
            "tag_len_i": len(self.tag),
        }

    @property
    def kept(self) -> dict[str, int]:
        """The inputs of the start that stay the same until the tag."""
        names = ("nonce_len_i", "ad_len_i", "data_len_i") if self.mode == GCM else ()
        return {name: self.start[name] for name in names}

    @property
    def whole_blocks(self) -> bool:
        return self.mode in (ECB, CBC)

    def check(self, result: Result) -> None:
        shown = f"{NAMES[self.mode]} {8 * len(self.key)} {len(self.ad)}+{len(self.data)} decrypt {self.decrypt}"
        assert result.out == self.out, shown
        assert result.tag == self.tag + bytes(16 - len(self.tag)), shown


def case(
    rng: random.Random,
    mode: int,
    bits: int,
    data_len: int,
    decrypt: bool = False,
    ad_len: int = 0,
    nonce_len: int = 13,
    tag_len: int = 16,
    iv: bytes = b"",
) -> Case:
    key, plain = rng.randbytes(bits // 8), rng.randbytes(data_len)
    if mode in TAGS:
        nonce, ad = rng.randbytes(nonce_len), rng.randbytes(ad_len)
        coded, tag = oracle.seal(f"aes-{bits}-{NAMES[mode]}", key, nonce, ad, plain, tag_len)
    else:
        nonce, ad, tag = iv or rng.randbytes(0 if mode == ECB else 16), b"", b""
        coded, _ = oracle.encrypt(f"aes-{bits}-{NAMES[mode]}", key, nonce, plain)
    pair = (coded, plain) if decrypt else (plain, coded)
    return Case(mode, key, nonce, *pair, ad, tag, decrypt)


@functools.cache
def model(variant: str) -> Model:
    return build("vmb_aes_modes", checked(*FILES), **VARIANTS[variant])


def new(variant: str = "full") -> Dut:
    dut = Dut(model(variant))
    dut.reset()
    return dut


def can(variant: str) -> Iterator[tuple[int, int, bool]]:
    """The modes, key lengths and directions of a variant."""
    have = VARIANTS[variant]
    for mode in MODES:
        for bits in (b for b in KEY_BITS if b <= have["KeyBits"]):
            if have.get(NAMES[mode].capitalize(), int(mode != GCM)):
                yield mode, bits, False
                if mode in STREAMS or have.get("Decrypt", 1):
                    yield mode, bits, True


def later_key(dut: Dut, this: Case) -> int:
    """The value at the key's port after the start: another key, if the unit has a copy."""
    copies = any(name.endswith(("home_q", "keys_q")) for name in dut.registers())
    return words(this.key) ^ ((1 << 256) - 1 if copies else 0)


def run(dut: Dut, this: Case, cut: Cut = blocks, rng: random.Random | None = None) -> Result:
    player = Unit(dut, rng)
    start = this.start
    if len(this.nonce) < 16:  # bytes beyond the nonce do not matter
        start["nonce_i"] |= random.Random(3).getrandbits(128) >> 8 * len(this.nonce) << 8 * len(this.nonce)
    player.start(**start)
    dut.drive(key_i=later_key(dut, this), **this.kept)
    result = player.message(this.ad, this.data, cut, whole_blocks=this.whole_blocks)
    this.check(result)
    return result
