# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The project's tests as parts that can be run alone."""

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from vambrace import children, extras
from vambrace.errors import VambraceError
from vambrace.paths import cache_dir, is_checkout, root


@dataclass(frozen=True)
class Part:
    title: str
    marker: str


PARTS = {
    "unit": Part("the command line and its modules, and file style", "unit"),
    "units": Part("the RTL function units against independent models", "rtl_units"),
    "host": Part("libvambrace on this machine, also under sanitizers", "host"),
    "rtl": Part("libvambrace, extensions and counters on the simulated cores", "rtl"),
    "proofs": Part("proofs about the function units and the engine, and defects that they have to catch", "proofs"),
    "silicon": Part("area and timing of synthesised RTL, and what it takes of an FPGA", "silicon"),
}


#: Seconds that pytest has after Ctrl-C to print what failed.
_GRACE = 10


def need_checkout() -> None:
    if not is_checkout():
        raise VambraceError("the tests are in the source checkout: clone it and run `make test` there")


def run(parts: Sequence[str], everything: bool = False, cost: Path | None = None, more: Sequence[str] = ()) -> int:
    """Run the tests of some parts (all when empty), with `everything` also those that are marked long; return
    pytest's exit code. `cost`: a new file for what each test takes of the processor (tests/cost.py). `more` are
    options of pytest."""
    need_checkout()
    extras.need("test")
    markers = " or ".join(PARTS[p].marker for p in (parts or PARTS))
    options = [*more, *(["--long"] if everything else [])]
    if cost is not None:
        cost.write_text("")
        options += ["-p", "tests.cost", "--cost", str(cost.resolve())]
    command = [
        sys.executable, "-m", "pytest", "-m", markers, "-n", str(os.cpu_count() or 1),
        "--dist", "loadscope", *options, str(root() / "tests"),
    ]  # fmt: skip
    return children.run(command, cwd=root(), env=_environment(), grace=_GRACE).returncode


def _environment() -> dict[str, str]:
    """Python's byte code is kept, in the cache: each worker and command would compile all tests and modules again."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "PYTHONPYCACHEPREFIX": str(cache_dir() / "bytecode")}
