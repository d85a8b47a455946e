/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Blocks and CCM for an AES unit that does not have everything (aes_backend.h): keys of the
 * unit's length go to the unit, through its memory port or word by word, and others to the
 * software of portable. An error of the unit stays in it for vmb_aes_end.
 */
#include "aes/aes_swap.h"
#include "aes/modes/aes_modes.h"
#include "aes/unit/aes_unit_keys.h"
#include "vambrace/aes_unit.h"

#if VMB_AES_UNIT && !VMB_AES_UNIT_WHOLE

/* R = the cipher of the block at p. */
VMB_INLINE void vmb_unit_start(int decrypt, const uint8_t *p)
{
    vmb_aes_unit_write(vmb_get_word(p), vmb_get_word(p + 4));
    if (decrypt) {
        vmb_aes_unit_start(1, vmb_get_word(p + 8), vmb_get_word(p + 12));
    } else {
        vmb_aes_unit_start(0, vmb_get_word(p + 8), vmb_get_word(p + 12));
    }
}

VMB_INLINE void vmb_unit_read(uint32_t r[4])
{
    r[0] = vmb_aes_unit_read(0);
    r[1] = vmb_aes_unit_read(1);
    r[2] = vmb_aes_unit_read(2);
    r[3] = vmb_aes_unit_read(3);
}

VMB_INLINE void vmb_unit_blocks(int decrypt, uint8_t *out, const uint8_t *in, size_t blocks)
{
#if VMB_AES_UNIT_MEMORY
    const size_t most = 0x8000; /* that the unit counts */
    uint32_t all = 0, status;
    size_t n;

    vmb_engine_fence();
    for (; blocks != 0; blocks -= n, in += 16 * n, out += 16 * n) {
        n = blocks < most ? blocks : most;
        vmb_aes_unit_count(n);
        vmb_aes_unit_blocks(decrypt, out, in);
        do {
            status = vmb_aes_unit_wait();
            all |= status;
        } while ((status & VMB_AES_UNIT_BUSY) != 0);
    }
    if ((all & VMB_AES_UNIT_ERROR) != 0) {
        vmb_aes_unit_count(0); /* an error again: the status above has reported the first */
    }
    vmb_engine_fence();
#else
    uint32_t r[4];

    for (; blocks != 0; blocks--, in += 16, out += 16) {
        vmb_unit_start(decrypt, in);
        vmb_unit_read(r);
        vmb_put_word(out, r[0]);
        vmb_put_word(out + 4, r[1]);
        vmb_put_word(out + 8, r[2]);
        vmb_put_word(out + 12, r[3]);
    }
#endif
}

void vmb_aes_encrypt_blocks(const uint32_t *rk, unsigned rounds, uint8_t *out, const uint8_t *in, size_t blocks)
{
    if (vmb_aes_in_unit(rounds)) {
        vmb_unit_blocks(0, out, in, blocks);
    } else {
        vmb_aes_software_encrypt_blocks(rk, rounds, out, in, blocks);
    }
}

void vmb_aes_decrypt_blocks(const uint32_t *rk, unsigned rounds, uint8_t *out, const uint8_t *in, size_t blocks)
{
    if (vmb_aes_in_unit(rounds)) {
        vmb_unit_blocks(1, out, in, blocks);
    } else {
        vmb_aes_software_decrypt_blocks(rk, rounds, out, in, blocks);
    }
}

/* The counter is public, and fewer than 2^32 blocks carry nothing out of its last word. The
 * MAC's block is in the unit while the output is computed and stored. */
VMB_INLINE void vmb_unit_ccm(vmb_ccm_state *s, uint8_t *out, const uint8_t *in, size_t blocks, int open)
{
    uint32_t ks[4], x, take = 0u - (uint32_t)open;
    unsigned i;

    for (; blocks != 0; blocks--, in += 16, out += 16) {
        vmb_unit_start(0, (const uint8_t *)s->ctr);
        s->ctr[3] = vmb_aes_swap(vmb_aes_swap(s->ctr[3]) + 1);
        vmb_unit_read(ks);
        vmb_unit_start(0, (const uint8_t *)s->mac);
        for (i = 0; i < 4; i++) {
            x = vmb_get_word(in + 4 * i);
            vmb_put_word(out + 4 * i, x ^ ks[i]);
            ks[i] = x ^ (ks[i] & take);
        }
        vmb_unit_read(s->mac);
        for (i = 0; i < 4; i++) {
            s->mac[i] ^= ks[i];
        }
    }
}

void vmb_aes_ccm_blocks(const uint32_t *rk, unsigned rounds, vmb_ccm_state *s, uint8_t *out, const uint8_t *in,
                        size_t blocks, int open)
{
    if (vmb_aes_in_unit(rounds)) {
        vmb_unit_ccm(s, out, in, blocks, open);
    } else {
        vmb_aes_software_ccm_blocks(rk, rounds, s, out, in, blocks, open);
    }
}

#endif
