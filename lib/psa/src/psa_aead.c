/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * AEAD in one call, as entry points of the PSA driver. Key types, algorithms and lengths are public.
 */
#include "psa_common.h"

/* The index of an AES key length within a mode: 0, 1, 2. */
#define VMB_PSA_STEP(bits) ((unsigned)((bits) / 64 - 2))

/* Whether an algorithm is this one, with a tag of any length. */
#define VMB_PSA_IS(alg, base) (PSA_ALG_AEAD_WITH_SHORTENED_TAG(alg, 0) == PSA_ALG_AEAD_WITH_SHORTENED_TAG(base, 0))

unsigned vmb_psa_aead(const psa_key_attributes_t *attributes, psa_algorithm_t alg)
{
    size_t bits = psa_get_key_bits(attributes);

    switch (vmb_psa_key_type(attributes)) {
#if defined(PSA_WANT_KEY_TYPE_AES)
    case PSA_KEY_TYPE_AES:
        if (VMB_PSA_STEP(bits) > 2) { /* init checks the key's own length */
            break;
        }
#if defined(PSA_WANT_ALG_CCM)
        if (VMB_PSA_IS(alg, PSA_ALG_CCM)) {
            return VMB_PSA_aes128_ccm + VMB_PSA_STEP(bits);
        }
#endif
#if defined(PSA_WANT_ALG_GCM)
        if (VMB_PSA_IS(alg, PSA_ALG_GCM) && (VMB_ENGINE_GCM || !vmb_psa_in_slot(attributes))) {
            return VMB_PSA_aes128_gcm + VMB_PSA_STEP(bits);
        }
#endif
        break;
#endif
#if defined(PSA_WANT_KEY_TYPE_CHACHA20) && defined(PSA_WANT_ALG_CHACHA20_POLY1305)
    case PSA_KEY_TYPE_CHACHA20:
        if (alg == PSA_ALG_CHACHA20_POLY1305 && bits == 256) {
            return VMB_PSA_chacha20_poly1305;
        }
        break;
#endif
#if defined(PSA_WANT_ALG_ASCON_AEAD128)
    case PSA_KEY_TYPE_ASCON:
        if (alg == PSA_ALG_ASCON_AEAD128 && bits == 128) {
            return VMB_PSA_ascon_aead128;
        }
        if (VMB_PSA_IS(alg, PSA_ALG_ASCON_AEAD128) && !vmb_psa_in_slot(attributes)) {
            return VMB_PSA_ascon_aead128_options;
        }
        break;
#endif
    default:
        break;
    }
    (void)alg;
    (void)bits;
    return VMB_PSA_NO_AEAD;
}

/* The arguments of one call; the tag is in its final position. */
typedef struct {
    const uint8_t *key, *nonce, *ad, *in;
    uint8_t *out, *tag;
    size_t key_len, nonce_len, ad_len, len, tag_len;
} vmb_psa_call;

/* Each has its own stack frame: an expanded key is on the stack only while its algorithm runs. */
#define VMB_PSA_ONCE(name, slots)                                                                                  \
    VMB_NOINLINE static int vmb_psa_seal_##name(const vmb_psa_call *c)                                             \
    {                                                                                                              \
        vmb_##name##_key key;                                                                                      \
        int status = VMB_PSA_INIT_##slots(name, &key, c->key, c->key_len);                                         \
                                                                                                                   \
        if (status == VMB_OK) {                                                                                    \
            status = vmb_##name##_seal(&key, c->out, c->tag, c->tag_len, c->nonce, c->nonce_len, c->ad, c->ad_len, \
                                       c->in, c->len);                                                             \
        }                                                                                                          \
        vmb_##name##_wipe(&key);                                                                                   \
        return status;                                                                                             \
    }                                                                                                              \
                                                                                                                   \
    VMB_NOINLINE static int vmb_psa_open_##name(const vmb_psa_call *c)                                             \
    {                                                                                                              \
        vmb_##name##_key key;                                                                                      \
        int status = VMB_PSA_INIT_##slots(name, &key, c->key, c->key_len);                                         \
                                                                                                                   \
        if (status == VMB_OK) {                                                                                    \
            status = vmb_##name##_open(&key, c->out, c->tag, c->tag_len, c->nonce, c->nonce_len, c->ad, c->ad_len, \
                                       c->in, c->len);                                                             \
        }                                                                                                          \
        vmb_##name##_wipe(&key);                                                                                   \
        return status;                                                                                             \
    }

VMB_PSA_AEADS(VMB_PSA_ONCE)

