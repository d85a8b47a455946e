/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Level 4 of IEEE 802.15.4 frames (vambrace/frames/ieee802154.h) by CCM* without a tag. In a file of its own: programs
 * without this call do not link that.
 */
#include "common/common.h"
#include "frames/ieee802154_nonce.h"
#include "vambrace/frames/ieee802154.h"

int vmb_ieee802154_crypt(const vmb_aes128_ccm_key *key, const uint8_t source[8], uint32_t counter, uint8_t *frame,
                         size_t len, size_t header_len)
{
    uint8_t nonce[13];

    if (len > VMB_IEEE802154_MAX_BYTES || header_len > len) {
        return VMB_ERR_LENGTH;
    }
    if (frame == NULL || source == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    if (counter == VMB_IEEE802154_LAST_COUNTER) {
        return VMB_ERR_COUNTER;
    }
    vmb_ieee802154_nonce(nonce, source, counter, VMB_IEEE802154_ENC);
    return vmb_aes128_ccm_no_tag(key, frame + header_len, nonce, sizeof nonce, frame + header_len, len - header_len);
}
