# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Where the calls of vector sets run: the library on this computer, a simulated point, or a device on a serial line.

This computer and devices run the same program (firmware/serial_jobs.h), which executes job images from a byte stream.
"""

from __future__ import annotations

import os
import select
import struct
import subprocess
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Protocol

from vambrace import config
from vambrace.base import store, tools
from vambrace.base.errors import UsageError, VambraceError, choose
from vambrace.base.paths import root
from vambrace.config import macros
from vambrace.software.acvp import calls
from vambrace.software.running.jobs import Image, Job, Result
from vambrace.software.toolchain import includes, program

#: Bytes of an image sent to a device at a time, unless one job is larger.
ROOM = 16384

_BEGIN, _NAME = b"VMBS", 28
_STATUS = {1: "has no {name}", 2: "has no room for an image of {size} bytes", 3: "did not recognise the job image"}


class Target(Protocol):
    """Executes jobs of one algorithm."""

    #: Whether calls are fast enough for a hundred thousand dependent ones.
    quick: bool

    def execute(self, algorithm: str, jobs: Sequence[Job]) -> list[Result]: ...

    def close(self) -> None: ...


def batches(jobs: Sequence[Job], room: int) -> list[list[Job]]:
    """Yield the jobs in groups whose images fit into this many bytes, or consist of one job."""
    groups: list[list[Job]] = []
    size = 0
    for job in jobs:
        own = len(Image([job]).before)
        if not groups or size + own > room:
            groups.append([])
            size = 0
        groups[-1].append(job)
        size += own
    return groups


class Line:
    """A device or program on a byte stream: two files."""

    quick = True

    def __init__(self, name: str, to: int, back: int, room: int = ROOM, timeout: float = 60) -> None:
        self.name, self._to, self._back, self._room, self._timeout = name, to, back, room, timeout

    def _write(self, content: bytes) -> None:
        at = 0
        while at < len(content):
            if not select.select([], [self._to], [], self._timeout)[1]:
                raise VambraceError(f"{self.name} accepts no more bytes")
            at += os.write(self._to, content[at : at + 4096])

    def _read(self, size: int) -> bytes:
        received = bytearray()
        while len(received) < size:
            if not select.select([self._back], [], [], self._timeout)[0]:
                raise VambraceError(
                    f"{self.name} is silent after {len(received)} of {size} bytes for {self._timeout:g} s"
                )
            some = os.read(self._back, size - len(received))
            if not some:
                raise VambraceError(f"{self.name} ended after {len(received)} of {size} bytes")
            received += some
        return bytes(received)

    def execute(self, algorithm: str, jobs: Sequence[Job]) -> list[Result]:
        results: list[Result] = []
        for some in batches(jobs, self._room):
            image = Image(some)
            self._write(_BEGIN + algorithm.encode().ljust(_NAME, b"\0") + image.before)
            (status,) = struct.unpack("<I", self._read(4))
            if status:
                said = _STATUS.get(status, f"answered {status:#x}, which is not a status")
                raise VambraceError(f"{self.name} {said.format(name=algorithm, size=len(image.before))}")
            results += image.read(self._read(len(image.before)))
        return results

    def close(self) -> None:
        for file in {self._to, self._back}:
            os.close(file)


class Host(Line):
    """The portable library, compiled by this computer's compiler."""

    def __init__(self) -> None:
        self._process = subprocess.Popen([host_program()], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        assert self._process.stdin and self._process.stdout
        super().__init__(
            "the program", self._process.stdin.fileno(), self._process.stdout.fileno(), room=1 << 20, timeout=600
        )

    def close(self) -> None:
        assert self._process.stdin and self._process.stdout
        self._process.stdin.close()
        self._process.stdout.close()
        self._process.wait()


class Simulated:
    """A point of the project, simulated cycle by cycle; one image at a time."""

    quick = False

    def __init__(self, name: str) -> None:
        (self._point,) = config.select_points([name])

    def execute(self, algorithm: str, jobs: Sequence[Job]) -> list[Result]:
        from vambrace.hardware import model
        from vambrace.software.running import aead

        point, known = self._point, config.algorithms()[algorithm]
        path = model.build(model.shared(point.core, point.extensions))
        results: list[Result] = []
        for some in batches(jobs, 1 << 20):
            results += aead.run_jobs(path, known, aead.runner(known, point.build), some).results
        return results

    def close(self) -> None:
        pass


def uart(path: str, baud: int, room: int) -> Line:
    """Return a device on a serial line, raw, with 8 bits, no parity and one stop bit."""
    import termios
    import tty

    speeds = {int(name[1:]): getattr(termios, name) for name in dir(termios) if name[:1] == "B" and name[1:].isdigit()}
    speed = speeds[int(choose("speed", str(baud), {str(known): None for known in speeds if known}))]
    try:
        file = os.open(path, os.O_RDWR | os.O_NOCTTY)
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror}") from None
    try:
        tty.setraw(file)
        attributes = termios.tcgetattr(file)
        attributes[4] = attributes[5] = speed
        termios.tcsetattr(file, termios.TCSANOW, attributes)
        termios.tcflush(file, termios.TCIOFLUSH)
    except termios.error:
        os.close(file)
        raise UsageError(f"{path} is not a serial line") from None
    time.sleep(0.05)
    return Line(path, file, file, room)


