/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * libvambrace as an accelerator driver of Mbed TLS: the entry points of the PSA driver interface. lib/psa/README.md
 * explains how to build it. Only the driver wrappers of Mbed TLS call these functions; a program calls
 * psa_aead_encrypt and so on of psa/crypto.h.
 *
 * | key type              | algorithms                                                                        |
 * | --------------------- | --------------------------------------------------------------------------------- |
 * | PSA_KEY_TYPE_AES      | PSA_ALG_CCM, with any tag length it has; _GCM, of 12 to 16 bytes, and of 4 and 8  |
 * |                       | where VMB_PSA_SHORT_TAGS is 1 (psa_contexts.h); PSA_ALG_ECB_NO_PADDING,           |
 * |                       | _CBC_NO_PADDING, _CBC_PKCS7, _CTR; _CCM_STAR_NO_TAG with a nonce of 13 bytes      |
 * | PSA_KEY_TYPE_CHACHA20 | PSA_ALG_CHACHA20_POLY1305                                                         |
 * | PSA_KEY_TYPE_ASCON    | PSA_ALG_ASCON_AEAD128, where PSA_WANT_ALG_ASCON_AEAD128 is defined: tags of 8 to  |
 * |                       | 16 bytes, and of 4 to 7 where VMB_PSA_SHORT_TAGS is 1; a key of 32 bytes masks    |
 * |                       | nonces                                                                            |
 *
 * Anything else, and a message of more than VMB_MAX_BYTES in one call, returns PSA_ERROR_NOT_SUPPORTED: Mbed TLS
 * then uses its own code, if it is built in.
 *
 * | libvambrace      | PSA                                                                                    |
 * | ---------------- | -------------------------------------------------------------------------------------- |
 * | VMB_ERR_TAG      | PSA_ERROR_INVALID_SIGNATURE                                                            |
 * | VMB_ERR_LENGTH   | PSA_ERROR_INVALID_ARGUMENT; and an output that is too small PSA_ERROR_BUFFER_TOO_SMALL |
 * | VMB_ERR_ARGUMENT | PSA_ERROR_INVALID_ARGUMENT                                                             |
 * | VMB_ERR_STATE    | PSA_ERROR_BAD_STATE                                                                    |
 * | VMB_ERR_DEVICE   | PSA_ERROR_HARDWARE_FAILURE                                                             |
 *
 * - No memory is allocated. Expanded keys of single-part calls are on the stack, those of multi-part operations in
 *   the operation object; both are wiped, the object by abort, which Mbed TLS calls after every finish and every
 *   error.
 * - aead_decrypt releases nothing of a message with a wrong tag: the plaintext is set to zero.
 * - aead_update returns plaintext BEFORE the tag is checked, as PSA allows; aead_verify then checks the tag. Until
 *   it has returned PSA_SUCCESS, do not use the plaintext or pass it on, and erase it on any other result. If the
 *   engine's policy does not allow this (VMB_ENGINE_ALLOW_EARLY), the call returns PSA_ERROR_HARDWARE_FAILURE.
 * - Execution time and memory addresses depend only on lengths, algorithms and pointers, not on whether the padding
 *   of PSA_ALG_CBC_PKCS7 is valid or how long it is: output may be written up to the end of its block, or of its
 *   buffer.
 * - Input and output must be the same or not overlap. By default Mbed TLS copies both, so programs may pass any
 *   buffers.
 */
#ifndef VAMBRACE_PSA_DRIVER_H
#define VAMBRACE_PSA_DRIVER_H

#include <stddef.h>
#include <stdint.h>

#include "psa/crypto.h"

#include "vambrace/psa_contexts.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Values of PSA Certified Crypto API 1.4, for releases of Mbed TLS that do not define them. */
#ifndef PSA_KEY_TYPE_ASCON
#define PSA_KEY_TYPE_ASCON ((psa_key_type_t)0x2008)
#endif
#ifndef PSA_ALG_ASCON_AEAD128
#define PSA_ALG_ASCON_AEAD128 ((psa_algorithm_t)0x05100700)
#endif

