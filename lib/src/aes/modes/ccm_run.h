/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The parts of an AES-CCM message (ccm_run.c): the one-shot message and the stream
 * are made of them. Arguments are checked. `used` counts the bytes of the CBC-MAC's
 * current block; 16 is a full block, which waits for more to come.
 */
#ifndef VMB_CCM_RUN_H
#define VMB_CCM_RUN_H

#include "aes/aes_backend.h"
#include "vambrace/detail/backend/aes_keys.h"
#include "vambrace/detail/backend/engine.h"

/** Bytes of a key object. */
#define VMB_CCM_KEY_SIZE(rounds) (4 * VMB_CCM_OBJECT_WORDS(rounds))

/** The running state of a message: the current block, the counter, the CBC-MAC. */
#if VMB_CCM_PLANES
typedef vmb_ccm_planes vmb_ccm_message;
#else
typedef vmb_ccm_work vmb_ccm_message;
#endif

/** Puts the nonce into the counter block, whose counter is 0. */
void vmb_ccm_nonce(vmb_ccm_message *w, const uint8_t *nonce, size_t nonce_len);

/** Begins the CBC-MAC with the lengths; returns `used` for vmb_ccm_absorb. */
size_t vmb_ccm_lengths(const uint32_t *rk, unsigned rounds, vmb_ccm_message *w, size_t tag_len, size_t ad_len,
                       size_t len);

/** Adds n bytes of the associated data, whose total is > 0; returns `used`. The counter may be destroyed, with the part
 * of the nonce in its word. */
size_t vmb_ccm_absorb(const uint32_t *rk, unsigned rounds, vmb_ccm_message *w, size_t used, const uint8_t *p, size_t n);

/** Ends the associated data and begins the message; returns `used`, which is 16. */
size_t vmb_ccm_begin(vmb_ccm_message *w, size_t used);

#if !VMB_SIZE
/** Begins a block of the message, after a full one: the current block is keystream, used is 0. */
void vmb_ccm_next(const uint32_t *rk, unsigned rounds, vmb_ccm_message *w);
#endif

/** Encrypts or decrypts n bytes; returns `used`. */
size_t vmb_ccm_crypt(const uint32_t *rk, unsigned rounds, vmb_ccm_message *w, size_t used, uint8_t *out,
                     const uint8_t *in, size_t n, int open);

/** Computes the tag of the processed data. */
void vmb_ccm_tag(const uint32_t *rk, unsigned rounds, vmb_ccm_message *w, size_t used, vmb_word tag[4]);

#endif
