# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Writes tests/inputs.txt: what each test file reads, itself and by the programs that it starts.

``python -m tests.inputs [FILE]...`` runs test files, all if none is named, each in a process of its own under strace,
which sees what every program opens; their rows are renewed. Tests of the long run are left out.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

from vambrace.base import hashes
from vambrace.base.paths import root
from vambrace_dev.testing import everything, shards, unchanged

HEAD = "# What each test file reads, besides what all do (vambrace_dev.testing.unchanged): python -m tests.inputs"
#: A test file with more places depends on everything.
MOST = 40

_OPENED = re.compile(r" = \d+<([^>]+)>")


def places(trace: Iterable[str], folder: Path, names: frozenset[str], own: str) -> list[str]:
    """Return the places of the files that a trace of strace opens, `names` below a folder, besides a test's own."""
    results: set[str] = set()
    for line in trace:
        match = _OPENED.search(line)
        if match and match[1].startswith(f"{folder}/"):
            name = match[1].removeprefix(f"{folder}/")
            if name in names and name != own and (place := unchanged.place(name)) is not None:
                results.add(place)
    return sorted(results) if len(results) <= MOST else [unchanged.EVERYTHING]


def traced(file: str, names: frozenset[str]) -> list[str] | None:
    """Return the places of a test file, or None if one of its tests fails and may have read less."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "trace"
        trace = ["strace", "-f", "--seccomp-bpf", "-y", "-qq", "-e", "trace=open,openat", "-e", "signal=none"]
        test = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-o", "addopts=", file]
        done = subprocess.run(
            [*trace, "-o", str(out), *test],
            cwd=root(),
            # Files whose hashes are kept count as read; strace does not let sanitizers look for leaks.
            env={**os.environ, hashes.OFF: "0", "ASAN_OPTIONS": "detect_leaks=0"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        if done.returncode not in (0, 5):  # 5: all its tests are of the long run
            print(done.stdout[-2000:], file=sys.stderr)
            return None
        with out.open(errors="replace") as lines:
            return places(lines, root(), names, file)


def write(files: dict[str, list[str]]) -> None:
    """Write the table."""
    text = "".join(f"{file}: {' '.join(row)}\n" for file, row in sorted(files.items()))
    part = unchanged.table().with_suffix(".new")
    part.write_text(f"{HEAD}\n{text}")
    os.replace(part, unchanged.table())


def main() -> int:
    """Renew the rows of some files, all if none is named."""
    parser = argparse.ArgumentParser(prog="python -m tests.inputs", description=main.__doc__)
    parser.add_argument("files", nargs="*", metavar="FILE", help="a test file, such as tests/rtl/test_ascon.py")
    chosen = parser.parse_args().files
    every = shards.files_of(root())
    if unknown := sorted(set(chosen) - set(every)):
        parser.error(f"not a test file: {unknown[0]}")
    if shutil.which("strace") is None:
        parser.error("strace is missing. Get it with: apt-get install strace")
    names = frozenset(everything.listed())
    table = unchanged.table()
    results = {file: sorted(row) for file, row in unchanged.rows(table.read_text() if table.is_file() else "").items()}
    results = {file: row for file, row in results.items() if file in every}
    failed = 0
    for number, file in enumerate(chosen or every, start=1):
        row = traced(file, names)
        print(f"{number} of {len(chosen or every)}: {file}: {'failed' if row is None else len(row)}", flush=True)
        failed += row is None
        results.pop(file, None)
        if row is not None:
            results[file] = row
        write(results)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
