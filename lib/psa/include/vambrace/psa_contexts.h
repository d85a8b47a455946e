/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The state of a multi-part operation of the PSA driver, public only because of its size: callers must not use it. Keys
 * and streams are in the operation, so that the driver allocates nothing; it has those of the algorithms that Mbed TLS
 * is configured for (PSA_WANT_...).
 */
#ifndef VAMBRACE_PSA_CONTEXTS_H
#define VAMBRACE_PSA_CONTEXTS_H

#include <stddef.h>
#include <stdint.h>

#include "psa/crypto_types.h" /* and with it the configuration of Mbed TLS or TF-PSA-Crypto */

#include "vambrace/aead.h"
#include "vambrace/aes.h"

/** 1: the driver takes tags that standards advise against: of PSA_ALG_GCM those of 4 and 8 bytes (vambrace/aead.h has
 *  the reason), of PSA_ALG_ASCON_AEAD128 those of 4 to 7. They are PSA_ERROR_INVALID_ARGUMENT otherwise. */
#ifndef VMB_PSA_SHORT_TAGS
#define VMB_PSA_SHORT_TAGS 0
#endif

/* The algorithms of this build: X(the functions' name without vmb_, whether an engine's slot can hold its key). */
#if defined(PSA_WANT_ALG_CCM) && defined(PSA_WANT_KEY_TYPE_AES)
#define VMB_PSA_CCM(X) X(aes128_ccm, 1) X(aes192_ccm, 1) X(aes256_ccm, 1)
#else
#define VMB_PSA_CCM(X)
#endif
#if defined(PSA_WANT_ALG_GCM) && defined(PSA_WANT_KEY_TYPE_AES)
#if VMB_ENGINE_GCM
#define VMB_PSA_GCM(X) X(aes128_gcm, 1) X(aes192_gcm, 1) X(aes256_gcm, 1)
#else
#define VMB_PSA_GCM(X) X(aes128_gcm, 0) X(aes192_gcm, 0) X(aes256_gcm, 0)
#endif
#else
#define VMB_PSA_GCM(X)
#endif
#if defined(PSA_WANT_ALG_CHACHA20_POLY1305) && defined(PSA_WANT_KEY_TYPE_CHACHA20)
#define VMB_PSA_CHACHA20(X) X(chacha20_poly1305, 1)
#else
#define VMB_PSA_CHACHA20(X)
#endif
#if defined(PSA_WANT_ALG_ASCON_AEAD128)
#define VMB_PSA_ASCON(X) X(ascon_aead128, 1) X(ascon_aead128_options, 0)
#else
#define VMB_PSA_ASCON(X)
#endif
#define VMB_PSA_AEADS(X) VMB_PSA_CCM(X) VMB_PSA_GCM(X) VMB_PSA_CHACHA20(X) VMB_PSA_ASCON(X)

#define VMB_PSA_KEY_MEMBER(name, slots) vmb_##name##_key name;
#define VMB_PSA_STREAM_MEMBER(name, slots) vmb_##name##_stream name;

/** An AEAD operation. */
typedef struct {
    union {
        uint32_t none;
        VMB_PSA_AEADS(VMB_PSA_KEY_MEMBER)
    } key;
    union {
        uint32_t none;
        VMB_PSA_AEADS(VMB_PSA_STREAM_MEMBER)
    } stream;
    size_t ad_length; /**< AES-CCM: the length from set_lengths, */
    size_t length;
    uint8_t nonce[13]; /**< and the nonce, whichever comes first */
    uint8_t nonce_length;
    uint8_t has_lengths;
    uint8_t algorithm; /**< which of VMB_PSA_AEADS, from 1; 0: none */
    uint8_t tag_length;
    uint8_t decrypts;
    uint8_t key_at; /**< the word of the key object to which the stream refers */
} vambrace_transparent_aead_operation_t;

/** A key of any length for the modes of AES. */
typedef union {
    vmb_aes128_key aes128;
    vmb_aes192_key aes192;
    vmb_aes256_key aes256;
} vmb_psa_aes_key;

/** A cipher operation. */
typedef struct {
    vmb_psa_aes_key key;
    union {
        vmb_aes128_ctr_stream aes128;
        vmb_aes192_ctr_stream aes192;
        vmb_aes256_ctr_stream aes256;
    } stream;          /**< CTR */
    uint8_t iv[16];    /**< CBC: the block to which the next one is chained */
    uint8_t block[16]; /**< input that is not yet a complete block, or may be the last one, */
    uint8_t used;      /**< and its length */
    uint8_t key_bytes;
    uint8_t mode; /**< 0: none */
    uint8_t decrypts;
    uint8_t star;  /**< CTR: that of CCM* without a tag, */
    uint32_t left; /**< and the bytes that its message may still have */
} vambrace_transparent_cipher_operation_t;

#endif
