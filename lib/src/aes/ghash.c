/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * GHASH (NIST SP 800-38D, section 6.4) on bytes, over its whole blocks; words and
 * byte order: ghash.h. What is hashed is public; the key and the hash are not.
 */
#include "aes/aes_modes.h"
#include "aes/ghash.h"

void vmb_ghash_key(uint32_t key[VMB_GHASH_KEY_WORDS], const uint32_t h[4])
{
    uint32_t w0 = vmb_aes_swap(h[0]), w1 = vmb_aes_swap(h[1]);
    uint32_t w2 = vmb_aes_swap(h[2]), w3 = vmb_aes_swap(h[3]);
    uint32_t odd = 0u - (w0 >> 31);

    /* H / x: one bit to the left. Where there is a coefficient of x^0, the
     * polynomial is added before; over x, it is x^127 + x^6 + x + 1. */
    VMB_OPAQUE(odd);
    key[0] = (w0 << 1 | w1 >> 31) ^ (odd & 0xc2000000u);
    key[1] = w1 << 1 | w2 >> 31;
    key[2] = w2 << 1 | w3 >> 31;
    key[3] = w3 << 1 ^ (odd & 1u);
}

/* y = y * H. */
static void vmb_ghash_multiply(const uint32_t *key, uint32_t y[4])
{
    static const uint32_t zero[4] = {0, 0, 0, 0};

    vmb_ghash_blocks(key, y, (const uint8_t *)zero, 1);
}

size_t vmb_ghash_bytes(const uint32_t *key, uint32_t y[4], size_t used, const uint8_t *p,
                       size_t n)
{
    uint32_t words[4];
    size_t whole;

    while (n != 0) {
        if (used == 0 && n >= 16) {
            whole = n & ~(size_t)15;
            if (!vmb_is_aligned(p)) {
                whole = 16;
                vmb_aes_copy((uint8_t *)words, p, 16);
                vmb_ghash_blocks(key, y, (const uint8_t *)words, 1);
            } else {
                vmb_ghash_blocks(key, y, p, whole / 16);
            }
            p += whole;
            n -= whole;
        } else {
            y[used / 4] ^= (uint32_t)*p++ << (24 - 8 * (used & 3));
            n--;
            used = (used + 1) & 15;
            if (used == 0) {
                vmb_ghash_multiply(key, y);
            }
        }
    }
    return used;
}

void vmb_ghash_pad(const uint32_t *key, uint32_t y[4], size_t used)
{
    if (used != 0) {
        vmb_ghash_multiply(key, y);
    }
}

void vmb_ghash_lengths(const uint32_t *key, uint32_t y[4], size_t first, size_t second)
{
    /* In bits, 64 each: below 2^34. */
    y[0] ^= (uint32_t)first >> 29;
    y[1] ^= (uint32_t)first << 3;
    y[2] ^= (uint32_t)second >> 29;
    y[3] ^= (uint32_t)second << 3;
    vmb_ghash_multiply(key, y);
}
