# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The engine's instructions belong to machine mode: in user mode each is an illegal instruction, and does nothing."""

from __future__ import annotations

import pytest

from tests.builds import BUILDS
from tests.system.programs import link
from vambrace import config
from vambrace.hardware import model
from vambrace.software.running.simulate import Machine, simulate

PORT = BUILDS["engine"]

INSTRUCTIONS = (
    "vmb.engine.set 0, a2, a3",
    "vmb.engine.set 5, a2, a3",
    "vmb.engine.run a1, a2",
    "vmb.engine.go a1, a2",
    "vmb.engine.wait a1",
    "vmb.engine.get a1, zero",
    "vmb.engine.put a1, a4, a2",
)

# Machine mode writes 0x111 to KEY_ADDR and 0x333 to AD_LEN (register 3), later modes -1 to both. It ends at `last`.
PROGRAM = """
#include "vambrace/engine.h"
    .text
    .globl main
    .balign 16
main:
    addi sp, sp, -16
    sw ra, 12(sp)
1:  vmb.engine.wait a1
    andi a1, a1, 1
    bnez a1, 1b
    li a2, 0x111
    li a3, 0x222
    vmb.engine.set 0, a2, a3
    li a2, 0x333
    li a4, 3
    vmb.engine.put a1, a4, a2
    la a0, user
    csrw mepc, a0
    li a0, 0x1800
    csrc mstatus, a0
    la sp, stack
    mret

    .balign 16
user:
    li a2, -1
    li a3, -1
{body}
last:
    .word 0xffffffff

    .globl vmb_trap
    .balign 16
vmb_trap:  /* a0 cause, a1 address */
    li t0, 2
    bne a0, t0, fail
    la t0, last
    beq a1, t0, end
    la t0, caught
    lw t1, 0(t0)
    addi t1, t1, 2
    sw t1, 0(t0)
    addi a0, a1, 4
    ret
end:
    lw a0, caught
    vmb.engine.get a1, zero
    li a2, 0x111
    bne a1, a2, changed
    li a1, 3
    vmb.engine.get a1, a1
    li a2, 0x333
    beq a1, a2, unchanged
changed:
    addi a0, a0, 1
unchanged:
    tail _exit
fail:
    li a0, 99
    tail _exit

    .data
    .balign 16
caught: .word 0
    .space 256
stack:
"""


@pytest.mark.parametrize(("mode", "code"), [("user", 2 * len(INSTRUCTIONS)), ("machine", 1)])
def test_only_machine_mode_can_use_the_engine(tmp_path, mode, code):
    """The exit code: twice the instructions that trapped, and 1 if registers of the engine have changed."""
    text = PROGRAM.replace("{body}", "\n".join(INSTRUCTIONS))
    if mode == "machine":
        text = text.replace("csrc mstatus", "csrs mstatus")
    elf = link(tmp_path, text, build=PORT)
    path = model.build(model.shared(config.cores()["ibex-ref"], PORT.extensions))
    outcome = simulate(path, elf, Machine(max_cycles=100_000))
    assert (outcome.end, outcome.exit_code) == ("exit", code), outcome.describe(elf)
