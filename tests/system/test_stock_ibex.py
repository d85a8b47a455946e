# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""With the accelerator port unused, a program takes exactly the cycles of stock Ibex."""

import random

import pytest

from tests.system.programs import NO_EXTENSIONS, core_model, link
from vambrace import config
from vambrace.software.oracles import messages
from vambrace.software.running import aead
from vambrace.software.running.simulate import Machine, simulate

CORES = [name for name, core in config.cores().items() if core.upstream == "ibex"]


FAST = pytest.mark.long("a second model of the stock core")
REST = pytest.mark.long("builds and algorithms that share code with what is always run")


@pytest.mark.parametrize(
    "core", ["ibex-ref", *(pytest.param(name, marks=FAST) for name in CORES if name != "ibex-ref")]
)
@pytest.mark.parametrize(
    "algorithm", [pytest.param(n, marks=() if known.default else REST) for n, known in config.algorithms().items()]
)
def test_the_library_needs_the_cycles_of_stock_ibex(core, algorithm):
    known = config.algorithms()[algorithm]
    jobs = [e.job for s in config.scenarios().values() for e in messages.packet(known, s)]
    elf = aead.runner(known, NO_EXTENSIONS)
    ours, stock = (aead.run_jobs(core_model(core, stock=s), known, elf, jobs) for s in (False, True))
    assert ours == stock
    assert all(r.status == 0 for r in ours.results) and len(ours.call) == len(jobs)


OPERATIONS = [
    "add",
    "sub",
    "sll",
    "slt",
    "sltu",
    "xor",
    "srl",
    "sra",
    "or",
    "and",
    "mul",
    "mulh",
    "mulhu",
    "div",
    "remu",
]


def random_program(seed: int) -> str:
    """Straight-line arithmetic, loads, stores at every alignment, and forward branches."""
    rng = random.Random(seed)
    registers = [f"a{i}" for i in range(8)] + [f"s{i}" for i in range(2, 8)]
    lines = ["    .globl main", "main:", "    la s0, area", "    mv s1, ra"]
    lines += [f"    li {r}, {rng.getrandbits(32)}" for r in registers]
    for i in range(600):
        a, b, c = (rng.choice(registers) for _ in range(3))
        kind = rng.random()
        if kind < 0.6:
            lines.append(f"    {rng.choice(OPERATIONS)} {a}, {b}, {c}")
        elif kind < 0.75:
            lines.append(f"    {rng.choice(['lw', 'lh', 'lbu'])} {a}, {rng.randrange(60)}(s0)")
        elif kind < 0.9:
            lines.append(f"    {rng.choice(['sw', 'sh', 'sb'])} {a}, {rng.randrange(60)}(s0)")
        else:
            lines += [f"    {rng.choice(['beq', 'bne', 'blt', 'bgeu'])} {a}, {b}, 1f", f"    addi {c}, {c}, {i}", "1:"]
    result = "".join(f"    xor a0, a0, {r}\n" for r in registers[1:])
    return "\n".join(lines) + f"\n{result}    andi a0, a0, 255\n    jr s1\n    .bss\n    .balign 4\narea: .space 64\n"


@pytest.mark.parametrize(
    "core", ["ibex-ref", *(pytest.param(name, marks=FAST) for name in CORES if name != "ibex-ref")]
)
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("machine", [Machine(), Machine(wait_instr=1, wait_data=2)], ids=["fast-ram", "slow-ram"])
def test_random_programs_need_the_cycles_of_stock_ibex(tmp_path, core, seed, machine):
    elf = link(tmp_path, random_program(seed))
    ours, stock = (simulate(core_model(core, stock=s), elf, machine) for s in (False, True))
    assert ours.end == "exit"
    assert ours == stock
