/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Security of LoRaWAN 1.0 frames, in place, in the frame's buffer: a payload encrypted by AES-128 with a counter, and a
 * MIC of 4 bytes by AES-128-CMAC. An optional part of the library: a program that does not call it does not link it.
 *
 *     MHDR (1 byte) | DevAddr (4) | FCtrl (1) | FCnt (2) | FOpts (0 to 15) | FPort (1) and FRMPayload, or nothing | MIC
 *
 * This is a data frame. The MIC, by the network session key, authenticates all before it, with direction, device
 * address and the 32 bits of the frame counter, of which the frame has 16. FRMPayload is encrypted with the network
 * session key if FPort is 0, and with the application session key otherwise. The calls read where it begins, and the
 * direction, address and low bits of the counter from the frame.
 *
 * A frame counter must never be used twice with one key and direction, also after a restart of a device that was
 * activated by personalization. The caller counts what it sends, and accepts a received frame only if its counter is
 * larger than the last one; it completes the 16 bits of a received frame to 32. A MIC OF 4 BYTES IS ONE OF 2^32: limit
 * how many frames may fail.
 *
 * Join requests, and join accepts after decryption, have a MIC of their own (vmb_lorawan_join_sign and _verify). A
 * join accept is encrypted by the network with AES decryption, so that a device needs encryption only: see below.
 * LoRaWAN 1.1, whose MIC and keys are different, is not supported.
 *
 * Contract of every function here; the rules that all headers share, in full: vambrace/status.h.
 *
 * - Results: those that a function names; builds for an AES unit or an engine also return VMB_ERR_DEVICE. On
 *   VMB_ERR_LENGTH, VMB_ERR_ARGUMENT, VMB_ERR_STATE, VMB_ERR_COUNTER and VMB_ERR_TAG nothing is written. On
 *   VMB_ERR_DEVICE, FRMPayload and the MIC that would be written are zero, and so is a join accept after its MHDR.
 * - Alignment: none; frames whose payload is word-aligned are faster.
 * - Overlap: the frame overlaps no key object.
 * - Timing: depends on lengths, MHDR, FCtrl, FPort, addresses and whether the MIC matches; not on the bytes of keys,
 *   DevAddr, counter, FOpts, payload or MIC, except that a counter with other low bits than the frame's is refused.
 * - Wiping: as in vambrace/aead.h.
 * - Threads: reentrant; many calls may use one key at the same time.
 * - Standard: LoRaWAN specification 1.0.4, sections 4.3.3 (FRMPayload), 4.4 (MIC) and 6.2 (join); RFC 4493 (AES-CMAC).
 */
#ifndef VAMBRACE_FRAMES_LORAWAN_H
#define VAMBRACE_FRAMES_LORAWAN_H

#include "vambrace/aes.h"
#include "vambrace/mac.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Bytes of the MIC. */
#define VMB_LORAWAN_MIC_LEN 4

/** Maximum length of a frame with its MIC, in bytes. */
#define VMB_LORAWAN_MAX_BYTES 255

/** The last frame counter. */
#define VMB_LORAWAN_LAST_COUNTER 0xffffffffu

/** The keys of a session. The network session key is expanded for both of its uses. */
typedef struct {
    const vmb_aes128_cmac_key *nwk_mac; /**< NwkSKey, for the MIC */
    const vmb_aes128_key *nwk;          /**< NwkSKey, for FRMPayload with FPort 0; null: such frames are refused */
    const vmb_aes128_key *app;          /**< AppSKey, for FRMPayload with FPort 1 to 255; null: such are refused */
} vmb_lorawan_keys;

/** A received data frame that was verified. */
typedef struct {
    size_t payload_at;  /**< where FRMPayload begins, */
    size_t payload_len; /**< and its length; 0 without FRMPayload */
    int port;           /**< FPort; -1 without FPort */
} vmb_lorawan_frame;

