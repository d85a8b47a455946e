/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * ChaCha20-Poly1305 in pieces (RFC 8439, section 2.8): the streams of
 * vambrace/aead.h.
 */
#include "chacha/chacha20_poly1305_pieces.h"

#if !VMB_ENGINE

/* Ends the stream, that has broken a rule or is done. */
VMB_NOINLINE static int vmb_cp_end(vmb_cp_body *s, int status)
{
    vmb_wipe_here(s, sizeof *s);
    return status;
}

#if VMB_SIZE
#define VMB_CP_START_BODY VMB_CP_BODY
#define VMB_CP_START_WIPED VMB_CP_WIPED
#else
#define VMB_CP_START_BODY static
#define VMB_CP_START_WIPED(status) (status)
#endif

VMB_CP_START_BODY int vmb_cp_start(vmb_cp_body *s, const vmb_chacha20_poly1305_key *key, const uint8_t *nonce,
                                   size_t nonce_len, uint32_t phase)
{
    unsigned i;

    if (nonce_len != 12) {
        return vmb_cp_end(s, VMB_ERR_LENGTH);
    }
    if (key == NULL || nonce == NULL || VMB_OVERLAP(s, sizeof *s, key, VMB_CP_KEY_SIZE) ||
        VMB_OVERLAP(s, sizeof *s, nonce, nonce_len)) {
        return vmb_cp_end(s, VMB_ERR_ARGUMENT);
    }
    if (vmb_is_unready(key, VMB_CP_KEY_SIZE, VMB_MARK_CHACHA20_POLY1305)) {
        return vmb_cp_end(s, VMB_ERR_STATE);
    }
    s->phase = phase;
    s->key = key->words;
    for (i = 0; i < 5; i++) {
        s->h[i] = 0;
    }
    s->ad_len = 0;
    s->len = 0;
    s->left = 0;
    s->lacks = !VMB_SIZE;
    s->keep = phase / VMB_PHASE_OPENING - 1u;
    vmb_cp_copy((uint8_t *)s->nonce, nonce, 12);
#if VMB_SIZE
    vmb_cp_make_key(s);
#endif
    return VMB_OK;
}

