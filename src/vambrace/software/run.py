# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Compiles and runs a user's program on an acceleration point."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import asdict
from pathlib import Path
from typing import Any

from vambrace.base.children import SignalExit
from vambrace.base.errors import UsageError
from vambrace.base.output import Output
from vambrace.base.progress import doing
from vambrace.config import Point
from vambrace.hardware import model
from vambrace.software.running.simulate import RAM_BASE, Machine, Outcome, simulate
from vambrace.software.toolchain import program
from vambrace.software.toolchain.elf import Elf, linked

HANG_EXIT_CODE = 124  # as timeout(1)
TRAP_EXIT_CODE = 125

#: Systems that build an application from its folder.
_APPLICATIONS = ("riot", "zephyr")


def prepare(files: list[Path], point: Point, machine: Machine, cflags: list[str], system: str = "none") -> Elf:
    """Return the program: C and assembly files with the system of that name, an existing ELF file, or an application of
    RIOT or Zephyr.
    """
    if system in _APPLICATIONS:
        if len(files) != 1:
            raise UsageError(f"--os {system}: give one folder, an application")
        with doing(f"building {files[0].name} with the makefiles of {system} for {point.name}"):
            return _application(files[0], point, machine, cflags, system)
    for file in files:
        if not file.is_file():
            raise UsageError(f"no file {file}")
        if file.suffix not in (".c", ".S", ".s", ".elf"):
            raise UsageError(f"{file.name}: cannot run a '{file.suffix}' file; give .c, .S, .s or .elf")
    if any(f.suffix == ".elf" for f in files):
        if len(files) != 1:
            raise UsageError("an .elf file is already linked: give it alone")
        return _linked(files[0], point, machine.ram_bytes)
    with doing(f"compiling {', '.join(f.name for f in files)} and the library for {point.name}"):
        sources = [f.resolve() for f in files]
        if system == "none":
            return program.link(sources, point.build, machine.ram_bytes, cflags)
        return _with_system(sources, point, machine, cflags, system)


# The ports import what most programs do not need.


def _application(folder: Path, point: Point, machine: Machine, cflags: list[str], system: str) -> Elf:
    from vambrace.software.ports import riot, zephyr

    if system == "riot":
        return riot.build(folder, point, machine.ram_bytes, cflags, link=machine.devices.link)
    return zephyr.build(folder, point, machine.ram_bytes, cflags)


def _with_system(sources: list[Path], point: Point, machine: Machine, cflags: list[str], system: str) -> Elf:
    from vambrace.software.ports import freertos, lwip, mbedtls

    if system == "freertos":
        return freertos.build(sources, point, machine.ram_bytes, cflags)
    build = lwip.build if system == "freertos-lwip" else mbedtls.build
    return build(sources, point, machine.ram_bytes, cflags, link=machine.devices.link)


def _linked(file: Path, point: Point, ram_bytes: int) -> Elf:
    """Return a program that the user linked; UsageError if it is not for this point and this RAM."""
    elf = linked(file)
    if 8 * elf.word_bytes != point.core.xlen:
        raise UsageError(f"{file} is a {8 * elf.word_bytes}-bit program; {point.core.name} has {point.core.xlen} bits")
    for address, data in elf.segments():
        if address < RAM_BASE or address + len(data) > RAM_BASE + ram_bytes:
            raise UsageError(
                f"{file} loads {len(data):,} bytes to {address:#010x}, outside the RAM: link it to "
                f"{RAM_BASE:#010x}, where there are {ram_bytes:,} bytes (--ram)"
            )
    return elf


def run(
    elf: Elf,
    point: Point,
    machine: Machine,
    windows: list[str],
    wave: Output | None,
    console: int | None = None,
    frames: Output | None = None,
) -> Outcome:
    """Run a program on the model of exactly this point, so that other extensions trap. `console` receives its output,
    like `stdout` of subprocess; `frames` receives the frames of the packet interface.
    """
    core = model.with_accelerator(point.core, point.extensions)
    spec = model.ModelSpec(core, frozenset(point.extensions.units), trace=wave is not None)
    addresses = {name: elf.symbol(name) for name in windows}
    with doing(f"building the model of {spec.label}, once"):
        built = model.build(spec)
    with (
        wave.written_by_tool() if wave else nullcontext() as trace,
        _written_to_the_end(frames) if frames else nullcontext() as captured,
    ):
        return simulate(built, elf, machine, addresses, console=console, trace=trace, frames=captured)


@contextmanager
def _written_to_the_end(output: Output) -> Iterator[Path]:
    """Write the output even if a signal ends the run: the model completes the file then, too."""
    stop: BaseException | None = None
    with output.written_by_tool() as file:
        try:
            yield file
        except (KeyboardInterrupt, SignalExit) as ended:
            stop = ended
    if stop is not None:
        raise stop


def exit_code(outcome: Outcome) -> int:
    """Return the program's exit code, or the code for its failure."""
    if outcome.end == "exit":
        return outcome.exit_code & 0xFF
    return HANG_EXIT_CODE if outcome.end == "hang" else TRAP_EXIT_CODE


def report(outcome: Outcome, elf: Elf) -> None:
    """Print the counts, and the reason of a failure, to standard error."""
    err = sys.stderr
    rows = [("whole run", outcome.total)]
    for name, calls in outcome.windows.items():
        for number, counts in enumerate(calls[:20], start=1):
            rows.append((f"{name} #{number}", counts))
        if len(calls) > 20:
            rows.append((f"{name}: {len(calls) - 20} more", calls[-1]))
    print(
        f"{'window':<28}{'cycles':>12}{'instret':>12}{'fetched':>12}{'loaded':>10}{'stored':>10}{'stack':>8}", file=err
    )
    for name, c in rows:
        fetched = "" if c.bytes_fetched is None else c.bytes_fetched
        print(
            f"{name:<28}{c.cycles:>12}{c.instret:>12}{fetched:>12}"
            f"{c.bytes_loaded:>10}{c.bytes_stored:>10}{c.stack_bytes or '':>8}",
            file=err,
        )
    if outcome.end != "exit":
        print(f"vambrace: {outcome.describe(elf)}", file=err)


def as_json(outcome: Outcome) -> dict[str, Any]:
    """Return the counts of a run as JSON data."""
    return {
        "end": outcome.end,
        "exit_code": outcome.exit_code,
        "total": asdict(outcome.total),
        "windows": {name: [asdict(c) for c in calls] for name, calls in outcome.windows.items()},
    }
