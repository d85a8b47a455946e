/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Short tags through PSA Crypto: prints the status of each call, and how many bytes it says it wrote.
 */
#include <stdio.h>
#include <string.h>

#include "psa/crypto.h"

static const uint8_t zeros[64];

psa_status_t mbedtls_psa_external_get_random(mbedtls_psa_external_random_context_t *context, uint8_t *output,
                                             size_t output_size, size_t *output_length);

/* The cases need no random numbers. */
psa_status_t mbedtls_psa_external_get_random(mbedtls_psa_external_random_context_t *context, uint8_t *output,
                                             size_t output_size, size_t *output_length)
{
    (void)context;
    memset(output, 0, output_size);
    *output_length = output_size;
    return PSA_SUCCESS;
}

static void show(const char *what, psa_algorithm_t alg, psa_status_t status, size_t n)
{
    printf("%s %u %d %u\n", what, (unsigned)PSA_ALG_AEAD_GET_TAG_LENGTH(alg), (int)status, (unsigned)n);
}

/* One call each way and both kinds of operations. */
static void use(mbedtls_svc_key_id_t key, psa_algorithm_t alg, size_t nonce_len)
{
    psa_aead_operation_t operation = psa_aead_operation_init();
    uint8_t out[64], back[64], tag[16];
    size_t n = 0, m = 0;

    psa_status_t status;

    memset(out, 0, sizeof out);
    status = psa_aead_encrypt(key, alg, zeros, nonce_len, zeros, 3, zeros, 20, out, sizeof out, &n);
    show("encrypt", alg, status, n);
    status = psa_aead_decrypt(key, alg, zeros, nonce_len, zeros, 3, out, 20 + PSA_ALG_AEAD_GET_TAG_LENGTH(alg), back,
                              sizeof back, &m);
    show("decrypt", alg, status, m);
    show("decrypt setup", alg, psa_aead_decrypt_setup(&operation, key, alg), 0);
    (void)psa_aead_abort(&operation);
    operation = psa_aead_operation_init();
    show("encrypt setup", alg, psa_aead_encrypt_setup(&operation, key, alg), 0);
    if (psa_aead_set_nonce(&operation, zeros, nonce_len) == PSA_SUCCESS) {
        (void)psa_aead_set_lengths(&operation, 3, 20);
        (void)psa_aead_update_ad(&operation, zeros, 3);
        (void)psa_aead_update(&operation, zeros, 20, back, sizeof back, &m);
        status = psa_aead_finish(&operation, back, sizeof back, &m, tag, sizeof tag, &n);
        show("finish", alg, status, n);
        printf("same %d\n", memcmp(tag, out + 20, n) == 0);
    }
    (void)psa_aead_abort(&operation);
}

static void with_key(psa_key_type_t type, size_t bits, psa_algorithm_t base, size_t nonce_len, const uint8_t *tags,
                     size_t count)
{
    psa_key_attributes_t attributes = psa_key_attributes_init();
    mbedtls_svc_key_id_t key;
    size_t i;

    psa_set_key_type(&attributes, type);
    psa_set_key_bits(&attributes, bits);
    psa_set_key_usage_flags(&attributes, PSA_KEY_USAGE_ENCRYPT | PSA_KEY_USAGE_DECRYPT);
    psa_set_key_algorithm(&attributes, PSA_ALG_AEAD_WITH_AT_LEAST_THIS_LENGTH_TAG(base, 1));
    printf("key %x %d\n", (unsigned)type, (int)psa_import_key(&attributes, zeros, bits / 8, &key));
    for (i = 0; i < count; i++) {
        use(key, PSA_ALG_AEAD_WITH_SHORTENED_TAG(base, tags[i]), nonce_len);
    }
    psa_destroy_key(key);
}

int main(void)
{
    static const uint8_t tags[] = {4, 8, 12, 16};

    printf("init %d\n", (int)psa_crypto_init());
    with_key(PSA_KEY_TYPE_AES, 128, PSA_ALG_GCM, 12, tags, 4);
    with_key(PSA_KEY_TYPE_AES, 256, PSA_ALG_GCM, 12, tags, 4);
    with_key(PSA_KEY_TYPE_AES, 128, PSA_ALG_CCM, 13, tags, 4);
    with_key(0x2008, 128, (psa_algorithm_t)0x05100700, 16, tags, 4); /* Ascon-AEAD128, of PSA Crypto 1.4 */
    with_key(0x2008, 256, (psa_algorithm_t)0x05100700, 16, tags, 4);
    mbedtls_psa_crypto_free();
    return 0;
}
