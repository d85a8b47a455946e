/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Calls the real ChaCha20-Poly1305, then does what a careless implementation
 * would have done. Each fault is one that a test has to find. Without a fault
 * it is the real thing.
 */
#include "broken.h"
#include "fault.h"

enum { TAG_BYTES = 16 };

/* A message and its right tag, from a ciphertext with any tag: in this cipher
 * sealing twice gives back what was sealed. Null where a call would be refused. */
static uint8_t *reveal(const vmb_broken_key *key, const uint8_t *nonce, const uint8_t *ad, size_t ad_len,
                       const uint8_t *in, size_t len, uint8_t *right_tag)
{
    uint8_t *text = malloc(len + 1);
    uint8_t *again = malloc(len + 1);

    if (text == NULL || again == NULL) {
        abort();
    }
    if (vmb_chacha20_poly1305_seal(key, text, right_tag, TAG_BYTES, nonce, 12, ad, ad_len, in, len) != VMB_OK ||
        vmb_chacha20_poly1305_seal(key, again, right_tag, TAG_BYTES, nonce, 12, ad, ad_len, text, len) != VMB_OK) {
        free(text);
        text = NULL;
    }
    free(again);
    return text;
}

/* What both operations may do wrong to memory. */
static void disturb(const vmb_broken_key *key, uint8_t *out, const uint8_t *nonce, const uint8_t *ad,
                    size_t ad_len, const uint8_t *in, size_t len)
{
    if (fault("writes behind the output")) {
        out[len] = 0;
    }
    if (fault("writes before the output")) {
        out[-1] = 0;
    }
    if (fault("copies a whole last block") && in != out && len % 16 != 0) {
        memcpy(out + len, in + len, 16 - len % 16);
    }
    if (fault("reads behind the input") && len != 0 && *(const volatile uint8_t *)(in + len) == 0) {
        out[0] = out[0];
    }
    if (fault("reads behind the ad") && ad_len != 0 && *(const volatile uint8_t *)(ad + ad_len) == 0) {
        out[0] = out[0];
    }
    if (fault("changes the ad") && ad_len != 0) {
        ((uint8_t *)(uintptr_t)ad)[0] ^= 1;
    }
    if (fault("changes the nonce")) {
        ((uint8_t *)(uintptr_t)nonce)[11] ^= 1;
    }
    if (fault("changes the expanded key")) {
        ((vmb_broken_key *)(uintptr_t)key)->words[7] ^= 1;
    }
}

int vmb_broken_init(vmb_broken_key *key, const uint8_t *bytes, size_t key_len)
{
    int status;

    if (fault("init writes before it fails") && key != NULL) {
        key->words[0] = 0;
    }
    if (fault("init takes a longer key") && key_len == 33) {
        key_len = 32;
    }
    status = vmb_chacha20_poly1305_init(key, bytes, key_len);
    if (status == VMB_OK && fault("another key")) {
        key->words[3] ^= 1;
    }
    return status;
}

void vmb_broken_wipe(vmb_broken_key *key)
{
    if (!fault("wipe does nothing")) {
        vmb_chacha20_poly1305_wipe(key);
    }
}

int vmb_broken_seal(const vmb_broken_key *key, uint8_t *out, uint8_t *tag, size_t tag_len, const uint8_t *nonce,
                    size_t nonce_len, const uint8_t *ad, size_t ad_len, const uint8_t *in, size_t len)
{
    int status = vmb_chacha20_poly1305_seal(key, out, tag, tag_len, nonce, nonce_len, ad, ad_len, in, len);

    if (status == VMB_OK) {
        disturb(key, out, nonce, ad, ad_len, in, len);
        if (fault("one bit wrong at one length") && len == 77) {
            out[76] ^= 0x80;
        }
        if (fault("one alignment wrong") && ((uintptr_t)out & 3) == 3 && ((uintptr_t)ad & 3) == 2) {
            tag[15] ^= 1;
        }
    } else {
        if (fault("writes the tag before it refuses") && tag != NULL && tag_len != 0) {
            tag[0] = 0;
        }
        if (fault("serves some overlaps") && status == VMB_ERR_ARGUMENT && in != NULL && out == in + 4) {
            return VMB_OK;
        }
        if (fault("seals without a key") && status == VMB_ERR_STATE) {
            return VMB_OK;
        }
        if (fault("one error for all") && status == VMB_ERR_LENGTH) {
            return VMB_ERR_ARGUMENT;
        }
    }
    return status;
}

