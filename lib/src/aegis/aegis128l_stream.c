/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * AEGIS-128L in pieces (draft-irtf-cfrg-aegis-aead-18, section 3): the streams of vambrace/aead.h.
 *
 * Between calls a stream has the bytes of a block that is not complete: associated data; or plaintext, and after it the
 * keystream for the rest of the block.
 */
#include "aegis/aegis.h"

typedef vmb_aegis128l_stream vmb_aegis_stream;

/* The end of a call: an error ends the stream. */
static int vmb_aegis_return(vmb_aegis_stream *s, int status)
{
    return status == VMB_OK ? VMB_OK : vmb_end_stream(s, sizeof *s, status);
}

VMB_AEGIS_BODY int vmb_aegis_start(vmb_aegis_stream *s, const vmb_aegis128l_key *key, const uint8_t *nonce,
                                   size_t nonce_len, uint32_t opening)
{
    if (nonce_len != VMB_AEGIS_NONCE) {
        return vmb_aegis_return(s, VMB_ERR_LENGTH);
    }
    if (key == NULL || nonce == NULL || VMB_OVERLAP(s, sizeof *s, key, VMB_AEGIS_KEY_SIZE) ||
        VMB_OVERLAP(s, sizeof *s, nonce, nonce_len)) {
        return vmb_aegis_return(s, VMB_ERR_ARGUMENT);
    }
    if (vmb_is_unready(key, VMB_AEGIS_KEY_SIZE, VMB_MARK_AEGIS128L)) {
        return vmb_aegis_return(s, VMB_ERR_STATE);
    }
    vmb_aegis_first(s->state, s->block, key->words, nonce);
    vmb_aegis_once(s->state, VMB_AEGIS_REPEAT, NULL, (const uint8_t *)s->block, 10);
    s->key = key->words;
    s->ad_len = 0;
    s->len = 0;
    s->phase = VMB_PHASE_AD | opening;
    return VMB_OK;
}

