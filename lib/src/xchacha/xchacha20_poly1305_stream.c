/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * XChaCha20-Poly1305 in pieces (draft-irtf-cfrg-xchacha-03, section 2): the streams of
 * vambrace/aead.h.
 *
 * A stream has the derived key in it, and a stream of ChaCha20-Poly1305, in software or on
 * an engine, that does the work. The checks come before: they are about the whole object
 * and the caller's key, of which that stream knows nothing.
 */
#include "xchacha/hchacha20.h"

typedef vmb_xchacha20_poly1305_stream vmb_xcp_stream;

/* Bytes of a key object. */
#define VMB_XCP_KEY_SIZE sizeof(vmb_xchacha20_poly1305_key)

/* The end of a call: an error ends the stream. */
static int vmb_xcp_return(vmb_xcp_stream *s, int status)
{
    return status == VMB_OK ? VMB_OK : vmb_end_stream(s, sizeof *s, status);
}

VMB_XCP_BODY int
vmb_xcp_start(vmb_xcp_stream *s, const vmb_xchacha20_poly1305_key *key, const uint8_t *nonce, size_t nonce_len,
              int (*start)(vmb_chacha20_poly1305_stream *, const vmb_chacha20_poly1305_key *, const uint8_t *, size_t))
{
    uint32_t sub_nonce[3];
    int status;

    if (nonce_len != VMB_XCHACHA20_NONCE) {
        return vmb_xcp_return(s, VMB_ERR_LENGTH);
    }
    if (key == NULL || nonce == NULL || VMB_OVERLAP(s, sizeof *s, key, VMB_XCP_KEY_SIZE) ||
        VMB_OVERLAP(s, sizeof *s, nonce, nonce_len)) {
        return vmb_xcp_return(s, VMB_ERR_ARGUMENT);
    }
    if (vmb_is_unready(key, VMB_XCP_KEY_SIZE, VMB_MARK_XCHACHA20_POLY1305)) {
        return vmb_xcp_return(s, VMB_ERR_STATE);
    }
    s->key = key->words;
    vmb_xchacha20_derive(&s->sub, sub_nonce, key->words, nonce);
    status = start(&s->message, &s->sub, (const uint8_t *)sub_nonce, sizeof sub_nonce);
    return vmb_xcp_return(s, status);
}

int vmb_xchacha20_poly1305_seal_start(vmb_xchacha20_poly1305_stream *s, const vmb_xchacha20_poly1305_key *key,
                                      const uint8_t *nonce, size_t nonce_len)
{
    if (s == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    return VMB_XCP_WIPED(vmb_xcp_start(s, key, nonce, nonce_len, vmb_chacha20_poly1305_seal_start));
}

int vmb_xchacha20_poly1305_open_start(vmb_xchacha20_poly1305_stream *s, const vmb_xchacha20_poly1305_key *key,
                                      const uint8_t *nonce, size_t nonce_len)
{
    if (s == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    return VMB_XCP_WIPED(vmb_xcp_start(s, key, nonce, nonce_len, vmb_chacha20_poly1305_open_start));
}

/* VMB_ERR_STATE unless the stream waits for associated data, or for anything behind it up to `last`, and its key
 * is there. */
static int vmb_xcp_waits(vmb_xcp_stream *s, uint32_t last)
{
    uint32_t phase = s->message.body.phase & ~(uint32_t)VMB_PHASE_OPENING;

    if ((phase != VMB_PHASE_AD && phase != last) ||
        vmb_is_unready(s->key, VMB_XCP_KEY_SIZE, VMB_MARK_XCHACHA20_POLY1305)) {
        return VMB_ERR_STATE;
    }
    s->message.body.key = s->sub.words; /* of this object, wherever it is now */
    return VMB_OK;
}

int vmb_xchacha20_poly1305_ad(vmb_xchacha20_poly1305_stream *s, const uint8_t *ad, size_t len)
{
    uint32_t sum;
    int status;

    if (s == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    status = vmb_xcp_waits(s, VMB_PHASE_AD);
    if (status == VMB_OK) {
        sum = s->message.body.ad_len;
        status = vmb_check_input(s, sizeof *s, &sum, ad, len);
    }
    if (status == VMB_OK) {
        status = vmb_chacha20_poly1305_ad(&s->message, ad, len);
    }
    return vmb_xcp_return(s, status);
}

int vmb_xchacha20_poly1305_update(vmb_xchacha20_poly1305_stream *s, uint8_t *out, const uint8_t *in, size_t len)
{
    uint32_t sum;
    int status;

    if (s == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    status = vmb_xcp_waits(s, VMB_PHASE_MESSAGE);
    if (status == VMB_OK) {
        sum = s->message.body.len;
        status = vmb_check_update(s, sizeof *s, s->key, VMB_XCP_KEY_SIZE, &sum, out, in, len);
    }
    if (status == VMB_OK) {
        status = vmb_chacha20_poly1305_update(&s->message, out, in, len);
    }
    return vmb_xcp_return(s, status);
}

/* VMB_OK, or why the stream, of seal_start or open_start, cannot end with such a tag. */
static int vmb_xcp_check_finish(vmb_xcp_stream *s, uint32_t opening, const uint8_t *tag, size_t tag_len)
{
    if (vmb_xcp_waits(s, VMB_PHASE_MESSAGE) != VMB_OK || (s->message.body.phase & VMB_PHASE_OPENING) != opening) {
        return VMB_ERR_STATE;
    }
    if (tag_len != 16) {
        return VMB_ERR_LENGTH;
    }
    return vmb_check_tag(s, sizeof *s, s->key, VMB_XCP_KEY_SIZE, tag, tag_len, opening);
}

int vmb_xchacha20_poly1305_seal_finish(vmb_xchacha20_poly1305_stream *s, uint8_t *tag, size_t tag_len)
{
    int status;

    if (s == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    status = vmb_xcp_check_finish(s, 0, tag, tag_len);
    if (status == VMB_OK) {
        status = vmb_chacha20_poly1305_seal_finish(&s->message, tag, tag_len);
    }
    return vmb_end_stream(s, sizeof *s, status);
}

int vmb_xchacha20_poly1305_open_finish(vmb_xchacha20_poly1305_stream *s, const uint8_t *tag, size_t tag_len)
{
    int status;

    if (s == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    status = vmb_xcp_check_finish(s, VMB_PHASE_OPENING, tag, tag_len);
    if (status == VMB_OK) {
        status = vmb_chacha20_poly1305_open_finish(&s->message, tag, tag_len);
    }
    return vmb_end_stream(s, sizeof *s, status);
}

void vmb_xchacha20_poly1305_abort(vmb_xchacha20_poly1305_stream *s)
{
    vmb_wipe_object(s, sizeof *s);
}
