/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Calls TinyCrypt's AES-CCM the way firmware/jobs.c calls libvambrace. It has its tags behind the
 * ciphertexts.
 */
#include "riscv_crypto_tinycrypt.h"

#include "ccm_mode.h"

#include "vambrace/status.h"

static vmb_peer_joined joined;

static int configure(struct tc_ccm_mode_struct *c, const vmb_riscv_crypto_aes128_ccm_key *expanded,
                     const uint8_t *nonce, size_t nonce_len, size_t tag_len, size_t len)
{
    return len <= VMB_PEER_LONGEST &&
           tc_ccm_config(c, (TCAesKeySched_t)&expanded->context, (uint8_t *)nonce, nonce_len, tag_len);
}

int vmb_riscv_crypto_aes128_ccm_init(vmb_riscv_crypto_aes128_ccm_key *expanded, const uint8_t *key, size_t key_len)
{
    (void)key_len;
    return tc_aes128_set_encrypt_key(&expanded->context, key) ? VMB_OK : VMB_ERR_ARGUMENT;
}

VMB_PEER_SEAL(vmb_riscv_crypto_aes128_ccm)
{
    struct tc_ccm_mode_struct c;

    if (!configure(&c, expanded, nonce, nonce_len, tag_len, len) ||
        !tc_ccm_generation_encryption(joined.bytes, sizeof joined.bytes, ad, ad_len, in, len, &c)) {
        return VMB_ERR_LENGTH;
    }
    vmb_peer_part(&joined, out, len, tag);
    return VMB_OK;
}

VMB_PEER_OPEN(vmb_riscv_crypto_aes128_ccm)
{
    struct tc_ccm_mode_struct c;

    if (!configure(&c, expanded, nonce, nonce_len, tag_len, len)) {
        return VMB_ERR_LENGTH;
    }
    vmb_peer_join(&joined, in, len, tag);
    return tc_ccm_decryption_verification(out, len, ad, ad_len, joined.bytes, len + tag_len, &c) ? VMB_OK : VMB_ERR_TAG;
}

void vmb_riscv_crypto_aes128_ccm_wipe(vmb_riscv_crypto_aes128_ccm_key *expanded)
{
    static const uint8_t zeros[sizeof *expanded];

    vmb_peer_copy((uint8_t *)expanded, zeros, sizeof *expanded);
}
