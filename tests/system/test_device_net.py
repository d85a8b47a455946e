# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The peers of the packet interface (soc/sim/net): their output, their input, and the file of both."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import suppress
from itertools import pairwise

import pytest

from tests.called import called
from tests.signals import let_through
from tests.system.device_programs import CORES, PRELUDE, Ended, run
from tests.system.packet_programs import ECHO, NANOSECONDS, PACKETS, payload, pcap, read_pcap
from vambrace.base.errors import UsageError
from vambrace.software.running.devices import Devices

#: Of the peer and of the device: IPv6 addresses by link type.
ADDRESSES = {1: ("fe80::ff:fe00:2", "fe80::ff:fe00:1"), 230: ("fe80::2", "fe80::1")}
HEADERS = {
    1: bytes.fromhex("020000000001 020000000002 86dd"),
    230: bytes.fromhex("41cc 00 cdab 0100000000000002 0200000000000002 41"),
}


def echo(folder, devices: Devices, frames: int, core: str = "ibex-ref") -> tuple[int, list[tuple[int, bytes]]]:
    """Run a program that returns `frames` frames; return the traffic."""
    ended = run(folder, f"#define FRAMES {frames}\n" + PACKETS + ECHO, core, devices, frames=folder / "trace.pcap")
    assert ended == Ended(0, "")
    return read_pcap(folder / "trace.pcap")


def sent_and_returned(link: int, frames: list[tuple[int, bytes]], port: int = 7) -> list[bytes]:
    """Check that each datagram of the generator is followed by its echo; return the payloads."""
    peer, device = ADDRESSES[link]
    size = len(HEADERS[link])
    payloads = []
    for sent, back in zip(frames[0::2], frames[1::2], strict=True):
        assert back[0] > sent[0]
        payloads.append(payload(sent[1][size:], peer, device, (49152, port)))
        assert payload(back[1][size:], device, peer, (port, 49152)) == payloads[-1]
        if link == 1:
            assert sent[1][:size] == HEADERS[1]
            assert back[1][:size] == HEADERS[1][6:12] + HEADERS[1][:6] + HEADERS[1][12:]
        else:
            assert sent[1][:2] + sent[1][3:size] == HEADERS[230][:2] + HEADERS[230][3:]
    return payloads


@pytest.mark.parametrize("core", CORES)
def test_the_generator(tmp_path, core):
    """At its rate: 50 frames in a million cycles of 20 ns are 400 us apart."""
    link, frames = echo(tmp_path, Devices(net="generate:rate=50,count=6,size=33,seed=5,port=4433"), 6, core)
    payloads = sent_and_returned(link, frames, 4433)
    assert len(set(payloads)) == 6 and {len(p) for p in payloads} == {33}
    assert {after - before for before, after in pairwise(time for time, _ in frames[0::2])} == {400_000}


def test_the_generator_on_the_other_link(tmp_path):
    link, frames = echo(tmp_path, Devices(net="generate:rate=50,count=3,size=55", link="ieee802154"), 3)
    assert link == 230 and {len(frame) for _, frame in frames} == {125}
    assert len(set(sent_and_returned(link, frames))) == 3
    assert [frame[2] for _, frame in frames[0::2]] == [0, 1, 2]  # sequence numbers


def test_the_generator_depends_on_its_seed_alone(tmp_path):
    results = [echo(tmp_path, Devices(net=f"generate:rate=100,count=2,seed={seed}"), 2) for seed in (1, 2, 1)]
    assert results[0] == results[2] != results[1]


def test_lengths_and_checksums(tmp_path):
    """Of the least and the most bytes, odd and even."""
    for size in (0, 1, 2, 1451, 1452):
        link, frames = echo(tmp_path, Devices(net=f"generate:rate=max,count=1,size={size}"), 1)
        assert [len(p) for p in sent_and_returned(link, frames)] == [size]


def test_prepared_messages(tmp_path):
    """One after the other, and again from the first."""
    messages = [bytes([n] * 20) for n in (1, 2, 3)]
    (tmp_path / "messages").write_bytes(b"".join(messages))
    prepared = f"generate:rate=max,size=20,payload={tmp_path / 'messages'}"
    assert sent_and_returned_fast(tmp_path, prepared, 3) == messages
    assert sent_and_returned_fast(tmp_path, f"{prepared},count=7", 7) == [*messages, *messages, messages[0]]


