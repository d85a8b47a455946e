# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The smoke test of function units: each of their instructions, and one of another unit."""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np

from vambrace.export.smoke.frame import part
from vambrace.export.subject import Subject
from vambrace.hardware import reference_ise

#: Operands for each variant of an instruction.
_TIMES = 3

#: addi x0, x0, 0, which is not an extension instruction.
_NOP = 0x13


def bench(subject: Subject) -> tuple[list[str], list[str]]:
    """Return parts and statements for vmb_ise or one of its units."""
    return [part("instructions")], statements(subject, _units(subject))


def behind_cfu(subject: Subject) -> tuple[list[str], list[str]]:
    """Return the same for vmb_cfu_ise: only instructions whose operands are all in rs1 and rs2."""
    fields = 0x01FF8F80  # register fields, which CFU does not carry
    opcode = int(subject.module.known["Opcode"])
    supported = [i for i in reference_ise.INSTRUCTIONS if i.match & 0x7F == opcode and not i.mask & fields]
    return [part("cfu")], statements(subject, _units(subject), supported, fields)


def behind_xif(subject: Subject) -> tuple[list[str], list[str]]:
    """Return the same for vmb_xif_ise, plus an instruction that the core kills."""
    accepted = (i for i in reference_ise.INSTRUCTIONS if i.unit & _units(subject))  # none of a plug-in's
    kill = [f"kill(32'h{i.match:08x})" for i in accepted][:1]
    executed = statements(subject, _units(subject))
    return [part("xif")], [executed[0], *kill, *executed[1:]]


def statements(
    subject: Subject,
    units: int,
    listed: Sequence[reference_ise.Instruction] = reference_ise.INSTRUCTIONS,
    zero: int = 0,
) -> list[str]:
    """Return statements for every instruction; those of `units` are accepted. The bits `zero` of the words are 0."""
    rng = random.Random(subject.name)
    executed = [_execute(_NOP, 1, 2, None)]
    for instruction in listed:
        for _ in range(_TIMES):
            word = (rng.getrandbits(32) & ~(instruction.mask | zero) | instruction.match) & 0xFFFFFFFF
            rs1, rs2 = rng.getrandbits(32), rng.getrandbits(32)
            operands = [np.array([value], dtype=np.uint32) for value in (rs1, rs2, word)]
            result = int(instruction.execute(*operands)[0]) if instruction.unit & units else None
            executed.append(_execute(word, rs1, rs2, result))
    return executed


def _units(subject: Subject) -> int:
    """Return the bits of the units in reference_ise.UNITS."""
    parameters = dict(subject.module.parameters)
    if "FunctionUnits" in parameters:
        return parameters["FunctionUnits"]
    return next(bit for name, bit in reference_ise.UNITS.items() if f"vmb_{name.lower()}" == subject.module.name)


def _execute(word: int, rs1: int, rs2: int, result: int | None) -> str:
    accepted = int(result is not None)
    return f"execute(32'h{word:08x}, 32'h{rs1:08x}, 32'h{rs2:08x}, {accepted}, 32'h{result or 0:08x})"
