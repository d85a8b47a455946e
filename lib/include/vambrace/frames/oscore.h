/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Protection of CoAP messages by OSCORE, with AES-CCM-16-64-128, in place, in the buffer of the payload. An optional
 * part of the library: a program that does not call it does not link it.
 *
 *     code | options of class E | 0xff and payload, if there is one        before
 *     the same encrypted | tag (8 bytes)                                   after: the payload of the protected message
 *
 * The nonce (13 bytes) is the Common IV XOR the ID and the Partial IV of the endpoint that chose the Partial IV: the
 * sender of a request; for a response, that of the request, if the response has no Partial IV, or its own sender. The
 * associated data has the ID and Partial IV of the request, for a response too, so that it belongs to that request. The
 * caller writes and parses CoAP, derives the keys and the Common IV (HKDF), and counts.
 *
 * A Partial IV has at most 5 bytes. One must never be used twice with one key for a nonce, nor after a restart of the
 * device: at most one response uses the nonce of its request. A server accepts each Partial IV of a client once, with a
 * window (vambrace/frames/replay.h).
 *
 * The OSCORE option in the header of a message contains its Partial IV, ID and ID Context; two calls read and write its
 * value. It is not authenticated by itself; a wrong one leads to another nonce or key.
 *
 * Contract of every function here; the rules that all headers share, in full: vambrace/status.h.
 *
 * - Results: those that a function names; builds for an engine or an AES unit also return VMB_ERR_DEVICE. On
 *   VMB_ERR_LENGTH, VMB_ERR_ARGUMENT, VMB_ERR_STATE and VMB_ERR_COUNTER nothing is written. On VMB_ERR_DEVICE and
 *   VMB_ERR_TAG the encrypted part is zero, on VMB_ERR_DEVICE also the tag that would be written.
 * - Alignment: none; a word-aligned payload is faster.
 * - Overlap: the payload does not overlap the key object; IDs and Common IV may be anywhere. An output of the calls for
 *   options overlaps no other argument.
 * - Timing: depends on lengths, Partial IVs, addresses and whether the tag matches; not on the bytes of key, Common IV,
 *   IDs, message or tag. The calls for options depend on the option.
 * - Wiping: as in vambrace/aead.h.
 * - Threads: reentrant; many calls may use one key at the same time.
 * - Standard: RFC 8613, sections 5.2 (nonce), 5.3 and 5.4 (plaintext and associated data), 6.1 (option) and 7.2
 *   (Partial IV); RFC 9053, section 4.2 (AES-CCM-16-64-128).
 */
#ifndef VAMBRACE_FRAMES_OSCORE_H
#define VAMBRACE_FRAMES_OSCORE_H

#include "vambrace/aead.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Bytes of the tag. */
#define VMB_OSCORE_TAG_LEN 8

/** Maximum length of what is encrypted, in bytes; at least its code is. */
#define VMB_OSCORE_MAX_BYTES 65535u

/** Maximum length of an ID, in bytes. */
#define VMB_OSCORE_MAX_ID 7

/** The last Partial IV, 2^40 - 1. */
#define VMB_OSCORE_LAST_PIV 0xffffffffffu

/** Whom a message is from and to which request it belongs. For a request, and for a response without a Partial IV,
 *  `id` and `piv` are the same as `request_id` and `request_piv`. */
typedef struct {
    const uint8_t *common_iv;  /**< 13 bytes, not null */
    const uint8_t *id; /**< Sender ID of the endpoint that chose the Partial IV of the nonce; may be null if */
    size_t id_len; /**< its length, 0 to VMB_OSCORE_MAX_ID, is 0 */
    uint64_t piv; /**< that Partial IV, 0 to VMB_OSCORE_LAST_PIV */
    const uint8_t *request_id; /**< Sender ID of the client that sent the request; may be null if */
    size_t request_id_len; /**< its length, 0 to VMB_OSCORE_MAX_ID, is 0 */
    uint64_t request_piv; /**< Partial IV of the request */
} vmb_oscore_message;

