# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""6LoWPAN of lwIP on IEEE 802.15.4 (ports/lwip): small and fragmented datagrams, and malformed frames."""

from __future__ import annotations

import random
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tests.signals import let_through
from tests.system import hostile_packets
from tests.system.device_programs import CORES, model_of
from tests.system.hostile_packets import SUITES, Attacker, Server
from tests.system.lowpan_peer import LARGEST, PEER_EUI, UDP, Receiver, Sender, addresses, datagram, neighbour
from tests.system.packet_programs import payload, pcap, read_pcap
from tests.system.test_device_net import exchange, free_port
from tests.system.test_secure_echo import SOURCES, reports
from vambrace import config
from vambrace.software.ports import lwip
from vambrace.software.running.devices import Devices
from vambrace.software.running.simulate import Machine, simulate

ECHO = lwip.port() / "examples" / "udp_echo.c"
LINK = "ieee802154"
TYPE = 230  # of pcap files


def answers(
    folder: Path, core: str, frames: list[tuple[float, bytes]], cycles: int, sources: list[Path], *flags: str
) -> tuple[Receiver, str]:
    """Send frames at their times in seconds, or, if all are 0, as fast as the device receives them; return the frames
    that it sent and the text that it printed."""
    elf = lwip.build(sources, config.point(f"{core}/none"), 1 << 20, flags, link=LINK)
    (folder / "in.pcap").write_bytes(pcap(frames, TYPE))
    fast = "" if any(at for at, _ in frames) else ",fast"
    machine = Machine(max_cycles=cycles, devices=Devices(net=f"pcap:{folder / 'in.pcap'}{fast}", link=LINK))
    with (folder / "output").open("w+b") as console:
        simulate(model_of(core), elf, machine, console=console.fileno(), frames=folder / "trace.pcap")
        console.seek(0)
        output = console.read().decode()
    link, passed = read_pcap(folder / "trace.pcap")
    assert link == TYPE
    receiver, offered = Receiver(), {frame for _, frame in frames}
    for _, frame in passed:
        if frame not in offered:
            receiver.receive(frame)
    return receiver, output


def introduction(sender: Sender) -> list[bytes]:
    """Return the frame that announces the peer's EUI-64 to the device."""
    return [frame for kind in (135, 136) for frame in sender.frames(neighbour(kind))]


def echoed(receiver: Receiver, ports: tuple[int, int] = (7, 49152)) -> list[bytes]:
    packets = [packet for packet in receiver.packets if packet[6] == UDP]
    return [payload(packet, "fe80::1", "fe80::2", ports, hop_limit=255) for packet in packets]


#: Bytes of payload: frames, the largest in one frame, two fragments, the largest datagram.
SIZES = (0, 1, 2, 55, 90, 94, 95, 96, 97, 200, 777, 1232)


@pytest.mark.long("ten seconds: lwIP always runs")
@pytest.mark.parametrize("core", CORES)
def test_each_datagram_comes_back(tmp_path, core):
    sender, rng = Sender(), random.Random("sizes")
    messages = [rng.randbytes(size) for size in SIZES]
    frames = introduction(sender)
    for message in messages:
        frames += sender.frames(datagram(message))
    assert max(map(len, frames)) <= LARGEST
    receiver, output = answers(tmp_path, core, [(0, frame) for frame in frames], 1_500_000, [ECHO])
    assert output == "listening: FE80::1, UDP port 7\n"
    assert echoed(receiver) == messages
    kinds = {kind & 0xF8 for kind in receiver.kinds}
    assert kinds == {0x78, 0xC0, 0xE0}  # compressed headers, first and later fragments


@pytest.mark.long("five seconds: lwIP always runs")
def test_all_kinds_of_headers(tmp_path):
    """Uncompressed, with other hop limits, and in fragments that come in another order."""
    sender = Sender()
    packets = [datagram(b"%d" % hops, hops=hops) for hops in (1, 2, 255)]
    frames = introduction(sender) + sender.frames(datagram(b"plain"), compress=False)
    for packet in packets:
        frames += sender.frames(packet)
    first, *others = sender.frames(datagram(bytes(range(250)) * 3), compress=False)
    frames += [first, *others[::-1]]
    receiver, _ = answers(tmp_path, "ibex-ref", [(0, frame) for frame in frames], 900_000, [ECHO])
    assert echoed(receiver) == [b"plain", b"1", b"2", b"255", bytes(range(250)) * 3]


def exchanged(folder: Path, net: str, cycles: int) -> tuple[list[bytes], list[bytes], set[int]]:
    """Let the echo server run next to a peer; return the payloads that it got and sent, and the kinds of frames that it
    got."""
    elf = lwip.build([ECHO], config.point("ibex-ref/none"), 1 << 20, link=LINK)
    machine = Machine(max_cycles=cycles, devices=Devices(net=net, link=LINK))
    simulate(model_of("ibex-ref"), elf, machine, frames=folder / "trace.pcap")
    device, peer = Receiver(), Receiver(PEER_EUI)
    for _, frame in read_pcap(folder / "trace.pcap")[1]:
        (peer if addresses(frame)[1] == PEER_EUI else device).receive(frame)
    packets = [packet for packet in peer.packets if packet[6] == UDP]
    got = [payload(packet, "fe80::2", "fe80::1", (49152, 7)) for packet in packets]
    return got, echoed(device), {kind & 0xF8 for kind in peer.kinds}


#: The peer's: how headers are sent, and bytes of the largest payload in one frame.
HEADERS = {"plain": (0x40, 55), "compressed": (0x78, 95)}
PLAIN = pytest.mark.long("two million cycles; compressed headers always run")


