/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Frames of LoRaWAN 1.0 (vambrace/frames/lorawan.h), by AES-128-CTR and AES-128-CMAC. Both begin with a block of the
 * same form:
 *
 *     kind (49 or 01) | 0 (4 bytes) | direction | DevAddr (4) | frame counter (4, little-endian) | 0 | last byte
 *
 * The keystream of FRMPayload are the encrypted blocks of kind 01 whose last byte counts from 1: a big-endian counter
 * that never carries, because a payload has at most 16 blocks. The MIC is that of a block of kind 49, whose last byte
 * is the frame's length, and the frame.
 */
#include "vambrace/frames/lorawan.h"

#include "common/common.h"

#define VMB_LORAWAN_KIND_MIC 0x49u
#define VMB_LORAWAN_KIND_PAYLOAD 0x01u
#define VMB_LORAWAN_HEADER_LEN 8u /* MHDR to FCnt */

/* Fields of a data frame. */
#define VMB_LORAWAN_TYPE(mhdr) ((unsigned)(mhdr) >> 5)
#define VMB_LORAWAN_MAJOR 0x03u
#define VMB_LORAWAN_FIRST_DATA 2u /* unconfirmed up, unconfirmed down, confirmed up, confirmed down */
#define VMB_LORAWAN_LAST_DATA 5u
#define VMB_LORAWAN_OPTS_LEN 0x0fu

static void vmb_lorawan_block(uint8_t block[16], unsigned kind, const uint8_t *frame, uint32_t counter, size_t last)
{
    unsigned i;

    for (i = 0; i < 16; i++) {
        block[i] = 0;
    }
    block[0] = (uint8_t)kind;
    block[5] = (uint8_t)(VMB_LORAWAN_TYPE(frame[0]) & 1u); /* 0: from the device */
    for (i = 0; i < 4; i++) {
        block[6 + i] = frame[1 + i];
    }
    vmb_store32_le(block + 10, counter);
    block[15] = (uint8_t)last;
}

/* The parts of a frame of len bytes without its MIC, and the key of its payload. */
static int vmb_lorawan_split(const vmb_lorawan_keys *keys, uint32_t counter, const uint8_t *frame, size_t len,
                             vmb_lorawan_frame *parts, const vmb_aes128_key **key)
{
    unsigned opts_len;

    if (len < VMB_LORAWAN_HEADER_LEN) {
        return VMB_ERR_LENGTH;
    }
    if (VMB_LORAWAN_TYPE(frame[0]) < VMB_LORAWAN_FIRST_DATA || VMB_LORAWAN_TYPE(frame[0]) > VMB_LORAWAN_LAST_DATA ||
        (frame[0] & VMB_LORAWAN_MAJOR) != 0) {
        return VMB_ERR_ARGUMENT;
    }
    opts_len = frame[5] & VMB_LORAWAN_OPTS_LEN;
    if (len - VMB_LORAWAN_HEADER_LEN < opts_len) {
        return VMB_ERR_LENGTH;
    }
    if (VMB_OVERLAP(frame, len + VMB_LORAWAN_MIC_LEN, keys->nwk_mac, sizeof *keys->nwk_mac)) {
        return VMB_ERR_ARGUMENT;
    }
    if (frame[6] != (uint8_t)counter || frame[7] != (uint8_t)(counter >> 8)) {
        return VMB_ERR_COUNTER;
    }
    parts->payload_at = VMB_LORAWAN_HEADER_LEN + opts_len;
    parts->payload_len = 0;
    parts->port = -1;
    *key = NULL;
    if (parts->payload_at < len) {
        parts->port = frame[parts->payload_at++];
        parts->payload_len = len - parts->payload_at;
        *key = parts->port == 0 ? keys->nwk : keys->app;
        if ((parts->payload_len != 0 && *key == NULL) || (parts->port == 0 && opts_len != 0)) {
            return VMB_ERR_ARGUMENT;
        }
    }
    return VMB_OK;
}

/* Encrypts or decrypts a payload, which may be empty. */
static int vmb_lorawan_crypt(const vmb_aes128_key *key, uint32_t counter, uint8_t *frame,
                             const vmb_lorawan_frame *parts)
{
    uint8_t block[16], *payload = frame + parts->payload_at;

    if (parts->payload_len == 0) {
        return VMB_OK;
    }
    vmb_lorawan_block(block, VMB_LORAWAN_KIND_PAYLOAD, frame, counter, 1);
    return vmb_aes128_ctr(key, block, payload, payload, parts->payload_len);
}

