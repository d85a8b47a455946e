# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""CV32E40X and its eXtension interface: the cost of instructions, that waiting and speculation have no other effect,
and that the test bench reports the same as for Ibex.

In addition to the core's own model there is one whose unit has side effects: xif_effects.sv.
"""

import random
import struct
from dataclasses import replace

import pytest

from tests.builds import BUILDS
from tests.rtl import tables
from tests.system.programs import core_model, link
from vambrace import config
from vambrace.base.paths import root
from vambrace.hardware import model
from vambrace.software.oracles import messages
from vambrace.software.running import aead
from vambrace.software.running.simulate import Machine, Memory, Outcome, simulate

ALL = BUILDS["all"]

# The registers: a0 points to a word of data, a1 to a5 are free.
FRAME = """
#include "vambrace/ise.h"
#define EFFECT(rd, rs1, rs2) .insn r 0x0b, 0, 0, rd, rs1, rs2
#define BEGUN(rd) .insn r 0x0b, 1, 0, rd, x0, x0
#define ENDED(rd) .insn r 0x0b, 2, 0, rd, x0, x0
#define BROKEN(rd) .insn r 0x0b, 3, 0, rd, x0, x0
#define ACCESSES(rd) .insn r 0x0b, 4, 0, rd, x0, x0
#define INTERRUPT(rs1) .insn r 0x0b, 5, 0, x0, rs1, x0
    .text
    .globl main
    .balign 16
    .option norvc
main:
    addi sp, sp, -16
    sw ra, 12(sp)
    la a0, data
    call subject
    call subject
    lw ra, 12(sp)
    addi sp, sp, 16
    li a0, 0
    ret
    .globl subject
    .balign 16
subject:
{body}
    ret
    .data
    .balign 4
    .globl results
