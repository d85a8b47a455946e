# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""A model of a board: its top with the system and the boot program (soc/board), compiled by Verilator, and a
pseudo-terminal at its serial line."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from vambrace.base import store, tools
from vambrace.base.paths import root
from vambrace.config import macros
from vambrace.hardware import model, rtl, verilator

#: Cycles of a bit on the serial line, which are hundreds on a board.
BIT_CYCLES = 16

_TOP = "vmb_board_sim"


def build(
    board: str, design: rtl.Design, defines: list[str], parameters: Mapping[str, int], program: list[str]
) -> Path:
    """Return the program that simulates a board (soc/board/sim/main.cpp). `defines` are the Verilog macros of the
    system, `program` the contents of program0.hex to program3.hex.
    """
    folder = root() / "soc" / "board" / "sim"
    bench = [folder / f"{_TOP}.sv", folder / "main.cpp"]
    arguments = [*(f"-D{name}" for name in defines), macros.board(board)]
    arguments += [f"-G{name}={value}" for name, value in {**parameters, "BitCycles": BIT_CYCLES}.items()]
    key = store.digest(
        verilator.key(),
        model.FLAGS,
        arguments,
        program,
        sorted(design.edited.items()),
        store.digest_files([*design.digest_inputs(), *bench], comments=False, lines=False),
    )

    def make(work: Path) -> None:
        for lane, text in enumerate(program):
            (work / f"program{lane}.hex").write_text(text)
        edited = []
        for name, text in design.edited.items():
            edited.append(work / name)
            edited[-1].write_text(text)
        command = [
            verilator.program(),
            *(flag if flag != "Vcore" else "Vboard" for flag in model.FLAGS if flag != "-DRVFI"),
            "--top-module",
            _TOP,
            *arguments,
            *(f"+incdir+{place}" for place in design.include_dirs),
            *(argument for place in design.library_dirs for argument in ("-y", str(place))),
            *map(str, [*design.packages, *edited, *design.files, bench[0]]),
            "-Mdir",
            "obj",
        ]
        tools.run(command, cwd=work, env=verilator.environment())
        verilator.link(work / "obj", [bench[1]], [], work / "model")
        store.remove(work / "obj")

    return store.entry("board-model", key, make) / "model"
