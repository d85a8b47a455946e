# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The extension instructions on the core: programs against the independent models of tests/rtl."""

import random
import struct
from dataclasses import replace

import numpy as np
import pytest

from tests.builds import BUILDS
from tests.system.programs import core_model, link
from vambrace import config
from vambrace.hardware import model, reference_ise
from vambrace.software.running.simulate import Machine, Memory, Outcome, simulate

#: Those that can have the units: the others have no port of that kind.
CORES = [name for name, core in config.cores().items() if core.can_have(config.extension_sets()["all"])]
EVERYTHING = BUILDS["all"]


def finish(elf, path, words: int, machine: Machine = Machine(max_cycles=5_000_000)) -> tuple[Outcome, list[int]]:
    """Run a program on a model; return how it ended and the array that it calls `results`."""
    memory = Memory(dump={"results": (elf.symbol("results"), 4 * words)})
    outcome = simulate(path, elf, machine, memory=memory)
    assert outcome.end == "exit" and outcome.exit_code == 0, outcome.describe(elf)
    return outcome, list(struct.unpack(f"<{words}I", outcome.dumps["results"]))


def run(elf, core: str, words: int) -> list[int]:
    """Run a program on a core with all units; return its `results`."""
    return finish(elf, core_model(core), words)[1]


def execute(instruction: reference_ise.Instruction, word: int, rs1: int, rs2: int) -> int:
    assert word & instruction.mask == instruction.match
    return int(instruction.execute(*(np.array([x], dtype=np.uint32) for x in (rs1, rs2, word)))[0])


# x1 to x4 keep their meaning; x5 points to data and results; x0 may be source and target.
REGISTERS = [0, *range(6, 32)]


# Instructions that take one cycle on one core and many on another.
ARITHMETIC = {
    "add": lambda a, b: a + b,
    "mul": lambda a, b: a * b,
    "mulhu": lambda a, b: a * b >> 32,
    "divu": lambda a, b: a // b if b else -1,
}


def random_program(seed: int) -> tuple[str, list[int]]:
    """Return a program that mixes extension instructions with loads (also misaligned ones) and arithmetic, each
    depending on the others' results, and the registers that it ends with."""
    rng = random.Random(seed)
    data = [rng.getrandbits(32) for _ in range(64)]
    area = struct.pack("<64I", *data)
    state = [0] * 32
    lines = ["    .globl main", "    .option norvc", "main:", "    la x5, data"]

    def put(register: int, value: int) -> None:
        if register:
            state[register] = value & 0xFFFFFFFF

    for register in REGISTERS[1:]:
        lines.append(f"    lw x{register}, {4 * (register % 64)}(x5)")
        put(register, data[register % 64])
    for _ in range(1500):
        rd, rs1, rs2 = (rng.choice(REGISTERS) for _ in range(3))
        kind = rng.random()
        if kind < 0.6:
            instruction = rng.choice(reference_ise.INSTRUCTIONS)
            word = instruction.match | rng.getrandbits(32) & ~instruction.mask
            word = word & ~(31 << 7 | 31 << 15) | rd << 7 | rs1 << 15
            if not instruction.mask >> 20 & 31 and instruction.name != "rori":
                word = word & ~(31 << 20) | rs2 << 20
            lines.append(f"    .word {word:#010x}")
            put(rd, execute(instruction, word, state[rs1], state[word >> 20 & 31]))
        elif kind < 0.8:
            offset = rng.randrange(252) if rng.random() < 0.3 else 4 * rng.randrange(64)
            lines.append(f"    lw x{rd}, {offset}(x5)")
            put(rd, int.from_bytes(area[offset : offset + 4], "little"))
        else:
            name = rng.choice(list(ARITHMETIC))
            lines.append(f"    {name} x{rd}, x{rs1}, x{rs2}")
            put(rd, ARITHMETIC[name](state[rs1], state[rs2]))
    lines.append("    la x5, results")
    lines += [f"    sw x{r}, {4 * r}(x5)" for r in REGISTERS]
    lines += ["    li a0, 0", "    ret", "    .data", "    .balign 4", "data:"]
    lines += [f"    .word {word}" for word in data]
    return "\n".join(lines) + "\n    .globl results\nresults: .space 128\n", [state[r] for r in REGISTERS]


