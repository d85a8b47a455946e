/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The step of Poly1305 in C (lib/src/poly1305/poly1305.c) for every accumulator that a message can
 * lead to, every clamped key and every block: no sum and no product overflows, and the accumulator
 * is again one of these. By induction on the blocks, from an accumulator of 0, this holds for
 * messages of any length. Proved by Frama-C's Eva: `vambrace-dev verify c`.
 */
#include "poly1305/poly1305.c"

static volatile uint32_t any;
static volatile uint8_t any_byte;

void vmb_wipe(void *p, size_t n)
{
    (void)p;
    (void)n;
}

int main(void)
{
    uint32_t h[5], r[4];
    uint8_t block[16];
    unsigned i;

    r[0] = any & 0x0fffffffu; /* as vmb_poly1305 clamps it */
    r[1] = any & 0x0ffffffcu;
    r[2] = any & 0x0ffffffcu;
    r[3] = any & 0x0ffffffcu;
    h[0] = any;
    h[1] = any;
    h[2] = any;
    h[3] = any;
    h[4] = any;
    if (h[4] > 4) {
        return 0;
    }
    for (i = 0; i < 16; i++) {
        block[i] = any_byte;
    }
    vmb_poly1305_blocks(h, r, block, 1);
    /*@ assert h[4] <= 4; */
    return 0;
}
