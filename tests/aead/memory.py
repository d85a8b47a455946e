# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The data that each of many jobs leaves in the memory of a simulated core, in one simulation, or on the stack of this
computer, in one process."""

from __future__ import annotations

import struct
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from tests.aead.spike_runner import isa
from vambrace import config
from vambrace.base.paths import root
from vambrace.config import Algorithm, Build, macros
from vambrace.hardware import model
from vambrace.software.running import aead, spike
from vambrace.software.running.jobs import Job, Result, decode, encode
from vambrace.software.running.simulate import RAM_BASE, Machine, Memory, simulate
from vambrace.software.toolchain import program
from vambrace.software.toolchain.elf import Elf
from vambrace_dev.verify import host_library
from vambrace_dev.verify.host_library import Compiled

# The constants of memory.c.
PAINT, HEADER_WORDS = 0x7A3C91E5, 6
RAM_BYTES = 4 << 20
HERE_WORDS = 1 << 13  # of the stack on this computer
UNTOUCHED = 64  # bytes at the deep end of the stack: if a call reaches them, more of the stack has to be kept


def stack_words(build: Build) -> int:
    """Return how many bytes of the stack are examined, a multiple of 4: with an engine, calls need few, and simulating
    it is slow."""
    if build.extensions.engine:
        return 256 if build.extensions.plain_engine else 320  # AES-GCM in several jobs
    return 768 * build.xlen // 32


def runner(algorithm: Algorithm, build: Build, flags: Sequence[str] = (), more: Sequence[Path] = ()) -> Elf:
    """The program of memory.c with one algorithm."""
    firmware = root() / "firmware"
    sources = [Path(__file__).with_name("memory.c"), firmware / "jobs.c", *more]
    own = [f"-I{firmware}", f"-DSTACK_WORDS={stack_words(build)}u", *flags]
    return program.link(sources, build, RAM_BYTES, [*macros.algorithm(algorithm), *own], algorithm=algorithm.name)


def variables(elf: Elf) -> tuple[int, int]:
    """Return address and size in words of each memory area, except the stack, that a program can write."""
    start, end = elf.writable()
    return start, (end - start + 3) // 4


@dataclass(frozen=True)
class Simulated:
    """The program for a build on a core, or on Spike if it is for Spike."""

    elf: Elf
    build: Build = config.PORTABLE

    def prepared(self, jobs: Sequence[Job]) -> list[Job]:
        """Return the jobs adapted to the width of its registers."""
        return aead.jobs_for(self.elf, jobs)

    def after_each(self, every: Sequence[Job]) -> list[tuple[Result, bytes]]:
        """Return the result of each job, and the contents of the stack and the variables after it."""
        images = [encode([job]) for job in every]
        address = self.elf.symbol("vmb_job_image")
        first, words = variables(self.elf)
        size = 4 * (stack_words(self.build) + words)
        left = address + 4 * HEADER_WORDS + sum(map(len, images))
        place = left + len(images) * size
        assert place + max(map(len, images)) < self.elf.symbol("__stack_top") - (16 << 10), "too many jobs for the RAM"
        header = struct.pack("<6I", len(images), place, left, first, words, 0)
        memory = Memory(
            load={address: header + b"".join(images)},
            dump={"images": (address + len(header), left - address - len(header)), "left": (left, place - left)},
        )
        dumps = _run(self.elf, self.build, memory)
        results, at = [], 0
        for number, (job, image) in enumerate(zip(every, images, strict=True)):
            result = decode(dumps["images"][at : at + len(image)], [job])[0]
            results.append((result, checked(job, dumps["left"][number * size : (number + 1) * size])))
            at += len(image)
        return results

    def place_of(self, offset: int) -> str:
        """Describe the place of the byte at an offset of the remaining data."""
        stack = 4 * stack_words(self.build)
        if offset < stack:
            return f"stack-{stack - offset}"
        return f"{variables(self.elf)[0] + offset - stack:#010x}"


def checked(job: Job, content: bytes) -> bytes:
    """Return the data that a job left, after a check that the kept stack was deep enough for it."""
    assert content[:UNTOUCHED] == struct.pack("<I", PAINT) * (UNTOUCHED // 4), f"{job.op} needs a deeper stack"
    return content


def _run(elf: Elf, build: Build, memory: Memory) -> dict[str, bytes]:
    """Run the program, on Spike if it is for Spike, to its end."""
    if build.spike:
        done = spike.run(elf, isa(build), memory=memory, ram_bytes=RAM_BYTES, cached=True)
        assert done.exit_code == 0
        return done.dumps
    machine = Machine(ram_bytes=elf.symbol("__stack_top") - RAM_BASE, max_cycles=400_000_000)
    path = model.build(model.shared(config.cores()["ibex-ref"], build.extensions))
    outcome = simulate(path, elf, machine, memory=memory, cached=True)
    assert outcome.end == "exit" and outcome.exit_code == 0, outcome.describe(elf)
    return outcome.dumps


@dataclass(frozen=True)
class Here:
    """An algorithm in the program of memory_here.c, which contains several, with the library as built by one
    compiler."""

    made: Compiled
    names: tuple[str, ...]
    name: str

    def prepared(self, jobs: Sequence[Job]) -> list[Job]:
        return [job.but(word_bytes=8) for job in jobs]

    def after_each(self, every: Sequence[Job]) -> list[tuple[Result, bytes]]:
        """Return the result of each job, and the contents of the stack after it."""
        images = [encode([job]) for job in every]
        with tempfile.TemporaryDirectory(prefix="vambrace-") as folder:
            source, target = Path(folder) / "in", Path(folder) / "out"
            which = struct.pack("<I", self.names.index(self.name))
            source.write_bytes(struct.pack("<I", len(images)) + b"".join(which + image for image in images))
            subprocess.run([_program_here(self.made, self.names), source, target], check=True)
            content = target.read_bytes()
        results, at = [], 0
        for job, image in zip(every, images, strict=True):
            middle, end = at + len(image), at + len(image) + 4 * HERE_WORDS
            results.append((decode(content[at:middle], [job])[0], checked(job, content[middle:end])))
            at = end
        return results

    def place_of(self, offset: int) -> str:
        return f"stack-{4 * HERE_WORDS - offset}"


def _program_here(compiled: Compiled, names: Sequence[str]) -> Path:
    """The program of memory_here.c with the algorithms of these names, linked to the parts of the library that these
    need. No function is bound at its first call: that would save registers on the stack."""
    folders = frozenset().union(*map(program.folders, names))
    library = host_library.objects(compiled, [s for s in program.c_sources() if program.primitive(s) in folders])
    jobs = []
    for name in names:
        renamed = [f"-D{function}={function}_{name.replace('-', '_')}" for function in ("vmb_jobs_run", "vmb_job_run")]
        flags = (*compiled.flags, *macros.algorithm(config.algorithms()[name]), *renamed)
        jobs += host_library.objects(replace(compiled, flags=flags, replaced=()), [root() / "firmware" / "jobs.c"])
    runs = " ".join(f"RUN({name.replace('-', '_')})" for name in names)
    own = [f"-DALGORITHMS={runs}", f"-DSTACK_WORDS={HERE_WORDS}", "-Wl,-z,now"]
    return host_library.program(compiled, [Path(__file__).with_name("memory_here.c")], own, [*jobs, *library])
