/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Security of Zigbee frames, of the network layer (NWK) and the application support sublayer (APS): CCM* with AES-128,
 * in place, in the frame's buffer. An optional part of the library: a program that does not call it does not link it.
 *
 * A frame is given in one piece, from the first byte of the layer's own header:
 *
 *     layer's header | auxiliary header | payload | MIC
 *
 * Both headers are authenticated. The auxiliary header states the frame counter, which key is used, and for some frames
 * the sender:
 *
 * | bytes | field             | content                                                                        |
 * | ----- | ----------------- | ------------------------------------------------------------------------------ |
 * | 1     | security control  | bits 0 to 2: level; 3 and 4: key identifier; 5: extended nonce; 6 and 7: others |
 * | 4     | frame counter     | little-endian                                                                  |
 * | 8     | source address    | only with an extended nonce (0x20): the sender's, as it is on the air          |
 * | 1     | key sequence      | only with the network key (key identifier 1)                                   |
 *
 * A frame on the air does not contain its level: these bits are 0 there, and both sides use the level of their network
 * (nwkSecurityLevel, usually 5). The calls below set them while they compute, because nonce and authenticated header
 * have the level. vmb_zigbee_protect leaves them 0; vmb_zigbee_unprotect ignores what was received there, as the
 * standard requires, and leaves it.
 *
 * | level                      | payload      | MIC | as AES-CCM                                       |
 * | -------------------------- | ------------ | --- | ------------------------------------------------ |
 * | 1 VMB_ZIGBEE_MIC_32        | as it is     | 4   | associated data: headers and payload; no message |
 * | 2 VMB_ZIGBEE_MIC_64        | as it is     | 8   | same                                             |
 * | 3 VMB_ZIGBEE_MIC_128       | as it is     | 16  | same                                             |
 * | 4 VMB_ZIGBEE_ENC           | encrypted    | 0   | no tag; NOTHING IS AUTHENTICATED                 |
 * | 5 VMB_ZIGBEE_ENC_MIC_32    | encrypted    | 4   | associated data: headers; message: payload       |
 * | 6 VMB_ZIGBEE_ENC_MIC_64    | encrypted    | 8   | same                                             |
 * | 7 VMB_ZIGBEE_ENC_MIC_128   | encrypted    | 16  | same                                             |
 *
 * Level 0 of a network means that its frames have no auxiliary header: such frames do not come here. LEVEL 4
 * AUTHENTICATES NOTHING: anyone can invent such a frame, and change chosen bits of its plaintext. It is accepted only
 * with VMB_ZIGBEE_UNAUTHENTICATED.
 *
 * The nonce has 13 bytes: source address and frame counter, both little-endian, and security control with the level. A
 * frame counter must never be used twice with one key and source address, nor after a restart of the device. The caller
 * counts what it sends, and accepts a received frame only if its counter is larger than the last one of its sender with
 * this key (vmb_zigbee_parse, before the key is looked up; after vmb_zigbee_unprotect it is authentic).
 *
 * Contract of every function here; the rules that all headers share, in full: vambrace/status.h.
 *
 * - Results: those that a function names; builds for an engine or an AES unit also return VMB_ERR_DEVICE. On
 *   VMB_ERR_LENGTH, VMB_ERR_ARGUMENT, VMB_ERR_STATE and VMB_ERR_COUNTER the frame is unchanged. On VMB_ERR_DEVICE and
 *   VMB_ERR_TAG an encrypted payload is zero, on VMB_ERR_DEVICE also the MIC that would be written; the rest of the
 *   frame is unchanged. At levels 1 to 3 the payload of a frame that is rejected stays in the buffer: do not use it.
 * - Alignment: none; frames whose payload is word-aligned are faster.
 * - Overlap: the frame does not overlap the key object. `source` may be anywhere, also in the frame.
 * - Timing: depends on level, lengths, security control, addresses and whether the MIC matches; not on the bytes of
 *   key, source address, frame counter, other headers, payload or MIC, except that 0xffffffff is refused.
 * - Wiping: as in vambrace/aead.h.
 * - Threads: reentrant; many calls may use one key at the same time.
 * - Standard: Zigbee specification, revision 22 (05-3474-22), sections 4.3.1 (NWK), 4.4.1 (APS), 4.5 (auxiliary header,
 *   levels and nonce) and annex A (CCM*).
 */
#ifndef VAMBRACE_FRAMES_ZIGBEE_H
#define VAMBRACE_FRAMES_ZIGBEE_H

#include "vambrace/aead.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Maximum length of a frame with its MIC, in bytes, as for vambrace/frames/ieee802154.h. Frames of 2.4 GHz PHYs are
 *  shorter. */
#define VMB_ZIGBEE_MAX_BYTES 2045

/** The frame counter that must not be used: a key that has reached it is replaced. */
#define VMB_ZIGBEE_LAST_COUNTER 0xffffffffu

/** Bytes of the MIC of a level; evaluates it once. */
#define VMB_ZIGBEE_MIC_LEN(level) ((2u << ((level) & 3u)) & 28u)

