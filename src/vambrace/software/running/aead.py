# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Runs jobs of libvambrace's algorithms on a simulated core."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from vambrace.base.errors import VambraceError
from vambrace.base.paths import root
from vambrace.config import Algorithm, Build, Frame, macros, parameters
from vambrace.software.running.jobs import OK, Job, Result, decode, encode
from vambrace.software.running.simulate import Counts, Machine, Memory, Outcome, simulate
from vambrace.software.toolchain import program
from vambrace.software.toolchain.elf import Elf

# Enough for all jobs of the test suite. The size of the simulated RAM changes no cycle count.
_RAM_BYTES = 16 << 20
_STACK_BYTES = 16 << 10


@dataclass(frozen=True)
class JobsRun:
    """The results of jobs, and the counts of each job's key set-up (`init`) and one-shot call (`call`), None if a job
    has no such call. `job` counts all calls of a job and the code around them, which is the same for equal calls.
    """

    results: list[Result]
    init: list[Counts | None]
    call: list[Counts | None]
    job: list[Counts]
    #: for each job's call and its key set-up: retirements and cycles by address, if `profile` was set
    profiles: list[dict[int, tuple[int, int]]] = field(default_factory=list)
    setup_profiles: list[dict[int, tuple[int, int]]] = field(default_factory=list)
    #: memory at the symbols of `dump` at the end of the run
    dumps: dict[str, bytes] = field(default_factory=dict)


class Called(Protocol):
    """What jobs call: an algorithm, or the functions for a protocol's frames."""

    @property
    def name(self) -> str: ...

    @property
    def kind(self) -> str: ...

    @property
    def prefix(self) -> str: ...

    @property
    def operations(self) -> tuple[str, ...]: ...

    def function(self, operation: str) -> str: ...


def runner(
    algorithm: Algorithm,
    build: Build,
    flags: Sequence[str] = (),
    other: Path | None = None,
    more: Sequence[Path] = (),
) -> Elf:
    """Return the program that executes job images with one algorithm; `other` is another library with objects that call
    it.
    """
    firmware = root() / "firmware"
    sources = [firmware / "jobs_runner.c", firmware / "jobs.c"]
    options = [*macros.algorithm(algorithm), *flags]
    return program.link(sources, build, _RAM_BYTES, options, other, algorithm.name, more=more)


def frame_runner(frame: Frame, build: Build, flags: Sequence[str] = ()) -> Elf:
    """Return the program that executes job images with a protocol's frames."""
    firmware = root() / "firmware"
    sources = [firmware / "jobs_runner.c", firmware / "jobs.c"]
    return program.link(sources, build, _RAM_BYTES, [*macros.frame(frame), *flags])


def init_names(algorithm: Called) -> list[str]:
    """Return the possible names of the key set-up function, which depend on the backend if the key's size does."""
    init = f"{algorithm.prefix}_init"
    units = [f"unit{bits}{profile}" for bits in parameters.KEY_BITS for profile in ("", "_size")]
    return [init, *(f"{init}_{build}" for build in ("zkned", "size", "unit", "engine", *units))]


def machine_of_jobs() -> Machine:
    """Return the machine that runs the programs of `runner`."""
    return Machine(ram_bytes=_RAM_BYTES, max_cycles=2_000_000_000)


def jobs_for(elf: Elf, jobs: Sequence[Job]) -> list[Job]:
    """Return the same jobs with buffers aligned to the machine words of a program."""
    return [job if job.word_bytes == elf.word_bytes else job.but(word_bytes=elf.word_bytes) for job in jobs]


def memory_of_jobs(elf: Elf, jobs: Sequence[Job], one_place: bool = False) -> Memory:
    """Return the image of jobs at the address where the program expects it; after the run, "image" has its contents."""
    jobs = jobs_for(elf, jobs)
    room = max((len(encode([job])) for job in jobs), default=0) if one_place else 0
    return memory_of_image(elf, encode(jobs, one_place), room)


def memory_of_image(elf: Elf, image: bytes, room: int = 0) -> Memory:
    """Return the memory for an existing image, followed by `room` bytes."""
    address = elf.symbol("vmb_job_image")
    if address + len(image) + room > elf.symbol("__stack_top") - _STACK_BYTES:
        raise VambraceError(f"{len(image)} bytes of jobs exceed the RAM: run fewer at once")
    return Memory(load={address: image}, dump={"image": (address, len(image))})


