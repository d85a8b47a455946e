/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Authenticated encryption with associated data, one shot and streaming.
 *
 * Fifteen algorithms with the same functions. The table has the standard of each, and its
 * lengths of key, nonce and tag in bytes.
 *
 * | prefix                    | algorithm and standard                                    | key    | nonce | tag            |
 * | ------------------------- | --------------------------------------------------------- | ------ | ----- | -------------- |
 * | vmb_aes128_ccm            | AES-128-CCM; NIST SP 800-38C, section 6                   | 16     | 7..13 | 4, 6, 8, .. 16 |
 * | vmb_aes192_ccm            | AES-192-CCM; same                                         | 24     | 7..13 | 4, 6, 8, .. 16 |
 * | vmb_aes256_ccm            | AES-256-CCM; same                                         | 32     | 7..13 | 4, 6, 8, .. 16 |
 * | vmb_aes128_gcm            | AES-128-GCM; NIST SP 800-38D, section 7                   | 16     | 1..   | 12 .. 16       |
 * | vmb_aes192_gcm            | AES-192-GCM; same                                         | 24     | 1..   | 12 .. 16       |
 * | vmb_aes256_gcm            | AES-256-GCM; same                                         | 32     | 1..   | 12 .. 16       |
 * | vmb_aes128_gcm_siv        | AES-128-GCM-SIV; RFC 8452, sections 4 and 5               | 16     | 12    | 16             |
 * | vmb_aes256_gcm_siv        | AES-256-GCM-SIV; same                                     | 32     | 12    | 16             |
 * | vmb_ascon_aead128         | Ascon-AEAD128; NIST SP 800-232, section 4                 | 16     | 16    | 16             |
 * | vmb_ascon_aead128_options | the same with its options; sections 4.2.1, 4.2.2          | 16, 32 | 16    | 4 .. 16        |
 * | vmb_ascon128              | Ascon-128; Ascon v1.2, section 2.4                        | 16     | 16    | 16             |
 * | vmb_ascon128a             | Ascon-128a; same                                          | 16     | 16    | 16             |
 * | vmb_chacha20_poly1305     | ChaCha20-Poly1305; RFC 8439, section 2.8                  | 32     | 12    | 16             |
 * | vmb_xchacha20_poly1305    | XChaCha20-Poly1305; draft-irtf-cfrg-xchacha-03, section 2 | 32     | 24    | 16             |
 * | vmb_aegis128l             | AEGIS-128L; draft-irtf-cfrg-aegis-aead-18, section 3      | 16     | 16    | 16, 32         |
 *
 * An AES-CCM message must also be shorter than 2^(8 * (15 - nonce_len)) bytes. A nonce of
 * AES-GCM has at most VMB_MAX_BYTES; it is fastest with 12 bytes. Its tags of 4 and 8 bytes leave
 * the standard: "The revision to GCM will remove support for authentication tags whose lengths are
 * less than 96 bits" (NIST, SP 800-38D Rev. 1, second pre-draft call for comments, June 2026). They
 * need VMB_SHORT_TAG(4) or VMB_SHORT_TAG(8) as tag_len, and are only for protocols that prescribe
 * them within the limits of SP 800-38D, appendix C. AES-CCM without a tag, of CCM*, has a function of
 * its own, NAME_no_tag.
 *
 * Contract of every function here; the rules that all headers share, in full: vambrace/status.h.
 *
 * - Results: those that a function names; builds for an engine or an AES unit also return
 *   VMB_ERR_DEVICE. On VMB_ERR_LENGTH, VMB_ERR_ARGUMENT and VMB_ERR_STATE no output is written.
 *   On VMB_ERR_DEVICE all outputs of the call are zero. Every error wipes the stream.
 * - Alignment: none for bytes; word-aligned `in` and `out` are faster.
 * - Overlap: `out` may equal `in`; inputs may overlap each other. `out` and a tag that is
 *   written overlap no other argument, not even the key object; nothing overlaps a stream.
 * - Timing: depends on lengths, addresses and whether the tag matches; not on the bytes of key,
 *   nonce, associated data, message or tag.
 * - Wiping: no secret stays in memory but in key objects and streams, until `wipe`, `seal_finish`,
 *   `open_finish`, `abort` or an error.
 * - Threads: reentrant; many calls may use one key at the same time, but a stream only one.
 * - Standard: in the table; of AES, FIPS 197, section 5.
 *
 * `open` with a wrong tag returns VMB_ERR_TAG and sets all `len` bytes of `out` to
 * zero, so no plaintext is released (in place, the ciphertext is lost too). Streams
 * cannot do that: see below.
 *
 * A nonce must never be used twice for sealing under one key. AES-GCM-SIV is for
 * devices that cannot keep a counter: a repeated nonce reveals only whether the two
 * messages and their associated data are equal. It reads the message twice, so it
 * has no streams, and during a call of `open`, `out` contains plaintext that is not
 * yet verified. RFC 8452, section 9, has the limits on messages under one key.
 * Nonces of XChaCha20-Poly1305 are long enough to be random: with 2^80 messages
 * under one key, two nonces are equal with a probability of 2^-33.
 * XChaCha20-Poly1305 is ChaCha20-Poly1305 with a key that one block of ChaCha20
 * derives for each message. With an engine, this block runs in software and the
 * engine processes the message.
 *
 * AEGIS-128L is a draft of the CFRG, not a standard. It has no engine: builds for one compute it in
 * software. A nonce used twice reveals the difference of the two messages, and two lengths of tag
 * count as one use each. Random nonces are good for 2^48 messages under one key. A tag of 32 bytes
 * makes it harder to find a second key for a ciphertext, about 2^128 attempts instead of 2^64, except
 * for those who also choose the associated data (section 10.1.2 of the draft).
 *
 * vmb_ascon_aead128_options is Ascon-AEAD128 with truncated tags and nonce masking: with a key
 * of 16 bytes, or of 32, whose second half is added to each nonce. Its first call for a key is
 * its own init; with 16 bytes and a tag of 16 it computes what vmb_ascon_aead128 does, which is
 * faster. Tags of 4 to 7 bytes need VMB_SHORT_TAG(n) as tag_len, after a risk analysis. All tags
 * under a key have one length, and a key has limits: vambrace/ascon_usage.h counts. Who knows
 * two masking keys finds messages that are the same under both: do not use masking where a
 * ciphertext must commit to its key. With an engine, tags below 8 bytes need
 * VMB_ENGINE_ALLOW_SHORT_TAGS of vambrace/engine.h, and a slot has a key of 32 bytes (init_slot) or
 * of 16 (init_short_slot).
 *
 * Engines with AES-GCM (VMB_ENGINE_GCM of vambrace/backend.h) have nonces of 1 to 16 bytes and
 * tags of 12 to 16. With other lengths a call takes several jobs, and `open` reads the message
 * twice, as software does: another bus manager that changes it in between can cause unverified
 * plaintext to be in `out`. Streams take such a job only at their start, for the nonce.
 */
