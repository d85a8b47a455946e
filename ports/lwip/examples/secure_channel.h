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
 * A sequence number is accepted once, unless it is more than CHANNEL_WINDOW older than the newest one (RFC 4303,
 * section 3.4.3). Only authentic packets change this.
 *
 * Use a key for one channel only, and a new one when either side restarts, because the record of accepted numbers is
 * lost then.
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
    CHANNEL_HEADER = 8,                               /**< bytes before the ciphertext */
    CHANNEL_TAG = 16,                                 /**< bytes after it */
    CHANNEL_OVERHEAD = CHANNEL_HEADER + CHANNEL_TAG,  /**< additional bytes of a packet */
    CHANNEL_WINDOW = 64,
};

typedef enum {
    CHANNEL_OK,
    CHANNEL_SHORT,    /**< fewer than CHANNEL_OVERHEAD bytes */
    CHANNEL_OLD,      /**< the sequence number is older than the window */
    CHANNEL_REPLAYED, /**< it was accepted before */
    CHANNEL_FORGED,   /**< not authentic */
    CHANNEL_FAILED,   /**< a library call failed: its accelerator reports an error */
} channel_result;

/** The side of a server. Its content is private and secret. */
typedef struct {
    channel_key key;
    uint64_t next;   /* the newest accepted sequence number plus 1; 0: none */
    uint64_t window; /* bit i: next - 1 - i was accepted */
} channel;

/** Takes the CHANNEL_KEY bytes of a key; the caller erases them. */
channel_result channel_start(channel *c, const uint8_t *key);

/** Decrypts a request in place: on CHANNEL_OK, the len - CHANNEL_OVERHEAD bytes after the header are its message. On
 * any other result, no plaintext remains in the packet. */
channel_result channel_open(channel *c, uint8_t *packet, size_t len);

/** Encrypts an answer in place; its header must still be that of the accepted request. len: as in channel_open. At most
 * one answer for each request. On any result other than CHANNEL_OK the packet must not be sent. */
channel_result channel_answer(const channel *c, uint8_t *packet, size_t len);

/** Erases the key. */
void channel_end(channel *c);

#endif
