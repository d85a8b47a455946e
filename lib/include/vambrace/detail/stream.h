/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The content of streams, which is visible only for its size: nothing here is for
 * callers.
 *
 * `phase` determines which call may come next; 0 is a stream that was never started or
 * has ended. Counts are in bytes. The layout of words depends on the backend.
 */
#ifndef VAMBRACE_STREAM_H
#define VAMBRACE_STREAM_H

#include <stddef.h>
#include <stdint.h>

#include "vambrace/detail/backend/dma.h"
#include "vambrace/detail/backend/engine.h"

#if VMB_ENGINE

/** A message that an engine processes, of any algorithm. The engine writes the context, so no
 *  other object is in a line of it. */
typedef struct {
    uint32_t phase;
    const uint32_t *key;
    uint32_t job;         /**< what the next job begins with, and is due to end */
    uint32_t nonce[4];    /**< until the first job; ChaCha20-Poly1305: always */
    uint32_t context[12]; /**< what the engine leaves for the next job */
    uint32_t ad_len;      /**< bytes so far, of associated data, */
    uint32_t len;         /**< of the message, or of what is hashed; AES-CCM: both up
                           *   to VMB_MAX_BYTES, from that much less than what is to come */
    uint32_t ad_total;    /**< bytes in all, where the engine wants to know them */
    uint32_t total;
    uint32_t tag_len;
} VMB_DMA_ALIGNED vmb_engine_stream;

typedef vmb_engine_stream vmb_ccm_stream;   /**< AES-CCM. */
typedef vmb_engine_stream vmb_ctr_stream;   /**< AES-CTR. */
typedef vmb_engine_stream vmb_ascon_stream; /**< Ascon, all of them. */
typedef vmb_engine_stream vmb_chacha20_poly1305_body; /**< ChaCha20-Poly1305. */

#endif

/** The running state of an AES-CCM message. */
typedef struct {
    uint32_t mac[4];    /**< the CBC-MAC value not yet encrypted */
    uint32_t ctr[4];    /**< the next counter block */
} vmb_ccm_state;

/** The same with what its pieces need. */
typedef struct {
    vmb_ccm_state s;
    uint32_t ks[4];     /**< keystream of the current block */
    uint32_t last;      /**< last word of the counter block 0 */
} vmb_ccm_work;

/** The same of a backend that keeps the state as planes (aes_rv32_ccm.S). */
typedef struct {
    uint32_t low[16];   /**< of each of four: planes 0 and 1 of what is added, a word of
                         *   the CBC-MAC, one of VMB_CCM_FRAME, _PLACES, _COUNT */
    uint32_t high[6];   /**< planes 2 to 7 */
    uint32_t block[4];  /**< the current block */
    uint32_t fixed[7];  /**< where rounds begin, masks */
} vmb_ccm_planes;

#if !VMB_ENGINE
/** AES-CCM. Both lengths count up to VMB_MAX_BYTES, from that much less than what
 *  is to come. */
typedef struct {
    uint32_t phase;
    const uint32_t *key;
    union {
        vmb_ccm_work words;
        vmb_ccm_planes planes;
    } message;
    uint32_t nonce_len;
    uint32_t tag_len;
    uint32_t ad_len;
    uint32_t len;
    uint32_t used;      /**< bytes of the current block; both include those that it takes without a count, */
    uint32_t left;      /**< and the number of those */
    uint32_t from;      /**< where plaintext that the CBC-MAC still lacks begins, instead of keystream */
    uint32_t take;      /**< zeros to encrypt, ones to decrypt */
} vmb_ccm_stream;

#endif

/** A sequence of AES-CTR keystream. */
typedef struct {
    uint32_t ks[4];     /**< keystream of the current block */
    uint32_t ctr[4];    /**< the next counter block */
    uint32_t used;      /**< bytes of keystream; 16 when there is none */
} vmb_ctr_work;

#if !VMB_ENGINE
/** AES-CTR. */
typedef struct {
    uint32_t phase;
    const uint32_t *key;
    vmb_ctr_work work;
    uint32_t len;
} vmb_ctr_stream;
#endif

/** AES-CMAC, Poly1305, Ascon-Mac. */
typedef struct {
    uint32_t phase;
    const uint32_t *key;
    uint32_t state[10]; /**< the chain's value, the accumulator, the state */
    uint32_t block[4];  /**< room for bytes of the current block */
    uint32_t used;      /**< their number, */
    uint32_t len;       /**< bytes so far; both include those that the block takes without a count, */
    uint32_t left;      /**< and the number of those */
} vmb_mac_body;

/** SHA-256 in progress. */
typedef struct {
    uint32_t h[8];      /**< the hash value so far */
    uint32_t block[16]; /**< bytes of the current block, */
    uint32_t len;       /**< and all so far: len mod 64 are in the block */
} vmb_sha256_state;

/** SHA-256. */
typedef struct {
    uint32_t phase;
    vmb_sha256_state state;
} vmb_sha256_body;

/** HMAC-SHA-256. */
typedef struct {
    uint32_t phase;
    const uint32_t *key;
    vmb_sha256_state state; /**< the inner hash, whose len includes the key's block */
} vmb_hmac_sha256_body;

/** AES-GCM. */
typedef struct {
    uint32_t phase;
    const uint32_t *key;
    uint32_t mask[4];   /**< what masks the tag: keystream, too, the block before that of work */
    vmb_ctr_work work;
    uint32_t hash[4];   /**< GHASH so far, big-endian words */
    uint32_t ad_len;
    uint32_t len;
} vmb_gcm_stream;

#if VMB_ENGINE_GCM
typedef vmb_engine_stream vmb_gcm_body; /**< The same in pieces. */
#else
/** The same in pieces. */
typedef struct {
    vmb_gcm_stream m;   /**< mask and work.ks may be two blocks of keystream, of which work.used bytes were used */
    uint32_t mask[4];   /**< then what masks the tag */
    uint32_t left;      /**< bytes that m.len and m.work.used already include */
    uint32_t from;      /**< where ciphertext that GHASH still lacks begins, instead of keystream */
    uint32_t keep;      /**< ones to encrypt, zeros to decrypt */
} vmb_gcm_body;
#endif

/** Ascon in software. */
typedef struct {
    uint32_t phase;
    const uint32_t *key;
    uint32_t state[10];
    uint32_t ad_len;    /**< bytes so far, of associated data, */
    uint32_t len;       /**< of the message, or of what is hashed */
    uint32_t used;      /**< bytes of the current block */
    uint32_t keep;      /**< AEADs: ones to encrypt, zeros to decrypt */
} vmb_ascon_body;

#if !VMB_ENGINE
typedef vmb_ascon_body vmb_ascon_stream; /**< Ascon, all of them. */

/** ChaCha20-Poly1305. */
typedef struct {
    uint32_t phase;
    const uint32_t *key;
    uint32_t nonce[3];
    uint32_t ks[16];    /**< keystream of the current block, where ciphertext that Poly1305 still lacks replaces it;
                         *   before the message, associated data that it lacks */
    uint32_t h[5];      /**< Poly1305's accumulator, */
    uint32_t one_time[8]; /**< and its key */
    uint32_t ad_len;    /**< bytes so far, of associated data, */
    uint32_t len;       /**< and of the message; includes those for which there is keystream, */
    uint32_t left;      /**< and the number of those */
    uint32_t lacks;     /**< 1 if Poly1305 lacks the bytes of the block, also of a complete one */
    uint32_t keep;      /**< ones to encrypt, zeros to decrypt */
} vmb_chacha20_poly1305_body;

#endif

#endif
