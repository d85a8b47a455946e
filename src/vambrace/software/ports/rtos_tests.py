# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Builds and runs the operating-system tests (ports/rtos_tests) with FreeRTOS or RIOT, alone or next to an echo server
(vambrace.software.ports.echo).
"""

import re
import statistics
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path

from vambrace.base.errors import UsageError, VambraceError
from vambrace.base.paths import root
from vambrace.config import Point, macros
from vambrace.software.ports import echo, frames, freertos, lwip, riot
from vambrace.software.ports.echo import LOADS, Load
from vambrace.software.ports.frames import Datagram
from vambrace.software.running.devices import CLOCK, ETHERNET, LINKS, Devices
from vambrace.software.running.simulate import Machine, simulate
from vambrace.software.toolchain.elf import Elf

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

#: Cycles of a tick, one millisecond; a test ends at a tick.
TICK = 50_000

#: The link of RIOT's echo server.
RADIO = LINKS[1]

_RAM_BYTES = 1 << 20
_CACHE = 4096  # bytes of Rocket's data cache, which is direct-mapped
_LINE = re.compile(r"test (\w+): (\d+) loops in (\d+) cycles\n(?:load: (\d+) of (\d+) messages answered\n)?")
_LINES = re.compile(f"(?:{_LINE.pattern})+")

#: Upper bound of the cycles until the system has started and sent its first answers.
_START = 8_000_000

_ENDLESS = 1_000_000_000  # messages

_FUNCTIONS = "-falign-functions=16"  # reduces the effect of code placement, which otherwise changes loops by percents


@dataclass(frozen=True)
class Counted:
    """The counts of a test in a window, and the window's cycles: from tick to tick, as seen by the thread that reads
    the counters. `answered` and `offered` are messages of the load in this time. The others are means over the whole
    run of a load with messages: cycles from one answer to the next, and from a message to its answer.
    """

    loops: int
    cycles: int
    answered: int = 0
    offered: int = 0
    spacing: float | None = None
    answer_cycles: float | None = None


def port() -> Path:
    """Return the folder of the tests."""
    return root() / "ports" / "rtos_tests"


def build(test: Path, point: Point, cycles: int, load: Load = LOADS["none"], tick: int = TICK, phase: int = 0) -> Elf:
    """Return a test, given by its source, as a program for a point that counts for this many cycles, in ticks of `tick`
    cycles, next to a load that starts `phase` cycles after a tick.
    """
    if cycles <= 0 or cycles % tick:
        raise UsageError(f"a test must run for a multiple of {tick:,} cycles, not {cycles:,}")
    flags = [
        "-DconfigUSE_TIME_SLICING=0",
        f"-DconfigCPU_CLOCK_HZ={1000 * tick}",
        f"-I{port()}",
        *macros.rtos_test(cycles // tick, phase),
        _FUNCTIONS,
    ]
    memory = root() / "firmware" / "peers" / "memory.c"
    sources = [port() / "anchor.c", test, *(port() / name for name in ("main.c", "freertos.c")), memory]
    if not load.echoes:
        return freertos.build(sources, point, _RAM_BYTES, flags, behind=[port() / "load_none.c"])
    server = [echo.port() / name for name in ("load_echo.c", *load.sources)]
    return lwip.build(sources, point, _RAM_BYTES, flags, behind=server)


def build_riot(
    test: Path,
    point: Point,
    cycles: int,
    load: Load | None = None,
    tick: int = TICK,
    clock: int = CLOCK,
    windows: int = 1,
    checkout: Path | None = None,
) -> Elf:
    """Return a test as a program with RIOT that counts in several windows of this many cycles, in ticks of `tick`
    cycles. Without a load there is no network stack; with the load "none" no message arrives.
    """
    if cycles <= 0 or cycles % tick:
        raise UsageError(f"a test must run for a multiple of {tick:,} cycles, not {cycles:,}")
    if 1_000_000 * tick % clock:
        raise UsageError(
            f"a RIOT tick must be a whole number of microseconds, not {tick:,} cycles at {clock / 1e6:g} MHz"
        )
    settings = {
        "TEST_TICKS": str(cycles // tick),
        "TEST_TICK_US": str(1_000_000 * tick // clock),
        "TEST_WINDOWS": str(windows),
        "VAMBRACE_CLOCK": str(clock),
    }
    flags = macros.idle_load(load is not None and not load.echoes)
    if load:
        sources = load.sources or LOADS["echo"].sources
        settings["TEST_LOAD"] = " ".join(str(echo.port() / name) for name in ("load_riot.c", *sources))
        settings["TEST_ALIGN"] = str(_CACHE)
    application = riot.port() / "rtos_test"
    return riot.build(application, point, _RAM_BYTES, flags, settings, test, RADIO, checkout)


def run(model: Path, elf: Elf, cycles: int, load: Load = LOADS["none"], rate: str = "max", tick: int = TICK) -> Counted:
    """Run a program with one window on a model; a failed check in the test and a wrong answer of the load are errors.
    `rate`: messages per million cycles, or as many as the server accepts.
    """
    return run_windows(model, elf, cycles + 6 * tick, load, rate)[0]


def run_windows(
    model: Path, elf: Elf, cycles: int, load: Load = LOADS["none"], rate: str = "max", link: str = ETHERNET
) -> list[Counted]:
    """Run a program with several windows of this many cycles in total, and return the counts of each. `link`: the link
    of its packet interface.
    """
    start = _START if rate == "max" else _START + 2 * round(1e6 / float(rate))
    with tempfile.TemporaryDirectory(prefix="vambrace-") as name:
        payload, trace = Path(name) / "datagrams", Path(name) / "frames.pcap"
        payload.write_bytes(load.datagrams() if load.echoes else b"")
        client = f"generate:rate={rate},size={load.size},count={_ENDLESS},payload={payload}"
        client += ",headers=compressed" if link != ETHERNET else ""
        devices = Devices(net=client if load.echoes else None, link=link)
        machine = Machine(_RAM_BYTES, max_cycles=cycles + start, devices=devices)
        with (Path(name) / "console").open("w+b") as console:
            outcome = simulate(model, elf, machine, console=console.fileno(), frames=trace if load.echoes else None)
            console.seek(0)
            printed = console.read().decode(errors="replace").replace("\r", "")
        if outcome.end != "exit":
            raise VambraceError(outcome.describe(elf))
        if outcome.exit_code != 0 or not _LINES.fullmatch(printed):
            raise VambraceError(printed.strip() or f"exit code {outcome.exit_code}")
        counted = [
            Counted(int(line[2]), int(line[3]), int(line[4] or 0), int(line[5] or 0))
            for line in _LINE.finditer(printed)
        ]
        if not load.echoes:
            return counted
        return _timed(counted, load, list(frames.datagrams(trace.read_bytes(), link)), late=link != ETHERNET)


def _timed(counted: list[Counted], load: Load, datagrams: list[Datagram], late: bool) -> list[Counted]:
    """Check all answers of a load, and add their times. A server may start late: RIOT's interface exists before it, and
    messages before the first answered one are lost.
    """
    received, sent = ([d for d in datagrams if d.received == server] for server in (True, False))
    while late and sent and len(received) > 1 and received[1].cycle < sent[0].cycle:
        del received[0]
    load.check([d.payload for d in received], [d.payload for d in sent])
    if (answered := sum(c.answered for c in counted)) > len(sent):
        raise VambraceError(f"{load.name}: {answered} messages answered, but {len(sent)} answers sent")
    if not sent:
        raise VambraceError(f"{load.name}: no message was answered")
    waits = [after.cycle - before.cycle for before, after in zip(received, sent, strict=False)]
    spacing = (sent[-1].cycle - sent[0].cycle) / (len(sent) - 1) if len(sent) > 1 else None
    return [replace(c, spacing=spacing, answer_cycles=statistics.mean(waits)) for c in counted]
