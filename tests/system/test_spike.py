# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Programs on Spike: their end, output and counts."""

import pytest

from tests.builds import BUILDS
from vambrace.base.errors import VambraceError
from vambrace.software.running import spike
from vambrace.software.toolchain import program

NONE = BUILDS["none"]

PROGRAM = r"""
#include <stdio.h>
#include "vmb_sim.h"

unsigned long memory[4];

/* Five instructions with its return, a load and a store. */
void subject(unsigned long *p);
__asm__(".globl subject\n"
        ".type subject, @function\n"
        "subject:\n"
        "    lw t0, 4(a0)\n"
        "    addi t0, t0, 1\n"
        "    sh t0, 8(a0)\n"
        "    nop\n"
        "    ret\n");

int main(void)
{
    printf("%d bits\n", (int)(8 * sizeof(long)));
    subject(memory);
    vmb_sim_window(1);
    __asm__ volatile("nop\n nop");
    vmb_sim_window(0);
    subject(memory + 1);
    BODY
    return 7;
}
"""


def build(tmp_path, body="", xlen=64):
    source = tmp_path / "program.c"
    source.write_text(PROGRAM.replace("BODY", body))
    return program.link([source], NONE.on_spike(xlen), 1 << 20)


@pytest.mark.parametrize("xlen", [32, 64])
def test_ends_prints_and_counts(tmp_path, xlen):
    elf = build(tmp_path, xlen=xlen)
    done = spike.run(elf, f"rv{xlen}gc", {"subject": elf.symbol("subject")})
    assert (done.exit_code, done.console) == (7, f"{xlen} bits\n")
    first, second = done.windows["subject"]
    assert (first.instret, first.bytes_loaded, first.bytes_stored) == (5, 4, 2)
    assert first.pc_hash == second.pc_hash and first.data_hash != second.data_hash
    (marked,) = done.windows[spike.FIRMWARE]
    assert 2 <= marked.instret <= 4 and not marked.bytes_stored


def test_the_failure_of_a_program_is_reported(tmp_path):
    with pytest.raises(VambraceError, match=r"trap: illegal instruction at 0x8\w+ in main\+0x\w+"):
        spike.run(build(tmp_path, '__asm__ volatile(".word 0x60151513");'))  # rori, which is missing
    assert spike.run(build(tmp_path, '__asm__ volatile(".word 0x60151513");'), "rv64gc_zbb").exit_code == 7
    with pytest.raises(VambraceError, match="still running after 100000 instructions"):
        spike.run(build(tmp_path, "for (;;) { }"), most=100_000)
    with pytest.raises(VambraceError, match="bad --isa option"):
        spike.run(build(tmp_path), "rv64what")


@pytest.mark.parametrize("xlen", [32, 64])
def test_the_execution_count_of_each_instruction(tmp_path, xlen):
    elf = build(tmp_path, xlen=xlen)
    executed = spike.run(elf, f"rv{xlen}gc", executed=True).executed
    start = elf.symbol("subject")
    assert [n for address, n in sorted(executed.items()) if start <= address < start + 14] == [2] * 5
    assert spike.run(elf, f"rv{xlen}gc").executed == {}