@pytest.mark.parametrize("core", CORES)
@pytest.mark.parametrize("seed", range(8))
def test_random_programs(tmp_path, core, seed):
    """Results, forwarding, and hazards with loads in flight; half of them with a slow memory."""
    text, want = random_program(seed)
    machine = Machine(wait_instr=seed >> 2, wait_data=seed >> 1, max_cycles=5_000_000)
    _, actual = finish(link(tmp_path, text), core_model(core), 32, machine)
    assert [actual[r] for r in REGISTERS] == want


@pytest.mark.long("a separate model; engines make the core wait in every run")
@pytest.mark.parametrize(("core", "extra"), [("ibex-ref", 1), ("ibex-fast", 3)])
def test_a_unit_that_is_not_ready_stalls_the_core(tmp_path, core, extra):
    """The port's other half: the same results, and exactly the waiting on top of the cycles."""
    text, want = random_program(5)
    elf = link(tmp_path, text)
    known = config.cores()[core]
    slow = replace(known, parameters={**known.parameters, "ExtraCycles": extra})
    quick, _ = finish(elf, core_model(core), 32)
    waiting, actual = finish(elf, model.build(model.ModelSpec(slow, model.ALL_UNITS)), 32)
    assert [actual[r] for r in REGISTERS] == want
    assert waiting.total.instret == quick.total.instret
    count = text.count("    .word 0x")
    assert waiting.total.cycles - quick.total.cycles == extra * count


@pytest.mark.long("a separate model")
@pytest.mark.parametrize("seed", range(4))
def test_rotates_in_the_shifter_take_a_second_cycle(tmp_path, seed):
    """The same results, and one more cycle for each rotate, whatever the amount."""
    text, want = random_program(seed)
    elf = link(tmp_path, text)
    quick, _ = finish(elf, core_model("ibex-ref"), 32)
    spec = model.shared(config.cores()["ibex-ref"], config.extension_sets()["zbkb2"])
    slow, actual = finish(elf, model.build(spec), 32)
    assert [actual[r] for r in REGISTERS] == want
    rotates = [i for i in reference_ise.INSTRUCTIONS if i.name in ("rol", "ror", "rori")]
    words = [int(line.split()[1], 16) for line in text.splitlines() if line.startswith("    .word 0x")]
    count = sum(word & i.mask == i.match for word in words for i in rotates)
    assert slow.total.instret == quick.total.instret and count > 50
    assert slow.total.cycles - quick.total.cycles == count


BINARY = ("andn", "orn", "xnor", "pack", "packh", "clmul", "clmulh")
CALLS = {
    **{name: f"vmb_{name}(a, b)" for name in BINARY},
    **{name: f"vmb_{name}(a)" for name in ("brev8", "rev8", "zip", "unzip")},
    "rol": "vmb_rol32(a, b)",
    "ror": "vmb_ror32(a, b)",
    **{f"rori.{n}": f"vmb_ror32(a, {n}u)" for n in (0, 1, 7, 31)},
    **{
        f"{name}.{bs}": f"vmb_{name}(a, b, {bs}u)"
        for name in ("aes32esi", "aes32esmi", "aes32dsi", "aes32dsmi")
        for bs in range(4)
    },
    **{f"ascon.sigma.{half}.{i}": f"vmb_ascon_sigma_{half}(a, b, {i}u)" for half in ("lo", "hi") for i in range(5)},
}

ASSEMBLY = {
    **{name: f"vmb.{name} a0, a0, a1" for name in ("rol", "ror", *BINARY)},
    **{name: f"vmb.{name} a0, a0" for name in ("brev8", "rev8", "zip", "unzip")},
    **{f"rori.{n}": f"vmb.rori a0, a0, {n}" for n in (0, 1, 7, 31)},
    **{
        f"{name}.{bs}": f"vmb.{name} a0, a0, a1, {bs}"
        for name in ("aes32esi", "aes32esmi", "aes32dsi", "aes32dsmi")
        for bs in range(4)
    },
    **{f"ascon.sigma.{half}.{i}": f"ascon.sigma.{half} a0, a0, a1, {i}" for half in ("lo", "hi") for i in range(5)},
}


def expected(name: str, a: int, b: int) -> int:
    base, _, index = name.rpartition(".")
    if name in reference_ise.BY_NAME:
        instruction = reference_ise.BY_NAME[name]
        return execute(instruction, instruction.match, a, b)
    instruction = reference_ise.BY_NAME[base]
    return execute(instruction, instruction.match | int(index) << (20 if base == "rori" else 30), a, b)


OPERANDS = [(0, 0), (0xFFFFFFFF, 0), (0x01234567, 0x89ABCDEF), (0xDEADBEEF, 0x00FF1F80), (1, 0x80000001)]


