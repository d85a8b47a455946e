/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Frames of Zigbee (vambrace/frames/zigbee.h), by CCM*. The level is in the security control only while a call
 * computes.
 */
#include "vambrace/frames/zigbee.h"

#include "common/common.h"
#include "frames/ccm_star.h"

/* Bits of the security control. */
#define VMB_ZIGBEE_LEVEL 7u
#define VMB_ZIGBEE_EXTENDED 0x20u

int vmb_zigbee_parse(vmb_zigbee_header *header, const uint8_t *frame, size_t len, size_t aux_at)
{
    const uint8_t *aux;
    size_t left, aux_len;
    unsigned key, i;
    int extended;

    if (header == NULL || frame == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    if (len > VMB_ZIGBEE_MAX_BYTES || aux_at >= len) {
        return VMB_ERR_LENGTH;
    }
    aux = frame + aux_at;
    left = len - aux_at;
    key = aux[0] >> 3 & 3u;
    extended = (aux[0] & VMB_ZIGBEE_EXTENDED) != 0;
    aux_len = 5u + (extended ? 8u : 0u) + (key == VMB_ZIGBEE_NETWORK_KEY ? 1u : 0u);
    if (left < aux_len) {
        return VMB_ERR_LENGTH;
    }
    header->counter = vmb_load32_le(aux + 1);
    header->key = key;
    header->sequence = key == VMB_ZIGBEE_NETWORK_KEY ? aux[aux_len - 1] : 0;
    header->has_source = extended;
    for (i = 0; i < 8; i++) {
        header->source[i] = extended ? aux[5 + i] : 0;
    }
    header->payload_at = aux_at + aux_len;
    return VMB_OK;
}

/* Protects, or if `opening` unprotects, a frame of len bytes with its MIC. */
static int vmb_zigbee_run(const vmb_aes128_ccm_key *key, unsigned level, const uint8_t *source, uint8_t *frame,
                          size_t len, size_t aux_at, const vmb_zigbee_header *header, int opening)
{
    unsigned plain_level = level & ~(unsigned)VMB_ZIGBEE_UNAUTHENTICATED;
    vmb_ccm_star_parts p;
    unsigned i;
    uint8_t control;
    int status;

    if (plain_level - 1 > 6 || (plain_level == VMB_ZIGBEE_ENC && level == plain_level) ||
        (source != NULL) == header->has_source) {
        return VMB_ERR_ARGUMENT;
    }
    if (header->counter == VMB_ZIGBEE_LAST_COUNTER) {
        return VMB_ERR_COUNTER;
    }
    if (key == NULL || VMB_OVERLAP(key, sizeof *key, frame, len)) {
        return VMB_ERR_ARGUMENT;
    }
    vmb_ccm_star_split(&p, plain_level, len, header->payload_at);
    control = frame[aux_at];
    for (i = 0; i < 8; i++) {
        p.nonce[i] = source != NULL ? source[i] : header->source[i];
    }
    vmb_store32_le(p.nonce + 8, header->counter);
    p.nonce[12] = (uint8_t)((control & ~VMB_ZIGBEE_LEVEL) | plain_level);
    frame[aux_at] = p.nonce[12];
    status = vmb_ccm_star_run(key, &p, frame, opening);
    frame[aux_at] = status == VMB_OK && !opening ? (uint8_t)(control & ~VMB_ZIGBEE_LEVEL) : control;
    return status;
}

int vmb_zigbee_protect(const vmb_aes128_ccm_key *key, unsigned level, const uint8_t source[8], uint8_t *frame,
                       size_t size, size_t aux_at, size_t payload_len)
{
    vmb_zigbee_header header;
    size_t len;
    int status = vmb_zigbee_parse(&header, frame, size > VMB_ZIGBEE_MAX_BYTES ? VMB_ZIGBEE_MAX_BYTES : size, aux_at);

    if (status != VMB_OK) {
        return status;
    }
    if (payload_len > VMB_ZIGBEE_MAX_BYTES) {
        return VMB_ERR_LENGTH;
    }
    len = header.payload_at + payload_len + VMB_ZIGBEE_MIC_LEN(level);
    if (len > size || len > VMB_ZIGBEE_MAX_BYTES) {
        return VMB_ERR_LENGTH;
    }
    return vmb_zigbee_run(key, level, source, frame, len, aux_at, &header, 0);
}

int vmb_zigbee_unprotect(const vmb_aes128_ccm_key *key, unsigned level, const uint8_t source[8], uint8_t *frame,
                         size_t len, size_t aux_at)
{
    vmb_zigbee_header header;
    int status = vmb_zigbee_parse(&header, frame, len, aux_at);

    if (status != VMB_OK) {
        return status;
    }
    if (len - header.payload_at < VMB_ZIGBEE_MIC_LEN(level)) {
        return VMB_ERR_LENGTH;
    }
    return vmb_zigbee_run(key, level, source, frame, len, aux_at, &header, 1);
}
