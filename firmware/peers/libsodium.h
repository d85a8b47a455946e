/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * libsodium behind the calls that firmware/jobs.c makes (the shape of
 * vambrace/aead.h). libsodium expands no key: `init` copies it.
 */
#ifndef VMB_PEERS_LIBSODIUM_H
#define VMB_PEERS_LIBSODIUM_H

#ifndef __ASSEMBLER__ /* start-up code gets this header too */

#include <stddef.h>
#include <stdint.h>

typedef struct { uint32_t words[8]; } vmb_libsodium_chacha20_poly1305_key;

int vmb_libsodium_chacha20_poly1305_init(vmb_libsodium_chacha20_poly1305_key *expanded, const uint8_t *key,
                                         size_t key_len);
int vmb_libsodium_chacha20_poly1305_seal(const vmb_libsodium_chacha20_poly1305_key *expanded, uint8_t *out,
                                         uint8_t *tag, size_t tag_len, const uint8_t *nonce, size_t nonce_len,
                                         const uint8_t *ad, size_t ad_len, const uint8_t *in, size_t len);
int vmb_libsodium_chacha20_poly1305_open(const vmb_libsodium_chacha20_poly1305_key *expanded, uint8_t *out,
                                         const uint8_t *tag, size_t tag_len, const uint8_t *nonce, size_t nonce_len,
                                         const uint8_t *ad, size_t ad_len, const uint8_t *in, size_t len);
void vmb_libsodium_chacha20_poly1305_wipe(vmb_libsodium_chacha20_poly1305_key *expanded);

#endif

#endif
