/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Mbed TLS' own tests of CCM and GCM, whose modules call PSA Crypto for each block of AES; and Ascon with a core that does
 * not know it.
 */
#include <stdio.h>

#include "mbedtls/ccm.h"
#include "mbedtls/gcm.h"
#include "psa/crypto.h"

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

int main(void)
{
    int failed = psa_crypto_init() != PSA_SUCCESS || mbedtls_ccm_self_test(1) != 0 || mbedtls_gcm_self_test(1) != 0;

    printf("Ascon: %s\n", ascon_is_refused() ? "refused" : "taken");
    mbedtls_psa_crypto_free();
    return failed;
}
