# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Programs for the packet interface, and the frames and files that they are tested with."""

from __future__ import annotations

import struct
from pathlib import Path

#: After device_programs.PRELUDE.
PACKETS = """
static uint8_t frame[1516] __attribute__((aligned(4)));

static uint32_t receive(void)
{
    uint32_t i, length;
    while (!(AT(PACKETS, STATUS) & VMB_PACKETS_WAITING)) {
    }
    length = AT(PACKETS, RX_LENGTH);
    for (i = 0; i < length; i += 4)
        *(uint32_t *)(frame + i) = AT(PACKETS, RX_DATA);
    AT(PACKETS, RX_RELEASE) = 1;
    return length;
}

static void send(uint32_t length)
{
    AT(PACKETS, TX_LENGTH) = length;
    for (uint32_t i = 0; i < length; i += 4)
        AT(PACKETS, TX_DATA) = *(uint32_t *)(frame + i);
    AT(PACKETS, TX_SEND) = 1;
}

static void swap(uint32_t a, uint32_t b, uint32_t length)
{
    while (length--) {
        uint8_t kept = frame[a + length];
        frame[a + length] = frame[b + length];
        frame[b + length] = kept;
    }
}

/* Back to the sender: MAC addresses, IPv6 addresses, UDP ports. No checksum changes by it. */
static inline void turn(void)
{
    if (AT(PACKETS, LINK) == VMB_LINK_ETHERNET) {
        swap(0, 6, 6);
        swap(22, 38, 16);
        swap(54, 56, 2);
    } else {
        swap(5, 13, 8);
        swap(30, 46, 16);
        swap(62, 64, 2);
    }
}
#line 1
"""

#: Sends FRAMES frames back.
ECHO = """
int main(void)
{
    AT(PACKETS, CONTROL) = 1;
    for (int i = 0; i < FRAMES; i++) {
        uint32_t length = receive();
        turn();
        send(length);
    }
    return 0;
}
"""

NANOSECONDS, MICROSECONDS = 0xA1B23C4D, 0xA1B2C3D4


def read_pcap(path: Path) -> tuple[int, list[tuple[int, bytes]]]:
    """Return the link type and all frames, with their times in nanoseconds."""
    data = path.read_bytes()
    magic, major, minor, _, _, longest, link = struct.unpack_from("<IHHiIII", data)
    assert (magic, major, minor) == (NANOSECONDS, 2, 4)
    frames, at = [], 24
    while at < len(data):
        seconds, rest, captured, length = struct.unpack_from("<IIII", data, at)
        assert captured == length <= longest and rest < 1_000_000_000
        frames.append((seconds * 1_000_000_000 + rest, data[at + 16 : at + 16 + captured]))
        assert len(frames[-1][1]) == captured
        at += 16 + captured
    return link, frames


def pcap(frames: list[tuple[float, bytes]], link: int = 1, order: str = "<", magic: int = MICROSECONDS) -> bytes:
    """Return a file of frames with their times in seconds."""
    unit = 1e6 if magic == MICROSECONDS else 1e9
    parts = [struct.pack(f"{order}IHHiIII", magic, 2, 4, 0, 0, 65535, link)]
    for time, frame in frames:
        seconds = int(time)
        parts += [struct.pack(f"{order}IIII", seconds, round((time - seconds) * unit), len(frame), len(frame)), frame]
    return b"".join(parts)


def udp_checksum(packet: bytes) -> int:
    """Return 0 if the checksum of the UDP datagram in an IPv6 packet is right."""
    data = packet[8:] + bytes(len(packet) % 2)
    total = sum(struct.unpack(f">{len(data) // 2}H", data)) + len(packet) - 40 + 17
    while total >> 16:
        total = (total & 0xFFFF) + (total >> 16)
    return ~total & 0xFFFF


def payload(packet: bytes, source: str, target: str, ports: tuple[int, int], hop_limit: int = 64) -> bytes:
    """Return the payload of a UDP datagram in an IPv6 packet, and check all of its headers."""
    from ipaddress import IPv6Address

    first, length, following, hops = struct.unpack_from(">IHBB", packet)
    assert (first, length, following, hops) == (0x60000000, len(packet) - 40, 17, hop_limit)
    assert (IPv6Address(packet[8:24]), IPv6Address(packet[24:40])) == (IPv6Address(source), IPv6Address(target))
    assert struct.unpack_from(">HHH", packet, 40) == (*ports, len(packet) - 40)
    assert udp_checksum(packet) == 0
    return packet[48:]
