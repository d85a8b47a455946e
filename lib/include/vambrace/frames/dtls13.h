/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Protected records of DTLS 1.3, in place, in the buffer of a datagram, with the AEADs of vambrace/generic.h: a program
 * links those that it names. An optional part of the library: a program that does not call it does not link it.
 *
 *     unified header | content, content type and padding, encrypted | tag
 *
 * The unified header is a first byte (bits 001CSLEE), the connection ID if one was negotiated (C), the low 8 or 16 (S)
 * bits of the sequence number, and the length of what follows (L, 2 bytes; without it the record is the datagram's
 * last). EE are the low bits of the epoch. The header is authenticated, then its sequence number is encrypted with a
 * key of its own, for which the record's first encrypted bytes are a sample.
 *
 * | cipher suite                 | algorithm                  | tag_len | mask                     | sn_key           |
 * | ---------------------------- | -------------------------- | ------- | ------------------------ | ---------------- |
 * | TLS_AES_128_GCM_SHA256       | vmb_aead_aes128_gcm        | 16      | vmb_dtls13_mask_aes128   | a vmb_aes128_key |
 * | TLS_AES_256_GCM_SHA384       | vmb_aead_aes256_gcm        | 16      | vmb_dtls13_mask_aes256   | a vmb_aes256_key |
 * | TLS_CHACHA20_POLY1305_SHA256 | vmb_aead_chacha20_poly1305 | 16      | vmb_dtls13_mask_chacha20 | 32 bytes         |
 * | TLS_AES_128_CCM_SHA256       | vmb_aead_aes128_ccm        | 16      | vmb_dtls13_mask_aes128   | a vmb_aes128_key |
 * | TLS_AES_128_CCM_8_SHA256     | same                       | 8       | same                     | same             |
 *
 * The nonce is the IV XOR the sequence number, whose 64 bits the receiver reconstructs: the number nearest to the
 * highest accepted one plus one. A sequence number must never be used twice with one key. The caller derives the keys,
 * finds those of a received record by its sender and the low bits of its epoch, counts its own records, and keeps
 * within the limits of RFC 9147, section 4.5.3, which forbids CCM_8 without further measures against forgery.
 *
 * A datagram may have many records: vmb_dtls13_record_len returns where the next one begins, also after one that was
 * rejected.
 *
 * Contract of every function here; the rules that all headers share, in full: vambrace/status.h.
 *
 * - Results: those that a function names; builds for an engine or an AES unit also return VMB_ERR_DEVICE. On
 *   VMB_ERR_LENGTH, VMB_ERR_ARGUMENT, VMB_ERR_STATE and VMB_ERR_COUNTER nothing is written, with two exceptions that
 *   leave the encrypted part zero: a number that was accepted before is detected after decryption, as the standard
 *   requires, and so is `sn_key` that is not ready, by vmb_dtls13_protect. On VMB_ERR_DEVICE and VMB_ERR_TAG the
 *   encrypted part is zero, on VMB_ERR_DEVICE also the tag that would be written; all else is unchanged.
 * - Alignment: none for bytes; records whose content is word-aligned are faster.
 * - Overlap: a record overlaps neither the keys nor what they refer to; an output overlaps nothing.
 * - Timing: depends on algorithm, lengths with padding, header, sequence number, window, addresses and whether the tag
 *   matches; not on the bytes of keys, IV, content type, content or tag.
 * - Wiping: as in vambrace/aead.h. The keys' IV is the caller's to wipe, and so are the 32 bytes of `sn_key`.
 * - Threads: reentrant; many calls may use the same keys at the same time, but a window only one.
 * - Standard: RFC 9147, sections 4 (records), 4.2.2 and 4.2.3 (sequence numbers) and 4.5.1 (repeated records);
 *   RFC 8446, sections 5.2 to 5.4.
 */
#ifndef VAMBRACE_FRAMES_DTLS13_H
#define VAMBRACE_FRAMES_DTLS13_H

#include "vambrace/aes.h"
#include "vambrace/frames/replay.h"
#include "vambrace/generic.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Maximum length of a content, in bytes. */
#define VMB_DTLS13_MAX_CONTENT 16384

/** Maximum length of a connection ID here, in bytes; RFC 9146 allows 255. */
#define VMB_DTLS13_MAX_CID 32

/** The last sequence number. */
#define VMB_DTLS13_LAST_SEQUENCE 0xfffffffffffffffeu

/** What a unified header has, as in its first byte. */
enum {
    VMB_DTLS13_LENGTH = 0x04,     /**< the length: more records may follow */
    VMB_DTLS13_SEQUENCE_16 = 0x08 /**< 16 bits of the sequence number instead of 8 */
};

/** Bytes of a record before its content; evaluates its arguments once. */
#define VMB_DTLS13_CONTENT_AT(cid_len, header) (2u + (cid_len) + ((0x3120u >> ((header) & 12u)) & 3u))