int vmb_chacha20_poly1305_seal_start(vmb_chacha20_poly1305_stream *s, const vmb_chacha20_poly1305_key *key,
                                     const uint8_t *nonce, size_t nonce_len)
{
    if (s == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    return VMB_CP_START_WIPED(vmb_cp_start(&s->body, key, nonce, nonce_len, VMB_PHASE_AD));
}

int vmb_chacha20_poly1305_open_start(vmb_chacha20_poly1305_stream *s, const vmb_chacha20_poly1305_key *key,
                                     const uint8_t *nonce, size_t nonce_len)
{
    if (s == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    return VMB_CP_START_WIPED(vmb_cp_start(&s->body, key, nonce, nonce_len, VMB_PHASE_AD | VMB_PHASE_OPENING));
}

/* VMB_ERR_STATE when the stream waits for something else, or its key was wiped. */
static int vmb_cp_waits(const vmb_cp_body *s, uint32_t phase)
{
    return (s->phase & ~(uint32_t)VMB_PHASE_OPENING) != phase ||
                   vmb_is_unready(s->key, VMB_CP_KEY_SIZE, VMB_MARK_CHACHA20_POLY1305)
               ? VMB_ERR_STATE
               : VMB_OK;
}

VMB_NOINLINE static int vmb_cp_ad(vmb_chacha20_poly1305_stream *stream, const uint8_t *ad, size_t len)
{
    vmb_cp_body *s;
    uint32_t sum;
    int status;

    if (stream == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    s = &stream->body;
    if (vmb_cp_waits(s, VMB_PHASE_AD) != VMB_OK) {
        return vmb_cp_end(s, VMB_ERR_STATE);
    }
    sum = s->ad_len;
    status = vmb_check_input(s, sizeof *s, &sum, ad, len);
    return status == VMB_OK ? vmb_cp_ad_checked(s, ad, len) : vmb_cp_end(s, status);
}

#if VMB_SHORT_PIECES
/* vmb_accepts_piece of that. */
VMB_INLINE int vmb_cp_accepts(const vmb_chacha20_poly1305_stream *stream, const uint8_t *out, const uint8_t *in,
                              size_t len, uint32_t wanted)
{
    const vmb_cp_body *s;
    uint32_t total, phase;

    if (stream == NULL) {
        return 0;
    }
    s = &stream->body;
    total = wanted == VMB_PHASE_AD ? s->ad_len : vmb_cp_total(s);
    phase = wanted == VMB_PHASE_AD ? s->phase : s->phase | 1; /* a message may follow associated data, too */
    return vmb_accepts_piece(s, sizeof *s, phase, wanted, s->key, VMB_CP_KEY_SIZE, VMB_MARK_CHACHA20_POLY1305, total,
                             out, in, len);
}
#endif

int vmb_chacha20_poly1305_ad(vmb_chacha20_poly1305_stream *stream, const uint8_t *ad, size_t len)
{
#if VMB_SHORT_PIECES
    if (vmb_cp_accepts(stream, NULL, ad, len, VMB_PHASE_AD)) {
        vmb_cp_body *s = &stream->body;
        uint32_t used = VMB_CP_USED(s);

        if (used + len > (VMB_CP_AWAITS_KEY(s) ? 64u : 15u)) {
            return VMB_CP_WIPED(vmb_cp_ad_checked(s, ad, len));
        }
        s->ad_len += (uint32_t)len;
        vmb_cp_copy((uint8_t *)s->ks + used, ad, len);
        return VMB_OK;
    }
#endif
    return VMB_CP_WIPED(vmb_cp_ad(stream, ad, len));
}

/* VMB_OK when the associated data is complete and the stream ready for message. */
static int vmb_cp_ready(vmb_cp_body *s)
{
    if (vmb_cp_waits(s, VMB_PHASE_AD) == VMB_OK) {
        vmb_cp_begin_message(s);
        return VMB_OK;
    }
    return vmb_cp_waits(s, VMB_PHASE_MESSAGE);
}

VMB_NOINLINE static int vmb_cp_update(vmb_chacha20_poly1305_stream *stream, uint8_t *out, const uint8_t *in, size_t len)
{
    vmb_cp_body *s;
    uint32_t sum;
    int status;

    if (stream == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    s = &stream->body;
    status = vmb_cp_ready(s);
    if (status != VMB_OK) {
        return vmb_cp_end(s, status);
    }
    sum = vmb_cp_total(s);
    status = vmb_check_update(s, sizeof *s, s->key, VMB_CP_KEY_SIZE, &sum, out, in, len);
    return status == VMB_OK ? vmb_cp_update_checked(s, out, in, len) : vmb_cp_end(s, status);
}

/* `update` of more than a byte, of the end of a block, and of what is not accepted. */
VMB_NOINLINE static int vmb_cp_update_more(vmb_chacha20_poly1305_stream *stream, uint8_t *out, const uint8_t *in,
                                           size_t len)
{
#if VMB_SHORT_PIECES
    if (vmb_cp_accepts(stream, out, in, len, VMB_PHASE_MESSAGE)) {
#if VMB_CHACHA20_POLY1305_NEXT
        vmb_cp_body *s = &stream->body;
        uint32_t phase = s->phase, counter = 0; /* of the one-time key */

        if ((s->left | (uint32_t)(len & 63) | (((phase ^ s->lacks) & 1) ^ 1)) == 0 && (s->keep != 0 || out != in)) {
            if ((phase & 1) != 0) {
                counter = s->len / 64 + 1;
            }
            s->phase = phase | 1;
            s->lacks = 0;
            s->len += (uint32_t)len;
            return vmb_chacha20_poly1305_next(s, out, in, len, counter);
        }
#endif
        if ((stream->body.phase & 1) == 0) {
            return VMB_CP_WIPED(vmb_cp_update_first(&stream->body, out, in, len));
        }
        return VMB_CP_WIPED(vmb_cp_update_checked(&stream->body, out, in, len));
    }
#endif
    return VMB_CP_WIPED(vmb_cp_update(stream, out, in, len));
}

VMB_ALIGNED_CODE int vmb_chacha20_poly1305_update(vmb_chacha20_poly1305_stream *stream, uint8_t *out, const uint8_t *in,
                                                  size_t len)
{
#if VMB_SHORT_PIECES
    vmb_cp_body *s = &stream->body;
    uint32_t left, b, x;
    uint8_t *ks;

    if (vmb_is_null(stream) || VMB_RARELY(s->left == 0) ||
        VMB_RARELY(
            vmb_faults_of_byte(s, sizeof *s, s->key, VMB_CP_KEY_SIZE, VMB_MARK_CHACHA20_POLY1305, out, in, len))) {
        return vmb_cp_update_more(stream, out, in, len);
    }
    left = s->left;
    ks = (uint8_t *)s->ks + 64 - left;
    s->left = left - 1;
    b = *in;
    x = *ks;
    *ks = (uint8_t)(b ^ (x & s->keep)); /* ciphertext */
    *out = (uint8_t)(b ^ x);
    return VMB_OK;
#else
    return vmb_cp_update_more(stream, out, in, len);
#endif
}

/* Writes the tag of all input, to the caller's buffer or to a local one. VMB_OK, or the reason why the stream, of
 * seal_start or open_start, cannot end. */
static int vmb_cp_finish(vmb_cp_body *s, uint32_t opening, size_t tag_len, const uint8_t *given, uint8_t *tag)
{
    uint32_t lengths[4];
    int status;

    if ((s->phase & VMB_PHASE_OPENING) != opening) {
        return VMB_ERR_STATE;
    }
    status = vmb_cp_ready(s);
    if (status != VMB_OK) {
        return status;
    }
    if (tag_len != 16) {
        return VMB_ERR_LENGTH;
    }
    status = vmb_check_tag(s, sizeof *s, s->key, VMB_CP_KEY_SIZE, given, tag_len, opening);
    if (status != VMB_OK) {
        return status;
    }
    vmb_store32_le((uint8_t *)&lengths[0], s->ad_len);
    lengths[1] = 0; /* VMB_MAX_BYTES is below 2^32 */
    vmb_store32_le((uint8_t *)&lengths[2], vmb_cp_total(s));
    lengths[3] = 0;
    vmb_cp_fill(s, vmb_cp_lacks(s), (const uint8_t *)lengths, sizeof lengths, tag);
    return VMB_OK;
}

#if VMB_SHORT_PIECES
/* The same of a stream with nothing left of a block, and arguments that are accepted: 0 otherwise. */
VMB_INLINE int vmb_cp_finishes(vmb_chacha20_poly1305_stream *stream, uint32_t opening, size_t tag_len,
                               const uint8_t *given, uint8_t *tag)
{
    vmb_cp_body *s = &stream->body;
    uint32_t lengths[4];
    vmb_piece piece;

    if (stream == NULL || (s->left | s->lacks | (uint32_t)(tag_len ^ 16)) != 0 ||
        !vmb_accepts_tag(s, sizeof *s, s->phase, opening, s->key, VMB_CP_KEY_SIZE, VMB_MARK_CHACHA20_POLY1305, given,
                         16)) {
        return 0;
    }
    lengths[0] = s->ad_len;
    lengths[1] = 0; /* VMB_MAX_BYTES is below 2^32 */
    lengths[2] = s->len;
    lengths[3] = 0;
    piece.data = (const uint8_t *)lengths;
    piece.len = 16;
    vmb_poly1305(tag, s->one_time, &piece, 1, s->h);
    return 1;
}
#else
#define vmb_cp_finishes(stream, opening, tag_len, given, tag) 0
#endif

VMB_CP_BODY int vmb_cp_seal_finish(vmb_chacha20_poly1305_stream *s, uint8_t *tag, size_t tag_len)
{
    if (s == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    if (vmb_cp_finishes(s, 0, tag_len, tag, tag)) {
        return vmb_cp_end(&s->body, VMB_OK);
    }
    return vmb_cp_end(&s->body, vmb_cp_finish(&s->body, 0, tag_len, tag, tag));
}

int vmb_chacha20_poly1305_seal_finish(vmb_chacha20_poly1305_stream *s, uint8_t *tag, size_t tag_len)
{
    return VMB_CP_WIPED(vmb_cp_seal_finish(s, tag, tag_len));
}

VMB_CP_BODY int vmb_cp_open_finish(vmb_chacha20_poly1305_stream *s, const uint8_t *tag, size_t tag_len)
{
    uint32_t expected[4];
    int status;

    if (s == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    status = vmb_cp_finishes(s, VMB_PHASE_OPENING, tag_len, tag, (uint8_t *)expected)
                 ? VMB_OK
                 : vmb_cp_finish(&s->body, VMB_PHASE_OPENING, tag_len, tag, (uint8_t *)expected);
    if (status == VMB_OK) {
        /* The result of the tag check is public: the call returns it. */
        if (vmb_differ((const uint8_t *)expected, tag, 16) != 0) {
            status = VMB_ERR_TAG;
        }
        vmb_wipe(expected, sizeof expected);
    }
    return vmb_cp_end(&s->body, status);
}

int vmb_chacha20_poly1305_open_finish(vmb_chacha20_poly1305_stream *s, const uint8_t *tag, size_t tag_len)
{
    return VMB_CP_WIPED(vmb_cp_open_finish(s, tag, tag_len));
}

void vmb_chacha20_poly1305_abort(vmb_chacha20_poly1305_stream *s)
{
    vmb_wipe_object(s, sizeof *s);
}

#endif
