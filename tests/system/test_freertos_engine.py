# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The engine under FreeRTOS: a task seals with it while ticks interrupt its jobs and switch to another task. The
engine's interrupt, which is not a source of the interrupt controller, does not reach the kernel while the driver sleeps
until this interrupt."""

from __future__ import annotations

import pytest
from cryptography.hazmat.primitives.ciphers.aead import AESCCM

from tests.system import rocket
from vambrace import config
from vambrace.hardware import model
from vambrace.software.ports import freertos
from vambrace.software.running.simulate import Machine, simulate

POINTS = [
    "ibex-ref/engine",
    pytest.param("ibex-ref/engine-obi-irq", marks=pytest.mark.long("the same program with another driver")),
    pytest.param("rocket/engine", marks=rocket.MARKS),
]
BYTES = 1024
PROGRAM = """
#include <stdio.h>
#include "FreeRTOS.h"
#include "task.h"
#include "vambrace/aead.h"
#include "vmb_freertos.h"

#define ROUNDS 30

void _exit(int code);
static volatile unsigned turns;

static void print_byte(unsigned byte)
{
    putchar("0123456789abcdef"[byte >> 4]);
    putchar("0123456789abcdef"[byte & 15]);
}

static void seal(void *unused)
{
    static uint8_t text[BYTES], tag[16];
    static const uint8_t zeros[16];
    static vmb_aes128_ccm_key key;
    TickType_t start = xTaskGetTickCount();
    unsigned i, before = turns;
    int wrong = vmb_aes128_ccm_init(&key, zeros, 16) != VMB_OK;

    for (i = 0; i < ROUNDS; i++)
        wrong |= vmb_aes128_ccm_seal(&key, text, tag, 16, zeros, 13, zeros, 16, text, sizeof text) != VMB_OK;
    if (xTaskGetTickCount() - start < 5 || turns == before) wrong |= 2; /* nothing came in between */
    for (i = 0; i < sizeof text; i++)
        print_byte(text[i]);
    for (i = 0; i < 16; i++)
        print_byte(tag[i]);
    _exit(wrong);
}

static void work(void *unused)
{
    (void)unused;
    for (;;)
        turns++;
}

int main(void)
{
    xTaskCreate(seal, "seal", 1024, NULL, 1, NULL);
    xTaskCreate(work, "work", 256, NULL, 1, NULL);
    vmb_freertos_run();
}
"""


@pytest.mark.long("FreeRTOS always runs")
@pytest.mark.parametrize("name", POINTS)
def test_ticks_interrupt_jobs_of_the_engine(tmp_path, name):
    (tmp_path / "program.c").write_text(PROGRAM)
    point = config.point(name)
    flags = [f"-DBYTES={BYTES}", "-DconfigTICK_RATE_HZ=20000"]  # of 2,500 cycles: some come into jobs
    elf = freertos.build([tmp_path / "program.c"], point, 1 << 20, flags)
    built = model.build(model.shared(point.core, point.extensions))
    with (tmp_path / "output").open("w+b") as console:
        outcome = simulate(built, elf, Machine(max_cycles=5_000_000), console=console.fileno())
        console.seek(0)
        actual = bytes.fromhex(console.read().decode())
    assert (outcome.end, outcome.exit_code) == ("exit", 0), outcome.describe(elf)
    text = tag = b""
    for _ in range(30):
        sealed = AESCCM(bytes(16), 16).encrypt(bytes(13), text or bytes(BYTES), bytes(16))
        text, tag = sealed[:BYTES], sealed[BYTES:]
    assert actual == text + tag
