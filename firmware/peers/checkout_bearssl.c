/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Calls BearSSL the way firmware/jobs.c calls libvambrace. It works in place, so texts are copied to the output first.
 * It wipes nothing. Nothing is checked here: lengths are those of the algorithm.
 */
#include "checkout_bearssl.h"

#include <string.h>

#include "vambrace/status.h"

/* Whether two tags differ, in constant time. */
static int differs(const uint8_t *a, const uint8_t *b, size_t len)
{
    uint8_t d = 0;
    size_t i;

    for (i = 0; i < len; i++) {
        d |= a[i] ^ b[i];
    }
    return d != 0;
}

static void move(uint8_t *out, const uint8_t *in, size_t len)
{
    if (out != in && len != 0) {
        memcpy(out, in, len);
    }
}

/* The calls of `name`, where name_run(key, encrypt, out, tag, tag_len, nonce, nonce_len, ad, ad_len, len) works in
 * place. */
#define CALLS(name)                                                                                \
    VMB_PEER_SEAL(name)                                                                            \
    {                                                                                              \
        move(out, in, len);                                                                        \
        name##_run(&expanded->context, 1, out, tag, tag_len, nonce, nonce_len, ad, ad_len, len);   \
        return VMB_OK;                                                                             \
    }                                                                                              \
    VMB_PEER_OPEN(name)                                                                            \
    {                                                                                              \
        uint8_t found[VMB_PEER_TAG];                                                               \
                                                                                                   \
        move(out, in, len);                                                                        \
        name##_run(&expanded->context, 0, out, found, tag_len, nonce, nonce_len, ad, ad_len, len); \
        if (differs(found, tag, tag_len)) {                                                        \
            memset(out, 0, len);                                                                   \
            return VMB_ERR_TAG;                                                                    \
        }                                                                                          \
        return VMB_OK;                                                                             \
    }                                                                                              \
    void name##_wipe(name##_key *expanded)                                                         \
    {                                                                                              \
        memset(expanded, 0, sizeof *expanded);                                                     \
    }                                                                                              \
    typedef int name##_defined

int vmb_bearssl_aes_ccm_init(vmb_bearssl_aes_ccm_key *expanded, const uint8_t *key, size_t key_len)
{
    VMB_BEARSSL_AES(ctrcbc_init)(&expanded->context, key, key_len);
    return VMB_OK;
}

static void vmb_bearssl_aes_ccm_run(const VMB_BEARSSL_AES(ctrcbc_keys) * keys, int encrypt, uint8_t *text, uint8_t *tag,
                                    size_t tag_len, const uint8_t *nonce, size_t nonce_len, const uint8_t *ad,
                                    size_t ad_len, size_t len)
{
    br_ccm_context ctx;

    br_ccm_init(&ctx, (const br_block_ctrcbc_class **)&keys->vtable);
    br_ccm_reset(&ctx, nonce, nonce_len, ad_len, len, tag_len);
    br_ccm_aad_inject(&ctx, ad, ad_len);
    br_ccm_flip(&ctx);
    br_ccm_run(&ctx, encrypt, text, len);
    br_ccm_get_tag(&ctx, tag);
}

CALLS(vmb_bearssl_aes_ccm);

int vmb_bearssl_aes_gcm_init(vmb_bearssl_aes_gcm_key *expanded, const uint8_t *key, size_t key_len)
{
    VMB_BEARSSL_AES(ctr_init)(&expanded->context, key, key_len);
    return VMB_OK;
}

static void vmb_bearssl_aes_gcm_run(const VMB_BEARSSL_AES(ctr_keys) * keys, int encrypt, uint8_t *text, uint8_t *tag,
                                    size_t tag_len, const uint8_t *nonce, size_t nonce_len, const uint8_t *ad,
                                    size_t ad_len, size_t len)
{
    br_gcm_context ctx;

    br_gcm_init(&ctx, (const br_block_ctr_class **)&keys->vtable, VMB_BEARSSL_GHASH);
    br_gcm_reset(&ctx, nonce, nonce_len);
    br_gcm_aad_inject(&ctx, ad, ad_len);
    br_gcm_flip(&ctx);
    br_gcm_run(&ctx, encrypt, text, len);
    br_gcm_get_tag_trunc(&ctx, tag, tag_len);
}

CALLS(vmb_bearssl_aes_gcm);

int vmb_bearssl_chacha20_poly1305_init(vmb_bearssl_chacha20_poly1305_key *expanded, const uint8_t *key, size_t key_len)
{
    memcpy(expanded->words, key, key_len);
    return VMB_OK;
}

static void vmb_bearssl_chacha20_poly1305_run(const vmb_bearssl_bytes *key, int encrypt, uint8_t *text, uint8_t *tag,
                                              size_t tag_len, const uint8_t *nonce, size_t nonce_len, const uint8_t *ad,
                                              size_t ad_len, size_t len)
{
    (void)tag_len;
    (void)nonce_len;
    VMB_BEARSSL_POLY1305(key->words, nonce, text, len, ad, ad_len, tag, br_chacha20_ct_run, encrypt);
}

CALLS(vmb_bearssl_chacha20_poly1305);