/* Takes all bytes of a frame into a MIC that was started. */
static int vmb_lorawan_authenticate(vmb_aes128_cmac_stream *s, uint32_t counter, const uint8_t *frame, size_t len)
{
    uint8_t block[16];
    int status;

    vmb_lorawan_block(block, VMB_LORAWAN_KIND_MIC, frame, counter, len);
    status = vmb_aes128_cmac_update(s, block, sizeof block);
    if (status == VMB_OK) {
        status = vmb_aes128_cmac_update(s, frame, len);
    }
    return status;
}

int vmb_lorawan_protect(const vmb_lorawan_keys *keys, uint32_t counter, uint8_t *frame, size_t size, size_t len)
{
    vmb_aes128_cmac_stream s;
    vmb_lorawan_frame parts;
    const vmb_aes128_key *key;
    int status;

    if (keys == NULL || frame == NULL || keys->nwk_mac == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    if (len > VMB_LORAWAN_MAX_BYTES - VMB_LORAWAN_MIC_LEN || len + VMB_LORAWAN_MIC_LEN > size) {
        return VMB_ERR_LENGTH;
    }
    status = vmb_lorawan_split(keys, counter, frame, len, &parts, &key);
    if (status != VMB_OK) {
        return status;
    }
    status = vmb_aes128_cmac_start(&s, keys->nwk_mac);
    if (status == VMB_OK) {
        status = vmb_lorawan_crypt(key, counter, frame, &parts);
    }
    if (status == VMB_OK) {
        status = vmb_lorawan_authenticate(&s, counter, frame, len);
    }
    if (status == VMB_OK) {
        status = vmb_aes128_cmac_finish(&s, frame + len, VMB_LORAWAN_MIC_LEN);
    }
    if (status != VMB_OK) {
        vmb_aes128_cmac_abort(&s);
    }
    if (status == VMB_ERR_DEVICE) {
        vmb_wipe(frame + parts.payload_at, parts.payload_len + VMB_LORAWAN_MIC_LEN);
    }
    return status;
}

int vmb_lorawan_unprotect(const vmb_lorawan_keys *keys, uint32_t counter, uint8_t *frame, size_t len,
                          vmb_lorawan_frame *result)
{
    vmb_aes128_cmac_stream s;
    vmb_lorawan_frame parts;
    const vmb_aes128_key *key;
    int status;

    if (keys == NULL || frame == NULL || keys->nwk_mac == NULL || result == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    if (len > VMB_LORAWAN_MAX_BYTES || len < VMB_LORAWAN_MIC_LEN) {
        return VMB_ERR_LENGTH;
    }
    len -= VMB_LORAWAN_MIC_LEN;
    status = vmb_lorawan_split(keys, counter, frame, len, &parts, &key);
    if (status != VMB_OK) {
        return status;
    }
    status = vmb_aes128_cmac_start(&s, keys->nwk_mac);
    if (status == VMB_OK) {
        status = vmb_lorawan_authenticate(&s, counter, frame, len);
    }
    if (status == VMB_OK) {
        status = vmb_aes128_cmac_verify_finish(&s, frame + len, VMB_LORAWAN_MIC_LEN);
    }
    vmb_aes128_cmac_abort(&s);
    if (status == VMB_OK) {
        status = vmb_lorawan_crypt(key, counter, frame, &parts);
    }
    if (status == VMB_ERR_DEVICE) {
        vmb_wipe(frame + parts.payload_at, parts.payload_len);
    }
    if (status == VMB_OK) {
        *result = parts;
    }
    return status;
}

int vmb_lorawan_join_sign(const vmb_aes128_cmac_key *app_key, uint8_t *frame, size_t size, size_t len)
{
    if (len == 0 || len > VMB_LORAWAN_MAX_BYTES - VMB_LORAWAN_MIC_LEN || len + VMB_LORAWAN_MIC_LEN > size) {
        return VMB_ERR_LENGTH;
    }
    if (frame == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    return vmb_aes128_cmac_compute(app_key, frame + len, VMB_LORAWAN_MIC_LEN, frame, len);
}

int vmb_lorawan_join_verify(const vmb_aes128_cmac_key *app_key, const uint8_t *frame, size_t len)
{
    if (len <= VMB_LORAWAN_MIC_LEN || len > VMB_LORAWAN_MAX_BYTES) {
        return VMB_ERR_LENGTH;
    }
    if (frame == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    len -= VMB_LORAWAN_MIC_LEN;
    return vmb_aes128_cmac_verify(app_key, frame + len, VMB_LORAWAN_MIC_LEN, frame, len);
}

int vmb_lorawan_join_decrypt(const vmb_aes128_key *app_key, uint8_t *frame, size_t len)
{
    if (len != 17 && len != 33) {
        return VMB_ERR_LENGTH;
    }
    if (frame == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    return vmb_aes128_ecb_encrypt(app_key, frame + 1, frame + 1, len - 1);
}
