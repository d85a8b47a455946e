/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Secrets in the driver: messages of one length with every kind of padding, decrypted in one call and in several, so
 * that the test bench can compare the calls; then a key and a plaintext that the test searches for in memory.
 */
#include <string.h>

#include "../host/psa_print.h"

psa_status_t mbedtls_psa_external_get_random(mbedtls_psa_external_random_context_t *context, uint8_t *output,
                                             size_t output_size, size_t *output_length)
{
    (void)context;
    memset(output, 7, output_size);
    *output_length = output_size;
    return PSA_SUCCESS;
}

/* The only allowed copies of the secrets, which the test ignores. */
uint8_t vmb_secret_key[16], vmb_secret_text[32];

static mbedtls_svc_key_id_t import(psa_algorithm_t alg)
{
    psa_key_attributes_t attributes = PSA_KEY_ATTRIBUTES_INIT;
    mbedtls_svc_key_id_t key = MBEDTLS_SVC_KEY_ID_INIT;

    psa_set_key_type(&attributes, PSA_KEY_TYPE_AES);
    psa_set_key_algorithm(&attributes, alg);
    psa_set_key_usage_flags(&attributes, PSA_KEY_USAGE_ENCRYPT | PSA_KEY_USAGE_DECRYPT);
    psa_import_key(&attributes, vmb_secret_key, 16, &key);
    return key;
}

/* The last block of a message, with one wrong byte in its padding. */
static const struct {
    uint8_t padding, wrong;
} kinds[] = {{1, 16}, {7, 16}, {16, 16}, {0, 16}, {17, 16}, {255, 16}, {16, 0}, {7, 10}, {2, 14}};

static void paddings(void)
{
    mbedtls_svc_key_id_t plain = import(PSA_ALG_CBC_NO_PADDING), padded = import(PSA_ALG_CBC_PKCS7);
    uint8_t in[32], sealed[48], out[32];
    psa_status_t status;
    size_t i, j, n;

    for (i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        psa_cipher_operation_t operation = PSA_CIPHER_OPERATION_INIT;

        for (j = 0; j < 32; j++) {
            in[j] = (uint8_t)(31 * j + i);
        }
        for (j = 0; j < 16 && j < kinds[i].padding; j++) {
            in[31 - j] = kinds[i].padding;
        }
        in[31] = kinds[i].padding;
        if (kinds[i].wrong < 16) {
            in[16 + kinds[i].wrong] ^= 64;
        }
        psa_cipher_encrypt(plain, PSA_ALG_CBC_NO_PADDING, in, 32, sealed, 48, &n);
        status = psa_cipher_decrypt(padded, PSA_ALG_CBC_PKCS7, sealed, 48, out, 32, &n);
        show("whole", status, out, n);
        psa_cipher_decrypt_setup(&operation, padded, PSA_ALG_CBC_PKCS7);
        psa_cipher_set_iv(&operation, sealed, 16);
        psa_cipher_update(&operation, sealed + 16, 32, out, 32, &n);
        status = psa_cipher_finish(&operation, out + n, 32 - n, &j);
        show("pieces", status, out, status == PSA_SUCCESS ? n + j : 0);
    }
    psa_destroy_key(plain);
    psa_destroy_key(padded);
}

/* In one call, in several to the end, aborted in the middle, and forged. */
static void traces(psa_algorithm_t alg)
{
    mbedtls_svc_key_id_t key = import(alg);
    uint8_t nonce[12] = {1}, sealed[48], out[48];
    size_t n, m, way;

    show("seal", psa_aead_encrypt(key, alg, nonce, 12, nonce, 5, vmb_secret_text, 32, sealed, 48, &n), sealed, 0);
    for (way = 0; way < 2; way++) {
        psa_aead_operation_t operation = PSA_AEAD_OPERATION_INIT;

        psa_aead_encrypt_setup(&operation, key, alg);
        psa_aead_set_lengths(&operation, 0, 32);
        psa_aead_set_nonce(&operation, nonce, 12);
        psa_aead_update(&operation, vmb_secret_text, 21, out, 48, &n);
        if (way == 0) {
            psa_aead_update(&operation, vmb_secret_text + 21, 11, out + n, 48, &n);
            show("finish", psa_aead_finish(&operation, out, 0, &n, out + 32, 16, &m), out, 0);
        } else {
            show("abort", psa_aead_abort(&operation), out, 0);
        }
    }
    sealed[40] ^= 1;
    show("open", psa_aead_decrypt(key, alg, nonce, 12, nonce, 5, sealed, 48, out, 48, &n), out, 0);
    psa_destroy_key(key);
}

int main(void)
{
    size_t i;

    for (i = 0; i < 32; i++) {
        vmb_secret_text[i] = (uint8_t)(i * i * 7 + 29);
        vmb_secret_key[i % 16] = (uint8_t)(i * i * 3 + 101);
    }
    show("init", psa_crypto_init(), kinds[0].padding ? vmb_secret_text : NULL, 0);
    paddings();
    traces(PSA_ALG_CCM);
    traces(PSA_ALG_GCM);
    return 0;
}
