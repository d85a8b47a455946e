# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The project's tests as parts that can run alone."""

import os
import sys
from collections.abc import Sequence
from pathlib import Path

from vambrace.base import children, extras
from vambrace.base.paths import cache_dir, root

#: Folders of tests/, in the order of execution.
PARTS = {
    "unit": "the command line and its modules, and file style",
    "suite": "the tests themselves: their coverage, the defects that they find, how they are run",
    "host": "C on this machine: fuzzing, ignored results, the studies",
    "aead": "libvambrace with every backend, engine and AES unit: case lists",
    "rtl": "RTL modules against independent models",
    "system": "simulated cores: programs, cycles, lockstep, constant time, peers",
    "proofs": "proofs about the RTL, and defects that they have to catch",
    "silicon": "area, timing, energy and FPGA resources of synthesised RTL",
    "report": "the report in a browser",
    "docs": "the commands in the documents, and their output",
}


def part_of(nodeid: str) -> str | None:
    """Return the part of a test by its node id; None if it belongs to none."""
    return next((word for word in nodeid.partition("::")[0].split("/") if word in PARTS), None)


#: Seconds for pytest to print failures after Ctrl-C.
GRACE = 10


def folders(parts: Sequence[str]) -> list[str]:
    """Return the folders of some parts (all when empty), for pytest."""
    return [str(root() / "tests" / part) for part in parts] or [str(root() / "tests")]


def run(parts: Sequence[str], everything: bool = False, cost: Path | None = None, more: Sequence[str] = ()) -> int:
    """Run the tests of some parts (all when empty), with `everything` also the long tests; return pytest's exit code.
    `cost`: an empty file for the processor time of each test (tests/cost.py). `more` are options of pytest.
    """
    extras.need("test")
    options = [*more, *(["--long"] if everything else [])]
    if cost is not None:
        # With "=": pytest would search for its settings next to a word that it does not recognise yet.
        options += ["-p", "tests.cost", f"--cost={cost.resolve()}"]
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-n",
        str((os.cpu_count() or 1) + 1),  # more than processors: tests wait for builds of others, or for a browser
        "--dist",
        "loadscope",
        *options,
        *folders(parts),
    ]
    return children.run(command, cwd=root(), env=environment(), grace=GRACE).returncode


def environment() -> dict[str, str]:
    """Return the environment. Byte code is kept in the cache; otherwise each worker and command would compile all tests
    and modules again.
    """
    inherited = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**inherited, "PYTHONPYCACHEPREFIX": str(cache_dir() / "bytecode")}