@pytest.mark.long("lwIP always runs")
@pytest.mark.parametrize("headers", [pytest.param("plain", marks=PLAIN), "compressed"])
def test_lwip_accepts_the_frames_of_the_generator(tmp_path, headers):
    """In one frame, in two, and the largest. Its address is asked for by compressed headers, and it answers."""
    dispatch, full = HEADERS[headers]
    for size in (0, full, full + 1, 1232):
        net = f"generate:size={size},count=3,rate=8,headers={headers}"
        got, sent, kinds = exchanged(tmp_path, net, 550_000)
        assert len(got) == 3 == len(set(got)) or size == 0
        assert {len(data) for data in got} == {size} and sent == got
        assert kinds == {dispatch, *({0xC0, 0xE0} if size > full else ())}  # one frame has the advertisement


@pytest.mark.long("lwIP always runs")
def test_real_clients(tmp_path):
    """One datagram after the other, of one frame and of fragments, comes back from the device."""
    port = free_port()
    options = ["--point", "ibex-ref/none", "--os", "freertos-lwip", "--link", LINK, "--max-cycles", "100000000000"]
    command = [sys.executable, "-m", "vambrace", "run", str(ECHO), *options, "--net", f"udp:{port},headers=compressed"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=let_through)
    try:
        assert process.stdout.readline() == b"listening: FE80::1, UDP port 7\n"
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as client:
            for size in (1, 55, 56, 95, 96, 400, 1232):
                data = random.Random(size).randbytes(size)
                assert exchange(client, port, data) == data
    finally:
        process.kill()
        process.wait()


def hostile(sender: Sender, rng: random.Random, count: int) -> list[bytes]:
    """Frames that are cut, changed, of nothing, and fragments without the others."""
    created = []
    for number in range(count):
        frames = sender.frames(datagram(rng.randbytes(rng.choice((10, 300)))), compress=rng.random() < 0.7)
        frame = rng.choice(frames)
        match number % 5:
            case 0:
                created.append(frame[: rng.randint(1, len(frame) - 1)])
            case 1:
                at = rng.choice((0, 1, *range(21, min(len(frame), 40))))
                created.append(frame[:at] + bytes([frame[at] ^ 1 << rng.randrange(8)]) + frame[at + 1 :])
            case 2:
                created.append(rng.randbytes(rng.randint(1, LARGEST)))
            case 3:  # a first fragment with anything, and a short later one
                created.append(sender.frame(b"\xc1\x00" + rng.randbytes(2) + rng.randbytes(rng.randint(0, 60))))
                created.append(sender.frame(b"\xe1\x00" + rng.randbytes(rng.randint(0, 4))))
            case 4:
                created.append(frame)
    return created


@pytest.mark.long("the timeout of fragments: ten million cycles")
def test_malformed_frames_lose_no_memory(tmp_path):
    """The server continues, answers none, and has freed all memory after the timeout of fragments."""
    sender, suite = Sender(), SUITES["ascon"]
    frames = [*introduction(sender), *hostile(sender, random.Random("hostile"), 500)]
    good = suite.packet(0, 1, bytes(range(200)))
    timed = [(n * 0.0006, frame) for n, frame in enumerate(frames)]
    timed += [(timed[-1][0] + 0.23, frame) for frame in sender.frames(datagram(good))]
    flags = ("-DconfigCPU_CLOCK_HZ=5000000", "-DREPORT_MS=20", "-DLWIP_STATS=1")  # a second is 5,000,000 cycles
    cycles = int(timed[-1][0] * 50_000_000) + 1_500_000
    receiver, output = answers(tmp_path, "ibex-ref", timed, cycles, SOURCES, *flags)
    assert echoed(receiver) == [suite.packet(1, 1, bytes(range(200)))]
    last = reports(output)[-1]
    assert (last["accepted"], last["packet buffers"], last["bytes"], last["lost"]) == (1, 0, 0, 0)
    assert last["received"] == len(timed) and last["dropped"] > 200


COUNTERS = ("accepted", "too short", "too long", "too old", "replayed", "forged")


@pytest.mark.long("ten thousand frames: fifty million cycles")
def test_every_packet_of_an_attacker_is_counted(tmp_path):
    """Replayed, truncated, bit-flipped, oversize and random packets, in one frame or in fragments, and frames that are
    truncated or have a wrong checksum: each counter and each answer is the reference model's, and no memory is lost."""
    suite, sender, rng = SUITES["ascon"], Sender(), random.Random("6LoWPAN")
    attacker = Attacker(suite, rng)
    server, frames = Server(attacker), introduction(sender)
    for created in attacker.frames(10_000, 0.05):
        packet = hostile_packets.payload_of(created)
        if packet is None:
            frame = sender.frames(datagram(rng.randbytes(10)))[0]
            end = frame[-1] ^ 1 << rng.randrange(8)
            frames.append(rng.choice((frame[: rng.randrange(1, len(frame))], frame[:-1] + bytes([end]))))
        else:
            server.receive(hostile_packets.datagram(packet[: SIZES[-1]]))
            frames += sender.frames(datagram(packet[: SIZES[-1]]), compress=rng.random() < 0.7)
        if len(frames) >= 10_000:
            break
    flags = ("-DREPORT_MS=20", "-DLWIP_STATS=1")
    receiver, output = answers(
        tmp_path, "ibex-ref", [(0, frame) for frame in frames], 6_000 * len(frames), SOURCES, *flags
    )
    last = reports(output)[-1]
    assert {name: last[name] for name in COUNTERS} == {name: server.counted[name] for name in COUNTERS}
    assert all(server.counted[name] for name in COUNTERS), "an attack is missing"
    assert echoed(receiver) == server.answers
    assert (last["received"], last["lost"]) == (len(frames), 0)
    assert (last["failed"], last["unanswered"], last["packet buffers"], last["bytes"]) == (0, 0, 0, 0)
