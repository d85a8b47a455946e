/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Poly1305 in C (RFC 8439, section 2.5), where there is no assembly. Numbers are
 * sequences of 32-bit limbs, least significant first, with products of 64 bits.
 */
#include "poly1305/poly1305.h"

#if VMB_POLY1305_IN_C

#include "common/common.h"

#if defined(__riscv) && !defined(__riscv_mul)
/* a * b for a below 2^33 and b below 2^29. Without a multiplier the compiler
 * calls a routine whose time depends on b; this one's does not. */
static uint64_t vmb_mul(uint64_t a, uint64_t b)
{
    uint64_t sum = 0;
    unsigned i;

    for (i = 0; i < 29; i++) {
        uint32_t mask = 0u - (uint32_t)(b & 1);

        VMB_OPAQUE(mask);
        /* Not a & a mask of 64 bits: that is mask * 0x100000001 to a compiler. */
        sum += (uint64_t)((uint32_t)(a >> 32) & mask) << 32 | ((uint32_t)a & mask);
        a <<= 1;
        b >>= 1;
    }
    return sum;
}
#define VMB_MUL(a, b) vmb_mul(a, b)
#else
#define VMB_MUL(a, b) ((uint64_t)(a) * (b))
#endif

/*
 * For each of the n > 0 blocks: h = (h + block + 2^128) * r mod 2^130 - 5, not fully reduced: h[4] <= 4. Between
 * blocks h stays in variables, which every compiler keeps in registers.
 *
 * Limb i times limb j weighs 2^(32 (i + j)); 2^128 r[j] = 2^130 (r[j] / 4) is
 * congruent to 5 (r[j] / 4) = s[j], exact for j >= 1. Bounds: h4 <= 6 with the
 * block added, r[j] < 2^28, s[j] < 1.25 * 2^28, so that a sum of four products
 * and h4 s[j] stays below 2^63.
 */
static void vmb_poly1305_blocks(uint32_t h[5], const uint32_t r[4], const uint8_t *block, size_t n)
{
    uint32_t r0 = r[0], r1 = r[1], r2 = r[2], r3 = r[3];
    uint32_t s1 = r1 + (r1 >> 2), s2 = r2 + (r2 >> 2), s3 = r3 + (r3 >> 2);
    uint32_t h0 = h[0], h1 = h[1], h2 = h[2], h3 = h[3], h4 = h[4];

    do {
        uint64_t d0, d1, d2, d3, top;

        d0 = (uint64_t)h0 + vmb_load32_le(block);
        d1 = (uint64_t)h1 + vmb_load32_le(block + 4) + (d0 >> 32);
        d2 = (uint64_t)h2 + vmb_load32_le(block + 8) + (d1 >> 32);
        d3 = (uint64_t)h3 + vmb_load32_le(block + 12) + (d2 >> 32);
        h0 = (uint32_t)d0;
        h1 = (uint32_t)d1;
        h2 = (uint32_t)d2;
        h3 = (uint32_t)d3;
        h4 += 1u + (uint32_t)(d3 >> 32);

        d0 = VMB_MUL(h0, r0) + VMB_MUL(h1, s3) + VMB_MUL(h2, s2) + VMB_MUL(h3, s1);
        d1 = VMB_MUL(h0, r1) + VMB_MUL(h1, r0) + VMB_MUL(h2, s3) + VMB_MUL(h3, s2) + VMB_MUL(h4, s1);
        d2 = VMB_MUL(h0, r2) + VMB_MUL(h1, r1) + VMB_MUL(h2, r0) + VMB_MUL(h3, s3) + VMB_MUL(h4, s2);
        d3 = VMB_MUL(h0, r3) + VMB_MUL(h1, r2) + VMB_MUL(h2, r1) + VMB_MUL(h3, r0) + VMB_MUL(h4, s3);

        /* The part above 2^130 is added 5-fold; the low two bits of top stay. The carry into d3 is not in top yet: h4
         * may be 4. */
        top = VMB_MUL(h4, r0) + (d3 >> 32);
        d0 += (top >> 2) + (top & ~(uint64_t)3);
        d1 += d0 >> 32;
        d2 += d1 >> 32;
        d3 = (uint64_t)(uint32_t)d3 + (d2 >> 32);
        h0 = (uint32_t)d0;
        h1 = (uint32_t)d1;
        h2 = (uint32_t)d2;
        h3 = (uint32_t)d3;
        h4 = (uint32_t)((top & 3) + (d3 >> 32));
        block += 16;
    } while (--n != 0);
    h[0] = h0;
    h[1] = h1;
    h[2] = h2;
    h[3] = h3;
    h[4] = h4;
}

void vmb_poly1305(uint8_t *tag, const uint32_t key[8], const vmb_piece *pieces, size_t n, uint32_t h[5])
{
    const uint8_t *bytes = (const uint8_t *)key;
    uint32_t r[4]; /* clamped: below 2^28 each, all but r[0] are 0 mod 4 */
    uint8_t last[16];
    uint64_t t;
    unsigned i;

    for (i = 0; i < 4; i++) {
        r[i] = vmb_load32_le(bytes + 4 * i) & (i == 0 ? 0x0fffffffu : 0x0ffffffcu);
    }
    for (; n != 0; n--, pieces++) {
        const uint8_t *data = pieces->data;
        size_t len = pieces->len;

        if (len >= 16) {
            vmb_poly1305_blocks(h, r, data, len / 16);
            data += len & ~(size_t)15;
            len %= 16;
        }
        if (len != 0) {
            for (i = 0; i < 16; i++) {
                last[i] = (uint8_t)(i < len ? data[i] : 0);
            }
            vmb_poly1305_blocks(h, r, last, 1);
        }
    }
    vmb_wipe(r, sizeof r);
    if (tag == NULL) {
        return;
    }

    /* Now h < 5 * 2^128, below twice the modulus. If h + 5 reaches 2^130, the residue is h + 5 - 2^130, else h; bits
     * above 2^128 do not matter. */
    t = 5;
    for (i = 0; i < 4; i++) {
        t = (t + h[i]) >> 32;
    }
    t = (0u - (uint32_t)((t + h[4]) >> 2)) & 5u;
    for (i = 0; i < 4; i++) {
        t += (uint64_t)h[i] + vmb_load32_le(bytes + 16 + 4 * i);
        vmb_store32_le(tag + 4 * i, (uint32_t)t);
        t >>= 32;
    }
}

#endif
