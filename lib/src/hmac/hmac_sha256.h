/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The parts of HMAC-SHA-256, internal contract, for HKDF. An expanded key has the hash values after
 * the first blocks of the inner and of the outer hash.
 */
#ifndef VMB_HMAC_SHA256_H
#define VMB_HMAC_SHA256_H

#include "sha256/sha256.h"

/** Words of an expanded key. */
#define VMB_HMAC_SHA256_WORDS 16

/** Expands a key of any length up to VMB_MAX_BYTES. */
void vmb_hmac_sha256_expand(uint32_t key[VMB_HMAC_SHA256_WORDS], const uint8_t *bytes, size_t key_len);

/** Begins a message; vmb_sha256_take adds to it. */
void vmb_hmac_sha256_begin(vmb_sha256_state *s, const uint32_t key[VMB_HMAC_SHA256_WORDS]);

/** Ends it: s->block begins with the tag's 32 bytes. */
void vmb_hmac_sha256_end(vmb_sha256_state *s, const uint32_t key[VMB_HMAC_SHA256_WORDS]);

#endif
