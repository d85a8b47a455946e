/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * A message that is encrypted, decrypted, and refused after it was changed: by libvambrace with two algorithms, by
 * RIOT's ciphers API, by RIOT's PSA Crypto. The three give AES-128-CCM the same bytes.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "crypto/ciphers.h"
#include "crypto/modes/ccm.h"
#include "psa/crypto.h"
#include "vambrace/aead.h"
#include "vmb_devices.h"

enum { KEY = 16, NONCE = 13, ASCON_NONCE = 16, AD = 8, LENGTH = 64, TAG = 16, LENGTH_FIELD = 2 };

static const uint8_t key[KEY] = "a 128-bit key...";
static const uint8_t nonce[ASCON_NONCE] = "never used again"; /* a new one for each message with a key */
static const uint8_t ad[AD] = "header..";
static const uint8_t message[LENGTH] = "A message of 64 bytes, which is a frame's payload, for example!";
static uint8_t sealed[4][LENGTH + TAG], opened[LENGTH];
static uint32_t begun, ended;

static uint32_t cycles(void)
{
    return VMB_DEVICE(VMB_TIMER_BASE + VMB_TIMER_MTIME);
}

static void report(const char *what, bool good)
{
    printf("%-24s %5lu cycles%s\n", what, (unsigned long)(ended - begun), good ? "" : ": WRONG");
    if (!good)
        exit(1);
}

static bool is_message(void)
{
    return memcmp(opened, message, LENGTH) == 0;
}

static void ccm(uint8_t *out)
{
    vmb_aes128_ccm_key expanded;
    int done;

    begun = cycles();
    done = vmb_aes128_ccm_init(&expanded, key, KEY);
    ended = cycles();
    report("AES-128-CCM key", done == VMB_OK);
    begun = cycles();
    done = vmb_aes128_ccm_seal(&expanded, out, out + LENGTH, TAG, nonce, NONCE, ad, AD, message, LENGTH);
    ended = cycles();
    report("AES-128-CCM seal", done == VMB_OK);
    begun = cycles();
    done = vmb_aes128_ccm_open(&expanded, opened, out + LENGTH, TAG, nonce, NONCE, ad, AD, out, LENGTH);
    ended = cycles();
    report("AES-128-CCM open", done == VMB_OK && is_message());
    out[0] ^= 1;
    begun = cycles();
    done = vmb_aes128_ccm_open(&expanded, opened, out + LENGTH, TAG, nonce, NONCE, ad, AD, out, LENGTH);
    ended = cycles();
    report("AES-128-CCM forged", done == VMB_ERR_TAG && !is_message());
    out[0] ^= 1;
    vmb_aes128_ccm_wipe(&expanded);
}

static void ascon(uint8_t *out)
{
    vmb_ascon_aead128_key expanded;
    int done;

    begun = cycles();
    done = vmb_ascon_aead128_init(&expanded, key, KEY);
    ended = cycles();
    report("Ascon-AEAD128 key", done == VMB_OK);
    begun = cycles();
    done = vmb_ascon_aead128_seal(&expanded, out, out + LENGTH, TAG, nonce, ASCON_NONCE, ad, AD, message, LENGTH);
    ended = cycles();
    report("Ascon-AEAD128 seal", done == VMB_OK);
    begun = cycles();
    done = vmb_ascon_aead128_open(&expanded, opened, out + LENGTH, TAG, nonce, ASCON_NONCE, ad, AD, out, LENGTH);
    ended = cycles();
    report("Ascon-AEAD128 open", done == VMB_OK && is_message());
    vmb_ascon_aead128_wipe(&expanded);
}

static void ciphers(uint8_t *out)
{
    cipher_t cipher;
    int done;

    if (cipher_init(&cipher, CIPHER_AES, key, KEY) != CIPHER_INIT_SUCCESS)
        exit(2);
    begun = cycles();
    done = cipher_encrypt_ccm(&cipher, ad, AD, TAG, LENGTH_FIELD, nonce, NONCE, message, LENGTH, out);
    ended = cycles();
    report("ciphers API encrypt", done == LENGTH + TAG);
    begun = cycles();
    done = cipher_decrypt_ccm(&cipher, ad, AD, TAG, LENGTH_FIELD, nonce, NONCE, out, LENGTH + TAG, opened);
    ended = cycles();
    report("ciphers API decrypt", done == LENGTH && is_message());
    out[LENGTH] ^= 1;
    begun = cycles();
    done = cipher_decrypt_ccm(&cipher, ad, AD, TAG, LENGTH_FIELD, nonce, NONCE, out, LENGTH + TAG, opened);
    ended = cycles();
    report("ciphers API forged", done == CCM_ERR_INVALID_CBC_MAC && !is_message());
    out[LENGTH] ^= 1;
}

static void psa(uint8_t *out)
{
    psa_key_attributes_t attributes = psa_key_attributes_init();
    psa_key_id_t id;
    psa_status_t done;
    size_t length;

    psa_set_key_algorithm(&attributes, PSA_ALG_CCM);
    psa_set_key_usage_flags(&attributes, PSA_KEY_USAGE_ENCRYPT | PSA_KEY_USAGE_DECRYPT);
    psa_set_key_bits(&attributes, 8 * KEY);
    psa_set_key_type(&attributes, PSA_KEY_TYPE_AES);
    if (psa_crypto_init() != PSA_SUCCESS || psa_import_key(&attributes, key, KEY, &id) != PSA_SUCCESS)
        exit(3);
    begun = cycles();
    done = psa_aead_encrypt(id, PSA_ALG_CCM, nonce, NONCE, ad, AD, message, LENGTH, out, LENGTH + TAG, &length);
    ended = cycles();
    report("PSA encrypt", done == PSA_SUCCESS && length == LENGTH + TAG);
    begun = cycles();
    done = psa_aead_decrypt(id, PSA_ALG_CCM, nonce, NONCE, ad, AD, out, LENGTH + TAG, opened, LENGTH, &length);
    ended = cycles();
    report("PSA decrypt", done == PSA_SUCCESS && length == LENGTH && is_message());
    out[LENGTH] ^= 1;
    begun = cycles();
    done = psa_aead_decrypt(id, PSA_ALG_CCM, nonce, NONCE, ad, AD, out, LENGTH + TAG, opened, LENGTH, &length);
    ended = cycles();
    report("PSA forged", done == PSA_ERROR_INVALID_SIGNATURE && !is_message());
    out[LENGTH] ^= 1;
    psa_destroy_key(id);
}

int main(void)
{
    ccm(sealed[0]);
    ciphers(sealed[1]);
    psa(sealed[2]);
    ascon(sealed[3]);
    if (memcmp(sealed[0], sealed[1], sizeof(sealed[0])) || memcmp(sealed[0], sealed[2], sizeof(sealed[0])))
        exit(4);
    puts("the same bytes");
    exit(0);
}
