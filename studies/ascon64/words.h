/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Loads and stores of opt64, opt64_shift and asconv: memory is accessed in whole words in the machine's byte order, and
 * the bytes are reversed in a register. The compiler turns a copy of 8 bytes into one instruction if it may assume that
 * the processor executes misaligned accesses, as with the report's -mtune=thead-c906; otherwise it copies byte by byte.
 */
#ifndef VMB_STUDY_WORDS_H
#define VMB_STUDY_WORDS_H

#include <string.h>

#include "style.h"

/* x with its bytes reversed, each moved to its place by a mask and a shift. */
INLINE uint64_t reverse(uint64_t x)
{
    const uint64_t second = 0xff00, third = 0xff0000, fourth = 0xff000000;

    return x << 56 | (x & second) << 40 | (x & third) << 24 | (x & fourth) << 8 | (x >> 8 & fourth) |
           (x >> 24 & third) | (x >> 40 & second) | x >> 56;
}

INLINE uint64_t load_bytes(const uint8_t *p, size_t n)
{
    uint64_t x = 0;

    memcpy(&x, p, n);
    return reverse(x);
}

INLINE void store_bytes(uint8_t *p, uint64_t x, size_t n)
{
    x = reverse(x);
    memcpy(p, &x, n);
}

INLINE uint64_t load_word(const uint8_t *p)
{
    return load_bytes(p, 8);
}

INLINE void store_word(uint8_t *p, uint64_t x)
{
    store_bytes(p, x, 8);
}

/* Only opt64 has a branch for an empty last block. */
INLINE uint64_t load_end(const uint8_t *p, size_t n)
{
    return OPT64 && n == 0 ? 0 : load_bytes(p, n);
}

INLINE void store_end(uint8_t *p, uint64_t x, size_t n)
{
    if (!OPT64 || n != 0) {
        store_bytes(p, x, n);
    }
}

INLINE uint64_t cleared(uint64_t x, size_t n)
{
    return x & UINT64_MAX >> 8 * n;
}

#endif
