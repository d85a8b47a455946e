/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Security of IEEE 802.15.4 frames: CCM* with AES-128, in place, in the frame's buffer. An optional part of the
 * library: a program that does not call it does not link it.
 *
 * A frame is given as it is on the air, in one piece, without its check sequence (FCS):
 *
 *     header | payload | MIC
 *
 * The header is what is authenticated only: the MAC header with its auxiliary security header and header IEs, and the
 * fields that the standard leaves open, such as the identifier of a MAC command and a beacon's fields before its
 * payload. The MIC is the tag, of 0, 4, 8 or 16 bytes. The caller writes and parses the header, keeps the frame counter
 * of what it sends, finds the key, and rejects frames whose counter it has already accepted.
 *
 * | level                         | payload      | MIC | as AES-CCM                                      |
 * | ----------------------------- | ------------ | --- | ----------------------------------------------- |
 * | 0 VMB_IEEE802154_NONE         | as it is     | 0   | no security                                     |
 * | 1 VMB_IEEE802154_MIC_32       | as it is     | 4   | associated data: header and payload; no message |
 * | 2 VMB_IEEE802154_MIC_64       | as it is     | 8   | same                                            |
 * | 3 VMB_IEEE802154_MIC_128      | as it is     | 16  | same                                            |
 * | 4 VMB_IEEE802154_ENC          | encrypted    | 0   | no tag; NOTHING IS AUTHENTICATED                |
 * | 5 VMB_IEEE802154_ENC_MIC_32   | encrypted    | 4   | associated data: header; message: payload       |
 * | 6 VMB_IEEE802154_ENC_MIC_64   | encrypted    | 8   | same                                            |
 * | 7 VMB_IEEE802154_ENC_MIC_128  | encrypted    | 16  | same                                            |
 *
 * LEVELS 0 AND 4 AUTHENTICATE NOTHING: anyone can change, invent or repeat such a frame, and at level 4 change chosen
 * bits of its plaintext. The 2015 edition of the standard withdrew level 4. Because received frames state their own
 * level, these two are accepted only with VMB_IEEE802154_UNAUTHENTICATED: otherwise an attacker who writes 0 or 4 into
 * a frame would bypass the check. A level that is required for a device or frame type is compared by the caller.
 * Level 4 takes as long as a level with a MIC, except by vmb_ieee802154_crypt.
 *
 * The nonce has 13 bytes: source address, frame counter (4 bytes, big-endian) and level (1 byte). A frame counter must
 * never be used twice with one key and source address at the same level, nor after a restart of the device. Frames of
 * TSCH, whose nonces have the absolute slot number instead of the frame counter, are not supported.
 *
 * Contract of every function here; the rules that all headers share, in full: vambrace/status.h.
 *
 * - Results: those that a function names; builds for an engine or an AES unit also return VMB_ERR_DEVICE. On
 *   VMB_ERR_LENGTH, VMB_ERR_ARGUMENT, VMB_ERR_STATE and VMB_ERR_COUNTER nothing is written. On VMB_ERR_DEVICE and
 *   VMB_ERR_TAG an encrypted payload is zero, on VMB_ERR_DEVICE also the MIC that would be written; the rest of the
 *   frame is unchanged. At levels 1 to 3 the payload of a frame that is rejected stays in the buffer: do not use it.
 * - Alignment: none; frames whose payload is word-aligned are faster.
 * - Overlap: payload and MIC do not overlap the key object. `source` may be anywhere, also in the frame.
 * - Timing: depends on level, lengths, addresses and whether the MIC matches; not on the bytes of key, source address,
 *   frame counter, header, payload or MIC, except that 0xffffffff is refused.
 * - Wiping: as in vambrace/aead.h.
 * - Threads: reentrant; many calls may use one key at the same time.
 * - Standard: IEEE 802.15.4-2015 and -2020, sections 9.2 (procedures), 9.3 (nonce and CCM*) and 9.4 (auxiliary security
 *   header, with the levels).
 */
#ifndef VAMBRACE_FRAMES_IEEE802154_H
#define VAMBRACE_FRAMES_IEEE802154_H

#include "vambrace/aead.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Maximum length of a frame with its MIC, in bytes: the longest PSDU of any PHY of the 2015 and 2020 editions (2047,
 *  of SUN PHYs), less a check sequence of 2 bytes. With PHYs whose PSDU has 127 bytes, as that of 2.4 GHz, the caller
 *  gives a buffer of at most 125. */
#define VMB_IEEE802154_MAX_BYTES 2045

/** The frame counter that must not be used: a key that has reached it is replaced. */
#define VMB_IEEE802154_LAST_COUNTER 0xffffffffu

/** Bytes of the MIC of a level; evaluates it once. */
#define VMB_IEEE802154_MIC_LEN(level) ((2u << ((level) & 3u)) & 28u)

