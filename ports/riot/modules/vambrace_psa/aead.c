/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/* AES-CCM of RIOT's PSA Crypto by libvambrace. A forged message leaves no plaintext in its buffer. */
#include "kernel_defines.h"
#include "psa/crypto.h"

#include "vambrace/aead.h"

static psa_status_t status_of(int done)
{
    switch (done) {
    case VMB_OK:
        return PSA_SUCCESS;
    case VMB_ERR_TAG:
        return PSA_ERROR_INVALID_SIGNATURE;
    case VMB_ERR_DEVICE:
        return PSA_ERROR_HARDWARE_FAILURE;
    default:
        return PSA_ERROR_INVALID_ARGUMENT;
    }
}

#define CCM_OF(bits)                                                                                                   \
    psa_status_t psa_aead_aes_##bits##_ccm_encrypt(const psa_key_attributes_t *attributes, uint8_t *key_buffer,        \
                                                   size_t key_buffer_length, uint8_t tag_length, const uint8_t *nonce, \
                                                   size_t nonce_length, const uint8_t *additional_data,                \
                                                   size_t additional_data_length, const uint8_t *plaintext,            \
                                                   size_t plaintext_length, uint8_t *ciphertext,                       \
                                                   size_t ciphertext_size, size_t *ciphertext_length)                  \
    {                                                                                                                  \
        vmb_aes##bits##_ccm_key key;                                                                                   \
        int done;                                                                                                      \
                                                                                                                       \
        (void)attributes;                                                                                              \
        if (ciphertext_size < tag_length || ciphertext_size - tag_length < plaintext_length)                           \
            return PSA_ERROR_BUFFER_TOO_SMALL;                                                                         \
        done = vmb_aes##bits##_ccm_init(&key, key_buffer, key_buffer_length);                                          \
        if (done == VMB_OK)                                                                                            \
            done = vmb_aes##bits##_ccm_seal(&key, ciphertext, ciphertext + plaintext_length, tag_length, nonce,        \
                                            nonce_length, additional_data, additional_data_length, plaintext,          \
                                            plaintext_length);                                                         \
        vmb_aes##bits##_ccm_wipe(&key);                                                                                \
        *ciphertext_length = done == VMB_OK ? plaintext_length + tag_length : 0;                                       \
        return status_of(done);                                                                                        \
    }                                                                                                                  \
                                                                                                                       \
    psa_status_t psa_aead_aes_##bits##_ccm_decrypt(const psa_key_attributes_t *attributes, uint8_t *key_buffer,        \
                                                   size_t key_buffer_length, uint8_t tag_length, const uint8_t *nonce, \
                                                   size_t nonce_length, const uint8_t *additional_data,                \
                                                   size_t additional_data_length, const uint8_t *ciphertext,           \
                                                   size_t ciphertext_length, uint8_t *plaintext,                       \
                                                   size_t plaintext_size, size_t *plaintext_length)                    \
    {                                                                                                                  \
        vmb_aes##bits##_ccm_key key;                                                                                   \
        size_t length = ciphertext_length - tag_length;                                                                \
        int done;                                                                                                      \
                                                                                                                       \
        (void)attributes;                                                                                              \
        if (ciphertext_length < tag_length)                                                                            \
            return PSA_ERROR_INVALID_ARGUMENT;                                                                         \
        if (plaintext_size < length)                                                                                   \
            return PSA_ERROR_BUFFER_TOO_SMALL;                                                                         \
        done = vmb_aes##bits##_ccm_init(&key, key_buffer, key_buffer_length);                                          \
        if (done == VMB_OK)                                                                                            \
            done = vmb_aes##bits##_ccm_open(&key, plaintext, ciphertext + length, tag_length, nonce, nonce_length,     \
                                            additional_data, additional_data_length, ciphertext, length);              \
        vmb_aes##bits##_ccm_wipe(&key);                                                                                \
        *plaintext_length = done == VMB_OK ? length : 0;                                                               \
        return status_of(done);                                                                                        \
    }

#if IS_USED(MODULE_PSA_AEAD)
#include "psa_aead.h"

#if IS_USED(MODULE_PSA_AEAD_AES_128_CCM_BACKEND_VAMBRACE)
CCM_OF(128)
#endif
#if IS_USED(MODULE_PSA_AEAD_AES_192_CCM_BACKEND_VAMBRACE)
CCM_OF(192)
#endif
#if IS_USED(MODULE_PSA_AEAD_AES_256_CCM_BACKEND_VAMBRACE)
CCM_OF(256)
#endif
#endif