#ifndef VAMBRACE_AEAD_H
#define VAMBRACE_AEAD_H

#include <stddef.h>
#include <stdint.h>

#include "vambrace/detail/backend/aes_keys.h"
#include "vambrace/detail/backend/engine.h"
#include "vambrace/detail/backend/raw_keys.h"
#include "vambrace/detail/names.h"
#include "vambrace/secure.h"
#include "vambrace/status.h"
#include "vambrace/detail/stream.h"

#ifdef __cplusplus
extern "C" {
#endif

/** An expanded key; an all-zero or wiped object contains no key. Its content is
 *  private and secret, and must never be passed to a build with another backend. */
typedef struct { uint32_t words[VMB_CCM_OBJECT_WORDS(10)] VMB_AES_KEY_ALIGNED; } vmb_aes128_ccm_key;
typedef struct {
    uint32_t words[VMB_CCM_OBJECT_WORDS(12)] VMB_AES_KEY_ALIGNED;
} vmb_aes192_ccm_key; /**< @copydoc vmb_aes128_ccm_key */
typedef struct {
    uint32_t words[VMB_CCM_OBJECT_WORDS(14)] VMB_AES_KEY_ALIGNED;
} vmb_aes256_ccm_key; /**< @copydoc vmb_aes128_ccm_key */
/** @copydoc vmb_aes128_ccm_key */
typedef struct { uint32_t words[VMB_GCM_OBJECT_WORDS(10)] VMB_AES_KEY_ALIGNED; } vmb_aes128_gcm_key;
/** @copydoc vmb_aes128_ccm_key */
typedef struct { uint32_t words[VMB_GCM_OBJECT_WORDS(12)] VMB_AES_KEY_ALIGNED; } vmb_aes192_gcm_key;
/** @copydoc vmb_aes128_ccm_key */
typedef struct { uint32_t words[VMB_GCM_OBJECT_WORDS(14)] VMB_AES_KEY_ALIGNED; } vmb_aes256_gcm_key;
typedef struct {
    uint32_t words[VMB_GCM_SIV_OBJECT_WORDS(10)] VMB_AES_KEY_ALIGNED;
} vmb_aes128_gcm_siv_key; /**< @copydoc vmb_aes128_ccm_key */
typedef struct {
    uint32_t words[VMB_GCM_SIV_OBJECT_WORDS(14)] VMB_AES_KEY_ALIGNED;
} vmb_aes256_gcm_siv_key; /**< @copydoc vmb_aes128_ccm_key */
typedef struct { uint32_t words[VMB_RAW_OBJECT_WORDS(16)]; } vmb_ascon_aead128_key; /**< @copydoc vmb_aes128_ccm_key */
/** @copydoc vmb_aes128_ccm_key */
typedef struct { uint32_t words[VMB_RAW_OBJECT_WORDS(32)]; } vmb_ascon_aead128_options_key;
typedef struct { uint32_t words[VMB_RAW_OBJECT_WORDS(16)]; } vmb_ascon128_key; /**< @copydoc vmb_aes128_ccm_key */
typedef struct { uint32_t words[VMB_RAW_OBJECT_WORDS(16)]; } vmb_ascon128a_key; /**< @copydoc vmb_aes128_ccm_key */
/** @copydoc vmb_aes128_ccm_key */
typedef struct { uint32_t words[VMB_RAW_OBJECT_WORDS(32)]; } vmb_chacha20_poly1305_key;
typedef struct {
    uint32_t words[VMB_SOFTWARE_OBJECT_WORDS(32)];
} vmb_xchacha20_poly1305_key; /**< @copydoc vmb_aes128_ccm_key */
/** @copydoc vmb_aes128_ccm_key */
typedef struct { uint32_t words[VMB_SOFTWARE_OBJECT_WORDS(16)]; } vmb_aegis128l_key;

/**
 * One algorithm's functions for keys and whole messages. Contract: top of this file.
 *
 * @fn NAME_init
 * Expands a key. `bytes` and *key do not overlap.
 * @param[out] key  the key object; any other call needs it initialised
 * @param[in] bytes  key_len bytes, not null; not needed after the call
 * @param key_len  length of the key: see the table
 * @return VMB_OK, VMB_ERR_LENGTH or VMB_ERR_ARGUMENT.
 *
 * @fn NAME_seal
 * Encrypts and authenticates a message.
 * @param[in] key  a key object, initialised
 * @param[out] out  len bytes of ciphertext
 * @param[out] tag  tag_len bytes: the tag of nonce, associated data and message
 * @param tag_len  see the table
 * @param[in] nonce  nonce_len bytes, not null; never used before with this key to seal
 * @param nonce_len  see the table
 * @param[in] ad  ad_len bytes of associated data; may be null if ad_len is 0
 * @param ad_len  0 to VMB_MAX_BYTES
 * @param[in] in  len bytes of plaintext; with `out`, may be null if len is 0
 * @param len  0 to VMB_MAX_BYTES, see above for AES-CCM
 * @return VMB_OK, VMB_ERR_LENGTH, VMB_ERR_ARGUMENT or VMB_ERR_STATE.
 *
 * @fn NAME_open
 * Verifies the tag of a message and decrypts it.
 * @param[in] key  a key object, initialised
 * @param[out] out  len bytes: the plaintext, or zeros if the tag does not match
 * @param[in] tag  tag_len bytes
 * @param tag_len  see the table
 * @param[in] nonce  nonce_len bytes, not null
 * @param nonce_len  see the table
 * @param[in] ad  ad_len bytes of associated data; may be null if ad_len is 0
 * @param ad_len  0 to VMB_MAX_BYTES
 * @param[in] in  len bytes of ciphertext; with `out`, may be null if len is 0
 * @param len  0 to VMB_MAX_BYTES, see above for AES-CCM
 * @return VMB_OK, VMB_ERR_TAG, VMB_ERR_LENGTH, VMB_ERR_ARGUMENT or VMB_ERR_STATE.
 *
 * @fn NAME_wipe
 * Sets *key to zero in a way that the compiler cannot remove.
 * @param[out] key  a key object in any state; null is ignored
 */
#define VMB_AEAD_DECLARE(name)                                                                               \
    VMB_MUST_CHECK int name##_init(name##_key *key, const uint8_t *bytes, size_t key_len);                   \
    VMB_MUST_CHECK int name##_seal(const name##_key *key, uint8_t *out, uint8_t *tag, size_t tag_len,        \
                                   const uint8_t *nonce, size_t nonce_len, const uint8_t *ad, size_t ad_len, \
                                   const uint8_t *in, size_t len);                                           \
    VMB_MUST_CHECK int name##_open(const name##_key *key, uint8_t *out, const uint8_t *tag, size_t tag_len,  \
                                   const uint8_t *nonce, size_t nonce_len, const uint8_t *ad, size_t ad_len, \
                                   const uint8_t *in, size_t len);                                           \
    void name##_wipe(name##_key *key);

