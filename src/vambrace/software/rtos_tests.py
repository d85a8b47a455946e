# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Builds and runs the tests of operating systems (ports/rtos_tests) with FreeRTOS, alone or next to an echo server
(vambrace.software.echo), and with RIOT alone."""

import re
import statistics
import struct
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from vambrace.base.errors import UsageError, VambraceError
from vambrace.base.paths import root
from vambrace.config import Point, macros
from vambrace.software import echo, freertos, lwip, riot
from vambrace.software.devices import CLOCK, Devices
from vambrace.software.echo import LOADS, Load
from vambrace.software.elf import Elf
from vambrace.software.simulate import Machine, simulate

TESTS = (
    "basic",
    "cooperative",
    "preemptive",
    "interrupt",
    "interrupt_preemption",
    "message",
    "synchronisation",
    "memory",
)

#: Cycles of a tick, a millisecond; a test ends with a tick.
TICK = 50_000

_RAM_BYTES = 1 << 20
_LINE = re.compile(r"test (\w+): (\d+) loops in (\d+) cycles\n(?:load: (\d+) of (\d+) messages answered\n)?")

#: Cycles until the system has started and the first answers are sent, at most.
_START = 8_000_000

_ENDLESS = 1_000_000_000  # messages

_FUNCTIONS = "-falign-functions=16"  # where code lies then matters little: it moves loops by percents otherwise


@dataclass(frozen=True)
class Counted:
    """What a test counted, and in how many cycles: from a tick to a tick, as the thread that reads the counters sees
    them. `answered` and `offered` are messages of the load in this time. The others are means over the whole run, of a
    load with messages: cycles from one answer to the next, and from a message to its answer."""

    loops: int
    cycles: int
    answered: int = 0
    offered: int = 0
    spacing: float | None = None
    answer_cycles: float | None = None


def port() -> Path:
    """The folder of the tests."""
    return root() / "ports" / "rtos_tests"


def build(test: Path, point: Point, cycles: int, load: Load = LOADS["none"], tick: int = TICK, phase: int = 0) -> Elf:
    """Return a test, given by its source, as a program for a point that counts in so many cycles, which are ticks of
    `tick` cycles, next to a load that begins `phase` cycles after a tick."""
    if cycles <= 0 or cycles % tick:
        raise UsageError(f"a test runs for a multiple of {tick:,} cycles, not for {cycles:,}")
    flags = [
        "-DconfigUSE_TIME_SLICING=0",
        f"-DconfigCPU_CLOCK_HZ={1000 * tick}",
        f"-I{port()}",
        *macros.rtos_test(cycles // tick, phase),
        _FUNCTIONS,
    ]
    memory = root() / "firmware" / "peers" / "memory.c"  # the C library's lies anywhere, and works byte by byte
    sources = [port() / "anchor.c", test, *(port() / name for name in ("main.c", "freertos.c")), memory]
    if not load.echoes:
        return freertos.build(sources, point, _RAM_BYTES, flags, behind=[port() / "load_none.c"])
    server = [echo.port() / name for name in ("load_echo.c", *load.sources)]
    return lwip.build(sources, point, _RAM_BYTES, flags, behind=server)


def build_riot(test: Path, point: Point, cycles: int) -> Elf:
    """Return a test as a program with RIOT, which has ticks of milliseconds and no load."""
    if cycles <= 0 or cycles % TICK:
        raise UsageError(f"a test runs for a multiple of {TICK:,} cycles, not for {cycles:,}")
    settings = {"TEST_TICKS": str(cycles // TICK)}
    return riot.build(riot.port() / "rtos_test", point, _RAM_BYTES, settings=settings, source=test)


def run(model: Path, elf: Elf, cycles: int, load: Load = LOADS["none"], rate: str = "max", tick: int = TICK) -> Counted:
    """Run a program of `build` on a model; what the test finds wrong is an error, and so is a wrong answer of the load.
    `rate`: messages in a million cycles, or as many as are taken."""
    with tempfile.TemporaryDirectory(prefix="vambrace-") as name:
        datagrams, trace = Path(name) / "datagrams", Path(name) / "frames.pcap"
        datagrams.write_bytes(load.datagrams() if load.echoes else b"")
        net = f"generate:rate={rate},size={load.size},count={_ENDLESS},payload={datagrams}" if load.echoes else None
        machine = Machine(_RAM_BYTES, max_cycles=cycles + 6 * tick + _START, devices=Devices(net=net))
        with (Path(name) / "console").open("w+b") as console:
            outcome = simulate(model, elf, machine, console=console.fileno(), frames=trace if load.echoes else None)
            console.seek(0)
            printed = console.read().decode(errors="replace")
        if outcome.end != "exit":
            raise VambraceError(outcome.describe(elf))
        line = _LINE.fullmatch(printed)
        if outcome.exit_code != 0 or line is None:
            raise VambraceError(printed.strip() or f"exit code {outcome.exit_code}")
        counted = Counted(int(line[2]), int(line[3]), int(line[4] or 0), int(line[5] or 0))
        return _timed(counted, load, trace.read_bytes()) if load.echoes else counted


def _timed(counted: Counted, load: Load, pcap: bytes) -> Counted:
    """Check all answers of a load, and add their times."""
    frames = list(_datagrams(pcap))
    received, sent = ([(cycle, data) for cycle, to, data in frames if to == server] for server in (True, False))
    load.check([data for _, data in received], [data for _, data in sent])
    if not counted.answered <= len(sent):
        raise VambraceError(f"{load.name}: {counted.answered} messages answered, but {len(sent)} answers sent")
    times = [cycle for cycle, _ in sent]
    waits = [after - before for (before, _), after in zip(received, times, strict=False)]
    spacing = (times[-1] - times[0]) / (len(times) - 1) if len(times) > 1 else None
    return replace(counted, spacing=spacing, answer_cycles=statistics.mean(waits))


# A frame: Ethernet, IPv6, UDP to or from port 7. A file has 24 bytes before the first of them.
_NEXT_HEADER, _PORTS, _HEADERS = 20, 54, 62
_UDP, _ECHO = 17, b"\x00\x07"


def _datagrams(pcap: bytes) -> Iterator[tuple[int, bool, bytes]]:
    """Yield all UDP datagrams of a file of frames: cycle, whether it is to the server, and payload."""
    at = 24
    while at < len(pcap):
        seconds, nanoseconds, length = struct.unpack_from("<3I", pcap, at)
        frame = pcap[at + 16 : at + 16 + length]
        at += 16 + length
        if frame[_NEXT_HEADER] == _UDP:
            cycle = seconds * CLOCK + round(nanoseconds * CLOCK / 1e9)
            yield cycle, frame[_PORTS + 2 : _PORTS + 4] == _ECHO, frame[_HEADERS:]
