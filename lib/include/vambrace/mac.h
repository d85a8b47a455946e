/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Message authentication codes, one-shot and streaming: a tag for a message that is not
 * encrypted.
 *
 * The functions: `init` expands a key, `compute` computes the tag of a message, `verify` checks
 * a tag, `wipe` erases a key. Lengths, overlaps, timing, wiping and streams:
 * vambrace/status.h. Tags are compared in constant time.
 *
 * | prefix                            | algorithm                          | key, bytes | nonce | tag             |
 * | --------------------------------- | ---------------------------------- | ---------- | ----- | --------------- |
 * | vmb_aes128_cmac, _aes192_, _aes256_ | AES-CMAC; NIST SP 800-38B        | 16, 24, 32 |       | 4 to 16         |
 * | vmb_aes128_gmac, _aes192_, _aes256_ | AES-GMAC; NIST SP 800-38D        | 16, 24, 32 | 1 or more | 4, 8, 12 ... 16 |
 * | vmb_poly1305                      | Poly1305; RFC 8439, section 2.5    | 32, for one message | | 16           |
 * | vmb_ascon_mac                     | Ascon-Mac; Dobraunig, Eichlseder, Mendel, Schläffer, 2021 | 16 | | 16  |
 *
 * - A Poly1305 key is for one message: two tags under one key allow forgeries.
 *   ChaCha20-Poly1305 (vambrace/aead.h) derives a key for each message.
 * - A GMAC nonce must never be used twice under one key, as with AES-GCM: GMAC is AES-GCM
 *   without a message, and its key objects are those of AES-GCM.
 * - NIST SP 800-232 defines no MAC. Ascon-Mac is by Ascon's designers ("Ascon PRF, MAC, and
 *   Short-Input MAC", ePrint 2021/1574, section 3). It uses the permutation of Ascon v1.2,
 *   which is also that of the standard: big-endian, 12 rounds for 32 bytes of message.
 * - Short tags are for protocols that require them; SP 800-38B, appendix A, describes their
 *   security.
 *
 * Engines do not support MACs: they run in software.
 */
#ifndef VAMBRACE_MAC_H
#define VAMBRACE_MAC_H

#include <stddef.h>
#include <stdint.h>

#include "vambrace/aead.h"

