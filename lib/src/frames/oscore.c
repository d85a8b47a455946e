/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * OSCORE (vambrace/frames/oscore.h), by AES-128-CCM. All byte strings in the associated data are shorter than 24 bytes,
 * so that each has a head of one byte in CBOR.
 */
#include "vambrace/frames/oscore.h"

#include "common/common.h"

#define VMB_OSCORE_NONCE_LEN 13
#define VMB_OSCORE_MAX_PIV 5
#define VMB_OSCORE_AEAD 10u /* AES-CCM-16-64-128 in COSE */

/* Heads of CBOR: a byte string, an array, a text, each of n < 24, and an unsigned integer below 24 by itself. */
#define VMB_CBOR_BYTES(n) ((uint8_t)(0x40u + (n)))
#define VMB_CBOR_TEXT(n) ((uint8_t)(0x60u + (n)))
#define VMB_CBOR_ARRAY(n) ((uint8_t)(0x80u + (n)))

/* Bytes before the request's ID in the associated data, and of its longest. */
#define VMB_OSCORE_AD_HEAD 16
#define VMB_OSCORE_MAX_AD (VMB_OSCORE_AD_HEAD + 1 + VMB_OSCORE_MAX_ID + 1 + VMB_OSCORE_MAX_PIV + 1)

/* Flags of an option. */
#define VMB_OSCORE_PIV_BITS 0x07u
#define VMB_OSCORE_KID 0x08u
#define VMB_OSCORE_CONTEXT 0x10u
#define VMB_OSCORE_RESERVED 0xe0u

/* The bytes of a Partial IV, which has at least one, and their number. */
static unsigned vmb_oscore_piv_len(uint64_t piv)
{
    unsigned len = 1;

    while (len < VMB_OSCORE_MAX_PIV && piv >> 8 * len != 0) {
        len++;
    }
    return len;
}

static uint8_t *vmb_oscore_put_piv(uint8_t *to, uint64_t piv, unsigned len)
{
    while (len-- != 0) {
        *to++ = (uint8_t)(piv >> 8 * len);
    }
    return to;
}

static uint8_t *vmb_oscore_put(uint8_t *to, const uint8_t *bytes, size_t len)
{
    while (len-- != 0) {
        *to++ = *bytes++;
    }
    return to;
}

static int vmb_oscore_check(const vmb_oscore_message *m, const uint8_t *payload)
{
    if (m == NULL || payload == NULL || m->common_iv == NULL || (m->id == NULL && m->id_len != 0) ||
        (m->request_id == NULL && m->request_id_len != 0)) {
        return VMB_ERR_ARGUMENT;
    }
    if (m->id_len > VMB_OSCORE_MAX_ID || m->request_id_len > VMB_OSCORE_MAX_ID) {
        return VMB_ERR_LENGTH;
    }
    if (m->piv > VMB_OSCORE_LAST_PIV || m->request_piv > VMB_OSCORE_LAST_PIV) {
        return VMB_ERR_COUNTER;
    }
    return VMB_OK;
}

/* The Common IV XOR: length of the ID, the ID after zeros (7 bytes), the Partial IV after zeros (5 bytes). */
static void vmb_oscore_nonce(uint8_t nonce[VMB_OSCORE_NONCE_LEN], const vmb_oscore_message *m)
{
    size_t i, id_at = 1 + VMB_OSCORE_MAX_ID - m->id_len;

    for (i = 0; i < VMB_OSCORE_NONCE_LEN; i++) {
        nonce[i] = m->common_iv[i];
    }
    nonce[0] = (uint8_t)(nonce[0] ^ m->id_len);
    for (i = 0; i < m->id_len; i++) {
        nonce[id_at + i] = (uint8_t)(nonce[id_at + i] ^ m->id[i]);
    }
    for (i = 0; i < VMB_OSCORE_MAX_PIV; i++) {
        nonce[8 + i] = (uint8_t)(nonce[8 + i] ^ (uint8_t)(m->piv >> (32 - 8 * i)));
    }
}

