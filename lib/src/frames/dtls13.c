/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Records of DTLS 1.3 (vambrace/frames/dtls13.h), by any AEAD with a nonce of 12 bytes. The header that is
 * authenticated, with the sequence number before its encryption, is a copy: that of a received record never changes.
 */
#include "vambrace/frames/dtls13.h"

#include "common/common.h"

#define VMB_DTLS13_NONCE_LEN 12
#define VMB_DTLS13_SAMPLE_LEN 16u
#define VMB_DTLS13_MAX_HEADER (2 + VMB_DTLS13_MAX_CID + 3)
/* Content type and padding of a record without content, if the tag has 8 bytes. */
#define VMB_DTLS13_MAX_END 8

/* First byte of a unified header. */
#define VMB_DTLS13_FIXED 0x20u
#define VMB_DTLS13_FIXED_BITS 0xe0u
#define VMB_DTLS13_CID 0x10u
#define VMB_DTLS13_EPOCH 0x03u

/* VMB_OK for keys of a cipher suite. */
static int vmb_dtls13_check(const vmb_dtls13_keys *keys, const uint8_t *record)
{
    const vmb_aead *aead;

    if (keys == NULL || record == NULL || keys->aead == NULL || keys->mask == NULL || keys->sn_key == NULL ||
        keys->cid_len > VMB_DTLS13_MAX_CID || (keys->cid_len != 0 && keys->cid == NULL)) {
        return VMB_ERR_ARGUMENT;
    }
    aead = keys->aead;
    if ((keys->tag_len != 8 && keys->tag_len != 16) || (aead->tag_lens >> keys->tag_len & 1) == 0 ||
        aead->nonce_least > VMB_DTLS13_NONCE_LEN || aead->nonce_most < VMB_DTLS13_NONCE_LEN) {
        return VMB_ERR_ARGUMENT;
    }
    return VMB_OK;
}

static void vmb_dtls13_nonce(uint8_t nonce[VMB_DTLS13_NONCE_LEN], const vmb_dtls13_keys *keys, uint64_t sequence)
{
    unsigned i;

    for (i = 0; i < VMB_DTLS13_NONCE_LEN; i++) {
        nonce[i] = (uint8_t)(keys->iv[i] ^ (i < 4 ? 0u : (uint8_t)(sequence >> (88 - 8 * i))));
    }
}

/* Where the sequence number of a header begins, and its bytes. */
static size_t vmb_dtls13_sequence_at(const vmb_dtls13_keys *keys)
{
    return 1u + keys->cid_len;
}

static unsigned vmb_dtls13_sequence_len(unsigned first)
{
    return (first & VMB_DTLS13_SEQUENCE_16) != 0 ? 2 : 1;
}

/* Encrypts or decrypts the sequence number of a header of a copy. */
static int vmb_dtls13_hide(const vmb_dtls13_keys *keys, uint8_t *copy, const uint8_t *encrypted)
{
    uint8_t mask[VMB_DTLS13_SAMPLE_LEN];
    size_t at = vmb_dtls13_sequence_at(keys);
    int status = keys->mask(keys->sn_key, mask, encrypted);
    unsigned i;

    for (i = 0; status == VMB_OK && i < vmb_dtls13_sequence_len(copy[0]); i++) {
        copy[at + i] = (uint8_t)(copy[at + i] ^ mask[i]);
    }
    vmb_wipe(mask, sizeof mask);
    return status;
}

/* Writes a header before encryption of its number. */
static void vmb_dtls13_header(const vmb_dtls13_keys *keys, uint8_t *copy, unsigned header, uint64_t sequence,
                              size_t encrypted_len)
{
    unsigned i;

    *copy++ = (uint8_t)(VMB_DTLS13_FIXED | (keys->cid_len != 0 ? VMB_DTLS13_CID : 0u) | header |
                        (keys->epoch & VMB_DTLS13_EPOCH));
    for (i = 0; i < keys->cid_len; i++) {
        *copy++ = keys->cid[i];
    }
    if ((header & VMB_DTLS13_SEQUENCE_16) != 0) {
        *copy++ = (uint8_t)(sequence >> 8);
    }
    *copy++ = (uint8_t)sequence;
    if ((header & VMB_DTLS13_LENGTH) != 0) {
        *copy++ = (uint8_t)(encrypted_len >> 8);
        *copy = (uint8_t)encrypted_len;
    }
}

