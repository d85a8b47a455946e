/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Poly1305 in C (RFC 8439, section 2.5): start and end of every backend, and
 * the blocks where there is no assembly. Limbs of 32 bits, least significant
 * first, products of 64.
 */
#include "poly1305/poly1305.h"

#include "common/common.h"

/* The word whose bytes in memory, taken as little-endian, x has. */
static uint32_t vmb_from_le(uint32_t x)
{
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    return x;
#else
    return vmb_load32_le((const uint8_t *)&x);
#endif
}

void vmb_poly1305_init(vmb_poly1305 *p)
{
    unsigned i;

    for (i = 0; i < 5; i++) {
        p->h[i] = 0;
    }
    for (i = 0; i < 8; i++) {
        p->key[i] = vmb_from_le(p->key[i]);
    }
    p->key[0] &= 0x0fffffffu; /* "clamp" of section 2.5 */
    p->key[1] &= 0x0ffffffcu;
    p->key[2] &= 0x0ffffffcu;
    p->key[3] &= 0x0ffffffcu;
}

#if !VMB_POLY1305_RV32

/*
 * h = (h + block) * r mod 2^130 - 5, not fully reduced.
 *
 * Limb i times limb j weighs 2^(32 (i + j)); 2^128 r[j] = 2^130 (r[j] / 4) is
 * congruent to 5 (r[j] / 4), exact for j >= 1 as the clamp clears the two low
 * bits. Bounds: h4 <= 6 with the block added, r[j] < 2^28, s[j] < 1.25 * 2^28,
 * so a sum of four products and h[4] * s[j] stays below 2^63.
 */
static void vmb_poly1305_block(vmb_poly1305 *p, const uint8_t *block, uint32_t pad)
{
    uint64_t r0 = p->key[0], r1 = p->key[1], r2 = p->key[2], r3 = p->key[3];
    uint64_t s1 = r1 + (r1 >> 2), s2 = r2 + (r2 >> 2), s3 = r3 + (r3 >> 2);
    uint64_t h0, h1, h2, h3, h4, d0, d1, d2, d3, top;

    d0 = (uint64_t)p->h[0] + vmb_load32_le(block);
    d1 = (uint64_t)p->h[1] + vmb_load32_le(block + 4) + (d0 >> 32);
    d2 = (uint64_t)p->h[2] + vmb_load32_le(block + 8) + (d1 >> 32);
    d3 = (uint64_t)p->h[3] + vmb_load32_le(block + 12) + (d2 >> 32);
    h0 = (uint32_t)d0;
    h1 = (uint32_t)d1;
    h2 = (uint32_t)d2;
    h3 = (uint32_t)d3;
    h4 = p->h[4] + pad + (d3 >> 32);

    d0 = h0 * r0 + h1 * s3 + h2 * s2 + h3 * s1;
    d1 = h0 * r1 + h1 * r0 + h2 * s3 + h3 * s2 + h4 * s1;
    d2 = h0 * r2 + h1 * r1 + h2 * r0 + h3 * s3 + h4 * s2;
    d3 = h0 * r3 + h1 * r2 + h2 * r1 + h3 * r0 + h4 * s3;

    /* What lies above 2^130 comes back times 5; the low two bits of top stay.
     * d3's carry from below is not in top yet: h[4] may grow to 5. */
    top = h4 * r0 + (d3 >> 32);
    d0 += (top >> 2) + (top & ~(uint64_t)3);
    d1 += d0 >> 32;
    d2 += d1 >> 32;
    d3 = (uint64_t)(uint32_t)d3 + (d2 >> 32);
    p->h[0] = (uint32_t)d0;
    p->h[1] = (uint32_t)d1;
    p->h[2] = (uint32_t)d2;
    p->h[3] = (uint32_t)d3;
    p->h[4] = (uint32_t)((top & 3) + (d3 >> 32));
}

void vmb_poly1305_absorb(vmb_poly1305 *p, const vmb_piece *pieces, size_t n,
                         uint32_t pad)
{
    uint8_t last[16];
    size_t i;

    for (; n != 0; n--, pieces++) {
        const uint8_t *data = pieces->data;
        size_t len = pieces->len;

        for (; len >= 16; len -= 16, data += 16) {
            vmb_poly1305_block(p, data, pad);
        }
        if (len != 0) {
            for (i = 0; i < 16; i++) {
                last[i] = i < len ? data[i] : 0;
            }
            vmb_poly1305_block(p, last, pad);
        }
    }
}

#endif

void vmb_poly1305_final(vmb_poly1305 *p, uint8_t *tag)
{
    uint32_t g[4], mask;
    uint64_t t;
    unsigned i;

    /* Once more 2^130 = 5. Then h <= 2^130 + 5, below twice the modulus. */
    t = (p->h[4] >> 2) * 5;
    p->h[4] &= 3;
    for (i = 0; i < 4; i++) {
        t += p->h[i];
        p->h[i] = (uint32_t)t;
        t >>= 32;
    }
    p->h[4] += (uint32_t)t;

    /* h + 5 >= 2^130 says h >= 2^130 - 5: then h + 5 - 2^130 is the residue. */
    t = 5;
    for (i = 0; i < 4; i++) {
        t += p->h[i];
        g[i] = (uint32_t)t;
        t >>= 32;
    }
    mask = 0u - ((p->h[4] + (uint32_t)t) >> 2);
    VMB_OPAQUE(mask); /* or the compiler may branch on it */

    t = 0;
    for (i = 0; i < 4; i++) {
        t += (uint64_t)((p->h[i] & ~mask) | (g[i] & mask)) + p->key[4 + i];
        vmb_store32_le(tag + 4 * i, (uint32_t)t);
        t >>= 32;
    }
    vmb_wipe(g, sizeof g);
}
