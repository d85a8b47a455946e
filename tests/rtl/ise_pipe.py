# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Builds ise_every_set with Verilator and passes instructions to it."""

from __future__ import annotations

import functools
import subprocess
import uuid
from collections.abc import Callable, Mapping
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tests.rtl import dut
from vambrace.base import code, memo, store, tools
from vambrace.base.paths import root
from vambrace.hardware import rtl, verilator
from vambrace.hardware.reference_ise import SETS, Words

_HERE = Path(__file__).parent
_ANSWER = np.dtype([("result", np.uint32, SETS), ("accept", np.uint64)])


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


def _questions(instr: Words, rs1: Words, rs2: Words) -> bytes:
    return np.stack([instr, rs1, rs2], axis=1).astype(np.uint32).tobytes()


def _ask(mode: str, questions: bytes) -> bytes:
    reached = [str(Path(dut.COVERAGE) / f"ise-{uuid.uuid4().hex}.dat")] if dut.COVERAGE else []
    done = subprocess.run([str(program()), mode, *reached], input=questions, capture_output=True, check=True)
    return done.stdout


def _cached(mode: str, questions: bytes, run: Callable[[], memo.Files], like: Mapping[str, bytes]) -> memo.Files:
    """Return the result of `run` for the answers, or its earlier result for the same questions."""
    if dut.COVERAGE:
        return run()
    key = store.digest(
        "ise", code.files("tests.rtl.ise_pipe"), memo.content(program()), mode, questions, *like.values()
    )
    return memo.recall(key, run, like)


def accepted(instr: Words, rs1: Words, rs2: Words) -> NDArray[np.uint64]:
    """For each question one bit per set of units: whether it accepts the instruction."""
    questions = _questions(instr, rs1, rs2)
    files = _cached("accepts", questions, lambda: {"accept": _ask("accepts", questions)}, {})
    return np.frombuffer(files["accept"], dtype=np.uint64)


def answers(instr: Words, rs1: Words, rs2: Words, expected: Words) -> tuple[NDArray[np.uint64], list[Words]]:
    """The same bits, and the results of each set, 0 if it does not accept. Most sets give the same results, which are
    stored once, by their difference from the expected ones."""
    questions = _questions(instr, rs1, rs2)

    def run() -> memo.Files:
        table = np.frombuffer(_ask("results", questions), dtype=_ANSWER)
        columns = [table["result"][:, units].tobytes() for units in range(SETS)]
        different = list(dict.fromkeys(columns))
        files = {f"results {number}": column for number, column in enumerate(different)}
        return {"accept": table["accept"].tobytes(), "sets": bytes(map(different.index, columns)), **files}

    files = _cached("results", questions, run, {"results 1": expected.astype(np.uint32).tobytes()})
    results = [np.frombuffer(files[f"results {number}"], dtype=np.uint32) for number in files["sets"]]
    return np.frombuffer(files["accept"], dtype=np.uint64), results
