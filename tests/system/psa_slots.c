/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * PSA Crypto with keys in slots of the engine, as described in docs/user/psa.md: the status of each call. Slot 1 has a
 * key of 128 bits, slot 2 one of 256, slot 3 none. Keys in memory and unverified plaintext are forbidden.
 */
#include "vambrace/engine.h"
#include "vambrace/psa_driver.h"

#include "../host/psa_print.h"

psa_status_t mbedtls_psa_external_get_random(mbedtls_psa_external_random_context_t *context, uint8_t *output,
                                             size_t output_size, size_t *output_length)
{
    (void)context;
    *output_length = output_size;
    while (output_size != 0) {
        output[--output_size] = 7;
    }
    return PSA_SUCCESS;
}

static const uint8_t nonce[16] = {1, 2, 3}, ad[5] = {4, 5, 6, 7, 8}, text[20] = "twenty bytes of text";

static psa_status_t import(psa_key_type_t type, size_t bits, psa_algorithm_t alg, const uint8_t *bytes, size_t len,
                           mbedtls_svc_key_id_t *key)
{
    psa_key_attributes_t attributes = PSA_KEY_ATTRIBUTES_INIT;

#if defined(VAMBRACE_PSA_LOCATION) /* TF-PSA-Crypto */
    if (PSA_KEY_TYPE_IS_VENDOR_DEFINED(type)) {
        psa_set_key_lifetime(&attributes, VAMBRACE_PSA_LIFETIME_SLOT);
        type &= (psa_key_type_t)~PSA_KEY_TYPE_VENDOR_FLAG;
    }
#endif
    psa_set_key_type(&attributes, type);
    psa_set_key_bits(&attributes, bits);
    psa_set_key_algorithm(&attributes, alg);
    psa_set_key_usage_flags(&attributes, PSA_KEY_USAGE_ENCRYPT | PSA_KEY_USAGE_DECRYPT | PSA_KEY_USAGE_EXPORT |
                                             PSA_KEY_USAGE_COPY);
    return psa_import_key(&attributes, bytes, len, key);
}

/* Sealed, opened and forged in one call, then in several. */
static void aead(psa_key_type_t type, size_t bits, psa_algorithm_t alg, size_t nonce_len, uint8_t slot)
{
    psa_aead_operation_t operation = PSA_AEAD_OPERATION_INIT;
    mbedtls_svc_key_id_t key = MBEDTLS_SVC_KEY_ID_INIT;
    uint8_t out[40] = {0}, back[40];
    psa_status_t status;
    size_t n = 0, m = 0;

    status = import(VAMBRACE_PSA_KEY_TYPE_SLOT(type), bits, alg, &slot, 1, &key);
    show("import", status, &slot, 1);
    status = psa_aead_encrypt(key, alg, nonce, nonce_len, ad, sizeof ad, text, sizeof text, out, sizeof out, &n);
    show("seal", status, out, n);
    if (status != PSA_SUCCESS) {
        psa_destroy_key(key);
        return;
    }
    status = psa_aead_decrypt(key, alg, nonce, nonce_len, ad, sizeof ad, out, n, back, sizeof back, &m);
    show("open", status, back, m);
    out[3] ^= 1;
    status = psa_aead_decrypt(key, alg, nonce, nonce_len, ad, sizeof ad, out, n, back, sizeof back, &m);
    show("forged", status, back, sizeof text);
    status = psa_aead_encrypt_setup(&operation, key, alg);
    status = status != PSA_SUCCESS ? status : psa_aead_set_lengths(&operation, sizeof ad, sizeof text);
    status = status != PSA_SUCCESS ? status : psa_aead_set_nonce(&operation, nonce, nonce_len);
    status = status != PSA_SUCCESS ? status : psa_aead_update_ad(&operation, ad, sizeof ad);
    status = status != PSA_SUCCESS ? status : psa_aead_update(&operation, text, 7, out, 7, &n);
    status = status != PSA_SUCCESS ? status : psa_aead_update(&operation, text + 7, 13, out + 7, 13, &n);
    status = status != PSA_SUCCESS ? status : psa_aead_finish(&operation, out, 0, &n, out + 20, 16, &m);
    show("pieces", status, out, status == PSA_SUCCESS ? 20 + m : 0);
    psa_aead_abort(&operation);
    status = psa_aead_decrypt_setup(&operation, key, alg);
    status = status != PSA_SUCCESS ? status : psa_aead_set_lengths(&operation, sizeof ad, sizeof text);
    status = status != PSA_SUCCESS ? status : psa_aead_set_nonce(&operation, nonce, nonce_len);
    status = status != PSA_SUCCESS ? status : psa_aead_update_ad(&operation, ad, sizeof ad);
    for (n = 0; n < sizeof back; n++) {
        back[n] = 0;
    }
    status = status != PSA_SUCCESS ? status : psa_aead_update(&operation, out, 20, back, 20, &n);
    show("early", status, back, 20);
    psa_aead_abort(&operation);
    status = psa_export_key(key, back, sizeof back, &n);
    show("export", status, back, n);
    psa_destroy_key(key);
}

