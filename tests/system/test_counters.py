# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The test bench's counts equal a count by hand, according to Ibex's documented timing."""

import pytest

from tests.system.programs import run
from vambrace.software.running.simulate import Machine

PROGRAM = """
    .text
    .globl main
    .balign 16
main:
    addi sp, sp, -16
    sw ra, 12(sp)
    la a0, buffer
    call subject
    call subject
    lw ra, 12(sp)
    addi sp, sp, 16
    li a0, 0
    ret

    .globl subject
    .balign 16
    .option norvc
subject:
{body}
    ret

    .data
    .balign 4
buffer: .word 1, 2, 3, 4
"""


def count(tmp_path, body: str, core="ibex-ref", machine=None):
    outcome = run(tmp_path, PROGRAM.format(body=body), core, ("subject",), machine)
    first, second = outcome.windows["subject"]
    assert first == second
    return second


@pytest.fixture(scope="module")
def empty(tmp_path_factory):
    return count(tmp_path_factory.mktemp("empty"), "")


@pytest.mark.parametrize(
    ("body", "cycles", "instret", "loaded", "stored"),
    [
        ("nop\n" * 10, 10, 10, 0, 0),
        ("lw a1, 0(a0)\n" * 4, 8, 4, 16, 0),
        ("lb a1, 1(a0)\nlhu a1, 2(a0)\n", 4, 2, 3, 0),
        ("sw a1, 0(a0)\nsh a1, 4(a0)\nsb a1, 7(a0)\n", 6, 3, 0, 7),
        (".option rvc\nc.lw a1, 0(a0)\nc.sw a1, 4(a0)\nc.nop\nc.nop\n.option norvc\n", 6, 4, 4, 4),
        ("addi sp, sp, -48\nsw a1, 0(sp)\nlw a1, 0(sp)\naddi sp, sp, 48\n", 6, 4, 4, 4),
        ("mul a1, a1, a1\n", 3, 1, 0, 0),
        ("mulhu a1, a1, a1\n", 4, 1, 0, 0),
        # Data-independent timing: a branch costs the same taken or not.
        ("beq a0, a0, 1f\n1:\n", 3, 1, 0, 0),
        ("bne a0, a0, 1f\n1:\n", 3, 1, 0, 0),
    ],
)
def test_counts(tmp_path, empty, body, cycles, instret, loaded, stored):
    actual = count(tmp_path, body)
    assert actual.cycles - empty.cycles == cycles
    assert actual.instret - empty.instret == instret
    assert actual.bytes_loaded == loaded
    assert actual.bytes_stored == stored


def test_an_empty_function_costs_call_and_return(empty):
    """One cycle of fetch delay after the call, one for the return instruction."""
    assert (empty.cycles, empty.instret) == (2, 1)


def test_bytes_fetched(tmp_path, empty):
    """100 words more of straight code are 400 bytes more on the instruction bus."""
    assert count(tmp_path, "nop\n" * 100).bytes_fetched - empty.bytes_fetched == 400


@pytest.mark.parametrize("depth", [16, 2032])
def test_stack_depth(tmp_path, empty, depth):
    assert empty.stack_bytes == 0
    body = f"addi sp, sp, -{depth}\naddi sp, sp, {depth}\n"
    assert count(tmp_path, body).stack_bytes == depth


@pytest.mark.parametrize("wait", [1, 3])
def test_wait_states_of_data(tmp_path, wait):
    body = "lw a1, 0(a0)\n" * 8 + "sw a1, 0(a0)\n" * 8
    plain = count(tmp_path, body)
    slow = count(tmp_path, body, machine=Machine(wait_data=wait))
    assert slow.cycles - plain.cycles == 16 * wait
    assert slow.instret == plain.instret


@pytest.mark.parametrize("wait", [1, 3])
def test_wait_states_of_instructions(tmp_path, wait):
    """Straight code of 32-bit instructions then runs at one per 1 + wait cycles."""
    body = "nop\n" * 200
    plain = count(tmp_path, body)
    slow = count(tmp_path, body, machine=Machine(wait_instr=wait))
    assert abs((slow.cycles - plain.cycles) - 200 * wait) <= 8 * wait