/**
 * With an engine: a key in one of its key slots (vmb_engine_load_key of vambrace/engine.h), which
 * need not be in memory. Contract: top of this file.
 *
 * @fn NAME_init_slot
 * Makes a key object refer to a slot. A call with it returns VMB_ERR_DEVICE while the slot has no
 * key of the algorithm's length.
 * @param[out] key  the key object; unchanged on an error
 * @param slot  1 to 3
 * @return VMB_OK or VMB_ERR_ARGUMENT; never VMB_ERR_DEVICE.
 */
#define VMB_KEY_SLOT_DECLARE(name) VMB_MUST_CHECK int name##_init_slot(name##_key *key, unsigned slot);

/**
 * The same message in pieces of any length, including 0. Contract: top of this file.
 *
 *     seal_start  (ad ...)  (update ...)  seal_finish
 *     open_start  (ad ...)  (update ...)  open_finish
 *
 * What `update` outputs when decrypting is NOT YET VERIFIED. Until open_finish has
 * returned VMB_OK, an attacker may have chosen it: do not use it or pass it on, and
 * erase it on any other result. Use `open` whenever the message fits into memory.
 *
 * AES-CCM authenticates the lengths first: directly after start, `lengths` must set
 * the number of bytes of associated data, message and tag that will follow; more or
 * fewer bytes of any of them are VMB_ERR_LENGTH.
 *
 * @fn NAME_seal_start
 * Starts encryption, whatever the stream contained.
 * @param[out] s  the stream
 * @param[in] key  a key object, initialised; stays in place and unchanged until the stream ends
 * @param[in] nonce  nonce_len bytes, as for `seal`; not needed after the call
 * @param nonce_len  see the table
 * @return VMB_OK, VMB_ERR_LENGTH, VMB_ERR_ARGUMENT or VMB_ERR_STATE (no key).
 *
 * @fn NAME_open_start
 * Starts decryption. Parameters and results: seal_start.
 * @copydoc NAME_seal_start
 *
 * @fn NAME_ad
 * Adds associated data, all of it before the first `update`.
 * @param[in,out] s  a stream, started
 * @param[in] ad  len bytes; may be null if len is 0
 * @param len  0 to VMB_MAX_BYTES, also in all
 * @return VMB_OK, VMB_ERR_LENGTH, VMB_ERR_ARGUMENT or VMB_ERR_STATE.
 *
 * @fn NAME_update
 * Encrypts or decrypts the next bytes of the message.
 * @param[in,out] s  a stream, started
 * @param[out] out  len bytes; may equal `in`
 * @param[in] in  len bytes; with `out`, may be null if len is 0
 * @param len  0 to VMB_MAX_BYTES, also in all
 * @return VMB_OK, VMB_ERR_LENGTH, VMB_ERR_ARGUMENT or VMB_ERR_STATE.
 *
 * @fn NAME_seal_finish
 * Writes the tag and wipes the stream.
 * @param[in,out] s  a stream that encrypts
 * @param[out] tag  tag_len bytes
 * @param tag_len  see the table; of AES-CCM, that of `lengths`
 * @return VMB_OK, VMB_ERR_LENGTH, VMB_ERR_ARGUMENT or VMB_ERR_STATE.
 *
 * @fn NAME_open_finish
 * Verifies the tag and wipes the stream.
 * @param[in,out] s  a stream that decrypts
 * @param[in] tag  tag_len bytes
 * @param tag_len  see the table; of AES-CCM, that of `lengths`
 * @return VMB_OK, VMB_ERR_TAG, VMB_ERR_LENGTH, VMB_ERR_ARGUMENT or VMB_ERR_STATE.
 *
 * @fn NAME_abort
 * Wipes the stream.
 * @param[out] s  a stream in any state; null is ignored
 *
 * @fn NAME_no_tag
 * Encrypts or decrypts with CCM* without a tag (IEEE 802.15.4, section 9.3, M = 0). NOTHING IS AUTHENTICATED: anyone
 * can change chosen bits of the plaintext. For protocols that prescribe it alone. A nonce is never used for a sealed
 * message too.
 * @param[in] key  a key object, initialised
 * @param[out] out  len bytes
 * @param[in] nonce  nonce_len bytes, not null; as for `seal`
 * @param nonce_len  see the table
 * @param[in] in  len bytes; with `out`, may be null if len is 0
 * @param len  as for `seal`
 * @return VMB_OK, VMB_ERR_LENGTH, VMB_ERR_ARGUMENT or VMB_ERR_STATE.
 *
 * @fn NAME_lengths
 * Sets the lengths of an AES-CCM message, directly after seal_start or open_start.
 * @param[in,out] s  a stream, just started
 * @param ad_len  bytes of associated data, 0 to VMB_MAX_BYTES
 * @param len  bytes of message, as for `seal`
 * @param tag_len  see the table
 * @return VMB_OK, VMB_ERR_LENGTH, VMB_ERR_ARGUMENT (null stream) or VMB_ERR_STATE.
 */
