/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * GHASH on whole blocks (ghash.h) in C for registers of 64 bits, with a multiplier whose
 * time does not depend on its operands.
 *
 * The product of two polynomials is that of two integers with room for carries between
 * their bits. So a factor of 64 bits is split into four classes, each with every fourth
 * bit. In the low half of a product of classes, a place of 4 bits is a sum of at most 15
 * bits, or of 16 in the last place, whose carry is cut off; the lowest bit of a place is
 * the sum in GF(2). Karatsuba's method, applied twice, leaves 9 of the 16 products.
 *
 * That is the low half of a product. The high half is the low half of the product of
 * the same factors with their bits reversed, reversed again and one bit further down. A
 * product of 128 bits is made of three of 64, again by Karatsuba's method: 54
 * multiplications in all.
 */
#include "aes/aes_swap.h"
#include "aes/ghash/ghash.h"

#if VMB_GHASH_MUL64

#define VMB_CLASS 0x1111111111111111u

/* A factor by classes, moved to the lowest one: 0 to 3; 0 + 1, 2 + 3, 0 + 2, 1 + 3; all. */
#define VMB_SUMS 9

VMB_INLINE void vmb_ghash_classes(uint64_t c[VMB_SUMS], uint64_t x)
{
    c[0] = x & VMB_CLASS;
    c[1] = x >> 1 & VMB_CLASS;
    c[2] = x >> 2 & VMB_CLASS;
    c[3] = x >> 3 & VMB_CLASS;
    c[4] = c[0] ^ c[1];
    c[5] = c[2] ^ c[3];
    c[6] = c[0] ^ c[2];
    c[7] = c[1] ^ c[3];
    c[8] = c[4] ^ c[5];
}

/* The low half of the product of x and of a factor by classes. */
VMB_NOINLINE static uint64_t vmb_ghash_low(uint64_t x, const uint64_t k[VMB_SUMS])
{
    uint64_t c[VMB_SUMS], a0, a1, a2, b0, b1, b2, m0, m1, m2;

    vmb_ghash_classes(c, x);
    a0 = c[0] * k[0];
    a2 = c[1] * k[1];
    a1 = c[4] * k[4] ^ a0 ^ a2;
    b0 = c[2] * k[2];
    b2 = c[3] * k[3];
    b1 = c[5] * k[5] ^ b0 ^ b2;
    m0 = c[6] * k[6];
    m2 = c[7] * k[7];
    m1 = c[8] * k[8] ^ m0 ^ m2;
    m0 ^= a0 ^ b0;
    m1 ^= a1 ^ b1;
    m2 ^= a2 ^ b2;
    /* Classes 4 to 6 are 0 to 2 of the next place. */
    a0 ^= (b0 ^ m2) << 4;
    a1 ^= b1 << 4;
    m0 ^= a2 ^ b2 << 4;
    return (a0 & VMB_CLASS) | (a1 & VMB_CLASS) << 1 | (m0 & VMB_CLASS) << 2 | (m1 & VMB_CLASS) << 3;
}

/* x with the bits of each byte reversed. */
VMB_INLINE uint64_t vmb_ghash_bits(uint64_t x)
{
    x = (x >> 1 & 0x5555555555555555u) | (x & 0x5555555555555555u) << 1;
    x = (x >> 2 & 0x3333333333333333u) | (x & 0x3333333333333333u) << 2;
    return (x >> 4 & 0x0f0f0f0f0f0f0f0fu) | (x & 0x0f0f0f0f0f0f0f0fu) << 4;
}

/* x with its bytes reversed. */
VMB_INLINE uint64_t vmb_ghash_swap(uint64_t x)
{
    x = (x >> 8 & 0x00ff00ff00ff00ffu) | (x & 0x00ff00ff00ff00ffu) << 8;
    x = (x >> 16 & 0x0000ffff0000ffffu) | (x & 0x0000ffff0000ffffu) << 16;
    return x >> 32 | x << 32;
}