def test_fast_core(tmp_path):
    empty = count(tmp_path, "", "ibex-fast")
    assert count(tmp_path, "mul a1, a1, a1\n" * 10, "ibex-fast").cycles - empty.cycles == 10
    assert count(tmp_path, "lw a1, 0(a0)\n" * 10, "ibex-fast").cycles - empty.cycles == 10


def test_program_marks_its_own_window(tmp_path):
    text = """
#include "vmb_sim.h"
int main(void)
{
    vmb_sim_window(1);
    for (volatile int i = 0; i < 10; i++) {
    }
    vmb_sim_window(0);
    vmb_sim_window(1);
    vmb_sim_window(0);
    return 0;
}
"""
    long, short = run(tmp_path, text, suffix=".c").windows["firmware"]
    assert long.cycles > 50 > short.cycles > 0
    assert long.bytes_loaded >= 40


def test_recursion_counts_the_outermost_call(tmp_path):
    text = """
int depth(int n) { volatile int local = n; return n ? depth(n - 1) + local : 0; }
int main(void) { return depth(3) == 6 ? 0 : 1; }
"""
    outcome = run(tmp_path, text, suffix=".c", windows=("depth",))
    assert outcome.exit_code == 0
    assert len(outcome.windows["depth"]) == 1


HASHED = "    lw a1, {first}(a0)\n    lw a2, {second}(a0)\n    beq zero, {register}, 1f\n    nop\n1:\n"


def hashes(tmp_path, first=0, second=4, register="sp", **options):
    actual = count(tmp_path, HASHED.format(first=first, second=second, register=register), **options)
    return actual.pc_hash, actual.data_hash


def test_hashes_depend_on_instructions_and_accesses(tmp_path):
    pcs, data = hashes(tmp_path)
    assert len(pcs) == len(data) == 16 and pcs != data
    # The branch is taken: the same accesses, other instructions.
    other = hashes(tmp_path, register="zero")
    assert other[0] != pcs and other[1] == data
    # Other addresses, or another order of the same: the same instructions.
    for first, second in ((0, 8), (4, 0)):
        other = hashes(tmp_path, first, second)
        assert other[0] == pcs and other[1] != data


@pytest.mark.parametrize("change", [("lw a2", "lh a2"), ("lw a2", "sw a2")])
def test_the_data_hash_depends_on_size_and_direction(tmp_path, change):
    body = HASHED.format(first=0, second=4, register="sp")
    plain, changed = count(tmp_path, body), count(tmp_path, body.replace(*change))
    assert changed.pc_hash == plain.pc_hash and changed.data_hash != plain.data_hash


@pytest.mark.parametrize("options", [{"machine": Machine(wait_instr=1, wait_data=3)}, {"core": "ibex-fast"}])
@pytest.mark.parametrize("offset", [4, 6])
def test_hashes_do_not_depend_on_timing(tmp_path, options, offset):
    """Nor on how the core splits a misaligned access."""
    assert hashes(tmp_path, 0, offset, **options) == hashes(tmp_path, 0, offset)


def test_a_window_hashes_only_its_own_instructions(tmp_path):
    """The same function called at the end of different histories."""
    text = """
    .text
    .globl main
main:
    mv s0, ra
    la a0, buffer
    li s1, 3
again:
    call subject
    sw s1, 8(a0)
    addi s1, s1, -1
    bnez s1, again
    sh s1, 8(a0)
    call subject
    li a0, 0
    jr s0
    .globl subject
subject:
    lw a1, 0(a0)
    sw a1, 4(a0)
    ret
    .data
    .balign 4
buffer: .word 1, 2, 3, 4
"""
    calls = run(tmp_path, text, windows=("subject",)).windows["subject"]
    assert len(calls) == 4 and len({(c.pc_hash, c.data_hash) for c in calls}) == 1


def test_counts_repeat_exactly(tmp_path):
    body = "lw a1, 0(a0)\nmul a1, a1, a1\nsw a1, 4(a0)\n" * 5
    assert count(tmp_path, body) == count(tmp_path, body)
