/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Mbed TLS' own tests of CCM and GCM, whose modules call PSA Crypto for each block of AES; Ascon with a core that does not
 * know it; and the driver with a key that no core passes on.
 */
#include <stdio.h>
#include <string.h>

#include "mbedtls/ccm.h"
#include "mbedtls/gcm.h"
#include "psa/crypto.h"
#include "vambrace/psa_driver.h"

psa_status_t mbedtls_psa_external_get_random(mbedtls_psa_external_random_context_t *context, uint8_t *output,
                                             size_t output_size, size_t *output_length);

/* Nothing here asks for random numbers. */
psa_status_t mbedtls_psa_external_get_random(mbedtls_psa_external_random_context_t *context, uint8_t *output,
                                             size_t output_size, size_t *output_length)
{
    (void)context;
    (void)output;
    (void)output_size;
    (void)output_length;
    return PSA_ERROR_INSUFFICIENT_ENTROPY;
}

/* Whether the core refuses what the driver has. */
static int ascon_is_refused(void)
{
    static const uint8_t bytes[16] = {1};
    psa_key_attributes_t attributes = PSA_KEY_ATTRIBUTES_INIT;
    mbedtls_svc_key_id_t key = MBEDTLS_SVC_KEY_ID_INIT;
    psa_aead_operation_t operation = PSA_AEAD_OPERATION_INIT;
    psa_algorithm_t alg = 0x05100700;
    uint8_t out[16];
    size_t n;

    psa_set_key_type(&attributes, 0x2008);
    psa_set_key_algorithm(&attributes, alg);
    psa_set_key_usage_flags(&attributes, PSA_KEY_USAGE_ENCRYPT);
    return psa_import_key(&attributes, bytes, 16, &key) == PSA_SUCCESS &&
           psa_aead_encrypt(key, alg, bytes, 16, NULL, 0, NULL, 0, out, 16, &n) == PSA_ERROR_NOT_SUPPORTED &&
           psa_aead_encrypt_setup(&operation, key, alg) == PSA_ERROR_NOT_SUPPORTED;
}

/* Whether Mbed TLS does what the driver does not: ChaCha20 alone, RFC 8439, appendix A.1, first vector. */
static int chacha20_is_there(void)
{
    static const uint8_t zero[32], expected[8] = {0x76, 0xb8, 0xe0, 0xad, 0xa0, 0xf1, 0x3d, 0x90};
    psa_cipher_operation_t operation = PSA_CIPHER_OPERATION_INIT;
    psa_key_attributes_t attributes = PSA_KEY_ATTRIBUTES_INIT;
    mbedtls_svc_key_id_t key = MBEDTLS_SVC_KEY_ID_INIT;
    uint8_t out[8];
    size_t n = 0;

    psa_set_key_type(&attributes, PSA_KEY_TYPE_CHACHA20);
    psa_set_key_algorithm(&attributes, PSA_ALG_STREAM_CIPHER);
    psa_set_key_usage_flags(&attributes, PSA_KEY_USAGE_ENCRYPT);
    return psa_import_key(&attributes, zero, 32, &key) == PSA_SUCCESS &&
           psa_cipher_encrypt_setup(&operation, key, PSA_ALG_STREAM_CIPHER) == PSA_SUCCESS &&
           psa_cipher_set_iv(&operation, zero, 12) == PSA_SUCCESS &&
           psa_cipher_update(&operation, zero, 8, out, 8, &n) == PSA_SUCCESS && n == 8 &&
           memcmp(out, expected, 8) == 0 && psa_cipher_abort(&operation) == PSA_SUCCESS;
}

/* Whether the driver itself refuses a length that AES does not have, though the bytes of a key are there. */
static int long_aes_is_refused(void)
{
    static const uint8_t bytes[40] = {1};
    psa_key_attributes_t attributes = PSA_KEY_ATTRIBUTES_INIT;
    uint8_t out[16];
    size_t n;

    psa_set_key_type(&attributes, PSA_KEY_TYPE_AES);
    psa_set_key_bits(&attributes, 320);
    return vambrace_transparent_aead_encrypt(&attributes, bytes, 40, PSA_ALG_CCM, bytes, 12, NULL, 0, NULL, 0, out, 16,
                                             &n) == PSA_ERROR_NOT_SUPPORTED &&
           vambrace_transparent_aead_encrypt(&attributes, bytes, 16, PSA_ALG_CCM, bytes, 12, NULL, 0, NULL, 0, out, 16,
                                             &n) == PSA_ERROR_NOT_SUPPORTED;
}

int main(void)
{
    int failed = psa_crypto_init() != PSA_SUCCESS || mbedtls_ccm_self_test(1) != 0 || mbedtls_gcm_self_test(1) != 0;

    printf("ChaCha20: %s\n", chacha20_is_there() ? "there" : "missing");
    printf("Ascon: %s\n", ascon_is_refused() ? "refused" : "taken");
    printf("AES-320: %s\n", long_aes_is_refused() ? "refused" : "taken");
    mbedtls_psa_crypto_free();
    return failed;
}
