/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * AES-256-CBC, as FAC-V has it: THIS DOES NOT AUTHENTICATE. A datagram is initialization vector and ciphertext. The
 * server's vectors cannot be predicted: each is a counter, encrypted (NIST SP 800-38A, appendix C).
 */
#include <string.h>

#include "blocks.h"
#include "cipher.h"

enum { BLOCK = 16 };

const unsigned cipher_before = BLOCK, cipher_behind = 0;

bool cipher_start(void)
{
    uint8_t key[32];

    for (unsigned i = 0; i < sizeof key; i++)
        key[i] = cipher_key_byte(i);
    return blocks_start(key);
}

bool cipher_open(uint8_t *datagram)
{
    uint8_t *message = datagram + BLOCK;

    return blocks_cbc(datagram, message, message, ECHO_BYTES, false);
}

bool cipher_seal(uint8_t *datagram)
{
    uint8_t *message = datagram + BLOCK;
    uint32_t iv[BLOCK / 4];

    cipher_next_nonce(datagram, BLOCK);
    if (!blocks_ecb(datagram, datagram, BLOCK, true))
        return false;
    memcpy(iv, datagram, BLOCK); /* the call changes it */
    return blocks_cbc((uint8_t *)iv, message, message, ECHO_BYTES, true);
}
