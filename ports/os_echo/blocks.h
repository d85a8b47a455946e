/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * AES-256 in whole blocks (FIPS 197, NIST SP 800-38A): of libvambrace, or byte by byte. `len` is
 * a multiple of 16; false if a call failed.
 */
#ifndef ECHO_BLOCKS_H
#define ECHO_BLOCKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Takes the key; false if that failed. */
bool blocks_start(const uint8_t key[32]);
bool blocks_ecb(uint8_t *out, const uint8_t *in, size_t len, bool encrypt);
/** `iv`: the initialisation vector; its content is destroyed. */
bool blocks_cbc(uint8_t iv[16], uint8_t *out, const uint8_t *in, size_t len, bool encrypt);

#endif
