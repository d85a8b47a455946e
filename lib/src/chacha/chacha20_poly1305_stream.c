/* SPDX-FileCopyrightText: Vambrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * ChaCha20-Poly1305 in pieces (RFC 8439, section 2.8): the streams of
 * vambrace/aead.h.
 *
 * Whole blocks of a piece go straight from `in` to `out` and to the tag. Of a block
 * that a piece leaves unfinished, the stream keeps the ciphertext and behind it the
 * keystream, 64 bytes together. Byte sequences lie in words as in memory.
 */
#include "chacha/chacha20_poly1305.h"
#include "common/stream.h"

#if !VMB_ENGINE

typedef vmb_chacha20_poly1305_body vmb_cp_body;

/* Bytes of a key object. */
#define VMB_CP_KEY_SIZE sizeof(vmb_chacha20_poly1305_key)

/* Ends the stream, that has broken a rule or is done. */
VMB_NOINLINE static int vmb_cp_end(vmb_cp_body *s, int status)
{
    vmb_wipe_here(s, sizeof *s);
    return status;
}

VMB_CP_BODY int vmb_cp_start(vmb_cp_body *s, const vmb_chacha20_poly1305_key *key, const uint8_t *nonce,
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
    for (i = 0; i < 12; i++) {
        ((uint8_t *)s->nonce)[i] = nonce[i];
    }
    for (i = 0; i < 5; i++) {
        s->h[i] = 0;
    }
    s->ad_len = 0;
    s->len = 0;
    s->left = 0;
    s->lacks = 0;
    s->keep = phase / VMB_PHASE_OPENING - 1u;
    vmb_chacha20_xor(s->key, nonce, 0, s->one_time, NULL, NULL, 0);
    return VMB_OK;
}

