/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Ends with the mask of vmb_probe, plus 1 << 16 if it changed a CSR, and 1 << 17 if the
 * second call differs. With VMB_ENGINE_PORT or VMB_AES_UNIT the second call comes while
 * the engine or the unit works: 1 << 18 if the work had already ended, 1 << 19 if it was wrong.
 * With NMIS, this number of NMIs occur at every point of a call: 1 << 20 if one was lost, or a mask differs.
 */
#include "vambrace/probe.h"
#include "vmb_sim.h"
#if VMB_ENGINE_PORT
#include "vambrace/engine.h"
#elif VMB_AES_UNIT
#include "vambrace/aes_unit.h"
#endif

#define READ(csr, to) __asm__ volatile("csrr %0, " #csr : "=r"(to))
#define AT(x) ((uint32_t)(uintptr_t)(x))

typedef struct {
    vmb_sim_word mstatus, mtvec, mepc, mcause;
} csrs;

static uint32_t text[512], out[2][512], tag[2][4], key[4] = {1, 2, 3, 4};

static csrs all(void)
{
    csrs c;

    READ(mstatus, c.mstatus);
    READ(mtvec, c.mtvec);
    READ(mepc, c.mepc);
    READ(mcause, c.mcause);
    return c;
}

static uint32_t probed(void)
{
    const csrs before = all();
    const uint32_t mask = vmb_probe();
    const csrs after = all();

    return mask | (uint32_t)(before.mstatus != after.mstatus || before.mtvec != after.mtvec ||
                             before.mepc != after.mepc || before.mcause != after.mcause) << 16;
}

static uint32_t differ(void)
{
    uint32_t found = 0;
    unsigned i;

    for (i = 0; i < 512; i++) {
        found |= out[0][i] ^ out[1][i];
    }
    for (i = 0; i < 4; i++) {
        found |= tag[0][i] ^ tag[1][i];
    }
    return found != 0;
}

/* Begins the work to out[n]. */
static void begin(unsigned n)
{
#if VMB_ENGINE_PORT
    vmb_engine_set(0, AT(key), AT(key));
    vmb_engine_set(1, AT(text), 40);
    vmb_engine_set(2, AT(text), 2048);
    vmb_engine_set(3, AT(out[n]), AT(tag[n]));
    (void)vmb_engine_go(JOB_WORD);
#elif VMB_AES_UNIT
    vmb_aes_unit_key(0, key);
    vmb_aes_unit_count(128);
    vmb_aes_unit_blocks(0, out[n], text);
#else
    (void)n;
#endif
}

/* Returns whether the work is in progress; afterwards, whether its result is wrong. */
static uint32_t busy(void)
{
#if VMB_ENGINE_PORT
    return vmb_engine_get(13) & 1u;
#else
    return 1;
#endif
}

static uint32_t end(void)
{
    uint32_t status = 0;

#if VMB_ENGINE_PORT
    while (((status = vmb_engine_wait()) & 1u) != 0) {
    }
    status &= 0xeu;
#elif VMB_AES_UNIT
    while (((status = vmb_aes_unit_wait()) & 1u) != 0) {
    }
#endif
    return status != 0;
}

#if NMIS
static volatile unsigned nmis;

uint32_t vmb_trap(uint32_t cause, uint32_t pc, uint32_t value)
{
    (void)value;
    VMB_SIM_REGISTER(VMB_SIM_NMI) = 0;
    nmis += cause == 0x8000001fu;
    return pc;
}

static uint32_t among_nmis(uint32_t expected)
{
    unsigned n, i;

    for (n = 1; n <= NMIS; n++) {
        VMB_SIM_REGISTER(VMB_SIM_NMI) = 3 * n;
        if (vmb_probe() != expected) return 1u << 20;
        for (i = 0; nmis != n; i++) { /* it may come after the call */
            if (i == 1000) return 1u << 20;
        }
    }
    return 0;
}
#endif

volatile uint32_t result; /* the result: Spike keeps only 8 bits of an exit code */

int main(void)
{
    uint32_t first = probed(), second, wrong;
    unsigned i;

    for (i = 0; i < 512; i++) {
        text[i] = i * 0x9e3779b9u;
    }
    (void)end(); /* after the reset */
    begin(0);
    wrong = end();
    begin(1);
    __asm__ volatile("csrsi mstatus, 8"); /* with interrupts on, of which none is enabled */
    second = probed();
    if (!busy()) first |= 1u << 18;
    wrong |= end() | differ();
    first |= second | (uint32_t)(first != second) << 17 | wrong << 19;
#if NMIS
    first |= among_nmis(first);
#endif
    result = first;
    return (int)first;
}
