/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include "ascon_v.h"

#include "vambrace/status.h"

typedef unsigned long long length;

/* As in the reference implementation of Ascon; the report's own program lacks the secret nonce, and has key and nonce
 * in the opposite order. */
#define VMB_PEER_REFERENCE(name)                                                                                   \
    int crypto_aead_encrypt##name(uint8_t *c, length *c_len, const uint8_t *m, length m_len, const uint8_t *ad,    \
                                  length ad_len, const uint8_t *secret, const uint8_t *nonce, const uint8_t *key); \
    int crypto_aead_decrypt##name(uint8_t *m, length *m_len, uint8_t *secret, const uint8_t *c, length c_len,      \
                                  const uint8_t *ad, length ad_len, const uint8_t *nonce, const uint8_t *key)
VMB_PEER_REFERENCE();
VMB_PEER_REFERENCE(_opt64);
int ascon128_encrypt(uint8_t *c, length *c_len, const uint8_t *m, length m_len, const uint8_t *ad, length ad_len,
                     const uint8_t *key, const uint8_t *nonce);
int ascon128_decrypt(uint8_t *m, length *m_len, const uint8_t *c, length c_len, const uint8_t *ad, length ad_len,
                     const uint8_t *key, const uint8_t *nonce);

#define KEY ((const uint8_t *)expanded)

#define VMB_PEER_STYLE(name, seal, open)                                      \
    int name##_init(name##_key *expanded, const uint8_t *key, size_t key_len) \
    {                                                                         \
        vmb_peer_copy((uint8_t *)expanded, key, key_len);                     \
        return VMB_OK;                                                        \
    }                                                                         \
    VMB_PEER_SEAL(name)                                                       \
    {                                                                         \
        length written;                                                       \
        int status = seal;                                                    \
                                                                              \
        (void)nonce_len;                                                      \
        vmb_peer_copy(tag, out + len, tag_len);                               \
        return status;                                                        \
    }                                                                         \
    VMB_PEER_OPEN(name)                                                       \
    {                                                                         \
        uint8_t *behind = (uint8_t *)in + len, kept[VMB_PEER_TAG];            \
        length written;                                                       \
        int status;                                                           \
                                                                              \
        (void)nonce_len;                                                      \
        vmb_peer_copy(kept, behind, tag_len);                                 \
        vmb_peer_copy(behind, tag, tag_len);                                  \
        status = open;                                                        \
        vmb_peer_copy(behind, kept, tag_len);                                 \
        return status == 0 ? VMB_OK : VMB_ERR_TAG;                            \
    }                                                                         \
    void name##_wipe(name##_key *expanded)                                    \
    {                                                                         \
        static const uint8_t zeros[sizeof *expanded];                         \
                                                                              \
        vmb_peer_copy((uint8_t *)expanded, zeros, sizeof *expanded);          \
    }

VMB_PEER_STYLE(vmb_ascon_v_ref, crypto_aead_encrypt(out, &written, in, len, ad, ad_len, NULL, nonce, KEY),
               crypto_aead_decrypt(out, &written, NULL, in, len + tag_len, ad, ad_len, nonce, KEY))
VMB_PEER_STYLE(vmb_ascon_v_opt64, crypto_aead_encrypt_opt64(out, &written, in, len, ad, ad_len, NULL, nonce, KEY),
               crypto_aead_decrypt_opt64(out, &written, NULL, in, len + tag_len, ad, ad_len, nonce, KEY))
VMB_PEER_STYLE(vmb_ascon_v_asconv, ascon128_encrypt(out, &written, in, len, ad, ad_len, KEY, nonce),
               ascon128_decrypt(out, &written, in, len + tag_len, ad, ad_len, KEY, nonce))
