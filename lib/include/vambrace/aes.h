/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * AES-128, -192 and -256 (FIPS 197) in the modes ECB, CBC and CTR (NIST
 * SP 800-38A), for protocols that require them. THESE MODES DO NOT AUTHENTICATE: use
 * vambrace/aead.h wherever you have the choice. Lengths, overlaps, timing, wiping and
 * streams: vambrace/status.h.
 *
 * One key is for all three modes and both directions. Functions have the prefix
 * vmb_aes128, vmb_aes192 or vmb_aes256:
 *
 * init         Expands the 16, 24 or 32 bytes at `bytes` into *key.
 * wipe         Sets *key to zero.
 * init_slot    With an engine: makes *key refer to a key in one of its key slots, as in
 *              vambrace/aead.h.
 * ecb_encrypt  Encrypts each 16-byte block of the len bytes at `in` to `out`; len is
 * ecb_decrypt  a multiple of 16. Decrypts likewise.
 * cbc_encrypt  The same with cipher block chaining. iv is the initialization vector,
 * cbc_decrypt  16 bytes; the call updates it for the next call on the same message, so
 *              a message may be passed in pieces that are multiples of 16 bytes. No
 *              padding is added or removed. The vector of an encryption must be
 *              unpredictable.
 * ctr          Encrypts or decrypts any number of bytes, len. counter is the first
 *              counter block, 16 bytes, a big-endian number that is incremented as a
 *              whole; the call updates it to the next unused block. A counter block
 *              must never be used twice under one key. A counter whose low 32 bits wrap
 *              around takes more time: the counter is public.
 *
 * CTR in pieces of any length: ctr_start, ctr_update ..., ctr_finish. *key must stay in
 * place and unchanged until ctr_finish, which wipes the stream and may be called at any
 * time. iv and counter overlap nothing else.
 */
#ifndef VAMBRACE_AES_H
#define VAMBRACE_AES_H

#include <stddef.h>
#include <stdint.h>

#include "vambrace/detail/backend/aes_keys.h"
#include "vambrace/detail/backend/engine.h"
#include "vambrace/detail/names.h"
#include "vambrace/status.h"
#include "vambrace/detail/stream.h"

#ifdef __cplusplus
extern "C" {
#endif

/** An expanded key; an all-zero or wiped object contains no key. Its content is private
 *  and secret, and must never be passed to a build with another backend. */
typedef struct { uint32_t words[VMB_AES_OBJECT_WORDS(10)] VMB_AES_KEY_ALIGNED; } vmb_aes128_key;
typedef struct {
    uint32_t words[VMB_AES_OBJECT_WORDS(12)] VMB_AES_KEY_ALIGNED;
} vmb_aes192_key; /**< @copydoc vmb_aes128_key */
typedef struct {
    uint32_t words[VMB_AES_OBJECT_WORDS(14)] VMB_AES_KEY_ALIGNED;
} vmb_aes256_key; /**< @copydoc vmb_aes128_key */

/** A CTR message in progress. Its content is private and secret. */
typedef struct { vmb_ctr_stream body; } vmb_aes128_ctr_stream;
typedef struct { vmb_ctr_stream body; } vmb_aes192_ctr_stream; /**< @copydoc vmb_aes128_ctr_stream */
typedef struct { vmb_ctr_stream body; } vmb_aes256_ctr_stream; /**< @copydoc vmb_aes128_ctr_stream */

#define VMB_AES_DECLARE(name)                                                                                     \
    VMB_MUST_CHECK int name##_init(name##_key *key, const uint8_t *bytes, size_t key_len);                        \
    void name##_wipe(name##_key *key);                                                                            \
    VMB_MUST_CHECK int name##_ecb_encrypt(const name##_key *key, uint8_t *out, const uint8_t *in, size_t len);    \
    VMB_MUST_CHECK int name##_ecb_decrypt(const name##_key *key, uint8_t *out, const uint8_t *in, size_t len);    \
    VMB_MUST_CHECK int name##_cbc_encrypt(const name##_key *key, uint8_t iv[16], uint8_t *out, const uint8_t *in, \
                                          size_t len);                                                            \
    VMB_MUST_CHECK int name##_cbc_decrypt(const name##_key *key, uint8_t iv[16], uint8_t *out, const uint8_t *in, \
                                          size_t len);                                                            \
    VMB_MUST_CHECK int name##_ctr(const name##_key *key, uint8_t counter[16], uint8_t *out, const uint8_t *in,    \
                                  size_t len);                                                                    \
    VMB_MUST_CHECK int name##_ctr_start(name##_ctr_stream *s, const name##_key *key, const uint8_t counter[16]);  \
    VMB_MUST_CHECK int name##_ctr_update(name##_ctr_stream *s, uint8_t *out, const uint8_t *in, size_t len);      \
    void name##_ctr_finish(name##_ctr_stream *s);

VMB_AES_DECLARE(vmb_aes128)
VMB_AES_DECLARE(vmb_aes192)
VMB_AES_DECLARE(vmb_aes256)

#if VMB_ENGINE
VMB_MUST_CHECK int vmb_aes128_init_slot(vmb_aes128_key *key, unsigned slot);
VMB_MUST_CHECK int vmb_aes192_init_slot(vmb_aes192_key *key, unsigned slot);
VMB_MUST_CHECK int vmb_aes256_init_slot(vmb_aes256_key *key, unsigned slot);
#endif

#ifdef __cplusplus
}
#endif

#endif