def sent_and_returned_fast(folder, net: str, count: int) -> list[bytes]:
    """As many as fit the queue arrive before the first echo."""
    link, frames = echo(folder, Devices(net=net), count)
    sent = [frame for frame in frames if frame[1][:6] == HEADERS[1][:6]]
    back = [frame for frame in frames if frame[1][:6] != HEADERS[1][:6]]
    pairs = [frame for pair in zip(sent, back, strict=True) for frame in pair]
    return sent_and_returned(link, pairs)


FRAMES = [(10.0, b"first frame of all"), (10.0001, b"x" * 60), (10.00035, b"y" * 1514)]


@pytest.mark.parametrize(("order", "magic"), [("<", 0xA1B2C3D4), (">", 0xA1B2C3D4), (">", NANOSECONDS)])
def test_a_file_is_sent_at_its_times(tmp_path, order, magic):
    (tmp_path / "in.pcap").write_bytes(pcap(FRAMES, 1, order, magic))
    link, frames = echo(tmp_path, Devices(net=f"pcap:{tmp_path / 'in.pcap'}"), 3)
    assert link == 1 and [frame for _, frame in frames[0::2]] == [frame for _, frame in FRAMES]
    first, second, third = (time for time, _ in frames[0::2])
    assert (second - first, third - first) == (100_000, 350_000)


def test_a_file_is_sent_as_fast_as_the_device_accepts_it(tmp_path):
    many = [(float(n), bytes([n]) * 20) for n in range(40)]
    (tmp_path / "in.pcap").write_bytes(pcap(many))
    _, frames = echo(tmp_path, Devices(net=f"pcap:{tmp_path / 'in.pcap'},fast"), 40)
    assert [frame for _, frame in frames if frame[12:] == frame[12:13] * 8] != []
    received = sorted(frame for _, frame in frames)
    assert len(received) == 80 and frames[-1][0] < 10_000_000


def test_frames_with_check_sequences(tmp_path):
    """Link type 195: their last two bytes are left out."""
    (tmp_path / "in.pcap").write_bytes(pcap([(0, bytes(range(70)))], 195))
    link, frames = echo(tmp_path, Devices(net=f"pcap:{tmp_path / 'in.pcap'}", link="ieee802154"), 1)
    assert link == 230 and frames[0][1] == bytes(range(68))


GOOD = pcap([(1, b"frame")])
BAD_FILES = {
    "is no pcap file": b"nonsense",
    "capture one": b"",
    "is a pcapng file; convert it": bytes.fromhex("0a0d0d0a") + bytes(40),
    "has frames of link type 113": pcap([(0, b"x")], 113),
    "ends within the header of frame 2": GOOD + b"123",
    "ends within frame 1": GOOD[:-1],
    "has only 5 of 9 bytes of frame 1; capture whole frames": GOOD[:36] + b"\x09" + GOOD[37:],
    "has 1515 bytes in frame 1, the packet interface takes 1 to 1514": pcap([(0, bytes(1515))]),
    "has 0 bytes in frame 2": pcap([(0, b"x"), (0, b"")]),
}


@pytest.mark.parametrize("words", BAD_FILES)
def test_a_bad_file_is_rejected(tmp_path, words):
    (tmp_path / "in.pcap").write_bytes(BAD_FILES[words])
    refused(tmp_path, f"pcap:{tmp_path / 'in.pcap'}", words)


BAD_PEERS = {
    "none": "'none' begins with none of generate:, pcap:, udp:",
    "tcp:80": "begins with none of",
    "pcap:": "cannot read",
    "pcap:/nowhere/in.pcap": "cannot read /nowhere/in.pcap: No such file",
    "generate:rate=0": "rate '0' is neither max nor a number",
    "generate:rate=1000001": "rate '1000001' is neither",
    "generate:rate=nan": "rate 'nan' is neither",
    "generate:rate=5x": "rate '5x' is neither",
    "generate:size=1453": "size '1453' is no number from 0 to 1452",
    "generate:size=-1": "size '-1' is no number",
    "generate:count=0": "count '0' is no number from 1",
    "generate:seed=": "seed '' is no number",
    "generate:speed=5": "'speed=5' is no setting of generate; it has count=, headers=, payload=, port=, rate=, seed=, ",
    "generate:rate": "'rate' is no setting",
    "generate:payload=/nowhere": "cannot read /nowhere",
    "generate:payload=/dev/null": "has 0 bytes, which are no messages of size=64",
    "udp:0": "port '0' is no number from 1 to 65535",
    "udp:65536": "port '65536' is no number",
    "udp:": "port '' is no number",
    "udp:5000,speed=1": "'speed=1' is no setting of udp; it has headers=, port=",
    "udp:5000,headers=short": "headers 'short' is neither plain nor compressed",
}