/* Enc_structure: ["Encrypt0", h'', external_aad], where the latter is the byte string of
 * [1, [algorithm], request_kid, request_piv, h'']. Returns its length. */
static size_t vmb_oscore_ad(uint8_t ad[VMB_OSCORE_MAX_AD], const vmb_oscore_message *m)
{
    static const uint8_t context[8] = {'E', 'n', 'c', 'r', 'y', 'p', 't', '0'};
    unsigned piv_len = vmb_oscore_piv_len(m->request_piv);
    uint8_t *p = ad;

    *p++ = VMB_CBOR_ARRAY(3);
    *p++ = VMB_CBOR_TEXT(sizeof context);
    p = vmb_oscore_put(p, context, sizeof context);
    *p++ = VMB_CBOR_BYTES(0);
    *p++ = VMB_CBOR_BYTES(4 + 1 + m->request_id_len + 1 + piv_len + 1);
    *p++ = VMB_CBOR_ARRAY(5);
    *p++ = 1;
    *p++ = VMB_CBOR_ARRAY(1);
    *p++ = VMB_OSCORE_AEAD;
    *p++ = VMB_CBOR_BYTES(m->request_id_len);
    p = vmb_oscore_put(p, m->request_id, m->request_id_len);
    *p++ = VMB_CBOR_BYTES(piv_len);
    p = vmb_oscore_put_piv(p, m->request_piv, piv_len);
    *p++ = VMB_CBOR_BYTES(0);
    return (size_t)(p - ad);
}

int vmb_oscore_protect(const vmb_aes128_ccm_key *key, const vmb_oscore_message *message, uint8_t *payload, size_t size,
                       size_t len)
{
    uint8_t nonce[VMB_OSCORE_NONCE_LEN], ad[VMB_OSCORE_MAX_AD];
    size_t ad_len;
    int status = vmb_oscore_check(message, payload);

    if (status != VMB_OK) {
        return status;
    }
    if (len == 0 || len > VMB_OSCORE_MAX_BYTES || len + VMB_OSCORE_TAG_LEN > size) {
        return VMB_ERR_LENGTH;
    }
    vmb_oscore_nonce(nonce, message);
    ad_len = vmb_oscore_ad(ad, message);
    return vmb_aes128_ccm_seal(key, payload, payload + len, VMB_OSCORE_TAG_LEN, nonce, sizeof nonce, ad, ad_len,
                               payload, len);
}

int vmb_oscore_unprotect(const vmb_aes128_ccm_key *key, const vmb_oscore_message *message, uint8_t *payload, size_t len)
{
    uint8_t nonce[VMB_OSCORE_NONCE_LEN], ad[VMB_OSCORE_MAX_AD];
    size_t ad_len, text_len;
    int status = vmb_oscore_check(message, payload);

    if (status != VMB_OK) {
        return status;
    }
    if (len <= VMB_OSCORE_TAG_LEN || len - VMB_OSCORE_TAG_LEN > VMB_OSCORE_MAX_BYTES) {
        return VMB_ERR_LENGTH;
    }
    text_len = len - VMB_OSCORE_TAG_LEN;
    vmb_oscore_nonce(nonce, message);
    ad_len = vmb_oscore_ad(ad, message);
    return vmb_aes128_ccm_open(key, payload, payload + text_len, VMB_OSCORE_TAG_LEN, nonce, sizeof nonce, ad, ad_len,
                               payload, text_len);
}

/* The Partial IV of n bytes at p; VMB_ERR_ARGUMENT if it has a leading zero. */
static int vmb_oscore_get_piv(uint64_t *piv, const uint8_t *p, size_t n)
{
    size_t i;

    *piv = 0;
    if (n > 1 && p[0] == 0) {
        return VMB_ERR_ARGUMENT;
    }
    for (i = 0; i < n; i++) {
        *piv = *piv << 8 | p[i];
    }
    return VMB_OK;
}

