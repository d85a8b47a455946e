/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * AES (FIPS 197) in C for registers of 64 bits: four independent blocks at a time. A
 * plane of 64 bits is the planes of two pairs of blocks, those of the first pair in its
 * low half; layout, frames and expanded key are those of aes_fixslice.h.
 */
#include "aes/portable/aes_fixslice.h"

#if VMB_AES_QUADS

/* x in both halves. */
VMB_INLINE uint64_t vmb_both(uint32_t x)
{
    return (uint64_t)x << 32 | x;
}

/* Turns the rows of both halves by n bits, n / 8 rows. */
VMB_INLINE uint64_t vmb_rows64(uint64_t x, unsigned n)
{
    uint64_t keep = vmb_both(0xffffffffu >> n);

    return (x >> n & keep) | (x << (32 - n) & ~keep);
}

/* vmb_turn. */
VMB_INLINE uint64_t vmb_turn64(uint64_t x, unsigned n, uint64_t keep)
{
    return (x >> n & keep) | (x << (8 - n) & ~keep);
}

/* vmb_swap_bits. */
VMB_INLINE void vmb_swap_bits64(uint64_t *a, uint64_t *b, unsigned n, uint64_t mask)
{
    uint64_t t = ((*a >> n) ^ *b) & mask;

    *b ^= t;
    *a ^= t << n;
}

/* vmb_transpose. */
VMB_INLINE void vmb_transpose64(uint64_t q[8])
{
    unsigned i;

    for (i = 0; i < 8; i += 2) {
        vmb_swap_bits64(&q[i], &q[i + 1], 1, 0x5555555555555555u);
    }
    for (i = 0; i < 6; i += (i & 1) != 0 ? 3 : 1) {
        vmb_swap_bits64(&q[i], &q[i + 2], 2, 0x3333333333333333u);
    }
    for (i = 0; i < 4; i++) {
        vmb_swap_bits64(&q[i], &q[i + 4], 4, 0x0f0f0f0f0f0f0f0fu);
    }
}

/* vmb_turn_columns. */
VMB_INLINE void vmb_turn_columns64(uint64_t q[8])
{
    uint64_t t;
    unsigned i;

    for (i = 0; i < 4; i++) {
        t = (q[i] ^ q[i + 4]) & 0xff00ff00ff00ff00u;
        q[i] ^= t;
        q[i + 4] ^= t;
    }
}

/* VMB_MIX_PLANE. */
#define VMB_MIX_PLANE64(i, twice)                                                              \
    do {                                                                                       \
        uint64_t next = vmb_turn64(vmb_rows64(q[i], 8), turn, keep), carry = (twice);          \
        sum = q[i] ^ next;                                                                     \
        q[i] = carry ^ next ^ vmb_turn64(vmb_rows64(sum, 16), turn2, keep2) ^ vmb_both(*rk++); \
    } while (0)

/* vmb_mix_planes and vmb_add_key in a frame that the caller knows. */
VMB_INLINE void vmb_mix_planes64(uint64_t q[8], unsigned frame, const uint32_t *rk)
{
    unsigned turn = 2 * (frame & 3), turn2 = 2 * turn & 7;
    uint64_t keep = vmb_both(VMB_ALL(0xffu >> turn)), keep2 = vmb_both(VMB_ALL(0xffu >> turn2));
    uint64_t sum, top = q[7] ^ vmb_turn64(vmb_rows64(q[7], 8), turn, keep);

    VMB_MIX_PLANE64(0, top);
    VMB_MIX_PLANE64(1, sum ^ top);
    VMB_MIX_PLANE64(2, sum);
    VMB_MIX_PLANE64(3, sum ^ top);
    VMB_MIX_PLANE64(4, sum ^ top);
    VMB_MIX_PLANE64(5, sum);
    VMB_MIX_PLANE64(6, sum);
    VMB_MIX_PLANE64(7, sum);
}

VMB_NOINLINE static void vmb_sub_planes64(uint64_t q[8])
{
    VMB_SUB_PLANES(uint64_t, q);
}

/* The same in any frame, which is public: constant distances take fewer registers. */
VMB_NOINLINE static void vmb_mix_in_frame64(uint64_t q[8], unsigned frame, const uint32_t *rk)
{
    switch (frame) {
    case 0:
        vmb_mix_planes64(q, 0, rk);
        break;
    case 1:
        vmb_mix_planes64(q, 1, rk);
        break;
    case 2:
        vmb_mix_planes64(q, 2, rk);
        break;
    default:
        vmb_mix_planes64(q, 3, rk);
        break;
    }
}

/* A round key of the standard's words to words 2c + b of both pairs. */
VMB_INLINE void vmb_add_words64(uint64_t q[8], const uint32_t *rk)
{
    unsigned i;

    for (i = 0; i < 8; i += 2) {
        uint64_t k = vmb_both(rk[i >> 1]);

        q[i] ^= k;
        q[i + 1] ^= k;
    }
}

void vmb_aes_encrypt_quad(const uint32_t *rk, unsigned rounds, uint8_t *out, const uint8_t *in, size_t blocks)
{
    uint64_t q[8];
    const uint32_t *last = rk + (8 * rounds - 4);
    const uint8_t *fourth = blocks > 3 ? in + 48 : in + 32;
    unsigned frame = VMB_FIRST_FRAME(rounds), c;

    for (c = 0; c < 4; c++) {
        q[2 * c] = (uint64_t)vmb_get_word(in + 32 + 4 * c) << 32 | vmb_get_word(in + 4 * c);
        q[2 * c + 1] = (uint64_t)vmb_get_word(fourth + 4 * c) << 32 | vmb_get_word(in + 16 + 4 * c);
    }
    vmb_add_words64(q, rk);
    if (frame != 0) {
        vmb_turn_columns64(q);
    }
    vmb_transpose64(q);
    for (rk += 4;; rk += 8) {
        vmb_sub_planes64(q);
        if (rk == last) {
            break;
        }
        frame++;
        vmb_mix_in_frame64(q, frame & 3, rk);
    }
    vmb_transpose64(q);
    vmb_turn_columns64(q);
    vmb_add_words64(q, rk);
    for (c = 0; c < 4; c++) {
        vmb_put_word(out + 4 * c, (uint32_t)q[2 * c]);
        vmb_put_word(out + 16 + 4 * c, (uint32_t)q[2 * c + 1]);
        vmb_put_word(out + 32 + 4 * c, (uint32_t)(q[2 * c] >> 32));
        if (blocks > 3) {
            vmb_put_word(out + 48 + 4 * c, (uint32_t)(q[2 * c + 1] >> 32));
        }
    }
}

#endif
