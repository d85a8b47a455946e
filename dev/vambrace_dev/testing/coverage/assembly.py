# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Coverage of the library's assembly: executed instructions, by Spike's address histogram, over the case lists.

Every build and algorithm of tests/aead runs as many cases as in `make test`. An instruction is an offset in the code of
a section: code that two builds compile differently counts twice, shared code once. Objects have debug information with
the line of each instruction (for a macro, the line of its use), and no linker relaxation, so that an instruction keeps
its offset in every program; neither changes the executed code.

Builds with misaligned accesses, and builds with an accelerator, run only algorithms with specific code in them. For
these builds, only sections that a program links count, without drivers of accelerators, which Spike lacks.
"""

from __future__ import annotations

import os
import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from vambrace import config
from vambrace.analysis import linker_map
from vambrace.base import store, tools
from vambrace.base.errors import VambraceError
from vambrace.base.paths import root
from vambrace.base.progress import Progress
from vambrace.config import Build
from vambrace.software.running import aead, spike
from vambrace.software.toolchain import program
from vambrace.software.toolchain.elf import Elf
from vambrace_dev.testing.coverage import suite
from vambrace_dev.testing.coverage.points import Points

OBJDUMP = "riscv64-unknown-elf-objdump"

#: Folders of lib/src with drivers of accelerators.
_DRIVERS = ("aes/unit", "engine")

#: The name of the checkout in objects: their cache keys do not contain its location.
_PLACE = "/vambrace"

_SECTION = re.compile(r"^Disassembly of section (\S+):$")
_LINE = re.compile(r"^(/\S+):(\d+)(?: \(.*\))?$")
_INSTRUCTION = re.compile(r"^ *([0-9a-f]+):\t([0-9a-f ]+)\t(\S+)")


@dataclass(frozen=True)
class Instruction:
    """An instruction of an object, and its source line. `code` is the name and hash of its section."""

    code: str
    section: str
    offset: int
    file: str
    line: int


def measure(algorithms: Iterable[str] = ()) -> Points:
    """Run the cases of some algorithms (all when empty) on Spike and return the instructions of lib/."""
    chosen = set(algorithms)
    targets = [t for t in suite.spike_targets() if not chosen or t[2] in chosen]
    points = Points()
    reached: set[str] = set()
    with Progress("coverage of the assembly", len(targets)) as progress:
        for build, isa, algorithm in targets:
            reached |= _run(points, build, isa, algorithm)
            progress.step(f"{build.label}, RV{build.xlen}, {algorithm}")
        if not chosen:
            for source, flags, build, isas in suite.spike_programs():
                objects, library = _library(build)
                elf = program.link([source], build, 1 << 20, flags, library)
                runs = [spike.run(elf, isa, executed=True).executed for isa in isas]
                reached |= add(points, elf, objects, sum(map(Counter, runs), Counter()))
    if not chosen:
        points.unreached = [
            str(source.relative_to(root())) for name, source in _members().items() if name not in reached
        ]
    return points


def _run(points: Points, build: Build, isa: str, algorithm: str) -> set[str]:
    """Add the instructions that a build executes for the cases of an algorithm, and the other instructions of its
    objects; return the names of the objects with executed instructions.
    """
    linked = build.on_spike(build.xlen)
    objects, library = _library(linked)
    elf = aead.runner(config.algorithms()[algorithm], linked, other=library)
    executed: Counter[int] = Counter()
    for image in suite.spike_images(algorithm, build.xlen):
        outcome = spike.run(elf, isa, memory=aead.memory_of_image(elf, image), cached=True, executed=True)
        if outcome.exit_code:
            raise VambraceError(f"{algorithm}, {build.label}: the program ended with {outcome.exit_code}")
        executed.update(outcome.executed)
    if not executed:
        raise VambraceError(f"Spike printed no histogram for {algorithm}, {build.label}")
    return add(points, elf, objects, executed, linked_only=_is_partial(build))


def _is_partial(build: Build) -> bool:
    """Return whether only some of the algorithms with assembly in a build are run with it."""
    return build.misaligned or build.extensions.accelerator is not None


def _flags() -> list[str]:
    return ["-g", "-mno-relax", f"-fdebug-prefix-map={root()}={_PLACE}"]


def _members() -> dict[str, Path]:
    """Return the assembly sources by the names of their objects in the library."""
    return {f"{program.member(source)}.o": source for source in program.library_sources() if source.suffix == ".S"}


@cache
def _library(build: Build) -> tuple[dict[str, Path], Path]:
    """Return the assembly objects by their names in the library, and the library."""
    sources = program.library_sources()
    flags = program.source_flags(build)
    assembly = list(_members().values())
    objects = program.compile_objects(assembly, [*flags, *_flags()], build.xlen)
    compiled = dict(zip(assembly, objects, strict=True))
    rest = [source for source in sources if source not in compiled]
    compiled |= dict(zip(rest, program.compile_objects(rest, flags, build.xlen), strict=True))
    members = [program.member(source) for source in sources]
    library = program.archive("libvambrace.a", members, [compiled[source] for source in sources])
    drivers = [root() / "lib" / "src" / folder for folder in _DRIVERS] if build.extensions.accelerator else []
    return {name: compiled[s] for name, s in _members().items() if not any(map(s.is_relative_to, drivers))}, library


def add(
    points: Points, elf: Elf, objects: dict[str, Path], executed: Counter[int], linked_only: bool = False
) -> set[str]:
    """Add the instructions of objects linked into a program, with their execution counts by address, and unless
    `linked_only` those of sections that are not linked; return the names of the objects with executed instructions.
    """
    reached: set[str] = set()
    places = {(p.object, p.section): p for p in linker_map.places(elf.map.read_text()) if p.object in objects}
    for name, path in objects.items():
        for instruction in instructions(path):
            place = places.get((name, instruction.section))
            if place is None and linked_only:
                continue
            hits = executed[place.address + instruction.offset] if place else 0
            points.add("instructions", instruction.file, instruction.line, hits, (instruction.code, instruction.offset))
            if hits:
                reached.add(name)
    return reached


@cache
def instructions(path: Path) -> tuple[Instruction, ...]:
    """Return the instructions of an object, except alignment padding."""
    return tuple(parse(tools.run([OBJDUMP, "-dl", str(path)])))


def parse(text: str) -> list[Instruction]:
    """Return the instructions in objdump's output. `nop` is padding: no source contains one."""
    section, file, line = "", "", 0
    instructions_read: list[Instruction] = []
    words: dict[str, list[str]] = defaultdict(list)
    for row in text.splitlines():
        if match := _SECTION.match(row):
            section, file = match[1], ""
        elif match := _LINE.match(row):
            path = Path(os.path.normpath(match[1]))
            file = str(path.relative_to(_PLACE)) if path.is_relative_to(_PLACE) else ""
            line = int(match[2])
        elif match := _INSTRUCTION.match(row):
            words[section].append(match[2].strip())
            if match[3] == "nop":
                continue
            if not file:
                raise VambraceError(f"objdump names no project source for an instruction in {section}")
            instructions_read.append(Instruction("", section, int(match[1], 16), file, line))
    codes = {name: f"{name} {store.digest(contents)}" for name, contents in words.items()}
    return [replace(instruction, code=codes[instruction.section]) for instruction in instructions_read]
