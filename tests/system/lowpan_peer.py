# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""A peer on a link of IEEE 802.15.4: it converts IPv6 packets to frames and back, by 6LoWPAN with compressed headers
(RFC 6282) and fragments (RFC 4944). It has only link-local addresses, without contexts."""

from __future__ import annotations

import struct
from dataclasses import dataclass, field

from tests.system.packet_programs import udp_checksum

LARGEST = 125  # bytes of a frame without its check sequence
PAN = b"\xcd\xab"
PEER_EUI, DEVICE_EUI = bytes.fromhex("0200000000000002"), bytes.fromhex("0200000000000001")
PREFIX = bytes.fromhex("fe80000000000000")
UDP, ICMP = 17, 58


def address_of(link: bytes) -> bytes:
    """The link-local address of an EUI-64 (RFC 4291, appendix A)."""
    return PREFIX + bytes([link[0] ^ 2]) + link[1:]


PEER, DEVICE = address_of(PEER_EUI), address_of(DEVICE_EUI)


def datagram(payload: bytes, source: int = 49152, target: int = 7, hops: int = 64) -> bytes:
    """The IPv6 packet of a datagram to the device."""
    length = 8 + len(payload)
    packet = struct.pack(">IHBB", 0x60000000, length, UDP, hops) + PEER + DEVICE
    packet += struct.pack(">HHHH", source, target, length, 0) + payload
    return packet[:46] + struct.pack(">H", udp_checksum(packet) or 0xFFFF) + packet[48:]


def neighbour(kind: int) -> bytes:
    """A neighbour solicitation (135) of the device's address, or an advertisement (136) of the peer's."""
    target, flags = (DEVICE, 0) if kind == 135 else (PEER, 0x60000000)
    body = struct.pack(">BBHI", kind, 0, 0, flags) + target + bytes([kind - 134, 2]) + PEER_EUI + bytes(6)
    packet = struct.pack(">IHBB", 0x60000000, len(body), ICMP, 255) + PEER + DEVICE + body
    total = sum(struct.unpack(f">{len(packet[8:]) // 2}H", packet[8:])) + len(body) + ICMP
    while total >> 16:
        total = (total & 0xFFFF) + (total >> 16)
    return packet[:42] + struct.pack(">H", ~total & 0xFFFF) + packet[44:]


def compressed(packet: bytes) -> tuple[bytes, int]:
    """Return the headers of a packet in their shortest form, and the number of bytes that they replace."""
    hops = {1: 1, 64: 2, 255: 3}.get(packet[7], 0)
    head = bytes([0x78 | (packet[6] == UDP) << 2 | hops, 0x33])  # both addresses from the link's
    inline = (b"" if packet[6] == UDP else packet[6:7]) + (packet[7:8] if hops == 0 else b"")
    if packet[6] != UDP:
        return head + inline, 40
    source, target = struct.unpack_from(">HH", packet, 40)
    if source >> 4 == target >> 4 == 0xF0B:
        ports = bytes([0xF3, (source & 15) << 4 | target & 15])
    elif source >> 8 == 0xF0:
        ports = b"\xf2" + bytes([source & 255]) + packet[42:44]
    elif target >> 8 == 0xF0:
        ports = b"\xf1" + packet[40:42] + bytes([target & 255])
    else:
        ports = b"\xf0" + packet[40:44]
    return head + inline + ports + packet[46:48], 48


@dataclass
class Sender:
    """Generates frames to the device."""

    sequence: int = 0
    tag: int = 0

    def frame(self, body: bytes) -> bytes:
        self.sequence = (self.sequence + 1) % 256
        return b"\x41\xcc" + bytes([self.sequence]) + PAN + DEVICE_EUI[::-1] + PEER_EUI[::-1] + body

    def frames(self, packet: bytes, compress: bool = True) -> list[bytes]:
        """Those of a packet, in their order."""
        head, hidden = compressed(packet) if compress else (b"\x41", 0)
        room = LARGEST - 21
        if len(head) + len(packet) - hidden <= room:
            return [self.frame(head + packet[hidden:])]
        self.tag += 1
        size = struct.pack(">HH", len(packet), self.tag)
        at = hidden + (room - 4 - len(head) - (0 if hidden % 8 == 0 else 8 - hidden % 8)) // 8 * 8
        fragments = [self.frame(bytes([size[0] | 0xC0]) + size[1:] + head + packet[hidden:at])]
        step = (room - 5) // 8 * 8
        for begin in range(at, len(packet), step):
            body = bytes([size[0] | 0xE0]) + size[1:] + bytes([begin // 8]) + packet[begin : begin + step]
            fragments.append(self.frame(body))
        return fragments


def addresses(frame: bytes) -> tuple[bytes, bytes, bytes]:
    """The target's and the source's address of a data frame, and its body."""
    control = int.from_bytes(frame[:2], "little")
    assert control & 7 == 1 and control & 0x40, "no data frame within one PAN"
    assert frame[3:5] == PAN
    at, links = 5, []
    for mode in (control >> 10 & 3, control >> 14):
        length = {2: 2, 3: 8}[mode]
        links.append(frame[at : at + length][::-1])
        at += length
    return links[0], links[1], frame[at:]


def _unicast(mode: int, link: bytes, body: bytes) -> tuple[bytes, bytes]:
    if mode == 0:
        return body[:16], body[16:]
    if mode == 1:
        return PREFIX + body[:8], body[8:]
    if mode == 2:
        return PREFIX + bytes.fromhex("000000fffe00") + body[:2], body[2:]
    return address_of(link), body


def _multicast(mode: int, body: bytes) -> tuple[bytes, bytes]:
    if mode == 0:
        return body[:16], body[16:]
    if mode == 3:
        return b"\xff\x02" + bytes(13) + body[:1], body[1:]
    length = 6 if mode == 1 else 4
    return b"\xff" + body[:1] + bytes(15 - length) + body[1:length], body[length:]


def _udp_header(body: bytes, length: int) -> tuple[bytes, bytes]:
    """Return the header of a datagram with a compressed header, and the data after it."""
    kind, body = body[0], body[1:]
    assert kind & 0xFC == 0xF0, "no datagram with a checksum"
    if kind & 3 == 3:
        ports, body = struct.pack(">HH", 0xF0B0 | body[0] >> 4, 0xF0B0 | body[0] & 15), body[1:]
    elif kind & 3 == 2:
        ports, body = b"\xf0" + body[:3], body[3:]
    elif kind & 3 == 1:
        ports, body = body[:2] + b"\xf0" + body[2:3], body[3:]
    else:
        ports, body = body[:4], body[4:]
    return ports + struct.pack(">H", length - 40) + body[:2], body[2:]


def decompressed(target: bytes, source: bytes, body: bytes, size: int | None) -> bytes:
    """The packet, or its first part, of a body that begins with a dispatch; `size`: of the whole packet."""
    if body[0] == 0x41:
        return body[1:]
    assert body[0] & 0xF8 == 0x78, "traffic class and flow label are 0"
    following, hops, kind, body = body[0] >> 2 & 1, body[0] & 3, body[1], body[2:]
    assert kind & 0x84 == 0 and kind & 0x70 <= 0x40, "no contexts"
    number = UDP
    if not following:
        number, body = body[0], body[1:]
    limit = (0, 1, 64, 255)[hops]
    if hops == 0:
        limit, body = body[0], body[1:]
    origin, body = (bytes(16), body) if kind & 0x40 else _unicast(kind >> 4 & 3, source, body)  # 0x40: none
    goal, body = _multicast(kind & 3, body) if kind & 8 else _unicast(kind & 3, target, body)
    if following:
        length = size or 48 + len(body) - {0: 7, 1: 6, 2: 6, 3: 4}[body[0] & 3]
        header, body = _udp_header(body, length)
        body = header + body
    return struct.pack(">IHBB", 0x60000000, (size or 40 + len(body)) - 40, number, limit) + origin + goal + body


@dataclass
class Receiver:
    """Puts the packets of the device together, or of the peer."""

    sender: bytes = DEVICE_EUI
    parts: dict[tuple[int, int], dict[int, bytes]] = field(default_factory=dict)
    packets: list[bytes] = field(default_factory=list)
    kinds: list[int] = field(default_factory=list)  # the first byte of each frame's body

    def receive(self, frame: bytes) -> None:
        assert len(frame) <= LARGEST
        target, source, body = addresses(frame)
        assert source == self.sender and target in (DEVICE_EUI, PEER_EUI, b"\xff\xff") and target != source
        self.kinds.append(body[0])
        if body[0] & 0xD8 != 0xC0:
            self.packets.append(decompressed(target, source, body, None))
            return
        key = size, _ = int.from_bytes(body[:2], "big") & 0x7FF, int.from_bytes(body[2:4], "big")
        parts = self.parts.setdefault(key, {})
        if body[0] & 0xF8 == 0xC0:
            parts[0] = decompressed(target, source, body[4:], size)
        else:
            parts[8 * body[4]] = body[5:]
        if sum(map(len, parts.values())) == size:
            packet = b""
            for at, part in sorted(self.parts.pop(key).items()):
                assert at == len(packet)
                packet += part
            self.packets.append(packet)