data: .word 0x12345678, 2, 3, 4
results: .space 64
"""


def effects_model():
    """Only Zbkb is present, besides the unit with side effects."""
    core = replace(config.cores()["cv32e40x"], top="xif_effects", waits={})
    rtl = root() / "tests" / "system" / "xif_effects.sv"
    return model.build(model.ModelSpec(core, frozenset({"Zbkb"}), files=(rtl,)))


def run(tmp_path, body: str, path=None, machine: Machine | None = None) -> tuple[Outcome, list[int]]:
    """Run a body to its end; return the counts, and the words at `results`."""
    elf = link(tmp_path, FRAME.replace("{body}", body), build=ALL)
    memory = Memory(dump={"results": (elf.symbol("results"), 64)})
    windows = {"subject": elf.symbol("subject")}
    machine = replace(machine or Machine(), max_cycles=1_000_000)
    outcome = simulate(path or core_model("cv32e40x"), elf, machine, windows, memory)
    assert outcome.end == "exit" and outcome.exit_code == 0, outcome.describe(elf)
    return outcome, list(struct.unpack("<16I", outcome.dumps["results"]))


def count(tmp_path, body: str, path=None) -> int:
    """Return the cycles of a body. Waits for instructions may depend on earlier fetches."""
    first, second = run(tmp_path, body, path)[0].windows["subject"]
    assert replace(first, counters={}) == replace(second, counters={})
    return second.cycles


@pytest.fixture(scope="module")
def empty(tmp_path_factory) -> int:
    return count(tmp_path_factory.mktemp("empty"), "")


ROTATE = "vmb.rori a1, a2, 3\n"
CHAIN = "vmb.rori a1, a1, 3\n"

#: The rows of docs/reference/cv32e40x.md: a body, and the cycles of it that are not the row's.
ROWS = {
    "an extension instruction": (ROTATE, 0),
    "10 of them, independent": (ROTATE * 10, 0),
    "one, and the next instruction uses its result": (ROTATE + "add a3, a1, a1\n", 1),
    "one, and the next but one uses its result": (ROTATE + "nop\nadd a3, a1, a1\n", 2),
    "10 of them, each on the result of the one before": (CHAIN * 10, 0),
    "load": ("lw a1, 0(a0)\n", 0),
    "load, and the next instruction uses the result": ("lw a1, 0(a0)\nadd a1, a1, a1\n", 1),
    "mul": ("mul a1, a1, a1\n", 0),
    "mulhu": ("mulhu a1, a1, a1\n", 0),
    "branch not taken": ("bne a0, a0, 1f\n1:\n", 0),
    "branch taken": ("beq a0, a0, 1f\n1:\n", 0),
}


@pytest.mark.long("figures of documents, sixty programs")
def test_the_documented_costs_of_instructions(tmp_path, empty):
    rows = tables.cycles(root() / "docs" / "reference" / "cv32e40x.md", "instruction")
    assert rows == {name: [count(tmp_path, body) - empty - rest] for name, (body, rest) in ROWS.items()}


COSTS = {
    "nop\n" * 10: 10,
    "lw a1, 0(a0)\n" * 4: 4,
    "sw a1, 0(a0)\n" * 4: 4,
    "lw a1, 2(a0)\n" * 4: 8,
    "j 1f\n1:\n": 2,
    # Every unit answers at once.
    "vmb.aes32esmi a1, a1, a2, 0\nvmb.aes32esmi a3, a3, a2, 0\n" * 5: 10,
    "ascon.sigma.lo a1, a2, a3, 1\nascon.sigma.hi a4, a2, a3, 1\n" * 5: 10,
    # Operands come as they come to any instruction ...
    "add a2, a3, a4\n" + ROTATE: 2,
    "lw a2, 0(a0)\n" + ROTATE: 3,
    "mulhu a2, a3, a4\n" + ROTATE: 5,
    # ... and a result goes to memory and to a branch as any other.
    ROTATE + "sw a1, 0(a0)\n": 3,
    ROTATE + "bne a1, a1, 1f\n1:\n": 3,
}


@pytest.mark.parametrize(("body", "cycles"), COSTS.items(), ids=range(len(COSTS)))
def test_costs(tmp_path, empty, body, cycles):
    assert count(tmp_path, body) - empty == cycles


JALR = """
    la a1, 1f
    li a2, 0
    vmb.rori a1, a1, 0
    {between}
    jalr a3, {offset}(a1)
    addi a2, a2, 1
1:  addi a2, a2, 2
    addi a2, a2, 4
    la a4, results
    sw a2, 0(a4)
    mv ra, a5
"""


@pytest.mark.parametrize("between", range(4))
@pytest.mark.parametrize("offset", [0, 4])
def test_a_jump_to_a_result(tmp_path, between, offset):
    """A jump register instruction directly after the instruction that computes its address."""
    body = "mv a5, ra\n" + JALR.format(between="nop\n" * between, offset=offset)
    assert run(tmp_path, body)[1][0] == (6 if offset == 0 else 4)


STRETCH = """
    lw a3, 2(a0)
    vmb.rori a3, a3, 5
    add a3, a3, a3
    mulhu a5, a3, a3
    vmb.rori a5, a5, 7
    divu a5, a5, a3
    beq a0, a0, 1f
    nop
1:
"""


def test_counters_of_the_core_agree_with_the_test_bench(tmp_path):
    """Its own counters and the test bench agree on the counts of a stretch of code."""

    def counted(stretch):
        body = f"""
    la a4, results
    csrw mcountinhibit, zero
    csrr a1, minstret
    csrr a2, mcycle
    {stretch}
    csrr a3, mcycle
    sub a3, a3, a2
    csrr a5, minstret
    sub a5, a5, a1
    sw a3, 0(a4)
    sw a5, 4(a4)