/** Security levels, and a flag. */
enum {
    VMB_ZIGBEE_MIC_32 = 1,          /**< authenticated */
    VMB_ZIGBEE_MIC_64 = 2,          /**< authenticated */
    VMB_ZIGBEE_MIC_128 = 3,         /**< authenticated */
    VMB_ZIGBEE_ENC = 4,             /**< only with the flag: encrypted, not authenticated */
    VMB_ZIGBEE_ENC_MIC_32 = 5,      /**< encrypted and authenticated */
    VMB_ZIGBEE_ENC_MIC_64 = 6,      /**< encrypted and authenticated */
    VMB_ZIGBEE_ENC_MIC_128 = 7,     /**< encrypted and authenticated */
    VMB_ZIGBEE_UNAUTHENTICATED = 16 /**< added to a level, or combined by |: level 4 is accepted too */
};

/** Key identifiers. */
enum {
    VMB_ZIGBEE_LINK_KEY = 0,      /**< of two devices */
    VMB_ZIGBEE_NETWORK_KEY = 1,   /**< the auxiliary header has its key sequence number */
    VMB_ZIGBEE_TRANSPORT_KEY = 2, /**< derived from a link key, for keys that are sent */
    VMB_ZIGBEE_LOAD_KEY = 3       /**< derived from a link key, for link keys that are sent */
};

/** What an auxiliary header states. */
typedef struct {
    uint32_t counter;    /**< frame counter */
    unsigned key;        /**< key identifier, 0 to 3 */
    unsigned sequence;   /**< key sequence number; 0 unless `key` is VMB_ZIGBEE_NETWORK_KEY */
    int has_source;      /**< 1 if the header has the sender's address, otherwise 0 */
    uint8_t source[8];   /**< the address in the byte order of the frame; zero without one */
    size_t payload_at;   /**< bytes of both headers */
} vmb_zigbee_header;

/** Reads the auxiliary header of a frame, which is not verified by that. Contract: top of this file.
 *
 *  @param[out] header  what it states; written on VMB_OK only, and overlaps no other argument
 *  @param[in] frame  the frame; not null
 *  @param len  bytes of the frame, at most VMB_ZIGBEE_MAX_BYTES
 *  @param aux_at  bytes of the layer's header, before the auxiliary one
 *  @return VMB_OK; VMB_ERR_LENGTH: the frame ends before its auxiliary header does, or is too long; or
 *          VMB_ERR_ARGUMENT: null. */
VMB_MUST_CHECK int vmb_zigbee_parse(vmb_zigbee_header *header, const uint8_t *frame, size_t len, size_t aux_at);

/** Protects a frame to be sent: encrypts its payload in place, writes its MIC after it, and sets the level bits of its
 *  security control to 0. Contract: top of this file.
 *
 *  @param[in] key  a key object, initialised with the 16 bytes of the frame's key
 *  @param level  1 to 7, with or without the flag
 *  @param[in] source  8 bytes: the sender's address as it is on the air, least significant byte first; null if the
 *                     auxiliary header has it, and only then; not needed after the call
 *  @param[in,out] frame  layer's header, auxiliary header and payload, then room for the MIC; not null. The frame
 *                        counter was never used before with this key and address
 *  @param size  bytes of the buffer: header, payload_len and VMB_ZIGBEE_MIC_LEN(level) or more
 *  @param aux_at  bytes of the layer's header, before the auxiliary one
 *  @param payload_len  bytes of the payload, 0 or more; all together at most VMB_ZIGBEE_MAX_BYTES
 *  @return VMB_OK; VMB_ERR_LENGTH; VMB_ERR_COUNTER: the frame counter is 0xffffffff; VMB_ERR_ARGUMENT: null, an
 *          address twice or not at all, an overlap, or a level that does not exist or needs the flag; or VMB_ERR_STATE
 *          (no key). */
VMB_MUST_CHECK int vmb_zigbee_protect(const vmb_aes128_ccm_key *key, unsigned level, const uint8_t source[8],
                                      uint8_t *frame, size_t size, size_t aux_at, size_t payload_len);

/** Verifies the MIC of a received frame and decrypts its payload in place, which begins at `payload_at` and has
 *  len - payload_at - VMB_ZIGBEE_MIC_LEN(level) bytes. The MIC stays after it. Contract: top of this file.
 *
 *  @param[in] key  a key object, initialised with the 16 bytes of the frame's key
 *  @param level  1 to 7, with or without the flag: the network's, not what the frame says
 *  @param[in] source  8 bytes, as for vmb_zigbee_protect: the sender's address; null if the auxiliary header has it,
 *                     and only then
 *  @param[in,out] frame  both headers, payload and MIC; not null
 *  @param len  bytes of the frame, at most VMB_ZIGBEE_MAX_BYTES
 *  @param aux_at  bytes of the layer's header, before the auxiliary one
 *  @return VMB_OK: the frame is authentic, at levels other than 4. VMB_ERR_TAG: the MIC does not match. VMB_ERR_LENGTH:
 *          the frame is shorter than its headers and MIC, or too long. VMB_ERR_COUNTER: the frame counter is
 *          0xffffffff. VMB_ERR_ARGUMENT: null, an address twice or not at all, an overlap, or a level that does not
 *          exist or needs the flag. Or VMB_ERR_STATE (no key). */
VMB_MUST_CHECK int vmb_zigbee_unprotect(const vmb_aes128_ccm_key *key, unsigned level, const uint8_t source[8],
                                        uint8_t *frame, size_t len, size_t aux_at);

#ifdef __cplusplus
}
#endif

#endif
