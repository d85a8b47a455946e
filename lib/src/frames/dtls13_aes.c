/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Masks of sequence numbers of DTLS 1.3 by AES (RFC 9147, section 4.2.3).
 */
#include "vambrace/frames/dtls13.h"

#include "common/common.h"

int vmb_dtls13_mask_aes128(const void *sn_key, uint8_t mask[16], const uint8_t sample[16])
{
    return vmb_aes128_ecb_encrypt((const vmb_aes128_key *)sn_key, mask, sample, 16);
}

int vmb_dtls13_mask_aes256(const void *sn_key, uint8_t mask[16], const uint8_t sample[16])
{
    return vmb_aes256_ecb_encrypt((const vmb_aes256_key *)sn_key, mask, sample, 16);
}