/* Encrypts a checked record; `copy` is its header, which is written with its number encrypted. */
static int vmb_dtls13_seal(const vmb_dtls13_keys *keys, unsigned type, uint64_t sequence, uint8_t *copy,
                           uint8_t *record, size_t content_at, size_t content_len, size_t inner_len)
{
    uint8_t nonce[VMB_DTLS13_NONCE_LEN], before[VMB_DTLS13_MAX_END], *content = record + content_at;
    size_t i, end_len = inner_len - content_len;
    int status;

    for (i = 0; i < end_len; i++) {
        before[i] = content[content_len + i];
        content[content_len + i] = i == 0 ? (uint8_t)type : 0;
    }
    vmb_dtls13_nonce(nonce, keys, sequence);
    status = keys->aead->seal(keys->key, content, content + inner_len, keys->tag_len, nonce, sizeof nonce, copy,
                              content_at, content, inner_len);
    if (status != VMB_OK) {
        for (i = 0; i < end_len && status != VMB_ERR_DEVICE; i++) {
            content[content_len + i] = before[i];
        }
        return status;
    }
    status = vmb_dtls13_hide(keys, copy, content);
    if (status != VMB_OK) {
        vmb_wipe(content, inner_len + keys->tag_len);
        return status;
    }
    for (i = 0; i < content_at; i++) {
        record[i] = copy[i];
    }
    return VMB_OK;
}

int vmb_dtls13_protect(const vmb_dtls13_keys *keys, unsigned header, unsigned type, uint64_t sequence, uint8_t *record,
                       size_t size, size_t content_len, size_t *record_len)
{
    uint8_t copy[VMB_DTLS13_MAX_HEADER];
    size_t content_at, inner_len;
    int status = vmb_dtls13_check(keys, record);

    if (status != VMB_OK) {
        return status;
    }
    if (record_len == NULL || type - 1 > 254 ||
        (header & ~(unsigned)(VMB_DTLS13_LENGTH | VMB_DTLS13_SEQUENCE_16)) != 0) {
        return VMB_ERR_ARGUMENT;
    }
    if (sequence > VMB_DTLS13_LAST_SEQUENCE) {
        return VMB_ERR_COUNTER;
    }
    if (content_len > VMB_DTLS13_MAX_CONTENT) {
        return VMB_ERR_LENGTH;
    }
    content_at = VMB_DTLS13_CONTENT_AT(keys->cid_len, header);
    inner_len = content_len + 1;
    if (inner_len + keys->tag_len < VMB_DTLS13_SAMPLE_LEN) {
        inner_len = VMB_DTLS13_SAMPLE_LEN - keys->tag_len;
    }
    if (content_at + inner_len + keys->tag_len > size) {
        return VMB_ERR_LENGTH;
    }
    vmb_dtls13_header(keys, copy, header, sequence, inner_len + keys->tag_len);
    status = vmb_dtls13_seal(keys, type, sequence, copy, record, content_at, content_len, inner_len);
    if (status == VMB_OK) {
        *record_len = content_at + inner_len + keys->tag_len;
    }
    return status;
}

size_t vmb_dtls13_record_len(const uint8_t *record, size_t len, size_t cid_len)
{
    size_t content_at, record_len;

    if (len == 0 || (record[0] & VMB_DTLS13_FIXED_BITS) != VMB_DTLS13_FIXED || cid_len > VMB_DTLS13_MAX_CID) {
        return 0;
    }
    content_at = VMB_DTLS13_CONTENT_AT((record[0] & VMB_DTLS13_CID) != 0 ? cid_len : 0u, record[0]);
    if (content_at > len) {
        return 0;
    }
    if ((record[0] & VMB_DTLS13_LENGTH) == 0) {
        return len;
    }
    record_len = content_at + ((size_t)record[content_at - 2] << 8 | record[content_at - 1]);
    return record_len > len ? 0 : record_len;
}

