# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""GNRC, RIOT's network stack, on the packet interface (ports/riot/modules/vambrace_netdev): UDP over IPv6, by
Ethernet and by 6LoWPAN."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.system import riot_applications as applications
from tests.system.device_programs import CORES
from tests.system.lowpan_peer import UDP, Receiver, Sender, datagram, neighbour
from tests.system.packet_programs import payload, pcap, read_pcap
from tests.system.test_device_net import ADDRESSES, HEADERS
from vambrace.software.ports import riot
from vambrace.software.running.devices import CLOCK, Devices

ECHO = riot.port() / "examples" / "udp_echo"
PEER, DEVICE = ADDRESSES[1]
IEEE802154 = 230  # of pcap files


def served(folder: Path, core: str, net: str, cycles: int) -> tuple[list[bytes], list[bytes]]:
    """Let the example run for this many cycles; return the payloads that it received, and those that it sent."""
    devices = Devices(net=net)
    outcome, printed = applications.let_run(ECHO, cycles, f"{core}/none", devices, frames=folder / "trace.pcap")
    assert outcome.end == "hang" and "listening: fe80::ff:fe00:1, UDP port 7\n" in printed, printed
    got, sent = [], []
    for _, frame in read_pcap(folder / "trace.pcap")[1]:
        if frame[20] != 17:  # neighbour discovery
            continue
        if frame[:12] == HEADERS[1][:12]:
            got.append(payload(frame[14:], PEER, DEVICE, (49152, 7)))
        else:
            assert frame[:12] == HEADERS[1][6:12] + HEADERS[1][:6]
            sent.append(payload(frame[14:], DEVICE, PEER, (7, 49152), hop_limit=64))
    return got, sent


@applications.needed
@pytest.mark.parametrize("core", CORES)
def test_each_datagram_comes_back(tmp_path, core):
    got, sent = served(tmp_path, core, "generate:rate=8,count=6,size=100", 1_200_000)
    assert len(got) == len(set(got)) == 6 and sent == got[-len(sent) :] and len(sent) >= 5


@applications.needed
@pytest.mark.parametrize("size", [0, 1, 2, 3, 1452])
def test_datagrams_of_all_sizes(tmp_path, size):
    got, sent = served(tmp_path, "ibex-ref", f"generate:rate=8,count=4,size={size}", 1_200_000)
    assert [len(data) for data in got] == [size] * 4 and len(sent) >= 3 and sent == got[-len(sent) :]


@applications.needed
def test_frames_beyond_the_capacity_are_lost(tmp_path):
    """The remaining frames are lost; the answers are complete, and in order. RIOT receives frames before any other
    work, so that with many more frames it sends nothing.
    """
    got, sent = served(tmp_path, "ibex-ref", "generate:rate=50,count=80,size=64", 2_000_000)
    assert len(got) == 80 and 5 < len(sent) < len(got)
    numbers = [got.index(data) for data in sent]
    assert numbers == sorted(set(numbers))


def served_by_6lowpan(folder: Path, core: str, messages: list[bytes]) -> Receiver:
    """Send messages, a frame each millisecond, with a pause after each message; return the messages that the example
    sent, reassembled. A radio needs more time for a frame; RIOT's queue of 6LoWPAN takes 8 at once."""
    sender, now = Sender(), 5
    frames = [(0.0, frame) for frame in sender.frames(neighbour(136))]  # arrives before there is a server
    for message in messages:
        for frame in sender.frames(datagram(message)):
            frames.append((1e-3 * now, frame))
            now += 1
        now += 10
    (folder / "in.pcap").write_bytes(pcap(frames, IEEE802154))
    devices = Devices(net=f"pcap:{folder / 'in.pcap'}", link="ieee802154")
    outcome, printed = applications.let_run(
        ECHO, now * CLOCK // 1000, f"{core}/none", devices, frames=folder / "trace.pcap"
    )
    assert outcome.end == "hang" and "listening: fe80::1, UDP port 7\n" in printed, printed
    receiver, offered = Receiver(), {frame for _, frame in frames}
    link, passed = read_pcap(folder / "trace.pcap")
    assert link == IEEE802154 and offered <= {frame for _, frame in passed}
    for _, frame in passed:
        if frame not in offered:
            receiver.receive(frame)
    return receiver


@applications.needed
@pytest.mark.parametrize("core", CORES)
def test_each_datagram_comes_back_by_6lowpan(tmp_path, core):
    """In one frame, in two fragments, and of the length that IPv6 expects of each link."""
    rng = random.Random("6lowpan")
    messages = [rng.randbytes(size) for size in (80, 0, 1, 96, 1232)]
    receiver = served_by_6lowpan(tmp_path, core, messages)
    packets = [packet for packet in receiver.packets if packet[6] == UDP]
    assert [payload(packet, "fe80::1", "fe80::2", (7, 49152)) for packet in packets] == messages
    assert {0x78, 0xC0, 0xE0} <= {kind & 0xF8 for kind in receiver.kinds}