/* The high half of a product, of the low half of that of the reversed factors. */
VMB_INLINE uint64_t vmb_ghash_high(uint64_t x)
{
    return vmb_ghash_swap(vmb_ghash_bits(x)) >> 1;
}

/* Takes a word away that weighs x^128 more than the word lo, which is followed by
 * the word hi: x^128 = x^7 + x^2 + x + 1. */
#define VMB_FOLD(word, lo, hi)                                    \
    do {                                                          \
        (lo) ^= (word) ^ (word) >> 1 ^ (word) >> 2 ^ (word) >> 7; \
        (hi) ^= (word) << 63 ^ (word) << 62 ^ (word) << 57;       \
    } while (0)

/* The factors of the key: its high half, its low half, their sum; then the same reversed. */
typedef uint64_t vmb_ghash_factors[6][VMB_SUMS];

static void vmb_ghash_prepare(vmb_ghash_factors f, const uint32_t key[4])
{
    uint64_t k0 = (uint64_t)key[0] << 32 | key[1], k1 = (uint64_t)key[2] << 32 | key[3];
    uint64_t r0 = vmb_ghash_swap(vmb_ghash_bits(k0)), r1 = vmb_ghash_swap(vmb_ghash_bits(k1));

    vmb_ghash_classes(f[0], k0);
    vmb_ghash_classes(f[1], k1);
    vmb_ghash_classes(f[2], k0 ^ k1);
    vmb_ghash_classes(f[3], r0);
    vmb_ghash_classes(f[4], r1);
    vmb_ghash_classes(f[5], r0 ^ r1);
}

void vmb_ghash_blocks(const uint32_t *key, uint32_t y[4], const uint8_t *data, size_t blocks)
{
    vmb_ghash_factors f;
    /* The hash with the bytes of each half in the order of memory. */
    uint64_t s0 = (uint64_t)vmb_aes_swap(y[1]) << 32 | vmb_aes_swap(y[0]);
    uint64_t s1 = (uint64_t)vmb_aes_swap(y[3]) << 32 | vmb_aes_swap(y[2]);
    uint64_t x0, x1, p0, p1, p2, p3, q0, q1, q2;

    vmb_ghash_prepare(f, key);
    for (; blocks != 0; blocks--, data += 16) {
        s0 ^= (uint64_t)vmb_get_word(data + 4) << 32 | vmb_get_word(data);
        s1 ^= (uint64_t)vmb_get_word(data + 12) << 32 | vmb_get_word(data + 8);
        x0 = vmb_ghash_bits(s0);
        x1 = vmb_ghash_bits(s1);
        q0 = vmb_ghash_low(x0, f[3]);
        q1 = vmb_ghash_low(x1, f[4]);
        q2 = vmb_ghash_low(x0 ^ x1, f[5]);
        x0 = vmb_ghash_swap(s0);
        x1 = vmb_ghash_swap(s1);
        p1 = vmb_ghash_low(x0, f[0]);
        p3 = vmb_ghash_low(x1, f[1]);
        p2 = vmb_ghash_low(x0 ^ x1, f[2]);
        p2 ^= p1 ^ p3;
        q2 ^= q0 ^ q1;
        p0 = vmb_ghash_high(q0);
        p1 ^= vmb_ghash_high(q2);
        p2 ^= vmb_ghash_high(q1);
        VMB_FOLD(p3, p1, p2);
        VMB_FOLD(p2, p0, p1);
        s0 = vmb_ghash_swap(p0);
        s1 = vmb_ghash_swap(p1);
    }
    y[0] = vmb_aes_swap((uint32_t)s0);
    y[1] = vmb_aes_swap((uint32_t)(s0 >> 32));
    y[2] = vmb_aes_swap((uint32_t)s1);
    y[3] = vmb_aes_swap((uint32_t)(s1 >> 32));
    vmb_wipe(f, sizeof f);
}

#endif