#ifdef __cplusplus
extern "C" {
#endif

/** An expanded key. Its content is private and secret; its size depends on the build
 *  (vambrace/backend.h). Calls with an object that init has not initialised, or that was wiped,
 *  return VMB_ERR_STATE. */
typedef struct { uint32_t words[VMB_CMAC_OBJECT_WORDS(10)] VMB_AES_KEY_ALIGNED; } vmb_aes128_cmac_key;
/** @copydoc vmb_aes128_cmac_key */
typedef struct { uint32_t words[VMB_CMAC_OBJECT_WORDS(12)] VMB_AES_KEY_ALIGNED; } vmb_aes192_cmac_key;
/** @copydoc vmb_aes128_cmac_key */
typedef struct { uint32_t words[VMB_CMAC_OBJECT_WORDS(14)] VMB_AES_KEY_ALIGNED; } vmb_aes256_cmac_key;
typedef vmb_aes128_gcm_key vmb_aes128_gmac_key; /**< @copydoc vmb_aes128_cmac_key */
typedef vmb_aes192_gcm_key vmb_aes192_gmac_key; /**< @copydoc vmb_aes128_cmac_key */
typedef vmb_aes256_gcm_key vmb_aes256_gmac_key; /**< @copydoc vmb_aes128_cmac_key */
typedef struct { uint32_t words[8 + 1]; } vmb_poly1305_key;   /**< @copydoc vmb_aes128_cmac_key */
typedef struct { uint32_t words[10 + 1]; } vmb_ascon_mac_key; /**< @copydoc vmb_aes128_cmac_key */

/** A message in progress. Its content is private and secret. */
typedef struct { vmb_mac_body body; } vmb_aes128_cmac_stream;
typedef struct { vmb_mac_body body; } vmb_aes192_cmac_stream; /**< @copydoc vmb_aes128_cmac_stream */
typedef struct { vmb_mac_body body; } vmb_aes256_cmac_stream; /**< @copydoc vmb_aes128_cmac_stream */
typedef vmb_aes128_gcm_stream vmb_aes128_gmac_stream;           /**< @copydoc vmb_aes128_cmac_stream */
typedef vmb_aes192_gcm_stream vmb_aes192_gmac_stream;           /**< @copydoc vmb_aes128_cmac_stream */
typedef vmb_aes256_gcm_stream vmb_aes256_gmac_stream;           /**< @copydoc vmb_aes128_cmac_stream */
typedef struct { vmb_mac_body body; } vmb_poly1305_stream;    /**< @copydoc vmb_aes128_cmac_stream */
typedef struct { vmb_mac_body body; } vmb_ascon_mac_stream;   /**< @copydoc vmb_aes128_cmac_stream */

/* One algorithm's functions.
 *
 * init     Expands the key_len bytes at `bytes` into *key.
 * compute  Writes the first tag_len bytes of the tag of the len bytes at `in`; a tag overlaps no input.
 * verify   Compares the tag_len bytes at `tag` with them: VMB_OK or VMB_ERR_TAG.
 * wipe     Sets *key to zero in a way that the compiler cannot remove.
 *
 * The same message in pieces of any length: start  (update ...)  finish or verify_finish
 *
 * start          Starts a message. *key must stay in place and unchanged until the stream ends.
 * update         Adds the next len bytes.
 * finish         Writes the tag and wipes the stream.
 * verify_finish  Compares the tag and wipes the stream: VMB_OK or VMB_ERR_TAG.
 * abort          Wipes the stream at any time.
 */
#define VMB_MAC_DECLARE(name)                                                                                      \
    VMB_MUST_CHECK int name##_init(name##_key *key, const uint8_t *bytes, size_t key_len);                         \
    VMB_MUST_CHECK int name##_compute(const name##_key *key, uint8_t *tag, size_t tag_len, const uint8_t *in,      \
                                      size_t len);                                                                 \
    VMB_MUST_CHECK int name##_verify(const name##_key *key, const uint8_t *tag, size_t tag_len, const uint8_t *in, \
                                     size_t len);                                                                  \
    void name##_wipe(name##_key *key);                                                                             \
    VMB_MUST_CHECK int name##_start(name##_stream *s, const name##_key *key);                                      \
    VMB_MAC_PIECES_DECLARE(name)

#define VMB_MAC_PIECES_DECLARE(name)                                                               \
    VMB_MUST_CHECK int name##_update(name##_stream *s, const uint8_t *in, size_t len);             \
    VMB_MUST_CHECK int name##_finish(name##_stream *s, uint8_t *tag, size_t tag_len);              \
    VMB_MUST_CHECK int name##_verify_finish(name##_stream *s, const uint8_t *tag, size_t tag_len); \
    void name##_abort(name##_stream *s);

/* The same for GMAC, with a nonce. */
#define VMB_NONCE_MAC_DECLARE(name)                                                                                   \
    VMB_MUST_CHECK int name##_init(name##_key *key, const uint8_t *bytes, size_t key_len);                            \
    VMB_MUST_CHECK int name##_compute(const name##_key *key, uint8_t *tag, size_t tag_len, const uint8_t *nonce,      \
                                      size_t nonce_len, const uint8_t *in, size_t len);                               \
    VMB_MUST_CHECK int name##_verify(const name##_key *key, const uint8_t *tag, size_t tag_len, const uint8_t *nonce, \
                                     size_t nonce_len, const uint8_t *in, size_t len);                                \
    void name##_wipe(name##_key *key);                                                                                \
    VMB_MUST_CHECK int name##_start(name##_stream *s, const name##_key *key, const uint8_t *nonce, size_t nonce_len); \
    VMB_MAC_PIECES_DECLARE(name)

VMB_MAC_DECLARE(vmb_aes128_cmac)
VMB_MAC_DECLARE(vmb_aes192_cmac)
VMB_MAC_DECLARE(vmb_aes256_cmac)
VMB_NONCE_MAC_DECLARE(vmb_aes128_gmac)
VMB_NONCE_MAC_DECLARE(vmb_aes192_gmac)
VMB_NONCE_MAC_DECLARE(vmb_aes256_gmac)
VMB_MAC_DECLARE(vmb_poly1305)
VMB_MAC_DECLARE(vmb_ascon_mac)

#ifdef __cplusplus
}
#endif

#endif
