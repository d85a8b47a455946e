/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Ciphers in several calls, as entry points of the PSA driver. A call outputs all complete blocks, except the last
 * block of a message whose padding is to be removed.
 */
#include "psa_cipher.h"

psa_status_t vambrace_transparent_cipher_encrypt_setup(vambrace_transparent_cipher_operation_t *operation,
                                                       const psa_key_attributes_t *attributes,
                                                       const uint8_t *key_buffer, size_t key_buffer_size,
                                                       psa_algorithm_t alg)
{
    return vmb_psa_cipher_setup(operation, attributes, key_buffer, key_buffer_size, alg, 0);
}

psa_status_t vambrace_transparent_cipher_decrypt_setup(vambrace_transparent_cipher_operation_t *operation,
                                                       const psa_key_attributes_t *attributes,
                                                       const uint8_t *key_buffer, size_t key_buffer_size,
                                                       psa_algorithm_t alg)
{
    return vmb_psa_cipher_setup(operation, attributes, key_buffer, key_buffer_size, alg, 1);
}

#define VMB_PSA_CTR_START(name) vmb_##name##_ctr_start(&o->stream.name, &o->key.name, o->iv)

static int vmb_psa_ctr_start(vambrace_transparent_cipher_operation_t *o)
{
    switch (o->key_bytes) {
    case 16:
        return VMB_PSA_CTR_START(aes128);
    case 24:
        return VMB_PSA_CTR_START(aes192);
    default:
        return VMB_PSA_CTR_START(aes256);
    }
}

/* An operation may have been copied since the last call: its stream then refers to the key of the copy. */
#define VMB_PSA_CTR_UPDATE(name) \
    (o->stream.name.body.key = o->key.name.words, vmb_##name##_ctr_update(&o->stream.name, out, in, len))

static int vmb_psa_ctr_update(vambrace_transparent_cipher_operation_t *o, uint8_t *out, const uint8_t *in, size_t len)
{
    switch (o->key_bytes) {
    case 16:
        return VMB_PSA_CTR_UPDATE(aes128);
    case 24:
        return VMB_PSA_CTR_UPDATE(aes192);
    default:
        return VMB_PSA_CTR_UPDATE(aes256);
    }
}

psa_status_t vambrace_transparent_cipher_set_iv(vambrace_transparent_cipher_operation_t *operation, const uint8_t *iv,
                                                size_t iv_length)
{
    if (operation->mode == VMB_PSA_NO_MODE) {
        return PSA_ERROR_BAD_STATE;
    }
    if (iv_length == 0 || iv_length != vmb_psa_iv_length(operation)) {
        return PSA_ERROR_INVALID_ARGUMENT;
    }
    vmb_psa_take_iv(operation, iv);
    return operation->mode == VMB_PSA_CTR ? vmb_psa_status(vmb_psa_ctr_start(operation)) : PSA_SUCCESS;
}

/* The number of bytes of `total` that a call outputs. */
static size_t vmb_psa_ready(const vambrace_transparent_cipher_operation_t *o, size_t total)
{
    return (o->mode == VMB_PSA_PKCS7 && o->decrypts && total != 0 ? total - 1 : total) & ~(size_t)15;
}

/* Adds to the incomplete block. */
static void vmb_psa_collect(vambrace_transparent_cipher_operation_t *o, const uint8_t *in, size_t n)
{
    size_t i;

    for (i = 0; i < n; i++) {
        o->block[o->used + i] = in[i];
    }
    o->used = (uint8_t)(o->used + n);
}

/* Outputs the block, which is complete. */
static int vmb_psa_first(vambrace_transparent_cipher_operation_t *o, uint8_t *out)
{
    int status = vmb_psa_crypt(o, o->block, o->block, 16);
    size_t i;

    for (i = 0; status == VMB_OK && i < 16; i++) {
        out[i] = o->block[i];
    }
    o->used = 0;
    return status;
}

static int vmb_psa_blocks(vambrace_transparent_cipher_operation_t *o, uint8_t *out, const uint8_t *in, size_t len,
                          size_t ready)
{
    size_t n = 0;
    int status = VMB_OK;

    if (ready != 0 && o->used != 0) {
        /* Output positions are ahead of the input that has been read. */
        if (len != 0 && VMB_OVERLAP(out, ready, in, len)) {
            return VMB_ERR_ARGUMENT;
        }
        n = 16u - o->used;
        vmb_psa_collect(o, in, n);
        status = vmb_psa_first(o, out);
        out += 16;
        ready -= 16;
    }
    if (status == VMB_OK && ready != 0) {
        status = vmb_psa_crypt(o, out, in + n, ready);
    }
    if (status == VMB_OK && len != n + ready) {
        vmb_psa_collect(o, in + n + ready, len - n - ready);
    }
    return status;
}

psa_status_t vambrace_transparent_cipher_update(vambrace_transparent_cipher_operation_t *operation,
                                                const uint8_t *input, size_t input_length, uint8_t *output,
                                                size_t output_size, size_t *output_length)
{
    size_t ready;
    int status;

    *output_length = 0;
    if (operation->mode == VMB_PSA_NO_MODE) {
        return PSA_ERROR_BAD_STATE;
    }
    if (input_length > (operation->star ? operation->left : VMB_MAX_BYTES)) {
        return PSA_ERROR_INVALID_ARGUMENT;
    }
    ready = operation->mode == VMB_PSA_CTR ? input_length : vmb_psa_ready(operation, operation->used + input_length);
    if (output_size < ready) {
        return PSA_ERROR_BUFFER_TOO_SMALL;
    }
    status = operation->mode == VMB_PSA_CTR ? vmb_psa_ctr_update(operation, output, input, input_length)
                                            : vmb_psa_blocks(operation, output, input, input_length, ready);
    if (status == VMB_OK) {
        operation->left -= operation->star ? (uint32_t)input_length : 0;
        *output_length = ready;
    }
    return vmb_psa_status(status);
}

psa_status_t vambrace_transparent_cipher_finish(vambrace_transparent_cipher_operation_t *operation, uint8_t *output,
                                                size_t output_size, size_t *output_length)
{
    int status;

    *output_length = 0;
    switch (operation->mode) {
    case VMB_PSA_NO_MODE:
        return PSA_ERROR_BAD_STATE;
    case VMB_PSA_PKCS7:
        break;
    default:
        return operation->used == 0 ? PSA_SUCCESS : PSA_ERROR_INVALID_ARGUMENT;
    }
    if (operation->decrypts) {
        return operation->used == 16 ? vmb_psa_unpad(operation, output, output_size, output_length)
                                     : PSA_ERROR_INVALID_ARGUMENT;
    }
    if (output_size < 16) {
        return PSA_ERROR_BUFFER_TOO_SMALL;
    }
    status = vmb_psa_pad(operation, operation->used, output);
    if (status == VMB_OK) {
        *output_length = 16;
    }
    return vmb_psa_status(status);
}

psa_status_t vambrace_transparent_cipher_abort(vambrace_transparent_cipher_operation_t *operation)
{
    vmb_wipe(operation, sizeof *operation);
    return PSA_SUCCESS;
}
