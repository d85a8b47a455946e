/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * AES-GMAC (NIST SP 800-38D): AES-GCM whose message is empty. What is authenticated is
 * its associated data; so are the checks of calls.
 */
#include "common/mac.h"

/* The phase of a stream. */
#if VMB_ENGINE_GCM
#define VMB_GMAC_PHASE(s) ((s)->body.phase)
#else
#define VMB_GMAC_PHASE(s) ((s)->body.m.phase)
#endif

#define VMB_GMAC_DEFINE(name, gcm)                                                                                  \
    int name##_init(name##_key *key, const uint8_t *bytes, size_t key_len)                                          \
    {                                                                                                               \
        return gcm##_init(key, bytes, key_len);                                                                     \
    }                                                                                                               \
    int name##_compute(const name##_key *key, uint8_t *tag, size_t tag_len, const uint8_t *nonce, size_t nonce_len, \
                       const uint8_t *in, size_t len)                                                               \
    {                                                                                                               \
        return gcm##_seal(key, NULL, tag, tag_len, nonce, nonce_len, in, len, NULL, 0);                             \
    }                                                                                                               \
    int name##_verify(const name##_key *key, const uint8_t *tag, size_t tag_len, const uint8_t *nonce,              \
                      size_t nonce_len, const uint8_t *in, size_t len)                                              \
    {                                                                                                               \
        return gcm##_open(key, NULL, tag, tag_len, nonce, nonce_len, in, len, NULL, 0);                             \
    }                                                                                                               \
    void name##_wipe(name##_key *key)                                                                               \
    {                                                                                                               \
        gcm##_wipe(key);                                                                                            \
    }                                                                                                               \
    int name##_start(name##_stream *s, const name##_key *key, const uint8_t *nonce, size_t nonce_len)               \
    {                                                                                                               \
        return gcm##_seal_start(s, key, nonce, nonce_len);                                                          \
    }                                                                                                               \
    int name##_update(name##_stream *s, const uint8_t *in, size_t len)                                              \
    {                                                                                                               \
        return gcm##_ad(s, in, len);                                                                                \
    }                                                                                                               \
    int name##_finish(name##_stream *s, uint8_t *tag, size_t tag_len)                                               \
    {                                                                                                               \
        return gcm##_seal_finish(s, tag, tag_len);                                                                  \
    }                                                                                                               \
    int name##_verify_finish(name##_stream *s, const uint8_t *tag, size_t tag_len)                                  \
    {                                                                                                               \
        if (s != NULL && VMB_GMAC_PHASE(s) == VMB_PHASE_AD) {                                                       \
            VMB_GMAC_PHASE(s) |= VMB_PHASE_OPENING; /* a stream that starts knows not yet how it ends */            \
        }                                                                                                           \
        return gcm##_open_finish(s, tag, tag_len);                                                                  \
    }                                                                                                               \
    void name##_abort(name##_stream *s)                                                                             \
    {                                                                                                               \
        gcm##_abort(s);                                                                                             \
    }

VMB_GMAC_DEFINE(vmb_aes128_gmac, vmb_aes128_gcm)
VMB_GMAC_DEFINE(vmb_aes192_gmac, vmb_aes192_gcm)
VMB_GMAC_DEFINE(vmb_aes256_gmac, vmb_aes256_gcm)
