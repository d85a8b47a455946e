/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Authenticated encryption with associated data, one shot.
 *
 * Four algorithms, one shape: `init` expands a key, `seal` encrypts and
 * authenticates a whole message, `open` verifies and decrypts one, `wipe`
 * erases a key.
 *
 * | prefix                  | algorithm and source                          | key | nonce | tag                 |
 * | ----------------------- | --------------------------------------------- | --- | ----- | ------------------- |
 * | vmb_aes128_ccm          | AES-128-CCM; FIPS 197, NIST SP 800-38C        | 16  | 7..13 | 4, 6, 8, .. 16      |
 * | vmb_ascon_aead128       | Ascon-AEAD128; NIST SP 800-232                | 16  | 16    | 16                  |
 * | vmb_ascon128            | Ascon-128; Ascon v1.2, section 2.4            | 16  | 16    | 16                  |
 * | vmb_chacha20_poly1305   | ChaCha20-Poly1305; RFC 8439, section 2.8      | 32  | 12    | 16                  |
 *
 * Contract of every function, unless it says otherwise:
 *
 * - Lengths are bytes. A message or its associated data holds at most
 *   VMB_MAX_BYTES; for AES-CCM a message also stays below 2^(8 * (15 -
 *   nonce_len)) bytes. A pointer may be null when its length is 0. No pointer to
 *   bytes needs any alignment; word-aligned `in` and `out` are faster. On RV32 a
 *   naturally aligned word that holds a byte of an input may be read as a whole.
 * - `out` may be exactly `in` (in place). No other overlap between an output
 *   and any other argument is accepted.
 * - A call that breaks a rule returns VMB_ERR_LENGTH or VMB_ERR_ARGUMENT and
 *   writes nothing.
 * - `open` with a wrong tag returns VMB_ERR_TAG with all `len` bytes of `out`
 *   set to zero: no plaintext survives (in place, the ciphertext is gone too).
 * - Time and addresses depend on the lengths and pointers, and for `open` on
 *   whether the tag matches: never on key, nonce, associated data or message
 *   bytes, nor on where a tag differs (given a core whose multiplication takes a
 *   constant time). Tags are compared in constant time.
 * - Every secret intermediate value is wiped from memory before the call
 *   returns.
 * - No state is shared between calls: any number of threads may use one key.
 *
 * A nonce must never be used twice for sealing under one key.
 */
#ifndef VAMBRACE_AEAD_H
#define VAMBRACE_AEAD_H

#include <stddef.h>
#include <stdint.h>

#include "vambrace/backend.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The longest message and the longest associated data, in bytes. */
#define VMB_MAX_BYTES 0x7fffffffu

/** What a call returns. */
enum {
    VMB_OK = 0,            /**< done */
    VMB_ERR_TAG = -1,      /**< the tag does not match; the output is zero */
    VMB_ERR_LENGTH = -2,   /**< a length the algorithm does not have; nothing written */
    VMB_ERR_ARGUMENT = -3  /**< null with a length, or an overlap; nothing written */
};

/** An expanded key. Its content is private, secret, and never to be copied to
 *  a build with another backend. */
typedef struct { uint32_t words[VMB_AES128_KEY_WORDS]; } vmb_aes128_ccm_key;
typedef struct { uint32_t words[4]; } vmb_ascon_aead128_key; /**< @copydoc vmb_aes128_ccm_key */
typedef struct { uint32_t words[4]; } vmb_ascon128_key;      /**< @copydoc vmb_aes128_ccm_key */
typedef struct { uint32_t words[8]; } vmb_chacha20_poly1305_key; /**< @copydoc vmb_aes128_ccm_key */

/* One algorithm's four functions.
 *
 * init   Expands the key_len bytes at `bytes` into *key.
 * seal   Encrypts the len bytes at `in` to `out` and writes the tag_len bytes
 *        of the tag of nonce, associated data and message to `tag`.
 * open   Verifies the tag_len bytes at `tag` and decrypts the len bytes at
 *        `in` to `out`.
 * wipe   Sets *key to zero in a way the compiler cannot leave out.
 */
#define VMB_AEAD_DECLARE(name)                                                 \
    int name##_init(name##_key *key, const uint8_t *bytes, size_t key_len);    \
    int name##_seal(const name##_key *key, uint8_t *out, uint8_t *tag,         \
                    size_t tag_len, const uint8_t *nonce, size_t nonce_len,    \
                    const uint8_t *ad, size_t ad_len, const uint8_t *in,       \
                    size_t len);                                               \
    int name##_open(const name##_key *key, uint8_t *out, const uint8_t *tag,   \
                    size_t tag_len, const uint8_t *nonce, size_t nonce_len,    \
                    const uint8_t *ad, size_t ad_len, const uint8_t *in,       \
                    size_t len);                                               \
    void name##_wipe(name##_key *key);

/* The size of this key depends on the backend (VMB_AES128_KEY_WORDS). Callers and
 * library built with different extensions must not meet: then this name is
 * missing when they are linked. */
#if VMB_ISE_ZKN
#define vmb_aes128_ccm_init vmb_aes128_ccm_init_zkn
#endif

VMB_AEAD_DECLARE(vmb_aes128_ccm)
VMB_AEAD_DECLARE(vmb_ascon_aead128)
VMB_AEAD_DECLARE(vmb_ascon128)
VMB_AEAD_DECLARE(vmb_chacha20_poly1305)

#ifdef __cplusplus
}
#endif

#endif
