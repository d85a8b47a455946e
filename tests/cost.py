# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""A pytest plug-in: the processor time of each test, and of the programs that it starts.

``pytest -p tests.cost --cost FILE`` appends one JSON object per test to FILE: its name, wall time, processor time of
Python itself, and of the processes that it started, by kind, all in seconds. `python -m tests.cost FILE` prints them
by file and by kind; `python -m tests.cost --table FILE...` prints tests/costs.txt, by which shards divide the tests.
"""

from __future__ import annotations

import fcntl
import json
import os
import re
import resource
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

#: What a program does, by its name without a version behind it.
_KINDS = {
    "g++": "compile models", "verilator": "verilate", "verilator_bin": "verilate", "spike": "Spike",
    "mvn": "Maven and Java", "java": "Maven and Java", "gcc": "compile for the host", "clang": "compile for the host",
    "clang++": "compile for the host", "cmake": "CMake", "ctest": "CMake", "model": "simulate cores",
    "dut": "simulate units", "unit": "simulate units", "Vdut": "simulate units", "pytest": "pytest",
    "vambrace": "command line", "sta": "OpenSTA",
}  # fmt: skip
#: The same of modules that Python runs: all others are of the command line.
_MODULES = {"pytest": "pytest", "vambrace.silicon.yosys": "Yosys"}
_VERSION = re.compile(r"-[0-9.]+$")

_lock = threading.Lock()
_spent: Counter[str] = Counter()
_calls: Counter[str] = Counter()
_kinds: dict[int, str] = {}  # of processes that were started, by their ids
_wait4 = os.wait4


def kind_of(command: Sequence[str] | str) -> str:
    """What a command does, in a few words."""
    words = command.split() if isinstance(command, str) else [str(word) for word in command]
    program = _VERSION.sub("", Path(words[0]).name)
    if program.startswith("riscv64-unknown-elf-"):
        return "compile for RISC-V"
    if re.fullmatch(r"python[0-9.]*", program):
        return _MODULES.get(words[2], "command line") if words[1:2] == ["-m"] else "command line"
    return _KINDS.get(program, "other programs")


def _counted_wait4(pid: int, options: int) -> tuple[int, int, resource.struct_rusage]:
    """os.wait4, which some code calls directly to get the time of a process."""
    ended, status, used = _wait4(pid, options)
    with _lock:
        if kind := _kinds.pop(ended, None):
            _spent[kind] += used.ru_utime + used.ru_stime
            _calls[kind] += 1
    return ended, status, used


class _Timed(subprocess.Popen):
    """A process whose processor time is counted when it is waited for."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        _kinds[self.pid] = kind_of(self.args)  # type: ignore[arg-type]

    def _try_wait(self, wait_flags: int) -> tuple[int, int]:
        try:
            pid, status, _ = os.wait4(self.pid, wait_flags)
        except ChildProcessError:
            return self.pid, 0
        return pid, status

    def _internal_poll(self, _deadstate: int | None = None) -> int | None:
        """poll() waits in a way of its own."""
        return super()._internal_poll(_deadstate, lambda pid, options: os.wait4(pid, options)[:2])


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--cost", metavar="FILE", help="append the processor time of each test to FILE")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--cost"):
        subprocess.Popen = _Timed  # type: ignore[misc]
        os.wait4 = _counted_wait4


def _own() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    path = item.config.getoption("--cost")
    if not path:
        yield
        return
    _spent.clear()
    _calls.clear()
    began, own = time.monotonic(), _own()
    yield
    line = {
        "test": item.nodeid,
        "wall": round(time.monotonic() - began, 3),
        "python": round(_own() - own, 3),
        "programs": {kind: [_calls[kind], round(seconds, 3)] for kind, seconds in _spent.items()},
    }
    with Path(path).open("a") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        file.write(json.dumps(line) + "\n")


def summary(lines: Sequence[str], files: int = 25) -> str:
    """Tables of what tests took: by what was done, and by file."""
    kinds: Counter[str] = Counter()
    calls: Counter[str] = Counter()
    by_file: Counter[str] = Counter()
    tests: Counter[str] = Counter()
    for line in map(json.loads, lines):
        name = line["test"].split("::")[0]
        tests[name] += 1
        kinds["Python of the tests"] += line["python"]
        calls["Python of the tests"] += 1
        by_file[name] += line["python"]
        for kind, (number, seconds) in line["programs"].items():
            kinds[kind] += seconds
            calls[kind] += number
            by_file[name] += seconds
    total = sum(kinds.values())
    rows = [f"{total:9.1f} s of processor in {sum(tests.values())} tests", ""]
    rows += [f"{seconds:9.1f} s {calls[kind]:7d} x  {kind}" for kind, seconds in kinds.most_common()]
    rows += ["", *(f"{seconds:9.1f} s {tests[name]:7d} tests  {name}" for name, seconds in by_file.most_common(files))]
    return "\n".join(rows)


def table(lines: Iterable[str]) -> str:
    """The processor seconds of each file, at least a tenth: what tests/costs.txt contains."""
    by_file: Counter[str] = Counter()
    for line in map(json.loads, lines):
        by_file[line["test"].split("::")[0]] += line["python"] + sum(s for _, s in line["programs"].values())
    rows = [f"{max(seconds, 0.1):.1f} {file}" for file, seconds in sorted(by_file.items())]
    return "\n".join(["# Processor seconds by test file, for tests/shard.py: python -m tests.cost --table", *rows, ""])


if __name__ == "__main__":
    if sys.argv[1] == "--table":
        print(table(line for name in sys.argv[2:] for line in Path(name).read_text().splitlines()), end="")
    else:
        print(summary(Path(sys.argv[1]).read_text().splitlines()))