#define VMB_AEAD_STREAM_DECLARE(name)                                                                   \
    VMB_MUST_CHECK int name##_seal_start(name##_stream *s, const name##_key *key, const uint8_t *nonce, \
                                         size_t nonce_len);                                             \
    VMB_MUST_CHECK int name##_open_start(name##_stream *s, const name##_key *key, const uint8_t *nonce, \
                                         size_t nonce_len);                                             \
    VMB_MUST_CHECK int name##_ad(name##_stream *s, const uint8_t *ad, size_t len);                      \
    VMB_MUST_CHECK int name##_update(name##_stream *s, uint8_t *out, const uint8_t *in, size_t len);    \
    VMB_MUST_CHECK int name##_seal_finish(name##_stream *s, uint8_t *tag, size_t tag_len);              \
    VMB_MUST_CHECK int name##_open_finish(name##_stream *s, const uint8_t *tag, size_t tag_len);        \
    void name##_abort(name##_stream *s);

#define VMB_CCM_LENGTHS_DECLARE(name)                                                                             \
    VMB_MUST_CHECK int name##_lengths(name##_stream *s, size_t ad_len, size_t len, size_t tag_len);               \
    VMB_MUST_CHECK int name##_no_tag(const name##_key *key, uint8_t *out, const uint8_t *nonce, size_t nonce_len, \
                                     const uint8_t *in, size_t len);

