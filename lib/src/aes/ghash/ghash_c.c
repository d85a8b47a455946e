/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * GHASH on whole blocks (ghash.h) in C, where there is neither assembly nor a multiplier of
 * 64 bits: shift and mask, no table, no multiplication, no branch on a bit.
 */
#include "aes/aes_swap.h"
#include "aes/ghash/ghash.h"

#if VMB_GHASH_IN_C && !VMB_GHASH_MUL64

/* Adds the key to the four words of the product from a on if the highest bit of
 * bits is 1, and moves on to the next one. Not before the addition to c is complete: a
 * compiler that mixes additions, or the shifts below, has too few registers. */
#define VMB_ADD(bits, a, b, c, d)            \
    do {                                     \
        uint32_t mask = 0u - ((bits) >> 31); \
        VMB_OPAQUE2(mask, c);                \
        (bits) <<= 1;                        \
        (a) ^= k0 & mask;                    \
        (b) ^= k1 & mask;                    \
        (c) ^= k2 & mask;                    \
        (d) ^= k3 & mask;                    \
    } while (0)

/* Takes a word away that weighs x^128 more than the word lo, which is followed by
 * the word hi: x^128 = x^7 + x^2 + x + 1. */
#define VMB_FOLD(word, lo, hi)                                    \
    do {                                                          \
        (lo) ^= (word) ^ (word) >> 1 ^ (word) >> 2 ^ (word) >> 7; \
        (hi) ^= (word) << 31 ^ (word) << 30 ^ (word) << 25;       \
    } while (0)

void vmb_ghash_blocks(const uint32_t *key, uint32_t y[4], const uint8_t *data, size_t blocks)
{
    uint32_t k0 = key[0], k1 = key[1], k2 = key[2], k3 = key[3];
    uint32_t y0 = y[0], y1 = y[1], y2 = y[2], y3 = y[3];

    for (; blocks != 0; blocks--, data += 16) {
        uint32_t p0 = 0, p1 = 0, p2 = 0, p3 = 0, p4 = 0, p5 = 0, p6 = 0, p7 = 0;
        unsigned i;

        y0 ^= vmb_aes_swap(vmb_get_word(data));
        y1 ^= vmb_aes_swap(vmb_get_word(data + 4));
        y2 ^= vmb_aes_swap(vmb_get_word(data + 8));
        y3 ^= vmb_aes_swap(vmb_get_word(data + 12));
        /* One bit of each word of y at a time, the highest first; p0 to p7 is the
         * product so far, of 256 bits. */
        for (i = 32; i != 0; i--) {
            p0 = p0 << 1 | p1 >> 31;
            p1 = p1 << 1 | p2 >> 31;
            VMB_OPAQUE2(p1, p2);
            p2 = p2 << 1 | p3 >> 31;
            p3 = p3 << 1 | p4 >> 31;
            VMB_OPAQUE2(p3, p4);
            p4 = p4 << 1 | p5 >> 31;
            p5 = p5 << 1 | p6 >> 31;
            VMB_OPAQUE2(p5, p6);
            p6 = p6 << 1 | p7 >> 31;
            p7 = p7 << 1;
            VMB_ADD(y0, p1, p2, p3, p4);
            VMB_ADD(y1, p2, p3, p4, p5);
            VMB_ADD(y2, p3, p4, p5, p6);
            VMB_ADD(y3, p4, p5, p6, p7);
        }
        VMB_FOLD(p7, p3, p4);
        VMB_FOLD(p6, p2, p3);
        VMB_FOLD(p5, p1, p2);
        VMB_FOLD(p4, p0, p1);
        y0 = p0;
        y1 = p1;
        y2 = p2;
        y3 = p3;
    }
    y[0] = y0;
    y[1] = y1;
    y[2] = y2;
    y[3] = y3;
}

#endif
