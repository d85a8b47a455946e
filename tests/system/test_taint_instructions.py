# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The bits that the analysis treats as public in the result of an instruction do not depend on secrets: random programs
run with several values of the secrets, and their registers are compared after each instruction."""

from __future__ import annotations

import random
import re

import pytest

from tests.builds import BUILDS
from vambrace.analysis import taint
from vambrace.analysis.taint import Secret
from vambrace.config import instructions
from vambrace.software.toolchain import program

WIDTHS = (32, 64)

#: Registers of the random programs: none that the calling convention or a fixed instruction needs.
REGISTERS = (
    "a2",
    "a3",
    "a4",
    "a5",
    "a6",
    "a7",
    "t3",
    "t4",
    "t5",
    "t6",
    "s4",
    "s5",
    "s6",
    "s7",
    "s8",
    "s9",
    "s10",
    "s11",
    "t1",
    "t2",
)
WORDS = len(REGISTERS)
RR = "add sub and or xor sll srl sra slt sltu mul mulh mulhu mulhsu div divu rem remu andn orn xnor rol ror pack packh min max minu maxu sh1add sh2add sh3add bset bclr binv bext clmul clmulh xperm4 xperm8"  # noqa: E501
RI = "addi andi ori xori slti sltiu"
SHIFTS = "slli srli srai rori bseti bclri binvi bexti"
R = "rev8 brev8 sext.b sext.h zext.h clz ctz cpop orc.b sha256sum0 sha256sum1 sha256sig0 sha256sig1"
RR32 = "sha512sum0r sha512sum1r sha512sig0l sha512sig0h sha512sig1l sha512sig1h"
RR64 = "addw subw sllw srlw sraw mulw divw divuw remw remuw rolw rorw packw add.uw sh1add.uw sh2add.uw sh3add.uw aes64es aes64esm aes64ds aes64dsm aes64ks2"  # noqa: E501
R64 = "aes64im sha512sum0 sha512sum1 sha512sig0 sha512sig1 clzw ctzw cpopw"
CUSTOM = ("ascon.sigma.lo", "ascon.sigma.hi", "ascon.round", "chacha.half", "poly1305.mac")


def one(rng: random.Random, xlen: int) -> str:
    """A random instruction as a line of assembly."""
    rd, a, b = (rng.choice(REGISTERS) for _ in range(3))
    c, d = (rng.choice(REGISTERS[:4]) for _ in range(2))
    kinds = ["rr"] * 8 + ["ri"] * 4 + ["shift"] * 2 + ["r"] * 2 + ["c"] * 2 + ["memory"] * 2 + ["own"] * 2
    match rng.choice(kinds):
        case "rr":
            return f"{rng.choice(f'{RR} {RR32 if xlen == 32 else RR64}'.split())} {rd}, {a}, {b}"
        case "ri":
            if rng.random() < 0.5:  # few secret bits, for an amount of a shift
                return f"andi {rd}, {a}, {rng.choice([1, 1, 2, 4, 7, 0x81])}"
            word = ["addiw"] if xlen == 64 else []
            return f"{rng.choice([*RI.split(), *word])} {rd}, {a}, {rng.randrange(-2048, 2048)}"
        case "shift":
            if xlen == 64 and rng.random() < 0.3:
                return f"{rng.choice(['slliw', 'srliw', 'sraiw', 'roriw'])} {rd}, {a}, {rng.randrange(32)}"
            if xlen == 64 and rng.random() < 0.1:
                return f"slli.uw {rd}, {a}, {rng.randrange(64)}"
            return f"{rng.choice(SHIFTS.split())} {rd}, {a}, {rng.randrange(xlen)}"
        case "r":
            if xlen == 64 and rng.random() < 0.1:
                return f"aes64ks1i {rd}, {a}, {rng.randrange(11)}"
            more = "zip unzip" if xlen == 32 else R64
            return f"{rng.choice(f'{R} {more}'.split())} {rd}, {a}"
        case "c":
            wide = ["c.addw", "c.subw"] if xlen == 64 else []
            return rng.choice(
                [
                    f"{rng.choice(['c.and', 'c.or', 'c.xor', 'c.sub', *wide])} {c}, {d}",
                    f"c.add {rd}, {a}",
                    f"c.mv {rd}, {a}",
                    f"{rng.choice(['c.srli', 'c.srai', 'c.slli'])} {c}, {rng.randrange(1, xlen)}",
                    f"c.andi {c}, {rng.randrange(-32, 32)}",
                    f"c.addi {c}, {rng.choice([-32, -7, 1, 31])}",
                    f"c.li {rd}, {rng.randrange(-32, 32)}",
                    f"c.lui {rd}, {rng.randrange(1, 32)}",
                ]
            )
        case "memory":
            size = rng.choice(["b", "h", "w", *("d" if xlen == 64 else ())])
            at = rng.randrange(0, 57)
            load = size if size == "bhwd"[xlen // 32 + 1] else rng.choice([size, f"{size}u"])
            return f"s{size} {a}, {at}(s1)\n l{load} {rd}, {max(0, at - rng.randrange(3))}(s1)"
        case _:
            if xlen == 64:
                return f"mulhu {rd}, {a}, {b}"
            return own(rng, rd, a, b)


def own(rng: random.Random, rd: str, a: str, b: str) -> str:
    """An instruction of Zkned on RV32, or one of ours, by its encoding."""
    match rng.choice(["aes", *CUSTOM]):
        case "aes":
            name = rng.choice(["aes32esi", "aes32esmi", "aes32dsi", "aes32dsmi"])
            return f"{name} {rd}, {a}, {b}, {rng.randrange(4)}"
        case "ascon.round":
            return f".word {0x0000502B | rng.randrange(256) << 20:#x}"
        case "chacha.half":
            r = [rng.randrange(n) for n in (2, 4, 4)]  # the lower bits of rd (not of s2 and s3), rs1 and rs2
            return f".word {0x11CC582B | rng.randrange(8) << 25 | r[0] << 7 | r[1] << 15 | r[2] << 20:#x}"
        case "poly1305.mac":
            return f".insn r 0x2b, 5, 0x10, t2, {a}, {b}"
        case name:
            return f".insn r 0x2b, 7, {rng.randrange(5) + (32 if name.endswith('hi') else 0)}, {rd}, {a}, {b}"


def random_program(xlen: int, seed: int, count: int) -> str:
    """Loads all registers from `given`, and after each instruction stores all of them to `left`."""
    rng, size = random.Random(seed), xlen // 8
    load, store = ("lw", "sw") if xlen == 32 else ("ld", "sd")
    march = f"rv{xlen}imac_zicsr_zba_zbb_zbs_zbkb_zbkc_zbkx_zkne_zknd_zknh"
    lines = [f".option arch, {march}", ".text", ".globl run", ".type run, @function", "run:"]
    lines += ["la s0, given", "la s1, scratch", "la t0, left"]
    for _ in range(count):
        # Again from the start now and then: after many instructions every bit is secret.
        if rng.random() < 0.3:
            lines += [f"{load} {r}, {n * size}(s0)" for n, r in enumerate(REGISTERS) if rng.random() < 0.5]
        lines.append(one(rng, xlen))
        lines += [f"{store} {r}, {n * size}(t0)" for n, r in enumerate(REGISTERS)]
        lines.append(f"addi t0, t0, {WORDS * size}")
    lines += [
        "ret",
        ".data",
        ".balign 16",
        f"given: .fill {WORDS * size}, 1, 1",
        ".bss",
        ".balign 16",
        "scratch: .skip 64",
    ]
    return "\n".join([*lines, ".globl given, left", f"left: .skip {count * WORDS * size}", ""])


INSTRUCTIONS = 1500


@pytest.mark.parametrize("xlen", WIDTHS)
def test_public_bits_do_not_depend_on_secrets(tmp_path, xlen):
    """In random programs with other secrets, the public bits have the same values, and the same bits are public. Many
    bits are public, since otherwise the test would show nothing."""
    (tmp_path / "random.S").write_text(random_program(xlen, 7, INSTRUCTIONS))
    (tmp_path / "main.c").write_text("void run(void);\nint main(void) { run(); return 0; }\n")
    elf = program.link([tmp_path / "random.S", tmp_path / "main.c"], BUILDS["none"].on_spike(xlen), 4 << 20)
    rng, size = random.Random(3), xlen // 8
    public = rng.randbytes(WORDS * size)
    # The first half of the words: secret in all bytes, in some, in none.
    hidden = [n for n in range(WORDS * size) if n // size % 4 == 0 or (n // size % 4 == 1 and n % size == 1)]
    secrets = [Secret(str(n), 1, elf.symbol("given") + n) for n in hidden]
    secrets = [Secret("given", s.length, s.address) for s in secrets]
    results = []
    for turn in range(4):
        content = bytearray(public)
        for n in hidden:
            content[n] = (0, 255)[turn] if turn < 2 else rng.randrange(256)
        report = taint.run(
            elf,
            secrets,
            elf.symbol("run"),
            load={elf.symbol("given"): bytes(content)},
            dump={"left": (elf.symbol("left"), INSTRUCTIONS * WORDS * size)},
        )
        assert report.end == "returned" and not [f for f in report.findings if f.kind == "branch"]
        results.append((report.dumps["left"], report.masks["left"]))
    (first, mask), *others = results
    assert [other == mask for _, other in others] == [True] * 3
    for values, _ in others:
        assert sum(x != y for x, y in zip(first, values, strict=True)) > len(first) // 10
        differing = bytes((x ^ y) & ~m & 255 for x, y, m in zip(first, values, mask, strict=True))
        wrong = next((n for n, x in enumerate(differing) if x), None)
        assert wrong is None, f"instruction {wrong // (WORDS * size)}: {REGISTERS[wrong // size % WORDS]}"
    secret_bits = sum(byte.bit_count() for byte in mask)
    assert 0.1 < secret_bits / (8 * len(mask)) < 0.9


def test_random_programs_have_every_instruction():
    """Of the extensions of configs/instructions.toml."""
    text = {xlen: random_program(xlen, 7, INSTRUCTIONS) for xlen in WIDTHS}
    for unit in instructions.units().values():
        for name in unit.instructions if not unit.custom else ():
            xlen = 64 if f"{name}" in f"{RR64} {R64} roriw aes64ks1i".split() else 32
            assert re.search(rf"^{re.escape(name)} ", text[xlen], re.MULTILINE), name
    for word in ("0x2b, 7, ", "0x2b, 5, 0x10"):
        assert word in text[32]
    words = [int(w, 16) for w in re.findall(r"^\.word (0x[0-9a-f]+)", text[32], re.MULTILINE)]
    assert {w & 0xFFFFF for w in words} > {0x0502B}
