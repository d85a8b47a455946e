/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The inner of the two calls for a block (cipher.h), which drives the coprocessor. A key and blocks
 * are bytes at word-aligned addresses.
 */
#ifndef VMB_FACV_COPROCESSOR_H
#define VMB_FACV_COPROCESSOR_H

#include <stdint.h>

void coprocessor_init(const uint8_t *key);
void coprocessor_encrypt(const uint8_t *plain, uint8_t *encrypted);
void coprocessor_decrypt(const uint8_t *encrypted, uint8_t *plain);

#endif