/* The number nearest to `next` that has the low bits that were sent, of a header of 1 or 2 bytes of them. */
static uint64_t vmb_dtls13_nearest(uint64_t next, unsigned low, unsigned sequence_len)
{
    uint64_t size = (uint64_t)1 << 8 * sequence_len;
    uint64_t ahead = (low - next) & (size - 1);

    if ((ahead > size / 2 && next >= size - ahead) || ahead > UINT64_MAX - next) {
        return next - (size - ahead);
    }
    return next + ahead;
}

/* Opens a checked record of encrypted_len bytes after its header. */
static int vmb_dtls13_open(const vmb_dtls13_keys *keys, vmb_replay_window *window, uint8_t *record,
                           vmb_dtls13_record *found, size_t encrypted_len)
{
    uint8_t copy[VMB_DTLS13_MAX_HEADER], nonce[VMB_DTLS13_NONCE_LEN], *content = record + found->content_at;
    size_t i, at = vmb_dtls13_sequence_at(keys), inner_len = encrypted_len - keys->tag_len;
    unsigned low = 0, sequence_len = vmb_dtls13_sequence_len(record[0]);
    int status;

    for (i = 0; i < found->content_at; i++) {
        copy[i] = record[i];
    }
    status = vmb_dtls13_hide(keys, copy, content);
    if (status == VMB_ERR_DEVICE) {
        vmb_wipe(record + found->content_at, inner_len);
    }
    if (status != VMB_OK) {
        return status;
    }
    for (i = 0; i < sequence_len; i++) {
        low = low << 8 | copy[at + i];
    }
    found->sequence = vmb_dtls13_nearest(window->next, low, sequence_len);
    vmb_dtls13_nonce(nonce, keys, found->sequence);
    status = keys->aead->open(keys->key, content, content + inner_len, keys->tag_len, nonce, sizeof nonce, copy,
                              found->content_at, content, inner_len);
    if (status != VMB_OK) {
        return status;
    }
    while (inner_len != 0 && content[inner_len - 1] == 0) {
        inner_len--;
    }
    if (inner_len == 0) {
        return VMB_ERR_LENGTH;
    }
    status = vmb_replay_accept(window, found->sequence);
    if (status != VMB_OK) {
        vmb_wipe(content, inner_len);
        return status;
    }
    found->content_len = inner_len - 1;
    found->type = content[inner_len - 1];
    return VMB_OK;
}

int vmb_dtls13_unprotect(const vmb_dtls13_keys *keys, vmb_replay_window *window, uint8_t *record, size_t len,
                         vmb_dtls13_record *result)
{
    vmb_dtls13_record found;
    size_t encrypted_len;
    unsigned i, expected;
    int status = vmb_dtls13_check(keys, record);

    if (status != VMB_OK) {
        return status;
    }
    if (result == NULL || window == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    if (len == 0) {
        return VMB_ERR_LENGTH;
    }
    expected = VMB_DTLS13_FIXED | (keys->cid_len != 0 ? VMB_DTLS13_CID : 0u) | (keys->epoch & VMB_DTLS13_EPOCH);
    if ((record[0] & ~(unsigned)(VMB_DTLS13_LENGTH | VMB_DTLS13_SEQUENCE_16)) != expected) {
        return VMB_ERR_ARGUMENT;
    }
    found.record_len = vmb_dtls13_record_len(record, len, keys->cid_len);
    if (found.record_len == 0) {
        return VMB_ERR_LENGTH;
    }
    for (i = 0; i < keys->cid_len; i++) {
        if (record[1 + i] != keys->cid[i]) {
            return VMB_ERR_ARGUMENT;
        }
    }
    found.content_at = VMB_DTLS13_CONTENT_AT(keys->cid_len, record[0]);
    encrypted_len = found.record_len - found.content_at;
    if (encrypted_len < VMB_DTLS13_SAMPLE_LEN || encrypted_len <= keys->tag_len ||
        encrypted_len - keys->tag_len > VMB_DTLS13_MAX_CONTENT + 1) {
        return VMB_ERR_LENGTH;
    }
    status = vmb_dtls13_open(keys, window, record, &found, encrypted_len);
    if (status == VMB_OK) {
        *result = found;
    }
    return status;
}
