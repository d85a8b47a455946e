/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * AES-CCM of RIOT's ciphers API by libvambrace. Nonces of another length than the message's length field leaves
 * room for, more associated data than RIOT takes, and other ciphers are passed to RIOT's own functions. Two results
 * differ from RIOT's: a message with a wrong tag leaves no plaintext, and associated data of a multiple of 256 bytes is
 * authenticated according to SP 800-38C.
 */
#include "aes.h"
#include "crypto/modes/ccm.h"

enum { COUNTER_BLOCK = 15, SHORTEST_NONCE = 7, LONGEST_NONCE = 13, MOST_AD = 0xfeff };

int __wrap_cipher_encrypt_ccm(const cipher_t *cipher, const uint8_t *auth_data, uint32_t auth_data_len,
                              uint8_t mac_length, uint8_t length_encoding, const uint8_t *nonce, size_t nonce_len,
                              const uint8_t *input, size_t input_len, uint8_t *output);
int __wrap_cipher_decrypt_ccm(const cipher_t *cipher, const uint8_t *auth_data, uint32_t auth_data_len,
                              uint8_t mac_length, uint8_t length_encoding, const uint8_t *nonce, size_t nonce_len,
                              const uint8_t *input, size_t input_len, uint8_t *output);
int __real_cipher_encrypt_ccm(const cipher_t *cipher, const uint8_t *auth_data, uint32_t auth_data_len,
                              uint8_t mac_length, uint8_t length_encoding, const uint8_t *nonce, size_t nonce_len,
                              const uint8_t *input, size_t input_len, uint8_t *output);
int __real_cipher_decrypt_ccm(const cipher_t *cipher, const uint8_t *auth_data, uint32_t auth_data_len,
                              uint8_t mac_length, uint8_t length_encoding, const uint8_t *nonce, size_t nonce_len,
                              const uint8_t *input, size_t input_len, uint8_t *output);

static bool ours(const cipher_t *cipher, uint32_t auth_data_len, uint8_t length_encoding, size_t nonce_len)
{
    return is_aes(cipher) && auth_data_len <= MOST_AD && nonce_len >= SHORTEST_NONCE && nonce_len <= LONGEST_NONCE &&
           nonce_len == (size_t)COUNTER_BLOCK - length_encoding;
}

static int error_of(int done)
{
    switch (done) {
    case VMB_ERR_TAG:
        return CCM_ERR_INVALID_CBC_MAC;
    case VMB_ERR_LENGTH:
        return CCM_ERR_INVALID_DATA_LENGTH;
    default:
        return CIPHER_ERR_ENC_FAILED;
    }
}

/* Returns 0, or RIOT's error. */
static int check(uint8_t mac_length, uint8_t length_encoding, size_t length)
{
    if (mac_length % 2 != 0 || mac_length < 4 || mac_length > CCM_MAC_MAX_LEN)
        return CCM_ERR_INVALID_MAC_LENGTH;
    if (length_encoding < sizeof(length) && length >> 8 * length_encoding != 0)
        return CCM_ERR_INVALID_LENGTH_ENCODING;
    return 0;
}

int __wrap_cipher_encrypt_ccm(const cipher_t *cipher, const uint8_t *auth_data, uint32_t auth_data_len,
                              uint8_t mac_length, uint8_t length_encoding, const uint8_t *nonce, size_t nonce_len,
                              const uint8_t *input, size_t input_len, uint8_t *output)
{
    int done;

    if (!ours(cipher, auth_data_len, length_encoding, nonce_len))
        return __real_cipher_encrypt_ccm(cipher, auth_data, auth_data_len, mac_length, length_encoding, nonce,
                                         nonce_len, input, input_len, output);
    done = check(mac_length, length_encoding, input_len);
    if (done)
        return done;
    WITH_KEY(_ccm, cipher, done,
             _ccm_seal(&key, output, output + input_len, mac_length, nonce, nonce_len, auth_data, auth_data_len, input,
                       input_len));
    return done == VMB_OK ? (int)(input_len + mac_length) : error_of(done);
}

int __wrap_cipher_decrypt_ccm(const cipher_t *cipher, const uint8_t *auth_data, uint32_t auth_data_len,
                              uint8_t mac_length, uint8_t length_encoding, const uint8_t *nonce, size_t nonce_len,
                              const uint8_t *input, size_t input_len, uint8_t *output)
{
    size_t length = input_len - mac_length;
    int done;

    if (!ours(cipher, auth_data_len, length_encoding, nonce_len))
        return __real_cipher_decrypt_ccm(cipher, auth_data, auth_data_len, mac_length, length_encoding, nonce,
                                         nonce_len, input, input_len, output);
    done = check(mac_length, length_encoding, input_len);
    if (done)
        return done;
    if (input_len < mac_length)
        return CCM_ERR_INVALID_DATA_LENGTH;
    WITH_KEY(_ccm, cipher, done,
             _ccm_open(&key, output, input + length, mac_length, nonce, nonce_len, auth_data, auth_data_len, input,
                       length));
    return done == VMB_OK ? (int)length : error_of(done);
}
