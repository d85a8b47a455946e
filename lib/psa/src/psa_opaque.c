/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Keys at the location of the driver, as entry points of the opaque PSA driver: TF-PSA-Crypto keeps the number of a key
 * slot of the engine. With such a key, ciphers and AEADs are the transparent driver's.
 */
#include "psa_common.h"

#if defined(VAMBRACE_PSA_ENABLED)

psa_status_t vambrace_opaque_import_key(const psa_key_attributes_t *attributes, const uint8_t *data, size_t data_length,
                                        uint8_t *key_buffer, size_t key_buffer_size, size_t *key_buffer_length,
                                        size_t *bits)
{
#if VMB_ENGINE
    return vmb_psa_import(attributes, data, data_length, key_buffer, key_buffer_size, key_buffer_length, bits);
#else
    (void)attributes;
    (void)data;
    (void)data_length;
    (void)key_buffer;
    (void)key_buffer_size;
    (void)key_buffer_length;
    (void)bits;
    return PSA_ERROR_NOT_SUPPORTED;
#endif
}

psa_status_t vambrace_opaque_export_key(const psa_key_attributes_t *attributes, const uint8_t *key_buffer,
                                        size_t key_buffer_size, uint8_t *data, size_t data_size, size_t *data_length)
{
    (void)attributes;
    (void)key_buffer;
    (void)key_buffer_size;
    (void)data;
    (void)data_size;
    *data_length = 0;
    return PSA_ERROR_NOT_SUPPORTED;
}

psa_status_t vambrace_opaque_copy_key(psa_key_attributes_t *attributes, const uint8_t *source_key,
                                      size_t source_key_length, uint8_t *target_key_buffer,
                                      size_t target_key_buffer_size, size_t *target_key_buffer_length)
{
    (void)attributes;
    if (source_key_length != 1) {
        return PSA_ERROR_INVALID_ARGUMENT;
    }
    if (target_key_buffer_size < 1) {
        return PSA_ERROR_BUFFER_TOO_SMALL;
    }
    *target_key_buffer = *source_key;
    *target_key_buffer_length = 1;
    return PSA_SUCCESS;
}

#endif
