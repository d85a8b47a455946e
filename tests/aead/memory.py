# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""What each of many jobs leaves in the memory of a simulated core, in one simulation."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from pathlib import Path

from tests.aead.spike_runner import isa
from vambrace import config
from vambrace.base.paths import root
from vambrace.config import Algorithm, Build, macros
from vambrace.hardware import model
from vambrace.software import program, spike
from vambrace.software.elf import Elf
from vambrace.software.jobs import Job, Result, decode, encode
from vambrace.software.simulate import RAM_BASE, Machine, Memory, simulate

# The constants of memory.c.
PAINT, HEADER_WORDS = 0x7A3C91E5, 6
RAM_BYTES = 4 << 20
UNTOUCHED = 64  # bytes at the deep end of the stack that nothing may reach, or more has to be kept


def stack_words(build: Build) -> int:
    """How much of the stack is looked at, a multiple of 4: with an engine, calls need little, and simulating it
    is slow."""
    return 256 if build.extensions.engine else 768 * build.xlen // 32


def runner(algorithm: Algorithm, build: Build, flags: Sequence[str] = (), more: Sequence[Path] = ()) -> Elf:
    """The program of memory.c with one algorithm."""
    firmware = root() / "firmware"
    sources = [Path(__file__).with_name("memory.c"), firmware / "jobs.c", *more]
    own = [f"-I{firmware}", f"-DSTACK_WORDS={stack_words(build)}u", *flags]
    return program.link(sources, build, RAM_BYTES, [*macros.algorithm(algorithm), *own], algorithm=algorithm.name)


def variables(elf: Elf) -> tuple[int, int]:
    """Where everything lies that a program can write, the stack apart: address and words."""
    start, end = elf.writable()
    return start, (end - start + 3) // 4


def after_each(elf: Elf, every: Sequence[Job], build: Build = config.PORTABLE) -> list[tuple[Result, bytes]]:
    """The result of each job, and what the stack and the variables held after it."""
    images = [encode([job]) for job in every]
    address = elf.symbol("vmb_job_image")
    first, words = variables(elf)
    size = 4 * (stack_words(build) + words)
    left = address + 4 * HEADER_WORDS + sum(map(len, images))
    place = left + len(images) * size
    assert place + max(map(len, images)) < elf.symbol("__stack_top") - (16 << 10), "too many jobs for the RAM"
    header = struct.pack("<6I", len(images), place, left, first, words, 0)
    memory = Memory(
        load={address: header + b"".join(images)},
        dump={"images": (address + len(header), left - address - len(header)), "left": (left, place - left)},
    )
    dumps = _run(elf, build, memory)
    found, at = [], 0
    for number, (job, image) in enumerate(zip(every, images, strict=True)):
        result = decode(dumps["images"][at : at + len(image)], [job])[0]
        content = dumps["left"][number * size : (number + 1) * size]
        assert content[:UNTOUCHED] == struct.pack("<I", PAINT) * (UNTOUCHED // 4), f"{job.op} needs a deeper stack"
        found.append((result, content))
        at += len(image)
    return found


def _run(elf: Elf, build: Build, memory: Memory) -> dict[str, bytes]:
    """Run the program, on Spike if it is for Spike, to its end."""
    if build.spike:
        done = spike.run(elf, isa(build), memory=memory, ram_bytes=RAM_BYTES, kept=True)
        assert done.exit_code == 0
        return done.dumps
    machine = Machine(ram_bytes=elf.symbol("__stack_top") - RAM_BASE, max_cycles=400_000_000)
    path = model.build(model.shared(config.cores()["ibex-ref"], build.extensions))
    outcome = simulate(path, elf, machine, memory=memory, kept=True)
    assert outcome.end == "exit" and outcome.exit_code == 0, outcome.describe(elf)
    return outcome.dumps


def place_of(elf: Elf, offset: int, build: Build = config.PORTABLE) -> str:
    """Where the byte at an offset of what is left lies, in words for a person."""
    stack = 4 * stack_words(build)
    if offset < stack:
        return f"stack-{stack - offset}"
    return f"{variables(elf)[0] + offset - stack:#010x}"
