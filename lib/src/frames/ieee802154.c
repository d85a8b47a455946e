/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * IEEE 802.15.4 frames (vambrace/frames/ieee802154.h), by CCM*.
 */
#include "vambrace/frames/ieee802154.h"

#include "common/common.h"
#include "frames/ccm_star.h"
#include "frames/ieee802154_nonce.h"

/* The parts of a frame of len bytes including its MIC, or why it has none; level 0 has no nonce. */
static int vmb_ieee802154_split(vmb_ccm_star_parts *p, unsigned level, const uint8_t *source, uint32_t counter,
                                const uint8_t *frame, size_t len, size_t header_len)
{
    unsigned plain_level = level & ~(unsigned)VMB_IEEE802154_UNAUTHENTICATED;
    size_t mic_len = VMB_IEEE802154_MIC_LEN(level);

    if (len > VMB_IEEE802154_MAX_BYTES || header_len > len || len - header_len < mic_len) {
        return VMB_ERR_LENGTH;
    }
    if (frame == NULL || plain_level > 7 || (mic_len == 0 && plain_level == level)) {
        return VMB_ERR_ARGUMENT;
    }
    vmb_ccm_star_split(p, plain_level, len, header_len);
    if (plain_level == VMB_IEEE802154_NONE) {
        return VMB_OK;
    }
    if (source == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    if (counter == VMB_IEEE802154_LAST_COUNTER) {
        return VMB_ERR_COUNTER;
    }
    vmb_ieee802154_nonce(p->nonce, source, counter, plain_level);
    return VMB_OK;
}

/* Protects or, if `opening`, unprotects. */
static int vmb_ieee802154_run(const vmb_aes128_ccm_key *key, const vmb_ccm_star_parts *p, unsigned level,
                              uint8_t *frame, int opening)
{
    int secured = (level & ~(unsigned)VMB_IEEE802154_UNAUTHENTICATED) != VMB_IEEE802154_NONE;

    return secured ? vmb_ccm_star_run(key, p, frame, opening) : VMB_OK;
}

int vmb_ieee802154_protect(const vmb_aes128_ccm_key *key, unsigned level, const uint8_t source[8], uint32_t counter,
                           uint8_t *frame, size_t size, size_t header_len, size_t payload_len)
{
    vmb_ccm_star_parts p;
    size_t len;
    int status;

    if (header_len > VMB_IEEE802154_MAX_BYTES || payload_len > VMB_IEEE802154_MAX_BYTES) {
        return VMB_ERR_LENGTH;
    }
    len = header_len + payload_len + VMB_IEEE802154_MIC_LEN(level);
    if (len > size) {
        return VMB_ERR_LENGTH;
    }
    status = vmb_ieee802154_split(&p, level, source, counter, frame, len, header_len);
    return status != VMB_OK ? status : vmb_ieee802154_run(key, &p, level, frame, 0);
}

int vmb_ieee802154_unprotect(const vmb_aes128_ccm_key *key, unsigned level, const uint8_t source[8], uint32_t counter,
                             uint8_t *frame, size_t len, size_t header_len)
{
    vmb_ccm_star_parts p;
    int status = vmb_ieee802154_split(&p, level, source, counter, frame, len, header_len);

    return status != VMB_OK ? status : vmb_ieee802154_run(key, &p, level, frame, 1);
}
