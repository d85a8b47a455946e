# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The engine's interrupt on a bus that answers a store before the store arrives: the level falls late, and no handler
of the program sees it."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from tests.builds import BUILDS
from tests.system.test_engine_calls import program_of
from vambrace import config
from vambrace.base.paths import root
from vambrace.hardware import model
from vambrace.software.running.simulate import Machine, simulate

SLEEPING = BUILDS["engine-obi-irq"]
HEADER = (root() / "lib" / "include" / "vambrace" / "engine_regs.h").read_text()
IRQ = 0x11000000 + int(re.search(r"#define VMB_ENGINE_REG_IRQ (\w+?)u?\n", HEADER)[1], 0)

#: Ibex has a vector for each interrupt.
HANDLER = """
static volatile unsigned seen;

__attribute__((interrupt, used)) static void handler(void)
{
    seen++;
    __asm__ volatile("csrc mie, %0" : : "r"(0x800)); /* it stays high */
}

__asm__(".balign 256; vectors: .option push; .option norvc; .rept 32; j handler; .endr; .option pop");
extern char vectors[];
"""
PROGRAM = """
#include "vambrace/aead.h"
#include "vambrace/engine.h"

static uint8_t text[80], tag[16], ad[40];
static vmb_ascon_aead128_key key;

#if VMB_ENGINE_LOCK
uint32_t vmb_engine_acquire(void) { return 0; }
void vmb_engine_release(uint32_t was) { (void)was; }
#endif

int main(void)
{
    unsigned i;

    if (vmb_ascon_aead128_init(&key, text, 16) != VMB_OK) return 99;
    __asm__ volatile("csrw mtvec, %0; csrs mie, %1; csrsi mstatus, 8" : : "r"(vectors), "r"(0x800));
    for (i = 0; i < 10; i++) {
        if (vmb_ascon_aead128_seal(&key, text, tag, 16, ad, 16, ad, 40, text, 7 * i) != VMB_OK) return 1;
    }
    return (int)(2 * seen);
}
"""


def simulated(folder, build: config.Build, text: str, late: tuple[int, int] | None) -> int:
    elf = program_of(folder, HANDLER + text, build)
    path = model.build(model.shared(config.cores()["ibex-ref"], build.extensions))
    outcome = simulate(path, elf, Machine(1 << 20, max_cycles=2_000_000, late_irq=late))
    assert outcome.end == "exit", outcome.describe(elf)
    return outcome.exit_code


@pytest.mark.long("models of their own; interrupts of the engine always run")
@pytest.mark.parametrize("cycles", [0, 3, 30, 3000])
@pytest.mark.parametrize("lock", [False, True])
def test_no_handler_receives_an_interrupt_that_falls_late(tmp_path, lock, cycles):
    """This also applies if the program's lock leaves interrupts enabled."""
    build = replace(SLEEPING, lock=True) if lock else SLEEPING
    assert simulated(tmp_path, build, PROGRAM, (IRQ, cycles) if cycles else None) == 0


@pytest.mark.long("models of their own; interrupts of the engine always run")
def test_the_level_falls_late(tmp_path):
    """A program that does not read back sees it again."""
    text = f"""
int main(void)
{{
    volatile unsigned *irq = (volatile unsigned *){IRQ:#x};
    __asm__ volatile("csrw mtvec, %0; csrs mie, %1" : : "r"(vectors), "r"(0x800));
    *irq = 0;
#if READS
    (void)*irq;
#endif
    __asm__ volatile("csrsi mstatus, 8; nop; nop; csrci mstatus, 8");
    return (int)seen;
}}
"""
    for reads, late, seen in ((0, (IRQ, 40), 1), (1, (IRQ, 40), 0), (0, None, 0)):
        assert simulated(tmp_path, SLEEPING, f"#define READS {reads}\n{text}", late) == seen