"""
        outcome, (cycles, instructions, *_) = run(tmp_path, body)
        window = outcome.windows["subject"][1]
        return window.cycles, cycles, window.instret, instructions

    with_it, without = counted(STRETCH), counted("")
    cycles, their_cycles, instructions, their_instructions = (a - b for a, b in zip(with_it, without, strict=True))
    assert instructions == their_instructions == 7
    assert cycles == their_cycles > 7 + 3


@pytest.mark.parametrize("algorithm", ["aes-128-ccm", "ascon-aead128", "chacha20-poly1305"])
@pytest.mark.parametrize("extensions", ["none", "all"])
def test_the_same_instructions_as_ibex(algorithm, extensions):
    """Every instruction and every data address of a call, in order, and the stack."""
    known = config.algorithms()[algorithm]
    elf = aead.runner(known, BUILDS[extensions])
    jobs = [e.job for e in messages.packet(known, config.scenarios()["zigbee"])]
    ours, theirs = (aead.run_jobs(core_model(core), known, elf, jobs) for core in ("cv32e40x", "ibex-ref"))
    assert ours.results == theirs.results and all(r.status == 0 for r in ours.results)
    for name in ("instret", "bytes_loaded", "bytes_stored", "stack_bytes", "pc_hash", "data_hash"):
        assert [getattr(c, name) for c in ours.call] == [getattr(c, name) for c in theirs.call], name


# ---- the unit with side effects ----


def effect_body(instructions: str, after: str = "") -> str:
    """Return a body that writes the unit's counts to `results`: sum, begun, ended, broken."""
    return f"""
    {instructions}
    la a4, results
    EFFECT(a1, x0, x0)
    sw a1, 0(a4)
    BEGUN(a1)
    sw a1, 4(a4)
    ENDED(a1)
    sw a1, 8(a4)
    BROKEN(a1)
    sw a1, 12(a4)
    {after}
"""


def effects(tmp_path, instructions: str, after: str = "", machine: Machine | None = None) -> tuple[int, int]:
    """Return the sum and the number of effects of the body alone, which runs twice; every effect that began ended
    once."""
    results = run(tmp_path, effect_body(instructions, after), effects_model(), machine)[1]
    total, begun, ended, broken = results[:4]
    assert begun == ended and not broken and total % 2 == begun % 2 == 0
    return total // 2, begun // 2 - 1


@pytest.mark.long("a model that only this test needs")
@pytest.mark.parametrize("wait", [0, 1, 2, 5, 100])
def test_waits_cost_only_their_own_cycles(tmp_path, wait):
    def body(cycles):
        return f"li a2, {cycles}\n" + "EFFECT(a1, x0, a2)\nnop\n" * 10 + "EFFECT(a1, a1, a2)\n" * 10

    path = effects_model()
    assert count(tmp_path, body(wait), path) - count(tmp_path, body(0), path) == 20 * wait


# Code before the effects that prevents them, or makes them occur once.
NEVER = {
    "a taken branch": "beq a0, a0, 9f\n",
    "a taken branch after a multiplication": "mulhu a1, a0, a0\nbne a1, a0, 9f\n",
    "a jump": "j 9f\n",
    "a jump to a register": "la a5, 9f\njr a5\n",
    "a jump to a result": "la a5, 9f\nvmb.rori a5, a5, 0\njr a5\n",
    "an illegal instruction": ".word 0xffffffff\n",
    "an instruction that no unit accepts": ".word 0x0000700b\n",
    "an environment call": "ecall\n",
    "a breakpoint": "ebreak\n",
    "an unknown CSR": "csrr a1, 0x7c0\n",
}
ONCE = {
    "a fence": "fence.i\n",
    "a branch not taken": "bne a0, a0, 9f\n",
    "a CSR": "csrr a4, mscratch\n",
}


