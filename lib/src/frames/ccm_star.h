/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * A frame that CCM* protects, as IEEE 802.15.4 and Zigbee do (IEEE 802.15.4-2020, section 9.3; Zigbee specification,
 * annex A): CCM with the additional case of no tag. Internal contract.
 */
#ifndef VMB_CCM_STAR_H
#define VMB_CCM_STAR_H

#include "vambrace/aead.h"

#define VMB_CCM_STAR_NONCE_LEN 13

/** Bytes of the tag of a security level, 0 to 7. */
#define VMB_CCM_STAR_MIC_LEN(level) ((2u << ((level) & 3u)) & 28u)

/** From this level the payload is encrypted. */
#define VMB_CCM_STAR_ENC 4u

/** A frame as CCM processes it. */
typedef struct {
    size_t ad_len;   /**< bytes that are authenticated only, from the frame's first */
    size_t text_len; /**< bytes after them, encrypted or decrypted */
    size_t mic_len;
    uint8_t nonce[VMB_CCM_STAR_NONCE_LEN];
} vmb_ccm_star_parts;

/** Sets the lengths for a frame of len bytes, of which the first header_len are always authenticated only, and the last
 *  are the MIC of this level: there is room for both. */
void vmb_ccm_star_split(vmb_ccm_star_parts *p, unsigned level, size_t len, size_t header_len);

/** Seals or, if `opening`, opens a frame in place. Returns what the calls of AES-CCM do. A frame with neither text nor
 *  MIC is not even looked at. */
int vmb_ccm_star_run(const vmb_aes128_ccm_key *key, const vmb_ccm_star_parts *p, uint8_t *frame, int opening);

#endif
