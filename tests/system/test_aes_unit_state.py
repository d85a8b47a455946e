# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The state in which library calls leave the AES unit, and in which they find it, as its own instructions show it. Also
the data that an interrupt during a call leaves on the stack."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.builds import BUILDS
from tests.system import rocket
from tests.system.test_engine_calls import program_of, run
from vambrace import config

UNIT = BUILDS["aes-unit"]

PROGRAM = """
#include "vambrace/aead.h"
#include "vambrace/aes.h"
#include "vambrace/aes_unit.h"

static uint8_t bytes[64], out[64], tag[16], chain[16];
static uint32_t block[4];
static vmb_aes256_key plain;
static vmb_aes128_ccm_key ccm;
static vmb_aes192_gcm_key gcm;
static vmb_aes128_ccm_stream ccm_stream;
static vmb_aes256_ctr_stream ctr_stream;

/* 0, or what is there: a word of a result or of a key. */
static int left(void)
{
    unsigned status;

    if ((vmb_aes_unit_read(0) | vmb_aes_unit_read(1) | vmb_aes_unit_read(2) | vmb_aes_unit_read(3)) != 0) {
        return 2;
    }
    vmb_aes_unit_load(0, block);
    status = vmb_aes_unit_wait();
    return (status & VMB_AES_UNIT_ERROR) == VMB_AES_UNIT_NO_KEY ? 0 : 3;
}

/* What others leave: an error, a key and a result, a count. */
static void dirty(unsigned how)
{
    if (how == 0) {
        vmb_aes_unit_wipe();
        vmb_aes_unit_load(0, block); /* there is no key */
    } else {
        vmb_aes_unit_key(how & 1 ? 0 : 2, bytes);
        vmb_aes_unit_count(how);
        vmb_aes_unit_load(0, block);
        (void)vmb_aes_unit_wait();
    }
    if (how == 3) {
        vmb_aes_unit_store((void *)1); /* no address */
    }
}

#define CALL(n, call, wanted)                     \\
    case n:                                       \\
        if ((call) != (wanted)) return 1;         \\
        break

static int one(unsigned n)
{
    int i;

    for (i = 0; i < 16; i++) chain[i] = (uint8_t)i;
    switch (n) {
    CALL(0, vmb_aes256_ecb_encrypt(&plain, out, bytes, 32), VMB_OK);
    CALL(1, vmb_aes256_ecb_decrypt(&plain, out, bytes, 48), VMB_OK);
    CALL(2, vmb_aes256_cbc_encrypt(&plain, chain, out, bytes, 32), VMB_OK);
    CALL(3, vmb_aes256_cbc_decrypt(&plain, chain, out + 1, bytes, 32), VMB_OK);
    CALL(4, vmb_aes256_ctr(&plain, chain, out, bytes, 21), VMB_OK);
    CALL(5, vmb_aes128_ccm_seal(&ccm, out, tag, 16, bytes, 13, bytes, 9, bytes, 21), VMB_OK);
    CALL(6, vmb_aes128_ccm_open(&ccm, out, bytes, 8, bytes, 13, bytes, 9, bytes, 21), VMB_ERR_TAG);
    CALL(7, vmb_aes192_gcm_seal(&gcm, out, tag, 16, bytes, 12, bytes, 9, bytes, 21), VMB_OK);
    CALL(8, vmb_aes192_gcm_open(&gcm, out, bytes, 16, bytes, 16, bytes, 0, bytes, 5), VMB_ERR_TAG);
    CALL(9, vmb_aes128_ccm_seal_start(&ccm_stream, &ccm, bytes, 13), VMB_OK);
    CALL(10, vmb_aes128_ccm_lengths(&ccm_stream, 3, 20, 8), VMB_OK);
    CALL(11, vmb_aes128_ccm_ad(&ccm_stream, bytes, 3), VMB_OK);
    CALL(12, vmb_aes128_ccm_update(&ccm_stream, out, bytes, 20), VMB_OK);
    CALL(13, vmb_aes128_ccm_seal_finish(&ccm_stream, tag, 8), VMB_OK);
    CALL(14, vmb_aes256_ctr_start(&ctr_stream, &plain, bytes), VMB_OK);
    CALL(15, vmb_aes256_ctr_update(&ctr_stream, out, bytes, 37), VMB_OK);
    CALL(16, vmb_aes192_gcm_init(&gcm, bytes + 1, 24), VMB_OK);
    CALL(17, vmb_aes128_ccm_seal(&ccm, (uint8_t *)0x40000000, tag, 16, bytes, 13, bytes, 9, bytes, 0), VMB_OK);
    default: return -1;
    }
    return 0;
}

/* Starts of streams copy a nonce, and lengths are kept. */
static int uses_it(unsigned n)
{
    return n != 9 && n != 10 && n != 14;
}

int main(void)
{
    unsigned n, how;
    int wrong;

    for (n = 0; n < sizeof bytes; n++) bytes[n] = (uint8_t)(5 * n + 3);
    if (vmb_aes256_init(&plain, bytes, 32) != VMB_OK || vmb_aes128_ccm_init(&ccm, bytes, 16) != VMB_OK ||
        vmb_aes192_gcm_init(&gcm, bytes, 24) != VMB_OK || left() != 0) {
        return 100;
    }
    for (how = 0; how < 4; how++) {
        for (n = 0; ; n++) {
            dirty(how);
            wrong = one(n);
            if (wrong < 0) break;
            if (wrong != 0 || (uses_it(n) && (wrong = left()) != 0)) return (int)(10 * (n + 1)) + wrong;
        }
        if (n != 18) return 101;
    }
    return 0;
}
"""