int vmb_broken_open(const vmb_broken_key *key, uint8_t *out, const uint8_t *tag, size_t tag_len,
                    const uint8_t *nonce, size_t nonce_len, const uint8_t *ad, size_t ad_len, const uint8_t *in,
                    size_t len)
{
    uint8_t right[TAG_BYTES];
    uint8_t *text = NULL;
    uint32_t folded = 0;
    int status, i;

    /* Before the call, which destroys the ciphertext if it works in place. */
    if (fault("leaves the plaintext") || fault("leaves the last byte") || fault("folds the tag") ||
        fault("accepts any tag") || fault("compares 15 bytes")) {
        if (nonce_len == 12 && tag_len == TAG_BYTES && len <= VMB_MAX_BYTES) {
            text = reveal(key, nonce, ad, ad_len, in, len, right);
        }
    }
    status = vmb_chacha20_poly1305_open(key, out, tag, tag_len, nonce, nonce_len, ad, ad_len, in, len);
    if (status == VMB_OK) {
        disturb(key, out, nonce, ad, ad_len, in, len);
    }
    if (status == VMB_ERR_TAG && fault("returns the wrong error")) {
        status = VMB_ERR_LENGTH;
    }
    if (status == VMB_ERR_TAG && text != NULL) {
        for (i = 0; i < TAG_BYTES; i++) {
            folded ^= (uint32_t)(tag[i] ^ right[i]) << 8 * (i % 4);
        }
        if ((fault("folds the tag") && folded == 0) || fault("accepts any tag") ||
            (fault("compares 15 bytes") && memcmp(tag, right, 15) == 0)) {
            memcpy(out, text, len);
            status = VMB_OK;
        }
        if (fault("leaves the plaintext")) {
            memcpy(out, text, len);
        }
        if (fault("leaves the last byte") && len != 0) {
            out[len - 1] = text[len - 1];
        }
    }
    free(text);
    return status;
}

/* Streams: the real ones, with their own faults. */

int vmb_broken_seal_start(vmb_broken_stream *s, const vmb_broken_key *key, const uint8_t *nonce, size_t nonce_len)
{
    vmb_broken_stream before;
    int status;

    if (s == NULL) {
        return fault("takes a null stream") ? VMB_OK : VMB_ERR_ARGUMENT;
    }
    before = *s;
    status = vmb_chacha20_poly1305_seal_start(s, key, nonce, nonce_len);
    if (status == VMB_OK && fault("start keeps what was there")) {
        s->body.ad_len = before.body.ad_len == 0x5aa5c33cu ? 0 : before.body.ad_len;
    }
    return status;
}

int vmb_broken_open_start(vmb_broken_stream *s, const vmb_broken_key *key, const uint8_t *nonce, size_t nonce_len)
{
    return vmb_chacha20_poly1305_open_start(s, key, nonce, nonce_len);
}

int vmb_broken_ad(vmb_broken_stream *s, const uint8_t *ad, size_t len)
{
    if (fault("associated data ends with its first piece") && s != NULL && s->body.ad_len != 0) {
        return VMB_OK;
    }
    return vmb_chacha20_poly1305_ad(s, ad, len);
}

int vmb_broken_update(vmb_broken_stream *s, uint8_t *out, const uint8_t *in, size_t len)
{
    vmb_broken_stream before;
    int status;

    if (s == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    before = *s;
    if (fault("update loses what it held back") && s->body.lacks != 0) {
        s->body.ks[0] += 1;
    }
    if (fault("update writes before it refuses") && out != NULL && in == NULL) {
        out[0] ^= 1;
    }
    status = vmb_chacha20_poly1305_update(s, out, in, len);
    if (status != VMB_OK && status != VMB_ERR_STATE && fault("an error leaves the stream")) {
        *s = before;
    }
    if (status == VMB_ERR_STATE && fault("serves any state")) {
        status = VMB_OK;
    }
    if (status == VMB_ERR_ARGUMENT && fault("update serves an output over the key") && out != NULL && in != NULL &&
        (uintptr_t)out - (uintptr_t)before.body.key < sizeof(vmb_broken_key)) {
        status = VMB_OK;
    }
    return status;
}

int vmb_broken_seal_finish(vmb_broken_stream *s, uint8_t *tag, size_t tag_len)
{
    int status = vmb_chacha20_poly1305_seal_finish(s, tag, tag_len);

    if (status == VMB_OK && fault("finish leaves the stream")) {
        s->body.one_time[3] = 1;
    }
    return status;
}

int vmb_broken_open_finish(vmb_broken_stream *s, const uint8_t *tag, size_t tag_len)
{
    int status = vmb_chacha20_poly1305_open_finish(s, tag, tag_len);

    return status == VMB_ERR_TAG && fault("finish accepts any tag") ? VMB_OK : status;
}

void vmb_broken_abort(vmb_broken_stream *s)
{
    vmb_chacha20_poly1305_abort(s);
}
