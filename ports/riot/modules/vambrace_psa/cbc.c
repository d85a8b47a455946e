/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/* AES-128-CBC of RIOT's PSA Crypto by libvambrace: the initialisation vector precedes the ciphertext. */
#include "kernel_defines.h"

#if IS_USED(MODULE_PSA_CIPHER_AES_128_CBC_BACKEND_VAMBRACE)
#include <string.h>

#include "psa/crypto.h"
#include "psa_ciphers.h"
#include "vambrace/aes.h"

enum { BLOCK = 16 };

static psa_status_t status_of(int done)
{
    if (done == VMB_OK)
        return PSA_SUCCESS;
    return done == VMB_ERR_DEVICE ? PSA_ERROR_HARDWARE_FAILURE : PSA_ERROR_INVALID_ARGUMENT;
}

psa_status_t psa_cipher_cbc_aes_128_encrypt(const psa_key_attributes_t *attributes, const uint8_t *key_buffer,
                                            size_t key_buffer_size, psa_algorithm_t alg, const uint8_t *input,
                                            size_t input_length, uint8_t *output, size_t output_size,
                                            size_t *output_length)
{
    uint8_t iv[BLOCK];
    vmb_aes128_key key;
    int done;

    (void)attributes;
    (void)alg;
    *output_length = 0;
    if (output_size < BLOCK || output_size - BLOCK < input_length)
        return PSA_ERROR_BUFFER_TOO_SMALL;
    if (psa_generate_random(iv, BLOCK) != PSA_SUCCESS)
        return PSA_ERROR_INSUFFICIENT_ENTROPY;
    memcpy(output, iv, BLOCK);
    done = vmb_aes128_init(&key, key_buffer, key_buffer_size);
    if (done == VMB_OK)
        done = vmb_aes128_cbc_encrypt(&key, iv, output + BLOCK, input, input_length);
    vmb_aes128_wipe(&key);
    *output_length = done == VMB_OK ? BLOCK + input_length : 0;
    return status_of(done);
}

psa_status_t psa_cipher_cbc_aes_128_decrypt(const psa_key_attributes_t *attributes, const uint8_t *key_buffer,
                                            size_t key_buffer_size, psa_algorithm_t alg, const uint8_t *input,
                                            size_t input_length, uint8_t *output, size_t output_size,
                                            size_t *output_length)
{
    uint8_t iv[BLOCK];
    vmb_aes128_key key;
    int done;

    (void)attributes;
    (void)alg;
    *output_length = 0;
    if (input_length < BLOCK)
        return PSA_ERROR_INVALID_ARGUMENT;
    if (output_size < input_length - BLOCK)
        return PSA_ERROR_BUFFER_TOO_SMALL;
    memcpy(iv, input, BLOCK);
    done = vmb_aes128_init(&key, key_buffer, key_buffer_size);
    if (done == VMB_OK)
        done = vmb_aes128_cbc_decrypt(&key, iv, output, input + BLOCK, input_length - BLOCK);
    vmb_aes128_wipe(&key);
    *output_length = done == VMB_OK ? input_length - BLOCK : 0;
    return status_of(done);
}
#endif
