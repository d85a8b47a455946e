# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Coverage of the library's C: lines and branches, by gcov, in builds for this machine over all case lists.

Both profiles are built without optimisation, and counted together. Each program adds its counts to those next to its
objects. Sources that are not for this machine (drivers of engines and AES units) have no lines here.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from vambrace import config
from vambrace.base import children, tools
from vambrace.base.errors import VambraceError
from vambrace.base.paths import root
from vambrace.base.progress import Progress
from vambrace.config import macros
from vambrace.software.toolchain import program
from vambrace_dev.testing.coverage import suite
from vambrace_dev.testing.coverage.points import Points

FLAGS = ("-std=c99", "-O0", "-g", "--coverage")

#: The builds by name, and their macros.
BUILDS = {name: macros.profile(name) for name in config.PROFILES}


def measure(algorithms: Iterable[str] = ()) -> Points:
    """Run all lists of some algorithms (all when empty) and return the points of lib/."""
    algorithms = list(algorithms)
    names = algorithms or list(config.algorithms())
    progress = Progress("coverage of the library", len(names) * len(BUILDS))
    with TemporaryDirectory(prefix="vambrace-coverage-") as name, progress:
        folder = Path(name)
        objects = {build: _objects(folder / build, flags) for build, flags in BUILDS.items()}
        for algorithm in names:
            images = suite.images(algorithm)
            for build, compiled in objects.items():
                _run(folder, build, compiled, algorithm, images)
                progress.step(f"{build}, {algorithm}")
        if not algorithms:
            for build, compiled in objects.items():
                for source, flags in suite.programs():
                    _execute([str(_link(folder, build, compiled, [source], flags))], source.name)
        points = Points()
        for build in objects:
            for text in read(folder / build):
                add(points, text)
    if not algorithms:
        points.not_reached_of(str(source.relative_to(root())) for source in program.c_sources())
    return points


def _include() -> list[str]:
    return [f"-I{root() / folder}" for folder in ("lib/include", "lib/src", "firmware")]


def _objects(folder: Path, flags: Iterable[str]) -> list[str]:
    """Compile the library; the counts of an object are written next to it."""
    folder.mkdir()

    def compile_source(source: Path) -> str:
        object_file = folder / f"{program.member(source)}.o"
        tools.run(["gcc", *FLAGS, *flags, *_include(), "-c", str(source), "-o", str(object_file)], cwd=folder)
        return str(object_file)

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(compile_source, program.c_sources()))


def _link(folder: Path, build: str, objects: list[str], sources: list[Path], flags: Iterable[str]) -> Path:
    """Link a program from sources, which are not counted, and the library."""
    program_file = folder / f"{build}-program"
    own = [str(folder / f"{build}-{source.stem}.o") for source in sources]
    for source, target in zip(sources, own, strict=True):
        tools.run(["gcc", "-std=c99", "-O1", *BUILDS[build], *flags, *_include(), "-c", str(source), "-o", target])
    tools.run(["gcc", "--coverage", *own, *objects, "-o", str(program_file)])
    return program_file


def _run(folder: Path, build: str, objects: list[str], algorithm: str, images: Iterable[bytes]) -> None:
    sources = [root() / "firmware" / name for name in ("jobs.c", "host_runner.c")]
    program_file = _link(folder, build, objects, sources, macros.algorithm(config.algorithms()[algorithm]))
    for image in images:
        file = folder / "image"
        file.write_bytes(image)
        _execute([str(program_file), str(file)], f"{algorithm}, {build} profile")


def _execute(command: list[str], what: str) -> None:
    done = children.run(command, capture_output=True, text=True)
    if done.returncode:
        raise VambraceError(f"{what}: the program ended with {done.returncode}: {done.stderr[:2000]}")


def read(folder: Path) -> list[dict[str, Any]]:
    """Return gcov's reports on the objects in a folder."""
    notes = [str(path) for path in sorted(folder.glob("*.gcno"))]
    text = tools.run(["gcov", "--json-format", "--branch-probabilities", "--stdout", *notes], cwd=folder)
    return [json.loads(line) for line in text.splitlines() if line.startswith("{")]


def add(points: Points, report: dict[str, Any]) -> None:
    """Add a gcov report: the lines and branches of our own files. A line that belongs to several functions (a header
    included for each algorithm) is counted once.
    """
    for file in report["files"]:
        path = Path(report["current_working_directory"], file["file"]).resolve()
        if not path.is_relative_to(root() / "lib"):
            continue
        name = str(path.relative_to(root()))
        for line in file["lines"]:
            points.add("lines", name, line["line_number"], line["count"])
            for number, branch in enumerate(line["branches"]):
                points.add("branches", name, line["line_number"], branch["count"], number)