@pytest.mark.long("compiles a simulation model that other tests of the short run do not need")
@pytest.mark.parametrize("machine", [Machine(), Machine(wait_instr=1), Machine(wait_data=3)], ids=["fast", "i", "d"])
def test_speculation_has_no_effect(tmp_path, machine):
    """Effects after an instruction that does not fall through never begin; others happen once. One program has every
    case, with and without a load in flight before it, and with and without waits in the effects."""
    body, want_sum, want_count = ["mv s11, ra"], 0, 0
    cases = [(text, False) for text in NEVER.values()] + [(text, True) for text in ONCE.values()]
    for number, (text, happens) in enumerate(cases):
        for before in ("", "lw a3, 0(a0)\n", "mulhu a3, a0, a0\n", "EFFECT(a3, x0, t6)\n"):
            for wait in (0, 4):
                amount = 1 << number
                body += [f"li a1, {amount}\nli t6, {wait}\nla s10, 9f", before, text]
                body += ["EFFECT(a2, a1, t6)\n" * 3 + "9:\n"]
                want_sum += 3 * amount * happens
                want_count += 3 * happens + ("EFFECT" in before)
    handler = "jr s11\n.globl vmb_trap\nvmb_trap:\nmv a0, s10\nret\n"
    assert effects(tmp_path, "\n".join(body), handler, machine) == (want_sum, want_count)


@pytest.mark.long("compiles a simulation model that other tests of the short run do not need")
@pytest.mark.parametrize("wait", range(4))
def test_a_failed_access_repeats_no_effect(tmp_path, wait):
    """A bus error is an interrupt on this core: it comes while effects are in the pipeline."""
    body, number = ["mv s11, ra\nli s10, 0x40000000"], 0
    for kind in ("sw a1, 0(s10)\n", "lw a1, 0(s10)\n"):
        for gap in range(4):
            for cycles in (0, 3):
                body += [f"li t5, 1\nli t6, {cycles}", kind, "nop\n" * gap, "EFFECT(a2, t5, t6)\n" * 5]
                number += 5
    handler = "jr s11\n.globl vmb_trap\nvmb_trap:\nla a2, results\nlw a3, 16(a2)\naddi a3, a3, 1\n"
    handler += "sw a3, 16(a2)\nmv a0, a1\nret\n"
    elf_body = effect_body("\n".join(body), handler)
    results = run(tmp_path, elf_body, effects_model(), Machine(wait_data=wait))[1]
    assert results[:5] == [2 * number, 2 * (number + 1), 2 * (number + 1), 0, 2 * 16]


@pytest.mark.long("compiles a simulation model that other tests of the short run do not need")
@pytest.mark.parametrize("wait", [0, 1, 2])
def test_an_interrupt_repeats_no_effect(tmp_path, wait):
    """It comes at every place of a stretch of effects, loads and multiplications."""
    body, number = ["mv s11, ra\nli s9, 8\ncsrw mie, s9\ncsrw mstatus, s9"], 0
    for cycles in range(1, 40):
        body += [f"li t4, {cycles + 1}\nli t5, 1\nli t6, {wait}\nINTERRUPT(t4)"]
        body += ["EFFECT(a2, t5, t6)\nlw a3, 0(a0)\nEFFECT(a2, t5, x0)\nmulhu a3, a3, a3\nEFFECT(a2, t5, t6)\n"]
        body += ["nop\n" * 40]
        number += 3
    handler = "jr s11\n.globl vmb_trap\nvmb_trap:\nINTERRUPT(x0)\nla a2, results\nlw a3, 16(a2)\n"
    handler += "addi a3, a3, 1\nsw a3, 16(a2)\nmv a0, a1\nret\n"
    text = effect_body("\n".join(body), handler)
    results = run(tmp_path, text, effects_model(), Machine(wait_data=wait))[1]
    assert results[:5] == [2 * number, 2 * (number + 1), 2 * (number + 1), 0, 2 * 39]


