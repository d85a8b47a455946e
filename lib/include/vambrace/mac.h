/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Message authentication codes, one-shot and streaming: a tag for a message that is not
 * encrypted. The table has the standard of each, and its lengths of key, nonce and tag in bytes.
 *
 * | prefix                              | algorithm and standard               | key        | nonce | tag            |
 * | ----------------------------------- | ------------------------------------ | ---------- | ----- | -------------- |
 * | vmb_aes128_cmac, _aes192_, _aes256_ | AES-CMAC; NIST SP 800-38B, section 6 | 16, 24, 32 | none  | 4 to 16        |
 * | vmb_aes128_gmac, _aes192_, _aes256_ | AES-GMAC; NIST SP 800-38D, section 7 | 16, 24, 32 | 1..   | 12 .. 16       |
 * | vmb_poly1305                        | Poly1305; RFC 8439, section 2.5      | 32         | none  | 16             |
 * | vmb_ascon_mac                       | Ascon-Mac; ePrint 2021/1574, section 3 | 16       | none  | 16             |
 * | vmb_hmac_sha256                     | HMAC-SHA-256; FIPS 198-1, RFC 2104   | 0..        | none  | 16 to 32       |
 *
 * - A Poly1305 key is for one message: two tags under one key allow forgeries.
 *   ChaCha20-Poly1305 (vambrace/aead.h) derives a key for each message.
 * - A GMAC nonce must never be used twice under one key, as with AES-GCM: GMAC is AES-GCM
 *   without a message, and its key objects are those of AES-GCM.
 * - NIST SP 800-232 defines no MAC. Ascon-Mac is by Ascon's designers (Dobraunig, Eichlseder,
 *   Mendel, Schläffer, "Ascon PRF, MAC, and Short-Input MAC", 2021). It uses the permutation of
 *   Ascon v1.2, which is also that of the standard: big-endian, 12 rounds for 32 bytes of message.
 * - A key of HMAC-SHA-256 has any length to VMB_MAX_BYTES; FIPS 198-1 hashes one of more than 64 bytes first. 32 bytes
 *   are as strong as the hash. Tags are the first bytes of the hash. RFC 2104, section 5, recommends at least half of
 *   it, 16 bytes; tags of 4 to 15 bytes, which NIST SP 800-107 revision 1, section 5.3.3, allows with a limit of
 *   failures, need VMB_SHORT_TAG(4) to VMB_SHORT_TAG(15) as tag_len.
 * - Short tags are for protocols that require them; SP 800-38B, appendix A, describes their
 *   security. Those of GMAC, of 4 and 8 bytes, need VMB_SHORT_TAG(4) or VMB_SHORT_TAG(8) as tag_len:
 *   vambrace/aead.h states the reason.
 *
 * Engines do not support MACs: they run in software, except GMAC with VMB_ENGINE_GCM, to which
 * applies what vambrace/aead.h says about AES-GCM.
 *
 * Contract of every function here; the rules that all headers share, in full: vambrace/status.h.
 *
 * - Results: those that a function names; builds for an AES unit return VMB_ERR_DEVICE too, of CMAC
 *   and GMAC, and those with VMB_ENGINE_GCM of GMAC. On VMB_ERR_LENGTH, VMB_ERR_ARGUMENT and
 *   VMB_ERR_STATE no output is written. On VMB_ERR_DEVICE the outputs of the call are zero. Every
 *   error wipes the stream.
 * - Alignment: none for bytes; a word-aligned message is faster.
 * - Overlap: inputs may overlap each other. A tag that is written overlaps no other argument, not
 *   even the key object; nothing overlaps a stream.
 * - Timing: depends on lengths, addresses and whether the tag matches; not on the bytes of key,
 *   nonce, message or tag.
 * - Wiping: no secret stays in memory but in key objects and streams, until `wipe`, `finish`,
 *   `verify_finish`, `abort` or an error.
 * - Threads: reentrant; many calls may use one key at the same time, but a stream only one.
 * - Standard: in the table; of AES, FIPS 197, section 5.
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
typedef struct { uint32_t words[16 + 1]; } vmb_hmac_sha256_key; /**< @copydoc vmb_aes128_cmac_key */

