/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * A long message as a sequence of chunks, each with its own tag: no byte is released before it
 * is verified. Chunks that were changed, dropped, repeated, reordered or appended are rejected,
 * and truncation is detected. Works with any algorithm of vambrace/generic.h.
 *
 *     vmb_chunks_seal_start  vmb_chunks_seal ...  vmb_chunks_finish
 *     vmb_chunks_open_start  vmb_chunks_open ...  vmb_chunks_finish
 *
 * This is STREAM (Hoang, Reyhanitabar, Rogaway, Vizár, "Online Authenticated-Encryption
 * and its Nonce-Reuse Misuse-Resistance", CRYPTO 2015, figure 9): each chunk is sealed with
 * the nonce
 *
 *     prefix | number of the chunk, from 0: 4 bytes, big-endian | 1 byte: 1 in the last chunk, else 0
 *
 * and may have associated data. The receiver must know from the message format where chunks end
 * and which one is the last: if it is wrong, the tag check fails. The last chunk may be empty;
 * an empty message is one empty chunk, the last.
 *
 * - Never use a prefix for two messages under one key: all nonces would repeat. A prefix is 5
 *   bytes shorter than a nonce of the algorithm: use 19 random bytes with xchacha20-poly1305
 *   and 11 with ascon-aead128. With nonces of 12 bytes, of 2^28 random prefixes of 7 bytes two
 *   are equal with a probability of about one half: use a counter instead. If every message has
 *   its own key, any prefix is safe.
 * - An attacker can truncate a message after any chunk: an opened chunk is authentic and in its
 *   place, but the rest may never arrive. The message is complete only if the last chunk was
 *   opened, which vmb_chunks_finish reports.
 * - A message has at most 2^32 chunks. A chunk with its tag is at most VMB_MAX_BYTES long;
 *   with AES-CCM, at most 65,535 bytes without it with a prefix of 8, 2^24 - 1 with one of 7.
 *
 * Contract of every function here; the rules that all headers share, in full: vambrace/status.h.
 *
 * - Results: those that a function names; builds for an engine or an AES unit also return
 *   VMB_ERR_DEVICE. On VMB_ERR_LENGTH, VMB_ERR_ARGUMENT and VMB_ERR_STATE no output is written. On
 *   VMB_ERR_TAG and VMB_ERR_DEVICE the output of the call is zero. Every error wipes the object,
 *   and further calls return VMB_ERR_STATE.
 * - Alignment: none for bytes.
 * - Overlap: `out` may equal `in`; inputs may overlap each other. `out` overlaps no other argument,
 *   not even the key object; nothing overlaps *s.
 * - Timing: depends on lengths, addresses, `last` and whether the tag matches; not on the bytes of
 *   key, prefix, associated data or message.
 * - Wiping: as in vambrace/aead.h; *s has no secrets but the address of the key.
 * - Threads: reentrant; many messages may use one key at the same time, but *s is for one call.
 * - Standard: STREAM, as above.
 */
#ifndef VAMBRACE_CHUNKS_H
#define VAMBRACE_CHUNKS_H

#include "vambrace/generic.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Length of the nonce after the prefix, and maximum length of the prefix, in bytes. */
#define VMB_CHUNK_COUNT_LEN 5
#define VMB_CHUNK_PREFIX_MOST 27

/** A message in progress. Its content is private; it points to the caller's key object and has
 *  no other secrets. */
typedef struct {
    uint32_t phase;
    const vmb_aead *aead;
    const void *key;
    uint32_t number;     /* of the next chunk */
    uint32_t prefix_len; /* bytes of the nonce that all chunks share */
    uint8_t nonce[VMB_CHUNK_PREFIX_MOST + VMB_CHUNK_COUNT_LEN];
} vmb_chunks;

/** Starts sealing, whatever *s contained. The key object is checked with the first chunk, which
 *  returns VMB_ERR_STATE if it contains no key. Contract: top of this file.
 *
 *  @param[out] s  the message
 *  @param[in] a  an algorithm
 *  @param[in] key  a key object of this algorithm; stays in place and unchanged until the end
 *  @param[in] prefix  prefix_len bytes; may be null if prefix_len is 0; not needed after the call
 *  @param prefix_len  at most VMB_CHUNK_PREFIX_MOST, and with VMB_CHUNK_COUNT_LEN more bytes the
 *                     length of a nonce of the algorithm
 *  @return VMB_OK, VMB_ERR_LENGTH or VMB_ERR_ARGUMENT (null or an overlap); never VMB_ERR_DEVICE. */
VMB_MUST_CHECK int vmb_chunks_seal_start(vmb_chunks *s, const vmb_aead *a, const void *key, const uint8_t *prefix,
                                         size_t prefix_len);

/** The same for opening.
 *  @copydoc vmb_chunks_seal_start */
VMB_MUST_CHECK int vmb_chunks_open_start(vmb_chunks *s, const vmb_aead *a, const void *key, const uint8_t *prefix,
                                         size_t prefix_len);

/** Seals the next chunk. Contract: top of this file.
 *
 *  @param[in,out] s  a message that is sealed
 *  @param[out] out  len + a->tag_len bytes, ciphertext and then the tag; may equal `in`
 *  @param[in] ad  ad_len bytes of associated data; may be null if ad_len is 0
 *  @param ad_len  0 to VMB_MAX_BYTES
 *  @param[in] in  len bytes; may be null if len is 0
 *  @param len  as above
 *  @param last  nonzero for the last chunk, after which only vmb_chunks_finish may follow
 *  @return VMB_OK, VMB_ERR_LENGTH (also: after 2^32 chunks), VMB_ERR_ARGUMENT or VMB_ERR_STATE. */
VMB_MUST_CHECK int vmb_chunks_seal(vmb_chunks *s, uint8_t *out, const uint8_t *ad, size_t ad_len, const uint8_t *in,
                                   size_t len, int last);

/** Opens the next chunk. Contract: top of this file.
 *
 *  @param[in,out] s  a message that is opened
 *  @param[out] out  len - a->tag_len bytes; may equal `in`, and be null if it has no bytes
 *  @param[in] ad  ad_len bytes of associated data; may be null if ad_len is 0
 *  @param ad_len  0 to VMB_MAX_BYTES
 *  @param[in] in  len bytes: ciphertext and tag
 *  @param len  a->tag_len or more, as above
 *  @param last  nonzero for the last chunk, after which only vmb_chunks_finish may follow
 *  @return VMB_OK: `out` is authentic. VMB_ERR_TAG: this is not the chunk that was sealed in this
 *          place, or `last` is wrong. VMB_ERR_LENGTH (also: after 2^32 chunks), VMB_ERR_ARGUMENT or
 *          VMB_ERR_STATE. */
VMB_MUST_CHECK int vmb_chunks_open(vmb_chunks *s, uint8_t *out, const uint8_t *ad, size_t ad_len, const uint8_t *in,
                                   size_t len, int last);

/** Ends a message and wipes *s; may be called at any time. Contract: top of this file.
 *
 *  @param[in,out] s  the message; all zero if it was never started
 *  @return VMB_OK if the last chunk was sealed or opened: the message is complete. VMB_ERR_STATE if
 *          it was truncated, rejected, or never started. VMB_ERR_ARGUMENT if s is null. Never
 *          VMB_ERR_DEVICE. */
VMB_MUST_CHECK int vmb_chunks_finish(vmb_chunks *s);

#ifdef __cplusplus
}
#endif

#endif
