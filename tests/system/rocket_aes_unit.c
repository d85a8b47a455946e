/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * AES-128-ECB of 16, 32, ..., 80 bytes by the AES unit's instructions alone, its key
 * loaded: what RoCC with memory costs, without a library around it. Prints for loading
 * the key from memory, then for each length, the cycles of the first run, of the last
 * ones the least and the most until the status is there, and the same until the
 * processor may go on; then the result. Cycles are those between two readings of mcycle.
 */
#include <stdio.h>

#include "vambrace/aes_unit.h"

#define RUNS 20

static const uint32_t key[4] = {0x16157e2b, 0xa6d2ae28, 0x8815f7ab, 0x3c4fcf09}; /* FIPS 197, appendix B */
static uint32_t in[20], out[20];

static inline uint32_t now(void)
{
    uint32_t c;
    __asm__ volatile("csrr %0, mcycle" : "=r"(c) : : "memory");
    return c;
}

/* The status has come when this is done. */
#define ARRIVED(word) __asm__ volatile("add x0, %0, x0" : : "r"(word) : "memory")

/* Operands are in registers before a run begins. */
#define IN_REGISTER(x) __asm__ volatile("" : "+r"(x))

static void rest(void)
{
    unsigned i;

    for (i = 0; i < 500; i++) {
        __asm__ volatile("");
    }
}

int main(void)
{
    static uint32_t until[2][6][RUNS];
    const uint32_t *from, *secret;
    uint32_t *to;
    unsigned size, run, i, way, blocks;
    uint32_t status, began;

    in[0] = 0xa8f64332; /* the same, in every block */
    in[1] = 0x8d305a88;
    in[2] = 0xa2983131;
    in[3] = 0x340737e0;
    for (i = 4; i < 20; i++) {
        in[i] = in[i - 4];
    }
    for (run = 0; run < RUNS; run++) {
        for (size = 0; size <= 5; size++) {
            for (way = 0; way < 2; way++) {
                blocks = size;
                from = in;
                to = out;
                secret = key;
                status = 0;
                IN_REGISTER(blocks);
                IN_REGISTER(from);
                IN_REGISTER(to);
                IN_REGISTER(secret);
                rest();
                if (size == 0) {
                    began = now();
                    vmb_aes_unit_key(0, secret);
                    if (way == 0) {
                        status = vmb_aes_unit_wait();
                    }
                } else if (way == 0) {
                    began = now();
                    vmb_aes_unit_count(blocks);
                    status = vmb_aes_unit_crypt(0, to, from);
                } else {
                    began = now();
                    vmb_aes_unit_count(blocks);
                    vmb_aes_unit_blocks(0, to, from);
                }
                ARRIVED(status);
                until[way][size][run] = now() - began;
                if (way == 1) {
                    status = vmb_aes_unit_wait();
                }
                if (status != 0) {
                    return 1;
                }
            }
        }
    }
    for (size = 0; size <= 5; size++) {
        printf("%u", 16 * size);
        for (way = 0; way < 2; way++) {
            uint32_t *taken = until[way][size], least = taken[RUNS / 2], most = least;

            for (run = RUNS / 2; run < RUNS; run++) {
                least = taken[run] < least ? taken[run] : least;
                most = taken[run] > most ? taken[run] : most;
            }
            printf(" %u %u %u", (unsigned)taken[0], (unsigned)least, (unsigned)most);
        }
        printf("\n");
    }
    for (i = 0; i < 20; i++) {
        printf("%08x\n", (unsigned)out[i]);
    }
    return 0;
}
