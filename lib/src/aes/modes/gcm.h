/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The parts of an AES-GCM message (gcm_run.c): one shot and in pieces, a message is
 * a vmb_gcm_stream. Arguments are checked.
 *
 * An expanded key is that of AES, then that of GHASH.
 */
#ifndef VMB_GCM_H
#define VMB_GCM_H

#include "aes/modes/aes_modes.h"
#include "aes/ghash/ghash.h"
#include "vambrace/aead.h"

/** The key of GHASH in an expanded key. */
#define VMB_GCM_HASH_KEY(key, rounds) ((key) + VMB_AES_KEY_WORDS(rounds))

/** Bytes of a key object. */
#define VMB_GCM_KEY_SIZE(rounds) (4 * VMB_GCM_OBJECT_WORDS(rounds))

/** vmb_wiped where C may have spilled. */
#if VMB_AES_IN_C || VMB_GHASH_IN_C
#define VMB_GCM_WIPED(status) vmb_wiped(status)
#else
#define VMB_GCM_WIPED(status) (status)
#endif

/* The two that use AES return VMB_OK, or VMB_ERR_DEVICE when an AES unit failed. */

/** Begins a message; the phase is the caller's. */
int vmb_gcm_begin(vmb_gcm_stream *s, const uint32_t *key, unsigned rounds, const uint8_t *nonce, size_t nonce_len);

/** Hashes the next n bytes of associated data or of ciphertext, of
 *  which `total` were before. */
void vmb_gcm_hash(vmb_gcm_stream *s, unsigned rounds, uint32_t total, const uint8_t *p, size_t n);

/** Ends the associated data, of which there were ad_len bytes. */
void vmb_gcm_end_ad(vmb_gcm_stream *s, unsigned rounds);

/** Encrypts or decrypts the next n bytes. */
int vmb_gcm_crypt(vmb_gcm_stream *s, unsigned rounds, uint8_t *out, const uint8_t *in, size_t n);

/** Computes the tag, after ad_len padded bytes and len unpadded bytes. */
void vmb_gcm_tag(vmb_gcm_stream *s, unsigned rounds, uint32_t tag[4]);

/** 1 for the lengths of tags that GCM has. */
int vmb_gcm_has_tag(size_t tag_len);

#endif
