# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""A reference model of a message part, from any legal context: its output, its tag, and the context that it leaves.

Byte by byte from SP 800-232 and Ascon v1.2 (over the permutation of PyPI `ascon`), RFC 8439, SP 800-38A, SP 800-38C
and SP 800-38D (over PyPI `cryptography`).
"""

from __future__ import annotations

from dataclasses import dataclass

import ascon._ascon
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

from tests.aead.ghash import times
from tests.rtl.engine import MASKED
from tests.rtl.model_context import AD, DATA, SQUEEZE, Kind

P1305 = (1 << 130) - 5
_CLAMP = 0x0FFFFFFC0FFFFFFC0FFFFFFC0FFFFFFF


@dataclass(frozen=True)
class Part:
    """A job; `totals` are the lengths of the whole message."""

    ad: bytes = b""
    data: bytes = b""
    ad_end: int = 0
    data_end: int = 0
    out_len: int = 0
    totals: tuple[int, int] = (0, 0)

    def fits(self, part: int) -> bool:
        """Return whether its bytes and ends can follow in this part, in the order of a message; a digest comes at the
        end or after it.
        """
        if part == AD:
            ordered = bool(self.ad_end) or not (self.data or self.data_end)
        else:
            ordered = not (self.ad or self.ad_end) and (part == DATA or not (self.data or self.data_end))
        return ordered and (not self.out_len or part == SQUEEZE or bool(self.data_end))


class _Message:
    def __init__(self, kind: Kind, words: list[int]) -> None:
        self.kind = kind
        self.part, self.place = words[0] >> 4 & 3, words[0] & 15

    def words(self) -> list[int]:
        return [self.kind.own_word(self.part, self.place)]

    def turn(self, part: int) -> None:
        self.part, self.place = part, 0

    def step(self) -> bool:
        """Advance to the next byte; return whether a block is complete."""
        self.place = (self.place + 1) % self.kind.block
        return self.place == 0


class _Ascon(_Message):
    def __init__(self, kind: Kind, words: list[int], key: bytes, nonce: bytes) -> None:
        super().__init__(kind, words)
        self.state = [words[i] | words[i + 1] << 32 for i in range(1, 11, 2)]
        self.seen = words[11]
        self.old = kind.algorithm in ("ascon-128", "ascon-128a")
        self.order = "big" if self.old else "little"
        self.key = [int.from_bytes(key[i : i + 8], self.order) for i in (0, 8)]
        self.rounds = {"ascon-aead128": 8, MASKED: 8, "ascon-128": 6, "ascon-128a": 8}.get(kind.algorithm, 12)

    def permute(self, rounds: int) -> None:
        ascon._ascon.ascon_permutation(self.state, rounds)

    def add(self, byte: int) -> int:
        """Add a byte to the block at the current place; return the resulting byte."""
        shift = 56 - 8 * (self.place % 8) if self.old else 8 * (self.place % 8)
        self.state[self.place // 8] ^= byte << shift
        return self.state[self.place // 8] >> shift & 0xFF

    def absorb(self, data: bytes, decrypt: int = 0) -> bytes:
        out = bytearray()
        for byte in data:
            answer = self.add(byte)
            out.append(answer)
            if decrypt:
                self.add(answer ^ byte)
            if self.step():
                self.permute(self.rounds)
        return bytes(out)

    def ad(self, data: bytes) -> None:
        self.absorb(data)
        self.seen |= int(bool(data))

    def ad_end(self) -> None:
        if self.seen or self.kind.algorithm == "ascon-cxof128":
            self.add(0x80 if self.old else 1)
            self.permute(self.rounds)
        if self.kind.aead:
            self.state[4] ^= 1 if self.old else 1 << 63
        self.seen = 0
        self.turn(DATA)

    def data(self, data: bytes) -> bytes:
        out = self.absorb(data, self.kind.decrypt)
        return b"" if self.kind.hashes else out

    def data_end(self) -> bytes:
        self.add(0x80 if self.old else 1)
        self.turn(SQUEEZE)
        if self.kind.hashes:
            self.permute(12)
            return b""
        first = self.kind.block // 8
        self.state[first] ^= self.key[0]
        self.state[first + 1] ^= self.key[1]
        self.permute(12)
        return b"".join((self.state[3 + i] ^ self.key[i]).to_bytes(8, self.order) for i in range(2))

    def squeeze(self, length: int) -> bytes:
        out = bytearray()
        for _ in range(length):
            out.append(self.add(0))
            if self.step():
                self.permute(12)
        return bytes(out)

    def words(self) -> list[int]:
        halves = [w >> shift & 0xFFFFFFFF for w in self.state for shift in (0, 32)]
        return [*super().words(), *halves, self.seen]


class _Chacha(_Message):
    def __init__(self, kind: Kind, words: list[int], key: bytes, nonce: bytes) -> None:
        super().__init__(kind, words)
        self.made = (key, nonce)
        self.position = words[1]
        self.h = sum(w << 32 * i for i, w in enumerate(words[2:]))
        first = self.stream(0, 32)
        self.r = int.from_bytes(first[:16], "little") & _CLAMP
        self.s = int.from_bytes(first[16:], "little")

    def stream(self, block: int, length: int) -> bytes:
        key, nonce = self.made
        return (
            Cipher(algorithms.ChaCha20(key, block.to_bytes(4, "little") + nonce), None)
            .encryptor()
            .update(bytes(length))
        )

    def absorb(self, data: bytes) -> None:
        for byte in data:
            self.h += byte << 8 * self.place
            if self.step():
                self.h = (self.h + (1 << 128)) * self.r % P1305

    ad = absorb

    def pad(self) -> None:
        if self.place:
            self.h = (self.h + (1 << 128)) * self.r % P1305

    def ad_end(self) -> None:
        self.pad()
        self.turn(DATA)

    def data(self, data: bytes) -> bytes:
        at = 16 * (self.position % 4) + self.place
        out = bytes(a ^ b for a, b in zip(data, self.stream(self.position // 4, at + len(data))[at:], strict=True))
        self.position += (self.place + len(data)) // 16
        self.absorb(data if self.kind.decrypt else out)
        return out

    def data_end(self) -> bytes:
        self.pad()
        self.turn(SQUEEZE)
        self.absorb(b"".join(n.to_bytes(8, "little") for n in self.totals))
        return ((self.h % P1305 + self.s) % (1 << 128)).to_bytes(16, "little")

    def words(self) -> list[int]:
        """Return the words with the accumulator reduced, which is allowed but not required."""
        h = self.h % P1305
        return [*super().words(), self.position, *(h >> 32 * i & 0xFFFFFFFF for i in range(5))]


class _Aes(_Message):
    def __init__(self, kind: Kind, words: list[int], key: bytes, nonce: bytes) -> None:
        super().__init__(kind, words)
        self.cipher = Cipher(algorithms.AES(key), modes.ECB())
        block = b"".join(w.to_bytes(4, "little") for w in words[1:9])
        self.mac = bytearray(block[:16])
        self.counter = int.from_bytes(block[16:], "big")

    def encrypt(self, block: bytes) -> bytes:
        return self.cipher.encryptor().update(bytes(block))

    def counted(self, n: int) -> int:
        """The counter block n blocks later: GCM counts in its last four bytes."""
        size = 32 if self.kind.mode == "gcm" else 128
        low = self.counter % (1 << size)
        return self.counter - low + (low + n) % (1 << size)

    def count(self, n: int) -> None:
        self.counter = self.counted(n)

    def stream(self) -> bytes:
        """The keystream of the current block, whose number is one below the counter."""
        return self.encrypt(self.counted(-1).to_bytes(16, "big"))

    def chain(self) -> None:
        """The end of a block of the MAC."""
        if self.kind.mode == "gcm":
            h = int.from_bytes(self.encrypt(bytes(16)), "big")
            self.mac = bytearray(times(int.from_bytes(self.mac, "big"), h).to_bytes(16, "big"))
        else:
            self.mac = bytearray(self.encrypt(self.mac))

    def absorb(self, byte: int) -> bool:
        self.mac[self.place] ^= byte
        if complete := self.step():
            self.chain()
        return complete

    def ad(self, data: bytes) -> None:
        for byte in data:
            self.absorb(byte)

    def pad(self) -> None:
        if self.kind.aead and self.place:
            self.chain()

    def ad_end(self) -> None:
        self.pad()
        self.count({"ccm": 2, "gcm": 2, "ctr": 1}.get(self.kind.mode, 0))
        self.turn(DATA)

    def data(self, data: bytes) -> bytes:
        if self.kind.mode in ("ecb", "cbc"):
            return b"".join(self.chained(data[i : i + 16]) for i in range(0, len(data), 16))
        out = bytearray()
        stream = self.stream()
        for byte in data:
            answer = byte ^ stream[self.place]
            out.append(answer)
            hashed = answer if self.kind.decrypt == (self.kind.mode == "ccm") else byte  # CCM's MAC is of the plaintext
            if self.absorb(hashed) if self.kind.aead else self.step():
                self.count(1)
                stream = self.stream()
        return bytes(out)

    def chained(self, block: bytes) -> bytes:
        if not self.kind.decrypt:
            self.mac = bytearray(a ^ b for a, b in zip(self.mac, block, strict=True))
            out = self.encrypt(self.mac)
            self.mac = bytearray(out if self.kind.mode == "cbc" else 16)
            return out
        out = self.cipher.decryptor().update(block)
        if self.kind.mode == "cbc":
            out = bytes(a ^ b for a, b in zip(out, self.counter.to_bytes(16, "big"), strict=True))
            self.counter = int.from_bytes(block, "big")
        return out

    def data_end(self) -> bytes:
        self.pad()
        self.turn(SQUEEZE)
        if not self.kind.aead:
            return b""
        block = self.counter.to_bytes(16, "big")
        size = block[0] + 1
        first = block[:-size] + bytes(size)
        if self.kind.mode == "gcm":
            lengths = b"".join((8 * n).to_bytes(8, "big") for n in self.totals)
            self.mac = bytearray(a ^ b for a, b in zip(self.mac, lengths, strict=True))
            self.chain()
            first = self.counted(-2 - self.totals[1] // 16).to_bytes(16, "big")
        mask = self.encrypt(first)
        return bytes(a ^ b for a, b in zip(self.mac, mask, strict=True))[: self.kind.tag_len]

    def words(self) -> list[int]:
        block = bytes(self.mac) + self.counter.to_bytes(16, "big")
        chain = [int.from_bytes(block[i : i + 4], "little") for i in range(0, 32, 4)]
        return [*super().words(), *chain, int(self.part == DATA)]


_FAMILIES = {"ascon": _Ascon, "chacha20": _Chacha, "aes": _Aes}


def resumed(kind: Kind, words: list[int], part: Part, key: bytes, nonce: bytes = b"") -> tuple[bytes, bytes, list[int]]:
    """Return the output of a part, its tag if the message ends, and the words that it leaves. The context is legal, and
    the part fits it."""
    message = _FAMILIES[kind.family](kind, words, key, nonce)
    message.totals = part.totals
    tag = b""
    assert message.part == AD or not (part.ad or part.ad_end)
    message.ad(part.ad)
    if part.ad_end:
        message.ad_end()
    out = message.data(part.data)
    if part.data_end:
        tag = message.data_end()
    if kind.hashes:
        out = message.squeeze(part.out_len)
    return out, tag, message.words()