/** The type of a key of type `type` (PSA_KEY_TYPE_AES, _CHACHA20 or _ASCON) that is in a key slot of the engine.
 *  Pass one byte to psa_import_key, the slot's number (1 to 3); the key size in bits comes from the attributes.
 *  psa_export_key returns the slot's number. The boot code loads and locks the slot (vmb_engine_load_key,
 *  vmb_engine_lock_slot). For PSA_ALG_GCM only in a build with VMB_ENGINE_GCM. */
#define VAMBRACE_PSA_KEY_TYPE_SLOT(type) ((psa_key_type_t)((type) | PSA_KEY_TYPE_VENDOR_FLAG))

#if defined(VAMBRACE_PSA_ENABLED) /* TF-PSA-Crypto */
/** The location of keys in key slots of the engine: part of the lifetime of a key with the type that it has, such as
 *  PSA_KEY_TYPE_AES. Pass one byte to psa_import_key, the slot's number (1 to 3); the key size in bits comes from the
 *  attributes. psa_copy_key gives the same slot another policy; psa_export_key returns PSA_ERROR_NOT_SUPPORTED, as
 *  psa_import_key does without an engine. vambrace_opaque.json has the same number. */
#define VAMBRACE_PSA_LOCATION ((psa_key_location_t)0xd64d42)

/** The lifetime of a volatile key at that location. */
#define VAMBRACE_PSA_LIFETIME_SLOT \
    PSA_KEY_LIFETIME_FROM_PERSISTENCE_AND_LOCATION(PSA_KEY_PERSISTENCE_VOLATILE, VAMBRACE_PSA_LOCATION)

psa_status_t vambrace_opaque_import_key(const psa_key_attributes_t *attributes, const uint8_t *data, size_t data_length,
                                        uint8_t *key_buffer, size_t key_buffer_size, size_t *key_buffer_length,
                                        size_t *bits);
psa_status_t vambrace_opaque_export_key(const psa_key_attributes_t *attributes, const uint8_t *key_buffer,
                                        size_t key_buffer_size, uint8_t *data, size_t data_size, size_t *data_length);
psa_status_t vambrace_opaque_copy_key(psa_key_attributes_t *attributes, const uint8_t *source_key,
                                      size_t source_key_length, uint8_t *target_key_buffer,
                                      size_t target_key_buffer_size, size_t *target_key_buffer_length);
#endif

/** With an engine: checks that it is present. */
psa_status_t vambrace_transparent_init(void);
void vambrace_transparent_free(void);

/** Imports keys of types that Mbed TLS 3.6 does not know: Ascon keys, and keys in slots. */
psa_status_t vambrace_transparent_import_key(const psa_key_attributes_t *attributes, const uint8_t *data,
                                             size_t data_length, uint8_t *key_buffer, size_t key_buffer_size,
                                             size_t *key_buffer_length, size_t *bits);

psa_status_t vambrace_transparent_aead_encrypt(const psa_key_attributes_t *attributes, const uint8_t *key_buffer,
                                               size_t key_buffer_size, psa_algorithm_t alg, const uint8_t *nonce,
                                               size_t nonce_length, const uint8_t *additional_data,
                                               size_t additional_data_length, const uint8_t *plaintext,
                                               size_t plaintext_length, uint8_t *ciphertext, size_t ciphertext_size,
                                               size_t *ciphertext_length);
psa_status_t vambrace_transparent_aead_decrypt(const psa_key_attributes_t *attributes, const uint8_t *key_buffer,
                                               size_t key_buffer_size, psa_algorithm_t alg, const uint8_t *nonce,
                                               size_t nonce_length, const uint8_t *additional_data,
                                               size_t additional_data_length, const uint8_t *ciphertext,
                                               size_t ciphertext_length, uint8_t *plaintext, size_t plaintext_size,
                                               size_t *plaintext_length);
