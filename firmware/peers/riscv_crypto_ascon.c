/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/*
 * Calls RISCV-crypto's Ascon-128 the way firmware/jobs.c calls libvambrace. Its one function takes
 * the direction, and writes the tag behind the ciphertext.
 */
#include "riscv_crypto_ascon.h"

#include "vambrace/status.h"

/* The type of the last argument in its header; it reads words of nonce and key. */
int ascon_core(uint8_t *out, const uint8_t *in, unsigned len, const uint8_t *ad, unsigned ad_len, const uint8_t *nonce,
               const uint8_t *key, unsigned char mode);

enum { SEAL = 1, OPEN = 0xff /* -1 */ };

static vmb_peer_joined joined;

int vmb_riscv_crypto_ascon128_init(vmb_riscv_crypto_ascon128_key *expanded, const uint8_t *key, size_t key_len)
{
    vmb_peer_copy((uint8_t *)expanded, key, key_len);
    return VMB_OK;
}

VMB_PEER_SEAL(vmb_riscv_crypto_ascon128)
{
    (void)tag_len;
    (void)nonce_len;
    if (len > VMB_PEER_LONGEST) {
        return VMB_ERR_LENGTH;
    }
    (void)ascon_core(joined.bytes, in, len, ad, ad_len, nonce, (const uint8_t *)expanded, SEAL);
    vmb_peer_part(&joined, out, len, tag);
    return VMB_OK;
}

VMB_PEER_OPEN(vmb_riscv_crypto_ascon128)
{
    (void)tag_len;
    (void)nonce_len;
    if (len > VMB_PEER_LONGEST) {
        return VMB_ERR_LENGTH;
    }
    vmb_peer_join(&joined, in, len, tag);
    return ascon_core(out, joined.bytes, len, ad, ad_len, nonce, (const uint8_t *)expanded, OPEN) == 0 ? VMB_OK
                                                                                                       : VMB_ERR_TAG;
}

void vmb_riscv_crypto_ascon128_wipe(vmb_riscv_crypto_ascon128_key *expanded)
{
    static const uint8_t zeros[sizeof *expanded];

    vmb_peer_copy((uint8_t *)expanded, zeros, sizeof *expanded);
}
