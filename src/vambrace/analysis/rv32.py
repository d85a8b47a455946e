# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Decodes RV32IC machine code as far as stack analysis needs it.

Little-endian, 16-bit and 32-bit instructions; compressed ones are expanded to full instructions (RISC-V Unprivileged
ISA, chapters "RV32I" and "C"). All computing instructions are one kind, "op": their result is unknown. The same applies
to extensions, including ours: their rd is in its usual position.
"""

from dataclasses import dataclass

RA, SP, GP = 1, 2, 3
_CONDITIONS = ("eq", "ne", "", "", "lt", "ge", "ltu", "geu")


@dataclass(frozen=True, slots=True)
class Instruction:
    """`kind` is lui, auipc, addi, add, sub, load, store, branch, jal, jalr, op or stop. Where applicable, `imm` is the
    immediate, for jumps and branches the distance to the target, `width` the bytes of an access, `condition` a branch's
    comparison of rs1 and rs2.
    """

    size: int
    kind: str
    rd: int = 0
    rs1: int = 0
    rs2: int = 0
    imm: int = 0
    width: int = 0
    condition: str = ""


def _signed(value: int, bits: int) -> int:
    return value - (1 << bits) if value >> (bits - 1) & 1 else value


def _pick(word: int, *fields: tuple[int, int, int]) -> int:
    """Collect bits: each field is (lowest bit in the word, number of bits, lowest bit in the result)."""
    return sum((word >> at & (1 << bits) - 1) << to for at, bits, to in fields)


def decode(code: bytes, at: int) -> Instruction | None:
    """Return the instruction at an offset; None if there is none."""
    half = int.from_bytes(code[at : at + 2], "little")
    if half & 3 != 3:
        return _compressed(half) if half else None
    word = int.from_bytes(code[at : at + 4], "little")
    return _full(word) if at + 4 <= len(code) and half & 0x1C != 0x1C else None


def _full(w: int) -> Instruction | None:
    opcode, rd, funct3 = w & 0x7F, w >> 7 & 31, w >> 12 & 7
    rs1, rs2, funct7 = w >> 15 & 31, w >> 20 & 31, w >> 25
    imm = _signed(w >> 20, 12)
    match opcode:
        case 0x37:
            return Instruction(4, "lui", rd, imm=w & 0xFFFFF000)
        case 0x17:
            return Instruction(4, "auipc", rd, imm=w & 0xFFFFF000)
        case 0x13 if funct3 == 0:
            return Instruction(4, "addi", rd, rs1, imm=imm)
        case 0x33 if funct3 == 0 and funct7 in (0, 0x20):
            return Instruction(4, "sub" if funct7 else "add", rd, rs1, rs2)
        case 0x03:
            return Instruction(4, "load", rd, rs1, imm=imm, width=1 << (funct3 & 3))
        case 0x23:
            offset = _signed(_pick(w, (7, 5, 0), (25, 7, 5)), 12)
            return Instruction(4, "store", 0, rs1, rs2, offset, 1 << funct3)
        case 0x63:
            offset = _signed(_pick(w, (8, 4, 1), (25, 6, 5), (7, 1, 11), (31, 1, 12)), 13)
            return Instruction(4, "branch", 0, rs1, rs2, offset, condition=_CONDITIONS[funct3])
        case 0x6F:
            offset = _signed(_pick(w, (21, 10, 1), (20, 1, 11), (12, 8, 12), (31, 1, 20)), 21)
            return Instruction(4, "jal", rd, imm=offset)
        case 0x67:
            return Instruction(4, "jalr", rd, rs1, imm=imm)
        case 0x73 if funct3 == 0 and w != 0x10500073:  # ecall, ebreak, mret: all except wfi
            return Instruction(4, "stop")
        case 0x0F:
            return Instruction(4, "op")
        case _:
            return Instruction(4, "op", rd)


def _compressed(h: int) -> Instruction | None:
    quadrant, funct3 = h & 3, h >> 13
    return (_quadrant0, _quadrant1, _quadrant2)[quadrant](h, funct3)


def _quadrant0(h: int, funct3: int) -> Instruction | None:
    rd, rs1 = 8 + (h >> 2 & 7), 8 + (h >> 7 & 7)
    offset = _pick(h, (6, 1, 2), (10, 3, 3), (5, 1, 6))
    match funct3:
        case 0:
            imm = _pick(h, (6, 1, 2), (5, 1, 3), (11, 2, 4), (7, 4, 6))
            return Instruction(2, "addi", rd, SP, imm=imm) if imm else None
        case 2:
            return Instruction(2, "load", rd, rs1, imm=offset, width=4)
        case 6:
            return Instruction(2, "store", 0, rs1, rd, offset, 4)
    return None


def _quadrant1(h: int, funct3: int) -> Instruction | None:
    rd = h >> 7 & 31
    imm = _signed(_pick(h, (2, 5, 0), (12, 1, 5)), 6)
    match funct3:
        case 0:
            return Instruction(2, "addi", rd, rd, imm=imm)
        case 1 | 5:
            imm = _pick(h, (3, 3, 1), (11, 1, 4), (2, 1, 5), (7, 1, 6), (6, 1, 7), (9, 2, 8), (8, 1, 10), (12, 1, 11))
            return Instruction(2, "jal", RA if funct3 == 1 else 0, imm=_signed(imm, 12))
        case 2:
            return Instruction(2, "addi", rd, 0, imm=imm)
        case 3 if rd == SP:
            imm = _pick(h, (6, 1, 4), (2, 1, 5), (5, 1, 6), (3, 2, 7), (12, 1, 9))
            return Instruction(2, "addi", SP, SP, imm=_signed(imm, 10))
        case 3:
            return Instruction(2, "lui", rd, imm=(imm << 12) & 0xFFFFFFFF)
        case 4:
            low = 8 + (h >> 7 & 7)
            if h >> 10 & 7 == 3 and h >> 5 & 3 == 0:
                return Instruction(2, "sub", low, low, 8 + (h >> 2 & 7))
            return Instruction(2, "op", low)
    offset = _signed(_pick(h, (3, 2, 1), (10, 2, 3), (2, 1, 5), (5, 2, 6), (12, 1, 8)), 9)
    return Instruction(2, "branch", 0, 8 + (h >> 7 & 7), 0, offset, condition="ne" if funct3 & 1 else "eq")


def _quadrant2(h: int, funct3: int) -> Instruction | None:
    rd, rs2 = h >> 7 & 31, h >> 2 & 31
    match funct3:
        case 0:
            return Instruction(2, "op", rd)
        case 2:
            return Instruction(2, "load", rd, SP, imm=_pick(h, (4, 3, 2), (12, 1, 5), (2, 2, 6)), width=4)
        case 4 if rs2:
            both = h >> 12 & 1
            return Instruction(2, "add", rd, rd if both else 0, rs2)
        case 4 if rd:
            return Instruction(2, "jalr", h >> 12 & 1, rd)  # the link register of c.jalr is ra (1)
        case 4:
            return Instruction(2, "stop")  # c.ebreak
        case 6:
            return Instruction(2, "store", 0, SP, rs2, _pick(h, (9, 4, 2), (7, 2, 6)), 4)
    return None
