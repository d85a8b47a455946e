/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Calls libsodium the way firmware/jobs.c calls libvambrace. Nothing is checked
 * here: lengths are those of the algorithm.
 */
#include "libsodium.h"

#include <string.h>

#include "core.h"
#include "crypto_aead_chacha20poly1305.h"
#include "utils.h"

#include "vambrace/status.h"

/* libsodium's own ends in abort() and thus in signals, which a bare core lacks. */
void sodium_misuse(void)
{
    __builtin_trap();
}

int vmb_libsodium_chacha20_poly1305_init(vmb_libsodium_chacha20_poly1305_key *expanded, const uint8_t *key,
                                         size_t key_len)
{
    memcpy(expanded->words, key, key_len);
    return VMB_OK;
}

VMB_PEER_SEAL(vmb_libsodium_chacha20_poly1305)
{
    (void)tag_len;
    (void)nonce_len;
    return crypto_aead_chacha20poly1305_ietf_encrypt_detached(out, tag, NULL, in, len, ad, ad_len, NULL, nonce,
                                                              (const uint8_t *)expanded->words);
}

VMB_PEER_OPEN(vmb_libsodium_chacha20_poly1305)
{
    (void)tag_len;
    (void)nonce_len;
    return crypto_aead_chacha20poly1305_ietf_decrypt_detached(out, NULL, in, len, tag, ad, ad_len, nonce,
                                                              (const uint8_t *)expanded->words) == 0
               ? VMB_OK
               : VMB_ERR_TAG;
}

void vmb_libsodium_chacha20_poly1305_wipe(vmb_libsodium_chacha20_poly1305_key *expanded)
{
    sodium_memzero(expanded, sizeof *expanded);
}
