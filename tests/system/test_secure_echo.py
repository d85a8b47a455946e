# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The encrypted echo server (ports/lwip/examples/secure_echo.c) under attack: it answers only authentic requests, once
each, counts dropped packets by reason, and loses no memory."""

from __future__ import annotations

import random
import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.system.hostile_packets import DEVICE_MAC, ETHERNET, PEER_MAC, SUITES, Attacker, Server, Suite, introduction
from tests.system.packet_programs import NANOSECONDS, payload, pcap, read_pcap
from tests.system.test_device_net import ADDRESSES
from vambrace import config
from vambrace.hardware import model
from vambrace.software.ports import lwip
from vambrace.software.running.devices import CLOCK, Devices
from vambrace.software.running.simulate import Machine, simulate

EXAMPLES = lwip.port() / "examples"
SOURCES = [EXAMPLES / "secure_echo.c", EXAMPLES / "secure_channel.c"]
FLAGS = ("-DREPORT_MS=5", "-DLWIP_STATS=1")

#: Cycles from the end of an attack to the end of a run: the queue, a good request, reports.
QUIET = 2_000_000

#: Frames before an attack.
INTRODUCED = 2
UDP = 17

COUNTED = ("accepted", "too short", "too long", "too old", "replayed", "forged")


@dataclass(frozen=True)
class Ended:
    """Return the results of a run."""

    frames: list[tuple[int, bytes]]  # that passed, with their cycles
    reports: list[dict[str, int]]

    @property
    def received(self) -> list[tuple[int, bytes]]:
        return [(at, frame) for at, frame in self.frames if not is_ours(frame)]

    @property
    def sent(self) -> list[bytes]:
        return [frame for _, frame in self.frames if is_ours(frame)]


def is_ours(frame: bytes) -> bool:
    """Whether the device sent it: no frame of the attacker has this source address."""
    return frame[6:12] == DEVICE_MAC


def serve(folder: Path, point: str, suite: Suite, net: str, cycles: int) -> Ended:
    """Let the server run for this many cycles."""
    chosen = config.point(point)
    elf = lwip.build(SOURCES, chosen, 1 << 20, [*FLAGS, *suite.flags])
    built = model.build(model.shared(chosen.core, chosen.extensions))
    machine = Machine(max_cycles=cycles, devices=Devices(net=net))
    with (folder / "output").open("w+b") as console:
        outcome = simulate(built, elf, machine, console=console.fileno(), frames=folder / "trace.pcap")
        console.seek(0)
        output = console.read().decode()
    assert outcome.end == "hang", (outcome.describe(elf), output)  # it does not end by itself
    frames = [(nanoseconds * CLOCK // 10**9, frame) for nanoseconds, frame in read_pcap(folder / "trace.pcap")[1]]
    return Ended(frames, reports(output))


def reports(output: str) -> list[dict[str, int]]:
    """The numbers that the server printed, by their names; a report that the end of the run cut is left out."""
    matches = re.findall(r"^accepted .*?^heap.*?$", output, re.MULTILINE | re.DOTALL)
    return [{name: int(number) for name, number in re.findall(r"([a-z][a-z ]*) (\d+)", text)} for text in matches]


def saturating(folder: Path, point: str, suite: Suite, frames: list[bytes]) -> float:
    """The cycles that the server needs for one of these frames, in the mean."""
    (folder / "in.pcap").write_bytes(pcap([(0, frame) for frame in [*introduction(), *frames]]))
    received = serve(folder, point, suite, f"pcap:{folder / 'in.pcap'},fast", 40_000 * len(frames)).received
    assert len(received) == len(frames) + INTRODUCED
    first, last = (received[at][0] for at in (len(received) // 4, -1))
    return (last - first) / (len(received) - 1 - len(received) // 4)


def attack(folder: Path, point: str, suite: Suite, frames: list[bytes], spacing: float) -> Ended:
    """Send frames at this distance in cycles, and at the end, when the queue is empty, the last one."""
    times = [n * spacing for n in range(len(frames) - 1)]
    times.append(times[-1] + QUIET / 2)
    start = QUIET / 10
    timed = [(0.0, frame) for frame in introduction()]
    timed += [((start + at) / CLOCK, frame) for at, frame in zip(times, frames, strict=True)]
    (folder / "in.pcap").write_bytes(pcap(timed, magic=NANOSECONDS))
    return serve(folder, point, suite, f"pcap:{folder / 'in.pcap'}", int(start + times[-1]) + QUIET)


def check(ended: Ended, attacker: Attacker, offered: int) -> Counter[str]:
    """Compare a run with the reference model; return the outcome of the frames."""
    server = Server(attacker)
    for _, frame in ended.received[INTRODUCED:]:
        server.receive(frame)
    answers = [frame for frame in ended.sent if frame[20] == UDP]
    assert all(frame[:14] == PEER_MAC + ETHERNET[:6] + ETHERNET[12:] for frame in answers)
    assert [payload(frame[14:], *ADDRESSES[1][::-1], (7, 49152), hop_limit=255) for frame in answers] == server.answers
    assert ended.sent[-1] == answers[-1]  # to the last frame
    others = {frame[54 if frame[20] == 58 else 62] for frame in ended.sent if frame[20] != UDP}
    assert others <= {1, 4, 131, 136}  # of ICMPv6: errors, reports of groups, advertisements

    first, last = ended.reports[0], ended.reports[-1]
    assert {name: last[name] for name in COUNTED} == {name: server.counted[name] for name in COUNTED}
    assert last["other"] == server.counted["below"] + INTRODUCED
    below = server.counted["below"]
    assert below - server.to_others <= last["dropped"] <= below  # lwIP does not count those to other addresses
    assert last["failed"] == last["unanswered"] == 0
    assert last["received"] == len(ended.received)
    assert last["received"] + last["lost"] == offered + INTRODUCED
    assert last["free"] == first["free"]
    assert last["bytes"] == last["packet buffers"] == 0
    return server.counted


OTHER_SUITE = pytest.mark.long("seven seconds: the same server with the other suite always runs")


@pytest.mark.long("seven seconds: few packets always run")
@pytest.mark.parametrize(("suite", "cycles"), [("ascon", 3_000_000), pytest.param("ccm", 5_000_000, marks=OTHER_SUITE)])
def test_hundreds_of_packets(tmp_path, suite, cycles):
    """As fast as the server accepts them."""
    attacker = Attacker(SUITES[suite], random.Random("hundreds"))
    frames = [*attacker.frames(220, 0.12), attacker.next_good()]
    (tmp_path / "in.pcap").write_bytes(pcap([(0, frame) for frame in [*introduction(), *frames]]))
    ended = serve(tmp_path, "ibex-ref/none", SUITES[suite], f"pcap:{tmp_path / 'in.pcap'},fast", cycles)
    counted = check(ended, attacker, len(frames))
    assert set(counted) == {*COUNTED, "below"} and min(counted.values()) > 2


#: Minimum number of bad frames that must reach the server.
HOSTILE = 10_000


@pytest.mark.long("ten thousand packets at each point")
@pytest.mark.parametrize(("point", "suite"), [("none", "ascon"), ("zkned", "ccm"), ("engine", "ascon")])
def test_ten_times_the_saturating_rate(tmp_path, point, suite):
    """Frames without room in the queue are lost; the same applies to the rest."""
    attacker = Attacker(SUITES[suite], random.Random("thousands"))
    frames = [*attacker.frames(18 * HOSTILE, 0.08), attacker.next_good()]
    cycles = saturating(tmp_path, f"ibex-ref/{point}", SUITES[suite], frames[:300])
    ended = attack(tmp_path, f"ibex-ref/{point}", SUITES[suite], frames, cycles / 10)
    counted = check(ended, attacker, len(frames))
    print(f"{point} {suite}: {cycles:.0f} cycles for a frame at most, {dict(counted)}, {ended.reports[-1]}")
    assert counted.total() - counted["accepted"] >= HOSTILE
    assert min(counted.values()) > 100 and ended.reports[-1]["lost"] > 8 * HOSTILE
