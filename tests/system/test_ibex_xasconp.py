# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""ascon.round on the cores that have it, combined with every other instruction, slow memory, dummy instructions,
interrupts and exceptions."""

from __future__ import annotations

import random

import pytest
from click.testing import CliRunner

from tests.builds import BUILDS
from tests.rtl import model_ascon
from tests.rtl.test_xasconp import OTHERS, PAIRS
from tests.system.in_place import DUMMY_INSTRUCTIONS, HEAD, MACHINES, InPlace
from tests.system.programs import core_model, link
from tests.system.test_instructions import finish
from vambrace import config
from vambrace.cli.main import main
from vambrace.config import Build, Extensions
from vambrace.software.oracles import messages
from vambrace.software.running import aead
from vambrace.software.running.simulate import Machine, simulate

STATE = [register for pair in PAIRS for register in pair]
FREE = [r for r in OTHERS if r > 5]


def rounded(registers: list[int], constant: int) -> None:
    """A round on the registers."""
    state = model_ascon.rounded([registers[low] | registers[high] << 32 for low, high in PAIRS], constant)
    for word, (low, high) in zip(state, PAIRS, strict=True):
        registers[low], registers[high] = word & 0xFFFFFFFF, word >> 32


def random_round(rng: random.Random, registers: list[int]) -> str:
    constant = rng.getrandbits(8)
    rounded(registers, constant)
    return f"    ascon.round {constant}"


UNIT = InPlace(
    BUILDS["xasconp"], STATE, FREE, random_round, lambda rng: rng.choice(STATE if rng.random() < 0.7 else FREE)
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


@pytest.mark.parametrize("core", CORES)
def test_a_round_takes_one_cycle(tmp_path, core):
    """After any instruction; with a writeback stage, one more directly after a write to its registers."""
    late = int(core == "ibex-fast")
    assert UNIT.cycles(tmp_path, core, ["ascon.round 0"]) == 20
    assert UNIT.cycles(tmp_path, core, ["addi t0, t0, 1", "ascon.round 1"]) == 40
    assert UNIT.cycles(tmp_path, core, ["addi a2, t0, 1", "ascon.round 1"]) == 40 + 20 * late
    assert UNIT.cycles(tmp_path, core, ["addi t6, t0, 1", "nop", "ascon.round 1"]) == 60


STATE_IN_MEMORY = """
    .macro move_state op
    .set .Lat, 0
    .irp register, a2, a3, a4, a5, a6, a7, t3, t4, t5, t6
    \\op \\register, .Lat(s1)
    .set .Lat, .Lat + 4
    .endr
    .endm

    .macro permute
    .irp c, 0xf0, 0xe1, 0xd2, 0xc3, 0xb4, 0xa5, 0x96, 0x87, 0x78, 0x69, 0x5a, 0x4b
    ascon.round \\c
    .endr
    .endm

/* a0 cause, a1 pc. Rounds of its own change the saved registers; continues after a load. */
    .globl vmb_trap
vmb_trap:
    la t0, results
    lw t1, 40(t0)
    addi t1, t1, 1
    sw t1, 40(t0)
    permute
    li t0, VMB_SIM_BASE
    sw zero, VMB_SIM_TIMER(t0)
    bltz a0, 1f
    addi a1, a1, 4
1:  mv a0, a1
    ret

    .data
    .balign 4
    .globl results
results: .word 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 0
    .text
main:
    mv s4, ra
    la s1, results
    li s3, VMB_SIM_BASE
"""

TURNS = """
    li s2, 1
    li t0, 0x80                 /* the timer's interrupt */
    csrs mie, t0
1:  move_state lw
    sw s2, VMB_SIM_TIMER(s3)
    csrsi mstatus, 8
    permute
    .rept 8
    nop
    .endr
    csrci mstatus, 8
    sw zero, VMB_SIM_TIMER(s3)
    move_state sw
    addi s2, s2, 1
    li t0, LAST
    bne s2, t0, 1b
    li a0, 0
    jr s4
