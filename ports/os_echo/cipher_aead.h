/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * An AEAD of libvambrace, whose prefix is AEAD, with the given key and nonce lengths: a
 * datagram is nonce, ciphertext and tag.
 */
#include "cipher.h"
#include "vambrace/aead.h"

enum { TAG = 16 };

#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define CALL(name) JOIN(AEAD, name)

const unsigned cipher_before = NONCE_BYTES, cipher_behind = TAG;

static CALL(_key) key;

bool cipher_start(void)
{
    uint8_t bytes[KEY_BYTES];

    for (unsigned i = 0; i < sizeof bytes; i++)
        bytes[i] = cipher_key_byte(i);
    return CALL(_init)(&key, bytes, sizeof bytes) == VMB_OK;
}

bool cipher_open(uint8_t *datagram)
{
    uint8_t *message = datagram + NONCE_BYTES;

    if (datagram[0] != CIPHER_CLIENT) /* our own message, sent back to us */
        return false;
    return CALL(_open)(&key, message, message + ECHO_BYTES, TAG, datagram, NONCE_BYTES, NULL, 0, message, ECHO_BYTES) ==
           VMB_OK;
}

bool cipher_seal(uint8_t *datagram)
{
    uint8_t *message = datagram + NONCE_BYTES;

    cipher_next_nonce(datagram, NONCE_BYTES);
    return CALL(_seal)(&key, message, message + ECHO_BYTES, TAG, datagram, NONCE_BYTES, NULL, 0, message, ECHO_BYTES) ==
           VMB_OK;
}
