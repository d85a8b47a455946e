/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Single blocks, ECB, CBC and CTR of RIOT's ciphers API (sys/crypto) by libvambrace, for AES. Other ciphers, and
 * counters that wrap around, are passed to RIOT's own functions: __real_NAME.
 */
#include <string.h>

#include "aes.h"

enum { BLOCK = 16, DONE = 1 };

#define CIPHER_CALL(name) int __wrap_##name

CIPHER_CALL(cipher_encrypt)(const cipher_t *cipher, const uint8_t *input, uint8_t *output);
CIPHER_CALL(cipher_decrypt)(const cipher_t *cipher, const uint8_t *input, uint8_t *output);
CIPHER_CALL(cipher_encrypt_ecb)(const cipher_t *cipher, const uint8_t *input, size_t length, uint8_t *output);
CIPHER_CALL(cipher_decrypt_ecb)(const cipher_t *cipher, const uint8_t *input, size_t length, uint8_t *output);
CIPHER_CALL(cipher_encrypt_cbc)(const cipher_t *cipher, uint8_t iv[16], const uint8_t *input, size_t length,
                                uint8_t *output);
CIPHER_CALL(cipher_decrypt_cbc)(const cipher_t *cipher, uint8_t iv[16], const uint8_t *input, size_t length,
                                uint8_t *output);
CIPHER_CALL(cipher_encrypt_ctr)(const cipher_t *cipher, uint8_t nonce_counter[16], uint8_t nonce_len,
                                const uint8_t *input, size_t length, uint8_t *output);
CIPHER_CALL(cipher_decrypt_ctr)(const cipher_t *cipher, uint8_t nonce_counter[16], uint8_t nonce_len,
                                const uint8_t *input, size_t length, uint8_t *output);

int __real_cipher_encrypt(const cipher_t *cipher, const uint8_t *input, uint8_t *output);
int __real_cipher_decrypt(const cipher_t *cipher, const uint8_t *input, uint8_t *output);
int __real_cipher_encrypt_ecb(const cipher_t *cipher, const uint8_t *input, size_t length, uint8_t *output);
int __real_cipher_decrypt_ecb(const cipher_t *cipher, const uint8_t *input, size_t length, uint8_t *output);
int __real_cipher_encrypt_cbc(const cipher_t *cipher, uint8_t iv[16], const uint8_t *input, size_t length,
                              uint8_t *output);
int __real_cipher_decrypt_cbc(const cipher_t *cipher, uint8_t iv[16], const uint8_t *input, size_t length,
                              uint8_t *output);
int __real_cipher_encrypt_ctr(const cipher_t *cipher, uint8_t nonce_counter[16], uint8_t nonce_len,
                              const uint8_t *input, size_t length, uint8_t *output);

CIPHER_CALL(cipher_encrypt)(const cipher_t *cipher, const uint8_t *input, uint8_t *output)
{
    int done;

    if (!is_aes(cipher))
        return __real_cipher_encrypt(cipher, input, output);
    WITH_KEY(, cipher, done, _ecb_encrypt(&key, output, input, BLOCK));
    return done == VMB_OK ? DONE : CIPHER_ERR_ENC_FAILED;
}

CIPHER_CALL(cipher_decrypt)(const cipher_t *cipher, const uint8_t *input, uint8_t *output)
{
    int done;

    if (!is_aes(cipher))
        return __real_cipher_decrypt(cipher, input, output);
    WITH_KEY(, cipher, done, _ecb_decrypt(&key, output, input, BLOCK));
    return done == VMB_OK ? DONE : CIPHER_ERR_DEC_FAILED;
}

CIPHER_CALL(cipher_encrypt_ecb)(const cipher_t *cipher, const uint8_t *input, size_t length, uint8_t *output)
{
    int done;

    if (!is_aes(cipher))
        return __real_cipher_encrypt_ecb(cipher, input, length, output);
    if (length % BLOCK)
        return CIPHER_ERR_INVALID_LENGTH;
    WITH_KEY(, cipher, done, _ecb_encrypt(&key, output, input, length));
    return done == VMB_OK ? (int)length : CIPHER_ERR_ENC_FAILED;
}