/** The keys of one direction and epoch, as above. */
typedef struct {
    const vmb_aead *aead; /**< the algorithm, not null */
    const void *key;      /**< its key object, initialised */
    /** For the sequence number: one of the three functions below, not null. */
    int (*mask)(const void *sn_key, uint8_t mask[16], const uint8_t sample[16]) VMB_MUST_CHECK_CALL;
    const void *sn_key; /**< its key */
    const uint8_t *cid; /**< the receiver's connection ID; may be null if cid_len is 0 */
    uint8_t cid_len;    /**< 0: records have none; at most VMB_DTLS13_MAX_CID */
    uint8_t tag_len;    /**< 8 or 16 */
    uint8_t epoch;      /**< its low bits */
    uint8_t iv[12];     /**< the write IV */
} vmb_dtls13_keys;

/** A record that was verified. */
typedef struct {
    uint64_t sequence;  /**< sequence number */
    size_t content_at;  /**< where its content begins in the record, */
    size_t content_len; /**< and the content's length, without type and padding */
    size_t record_len;  /**< bytes of the record */
    uint8_t type;       /**< content type, 1 to 255 */
} vmb_dtls13_record;

/** Protects a record to be sent: writes content type and padding (if the tag has 8 bytes, so that the encrypted part
 *  has 16 with it), encrypts in place, and writes header and tag. Contract: top of this file.
 *
 *  @param[in] keys  not null
 *  @param header  what the header has: VMB_DTLS13_LENGTH, VMB_DTLS13_SEQUENCE_16, both by |, or 0
 *  @param type  content type, 1 to 255
 *  @param sequence  0 to VMB_DTLS13_LAST_SEQUENCE, never used before with these keys
 *  @param[in,out] record  room for the header, the content at VMB_DTLS13_CONTENT_AT(cid_len, header), and room for
 *                         content type, padding and tag; not null
 *  @param size  bytes of the buffer: all these or more; content_len and 17 after the header are always enough
 *  @param content_len  0 to VMB_DTLS13_MAX_CONTENT
 *  @param[out] record_len  bytes of the record; not null, written on VMB_OK only
 *  @return VMB_OK; VMB_ERR_LENGTH; VMB_ERR_COUNTER: `sequence` is 2^64 - 1; VMB_ERR_ARGUMENT: null, an overlap, keys
 *          other than those above, or another header or type; or VMB_ERR_STATE (no key). */
VMB_MUST_CHECK int vmb_dtls13_protect(const vmb_dtls13_keys *keys, unsigned header, unsigned type, uint64_t sequence,
                                      uint8_t *record, size_t size, size_t content_len, size_t *record_len);

/** Verifies the first record of a datagram, or of its rest, and decrypts its content in place. The header stays as it
 *  was received. Contract: top of this file.
 *
 *  @param[in] keys  not null
 *  @param[in,out] window  of these keys, not null: its numbers give the expected one; a record whose number was
 *                         accepted before, or is too old, is rejected, and that of a verified one is accepted
 *  @param[in,out] record  the record and what follows it in the datagram; not null
 *  @param len  bytes of both
 *  @param[out] result  what the record is; not null, written on VMB_OK only
 *  @return VMB_OK: the record is authentic. VMB_ERR_TAG: the tag does not match. VMB_ERR_LENGTH: the record is
 *          longer than `len`, its length is illegal, or it is authentic without a content type.
 *          VMB_ERR_COUNTER: its number was accepted before, or is too old. VMB_ERR_ARGUMENT: null, an overlap, keys
 *          other than those above, or no such header, connection ID or epoch. Or VMB_ERR_STATE (no key). */
VMB_MUST_CHECK int vmb_dtls13_unprotect(const vmb_dtls13_keys *keys, vmb_replay_window *window, uint8_t *record,
                                        size_t len, vmb_dtls13_record *result);

/** Bytes of the first record of a datagram, as its header says, which nothing verifies. Contract: top of this file.
 *
 *  @param[in] record  the record and what follows it in the datagram; may be null if len is 0
 *  @param len  bytes of both
 *  @param cid_len  bytes of connection IDs
 *  @return its length; 0 if this is no unified header, or if the record does not end in these bytes, so the rest of the
 *          datagram is discarded. */
size_t vmb_dtls13_record_len(const uint8_t *record, size_t len, size_t cid_len);

/** For `mask` of the keys: AES-ECB. Contract: top of this file.
 *
 *  @param[in] sn_key  a vmb_aes128_key, initialised
 *  @param[out] mask  16 bytes, not null
 *  @param[in] sample  16 bytes, not null
 *  @return VMB_OK, VMB_ERR_ARGUMENT or VMB_ERR_STATE (no key). */
VMB_MUST_CHECK int vmb_dtls13_mask_aes128(const void *sn_key, uint8_t mask[16], const uint8_t sample[16]);
/** @copydoc vmb_dtls13_mask_aes128
 *  Here a vmb_aes256_key. */
VMB_MUST_CHECK int vmb_dtls13_mask_aes256(const void *sn_key, uint8_t mask[16], const uint8_t sample[16]);
/** For `mask` of the keys: the ChaCha20 block function. Contract: top of this file.
 *
 *  @param[in] sn_key  32 bytes, not null
 *  @param[out] mask  16 bytes, not null
 *  @param[in] sample  16 bytes, not null
 *  @return VMB_OK or VMB_ERR_ARGUMENT. */
VMB_MUST_CHECK int vmb_dtls13_mask_chacha20(const void *sn_key, uint8_t mask[16], const uint8_t sample[16]);

#ifdef __cplusplus
}
#endif

#endif