/** Security levels, and a flag. */
enum {
    VMB_IEEE802154_NONE = 0,            /**< only with the flag: not secured */
    VMB_IEEE802154_MIC_32 = 1,          /**< authenticated */
    VMB_IEEE802154_MIC_64 = 2,          /**< authenticated */
    VMB_IEEE802154_MIC_128 = 3,         /**< authenticated */
    VMB_IEEE802154_ENC = 4,             /**< only with the flag: encrypted, not authenticated; withdrawn */
    VMB_IEEE802154_ENC_MIC_32 = 5,      /**< encrypted and authenticated */
    VMB_IEEE802154_ENC_MIC_64 = 6,      /**< encrypted and authenticated */
    VMB_IEEE802154_ENC_MIC_128 = 7,     /**< encrypted and authenticated */
    VMB_IEEE802154_UNAUTHENTICATED = 16 /**< added to a level, or combined by |: levels 0 and 4 are accepted too */
};

/** Protects a frame to be sent: encrypts its payload in place and writes its MIC after it. At level 0 nothing is done,
 *  and only `frame` and the lengths are checked. Contract: top of this file.
 *
 *  @param[in] key  a key object, initialised with the 16 bytes of the frame's key
 *  @param level  0 to 7, with or without the flag
 *  @param[in] source  8 bytes, not null: the sender's extended address with its most significant byte first, as it is
 *                     written (AC:DE:48:...), which is the reverse of its order in frames; not needed after the call
 *  @param counter  the frame counter in the header: 0 to 0xfffffffe, never used before with this key and address
 *  @param[in,out] frame  header and payload, then room for the MIC; not null
 *  @param size  bytes of the buffer: header_len, payload_len and VMB_IEEE802154_MIC_LEN(level) or more
 *  @param header_len  bytes of the header, 0 or more
 *  @param payload_len  bytes of the payload, 0 or more; all three together at most VMB_IEEE802154_MAX_BYTES
 *  @return VMB_OK; VMB_ERR_LENGTH; VMB_ERR_COUNTER: `counter` is 0xffffffff; VMB_ERR_ARGUMENT: null, an overlap, or a
 *          level that does not exist or needs the flag; or VMB_ERR_STATE (no key). */
VMB_MUST_CHECK int vmb_ieee802154_protect(const vmb_aes128_ccm_key *key, unsigned level, const uint8_t source[8],
                                          uint32_t counter, uint8_t *frame, size_t size, size_t header_len,
                                          size_t payload_len);

/** Verifies the MIC of a received frame and decrypts its payload in place, which has
 *  len - header_len - VMB_IEEE802154_MIC_LEN(level) bytes. The MIC stays after it. At level 0 nothing is done, and only
 *  `frame` and the lengths are checked. Contract: top of this file.
 *
 *  @param[in] key  a key object, initialised with the 16 bytes of the frame's key
 *  @param level  0 to 7, with or without the flag: what the header says, if the caller accepts it
 *  @param[in] source  8 bytes, not null, as for vmb_ieee802154_protect: the sender's address
 *  @param counter  the frame counter in the header: 0 to 0xfffffffe
 *  @param[in,out] frame  header, payload and MIC; not null
 *  @param len  bytes of the frame, without check sequence: at most VMB_IEEE802154_MAX_BYTES
 *  @param header_len  bytes of the header, 0 or more
 *  @return VMB_OK: the frame is authentic, at levels other than 0 and 4. VMB_ERR_TAG: the MIC does not match.
 *          VMB_ERR_LENGTH: also, the frame is shorter than its header and MIC. VMB_ERR_COUNTER: `counter` is
 *          0xffffffff. VMB_ERR_ARGUMENT: null, an overlap, or a level that does not exist or needs the flag. Or
 *          VMB_ERR_STATE (no key). */
VMB_MUST_CHECK int vmb_ieee802154_unprotect(const vmb_aes128_ccm_key *key, unsigned level, const uint8_t source[8],
                                            uint32_t counter, uint8_t *frame, size_t len, size_t header_len);

/** Encrypts the payload of a frame of level 4 to be sent, or decrypts that of a received one: the same as
 *  vmb_ieee802154_protect and vmb_ieee802154_unprotect at that level, without computing a MIC. NOTHING IS AUTHENTICATED.
 *  It links vmb_aes128_ccm_no_tag, which those calls do not need. Contract: top of this file.
 *
 *  @param[in] key  a key object, initialised with the 16 bytes of the frame's key
 *  @param[in] source  8 bytes, not null, as for vmb_ieee802154_protect: the sender's address
 *  @param counter  the frame counter in the header: 0 to 0xfffffffe; to send, never used before with this key and address
 *  @param[in,out] frame  header and payload; not null
 *  @param len  bytes of the frame, without check sequence: at most VMB_IEEE802154_MAX_BYTES
 *  @param header_len  bytes of the header, 0 or more
 *  @return VMB_OK; VMB_ERR_LENGTH: also, the frame is shorter than its header; VMB_ERR_COUNTER: `counter` is
 *          0xffffffff; VMB_ERR_ARGUMENT: null, or an overlap; or VMB_ERR_STATE (no key). */
VMB_MUST_CHECK int vmb_ieee802154_crypt(const vmb_aes128_ccm_key *key, const uint8_t source[8], uint32_t counter,
                                        uint8_t *frame, size_t len, size_t header_len);

#ifdef __cplusplus
}
#endif

#endif
