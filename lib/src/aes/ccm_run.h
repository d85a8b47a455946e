/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The parts of an AES-CCM message (ccm_run.c): the one-shot message and the stream
 * are made of them. Arguments are checked. `used` counts the bytes of the CBC-MAC's
 * block in hand; 16 is a full block, which waits for more to come.
 */
#ifndef VMB_CCM_RUN_H
#define VMB_CCM_RUN_H

#include "aes/aes_backend.h"

/** Puts the nonce into the counter block, whose counter is 0. */
void vmb_ccm_nonce(vmb_ccm_work *w, const uint8_t *nonce, size_t nonce_len);

/** Begins the CBC-MAC with the lengths; returns `used` for vmb_ccm_absorb. */
size_t vmb_ccm_lengths(const uint32_t *rk, unsigned rounds, vmb_ccm_work *w,
                       size_t tag_len, size_t ad_len, size_t len);

/** Adds n bytes of associated data, of which there are n > 0 in all; returns `used`.
 *  The counter is lost, and with it what the nonce has of its word: vmb_ccm_count sets
 *  both. */
size_t vmb_ccm_absorb(const uint32_t *rk, unsigned rounds, vmb_ccm_work *w, size_t used,
                      const uint8_t *p, size_t n);

/** Sets the counter to n: 1 for the message, 0 for the tag. */
VMB_INLINE void vmb_ccm_count(vmb_ccm_work *w, uint32_t n)
{
    w->s.ctr[3] = w->last | n << 24;
}

/** Encrypts or decrypts n bytes; returns `used`, which begins with 16. */
size_t vmb_ccm_crypt(const uint32_t *rk, unsigned rounds, vmb_ccm_work *w, size_t used,
                     uint8_t *out, const uint8_t *in, size_t n, int open);

/** The tag of what is done. */
void vmb_ccm_tag(const uint32_t *rk, unsigned rounds, vmb_ccm_work *w, vmb_word tag[4]);

#endif
