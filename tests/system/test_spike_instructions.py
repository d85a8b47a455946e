# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The extension instructions on Spike: those of soc/spike, and Spike's own, against the independent models of
tests/rtl; also the illegal words."""

from __future__ import annotations

import random
import struct

import numpy as np
import pytest

from tests.builds import BUILDS
from tests.rtl.test_xasconp import ROUND
from tests.system.programs import NO_EXTENSIONS
from tests.system.test_ibex_xasconp import STATE, UNIT
from vambrace.base.errors import VambraceError
from vambrace.config import instructions
from vambrace.hardware import reference_ise
from vambrace.software.running import spike
from vambrace.software.running.simulate import Memory
from vambrace.software.toolchain import program

EVERYTHING = "_".join(["rv32imc_zicsr", *(e.isa for e in instructions.units().values() if e.port)])
DATA, RESULTS = 0x80100000, 0x80200000  # in the RAM, far behind each program here

#: Those that a program here may write: not x0 to x4, nor its pointers in s0 and s1.
FREE = [r for r in range(5, 32) if r not in (8, 9)]


def link(folder, text, build=NO_EXTENSIONS, xlen=32):
    source = folder / "program.S"
    source.write_text(text)
    return program.link([source], build.on_spike(xlen), 16 << 20)


def variants(r: random.Random) -> list[int]:
    """Return each instruction as words with random values of the free bits, into which its registers are inserted."""
    words = []
    for instruction in reference_ise.INSTRUCTIONS:
        times = 32 if instruction.name.startswith(("rori", "aes32")) else 8
        words += [instruction.match | r.getrandbits(32) & ~instruction.mask for _ in range(times)]
    return words


def test_every_instruction_agrees_with_its_model(tmp_path):
    """Random registers, also the same one twice and x0; corner cases and random operands. A register equals its value
    after a store and a load: Spike's registers have 64 bits."""
    r = random.Random(1)
    corners = [0, 1, 0x80000000, 0xFFFFFFFF, 0x7FFFFFFF, 0x01020304]
    lines, words, operands = ["    .globl main", "    .option norvc", "main:"], [], []
    lines += [f"    li s0, {DATA:#x}", f"    li s1, {RESULTS:#x}"]
    for word in (w for _ in range(4) for w in variants(r)):
        rd, rs1 = r.choice([0, *FREE]), r.choice(FREE)
        word = word & ~(31 << 7 | 31 << 15) | rd << 7 | rs1 << 15
        instruction = next(i for i in reference_ise.INSTRUCTIONS if word & i.mask == i.match)
        rs2 = rs1 if r.random() < 0.1 else r.choice(FREE)
        if not instruction.mask >> 20 & 31 and instruction.name != "rori":
            word = word & ~(31 << 20) | rs2 << 20
        a, b = (r.choice(corners) if r.random() < 0.2 else r.getrandbits(32) for _ in range(2))
        lines += [f"    lw x{rs1}, (s0)", *([f"    lw x{rs2}, 4(s0)"] if rs2 != rs1 else [])]
        lines += [f"    .word {word:#010x}", f"    sw x{rd}, (s1)", "    lw x4, (s1)"]
        lines += [f"    beq x{rd}, x4, 1f", "    j wrong", "1:  addi s0, s0, 8", "    addi s1, s1, 4"]
        words.append(word)
        operands.append((a, a if rs2 == rs1 else b))
    elf = link(
        tmp_path, "\n".join([*lines, "    li a0, 0", "    j _exit", "wrong:", "    li a0, 1", "    j _exit", ""])
    )
    flat = [x for pair in operands for x in pair]
    memory = Memory({DATA: struct.pack(f"<{len(flat)}I", *flat)}, {"results": (RESULTS, 4 * len(words))})
    done = spike.run(elf, EVERYTHING, memory=memory)
    assert done.exit_code == 0
    actual = np.frombuffer(done.dumps["results"], dtype=np.uint32)
    word, rs1, rs2 = (np.array(x, dtype=np.uint32) for x in (words, *zip(*operands, strict=True)))
    want = np.where(word >> 7 & 31 == 0, 0, reference_ise.execute(word, rs1, rs2))
    assert len(words) > 1000 and {i.name for i in reference_ise.INSTRUCTIONS if (word & i.mask == i.match).any()} == {
        i.name for i in reference_ise.INSTRUCTIONS
    }
    assert [f"{w:#010x}" for w in word[actual != want]] == []


