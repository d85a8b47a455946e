/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * A long message as a sequence of chunks, each with a tag of its own: no byte is given out
 * before it is verified, and a chunk that was changed, dropped, repeated, moved or put
 * behind the end is refused, as is a sequence that was cut off. Of any algorithm of
 * vambrace/generic.h.
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
 * and has associated data of its own. Whoever opens learns from its own format where
 * chunks end and which one is the last: if that is wrong, the tag is. The last chunk may be
 * empty; so a message of no bytes is one empty chunk, the last.
 *
 * - One prefix never serves two messages under one key: with it all nonces repeat. A
 *   prefix is 5 bytes shorter than a nonce that the algorithm accepts: 19 random bytes
 *   with xchacha20-poly1305, 11 with ascon-aead128; of those of 7 bytes, of nonces of 12,
 *   two random ones are equal after 2^28 messages with a probability of one half: count
 *   them instead. Where every message has its own key, any prefix will do.
 * - Chunks are what an attacker can cut a message into: a chunk that was opened is
 *   genuine, and in its place, though the rest may never come. What must hold for the
 *   whole message is known when the last chunk was opened, and vmb_chunks_finish says so.
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

/** The bytes of a nonce behind the prefix, and the longest prefix. */
#define VMB_CHUNK_COUNT_LEN 5
#define VMB_CHUNK_PREFIX_MOST 27

/** A message in progress. Its content is private; of secrets it has only what the caller's key object has. */
typedef struct {
    uint32_t phase;
    const vmb_aead *aead;
    const void *key;
    uint32_t number;     /* of the next chunk */
    uint32_t prefix_len; /* bytes of the nonce that all chunks share */
    uint8_t nonce[VMB_CHUNK_PREFIX_MOST + VMB_CHUNK_COUNT_LEN];
} vmb_chunks;

/** Begins to seal with a key object of the algorithm, which stays in place and as it is until the end. The prefix
 *  is copied. VMB_ERR_LENGTH where the algorithm has no nonce of prefix_len + VMB_CHUNK_COUNT_LEN bytes, or the
 *  prefix is longer than VMB_CHUNK_PREFIX_MOST. Whether the object holds a key is seen with the first chunk, which
 *  is VMB_ERR_STATE without one. */
VMB_MUST_CHECK int vmb_chunks_seal_start(vmb_chunks *s, const vmb_aead *a, const void *key, const uint8_t *prefix,
                                         size_t prefix_len);

/** The same, to open. */
VMB_MUST_CHECK int vmb_chunks_open_start(vmb_chunks *s, const vmb_aead *a, const void *key, const uint8_t *prefix,
                                         size_t prefix_len);

/** Seals the next chunk, and the last one where `last` is nonzero: `out` gets the len bytes of ciphertext and
 *  behind them the tag of a->tag_len bytes. `out` may be exactly `in`. After 2^32 chunks, VMB_ERR_LENGTH. */
VMB_MUST_CHECK int vmb_chunks_seal(vmb_chunks *s, uint8_t *out, const uint8_t *ad, size_t ad_len, const uint8_t *in,
                                   size_t len, int last);

/** Opens the next chunk of len bytes, ciphertext and tag: `out` gets len - a->tag_len bytes and may be exactly
 *  `in`. VMB_ERR_TAG: this is not the chunk that was sealed in this place, or `last` is wrong; `out` is zeros, and
 *  the message ends here. Fewer bytes than a tag are VMB_ERR_LENGTH. */
VMB_MUST_CHECK int vmb_chunks_open(vmb_chunks *s, uint8_t *out, const uint8_t *ad, size_t ad_len, const uint8_t *in,
                                   size_t len, int last);

/** Wipes the object, at any time. VMB_OK when the last chunk was sealed or opened: the message is complete. Else
 *  VMB_ERR_STATE: it was cut off, refused, or never started. */
VMB_MUST_CHECK int vmb_chunks_finish(vmb_chunks *s);

#ifdef __cplusplus
}
#endif

#endif
