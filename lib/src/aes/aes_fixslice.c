/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * AES (FIPS 197) in portable, constant-time C: encryption of blocks, and the steps
 * of CCM. Layout and expanded key: aes_fixslice.h.
 */
#define VMB_FIXSLICE_STEPS
#include "aes/aes_fixslice.h"

#if VMB_AES_IN_C

/* Encrypts both blocks in words 2c + b. */
VMB_NOINLINE static void vmb_encrypt_pair(const uint32_t *rk, unsigned rounds, uint32_t q[8])
{
    unsigned frame = VMB_FIRST_FRAME(rounds);
    const uint32_t *last;

#if !VMB_SIZE
    vmb_add_words(q, rk);
    rk += 4;
#endif
    if (frame != 0) {
        vmb_turn_columns(q);
    }
    vmb_transpose(q);
#if VMB_SIZE
    vmb_add_key(q, rk);
    rk += 4;
#endif
    for (last = rk + (rounds - 1) * VMB_ROUND_WORDS;; rk += VMB_ROUND_WORDS) {
        vmb_sub_planes(q);
        if (rk == last) {
            break;
        }
        frame++;
        vmb_mix_planes(q, frame);
        vmb_add_key(q, rk);
    }
#if VMB_SIZE
    vmb_add_key(q, rk);
#endif
    vmb_transpose(q);
    vmb_turn_columns(q);
#if !VMB_SIZE
    vmb_add_words(q, rk);
#endif
}

void vmb_aes_encrypt_blocks(const uint32_t *rk, unsigned rounds, uint8_t *out,
                            const uint8_t *in, size_t blocks)
{
    uint32_t q[8];
    size_t n;

    for (; blocks != 0; blocks -= n, in += 16 * n, out += 16 * n) {
        n = blocks > 1 ? 2 : 1;
        vmb_load_pair(q, in, n);
        vmb_encrypt_pair(rk, rounds, q);
        vmb_store_pair(out, q, n);
    }
}

/* The next counter block: adds 1 to the big-endian number in the last word.
 * Fewer than 2^32 blocks: nothing is carried out of it. Counters are public. */
static void vmb_ccm_next(vmb_ccm_state *s)
{
    uint32_t x = s->ctr[3] + 0x01000000u;

    if (x < 0x01000000u) { /* the last byte is zero again: carry */
        x += 0x00010000u;
        if ((x & 0x00ff0000u) == 0) {
            x = (x & 0x0000ffffu) + 0x00000100u;
            if ((x & 0x0000ff00u) == 0) {
                x = (x + 1u) & 0x000000ffu;
            }
        }
    }
    s->ctr[3] = x;
}

void vmb_aes_ccm_blocks(const uint32_t *rk, unsigned rounds, vmb_ccm_state *s,
                        uint8_t *out, const uint8_t *in, size_t blocks, int open)
{
    const vmb_word *p = (const vmb_word *)(const void *)in;
    vmb_word *c = (vmb_word *)(void *)out;
    uint32_t q[8], x, take = 0u - (uint32_t)open;
    unsigned i;

    for (; blocks != 0; blocks--) {
        for (i = 0; i < 4; i++) {
            q[2 * i] = s->ctr[i];
            q[2 * i + 1] = s->mac[i];
        }
        vmb_ccm_next(s);
        vmb_encrypt_pair(rk, rounds, q);
        for (i = 0; i < 4; i++) {
            x = *p++;
            *c++ = x ^ q[2 * i];
            s->mac[i] = q[2 * i + 1] ^ x ^ (q[2 * i] & take);
        }
    }
}

#else
typedef int vmb_aes_fixslice_is_unused; /* ISO C wants a declaration */
#endif
