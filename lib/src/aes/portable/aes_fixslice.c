/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * AES (FIPS 197) in portable, constant-time C: encryption of blocks, and the steps
 * of CCM. Layout and expanded key: aes_fixslice.h.
 */
#define VMB_FIXSLICE_STEPS
#include "aes/portable/aes_fixslice.h"

#if VMB_AES_IN_C

/* Encrypts both blocks in words 2c + b. */
VMB_NOINLINE static void vmb_encrypt_pair(const uint32_t *rk, unsigned rounds, uint32_t q[8])
{
#if VMB_SIZE
    vmb_transpose(q);
    vmb_add_key(q, rk);
    do {
        rk += 4;
        rounds--;
        vmb_sub_planes(q);
        vmb_shift_rows(q);
        if (rounds != 0) {
            vmb_mix_planes(q, 0);
        }
        vmb_add_key(q, rk);
    } while (rounds != 0);
    vmb_transpose(q);
#else
    unsigned frame = VMB_FIRST_FRAME(rounds);
    const uint32_t *last = rk + (8 * rounds - 4);

    vmb_add_words(q, rk);
    if (frame != 0) {
        vmb_turn_columns(q);
    }
    vmb_transpose(q);
    for (rk += 4;; rk += 8) {
        vmb_sub_planes(q);
        if (rk == last) {
            break;
        }
        frame++;
        vmb_mix_planes(q, frame);
        vmb_add_key(q, rk);
    }
    vmb_transpose(q);
    vmb_turn_columns(q);
    vmb_add_words(q, rk);
#endif
}

void vmb_aes_encrypt_blocks(const uint32_t *rk, unsigned rounds, uint8_t *out, const uint8_t *in, size_t blocks)
{
    uint32_t q[8];
    size_t n;

#if VMB_AES_QUADS
    for (; blocks > 2; blocks -= n, in += 16 * n, out += 16 * n) {
        n = blocks > 3 ? 4 : 3;
        vmb_aes_encrypt_quad(rk, rounds, out, in, n);
    }
#endif
    for (; blocks != 0; blocks -= n, in += 16 * n, out += 16 * n) {
        n = blocks > 1 ? 2 : 1;
        vmb_load_pair(q, in, n);
        vmb_encrypt_pair(rk, rounds, q);
        vmb_store_pair(out, q, n);
    }
}

/* The next counter block: adds 1 to the big-endian number in the last word.
 * Fewer than 2^32 blocks: nothing is carried out of it. Counters are public. */
static void vmb_ccm_next_counter(uint32_t ctr[4])
{
    uint8_t *p = (uint8_t *)ctr + 16;

    do {
        p--;
        *p = (uint8_t)(*p + 1);
    } while (*p == 0);
}

#if VMB_AES_STEP

void vmb_aes_ccm_step(const uint32_t *rk, unsigned rounds, vmb_ccm_work *w)
{
    uint32_t q[8];
    unsigned i;

    for (i = 0; i < 4; i++) {
        q[2 * i] = w->s.ctr[i];
        q[2 * i + 1] = w->s.mac[i];
    }
    vmb_ccm_next_counter(w->s.ctr);
    vmb_encrypt_pair(rk, rounds, q);
    for (i = 0; i < 4; i++) {
        w->ks[i] = q[2 * i];
        w->s.mac[i] = q[2 * i + 1];
    }
}

#else

void vmb_aes_ccm_blocks(const uint32_t *rk, unsigned rounds, vmb_ccm_state *s, uint8_t *out, const uint8_t *in,
                        size_t blocks, int open)
{
    uint32_t q[8], x, take = 0u - (uint32_t)open;
    unsigned i;

    for (; blocks != 0; blocks--) {
        for (i = 0; i < 4; i++) {
            q[2 * i] = s->ctr[i];
            q[2 * i + 1] = s->mac[i];
        }
        vmb_ccm_next_counter(s->ctr);
        vmb_encrypt_pair(rk, rounds, q);
        for (i = 0; i < 4; i++, in += 4, out += 4) {
            x = vmb_get_word(in);
            vmb_put_word(out, x ^ q[2 * i]);
            s->mac[i] = q[2 * i + 1] ^ x ^ (q[2 * i] & take);
        }
    }
}

#endif

#endif
