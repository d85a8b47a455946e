/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Steps on planes, words that have one bit of many bytes each, whatever the layout of these bytes: of AES in C
 * (aes_fixslice.h) and of AEGIS-128L (aegis/aegis_c.c).
 */
#ifndef VMB_AES_PLANES_H
#define VMB_AES_PLANES_H

#include "common/common.h"
#include "vambrace/detail/ise/zbkb.h"

/* Turns a plane right by n bits, 0 < n < 32: in aes_fixslice.h, n / 8 rows. */
VMB_INLINE uint32_t vmb_rows(uint32_t x, unsigned n)
{
#if VMB_ISE_ZBKB
    return vmb_ror32(x, n);
#else
    return x >> n | x << (32 - n);
#endif
}

/* Exchanges the bits of *a under mask << n with those of *b under mask. */
VMB_INLINE void vmb_swap_bits(uint32_t *a, uint32_t *b, unsigned n, uint32_t mask)
{
    uint32_t t = ((*a >> n) ^ *b) & mask;

    *b ^= t;
    *a ^= t << n;
}

/* The S-box without its constant on all 8 planes, in 107 gates. Its shape is that of
 * Boyar and Peralta ("A depth-16 circuit for the AES S-box", 2011): a linear layer
 * into the tower field, an inversion in GF(2^4) between two times nine products, a
 * linear layer back. Their circuit of 115 gates has been rewritten gate by gate where
 * another sum of values that are there anyway gives the same value, and where an OR
 * absorbs a sum (a | b = a & b ^ a ^ b). y, n, v, z and b are what they are there, u
 * is what is new. x7 is plane 0. The parts: to the tower field, where y holds factors
 * of the products; the norm, an element of GF(2^4), n3 .. n0, with i0 = n3 ^ n2; its
 * inverse v3 .. v0 and the sums that the products need; the products z; back, with the
 * affine map's matrix. */
#define VMB_SUB_PLANES(plane, q)                                                    \
    do {                                                                            \
        plane x0 = q[7], x1 = q[6], x2 = q[5], x3 = q[4];                           \
        plane x4 = q[3], x5 = q[2], x6 = q[1], x7 = q[0];                           \
                                                                                    \
        plane y14 = x3 ^ x5, y13 = x0 ^ x6, y9 = x0 ^ x3, y8 = x0 ^ x5;             \
        plane y12 = y14 ^ y13, u0 = x0 ^ x2, u1 = x7 ^ u0, y2 = x1 ^ u1;            \
        plane y4 = y9 ^ y2, y3 = y12 ^ y4, u2 = y3 ^ u0, y7 = x4 ^ u2;              \
        plane y11 = x7 ^ y7, y1 = x0 ^ y2, y16 = y7 ^ y1, y17 = y14 ^ u0;           \
        plane y15 = y16 ^ y17, y10 = y11 ^ y17, y6 = y1 ^ y10;                      \
                                                                                    \
        plane p0 = y12 & y15, p1 = y3 & y6, p2 = x7 & y4, p3 = y13 | y16;           \
        plane p5 = y7 & y2, p7 = y14 & y17, u3 = y9 | y11, u6 = y8 & y10;           \
        plane u4 = p1 ^ p7, u5 = u3 ^ u4, n3 = p0 ^ u5, u7 = u6 ^ u0, u8 = p2 ^ u7; \
        plane i0 = u4 ^ u8, n2 = n3 ^ i0, u9 = x6 | y1, u10 = y6 ^ u2;              \
        plane u11 = p3 ^ u10, u12 = u3 ^ u11, u13 = p7 ^ u12, n1 = u9 ^ u13;        \
        plane u14 = u6 ^ u12, n0 = p5 ^ u14;                                        \
                                                                                    \
        plane i1 = n3 & n1, i2 = n0 ^ i1, v2a = i0 & i2, v2 = n2 ^ v2a;             \
        plane v0c = (n2 ^ i1) & (n1 ^ n0), v0 = n0 ^ v0c, i3 = n0 & (i1 ^ v0c);     \
        plane v10 = n1 ^ i3, v1 = v0 ^ v10, v32 = n3 ^ (n2 & (i1 ^ v2a));           \
        plane v3 = v2 ^ v32, v31 = v1 ^ v3, v20 = v2 ^ v0, vs = v10 ^ v32;          \
                                                                                    \
        plane z0 = y15 & v10, z1 = y6 & v1, z2 = x7 & v0, z3 = y16 & v32;           \
        plane z4 = y1 & v3, z5 = y7 & v2, z6 = y11 & v20, z7 = y17 & vs;            \
        plane z8 = y10 & v31, z9 = y12 & v10, z10 = y3 & v1, z11 = y4 & v0;         \
        plane z12 = y13 & v32, z14 = y2 & v2, z15 = y9 & v20, z16 = y14 & vs;       \
        plane z17 = y8 & v31;                                                       \
                                                                                    \
        plane u17 = z3 ^ z4, u18 = u17 ^ z6, b10 = z7 ^ u18, b0 = z15 ^ z16;        \
        plane u19 = b10 ^ b0, u20 = z10 ^ u19, s0 = z9 ^ u20, u21 = z0 ^ u17;       \
        plane s1 = z1 ^ (s0 ^ u21), s3 = b10 ^ s1, u23 = z2 ^ u21, u24 = z5 ^ u23;  \
        plane u27 = (x6 & v3) ^ (u24 ^ u19), u31 = u18 ^ (z12 ^ (z8 ^ u23));        \
        plane u32 = z14 ^ u31;                                                      \
                                                                                    \
        q[7] = s0;                                                                  \
        q[6] = s1;                                                                  \
        q[5] = z15 ^ (z17 ^ u32);                                                   \
        q[4] = s3;                                                                  \
        q[3] = u24 ^ (z4 ^ s3);                                                     \
        q[2] = u32 ^ (z11 ^ u20);                                                   \
        q[1] = u27 ^ u31;                                                           \
        q[0] = u27 ^ (z12 ^ b10);                                                   \
    } while (0)

#endif
