/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Encryption of the link layer of Bluetooth Low Energy: AES-128-CCM, in place, in the buffer of a data channel PDU. An
 * optional part of the library: a program that does not call it does not link it.
 *
 * A PDU is given as it is on the air, in one piece, without access address and CRC:
 *
 *     header | payload | MIC
 *
 * The header has 2 bytes, or 3 if its CP bit (0x20 of the first byte) is set: then CTEInfo is its third. Its second
 * byte is the length: of the payload before protection, of payload and MIC, which has 4 bytes, after it. Both calls
 * change that byte on VMB_OK. Of the header, the first byte is authenticated without NESN, SN and MD (mask 0xe3), which
 * change when a PDU is sent again; length and CTEInfo are not authenticated.
 *
 * The nonce has 13 bytes: packet counter (39 bits, little-endian) with the direction as its 40th bit, then the
 * initialization vector. The caller counts: in each direction the first encrypted PDU has the counter 0, each new one
 * the next; a PDU that is sent again, with the same bytes, keeps its own. A key and initialization vector never see
 * the same counter and direction with two different PDUs.
 *
 * PDUs without payload are never encrypted: both calls refuse them with VMB_ERR_LENGTH, and the caller handles them
 * before, without counting them. A received PDU that is shorter than a payload of 1 byte and a MIC ends the connection,
 * as one with a wrong MIC does. PDUs of isochronous channels, which have another mask and counter, are not supported.
 *
 * Contract of every function here; the rules that all headers share, in full: vambrace/status.h.
 *
 * - Results: those that a function names; builds for an engine or an AES unit also return VMB_ERR_DEVICE. On
 *   VMB_ERR_LENGTH, VMB_ERR_ARGUMENT, VMB_ERR_STATE and VMB_ERR_COUNTER nothing is written. On VMB_ERR_DEVICE and
 *   VMB_ERR_TAG the payload is zero, on VMB_ERR_DEVICE also the MIC that would be written; the rest of the PDU is
 *   unchanged.
 * - Alignment: none; PDUs whose payload is word-aligned are faster.
 * - Overlap: the PDU does not overlap the key object. `iv` may be anywhere.
 * - Timing: depends on the length and CP bit in the header, on addresses and on whether the MIC matches; not on the
 *   bytes of key, `iv`, counter, payload or MIC, except that a counter of more than 39 bits is refused.
 * - Wiping: as in vambrace/aead.h.
 * - Threads: reentrant; many calls may use one key at the same time.
 * - Standard: Bluetooth Core Specification 5.4, volume 6, part B, section 2.4 (PDU) and part E, sections 1 (CCM) and 2
 *   (nonce).
 */
#ifndef VAMBRACE_FRAMES_BLE_H
#define VAMBRACE_FRAMES_BLE_H

#include "vambrace/aead.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Bytes of the MIC. */
#define VMB_BLE_MIC_LEN 4

/** Maximum length of a payload without its MIC, in bytes; the length byte of a PDU on the air is at most 255. */
#define VMB_BLE_MAX_PAYLOAD 251

/** The last packet counter that may be used, 2^39 - 1. */
#define VMB_BLE_LAST_COUNTER 0x7fffffffffu

/** Who sends a PDU. */
enum {
    VMB_BLE_FROM_PERIPHERAL = 0, /**< from peripheral to central */
    VMB_BLE_FROM_CENTRAL = 1     /**< from central to peripheral */
};

/** Protects a PDU to be sent: encrypts its payload in place, writes its MIC after it, and adds 4 to its length byte.
 *  Contract: top of this file.
 *
 *  @param[in] key  a key object, initialised with the 16 bytes of the session key, most significant byte first
 *  @param[in] iv  8 bytes, not null: the central's IVm (4 bytes), then the peripheral's IVs, as they are on the air in
 *                 LL_ENC_REQ and LL_ENC_RSP; not needed after the call
 *  @param direction  VMB_BLE_FROM_PERIPHERAL or VMB_BLE_FROM_CENTRAL: this device's role
 *  @param counter  the packet counter, 0 to VMB_BLE_LAST_COUNTER
 *  @param[in,out] pdu  header and payload, then room for the MIC; not null
 *  @param size  bytes of the buffer: those of header, payload and MIC, or more
 *  @return VMB_OK; VMB_ERR_LENGTH: the length byte is 0 or more than 251, or the buffer is too short; VMB_ERR_COUNTER:
 *          `counter` has more than 39 bits; VMB_ERR_ARGUMENT: null, an overlap, or another direction; or VMB_ERR_STATE
 *          (no key). */
VMB_MUST_CHECK int vmb_ble_protect(const vmb_aes128_ccm_key *key, const uint8_t iv[8], unsigned direction,
                                   uint64_t counter, uint8_t *pdu, size_t size);

/** Verifies the MIC of a received PDU, decrypts its payload in place, and subtracts 4 from its length byte. The MIC
 *  stays after the payload. Contract: top of this file.
 *
 *  @param[in] key  a key object, initialised with the 16 bytes of the session key, most significant byte first
 *  @param[in] iv  8 bytes, not null, as for vmb_ble_protect
 *  @param direction  VMB_BLE_FROM_PERIPHERAL or VMB_BLE_FROM_CENTRAL: the sender's role
 *  @param counter  the packet counter, 0 to VMB_BLE_LAST_COUNTER
 *  @param[in,out] pdu  header, payload and MIC; not null
 *  @param len  bytes of the PDU: exactly those of its header and what its length byte says
 *  @return VMB_OK: the PDU is authentic. VMB_ERR_TAG: the MIC does not match. VMB_ERR_LENGTH: there is no payload with
 *          a MIC, or `len` is not the length of the PDU. VMB_ERR_COUNTER: `counter` has more than 39 bits.
 *          VMB_ERR_ARGUMENT: null, an overlap, or another direction. Or VMB_ERR_STATE (no key). */
VMB_MUST_CHECK int vmb_ble_unprotect(const vmb_aes128_ccm_key *key, const uint8_t iv[8], unsigned direction,
                                     uint64_t counter, uint8_t *pdu, size_t len);

#ifdef __cplusplus
}
#endif

#endif
