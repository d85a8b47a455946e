# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The expected frames of protocols (configs/frames.toml): nonces and associated data as the standards state them, with
the algorithms of vambrace.software.oracles.oracle. A test compares them with the references of tests/aead/frames.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import NamedTuple

from vambrace.config import Frame
from vambrace.software.oracles import oracle
from vambrace.software.running.jobs import Job

_APPLICATION_DATA = 23
_EPOCH_12, _EPOCH_13 = 1, 3  # as in firmware/frames
_CENTRAL = 1


class Expected(NamedTuple):
    """A frame in its buffer before protection, after it, and after the reverse. `key` and `public` are as
    firmware/frames reads them. Bytes that protection writes are random before it.
    """

    key: bytes
    public: bytes
    plain: bytes
    protected: bytes
    unprotected: bytes

    def calls(self) -> list[tuple[Job, bytes]]:
        """Return the jobs that protect and unprotect the frame, each with its expected output."""
        return [
            (Job("protect", self.key, self.public, data=self.plain).in_place(), self.protected),
            (Job("unprotect", self.key, self.public, data=self.protected).in_place(), self.unprotected),
        ]


def packet(frame: Frame, seed: int = 1) -> Expected:
    """Return a frame of pseudo-random content."""
    return _PROTOCOLS[frame.protocol](frame, random.Random(f"{frame.name}/{seed}"))


def _seal(frame: Frame, key: bytes, nonce: bytes, ad: bytes, content: bytes) -> bytes:
    """Return ciphertext and tag of the frame's AEAD."""
    return b"".join(oracle.seal(frame.algorithms[0], key, nonce, ad, content, frame.tag))


def _number(rng: random.Random) -> int:
    """Return a counter that a receiver without earlier frames accepts."""
    return rng.randrange(1, 1000)


def _xor(a: bytes, b: bytes) -> bytes:
    return bytes(x ^ y for x, y in zip(a, b, strict=True))


def _ieee802154(frame: Frame, rng: random.Random) -> Expected:
    """IEEE 802.15.4-2020, section 9.3."""
    key, source, counter = rng.randbytes(16), rng.randbytes(8), _number(rng)
    header, content, room = rng.randbytes(frame.header), rng.randbytes(frame.content), rng.randbytes(frame.tag)
    nonce = source + counter.to_bytes(4, "big") + bytes([frame.level])
    sealed = _seal(frame, key, nonce, header, content)
    public = source + counter.to_bytes(4, "little")
    return Expected(key, public, header + content + room, header + sealed, header + content + sealed[-frame.tag :])


def _zigbee(frame: Frame, rng: random.Random) -> Expected:
    """Zigbee specification, revision 22, section 4.3.1: a frame has no level on the air."""
    key, source, counter = rng.randbytes(16), rng.randbytes(8), _number(rng).to_bytes(4, "little")
    control = 1 << 3 | 0x20  # the network key, and the sender's address
    header, content, room = rng.randbytes(frame.header - 14), rng.randbytes(frame.content), rng.randbytes(frame.tag)
    end = counter + source + rng.randbytes(1)
    nonce = source + counter + bytes([control | frame.level])
    sealed = _seal(frame, key, nonce, header + bytes([control | frame.level]) + end, content)
    start = header + bytes([control]) + end
    return Expected(key, b"", start + content + room, start + sealed, start + content + sealed[-frame.tag :])


def _ble(frame: Frame, rng: random.Random) -> Expected:
    """Bluetooth Core Specification 5.4, volume 6, part E, sections 1 and 2."""
    key, iv, counter = rng.randbytes(16), rng.randbytes(8), _number(rng)
    first, content, room = rng.randrange(256) & ~0x20, rng.randbytes(frame.content), rng.randbytes(frame.tag)
    nonce = (counter | _CENTRAL << 39).to_bytes(5, "little") + iv
    sealed = _seal(frame, key, nonce, bytes([first & 0xE3]), content)
    before, after = bytes([first, frame.content]), bytes([first, frame.content + frame.tag])
    public = iv + counter.to_bytes(5, "little")
    return Expected(key, public, before + content + room, after + sealed, before + content + sealed[-frame.tag :])


