# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Generates the .insn text of an instruction."""

from vambrace.config.instructions import Encoding, Instruction


def insn(encoding: Encoding, spelled: dict[str, str]) -> str:
    """Return the .insn directive of an instruction, with its operands in this spelling."""
    low = 25 if "rs2" in encoding.operands else 20
    fixed = sum(f.fixed << f.low for f in encoding.fields if not f.name and f.low >= low) >> low
    upper = f"{fixed:#04x}" if low == 25 else f"{fixed:#05x}"
    if encoding.immediate:
        shift = encoding.immediate.low - low
        value = spelled[encoding.immediate.name]
        upper += f" + {value}" if not shift else f" + {value} * {1 << shift}"
    fixed_rd = "x0" if "rd" in encoding.operands else f"x{encoding.bits(11, 7)}"
    rd, rs1, rs2 = spelled.get("rd", fixed_rd), spelled.get("rs1", "x0"), spelled.get("rs2", "x0")
    kind = f"{encoding.opcode:#04x}, {encoding.funct3}"
    return f".insn r {kind}, {upper}, {rd}, {rs1}, {rs2}" if low == 25 else f".insn i {kind}, {rd}, {rs1}, {upper}"


def largest(instruction: Instruction, encoding: Encoding) -> int:
    """Return the largest immediate."""
    assert encoding.immediate
    return (1 << encoding.immediate.width) - 1 if instruction.last is None else instruction.last


def template(encoding: Encoding, immediate: str = "") -> str:
    """Return the text of an asm statement with the operands rd, rs1, rs2 and, unless it is given, the immediate."""
    spelled = {operand: f"%{number}" for number, operand in enumerate(encoding.operands)}
    if encoding.immediate and immediate:
        spelled[encoding.immediate.name] = immediate
    return f'"{insn(encoding, spelled)}"'