/** A message in progress. Its content is private and secret. */
typedef struct { vmb_ccm_stream body; } vmb_aes128_ccm_stream;
typedef struct { vmb_ccm_stream body; } vmb_aes192_ccm_stream; /**< @copydoc vmb_aes128_ccm_stream */
typedef struct { vmb_ccm_stream body; } vmb_aes256_ccm_stream; /**< @copydoc vmb_aes128_ccm_stream */
typedef struct { vmb_gcm_body body; } vmb_aes128_gcm_stream; /**< @copydoc vmb_aes128_ccm_stream */
typedef struct { vmb_gcm_body body; } vmb_aes192_gcm_stream; /**< @copydoc vmb_aes128_ccm_stream */
typedef struct { vmb_gcm_body body; } vmb_aes256_gcm_stream; /**< @copydoc vmb_aes128_ccm_stream */
typedef struct { vmb_ascon_stream body; } vmb_ascon_aead128_stream; /**< @copydoc vmb_aes128_ccm_stream */
/** @copydoc vmb_aes128_ccm_stream */
typedef struct { vmb_ascon_stream body; } vmb_ascon_aead128_options_stream;
typedef struct { vmb_ascon_stream body; } vmb_ascon128_stream; /**< @copydoc vmb_aes128_ccm_stream */
typedef struct { vmb_ascon_stream body; } vmb_ascon128a_stream; /**< @copydoc vmb_aes128_ccm_stream */
/** @copydoc vmb_aes128_ccm_stream */
typedef struct { vmb_chacha20_poly1305_body body; } vmb_chacha20_poly1305_stream;
/** @copydoc vmb_aes128_ccm_stream */
typedef struct {
    const uint32_t *key;
    vmb_chacha20_poly1305_key sub; /* made for this message, */
    vmb_chacha20_poly1305_stream message; /* which this works on */
} vmb_xchacha20_poly1305_stream;
/** @copydoc vmb_aes128_ccm_stream */
typedef struct {
    uint32_t phase;
    const uint32_t *key;
    uint32_t state[32];
    uint32_t block[8];
    uint32_t ad_len; /* bytes so far, of associated data, */
    uint32_t len; /* and of the message */
} vmb_aegis128l_stream;