/* The fields of a value whose first byte is `flags`, of `left` bytes after that. */
static int vmb_oscore_fields(vmb_oscore_option *found, unsigned flags, const uint8_t *p, size_t left)
{
    size_t piv_len = flags & VMB_OSCORE_PIV_BITS;

    if (piv_len > left) {
        return VMB_ERR_LENGTH;
    }
    found->has_piv = piv_len != 0;
    if (vmb_oscore_get_piv(&found->piv, p, piv_len) != VMB_OK) {
        return VMB_ERR_ARGUMENT;
    }
    p += piv_len;
    left -= piv_len;
    if ((flags & VMB_OSCORE_CONTEXT) != 0) {
        if (left == 0 || left - 1 < p[0]) {
            return VMB_ERR_LENGTH;
        }
        found->kid_context_len = p[0];
        found->kid_context = p + 1;
        p += 1 + found->kid_context_len;
        left -= 1 + found->kid_context_len;
    }
    if ((flags & VMB_OSCORE_KID) != 0) {
        found->kid = p;
        found->kid_len = left;
        left = 0;
    }
    return left == 0 ? VMB_OK : VMB_ERR_LENGTH;
}

int vmb_oscore_parse_option(vmb_oscore_option *option, const uint8_t *value, size_t len)
{
    vmb_oscore_option found = {0, NULL, NULL, 0, 0, 0};
    unsigned flags;
    int status = VMB_OK;

    if (option == NULL || (value == NULL && len != 0)) {
        return VMB_ERR_ARGUMENT;
    }
    if (len > 255) {
        return VMB_ERR_LENGTH;
    }
    if (len != 0) {
        flags = value[0];
        if (flags == 0 || (flags & VMB_OSCORE_RESERVED) != 0 || (flags & VMB_OSCORE_PIV_BITS) > VMB_OSCORE_MAX_PIV) {
            return VMB_ERR_ARGUMENT;
        }
        status = vmb_oscore_fields(&found, flags, value + 1, len - 1);
    }
    if (status == VMB_OK) {
        *option = found;
    }
    return status;
}

int vmb_oscore_write_option(uint8_t *value, size_t size, const vmb_oscore_option *option, size_t *len)
{
    unsigned piv_len, flags;
    size_t needed;

    if (option == NULL || len == NULL || (value == NULL && size != 0)) {
        return VMB_ERR_ARGUMENT;
    }
    if (option->has_piv && option->piv > VMB_OSCORE_LAST_PIV) {
        return VMB_ERR_COUNTER;
    }
    if ((option->kid != NULL && option->kid_len > 255) ||
        (option->kid_context != NULL && option->kid_context_len > 255)) {
        return VMB_ERR_LENGTH;
    }
    piv_len = option->has_piv ? vmb_oscore_piv_len(option->piv) : 0;
    flags = piv_len | (option->kid != NULL ? VMB_OSCORE_KID : 0) |
            (option->kid_context != NULL ? VMB_OSCORE_CONTEXT : 0);
    needed = (flags != 0 ? 1u + piv_len : 0u) + (option->kid != NULL ? option->kid_len : 0) +
             (option->kid_context != NULL ? 1 + option->kid_context_len : 0);
    if (needed > size || needed > 255) {
        return VMB_ERR_LENGTH;
    }
    *len = needed;
    if (flags == 0) {
        return VMB_OK;
    }
    *value++ = (uint8_t)flags;
    value = vmb_oscore_put_piv(value, option->piv, piv_len);
    if (option->kid_context != NULL) {
        *value++ = (uint8_t)option->kid_context_len;
        value = vmb_oscore_put(value, option->kid_context, option->kid_context_len);
    }
    if (option->kid != NULL) {
        vmb_oscore_put(value, option->kid, option->kid_len);
    }
    return VMB_OK;
}