def simulate_jobs(
    model: Path,
    algorithm: Called,
    elf: Elf,
    jobs: Sequence[Job],
    machine: Machine | None = None,
    one_place: bool = False,
    profile: bool = False,
    dump: Sequence[str] = (),
    measured: Mapping[str, str] | None = None,
) -> Outcome:
    """Run the program on the jobs, with windows on all calls: "job", "init", and the functions of the algorithm, or
    their replacements in `measured`, by operation. VambraceError if it does not end. A run that is already cached is
    not repeated.
    """
    functions = dict.fromkeys(_windows(algorithm, measured).values())
    windows = {"job": elf.symbol("vmb_job_run"), **{name: elf.symbol(name) for name in functions}}
    if algorithm.kind != "hash":
        windows["init"] = elf.symbol(*init_names(algorithm))
    objects = {name: (elf.symbol(name), elf.symbol_size(name)) for name in dump}
    memory = memory_of_jobs(elf, jobs, one_place)
    memory.dump.update(objects)
    outcome = simulate(model, elf, machine or machine_of_jobs(), windows, memory, profile=profile, cached=True)
    if outcome.end != "exit" or outcome.exit_code != 0:
        raise VambraceError(f"{elf.path.name} with {algorithm.name}: {outcome.describe(elf)}")
    return outcome


def _windows(algorithm: Called, measured: Mapping[str, str] | None) -> dict[str, str]:
    """Return the measured function of each operation."""
    return {
        operation: (measured or {}).get(operation, algorithm.function(operation)) for operation in algorithm.operations
    }


def run_jobs(
    model: Path,
    algorithm: Called,
    elf: Elf,
    jobs: list[Job],
    machine: Machine | None = None,
    one_place: bool = False,
    profile: bool = False,
    dump: Sequence[str] = (),
    measured: Mapping[str, str] | None = None,
) -> JobsRun:
    """Execute jobs on a simulation model; `one_place` executes all at the same addresses
    (vambrace.software.running.jobs.encode). With `profile`, no job may have steps or a failing key set-up. `dump` are
    symbols of objects. VambraceError if the program does not end.
    """
    jobs = jobs_for(elf, jobs)
    outcome = simulate_jobs(model, algorithm, elf, jobs, machine, one_place, profile, dump, measured)
    functions = _windows(algorithm, measured)
    results = decode(outcome.dumps["image"], jobs)
    calls = {name: iter(counts) for name, counts in outcome.windows.items()}
    taken = {name: iter(profiles) for name, profiles in outcome.profiles.items()}
    return JobsRun(
        results,
        [next(calls["init"]) if "init" in calls else None for _ in jobs],
        [_one_shot(calls[functions[job.op]], job, result) for job, result in zip(jobs, results, strict=True)],
        outcome.windows["job"],
        [next(taken[functions[job.op]]) for job in jobs] if profile else [],
        list(taken.get("init", ())),
        {name: outcome.dumps[name] for name in dump},
    )


def _one_shot(calls: Iterator[Counts], job: Job, result: Result) -> Counts | None:
    """Return the counts of a job's call. Steps may call the same function; those counts are skipped."""
    every = [step for step in job.steps if step.what == "call"] if job.steps else [job]
    if result.init_status != OK:
        return None
    counts = [next(calls) for _ in every]
    return None if job.steps else counts[0]


@dataclass(frozen=True)
class Footprint:
    """The bytes that an operation and its key set-up need, without the caller's data."""

    code_bytes: int  # instructions, including libgcc and libc if used
    static_bytes: int  # constants and variables
    key_bytes: int  # the expanded key, in the caller's memory


def probe(
    algorithm: Algorithm,
    build: Build,
    operation: str,
    flags: Sequence[str] = (),
    other: Path | None = None,
    more: Sequence[Path] = (),
) -> Elf:
    """Return a program with only one operation and its key set-up, for its size; it does not run."""
    options = [*macros.algorithm(algorithm), *macros.operation(algorithm, operation), *flags]
    source = root() / "firmware" / "size_probe.c"
    return program.link([source], build, 1 << 20, options, other, algorithm.name, more=more)


def footprint(
    algorithm: Algorithm,
    build: Build,
    operation: str,
    flags: Sequence[str] = (),
    other: Path | None = None,
    more: Sequence[Path] = (),
) -> Footprint:
    """Return the linked size of one operation."""
    return _footprint(probe(algorithm, build, operation, flags, other, more), algorithm.kind != "hash")


def frame_footprint(frame: Frame, build: Build, operation: str) -> Footprint:
    """Return the linked size of one operation on a protocol's frames."""
    options = [*macros.frame(frame), *macros.operation(frame, operation)]
    return _footprint(program.link([root() / "firmware" / "size_probe.c"], build, 1 << 20, options), has_key=True)


def _footprint(elf: Elf, has_key: bool) -> Footprint:
    sizes = elf.section_sizes()
    return Footprint(
        code_bytes=sizes.get(".text.library", 0),
        static_bytes=sum(sizes.get(f".{s}.library", 0) for s in ("rodata", "data", "bss")),
        key_bytes=elf.symbol_size("vmb_probe_key") if has_key else 0,
    )
