/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * vmb_poly1305 for every key, every piece of up to 40 bytes and every accumulator that a message can
 * lead to: no access outside of its buffers, nothing read before it is written, no signed overflow,
 * no shift by too much. Proved by Frama-C's Eva: `vambrace-dev verify c`.
 */
#include "poly1305/poly1305.c"

enum { MOST = 40 };

static volatile uint32_t any;
static volatile uint8_t any_byte;

void vmb_wipe(void *p, size_t n)
{
    (void)p;
    (void)n;
}

int main(void)
{
    static uint8_t data[MOST], tag[16];
    static uint32_t h[5], key[8];
    vmb_piece piece;
    unsigned i;

    for (i = 0; i < MOST; i++) {
        data[i] = any_byte;
    }
    for (i = 0; i < 8; i++) {
        key[i] = any;
    }
    for (i = 0; i < 4; i++) {
        h[i] = any;
    }
    h[4] = any & 3;
    piece.data = data;
    for (piece.len = 0; piece.len <= MOST; piece.len++) {
        vmb_poly1305(tag, key, &piece, 1, h);
        h[4] &= 3;
    }
    return 0;
}
