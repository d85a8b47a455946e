/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * IEEE 802.15.4 frames (vambrace/frames/ieee802154.h), by AES-128-CCM. CCM* of the standard is CCM with the additional
 * case of no tag. The keystream of the message does not depend on the tag's length, so at this level both directions
 * are a seal whose tag is dropped: one key object and no further code.
 */
#include "vambrace/frames/ieee802154.h"

#include "common/common.h"

#define VMB_IEEE802154_NONCE_LEN 13

/* A frame as CCM processes it. */
typedef struct {
    size_t ad_len;   /* bytes that are authenticated only, from the frame's first */
    size_t text_len; /* bytes after them, encrypted or decrypted */
    size_t mic_len;
    uint8_t nonce[VMB_IEEE802154_NONCE_LEN];
} vmb_ieee802154_parts;

/* The parts of a frame of len bytes including its MIC, or why it has none; level 0 has no nonce. */
static int vmb_ieee802154_split(vmb_ieee802154_parts *p, unsigned level, const uint8_t *source, uint32_t counter,
                                const uint8_t *frame, size_t len, size_t header_len)
{
    unsigned plain_level = level & ~(unsigned)VMB_IEEE802154_UNAUTHENTICATED;
    unsigned i;

    p->mic_len = VMB_IEEE802154_MIC_LEN(level);
    if (len > VMB_IEEE802154_MAX_BYTES || header_len > len || len - header_len < p->mic_len) {
        return VMB_ERR_LENGTH;
    }
    if (frame == NULL || plain_level > 7 || (p->mic_len == 0 && plain_level == level)) {
        return VMB_ERR_ARGUMENT;
    }
    p->ad_len = header_len;
    p->text_len = len - header_len - p->mic_len;
    if (plain_level < VMB_IEEE802154_ENC) {
        p->ad_len += p->text_len;
        p->text_len = 0;
    }
    if (plain_level == VMB_IEEE802154_NONE) {
        return VMB_OK;
    }
    if (source == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    if (counter == VMB_IEEE802154_LAST_COUNTER) {
        return VMB_ERR_COUNTER;
    }
    for (i = 0; i < 8; i++) {
        p->nonce[i] = source[i];
    }
    for (i = 0; i < 4; i++) {
        p->nonce[8 + i] = (uint8_t)(counter >> (24 - 8 * i));
    }
    p->nonce[12] = (uint8_t)plain_level;
    return VMB_OK;
}

/* Levels without a MIC: both directions. */
static int vmb_ieee802154_without_mic(const vmb_aes128_ccm_key *key, const vmb_ieee802154_parts *p, unsigned level,
                                      uint8_t *text)
{
    uint8_t dropped[4];
    int status;

    if ((level & VMB_IEEE802154_ENC) == 0) {
        return VMB_OK;
    }
    status = vmb_aes128_ccm_seal(key, text, dropped, sizeof dropped, p->nonce, sizeof p->nonce, NULL, 0, text,
                                 p->text_len);
    vmb_wipe(dropped, sizeof dropped);
    return status;
}

int vmb_ieee802154_protect(const vmb_aes128_ccm_key *key, unsigned level, const uint8_t source[8], uint32_t counter,
                           uint8_t *frame, size_t size, size_t header_len, size_t payload_len)
{
    vmb_ieee802154_parts p;
    uint8_t *text;
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
    if (status != VMB_OK) {
        return status;
    }
    text = frame + p.ad_len;
    if (p.mic_len == 0) {
        return vmb_ieee802154_without_mic(key, &p, level, text);
    }
    return vmb_aes128_ccm_seal(key, text, text + p.text_len, p.mic_len, p.nonce, sizeof p.nonce, frame, p.ad_len, text,
                               p.text_len);
}

int vmb_ieee802154_unprotect(const vmb_aes128_ccm_key *key, unsigned level, const uint8_t source[8], uint32_t counter,
                             uint8_t *frame, size_t len, size_t header_len)
{
    vmb_ieee802154_parts p;
    uint8_t *text;
    int status = vmb_ieee802154_split(&p, level, source, counter, frame, len, header_len);

    if (status != VMB_OK) {
        return status;
    }
    text = frame + p.ad_len;
    if (p.mic_len == 0) {
        return vmb_ieee802154_without_mic(key, &p, level, text);
    }
    return vmb_aes128_ccm_open(key, text, text + p.text_len, p.mic_len, p.nonce, sizeof p.nonce, frame, p.ad_len, text,
                               p.text_len);
}
