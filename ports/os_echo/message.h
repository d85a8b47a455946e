/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * The messages of the echo server: it decrypts each (cipher.h), checks it, changes it and encrypts it.
 *
 * A message is 20 words, first byte in bits 7 to 0: a number, 18 words, and the sum of all
 * others. The answer has bit 31 of the number set, the complements of the 18 words, and their sum.
 */
#ifndef ECHO_MESSAGE_H
#define ECHO_MESSAGE_H

#include "cipher.h"

enum { WORDS = ECHO_BYTES / 4 };

static const uint32_t answer = UINT32_C(1) << 31;

static inline uint32_t sum(const uint32_t message[WORDS])
{
    uint32_t total = 0;

    for (unsigned i = 0; i < WORDS - 1; i++)
        total += message[i];
    return total;
}

static inline bool is_right(const uint32_t message[WORDS])
{
    return !(message[0] & answer) && message[WORDS - 1] == sum(message);
}

static inline void change(uint32_t message[WORDS])
{
    message[0] |= answer;
    for (unsigned i = 1; i < WORDS - 1; i++)
        message[i] = ~message[i];
    message[WORDS - 1] = sum(message);
}

/* Bytes of a datagram. */
static inline unsigned datagram_length(void)
{
    return cipher_before + ECHO_BYTES + cipher_behind;
}

/* Turns a datagram of that length, word-aligned, into its answer; false if there is nothing to answer. */
static inline bool make_answer(uint8_t *datagram)
{
    uint32_t *message = (void *)(datagram + cipher_before);

    if (!cipher_open(datagram) || !is_right(message))
        return false;
    change(message);
    return cipher_seal(datagram);
}

#endif