@pytest.mark.long("wiping always runs in the unit alone")
@pytest.mark.parametrize("profile", config.PROFILES)
def test_calls_leave_no_state_in_the_unit_and_use_none(tmp_path, profile):
    """No key, no result; an error, a key or a count of another program does not count."""
    build = replace(UNIT, profile=profile)
    run(program_of(tmp_path, PROGRAM, build), build)


# The registers of a call between begin and end hold marks; no word below the stack pointer may, afterwards.
STACK = r"""
#include <stdint.h>

int vmb_aes_begin(const uint32_t *key, unsigned rounds, uint32_t *turn);
int vmb_aes_end(unsigned rounds, const uint32_t *turn);

static const uint32_t key[4] = {1, 2, 3, 4};

int main(void)
{
    uint32_t turn[3], found;

    __asm__ volatile("csrsi mstatus, 8"); /* interrupts are on, none is enabled */
    if (vmb_aes_begin(key, 10, turn) != 0) return 100;
    __asm__ volatile(
        "li t0, 0x5ec2e700\n li t1, 0x5ec2e701\n li t2, 0x5ec2e702\n li t3, 0x5ec2e703\n"
        "call t6, vmb_aes_unit_let_in\n"
        "addi t4, sp, -64\n li t5, 0x5ec2e7\n li %0, 0\n"
        "1: lw t6, 0(t4)\n srli t6, t6, 8\n bne t6, t5, 2f\n addi %0, %0, 1\n"
        "2: addi t4, t4, 4\n bne t4, sp, 1b\n"
        "slli t4, t5, 8\n sub t0, t0, t4\n sub t1, t1, t4\n sub t2, t2, t4\n sub t3, t3, t4\n"
        "addi t1, t1, -1\n addi t2, t2, -2\n addi t3, t3, -3\n"
        "or t0, t0, t1\n or t2, t2, t3\n or t0, t0, t2\n beqz t0, 3f\n li %0, 50\n" /* they are as they were */
        "3:\n"
        : "=&r"(found) : : "t0", "t1", "t2", "t3", "t4", "t5", "t6", "memory");
    if (vmb_aes_end(10, turn) != 0) return 101;
    return (int)found;
}
"""