"""

ERRORS = """
    move_state lw
    lw a2, (s3)                 /* no device reads */
    ascon.round 0xf0
    lw t6, (s3)
    ascon.round 0xe1
    ascon.round 0xd2
    move_state sw
    li a0, 0
    jr s4
"""


def started() -> list[int]:
    registers = [0] * 32
    for index, register in enumerate(STATE):
        registers[register] = index + 1
    return registers


@pytest.mark.parametrize("core", CORES)
def test_interrupts_at_every_place(tmp_path, core):
    """A handler that permutes its own state runs in every cycle of a permutation; none is lost or executed twice."""
    last = 40
    text = HEAD + STATE_IN_MEMORY + TURNS.replace("LAST", str(last))
    _, actual = finish(link(tmp_path, text, build=SET), built(core), 11)
    registers = started()
    for _ in range(last - 1):
        for i in range(12):
            rounded(registers, 0xF0 - 15 * i)
    assert actual[:10] == [registers[r] for r in STATE]
    assert 20 < actual[10] < last, "how often the handler came"


@pytest.mark.parametrize("core", CORES)
def test_an_exception_precedes_the_round(tmp_path, core):
    """The exception of a load directly before it, which ends with an error after the round is in the pipeline."""
    _, actual = finish(link(tmp_path, HEAD + STATE_IN_MEMORY + ERRORS, build=SET), built(core), 11)
    registers = started()
    for constant in (0xF0, 0xE1, 0xD2):
        rounded(registers, constant)
    assert actual == [*(registers[r] for r in STATE), 2]


@pytest.mark.parametrize("word", [0x1000502B, 0x8000502B, 0x0000D02B, 0x000050AB, 0x0000402B])
def test_other_words_trap(tmp_path, word):
    """The lowest and the highest bit above the constant, rs1, rd, another funct3."""
    outcome = simulate(built("ibex-ref"), link(tmp_path, f"{HEAD}main:\n    .word {word:#010x}\n"))
    assert outcome.end == "trap" and outcome.trap["cause"] == 2


def test_the_instruction_traps_without_its_extension(tmp_path):
    elf = link(tmp_path, f"{HEAD}main:\n    ascon.round 1\n", build=SET)
    for core, units in (("ibex-ref", ()), ("cv32e40x", None)):
        assert simulate(core_model(core, units), elf).trap["cause"] == 2


def test_other_cores_reject_the_extension():
    for core in ("cv32e40x", "rocket"):
        done = CliRunner().invoke(main, ["bench", f"{core}/xasconp"])
        assert done.exit_code != 0
        assert f"{core} cannot have xasconp: only ibex-ref, ibex-fast can" in str(done.exception) + done.output


BOTH = Extensions("zbkb+xasconp", "Zbkb and Xasconp", ("zbkb", "xasconp"))


@pytest.mark.parametrize("algorithm", ["ascon-128", "ascon-128a", "ascon-aead128", "ascon-hash256"])
@pytest.mark.parametrize("profile", config.PROFILES)
def test_the_library_with_zbkb(algorithm, profile):
    """Zbkb reverses the bytes of v1.2: no set of its own, since Xasconp alone has all that SP 800-232 needs."""
    rng = random.Random(algorithm + profile)
    known, build = config.algorithms()[algorithm], Build(BOTH, profile)
    expected = []
    for length in (0, 1, 7, 8, 9, 15, 16, 17, 31, 32, 33, 48, 63, 80):
        ad = rng.randbytes(rng.randrange(40) if known.has_ad else 0)
        key, nonce = rng.randbytes(known.key), rng.randbytes(known.nonce)
        expected += messages.calls(known, key, nonce, ad, rng.randbytes(length))
    run = aead.run_jobs(built("ibex-ref"), known, aead.runner(known, build), [e.job for e in expected])
    for result, (job, out, tag) in zip(run.results, expected, strict=True):
        assert (result.status, result.out, result.tag) == (0, out, tag), job
        assert not result.violations
