# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The smoke test of function units: every instruction of theirs, and one that is of another."""

from __future__ import annotations

import random

import numpy as np

from vambrace.export.smoke.frame import part
from vambrace.export.subject import Subject
from vambrace.hardware import reference_ise

#: Operands of each variant of an instruction.
_TIMES = 3

#: addi x0, x0, 0, which is no extension instruction.
_NOP = 0x13


def bench(subject: Subject) -> tuple[list[str], list[str]]:
    """Parts and statements for vmb_ise or one of its units."""
    return [part("instructions")], _statements(subject)


def behind_xif(subject: Subject) -> tuple[list[str], list[str]]:
    """The same of vmb_xif_ise, and an instruction that the core kills."""
    first = next(i for i in reference_ise.INSTRUCTIONS if i.unit & _units(subject))
    kill = f"kill(32'h{first.match:08x})"
    statements = _statements(subject)
    return [part("xif")], [statements[0], kill, *statements[1:]]


def _statements(subject: Subject) -> list[str]:
    rng = random.Random(subject.name)
    units = _units(subject)
    statements = [_execute(_NOP, 1, 2, None)]
    for instruction in reference_ise.INSTRUCTIONS:
        for _ in range(_TIMES):
            word = (rng.getrandbits(32) & ~instruction.mask | instruction.match) & 0xFFFFFFFF
            rs1, rs2 = rng.getrandbits(32), rng.getrandbits(32)
            operands = [np.array([value], dtype=np.uint32) for value in (rs1, rs2, word)]
            result = int(instruction.execute(*operands)[0]) if instruction.unit & units else None
            statements.append(_execute(word, rs1, rs2, result))
    return statements


def _units(subject: Subject) -> int:
    """The bits of the units, of reference_ise.UNITS."""
    given = dict(subject.module.parameters)
    if "FunctionUnits" in given:
        return given["FunctionUnits"]
    return next(bit for name, bit in reference_ise.UNITS.items() if f"vmb_{name.lower()}" == subject.module.name)


def _execute(word: int, rs1: int, rs2: int, result: int | None) -> str:
    accepted = int(result is not None)
    return f"execute(32'h{word:08x}, 32'h{rs1:08x}, 32'h{rs2:08x}, {accepted}, 32'h{result or 0:08x})"
