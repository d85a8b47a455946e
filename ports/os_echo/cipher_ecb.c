/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/* AES-256-ECB, as FAC-V has it: THIS DOES NOT AUTHENTICATE, and equal blocks look equal. */
#include "blocks.h"
#include "cipher.h"

const unsigned cipher_before = 0, cipher_behind = 0;

bool cipher_start(void)
{
    uint8_t key[32];

    for (unsigned i = 0; i < sizeof key; i++)
        key[i] = cipher_key_byte(i);
    return blocks_start(key);
}

bool cipher_open(uint8_t *datagram)
{
    return blocks_ecb(datagram, datagram, ECHO_BYTES, false);
}

bool cipher_seal(uint8_t *datagram)
{
    return blocks_ecb(datagram, datagram, ECHO_BYTES, true);
}
