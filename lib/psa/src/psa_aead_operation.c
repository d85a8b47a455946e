/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * AEAD in several calls, as entry points of the PSA driver. Mbed TLS checks the order of the calls; the streams of the
 * library check it once more. AES-CCM begins when both nonce and lengths are known, whichever comes first.
 */
#include "psa_common.h"

/* The part of a stream that refers to the key. */
#define VMB_PSA_PART_aes128_ccm body
#define VMB_PSA_PART_aes192_ccm body
#define VMB_PSA_PART_aes256_ccm body
#if VMB_ENGINE_GCM
#define VMB_PSA_PART_aes128_gcm body
#define VMB_PSA_PART_aes192_gcm body
#define VMB_PSA_PART_aes256_gcm body
#else
#define VMB_PSA_PART_aes128_gcm body.m
#define VMB_PSA_PART_aes192_gcm body.m
#define VMB_PSA_PART_aes256_gcm body.m
#endif
#define VMB_PSA_PART_chacha20_poly1305 body
#define VMB_PSA_PART_ascon_aead128 body
#define VMB_PSA_PART_ascon_aead128_options body

/* An operation may have been copied since the last call: its stream then refers to the key of the copy, from the word
 * on that it referred to at its start. */
#define VMB_PSA_REFERS(name) o->stream.name.VMB_PSA_PART_##name.key = o->key.name.words + o->key_at

#define VMB_PSA_SETUP(name, slots) \
    case VMB_PSA_##name:           \
        return VMB_PSA_INIT_##slots(name, &o->key.name, bytes, len);

static int vmb_psa_init(vambrace_transparent_aead_operation_t *o, const uint8_t *bytes, size_t len)
{
    (void)bytes;
    (void)len;
    switch (o->algorithm) {
        VMB_PSA_AEADS(VMB_PSA_SETUP)
    default:
        return VMB_ERR_STATE;
    }
}

static psa_status_t vmb_psa_aead_setup(vambrace_transparent_aead_operation_t *o, const psa_key_attributes_t *attributes,
                                       const uint8_t *key_buffer, size_t key_buffer_size, psa_algorithm_t alg,
                                       unsigned decrypts)
{
    unsigned algorithm = vmb_psa_aead(attributes, alg);
    size_t tag_length = PSA_ALG_AEAD_GET_TAG_LENGTH(alg);

    if (algorithm == VMB_PSA_NO_AEAD) {
        return PSA_ERROR_NOT_SUPPORTED;
    }
    vmb_wipe(o, sizeof *o);
    if (vmb_psa_tag_len(algorithm, tag_length) == 0) {
        return PSA_ERROR_INVALID_ARGUMENT;
    }
    o->algorithm = (uint8_t)algorithm;
    o->tag_length = (uint8_t)tag_length;
    o->decrypts = (uint8_t)decrypts;
    return vmb_psa_status(vmb_psa_init(o, key_buffer, key_buffer_size));
}

psa_status_t vambrace_transparent_aead_encrypt_setup(vambrace_transparent_aead_operation_t *operation,
                                                     const psa_key_attributes_t *attributes, const uint8_t *key_buffer,
                                                     size_t key_buffer_size, psa_algorithm_t alg)
{
    return vmb_psa_aead_setup(operation, attributes, key_buffer, key_buffer_size, alg, 0);
}

psa_status_t vambrace_transparent_aead_decrypt_setup(vambrace_transparent_aead_operation_t *operation,
                                                     const psa_key_attributes_t *attributes, const uint8_t *key_buffer,
                                                     size_t key_buffer_size, psa_algorithm_t alg)
{
    return vmb_psa_aead_setup(operation, attributes, key_buffer, key_buffer_size, alg, 1);
}