@pytest.mark.long("compiles a simulation model that other tests of the short run do not need")
@pytest.mark.parametrize("wait_data", [0, 1, 3])
def test_loads_and_stores_wait_for_a_result_off_the_bus(tmp_path, wait_data):
    """After an instruction that waits, each is on the bus once, and gets its own answer."""
    rng = random.Random(wait_data)
    lines, accesses = ["la a4, results", "mv s4, zero", "ACCESSES(s2)"], 0
    words, want = [0x12345678, 2, 3, 4], 0
    for _ in range(150):
        lines += [f"li t6, {rng.randrange(6)}", "EFFECT(a1, x0, t6)"]
        for _ in range(rng.randrange(1, 4)):
            kind, index = rng.randrange(3), rng.randrange(3)
            if kind == 0:
                lines.append(f"sw t6, {32 + 4 * index}(a4)")
            else:
                offset = 4 * index + 2 * (kind - 1)
                lines += [f"lw a2, {offset}(a0)", "xor s4, s4, a2", "slli s4, s4, 1"]
                want = (want ^ int.from_bytes(struct.pack("<4I", *words)[offset : offset + 4], "little")) << 1
            accesses += 2 if kind == 2 else 1
    lines += ["ACCESSES(s3)", "sub s3, s3, s2", "sw s3, 16(a4)", "sw s4, 20(a4)"]
    machine = Machine(wait_data=wait_data)
    results = run(tmp_path, effect_body("\n".join(lines)), effects_model(), machine)[1]
    assert results[4:6] == [accesses, want & 0xFFFFFFFF]


@pytest.mark.long("compiles a simulation model that other tests of the short run do not need")
def test_random_waits(tmp_path):
    """Sums of effects with random waits, among instructions that EX is busy with."""
    rng = random.Random(3)
    lines, total, number = ["li a3, 0"], 0, 0
    others = [
        "mulhu a4, a1, a2",
        "divu a4, a1, a2",
        "lw a4, 2(a0)",
        "lw a4, 0(a0)",
        "sw a1, 8(a0)",
        "nop",
        "vmb.rori a4, a1, 9",
        "add a4, a1, a1",
    ]
    for _ in range(300):
        amount = rng.randrange(1000)
        lines += [f"li a5, {amount}", f"li t6, {rng.choice((0, 0, 1, 2, 7))}"]
        lines += rng.choices(others, k=rng.randrange(3))
        lines.append("EFFECT(a1, a5, t6)" if rng.random() < 0.5 else "EFFECT(x0, a5, t6)")
        total, number = total + amount, number + 1
    for machine in (Machine(), Machine(wait_data=2, wait_instr=1)):
        assert effects(tmp_path, "\n".join(lines), machine=machine) == (total, number)


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ('__asm__ volatile(".word 0xffffffff");', "illegal instruction at 0x"),
        ("*(volatile int *)0x40000000 = 1;", "store bus fault at 0x"),
        ("(void)*(volatile int *)0x40000000;", "load bus fault at 0x"),
        ("((void (*)(void))0x40000000)();", "instruction bus fault at 0x40000000"),
        ('__asm__ volatile("ebreak");', "breakpoint at 0x"),
    ],
)
def test_a_trap_names_its_cause(tmp_path, body, words):
    elf = link(tmp_path, f"int main(void) {{ {body} return 0; }}", ".c")
    outcome = simulate(core_model("cv32e40x"), elf, Machine(max_cycles=100_000))
    assert outcome.end == "trap" and f"trap: {words}" in outcome.describe(elf)


@pytest.mark.long("compiles a simulation model that other tests of the short run do not need")
@pytest.mark.parametrize(("word", "there"), [(0x60B55533, True), (0x26B50533, False), (0x0AB51533, False)])
def test_a_missing_extension_traps(tmp_path, word, there):
    """ror is; aes32esmi and clmul are not on this model."""
    text = f'int main(void) {{ __asm__ volatile(".word {word:#x}" ::: "a0"); return 3; }}'
    outcome = simulate(effects_model(), link(tmp_path, text, ".c"), Machine(max_cycles=100_000))
    assert (outcome.end, outcome.trap["cause"]) == (("exit", 0) if there else ("trap", 2))
