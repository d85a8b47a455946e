/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Packets that are encrypted, authenticated and accepted once: for datagrams, which may be lost, repeated and
 * reordered. Depends on libvambrace alone.
 *
 * A packet is a sequence number of 8 bytes (big-endian), the ciphertext, and a tag of 16 bytes. It is sealed by
 * Ascon-AEAD128 (NIST SP 800-232), or with CHANNEL_AES_CCM by AES-128-CCM (NIST SP 800-38C), without associated data.
 * The nonce ends with the sequence number; its first byte is the direction, the others are 0. An answer has the
 * sequence number of its request and the other direction, so no nonce is used twice.
 *
 * A sequence number is accepted once, and not when it is more than CHANNEL_WINDOW behind the newest one (RFC 4303,
 * section 3.4.3). Only authentic packets change this.
 *
 * Use a key for one channel alone, and a new one when either side starts again: what was accepted is forgotten then.
 */
#ifndef SECURE_CHANNEL_H
#define SECURE_CHANNEL_H

#include <stddef.h>
#include <stdint.h>

#include "vambrace/aead.h"

#ifdef CHANNEL_AES_CCM
typedef vmb_aes128_ccm_key channel_key;
#else
typedef vmb_ascon_aead128_key channel_key;
#endif

enum {
    CHANNEL_KEY = 16,                                 /**< bytes of a key */
    CHANNEL_HEADER = 8,                               /**< bytes in front of the ciphertext */
    CHANNEL_TAG = 16,                                 /**< bytes behind it */
    CHANNEL_OVERHEAD = CHANNEL_HEADER + CHANNEL_TAG,  /**< what a packet has more than its message */
    CHANNEL_WINDOW = 64,
};

typedef enum {
    CHANNEL_OK,
    CHANNEL_SHORT,    /**< less than CHANNEL_OVERHEAD bytes */
    CHANNEL_OLD,      /**< the sequence number is behind the window */
    CHANNEL_REPLAYED, /**< it was accepted before */
    CHANNEL_FORGED,   /**< not authentic */
    CHANNEL_FAILED,   /**< a call of the library failed: its accelerator reports an error */
} channel_result;

/** The side of a server. Its content is private and secret. */
typedef struct {
    channel_key key;
    uint64_t next;   /* the newest accepted sequence number and 1; 0: there is none */
    uint64_t window; /* bit i: next - 1 - i was accepted */
} channel;

/** Takes the CHANNEL_KEY bytes of a key; the caller erases them. */
channel_result channel_start(channel *c, const uint8_t *key);

/** Decrypts a request where it is: on CHANNEL_OK, the len - CHANNEL_OVERHEAD bytes behind the header are its message. On
 *  any other result, nothing of a plaintext is in the packet. */
channel_result channel_open(channel *c, uint8_t *packet, size_t len);

/** Encrypts an answer where it is; its header is still that of the accepted request. len: as of channel_open. At most one
 *  answer for each request. On any other result than CHANNEL_OK nothing may be sent. */
channel_result channel_answer(const channel *c, uint8_t *packet, size_t len);

/** Erases the key. */
void channel_end(channel *c);

#endif
