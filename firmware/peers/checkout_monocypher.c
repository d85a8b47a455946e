/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Calls Monocypher the way firmware/jobs.c calls libvambrace. A stream's first message is that of RFC 8439. Nothing is
 * checked here: lengths are those of the algorithm.
 */
#include "checkout_monocypher.h"

#include <string.h>

#include "monocypher.h"

#include "vambrace/status.h"

#define CALLS(name, begin)                                                    \
    int name##_init(name##_key *expanded, const uint8_t *key, size_t key_len) \
    {                                                                         \
        memcpy(expanded->words, key, key_len);                                \
        return VMB_OK;                                                        \
    }                                                                         \
    VMB_PEER_SEAL(name)                                                       \
    {                                                                         \
        crypto_aead_ctx ctx;                                                  \
                                                                              \
        (void)tag_len;                                                        \
        (void)nonce_len;                                                      \
        begin(&ctx, (const uint8_t *)expanded->words, nonce);                 \
        crypto_aead_write(&ctx, out, tag, ad, ad_len, in, len);               \
        crypto_wipe(&ctx, sizeof ctx);                                        \
        return VMB_OK;                                                        \
    }                                                                         \
    VMB_PEER_OPEN(name)                                                       \
    {                                                                         \
        crypto_aead_ctx ctx;                                                  \
        int differs;                                                          \
                                                                              \
        (void)tag_len;                                                        \
        (void)nonce_len;                                                      \
        begin(&ctx, (const uint8_t *)expanded->words, nonce);                 \
        differs = crypto_aead_read(&ctx, out, tag, ad, ad_len, in, len);      \
        crypto_wipe(&ctx, sizeof ctx);                                        \
        return differs ? VMB_ERR_TAG : VMB_OK;                                \
    }                                                                         \
    void name##_wipe(name##_key *expanded)                                    \
    {                                                                         \
        crypto_wipe(expanded, sizeof *expanded);                              \
    }                                                                         \
    typedef int name##_defined

CALLS(vmb_monocypher_chacha20_poly1305, crypto_aead_init_ietf);
CALLS(vmb_monocypher_xchacha20_poly1305, crypto_aead_init_x);
