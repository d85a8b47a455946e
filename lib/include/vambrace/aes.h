/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * AES-128, -192 and -256 in the modes ECB, CBC and CTR, for protocols that require them. THESE
 * MODES DO NOT AUTHENTICATE: use vambrace/aead.h wherever you have the choice. One key is for
 * all three modes and both directions.
 *
 * Contract of every function here; the rules that all headers share, in full: vambrace/status.h.
 *
 * - Results: those that a function names; builds for an engine or an AES unit also return
 *   VMB_ERR_DEVICE. On VMB_ERR_LENGTH, VMB_ERR_ARGUMENT and VMB_ERR_STATE nothing is written. On
 *   VMB_ERR_DEVICE, `out` or the key object that init makes is zero. `iv` and `counter` change
 *   only on VMB_OK. Every error wipes the stream.
 * - Alignment: none for bytes; word-aligned `in` and `out` are faster.
 * - Overlap: `out` may equal `in`. No other two arguments overlap; `iv`, `counter` and `out` do
 *   not overlap the key object either.
 * - Timing: depends on lengths and addresses, and of CTR on the counter: one whose low 32 bits
 *   wrap around takes longer. Not on the bytes of key, `iv` or message.
 * - Wiping: no secret stays in memory but in key objects and streams, until `wipe`, `ctr_finish`
 *   or an error.
 * - Threads: reentrant; many calls may use one key at the same time, but a stream only one.
 * - Standard: FIPS 197, section 5; NIST SP 800-38A, sections 6.1 (ECB), 6.2 (CBC) and 6.5 (CTR).
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

/**
 * The functions for one key length; NAME is vmb_aes128, vmb_aes192 or vmb_aes256. Contract: top of
 * this file.
 *
 * @fn NAME_init
 * Expands a key. `bytes` and *key do not overlap.
 * @param[out] key  the key object; any other call needs it initialised
 * @param[in] bytes  key_len bytes, not null; not needed after the call
 * @param key_len  16, 24 or 32
 * @return VMB_OK, VMB_ERR_LENGTH or VMB_ERR_ARGUMENT.
 *
 * @fn NAME_wipe
 * Sets *key to zero in a way that the compiler cannot remove.
 * @param[out] key  a key object in any state; null is ignored
 *
 * @fn NAME_ecb_encrypt
 * Encrypts each block of 16 bytes by itself.
 * @param[in] key  a key object, initialised
 * @param[out] out  len bytes
 * @param[in] in  len bytes; with `out`, may be null if len is 0
 * @param len  a multiple of 16, at most VMB_MAX_BYTES
 * @return VMB_OK, VMB_ERR_LENGTH, VMB_ERR_ARGUMENT or VMB_ERR_STATE (no key).
 *
 * @fn NAME_ecb_decrypt
 * Decrypts each block of 16 bytes by itself.
 * @copydoc NAME_ecb_encrypt
 *
 * @fn NAME_cbc_encrypt
 * Encrypts with cipher block chaining. No padding is added.
 * @param[in] key  a key object, initialised
 * @param[in,out] iv  16 bytes, not null: the initialization vector, which must be unpredictable;
 *                    then the one for the next call, if a message is passed in pieces
 * @param[out] out  len bytes
 * @param[in] in  len bytes; with `out`, may be null if len is 0
 * @param len  a multiple of 16, at most VMB_MAX_BYTES
 * @return VMB_OK, VMB_ERR_LENGTH, VMB_ERR_ARGUMENT or VMB_ERR_STATE (no key).
 *
 * @fn NAME_cbc_decrypt
 * Decrypts with cipher block chaining. No padding is removed.
 * @copydoc NAME_cbc_encrypt
 *
 * @fn NAME_ctr
 * Encrypts or decrypts with a counter.
 * @param[in] key  a key object, initialised
 * @param[in,out] counter  16 bytes, not null: the first counter block, a big-endian number that is
 *                         incremented as a whole; then the next unused one. No counter block may
 *                         be used twice under one key
 * @param[out] out  len bytes
 * @param[in] in  len bytes; with `out`, may be null if len is 0
 * @param len  0 to VMB_MAX_BYTES
 * @return VMB_OK, VMB_ERR_LENGTH, VMB_ERR_ARGUMENT or VMB_ERR_STATE (no key).
 *
 * @fn NAME_ctr_start
 * Starts CTR in pieces of any length, whatever the stream contained.
 * @param[out] s  the stream
 * @param[in] key  a key object, initialised; stays in place and unchanged until the stream ends
 * @param[in] counter  16 bytes, not null, as for `ctr`; not needed after the call
 * @return VMB_OK, VMB_ERR_ARGUMENT or VMB_ERR_STATE (no key).
 *
 * @fn NAME_ctr_update
 * Encrypts or decrypts the next bytes.
 * @param[in,out] s  a stream, started
 * @param[out] out  len bytes; may equal `in`
 * @param[in] in  len bytes; with `out`, may be null if len is 0
 * @param len  0 to VMB_MAX_BYTES, also in all
 * @return VMB_OK, VMB_ERR_LENGTH, VMB_ERR_ARGUMENT or VMB_ERR_STATE.
 *
 * @fn NAME_ctr_finish
 * Wipes the stream.
 * @param[out] s  a stream in any state; null is ignored
 */
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
/** With an engine: makes a key object refer to one of its key slots (vmb_engine_load_key of
 *  vambrace/engine.h). A call with it returns VMB_ERR_DEVICE while the slot has no key of 16
 *  bytes. Contract: top of this file.
 *
 *  @param[out] key  the key object; unchanged on an error
 *  @param slot  1 to 3
 *  @return VMB_OK or VMB_ERR_ARGUMENT; never VMB_ERR_DEVICE. */
VMB_MUST_CHECK int vmb_aes128_init_slot(vmb_aes128_key *key, unsigned slot);
/** @copydoc vmb_aes128_init_slot
 *  Here of 24 bytes. */
VMB_MUST_CHECK int vmb_aes192_init_slot(vmb_aes192_key *key, unsigned slot);
/** @copydoc vmb_aes128_init_slot
 *  Here of 32 bytes. */
VMB_MUST_CHECK int vmb_aes256_init_slot(vmb_aes256_key *key, unsigned slot);
#endif

#ifdef __cplusplus
}
#endif

#endif
