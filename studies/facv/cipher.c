/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The outer of the two calls for a block (cipher.h).
 */
#include "cipher.h"

#include "coprocessor.h"

int cipher_init(cipher_context *c, const uint8_t *key, uint8_t key_len)
{
    (void)c;
    if (key_len != VMB_LATENCY_KEY_BYTES) {
        return CIPHER_KEY_LENGTH;
    }
    coprocessor_init(key);
    return CIPHER_OK;
}

int cipher_encrypt(const cipher_context *c, const uint8_t *plain, uint8_t *encrypted)
{
    (void)c;
    coprocessor_encrypt(plain, encrypted);
    return CIPHER_OK;
}

int cipher_decrypt(const cipher_context *c, const uint8_t *encrypted, uint8_t *plain)
{
    (void)c;
    coprocessor_decrypt(encrypted, plain);
    return CIPHER_OK;
}
