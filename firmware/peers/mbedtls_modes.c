/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * ECB, CBC and CTR of Mbed TLS behind the calls of vambrace/aes.h. Its key
 * schedules of the two directions are separate, so `init` makes both.
 */
#include "mbedtls.h"

#include "vambrace/status.h"

/* The context, which Mbed TLS does not declare const. */
#define VMB_PEER_CONTEXT(direction) ((mbedtls_aes_context *)&expanded->context.direction)

#define VMB_PEER_MODES(name)                                                                                        \
    int name##_init(name##_key *expanded, const uint8_t *key, size_t key_len)                                       \
    {                                                                                                               \
        mbedtls_aes_init(&expanded->context.forward);                                                               \
        mbedtls_aes_init(&expanded->context.backward);                                                              \
        return mbedtls_aes_setkey_enc(&expanded->context.forward, key, (unsigned)key_len * 8u) |                    \
               mbedtls_aes_setkey_dec(&expanded->context.backward, key, (unsigned)key_len * 8u);                    \
    }                                                                                                               \
    int name##_ecb_encrypt(const name##_key *expanded, uint8_t *out, const uint8_t *in, size_t len)                 \
    {                                                                                                               \
        int error = 0;                                                                                              \
        for (; len != 0; len -= 16, in += 16, out += 16) {                                                          \
            error |= mbedtls_aes_crypt_ecb(VMB_PEER_CONTEXT(forward), MBEDTLS_AES_ENCRYPT, in, out);                \
        }                                                                                                           \
        return error;                                                                                               \
    }                                                                                                               \
    int name##_ecb_decrypt(const name##_key *expanded, uint8_t *out, const uint8_t *in, size_t len)                 \
    {                                                                                                               \
        int error = 0;                                                                                              \
        for (; len != 0; len -= 16, in += 16, out += 16) {                                                          \
            error |= mbedtls_aes_crypt_ecb(VMB_PEER_CONTEXT(backward), MBEDTLS_AES_DECRYPT, in, out);               \
        }                                                                                                           \
        return error;                                                                                               \
    }                                                                                                               \
    int name##_cbc_encrypt(const name##_key *expanded, uint8_t iv[16], uint8_t *out, const uint8_t *in, size_t len) \
    {                                                                                                               \
        return mbedtls_aes_crypt_cbc(VMB_PEER_CONTEXT(forward), MBEDTLS_AES_ENCRYPT, len, iv, in, out);             \
    }                                                                                                               \
    int name##_cbc_decrypt(const name##_key *expanded, uint8_t iv[16], uint8_t *out, const uint8_t *in, size_t len) \
    {                                                                                                               \
        return mbedtls_aes_crypt_cbc(VMB_PEER_CONTEXT(backward), MBEDTLS_AES_DECRYPT, len, iv, in, out);            \
    }                                                                                                               \
    int name##_ctr(const name##_key *expanded, uint8_t counter[16], uint8_t *out, const uint8_t *in, size_t len)    \
    {                                                                                                               \
        uint8_t stream[16];                                                                                         \
        size_t used = 0;                                                                                            \
        return mbedtls_aes_crypt_ctr(VMB_PEER_CONTEXT(forward), len, &used, counter, stream, in, out);              \
    }                                                                                                               \
    void name##_wipe(name##_key *expanded)                                                                          \
    {                                                                                                               \
        mbedtls_aes_free(&expanded->context.forward);                                                               \
        mbedtls_aes_free(&expanded->context.backward);                                                              \
    }

VMB_PEER_MODES(vmb_mbedtls_aes128)
VMB_PEER_MODES(vmb_mbedtls_aes192)
VMB_PEER_MODES(vmb_mbedtls_aes256)
