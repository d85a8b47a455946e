/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * AES-256 by RIOT's ciphers API and its own software, as FAC-V compares with: THIS EXPANDS THE KEY FOR EACH BLOCK, AND
 * ITS ADDRESSES DEPEND ON SECRETS. For comparison only.
 */
#include "blocks.h"
#include "crypto/ciphers.h"
#include "crypto/modes/cbc.h"
#include "crypto/modes/ecb.h"

static cipher_t cipher;

bool blocks_start(const uint8_t key[32])
{
    return cipher_init(&cipher, CIPHER_AES, key, 32) == CIPHER_INIT_SUCCESS;
}

bool blocks_ecb(uint8_t *out, const uint8_t *in, size_t len, bool encrypt)
{
    return (encrypt ? cipher_encrypt_ecb(&cipher, in, len, out) : cipher_decrypt_ecb(&cipher, in, len, out)) > 0;
}

bool blocks_cbc(uint8_t iv[16], uint8_t *out, const uint8_t *in, size_t len, bool encrypt)
{
    return (encrypt ? cipher_encrypt_cbc(&cipher, iv, in, len, out) : cipher_decrypt_cbc(&cipher, iv, in, len, out)) >
           0;
}