#define VMB_PSA_START(name, slots)                                                                       \
    case VMB_PSA_##name:                                                                                 \
        status = o->decrypts ? vmb_##name##_open_start(&o->stream.name, &o->key.name, nonce, nonce_len)  \
                             : vmb_##name##_seal_start(&o->stream.name, &o->key.name, nonce, nonce_len); \
        if (status == VMB_OK) {                                                                          \
            o->key_at = (uint8_t)(o->stream.name.VMB_PSA_PART_##name.key - o->key.name.words);           \
        }                                                                                                \
        return status;

static int vmb_psa_start(vambrace_transparent_aead_operation_t *o, const uint8_t *nonce, size_t nonce_len)
{
    int status;

    (void)status;
    (void)nonce;
    (void)nonce_len;
    switch (o->algorithm) {
        VMB_PSA_AEADS(VMB_PSA_START)
    default:
        return VMB_ERR_STATE;
    }
}

#define VMB_PSA_LENGTHS(name, slots) \
    case VMB_PSA_##name:             \
        return vmb_##name##_lengths(&o->stream.name, o->ad_length, o->length, o->tag_length);

/* AES-CCM: processes the lengths, which the other algorithms authenticate at the end. */
static int vmb_psa_lengths(vambrace_transparent_aead_operation_t *o)
{
    switch (o->algorithm) {
        VMB_PSA_CCM(VMB_PSA_LENGTHS)
    default:
        return VMB_OK;
    }
}

#define VMB_PSA_IS(name, slots) || o->algorithm == VMB_PSA_##name

static int vmb_psa_wants_lengths(const vambrace_transparent_aead_operation_t *o)
{
    (void)o;
    return 0 VMB_PSA_CCM(VMB_PSA_IS);
}

static psa_status_t vmb_psa_begin(vambrace_transparent_aead_operation_t *o, const uint8_t *nonce, size_t nonce_length)
{
    int status = vmb_psa_start(o, nonce, nonce_length);

    return vmb_psa_status(status == VMB_OK ? vmb_psa_lengths(o) : status);
}

psa_status_t vambrace_transparent_aead_set_nonce(vambrace_transparent_aead_operation_t *operation, const uint8_t *nonce,
                                                 size_t nonce_length)
{
    vambrace_transparent_aead_operation_t *o = operation;
    size_t i;

    if (!vmb_psa_wants_lengths(o) || o->has_lengths) {
        return vmb_psa_begin(o, nonce, nonce_length);
    }
    if (nonce_length < 7 || nonce_length > 13) {
        return PSA_ERROR_INVALID_ARGUMENT;
    }
    for (i = 0; i < nonce_length; i++) {
        o->nonce[i] = nonce[i];
    }
    o->nonce_length = (uint8_t)nonce_length;
    return PSA_SUCCESS;
}

psa_status_t vambrace_transparent_aead_set_lengths(vambrace_transparent_aead_operation_t *operation, size_t ad_length,
                                                   size_t plaintext_length)
{
    vambrace_transparent_aead_operation_t *o = operation;

    if (!vmb_psa_wants_lengths(o)) {
        return PSA_SUCCESS; /* Mbed TLS counts */
    }
    if (o->has_lengths) {
        return PSA_ERROR_BAD_STATE;
    }
    o->ad_length = ad_length;
    o->length = plaintext_length;
    o->has_lengths = 1;
    return o->nonce_length != 0 ? vmb_psa_begin(o, o->nonce, o->nonce_length) : PSA_SUCCESS;
}

/* AES-CCM: an end without lengths is that of an empty message. */
static psa_status_t vmb_psa_ends(vambrace_transparent_aead_operation_t *o)
{
    return vmb_psa_wants_lengths(o) && !o->has_lengths && o->nonce_length != 0
               ? vambrace_transparent_aead_set_lengths(o, 0, 0)
               : PSA_SUCCESS;
}

#define VMB_PSA_AD(name, slots) \
    case VMB_PSA_##name:        \
        VMB_PSA_REFERS(name);   \
        return vmb_##name##_ad(&o->stream.name, ad, len);

static int vmb_psa_ad(vambrace_transparent_aead_operation_t *o, const uint8_t *ad, size_t len)
{
    (void)ad;
    (void)len;
    switch (o->algorithm) {
        VMB_PSA_AEADS(VMB_PSA_AD)
    default:
        return VMB_ERR_STATE;
    }
}

psa_status_t vambrace_transparent_aead_update_ad(vambrace_transparent_aead_operation_t *operation, const uint8_t *input,
                                                 size_t input_length)
{
    return vmb_psa_status(vmb_psa_ad(operation, input, input_length));
}

#define VMB_PSA_UPDATE(name, slots) \
    case VMB_PSA_##name:            \
        VMB_PSA_REFERS(name);       \
        return vmb_##name##_update(&o->stream.name, out, in, len);

static int vmb_psa_update(vambrace_transparent_aead_operation_t *o, uint8_t *out, const uint8_t *in, size_t len)
{
    (void)out;
    (void)in;
    (void)len;
    switch (o->algorithm) {
        VMB_PSA_AEADS(VMB_PSA_UPDATE)
    default:
        return VMB_ERR_STATE;
    }
}

psa_status_t vambrace_transparent_aead_update(vambrace_transparent_aead_operation_t *operation, const uint8_t *input,
                                              size_t input_length, uint8_t *output, size_t output_size,
                                              size_t *output_length)
{
    int status;

    *output_length = 0;
    if (output_size < input_length) {
        return PSA_ERROR_BUFFER_TOO_SMALL;
    }
    status = vmb_psa_update(operation, output, input, input_length);
    if (status == VMB_OK) {
        *output_length = input_length;
    }
    return vmb_psa_status(status);
}

#define VMB_PSA_SEAL_FINISH(name, slots) \
    case VMB_PSA_##name:                 \
        VMB_PSA_REFERS(name);            \
        return vmb_##name##_seal_finish(&o->stream.name, tag, vmb_psa_tag_len(o->algorithm, o->tag_length));

static int vmb_psa_seal_finish(vambrace_transparent_aead_operation_t *o, uint8_t *tag)
{
    (void)tag;
    switch (o->algorithm) {
        VMB_PSA_AEADS(VMB_PSA_SEAL_FINISH)
    default:
        return VMB_ERR_STATE;
    }
}

psa_status_t vambrace_transparent_aead_finish(vambrace_transparent_aead_operation_t *operation, uint8_t *ciphertext,
                                              size_t ciphertext_size, size_t *ciphertext_length, uint8_t *tag,
                                              size_t tag_size, size_t *tag_length)
{
    psa_status_t status;

    (void)ciphertext; /* update kept nothing back */
    (void)ciphertext_size;
    *ciphertext_length = 0;
    *tag_length = 0;
    if (tag_size < operation->tag_length) {
        return PSA_ERROR_BUFFER_TOO_SMALL;
    }
    status = vmb_psa_ends(operation);
    if (status == PSA_SUCCESS) {
        status = vmb_psa_status(vmb_psa_seal_finish(operation, tag));
    }
    if (status == PSA_SUCCESS) {
        *tag_length = operation->tag_length;
    }
    return status;
}

#define VMB_PSA_OPEN_FINISH(name, slots) \
    case VMB_PSA_##name:                 \
        VMB_PSA_REFERS(name);            \
        return vmb_##name##_open_finish(&o->stream.name, tag, vmb_psa_tag_len(o->algorithm, o->tag_length));

static int vmb_psa_open_finish(vambrace_transparent_aead_operation_t *o, const uint8_t *tag)
{
    (void)tag;
    switch (o->algorithm) {
        VMB_PSA_AEADS(VMB_PSA_OPEN_FINISH)
    default:
        return VMB_ERR_STATE;
    }
}

psa_status_t vambrace_transparent_aead_verify(vambrace_transparent_aead_operation_t *operation, uint8_t *plaintext,
                                              size_t plaintext_size, size_t *plaintext_length, const uint8_t *tag,
                                              size_t tag_length)
{
    psa_status_t status;

    (void)plaintext; /* update kept nothing back */
    (void)plaintext_size;
    *plaintext_length = 0;
    if (tag_length != operation->tag_length) {
        return PSA_ERROR_INVALID_SIGNATURE;
    }
    status = vmb_psa_ends(operation);
    return status == PSA_SUCCESS ? vmb_psa_status(vmb_psa_open_finish(operation, tag)) : status;
}

psa_status_t vambrace_transparent_aead_abort(vambrace_transparent_aead_operation_t *operation)
{
    vmb_wipe(operation, sizeof *operation);
    return PSA_SUCCESS;
}
