/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Ciphers in one call, as entry points of the PSA driver. Key types, algorithms and lengths are public.
 */
#include "psa_cipher.h"

static void vmb_psa_keep(uint8_t *to, const uint8_t *from, size_t n)
{
    size_t i;

    for (i = 0; i < n; i++) {
        to[i] = from[i];
    }
}

static psa_status_t vmb_psa_encrypt(vambrace_transparent_cipher_operation_t *o, const uint8_t *input, size_t len,
                                    uint8_t *output, size_t output_size, size_t *output_length)
{
    size_t whole = o->mode == VMB_PSA_CTR ? len : len & ~(size_t)15, end = o->mode == VMB_PSA_PKCS7 ? 16 : 0;
    int status;

    if (whole != len && o->mode != VMB_PSA_PKCS7) {
        return PSA_ERROR_INVALID_ARGUMENT;
    }
    if (o->star && len > o->left) {
        return PSA_ERROR_INVALID_ARGUMENT;
    }
    if (output_size < whole || output_size - whole < end) {
        return PSA_ERROR_BUFFER_TOO_SMALL;
    }
    vmb_psa_keep(o->block, input + whole, len - whole); /* the output may be the input */
    status = vmb_psa_crypt(o, output, input, whole);
    if (status == VMB_OK && end != 0) {
        status = vmb_psa_pad(o, len - whole, output + whole);
    }
    if (status == VMB_OK) {
        *output_length = whole + end;
    }
    return vmb_psa_status(status);
}

static psa_status_t vmb_psa_decrypt(vambrace_transparent_cipher_operation_t *o, const uint8_t *input, size_t len,
                                    uint8_t *output, size_t output_size, size_t *output_length)
{
    size_t end = o->mode == VMB_PSA_PKCS7 ? 16 : 0, left = 0;
    psa_status_t result;

    if ((o->mode != VMB_PSA_CTR && (len & 15) != 0) || len < end || (o->star && len > o->left)) {
        return PSA_ERROR_INVALID_ARGUMENT;
    }
    len -= end;
    if (output_size < len) {
        return PSA_ERROR_BUFFER_TOO_SMALL;
    }
    vmb_psa_keep(o->block, input + len, end);
    result = vmb_psa_status(vmb_psa_crypt(o, output, input, len));
    if (result == PSA_SUCCESS && end != 0) {
        result = vmb_psa_unpad(o, output + len, output_size - len, &left);
    }
    *output_length = len + left; /* Mbed TLS makes it 0 on any error, without a branch */
    return result;
}

psa_status_t vambrace_transparent_cipher_encrypt(const psa_key_attributes_t *attributes, const uint8_t *key_buffer,
                                                 size_t key_buffer_size, psa_algorithm_t alg, const uint8_t *iv,
                                                 size_t iv_length, const uint8_t *input, size_t input_length,
                                                 uint8_t *output, size_t output_size, size_t *output_length)
{
    vambrace_transparent_cipher_operation_t o;
    psa_status_t status;

    *output_length = 0;
    if (input_length > VMB_MAX_BYTES) {
        return PSA_ERROR_NOT_SUPPORTED;
    }
    status = vmb_psa_cipher_setup(&o, attributes, key_buffer, key_buffer_size, alg, 0);
    if (status == PSA_ERROR_NOT_SUPPORTED) {
        return status;
    }
    if (status == PSA_SUCCESS && iv_length != vmb_psa_iv_length(&o)) {
        status = PSA_ERROR_INVALID_ARGUMENT;
    }
    if (status == PSA_SUCCESS) {
        vmb_psa_take_iv(&o, iv);
        status = vmb_psa_encrypt(&o, input, input_length, output, output_size, output_length);
    }
    vmb_wipe(&o, sizeof o);
    return status;
}

psa_status_t vambrace_transparent_cipher_decrypt(const psa_key_attributes_t *attributes, const uint8_t *key_buffer,
                                                 size_t key_buffer_size, psa_algorithm_t alg, const uint8_t *input,
                                                 size_t input_length, uint8_t *output, size_t output_size,
                                                 size_t *output_length)
{
    vambrace_transparent_cipher_operation_t o;
    psa_status_t status;
    size_t iv_length;

    *output_length = 0;
    if (input_length > VMB_MAX_BYTES) {
        return PSA_ERROR_NOT_SUPPORTED;
    }
    status = vmb_psa_cipher_setup(&o, attributes, key_buffer, key_buffer_size, alg, 1);
    if (status == PSA_ERROR_NOT_SUPPORTED) {
        return status;
    }
    iv_length = vmb_psa_iv_length(&o);
    if (status == PSA_SUCCESS && input_length < iv_length) {
        status = PSA_ERROR_INVALID_ARGUMENT;
    }
    if (status == PSA_SUCCESS) {
        vmb_psa_take_iv(&o, input);
        status = vmb_psa_decrypt(&o, input + iv_length, input_length - iv_length, output, output_size, output_length);
    }
    vmb_wipe(&o, sizeof o);
    return status;
}
