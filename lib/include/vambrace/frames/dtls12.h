/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Protected records of DTLS 1.2, in place, in the buffer of a datagram, with the AEADs of vambrace/generic.h: a program
 * links those that it names. An optional part of the library: a program that does not call it does not link it.
 *
 *     header (13 bytes) | explicit nonce (8 bytes, or none) | content | tag
 *
 * The header is content type, version (fe fd), epoch, sequence number (6 bytes) and length of what follows. Epoch and
 * sequence number, type, version and the content's length are authenticated.
 *
 * | cipher suites             | algorithm                               | tag_len | iv_len | nonce                    |
 * | ------------------------- | --------------------------------------- | ------- | ------ | ------------------------ |
 * | ..._GCM_SHA256, _SHA384   | vmb_aead_aes128_gcm, vmb_aead_aes256_gcm | 16     | 4      | IV, then explicit nonce  |
 * | ..._CCM                   | vmb_aead_aes128_ccm, vmb_aead_aes256_ccm | 16     | 4      | IV, then explicit nonce  |
 * | ..._CCM_8                 | same                                     | 8      | 4      | IV, then explicit nonce  |
 * | ..._CHACHA20_POLY1305_... | vmb_aead_chacha20_poly1305               | 16     | 12     | IV XOR epoch and number  |
 *
 * The explicit nonce that is sent is the epoch and sequence number. A sequence number must never be used twice with one
 * key. The caller derives the keys, finds those for the epoch and sender of a received record, counts its own records,
 * and keeps within the limits of the cipher suite: few records may fail with tags of 8 bytes. Records with a connection
 * ID (RFC 9146), whose authenticated data is different, and compressed records are not supported.
 *
 * A datagram may have many records: vmb_dtls12_record_len returns where the next one begins, also after one that was
 * rejected.
 *
 * Contract of every function here; the rules that all headers share, in full: vambrace/status.h.
 *
 * - Results: those that a function names; builds for an engine or an AES unit also return VMB_ERR_DEVICE. On
 *   VMB_ERR_LENGTH, VMB_ERR_ARGUMENT, VMB_ERR_STATE and VMB_ERR_COUNTER nothing is written. On VMB_ERR_DEVICE and
 *   VMB_ERR_TAG the content is zero, on VMB_ERR_DEVICE also the tag that would be written; the rest of the record and
 *   all else is unchanged.
 * - Alignment: none for bytes; records whose content is word-aligned are faster.
 * - Overlap: a record overlaps neither the keys nor the key object; an output overlaps nothing.
 * - Timing: depends on algorithm, lengths, epoch, sequence number, window, addresses and whether the tag matches; not
 *   on the bytes of key, IV, explicit nonce, content type, content or tag.
 * - Wiping: as in vambrace/aead.h. The IV in the keys is the caller's to wipe.
 * - Threads: reentrant; many calls may use the same keys at the same time, but a window only one.
 * - Standard: RFC 6347, section 4.1; RFC 5246, section 6.2.3.3 (AEAD); RFC 5288 (GCM), RFC 6655 (CCM), RFC 7251 (CCM
 *   with ECC) and RFC 7905 (ChaCha20-Poly1305).
 */
#ifndef VAMBRACE_FRAMES_DTLS12_H
#define VAMBRACE_FRAMES_DTLS12_H

#include "vambrace/frames/replay.h"
#include "vambrace/generic.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Bytes of a record's header. */
#define VMB_DTLS12_HEADER_LEN 13

/** Bytes of a record before its content; evaluates iv_len once. */
#define VMB_DTLS12_CONTENT_AT(iv_len) ((iv_len) == 4 ? VMB_DTLS12_HEADER_LEN + 8u : VMB_DTLS12_HEADER_LEN + 0u)

/** Maximum length of a content, in bytes. */
#define VMB_DTLS12_MAX_CONTENT 16384

/** The last sequence number of an epoch, 2^48 - 1. */
#define VMB_DTLS12_LAST_SEQUENCE 0xffffffffffffu

/** The keys of one direction and epoch, as above. */
typedef struct {
    const vmb_aead *aead; /**< the algorithm, not null */
    const void *key;      /**< its key object, initialised */
    uint8_t iv[12];       /**< the write IV; of iv_len 4, its first 4 bytes */
    uint8_t iv_len;       /**< 4 or 12 */
    uint8_t tag_len;      /**< 8 or 16 */
    uint16_t epoch;
} vmb_dtls12_keys;

/** A record that was verified. */
typedef struct {
    uint64_t sequence;  /**< 0 to VMB_DTLS12_LAST_SEQUENCE */
    size_t content_at;  /**< where its content begins in the record, */
    size_t content_len; /**< and the content's length */
    size_t record_len;  /**< bytes of the record */
    uint8_t type;       /**< content type */
} vmb_dtls12_record;

/** Protects a record to be sent: encrypts the content in place, and writes header, explicit nonce and tag.
 *  Contract: top of this file.
 *
 *  @param[in] keys  not null
 *  @param type  content type, 0 to 255
 *  @param sequence  0 to VMB_DTLS12_LAST_SEQUENCE, never used before with these keys
 *  @param[in,out] record  room before the content, the content at VMB_DTLS12_CONTENT_AT(iv_len), and
 *                         room for the tag; not null
 *  @param size  bytes of the buffer: all these or more
 *  @param content_len  0 to VMB_DTLS12_MAX_CONTENT
 *  @param[out] record_len  bytes of the record; not null, written on VMB_OK only
 *  @return VMB_OK; VMB_ERR_LENGTH; VMB_ERR_COUNTER: `sequence` has more than 48 bits; VMB_ERR_ARGUMENT: null, an
 *          overlap, keys other than those above, or another type; or VMB_ERR_STATE (no key). */
VMB_MUST_CHECK int vmb_dtls12_protect(const vmb_dtls12_keys *keys, unsigned type, uint64_t sequence, uint8_t *record,
                                      size_t size, size_t content_len, size_t *record_len);

/** Verifies the first record of a datagram, or of its rest, and decrypts its content in place. Contract: top of this
 *  file.
 *
 *  @param[in] keys  not null
 *  @param[in,out] window  of these keys: a record whose number was accepted before, or is too old, is rejected, and
 *                         that of a verified one is accepted; null: repeated records are not detected
 *  @param[in,out] record  the record and what follows it in the datagram; not null
 *  @param len  bytes of both
 *  @param[out] result  what the record is; not null, written on VMB_OK only
 *  @return VMB_OK: the record is authentic. VMB_ERR_TAG: the tag does not match. VMB_ERR_LENGTH: the record is
 *          longer than `len`, or its length is illegal. VMB_ERR_COUNTER: its number was accepted before, or is too old.
 *          VMB_ERR_ARGUMENT: null, an overlap, keys other than those above, or another version or epoch. Or
 *          VMB_ERR_STATE (no key). */
VMB_MUST_CHECK int vmb_dtls12_unprotect(const vmb_dtls12_keys *keys, vmb_replay_window *window, uint8_t *record,
                                        size_t len, vmb_dtls12_record *result);

/** Bytes of the first record of a datagram, as its header says, which nothing verifies. Contract: top of this file.
 *
 *  @param[in] record  the record and what follows it in the datagram; may be null if len is 0
 *  @param len  bytes of both
 *  @return its length; 0 if it does not end in these bytes, so the rest of the datagram is discarded. */
size_t vmb_dtls12_record_len(const uint8_t *record, size_t len);

#ifdef __cplusplus
}
#endif

#endif