@pytest.mark.parametrize("net", BAD_PEERS)
def test_an_invalid_peer_is_rejected(tmp_path, net):
    refused(tmp_path, net, BAD_PEERS[net])


def test_a_peer_of_the_other_link_is_rejected(tmp_path):
    refused(tmp_path, "udp:5000,headers=compressed", "headers=compressed needs --link ieee802154")
    refused(tmp_path, "generate:size=1233", "size '1233' is no number from 0 to 1232", "ieee802154")


def refused(folder, net: str, words: str, link: str = "ethernet") -> None:
    with pytest.raises(UsageError) as error:
        run(folder, "int main(void) { return 0; }", devices=Devices(net=net, link=link))
    assert str(error.value).startswith("--net: ") and words in str(error.value)
    assert "\n" not in str(error.value)


def test_the_command_rejects_an_invalid_peer(tmp_path):
    (tmp_path / "program.c").write_text("int main(void) { return 0; }")
    done = called("run", str(tmp_path / "program.c"), "--point", "ibex-ref/none", "--net", "udp:x")
    assert done.returncode == 2
    (line,) = [line for line in done.stderr.splitlines() if not line.startswith(("building", "compiling"))]
    assert line == "vambrace: --net: port 'x' is no number from 1 to 65535"


def free_port() -> int:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as some:
        some.bind(("127.0.0.1", 0))
        return some.getsockname()[1]


def test_a_busy_port_is_reported(tmp_path):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as other:
        other.bind(("127.0.0.1", 0))
        port = other.getsockname()[1]
        refused(tmp_path, f"udp:{port}", f"cannot open UDP port {port}: Address already in use; choose another port")


#: Requests the peer's MAC address, and prints the answer.
SOLICIT = r"""
static const uint8_t packet[86] = {
    0x33, 0x33, 0xff, 0, 0, 2, 2, 0, 0, 0, 0, 1, 0x86, 0xdd, 0x60, 0, 0, 0, 0, 32, 58, 255,
    0xfe, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xfe, 0, 0, 1, 0xff, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0xff, 0, 0, 2,
    135, 0, CHECK >> 8, CHECK & 0xff, 0, 0, 0, 0, 0xfe, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xfe, 0, 0, LAST,
    1, 1, 2, 0, 0, 0, 0, 1,
};

int main(void)
{
    AT(PACKETS, CONTROL) = 1;
    for (unsigned i = 0; i < sizeof packet; i++)
        frame[i] = packet[i];
    send(sizeof packet);
    for (volatile int i = 0; i < 3000; i++) {
    }
    return (int)AT(PACKETS, RX_LENGTH);
}
"""


def test_the_peer_answers_solicitations(tmp_path):
    """Those of its own address, with a correct checksum."""

    def asked(last: int, check: int) -> tuple[int, list[tuple[int, bytes]]]:
        text = f"#define LAST {last}\n#define CHECK {check}\n" + PACKETS + SOLICIT
        net = f"udp:{free_port()}"
        ended = run(tmp_path, text, devices=Devices(net=net), frames=tmp_path / "trace.pcap")
        return ended.code, read_pcap(tmp_path / "trace.pcap")[1]

    right = 0x7C97
    code, frames = asked(2, right)
    answer = frames[1][1]
    assert (code, len(frames), len(answer)) == (86, 2, 86)
    assert answer[:14] == HEADERS[1] and answer[20:22] == bytes([58, 255])
    assert answer[54:56] == bytes([136, 0]) and answer[58] == 0x60
    assert answer[62:78] == frames[0][1][62:78] and answer[78:] == bytes([2, 1, 2, 0, 0, 0, 0, 2])
    assert icmp_checksum(answer[14:]) == 0 == icmp_checksum(frames[0][1][14:])
    assert asked(2, right + 1)[0] == 0
    assert asked(3, right - 1)[0] == 0  # of another


def icmp_checksum(packet: bytes) -> int:
    total = sum(int.from_bytes(packet[at : at + 2], "big") for at in range(8, len(packet), 2)) + len(packet) - 40 + 58
    while total >> 16:
        total = (total & 0xFFFF) + (total >> 16)
    return ~total & 0xFFFF


