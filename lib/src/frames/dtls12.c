/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Records of DTLS 1.2 (vambrace/frames/dtls12.h), by any AEAD with a nonce of 12 bytes. Bytes of a record:
 *
 *     0 type | 1 version | 3 epoch | 5 sequence number | 11 length | 13 explicit nonce, if any | content | tag
 */
#include "vambrace/frames/dtls12.h"

#include "common/common.h"

#define VMB_DTLS12_NONCE_LEN 12
#define VMB_DTLS12_EXPLICIT_IV 4 /* bytes of the IV before an explicit nonce */
#define VMB_DTLS12_AD_LEN 13

/* VMB_OK for keys of a cipher suite. */
static int vmb_dtls12_check(const vmb_dtls12_keys *keys, const uint8_t *record)
{
    const vmb_aead *aead;

    if (keys == NULL || record == NULL || keys->aead == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    aead = keys->aead;
    if ((keys->iv_len != VMB_DTLS12_EXPLICIT_IV && keys->iv_len != VMB_DTLS12_NONCE_LEN) ||
        (keys->tag_len != 8 && keys->tag_len != 16) || (aead->tag_lens >> keys->tag_len & 1) == 0 ||
        aead->nonce_least > VMB_DTLS12_NONCE_LEN || aead->nonce_most < VMB_DTLS12_NONCE_LEN) {
        return VMB_ERR_ARGUMENT;
    }
    return VMB_OK;
}

/* The associated data: epoch and sequence number (8 bytes), type, version, length of the content. */
static void vmb_dtls12_ad(uint8_t ad[VMB_DTLS12_AD_LEN], const uint8_t number[8], unsigned type, size_t content_len)
{
    unsigned i;

    for (i = 0; i < 8; i++) {
        ad[i] = number[i];
    }
    ad[8] = (uint8_t)type;
    ad[9] = 0xfe;
    ad[10] = 0xfd;
    ad[11] = (uint8_t)(content_len >> 8);
    ad[12] = (uint8_t)content_len;
}

/* The nonce: the IV, then 8 bytes of the record, or the IV with the number XORed to its last 8 bytes. */
static void vmb_dtls12_nonce(uint8_t nonce[VMB_DTLS12_NONCE_LEN], const vmb_dtls12_keys *keys, const uint8_t last[8])
{
    unsigned i;

    for (i = 0; i < 4; i++) {
        nonce[i] = keys->iv[i];
    }
    for (i = 0; i < 8; i++) {
        nonce[4 + i] = keys->iv_len == VMB_DTLS12_EXPLICIT_IV ? last[i] : (uint8_t)(keys->iv[4 + i] ^ last[i]);
    }
}

int vmb_dtls12_protect(const vmb_dtls12_keys *keys, unsigned type, uint64_t sequence, uint8_t *record, size_t size,
                       size_t content_len, size_t *record_len)
{
    uint8_t nonce[VMB_DTLS12_NONCE_LEN], ad[VMB_DTLS12_AD_LEN], number[8], *content;
    size_t content_at, length;
    unsigned i;
    int status = vmb_dtls12_check(keys, record);

    if (status != VMB_OK) {
        return status;
    }
    if (record_len == NULL || type > 255) {
        return VMB_ERR_ARGUMENT;
    }
    if (sequence > VMB_DTLS12_LAST_SEQUENCE) {
        return VMB_ERR_COUNTER;
    }
    content_at = VMB_DTLS12_CONTENT_AT(keys->iv_len);
    if (content_len > VMB_DTLS12_MAX_CONTENT || content_at + content_len + keys->tag_len > size) {
        return VMB_ERR_LENGTH;
    }
    content = record + content_at;
    number[0] = (uint8_t)(keys->epoch >> 8);
    number[1] = (uint8_t)keys->epoch;
    for (i = 0; i < 6; i++) {
        number[2 + i] = (uint8_t)(sequence >> (40 - 8 * i));
    }
    vmb_dtls12_ad(ad, number, type, content_len);
    vmb_dtls12_nonce(nonce, keys, number);
    status = keys->aead->seal(keys->key, content, content + content_len, keys->tag_len, nonce, sizeof nonce, ad,
                              sizeof ad, content, content_len);
    if (status != VMB_OK) {
        return status;
    }
    length = content_at - VMB_DTLS12_HEADER_LEN + content_len + keys->tag_len;
    for (i = 0; i < 3; i++) {
        record[i] = ad[8 + i];
    }
    for (i = 0; i < 8; i++) {
        record[3 + i] = number[i];
        if (content_at != VMB_DTLS12_HEADER_LEN) {
            record[VMB_DTLS12_HEADER_LEN + i] = number[i];
        }
    }
    record[11] = (uint8_t)(length >> 8);
    record[12] = (uint8_t)length;
    *record_len = VMB_DTLS12_HEADER_LEN + length;
    return VMB_OK;
}

size_t vmb_dtls12_record_len(const uint8_t *record, size_t len)
{
    size_t record_len;

    if (len < VMB_DTLS12_HEADER_LEN) {
        return 0;
    }
    record_len = VMB_DTLS12_HEADER_LEN + ((size_t)record[11] << 8 | record[12]);
    return record_len > len ? 0 : record_len;
}

int vmb_dtls12_unprotect(const vmb_dtls12_keys *keys, vmb_replay_window *window, uint8_t *record, size_t len,
                         vmb_dtls12_record *result)
{
    uint8_t nonce[VMB_DTLS12_NONCE_LEN], ad[VMB_DTLS12_AD_LEN], *content;
    size_t record_len, content_at, content_len;
    uint64_t sequence = 0;
    unsigned i;
    int status = vmb_dtls12_check(keys, record);

    if (status != VMB_OK) {
        return status;
    }
    if (result == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    record_len = vmb_dtls12_record_len(record, len);
    content_at = VMB_DTLS12_CONTENT_AT(keys->iv_len);
    if (record_len < content_at + keys->tag_len) {
        return VMB_ERR_LENGTH;
    }
    content_len = record_len - content_at - keys->tag_len;
    if (content_len > VMB_DTLS12_MAX_CONTENT) {
        return VMB_ERR_LENGTH;
    }
    if (record[1] != 0xfe || record[2] != 0xfd || ((unsigned)record[3] << 8 | record[4]) != keys->epoch) {
        return VMB_ERR_ARGUMENT;
    }
    for (i = 0; i < 6; i++) {
        sequence = sequence << 8 | record[5 + i];
    }
    if (window != NULL && vmb_replay_check(window, sequence) != VMB_OK) {
        return VMB_ERR_COUNTER;
    }
    content = record + content_at;
    vmb_dtls12_ad(ad, record + 3, record[0], content_len);
    vmb_dtls12_nonce(nonce, keys, content_at == VMB_DTLS12_HEADER_LEN ? record + 3 : record + VMB_DTLS12_HEADER_LEN);
    status = keys->aead->open(keys->key, content, content + content_len, keys->tag_len, nonce, sizeof nonce, ad,
                              sizeof ad, content, content_len);
    if (status == VMB_OK && window != NULL) {
        status = vmb_replay_accept(window, sequence);
    }
    if (status != VMB_OK) {
        return status;
    }
    result->sequence = sequence;
    result->content_at = content_at;
    result->content_len = content_len;
    result->record_len = record_len;
    result->type = record[0];
    return VMB_OK;
}
