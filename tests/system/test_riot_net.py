# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""GNRC, RIOT's network stack, on the packet interface (ports/riot/modules/vambrace_netdev): UDP over IPv6."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.system import riot_applications as applications
from tests.system.device_programs import CORES
from tests.system.packet_programs import payload, read_pcap
from tests.system.test_device_net import ADDRESSES, HEADERS
from vambrace.software import riot
from vambrace.software.devices import Devices

ECHO = riot.port() / "examples" / "udp_echo"
PEER, DEVICE = ADDRESSES[1]


def served(folder: Path, core: str, net: str, cycles: int) -> tuple[list[bytes], list[bytes]]:
    """Let the example run for so many cycles; return the payloads that it got, and those that it sent."""
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
def test_more_than_it_can_do(tmp_path):
    """The rest is lost; what comes back is whole, and in order. RIOT takes frames before it does anything else, so that
    with many more it sends nothing."""
    got, sent = served(tmp_path, "ibex-ref", "generate:rate=50,count=80,size=64", 2_000_000)
    assert len(got) == 80 and 5 < len(sent) < len(got)
    numbers = [got.index(data) for data in sent]
    assert numbers == sorted(set(numbers))
