/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * XChaCha20-Poly1305 (draft-irtf-cfrg-xchacha-03, section 2), the public functions: a
 * key and a nonce for each message, with which ChaCha20-Poly1305 does the rest, in
 * software or on an engine.
 */
#include "xchacha/hchacha20.h"

/* The key and the nonce of one message. */
typedef struct {
    vmb_chacha20_poly1305_key key;
    uint32_t nonce[3];
} vmb_xcp_derived;

VMB_XCP_BODY int vmb_xcp_init(vmb_xchacha20_poly1305_key *key, const uint8_t *bytes, size_t key_len)
{
    int status = vmb_check_key(key, sizeof *key, bytes, key_len, 32);
    unsigned i;

    if (status != VMB_OK) {
        return status;
    }
    for (i = 0; i < 8; i++) {
        key->words[i] = vmb_load32_le(bytes + 4 * i);
    }
    vmb_set_mark(key->words, sizeof *key, VMB_MARK_XCHACHA20_POLY1305);
    return VMB_OK;
}

int vmb_xchacha20_poly1305_init(vmb_xchacha20_poly1305_key *key, const uint8_t *bytes, size_t key_len)
{
    return VMB_XCP_WIPED(vmb_xcp_init(key, bytes, key_len));
}

void vmb_xchacha20_poly1305_wipe(vmb_xchacha20_poly1305_key *key)
{
    vmb_wipe_object(key, sizeof *key);
}

/* Checks a call, and derives what its message is sealed with if nothing is wrong. */
static int vmb_xcp_begin(vmb_xcp_derived *sub, const vmb_call *c)
{
    int status;

    if (c->tag_len != 16 || c->nonce_len != VMB_XCHACHA20_NONCE) {
        return VMB_ERR_LENGTH;
    }
    status = vmb_check_call(c, sizeof(vmb_xchacha20_poly1305_key), VMB_MARK_XCHACHA20_POLY1305);
    if (status == VMB_OK) {
        vmb_xchacha20_derive(&sub->key, sub->nonce, (const uint32_t *)c->key, c->nonce);
    }
    return status;
}

VMB_XCP_BODY int vmb_xcp_seal(const vmb_call *c, uint8_t *tag)
{
    vmb_xcp_derived sub;
    int status = vmb_xcp_begin(&sub, c);

    if (status == VMB_OK) {
        status = vmb_chacha20_poly1305_seal(&sub.key, c->out, tag, 16, (const uint8_t *)sub.nonce, 12, c->ad, c->ad_len,
                                            c->in, c->len);
        vmb_wipe(&sub, sizeof sub);
    }
    return status;
}

int vmb_xchacha20_poly1305_seal(const vmb_xchacha20_poly1305_key *key, uint8_t *out, uint8_t *tag, size_t tag_len,
                                const uint8_t *nonce, size_t nonce_len, const uint8_t *ad, size_t ad_len,
                                const uint8_t *in, size_t len)
{
    const vmb_call c = {key, sizeof *key, out, tag, tag_len, nonce, nonce_len, ad, ad_len, in, len, 1};

    return VMB_XCP_WIPED(vmb_xcp_seal(&c, tag));
}

VMB_XCP_BODY int vmb_xcp_open(const vmb_call *c)
{
    vmb_xcp_derived sub;
    int status = vmb_xcp_begin(&sub, c);

    if (status == VMB_OK) {
        status = vmb_chacha20_poly1305_open(&sub.key, c->out, c->tag, 16, (const uint8_t *)sub.nonce, 12, c->ad,
                                            c->ad_len, c->in, c->len);
        vmb_wipe(&sub, sizeof sub);
    }
    return status;
}

int vmb_xchacha20_poly1305_open(const vmb_xchacha20_poly1305_key *key, uint8_t *out, const uint8_t *tag, size_t tag_len,
                                const uint8_t *nonce, size_t nonce_len, const uint8_t *ad, size_t ad_len,
                                const uint8_t *in, size_t len)
{
    const vmb_call c = {key, sizeof *key, out, tag, tag_len, nonce, nonce_len, ad, ad_len, in, len, 0};

    return VMB_XCP_WIPED(vmb_xcp_open(&c));
}
