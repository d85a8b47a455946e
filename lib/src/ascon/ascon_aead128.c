/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Ascon-AEAD128 (NIST SP 800-232, section 4), the public functions: arguments, and what
 * becomes of a wrong tag. The message itself is the backend's (ascon_backend.h).
 */
#include "ascon/ascon_stream.h"
#include "vambrace/aead.h"

#if !VMB_ENGINE

int vmb_ascon_aead128_init(vmb_ascon_aead128_key *key, const uint8_t *bytes, size_t key_len)
{
    return VMB_ASCON_WIPED(vmb_ascon_expand((uint32_t *)key, bytes, key_len, 0, VMB_MARK_ASCON_AEAD128));
}

int vmb_ascon_aead128_seal(const vmb_ascon_aead128_key *key, uint8_t *out, uint8_t *tag, size_t tag_len,
                           const uint8_t *nonce, size_t nonce_len, const uint8_t *ad, size_t ad_len, const uint8_t *in,
                           size_t len)
{
    const vmb_call c = {key, sizeof *key, out, tag, tag_len, nonce, nonce_len, ad, ad_len, in, len, 1};

    return vmb_ascon_call(&c, VMB_ASCON_BACKEND(vmb_ascon_aead128), VMB_MARK_ASCON_AEAD128, 1);
}

int vmb_ascon_aead128_open(const vmb_ascon_aead128_key *key, uint8_t *out, const uint8_t *tag, size_t tag_len,
                           const uint8_t *nonce, size_t nonce_len, const uint8_t *ad, size_t ad_len, const uint8_t *in,
                           size_t len)
{
    const vmb_call c = {key, sizeof *key, out, tag, tag_len, nonce, nonce_len, ad, ad_len, in, len, 0};

    return vmb_ascon_call(&c, VMB_ASCON_BACKEND(vmb_ascon_aead128), VMB_MARK_ASCON_AEAD128, 0);
}

void vmb_ascon_aead128_wipe(vmb_ascon_aead128_key *key)
{
    vmb_wipe_object(key, sizeof *key);
}

static const vmb_ascon_kind vmb_ascon_aead128_kind = {
    {0x808c0001u, 0x00001000u}, 16, 8, 0, VMB_MARK_ASCON_AEAD128 VMB_ASCON_BLOCKS(vmb_ascon_aead128)};

VMB_ASCON_STREAM_DEFINE(vmb_ascon_aead128)

#endif
