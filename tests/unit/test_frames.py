# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Datagrams of an echo server in files of frames, over Ethernet and over 6LoWPAN, as a reference peer generates
them.
"""

from __future__ import annotations

import random
import struct

import pytest

from tests.system.lowpan_peer import PEER_EUI, Sender, datagram, neighbour
from vambrace.software.ports import frames
from vambrace.software.ports.frames import Datagram

PAYLOAD = random.Random("frames").randbytes(80)


def found(some: list[bytes], link: str) -> list[Datagram]:
    """One frame per millisecond, in a file with nanoseconds."""
    file = bytes(24)
    for n, frame in enumerate(some):
        file += struct.pack("<4I", 0, 1_000_000 * n, len(frame), len(frame)) + frame
    return list(frames.datagrams(file, link))


def test_a_datagram_by_ethernet():
    header = bytes.fromhex("020000000001 020000000002 86dd")
    some = [header + datagram(PAYLOAD), header + neighbour(135), header + datagram(PAYLOAD[:7], 7, 49152), b"short"]
    assert found(some, "ethernet") == [Datagram(0, True, PAYLOAD), Datagram(100_000, False, PAYLOAD[:7])]


@pytest.mark.parametrize("hops", [64, 63])
@pytest.mark.parametrize("client", [49152, 0xF042, 0xF0B5])
def test_a_datagram_by_6lowpan(client, hops):
    """The hop limit is in the first byte or separate, and ports have 16, 8 or 4 bits."""
    sender = Sender()
    some = [
        *sender.frames(neighbour(136)),
        *sender.frames(datagram(PAYLOAD, client, 7, hops)),
        *sender.frames(datagram(PAYLOAD[:3], 7, client, hops)),
        *sender.frames(datagram(b"", client, 4242, hops)),
    ]
    assert found(some, "ieee802154") == [Datagram(50_000, True, PAYLOAD), Datagram(100_000, False, PAYLOAD[:3])]


def test_ports_of_four_bits():
    """The server's frames are not affected either."""
    assert found(Sender().frames(datagram(PAYLOAD, 0xF0B1, 0xF0B2)), "ieee802154") == []


def test_frames_without_a_whole_datagram_are_ignored():
    """A fragment, an uncompressed header, an address that is not the frame's, an acknowledgement."""
    (plain,) = Sender().frames(datagram(PAYLOAD[:40]), compress=False)
    (full,) = Sender().frames(datagram(PAYLOAD))
    fragments = Sender().frames(datagram(bytes(200)))
    other = full[:22] + b"\x03" + full[23:]
    assert len(fragments) > 1 and full[13:21] == PEER_EUI[::-1]
    assert found([plain, *fragments, other, b"\x02\x00\x07"], "ieee802154") == []
