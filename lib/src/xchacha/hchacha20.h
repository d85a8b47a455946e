/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The first step of XChaCha20-Poly1305, internal contract.
 */
#ifndef VMB_HCHACHA20_H
#define VMB_HCHACHA20_H

#include "chacha/chacha20_poly1305.h"

/** Bytes of a nonce, and of those that HChaCha20 takes. */
#define VMB_XCHACHA20_NONCE 24
#define VMB_HCHACHA20_NONCE 16

/**
 * Makes the key and the nonce of ChaCha20-Poly1305 that a message of XChaCha20-Poly1305
 * is sealed with. `key` is the key as little-endian words; `sub` and the 12 bytes of
 * sub_nonce are written. Leaves no other secret in memory, with VMB_XCP_WIPED around its caller.
 */
VMB_NOINLINE void vmb_xchacha20_derive(vmb_chacha20_poly1305_key *sub, uint32_t sub_nonce[3], const uint32_t key[8],
                                       const uint8_t *nonce);

/* If C may have spilled secrets: attributes of functions that handle them, and vmb_wiped. */
#if !VMB_CHACHA20_IN_C
#define VMB_XCP_BODY static
#define VMB_XCP_WIPED(status) (status)
#else
#define VMB_XCP_BODY VMB_NOINLINE static
#define VMB_XCP_WIPED(status) vmb_wiped(status)
#endif

#endif
