/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * AES the way FAC-V's programs use their coprocessor (Journal of Low Power Electronics and
 * Applications 12(4), 2022): the block cipher of an operating system, one C call for each block,
 * whose file only passes it on to the coprocessor's file (coprocessor.h). Both are compiled
 * separately with -Os, so that neither is inlined. There is one key for all, of a length chosen
 * at build time, and no error except a wrong key length: a comparison, not an interface to use.
 *
 * Returns CIPHER_OK, which says nothing about the device. On an AES unit with a memory port
 * encrypt and decrypt return while the unit still works.
 */
#ifndef VMB_FACV_CIPHER_H
#define VMB_FACV_CIPHER_H

#include <stdint.h>

#define CIPHER_OK 1
#define CIPHER_KEY_LENGTH (-3)

/** Unused with a coprocessor, which holds the key. */
typedef struct { uint8_t unused[4]; } cipher_context;

int cipher_init(cipher_context *c, const uint8_t *key, uint8_t key_len);
int cipher_encrypt(const cipher_context *c, const uint8_t *plain, uint8_t *encrypted);
int cipher_decrypt(const cipher_context *c, const uint8_t *encrypted, uint8_t *plain);

#endif