def _lorawan(frame: Frame, rng: random.Random) -> Expected:
    """LoRaWAN specification 1.0, sections 4.3.3 and 4.4: an uplink."""
    nwk, app, address, counter = rng.randbytes(16), rng.randbytes(16), rng.randbytes(4), _number(rng)
    content, room = rng.randbytes(frame.content), rng.randbytes(frame.tag)
    number = counter.to_bytes(4, "little")
    header = b"\x40" + address + b"\x00" + number[:2] + bytes([rng.randrange(1, 224)])
    ciphertext, _ = oracle.encrypt("aes-128-ctr", app, b"\x01" + bytes(5) + address + number + b"\x00\x01", content)
    text = header + ciphertext
    block = b"\x49" + bytes(5) + address + number + bytes([0, len(text)])
    mic = oracle.mac("aes-128-cmac", nwk, b"", block + text, frame.tag)
    return Expected(nwk + app, number, header + content + room, text + mic, header + content + mic)


def _oscore(frame: Frame, rng: random.Random) -> Expected:
    """RFC 8613, sections 5.2 to 5.4: a request."""
    key, iv, kid, piv = rng.randbytes(16), rng.randbytes(13), rng.randbytes(1), _number(rng)
    content, room = rng.randbytes(frame.content), rng.randbytes(frame.tag)
    nonce = _xor(iv, bytes([1]) + kid.rjust(7, b"\0") + piv.to_bytes(5, "big"))
    shortest = piv.to_bytes((piv.bit_length() + 7) // 8, "big")
    external = b"\x85\x01\x81\x0a\x41" + kid + bytes([0x40 + len(shortest)]) + shortest + b"\x40"
    sealed = _seal(frame, key, nonce, b"\x83\x68Encrypt0\x40" + bytes([0x40 + len(external)]) + external, content)
    public = iv + piv.to_bytes(5, "little") + kid
    return Expected(key, public, content + room, sealed, content + sealed[-frame.tag :])


def _dtls12(frame: Frame, rng: random.Random) -> Expected:
    """RFC 6347, section 4.1, with RFC 6655, 5288 or 7905."""
    chacha = frame.algorithms[0].startswith("chacha20")
    key, iv = rng.randbytes(frame.called[0].key), rng.randbytes(12 if chacha else 4)
    sequence, content = _number(rng), rng.randbytes(frame.content)
    number = _EPOCH_12.to_bytes(2, "big") + sequence.to_bytes(6, "big")
    kind = bytes([_APPLICATION_DATA, 0xFE, 0xFD])
    nonce = _xor(iv, bytes(4) + number) if chacha else iv + number
    sealed = _seal(frame, key, nonce, number + kind + len(content).to_bytes(2, "big"), content)
    explicit = b"" if chacha else number
    header = kind + number + (len(explicit) + len(sealed)).to_bytes(2, "big") + explicit
    plain = rng.randbytes(frame.header) + content + rng.randbytes(frame.tag)
    public = sequence.to_bytes(6, "little")
    return Expected(key + iv, public, plain, header + sealed, header + content + sealed[-frame.tag :])


def _dtls13(frame: Frame, rng: random.Random) -> Expected:
    """RFC 9147, sections 4 and 4.2.3, and RFC 8446, section 5.2: without connection ID and padding."""
    length = frame.called[0].key
    key, iv, sn_key = rng.randbytes(length), rng.randbytes(12), rng.randbytes(length)
    sequence, content = _number(rng), rng.randbytes(frame.content)
    inner = content + bytes([_APPLICATION_DATA])
    start, end = bytes([0x2C | _EPOCH_13]), (len(inner) + frame.tag).to_bytes(2, "big")
    low = sequence.to_bytes(2, "big")
    sealed = _seal(frame, key, _xor(iv, sequence.to_bytes(12, "big")), start + low + end, inner)
    header = start + _xor(low, _mask(frame, sn_key, sealed[:16])[:2]) + end
    plain = rng.randbytes(frame.header) + content + rng.randbytes(1 + frame.tag)
    public = sequence.to_bytes(8, "little")
    return Expected(key + iv + sn_key, public, plain, header + sealed, header + inner + sealed[-frame.tag :])


def _mask(frame: Frame, key: bytes, sample: bytes) -> bytes:
    """Return the bytes that a sequence number is XORed with (RFC 9147, section 4.2.3)."""
    if frame.mask == "chacha20":
        from cryptography.hazmat.primitives.ciphers import Cipher, algorithms

        return Cipher(algorithms.ChaCha20(key, sample), None).encryptor().update(bytes(16))
    return oracle.encrypt("aes-128-ecb", key, b"", sample)[0]


_PROTOCOLS: dict[str, Callable[[Frame, random.Random], Expected]] = {
    "ieee802154": _ieee802154,
    "zigbee": _zigbee,
    "ble": _ble,
    "lorawan": _lorawan,
    "oscore": _oscore,
    "dtls12": _dtls12,
    "dtls13": _dtls13,
}
