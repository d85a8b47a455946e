# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Shared by the tests of vmb_engine: the engines that they build, messages with their expected results, and the allowed
contents of registers after a job.
"""

from __future__ import annotations

import functools
import random
from dataclasses import dataclass, replace
from typing import Any

from tests.rtl.dut import Dut, Model, build
from tests.rtl.engine import MASKED, NONE, Engine, Result, in_units
from vambrace.base.paths import root
from vambrace.config import engine_options
from vambrace.hardware import rtl
from vambrace.software.oracles import oracle

FOLDER = root() / "rtl" / "engine"

# All units, with GCM; the same hardened, with two passes and a short watchdog; a fast one with a small buffer, for two
# passes, without some features, for a memory latency of 11 cycles; one without a memory port, with two stages of AES; a
# hardened one that releases no plaintext before its tag is checked, for a latency of 4 cycles; one whose two passes are
# bound; AES without GCM, as by default.
VARIANTS: dict[str, dict[str, int]] = {
    "default": {"AesGcm": 1},
    "passes": {"AesGcm": 1, "TwoPasses": 1, "Watchdog": 40, "Hardened": 1},
    "fast": {"AsconRoundsPerCycle": 4, "AsconV12": 0, "ChachaQuarterRounds": 8, "AesKeyBits": 128, "AesDecrypt": 0,
             "AesRoundsPerCycle": 2, "AesGcm": 1, "GhashBitsPerCycle": 26, "HoldWords": 9, "TwoPasses": 1, "Slots": 1,
             "Outstanding": 12},
    "pio": {"AesTwoStages": 1, "AesGcm": 1, "Dma": 0, "HoldWords": 9, "Slots": 3},
    "strict": {"Chacha": 0, "Aes": 0, "AsconV12": 0, "HoldWords": 9, "Early": 0, "Hardened": 1,
               "Outstanding": 5},
    "bound": {"AesGcm": 1, "TwoPasses": 1, "HoldWords": 10, "Bindings": 3, "Contexts": 0, "Watchdog": 40},
    "plain": {"Ascon": 0, "Chacha": 0, "AesKeyBits": 128, "AesDecrypt": 0, "Contexts": 0, "Slots": 0},
}  # fmt: skip

BITS = (128, 192, 256)
AEADS = (
    "ascon-aead128",
    MASKED,
    "ascon-128",
    "ascon-128a",
    "chacha20-poly1305",
    *(f"aes-{n}-{mode}" for mode in ("ccm", "gcm") for n in BITS),
)
CIPHERS = tuple(f"aes-{n}-{mode}" for mode in ("ecb", "cbc", "ctr") for n in BITS)
HASHES = ("ascon-hash256", "ascon-xof128", "ascon-cxof128")


def lacking(algorithm: str, values: dict[str, int]) -> str:
    """Return the parameter by which an engine lacks an algorithm, or ""."""
    return engine_options.lacking(in_units(algorithm), values)


#: One key length of each, and the AEADs of the engine "fast".
MODES = tuple(a for a in (*AEADS, *CIPHERS, *HASHES) if "192" not in a and "-256-" not in a)
FAST_AEADS = tuple(a for a in AEADS if a in MODES and not lacking(a, VARIANTS["fast"]))


#: The lengths of tags that need POLICY.short_tags (SP 800-232, section 4.2.1; SP 800-38D, section 5.2.1.2).
SHORT_TAGS = {"ascon-aead128": (4, 5, 6, 7), MASKED: (4, 5, 6, 7), **{f"aes-{n}-gcm": (4, 8) for n in BITS}}


def lengths_of(algorithm: str) -> oracle.Lengths:
    """Return the lengths that the engine supports after a reset: of GCM, which has longer nonces too, not all."""
    known = oracle.LENGTHS[algorithm]
    if in_units(algorithm) == "ascon-aead128":
        return replace(known, tags=tuple(range(8, 17)), other_keys=())
    return replace(known, nonces=tuple(range(1, 17)), tags=tuple(range(12, 17))) if "gcm" in algorithm else known


@functools.cache
def model(variant: str = "default") -> Model:
    return build("vmb_engine", tuple(rtl.core_files(FOLDER / "vmb_engine.core")), **VARIANTS[variant])


@dataclass(frozen=True)
class Case:
    """A message; `ad` is CXOF128's customization string too, `nonce` an initialization vector too."""

    algorithm: str
    key: bytes = b""
    nonce: bytes = b""
    ad: bytes = b""
    plaintext: bytes = b""
    length: int = 16  # of the tag, or of the digest

    @classmethod
    def random(cls, rng: random.Random, algorithm: str, ad: int, plaintext: int, **more: int) -> Case:
        """With any legal nonce, tag or digest length; lengths of block modes are rounded down."""
        lengths = lengths_of(algorithm)
        if algorithm in CIPHERS:
            ad = 0
            plaintext -= plaintext % 16 if "ctr" not in algorithm else 0
        if algorithm in ("ascon-hash256", "ascon-xof128"):
            ad = 0
        nonce = more.get("nonce", rng.choice(lengths.nonces) if lengths.nonces else 0)
        length = more.get("length", rng.choice(lengths.tags) if lengths.tags else 0)
        return cls(
            algorithm,
            rng.randbytes(lengths.key),
            rng.randbytes(nonce),
            rng.randbytes(ad),
            rng.randbytes(plaintext),
            length,
        )

    @functools.cached_property
    def sealed(self) -> tuple[bytes, bytes]:
        """Ciphertext and tag, or for a hash function the digest and nothing."""
        if self.algorithm in HASHES:
            return oracle.digest(self.algorithm, self.plaintext, self.length, self.ad), b""
        if self.algorithm in CIPHERS:
            return oracle.encrypt(self.algorithm, self.key, self.nonce, self.plaintext)[0], b""
        # CCM's tag depends on its length; the others are truncated.
        length = self.length if self.algorithm.endswith("ccm") else 16
        text, tag = oracle.seal(self.algorithm, self.key, self.nonce, self.ad, self.plaintext, length)
        return text, tag[: self.length]

    def arguments(self, decrypt: int = 0) -> dict[str, Any]:
        """The arguments of the one job that processes the message."""
        common = {
            "algorithm": self.algorithm,
            "key": self.key,
            "nonce": self.nonce,
            "ad": self.ad,
            "data": self.sealed[0] if decrypt else self.plaintext,
            "ad_end": 1,
            "data_end": 1,
        }
        if self.algorithm in HASHES:
            return {**common, "out_len": self.length}
        if self.algorithm in CIPHERS:
            return {**common, "decrypt": decrypt}
        return {**common, "decrypt": decrypt, **({"tag": self.sealed[1]} if decrypt else {"tag_len": self.length})}

    def run(self, engine: Engine, decrypt: int = 0, **more: Any) -> Result:
        """Run one job, and check its result."""
        result = engine.job(**{**self.arguments(decrypt), **more})
        self.check(engine, result, decrypt)
        return result

    def check(self, engine: Engine, result: Result, decrypt: int = 0) -> None:
        wanted = (self.plaintext, b"") if decrypt else self.sealed
        assert result.error == NONE, (result.error, self)
        assert (result.out, result.tag) == wanted, self
        assert not engine.memory.writable, self  # all was written

    def secrets(self) -> list[bytes]:
        """Key, plaintext and keystream."""
        stream = bytes(a ^ b for a, b in zip(self.plaintext, self.sealed[0], strict=False))
        return [self.key, self.plaintext, stream if self.algorithm not in HASHES else b""]


# Registers that may differ from 0 between two jobs: those that software wrote, addresses, and control state.
_PUBLIC = (
    *("words_q", "job_q", "address_q", "left_q", "counter_q", "top_q", "begin_q", "to_give_q"),
    *("shadow_q", "parity_q", "gen_hardened.written_q", "u_port.reads_q", "u_port.dropped_q"),
)
_SLOT = "u_slots.gen_slot"  # in the path of a key slot's registers


def remains(dut: Dut, secrets: list[bytes], slots: bool = False) -> list[str]:
    """Return registers wider than a byte that are not 0 after a job and may hold parts of it, and all registers, except
    the key slots where they are `slots`, that hold four bytes of a secret.
    """
    remaining = []
    pieces = {secret[i : i + 4] for secret in secrets for i in range(len(secret) - 3)}
    for name, value in dut.registers().items():
        if not value or (slots and _SLOT in name):
            continue
        public = name.endswith(_PUBLIC) and "u_aes" not in name
        if value >> 8 and not public:
            remaining.append(f"{name} = {value:#x}")
        data = value.to_bytes(-(-value.bit_length() // 8), "little")
        if any(data[i : i + 4] in pieces for i in range(len(data) - 3)):
            remaining.append(f"{name} holds a secret")
    return remaining
