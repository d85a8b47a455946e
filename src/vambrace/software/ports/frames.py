# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The datagrams of an echo server and its client in a frame file (--trace-net): over Ethernet, or over 6LoWPAN with
compressed headers, one datagram per frame. Other frames, such as those of neighbour discovery, are skipped.
"""

import struct
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from vambrace.software.running.devices import CLOCK, ETHERNET

_ECHO = 7  # the server's port


@dataclass(frozen=True)
class Datagram:
    cycle: int  # time of reception or transmission
    received: bool  # by the server
    payload: bytes


def datagrams(pcap: bytes, link: str = ETHERNET) -> Iterator[Datagram]:
    """Yield all datagrams to or from the server in order."""
    find = _FINDS[link]
    at = 24
    while at < len(pcap):
        seconds, nanoseconds, length = struct.unpack_from("<3I", pcap, at)
        frame = pcap[at + 16 : at + 16 + length]
        at += 16 + length
        if (datagram := find(frame)) is not None:
            (source, target), payload = datagram
            if _ECHO in (source, target):
                yield Datagram(seconds * CLOCK + round(nanoseconds * CLOCK / 1e9), target == _ECHO, payload)


#: The ports of a datagram, and its payload.
_Datagram = tuple[tuple[int, int], bytes]


def _of_ethernet(frame: bytes) -> _Datagram | None:
    """Parse an Ethernet frame: a header of 14 bytes and an IPv6 header whose next header is UDP."""
    if len(frame) < 62 or frame[20] != 17:
        return None
    return struct.unpack_from(">2H", frame, 54), frame[62:]


def _of_ieee802154(frame: bytes) -> _Datagram | None:
    """Parse a data frame of a PAN with 64-bit addresses: a compressed IPv6 header (RFC 6282, section 3.1) without
    traffic class and flow label, with the frame's addresses, and a compressed UDP header (4.3) with a checksum.
    """
    if len(frame) < 30 or frame[0] & 0x47 != 0x41 or frame[1] & 0xCC != 0xCC:
        return None
    body = frame[21:]
    if body[0] & 0xFC != 0x7C or body[1] != 0x33:
        return None
    udp = body[2 if body[0] & 3 else 3 :]  # after the hop limit
    if udp[0] & 0xFC != 0xF0:
        return None
    ports, size = _ports(udp)
    return ports, udp[size + 2 :]


def _ports(udp: bytes) -> tuple[tuple[int, int], int]:
    """Return the ports in a compressed UDP header, and the number of its bytes before the checksum."""
    kind = udp[0] & 3
    if kind == 3:
        return (0xF0B0 | udp[1] >> 4, 0xF0B0 | udp[1] & 15), 2
    if kind == 2:
        return (0xF000 | udp[1], udp[2] << 8 | udp[3]), 4
    if kind == 1:
        return (udp[1] << 8 | udp[2], 0xF000 | udp[3]), 4
    return (udp[1] << 8 | udp[2], udp[3] << 8 | udp[4]), 5


_FINDS: dict[str, Callable[[bytes], _Datagram | None]] = {ETHERNET: _of_ethernet, "ieee802154": _of_ieee802154}
