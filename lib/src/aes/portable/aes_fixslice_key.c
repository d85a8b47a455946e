/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * AES (FIPS 197, section 5.2) in portable, constant-time C: the key schedule. One
 * expanded key serves both directions. Layout: aes_fixslice.h.
 */
#include "aes/portable/aes_fixslice.h"

/* A source that every mode of AES needs. */
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "AES needs a little-endian machine: set each VMB_WITH_AES_* of vambrace_config.h to 0"
#endif

#if VMB_AES_IN_C

/* SubWord: four bytes, bit 0 in each row of the planes. */
static uint32_t vmb_sub_word(uint32_t w)
{
    uint32_t q[8], x = 0;
    unsigned i;

    for (i = 0; i < 8; i++) {
        q[i] = w >> i;
    }
    vmb_sub_planes(q);
    for (i = 0; i < 8; i++) {
        x |= (q[i] & VMB_ALL(1)) << i;
    }
    return VMB_SIZE ? x : x ^ VMB_ALL(0x63);
}

/* The bytes of one column in frame 1: row 0 from word a, row 1 from word b, and so
 * on. */
#define VMB_COLUMN(a, b, c, d) (((a) & 0xffu) | ((b) & 0xff00u) | ((c) & 0xff0000u) | ((d) & 0xff000000u))

/* Puts the words of a round key into the planes of a frame: 4 words as VMB_SIZE has
 * them. */
static void vmb_key_planes(uint32_t k[4], const uint32_t w[4], unsigned frame)
{
    uint32_t w0 = w[0], w1 = w[1], w2 = w[2], w3 = w[3];

    k[0] = w0;
    k[1] = w1;
    k[2] = w2;
    k[3] = w3;
    if ((frame & 1) != 0) {
        k[0] = VMB_COLUMN(w0, w3, w2, w1);
        k[1] = VMB_COLUMN(w1, w0, w3, w2);
        k[2] = VMB_COLUMN(w2, w1, w0, w3);
        k[3] = VMB_COLUMN(w3, w2, w1, w0);
    }
    if ((frame & 2) != 0) {
        vmb_swap_columns(&k[0], &k[2]);
        vmb_swap_columns(&k[1], &k[3]);
    }
    vmb_swap_bits(&k[0], &k[1], 2, 0x33333333u);
    vmb_swap_bits(&k[2], &k[3], 2, 0x33333333u);
    vmb_swap_bits(&k[0], &k[2], 4, 0x0f0f0f0fu);
    vmb_swap_bits(&k[1], &k[3], 4, 0x0f0f0f0fu);
}

void vmb_aes_expand(uint32_t *rk, const uint8_t *key, unsigned rounds)
{
    unsigned i, j, nk = rounds - 6;
    uint32_t *w, x, rcon = 1;

    /* The words of the standard, at the end: where planes overtake them, round by
     * round, they are done with. */
    w = rk + (VMB_SIZE ? 0 : 4 * rounds - 4);
    for (i = 0; i < nk; i++) {
        w[i] = vmb_load32_le(key + 4 * i);
    }
    x = w[nk - 1];
    for (j = 0; i < 4 * rounds + 4; i++) {
        if (j == 0) {
            x = vmb_rows(vmb_sub_word(x), 8) ^ rcon;
            rcon = rcon << 1 ^ (rcon >> 7) * 0x11bu;
        } else if (nk > 6 && j == 4) {
            x = vmb_sub_word(x);
        }
        x ^= w[i - nk];
        w[i] = x;
        j = j + 1 == nk ? 0 : j + 1;
    }

#if VMB_SIZE
    for (i = 0; i <= rounds; i++) {
        vmb_key_planes(w + 4 * i, w + 4 * i, 0);
    }
#else
    {
        unsigned frame = VMB_FIRST_FRAME(rounds);
        uint32_t k[4];

        for (i = 0; i < 4; i++) {
            rk[i] = w[i];
        }
        for (j = 1, rk += 4; j < rounds; j++, rk += 8) {
            w += 4;
            frame++;
            for (i = 0; i < 4; i++) {
                w[i] ^= VMB_ALL(0x63);
            }
            vmb_key_planes(k, w, frame);
            for (i = 0; i < 4; i++) {
                x = k[i] & 0x55555555u;
                rk[2 * i] = x | x << 1;
                x = k[i] & 0xaaaaaaaau;
                rk[2 * i + 1] = x | x >> 1;
            }
        }
        for (i = 0; i < 4; i++) {
            rk[i] ^= VMB_ALL(0x63);
        }
    }
#endif
}

#endif
