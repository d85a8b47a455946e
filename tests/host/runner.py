# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Executes jobs on this computer, with the portable library built by its own compiler."""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from tests.aead.protocol import Decoded
from vambrace import config
from vambrace.base import memo, store, tools
from vambrace.base.paths import root
from vambrace.config import macros
from vambrace.software.running.jobs import Job
from vambrace.software.toolchain import includes
from vambrace.software.toolchain.program import c_sources

STRICT = ("-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror")
SANITIZERS = ("-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-fno-omit-frame-pointer", "-g")


_INCLUDE = [f"-I{root() / folder}" for folder in ("lib/include", "lib/src", "firmware")]


class RunError(RuntimeError):
    """The host program crashed, or a sanitizer stopped it."""


def _compile(kind: str, flags: Sequence[str], sources: Sequence[Path], work: list[str], name: str) -> Path:
    """Return the output of gcc for `sources` with these flags, from the cache if possible."""

    def compile_into(folder: Path) -> None:
        tools.run(["gcc", *STRICT, *flags, *_INCLUDE, *map(str, sources), *work], cwd=folder)

    return store.entry("host", key(kind, flags, sources, work), compile_into) / name


def key(kind: str, flags: Sequence[str], sources: Sequence[Path], work: list[str]) -> str:
    """Return the hash of sources with all that they include, of flags, and of objects."""
    read = [includes.digest(source, [*flags, *_INCLUDE]) for source in sources]
    parts = [store.digest_contents([Path(part)]) if part.endswith(".o") and "/" in part else part for part in work]
    return store.digest(kind, tools.version("gcc"), STRICT, list(flags), parts, read)


def build(
    name: str, flags: Sequence[str], own: Sequence[str], sources: Sequence[Path], shared: Sequence[Path] = ()
) -> Path:
    """The program made from `sources`, compiled with both sorts of flags, and `shared` and the library, which
    are compiled with `flags` alone and once for all programs."""
    objects = [
        _compile("object", flags, [source], ["-c", "-o", "object.o"], "object.o") for source in (*shared, *c_sources())
    ]
    linked = [*map(str, objects), "-o", "program"]
    return _compile(name, [*flags, *own], sources, linked, "program")


@dataclass(frozen=True)
class HostRunner(Decoded):
    """Runs the library on this computer.

    `relocate` gives every buffer an allocation of its own, for a sanitizer to watch; otherwise the
    calls work inside the image, where buffers have the alignment and neighbours that a job says.
    """

    name: str
    flags: tuple[str, ...]
    relocate: bool
    word_bytes: int = 4
    prefix: str | None = None  # another algorithm's functions than the one asked for
    extra: tuple[Path, ...] = ()
    environment: tuple[tuple[str, str], ...] = ()  # of its process

    def program(self, algorithm: str) -> Path:
        """Return the built program for one algorithm. The calling code is not optimised, which halves the time."""
        known = config.algorithms()[algorithm]
        known = replace(known, prefix=self.prefix) if self.prefix else known
        firmware = root() / "firmware"
        sources = [firmware / "jobs.c", *self.extra]
        own = [*macros.algorithm(known), "-O0"]
        return build(self.name, self.flags, own, sources, [firmware / "host_runner.c"])

    def execute(self, algorithm: str, image: bytes, jobs: Sequence[Job]) -> bytes:
        """Execute all jobs in one process, or return the results of an earlier run."""
        program = self.program(algorithm)

        def run() -> memo.Files:
            return {"image": self._run(program, image, algorithm, jobs)}

        key = store.digest("host", memo.content(program), tools.version("gcc"), self.relocate, self.environment, image)
        return memo.recall(key, run, {"image": image})["image"]

    def _run(self, program: Path, image: bytes, algorithm: str, jobs: Sequence[Job]) -> bytes:
        """Return the results of a process for an image."""
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "image"
            file.write_bytes(image)
            command = [str(program), str(file), *(["--relocate"] if self.relocate else [])]
            # Leaks are not checked, because the library does not allocate.
            sanitizers = {"ASAN_OPTIONS": "detect_leaks=0", "UBSAN_OPTIONS": "print_stacktrace=1"}
            environment = {**os.environ, **sanitizers, **dict(self.environment)}
            done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
            if done.returncode:
                reached = done.stdout.split()
                job = f" in job {reached[-1]}: {jobs[int(reached[-1])]}" if reached else ""
                raise RunError(f"{algorithm} on {self.name} ended with {done.returncode}{job}\n{done.stderr[:4000]}")
            return file.read_bytes()


PLAIN = HostRunner("host", ("-O2",), relocate=False)
SANITIZED = HostRunner("host-asan", ("-O1", *SANITIZERS), relocate=True)
SIZE = HostRunner("host-size", ("-O2", "-DVMB_SIZE=1"), relocate=False)
RUNNERS = (PLAIN, SANITIZED, SIZE)
