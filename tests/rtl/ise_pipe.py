# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Builds ise_every_set with Verilator and asks it for answers."""

from __future__ import annotations

import functools
import subprocess
import uuid
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tests.rtl import dut
from tests.rtl.model_ise import SETS, Words
from vambrace import rtl, store, tools, verilator
from vambrace.paths import root

_HERE = Path(__file__).parent
_ANSWER = np.dtype([("result", np.uint32, SETS), ("accept", np.uint16)])


_VERILATE = ["--cc", "-Wall", "-O3", "--top-module", "ise_every_set", *dut.VERILATE_COVERAGE]


@functools.cache
def program() -> Path:
    """The verilated program, from the cache if it is there."""
    design = [*rtl.core_files(root() / "rtl" / "ise" / "vmb_ise.core"), _HERE / "ise_every_set.sv"]
    bench = _HERE / "ise_pipe.cpp"

    def build(folder: Path) -> None:
        objects = folder / "obj"
        verilate = [verilator.program(), *_VERILATE, "-Mdir", str(objects), *map(str, design)]
        tools.run(verilate, env=verilator.environment())
        # One file, since most of the time goes into the headers that each would include.
        written = [*sorted(objects.glob("*.cpp")), bench]
        (objects / "all.cpp").write_text("".join(f'#include "{path}"\n' for path in written))
        first = ["-include", str(verilator.headers(dut.CPP))]
        command = [*dut.CPP, *first, f"-I{objects}", *verilator.includes()]
        sources = [str(objects / "all.cpp"), str(verilator.runtime(*dut.MACROS))]
        tools.run([*command, *sources, "-pthread", "-o", str(folder / "program")])

    key = store.digest(
        tools.version("verilator"),
        tools.version("g++"),
        _VERILATE,
        dut.CPP,
        store.digest_files([*design, bench]),
        *dut.KEY_COVERAGE,
    )
    return store.entry("test-ise", key, build) / "program"


def _ask(mode: str, instr: Words, rs1: Words, rs2: Words) -> bytes:
    questions = np.stack([instr, rs1, rs2], axis=1).astype(np.uint32)
    reached = [str(Path(dut.COVERAGE) / f"ise-{uuid.uuid4().hex}.dat")] if dut.COVERAGE else []
    done = subprocess.run([str(program()), mode, *reached], input=questions.tobytes(), capture_output=True, check=True)
    return done.stdout


def accepted(instr: Words, rs1: Words, rs2: Words) -> NDArray[np.uint16]:
    """For each question one bit per set of units: whether it accepts the instruction."""
    return np.frombuffer(_ask("accepts", instr, rs1, rs2), dtype=np.uint16)


def answers(instr: Words, rs1: Words, rs2: Words) -> tuple[NDArray[np.uint16], Words]:
    """The same bits, and an array with each set's result in a column."""
    table = np.frombuffer(_ask("results", instr, rs1, rs2), dtype=_ANSWER)
    return table["accept"], table["result"]