#define VMB_AEAD_DECLARE_ALL(name) \
    VMB_AEAD_DECLARE(name)         \
    VMB_AEAD_STREAM_DECLARE(name)

VMB_AEAD_DECLARE_ALL(vmb_aes128_ccm)
VMB_AEAD_DECLARE_ALL(vmb_aes192_ccm)
VMB_AEAD_DECLARE_ALL(vmb_aes256_ccm)
VMB_CCM_LENGTHS_DECLARE(vmb_aes128_ccm)
VMB_CCM_LENGTHS_DECLARE(vmb_aes192_ccm)
VMB_CCM_LENGTHS_DECLARE(vmb_aes256_ccm)
VMB_AEAD_DECLARE_ALL(vmb_aes128_gcm)
VMB_AEAD_DECLARE_ALL(vmb_aes192_gcm)
VMB_AEAD_DECLARE_ALL(vmb_aes256_gcm)
VMB_AEAD_DECLARE(vmb_aes128_gcm_siv)
VMB_AEAD_DECLARE(vmb_aes256_gcm_siv)
VMB_AEAD_DECLARE_ALL(vmb_ascon_aead128)
VMB_AEAD_DECLARE_ALL(vmb_ascon_aead128_options)
VMB_AEAD_DECLARE_ALL(vmb_ascon128)
VMB_AEAD_DECLARE_ALL(vmb_ascon128a)
VMB_AEAD_DECLARE_ALL(vmb_chacha20_poly1305)
VMB_AEAD_DECLARE_ALL(vmb_xchacha20_poly1305)
VMB_AEAD_DECLARE_ALL(vmb_aegis128l)

#if VMB_ENGINE
VMB_KEY_SLOT_DECLARE(vmb_aes128_ccm)
VMB_KEY_SLOT_DECLARE(vmb_aes192_ccm)
VMB_KEY_SLOT_DECLARE(vmb_aes256_ccm)
VMB_KEY_SLOT_DECLARE(vmb_ascon_aead128)
VMB_KEY_SLOT_DECLARE(vmb_ascon_aead128_options)
/** init_slot of a key of 16 bytes, which masks no nonce. Contract: top of this file.
 *
 *  @param[out] key  the key object; unchanged on an error
 *  @param slot  1 to 3
 *  @return VMB_OK or VMB_ERR_ARGUMENT; never VMB_ERR_DEVICE. */
VMB_MUST_CHECK int vmb_ascon_aead128_options_init_short_slot(vmb_ascon_aead128_options_key *key, unsigned slot);
VMB_KEY_SLOT_DECLARE(vmb_ascon128)
VMB_KEY_SLOT_DECLARE(vmb_ascon128a)
VMB_KEY_SLOT_DECLARE(vmb_chacha20_poly1305)
#endif
#if VMB_ENGINE_GCM
VMB_KEY_SLOT_DECLARE(vmb_aes128_gcm)
VMB_KEY_SLOT_DECLARE(vmb_aes192_gcm)
VMB_KEY_SLOT_DECLARE(vmb_aes256_gcm)
#endif

#ifdef __cplusplus
}
#endif

#endif
