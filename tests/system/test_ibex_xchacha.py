# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""chacha.half and poly1305.mac on the cores that have them, combined with every other instruction, slow memory, dummy
instructions, interrupts and exceptions."""

from __future__ import annotations

import itertools
import random

import pytest

from tests.builds import BUILDS
from tests.rtl import model_xchacha as xchacha
from tests.system.in_place import DUMMY_INSTRUCTIONS, HEAD, MACHINES, InPlace
from tests.system.programs import core_model, link
from tests.system.test_instructions import finish
from vambrace.software.running.simulate import Machine, simulate

#: The matrix, and the sum of poly1305.mac.
STATE = [*range(16, 32), xchacha.LOW, xchacha.HIGH]
FREE = [8, 9, 10, 11]


def picked(rng: random.Random) -> int:
    """A register: often one of the sum, or a free one."""
    return rng.choice((rng.choice(STATE), *STATE[-2:], *FREE))


def random_half(rng: random.Random, registers: list[int]) -> str:
    """Half a quarter round of any columns, done on the registers too."""
    a, b, c, d = (rng.choice(row) for row in (xchacha.A, xchacha.B, xchacha.C, xchacha.D))
    second = rng.randrange(2)
    xchacha.half(registers, a, b, c, d, second)
    return f"    chacha.half x{a}, x{c}, x{d}, {4 * second + b - 20}"


def random_own(rng: random.Random, registers: list[int]) -> str:
    """Half a quarter round, or a multiplication."""
    if rng.random() < 0.55:
        return random_half(rng, registers)
    rs1, rs2 = picked(rng), picked(rng)
    xchacha.mac(registers, rs1, rs2)
    return f"    poly1305.mac x{rs1}, x{rs2}"


UNIT = InPlace(
    BUILDS["xchacha"],
    STATE,
    FREE,
    random_own,
    picked,
    lambda rng: rng.choice((rng.getrandbits(32), 0xFFFFFFFF, 0xFFFF0000, 0)),
    45,
)
SET, CORES, built = UNIT.build, UNIT.cores, UNIT.model


@pytest.mark.parametrize("core", CORES)
@pytest.mark.parametrize("machine", MACHINES)
def test_random_programs(tmp_path, core, machine):
    for seed in range(3):
        UNIT.check(tmp_path, core, seed, machine)


def test_random_programs_with_dummy_instructions(tmp_path):
    plain = UNIT.check(tmp_path, "ibex-ref", 4, Machine())
    assert UNIT.check(tmp_path, "ibex-ref", 4, Machine(), DUMMY_INSTRUCTIONS) > 1.05 * plain


#: By core: the cycles of poly1305.mac, and the additional ones directly after a write to its registers.
TIMES = {"ibex-ref": (4, 0), "ibex-fast": (2, 1)}


@pytest.mark.parametrize("core", CORES)
def test_half_a_quarter_round_takes_one_cycle(tmp_path, core):
    """After any instruction; with a writeback stage, one more directly after a write to one of its registers."""
    _, late = TIMES[core]
    half, other = "chacha.half x16, x24, x28, 0", "chacha.half x17, x25, x29, 5"
    assert UNIT.cycles(tmp_path, core, [half, other]) == 40
    assert UNIT.cycles(tmp_path, core, [half]) == 20 + 19 * late
    assert UNIT.cycles(tmp_path, core, ["addi x17, x8, 1", half]) == 40
    for register in (16, 20, 24, 28):
        assert UNIT.cycles(tmp_path, core, [f"addi x{register}, x8, 1", half]) == 40 + 20 * late
        assert UNIT.cycles(tmp_path, core, [f"addi x{register}, x8, 1", "nop", half]) == 60


@pytest.mark.parametrize("core", CORES)
def test_poly1305_mac_takes_as_long_as_a_multiplication(tmp_path, core):
    """It takes as long as mulhu, for any operands; on cores with a writeback stage, one cycle more directly after a
    write to the lower half of the sum."""
    mac, late = TIMES[core]
    for values in (0, 1, 0xFFFFFFFF, 0x12345678):
        assert UNIT.cycles(tmp_path, core, ["poly1305.mac x8, x9"], values) == 20 * mac
        assert UNIT.cycles(tmp_path, core, ["mulhu x10, x8, x9"], values) == 20 * mac
    assert UNIT.cycles(tmp_path, core, ["addi x6, x8, 1", "poly1305.mac x8, x9"]) == 20 * (mac + 1 + late)
    for register in (7, 8):
        assert UNIT.cycles(tmp_path, core, [f"addi x{register}, x8, 1", "poly1305.mac x8, x9"]) == 20 * (mac + 1)


#: The largest carries of each step of the multiplier, for factors and for the halves of the sum.
FACTORS = (0, 1, 0xFFFF, 0x10000, 0xFFFF0000, 0xFFFFFFFF, 0x80000000, 0x7FFF8001)
HALVES = (0, 1, 0xFFFF, 0xFFFF0000, 0x7FFFFFFF, 0xFFFFFFFF)

PRODUCTS = """
main:
    la a1, cases
    la a2, results
    la a3, results_end
1:  lw x6, 0(a1)
    lw x7, 4(a1)
    lw a4, 8(a1)
    lw a5, 12(a1)
    poly1305.mac a4, a5
    sw x6, 0(a2)
    sw x7, 4(a2)
    addi a1, a1, 16
    addi a2, a2, 8
    bne a2, a3, 1b
    li a0, 0
    ret
    .data
    .balign 4
    .globl results