def rounds(folder, seed: int, logged: bool) -> None:
    """Run rounds among loads, stores and arithmetic, and check the contents of all registers."""
    text, want = UNIT.random_program(seed)
    checks = [f"    lw a0, {4 * r}(x5)\n    bne x{r}, a0, wrong" for r in STATE]
    ending = "    li a0, 0\n    ret\n"
    assert ending in text
    text = text.replace(ending, "\n".join([*checks, f"{ending}wrong:", "    li a0, 1", "    ret", ""]))
    elf = link(folder, text, BUILDS["xasconp"])
    memory = Memory(dump={"results": (elf.symbol("results"), 128)})
    windows = {"main": elf.symbol("main")} if logged else None
    done = spike.run(elf, "rv32imc_zicsr_xasconp", windows, memory)
    actual = struct.unpack("<32I", done.dumps["results"])
    assert done.exit_code == 0 and [actual[r] for r in range(6, 32)] == want[6:]
    assert not logged or done.windows["main"][0].instret > 700


@pytest.mark.parametrize("seed", range(4))
def test_rounds_among_other_instructions(tmp_path, seed):
    rounds(tmp_path, seed, False)


def test_results_are_the_same_while_spike_logs(tmp_path):
    """Spike has other functions for this."""
    rounds(tmp_path, 9, True)


def tried() -> list[int]:
    """Words of all four custom opcodes: every funct7 and funct3; every immediate of funct3 5, with its registers x0 or
    one bit away from that; indices and halves of Xascon are funct7."""
    r = random.Random(3)
    words = [
        funct7 << 25 | 12 << 20 | 11 << 15 | funct3 << 12 | 20 << 7 | opcode
        for opcode in (0x0B, 0x2B, 0x5B, 0x7B)
        for funct7 in range(128)
        for funct3 in range(8)
    ]
    words += [ROUND | immediate << 20 for immediate in range(1 << 12)]
    words += [(ROUND | r.randrange(256) << 20) ^ 1 << bit for _ in range(4) for bit in range(12, 32)]
    return words + [(ROUND | r.randrange(256) << 20) ^ 16 << 7 ^ low << 7 for low in (0, 4, 6, 12)]


HANDLER = """
    .globl main, vmb_trap
    .option norvc
vmb_trap:
    sw a0, (s0)
    addi a0, a1, 4
    ret
main:
    li s0, RESULTS
"""


def trapped(folder, isas: list[str], xlen: int = 32) -> list[list[bool]]:
    """For each ISA, of each word whether it is illegal. Handlers see no other exception."""
    body = "".join(f"    .word {word:#010x}\n    addi s0, s0, 4\n" for word in tried())
    text = HANDLER.replace("RESULTS", f"{RESULTS:#x}")
    elf = link(folder, f"{text}{body}    li a0, 0\n    j _exit\n", xlen=xlen)
    results = []
    for isa in isas:
        done = spike.run(elf, isa, memory=Memory(dump={"causes": (RESULTS, 4 * len(tried()))}))
        causes = struct.unpack(f"<{len(tried())}I", done.dumps["causes"])
        assert set(causes) <= {0, 2}, isa
        results.append([cause == 2 for cause in causes])
    return results


def test_exactly_the_legal_encodings_are_accepted(tmp_path):
    """Each extension has its own words and no other, and does not bring the other one's."""
    words = np.array(tried(), dtype=np.uint32)
    sigma = reference_ise.owner(words) == reference_ise.XASCON
    rounds = words & np.uint32(0xF00FFFFF) == ROUND
    assert sigma.sum() >= 10 and rounds.sum() >= 256 and not (sigma & rounds).any()
    none = np.zeros_like(sigma)
    legal = {
        "": none,
        "_xascon": sigma,
        "_xasconp": rounds,
        "_xascon_xasconp": sigma | rounds,
        "".join(f"_{e.isa}" for e in instructions.units().values() if not e.custom): none,
    }
    actual = trapped(tmp_path, [f"rv32imc_zicsr{name}" for name in legal])
    for (name, accepted), illegal in zip(legal.items(), actual, strict=True):
        wrong = words[accepted == np.array(illegal)]
        assert not len(wrong), f"{name}: {', '.join(f'{word:#010x}' for word in wrong[:8])}"


def test_the_instructions_need_rv32(tmp_path):
    (illegal,) = trapped(tmp_path, ["rv64imac_zicsr_xascon_xasconp"], 64)
    assert all(illegal)


def test_a_trap_names_its_address(tmp_path):
    elf = link(tmp_path, f"    .globl main\nmain:\n    nop\n    .word {ROUND:#x}\n    li a0, 3\n    ret\n")
    with pytest.raises(VambraceError, match=r"trap: illegal instruction at 0x8\w+ in main\+0x\w+, value 0x502b"):
        spike.run(elf, "rv32imc_zicsr_xascon")
    assert spike.run(elf, "rv32imc_zicsr_xasconp").exit_code == 3