/** A message in progress. Its content is private and secret. */
typedef struct { vmb_mac_body body; } vmb_aes128_cmac_stream;
typedef struct { vmb_mac_body body; } vmb_aes192_cmac_stream; /**< @copydoc vmb_aes128_cmac_stream */
typedef struct { vmb_mac_body body; } vmb_aes256_cmac_stream; /**< @copydoc vmb_aes128_cmac_stream */
typedef vmb_aes128_gcm_stream vmb_aes128_gmac_stream;           /**< @copydoc vmb_aes128_cmac_stream */
typedef vmb_aes192_gcm_stream vmb_aes192_gmac_stream;           /**< @copydoc vmb_aes128_cmac_stream */
typedef vmb_aes256_gcm_stream vmb_aes256_gmac_stream;           /**< @copydoc vmb_aes128_cmac_stream */
typedef struct { vmb_mac_body body; } vmb_poly1305_stream;    /**< @copydoc vmb_aes128_cmac_stream */
typedef struct { vmb_mac_body body; } vmb_ascon_mac_stream;   /**< @copydoc vmb_aes128_cmac_stream */
typedef struct { vmb_hmac_sha256_body body; } vmb_hmac_sha256_stream; /**< @copydoc vmb_aes128_cmac_stream */

/**
 * One algorithm's functions; `nonce` and `nonce_len` are parameters of GMAC alone. Contract: top of
 * this file.
 *
 * @fn NAME_init
 * Expands a key. `bytes` and *key do not overlap.
 * @param[out] key  the key object; any other call needs it initialised
 * @param[in] bytes  key_len bytes; may be null if key_len is 0; not needed after the call
 * @param key_len  length of the key: see the table
 * @return VMB_OK, VMB_ERR_LENGTH or VMB_ERR_ARGUMENT.
 *
 * @fn NAME_compute
 * Computes the tag of a message, or its first tag_len bytes.
 * @param[in] key  a key object, initialised
 * @param[out] tag  tag_len bytes
 * @param tag_len  see the table
 * @param[in] nonce  nonce_len bytes, not null; never used before with this key to compute
 * @param nonce_len  1 to VMB_MAX_BYTES
 * @param[in] in  len bytes; may be null if len is 0
 * @param len  0 to VMB_MAX_BYTES
 * @return VMB_OK, VMB_ERR_LENGTH, VMB_ERR_ARGUMENT or VMB_ERR_STATE (no key).
 *
 * @fn NAME_verify
 * Compares the tag of a message, or its first tag_len bytes, with `tag`.
 * @param[in] key  a key object, initialised
 * @param[in] tag  tag_len bytes
 * @param tag_len  see the table
 * @param[in] nonce  nonce_len bytes, not null
 * @param nonce_len  1 to VMB_MAX_BYTES
 * @param[in] in  len bytes; may be null if len is 0
 * @param len  0 to VMB_MAX_BYTES
 * @return VMB_OK, VMB_ERR_TAG, VMB_ERR_LENGTH, VMB_ERR_ARGUMENT or VMB_ERR_STATE (no key).
 *
 * @fn NAME_wipe
 * Sets *key to zero in a way that the compiler cannot remove.
 * @param[out] key  a key object in any state; null is ignored
 *
 * The same message in pieces of any length: start  (update ...)  finish or verify_finish
 *
 * @fn NAME_start
 * Starts a message, whatever the stream contained.
 * @param[out] s  the stream
 * @param[in] key  a key object, initialised; stays in place and unchanged until the stream ends
 * @param[in] nonce  nonce_len bytes, not null; not needed after the call
 * @param nonce_len  1 to VMB_MAX_BYTES
 * @return VMB_OK, VMB_ERR_LENGTH (GMAC), VMB_ERR_ARGUMENT or VMB_ERR_STATE (no key).
 *
 * @fn NAME_update
 * Adds the next bytes.
 * @param[in,out] s  a stream, started
 * @param[in] in  len bytes; may be null if len is 0
 * @param len  0 to VMB_MAX_BYTES, also in all
 * @return VMB_OK, VMB_ERR_LENGTH, VMB_ERR_ARGUMENT or VMB_ERR_STATE.
 *
 * @fn NAME_finish
 * Writes the tag and wipes the stream.
 * @param[in,out] s  a stream, started
 * @param[out] tag  tag_len bytes
 * @param tag_len  see the table
 * @return VMB_OK, VMB_ERR_LENGTH, VMB_ERR_ARGUMENT or VMB_ERR_STATE.
 *
 * @fn NAME_verify_finish
 * Compares the tag and wipes the stream.
 * @param[in,out] s  a stream, started
 * @param[in] tag  tag_len bytes
 * @param tag_len  see the table
 * @return VMB_OK, VMB_ERR_TAG, VMB_ERR_LENGTH, VMB_ERR_ARGUMENT or VMB_ERR_STATE.
 *
 * @fn NAME_abort
 * Wipes the stream.
 * @param[out] s  a stream in any state; null is ignored
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
VMB_MAC_DECLARE(vmb_hmac_sha256)

#ifdef __cplusplus
}
#endif

#endif
