/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * AES-128-ECB of 16, 32, ..., 80 bytes with a key in a slot, by an engine's registers or
 * instructions alone: what a coupling costs, without a library around it. Prints for
 * loading the key, then for each length, the cycles of the first run, and of the last
 * ones the least and the most; then the result. Cycles are those between two readings of
 * mcycle, until the last word of the result, or the status, has arrived.
 */
#include <stdio.h>

#include "vambrace/engine_regs.h"
#include "vambrace/engine.h"

#define RUNS 20
#define AT_SLOT 1u
#define JOB_ECB                                                                             \
    (2u << VMB_ENGINE_REG_JOB_FAMILY_SHIFT | AT_SLOT << VMB_ENGINE_REG_JOB_KEY_SLOT_SHIFT | \
     VMB_ENGINE_REG_JOB_AD_END_MASK | VMB_ENGINE_REG_JOB_DATA_END_MASK)

static const uint32_t key[4] = {0x16157e2b, 0xa6d2ae28, 0x8815f7ab, 0x3c4fcf09}; /* FIPS 197, appendix B */
static uint32_t in[20], out[20];

static inline uint32_t now(void)
{
    uint32_t c;
    __asm__ volatile("csrr %0, mcycle" : "=r"(c) : : "memory");
    return c;
}

#if VMB_ENGINE_INSTRUCTIONS
#define PUT(name, n, value) vmb_engine_post(VMB_ENGINE_REG_##name / 4 + (n), value)
#else
#define REG(name) (*(volatile uint32_t *)(VMB_ENGINE_BASE + VMB_ENGINE_REG_##name))
#define PUT(name, n, value) ((&REG(name))[n] = (value))
#endif

static void init(void)
{
    PUT(SLOT, 0, AT_SLOT | VMB_ENGINE_REG_SLOT_OPEN_MASK);
    PUT(KEY, 0, key[0]);
    PUT(KEY, 1, key[1]);
    PUT(KEY, 2, key[2]);
    PUT(KEY, 3, key[3]);
    PUT(SLOT, 0, AT_SLOT | VMB_ENGINE_REG_SLOT_CLOSE_MASK);
}

#if VMB_ENGINE_PORT
static uint32_t encrypt(uint32_t *to, const uint32_t *from, uint32_t bytes)
{
    vmb_engine_set(2, (uint32_t)(uintptr_t)from, bytes);
    vmb_engine_set(3, (uint32_t)(uintptr_t)to, 0);
    return vmb_engine_run(JOB_ECB);
}
#elif VMB_ENGINE_MMIO
static uint32_t encrypt(uint32_t *to, const uint32_t *from, uint32_t bytes)
{
    uint32_t status;

    REG(IN_ADDR) = (uint32_t)(uintptr_t)from;
    REG(DATA_LEN) = bytes;
    REG(OUT_ADDR) = (uint32_t)(uintptr_t)to;
    REG(JOB) = JOB_ECB;
    do {
        status = REG(STATUS);
    } while ((status & VMB_ENGINE_REG_STATUS_BUSY_MASK) != 0);
    return status;
}
#else
#if VMB_ENGINE_PORT_PIO
#define IN2(a, b) vmb_engine_feed2(a, b)
#define OUT() vmb_engine_take()
#else
#define IN2(a, b) (REG(DIN) = (a), REG(DIN) = (b))
#define OUT() REG(DOUT)
#endif
static uint32_t encrypt(uint32_t *to, const uint32_t *from, uint32_t bytes)
{
    uint32_t a, b, c, d;

    PUT(DATA_LEN, 0, bytes);
    PUT(JOB, 0, JOB_ECB);
    IN2(from[0], from[1]);
    IN2(from[2], from[3]);
    for (from += 4; (bytes -= 16) != 0; from += 4, to += 4) {
        IN2(from[0], from[1]);
        a = OUT();
        b = OUT();
        IN2(from[2], from[3]);
        c = OUT();
        d = OUT();
        to[0] = a;
        to[1] = b;
        to[2] = c;
        to[3] = d;
    }
    a = OUT();
    b = OUT();
    c = OUT();
    d = OUT();
    to[0] = a;
    to[1] = b;
    to[2] = c;
    to[3] = d;
    return 0;
}
#endif

/* Its last word has come when this is done. */
#define ARRIVED(word) __asm__ volatile("add x0, %0, x0" : : "r"(word) : "memory")

int main(void)
{
    uint32_t taken[6][RUNS];
    unsigned size, run, i;

    in[0] = 0xa8f64332; /* the same, in every block */
    in[1] = 0x8d305a88;
    in[2] = 0xa2983131;
    in[3] = 0x340737e0;
    for (i = 4; i < 20; i++) {
        in[i] = in[i - 4];
    }
    for (run = 0; run < RUNS; run++) {
        for (size = 0; size <= 5; size++) {
            uint32_t status = 0, began;

            for (i = 0; i < 1000; i++) { /* nothing is under way */
                __asm__ volatile("");
            }
            began = now();
            if (size == 0) {
                init();
            } else {
                status = encrypt(out, in, 16 * size);
            }
            ARRIVED(status);
            taken[size][run] = now() - began;
            if ((status & VMB_ENGINE_REG_STATUS_ERROR_MASK) != 0 || status >> 31 != 0) {
                return 1;
            }
        }
    }
    for (size = 0; size <= 5; size++) {
        uint32_t least = taken[size][RUNS / 2], most = least;

        for (run = RUNS / 2; run < RUNS; run++) {
            least = taken[size][run] < least ? taken[size][run] : least;
            most = taken[size][run] > most ? taken[size][run] : most;
        }
        printf("%u %u %u %u\n", 16 * size, (unsigned)taken[size][0], (unsigned)least, (unsigned)most);
    }
    for (i = 0; i < 20; i++) {
        printf("%08x\n", (unsigned)out[i]);
    }
    return 0;
}