CIPHER_CALL(cipher_decrypt_ecb)(const cipher_t *cipher, const uint8_t *input, size_t length, uint8_t *output)
{
    int done;

    if (!is_aes(cipher))
        return __real_cipher_decrypt_ecb(cipher, input, length, output);
    if (length % BLOCK)
        return CIPHER_ERR_INVALID_LENGTH;
    WITH_KEY(, cipher, done, _ecb_decrypt(&key, output, input, length));
    return done == VMB_OK ? (int)length : CIPHER_ERR_DEC_FAILED;
}

CIPHER_CALL(cipher_encrypt_cbc)(const cipher_t *cipher, uint8_t iv[16], const uint8_t *input, size_t length,
                                uint8_t *output)
{
    uint8_t chained[BLOCK]; /* RIOT's is not changed */
    int done;

    if (!is_aes(cipher))
        return __real_cipher_encrypt_cbc(cipher, iv, input, length, output);
    if (length % BLOCK)
        return CIPHER_ERR_INVALID_LENGTH;
    memcpy(chained, iv, BLOCK);
    WITH_KEY(, cipher, done, _cbc_encrypt(&key, chained, output, input, length));
    return done == VMB_OK ? (int)length : CIPHER_ERR_ENC_FAILED;
}

CIPHER_CALL(cipher_decrypt_cbc)(const cipher_t *cipher, uint8_t iv[16], const uint8_t *input, size_t length,
                                uint8_t *output)
{
    uint8_t chained[BLOCK];
    int done;

    if (!is_aes(cipher))
        return __real_cipher_decrypt_cbc(cipher, iv, input, length, output);
    if (length % BLOCK)
        return CIPHER_ERR_INVALID_LENGTH;
    memcpy(chained, iv, BLOCK);
    WITH_KEY(, cipher, done, _cbc_decrypt(&key, chained, output, input, length));
    return done == VMB_OK ? (int)length : CIPHER_ERR_DEC_FAILED;
}

/*
 * RIOT counts only in the bytes after the nonce, libvambrace in all 16: the same, unless they wrap around. The
 * counter is public.
 */
static bool same_counter(const uint8_t counter[BLOCK], uint8_t nonce_len, size_t length)
{
    unsigned counted = nonce_len < BLOCK ? BLOCK - nonce_len : 0;
    uint32_t low = 0, most = counted < 4 ? (1u << 8 * counted) - 1 : UINT32_MAX;

    for (unsigned i = counted < 4 ? BLOCK - counted : BLOCK - 4; i < BLOCK; i++)
        low = low << 8 | counter[i];
    return length > 0 && (length - 1) / BLOCK < most - low;
}

CIPHER_CALL(cipher_encrypt_ctr)(const cipher_t *cipher, uint8_t nonce_counter[16], uint8_t nonce_len,
                                const uint8_t *input, size_t length, uint8_t *output)
{
    int done;

    if (!is_aes(cipher) || !same_counter(nonce_counter, nonce_len, length))
        return __real_cipher_encrypt_ctr(cipher, nonce_counter, nonce_len, input, length, output);
    WITH_KEY(, cipher, done, _ctr(&key, nonce_counter, output, input, length));
    return done == VMB_OK ? (int)length : CIPHER_ERR_ENC_FAILED;
}

CIPHER_CALL(cipher_decrypt_ctr)(const cipher_t *cipher, uint8_t nonce_counter[16], uint8_t nonce_len,
                                const uint8_t *input, size_t length, uint8_t *output)
{
    return __wrap_cipher_encrypt_ctr(cipher, nonce_counter, nonce_len, input, length, output);
}
