# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The project's tests as parts that can be run alone."""

import os
import subprocess
import sys
from dataclasses import dataclass

from vambrace.errors import VambraceError
from vambrace.paths import is_checkout, root


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


#: The part that also has a table, when it is asked for by name.
PROOFS = "proofs"

#: A part that is no pytest: it runs when it is asked for by name, for as long as one likes.
FUZZ = "fuzz"
TITLES = {
    **{name: part.title for name, part in PARTS.items()},
    FUZZ: "libvambrace's API with random inputs under sanitizers, for --time seconds (not part of all)",
}


def need_checkout() -> None:
    if not is_checkout():
        raise VambraceError("the tests are in the source checkout: clone it and run `make test` there")


def run(parts: list[str]) -> int:
    """Run the tests of some parts (all when empty); return pytest's exit code."""
    need_checkout()
    markers = " or ".join(PARTS[p].marker for p in (parts or PARTS))
    command = [
        sys.executable, "-m", "pytest", "-m", markers, "-n", str(os.cpu_count() or 1),
        "--dist", "worksteal", str(root() / "tests"),
    ]  # fmt: skip
    return subprocess.run(command, cwd=root()).returncode
