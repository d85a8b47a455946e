/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Words of the ciphers: bytes in memory at any alignment, and rotations.
 */
#ifndef VMB_STUDY_WORDS_H
#define VMB_STUDY_WORDS_H

#include <stdint.h>

/** The 32-bit word at p, the highest byte first. */
static inline uint32_t vmb_study_load_be(const uint8_t *p)
{
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

/** Writes x to p, the highest byte first. */
static inline void vmb_study_store_be(uint8_t *p, uint32_t x)
{
    p[0] = (uint8_t)(x >> 24);
    p[1] = (uint8_t)(x >> 16);
    p[2] = (uint8_t)(x >> 8);
    p[3] = (uint8_t)x;
}

/** The 32-bit word at p, the lowest byte first. */
static inline uint32_t vmb_study_load_le(const uint8_t *p)
{
    return (uint32_t)p[3] << 24 | (uint32_t)p[2] << 16 | (uint32_t)p[1] << 8 | p[0];
}

/** Writes x to p, the lowest byte first. */
static inline void vmb_study_store_le(uint8_t *p, uint32_t x)
{
    p[0] = (uint8_t)x;
    p[1] = (uint8_t)(x >> 8);
    p[2] = (uint8_t)(x >> 16);
    p[3] = (uint8_t)(x >> 24);
}

/** x rotated by n bits to the left, 0 < n < 32. */
static inline uint32_t vmb_study_rotl(uint32_t x, unsigned n)
{
    return x << n | x >> (32 - n);
}

/** x rotated by n bits to the right, 0 < n < 32. */
static inline uint32_t vmb_study_rotr(uint32_t x, unsigned n)
{
    return x >> n | x << (32 - n);
}

#endif