typedef int vmb_psa_once(const vmb_psa_call *c);

#define VMB_PSA_SEAL(name, slots) vmb_psa_seal_##name,
#define VMB_PSA_OPEN(name, slots) vmb_psa_open_##name,

/* By number: the entry of VMB_PSA_NO_AEAD is null. */
static vmb_psa_once *const vmb_psa_seals[] = {NULL, VMB_PSA_AEADS(VMB_PSA_SEAL)};
static vmb_psa_once *const vmb_psa_opens[] = {NULL, VMB_PSA_AEADS(VMB_PSA_OPEN)};

/* Both calls first store their arguments in memory: otherwise as many registers would be saved and restored. */

psa_status_t vambrace_transparent_aead_encrypt(const psa_key_attributes_t *attributes, const uint8_t *key_buffer,
                                               size_t key_buffer_size, psa_algorithm_t alg, const uint8_t *nonce,
                                               size_t nonce_length, const uint8_t *additional_data,
                                               size_t additional_data_length, const uint8_t *plaintext,
                                               size_t plaintext_length, uint8_t *ciphertext, size_t ciphertext_size,
                                               size_t *ciphertext_length)
{
    vmb_psa_call c;
    unsigned algorithm;
    int status;

    c.key = key_buffer;
    c.key_len = key_buffer_size;
    c.nonce = nonce;
    c.nonce_len = nonce_length;
    c.ad = additional_data;
    c.ad_len = additional_data_length;
    c.in = plaintext;
    c.len = plaintext_length;
    c.out = ciphertext;
    c.tag = (uint8_t *)((uintptr_t)ciphertext + plaintext_length); /* not checked yet */
    c.tag_len = PSA_ALG_AEAD_GET_TAG_LENGTH(alg);
    *ciphertext_length = 0;
    algorithm = vmb_psa_aead(attributes, alg);
    if (algorithm == VMB_PSA_NO_AEAD || c.len > VMB_MAX_BYTES || c.ad_len > VMB_MAX_BYTES) {
        return PSA_ERROR_NOT_SUPPORTED;
    }
    if (ciphertext_size < c.len + c.tag_len) { /* no overflow: VMB_MAX_BYTES */
        return PSA_ERROR_BUFFER_TOO_SMALL;
    }
    c.tag_len = vmb_psa_tag_len(algorithm, c.tag_len);
    status = vmb_psa_seals[algorithm](&c);
    if (status != VMB_OK) {
        return vmb_psa_status(status);
    }
    *ciphertext_length = c.len + VMB_TAG_BYTES(c.tag_len);
    return PSA_SUCCESS;
}

psa_status_t vambrace_transparent_aead_decrypt(const psa_key_attributes_t *attributes, const uint8_t *key_buffer,
                                               size_t key_buffer_size, psa_algorithm_t alg, const uint8_t *nonce,
                                               size_t nonce_length, const uint8_t *additional_data,
                                               size_t additional_data_length, const uint8_t *ciphertext,
                                               size_t ciphertext_length, uint8_t *plaintext, size_t plaintext_size,
                                               size_t *plaintext_length)
{
    vmb_psa_call c;
    unsigned algorithm;
    int status;

    c.key = key_buffer;
    c.key_len = key_buffer_size;
    c.nonce = nonce;
    c.nonce_len = nonce_length;
    c.ad = additional_data;
    c.ad_len = additional_data_length;
    c.in = ciphertext;
    c.len = ciphertext_length;
    c.out = plaintext;
    c.tag_len = PSA_ALG_AEAD_GET_TAG_LENGTH(alg);
    *plaintext_length = 0;
    algorithm = vmb_psa_aead(attributes, alg);
    if (algorithm == VMB_PSA_NO_AEAD || c.len > VMB_MAX_BYTES || c.ad_len > VMB_MAX_BYTES) {
        return PSA_ERROR_NOT_SUPPORTED;
    }
    if (c.len < c.tag_len) {
        return PSA_ERROR_INVALID_ARGUMENT;
    }
    c.len -= c.tag_len;
    if (plaintext_size < c.len) {
        return PSA_ERROR_BUFFER_TOO_SMALL;
    }
    c.tag = (uint8_t *)(uintptr_t)(c.in + c.len); /* open only reads it */
    c.tag_len = vmb_psa_tag_len(algorithm, c.tag_len);
    status = vmb_psa_opens[algorithm](&c);
    if (status != VMB_OK) {
        return vmb_psa_status(status);
    }
    *plaintext_length = c.len;
    return PSA_SUCCESS;
}
