# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Fuzzes libvambrace on this computer: runs the target (vambrace_dev.fuzz_target) and reports its findings.

Inputs that reach new code are kept in the cache, in fuzz/corpus, as the start of the next run; inputs that break the
library in fuzz/found.
"""

import os
import random
import re
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from vambrace import config
from vambrace.base.errors import VambraceError
from vambrace.base.paths import cache_dir
from vambrace.base.progress import Progress
from vambrace.config import macros
from vambrace_dev import fuzz_target

LONGEST_INPUT = 400

_UNIT_FILE = re.compile(r"Test unit written to (\S+)")
_COUNTS = re.compile(r"#(\d+)\s+\w+\s+cov: (\d+) ft: (\d+) corp: (\d+)/")
_REPORT = re.compile(r"vambrace-fuzz: |ERROR: |WARNING: MemorySanitizer|runtime error: ")
_FRAME = re.compile(r"\s+#\d+ .* (vmb|fuzz)_\w+ ")
_CALL = re.compile(r"build for|  \S+ \w+ key=")


class Breach(VambraceError):
    """The target failed: the library broke its contract, or a sanitizer stopped it."""


@dataclass(frozen=True)
class Counts:
    """Counts of a campaign: inputs run, code edges and features reached, inputs kept."""

    runs: int = 0
    edges: int = 0
    features: int = 0
    kept: int = 0

    def __str__(self) -> str:
        return f"{self.runs:,} runs, {self.edges:,} edges, {self.features:,} features, {self.kept:,} inputs kept"


def corpus_dir() -> Path:
    return cache_dir() / "fuzz" / "corpus"


def found_dir() -> Path:
    return cache_dir() / "fuzz" / "found"


def seed(corpus: Path) -> None:
    """Fill an empty corpus with inputs for every scenario of every algorithm."""
    corpus.mkdir(parents=True, exist_ok=True)
    if any(corpus.iterdir()):
        return
    r = random.Random(1)
    for number, name in enumerate(config.algorithms()):
        for scenario in (0, 1, 4, 6, 7):
            for size in (24, 80):
                data = bytes([number, scenario]) + r.randbytes(size)
                (corpus / f"seed-{name}-{scenario}-{size}").write_bytes(data)


def environment(algorithms: Sequence[str] = (), trace: bool = False) -> dict[str, str]:
    """Return the environment of the target. Leak detection is off, because the library allocates nothing."""
    options = "allow_addr2line=1:detect_leaks=0"
    variables = {**os.environ, "ASAN_OPTIONS": options, "MSAN_OPTIONS": options, "UBSAN_OPTIONS": "print_stacktrace=1"}
    if algorithms:
        variables[macros.FUZZ_ALGORITHMS] = f",{','.join(algorithms)},"
    if trace:
        variables[macros.FUZZ_TRACE] = "1"
    return variables


@dataclass
class _Worker:
    """A running target, and its output so far."""

    process: subprocess.Popen[str]
    counts: Counts = Counts()
    lines: list[str] = field(default_factory=list)

    def listen(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            match = _COUNTS.match(line)
            if match:
                self.counts = Counts(*map(int, match.groups()))
            elif "NEW_FUNC" not in line:
                self.lines = [*self.lines[-400:], line.rstrip("\n")]


def _start(
    target: Path, corpus: Path, findings: Path, number: int, limits: list[str], algorithms: Sequence[str]
) -> _Worker:
    command = [
        str(target),
        str(corpus),
        f"-seed={number + 1}",
        f"-max_len={LONGEST_INPUT}",
        "-entropic=0",
        "-timeout=25",
        "-print_final_stats=0",
        f"-artifact_prefix={findings}{os.sep}",
        *limits,
    ]
    process = subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
        env=environment(algorithms),
    )
    return _Worker(process)


def _stop(workers: list[_Worker], listeners: list[threading.Thread]) -> None:
    for worker in workers:
        if worker.process.poll() is None:
            worker.process.send_signal(signal.SIGINT)
    for worker in workers:
        try:
            worker.process.wait(10)
        except subprocess.TimeoutExpired:
            worker.process.kill()
            worker.process.wait()
    for listener in listeners:
        listener.join()


def run(
    target: Path,
    corpus: Path,
    findings: Path,
    *,
    seconds: int = 0,
    runs: int = 0,
    algorithms: Sequence[str] = (),
    jobs: int = 1,
    tick: Callable[[Counts], None] = lambda counts: None,
) -> Counts:
    """Run the target for this many seconds or runs, or without end. `tick` is called with the counts once a second.
    Raise Breach if the target fails.
    """
    seed(corpus)
    findings.mkdir(parents=True, exist_ok=True)
    limits = [*([f"-max_total_time={seconds}"] if seconds else []), *([f"-runs={runs}"] if runs else [])]
    # Several processes share their corpus; a single one is deterministic.
    limits.append(f"-reload={int(jobs > 1)}")
    workers = [_start(target, corpus, findings, i, limits, algorithms) for i in range(jobs)]
    listeners = [threading.Thread(target=worker.listen, daemon=True) for worker in workers]
    for listener in listeners:
        listener.start()
    try:
        begin, ticks = time.monotonic(), 0
        while all(worker.process.poll() is None for worker in workers):
            time.sleep(0.1)
            if time.monotonic() - begin >= ticks + 1:
                ticks += 1
                tick(_sum(workers))
        if all(worker.process.poll() in (None, 0) for worker in workers):
            for worker in workers:  # all end at about the same time
                worker.process.wait()
    finally:
        _stop(workers, listeners)
    for worker in workers:
        if worker.process.returncode not in (0, -signal.SIGINT, 72):  # 72: interrupted
            raise Breach(_explain(target, worker.lines))
    return _sum(workers)


def _sum(workers: list[_Worker]) -> Counts:
    """Return the counts of all workers: runs are added; the other counts belong to the shared corpus."""
    every = [worker.counts for worker in workers]
    most = max(every, key=lambda counts: counts.features)
    return Counts(sum(counts.runs for counts in every), most.edges, most.features, most.kept)


def _explain(target: Path, lines: list[str]) -> str:
    """Explain a failure of the target: the reason, the place, and the calls that led to it."""
    start = next((i for i, line in enumerate(lines) if _REPORT.search(line)), max(0, len(lines) - 8))
    end = next((i for i in range(start, len(lines)) if not lines[i]), len(lines))  # end of the first stack
    where = [line for line in lines[start:end] if _FRAME.match(line)]
    written = next((m[1] for m in map(_UNIT_FILE.search, lines) if m), None)
    text = ["the fuzzer found a failure:", *lines[start : start + 1], *where[:8]]
    if written is None:
        return "\n".join(text)
    done = subprocess.run(
        [str(target), written], capture_output=True, text=True, errors="replace", env=environment(trace=True)
    )
    # The last line has no newline, because the call did not return.
    last = [line.partition("==")[0] for line in done.stderr.split("\n") if _CALL.match(line)][-6:]
    return "\n".join([*text, "the last calls:", *last, f"to repeat it: vambrace-dev test fuzz --replay {written}"])


def build(sanitizer: str) -> Path:
    """Return the target, showing progress while it is compiled."""
    progress: list[Progress] = []
    lock = threading.Lock()

    def step(total: int, name: str) -> None:
        with lock:
            if not progress:
                progress.append(Progress("compiling the fuzz target", total))
                progress[0].__enter__()
            progress[0].step(name)

    try:
        return fuzz_target.program(sanitizer, step=step)
    finally:
        for bar in progress:
            bar.__exit__()


def campaign(seconds: int, algorithms: Sequence[str], jobs: int, sanitizer: str) -> Counts:
    """Fuzz for this many seconds, showing progress."""
    target = build(sanitizer)
    with Progress("fuzzing, seconds", seconds) as progress:
        return run(
            target,
            corpus_dir(),
            found_dir(),
            seconds=seconds,
            algorithms=algorithms,
            jobs=jobs,
            tick=lambda counts: progress.step(str(counts)),
        )


def replay(file: Path, sanitizer: str) -> int:
    """Replay one input, with every call and the sanitizers' output on standard error; return 1 if it fails."""
    done = subprocess.run([str(build(sanitizer)), str(file)], env=environment(trace=True), stdout=subprocess.DEVNULL)
    return 1 if done.returncode else 0
