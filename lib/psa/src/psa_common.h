/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Shared by the entry points of the PSA driver.
 */
#ifndef VMB_PSA_COMMON_H
#define VMB_PSA_COMMON_H

#include "common/common.h"
#include "vambrace/psa_driver.h"

/** The PSA status for a status of the library. */
psa_status_t vmb_psa_status(int status);

/** The type of a key, whether it is in a slot or not. */
static inline psa_key_type_t vmb_psa_key_type(const psa_key_attributes_t *attributes)
{
#if VMB_ENGINE
    return psa_get_key_type(attributes) & (psa_key_type_t)~PSA_KEY_TYPE_VENDOR_FLAG;
#else
    return psa_get_key_type(attributes);
#endif
}

/** Whether a key is in a slot of the engine: by its type, or by its location. */
static inline int vmb_psa_in_slot(const psa_key_attributes_t *attributes)
{
#if VMB_ENGINE && defined(VAMBRACE_PSA_ENABLED)
    if (PSA_KEY_LIFETIME_GET_LOCATION(psa_get_key_lifetime(attributes)) == VAMBRACE_PSA_LOCATION) {
        return 1;
    }
#endif
    return vmb_psa_key_type(attributes) != psa_get_key_type(attributes);
}

/** Imports a key that the core does not know, or the number of a slot. */
psa_status_t vmb_psa_import(const psa_key_attributes_t *attributes, const uint8_t *data, size_t data_length,
                            uint8_t *key_buffer, size_t key_buffer_size, size_t *key_buffer_length, size_t *bits);

/** The shapes of init for a key that an engine's slot can hold (1) or cannot (0). A key of one byte is the number of a
 *  slot: import_key accepts only such keys for it, and no algorithm has keys of one byte. */
#if VMB_ENGINE
#define VMB_PSA_INIT_1(name, key, bytes, len) \
    ((len) == 1 ? vmb_##name##_init_slot(key, *(bytes)) : vmb_##name##_init(key, bytes, len))
#else
#define VMB_PSA_INIT_1(name, key, bytes, len) vmb_##name##_init(key, bytes, len)
#endif
#define VMB_PSA_INIT_0(name, key, bytes, len) vmb_##name##_init(key, bytes, len)

/* The number of an AEAD algorithm in an operation. */
#define VMB_PSA_NUMBER(name, slots) VMB_PSA_##name,
enum { VMB_PSA_NO_AEAD, VMB_PSA_AEADS(VMB_PSA_NUMBER) VMB_PSA_END_OF_AEADS };

/** The algorithm of this build for a key and a PSA algorithm, or VMB_PSA_NO_AEAD. */
unsigned vmb_psa_aead(const psa_key_attributes_t *attributes, psa_algorithm_t alg);

/** The tag_len for a tag of n bytes, or 0 if this build refuses it. */
static inline size_t vmb_psa_tag_len(unsigned algorithm, size_t n)
{
    switch (algorithm) {
#if defined(PSA_WANT_ALG_GCM) && defined(PSA_WANT_KEY_TYPE_AES)
    case VMB_PSA_aes128_gcm:
    case VMB_PSA_aes192_gcm:
    case VMB_PSA_aes256_gcm:
        return n >= 12 ? n : VMB_PSA_SHORT_TAGS ? VMB_SHORT_TAG(n) : 0;
#endif
#if defined(PSA_WANT_ALG_ASCON_AEAD128)
    case VMB_PSA_ascon_aead128_options:
        return n >= 8 ? n : VMB_PSA_SHORT_TAGS ? VMB_SHORT_TAG(n) : 0;
#endif
    default:
        return n;
    }
}

#endif
