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
 * Lengths, overlaps, timing, wiping and the rules of streams: vambrace/status.h.
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

/** Starts sealing with a key object of the algorithm, which must stay in place and unchanged
 *  until the end. The prefix is copied. VMB_ERR_LENGTH if the algorithm has no nonce of
 *  prefix_len + VMB_CHUNK_COUNT_LEN bytes, or the prefix is longer than VMB_CHUNK_PREFIX_MOST.
 *  The key object is checked with the first chunk, which returns VMB_ERR_STATE if it contains
 *  no key. */
VMB_MUST_CHECK int vmb_chunks_seal_start(vmb_chunks *s, const vmb_aead *a, const void *key, const uint8_t *prefix,
                                         size_t prefix_len);

/** The same for opening. */
VMB_MUST_CHECK int vmb_chunks_open_start(vmb_chunks *s, const vmb_aead *a, const void *key, const uint8_t *prefix,
                                         size_t prefix_len);

/** Seals the next chunk, which is the last one if `last` is nonzero: writes len bytes of
 *  ciphertext and then the tag of a->tag_len bytes to `out`, which may equal `in`.
 *  VMB_ERR_LENGTH after 2^32 chunks. */
VMB_MUST_CHECK int vmb_chunks_seal(vmb_chunks *s, uint8_t *out, const uint8_t *ad, size_t ad_len, const uint8_t *in,
                                   size_t len, int last);

/** Opens the next chunk of len bytes, ciphertext and tag: writes len - a->tag_len bytes to
 *  `out`, which may equal `in`. VMB_ERR_TAG: this is not the chunk that was sealed in this
 *  place, or `last` is wrong; `out` is all zero, and the message ends. VMB_ERR_LENGTH if len is
 *  less than the tag's length. */
VMB_MUST_CHECK int vmb_chunks_open(vmb_chunks *s, uint8_t *out, const uint8_t *ad, size_t ad_len, const uint8_t *in,
                                   size_t len, int last);

/** Wipes the object; may be called at any time. VMB_OK if the last chunk was sealed or opened:
 *  the message is complete. Otherwise VMB_ERR_STATE: it was truncated, rejected, or never
 *  started. */
VMB_MUST_CHECK int vmb_chunks_finish(vmb_chunks *s);

#ifdef __cplusplus
}
#endif

#endif