/** Protects a data frame to be sent: encrypts FRMPayload in place and writes the MIC after it. Contract: top of this
 *  file.
 *
 *  @param[in] keys  not null
 *  @param counter  the frame counter; its low 16 bits are in the frame
 *  @param[in,out] frame  MHDR to FRMPayload, then room for the MIC; not null
 *  @param size  bytes of the buffer: len + VMB_LORAWAN_MIC_LEN or more
 *  @param len  bytes of MHDR to FRMPayload; with the MIC at most VMB_LORAWAN_MAX_BYTES
 *  @return VMB_OK; VMB_ERR_LENGTH: also, the frame ends before its FOpts do; VMB_ERR_COUNTER: the frame's low bits of
 *          the counter are others; VMB_ERR_ARGUMENT: null, an overlap, no data frame of LoRaWAN 1.0, FPort 0 with
 *          FOpts, or no key for this FPort; or VMB_ERR_STATE (no key). */
VMB_MUST_CHECK int vmb_lorawan_protect(const vmb_lorawan_keys *keys, uint32_t counter, uint8_t *frame, size_t size,
                                       size_t len);

/** Verifies the MIC of a received data frame, and only then decrypts FRMPayload in place. The MIC stays after it.
 *  Contract: top of this file.
 *
 *  @param[in] keys  not null
 *  @param counter  the frame counter; its low 16 bits are in the frame
 *  @param[in,out] frame  MHDR to MIC; not null
 *  @param len  bytes of the frame, at most VMB_LORAWAN_MAX_BYTES
 *  @param[out] result  where its parts are; not null, written on VMB_OK only
 *  @return VMB_OK: the frame is authentic. VMB_ERR_TAG: the MIC does not match. VMB_ERR_LENGTH: also, the frame ends
 *          before its FOpts and MIC do. VMB_ERR_COUNTER: the frame's low bits of the counter are others.
 *          VMB_ERR_ARGUMENT: null, an overlap, no data frame of LoRaWAN 1.0, FPort 0 with FOpts, or no key for this
 *          FPort. Or VMB_ERR_STATE (no key). */
VMB_MUST_CHECK int vmb_lorawan_unprotect(const vmb_lorawan_keys *keys, uint32_t counter, uint8_t *frame, size_t len,
                                         vmb_lorawan_frame *result);

/** Writes the MIC of a join request, or of a join accept before its encryption. Contract: top of this file.
 *
 *  @param[in] app_key  a key object, initialised with the 16 bytes of AppKey
 *  @param[in,out] frame  the message, then room for the MIC; not null
 *  @param size  bytes of the buffer: len + VMB_LORAWAN_MIC_LEN or more
 *  @param len  bytes of the message from MHDR, 1 or more; with the MIC at most VMB_LORAWAN_MAX_BYTES
 *  @return VMB_OK, VMB_ERR_LENGTH, VMB_ERR_ARGUMENT or VMB_ERR_STATE (no key). */
VMB_MUST_CHECK int vmb_lorawan_join_sign(const vmb_aes128_cmac_key *app_key, uint8_t *frame, size_t size, size_t len);

/** Verifies the MIC of a join request, or of a join accept after vmb_lorawan_join_decrypt. Contract: top of this file.
 *
 *  @param[in] app_key  a key object, initialised with the 16 bytes of AppKey
 *  @param[in] frame  the message and its MIC; not null
 *  @param len  bytes of both, 5 or more, at most VMB_LORAWAN_MAX_BYTES
 *  @return VMB_OK: the message is authentic; VMB_ERR_TAG, VMB_ERR_LENGTH, VMB_ERR_ARGUMENT or VMB_ERR_STATE. */
VMB_MUST_CHECK int vmb_lorawan_join_verify(const vmb_aes128_cmac_key *app_key, const uint8_t *frame, size_t len);

/** Decrypts a received join accept in place, with its MIC, which is not verified by that. Contract: top of this file.
 *
 *  @param[in] app_key  a key object, initialised with the 16 bytes of AppKey
 *  @param[in,out] frame  MHDR and the encrypted bytes; not null
 *  @param len  bytes of both: 17 or 33
 *  @return VMB_OK, VMB_ERR_LENGTH, VMB_ERR_ARGUMENT or VMB_ERR_STATE (no key). */
VMB_MUST_CHECK int vmb_lorawan_join_decrypt(const vmb_aes128_key *app_key, uint8_t *frame, size_t len);

#ifdef __cplusplus
}
#endif

#endif
