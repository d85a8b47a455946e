/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * AES (FIPS 197, section 5.3) in portable, constant-time C: decryption of blocks.
 * Layout and expanded key: aes_fixslice.h. Small before fast.
 */
#include "aes/portable/aes_fixslice.h"

#if VMB_AES_IN_C

/* The inverse of the S-box's affine map: bit i of the result is the sum of bits
 * i + 2, i + 5 and i + 7 (modulo 8), with VMB_SIZE without the constant. */
static void vmb_unmap_planes(uint32_t q[8])
{
    uint32_t x[8];
    unsigned i;

#if VMB_SIZE
    vmb_add_constant(q);
#endif
    for (i = 0; i < 8; i++) {
        x[i] = q[i];
    }
    for (i = 0; i < 8; i++) {
        q[i] = x[(i + 2) & 7] ^ x[(i + 5) & 7] ^ x[(i + 7) & 7];
    }
}

/* The inverse of vmb_sub_planes, which is the inversion followed by the map. */
static void vmb_unsub_planes(uint32_t q[8])
{
    vmb_unmap_planes(q);
    vmb_sub_planes(q);
    vmb_unmap_planes(q);
}

/* InvMixColumns in a frame: the polynomial of the inverse is that of MixColumns
 * times 4 x^2 + 5. With a2 two rows further on, a becomes a + 4 (a + a2). */
static void vmb_unmix_planes(uint32_t q[8], unsigned frame)
{
    unsigned i, turn = 4 * (frame & 1);
    uint32_t keep = VMB_ALL(0xffu >> turn), x[8];

    for (i = 0; i < 8; i++) {
        x[i] = q[i] ^ vmb_turn(vmb_rows(q[i], 16), turn, keep);
    }
    q[0] ^= x[6]; /* x^8 = x^4 + x^3 + x + 1, x^9 = x^5 + x^4 + x^2 + x */
    q[1] ^= x[6] ^ x[7];
    q[2] ^= x[0] ^ x[7];
    q[3] ^= x[1] ^ x[6];
    q[4] ^= x[2] ^ x[6] ^ x[7];
    q[5] ^= x[3] ^ x[7];
    q[6] ^= x[4];
    q[7] ^= x[5];
    vmb_mix_planes(q, frame);
}

/* Decrypts both blocks in words 2c + b. */
VMB_NOINLINE static void vmb_decrypt_pair(const uint32_t *rk, unsigned rounds, uint32_t q[8])
{
#if VMB_SIZE
    vmb_transpose(q);
    vmb_add_key(q, rk + (size_t)4 * rounds);
    for (;;) {
        rounds--;
        vmb_shift_rows(q); /* three times is once the other way around */
        vmb_shift_rows(q);
        vmb_shift_rows(q);
        vmb_unsub_planes(q);
        vmb_add_key(q, rk + (size_t)4 * rounds);
        if (rounds == 0) {
            break;
        }
        vmb_unmix_planes(q, 0);
    }
    vmb_transpose(q);
#else
    const uint32_t *k = rk + (8 * rounds - 4);
    unsigned round = rounds, frame = VMB_FIRST_FRAME(rounds) + rounds;

    vmb_add_words(q, k);
    vmb_turn_columns(q);
    vmb_transpose(q);
    for (;;) {
        vmb_unsub_planes(q);
        round--;
        if (round == 0) {
            break;
        }
        k -= 8;
        frame--;
        vmb_add_key(q, k);
        vmb_unmix_planes(q, frame);
    }
    vmb_transpose(q);
    if (VMB_FIRST_FRAME(rounds) != 0) {
        vmb_turn_columns(q);
    }
    vmb_add_words(q, rk);
#endif
}

void vmb_aes_decrypt_blocks(const uint32_t *rk, unsigned rounds, uint8_t *out, const uint8_t *in, size_t blocks)
{
    uint32_t q[8];
    size_t n;

    for (; blocks != 0; blocks -= n, in += 16 * n, out += 16 * n) {
        n = blocks > 1 ? 2 : 1;
        vmb_load_pair(q, in, n);
        vmb_decrypt_pair(rk, rounds, q);
        vmb_store_pair(out, q, n);
    }
}

#endif
