/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * POLYVAL (RFC 8452, section 3) on bytes: polyval.h. What is hashed is plaintext, so
 * that copies of it are wiped.
 */
#include "aes/ghash/polyval.h"

#include "aes/aes_swap.h"
#include "aes/aes_words.h"

#if VMB_POLYVAL_ZBKC
void vmb_polyval_bytes(const uint32_t key[4], uint32_t y[4], const uint8_t *p, size_t n)
{
    uint32_t last[4];

    if (n >= 16) {
        vmb_polyval_blocks(key, y, p, n / 16);
    }
    if ((n & 15) != 0) {
        vmb_aes_zero(last, 4);
        vmb_aes_copy((uint8_t *)last, p + (n & ~(size_t)15), n & 15);
        vmb_polyval_blocks(key, y, (const uint8_t *)last, 1);
        vmb_wipe(last, sizeof last);
    }
}

void vmb_polyval_lengths(const uint32_t key[4], uint32_t y[4], size_t first, size_t second)
{
    /* 64-bit numbers of bits; they are below 2^34. */
    uint32_t words[4];

    words[0] = (uint32_t)first << 3;
    words[1] = (uint32_t)first >> 29;
    words[2] = (uint32_t)second << 3;
    words[3] = (uint32_t)second >> 29;
    vmb_polyval_blocks(key, y, (const uint8_t *)words, 1);
}
#else

/* Blocks that are handed to the kernel at a time. */
#define VMB_POLYVAL_TOGETHER (VMB_SIZE ? 1 : 4)

/* The block at p, word-aligned, with its bytes reversed; `to` may be p. */
static void vmb_polyval_reverse(uint32_t to[4], const uint8_t *p)
{
    uint32_t a = vmb_get_word(p), b = vmb_get_word(p + 4), c = vmb_get_word(p + 8), d = vmb_get_word(p + 12);

    to[0] = vmb_aes_swap(d);
    to[1] = vmb_aes_swap(c);
    to[2] = vmb_aes_swap(b);
    to[3] = vmb_aes_swap(a);
}

void vmb_polyval_bytes(const uint32_t key[4], uint32_t y[4], const uint8_t *p, size_t n)
{
    uint32_t words[4 * VMB_POLYVAL_TOGETHER];
    const uint8_t *source;
    size_t some, blocks, i;

    if (n == 0) {
        return;
    }
    for (; n != 0; n -= some, p += some) {
        some = n < sizeof words ? n : sizeof words;
        blocks = (some + 15) / 16;
        source = p;
        if ((some & 15) != 0 || !vmb_is_aligned(p)) {
            vmb_aes_zero(words + 4 * blocks - 4, 4);
            if (some >= 16) {
                vmb_aes_move((uint8_t *)words, p, some);
            } else {
                vmb_aes_copy((uint8_t *)words, p, some);
            }
            source = (const uint8_t *)words;
        }
        for (i = 0; i < blocks; i++) {
            vmb_polyval_reverse(words + 4 * i, source + 16 * i);
        }
        vmb_ghash_blocks(key, y, (const uint8_t *)words, blocks);
    }
    vmb_wipe(words, sizeof words);
}

void vmb_polyval_lengths(const uint32_t key[4], uint32_t y[4], size_t first, size_t second)
{
    /* Little-endian numbers of 64 bits count bits; they are below 2^34. The block's bytes are reversed. */
    uint32_t words[4];

    words[0] = vmb_aes_swap((uint32_t)second >> 29);
    words[1] = vmb_aes_swap((uint32_t)second << 3);
    words[2] = vmb_aes_swap((uint32_t)first >> 29);
    words[3] = vmb_aes_swap((uint32_t)first << 3);
    vmb_ghash_blocks(key, y, (const uint8_t *)words, 1);
}
#endif
