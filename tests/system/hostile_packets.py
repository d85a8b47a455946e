# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Packets of an attacker for the encrypted echo server (ports/lwip/examples/secure_echo.c), and a reference model of
the server: its expected counts and answers."""

from __future__ import annotations

import random
import struct
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from ipaddress import IPv6Address

from tests.system.packet_programs import udp_checksum
from vambrace.software.oracles import oracle

KEY = bytes(range(16))
LARGEST, WINDOW, HEADER, TAG = 512, 64, 8, 16
OVERHEAD = HEADER + TAG

#: MAC addresses and IPv6 addresses of the peer and of the device, and their ports.
PEER_MAC, DEVICE_MAC = bytes.fromhex("020000000002"), bytes.fromhex("020000000001")
PEER, DEVICE = IPv6Address("fe80::ff:fe00:2").packed, IPv6Address("fe80::ff:fe00:1").packed
CLIENT_PORT, PORT = 49152, 7
ETHERNET = DEVICE_MAC + PEER_MAC + bytes.fromhex("86dd")


@dataclass(frozen=True)
class Suite:
    """How the channel seals."""

    algorithm: str
    nonce: int  # its bytes
    flags: tuple[str, ...]

    def packet(self, direction: int, sequence: int, message: bytes, key: bytes = KEY) -> bytes:
        number = sequence.to_bytes(HEADER, "big")
        nonce = bytes([direction]) + bytes(self.nonce - HEADER - 1) + number
        return number + b"".join(oracle.seal(self.algorithm, key, nonce, b"", message, TAG))


SUITES = {
    "ascon": Suite("ascon-aead128", 16, ()),
    "ccm": Suite("aes-128-ccm", 13, ("-DCHANNEL_AES_CCM",)),
}


def icmp(kind: int, flags: int, option: int, hops: int = 255) -> bytes:
    """A frame with a neighbour solicitation (135) of the device's address or an advertisement (136) of the peer's."""
    target = DEVICE if kind == 135 else PEER
    body = struct.pack(">BBHI", kind, 0, 0, flags) + target + bytes([option, 1]) + PEER_MAC
    packet = struct.pack(">IHBB", 0x60000000, len(body), 58, hops) + PEER + DEVICE + body
    total = sum(struct.unpack(f">{len(packet[8:]) // 2}H", packet[8:])) + len(body) + 58
    while total >> 16:
        total = (total & 0xFFFF) + (total >> 16)
    return ETHERNET + packet[:42] + struct.pack(">H", ~total & 0xFFFF) + packet[44:]


def introduction() -> list[bytes]:
    """Return the frame that announces the peer's MAC address to the device for 30 seconds."""
    return [icmp(135, 0, 1), icmp(136, 0x60000000, 2)]


def datagram(payload: bytes) -> bytes:
    """The frame of a datagram to the server."""
    length = 8 + len(payload)
    packet = struct.pack(">IHBB", 0x60000000, length, 17, 64) + PEER + DEVICE
    packet += struct.pack(">HHHH", CLIENT_PORT, PORT, length, 0) + payload
    return ETHERNET + packet[:46] + struct.pack(">H", udp_checksum(packet) or 0xFFFF) + packet[48:]


def payload_of(frame: bytes) -> bytes | None:
    """Return the part of a frame that reaches the server; None if Ethernet, IPv6 or UDP must drop it."""
    packet = frame[14:]
    if len(packet) < 48 or frame[12:14] != ETHERNET[12:] or packet[0] >> 4 != 6:
        return None
    length = int.from_bytes(packet[4:6], "big")
    packet = packet[: 40 + length]
    if len(packet) != 40 + length or length < 8 or packet[6] != 17 or packet[24:40] != DEVICE:
        return None
    if udp_checksum(packet) != 0 or packet[46:48] == b"\0\0" or packet[42:44] != struct.pack(">H", PORT):
        return None
    return packet[48:]


