/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Loads and stores of ref and ref_shift: byte by byte, in loops.
 */
#ifndef VMB_STUDY_BYTES_H
#define VMB_STUDY_BYTES_H

#include "style.h"

/* The shift of byte i of a word. */
INLINE unsigned place(size_t i)
{
    return (unsigned)(56 - 8 * i);
}

INLINE uint64_t load_end(const uint8_t *p, size_t n)
{
    uint64_t x = 0;

    for (size_t i = 0; i < n; i++) {
        x |= (uint64_t)p[i] << place(i);
    }
    return x;
}

INLINE void store_end(uint8_t *p, uint64_t x, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        p[i] = (uint8_t)(x >> place(i));
    }
}

INLINE uint64_t load_word(const uint8_t *p)
{
    return load_end(p, 8);
}

INLINE void store_word(uint8_t *p, uint64_t x)
{
    store_end(p, x, 8);
}

INLINE uint64_t cleared(uint64_t x, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        x &= ~((uint64_t)0xff << place(i));
    }
    return x;
}

#endif
