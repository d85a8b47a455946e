/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * For each algorithm a message of 16 bytes with 16 bytes of associated data, sealed and opened by PSA Crypto, and by
 * the driver's library calls, for `vambrace study psa`. Each result is compared with the other; the number of an
 * algorithm whose results differ is the exit code. VMB_PSA_BUILTIN: Mbed TLS alone, by its own code.
 */
#include <stdint.h>
#include <string.h>

#include "psa/crypto.h"
#include "vambrace/aead.h"

#ifndef VMB_PSA_BUILTIN
#define VMB_PSA_BUILTIN 0
#endif

#define LENGTH 16
#define TAG 16

psa_status_t mbedtls_psa_external_get_random(mbedtls_psa_external_random_context_t *context, uint8_t *output,
                                             size_t output_size, size_t *output_length);

/* No code here requests random numbers. */
psa_status_t mbedtls_psa_external_get_random(mbedtls_psa_external_random_context_t *context, uint8_t *output,
                                             size_t output_size, size_t *output_length)
{
    (void)context;
    (void)output;
    (void)output_size;
    (void)output_length;
    return PSA_ERROR_INSUFFICIENT_ENTROPY;
}

/* Word-aligned, as in a program for which cycles matter. */
static union {
    uint32_t word;
    uint8_t bytes[32];
} key, nonce, ad, text, sealed, again, opened;

typedef int direct_call(uint8_t *out, const uint8_t *in, size_t nonce_len);

/* The library calls for one message: the key is expanded and wiped, as PSA Crypto does it. */
#define DIRECT(name, key_len)                                                                                    \
    __attribute__((__noinline__)) int direct_seal_##name(uint8_t *out, const uint8_t *in, size_t nonce_len);     \
    __attribute__((__noinline__)) int direct_open_##name(uint8_t *out, const uint8_t *in, size_t nonce_len);     \
                                                                                                                 \
    int direct_seal_##name(uint8_t *out, const uint8_t *in, size_t nonce_len)                                    \
    {                                                                                                            \
        vmb_##name##_key k;                                                                                      \
        int status = vmb_##name##_init(&k, key.bytes, key_len);                                                  \
                                                                                                                 \
        if (status == VMB_OK) {                                                                                  \
            status = vmb_##name##_seal(&k, out, out + LENGTH, TAG, nonce.bytes, nonce_len, ad.bytes, LENGTH, in, \
                                       LENGTH);                                                                  \
        }                                                                                                        \
        vmb_##name##_wipe(&k);                                                                                   \
        return status;                                                                                           \
    }                                                                                                            \
                                                                                                                 \
    int direct_open_##name(uint8_t *out, const uint8_t *in, size_t nonce_len)                                    \
    {                                                                                                            \
        vmb_##name##_key k;                                                                                      \
        int status = vmb_##name##_init(&k, key.bytes, key_len);                                                  \
                                                                                                                 \
        if (status == VMB_OK) {                                                                                  \
            status = vmb_##name##_open(&k, out, in + LENGTH, TAG, nonce.bytes, nonce_len, ad.bytes, LENGTH, in,  \
                                       LENGTH);                                                                  \
        }                                                                                                        \
        vmb_##name##_wipe(&k);                                                                                   \
        return status;                                                                                           \
    }

#if VMB_PSA_BUILTIN /* Mbed TLS alone */
#define OF(name) NULL, NULL
#else
DIRECT(aes128_ccm, 16)
DIRECT(aes256_ccm, 32)
DIRECT(aes128_gcm, 16)
DIRECT(chacha20_poly1305, 32)
DIRECT(ascon_aead128, 16)
#define OF(name) direct_seal_##name, direct_open_##name
#endif

static int compare(psa_key_type_t type, size_t bits, psa_algorithm_t alg, size_t nonce_len, direct_call *seal,
                   direct_call *open)
{
    psa_key_attributes_t attributes = PSA_KEY_ATTRIBUTES_INIT;
    mbedtls_svc_key_id_t id = MBEDTLS_SVC_KEY_ID_INIT;
    size_t n = 0, m = 0;

    psa_set_key_type(&attributes, type);
    psa_set_key_algorithm(&attributes, alg);
    psa_set_key_usage_flags(&attributes, PSA_KEY_USAGE_ENCRYPT | PSA_KEY_USAGE_DECRYPT);
    if (psa_import_key(&attributes, key.bytes, bits / 8, &id) != PSA_SUCCESS ||
        psa_aead_encrypt(id, alg, nonce.bytes, nonce_len, ad.bytes, LENGTH, text.bytes, LENGTH, sealed.bytes,
                         sizeof sealed.bytes, &n) != PSA_SUCCESS ||
        psa_aead_decrypt(id, alg, nonce.bytes, nonce_len, ad.bytes, LENGTH, sealed.bytes, n, opened.bytes,
                         sizeof opened.bytes, &m) != PSA_SUCCESS ||
        n != LENGTH + TAG || m != LENGTH || memcmp(opened.bytes, text.bytes, LENGTH) != 0) {
        return 0;
    }
    psa_destroy_key(id);
    if (seal == NULL) {
        return 1;
    }
    return seal(again.bytes, text.bytes, nonce_len) == VMB_OK && memcmp(again.bytes, sealed.bytes, LENGTH + TAG) == 0 &&
           open(opened.bytes, sealed.bytes, nonce_len) == VMB_OK && memcmp(opened.bytes, text.bytes, LENGTH) == 0;
}

int main(void)
{
    unsigned i;

    for (i = 0; i < 32; i++) {
        key.bytes[i] = (uint8_t)(7 * i + 3);
        nonce.bytes[i] = (uint8_t)(5 * i + 1);
        ad.bytes[i] = (uint8_t)(11 * i);
        text.bytes[i] = (uint8_t)(13 * i);
    }
    if (psa_crypto_init() != PSA_SUCCESS) {
        return 99;
    }
    if (!compare(PSA_KEY_TYPE_AES, 128, PSA_ALG_CCM, 12, OF(aes128_ccm))) {
        return 1;
    }
    if (!compare(PSA_KEY_TYPE_AES, 256, PSA_ALG_CCM, 12, OF(aes256_ccm))) {
        return 2;
    }
    if (!compare(PSA_KEY_TYPE_AES, 128, PSA_ALG_GCM, 12, OF(aes128_gcm))) {
        return 3;
    }
    if (!compare(PSA_KEY_TYPE_CHACHA20, 256, PSA_ALG_CHACHA20_POLY1305, 12, OF(chacha20_poly1305))) {
        return 4;
    }
#if !VMB_PSA_BUILTIN
    if (!compare(0x2008, 128, 0x05100700, 16, OF(ascon_aead128))) { /* of PSA Crypto 1.4 */
        return 5;
    }
#endif
    return 0;
}