@pytest.mark.parametrize(
    ("core", "build"),
    [
        pytest.param("ibex-ref", UNIT, id="ibex-ref"),
        *(
            pytest.param("rocket", rocket.build(name), id=f"rocket-{name}", marks=rocket.MARKS)
            for name in ("aes-unit", "aes-128-unit-port-pio", "aes-128-unit-tlul-pio")
        ),
    ],
)
def test_letting_an_interrupt_in_leaves_nothing_on_the_stack(tmp_path, core, build):
    """And keeps all registers."""
    run(program_of(tmp_path, STACK, build), build, core=core)


# An interrupt at many places of a call; the values of its CBC-MAC, each of which it may have to keep meanwhile, are not
# below the stack pointer afterwards.
CARRIED = r"""
#include "vambrace/aead.h"
#include "vambrace/aes.h"
#include "vmb_sim.h"

enum { BLOCKS = 9, BELOW = 128 };

static vmb_aes128_key key;
static vmb_aes128_ccm_key ccm;
static uint32_t chain[BLOCKS + 1][4], text[4 * BLOCKS], out[4 * BLOCKS], tag[4];
static volatile uint32_t taken;

uint32_t vmb_trap(uint32_t cause, uint32_t pc, uint32_t value)
{
    (void)cause;
    (void)value;
    VMB_SIM_REGISTER(VMB_SIM_TIMER) = 0;
    taken++;
    return pc;
}

int main(void)
{
    static const uint8_t nonce[13] = {0};
    uint32_t block[4] = {0x39, 0, 0, (16u * BLOCKS) << 24}; /* flags, nonce, length */
    const uint32_t *below;
    unsigned i, j, delay;

    for (i = 0; i < 4 * BLOCKS; i++) {
        text[i] = 0x01020304u * (i + 1);
    }
    if (vmb_aes128_init(&key, (const uint8_t *)text, 16) || vmb_aes128_ccm_init(&ccm, (const uint8_t *)text, 16)) {
        return 1;
    }
    for (i = 0; i <= BLOCKS; i++) {
        vmb_aes128_ecb_encrypt(&key, (uint8_t *)chain[i], (const uint8_t *)block, 16);
        for (j = 0; j < 4 && i < BLOCKS; j++) {
            block[j] = chain[i][j] ^ text[4 * i + j];
        }
    }
    block[0] = 1; /* the counter block that masks the tag */
    block[1] = block[2] = block[3] = 0;
    vmb_aes128_ecb_encrypt(&key, (uint8_t *)block, (const uint8_t *)block, 16);
    __asm__ volatile("csrs mie, %0; csrsi mstatus, 8" : : "r"(0x80));
    for (delay = 200; delay < 1400; delay += 7) {
        VMB_SIM_REGISTER(VMB_SIM_TIMER) = delay;
        if (vmb_aes128_ccm_seal(&ccm, (uint8_t *)out, (uint8_t *)tag, 16, nonce, 13, NULL, 0, (uint8_t *)text,
                                16 * BLOCKS) != VMB_OK) return 2;
        if ((tag[0] ^ block[0]) != chain[BLOCKS][0]) return 5;
        __asm__ volatile("mv %0, sp" : "=r"(below));
        for (i = 4; i <= BELOW; i++) {
            for (j = 0; j <= BLOCKS; j++) {
                const uint32_t *at = below - i, *x = chain[j];
                if (at[0] == x[0] && at[1] == x[1] && at[2] == x[2] && at[3] == x[3]) return 3;
            }
        }
    }
    return taken < 100 ? 4 : 0;
}
"""


@pytest.mark.parametrize(
    ("core", "build"),
    [
        pytest.param("ibex-ref", UNIT, id="ibex-ref"),
        pytest.param("rocket", rocket.build("aes-128-unit-port-pio"), id="rocket", marks=rocket.MARKS),
    ],
)
def test_data_that_ccm_saves_for_an_interrupt_is_wiped(tmp_path, core, build):
    run(program_of(tmp_path, CARRIED, build), build, core=core)
