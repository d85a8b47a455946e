/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * What software and engines share for CCM* without a tag (IEEE 802.15.4, section 9.3): AES-CTR from the counter block 1
 * of NIST SP 800-38C, section A.3.
 */
#ifndef VMB_CCM_NO_TAG_H
#define VMB_CCM_NO_TAG_H

#include "aes/modes/ccm_run.h"
#include "common/common.h"

/** The arguments, as one-shot calls check them. */
VMB_INLINE int vmb_ccm_no_tag_check(const uint32_t *key, unsigned rounds, const uint8_t *out, const uint8_t *nonce,
                                    size_t nonce_len, const uint8_t *in, size_t len)
{
    size_t bits = 8 * (15 - nonce_len); /* of the message's length: 16 to 64 */

    if (nonce_len - 7 > 6 || len > VMB_MAX_BYTES || (bits < 32 && len >> bits != 0)) {
        return VMB_ERR_LENGTH;
    }
    if (key == NULL || nonce == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    if (len != 0 && (in == NULL || out == NULL || VMB_OVERLAP(out, len, key, VMB_CCM_KEY_SIZE(rounds)) ||
                     VMB_OVERLAP(out, len, nonce, nonce_len) || (out != in && VMB_OVERLAP(out, len, in, len)))) {
        return VMB_ERR_ARGUMENT;
    }
    return vmb_is_unready(key, VMB_CCM_KEY_SIZE(rounds), VMB_MARK_CCM) ? VMB_ERR_STATE : VMB_OK;
}

/** Counter block 1: L - 1, the nonce, and 1 in the other L bytes. */
VMB_INLINE void vmb_ccm_no_tag_block(uint8_t block[16], const uint8_t *nonce, size_t nonce_len)
{
    size_t i;

    block[0] = (uint8_t)(14 - nonce_len);
    for (i = 0; i < 14; i++) {
        block[1 + i] = i < nonce_len ? nonce[i] : 0;
    }
    block[15] = 1;
}

#endif
