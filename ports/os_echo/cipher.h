/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * How the echo server protects its messages: a datagram is a message with cipher_before bytes before it and
 * cipher_behind after it, aligned to words. Each cipher_*.c defines all of this.
 *
 * The key has the bytes 7, 36, 65 and so on, modulo 256. Nonces and initialization vectors of
 * the client begin with a 0, those of the server with a 1.
 */
#ifndef ECHO_CIPHER_H
#define ECHO_CIPHER_H

#include <stdbool.h>
#include <stdint.h>

enum { ECHO_BYTES = 80, CIPHER_CLIENT = 0, CIPHER_SERVER = 1 };

extern const unsigned cipher_before, cipher_behind;

/** Expands the key; false on failure, such as without the accelerator that the library is built for. */
bool cipher_start(void);
/** Decrypts the message of a datagram in place; false if it is not authentic. */
bool cipher_open(uint8_t *datagram);
/** Encrypts it in place, including the bytes before and after it; false on failure. */
bool cipher_seal(uint8_t *datagram);

/** Byte i of the key. */
static inline uint8_t cipher_key_byte(unsigned i)
{
    return (uint8_t)(29 * i + 7);
}

/** Writes `length` bytes, a multiple of 4, to words, unique among the server's messages: 1, zeros, a counter. */
static inline void cipher_next_nonce(uint8_t *nonce, unsigned length)
{
    static uint32_t count;
    uint32_t *words = (void *)nonce;

    for (unsigned i = 0; i < length / 4 - 1; i++)
        words[i] = i == 0 ? CIPHER_SERVER : 0;
    words[length / 4 - 1] = ++count;
}

#endif