@pytest.mark.parametrize("optimisation", ["-O0", "-O2", "-Os"])
def test_c_intrinsics(tmp_path, optimisation):
    calls = "".join(f"    *r++ = {call};\n" for call in CALLS.values())
    pairs = ", ".join(f"{{{a:#x}u, {b:#x}u}}" for a, b in OPERANDS)
    text = f"""
#pragma GCC optimize ("{optimisation}")
#include "vambrace/ise.h"
volatile uint32_t results[{len(CALLS) * len(OPERANDS)}];
static const uint32_t operands[][2] = {{{pairs}}};
static volatile uint32_t *all(volatile uint32_t *r, uint32_t a, uint32_t b)
{{
{calls}    return r;
}}
int main(void)
{{
    volatile uint32_t *r = results;
    for (int i = 0; i < {len(OPERANDS)}; i++) {{
        r = all(r, operands[i][0], operands[i][1]);
    }}
    return 0;
}}
"""
    actual = run(link(tmp_path, text, ".c", EVERYTHING), "ibex-ref", len(CALLS) * len(OPERANDS))
    want = [(name, expected(name, a, b)) for a, b in OPERANDS for name in CALLS]
    assert list(zip([name for name, _ in want], actual, strict=True)) == want


def test_assembler_macros(tmp_path):
    lines = ['#include "vambrace/ise.h"', "    .globl main", "main:", "    la a2, results"]
    want = []
    for a, b in OPERANDS:
        for name, instruction in ASSEMBLY.items():
            lines += [
                f"    li a0, {a}",
                f"    li a1, {b}",
                f"    {instruction}",
                "    sw a0, 0(a2)",
                "    addi a2, a2, 4",
            ]
            want.append((name, expected(name, a, b)))
    lines += [
        "    li a0, 0",
        "    ret",
        "    .bss",
        "    .balign 4",
        "    .globl results",
        f"results: .space {4 * len(want)}",
    ]
    actual = run(link(tmp_path, "\n".join(lines) + "\n", build=EVERYTHING), "ibex-ref", len(want))
    assert list(zip([name for name, _ in want], actual, strict=True)) == want


def strangers() -> list[int]:
    """Words with our opcodes that neither RV32IM nor any unit defines: in custom-1 and OP every funct7 and funct3, and
    in the shifts of OP-IMM all values of their top 12 bits."""
    rng = random.Random(7)
    words = []
    for funct7 in range(128):
        for funct3 in range(8):
            registers = rng.randrange(32) << 7 | rng.randrange(32) << 15 | rng.randrange(32) << 20
            words.append(funct7 << 25 | funct3 << 12 | registers | 0x2B)
            if not (funct7 in (0, 1) or (funct7 == 0x20 and funct3 in (0, 5))):
                words.append(funct7 << 25 | funct3 << 12 | registers | 0x33)
    for top in range(0, 4096, 3):
        for funct3 in (1, 5):
            if top >> 5 == 0 or (top >> 5 == 0x20 and funct3 == 5):
                continue
            words.append(top << 20 | funct3 << 12 | rng.randrange(32) << 7 | rng.randrange(32) << 15 | 0x13)
    ours = reference_ise.owner(np.array(words, dtype=np.uint32))
    return [word for word, unit in zip(words, ours, strict=True) if not unit]


@pytest.mark.parametrize("core", CORES)
def test_every_other_encoding_traps(tmp_path, core):
    """Each of these raises an illegal-instruction exception: the handler records cause and word (CV32E40X has no mtval:
    the word at mepc) and continues after it.
    """
    words = strangers()
    assert len(words) > 3000
    word = "lw a3, 0(a1)" if core == "cv32e40x" else "mv a3, a2"
    text = f"""
    .globl main
    .option norvc
main:
    mv s0, ra
    la s1, results
    {"".join(f"{chr(10)}    .word {word:#010x}" for word in words)}
    li a0, 0
    jr s0

    /* a0 cause, a1 pc, a2 value: 1 + word when all is as it should be, else 0 */
    .globl vmb_trap
vmb_trap:
    {word}
    addi a3, a3, 1
    li t0, 2
    beq a0, t0, 1f
    li a3, 0
1:  sw a3, 0(s1)
    addi s1, s1, 4
    addi a0, a1, 4
    ret

    .bss
    .balign 4
    .globl results
results: .space {4 * len(words)}
"""
    actual = run(link(tmp_path, text), core, len(words))
    assert actual == [(word + 1) & 0xFFFFFFFF for word in words]