@dataclass
class Attacker:
    """Generates frames: some valid ones, and many of all other kinds."""

    suite: Suite
    rng: random.Random
    authentic: dict[bytes, tuple[int, bytes]] = field(default_factory=dict)  # packet: sequence number and message
    good: list[bytes] = field(default_factory=list)
    sequence: int = 0

    def next_good(self) -> bytes:
        message = self.rng.randbytes(self.rng.choice((0, 1, 15, 16, 33, 64, 200, LARGEST)))
        packet = self.suite.packet(0, self.sequence, message)
        self.authentic[packet] = self.sequence, message
        self.good.append(packet)
        self.sequence += self.rng.choice((1, 1, 1, 2, 5))
        return datagram(packet)

    def replayed(self) -> bytes:
        return datagram(self.rng.choice(self.good[-20:]))

    def old(self) -> bytes:
        return datagram(self.rng.choice(self.good))

    def truncated(self) -> bytes:
        packet = self.rng.choice(self.good[-20:])
        return datagram(packet[: self.rng.randrange(len(packet))])

    def flipped(self) -> bytes:
        return datagram(self._flip(self.rng.choice(self.good[-20:])))

    def flipped_in_the_frame(self) -> bytes:
        return self._flip(datagram(self.rng.choice(self.good[-20:])))

    def oversize(self) -> bytes:
        return datagram(self.rng.randbytes(self.rng.randint(LARGEST + OVERHEAD + 1, 1452)))

    def longer(self) -> bytes:
        packet = self.rng.choice(self.good[-20:])
        return datagram(packet + self.rng.randbytes(self.rng.randint(1, 1452 - len(packet))))

    def wrong_key(self) -> bytes:
        return datagram(self.suite.packet(0, self._unused(), bytes(20), bytes(16)))

    def reflected(self) -> bytes:
        """An answer of the server, sent back to it."""
        return datagram(self.suite.packet(1, self._unused(), bytes(20)))

    def noise(self) -> bytes:
        return datagram(self.rng.randbytes(self.rng.randrange(600)))

    def short_frame(self) -> bytes:
        frame = datagram(self.rng.choice(self.good[-20:]))
        return frame[: self.rng.randint(1, len(frame) - 1)]

    def frame_of_noise(self) -> bytes:
        return self.rng.choice((b"", ETHERNET, ETHERNET + b"\x60")) + self.rng.randbytes(self.rng.randint(1, 1400))

    def _unused(self) -> int:
        return self.sequence + self.rng.choice((0, 1, 1000, 1 << 40, (1 << 64) - 1 - self.sequence))

    def _flip(self, data: bytes) -> bytes:
        bit = self.rng.randrange(8 * len(data))
        return data[: bit // 8] + bytes([data[bit // 8] ^ 1 << bit % 8]) + data[bit // 8 + 1 :]

    def frames(self, count: int, good: float) -> list[bytes]:
        """Return this many frames, with a share of good ones, which come first."""
        kinds: list[Callable[[], bytes]] = [
            self.replayed,
            self.old,
            self.truncated,
            self.flipped,
            self.flipped_in_the_frame,
            self.oversize,
            self.longer,
            self.wrong_key,
            self.reflected,
            self.noise,
            self.short_frame,
            self.frame_of_noise,
        ]
        generated = [self.next_good()]
        while len(generated) < count:
            generated.append(self.next_good() if self.rng.random() < good else self.rng.choice(kinds)())
        return generated


@dataclass
class Server:
    """The reference model."""

    attacker: Attacker
    counted: Counter[str] = field(default_factory=Counter)
    answers: list[bytes] = field(default_factory=list)
    to_others: int = 0  # frames to another address
    newest: int = -1
    seen: set[int] = field(default_factory=set)

    def receive(self, frame: bytes) -> None:
        payload = payload_of(frame)
        if payload is None:
            self.counted["below"] += 1
            self.to_others += frame[38:54] != DEVICE
        else:
            self.counted[self._judge(payload)] += 1

    def _judge(self, payload: bytes) -> str:
        if len(payload) > LARGEST + OVERHEAD:
            return "too long"
        if len(payload) < OVERHEAD:
            return "too short"
        sequence = int.from_bytes(payload[:HEADER], "big")
        if sequence <= self.newest - WINDOW or sequence == (1 << 64) - 1:
            return "too old"
        if sequence in self.seen:
            return "replayed"
        if payload not in self.attacker.authentic:
            return "forged"
        self.newest = max(self.newest, sequence)
        self.seen.add(sequence)
        self.answers.append(self.attacker.suite.packet(1, *self.attacker.authentic[payload]))
        return "accepted"