def target(name: str, baud: int = 115200, room: int = ROOM) -> Target:
    """Return the target of this name: "host", a point, or "uart:" and a device. UsageError for any other name."""
    if name == "host":
        return Host()
    if name.startswith("uart:"):
        return uart(name.removeprefix("uart:"), baud, room)
    return Simulated(name)


# ---- The program of the host ----

_FLAGS = ("-std=c99", "-O2", "-Wall", "-Wextra")


def _identifier(algorithm: str) -> str:
    return algorithm.replace("-", "_")


def table() -> str:
    """Return the C source of the algorithm table (firmware/serial_jobs.h)."""
    names = [(name, _identifier(name)) for name in calls.ALGORITHMS]
    return "\n".join(
        [
            '#include "serial_jobs.h"',
            *(f"int serve_{own}(void *image);" for _, own in names),
            "const vmb_serial_algorithm vmb_serial_algorithms[] = {",
            *(f'    {{"{name}", serve_{own}}},' for name, own in names),
            "    {NULL, NULL}};",
            "",
        ]
    )


def _commands(folders: list[str]) -> list[tuple[str, Path, list[str]]]:
    """Return the name, source and macros of each object of the program, except the table."""
    firmware = root() / "firmware"
    commands = [(f"library_{number}", source, folders) for number, source in enumerate(program.c_sources())]
    for name in calls.ALGORITHMS:
        own = _identifier(name)
        renamed = [f"-Dvmb_jobs_run=serve_{own}", f"-Dvmb_job_run=serve_job_{own}"]
        commands.append((own, firmware / "jobs.c", [*folders, *macros.algorithm(config.algorithms()[name]), *renamed]))
    return [*commands, *((name, firmware / f"{name}.c", folders) for name in ("serial_jobs", "serial_host"))]


def host_program() -> Path:
    """Return the program that serves all ACVP algorithms on this computer, from the cache if available."""
    folders = [f"-I{root() / name}" for name in ("lib/include", "lib/src", "firmware")]
    commands = _commands(folders)
    read = [includes.digest(source, flags) for _, source, flags in commands]
    key = store.digest("acvp", tools.version("gcc"), _FLAGS, table(), [flags[3:] for _, _, flags in commands], read)

    def build(work: Path) -> None:
        (work / "table.c").write_text(table())
        every = [*commands, ("table", work / "table.c", folders)]

        def compile_one(what: tuple[str, Path, list[str]]) -> str:
            name, source, flags = what
            tools.run(["gcc", *_FLAGS, *flags, "-c", str(source), "-o", f"{name}.o"], cwd=work)
            return f"{name}.o"

        with ThreadPoolExecutor(os.cpu_count()) as pool:
            objects = list(pool.map(compile_one, every))
        tools.run(["gcc", *objects, "-o", "program"], cwd=work)
        for name in objects:
            (work / name).unlink()

    return store.entry("acvp", key, build) / "program"
