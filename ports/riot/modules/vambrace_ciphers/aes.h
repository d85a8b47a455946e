/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * AES with a key length that is chosen at run time. RIOT's context has the key's bytes and no room for
 * round keys, so each call expands the key, once for a whole message, and wipes it.
 */
#ifndef VAMBRACE_CIPHERS_AES_H
#define VAMBRACE_CIPHERS_AES_H

#include <stdbool.h>
#include <stdint.h>

#include "crypto/aes.h"
#include "crypto/ciphers.h"
#include "vambrace/aead.h"
#include "vambrace/aes.h"

/* Returns whether a cipher is RIOT's AES with a key of a valid length. */
static inline bool is_aes(const cipher_t *cipher)
{
    uint8_t size = cipher->context.key_size;

    return cipher->interface == CIPHER_AES && size <= sizeof(cipher->context.context) &&
           (size == AES_KEY_SIZE_128 || size == AES_KEY_SIZE_192 || size == AES_KEY_SIZE_256);
}

/* `done` = the result of a call with the key of `kind`: vmb_aes128_KIND... expands to the function for each length. */
#define WITH_KEY_OF(bits, kind, cipher, done, call)                                                     \
    do {                                                                                                \
        vmb_aes##bits##kind##_key key;                                                                  \
        done = vmb_aes##bits##kind##_init(&key, (cipher)->context.context, (cipher)->context.key_size); \
        if ((done) == VMB_OK)                                                                           \
            done = vmb_aes##bits##call;                                                                 \
        vmb_aes##bits##kind##_wipe(&key);                                                               \
    } while (0)

#define WITH_KEY(kind, cipher, done, call)          \
    switch ((cipher)->context.key_size) {           \
    case AES_KEY_SIZE_128:                          \
        WITH_KEY_OF(128, kind, cipher, done, call); \
        break;                                      \
    case AES_KEY_SIZE_192:                          \
        WITH_KEY_OF(192, kind, cipher, done, call); \
        break;                                      \
    default:                                        \
        WITH_KEY_OF(256, kind, cipher, done, call); \
        break;                                      \
    }

#endif