int vmb_chacha20_poly1305_seal_start(vmb_chacha20_poly1305_stream *s, const vmb_chacha20_poly1305_key *key,
                                     const uint8_t *nonce, size_t nonce_len)
{
    if (s == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    return VMB_CP_WIPED(vmb_cp_start(&s->body, key, nonce, nonce_len, VMB_PHASE_AD));
}

int vmb_chacha20_poly1305_open_start(vmb_chacha20_poly1305_stream *s, const vmb_chacha20_poly1305_key *key,
                                     const uint8_t *nonce, size_t nonce_len)
{
    if (s == NULL) {
        return VMB_ERR_ARGUMENT;
    }
    return VMB_CP_WIPED(vmb_cp_start(&s->body, key, nonce, nonce_len, VMB_PHASE_AD | VMB_PHASE_OPENING));
}

/* Adds len bytes of associated data to the tag, after `used` bytes of the current block. */
static void vmb_cp_absorb(vmb_cp_body *s, size_t used, const uint8_t *data, size_t len)
{
    uint8_t *block = (uint8_t *)s->ks;
    vmb_piece pieces[2];
    size_t n = 0;

    if (used != 0) {
        for (; used < 16 && len != 0; len--) {
            block[used++] = *data++;
        }
        if (used < 16) {
            return;
        }
        pieces[0].data = block;
        pieces[0].len = 16;
        n = 1;
    }
    if (len >= 16) {
        pieces[n].data = data;
        pieces[n].len = len & ~(size_t)15;
        data += pieces[n].len;
        len -= pieces[n].len;
        n++;
    }
    if (n != 0) {
        vmb_poly1305(NULL, s->one_time, pieces, n, s->h);
    }
    for (used = 0; used < len; used++) {
        block[used] = data[used];
    }
}

/* Adds the `used` bytes of the current block, filled up, and the last piece, if
 * there is one; then the tag, or null when more is to come. */
static void vmb_cp_fill(vmb_cp_body *s, size_t used, const uint8_t *last, size_t last_len, uint8_t *tag)
{
    vmb_piece pieces[2];

    pieces[0].data = (const uint8_t *)s->ks;
    pieces[0].len = used;
    pieces[1].data = last;
    pieces[1].len = last_len;
    vmb_poly1305(tag, s->one_time, pieces, 2, s->h);
}

/* Bytes of the message so far. */
static uint32_t vmb_cp_total(const vmb_cp_body *s)
{
    return s->len - s->left;
}

/* Bytes of the current block that Poly1305 lacks. */
static uint32_t vmb_cp_lacks(const vmb_cp_body *s)
{
    return s->lacks == 0 ? 0 : (vmb_cp_total(s) - 1) % 64 + 1;
}

/* Sets the counts for `total` bytes of message. A block that would end after VMB_MAX_BYTES is not counted ahead. */
static void vmb_cp_count(vmb_cp_body *s, uint32_t total)
{
    s->left = total / 64 == VMB_MAX_BYTES / 64 ? 0 : (0u - total) % 64;
    s->len = total + s->left;
}

/* Encrypts or decrypts n bytes of the current block. */
VMB_INLINE void vmb_cp_bytes(uint8_t *ks, uint8_t *out, const uint8_t *in, size_t n, uint32_t keep)
{
    uint32_t b, x;

    for (; n != 0; n--) {
        b = *in++;
        x = *ks;
        *ks++ = (uint8_t)(b ^ (x & keep)); /* ciphertext */
        *out++ = (uint8_t)(b ^ x);
    }
}

/* VMB_ERR_STATE when the stream waits for something else, or its key was wiped. */
static int vmb_cp_waits(const vmb_cp_body *s, uint32_t phase)
{
    return (s->phase & ~(uint32_t)VMB_PHASE_OPENING) != phase ||
                   vmb_is_unready(s->key, VMB_CP_KEY_SIZE, VMB_MARK_CHACHA20_POLY1305)
               ? VMB_ERR_STATE
               : VMB_OK;
}

/* What `ad` does after its checks. */
VMB_NOINLINE static int vmb_cp_ad_checked(vmb_cp_body *s, const uint8_t *ad, size_t len)
{
    uint32_t done = s->ad_len;

    s->ad_len += (uint32_t)len;
    vmb_cp_absorb(s, done % 16, ad, len);
    return VMB_OK;
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
/* Adds a block of associated data to the tag. */
VMB_NOINLINE static int vmb_cp_full(vmb_cp_body *s)
{
    vmb_piece piece;

    piece.data = (const uint8_t *)s->ks;
    piece.len = 16;
    vmb_poly1305(NULL, s->one_time, &piece, 1, s->h);
    return VMB_OK;
}

/* vmb_accepts_piece of that. */
VMB_INLINE int vmb_cp_accepts(const vmb_chacha20_poly1305_stream *stream, const uint8_t *out, const uint8_t *in,
                              size_t len, uint32_t wanted)
{
    const vmb_cp_body *s;
    uint32_t total;

    if (stream == NULL) {
        return 0;
    }
    s = &stream->body;
    total = wanted == VMB_PHASE_AD ? s->ad_len : vmb_cp_total(s);
    return vmb_accepts_piece(s, sizeof *s, s->phase, wanted, s->key, VMB_CP_KEY_SIZE, VMB_MARK_CHACHA20_POLY1305, total,
                             out, in, len);
}
#endif

int vmb_chacha20_poly1305_ad(vmb_chacha20_poly1305_stream *stream, const uint8_t *ad, size_t len)
{
#if VMB_SHORT_PIECES
    if (vmb_cp_accepts(stream, NULL, ad, len, VMB_PHASE_AD)) {
        uint8_t *block = (uint8_t *)stream->body.ks + stream->body.ad_len % 16;
        const uint8_t *end = ad + len;

        if (vmb_exceeds_block(stream->body.ad_len % 16, len, 16)) {
            return VMB_CP_WIPED(vmb_cp_ad_checked(&stream->body, ad, len));
        }
        stream->body.ad_len += (uint32_t)len;
        do {
            *block++ = *ad++;
        } while (ad != end);
        return stream->body.ad_len % 16 == 0 ? VMB_CP_WIPED(vmb_cp_full(&stream->body)) : VMB_OK;
    }
#endif
    return VMB_CP_WIPED(vmb_cp_ad(stream, ad, len));
}

/* VMB_OK when the associated data is complete and the stream ready for message. */
static int vmb_cp_ready(vmb_cp_body *s)
{
    if (vmb_cp_waits(s, VMB_PHASE_AD) == VMB_OK) {
        if (s->ad_len % 16 != 0) {
            vmb_cp_fill(s, s->ad_len % 16, NULL, 0, NULL);
        }
        s->phase += VMB_PHASE_MESSAGE - VMB_PHASE_AD;
        return VMB_OK;
    }
    return vmb_cp_waits(s, VMB_PHASE_MESSAGE);
}

/* What `update` does after its checks. The tag covers the ciphertext: in place, it exists only before or after. */
VMB_NOINLINE static int vmb_cp_update_checked(vmb_cp_body *s, uint8_t *out, const uint8_t *in, size_t len)
{
    uint8_t *ks = (uint8_t *)s->ks;
    const uint8_t *nonce = (const uint8_t *)s->nonce;
    uint32_t total = vmb_cp_total(s), used = vmb_cp_lacks(s), number = (total + 63) / 64 + 1; /* of the next block */
    vmb_piece pieces[2], *piece = pieces;
    size_t part;

    vmb_cp_count(s, total + (uint32_t)len);
    if (used != 0) {
        part = len < 64 - used ? len : 64 - used;
        vmb_cp_bytes(ks + used, out, in, part, s->keep);
        if (used + part < 64) {
            return VMB_OK;
        }
        out += part;
        in += part;
        len -= part;
        piece->data = ks;
        piece->len = 64;
        piece++;
        s->lacks = 0;
    }
    part = len % 64;
    len -= part;
    if (len != 0) {
        if (s->keep != 0) {
            vmb_chacha20_xor(s->key, nonce, number, NULL, out, in, len);
        }
        piece->data = s->keep != 0 ? out : in;
        piece->len = len;
        piece++;
    }
    if (piece != pieces) {
        vmb_poly1305(NULL, s->one_time, pieces, (size_t)(piece - pieces), s->h);
    }
    if (len != 0 && s->keep == 0) {
        vmb_chacha20_xor(s->key, nonce, number, NULL, out, in, len);
    }
    if (part != 0) {
        s->lacks = 1;
        vmb_wipe_here(ks, 64);
        vmb_chacha20_xor(s->key, nonce, number + (uint32_t)(len / 64), NULL, ks, ks, 64);
        vmb_cp_bytes(ks, out + len, in + len, part, s->keep);
    }
    return VMB_OK;
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

VMB_CP_BODY int vmb_cp_seal_finish(vmb_chacha20_poly1305_stream *s, uint8_t *tag, size_t tag_len)
{
    if (s == NULL) {
        return VMB_ERR_ARGUMENT;
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
    status = vmb_cp_finish(&s->body, VMB_PHASE_OPENING, tag_len, tag, (uint8_t *)expected);
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
