# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Runs jobs of libvambrace's AEAD algorithms on a simulated core."""

from dataclasses import dataclass
from pathlib import Path

from vambrace import program
from vambrace.config import Algorithm, Extensions
from vambrace.errors import VambraceError
from vambrace.jobs import Job, Result, decode, encode
from vambrace.paths import root
from vambrace.program import Elf
from vambrace.simulate import Counts, Machine, Memory, simulate

# Room for the whole test suite's jobs. The simulated RAM's size changes no cycle count.
_RAM_BYTES = 16 << 20
_STACK_BYTES = 16 << 10


@dataclass(frozen=True)
class AeadRun:
    """Results of the jobs, and the counts of each call of init, seal and open, in order."""

    results: list[Result]
    init: list[Counts]
    seal: list[Counts]
    open: list[Counts]


def runner(algorithm: Algorithm, extensions: Extensions) -> Elf:
    """Return the program that executes job images with one algorithm."""
    firmware = root() / "firmware"
    return program.link(
        [firmware / "aead_runner.c", firmware / "jobs.c"],
        extensions,
        _RAM_BYTES,
        [f"-DVMB_ALG={algorithm.prefix}"],
    )


def run_jobs(model: Path, algorithm: Algorithm, elf: Elf, jobs: list[Job], machine: Machine | None = None) -> AeadRun:
    """Execute jobs on a simulation model. VambraceError when the program does not end."""
    machine = machine or Machine(ram_bytes=_RAM_BYTES, max_cycles=2_000_000_000)
    image = encode(jobs)
    address = elf.symbol("vmb_job_image")
    if address + len(image) > elf.symbol("__stack_top") - _STACK_BYTES:
        raise VambraceError(f"{len(image)} bytes of jobs do not fit the RAM: run fewer at once")
    operations = ("init", "seal", "open")
    # Where the size of a key depends on the backend, so does the name of its init (aead.h).
    names = {o: f"{algorithm.prefix}_{o}" for o in operations}
    windows = {o: elf.symbol(n, f"{n}_zkn", f"{n}_size") for o, n in names.items()}
    memory = Memory(load={address: image}, dump={"image": (address, len(image))})
    outcome = simulate(model, elf, machine, windows, memory)
    if outcome.end != "exit" or outcome.exit_code != 0:
        raise VambraceError(f"{elf.path.name} with {algorithm.name}: {outcome.describe(elf)}")
    return AeadRun(decode(outcome.dumps["image"], jobs), *(outcome.windows[o] for o in operations))


@dataclass(frozen=True)
class Footprint:
    """Bytes that an operation and its key set-up need, caller's data not counted."""

    code_bytes: int  # instructions, of libgcc and libc too where they are used
    static_bytes: int  # constants and variables
    key_bytes: int  # the expanded key, which the caller holds


def footprint(algorithm: Algorithm, extensions: Extensions, operation: str) -> Footprint:
    """Return the size of one operation as the linker lays it out."""
    elf = program.link(
        [root() / "firmware" / "size_probe.c"],
        extensions,
        1 << 20,
        [f"-DVMB_ALG={algorithm.prefix}", f"-DVMB_OPERATION={operation}"],
    )
    sizes = elf.section_sizes()
    return Footprint(
        code_bytes=sizes.get(".text.library", 0),
        static_bytes=sum(sizes.get(f".{s}.library", 0) for s in ("rodata", "data", "bss")),
        key_bytes=elf.symbol_size("vmb_probe_key"),
    )
