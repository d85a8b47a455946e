/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Calls the two functions of crypto_aead, VMB_CRYPTO_AEAD_ENCRYPT and VMB_CRYPTO_AEAD_DECRYPT, the
 * way firmware/jobs.c calls libvambrace. The tag is after the ciphertext; the secret nonce is not
 * used.
 */
#include "crypto_aead.h"

#include "vambrace/status.h"

typedef unsigned long long length;

int VMB_CRYPTO_AEAD_ENCRYPT(uint8_t *c, length *c_len, const uint8_t *m, length m_len, const uint8_t *ad, length ad_len,
                            const uint8_t *secret, const uint8_t *nonce, const uint8_t *key);
int VMB_CRYPTO_AEAD_DECRYPT(uint8_t *m, length *m_len, uint8_t *secret, const uint8_t *c, length c_len,
                            const uint8_t *ad, length ad_len, const uint8_t *nonce, const uint8_t *key);

static vmb_peer_joined joined;

int vmb_crypto_aead_init(vmb_crypto_aead_key *expanded, const uint8_t *key, size_t key_len)
{
    if (key_len != VMB_PEER_KEY_BYTES) {
        return VMB_ERR_LENGTH;
    }
    vmb_peer_copy((uint8_t *)expanded, key, key_len);
    return VMB_OK;
}

VMB_PEER_SEAL(vmb_crypto_aead)
{
    length written = 0;
    int status;

    (void)nonce_len;
    if (len > VMB_PEER_LONGEST || tag_len > VMB_PEER_TAG) {
        return VMB_ERR_LENGTH;
    }
    status = VMB_CRYPTO_AEAD_ENCRYPT(joined.bytes, &written, in, len, ad, ad_len, NULL, nonce,
                                     (const uint8_t *)expanded);
    vmb_peer_copy(out, joined.bytes, len);
    vmb_peer_copy(tag, joined.bytes + len, tag_len);
    return status == 0 && written != len + tag_len ? VMB_ERR_LENGTH : status;
}

VMB_PEER_OPEN(vmb_crypto_aead)
{
    length written = 0;
    int status;

    (void)nonce_len;
    if (len > VMB_PEER_LONGEST || tag_len > VMB_PEER_TAG) {
        return VMB_ERR_LENGTH;
    }
    vmb_peer_copy(joined.bytes, in, len);
    vmb_peer_copy(joined.bytes + len, tag, tag_len);
    status = VMB_CRYPTO_AEAD_DECRYPT(out, &written, NULL, joined.bytes, len + tag_len, ad, ad_len, nonce,
                                     (const uint8_t *)expanded);
    if (status != 0) {
        return VMB_ERR_TAG;
    }
    return written == len ? VMB_OK : VMB_ERR_LENGTH;
}

void vmb_crypto_aead_wipe(vmb_crypto_aead_key *expanded)
{
    static const uint8_t zeros[sizeof *expanded];

    vmb_peer_copy((uint8_t *)expanded, zeros, sizeof *expanded);
}