/** The value of an OSCORE option. */
typedef struct {
    uint64_t piv; /**< Partial IV; 0 if has_piv is 0 */
    const uint8_t *kid_context; /**< ID Context, in the option's value; null if it has none */
    const uint8_t *kid; /**< Sender ID, in the option's value; null if it has none */
    size_t kid_context_len; /**< 0 to 255 */
    size_t kid_len; /**< bytes of the Sender ID */
    int has_piv; /**< 1 if there is a Partial IV, otherwise 0 */
} vmb_oscore_option;

/** Protects a message to be sent: encrypts it in place and writes the tag after it. Contract: top of this file.
 *
 *  @param[in] key  a key object, initialised with the 16 bytes of the Sender Key
 *  @param[in] message  not null
 *  @param[in,out] payload  code, options of class E and payload, then room for the tag; not null
 *  @param size  bytes of the buffer: len + VMB_OSCORE_TAG_LEN or more
 *  @param len  1 to VMB_OSCORE_MAX_BYTES
 *  @return VMB_OK; VMB_ERR_LENGTH, also of an ID; VMB_ERR_COUNTER: a Partial IV has more than 40 bits;
 *          VMB_ERR_ARGUMENT: null or an overlap; or VMB_ERR_STATE (no key). */
VMB_MUST_CHECK int vmb_oscore_protect(const vmb_aes128_ccm_key *key, const vmb_oscore_message *message,
                                      uint8_t *payload, size_t size, size_t len);

/** Verifies the tag of a received message and decrypts it in place; then it has len - VMB_OSCORE_TAG_LEN bytes. The tag
 *  stays after it. Contract: top of this file.
 *
 *  @param[in] key  a key object, initialised with the 16 bytes of the Recipient Key
 *  @param[in] message  not null
 *  @param[in,out] payload  the payload of the protected message; not null
 *  @param len  its bytes, VMB_OSCORE_TAG_LEN + 1 to VMB_OSCORE_TAG_LEN + VMB_OSCORE_MAX_BYTES
 *  @return VMB_OK: the message is authentic. VMB_ERR_TAG: the tag does not match. VMB_ERR_LENGTH, also of an ID.
 *          VMB_ERR_COUNTER: a Partial IV has more than 40 bits. VMB_ERR_ARGUMENT: null or an overlap. Or VMB_ERR_STATE
 *          (no key). */
VMB_MUST_CHECK int vmb_oscore_unprotect(const vmb_aes128_ccm_key *key, const vmb_oscore_message *message,
                                        uint8_t *payload, size_t len);

/** Reads the value of an OSCORE option. Contract: top of this file.
 *
 *  @param[out] option  what it contains, with pointers into `value`; not null, written on VMB_OK only
 *  @param[in] value  may be null if len is 0
 *  @param len  bytes of the value, at most 255
 *  @return VMB_OK; VMB_ERR_LENGTH: the value ends too early or too late; or VMB_ERR_ARGUMENT: null, a reserved bit or
 *          length, or a Partial IV with a leading zero byte. */
VMB_MUST_CHECK int vmb_oscore_parse_option(vmb_oscore_option *option, const uint8_t *value, size_t len);

/** Writes the value of an OSCORE option. Contract: top of this file.
 *
 *  @param[out] value  the value; may be null if size is 0, and then it can only be empty
 *  @param size  bytes of the buffer
 *  @param[in] option  what it contains, not null; kid_context and kid are null if they are not sent
 *  @param[out] len  bytes of the value, 0 to 255; not null, written on VMB_OK only
 *  @return VMB_OK; VMB_ERR_LENGTH: the buffer is too short, or an ID or all is too long; VMB_ERR_COUNTER: the Partial
 *          IV has more than 40 bits; or VMB_ERR_ARGUMENT: null. */
VMB_MUST_CHECK int vmb_oscore_write_option(uint8_t *value, size_t size, const vmb_oscore_option *option, size_t *len);

#ifdef __cplusplus
}
#endif

#endif