"""


@pytest.mark.parametrize("core", CORES)
def test_every_carry_of_a_sum(tmp_path, core):
    cases = list(itertools.product(HALVES, HALVES, FACTORS, FACTORS))
    words = "".join(f"    .word {low}, {high}, {a}, {b}\n" for low, high, a, b in cases)
    text = f"{HEAD}{PRODUCTS}results: .space {8 * len(cases)}\nresults_end:\ncases:\n{words}"
    _, actual = finish(link(tmp_path, text, build=SET), built(core), 2 * len(cases))
    for number, (low, high, a, b) in enumerate(cases):
        registers = [a, b, *[0] * 4, low, high]
        xchacha.mac(registers, 0, 1)
        assert actual[2 * number : 2 * number + 2] == registers[6:], (low, high, a, b)


#: A handler, a0 the cause and a1 the pc, that destroys registers after saving them; continues after a load.
PLACES = """
    .macro move_state op
    .irp register, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 6, 7
    \\op x\\register, 4 * \\register(s1)
    .endr
    .endm

    .globl vmb_trap
vmb_trap:
    la x5, results
    lw a2, 0(x5)
    addi a2, a2, 1
    sw a2, 0(x5)
    addi sp, sp, -64
    .irp register, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27
    sw x\\register, 4 * (\\register - 18)(sp)
    .endr
    BODY
    .irp register, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27
    lw x\\register, 4 * (\\register - 18)(sp)
    .endr
    addi sp, sp, 64
    li x5, VMB_SIM_BASE
    sw zero, VMB_SIM_TIMER(x5)
    bltz a0, 1f
    addi a1, a1, 4
1:  mv a0, a1
    ret

    .data
    .balign 4
    .globl results
results:
    .word 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
    .word 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
    .text
main:
    mv a5, ra
    la s1, results
    li s0, VMB_SIM_BASE
"""

#: One instruction of each kind on registers that the other reads: a column, a diagonal, sums of them.
WORK = [(16, 20, 24, 28, 0), None, (17, 21, 25, 29, 0), (16, 20, 24, 28, 1), None, (18, 23, 24, 29, 0), None]


def worked(registers: list[int]) -> None:
    for each in WORK:
        if each is None:
            xchacha.mac(registers, 16, 24)
        else:
            xchacha.half(registers, *each)


def line_of(each: tuple[int, ...] | None) -> str:
    """The instruction of an entry of WORK."""
    if each is None:
        return "    poly1305.mac x16, x24"
    a, b, c, d, second = each
    return f"    chacha.half x{a}, x{c}, x{d}, {4 * second + b - 20}"


BODY = "\n".join(line_of(each) for each in WORK)

RETURN = """
    li a0, 0
    jr a5
"""

TURNS = """
    li a4, 1
    li x5, 0x80                 /* the timer's interrupt */
    csrs mie, x5
1:  move_state lw
    sw a4, VMB_SIM_TIMER(s0)
    csrsi mstatus, 8
    BODY
    .rept 8
    nop
    .endr
    csrci mstatus, 8
    sw zero, VMB_SIM_TIMER(s0)
    move_state sw
    addi a4, a4, 1
    li x5, LAST
    bne a4, x5, 1b
"""

ERRORS = """
    move_state lw
    lw x16, (s0)                /* no device reads */
    BODY
    lw x6, (s0)
    poly1305.mac x16, x24
    lw x20, (s0)
    BODY
    move_state sw
"""


def program(body: str) -> str:
    return (HEAD + PLACES + body + RETURN).replace("    BODY", BODY)


@pytest.mark.parametrize("core", CORES)
def test_interrupts_at_every_place(tmp_path, core):
    """A handler that does the same on registers it may change comes in every cycle; nothing is lost or done twice."""
    last = 45
    _, actual = finish(link(tmp_path, program(TURNS.replace("LAST", str(last))), build=SET), built(core), 32)
    registers = list(range(32))
    for _ in range(last - 1):
        worked(registers)
    assert [actual[r] for r in sorted(STATE)] == [registers[r] for r in sorted(STATE)]
    assert 20 < actual[0] < last, "how often the handler came"


@pytest.mark.parametrize("core", CORES)
def test_an_exception_precedes_the_instruction(tmp_path, core):
    """The exception of a load directly before, which ends with an error after the instruction is in the pipeline."""
    _, actual = finish(link(tmp_path, program(ERRORS), build=SET), built(core), 32)
    registers = list(range(32))
    worked(registers)
    xchacha.mac(registers, 16, 24)
    worked(registers)
    assert [actual[r] for r in sorted(STATE)] == [registers[r] for r in sorted(STATE)]
    assert actual[0] == 3


@pytest.mark.parametrize(
    "word",
    [0x31CC582B, 0x15CC582B ^ 4 << 22, 0x11CC582B ^ 4 << 17, 0x11CC582B ^ 8 << 7, 0x11CC482B, 0x240053AB, 0x200052AB],
)
def test_other_words_trap(tmp_path, word):
    """The bits above the index, another row for d, c and a, another funct3; of mac the bits above rs2, and rd."""
    outcome = simulate(built("ibex-ref"), link(tmp_path, f"{HEAD}main:\n    .word {word:#010x}\n"))
    assert outcome.end == "trap" and outcome.trap["cause"] == 2


def test_the_instructions_trap_without_their_extension(tmp_path):
    for line in ("chacha.half x16, x24, x28, 0", "poly1305.mac x8, x9"):
        elf = link(tmp_path, f"{HEAD}main:\n    {line}\n", build=SET)
        for core, units in (("ibex-ref", ()), ("cv32e40x", None)):
            assert simulate(core_model(core, units), elf).trap["cause"] == 2