psa_status_t vambrace_transparent_aead_encrypt_setup(vambrace_transparent_aead_operation_t *operation,
                                                     const psa_key_attributes_t *attributes, const uint8_t *key_buffer,
                                                     size_t key_buffer_size, psa_algorithm_t alg);
psa_status_t vambrace_transparent_aead_decrypt_setup(vambrace_transparent_aead_operation_t *operation,
                                                     const psa_key_attributes_t *attributes, const uint8_t *key_buffer,
                                                     size_t key_buffer_size, psa_algorithm_t alg);
psa_status_t vambrace_transparent_aead_set_nonce(vambrace_transparent_aead_operation_t *operation, const uint8_t *nonce,
                                                 size_t nonce_length);
psa_status_t vambrace_transparent_aead_set_lengths(vambrace_transparent_aead_operation_t *operation, size_t ad_length,
                                                   size_t plaintext_length);
psa_status_t vambrace_transparent_aead_update_ad(vambrace_transparent_aead_operation_t *operation, const uint8_t *input,
                                                 size_t input_length);
psa_status_t vambrace_transparent_aead_update(vambrace_transparent_aead_operation_t *operation, const uint8_t *input,
                                              size_t input_length, uint8_t *output, size_t output_size,
                                              size_t *output_length);
psa_status_t vambrace_transparent_aead_finish(vambrace_transparent_aead_operation_t *operation, uint8_t *ciphertext,
                                              size_t ciphertext_size, size_t *ciphertext_length, uint8_t *tag,
                                              size_t tag_size, size_t *tag_length);
psa_status_t vambrace_transparent_aead_verify(vambrace_transparent_aead_operation_t *operation, uint8_t *plaintext,
                                              size_t plaintext_size, size_t *plaintext_length, const uint8_t *tag,
                                              size_t tag_length);
psa_status_t vambrace_transparent_aead_abort(vambrace_transparent_aead_operation_t *operation);

psa_status_t vambrace_transparent_cipher_encrypt(const psa_key_attributes_t *attributes, const uint8_t *key_buffer,
                                                 size_t key_buffer_size, psa_algorithm_t alg, const uint8_t *iv,
                                                 size_t iv_length, const uint8_t *input, size_t input_length,
                                                 uint8_t *output, size_t output_size, size_t *output_length);
psa_status_t vambrace_transparent_cipher_decrypt(const psa_key_attributes_t *attributes, const uint8_t *key_buffer,
                                                 size_t key_buffer_size, psa_algorithm_t alg, const uint8_t *input,
                                                 size_t input_length, uint8_t *output, size_t output_size,
                                                 size_t *output_length);
psa_status_t vambrace_transparent_cipher_encrypt_setup(vambrace_transparent_cipher_operation_t *operation,
                                                       const psa_key_attributes_t *attributes,
                                                       const uint8_t *key_buffer, size_t key_buffer_size,
                                                       psa_algorithm_t alg);
psa_status_t vambrace_transparent_cipher_decrypt_setup(vambrace_transparent_cipher_operation_t *operation,
                                                       const psa_key_attributes_t *attributes,
                                                       const uint8_t *key_buffer, size_t key_buffer_size,
                                                       psa_algorithm_t alg);
psa_status_t vambrace_transparent_cipher_set_iv(vambrace_transparent_cipher_operation_t *operation, const uint8_t *iv,
                                                size_t iv_length);
psa_status_t vambrace_transparent_cipher_update(vambrace_transparent_cipher_operation_t *operation,
                                                const uint8_t *input, size_t input_length, uint8_t *output,
                                                size_t output_size, size_t *output_length);
psa_status_t vambrace_transparent_cipher_finish(vambrace_transparent_cipher_operation_t *operation, uint8_t *output,
                                                size_t output_size, size_t *output_length);
psa_status_t vambrace_transparent_cipher_abort(vambrace_transparent_cipher_operation_t *operation);

#ifdef __cplusplus
}
#endif

#endif