int vmb_aegis128l_seal_start(vmb_aegis128l_stream *s, const vmb_aegis128l_key *key, const uint8_t *nonce,
                             size_t nonce_len)
{
    if (s == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    return VMB_AEGIS_WIPED(vmb_aegis_start(s, key, nonce, nonce_len, 0));
}

int vmb_aegis128l_open_start(vmb_aegis128l_stream *s, const vmb_aegis128l_key *key, const uint8_t *nonce,
                             size_t nonce_len)
{
    if (s == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    return VMB_AEGIS_WIPED(vmb_aegis_start(s, key, nonce, nonce_len, VMB_PHASE_OPENING));
}

/* VMB_OK if the stream waits for associated data or for what `last` says, and its key is there. */
static int vmb_aegis_waits(const vmb_aegis_stream *s, uint32_t last)
{
    uint32_t phase = s->phase & ~(uint32_t)VMB_PHASE_OPENING;

    if ((phase != VMB_PHASE_AD && phase != last) || vmb_is_unready(s->key, VMB_AEGIS_KEY_SIZE, VMB_MARK_AEGIS128L)) {
        return VMB_ERR_STATE;
    }
    return VMB_OK;
}

/* Updates with the block, `used` bytes of it and zeros. */
static void vmb_aegis_complete(vmb_aegis_stream *s, uint32_t used)
{
    uint8_t *block = (uint8_t *)s->block;
    uint32_t zero = 0;

    for (; used != VMB_AEGIS_RATE; used++) {
        VMB_OPAQUE(zero); /* or the compiler calls memset */
        block[used] = (uint8_t)zero;
    }
    vmb_aegis_once(s->state, VMB_AEGIS_ABSORB, NULL, block, 1);
}

/* Whole blocks. */
static void vmb_aegis_several(vmb_aegis_stream *s, size_t kind, uint8_t *out, const uint8_t *in, size_t blocks)
{
    vmb_aegis_list list;

    list.parts = 0;
    vmb_aegis_blocks(s->state, &list, kind, out, in, blocks);
    vmb_aegis_flush(s->state, &list);
}

/* What `ad` does after its checks. */
static void vmb_aegis_ad_checked(vmb_aegis_stream *s, const uint8_t *ad, size_t len, uint32_t used)
{
    uint8_t *block = (uint8_t *)s->block;

    while (len != 0) {
        if (used == 0 && len >= VMB_AEGIS_RATE) {
            vmb_aegis_several(s, VMB_AEGIS_ABSORB, NULL, ad, len / VMB_AEGIS_RATE);
            ad += len - len % VMB_AEGIS_RATE;
            len %= VMB_AEGIS_RATE;
            continue;
        }
        block[used++] = *ad++;
        len--;
        if (used == VMB_AEGIS_RATE) {
            vmb_aegis_complete(s, used);
            used = 0;
        }
    }
}

VMB_AEGIS_BODY int vmb_aegis_ad(vmb_aegis_stream *s, const uint8_t *ad, size_t len)
{
    int status = vmb_aegis_waits(s, VMB_PHASE_AD);
    uint32_t used;

    if (status == VMB_OK) {
        used = s->ad_len % VMB_AEGIS_RATE;
        status = vmb_check_input(s, sizeof *s, &s->ad_len, ad, len);
        if (status == VMB_OK) {
            vmb_aegis_ad_checked(s, ad, len, used);
        }
    }
    return vmb_aegis_return(s, status);
}

int vmb_aegis128l_ad(vmb_aegis128l_stream *s, const uint8_t *ad, size_t len)
{
    if (s == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    return VMB_AEGIS_WIPED(vmb_aegis_ad(s, ad, len));
}

/* The end of the associated data, before the first byte of the message or the tag. */
static void vmb_aegis_end_ad(vmb_aegis_stream *s)
{
    uint32_t used = s->ad_len % VMB_AEGIS_RATE;

    if ((s->phase & ~(uint32_t)VMB_PHASE_OPENING) == VMB_PHASE_AD) {
        if (used != 0) {
            vmb_aegis_complete(s, used);
        }
        s->phase ^= VMB_PHASE_AD ^ VMB_PHASE_MESSAGE;
    }
}

/* What `update` does after its checks: `used` bytes of the block are plaintext. */
static void vmb_aegis_update_checked(vmb_aegis_stream *s, uint8_t *out, const uint8_t *in, size_t len, uint32_t used)
{
    uint32_t opening = s->phase & VMB_PHASE_OPENING, take = 0u - (uint32_t)(opening != 0), x;
    uint8_t *block = (uint8_t *)s->block;
    size_t whole;

    while (len != 0) {
        if (used == 0 && len >= VMB_AEGIS_RATE) {
            whole = len - len % VMB_AEGIS_RATE;
            vmb_aegis_several(s, opening != 0 ? VMB_AEGIS_OPEN : VMB_AEGIS_SEAL, out, in, whole / VMB_AEGIS_RATE);
            in += whole;
            out += whole;
            len -= whole;
            continue;
        }
        if (used == 0) {
            vmb_aegis_once(s->state, VMB_AEGIS_KEYSTREAM, block, NULL, 1);
        }
        x = *in++;
        *out++ = (uint8_t)(x ^ block[used]);
        block[used] = (uint8_t)(x ^ (block[used] & take));
        used++;
        len--;
        if (used == VMB_AEGIS_RATE) {
            vmb_aegis_complete(s, used);
            used = 0;
        }
    }
}

VMB_AEGIS_BODY int vmb_aegis_update_any(vmb_aegis_stream *s, uint8_t *out, const uint8_t *in, size_t len)
{
    int status = vmb_aegis_waits(s, VMB_PHASE_MESSAGE);
    uint32_t used;

    if (status == VMB_OK) {
        used = s->len % VMB_AEGIS_RATE;
        status = vmb_check_update(s, sizeof *s, s->key, VMB_AEGIS_KEY_SIZE, &s->len, out, in, len);
        if (status == VMB_OK) {
            vmb_aegis_end_ad(s);
            vmb_aegis_update_checked(s, out, in, len, used);
        }
    }
    return vmb_aegis_return(s, status);
}

int vmb_aegis128l_update(vmb_aegis128l_stream *s, uint8_t *out, const uint8_t *in, size_t len)
{
    if (s == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    return VMB_AEGIS_WIPED(vmb_aegis_update_any(s, out, in, len));
}

/* Ends a stream of seal_start, or of open_start, with the tag: in s->block, for the caller to use and to wipe, or an
 * error. */
static int vmb_aegis_finish(vmb_aegis_stream *s, uint32_t opening, const uint8_t *tag, size_t tag_len)
{
    uint32_t used;
    int status = vmb_aegis_waits(s, VMB_PHASE_MESSAGE);

    if (status == VMB_OK && (s->phase & VMB_PHASE_OPENING) != opening) {
        status = VMB_ERR_STATE;
    }
    if (status == VMB_OK && !vmb_aegis_has_tag(tag_len)) {
        status = VMB_ERR_LENGTH;
    }
    if (status == VMB_OK) {
        status = vmb_check_tag(s, sizeof *s, s->key, VMB_AEGIS_KEY_SIZE, tag, tag_len, opening);
    }
    if (status == VMB_OK) {
        vmb_aegis_end_ad(s);
        used = s->len % VMB_AEGIS_RATE;
        if (used != 0) {
            vmb_aegis_complete(s, used);
        }
        vmb_aegis_lengths(s->block, s->ad_len, s->len);
        vmb_aegis_once(s->state, VMB_AEGIS_FINISH, (uint8_t *)s->block, (const uint8_t *)s->block, 7);
        vmb_aegis_tag(s->block, s->state, tag_len);
    }
    return status;
}

VMB_AEGIS_BODY int vmb_aegis_finish_seal(vmb_aegis_stream *s, uint8_t *tag, size_t tag_len)
{
    int status = vmb_aegis_finish(s, 0, tag, tag_len);
    size_t i;

    for (i = 0; status == VMB_OK && i < tag_len; i += 4) {
        vmb_store32_le(tag + i, s->block[i / 4]);
    }
    return vmb_end_stream(s, sizeof *s, status);
}

int vmb_aegis128l_seal_finish(vmb_aegis128l_stream *s, uint8_t *tag, size_t tag_len)
{
    if (s == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    return VMB_AEGIS_WIPED(vmb_aegis_finish_seal(s, tag, tag_len));
}

VMB_AEGIS_BODY int vmb_aegis_finish_open(vmb_aegis_stream *s, const uint8_t *tag, size_t tag_len)
{
    int status = vmb_aegis_finish(s, VMB_PHASE_OPENING, tag, tag_len);

    if (status == VMB_OK) { /* no branch on the tag, even without optimisation; otherwise VMB_OK, 0 */
        status = -(int)(vmb_differ(tag, (const uint8_t *)s->block, tag_len) != 0) & VMB_ERR_TAG;
    }
    return vmb_end_stream(s, sizeof *s, status);
}

int vmb_aegis128l_open_finish(vmb_aegis128l_stream *s, const uint8_t *tag, size_t tag_len)
{
    if (s == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    return VMB_AEGIS_WIPED(vmb_aegis_finish_open(s, tag, tag_len));
}

void vmb_aegis128l_abort(vmb_aegis128l_stream *s)
{
    vmb_wipe_object(s, sizeof *s);
}
