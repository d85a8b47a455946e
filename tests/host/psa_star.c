/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * CCM* without a tag through PSA Crypto at its limit, 65535 bytes: prints statuses, and whether the plaintext came back.
 */
#include <stdio.h>
#include <string.h>

#include "psa/crypto.h"

enum { MOST = 65535, NONCE = 13 };

static const uint8_t text[MOST + 1] = {1, 2, 3}, nonce[NONCE] = {4, 5};
static uint8_t sealed[NONCE + MOST + 1], back[MOST + 1];

psa_status_t mbedtls_psa_external_get_random(mbedtls_psa_external_random_context_t *context, uint8_t *output,
                                             size_t output_size, size_t *output_length);

/* The same nonce in each run; never for real keys. */
psa_status_t mbedtls_psa_external_get_random(mbedtls_psa_external_random_context_t *context, uint8_t *output,
                                             size_t output_size, size_t *output_length)
{
    (void)context;
    memset(output, 9, output_size);
    *output_length = output_size;
    return PSA_SUCCESS;
}

/* The status of a message of len bytes in pieces. */
static psa_status_t in_pieces(mbedtls_svc_key_id_t key, size_t len, size_t piece)
{
    psa_cipher_operation_t operation = psa_cipher_operation_init();
    psa_status_t status = psa_cipher_encrypt_setup(&operation, key, PSA_ALG_CCM_STAR_NO_TAG);
    size_t at, n = 0;

    if (status == PSA_SUCCESS) {
        status = psa_cipher_set_iv(&operation, nonce, NONCE);
    }
    for (at = 0; status == PSA_SUCCESS && at < len; at += n) {
        status = psa_cipher_update(&operation, text + at, len - at < piece ? len - at : piece, sealed + at,
                                   sizeof sealed - at, &n);
    }
    if (status == PSA_SUCCESS) {
        status = psa_cipher_finish(&operation, sealed, sizeof sealed, &n);
    }
    (void)psa_cipher_abort(&operation);
    return status;
}

/* The status of an initialization vector of another length. */
static psa_status_t with_iv(mbedtls_svc_key_id_t key, size_t n)
{
    psa_cipher_operation_t operation = psa_cipher_operation_init();
    psa_status_t status = psa_cipher_encrypt_setup(&operation, key, PSA_ALG_CCM_STAR_NO_TAG);

    status = status == PSA_SUCCESS ? psa_cipher_set_iv(&operation, text, n) : status;
    (void)psa_cipher_abort(&operation);
    return status;
}

int main(void)
{
    psa_key_attributes_t attributes = psa_key_attributes_init();
    mbedtls_svc_key_id_t key;
    size_t n = 0, m = 0;
    psa_status_t status;

    printf("init %d\n", (int)psa_crypto_init());
    psa_set_key_type(&attributes, PSA_KEY_TYPE_AES);
    psa_set_key_bits(&attributes, 128);
    psa_set_key_usage_flags(&attributes, PSA_KEY_USAGE_ENCRYPT | PSA_KEY_USAGE_DECRYPT);
    psa_set_key_algorithm(&attributes, PSA_ALG_CCM_STAR_NO_TAG);
    printf("import %d\n", (int)psa_import_key(&attributes, text, 16, &key));
    status = psa_cipher_encrypt(key, PSA_ALG_CCM_STAR_NO_TAG, text, MOST, sealed, sizeof sealed, &n);
    printf("encrypt %d %u\n", (int)status, (unsigned)n);
    status = psa_cipher_decrypt(key, PSA_ALG_CCM_STAR_NO_TAG, sealed, n, back, sizeof back, &m);
    printf("decrypt %d %u %d\n", (int)status, (unsigned)m, memcmp(back, text, MOST) == 0);
    status = psa_cipher_encrypt(key, PSA_ALG_CCM_STAR_NO_TAG, text, MOST + 1, sealed, sizeof sealed, &n);
    printf("encrypt more %d %u\n", (int)status, (unsigned)n);
    status = psa_cipher_decrypt(key, PSA_ALG_CCM_STAR_NO_TAG, sealed, NONCE + MOST + 1, back, sizeof back, &m);
    printf("decrypt more %d %u\n", (int)status, (unsigned)m);
    printf("pieces %d %d\n", (int)in_pieces(key, MOST, 1000), (int)in_pieces(key, MOST + 1, 1000));
    printf("at once %d %d\n", (int)in_pieces(key, MOST, MOST), (int)in_pieces(key, MOST + 1, MOST + 1));
    printf("iv %d %d %d\n", (int)with_iv(key, 12), (int)with_iv(key, 13), (int)with_iv(key, 16));
    psa_destroy_key(key);
    mbedtls_psa_crypto_free();
    return 0;
}
