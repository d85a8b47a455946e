/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The parameters and the permutations of Ascon-128, for all styles. A style defines
 *
 *     VMB_STYLE   its name
 *     OPT64       1: permutations are inlined, so the state stays in registers; the linear layer takes one rotate
 *                 from another one's result; the tag is compared by words;
 *                 0: permutations are functions with the state in memory, except in the loops over blocks: GCC 12
 *                 compiles the report's ref and asconv to this; the tag is compared byte by byte
 *     KEEP_BY_SHIFTS
 *                 in the last block of an opened message, two shifts (1) or `cleared` (0) keep the state's own bytes
 *
 * and includes bytes.h or words.h, which load and store, and mode.h.
 */
#ifndef VMB_STUDY_STYLE_H
#define VMB_STUDY_STYLE_H

#include "ascon64.h"
#include "vambrace/status.h"

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "written for little-endian machines"
#endif

#define INLINE static inline __attribute__((always_inline))

#if OPT64
#define PERMUTATION INLINE
#else
#define PERMUTATION static __attribute__((noinline))
#endif

/* Bits of key and rate, rounds at both ends and between blocks; then zeros. */
#define IV ((uint64_t)128 << 56 | (uint64_t)64 << 48 | (uint64_t)12 << 40 | (uint64_t)6 << 32)

typedef struct { uint64_t x0, x1, x2, x3, x4; } state;

/* x rotated by n bits to the right, 0 < n < 64. */
INLINE uint64_t ror(uint64_t x, unsigned n)
{
    return x >> n | x << (64 - n);
}

/* x ^ (x >>> a) ^ (x >>> b), where 0 < a < b < 64. */
INLINE uint64_t diffuse(uint64_t x, unsigned a, unsigned b)
{
    return OPT64 ? x ^ ror(x ^ ror(x, b - a), a) : x ^ ror(x, a) ^ ror(x, b);
}

/* The padding after n < 8 bytes of a block: a bit of 1. */
INLINE uint64_t padding(size_t n)
{
    return (uint64_t)0x80 << (56 - 8 * n);
}

/* Section 2.6 of the specification: a constant, the S-box on the columns, the linear layer. */
INLINE void round_with(state *s, uint64_t constant)
{
    uint64_t x0 = s->x0, x1 = s->x1, x2 = s->x2 ^ constant, x3 = s->x3, x4 = s->x4;
    uint64_t y0, y1, y2, y3, y4;

    x0 ^= x4;
    x4 ^= x3;
    x2 ^= x1;
    y0 = x0 ^ (~x1 & x2);
    y1 = x1 ^ (~x2 & x3);
    y2 = x2 ^ (~x3 & x4);
    y3 = x3 ^ (~x4 & x0);
    y4 = x4 ^ (~x0 & x1);
    y1 ^= y0;
    y0 ^= y4;
    y3 ^= y2;
    s->x0 = diffuse(y0, 19, 28);
    s->x1 = diffuse(y1, 39, 61);
    s->x2 = OPT64 ? ~diffuse(y2, 1, 6) : diffuse(~y2, 1, 6);
    s->x3 = diffuse(y3, 10, 17);
    s->x4 = diffuse(y4, 7, 41);
}

/* The rounds between two blocks, in the loops over blocks. */
INLINE void loop_rounds(state *s)
{
    round_with(s, 0x96);
    round_with(s, 0x87);
    round_with(s, 0x78);
    round_with(s, 0x69);
    round_with(s, 0x5a);
    round_with(s, 0x4b);
}

PERMUTATION void six_rounds(state *s)
{
    loop_rounds(s);
}

PERMUTATION void twelve_rounds(state *s)
{
    round_with(s, 0xf0);
    round_with(s, 0xe1);
    round_with(s, 0xd2);
    round_with(s, 0xc3);
    round_with(s, 0xb4);
    round_with(s, 0xa5);
    loop_rounds(s);
}

#endif