static void refused(void)
{
    static const uint8_t none = 0, four = 4, two[2] = {1, 1}, bytes[16] = {9};
    psa_key_type_t type = VAMBRACE_PSA_KEY_TYPE_SLOT(PSA_KEY_TYPE_AES);
    mbedtls_svc_key_id_t key = MBEDTLS_SVC_KEY_ID_INIT;
    uint8_t out[40];
    size_t n = 0;

    show("slot 0", import(type, 128, PSA_ALG_CCM, &none, 1, &key), out, 0);
    show("slot 4", import(type, 128, PSA_ALG_CCM, &four, 1, &key), out, 0);
    show("two", import(type, 128, PSA_ALG_CCM, two, 2, &key), out, 0);
    show("no bits", import(type, 0, PSA_ALG_CCM, two, 1, &key), out, 0);
    show("odd bits", import(type, 136, PSA_ALG_CCM, two, 1, &key), out, 0);
    show("no type", import(VAMBRACE_PSA_KEY_TYPE_SLOT(PSA_KEY_TYPE_RAW_DATA), 128, PSA_ALG_CCM, two, 1, &key), out, 0);
    show("memory", import(PSA_KEY_TYPE_AES, 128, PSA_ALG_CCM, bytes, 16, &key), out, 0);
    show("forbidden", psa_aead_encrypt(key, PSA_ALG_CCM, nonce, 12, ad, 5, text, 20, out, 40, &n), out, 0);
}

static void cipher(void)
{
    mbedtls_svc_key_id_t key = MBEDTLS_SVC_KEY_ID_INIT;
    uint8_t slot = 1, out[48], back[48];
    size_t n = 0, m = 0;

    show("import", import(VAMBRACE_PSA_KEY_TYPE_SLOT(PSA_KEY_TYPE_AES), 128, PSA_ALG_CBC_PKCS7, &slot, 1, &key), out,
         0);
    show("encrypt", psa_cipher_encrypt(key, PSA_ALG_CBC_PKCS7, text, 20, out, sizeof out, &n), out, 48);
    show("decrypt", psa_cipher_decrypt(key, PSA_ALG_CBC_PKCS7, out, n, back, sizeof back, &m), back, 20);
    show("length", PSA_SUCCESS, back, m);
    psa_destroy_key(key);
}

/* A copy of a key in a slot, which may only decrypt. */
static void copied(void)
{
    psa_key_attributes_t attributes = PSA_KEY_ATTRIBUTES_INIT;
    mbedtls_svc_key_id_t key = MBEDTLS_SVC_KEY_ID_INIT, copy = MBEDTLS_SVC_KEY_ID_INIT;
    uint8_t slot = 1, out[40], back[40];
    size_t n = 0, m = 0;

    show("whole", import(VAMBRACE_PSA_KEY_TYPE_SLOT(PSA_KEY_TYPE_AES), 128, PSA_ALG_CCM, &slot, 1, &key), out, 0);
#if defined(VAMBRACE_PSA_LOCATION)
    psa_set_key_lifetime(&attributes, VAMBRACE_PSA_LIFETIME_SLOT);
#endif
    psa_set_key_algorithm(&attributes, PSA_ALG_CCM);
    psa_set_key_usage_flags(&attributes, PSA_KEY_USAGE_DECRYPT);
    show("copy", psa_copy_key(key, &attributes, &copy), out, 0);
    show("for copy", psa_aead_encrypt(key, PSA_ALG_CCM, nonce, 12, ad, 5, text, 20, out, 40, &n), out, 0);
    show("copy opens", psa_aead_decrypt(copy, PSA_ALG_CCM, nonce, 12, ad, 5, out, n, back, 40, &m), back, 20);
    show("copy seals", psa_aead_encrypt(copy, PSA_ALG_CCM, nonce, 12, ad, 5, text, 20, out, 40, &n), out, 0);
#if defined(VAMBRACE_PSA_LOCATION)
    psa_reset_key_attributes(&attributes);
    show("to memory", psa_copy_key(key, &attributes, &copy), out, 0);
#endif
    psa_destroy_key(key);
}

int main(void)
{
    uint8_t bytes[32];
    unsigned i;

    for (i = 0; i < 32; i++) {
        bytes[i] = (uint8_t)(3 * i + 1);
    }
    if (vmb_engine_load_key(1, bytes, 16) != VMB_OK || vmb_engine_load_key(2, bytes, 32) != VMB_OK ||
        vmb_engine_lock_slot(1) != VMB_OK || vmb_engine_allow(0) != VMB_OK || vmb_engine_lock_policy() != VMB_OK) {
        return 1;
    }
    show("init", psa_crypto_init(), bytes, 0);
    aead(PSA_KEY_TYPE_AES, 128, PSA_ALG_CCM, 12, 1);
    aead(PSA_KEY_TYPE_AES, 128, PSA_ALG_AEAD_WITH_SHORTENED_TAG(PSA_ALG_CCM, 8), 12, 1);
    aead(PSA_KEY_TYPE_CHACHA20, 256, PSA_ALG_CHACHA20_POLY1305, 12, 2);
    aead(PSA_KEY_TYPE_ASCON, 128, PSA_ALG_ASCON_AEAD128, 16, 1);
    aead(PSA_KEY_TYPE_AES, 128, PSA_ALG_CCM, 12, 2); /* another length */
    aead(PSA_KEY_TYPE_AES, 128, PSA_ALG_CCM, 12, 3); /* empty */
    aead(PSA_KEY_TYPE_AES, 128, PSA_ALG_GCM, 12, 1); /* only some engines */
    refused();
    cipher();
    copied();
    return 0;
}
