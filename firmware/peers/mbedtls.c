/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Calls Mbed TLS the way firmware/jobs.c calls libvambrace: its one-shot calls on
 * a context whose key is set in `init`. Lengths are checked by Mbed TLS alone.
 */
#include "mbedtls.h"

#include "vambrace/status.h"

static int vmb_peer_status(int error)
{
    return error == 0 ? VMB_OK : VMB_ERR_TAG;
}

/* One key size of CCM. Lengths of keys are in bits there. */
#define VMB_PEER_CCM(name)                                                                                        \
    int name##_init(name##_key *expanded, const uint8_t *key, size_t key_len)                                     \
    {                                                                                                             \
        mbedtls_ccm_init(&expanded->context);                                                                     \
        return vmb_peer_status(                                                                                   \
            mbedtls_ccm_setkey(&expanded->context, MBEDTLS_CIPHER_ID_AES, key, (unsigned)key_len * 8u));          \
    }                                                                                                             \
    VMB_PEER_SEAL(name)                                                                                           \
    {                                                                                                             \
        return vmb_peer_status(mbedtls_ccm_encrypt_and_tag((mbedtls_ccm_context *)&expanded->context, len, nonce, \
                                                           nonce_len, ad, ad_len, in, out, tag, tag_len));        \
    }                                                                                                             \
    VMB_PEER_OPEN(name)                                                                                           \
    {                                                                                                             \
        return vmb_peer_status(mbedtls_ccm_auth_decrypt((mbedtls_ccm_context *)&expanded->context, len, nonce,    \
                                                        nonce_len, ad, ad_len, in, out, tag, tag_len));           \
    }                                                                                                             \
    void name##_wipe(name##_key *expanded)                                                                        \
    {                                                                                                             \
        mbedtls_ccm_free(&expanded->context);                                                                     \
    }

/* One key size of GCM. */
#define VMB_PEER_GCM(name)                                                                                           \
    int name##_init(name##_key *expanded, const uint8_t *key, size_t key_len)                                        \
    {                                                                                                                \
        mbedtls_gcm_init(&expanded->context);                                                                        \
        return vmb_peer_status(                                                                                      \
            mbedtls_gcm_setkey(&expanded->context, MBEDTLS_CIPHER_ID_AES, key, (unsigned)key_len * 8u));             \
    }                                                                                                                \
    VMB_PEER_SEAL(name)                                                                                              \
    {                                                                                                                \
        return vmb_peer_status(mbedtls_gcm_crypt_and_tag((mbedtls_gcm_context *)&expanded->context,                  \
                                                         MBEDTLS_GCM_ENCRYPT, len, nonce, nonce_len, ad, ad_len, in, \
                                                         out, tag_len, tag));                                        \
    }                                                                                                                \
    VMB_PEER_OPEN(name)                                                                                              \
    {                                                                                                                \
        return vmb_peer_status(mbedtls_gcm_auth_decrypt((mbedtls_gcm_context *)&expanded->context, len, nonce,       \
                                                        nonce_len, ad, ad_len, tag, tag_len, in, out));              \
    }                                                                                                                \
    void name##_wipe(name##_key *expanded)                                                                           \
    {                                                                                                                \
        mbedtls_gcm_free(&expanded->context);                                                                        \
    }

VMB_PEER_CCM(vmb_mbedtls_aes128_ccm)
VMB_PEER_CCM(vmb_mbedtls_aes192_ccm)
VMB_PEER_CCM(vmb_mbedtls_aes256_ccm)
VMB_PEER_GCM(vmb_mbedtls_aes128_gcm)
VMB_PEER_GCM(vmb_mbedtls_aes192_gcm)
VMB_PEER_GCM(vmb_mbedtls_aes256_gcm)

int vmb_mbedtls_chacha20_poly1305_init(vmb_mbedtls_chacha20_poly1305_key *expanded, const uint8_t *key, size_t key_len)
{
    (void)key_len;
    mbedtls_chachapoly_init(&expanded->context);
    return vmb_peer_status(mbedtls_chachapoly_setkey(&expanded->context, key));
}

VMB_PEER_SEAL(vmb_mbedtls_chacha20_poly1305)
{
    (void)tag_len;
    (void)nonce_len;
    return vmb_peer_status(mbedtls_chachapoly_encrypt_and_tag((mbedtls_chachapoly_context *)&expanded->context, len,
                                                              nonce, ad, ad_len, in, out, tag));
}

VMB_PEER_OPEN(vmb_mbedtls_chacha20_poly1305)
{
    (void)tag_len;
    (void)nonce_len;
    return vmb_peer_status(mbedtls_chachapoly_auth_decrypt((mbedtls_chachapoly_context *)&expanded->context, len, nonce,
                                                           ad, ad_len, tag, in, out));
}

void vmb_mbedtls_chacha20_poly1305_wipe(vmb_mbedtls_chacha20_poly1305_key *expanded)
{
    mbedtls_chachapoly_free(&expanded->context);
}
