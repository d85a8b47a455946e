# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The encoder of random programs against the GNU assembler."""

from __future__ import annotations

import random
import subprocess

from vambrace.software.toolchain.program import GCC
from vambrace_dev.testing.lockstep import encode as e


def instructions() -> list[tuple[str, int]]:
    """Assembly and encoding of each instruction with some operands; distances are from the instruction itself."""
    rng = random.Random(1)
    created: list[tuple[str, int]] = []
    for _ in range(3):
        d, a, b = (rng.randrange(1, 32) for _ in range(3))
        p, q = rng.randrange(8, 16), rng.randrange(8, 16)
        imm, upper, amount = rng.randrange(-2048, 2048), rng.getrandbits(20), rng.randrange(1, 32)
        created += [(f"{n} x{d}, x{a}, x{b}", e.r(n, d, a, b)) for n in e.REGISTER_OPS]
        created += [(f"{n} x{d}, x{a}, {imm}", e.imm_op(n, d, a, imm)) for n in e.IMMEDIATE_OPS]
        created += [(f"{n} x{d}, x{a}, {amount}", e.shift(n, d, a, amount)) for n in e.SHIFT_OPS]
        created += [(f"{n} x{d}, {imm}(x{a})", e.load(n, d, a, imm)) for n in e.LOADS]
        created += [(f"{n} x{d}, {imm}(x{a})", e.store(n, d, a, imm)) for n in e.STORES]
        near, far = 2 * rng.randrange(-2048, 2048), 2 * rng.randrange(-(1 << 19), 1 << 19)
        created += [(f"{n} x{a}, x{b}, .{near:+}", e.branch(n, a, b, near)) for n in e.BRANCHES]
        created += [(f"jal x{d}, .{far:+}", e.jal(d, far)), (f"jalr x{d}, {imm}(x{a})", e.jalr(d, a, imm))]
        created += [(f"lui x{d}, {upper}", e.lui(d, upper)), (f"auipc x{d}, {upper}", e.auipc(d, upper))]
        created += [(f"{n} x{d}, 0x340, x{a}", e.csr(n, d, 0x340, a)) for n in e.CSR_OPS]
        created += [(f"{n}i x{d}, 0x340, {a}", e.csr(n, d, 0x340, a, True)) for n in e.CSR_OPS]
        small, word, short = rng.choice((-32, -7, 5, 31)), 4 * rng.randrange(1, 32), 2 * rng.randrange(-128, 128)
        middle, r = 2 * rng.randrange(-1024, 1024), rng.choice([x for x in range(1, 32) if x != 2])
        created += [
            (f"c.addi x{d}, {small}", e.c_i(0, 1, d, small)),
            (f"c.li x{d}, {small}", e.c_i(2, 1, d, small)),
            (f"c.lui x{r}, {amount}", e.c_i(3, 1, r, amount)),
            (f"c.slli x{d}, {amount}", e.c_i(0, 2, d, amount)),
            (f"c.lwsp x{d}, {2 * word}(x2)", e.c_lwsp(d, 2 * word)),
            (f"c.swsp x{d}, {2 * word}(x2)", e.c_swsp(d, 2 * word)),
            (f"c.lw x{p}, {word}(x{q})", e.c_word(False, p, q, word)),
            (f"c.sw x{p}, {word}(x{q})", e.c_word(True, p, q, word)),
            (f"c.mv x{d}, x{a}", e.c_r(8, d, a)),
            (f"c.add x{d}, x{a}", e.c_r(9, d, a)),
            (f"c.jr x{d}", e.c_r(8, d, 0)),
            (f"c.jalr x{d}", e.c_r(9, d, 0)),
            *((f"c.{n} x{p}, x{q}", e.c_arith(i, p, q)) for i, n in enumerate(("sub", "xor", "or", "and"))),
            (f"c.srli x{p}, {amount}", e.c_shift(0, p, amount)),
            (f"c.srai x{p}, {amount}", e.c_shift(1, p, amount)),
            (f"c.andi x{p}, {small}", e.c_shift(2, p, small)),
            (f"c.addi4spn x{p}, x2, {8 * word}", e.c_addi4spn(p, 8 * word)),
            (f"c.beqz x{p}, .{short:+}", e.c_branch(False, p, short)),
            (f"c.bnez x{p}, .{short:+}", e.c_branch(True, p, short)),
            (f"c.j .{middle:+}", e.c_jump(False, middle)),
            (f"c.jal .{middle:+}", e.c_jump(True, middle)),
        ]
    names = {"ecall": e.ECALL, "ebreak": e.EBREAK, "mret": e.MRET, "wfi": e.WFI, "fence": e.FENCE, "fence.i": e.FENCE_I}
    return [*created, *names.items(), ("c.ebreak", e.C_EBREAK), ("c.nop", e.C_NOP)]


def assembled(folder, lines: list[str]) -> bytes:
    source = folder / "source.s"
    source.write_text("\n".join(("    .option norelax", *(line for line in lines), "")))
    flags = ["-march=rv32imc_zicsr_zifencei", "-mabi=ilp32", "-nostdlib", "-Wl,-Ttext=0x80000000", "-Wl,--no-relax"]
    subprocess.run([GCC, *flags, source, "-o", folder / "program"], check=True, capture_output=True)
    objcopy = GCC.replace("gcc", "objcopy")
    subprocess.run([objcopy, "-O", "binary", "-j", ".text", folder / "program", folder / "bytes"], check=True)
    return (folder / "bytes").read_bytes()


def size(word: int) -> int:
    return 4 if word & 3 == 3 else 2


def test_every_encoding_agrees_with_the_assembler(tmp_path):
    created = instructions()
    lines = [line for text, word in created for line in (".option rvc" if size(word) == 2 else ".option norvc", text)]
    code, at = assembled(tmp_path, lines), 0
    for text, word in created:
        assert code[at : at + size(word)] == word.to_bytes(size(word), "little"), text
        at += size(word)
    assert len(code) == at


def test_constants_of_either_sign_are_loaded():
    for value in (0, 1, 0x7FF, 0x800, 0xFFF, 0x12345800, 0x7FFFF800, 0x80000000, 0xFFFFFFFF):
        upper, lower = e.li(5, value)
        assert upper & 0xFFF == 5 << 7 | 0x37 and lower & 0xFFFFF == 5 << 15 | 5 << 7 | 0x13
        signed = (lower >> 20 ^ 0x800) - 0x800
        assert (upper & 0xFFFFF000) + signed & 0xFFFFFFFF == value


def test_labels_have_the_address_of_their_code():
    code = e.Code(0x80000000)
    code.label("back")
    code.to("ahead", lambda distance: e.jal(1, distance))
    code.to("back", lambda distance: e.c_jump(False, distance))
    code.label("ahead")
    assert code.finish() == e.jal(1, 6).to_bytes(4, "little") + e.c_jump(False, -4).to_bytes(2, "little")
