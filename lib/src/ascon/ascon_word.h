/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Words of an Ascon state in memory (ascon_state.h), from bytes and to bytes. "Raw" words are a block's
 * bytes as two little-endian 32-bit words, whatever the byte order of the algorithm and of the machine.
 */
#ifndef VMB_ASCON_WORD_H
#define VMB_ASCON_WORD_H

#include "ascon/ascon_form.h"
#include "vambrace/detail/ise/zbkb.h"

/* Always inlined: these words are secrets, and values that are live across a call may be spilled. */

/** x with its bytes reversed. */
VMB_INLINE uint32_t vmb_swap32(uint32_t x)
{
#if VMB_ISE_ZBKB
    return vmb_rev8(x);
#else
    return x >> 24 | (x >> 8 & 0xff00u) | (x << 8 & 0xff0000u) | x << 24;
#endif
}

/** Adds a word, given by its halves, to the word x of a state. */
VMB_INLINE void vmb_ascon_add_word(uint32_t x[2], uint32_t lo, uint32_t hi)
{
#if VMB_ASCON_INTERLEAVED
    lo = vmb_unzip(lo); /* even bits low, odd bits high */
    hi = vmb_unzip(hi);
    x[0] ^= vmb_pack(lo, hi);
    x[1] ^= lo >> 16 | (hi & 0xffff0000u);
#else
    x[0] ^= lo;
    x[1] ^= hi;
#endif
}

/** Adds 8 raw bytes to the word x of a state. */
VMB_INLINE void vmb_ascon_add_raw(uint32_t x[2], const uint32_t raw[2], int big)
{
    if (big) {
        vmb_ascon_add_word(x, vmb_swap32(raw[1]), vmb_swap32(raw[0]));
    } else {
        vmb_ascon_add_word(x, raw[0], raw[1]);
    }
}

/** The low and the high half of the word x of a state. */
VMB_INLINE void vmb_ascon_get_word(uint32_t half[2], const uint32_t x[2])
{
#if VMB_ASCON_INTERLEAVED
    half[0] = vmb_zip(vmb_pack(x[0], x[1]));
    half[1] = vmb_zip(x[0] >> 16 | (x[1] & 0xffff0000u));
#else
    half[0] = x[0];
    half[1] = x[1];
#endif
}

/** The 8 raw bytes of the word x of a state. */
VMB_INLINE void vmb_ascon_get_raw(uint32_t raw[2], const uint32_t x[2], int big)
{
    uint32_t half[2];

    vmb_ascon_get_word(half, x);
    raw[0] = big ? vmb_swap32(half[1]) : half[0];
    raw[1] = big ? vmb_swap32(half[0]) : half[1];
}

/** Byte i of a block in the words x of a state, in the byte order of the algorithm; the machine is little-endian. */
VMB_INLINE uint32_t vmb_ascon_get_byte(const uint32_t *x, uint32_t i, int big)
{
    i ^= big ? 7u : 0u;
#if VMB_ASCON_INTERLEAVED
    x += i / 8 * 2;
    i = i * 4 & 31u;
    return vmb_zip((x[0] >> i & 15u) | (x[1] >> i & 15u) << 16);
#else
    return ((const uint8_t *)x)[i];
#endif
}

/** Replaces byte i of a block, `old`, by b. */
VMB_INLINE void vmb_ascon_replace_byte(uint32_t *x, uint32_t i, uint32_t old, uint32_t b, int big)
{
    i ^= big ? 7u : 0u;
#if VMB_ASCON_INTERLEAVED
    x += i / 8 * 2;
    i = i * 4 & 31u;
    b = vmb_unzip(old ^ b);
    x[0] ^= (b & 15u) << i;
    x[1] ^= b >> 16 << i;
#else
    (void)old;
    ((uint8_t *)x)[i] = (uint8_t)b;
#endif
}

#endif
