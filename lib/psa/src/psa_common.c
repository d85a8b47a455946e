/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Shared by the entry points of the PSA driver (psa_common.h), and the entry points for keys.
 */
#include "psa_common.h"

#if VMB_ENGINE
#include "vambrace/engine.h"
#endif

psa_status_t vmb_psa_status(int status)
{
    switch (status) {
    case VMB_OK:
        return PSA_SUCCESS;
    case VMB_ERR_TAG:
        return PSA_ERROR_INVALID_SIGNATURE;
    case VMB_ERR_STATE:
        return PSA_ERROR_BAD_STATE;
    case VMB_ERR_DEVICE:
        return PSA_ERROR_HARDWARE_FAILURE;
    default:
        return PSA_ERROR_INVALID_ARGUMENT;
    }
}

psa_status_t vambrace_transparent_init(void)
{
#if VMB_ENGINE
    return vmb_psa_status(vmb_engine_check());
#else
    return PSA_SUCCESS;
#endif
}

void vambrace_transparent_free(void)
{
}

/* The key lengths of a type, as bits of a set: 1, 2 and 4 are 128, 192 and 256 bits. */
static unsigned vmb_psa_lengths(psa_key_type_t type)
{
    switch (type) {
    case PSA_KEY_TYPE_AES:
        return 7;
    case PSA_KEY_TYPE_CHACHA20:
        return 4;
    case PSA_KEY_TYPE_ASCON:
        return 5; /* a longer key masks nonces */
    default:
        return 0;
    }
}

static int vmb_psa_has_length(psa_key_type_t type, size_t bits)
{
    return bits >= 128 && bits <= 256 && bits % 64 == 0 && (vmb_psa_lengths(type) >> (bits / 64 - 2) & 1) != 0;
}

/* The number of bits of the key in `data`, or of the slot that it names; 0 for other keys. */
static size_t vmb_psa_bits(const psa_key_attributes_t *attributes, const uint8_t *data, size_t data_length)
{
    psa_key_type_t type = vmb_psa_key_type(attributes);

#if VMB_ENGINE
    if (vmb_psa_in_slot(attributes)) {
        return data_length == 1 && data[0] >= 1 && data[0] <= 3 &&
                       vmb_psa_has_length(type, psa_get_key_bits(attributes)) &&
                       (type != PSA_KEY_TYPE_ASCON || psa_get_key_bits(attributes) == 128)
                   ? psa_get_key_bits(attributes)
                   : 0;
    }
#else
    (void)data;
#endif
    return data_length <= 32 && vmb_psa_has_length(type, 8 * data_length) ? 8 * data_length : 0;
}

psa_status_t vmb_psa_import(const psa_key_attributes_t *attributes, const uint8_t *data, size_t data_length,
                            uint8_t *key_buffer, size_t key_buffer_size, size_t *key_buffer_length, size_t *bits)
{
    size_t i;

    if (vmb_psa_lengths(vmb_psa_key_type(attributes)) == 0) {
        return PSA_ERROR_NOT_SUPPORTED;
    }
    *bits = vmb_psa_bits(attributes, data, data_length);
    if (*bits == 0) {
        return PSA_ERROR_INVALID_ARGUMENT;
    }
    if (key_buffer_size < data_length) {
        return PSA_ERROR_BUFFER_TOO_SMALL;
    }
    for (i = 0; i < data_length; i++) {
        key_buffer[i] = data[i];
    }
    *key_buffer_length = data_length;
    return PSA_SUCCESS;
}

psa_status_t vambrace_transparent_import_key(const psa_key_attributes_t *attributes, const uint8_t *data,
                                             size_t data_length, uint8_t *key_buffer, size_t key_buffer_size,
                                             size_t *key_buffer_length, size_t *bits)
{
    psa_key_type_t type = psa_get_key_type(attributes);

    /* Mbed TLS imports the types that it knows. */
    if (type != PSA_KEY_TYPE_ASCON && vmb_psa_key_type(attributes) == type) {
        return PSA_ERROR_NOT_SUPPORTED;
    }
    return vmb_psa_import(attributes, data, data_length, key_buffer, key_buffer_size, key_buffer_length, bits);
}
