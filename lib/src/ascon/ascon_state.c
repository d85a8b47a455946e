/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Pieces of any length into an Ascon state in memory (ascon_state.h).
 *
 * Sources: NIST SP 800-232, sections 4 and 5; Ascon v1.2, section 2.4.
 */
#include "ascon/ascon_state.h"
#include "ascon/ascon_word.h"

/* Byte i of a block is byte i ^ vmb_ascon_flip of its words, from their low ends. */
static uint32_t vmb_ascon_flip(int big)
{
    return big ? 7 : 0;
}

/* The n bytes at `in` as bytes `used` to used + n - 1 <= rate of the block in
 * hand. Whatever the direction, it is plaintext that is added to the state: the
 * ciphertext that replaces a keystream byte is their sum.
 *
 * Not inlined: secrets would stay behind in registers that belong to the caller, and
 * the permutation, which comes next, saves those on the stack. */
VMB_NOINLINE static void vmb_ascon_take_part(uint32_t state[10], uint32_t used, const vmb_ascon_kind *kind,
                                             uint8_t *out, const uint8_t *in, uint32_t n, uint32_t mode)
{
    uint32_t block[8];
    uint32_t *text = block, *stream = block + 4;
    uint32_t i;

    for (i = 0; i < kind->rate / 4u; i += 2) {
        text[i] = 0;
        text[i + 1] = 0;
        vmb_ascon_get_word(stream + i, state + i);
    }
    for (i = used; i != used + n; i++) {
        uint32_t at = i ^ vmb_ascon_flip(kind->big);
        unsigned shift = 8u * (at & 3u);
        uint32_t b = *in++;

        if (mode != VMB_ASCON_ABSORB) {
            uint32_t other = (b ^ stream[at / 4] >> shift) & 0xffu;

            *out++ = (uint8_t)other;
            b = mode == VMB_ASCON_OPEN ? other : b;
        }
        text[at / 4] |= b << shift;
    }
    for (i = 0; i < kind->rate / 4u; i += 2) {
        vmb_ascon_add_word(state + i, text[i], text[i + 1]);
    }
    vmb_wipe(block, sizeof block);
}

#if VMB_ASCON_KERNELS
/* Whole blocks; returns how many bytes they hold. */
static size_t vmb_ascon_take_blocks(uint32_t state[10], const vmb_ascon_kind *kind, uint8_t *out, const uint8_t *in,
                                    size_t len, uint32_t mode)
{
    size_t whole = len & ~(size_t)(kind->rate - 1u);

    if (whole != 0) {
        kind->blocks(state, out, in, whole, mode);
    }
    return whole;
}
#elif !VMB_SIZE
/* The same in C. */
static size_t vmb_ascon_take_blocks(uint32_t state[10], const vmb_ascon_kind *kind, uint8_t *out, const uint8_t *in,
                                    size_t len, uint32_t mode)
{
    size_t left = len;
    uint32_t i, text[2], stream[2];

    while (left >= kind->rate) {
        for (i = 0; i < kind->rate / 4u; i += 2) {
            text[0] = vmb_load32_le(in + 4 * i);
            text[1] = vmb_load32_le(in + 4 * i + 4);
            if (mode != VMB_ASCON_ABSORB) {
                vmb_ascon_get_raw(stream, state + i, kind->big);
                stream[0] ^= text[0];
                stream[1] ^= text[1];
                vmb_store32_le(out + 4 * i, stream[0]);
                vmb_store32_le(out + 4 * i + 4, stream[1]);
            }
            vmb_ascon_add_raw(state + i, mode == VMB_ASCON_OPEN ? stream : text, kind->big);
        }
        in += kind->rate;
        if (mode != VMB_ASCON_ABSORB) {
            out += kind->rate;
        }
        left -= kind->rate;
        vmb_ascon_permute(state, kind->rounds);
    }
    return len - left;
}
#else
/* The same as a part that is a whole. */
#define vmb_ascon_take_blocks(state, kind, out, in, len, mode) ((size_t)0)
#endif

void vmb_ascon_take(uint32_t state[10], uint32_t *used, const vmb_ascon_kind *kind, uint8_t *out, const uint8_t *in,
                    size_t len, uint32_t mode)
{
    while (len != 0) {
        size_t n = *used == 0 ? vmb_ascon_take_blocks(state, kind, out, in, len, mode) : 0;

        if (n == 0) {
            n = kind->rate - *used;
            n = len < n ? len : n;
            vmb_ascon_take_part(state, *used, kind, out, in, (uint32_t)n, mode);
            *used += (uint32_t)n;
            if (*used == kind->rate) {
                vmb_ascon_permute(state, kind->rounds);
                *used = 0;
            }
        }
        in += n;
        len -= n;
        if (mode != VMB_ASCON_ABSORB) {
            out += n;
        }
    }
}

void vmb_ascon_pad(uint32_t state[10], uint32_t used, int big)
{
    uint32_t at = used ^ vmb_ascon_flip(big);
    uint32_t half[2] = {0, 0};

    half[at / 4 & 1] = (big ? 0x80u : 0x01u) << 8 * (at & 3u);
    vmb_ascon_add_word(state + used / 8 * 2, half[0], half[1]);
}
