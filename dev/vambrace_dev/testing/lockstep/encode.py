# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Encodes RV32IMC, and assembles instructions with labels (RISC-V Unprivileged ISA, chapters "RV32/64G Instruction Set
Listings" and "C").
"""

from collections.abc import Callable
from dataclasses import dataclass, field

OP, OP_IMM, LOAD, STORE, BRANCH, SYSTEM = 0x33, 0x13, 0x03, 0x23, 0x63, 0x73
ECALL, EBREAK, MRET, WFI, FENCE, FENCE_I = 0x73, 0x00100073, 0x30200073, 0x10500073, 0x0FF0000F, 0x0000100F
DRET = 0x7B200073
C_EBREAK, C_NOP = 0x9002, 0x0001

#: funct7 and funct3 of opcode OP.
REGISTER_OPS = {
    "add": (0, 0), "sub": (0x20, 0), "sll": (0, 1), "slt": (0, 2), "sltu": (0, 3), "xor": (0, 4), "srl": (0, 5),
    "sra": (0x20, 5), "or": (0, 6), "and": (0, 7), "mul": (1, 0), "mulh": (1, 1), "mulhsu": (1, 2), "mulhu": (1, 3),
    "div": (1, 4), "divu": (1, 5), "rem": (1, 6), "remu": (1, 7),
}  # fmt: skip
IMMEDIATE_OPS = {"addi": 0, "slti": 2, "sltiu": 3, "xori": 4, "ori": 6, "andi": 7}
SHIFT_OPS = {"slli": (0, 1), "srli": (0, 5), "srai": (0x20, 5)}
LOADS = {"lb": 0, "lh": 1, "lw": 2, "lbu": 4, "lhu": 5}
STORES = {"sb": 0, "sh": 1, "sw": 2}
BRANCHES = {"beq": 0, "bne": 1, "blt": 4, "bge": 5, "bltu": 6, "bgeu": 7}
#: funct3; plus 4 if rs1 is an immediate.
CSR_OPS = {"csrrw": 1, "csrrs": 2, "csrrc": 3}


def bits(value: int, high: int, low: int) -> int:
    return value >> low & (1 << high - low + 1) - 1


def r(name: str, rd: int, rs1: int, rs2: int) -> int:
    funct7, funct3 = REGISTER_OPS[name]
    return funct7 << 25 | rs2 << 20 | rs1 << 15 | funct3 << 12 | rd << 7 | OP


def i(opcode: int, funct3: int, rd: int, rs1: int, imm: int) -> int:
    return bits(imm, 11, 0) << 20 | rs1 << 15 | funct3 << 12 | rd << 7 | opcode


def imm_op(name: str, rd: int, rs1: int, imm: int) -> int:
    return i(OP_IMM, IMMEDIATE_OPS[name], rd, rs1, imm)


def shift(name: str, rd: int, rs1: int, amount: int) -> int:
    funct7, funct3 = SHIFT_OPS[name]
    return i(OP_IMM, funct3, rd, rs1, funct7 << 5 | amount)


def load(name: str, rd: int, rs1: int, offset: int) -> int:
    return i(LOAD, LOADS[name], rd, rs1, offset)


def store(name: str, rs2: int, rs1: int, offset: int) -> int:
    return bits(offset, 11, 5) << 25 | rs2 << 20 | rs1 << 15 | STORES[name] << 12 | bits(offset, 4, 0) << 7 | STORE


def branch(name: str, rs1: int, rs2: int, distance: int) -> int:
    upper = bits(distance, 12, 12) << 6 | bits(distance, 10, 5)
    lower = bits(distance, 4, 1) << 1 | bits(distance, 11, 11)
    return upper << 25 | rs2 << 20 | rs1 << 15 | BRANCHES[name] << 12 | lower << 7 | BRANCH


def jal(rd: int, distance: int) -> int:
    upper = bits(distance, 20, 20) << 19 | bits(distance, 10, 1) << 9
    return (upper | bits(distance, 11, 11) << 8 | bits(distance, 19, 12)) << 12 | rd << 7 | 0x6F


def jalr(rd: int, rs1: int, offset: int) -> int:
    return i(0x67, 0, rd, rs1, offset)


def lui(rd: int, upper: int) -> int:
    return bits(upper, 19, 0) << 12 | rd << 7 | 0x37


def auipc(rd: int, upper: int) -> int:
    return bits(upper, 19, 0) << 12 | rd << 7 | 0x17


def csr(name: str, rd: int, address: int, source: int, immediate: bool = False) -> int:
    """Encode a CSR access. `source`: a register, or a 5-bit number."""
    return i(SYSTEM, CSR_OPS[name] | immediate << 2, rd, source, address)


def li(rd: int, value: int) -> list[int]:
    """Return the two instructions that load any word."""
    value &= 0xFFFFFFFF
    return [lui(rd, (value + 0x800) >> 12), imm_op("addi", rd, rd, bits(value, 11, 0))]


# ---- compressed; registers called p are x8 to x15 ----


def c_i(funct3: int, quadrant: int, rd: int, imm: int) -> int:
    """Encode c.addi, c.li, c.lui (imm: bits 17:12) and c.slli."""
    return funct3 << 13 | bits(imm, 5, 5) << 12 | rd << 7 | bits(imm, 4, 0) << 2 | quadrant


def c_lwsp(rd: int, offset: int) -> int:
    return 2 << 13 | bits(offset, 5, 5) << 12 | rd << 7 | bits(offset, 4, 2) << 4 | bits(offset, 7, 6) << 2 | 2


def c_swsp(rs2: int, offset: int) -> int:
    return 6 << 13 | bits(offset, 5, 2) << 9 | bits(offset, 7, 6) << 7 | rs2 << 2 | 2


def c_word(is_store: bool, p: int, p1: int, offset: int) -> int:
    """Encode c.lw and c.sw."""
    place = bits(offset, 5, 3) << 10 | bits(offset, 2, 2) << 6 | bits(offset, 6, 6) << 5
    return (6 if is_store else 2) << 13 | place | (p1 & 7) << 7 | (p & 7) << 2


def c_r(funct4: int, rd: int, rs2: int) -> int:
    """Encode c.mv and c.jr (8), c.add and c.jalr (9)."""
    return funct4 << 12 | rd << 7 | rs2 << 2 | 2


def c_arith(what: int, p: int, p2: int) -> int:
    """Encode c.sub, c.xor, c.or and c.and."""
    return 4 << 13 | 3 << 10 | (p & 7) << 7 | what << 5 | (p2 & 7) << 2 | 1


def c_shift(what: int, p: int, imm: int) -> int:
    """Encode c.srli, c.srai and c.andi."""
    return 4 << 13 | bits(imm, 5, 5) << 12 | what << 10 | (p & 7) << 7 | bits(imm, 4, 0) << 2 | 1


def c_addi4spn(p: int, imm: int) -> int:
    place = bits(imm, 5, 4) << 11 | bits(imm, 9, 6) << 7 | bits(imm, 2, 2) << 6 | bits(imm, 3, 3) << 5
    return place | (p & 7) << 2


def c_branch(not_equal: bool, p: int, distance: int) -> int:
    upper = bits(distance, 8, 8) << 2 | bits(distance, 4, 3)
    lower = bits(distance, 7, 6) << 3 | bits(distance, 2, 1) << 1 | bits(distance, 5, 5)
    return (6 + not_equal) << 13 | upper << 10 | (p & 7) << 7 | lower << 2 | 1


def c_jump(link: bool, distance: int) -> int:
    """Encode c.j and c.jal."""
    d = distance
    place = (
        bits(d, 11, 11) << 10
        | bits(d, 4, 4) << 9
        | bits(d, 9, 8) << 7
        | bits(d, 10, 10) << 6
        | bits(d, 6, 6) << 5
        | bits(d, 7, 7) << 4
        | bits(d, 3, 1) << 1
        | bits(d, 5, 5)
    )
    return (1 if link else 5) << 13 | place << 2 | 1


@dataclass
class Code:
    """Instructions in memory from `base`; `length` bytes so far. Instructions that refer to a label are completed when
    it is defined.
    """

    base: int
    data: bytearray = field(default_factory=bytearray)
    labels: dict[str, int] = field(default_factory=dict)
    _open: list[tuple[int, str, Callable[[int], int]]] = field(default_factory=list)

    @property
    def here(self) -> int:
        return self.base + len(self.data)

    def put(self, *words: int) -> None:
        """Append instructions: 16-bit ones are identified by their lower two bits."""
        for word in words:
            self.data += word.to_bytes(4 if word & 3 == 3 else 2, "little")

    def label(self, name: str) -> None:
        self.labels[name] = self.here

    def to(self, name: str, make: Callable[[int], int]) -> None:
        """Append the result of `make` for the distance to a label; its size does not depend on the distance."""
        self._open.append((len(self.data), name, make))
        self.put(make(0))

    def align(self, to: int) -> None:
        while len(self.data) % to:
            self.put(C_NOP)

    def finish(self) -> bytes:
        for at, name, make in self._open:
            word = make(self.labels[name] - self.base - at)
            self.data[at : at + (4 if word & 3 == 3 else 2)] = word.to_bytes(4 if word & 3 == 3 else 2, "little")
        self._open.clear()
        return bytes(self.data)