def started(folder, frames: int, *options: str) -> subprocess.Popen:
    (folder / "echo.c").write_text(PRELUDE + f"#define FRAMES {frames}\n" + PACKETS + ECHO)
    command = [sys.executable, "-m", "vambrace", "run", str(folder / "echo.c"), "--point", "ibex-ref/none"]
    return subprocess.Popen(
        [*command, "--max-cycles", "100000000000", *options], stderr=subprocess.PIPE, preexec_fn=let_through
    )


def exchange(client: socket.socket, port: int, data: bytes, until: float = 120) -> bytes:
    """Send a datagram again until it is answered, because the model may not have started yet."""
    client.settimeout(0.5)
    end = time.monotonic() + until
    while time.monotonic() < end:
        client.sendto(data, ("127.0.0.1", port))
        try:
            return client.recvfrom(65536)[0]
        except (TimeoutError, ConnectionRefusedError):
            pass
    raise TimeoutError


def test_real_clients(tmp_path):
    """Each of two peers gets its own answers; a datagram that is too long for a frame is lost. Ctrl-C ends the run, and
    the file of frames is complete."""
    port = free_port()
    process = started(tmp_path, 1_000_000, "--net", f"udp:{port}", "--trace-net", str(tmp_path / "trace.pcap"))
    try:
        clients = [socket.socket(socket.AF_INET, socket.SOCK_DGRAM) for _ in range(2)]
        for number, client in enumerate(clients):
            assert exchange(client, port, b"hello %d" % number) == b"hello %d" % number
        for client in clients:
            client.settimeout(0.2)
            try:
                while client.recv(100):  # answers to what was sent again
                    pass
            except TimeoutError:
                client.settimeout(60)
        clients[0].sendto(bytes(1453), ("127.0.0.1", port))
        for size in (0, 1, 1452):
            for number, client in enumerate(clients):
                client.sendto(bytes([number] * size), ("127.0.0.1", port))
            for number, client in enumerate(clients):
                assert client.recv(2000) == bytes([number] * size)
        os.kill(process.pid, signal.SIGINT)
        assert b"interrupted" in process.communicate(timeout=60)[1]
        assert process.returncode == 130
        _, frames = read_pcap(tmp_path / "trace.pcap")
        assert len(frames) >= 16 and len(frames) % 2 == 0
        ports = {client.getsockname()[1] for client in clients}
        assert {int.from_bytes(frame[54:56], "big") for _, frame in frames} == ports | {7}
    finally:
        process.kill()
        for client in clients:
            client.close()


#: Answers one datagram: with a wrong checksum, with a wrong length under a right one (the two first bytes of data and
#: the length change places), with both right.
WRONG = """
int main(void)
{
    uint32_t length;
    AT(PACKETS, CONTROL) = 1;
    length = receive();
    turn();
    frame[62] ^= 1;
    send(length);
    frame[62] ^= 1;
    swap(58, 62, 2);
    send(length);
    swap(58, 62, 2);
    send(length);
    return 0;
}
"""


def test_the_peer_forwards_no_wrong_datagram(tmp_path):
    port, ended = free_port(), threading.Event()
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as client:

        def ask() -> None:
            while not ended.wait(0.01):  # the model may not be there yet
                client.sendto(b"data", ("127.0.0.1", port))

        client.bind(("127.0.0.1", 0))
        asking = threading.Thread(target=ask)
        asking.start()
        try:
            done = run(tmp_path, PACKETS + WRONG, devices=Devices(net=f"udp:{port}"), frames=tmp_path / "trace.pcap")
        finally:
            ended.set()
            asking.join()
        assert done == Ended(0, "")
        assert len([frame for _, frame in read_pcap(tmp_path / "trace.pcap")[1] if frame[:6] == HEADERS[1][6:12]]) == 3
        assert answers(client) == [b"data"]


def answers(client: socket.socket) -> list[bytes]:
    """Return the received data."""
    client.setblocking(False)
    results = []
    with suppress(BlockingIOError):
        while True:
            results.append(client.recv(2000))
    return results


def test_an_unwritable_trace_is_reported(tmp_path):
    (tmp_path / "program.c").write_text("int main(void) { return 0; }")
    point = ["--point", "ibex-ref/none"]
    done = called("run", str(tmp_path / "program.c"), *point, "--trace-net", str(tmp_path / "none" / "trace.pcap"))
    assert done.returncode == 2 and "no folder" in done.stderr
