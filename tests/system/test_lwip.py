# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""lwIP on FreeRTOS (ports/lwip): UDP over IPv6 from a generator and from real clients, on simulated cores."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tests.called import called
from tests.signals import let_through
from tests.system.device_programs import CORES, model_of
from tests.system.packet_programs import payload, read_pcap
from tests.system.test_device_net import ADDRESSES, HEADERS, exchange, free_port
from vambrace import config
from vambrace.software.ports import lwip
from vambrace.software.running.devices import Devices
from vambrace.software.running.simulate import Machine, simulate

ECHO = lwip.port() / "examples" / "udp_echo.c"
PEER, DEVICE = ADDRESSES[1]


def served(folder: Path, core: str, net: str, cycles: int) -> tuple[list[bytes], list[bytes]]:
    """Let the example run for this many cycles; return the payloads that it received, and those that it sent."""
    elf = lwip.build([ECHO], config.point(f"{core}/none"), 1 << 20)
    machine = Machine(max_cycles=cycles, devices=Devices(net=net))
    outcome = simulate(model_of(core), elf, machine, frames=folder / "trace.pcap")
    assert outcome.end == "hang", outcome.describe(elf)  # it does not end by itself
    got, sent = [], []
    for _, frame in read_pcap(folder / "trace.pcap")[1]:
        if frame[20] != 17:  # neighbour discovery, reports of groups
            continue
        if frame[:12] == HEADERS[1][:12]:
            got.append(payload(frame[14:], PEER, DEVICE, (49152, 7)))
        else:
            assert frame[:12] == HEADERS[1][6:12] + HEADERS[1][:6]
            sent.append(payload(frame[14:], DEVICE, PEER, (7, 49152), hop_limit=255))
    return got, sent


@pytest.mark.long("compiles lwIP with other options; real clients always run")
@pytest.mark.parametrize("core", CORES)
def test_each_datagram_comes_back(tmp_path, core):
    got, sent = served(tmp_path, core, "generate:rate=40,count=5,size=100", 500_000)
    assert len(got) == len(set(got)) == 5 and sent == got


@pytest.mark.long("nine seconds; single datagrams always come back")
def test_datagrams_of_all_sizes(tmp_path):
    for size in (0, 1, 2, 3, 1452):
        got, sent = served(tmp_path, "ibex-ref", f"generate:count=1,size={size}", 400_000)
        assert [len(data) for data in got] == [size] and sent == got


@pytest.mark.long("seven seconds of the compiler; datagrams of all sizes always run")
def test_frames_beyond_the_capacity_are_lost(tmp_path):
    """Datagrams that the queue does not lose are returned, in order."""
    got, sent = served(tmp_path, "ibex-ref", "generate:rate=600,count=400,size=64", 1_200_000)
    assert 50 < len(got) < 400
    assert sent == got


@pytest.mark.long("compiles lwIP with other options; real clients always run")
def test_a_wrong_checksum_is_not_answered(tmp_path):
    from tests.system.packet_programs import pcap

    served(tmp_path, "ibex-ref", "generate:count=1,size=10", 350_000)
    good = [frame for _, frame in read_pcap(tmp_path / "trace.pcap")[1] if frame[:12] == HEADERS[1][:12]]
    datagrams = [frame for frame in good if frame[20] == 17]
    bad = datagrams[0][:-1] + bytes([datagrams[0][-1] ^ 1])
    (tmp_path / "in.pcap").write_bytes(pcap([(0, bad)]))
    elf = lwip.build([ECHO], config.point("ibex-ref/none"), 1 << 20)
    machine = Machine(max_cycles=350_000, devices=Devices(net=f"pcap:{tmp_path / 'in.pcap'}"))
    simulate(model_of("ibex-ref"), elf, machine, frames=tmp_path / "trace.pcap")
    passed = [frame for _, frame in read_pcap(tmp_path / "trace.pcap")[1]]
    assert bad in passed and not [frame for frame in passed if frame[20] == 17 and frame != bad]


def test_real_clients(tmp_path):
    port = free_port()
    options = ["--point", "ibex-ref/none", "--os", "freertos-lwip", "--net", f"udp:{port}"]
    command = [sys.executable, "-m", "vambrace", "run", str(ECHO), *options, "--max-cycles", "100000000000"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=let_through)
    clients = [socket.socket(socket.AF_INET, socket.SOCK_DGRAM) for _ in range(2)]
    try:
        assert process.stdout.readline() == b"listening: FE80::FF:FE00:1, UDP port 7\n"
        for number in range(5):
            for client in clients:
                data = os.urandom(100 * number + 1)
                assert exchange(client, port, data) == data
        os.kill(process.pid, signal.SIGINT)
        assert b"interrupted" in process.communicate(timeout=60)[1]
    finally:
        process.kill()
        for client in clients:
            client.close()


@pytest.mark.parametrize("what", ["needs apt-get", "E: Unable to fetch some archives"])
def test_without_its_sources_one_line_says_so(tmp_path, monkeypatch, what):
    """With nothing downloaded yet: no apt-get, and one that reaches no archive. Nothing half-downloaded stays."""
    (tmp_path / "bin").mkdir()
    if what != "needs apt-get":
        (tmp_path / "bin" / "apt-get").write_text(f"#!/bin/sh\necho '{what}' >&2\nexit 100\n")
        (tmp_path / "bin" / "apt-get").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setenv("VAMBRACE_CACHE", str(tmp_path / "cache"))
    done = called("run", str(ECHO), "--point", "ibex-ref/none", "--os", "freertos-lwip")
    assert done.returncode not in (0, 124)
    (line,) = done.stderr.splitlines()
    assert line.startswith("vambrace: lwIP is not available: ") and what in line
    assert not [path for path in (tmp_path / "cache" / "lwip").iterdir() if path.is_dir() and any(path.iterdir())]
